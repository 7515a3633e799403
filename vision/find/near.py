"""The finder's short way: a picture and where a card should lie come in, its true outline nearby goes out.

The place is seen straight from above. At every turn that people lay cards with, edges are summed along lines
at every offset; a card of the known size needs its left and right edge its width apart at one turn, and its
top and bottom likewise: the best offsets follow for each turn alone, the best turn last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.find.refine import refine_quads
from vision.find.support import Gradients
from vision.types import Floats, Picture, Quad, project

CARD_PX = 64  # the card's longer side on the small picture that is searched
MARGIN = 0.25  # of the card's longer side, around the place
TURNS = np.radians(np.arange(-10, 10.1, 2.0))
OFFSET_PX = 10  # how far off a card may lie on that picture: 16 %
ALONG = 18  # points looked at on each line, over the middle three quarters of a side
STRONG = 8.0  # grey levels a pixel; gradients above count the same, so artwork cannot outshout the rim
BOLD = 40.0  # ... but of lines drawn alike the bolder is the better
STRETCH = (
    (0.97, 0.3),
    (1.0, 0.0),
    (1.03, 0.2),
)  # cards are not cut exactly; what that costs, as inner frames lure
REFINE_PX = 1.5
FAR_OFF = 0.06  # what an outline at the end of the range loses against one exactly in place
LOSSES = np.array([[loss] for _, loss in STRETCH]) + FAR_OFF * np.abs(np.linspace(-1, 1, 2 * OFFSET_PX + 1))

Floats32 = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Nearby:
    """An outline near a place and how much of each side is drawn: top, right, bottom, left, 0 to 1."""

    corners: Quad
    sides: tuple[float, float, float, float]

    @property
    def score(self) -> float:
        """All sides count, the weakest most."""
        return 0.6 * sum(self.sides) / 4 + 0.4 * min(self.sides)


@dataclass(frozen=True, slots=True)
class Fit:
    """For each turn the best pair of opposite edges: where their middle lies, how far apart, how drawn."""

    middle: Floats32
    apart: Floats32
    first: Floats32
    second: Floats32
    merit: Floats32


def find_near(picture: Picture, corners: npt.ArrayLike, most: int = 2) -> list[Nearby]:
    """Outlines of a card that lies roughly inside these four picture points, best first."""
    outline = np.asarray(corners, np.float64)
    width, height = _card_px(outline)
    size = (round(width + 2 * MARGIN * CARD_PX), round(height + 2 * MARGIN * CARD_PX))
    view = _view(outline, (width, height), size)
    patch = cv2.warpPerspective(picture, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    gradients = Gradients.of(np.asarray(patch, np.uint8))
    sideways = _fit(*_profiles(gradients, (width, height), 0), width)
    lengthways = _fit(*_profiles(gradients, (width, height), 1), height)
    merit = sideways.merit + lengthways.merit
    found = [_nearby(sideways, lengthways, turn, size) for turn in _peaks(merit)[:most]]
    exact = refine_quads(np.array([near.corners for near in found]), gradients, REFINE_PX)
    seen = project(np.asarray(np.linalg.inv(view), np.float64), exact)
    return [Nearby(_as_quad(quad), near.sides) for quad, near in zip(seen, found, strict=True)]


def _card_px(outline: Floats) -> tuple[int, int]:
    """Width and height on the searched picture."""
    side = np.hypot(*np.moveaxis(np.roll(outline, -1, axis=0) - outline, -1, 0))
    width, height = float(side[0] + side[2]), float(side[1] + side[3])
    scale = CARD_PX / max(width, height, 1e-6)
    return max(8, round(width * scale)), max(8, round(height * scale))


def _view(outline: Floats, card: tuple[int, int], size: tuple[int, int]) -> Floats:
    """The homography from the picture to the searched one, where the place lies in the middle."""
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(card) / 2
    target = (half + (np.array(size) - 1) / 2).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), target), np.float64)


def _profiles(gradients: Gradients, card: tuple[int, int], axis: int) -> tuple[Floats32, Floats32]:
    """For each turn and offset from the middle, how much of a line is drawn, and how boldly."""
    points, inside = _lines(card, gradients.x.shape, axis)
    x, y = gradients.x.ravel()[points], gradients.y.ravel()[points]
    cosine, sine = (f(TURNS).astype(np.float32)[:, None] for f in (np.cos, np.sin))
    along, across = np.abs(x * cosine + y * sine), np.abs(y * cosine - x * sine)
    if axis:
        along, across = across, along
    step = along * (along > across) * inside
    drawn, bold = (np.minimum(step, most).sum(axis=0) / (most * ALONG) for most in (STRONG, BOLD))
    return drawn.astype(np.float32), bold.astype(np.float32)


@lru_cache(maxsize=64)
def _lines(card: tuple[int, int], shape: tuple[int, int], axis: int) -> tuple[Indices, Floats32]:
    """Which pixels lie on the line at each turn and offset, and whether they are inside the picture.

    Points along the line x turns x offsets: sums over the first axis are the quickest.
    """
    reach = card[axis] // 2 + OFFSET_PX + 3
    offset = np.arange(-reach, reach + 1)[None, None, :]
    along = np.linspace(-0.375, 0.375, ALONG)[:, None, None] * card[1 - axis]
    u, v = (offset, along) if axis == 0 else (along, offset)
    cosine, sine = np.cos(TURNS)[None, :, None], np.sin(TURNS)[None, :, None]
    column = np.rint(u * cosine - v * sine + (shape[1] - 1) / 2).astype(np.intp)
    row = np.rint(u * sine + v * cosine + (shape[0] - 1) / 2).astype(np.intp)
    inside = (column >= 0) & (column < shape[1]) & (row >= 0) & (row < shape[0])
    place = row.clip(0, shape[0] - 1) * shape[1] + column.clip(0, shape[1] - 1)
    return place, inside.astype(np.float32)


def _fit(profiles: Floats32, bold: Floats32, length: int) -> Fit:
    """The best pair of lines about `length` apart for each turn."""
    thick = cv2.dilate(profiles, np.ones((1, 3), np.uint8))
    pairs = _pairs(length, profiles.shape[1] // 2)
    lines = thick[:, pairs.lines]  # turns x first or second x stretches x offsets
    first, second, boldness = lines[:, 0], lines[:, 1], bold[:, pairs.lines].sum(axis=1) / 2
    merit = (first + second + np.minimum(first, second) + boldness - LOSSES).reshape(len(lines), -1)
    turn, best = np.arange(len(merit)), merit.argmax(axis=1)
    one, other = (side.reshape(merit.shape)[turn, best] for side in (first, second))
    return Fit(pairs.middle[best], pairs.apart[best], one, other, merit[turn, best].astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The pairs of lines that may be a card's two edges, stretch by stretch and offset by offset."""

    lines: Indices  # first or second x stretches x offsets
    middle: Floats32  # of each pair: where its middle lies, and how far it is apart
    apart: Floats32


