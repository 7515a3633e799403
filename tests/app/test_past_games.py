"""Past games for the screen: ended ones are listed, one is opened, a broken record only says so."""

from pathlib import Path

import pytest

from companion import intents
from companion.app.past_games import PastGames
from companion.locale import load_locale
from companion.record.session import Session

EN = load_locale("en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that was lost, and one that goes on."""
    for number, hand in enumerate((0, 5)):
        session = Session.new(
            {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 1e9 + number * 9e4
        )
        session.play(session.match.read_event({"do": "discard"}), when=1e9 + 60)
        session.play(
            session.match.read_event({"do": "count", "player": "Ben", "hand": hand, "pile": 0}), when=1e9 + 99
        )
        if not hand:
            session.play(session.match.read_event({"do": "stuck"}), when=1e9 + 120)
        session.close()
    return tmp_path


def test_only_games_that_ended_are_listed_with_a_text_for_a_phone(folder: Path) -> None:
    listed = PastGames(folder).games(EN)
    assert [each.game for each in listed] == ["ascent"]
    assert "Ann, Ben" in listed[0].told
    assert listed[0].result in listed[0].told


def test_an_opened_game_shows_its_table_and_its_course(folder: Path) -> None:
    past = PastGames(folder)
    assert past.opened(EN) is None
    past.handlers[intents.OpenPastGame](intents.OpenPastGame(past.games(EN)[0].name), 0.0)
    opened = past.opened(EN)
    assert opened is not None
    assert opened.table is not None
    assert len(opened.history) >= 2
    past.handlers[intents.OpenPastGame](intents.OpenPastGame(), 0.0)
    assert past.opened(EN) is None


def test_a_record_that_is_gone_is_told_in_a_sentence(folder: Path) -> None:
    past = PastGames(folder)
    past.handlers[intents.OpenPastGame](intents.OpenPastGame("nobody"), 0.0)
    opened = past.opened(EN)
    assert opened is not None
    assert opened.problem
