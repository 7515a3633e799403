"""The fit of sureness: photographs of enrolled decks come in, when an enrolled card is sure goes out.

python -m vision.lab.training.sureness FOLDER --calibration assets/models/reader.json

FOLDER holds decks as `companion evaluate` takes them. Each card found is weighed with its deck, and again
with its own reference left out: then it is a stranger. Halves of cards, and cards half covered, are none.
Every third picture of a deck is kept from the fit. The report tells each deck's kept pictures, and the deck
as a whole with weights fitted on the other decks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.eye import make_eye
from vision.geometry import as_quad
from vision.lab.evaluate_deck import DeckPicture, deck_folders, enrol_pictures, load_deck_pictures
from vision.lab.training.unjudged import UnjudgedReader
from vision.picture import load_picture
from vision.read.network import Values
from vision.read.sureness import Features, Sureness, load_calibration
from vision.types import Quad

KEPT = 3  # every so many pictures are kept from the fit
STRANGER = 0.2  # what a stranger counts beside a card of the deck
HALVED = 4  # of every so many cards a half is weighed too, and the card with that half covered
COVER = (120, 150, 205)  # what covers it
STEADY = 1.0  # squared weight that counts as much as one card for no weight at all
STEPS = 40
NAMES = [field.name for field in fields(Features)]


@dataclass(frozen=True, slots=True)
class Row:
    """What speaks for the best candidate of a card found, and whether it is the card."""

    deck: str
    kept: bool
    stranger: bool
    right: bool
    features: Features
    half: bool = False  # of a card, or covered by half


def collect(reader: UnjudgedReader, folder: Path) -> Iterator[Row]:
    """Weigh every card that is found on a deck's pictures."""
    deck, _ = enrol_pictures(reader, folder)
    eye, count = make_eye(deck=deck, reader=reader), 0
    for number, labelled in enumerate(load_deck_pictures(folder), 1):
        sys.stderr.write(f"\r{folder.name}: picture {number}")
        picture = load_picture(folder / labelled.file)
        for card in eye.look(picture).cards:
            evidence = reader.weigh_outlines(picture, [card.corners], deck=deck)[0]
            name = evidence.best_name()
            right = _is_there(name, labelled)
            row = Row(folder.name, number % KEPT == 0, False, right, evidence.best_features())
            yield row
            if right:
                other = reader.weigh_outlines(picture, [card.corners], deck=deck, without=[name])[0]
                yield replace(row, stranger=True, right=False, features=other.best_features())
                count += 1
            if right and count % HALVED == 0:
                half = _half(card.corners, count // HALVED)
                covered = cv2.fillConvexPoly(picture.copy(), np.array(half, np.int32), COVER)
                for shown, quad in ((picture, half), (np.asarray(covered, np.uint8), card.corners)):
                    other = reader.weigh_outlines(shown, [quad], deck=deck)[0]
                    yield replace(row, right=False, features=other.best_features(), half=True)
    sys.stderr.write("\n")


def _half(quad: Quad, turn: int) -> Quad:
    """One half of an outline, each time another one."""
    a, b, c, d = np.roll(np.array(quad), turn, axis=0)
    return as_quad([a, (a + b) / 2, (c + d) / 2, d])


def _is_there(name: str, picture: DeckPicture) -> bool:
    return name in picture.cards or name in picture.covered


def fit(rows: Sequence[Row], bars: Sureness) -> Sureness:
    """A logistic regression in which every deck counts the same, and nothing counts against a card."""
    table = np.array([astuple(row.features) for row in rows])
    right = np.array([row.right for row in rows], np.float64)
    sizes = {deck: sum(row.deck == deck for row in rows) for deck in {row.deck for row in rows}}
    share = np.array([(STRANGER if row.stranger else 1.0) / sizes[row.deck] for row in rows])
    share *= len(rows) / share.sum()
    used = list(range(len(NAMES)))
    while True:
        found = _regress(table[:, used], right, share)
        spread = found[:-1] * table[:, used].std(axis=0)
        if spread.min() >= 0:
            break
        used.pop(int(spread.argmin()))
    weights = np.zeros(len(NAMES))
    weights[used] = found[:-1]
    names = {name: round(float(weight), 3) for name, weight in zip(NAMES, weights, strict=True)}
    return replace(bars, weights=Features(**names), constant=round(float(found[-1]), 3))


def _regress(table: Values, right: Values, share: Values) -> Values:
    """Weights and constant, by Newton's steps."""
    middle, spread = table.mean(axis=0), table.std(axis=0) + 1e-6
    known = np.column_stack([(table - middle) / spread, np.ones(len(table))])
    steady = np.diag([STEADY] * table.shape[1] + [1e-6])
    found = np.zeros(known.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(known @ found, -30, 30)))
        slope = known.T @ (share * (chance - right)) + steady @ found
        bend = (known * (share * chance * (1 - chance))[:, None]).T @ known + steady
        found = found - np.linalg.solve(bend, slope)
    weights = found[:-1] / spread
    result: Values = np.append(weights, found[-1] - weights @ middle)
    return result


def tell(rows: Sequence[Row], sureness: Sureness) -> dict[str, Any]:
    """Figures: cards found, first guesses, sure and right, sure and wrong; strangers and halves sure."""
    scores = [(sureness.score(row.features), row) for row in rows]
    sure = [row for score, row in scores if score >= sureness.complete and not row.stranger]
    strict = [row for score, row in scores if score >= sureness.incomplete]
    return {
        "found": sum(not row.stranger and not row.half for row in rows),
        "first": sum(row.right for row in rows),
        "sure": sum(row.right for row in sure),
        "sure_and_wrong": sum(not row.right and not row.half for row in sure),
        "halves": sum(row.half for row in rows),
        "halves_sure": sum(row.half for row in sure),
        "sure_if_incomplete": sum(row.right for row in strict),
        "strangers": sum(row.stranger for row in rows),
        "strangers_sure": sum(row.stranger for row in strict),
    }


def report(rows: Sequence[Row], bars: Sureness) -> tuple[Sureness, dict[str, Any]]:
    """The fit, and its figures on what it did not see."""
    seen = [row for row in rows if not row.kept]
    found, decks = fit(seen, bars), sorted({row.deck for row in rows})
    kept = {deck: tell([row for row in rows if row.kept and row.deck == deck], found) for deck in decks}
    left_out = {}
    for deck in decks:
        others = [row for row in rows if row.deck != deck]
        if others:
            left_out[deck] = tell([row for row in rows if row.deck == deck], fit(others, bars))
    return found, {"kept_pictures": kept, "deck_left_out": left_out}


def main() -> None:
    """Parse the command line, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calibration", type=Path, required=True)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader, bars = UnjudgedReader.load(), load_calibration(arguments.calibration).enrolled
    rows = [row for folder in deck_folders(arguments.folder) for row in collect(reader, folder)]
    found, figures = report(rows, bars)
    table = json.loads(arguments.calibration.read_text(encoding="utf-8"))
    weights = dict(zip(NAMES, astuple(found.weights), strict=True))
    table["enrolled"] |= {"weights": weights, "constant": found.constant} | figures
    arguments.calibration.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(table["enrolled"], indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
