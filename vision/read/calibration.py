"""Calibration: assets/models/reader.json comes in, when a reading is sure goes out."""

import json
from dataclasses import dataclass
from pathlib import Path

from assets import asset
from vision.errors import VisionError
from vision.read.sureness import Features, Sureness

CALIBRATION = "models/reader.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """When what the network says is sure, and when a card of a deck is; both were fitted (see reader.md)."""

    number: float  # least confidence of a sure number
    colour: float  # least confidence of a sure colour
    card: float  # least score (log-odds) that this is a whole card face
    enrolled: Sureness


def load_calibration(path: Path | None = None) -> Calibration:
    """Read the calibration beside the network."""
    where = path or asset(CALIBRATION)
    try:
        table = json.loads(where.read_text(encoding="utf-8"))
        sure, enrolled = table["sure"], table["enrolled"]
        weights = Features(**enrolled["weights"])
        bars = (float(enrolled[name]) for name in ("constant", "complete", "incomplete", "plain"))
        number, colour, card = (float(sure[name]) for name in ("number", "colour", "card"))
        return Calibration(number, colour, card, Sureness(weights, *bars))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError(f"the reader's calibration {where} cannot be read: {error}") from error
