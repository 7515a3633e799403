"""The measurement of watching: it lays cards, waits for their reading, and gives figures."""

import pytest

from companion.simulation.benches import watch
from tests.app.clear_eye import make_clear_eye
from vision.watch.settings import SETTINGS


@pytest.mark.parametrize("game", list(watch.CARDS))
def test_the_figures_of_a_short_evening(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "practice_eye", make_clear_eye)
    monkeypatch.setattr(watch, "CARD_FRAMES", 10)
    figures = watch.measure(game, 25, 2)
    assert SETTINGS.settle_seconds <= figures["from the hand leaving, seconds at the table"] <= 0.9
    assert figures["memory after 6 frames, MB"] > 1
    assert figures["memory after 25 frames, MB"] > 1
    assert figures["the same with processor time instead of the clock"] <= 1.0
    assert figures.get(watch.MOVED, 2.0) <= 2.0
    assert all(value >= 0 for value in figures.values())
