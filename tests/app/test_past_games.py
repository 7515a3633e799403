"""Past games for the screen: ended ones are listed, one is opened, a broken record only says so."""

import json
from pathlib import Path

import pytest

from companion import intents
from companion.app.game_view import view_history
from companion.app.past_games import PastGames, view_best, view_bests
from companion.locale import load_locale
from companion.record.session import Session
from companion.record.summary import GameSummary

EN = load_locale("en")
RECORDS = Path(__file__).resolve().parent.parent / "records"


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
    assert (listed[0].players, listed[0].sign) == (("Ann", "Ben"), "moon")


def test_nobody_is_named_for_what_was_taken_back(tmp_path: Path) -> None:
    session = Session.new({"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 1e9)
    for event in ({"do": "discard"}, {"do": "undo"}):
        session.play(session.match.read_event(event), when=1e9)
    _, undo = view_history(session.match, session.events, EN)
    session.close()
    assert (undo.text, undo.player) == ("The last move is taken back", "")


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


def test_the_best_results_tell_wins_times_and_points(folder: Path) -> None:
    bests = PastGames(folder).bests(EN)
    assert [(each.label, each.value, each.detail) for each in bests] == [
        ("Tranquility: The Ascent", "won 0 of 1", "")
    ]
    lines = (RECORDS / "elevation-three.jsonl").read_bytes()
    (folder / "2026-01-01-200000-elevation.jsonl").write_bytes(lines)
    people = PastGames(folder).bests(EN)[1:]
    assert len(people) >= 2
    points = [int(each.value.split()[0]) for each in people]
    assert points == sorted(points, reverse=True)
    assert "best day" in people[0].detail


def test_where_nothing_lies_at_the_end_the_last_trick_is_shown(tmp_path: Path) -> None:
    lines = (RECORDS / "elevation-three.jsonl").read_bytes()
    (tmp_path / "2026-01-01-200000-elevation.jsonl").write_bytes(lines)
    (game,) = PastGames(tmp_path).games(EN)
    last = [json.loads(line) for line in lines.splitlines() if b'"trick"' in line][-1]
    assert game.table is not None
    assert game.table.trick is not None
    assert [each.card for each in game.table.trick.cards] == last["cards"]


def test_the_fastest_win_is_told() -> None:
    facts = {"modules": [], "variant": "", "ended": None, "winners": [], "events": 9, "illegal": 0}
    games = [
        GameSummary("a", "ascent", ["Ann"], began=1e9, played_seconds=3000.0, outcome="won", **facts),
        GameSummary("b", "ascent", ["Ben"], began=1e9, played_seconds=2280.0, outcome="won", **facts),
        GameSummary("c", "ascent", ["Cem"], began=1e9, played_seconds=60.0, outcome="lost", **facts),
    ]
    best = view_bests(games, EN)[0]
    assert best.value == "won 2 of 3"
    assert "38 min" in best.detail
    assert "Ben" in best.detail


def test_a_listed_game_shows_its_last_table_its_figures_and_the_best(folder: Path) -> None:
    (folder / "2026-01-01-200000-ascent.jsonl").write_bytes((RECORDS / "ascent-won.jsonl").read_bytes())
    games = {each.result: each for each in PastGames(folder).games(EN)}
    won, lost = games["Won"], games["Lost"]
    assert won.table is not None
    assert any(cell.card == "summit" for cell in won.table.cells)
    assert [figure.label for figure in won.figures] == ["Moves", "Illegal moves caught"]  # it has no times
    assert won.figures[0].value == "90"
    assert [figure.label for figure in lost.figures][-1] == "Minutes"


def test_the_best_so_far_says_whether_it_is_this_game() -> None:
    facts = {"modules": [], "variant": "", "ended": None, "winners": [], "events": 9, "illegal": 0}
    slow, fast = (
        GameSummary(name, "ascent", ["Ann"], began=1e9, played_seconds=long, outcome="won", **facts)
        for name, long in (("slow", 3000.0), ("fast", 2280.0))
    )
    assert view_best(fast, [slow, fast], EN).value == view_best(slow, [slow, fast], EN).value == "38 min"
    assert view_best(fast, [slow, fast], EN).detail == "this game · Ann"
    assert "this game" not in view_best(slow, [slow, fast], EN).detail


def test_a_game_that_was_never_won_tells_how_often_it_was_tried(folder: Path) -> None:
    (lost,) = PastGames(folder).games(EN)
    assert lost.best is not None
    assert lost.best.value == "won 0 of 1"
