"""Movements: each ends within 300 ms, a press ends it at once, and nothing is drawn at rest."""

from dataclasses import replace

import pygame
import pytest

from companion.games.ascent.samples import ascent_game
from companion.games.ask import choose_action
from companion.games.elevation.samples import elevation_game, game_samples
from companion.locale import load_locale
from companion.screens.base import Push
from companion.screens.canvas import Motion, Moving
from companion.screens.dialogue import DialogueScreen
from companion.screens.navigator import Navigator, draw_screen
from companion.screens.scores import ScoreScreen
from companion.screens.view import Debt, Settings, View
from companion.simulation.samples.making import propose, view_game, with_cards
from hardware.signals import Button, Press

EN = load_locale("en")
REST = view_game(*ascent_game(3, False), EN)
ILLEGAL = propose(REST, {"do": "place", "card": "red-2", "at": "7.2"})
LEGAL = propose(REST, {"do": "discard"})
OWED = replace(REST, debt=Debt("Ann", 3, "green 6"))
TRICK = view_game(*elevation_game(4, False, 1), EN)
LAID = [with_cards(TRICK, *("andes-3", "andes-12", "avalanche-2")[:count]) for count in (1, 2)]
AFTER_SCORES = view_game(*elevation_game(4, False, 2), EN)
CHANGES = {
    Moving.VERDICT: (REST, ILLEGAL),
    Moving.DEBT: (REST, OWED),
    Moving.WINNER: (LAID[0], LAID[1]),
    Moving.POINTS: (TRICK, AFTER_SCORES),
}


def changed(before: View, after: View, settings: Settings | None = None) -> Navigator:
    navigator = Navigator()
    settings = settings or Settings()
    surface = pygame.Surface((480, 320))
    navigator.show(replace(before, settings=settings))
    navigator.draw(surface, 9.0)
    navigator.draw(surface, 9.5)
    navigator.show(replace(after, settings=settings))
    return navigator


def frames(navigator: Navigator, times: list[float]) -> list[bytes | None]:
    """What is drawn at each time; None where nothing is."""
    surface, found = pygame.Surface((480, 320)), []
    for seconds in times:
        drawn = navigator.draw(surface, seconds)
        found.append(pygame.image.tobytes(surface, "RGB") if drawn else None)
    return found


def test_every_movement_ends_within_three_tenths_of_a_second() -> None:
    assert all(0 < each.milliseconds < 300 for each in Moving)


@pytest.mark.parametrize("what", CHANGES, ids=lambda each: each.value[0])
def test_what_changed_moves_into_its_place_and_then_rests(what: Moving) -> None:
    navigator = changed(*CHANGES[what])
    first, second, last, rest = frames(navigator, [10.0, 10.0 + what.milliseconds / 3000, 10.3, 10.4])
    assert None not in (first, second, last)
    assert len({first, second, last}) == 3
    assert rest is None
    assert not navigator.moving


@pytest.mark.parametrize("what", CHANGES, ids=lambda each: each.value[0])
def test_nothing_moves_when_the_setting_is_off(what: Moving) -> None:
    navigator = changed(*CHANGES[what], Settings(motion=False))
    first, second = frames(navigator, [10.0, 10.05])
    assert first is not None
    assert second is None


def test_a_press_jumps_to_the_end_and_is_answered_at_once() -> None:
    navigator, plain = changed(REST, LEGAL), changed(REST, LEGAL, Settings(motion=False))
    frames(navigator, [10.0])
    assert navigator.moving
    assert navigator.press(Press(Button.ACTION)) == plain.press(Press(Button.ACTION))
    assert not navigator.moving
    assert frames(navigator, [10.02]) == frames(plain, [10.02])


def test_a_finger_ends_a_movement_too() -> None:
    navigator = changed(REST, ILLEGAL)
    frames(navigator, [10.0])
    navigator.touch(1, 1)
    assert not navigator.moving


def test_the_clock_may_begin_at_nought() -> None:
    navigator = changed(REST, ILLEGAL)
    assert None not in frames(navigator, [0.0, 0.1])
    assert frames(navigator, [0.3, 0.4])[1] is None


def test_a_sheet_that_is_opened_counts_its_points_up() -> None:
    navigator = Navigator()
    navigator.show(AFTER_SCORES)
    navigator.follow(Push(ScoreScreen()))
    first, last, rest = frames(navigator, [1.0, 1.3, 1.4])
    assert first != last
    assert rest is None


def test_the_path_of_a_herd_grows_from_card_to_card() -> None:
    screen = DialogueScreen(choose_action, ("herd",))
    pictures = set()
    for elapsed_ms in (0.0, 85.0, 300.0):
        surface = pygame.Surface((480, 320))
        draw_screen(surface, screen, REST, Motion(Moving.HERD, elapsed_ms))
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) >= 2


def test_an_illegal_card_swings_and_a_legal_one_does_not() -> None:
    motion = Motion(Moving.VERDICT, 190.0)
    assert motion.swing(Moving.VERDICT, 200) != 0.0
    assert motion.part(Moving.VERDICT, 180) == 1.0
    assert Motion().swing(Moving.VERDICT, 200) == 0.0


def test_samples_are_drawn_at_rest() -> None:
    """A still canvas shows everything in its place."""
    sample = next(iter(game_samples(EN, False)))
    one, other = pygame.Surface((480, 320)), pygame.Surface((480, 320))
    draw_screen(one, sample.screen, sample.view)
    draw_screen(other, sample.screen, sample.view, Motion(Moving.WINNER, 1000.0))
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")
