"""Planes on disk: a measured plane comes in, a small JSON file goes out, and back again."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from vision.errors import PlaneError
from vision.types import Plane

KIND = "calibration"
VERSION = 1


def save_plane(path: Path, plane: Plane, source: str = "") -> None:
    """Keep a plane; the file is whole or not there, never half."""
    data = {
        KIND: VERSION,
        "size_px": list(plane.size_px),
        "to_table": list(plane.to_table),
        "bend": plane.bend,
        "error_mm": plane.error_mm,
        "source": source,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".part")
    partial.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    os.replace(partial, path)


def load_plane(path: Path) -> Plane:
    """The plane of a file; PlaneError says what is wrong with it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PlaneError(f"{path}: there is no calibration; companion calibrate makes one") from None
    except (OSError, ValueError) as error:
        raise PlaneError(f"{path}: the calibration cannot be read: {error}") from None
    return _plane_of(data, path)


def _plane_of(data: Any, path: Path) -> Plane:
    if not isinstance(data, dict) or data.get(KIND) != VERSION:
        raise PlaneError(f"{path}: not a calibration of this version; run companion calibrate again")
    try:
        width, height = (int(number) for number in data["size_px"])
        numbers = tuple(float(number) for number in data["to_table"])
        bend, error_mm = float(data["bend"]), float(data["error_mm"])
    except (KeyError, TypeError, ValueError):
        raise PlaneError(f"{path}: the calibration is damaged; run companion calibrate again") from None
    if len(numbers) != 9 or not all(map(math.isfinite, (*numbers, bend, error_mm))) or min(width, height) < 1:
        raise PlaneError(f"{path}: the calibration is damaged; run companion calibrate again")
    return Plane((width, height), numbers, bend, error_mm)
