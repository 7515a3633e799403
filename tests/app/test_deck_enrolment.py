"""Enrolling on the screen: a deck is never written over unread, and a full disk is told."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion import intents
from companion.app import deck_enrolment
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.devices import SimulatedCameras
from companion.app.headless import HeadlessApp
from companion.settings import Config
from vision.decks import Deck, load_deck, save_deck
from vision.enrolment import Shot
from vision.read.patch import SIDE_PX

PATCH = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)


@pytest.fixture
def enrolment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeckEnrolment]:
    """The enrolment over a simulated table, which finds a card in every picture."""
    reading: Any = SimpleNamespace(candidates=(("green-5", 0.9),))
    monkeypatch.setattr(deck_enrolment, "shoot", lambda *_, **__: Shot(PATCH, reading))
    app = HeadlessApp(tmp_path, lambda: 0.0)
    cameras = SimulatedCameras(Config(), Random(1), lambda *_: None)  # type: ignore[arg-type, return-value]
    seconds = count(0, 10)
    reader: Any = None
    made = DeckEnrolment(
        app.game, cameras, app.preferences, tmp_path, lambda: reader, clock=lambda: next(seconds)
    )
    yield made
    app.close()


def act(enrolment: DeckEnrolment, intent: intents.Intent) -> None:
    enrolment.handlers[type(intent)](intent, 0.0)


def show_a_card(enrolment: DeckEnrolment, card: str) -> str:
    """Show it, keep it; the problem that is told."""
    enrolment.view()
    act(enrolment, intents.KeepShot(card))
    view = enrolment.view()
    assert view is not None
    return view.problem


def test_a_card_that_is_shown_is_kept(enrolment: DeckEnrolment, tmp_path: Path) -> None:
    act(enrolment, intents.OpenEnrolment("ascent"))
    assert show_a_card(enrolment, "green-5") == ""
    assert load_deck(tmp_path / "ascent.deck").cards() == ("green-5",)


def test_a_deck_that_cannot_be_read_is_told_and_not_written_over(
    enrolment: DeckEnrolment, tmp_path: Path
) -> None:
    path = tmp_path / "ascent.deck"
    save_deck(Deck("ascent", "ascent").with_reference("green-4", PATCH), path)
    path.write_bytes(damaged := path.read_bytes()[:-30])
    act(enrolment, intents.OpenEnrolment("ascent"))
    assert "damaged" in show_a_card(enrolment, "green-5")
    assert path.read_bytes() == damaged


def test_a_disk_that_refuses_is_told_and_the_card_can_be_kept_later(
    enrolment: DeckEnrolment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(enrolment, intents.OpenEnrolment("ascent"))
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert "No space left" in show_a_card(enrolment, "green-5")
    assert show_a_card(enrolment, "green-5") == ""
    assert load_deck(tmp_path / "ascent.deck").cards() == ("green-5",)
