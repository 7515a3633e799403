"""Calibration: samples of decks that training never saw come in, weights and thresholds go out.

python -m vision.lab.training.calibrate --network reader.onnx --out reader.json --decks 120 --seed 900
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.lab.training.glyphs import load_fonts
from vision.lab.training.samples import DeckSamples, sample_deck
from vision.read.calibration import SMALL_PX, Calibration
from vision.read.judgement import foreign_part, name_card, turn_scores
from vision.read.match import Weights
from vision.read.network import Network, Values
from vision.read.reader import Reader

SIZES = (60, 60, 60, 90, 120)  # small ones are measured by themselves
WRONG = 1 / 3000  # what is aimed at among the sure ones: well under one in a thousand
FIRST = Weights(likeness=10.0, detail=2.5, tone=3.0, number=0.7, colour=0.7)
OPEN = Calibration(
    FIRST, number=0.0, colour=0.0, card=-99.0, margin=0.0, small_margin=0.0, match=-1e9, foreign=1.0
)
GRID = tuple(
    Weights(*values)
    for values in product((6.0, 10.0, 16.0), (1.5, 2.5, 4.0), (1.5, 3.0, 5.0), (0.4, 0.9), (0.3, 0.8))
)
LOST = (0.0005, 0.002, 0.005, 0.01)
LEAST_LEAD = 1.0  # however few were wrong
NAMES_WRONG = WRONG  # the same for numbers and colours of cards never seen


@dataclass(frozen=True, slots=True)
class Scored:
    """Every look under some weights: was the best card right, how far ahead, how good, how card-like."""

    right: npt.NDArray[np.bool_]
    lead: Values
    best: Values
    card: Values
    card_px: npt.NDArray[np.int64]  # 0: must not be read
    foreign: Values

    @property
    def small(self) -> npt.NDArray[np.bool_]:
        """Which were seen small."""
        return (self.card_px > 0) & (self.card_px < SMALL_PX)

    def sure(self, sure: "Sure") -> npt.NDArray[np.bool_]:
        """Which are sure under these thresholds."""
        found: npt.NDArray[np.bool_] = (
            (self.card >= sure.card)
            & (self.best >= sure.match)
            & (self.lead >= np.where(self.small, sure.small_margin, sure.margin))
            & (self.foreign <= sure.foreign)
        )
        return found


@dataclass(frozen=True, slots=True)
class Sure:
    """Thresholds of an enrolled card."""

    card: float
    match: float
    foreign: float
    margin: float = 0.0
    small_margin: float = 0.0


def collect(reader: Reader, split: str, decks: int, seed: int) -> list[DeckSamples]:
    """Look at many decks, and tell how far it is."""
    fonts, found = load_fonts(split), []
    for index in range(decks):
        found.append(sample_deck(reader, fonts, split, SIZES, Random(f"{seed} {index}")))
        sys.stderr.write(f"\r{split}: {index + 1} of {decks} decks looked at")
    sys.stderr.write("\n")
    return found


def score(decks: Sequence[DeckSamples], weights: Weights) -> Scored:
    """All looks under these weights."""
    rows = []
    for deck in decks:
        for sample in deck.samples:
            totals = [turn_scores(glimpse, weights) for glimpse in sample.glimpses]
            first = int(np.argmax([scores.max() for scores in totals]))
            scores = np.max(totals, axis=0)
            second, best = np.sort(scores)[-2:]
            right = sample.index is not None and int(scores.argmax()) == sample.index
            glimpse = sample.glimpses[first]
            foreign = foreign_part(glimpse, int(scores.argmax()))
            rows.append((right, best - second, best, glimpse.card, sample.card_px, foreign))
    table = np.array(rows, np.float64)
    return Scored(
        table[:, 0] > 0, table[:, 1], table[:, 2], table[:, 3], table[:, 4].astype(np.int64), table[:, 5]
    )


def least(values: Values, right: npt.NDArray[np.bool_], wrong_share: float = WRONG) -> float:
    """The lowest threshold above which so few are wrong, counting one more than were seen."""
    order = np.argsort(-values)
    wrong = np.cumsum(~right[order]) + 1
    good = np.flatnonzero(wrong / np.arange(1, len(order) + 1) <= wrong_share)
    return float(values[order[good[-1]]]) if len(good) else float(values.max()) + 1e-6


def fit_match(scored: Scored) -> Sure:
    """Of several ways to give up a few cards, the one that keeps most."""
    good = (scored.card_px > 0) & scored.right
    fits = []
    for lost_card, lost_match, lost_foreign in product(LOST, LOST, LOST):
        open_sure = Sure(
            card=float(np.quantile(scored.card[good], lost_card)),
            match=float(np.quantile(scored.best[good], lost_match)),
            foreign=float(np.quantile(scored.foreign[good], 1 - lost_foreign)),
        )
        passed = scored.sure(open_sure)
        leads = [
            max(LEAST_LEAD, least(scored.lead[some], scored.right[some]))
            for some in (passed & ~scored.small, passed & scored.small)
        ]
        fits.append(replace(open_sure, margin=leads[0], small_margin=max(leads)))
    return max(fits, key=lambda fit: kept(scored, fit))


def kept(scored: Scored, fit: Sure) -> float:
    """How many whole cards are sure."""
    return float(scored.sure(fit)[scored.card_px > 0].mean())


def fit_names(decks: Sequence[DeckSamples], card: float) -> tuple[float, float, dict[str, Any]]:
    """Thresholds of numbers and colours read without a deck, on decks that show them plainly."""
    numbers, colours = [], []
    for sample in (sample for deck in decks if deck.of_scene for sample in deck.samples):
        reading = name_card(sample.glimpses, None, OPEN)
        if max(glimpse.card for glimpse in sample.glimpses) < card:
            continue
        label = None if sample.truth is None else sample.truth.label
        said, chance = reading.numbers[0]
        if said != "none":
            numbers.append((chance, label is not None and said == str(label.number), sample.card_px))
        # A white card with black print may be called either.
        if label is not None and label.colour not in (None, "white") and sample.card_px:
            colours.append((reading.colours[0][1], reading.colours[0][0] == label.colour, sample.card_px))
    number = min(least(*columns(numbers), NAMES_WRONG), 0.9999)
    colour = min(least(*columns(colours), NAMES_WRONG), 0.9999)
    return number, colour, {"numbers": tell(numbers, number), "colours": tell(colours, colour)}


def columns(rows: Sequence[tuple[float, bool, int]]) -> tuple[Values, npt.NDArray[np.bool_]]:
    """Confidences and whether they were right."""
    return np.array([row[0] for row in rows]), np.array([row[1] for row in rows], bool)


def tell(rows: Sequence[tuple[float, bool, int]], threshold: float) -> dict[str, Any]:
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


def tell_match(scored: Scored, fit: Sure) -> dict[str, Any]:
    """Figures of enrolled reading a size, and of what must not be read."""
    sure = scored.sure(fit)
    table = {}
    for px in sorted(set(scored.card_px.tolist())):
        some = scored.card_px == px
        table[str(px) if px else "rejects"] = {
            "n": int(some.sum()),
            "right": round(float(scored.right[some].mean()), 4),
            "sure": round(float(sure[some].mean()), 4),
            "sure_and_wrong": int((sure & ~scored.right)[some].sum()),
        }
    return table


def calibrate(decks: Sequence[DeckSamples]) -> tuple[Calibration, dict[str, Any]]:
    """The best weights and their thresholds, with what was measured."""
    trials = [(weights, score(decks, weights)) for weights in GRID]
    fitted = [(weights, scored, fit_match(scored)) for weights, scored in trials]
    weights, scored, fit = max(fitted, key=lambda trial: kept(trial[1], trial[2]))
    number, colour, figures = fit_names(decks, fit.card)
    figures["enrolled"] = tell_match(scored, fit)
    return Calibration(weights, number=number, colour=colour, **asdict(fit)), figures


def main() -> None:
    """Parse the command line, calibrate, and measure on the fonts kept from both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--decks", type=int, default=120)
    parser.add_argument("--measured", type=int, default=60, help="decks in fonts kept from calibration too")
    parser.add_argument("--seed", type=int, default=900)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(Network(arguments.network), OPEN)
    calibration, figures = calibrate(collect(reader, "calibrate", arguments.decks, arguments.seed))
    held_out = collect(reader, "test", arguments.measured, arguments.seed + 1)
    measured = score(held_out, calibration.weights)
    fit = Sure(
        calibration.card,
        calibration.match,
        calibration.foreign,
        calibration.margin,
        calibration.small_margin,
    )
    sure = {name: round(value, 5) for name, value in asdict(calibration).items() if name != "weights"}
    result = {
        "weights": asdict(calibration.weights),
        "sure": sure,
        "aim": {"enrolled": WRONG, "names": NAMES_WRONG},
        "seed": arguments.seed,
        "calibrated_on": figures,
        "held_out": {"enrolled": tell_match(measured, fit)},
    }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
