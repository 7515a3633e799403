"""Calibration: samples of decks that training never saw come in, when what the network says is sure goes out.

python -m vision.lab.training.calibrate --network reader.onnx --out reader.json --decks 120 --seed 900
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from assets import asset
from vision.lab.training.glyphs import load_fonts
from vision.lab.training.samples import DeckSamples, Sample, sample_deck
from vision.lab.training.unjudged import UnjudgedReader
from vision.read.judgement import name_card
from vision.read.network import Network, Values
from vision.read.sureness import CALIBRATION, load_calibration

SIZES = (60, 60, 60, 90, 120)  # small ones are measured by themselves
WRONG = 1 / 3000  # what is aimed at among the sure ones: well under one in a thousand
LOST = 0.005  # of whole cards that may be taken for none
OPEN = replace(load_calibration(), number=0.0, colour=0.0, card=-99.0)
Rows = Sequence[tuple[float, bool, int]]  # confidence, whether it was right, how many pixels large


def collect(reader: UnjudgedReader, split: str, decks: int, seed: int) -> list[DeckSamples]:
    """Look at many decks, and tell how far it is."""
    fonts, found = load_fonts(split), []
    for index in range(decks):
        found.append(sample_deck(reader, fonts, split, SIZES, Random(f"{seed} {index}")))
        sys.stderr.write(f"\r{split}: {index + 1} of {decks} decks looked at")
    sys.stderr.write("\n")
    return found


def least(values: Values, right: npt.NDArray[np.bool_], wrong_share: float = WRONG) -> float:
    """The lowest threshold above which so few are wrong, counting one more than were seen."""
    order = np.argsort(-values)
    wrong = np.cumsum(~right[order]) + 1
    good = np.flatnonzero(wrong / np.arange(1, len(order) + 1) <= wrong_share)
    return float(values[order[good[-1]]]) if len(good) else float(values.max()) + 1e-6


def _fit_card(decks: Sequence[DeckSamples]) -> float:
    cards = [_card(sample) for deck in decks for sample in deck.samples if sample.card_px]
    return float(np.quantile(cards, LOST))


def _card(sample: Sample) -> float:
    return max(glimpse.card for glimpse in sample.glimpses)


def _fit_names(decks: Sequence[DeckSamples], card: float) -> tuple[float, float, dict[str, Any]]:
    numbers, colours = [], []
    for sample in (sample for deck in decks if deck.of_scene for sample in deck.samples):
        reading = name_card(sample.glimpses, None, OPEN)
        if _card(sample) < card:
            continue
        label = None if sample.truth is None else sample.truth.label
        said, chance = reading.numbers[0]
        if said != "none":
            numbers.append((chance, label is not None and said == str(label.number), sample.card_px))
        # A white card with black print may be called either.
        if label is not None and label.colour not in (None, "white") and sample.card_px:
            colours.append((reading.colours[0][1], reading.colours[0][0] == label.colour, sample.card_px))
    number = min(least(*columns(numbers)), 0.9999)
    colour = min(least(*columns(colours)), 0.9999)
    return number, colour, {"numbers": tell(numbers, number), "colours": tell(colours, colour)}


def columns(rows: Rows) -> tuple[Values, npt.NDArray[np.bool_]]:
    """Confidences and whether they were right."""
    return np.array([row[0] for row in rows]), np.array([row[1] for row in rows], bool)


def tell(rows: Rows, threshold: float) -> dict[str, Any]:
    """Figures a size: right, sure, sure and wrong."""
    table = {}
    for px in sorted({row[2] for row in rows if row[2]}):
        some = [row for row in rows if row[2] == px]
        sure = [row for row in some if row[0] >= threshold]
        table[str(px)] = {
            "n": len(some),
            "right": round(sum(row[1] for row in some) / len(some), 4),
            "sure": round(len(sure) / len(some), 4),
            "sure_and_wrong": sum(not row[1] for row in sure),
        }
    return table


def main() -> None:
    """Parse the command line and calibrate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--decks", type=int, default=120)
    parser.add_argument("--seed", type=int, default=900)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = UnjudgedReader(Network(arguments.network), OPEN)
    decks = collect(reader, "calibrate", arguments.decks, arguments.seed)
    card = _fit_card(decks)
    number, colour, figures = _fit_names(decks, card)
    sure = {"number": round(number, 5), "colour": round(colour, 5), "card": round(card, 5)}
    result = {"sure": sure, "aim": {"names": WRONG}, "seed": arguments.seed, "calibrated_on": figures}
    result["enrolled"] = json.loads(asset(CALIBRATION).read_text(encoding="utf-8"))["enrolled"]
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
