"""A card that a person named is exchanged for another with one movement of a hand: the name goes with it.

Through the whole loop with the real eye: what it reads of a deck it does not know, and of the practice deck.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import intents
from companion.decks import load_deck
from companion.record.session import Session
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.simulation.demo.play import practice_eye
from companion.simulation.demo.stage import Stage
from companion.simulation.strange_faces import StrangeFaces
from companion.table.layout import load_layout
from companion.table.practice import simulated_table
from hardware.signals import Signal
from hardware.simulated import SimulatedCamera, SimulatedTable, Thing
from vision.decks import Deck
from vision.eye import Eye, make_eye
from vision.types import Point
from vision.watch.table_watcher import TableWatcher

READ_FRAMES = 20
LEFT, MIDDLE, RIGHT = (-150.0, 0.0), (0.0, 0.0), (150.0, 0.0)


class Evening:
    """A game over a simulated table, and a hand that lays cards by name."""

    def __init__(self, folder: Path, game: str, table: SimulatedTable, eye: Eye) -> None:
        self.table, self.hands = table, Hands(table, Random(1))
        self.session = Session.new({"game": game, "players": ["Ann", "Ben", "Cem"]}, folder, 0.0)
        camera = SimulatedCamera(table, lambda: self.stage.seconds)
        self.stage = Stage(self.session, camera, TableWatcher(eye), folder)
        self.see(pause(READ_FRAMES))

    def see(self, frames: Frames) -> None:
        for _ in frames:
            self.stage.step()

    def lay(
        self, card: str, at_mm: Point, turn_degrees: float = 0.0, *, instead_of: Sequence[str] = ()
    ) -> None:
        """One movement of a hand lays a card, and takes others away."""

        def do() -> None:
            for other in instead_of:
                self.table.lift(other)
            self.table.put(card, Thing(card, at_mm, turn_degrees))

        self.see(self.hands.act(at_mm, do))
        self.see(pause(READ_FRAMES))

    def act(self, *wishes: intents.Intent) -> None:
        for wish in wishes:
            self.stage.app.loop.dispatch(wish, self.stage.seconds)
            self.stage.step()

    def pending(self) -> list[dict[str, Any]]:
        waiting = self.stage.pending()
        return [] if waiting is None else [each.event.as_dict() for each in waiting.candidates]

    def offered(self) -> list[str]:
        """The cards that people are asked about."""
        question = self.stage.view().question
        return [] if question is None else [option.card for option in question.options]


def unknown_deck(folder: Path, game: str, painter: str, seed: int) -> Evening:
    """The first evening with cards that nobody enrolled."""
    layout, cards = load_layout(game), tuple(load_deck(game))
    faces = StrangeFaces(seed, layout.card.height_mm / layout.card.width_mm, cards, painter)
    table = SimulatedTable(layout, faces.draw, seed=seed)
    return Evening(folder, game, table, make_eye(layout, Deck(game, game, complete=False), inventory=cards))


@pytest.mark.parametrize(
    ("painter", "seed", "named", "comes"),
    [("tiles", 5, "red-5", "blue-8"), ("hills", 7, "green-3", "blue-9")],
)
def test_a_card_on_a_place_that_cannot_be_read_is_asked_about(
    tmp_path: Path, painter: str, seed: int, named: str, comes: str
) -> None:
    evening = unknown_deck(tmp_path, "ascent", painter, seed)
    place = evening.table.layout.place("1.1")
    evening.lay(named, place.centre_mm, place.turn_degrees)
    assert evening.offered()[0] == named
    evening.act(intents.AnswerQuestion(evening.stage.controller.finding.events[0]))
    assert ([each["card"] for each in evening.pending()], evening.offered()) == ([named], [])
    evening.see(evening.hands.act(place.centre_mm, lambda: None))
    evening.see(pause(READ_FRAMES))
    assert ([each["card"] for each in evening.pending()], evening.offered()) == ([named], [])
    evening.lay(comes, place.centre_mm, place.turn_degrees, instead_of=[named])
    assert evening.offered()[0] == comes
    assert evening.stage.controller.light is Signal.UNSURE


@pytest.mark.parametrize("comes", ["himalayas-12", "andes-5"])
def test_a_card_lying_anyhow_that_cannot_be_read_is_asked_about(tmp_path: Path, comes: str) -> None:
    evening = unknown_deck(tmp_path, "elevation", "hills", 7)
    evening.session.play(evening.session.match.read_event({"do": "day"}), when=0.0)
    evening.lay("alps-5", LEFT)
    evening.act(intents.CorrectCard("alps-5"))
    assert evening.offered() == []
    evening.see(evening.hands.act(LEFT, lambda: None))
    evening.see(pause(READ_FRAMES))
    assert evening.offered() == []
    evening.lay(comes, LEFT, instead_of=["alps-5"])
    assert comes in evening.offered()


def named_in_a_trick(folder: Path) -> Evening:
    """A trick of the practice deck lies there; its second card is called by another name."""
    evening = Evening(folder, "elevation", table := simulated_table("elevation"), practice_eye(table))
    evening.session.play(evening.session.match.read_event({"do": "day"}), when=0.0)
    for card, at_mm in (("alps-5", LEFT), ("alps-9", MIDDLE), ("andes-7", RIGHT)):
        evening.lay(card, at_mm)
    (trick,) = evening.pending()
    mended = trick | {"cards": ["alps-5", "alps-8", "andes-7"]}
    evening.act(intents.ProposeEvent(evening.session.match.read_event(mended)))
    assert evening.pending() == [mended]
    return evening


def test_a_surely_read_card_of_a_trick_is_no_longer_called_as_the_one_before(tmp_path: Path) -> None:
    evening = named_in_a_trick(tmp_path)
    evening.lay("himalayas-4", MIDDLE, instead_of=["alps-9"])
    cards = [lying.card for lying in evening.stage.controller.seen().table.values()]
    assert sorted(cards) == ["alps-5", "andes-7", "himalayas-4"]
    assert not any("alps-8" in each["cards"] for each in evening.pending())


def test_a_lead_on_the_spot_of_a_named_card_is_seen(tmp_path: Path) -> None:
    evening = named_in_a_trick(tmp_path)
    evening.act(intents.Confirm())
    evening.see(pause(READ_FRAMES))
    evening.lay("himalayas-4", MIDDLE, instead_of=["alps-5", "alps-9", "andes-7"])
    cards = [lying.card for lying in evening.stage.controller.seen().table.values()]
    assert cards == ["himalayas-4"]
