"""Enrolling on the screen: a deck is never written over unread, and a full disk is told."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion import intents
from companion.app.camera_setup import Workshop
from hardware.simulated import SimulatedTable
from vision.decks import Deck, load_deck, save_deck
from vision.enrolment import Shot
from vision.plane.plane_file import load_plane
from vision.read.patch import SIDE_PX
from vision.types import Plane

PATCH = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """The enrolment over a simulated table, which finds a card in every picture."""
    table = SimulatedTable("ascent")
    app: Any = SimpleNamespace(
        folders=SimpleNamespace(decks=tmp_path), simulated=True, table_seen=lambda: table, reader=None
    )
    made = Workshop(app)
    reading: Any = SimpleNamespace(candidates=(("green-5", 0.9),))
    made.look = lambda: setattr(made, "_shot", made._shot or Shot(PATCH, reading))  # type: ignore[method-assign]
    return made


def show_a_card(workshop: Workshop, card: str) -> str:
    """Show it, keep it; the problem that is told."""
    workshop.enrol_view()
    workshop.hear(intents.KeepShot(card))
    view = workshop.enrol_view()
    assert view is not None
    return view.problem


def test_a_card_that_is_shown_is_kept(workshop: Workshop, tmp_path: Path) -> None:
    workshop.hear(intents.OpenEnrolment("ascent"))
    assert show_a_card(workshop, "green-5") == ""
    assert load_deck(tmp_path / "ascent.deck").cards() == ("green-5",)


def test_a_deck_that_cannot_be_read_is_told_and_not_written_over(workshop: Workshop, tmp_path: Path) -> None:
    path = tmp_path / "ascent.deck"
    save_deck(Deck("ascent", "ascent").with_reference("green-4", PATCH), path)
    path.write_bytes(damaged := path.read_bytes()[:-30])
    workshop.hear(intents.OpenEnrolment("ascent"))
    assert "damaged" in show_a_card(workshop, "green-5")
    assert path.read_bytes() == damaged


def test_a_disk_that_refuses_is_told_and_the_card_can_be_kept_later(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop.hear(intents.OpenEnrolment("ascent"))
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert "No space left" in show_a_card(workshop, "green-5")
    assert show_a_card(workshop, "green-5") == ""
    assert load_deck(tmp_path / "ascent.deck").cards() == ("green-5",)


def test_a_calibration_that_the_disk_refuses_is_told_and_stays(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plane = Plane((1920, 1080), (0.5, 0.0, -480.0, 0.0, 0.5, -270.0, 0.0, 0.0, 1.0), -0.05, 0.12)
    workshop.app.folders.plane = tmp_path / "calibration.json"  # type: ignore[misc]
    workshop.hear(intents.OpenCamera(True))
    monkeypatch.setattr(workshop, "plane", lambda: plane)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        workshop.hear(intents.UseCamera())
    assert workshop.room == "camera"
    workshop.hear(intents.UseCamera())
    assert workshop.room == ""
    assert load_plane(tmp_path / "calibration.json") == plane
