"""Calibration: assets/models/reader.json comes in, when what the network says is sure goes out."""

import json
from dataclasses import dataclass
from pathlib import Path

from assets import asset
from vision.errors import VisionError

CALIBRATION = "models/reader.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """When what the network says is sure; measured on decks that training never saw (see reader.md)."""

    number: float  # least confidence of a sure number
    colour: float  # least confidence of a sure colour
    card: float  # least score (log-odds) that this is a whole card face


def load_calibration(path: Path | None = None) -> Calibration:
    """Read the calibration beside the network."""
    where = path or asset(CALIBRATION)
    try:
        sure = json.loads(where.read_text(encoding="utf-8"))["sure"]
        return Calibration(*(float(sure[name]) for name in ("number", "colour", "card")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError(f"the reader's calibration {where} cannot be read: {error}") from error
