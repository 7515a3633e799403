"""`companion evaluate`: a tiny labelled folder whose figures can be counted by hand."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.simulation.scenes import table_scene
from tests.commands.run import run
from tests.vision.oracle import Oracle
from tests.vision.read.cards import deck_of, lay, on_a_table
from vision.lab.scene import NONE, Camera, Truth, draw_face, render

BOARD = {"1.1": "green-5", "1.4": "blue-7", "2.2": "red-3"}


@pytest.fixture(scope="module")
def shot() -> tuple[np.ndarray, Truth]:
    scene = table_scene("ascent", BOARD, camera=Camera(size_px=(960, 540)))
    return render(scene, np.random.default_rng(3))


@pytest.fixture
def folder(tmp_path: Path, shot: tuple[np.ndarray, Truth], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three cards, two of which the reader knows; one label says another number, one card is nowhere."""
    picture, truth = shot
    monkeypatch.setattr("vision.eye.shipped_reader", lambda: Oracle(truth.cards[:2]))
    cards = [
        {
            "x": 0,
            "y": 0,
            "w": 1,
            "h": 1,
            "quad": [list(point) for point in card.corners],
            "number": number,
            "colour": colour,
        }
        for card, number, colour in zip(truth.cards, (5, 8, 3), ("green", "blue", "red"), strict=True)
    ]
    rows = [{"file": "a.png", "kind": "practice", "tags": ["wood"], "cards": cards}]
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    (tmp_path / "labels.json").write_text(json.dumps(rows))
    return tmp_path


def test_figures(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    ran = run(capsys, "evaluate", folder, "--json")
    assert ran.code == 0
    figures = json.loads(ran.out)
    overall = figures["overall"]
    assert (overall["cards"], overall["found"], overall["missed"], overall["false"]) == (3, 2, 1, 0)
    assert (overall["number_right"], overall["number_wrong"], overall["number_unsure"]) == (1, 1, 0)
    assert (overall["colours"], overall["colour_right"]) == (3, 2)
    assert figures["kinds"] == {"practice": overall}
    assert figures["tags"] == {"wood": overall}


def test_the_table_for_people(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    out = run(capsys, "evaluate", folder).out
    head, overall = out.splitlines()[:2]
    for word in ("found", "missed", "false", "right", "wrong", "unsure", "NUMBERS", "COLOURS"):
        assert word in head
    assert overall.split()[:6] == ["overall", "1", "3", "2", "1", "0"]
    assert "wood" in out
    assert "practice" in out


def test_failures_are_drawn(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    out = folder / "failures"
    run(capsys, "evaluate", folder, "--failures", out)
    assert [file.name for file in out.iterdir()] == ["a.jpg"]
    assert cv2.imread(str(out / "a.jpg")).shape == (540, 960, 3)


def test_a_missing_picture_is_named_and_the_rest_counted(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    labels = json.loads((folder / "labels.json").read_text())
    (folder / "labels.json").write_text(json.dumps([{"file": "gone.png", "cards": []}, *labels]))
    ran = run(capsys, "evaluate", folder, "--json")
    assert ran.code == 2
    assert "gone.png" in ran.err
    assert json.loads(ran.out)["unread"] == ["gone.png"]
    assert json.loads(ran.out)["overall"]["pictures"] == 1


def test_a_folder_without_labels(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "labels.json").unlink()
    ran = run(capsys, "evaluate", folder)
    assert ran.code == 2
    assert ran.err.startswith("companion evaluate: ")
    assert "no such file" in ran.err


@pytest.mark.parametrize("drop", ["1", "0", "-3"])
def test_to_leave_out_every_card_or_none_is_refused(
    capsys: pytest.CaptureFixture[str], folder: Path, drop: str
) -> None:
    ran = run(capsys, "evaluate", folder, "--drop", drop)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"companion evaluate: --drop needs a number of 2 or more, not {drop}\n"


def test_a_folder_for_drawings_is_refused_before_anything_is_read(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    monkeypatch.setattr("companion.commands.evaluate.load_picture", read.append)
    for place in ("/proc/x", folder / "a.png"):
        ran = run(capsys, "evaluate", folder, "--failures", place)
        assert (ran.code, ran.out, read) == (2, "", [])
        assert ran.err.startswith(f"companion evaluate: {place} cannot be written: ")


def test_ctrl_c_ends_the_line_that_tells_how_far_it_is(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.commands.evaluate.PATIENCE_SECONDS", -1.0)
    monkeypatch.setattr("companion.commands.evaluate.load_picture", interrupted)
    ran = run(capsys, "evaluate", folder)
    assert ran.code == 130
    assert ran.err.split("\n")[1:] == ["companion evaluate: stopped", ""]


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """A folder with a deck of one card, enrolled from one picture and read from another."""
    face = draw_face(deck_of(22), 7, "blue", 200)
    for kind, seed in (("enrol", 1), ("scenes", 2)):
        (tmp_path / "drawn" / kind).mkdir(parents=True)
        picture = on_a_table(lay(face, seed, 160, NONE)[0])
        cv2.imwrite(str(tmp_path / "drawn" / kind / "blue-7.png"), picture)
    label(tmp_path, "blue-7")
    return tmp_path


def label(decks: Path, *cards: str) -> None:
    """Say that these cards lie in the deck's one picture."""
    named = [{"card": card} for card in cards]
    labels = {"pictures": [{"file": "scenes/blue-7.png", "tags": [], "cards": named}]}
    (decks / "drawn" / "labels.json").write_text(json.dumps(labels), encoding="utf-8")


def test_an_enrolled_deck_is_measured_by_name(decks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(decks), "--json"]) == 0
    overall = json.loads(capsys.readouterr().out)["drawn"]["overall"]
    assert (overall["cards"], overall["right"], overall["wrong"]) == (1, 1, 0)
    assert main(["evaluate", str(decks / "drawn")]) == 0
    assert "100.0%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("cards", "drawings"),
    [
        pytest.param(["blue-7"], [], id="right"),
        pytest.param(["blue-8"], ["drawn-blue-7.jpg"], id="wrong"),
        pytest.param(["blue-7", "blue-8"], ["drawn-blue-7.jpg"], id="missed"),
    ],
)
def test_failures_of_an_enrolled_deck_are_drawn(decks: Path, cards: list[str], drawings: list[str]) -> None:
    """The folder was named, and stayed empty without a word."""
    label(decks, *cards)
    assert main(["evaluate", str(decks), "--failures", str(decks / "failures")]) == 0
    assert [file.name for file in decks.glob("failures/*")] == drawings
