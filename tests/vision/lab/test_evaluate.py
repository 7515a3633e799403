"""Matching with labels and counting, on label sets small enough to count by hand."""

import json
from pathlib import Path

import pytest

from vision.lab.evaluate import (
    Label,
    LabelsError,
    Tally,
    add_up,
    best_guess,
    count,
    is_failure,
    load_labels,
    match,
)
from vision.observation import CardSeen
from vision.types import Quad, rectangle


def box(x: float, y: float = 0.0, side: float = 100.0) -> Quad:
    return rectangle((x + side / 2, y + side / 2), (side, side), 0.0)


def card(x: float, number: int | None = None, colour: str | None = None, first: str = "") -> CardSeen:
    candidates = ((first, 0.5),) if first else ()
    return CardSeen(box(x), None, number, colour, candidates)


def labels(*rows: tuple[float, int | None, str | None]) -> list[Label]:
    return [Label(box(x), number=number, colour=colour) for x, number, colour in rows]


def tally(known: list[Label], seen: list[CardSeen]) -> Tally:
    return count(known, seen, match(known, seen))


def test_found_missed_and_false() -> None:
    known = labels((0, 1, "red"), (200, 2, "red"), (400, 3, "red"))
    total = tally(known, [card(5), card(210), card(900), card(1200)])
    assert (total.cards, total.found, total.missed, total.false) == (3, 2, 1, 2)


def test_right_wrong_and_unsure_are_counted_among_the_found() -> None:
    known = labels((0, 1, "red"), (200, 2, "blue"), (400, 3, None), (600, None, "green"), (800, 9, "red"))
    seen = [
        card(0, 1, "red"),
        card(200, 7, "red"),
        card(400, None, None, "red-3"),
        card(600, 5, None, "green-5"),
    ]
    total = tally(known, seen)
    numbers = (
        total.numbers,
        total.numbers_found,
        total.number_right,
        total.number_wrong,
        total.number_unsure,
    )
    colours = (
        total.colours,
        total.colours_found,
        total.colour_right,
        total.colour_wrong,
        total.colour_unsure,
    )
    assert numbers == (4, 3, 1, 1, 1)
    assert colours == (4, 3, 1, 1, 1)
    assert (total.number_guessed, total.colour_guessed) == (2, 2)


def test_each_label_and_each_card_count_once() -> None:
    known = labels((0, 1, None), (20, 2, None))
    matches = match(known, [card(18)])
    assert matches.pairs == ((1, 0),)
    assert matches.missed == (0,)
    assert match(known[:1], [card(2), card(4)]).false == (1,)


def test_half_of_the_area_is_needed() -> None:
    assert match(labels((0, None, None)), [card(33)]).pairs
    assert not match(labels((0, None, None)), [card(34)]).pairs


def test_a_plain_box_is_compared_with_the_outlines_box() -> None:
    """A turned card's label without a quad is the box around it."""
    around = 100 * 2**0.5
    label = Label(box(0, 0, around))
    turned = CardSeen(rectangle((around / 2, around / 2), (100, 100), 45.0))
    assert match([label], [turned]).pairs
    assert not match(
        [Label(box(0, 0, around), turned=True)], [CardSeen(rectangle((70, 70), (80, 80), 45.0))]
    ).pairs


def test_a_corner_label_must_lie_inside_the_card() -> None:
    corner = Label(box(10, 10, 20), corner_only=True)
    assert match([corner], [card(0)]).pairs
    assert not match([corner], [card(25)]).pairs


def test_tallies_add_up_by_kind_and_tag(tmp_path: Path) -> None:
    rows = [
        {
            "file": "a.jpg",
            "kind": "uno",
            "tags": ["hand", "dark"],
            "cards": [{"x": 0, "y": 0, "w": 9, "h": 9, "number": 4}],
        },
        {"file": "b.jpg", "kind": "set", "tags": ["dark"], "cards": []},
    ]
    (tmp_path / "labels.json").write_text(json.dumps(rows))
    pictures = load_labels(tmp_path)
    report = add_up((picture, count(picture.cards, [], match(picture.cards, []))) for picture in pictures)
    assert (report.overall.pictures, report.overall.cards, report.overall.missed) == (2, 1, 1)
    assert {name: each.pictures for name, each in report.tags.items()} == {"hand": 1, "dark": 2}
    assert {name: each.numbers for name, each in report.kinds.items()} == {"uno": 1, "set": 0}


def test_labels_are_read_with_quads_put_clockwise(tmp_path: Path) -> None:
    quad = [[0, 0], [0, 10], [10, 10], [10, 0]]
    row = {
        "file": "a",
        "cards": [{"x": 0, "y": 0, "w": 1, "h": 1, "quad": quad, "number": None, "colour": "red"}],
    }
    (tmp_path / "labels.json").write_text(json.dumps([row]))
    (label,) = load_labels(tmp_path)[0].cards
    assert label.turned
    assert label.quad == ((10, 0), (10, 10), (0, 10), (0, 0))
    assert (label.number, label.colour) == (None, "red")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON; write it as companion evaluate --help tells"),
        ("[" * 5000, "not JSON"),
        ("{}", "a list of pictures is expected"),
        ('[{"file": "a"}]', "picture 1 has no cards; write it as companion evaluate --help tells"),
        ('[{"file": "a", "cards": [{"x": 1}]}]', "picture 1 has no y"),
        ('[{"file": "a", "cards": [{"x":0,"y":0,"w":1,"h":1,"quad":[[0,0],[1,1]]}]}]', "picture 1"),
        ("[3]", "picture 1"),
    ],
)
def test_bad_labels(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(LabelsError, match=words):
        load_labels(tmp_path)


def test_labels_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_bytes(b"\xa3")
    with pytest.raises(LabelsError, match="not JSON"):
        load_labels(tmp_path)


def test_no_labels(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match="no such file"):
        load_labels(tmp_path)


@pytest.mark.parametrize(
    ("seen", "guess"),
    [
        (card(0, 7, "red"), (7, "red")),
        (card(0, None, None, "blue-12"), (12, "blue")),
        (card(0, None, "green", "blue-12"), (12, "green")),
        (card(0, None, None, "12"), (12, None)),
        (card(0, None, None, "red"), (None, "red")),
        (card(0), (None, None)),
    ],
    ids=str,
)
def test_best_guess(seen: CardSeen, guess: tuple[int | None, str | None]) -> None:
    assert best_guess(seen) == guess


def test_what_is_a_failure() -> None:
    known = labels((0, 1, "red"))
    for seen, failed in (([card(0, 1, "red")], False), ([card(0)], False), ([card(0, 2)], True), ([], True)):
        assert is_failure(known, seen, match(known, seen)) is failed
    assert is_failure([], [card(0)], match([], [card(0)]))
