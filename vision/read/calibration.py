"""Calibration: assets/models/reader.json comes in, when a reading is sure goes out."""

import json
from dataclasses import dataclass
from pathlib import Path

from assets import asset
from vision.errors import VisionError
from vision.read.match import Weights

CALIBRATION = "models/reader.json"
SMALL_PX = 75.0  # longer side of a card on the picture


@dataclass(frozen=True, slots=True)
class Calibration:
    """When a reading is sure; every figure is measured on decks that training never saw (see reader.md)."""

    weights: Weights  # of a match
    number: float  # least confidence of a sure number
    colour: float  # least confidence of a sure colour
    card: float  # least score (log-odds) that this is a whole card face
    margin: float  # least lead of the best enrolled card over the second
    small_margin: float  # the same for cards seen smaller than `SMALL_PX`, whose print blurs
    match: float  # least score of the best enrolled card
    foreign: float  # largest share of an enrolled card that shows something else

    def least_lead(self, card_px: float) -> float:
        """The lead that a card seen this large needs."""
        return self.small_margin if card_px < SMALL_PX else self.margin


def load_calibration(path: Path | None = None) -> Calibration:
    """Read the calibration beside the network."""
    where = path or asset(CALIBRATION)
    try:
        data = json.loads(where.read_text(encoding="utf-8"))
        sure = data["sure"]
        return Calibration(Weights(**data["weights"]), **{name: float(value) for name, value in sure.items()})
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError(f"the reader's calibration {where} cannot be read: {error}") from error
