"""Enrolled decks are measured by name: what is right, unsure, wrong, and what was never enrolled."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.read.cards import deck_of, lay, on_a_table
from vision.lab.evaluate import LabelsError
from vision.lab.evaluate_deck import (
    DeckPicture,
    DeckReport,
    count_picture,
    deck_folders,
    enrol_pictures,
    load_deck_pictures,
    measure_deck,
)
from vision.lab.scene import NONE, draw_face
from vision.observation import CardSeen
from vision.read.reader import Reader

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
KNOWN = frozenset({"red-1", "red-2", "red-3"})


def sure(name: str) -> CardSeen:
    return CardSeen(QUAD, name, candidates=((name, 0.99),))


def unsure(name: str) -> CardSeen:
    return CardSeen(QUAD, None, candidates=((name, 0.6),))


@pytest.mark.parametrize(
    ("seen", "right", "first", "wrong"),
    [
        pytest.param([sure("red-1"), sure("red-2")], 2, 2, 0, id="all-right"),
        pytest.param([sure("red-1"), unsure("red-2")], 1, 2, 0, id="one-in-doubt-the-right-one-first"),
        pytest.param([sure("red-1"), unsure("red-3")], 1, 1, 0, id="another-one-first"),
        pytest.param([sure("red-1"), sure("red-1")], 1, 1, 1, id="one-card-twice"),
        pytest.param([sure("red-3")], 0, 0, 0, id="the-half-covered-one"),
        pytest.param([sure("red-3"), sure("red-3")], 0, 0, 1, id="the-half-covered-one-twice"),
    ],
)
def test_cards_are_counted_by_name(seen: list[CardSeen], right: int, first: int, wrong: int) -> None:
    picture = DeckPicture("x.jpg", (), ("red-1", "red-2"), ("red-3",))
    tally = count_picture(picture, seen, KNOWN)
    assert (tally.cards, tally.right, tally.first, tally.wrong) == (2, right, first, wrong)


def test_a_card_never_enrolled_is_a_stranger_that_may_be_taken_for_another() -> None:
    picture = DeckPicture("x.jpg", (), ("red-9", "red-1"), ())
    taken = count_picture(picture, [sure("red-3"), sure("red-1")], KNOWN)
    assert (taken.strangers, taken.strangers_sure, taken.wrong) == (1, 1, 1)
    asked = count_picture(picture, [unsure("red-3"), sure("red-1")], KNOWN)
    assert (asked.strangers, asked.strangers_sure, asked.wrong) == (1, 0, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of five drawn cards, each enrolled from one picture and seen in another."""
    root, style = tmp_path_factory.mktemp("decks") / "drawn", deck_of(22)
    (root / "enrol").mkdir(parents=True)
    (root / "scenes").mkdir()
    pictures = []
    for number in (1, 2, 3, 5, 7):
        face = draw_face(style, number, "blue", 200)
        for kind, seed in (("enrol", 1), ("scenes", 2)):
            picture, _ = lay(face, seed, 160, NONE)
            cv2.imwrite(str(root / kind / f"blue-{number}.png"), on_a_table(picture))
        card = {"card": f"blue-{number}"}
        pictures.append({"file": f"scenes/blue-{number}.png", "tags": ["drawn"], "cards": [card]})
    (root / "labels.json").write_text(json.dumps({"pictures": pictures}), encoding="utf-8")
    return root


def test_a_deck_is_enrolled_read_and_counted(folder: Path) -> None:
    *steps, report = measure_deck(Reader.load(), folder)
    assert isinstance(report, DeckReport)
    assert len(steps) == 5
    assert (report.overall.cards, report.overall.right, report.overall.wrong) == (5, 5, 0)
    assert report.tags == {"drawn": report.overall}


def test_references_left_out_make_strangers_of_an_incomplete_deck(folder: Path) -> None:
    deck, refused = enrol_pictures(Reader.load(), folder, drop=2)
    assert (len(deck.cards()), deck.complete, refused) == (3, False, ())
    report = list(measure_deck(Reader.load(), folder, drop=2))[-1]
    assert isinstance(report, DeckReport)
    assert (report.overall.strangers, report.overall.strangers_sure) == (2, 0)


@pytest.mark.parametrize(("level", "why"), [(90, "nothing"), (0, "bare.jpg: the picture is black")])
def test_a_reference_that_is_refused_leaves_a_deck_incomplete(level: int, why: str, tmp_path: Path) -> None:
    (tmp_path / "enrol").mkdir()
    cv2.imwrite(str(tmp_path / "enrol" / "bare.jpg"), np.full((200, 400, 3), level, np.uint8))
    deck, ((card, reason),) = enrol_pictures(Reader.load(), tmp_path)
    assert (card, reason[: len(why)], deck.complete) == ("bare", why, False)


def test_folders_of_decks_are_found_alone_and_together(folder: Path, tmp_path: Path) -> None:
    assert deck_folders(folder) == deck_folders(folder.parent) == [folder]
    assert deck_folders(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "a list of pictures is expected"),
        ('{"pictures": 5}', "a list of pictures is expected"),
        ('{"pictures": [{"cards": [{}]}]}', "picture 1 has no card;"),
        ('{"pictures": [{"cards": 5}]}', "picture 1 has a label that cannot be read"),
    ],
)
def test_labels_that_cannot_be_used_are_said_to_be(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "labels.json").write_text(text, encoding="utf-8")
    with pytest.raises(LabelsError, match=f"labels.json: {words}"):
        load_deck_pictures(tmp_path)
