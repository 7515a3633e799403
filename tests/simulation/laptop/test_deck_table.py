"""A deck on the laptop's table: shown card by card, seen by the camera, enrolled with the real reader."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pygame
import pytest

from companion import intents
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.devices import SimulatedCameras
from companion.app.headless import HeadlessApp
from companion.config_keys import Config
from companion.locale import load_locale
from companion.simulation.laptop.tabletop import DeckTable
from hardware.simulated import SimulatedTable
from vision.decks import load_deck
from vision.eye import shipped_reader

EN = load_locale("en")
SIZE = (680, 714)


class Laptop:
    """The enrolment beside a table with a deck."""

    def __init__(self, folder: Path) -> None:
        self.app = HeadlessApp(folder, lambda: 0.0)
        self.cameras = SimulatedCameras(Config(), Random(1), lambda *_: None, self.lay)  # type: ignore[arg-type, return-value]
        seconds = count(0, 10)
        self.enrolment = DeckEnrolment(
            self.app.game, self.cameras, self.app.preferences, folder, shipped_reader, lambda: next(seconds)
        )

    def lay(self, game: str, table: SimulatedTable, cards: tuple[str, ...]) -> DeckTable:
        made = DeckTable(game, table, cards, Random(3), EN)
        made.resize(SIZE)
        return made

    def act(self, intent: intents.Intent) -> None:
        self.enrolment.handlers[type(intent)](intent, 0.0)

    def click_the_pile(self) -> None:
        side = self.cameras.side
        assert isinstance(side, DeckTable)
        surface = pygame.Surface(SIZE)
        side.draw(surface)
        amber = pygame.mask.from_threshold(surface, (245, 183, 66), (12, 12, 12))
        spot = max(amber.get_bounding_rects(), key=lambda rect: rect.w * rect.h)
        side.mouse(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=spot.center), (0, 0))
        assert side.stale


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    made = Laptop(tmp_path)
    yield made
    made.app.close()


@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
def test_cards_are_shown_one_by_one_and_enrolled(laptop: Laptop, tmp_path: Path, game: str) -> None:
    laptop.act(intents.OpenEnrolment(game))
    before = laptop.enrolment.view()
    assert before is not None
    laptop.click_the_pile()
    shown = laptop.enrolment.view()
    assert shown is not None
    assert (shown.card, shown.problem) == (before.missing[0], "")
    laptop.act(intents.KeepShot(shown.card))
    assert load_deck(tmp_path / f"{game}.deck").cards() == before.missing[:1]
    still = laptop.enrolment.view()
    assert still is not None
    assert (still.card, still.settled) == ("", True)  # it still lies there, and is not asked for again
    laptop.act(intents.OpenEnrolment())
    assert laptop.cameras.side is None


def test_what_was_shown_is_not_asked_for_again(laptop: Laptop) -> None:
    laptop.act(intents.OpenEnrolment("ascent"))
    laptop.click_the_pile()
    shown = laptop.enrolment.view()
    assert shown is not None
    laptop.act(intents.KeepShot(shown.card))
    laptop.click_the_pile()
    second = laptop.enrolment.view()
    assert second is not None
    assert not second.settled
    laptop.act(intents.OpenEnrolment())
    laptop.act(intents.OpenEnrolment("ascent"))
    laptop.click_the_pile()
    again = laptop.enrolment.view()
    assert again is not None
    assert again.card != shown.card
    assert again.have == 1
