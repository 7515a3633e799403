"""What each module of The Ascent changes, as two pages with an example that is really played."""

from companion.games.setup import Lesson, LessonPage


def _place(card: str, at: str, **more: object) -> dict[str, object]:
    return {"do": "place", "card": card, "at": at, **more}


_TWO = ["Ann", "Ben"]
LESSONS = (
    Lesson(
        "green-path",
        {"players": _TWO, "modules": ["green-path"]},
        (
            LessonPage(
                (_place("green-3", "1.1"), _place("red-3", "1.2"), _place("green-4", "2.1")), ("1.1", "2.1")
            ),
            LessonPage(
                (_place("blue-3", "1.3"), _place("red-4", "2.2"), _place("green-5", "3.1")),
                ("1.1", "2.1", "3.1"),
            ),
        ),
    ),
    Lesson(
        "panorama",
        {"players": _TWO, "modules": ["panorama"], "objectives": [[3, 4, 3], [9, 8, 7], [1, 2, 2]]},
        (
            LessonPage((_place("green-3", "1.1"), _place("red-4", "1.2"))),
            LessonPage((_place("green-3", "1.3"),), ("1.1", "1.2", "1.3")),
        ),
    ),
    Lesson(
        "goats",
        {"players": _TWO, "modules": ["goats"]},
        (
            LessonPage(
                (_place("green-3", "1.1", goat=True), _place("red-3", "1.2", goat=True)), ("1.1", "1.2")
            ),
            LessonPage((_place("blue-4", "2.1"), {"do": "herd", "path": ["1.1", "2.1"]}), ("2.1",)),
        ),
    ),
    Lesson(
        "ropes",
        {"players": ["Ann"], "ropes": 3},
        (
            LessonPage((_place("green-3", "1.1"), _place("red-5", "1.2"))),
            LessonPage(({"do": "rope"},)),
        ),
    ),
)
