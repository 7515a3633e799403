"""`companion read`: what it prints for good pictures and what it says to bad ones."""

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands.pictures import find_deck
from companion.simulation.scenes import table_scene
from tests.commands.run import Ran, run
from tests.vision.oracle import Oracle
from vision.errors import DeckError
from vision.lab.scene import Camera, Scene, Truth, render
from vision.plane.mat import see_mat
from vision.plane.plane_file import save_plane

BOARD = {"1.1": "green-5", "1.2": "blue-7", "2.1": "red-3"}
FIELDS = {"corners", "card", "number", "colour", "candidates", "place", "turn_degrees"}


def scene() -> Scene:
    return table_scene("ascent", BOARD, camera=Camera(size_px=(960, 540)))


@pytest.fixture(scope="module")
def shot() -> tuple[np.ndarray, Truth]:
    return render(scene(), np.random.default_rng(3))


@pytest.fixture
def table(tmp_path: Path, shot: tuple[np.ndarray, Truth], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture of a table, a reader that knows it, and a home of its own."""
    monkeypatch.setattr("vision.eye.shipped_reader", lambda: Oracle(shot[1].cards))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    cv2.imwrite(str(tmp_path / "table.png"), shot[0])
    return tmp_path / "table.png"


def read(capsys: pytest.CaptureFixture[str], *words: object) -> Ran:
    return run(capsys, "read", *words)


def test_json_has_exactly_the_promised_fields(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table, "--game", "ascent", "--json")
    assert ran.code == 0
    (line,) = ran.out.splitlines()
    seen = json.loads(line)
    assert set(seen) == {"picture", "cards"}
    assert seen["picture"] == str(table)
    assert {card["place"]: card["card"] for card in seen["cards"]} == BOARD
    for card in seen["cards"]:
        assert set(card) == FIELDS
        assert np.array(card["corners"]).shape == (4, 2)
        assert isinstance(card["turn_degrees"], float)
        assert card["candidates"][0] == [card["card"], pytest.approx(1, abs=0.2)]
    five = next(card for card in seen["cards"] if card["place"] == "1.1")
    assert (five["number"], five["colour"]) == (5, "green")


def test_without_a_game_cards_have_no_place(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    cards = json.loads(read(capsys, table, "--json").out)["cards"]
    assert sorted(card["card"] for card in cards) == sorted(BOARD.values())
    assert {card["place"] for card in cards} == {None}


def test_people_get_a_line_a_card(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table, "--game", "ascent")
    assert ran.out.splitlines()[0] == f"{table}: 3 cards"
    assert sum(name in ran.out for name in BOARD.values()) == 3


def test_people_are_told_in_french_too(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    out = read(capsys, table, "--game", "ascent", "--lang", "fr").out
    assert out.startswith(f"{table}\u00a0: 3 cartes")
    assert "tournée de 45°" in out


def test_draw_saves_the_picture_with_outlines(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    out = table.with_name("seen.png")
    assert read(capsys, table, "--draw", out).code == 0
    drawn, plain = cv2.imread(str(out)), cv2.imread(str(table))
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


def test_draw_numbers_the_drawings_of_several_pictures(
    capsys: pytest.CaptureFixture[str], table: Path
) -> None:
    read(capsys, table, table, "--draw", table.with_name("seen.jpg"))
    assert table.with_name("seen-1.jpg").exists()
    assert table.with_name("seen-2.jpg").exists()


@pytest.mark.parametrize("name", ["seen.txt", "no/such/folder/seen.png"])
def test_a_drawing_that_cannot_be_saved_is_said(
    capsys: pytest.CaptureFixture[str], table: Path, name: str
) -> None:
    ran = read(capsys, table, "--draw", table.parent / name)
    assert ran.out  # what was read is told all the same
    assert ran.code == 2
    assert str(table.parent / name) in ran.err


# bad pictures


def huge_png() -> bytes:
    """A PNG that claims a hundred megapixels and holds none."""
    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    packed = struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    end = struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))
    return b"\x89PNG\r\n\x1a\n" + packed + end


def encoded(picture: np.ndarray, suffix: str = ".png") -> bytes:
    return bytes(cv2.imencode(suffix, picture)[1])


BAD = {
    "not a picture": b"hello, this is text",
    "empty": b"",
    "one pixel": encoded(np.full((1, 1, 3), 200, np.uint8)),
    "black": encoded(np.zeros((480, 640, 3), np.uint8)),
    "100 megapixels": huge_png(),
    "truncated": encoded(np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8), ".jpg")[
        :5000
    ],
    "no tags": encoded(np.full((480, 640, 3), 120, np.uint8)),
}
SAID = {
    "not a picture": "not a picture",
    "empty": "empty",
    "one pixel": "too few",
    "black": "black",
    "100 megapixels": "megapixels",
    "truncated": "cut off",
    "no tags": "no corner tag is in sight",
}


@pytest.mark.parametrize("what", BAD)
def test_each_bad_picture_gets_its_sentence_and_the_rest_is_read(
    capsys: pytest.CaptureFixture[str], table: Path, what: str
) -> None:
    bad = table.with_name("bad.jpg")
    bad.write_bytes(BAD[what])
    ran = read(capsys, bad, table, "--game", "ascent", "--json")
    assert ran.code == 2
    (line,) = ran.out.splitlines()
    assert len(json.loads(line)["cards"]) == 3
    (sentence,) = ran.err.splitlines()
    assert sentence.startswith("companion read: bad.jpg: ")
    assert SAID[what] in sentence


def test_each_bad_picture_has_its_own_sentence() -> None:
    assert len(set(SAID.values())) == len(BAD)


def test_a_missing_picture(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table.with_name("none.jpg"), "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "no such file" in ran.err


def test_a_picture_turned_by_its_exif_is_read_upright(
    capsys: pytest.CaptureFixture[str], table: Path, shot: tuple[np.ndarray, Truth]
) -> None:
    """Stored lying on its side with EXIF orientation 6: the corners are those of the upright picture."""
    body = encoded(np.ascontiguousarray(np.rot90(shot[0])), ".jpg")
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    turned = table.with_name("turned.jpg")
    turned.write_bytes(body[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + body[2:])
    upright = json.loads(read(capsys, turned, "--game", "ascent", "--json").out)["cards"]
    assert {card["place"]: card["card"] for card in upright} == BOARD


@pytest.fixture
def bare(table: Path, shot: tuple[np.ndarray, Truth]) -> Path:
    """The same table without its tags."""
    without = replace(scene(), tags=())
    cv2.imwrite(str(table.with_name("bare.png")), render(without, np.random.default_rng(3))[0])
    return table.with_name("bare.png")


def test_a_stored_calibration_stands_in_for_tags(
    capsys: pytest.CaptureFixture[str], bare: Path, shot: tuple[np.ndarray, Truth]
) -> None:
    plane = see_mat(shot[0]).plane
    assert plane is not None
    file = bare.with_name("calibration.json")
    save_plane(file, plane)
    cards = json.loads(read(capsys, bare, "--game", "ascent", "--calibration", file, "--json").out)["cards"]
    assert {card["place"]: card["card"] for card in cards} == BOARD
    usual = bare.parent / "data" / "table-companion" / "calibration.json"
    usual.parent.mkdir(parents=True)
    file.rename(usual)
    assert len(json.loads(read(capsys, bare, "--game", "ascent", "--json").out)["cards"]) == 3


def test_a_calibration_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table, "--game", "ascent", "--calibration", table.with_name("none.json"))
    assert ran.code == 2
    assert "none.json" in ran.err


def test_an_unknown_deck_is_said(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table, "--deck", "mine")
    assert ran.code == 2
    assert "there is no deck" in ran.err


def test_an_unknown_variant_is_said(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    ran = read(capsys, table, "--game", "ascent", "--variant", "pyramid")
    assert ran.code == 2
    assert "ascent has no variant 'pyramid'" in ran.err


def test_the_printed_practice_deck_needs_no_enrolment() -> None:
    deck = find_deck("practice", "ascent")
    assert {"green-5", "bridge", "summit"} <= set(deck.cards())


def test_the_practice_deck_needs_a_game() -> None:
    with pytest.raises(DeckError, match="practice"):
        find_deck("practice", None)
