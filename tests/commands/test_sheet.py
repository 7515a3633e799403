"""`companion sheet` prints how a game is set up."""

from pathlib import Path

import pytest

from companion.games import load_game
from tests.commands.run import run


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
def test_a_sheet_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, language: str
) -> None:
    out = tmp_path / "sheet.pdf"
    ran = run(capsys, "sheet", "--game", game, "--players", "3", "--lang", language, "--out", out)
    assert ran.code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_what_does_not_exist_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "sheet", "--game", "ascent", "--with", "whales", "--out", tmp_path / "sheet.pdf")
    assert ran.code == 2
    assert "green-path" in ran.err


@pytest.mark.parametrize("players", ["-1", "0", "8", "99", "9999999999999"])
@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
def test_a_number_that_cannot_play_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, players: str
) -> None:
    ran = run(capsys, "sheet", "--game", game, "--players", players, "--out", tmp_path / "sheet.pdf")
    assert ran.code == 2
    assert f"this game is for 1 to {load_game(game).most_players} players, not {players}" in ran.err
