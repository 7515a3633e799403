"""A long evening in one process: sixteen games leave no thread, no open file and no memory behind."""

import gc
import re
import threading
import tracemalloc
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion import intents
from companion.app import devices
from companion.app.app import App
from companion.record.session import Session
from companion.table.practice import simulated_table
from tests.app.test_app import HEADER
from tests.app.test_failsafe import app, session_of
from tests.storage.faults import open_files

__all__ = ["app"]  # the fixture
GAMES, WARM = 16, 5


def play_a_game(app: App) -> Session:
    """Begin, look, record, undo, leave."""
    app.loop.dispatch(intents.StartGame(HEADER), 0.0)
    app.main.turn()
    session = session_of(app)
    session.play(session.match.read_event({"do": "place", "card": "green-5", "at": "1.1"}), when=1.0)
    app.main.turn()
    session.undo(when=2.0)
    app.main.turn()
    app.loop.dispatch(intents.LeaveGame(), 1.0)
    app.main.turn()
    return session


def test_sixteen_games_leave_nothing_behind(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "simulated_table", partial(simulated_table, size_px=(480, 270)))
    monkeypatch.setattr(Random, "randrange", lambda self, end: 7)  # the same table top each time
    tracemalloc.start(1)
    try:
        for number in range(GAMES):
            play_a_game(app)
            if number == WARM:
                gc.collect()
                files, threads, memory = (
                    open_files(),
                    threading.active_count(),
                    tracemalloc.get_traced_memory()[0],
                )
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - memory
    finally:
        tracemalloc.stop()
    assert not open_files() - files
    assert threading.active_count() == threads
    assert grown < 1_000_000
    assert len(list(app.folders.games.glob("*.jsonl"))) == GAMES + 1


ROOMS = ("companion", "drawing", "hardware", "storage", "vision")
CACHE = re.compile(r"^@(?:cache|lru_cache\(maxsize=None\))\n(?:@.*\n)*def (\w+)", re.MULTILINE)
FEW = {  # what is kept for good: of a language, a game, a file of its deck, a card, or one drawing
    "load_locale",
    "load_deck",
    "load_deck_file",
    "_written_fields",
    "_plain_rank",
    "_token_picture",
    "_dashes",
    "_hatching",
    "_card_to_come",
    "_flag",
    "_border_ground",
    "facet",
    "wild_ground",
}


def test_every_cache_has_a_bound_or_few_keys() -> None:
    """What a window's size, a picture or a sentence leads to is kept so many times at most."""
    root = Path(__file__).parents[2]
    files = [file for room in ROOMS for file in (root / room).rglob("*.py") if file.name != "samples.py"]
    found = {name for file in files for name in CACHE.findall(file.read_text(encoding="utf-8"))}
    assert found - FEW == set()
    assert found
