"""The pen: a picture and what was seen on it come in, a copy with outlines and names goes out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.observation import CardSeen
from vision.types import Picture, Quad

Ink = tuple[int, int, int]  # blue, green, red
SURE: Ink = (90, 220, 60)
UNSURE: Ink = (40, 190, 255)
TRUTH: Ink = (255, 120, 60)
WRONG: Ink = (60, 60, 255)
_LONGEST_SIDE = 2400  # larger pictures are drawn smaller


def draw_cards(picture: Picture, cards: Sequence[CardSeen]) -> Picture:
    """The picture with each card's outline, a bar along its own top edge, and what it was read as."""
    drawn, scale = _shrunk(picture)
    for card in cards:
        ink = SURE if _is_sure(card) else UNSURE
        _draw_quad(drawn, _scaled(card.corners, scale), ink)
        write(drawn, describe(card), _scaled(card.corners, scale), ink)
    return drawn


def draw_outlines(picture: Picture, outlines: Sequence[Quad], ink: Ink, words: Sequence[str] = ()) -> Picture:
    """The picture with plain outlines, for what should have been seen."""
    drawn, scale = _shrunk(picture)
    for index, quad in enumerate(outlines):
        _draw_quad(drawn, _scaled(quad, scale), ink)
        if index < len(words):
            write(drawn, words[index], _scaled(quad, scale), ink)
    return drawn


def describe(card: CardSeen) -> str:
    """What a card was read as, in a few characters; a question mark when not sure."""
    if card.card is not None:
        words = card.card
    elif card.number is not None or card.colour is not None:
        words = "-".join(str(part) for part in (card.colour, card.number) if part is not None)
    elif card.candidates:
        words = card.candidates[0][0] + "?"
    else:
        words = "?"
    return f"{card.place} {words}" if card.place else words


def _draw_quad(picture: Picture, quad: Quad, ink: Ink) -> None:
    points = np.rint(np.array(quad)).astype(np.int32)
    thick = _pen(picture)
    cv2.polylines(picture, [points], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [points], True, ink, thick, cv2.LINE_AA)
    cv2.line(picture, tuple(points[0].tolist()), tuple(points[1].tolist()), ink, thick * 3, cv2.LINE_AA)


def write(picture: Picture, words: str, quad: Quad, ink: Ink) -> None:
    """Words in the middle of an outline, in place, no wider than it."""
    thick = max(1, _pen(picture) // 2)
    width = float(np.ptp(np.array(quad)[:, 0]))
    plain = words.encode("ascii", "replace").decode()
    natural = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 1.0, thick)[0]
    scale = float(np.clip(width / max(natural[0], 1), 0.4, max(0.5, picture.shape[0] / 900)))
    size = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)[0]
    middle = np.mean(quad, axis=0)
    at = (int(middle[0] - size[0] / 2), int(middle[1] + size[1] / 2))
    for colour, weight in (((0, 0, 0), thick + 3), (ink, thick)):
        cv2.putText(picture, plain, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, weight, cv2.LINE_AA)


def _is_sure(card: CardSeen) -> bool:
    return card.card is not None or card.number is not None


def _pen(picture: Picture) -> int:
    height, width = picture.shape[:2]
    return max(1, int(max(height, width)) // 600)


def _shrunk(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, _LONGEST_SIDE / max(picture.shape[:2]))
    if scale == 1.0:
        return picture.copy(), 1.0
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _scaled(quad: Quad, scale: float) -> Quad:
    return tuple((x * scale, y * scale) for x, y in quad)
