"""What drawing costs: sceneries and cards made ahead stay small, and an idle screen draws nothing."""

from typing import Any

import pygame
import pytest

from companion.games import GAMES
from companion.locale import load_locale
from companion.screens import painting, parts
from companion.screens.navigator import Navigator, draw_screen
from companion.simulation.samples import all_samples

_MOST_BYTES = 25_000_000
_MAKERS = (
    (painting, "draw_svg"),
    (painting, "draw_scenery"),
    (painting, "draw_rounded"),
    (painting, "draw_on_corner"),
    (painting, "draw_corner_ring"),
    (parts, "_turned"),
)


@pytest.mark.parametrize("game", GAMES)
def test_sceneries_and_cards_of_a_game_take_at_most_25_megabytes(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every picture that all screens of a game and those without one ask for, each counted once."""
    kept: dict[int, pygame.Surface] = {}

    def watch(room: Any, name: str) -> None:
        make = getattr(room, name)

        def made(*arguments: Any) -> pygame.Surface:
            picture: pygame.Surface = make(*arguments)
            kept[id(picture)] = picture
            return picture

        made.__wrapped__ = make.__wrapped__  # type: ignore[attr-defined]
        monkeypatch.setattr(room, name, made)

    for room, name in _MAKERS:
        watch(room, name)
    surface = pygame.Surface((800, 480))
    for sample in all_samples(load_locale("en"), games=(game,)):
        draw_screen(surface, sample.screen, sample.view)
    assert len(kept) > 50
    assert sum(each.get_height() * each.get_pitch() for each in kept.values()) < _MOST_BYTES


def test_an_idle_screen_draws_nothing() -> None:
    navigator, surface = Navigator(), pygame.Surface((800, 480))
    samples = all_samples(load_locale("en"), games=("ascent",))
    navigator.show(next(each for each in samples if each.name == "ascent-play").view)
    assert navigator.draw(surface, 1.0)
    assert not any(navigator.draw(surface, 1.0 + step) for step in range(1, 5))
