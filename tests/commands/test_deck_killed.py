"""kill -9 at every call that touches the disk: the deck is the old or the new one, and none is lost."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.table_eyes import DeckLearner
from companion.cli import main
from companion.config import data_folder
from tests.commands.test_deck import PATCH
from tests.storage.faults import Disk, watched_disk
from vision.decks import PREVIOUS, Deck, load_deck, save_deck

GAME = "ascent"
Work = Callable[[], object]


class _Plug(Disk):
    """Is pulled at the n-th call that touches the disk: a file is half written, or nothing was done."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self._at = at

    def call(self, name: str, real: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        self.called.append(name)
        if len(self.called) == self._at:
            if name == "write":
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **more)


def _is_killed(work: Work, at: int) -> bool:
    """Whether the n-th call came, in a process of its own, and killed it."""
    child = os.fork()
    if child == 0:
        try:
            with watched_disk(_Plug(at)):
                work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def _kills(begin: Work, work: Work) -> Iterator[int]:
    """Each call at which the work can be killed, after which its files lie as they then do."""
    at, killed = 0, True
    while killed:
        begin()
        at += 1
        killed = _is_killed(work, at)
        if killed:
            yield at


def _deck(*cards: str) -> Deck:
    deck = Deck(GAME, GAME, complete=False)
    for card in cards:
        deck = deck.with_reference(card, PATCH)
    return deck


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return data_folder() / f"decks/{GAME}.deck"


def _begin(path: Path) -> None:
    """Two cards yesterday, three today, and nothing else in the folder."""
    for each in path.parent.glob("*") if path.parent.exists() else ():
        each.unlink()
    save_deck(_deck("red-7", "bridge"), path.with_name(path.name + PREVIOUS))
    save_deck(_deck("red-7", "bridge", "red-8"), path)


def test_a_card_is_removed_or_still_there(path: Path) -> None:
    found = [
        load_deck(path).cards()
        for _ in _kills(lambda: _begin(path), lambda: main(["deck", "remove", GAME, "bridge"]))
    ]
    assert set(found) == {("red-7", "bridge", "red-8"), ("red-7", "red-8")}
    assert len(found) >= 5


def test_giving_yesterdays_deck_back_loses_neither(path: Path) -> None:
    yesterday, today = ("red-7", "bridge"), ("red-7", "bridge", "red-8")
    found = []
    for at in _kills(lambda: _begin(path), lambda: main(["deck", "restore", GAME])):
        found.append(load_deck(path).cards())
        kept = {load_deck(each).cards() for each in path.parent.glob(f"{GAME}*")}
        assert kept == {yesterday, today}, at
    assert set(found) == {yesterday, today}


def test_what_is_learnt_is_written_or_not(path: Path) -> None:
    def learn() -> None:
        learner = DeckLearner(GAME, ("red-7", "bridge", "red-8", "red-9"), path)
        learner._replace(learner.deck.with_reference("red-9", PATCH, ("monday 1",)))
        learner.save()

    found = [len(load_deck(path).cards()) for _ in _kills(lambda: _begin(path), learn)]
    assert set(found) == {3, 4}
