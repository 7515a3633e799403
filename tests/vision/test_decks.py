"""Deck files: what is enrolled is what is read again, and what is damaged is said to be."""

import io
import json
import os
import struct
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.storage.faults import Disk, every_fault, faulty_disk, open_files
from vision.decks import (
    HEAD,
    LARGEST_FILE,
    MOST_REFERENCES,
    PREVIOUS,
    Deck,
    Reference,
    load_deck,
    open_deck,
    pack,
    restore_deck,
    save_deck,
)
from vision.errors import DeckError
from vision.read.patch import SIDE_PX
from vision.types import Picture


def patch(seed: int) -> Picture:
    tones = np.random.default_rng(seed).integers(0, 255, (4, 4, 3)).astype(np.uint8)
    return np.kron(tones, np.ones((SIDE_PX // 4, SIDE_PX // 4, 1), np.uint8))


def deck() -> Deck:
    return Deck("home", "ascent").with_reference("red-7", patch(1)).with_reference("bridge", patch(2))


def test_a_saved_deck_is_read_again(tmp_path: Path) -> None:
    save_deck(deck().with_reference("red-7", patch(3)), tmp_path / "deep" / "home.deck")
    read = load_deck(tmp_path / "deep" / "home.deck")
    assert (read.name, read.game, read.cards()) == ("home", "ascent", ("red-7", "bridge"))
    assert [reference.card for reference in read.references] == ["red-7", "bridge", "red-7"]
    assert np.abs(read.references[1].patch.astype(int) - patch(2)).mean() < 4


def test_saving_leaves_nothing_else_behind(tmp_path: Path) -> None:
    save_deck(deck(), tmp_path / "home.deck")
    save_deck(deck(), tmp_path / "home.deck")
    assert [file.name for file in tmp_path.iterdir()] == ["home.deck"]


def test_the_same_deck_is_the_same_file() -> None:
    assert pack(deck()) == pack(deck())


def test_a_hundred_cards_are_a_small_file() -> None:
    many = Deck("many", None)
    for index in range(100):
        many = many.with_reference(f"card-{index}", patch(index))
    assert len(pack(many)) < 1_000_000


def test_a_card_enrolled_under_a_wrong_name_can_leave() -> None:
    assert deck().without("red-7").cards() == ("bridge",)


def test_a_reference_has_the_size_of_a_patch() -> None:
    with pytest.raises(DeckError, match="96 pixels"):
        deck().with_reference("red-8", patch(1)[:50])


def test_a_missing_deck_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="companion enrol"):
        load_deck(tmp_path / "none.deck")


def changed(**fields: object) -> bytes:
    """The deck's file with another head."""
    source = zipfile.ZipFile(io.BytesIO(pack(deck())))
    head = json.loads(source.read(HEAD)) | fields
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(HEAD, json.dumps(head))
        archive.writestr("0.jpg", source.read("0.jpg"))
        archive.writestr("1.jpg", b"not a picture")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "not a deck or is damaged", id="empty"),
        pytest.param(b"a letter to Ann", "not a deck or is damaged", id="something else"),
        pytest.param(pack(deck())[:700], "not a deck or is damaged", id="cut off"),
        pytest.param(changed(), "not a deck or is damaged", id="a damaged picture"),
        pytest.param(changed(version=99), "newer companion", id="from the future"),
        pytest.param(changed(version="1"), "not a deck or is damaged", id="no version"),
        pytest.param(changed(cards="red-7"), "not a deck or is damaged", id="no list"),
        pytest.param(changed(cards=["red-7", 3]), "not a deck or is damaged", id="a card without a name"),
        pytest.param(changed(cards=["red-7"] * 3000), "not a deck or is damaged", id="too many"),
        pytest.param(changed(cards=["red-7", "red-8", "red-9"]), "damaged", id="a picture missing"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "bad.deck").write_bytes(data)
    with pytest.raises(DeckError, match=words):
        load_deck(tmp_path / "bad.deck")


def test_every_flipped_byte_gives_a_deck_or_a_clear_error(tmp_path: Path) -> None:
    """Copied from a worn card, a file may differ anywhere: never another exception, never a wrong shape."""
    whole = pack(deck())
    rng = np.random.default_rng(5)
    for position in rng.integers(0, len(whole), 60):
        data = bytearray(whole)
        data[position] ^= int(rng.integers(1, 256))
        (tmp_path / "bad.deck").write_bytes(data)
        try:
            read = load_deck(tmp_path / "bad.deck")
        except DeckError:
            continue
        assert all(reference.patch.shape == (SIDE_PX, SIDE_PX, 3) for reference in read.references)


def test_a_full_deck_takes_no_more_and_can_be_read(tmp_path: Path) -> None:
    full = Deck("home", "ascent", (Reference("red-7", patch(1)),) * MOST_REFERENCES)
    with pytest.raises(DeckError, match="full"):
        full.with_reference("red-8", patch(2))
    save_deck(full, tmp_path / "home.deck")
    assert len(load_deck(tmp_path / "home.deck").references) == MOST_REFERENCES


def test_a_deck_that_could_not_be_read_again_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_deck(deck(), tmp_path / "home.deck")
    monkeypatch.setattr("vision.decks.LARGEST_FILE", 1000)
    with pytest.raises(DeckError, match="full"):
        save_deck(deck(), tmp_path / "home.deck")
    monkeypatch.setattr("vision.decks.LARGEST_FILE", LARGEST_FILE)
    assert load_deck(tmp_path / "home.deck").cards() == ("red-7", "bridge")


def test_a_deck_to_be_added_to_is_kept_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "home.deck"
    assert open_deck(path, "home", "ascent").references == ()
    save_deck(deck(), path)
    save_deck(open_deck(path, "home", "ascent").with_reference("red-8", patch(3)), path)
    assert load_deck(path).cards() == ("red-7", "bridge", "red-8")
    assert load_deck(path.with_name(path.name + PREVIOUS)).cards() == ("red-7", "bridge")


def test_a_deck_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "home.deck"
    path.write_bytes(pack(deck())[:-100])
    with pytest.raises(DeckError):
        open_deck(path, "home", "ascent")
    assert path.read_bytes() == pack(deck())[:-100]
    assert [each.name for each in tmp_path.iterdir()] == ["home.deck"]


def test_a_huge_picture_in_a_deck_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A JPEG of a few kilobytes may stand for gigabytes of pixels."""
    small = cv2.imencode(".jpg", np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8))[1].tobytes()
    at = small.index(b"\xff\xc0") + 5
    huge = small[:at] + struct.pack(">HH", 32_000, 32_000) + small[at + 4 :]
    with zipfile.ZipFile(tmp_path / "bomb.deck", "w") as archive:
        archive.writestr(HEAD, json.dumps({"version": 1, "name": "x", "game": None, "cards": ["a"]}))
        archive.writestr("0.jpg", huge)
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(DeckError, match="damaged"):
        load_deck(tmp_path / "bomb.deck")


def test_no_fault_of_the_disk_costs_a_deck(tmp_path: Path) -> None:
    def add_a_card(folder: Path, disk: Disk) -> None:
        save_deck(
            open_deck(folder / "home.deck", "home", "ascent").with_reference("red-8", patch(3)),
            folder / "home.deck",
        )

    def begin(folder: Path, disk: Disk) -> None:
        save_deck(deck(), folder / "home.deck")
        disk.called.clear()
        add_a_card(folder, disk)

    for fault, folder in every_fault(tmp_path, begin):
        save_deck(deck(), folder / "home.deck")
        before = open_files()
        with faulty_disk(fault) as disk, pytest.raises((OSError, DeckError)):
            add_a_card(folder, disk)
        assert not open_files() - before, fault
        assert load_deck(folder / "home.deck").cards()[:2] == ("red-7", "bridge"), fault
        assert {each.name for each in folder.iterdir()} <= {"home.deck", "home.deck" + PREVIOUS}, fault


def learnt() -> Deck:
    """Shown red-7; bridge seen once, then kept apart; red-8 seen in two games."""
    new = Deck("home", "ascent").with_reference("red-7", patch(1))
    new = new.with_reference("bridge", patch(2), ("monday 3",), apart=True)
    return new.with_reference("red-8", patch(3), ("monday 4", "tuesday 9"))


def test_who_says_what_a_reference_is_comes_back(tmp_path: Path) -> None:
    save_deck(learnt(), tmp_path / "home.deck")
    read = load_deck(tmp_path / "home.deck")
    assert [(each.sightings, each.apart) for each in read.references] == [
        (("shown",), False),
        (("monday 3",), True),
        (("monday 4", "tuesday 9"), False),
    ]
    assert read.cards() == read.used().cards() == ("red-7", "red-8")
    assert read.firm_cards() == {"red-7", "red-8"}


def test_an_event_taken_back_takes_what_only_it_told() -> None:
    assert learnt().without_sighting("monday 3").cards() == ("red-7", "red-8")
    once = learnt().without_sighting("monday 4")
    assert [each.card for each in once.references] == ["red-7", "bridge", "red-8"]
    assert once.firm_cards() == {"red-7"}
    assert "red-8" not in once.without_sighting("tuesday 9").cards()


def test_a_deck_without_anything_apart_stays_the_same_one() -> None:
    whole = deck()
    assert whole.used() is whole


@pytest.mark.parametrize("fields", [{"sightings": "x"}, {"sightings": [[]] * 2}, {"apart": 3}])
def test_a_damaged_list_of_sightings_is_refused(tmp_path: Path, fields: dict[str, object]) -> None:
    (tmp_path / "bad.deck").write_bytes(changed(**fields))
    with pytest.raises(DeckError, match="damaged"):
        load_deck(tmp_path / "bad.deck")


def test_the_deck_of_the_evening_before_is_kept_all_evening_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "home.deck"
    save_deck(deck(), path)
    written = path.stat().st_mtime
    for number, hours in enumerate((24, 25, 26)):
        day = open_deck(path, "home", "ascent", written + hours * 3600)
        save_deck(day.with_reference(f"red-{number}", patch(number)), path)
        os.utime(path, (written + hours * 3600,) * 2)
    assert len(load_deck(path).cards()) == 5
    assert restore_deck(path).cards() == load_deck(path).cards() == ("red-7", "bridge")
    assert len(restore_deck(path).cards()) == 5


def test_without_an_earlier_deck_nothing_is_given_back(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no earlier deck"):
        restore_deck(tmp_path / "home.deck")
