"""What approach cards and Free Solo change, as two pages with cards."""

from companion.games.setup import Lesson, LessonPage

LESSONS = (
    Lesson(
        "approach",
        {"players": ["Ann", "Ben", "Cleo"]},
        (
            LessonPage(cards=("alps-8", "rockies-8", "andes-8", "himalayas-8")),
            LessonPage(({"do": "day", "approach": ["figure-8"]},), cards=("alps-14", "alps-3")),
        ),
    ),
    Lesson(
        "free-solo",
        {"players": ["Ann"]},
        (
            LessonPage(cards=("alps-3", "andes-12", "himalayas-14", "rockies-11")),
            LessonPage(cards=("himalayas-9", "himalayas-14", "avalanche-1")),
        ),
    ),
)
