"""Mishaps of watching: each happens after every event of a short game, and the record is as it was played."""

import pytest

from companion.simulation.demo import mishaps
from companion.simulation.demo.mishaps import Mishap
from tests.simulation.demo.many_demos import play


@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
@pytest.mark.parametrize(
    "mishap",
    [
        mishaps.swapped_card,
        mishaps.slid_under,
        mishaps.hand_on_half_a_card,
        mishaps.lamp_flickers,
        mishaps.camera_covered,
    ],
    ids=lambda mishap: mishap.__name__,
)
def test_it_harms_nothing(monkeypatch: pytest.MonkeyPatch, game: str, mishap: Mishap) -> None:
    monkeypatch.setattr("companion.simulation.demo.mishaps.COVERED_FRAMES", 30)
    monkeypatch.setattr("companion.simulation.demo.play.MISHAPS", (mishap,))
    monkeypatch.setattr("companion.simulation.demo.play.MISHAP_SHARE", 1.0)
    monkeypatch.setattr("companion.simulation.demo.trick_players.HARMLESS", (mishap,))
    monkeypatch.setattr("companion.simulation.demo.trick_players.MISHAP_SHARE", 0.5)
    assert play(game, 3, 4).problems == []


def test_leads_where_the_last_one_lay_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulation.demo.trick_players.SAME_SPOT_SHARE", 1.0)
    monkeypatch.setattr("companion.simulation.demo.play.MISHAP_SHARE", 0.0)
    assert play("elevation", 4, 4).problems == []
