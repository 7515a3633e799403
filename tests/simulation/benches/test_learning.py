"""The bench of learning: a run that was stopped goes on with the next evening."""

import argparse
import json
from pathlib import Path

import pytest

from companion.simulation.benches import learning
from companion.simulation.evenings import Evening, Household
from vision.decks import load_deck


def run(folder: Path, evenings: int) -> None:
    parser = argparse.ArgumentParser()
    learning.add_arguments(parser)
    told = ["--game", "ascent", "--cards", "2", "--json", "--keep", str(folder), "--evenings", str(evenings)]
    assert learning.run(parser.parse_args(told)) == 0


def test_a_run_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, 1)
    known = load_deck(tmp_path / "ascent-hills-1-1.deck").cards()
    played: list[tuple[int, tuple[str, ...]]] = []

    def play(household: Household, number: int, cards: int | None) -> Evening:
        played.append((number, household.learner.deck.cards()))
        return Evening(cards=2)

    monkeypatch.setattr(Household, "play", play)
    run(tmp_path, 2)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["evening"] for each in told] == [1, 1, 2]
    assert told[0] == told[1]
    assert played == [(2, known)]
