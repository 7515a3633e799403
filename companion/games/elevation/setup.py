"""Setting Elevation up: what climbers choose and prepare, what approach cards and Free Solo change."""

from typing import Any

from companion.games.elevation.approach import RULINGS, SHORTCUT, SHORTCUT_POINTS
from companion.games.elevation.cards import AUTO_CARDS, hand_size
from companion.games.elevation.state import State
from companion.games.setup import Choice, Chosen, GuidedSetup, Lesson, LessonPage, SetupPage, Stack, faces
from companion.games.values import Say

_CHOICES = (Choice(SHORTCUT, SHORTCUT_POINTS, (SHORTCUT_POINTS, *RULINGS[SHORTCUT])),)


def _guide(state: State, say: Say) -> SetupPage:
    lines = (say("prepare.climb.guide", player=state.setup.climbers[0]), say("prepare.climb.duties"))
    return SetupPage(say("prepare.climb.guide-title"), lines, icon="lantern")


def _deal(state: State, say: Say) -> SetupPage:
    humans, hand = state.setup.humans, hand_size(state.setup.humans)
    down = sum(state.setup.deck.values()) - humans * hand - state.setup.autos * AUTO_CARDS - 1
    lines = (say("prepare.climb.deal", count=hand), say("prepare.climb.flip"))
    stacks = [Stack(0, name, hand=hand) for name in state.setup.climbers[:humans]]
    stacks.append(Stack(down, say("prepare.climb.face-down")))
    return SetupPage(say("prepare.climb.deal-title"), lines, tuple(stacks))


def _days(say: Say) -> SetupPage:
    lines = (say("prepare.climb.approach"), say("prepare.climb.pass"), say("prepare.climb.which"))
    stacks = tuple(
        Stack(day, say("prepare.climb.day", day=day), passes=1 if day == 2 else -1) for day in (1, 2, 3)
    )
    return SetupPage(say("prepare.climb.days-title"), lines, stacks)


def _free_solo(state: State, say: Say) -> SetupPage:
    autos = state.setup.climbers[state.setup.humans :]
    lines = (say("prepare.climb.autos", names=autos, count=AUTO_CARDS), say("prepare.climb.sorted"))
    return SetupPage("Free Solo", lines, tuple(Stack(AUTO_CARDS, name) for name in autos))


_LESSONS = (
    Lesson(
        "approach",
        {"players": ["Ann", "Ben", "Cleo"]},
        (
            LessonPage(cards=faces("alps-8", "rockies-8", "andes-8", "himalayas-8")),
            LessonPage(({"do": "day", "approach": ["figure-8"]},), cards=faces("alps-14", "alps-3")),
        ),
    ),
    Lesson(
        "free-solo",
        {"players": ["Ann"]},
        (
            LessonPage(cards=faces("alps-3", "andes-12", "himalayas-14", "rockies-11")),
            LessonPage(cards=faces("himalayas-9", "himalayas-14", "avalanche-1")),
        ),
    ),
)


class ElevationSetup(GuidedSetup):
    """What people choose, prepare and can be taught."""

    all_choices = _CHOICES
    lessons = _LESSONS

    def header(self, chosen: Chosen) -> dict[str, Any]:
        points = chosen[SHORTCUT]
        return {"rulings": {SHORTCUT: points}} if points != SHORTCUT_POINTS else {}

    def pages(self, state: State, say: Say) -> tuple[SetupPage, ...]:
        pages = [_guide(state, say), _deal(state, say), _days(say)]
        if state.setup.free_solo:
            pages.append(_free_solo(state, say))
        return (
            *pages,
            SetupPage(
                say("prepare.talk"), (say("prepare.climb.talk"), say("prepare.climb.heights")), icon="talk"
            ),
        )
