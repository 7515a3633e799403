"""What each module and variant changes, as two pages with an example that is really played."""

from collections.abc import Mapping
from typing import Any

from companion.games.setup import Lesson, LessonPage

_Move = Mapping[str, Any]


def _place(number: int, at: str, **more: object) -> _Move:
    return {"do": "place", "card": f"island-{number}", "at": at, **more}


def _lesson(
    key: str, header: _Move, first: tuple[_Move, ...], second: tuple[_Move, ...], *marks: str
) -> Lesson:
    pages = (LessonPage(first), LessonPage(second, marks))
    return Lesson(key, {"players": ["Ann", "Ben"], **header}, pages)


_WILD = {"do": "place", "card": "wild", "as": "island-12", "at": "1.4"}
LESSONS = (
    _lesson(
        "rocks",
        {"modules": ["rocks"], "rocks": 2},
        (_place(10, "1.3", rocks=3),),
        (_place(20, "2.3", rocks="stay"),),
        "2.3",
    ),
    _lesson(
        "monsters",
        {"modules": ["monsters"], "monsters": 3},
        (_place(10, "1.3"), _place(40, "4.2")),
        ({"do": "monster", "at": "4.2"},),
        "4.2",
    ),
    _lesson(
        "storms",
        {"modules": ["storms"]},
        (_place(10, "1.3"), {"do": "storm", "player": "Ann", "colour": "purple", "row": 4}),
        ({"do": "discard-hand"}, {"do": "compass", "colour": "purple", "row": 4}),
    ),
    _lesson("wild", {"modules": ["wild"]}, (_place(10, "1.3"),), (_WILD,), "1.4"),
    _lesson(
        "high-arch",
        {"variant": "high-arch"},
        (_place(10, "left 1.1"), _place(20, "right 1.2")),
        (_place(25, "left 1.2"), _place(60, "right 3.2")),
        "left 1.2",
        "right 3.2",
    ),
    _lesson(
        "pyramid",
        {"variant": "pyramid", "border": ["1.3", "2.2", "3.4"]},
        (_place(10, "1.2"),),
        (_place(12, "1.3", explorer="storm"),),
        "1.3",
    ),
    _lesson(
        "day-night",
        {"variant": "day-night"},
        (_place(10, "1.3", facing="sun"), {"do": "flip", "player": "Ann"}),
        (_place(50, "5.2", facing="moon"), {"do": "rotate", "at": "5.2"}),
        "5.2",
    ),
    _lesson(
        "competitive",
        {"variant": "competitive"},
        (_place(10, "1.3"), _place(60, "5.2")),
        (_place(12, "1.4"), _place(61, "5.3")),
        "1.3",
        "1.4",
    ),
)
