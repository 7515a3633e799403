"""The people of a demonstration: what they answer when the companion asks."""

from pathlib import Path
from random import Random

import pytest

from companion.decks import load_deck
from companion.games.table import Lying
from companion.locale import load_locale
from companion.record.session import Session
from companion.simulation.demo.hands import Hands
from companion.simulation.demo.simulated_players import People
from companion.simulation.demo.stage import Stage
from companion.table.practice import simulated_table
from hardware.simulated import SimulatedCamera
from tests.app.clear_eye import make_clear_eye
from vision.watch.table_watcher import TableWatcher


@pytest.fixture
def people(tmp_path: Path) -> People:
    """Two people at a table on which green 5 lies, and red 7 beside it."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    table = simulated_table("ascent", size_px=(320, 180))
    stage = Stage(session, SimulatedCamera(table, lambda: 0.0), TableWatcher(make_clear_eye(table)), tmp_path)
    rng, cards = Random(1), tuple(load_deck("ascent"))
    people = People(Hands(table, rng), session.match, stage, rng, lambda _: None, load_locale("en"), cards)
    people.hands.placed.lay("1.1", Lying("green-5"))
    people.hands.placed.lay("1.2", Lying("red-7"))
    return people


@pytest.mark.parametrize(
    ("asked", "card"), [("1.1", "green-5"), ("1.2", "red-7"), (None, "red-7"), ("1.3", "red-7")]
)
def test_the_card_named_is_the_one_asked_about_not_the_one_just_laid(
    people: People, monkeypatch: pytest.MonkeyPatch, asked: str | None, card: str
) -> None:
    """Red 7 is being played; a question about 1.1 is still one about green 5."""
    monkeypatch.setattr(people.stage, "place_in_question", lambda: asked)
    laid = people.match.read_event({"do": "place", "card": "red-7", "at": "1.2"})
    assert people.card_in_question(laid) == card
