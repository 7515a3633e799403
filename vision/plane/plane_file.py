"""Planes on disk: a measured plane comes in, a small JSON file goes out, and back again."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from storage import read_file, replace_file
from vision.errors import PlaneError
from vision.types import Plane

_KIND = "calibration"
VERSION = 1
_MOST_BYTES = 100_000
_LARGEST_PX = 100_000


def save_plane(path: Path, plane: Plane, source: str = "") -> None:
    """Keep a plane; the file is whole or not there, never half."""
    data = {
        _KIND: VERSION,
        "size_px": list(plane.size_px),
        "to_table": list(plane.to_table),
        "bend": plane.bend,
        "error_mm": plane.error_mm,
        "source": source,
    }
    replace_file(path, (json.dumps(data, indent=1) + "\n").encode())


def load_plane(path: Path) -> Plane:
    """The plane of a file; PlaneError says what is wrong with it."""
    try:
        data = json.loads(read_file(path, _MOST_BYTES))
    except FileNotFoundError:
        raise PlaneError(f"{path}: there is no calibration; companion calibrate makes one") from None
    except OSError as error:
        raise PlaneError(f"{path}: the calibration cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise PlaneError(_not_ours(path)) from None
    return _plane_of(data, path)


def _not_ours(path: Path) -> str:
    return f"{path}: not a calibration of this version; run companion calibrate again"


def _plane_of(data: Any, path: Path) -> Plane:
    if not isinstance(data, dict) or data.get(_KIND) != VERSION:
        raise PlaneError(_not_ours(path))
    try:
        width, height = (int(number) for number in data["size_px"])
        numbers = tuple(float(number) for number in data["to_table"])
        bend, error_mm = float(data["bend"]), float(data["error_mm"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise PlaneError(f"{path}: the calibration is damaged; run companion calibrate again") from None
    sizes_fit = 0 < width <= _LARGEST_PX and 0 < height <= _LARGEST_PX
    if not sizes_fit or not _is_plane(numbers) or not all(map(math.isfinite, (bend, error_mm))):
        raise PlaneError(f"{path}: the calibration is damaged; run companion calibrate again")
    return Plane((width, height), numbers, bend, error_mm)


def _is_plane(numbers: tuple[float, ...]) -> bool:
    """Whether nine numbers lead from the picture to the table and back."""
    if len(numbers) != 9 or not all(map(math.isfinite, numbers)):
        return False
    try:
        back = np.linalg.inv(np.array(numbers).reshape(3, 3))
    except np.linalg.LinAlgError:
        return False
    return bool(np.isfinite(back).all())
