"""Cards face down among those that lie anyhow: what changed comes in, what shows no face goes out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import as_quad, quad_iou
from vision.observation import CardSeen
from vision.types import Floats, Mask, Plane, Point, Quad
from vision.watch.settings import SETTINGS


class FaceDown:
    """Follows what came to lie, of a card's size, where the eye reads no card."""

    def __init__(self, size_mm: Point) -> None:
        self.quads: tuple[Quad, ...] = ()
        self._size_mm = sorted(size_mm)

    def note(self, changed: Mask, plane: Plane, before: Sequence[CardSeen], now: Sequence[CardSeen]) -> None:
        """A look was read: what changed in the small frame, and the cards that lay and that lie."""
        scale = np.array(plane.size_px) / changed.shape[::-1]
        found = [quad for quad in _outlines(changed, scale) if self._is_card_sized(plane, quad)]
        new = [quad for quad in found if not _is_any(quad, [card.corners for card in (*before, *now)])]
        left = [quad for quad in self.quads if not _is_any(quad, [*found, *(card.corners for card in now)])]
        self.quads = (*left, *(quad for quad in new if not _is_any(quad, self.quads)))

    def forget(self) -> None:
        """The camera looks from elsewhere."""
        self.quads = ()

    def _is_card_sized(self, plane: Plane, quad: Quad) -> bool:
        corners = plane.to_mm(np.array(quad))
        sides = sorted(float(np.linalg.norm(corners[at] - corners[at + 1])) for at in range(2))
        return all(
            abs(side - wanted) < SETTINGS.back_size_off * wanted
            for side, wanted in zip(sides, self._size_mm, strict=True)
        )


def _outlines(changed: Mask, scale: Floats) -> list[Quad]:
    """The rectangles around every part of a change, on the large picture."""
    kernel = np.ones((SETTINGS.back_gaps_px, SETTINGS.back_gaps_px), np.uint8)
    whole = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, kernel), np.uint8)
    whole = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [as_quad(cv2.boxPoints(cv2.minAreaRect(contour)) * scale) for contour in contours]


def _is_any(quad: Quad, others: Sequence[Quad]) -> bool:
    return any(quad_iou(quad, other) > SETTINGS.back_same for other in others)