@lru_cache(maxsize=64)
def _pairs(length: int, middle: int) -> Pairs:
    """All pairs about `length` apart, of lines numbered so that this one lies in the middle."""
    apart = np.array([[round(length * stretch)] for stretch, _ in STRETCH])
    half = np.array([[round(length * stretch / 2)] for stretch, _ in STRETCH])
    first = middle + np.arange(-OFFSET_PX, OFFSET_PX + 1) - half
    shift = first - middle + apart / 2
    far = np.broadcast_to(apart, first.shape)
    return Pairs(
        np.stack([first, first + apart]), shift.ravel().astype(np.float32), far.ravel().astype(np.float32)
    )


def _as_quad(points: Floats) -> Quad:
    return tuple((float(x), float(y)) for x, y in points)


def _peaks(merit: Floats32) -> list[int]:
    """Turns that are better than their neighbours, best first."""
    padded = np.concatenate([[-1], merit, [-1]])
    peaks = np.nonzero((padded[1:-1] >= padded[:-2]) & (padded[1:-1] > padded[2:]))[0]
    return [int(peak) for peak in peaks[np.argsort(-merit[peaks], kind="stable")]]


def _nearby(sideways: Fit, lengthways: Fit, turn: int, size: tuple[int, int]) -> Nearby:
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (sideways.apart[turn], lengthways.apart[turn]) / 2
    own = half + np.array([sideways.middle[turn], lengthways.middle[turn]])
    cosine, sine = np.cos(TURNS[turn]), np.sin(TURNS[turn])
    turned = own @ np.array([[cosine, sine], [-sine, cosine]]) + (np.array(size) - 1) / 2
    drawn = (lengthways.first[turn], sideways.second[turn], lengthways.second[turn], sideways.first[turn])
    top, right, bottom, left = (float(share) for share in drawn)
    return Nearby(_as_quad(turned), (top, right, bottom, left))
