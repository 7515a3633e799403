"""Whatever game is added: it can be kept, resumed, counted and shown, and its rules have names."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES, load_game
from companion.games.events import Event
from companion.games.values import Outcome
from companion.locale import LANGUAGES, load_locale
from companion.record.figures import compute_figures, make_stats_page, write_stats
from companion.record.history import GameHistory, open_match, read_history
from companion.record.page import make_page
from companion.record.session import Session
from companion.record.summary import GameSummary, make_sheets, say_rule, write_csv
from companion.simulation import dealer
from tests.record.scripted import NOON, QuickDisk


def play_out(game: str, players: list[str]) -> Iterator[Event]:
    """A whole dealt game."""
    header = {"record": 1, "game": game, "players": players}
    return dealer.play_out(open_match(1, header), Random(11))


@pytest.fixture(params=GAMES)
def history(request: pytest.FixtureRequest, tmp_path: Path) -> GameHistory:
    players = ["Ann", "Béa", "Cem"]
    header = {"game": request.param, "players": players}
    with Session.new(header, tmp_path, NOON, QuickDisk()) as session:
        for number, event in enumerate(play_out(request.param, players), start=1):
            assert session.play(event, when=NOON + 15 * number).legal
    with Session.resume(session.path) as again:
        assert again.match.state == session.match.state
        assert again.events == session.events
    return read_history(session.path)


def test_a_whole_game_is_kept_and_shown(history: GameHistory) -> None:
    assert history.fault is None
    assert history.outcome is not Outcome.OPEN
    assert history.played_seconds == 15 * len(history.events)
    assert write_csv(history, load_locale("en")).count("\n") == len(history.events) + 1
    for language in LANGUAGES:
        locale = load_locale(language)
        page = make_page(history, locale)
        assert page.count('<tr class="legal">') == len(history.events)
        assert all(player in page for player in history.match.players)
        assert make_sheets(history, locale)


def test_a_whole_game_is_counted(history: GameHistory) -> None:
    facts = GameSummary.of(history)
    assert GameSummary(**facts.as_dict()) == facts
    figures = compute_figures([facts])
    assert sum(rate.played for rate in figures.by_game) == 1
    for language in LANGUAGES:
        assert make_stats_page(figures, load_locale(language)).count("<svg") >= 3
        assert write_stats(figures, load_locale(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_and_game_has_a_short_name(language: str, game: str) -> None:
    locale = load_locale(language)
    assert locale.has(f"past.short.{game}")
    unnamed = [code for code in load_game(game).codes if say_rule(locale, game, code) == code]
    assert unnamed == []
