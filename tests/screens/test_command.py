"""`companion screens` saves a picture of every screen, `companion bench screens` measures."""

import json

from companion.cli import main


def test_pictures_are_saved_in_both_sizes(tmp_path, capsys):
    assert main(["screens", "--out", str(tmp_path), "--lang", "fr", "--game", "ascent"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert "welcome-fr-800x480.png" in names
    assert "ascent-play-fr-480x320.png" in names
    assert capsys.readouterr().out.startswith(f"{len(names)} pictures")


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["screens", "--out", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_measurement_prints_json(capsys):
    assert main(["bench", "screens", "--json", "--rounds", "1"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["draw_800x480_median_ms"] > 0
    assert "idle_frame_ms" in figures
