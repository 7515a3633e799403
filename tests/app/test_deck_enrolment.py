"""Enrolling on the screen: a deck is never written over unread, and a full disk is told."""

import time
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
from companion.config_keys import Config
from companion.decks import load_deck as load_cards
from companion.screens.view import EnrolView
from vision.deck_check import DeckCheck
from vision.decks import Deck, load_deck, save_deck
from vision.enrolment import Refusal, Shot
from vision.read.patch import SIDE_PX
from vision.read.reading import Reading

PATCH = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)


@pytest.fixture
def enrolment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeckEnrolment]:
    """The enrolment over a simulated table, which finds a card in every picture."""
    reading: Any = SimpleNamespace(candidates=(("green-5", 0.9),), corners=None)
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
        assert "The disk is full" in show_a_card(enrolment, "green-5")
    assert show_a_card(enrolment, "green-5") == ""
    assert load_deck(tmp_path / "ascent.deck").cards() == ("green-5",)


def shot(card: str, *looks: str, sure: bool = False) -> Shot:
    """A card of a layer that is read as `card`, and in five looks like this."""
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    names = dict.fromkeys((card, *looks))
    candidates = tuple((name, 0.9 if number == 0 else 0.01) for number, name in enumerate(names))
    reading = Reading(card if sure else None, None, None, candidates, 0, 1.0, corners=corners)
    return Shot(PATCH, reading, looks or (card,) * 5)


def settle(enrolment: DeckEnrolment) -> EnrolView:
    """The view once nothing is looked at any more."""
    for _ in range(500):
        view = enrolment.view()
        if view is not None and not view.busy:
            return view
        time.sleep(0.01)
    raise AssertionError("the enrolment is busy for ever")


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> list[Shot]:
    """Several cards lie there; which is what a test says."""
    shots: list[Shot] = []
    monkeypatch.setattr(deck_enrolment, "shoot", lambda *_, **__: Refusal.SEVERAL)
    monkeypatch.setattr(deck_enrolment, "shoot_layer", lambda *_, **__: tuple(shots))
    monkeypatch.setattr(deck_enrolment, "check_deck", lambda *_: DeckCheck((), (("green-6", "green-9"),), 39))
    return shots


def test_several_cards_are_taken_together_and_doubts_are_asked_for(
    enrolment: DeckEnrolment, layer: list[Shot], tmp_path: Path
) -> None:
    act(enrolment, intents.OpenEnrolment("ascent"))
    assert settle(enrolment).several
    layer += [shot("green-5", sure=True), shot("red-7", *["red-7", "red-1"] * 2), shot("blue-2", sure=True)]
    act(enrolment, intents.TakeLayer())
    view = settle(enrolment)
    assert (view.named, view.doubts, view.card, view.several) == (2, 1, "red-7", False)
    act(enrolment, intents.KeepShot("red-1"))
    view = settle(enrolment)
    assert (view.settled, view.doubts, view.have) == (True, 0, 3)
    assert set(load_deck(tmp_path / "ascent.deck").cards()) == {"green-5", "blue-2", "red-1"}


def test_a_layer_of_which_nothing_can_be_used_changes_nothing(
    enrolment: DeckEnrolment, layer: list[Shot], tmp_path: Path
) -> None:
    act(enrolment, intents.OpenEnrolment("ascent"))
    settle(enrolment)
    act(enrolment, intents.TakeLayer())
    assert settle(enrolment).have == 0


def test_at_the_end_the_cards_that_look_alike_are_wanted_once_more_and_named_by_people(
    enrolment: DeckEnrolment, layer: list[Shot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(enrolment, intents.OpenEnrolment("ascent"))
    settle(enrolment)
    layer += [shot(card, sure=True) for card in load_cards("ascent")]
    act(enrolment, intents.TakeLayer())
    view = settle(enrolment)
    assert (view.missing, view.again, view.settled) == ((), ("green-6", "green-9"), True)
    assert load_deck(tmp_path / "ascent.deck").complete
    enrolment._settled = None
    settle(enrolment)
    layer[:] = [shot(card, sure=True) for card in view.again]
    act(enrolment, intents.TakeLayer())
    assert settle(enrolment).doubts == 2  # one of them may have been named wrongly
    monkeypatch.setattr(deck_enrolment, "check_deck", lambda *_: DeckCheck((), (), 41, mistaken=(7,)))
    for card in ("green-6", "green-9"):
        act(enrolment, intents.KeepShot(card))
    assert settle(enrolment).again == ()
    kept = [each.card for each in load_deck(tmp_path / "ascent.deck").references]
    assert (len(kept), kept.count("green-6")) == (len(layer) + 40, 2)


def test_each_named_card_may_tell_the_suit_of_the_next(
    enrolment: DeckEnrolment, layer: list[Shot], tmp_path: Path
) -> None:
    """With the second card of the last suit, all suits are known: another 9 of it need not be asked for."""
    tones = {
        "alps": (60, 60, 110),
        "andes": (110, 60, 60),
        "himalayas": (60, 110, 60),
        "rockies": (90, 90, 20),
    }
    patches = {suit: np.full((SIDE_PX, SIDE_PX, 3), tone, np.uint8) for suit, tone in tones.items()}
    deck = Deck("elevation", "elevation")
    for card in [f"{suit}-{number}" for suit in tones for number in (7, 8)][:-1]:
        deck = deck.with_reference(card, patches[card.split("-")[0]])
    save_deck(deck, tmp_path / "elevation.deck")
    act(enrolment, intents.OpenEnrolment("elevation"))
    settle(enrolment)
    for number in (8, 9):
        names = tuple((f"{suit}-{number}", 0.25) for suit in tones)
        reading = Reading(None, number, None, names, 0, 1.0, corners=((0, 0), (9, 0), (9, 9), (0, 9)))
        layer.append(Shot(patches["rockies"], reading, (f"alps-{number}",) * 5))
    act(enrolment, intents.TakeLayer())
    assert settle(enrolment).doubts == 2
    act(enrolment, intents.KeepShot("rockies-8"))
    view = settle(enrolment)
    assert (view.doubts, view.settled) == (0, True)
    assert load_deck(tmp_path / "elevation.deck").cards()[-2:] == ("rockies-8", "rockies-9")


def test_a_look_that_fails_is_told_once_and_can_be_taken_again(
    enrolment: DeckEnrolment, layer: list[Shot], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> tuple[Shot, ...]:
        raise MemoryError

    act(enrolment, intents.OpenEnrolment("ascent"))
    settle(enrolment)
    with monkeypatch.context() as patched:
        patched.setattr(deck_enrolment, "shoot_layer", fail)
        act(enrolment, intents.TakeLayer())
        with pytest.raises(MemoryError):
            settle(enrolment)
    assert settle(enrolment).several
    layer.append(shot("green-5", sure=True))
    act(enrolment, intents.TakeLayer())
    assert settle(enrolment).named == 1
