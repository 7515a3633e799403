"""Faces for the matcher's tests: cards with artwork that all share, a number and a thin frame."""

import cv2
import numpy as np

from vision.read.patch import SIDE_PX
from vision.types import Picture

EDGE = round(SIDE_PX * 0.08 / 1.16)
BLUE, PURPLE, GREEN = (180, 80, 40), (160, 40, 120), (60, 150, 60)


def face(text: str, frame: tuple[int, int, int] = BLUE, table: int = 60, art: bool = True) -> Picture:
    """The patch of a card lying straight."""
    rng = np.random.default_rng(5)
    patch = np.full((SIDE_PX, SIDE_PX, 3), table, np.uint8)
    grain = (
        rng.integers(120, 250, (82, 82, 3), dtype=np.uint8) if art else np.full((82, 82, 3), 235, np.uint8)
    )
    card = cv2.GaussianBlur(grain, (0, 0), 4)
    cv2.rectangle(card, (0, 0), (81, 81), frame, 14)
    cv2.putText(card, text, (26, 56), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 3, cv2.LINE_AA)
    patch[EDGE : EDGE + 82, EDGE : EDGE + 82] = card
    return patch


def moved(patch: Picture, turn: float, x: float, y: float) -> Picture:
    """The same card lying turned (degrees) and off."""
    move = cv2.getRotationMatrix2D((47.5, 47.5), turn, 1.0)
    move[:, 2] += (x, y)
    return np.asarray(cv2.warpAffine(patch, move, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE))


def lit(patch: Picture, blue: float, green: float, red: float) -> Picture:
    """The same under another light."""
    return np.clip(patch * np.array([blue, green, red]), 0, 255).astype(np.uint8)
