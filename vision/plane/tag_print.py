"""The four corner tags as things on a table: numbers and places come in, their printed squares go out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.types import Picture, Point

DICTIONARY = cv2.aruco.DICT_4X4_50
CELLS = 6  # four by four bits and the black border
MAT_MM: Point = (900.0, 500.0)  # between the outer edges of the black squares
SIDE_MM = 40.0
PAPER_MM = 56.0


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed tag: its number, where its centre lies, and its sizes."""

    number: int
    centre_mm: Point
    side_mm: float = SIDE_MM
    paper_mm: float = PAPER_MM
    turn_degrees: float = 0.0


def corner_tags(mat_mm: Point = MAT_MM, side_mm: float = SIDE_MM) -> tuple[Tag, ...]:
    """Tags 0 to 3 clockwise from the top left, outer edges on the mat's border; its middle is (0, 0)."""
    x, y = (mat_mm[0] - side_mm) / 2, (mat_mm[1] - side_mm) / 2
    paper = side_mm * PAPER_MM / SIDE_MM
    centres = ((-x, -y), (x, -y), (x, y), (-x, y))
    return tuple(Tag(number, centre, side_mm, paper) for number, centre in enumerate(centres))


def tag_bits(number: int) -> Picture:
    """The tag as 6 x 6 cells of 0 and 255, grey."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS), np.uint8)


@lru_cache(maxsize=16)
def tag_picture(tag: Tag, cell_px: int = 24) -> Picture:
    """The tag on its white paper."""
    margin = (tag.paper_mm - tag.side_mm) / 2 / tag.side_mm * CELLS * cell_px
    side = CELLS * cell_px + round(margin) * 2
    paper = np.full((side, side), 245, np.uint8)
    inner = np.kron(tag_bits(tag.number), np.ones((cell_px, cell_px), np.uint8))
    paper[round(margin) : round(margin) + len(inner), round(margin) : round(margin) + len(inner)] = (
        np.maximum(inner.clip(0, 245), 22)
    )
    return np.asarray(cv2.merge([paper, paper, paper]), np.uint8)
