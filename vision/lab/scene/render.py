"""The renderer: a scene and chance come in, the camera's picture and the truth about it go out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_quad, fit_homography
from vision.lab.scene.artwork import Rng, smooth_noise
from vision.lab.scene.camera import Camera
from vision.lab.scene.hands import Hand, draw_hand
from vision.lab.scene.table import lay
from vision.lab.scene.troubles import NONE, Troubles, apply_troubles
from vision.plane.tags import CELLS, Tag, tag_bits
from vision.types import Mask, Picture, Point, Quad, area, project, rectangle

_CORNER_SHARE = 0.05
_SHADOW_DARKNESS = 0.45
_CREASE = 0.35  # of both sides: where a bent corner begins
_RAISED_LIGHT = 1.12  # how much lighter it is
_FILM, _RIM = 0.12, 0.35  # how much lighter a clear sleeve makes the table under it, and its rim
LARGEST = 3  # a card this many times the picture's size is not drawn
OVERHEAD = Camera()


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """One card on the table: its face, where its centre lies, its turn (clockwise) and its size."""

    name: str
    face: Picture
    centre_mm: Point
    size_mm: Point
    turn_degrees: float = 0.0
    corner_share: float = _CORNER_SHARE  # radius of the round corners as a share of the width
    number: int | None = None
    colour: str | None = None
    place: str | None = None
    lifted: float = 0.0  # how far its third corner, bent upwards, seems to lie outside: share of its side

    def corners_mm(self) -> Quad:
        """Its corners on the table, from its own top left, clockwise."""
        return rectangle(self.centre_mm, self.size_mm, self.turn_degrees)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A whole table: what lies on it (later things on top), who reaches in, how it is seen."""

    cards: tuple[LaidCard, ...] = ()
    tags: tuple[Tag, ...] = ()
    hands: tuple[Hand, ...] = ()
    camera: Camera = OVERHEAD
    table: str = "wood"
    table_seed: int = 0
    troubles: Troubles = NONE


@dataclass(frozen=True, slots=True)
class CardTruth:
    """Where a card really is on the picture, and how much of it can be seen (0 to 1)."""

    name: str
    corners: Quad
    visible: float
    number: int | None
    colour: str | None
    place: str | None
    turn_degrees: float


@dataclass(frozen=True, slots=True)
class Truth:
    """All that is true about a rendered picture."""

    cards: tuple[CardTruth, ...] = ()
    tags: dict[int, Quad] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; it may reach beyond the picture: what is cut off changes nothing."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, quad: Quad, margin: int) -> Box:
        """The pixels a quad touches and some more."""
        points = np.array(quad)
        left, top = (np.floor(points.min(axis=0)).astype(int) - margin).tolist()
        right, bottom = (np.ceil(points.max(axis=0)).astype(int) + margin + 1).tolist()
        return cls(left, top, right, bottom)

    def within(self, picture: Picture) -> Box | None:
        """The part inside the picture; nothing when it lies outside or is far larger than the picture."""
        height, width = picture.shape[:2]
        if max(self.right - self.left, self.bottom - self.top) > LARGEST * max(height, width):
            return None
        left, top = max(self.left, 0), max(self.top, 0)
        right, bottom = min(self.right, width), min(self.bottom, height)
        return Box(left, top, right, bottom) if right > left and bottom > top else None

    def slices(self, origin: Box | None = None) -> tuple[slice, slice]:
        """Rows and columns, of the picture or counted from another box's corner."""
        x, y = (origin.left, origin.top) if origin else (0, 0)
        return slice(self.top - y, self.bottom - y), slice(self.left - x, self.right - x)


def render(scene: Scene, rng: Rng) -> tuple[Picture, Truth]:
    """The picture the camera takes, and the truth about it."""
    picture = lay(scene.camera, scene.table, scene.table_seed)
    tags = {tag.number: draw_tag(picture, scene.camera, tag) for tag in scene.tags}
    corners = [as_quad(scene.camera.to_picture(card.corners_mm())) for card in scene.cards]
    for card, quad in zip(scene.cards, corners, strict=True):
        if scene.troubles.sleeve:
            _draw_sleeve(picture, card, scene.camera, scene.troubles.sleeve, rng)
        draw_card(picture, card, quad, scene.troubles.sheen, rng)
    covered = [draw_hand(picture, hand) for hand in scene.hands]
    seen = apply_troubles(picture, scene.troubles, rng) if scene.troubles != NONE else picture
    shares = _visible_shares(scene.camera.size_px, corners, covered)
    cards = tuple(
        CardTruth(card.name, quad, share, card.number, card.colour, card.place, card.turn_degrees)
        for card, quad, share in zip(scene.cards, corners, shares, strict=True)
    )
    return seen, Truth(cards, tags)


def draw_card(picture: Picture, card: LaidCard, quad: Quad, sheen: float, rng: Rng | None = None) -> None:
    """Lay one card into the picture with its shadow; nothing outside the picture is touched."""
    before = picture.copy() if card.lifted else picture
    _shade_under(picture, quad)
    face = card.face if not sheen or rng is None else _with_sheen(card.face, sheen, rng)
    _paste(picture, face, quad, card.corner_share)
    if card.lifted:
        _lift_corner(picture, before, quad, card.lifted)


def _lift_corner(picture: Picture, before: Picture, quad: Quad, lifted: float) -> None:
    """Bend the third corner up: towards the camera, so away from the middle of the picture."""
    corners, size = np.array(quad, np.float32), (picture.shape[1], picture.shape[0])
    creases = corners[2] + (corners[[1, 3]] - corners[2]) * _CREASE
    flat = np.stack([creases[0], corners[2], creases[1]])
    outward = corners[2] - np.array(size, np.float32) / 2
    side = float(np.linalg.norm(corners[1] - corners[0]))
    raised = flat.copy()
    raised[1] += outward / max(float(np.linalg.norm(outward)), 1.0) * lifted * side
    turn = cv2.getAffineTransform(flat, raised)
    bent = cv2.convertScaleAbs(cv2.warpAffine(picture, turn, size), alpha=_RAISED_LIGHT)
    for triangle, shown in ((flat, before), (raised, bent)):
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(triangle * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        cv2.copyTo(np.asarray(shown, np.uint8), mask, picture)


def _draw_sleeve(picture: Picture, card: LaidCard, camera: Camera, share: float, rng: Rng) -> None:
    """The clear film around a card: the table shines through it, a lamp glints on it, its rim is bright."""
    wide = (card.size_mm[0] * (1 + 2 * share), card.size_mm[1] + 2 * share * card.size_mm[0])
    quad = as_quad(camera.to_picture(rectangle(card.centre_mm, wide, card.turn_degrees)))
    _shade_under(picture, quad, _SHADOW_DARKNESS / 2)
    box = Box.around(quad, 1).within(picture)
    if box is None:
        return
    part = picture[box.slices()]
    points = np.round(np.subtract(quad, (box.left, box.top)) * 16).astype(np.int32)
    film, rim = np.zeros(part.shape[:2], np.uint8), np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(film, points, 255, cv2.LINE_AA, 4)
    cv2.polylines(rim, [points], True, 255, 1, cv2.LINE_AA, 4)
    glint = _FILM * (0.6 + 0.8 * smooth_noise((box.right - box.left, box.bottom - box.top), 3, rng))
    light = (glint * (film / 255) + _RIM * (rim / 255))[..., None].astype(np.float32)
    part[:] = (part + (255 - part.astype(np.float32)) * light.clip(0, 1)).astype(np.uint8)


@lru_cache(maxsize=16)
def _tag_picture(tag: Tag, cell_px: int = 24) -> Picture:
    """The tag on its white paper."""
    margin = (tag.paper_mm - tag.side_mm) / 2 / tag.side_mm * CELLS * cell_px
    side = CELLS * cell_px + round(margin) * 2
    paper = np.full((side, side), 245, np.uint8)
    inner = np.kron(tag_bits(tag.number), np.ones((cell_px, cell_px), np.uint8))
    paper[round(margin) : round(margin) + len(inner), round(margin) : round(margin) + len(inner)] = (
        np.maximum(inner.clip(0, 245), 22)
    )
    return np.asarray(cv2.merge([paper, paper, paper]), np.uint8)


def draw_tag(picture: Picture, camera: Camera, tag: Tag) -> Quad:
    """Lay one tag's paper into the picture; the corners of its black square are given back."""
    black = rectangle(tag.centre_mm, (tag.side_mm, tag.side_mm), tag.turn_degrees)
    corners = as_quad(camera.to_picture(black))
    paper = np.array(rectangle(tag.centre_mm, (tag.paper_mm, tag.paper_mm), tag.turn_degrees))
    quad = as_quad(
        project(fit_homography(black, corners), paper)
    )  # the black corners are exact, bent lens or not
    _shade_under(picture, quad, 0.3)
    _paste(picture, _tag_picture(tag), quad, 0.0)
    return corners


def _paste(picture: Picture, face: Picture, quad: Quad, corner_share: float) -> None:
    box = Box.around(quad, 1)
    seen = box.within(picture)
    if seen is None:
        return
    side = max(np.linalg.norm(np.subtract(quad[0], quad[1])), np.linalg.norm(np.subtract(quad[1], quad[2])))
    small = _shrunk(face, float(side))
    height, width = small.shape[:2]
    source = [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
    matrix = fit_homography(source, np.subtract(quad, (box.left, box.top)))
    size = (box.right - box.left, box.bottom - box.top)
    warped = cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = card_mask(matrix, (width, height), corner_share, size)
    part, own = picture[seen.slices()], seen.slices(box)
    alpha = mask[own].astype(np.float32)[..., None] / 255
    part[:] = (part + (warped[own].astype(np.float32) - part) * alpha + 0.5).astype(np.uint8)


def card_mask(
    matrix: npt.NDArray[np.float64], face_px: Point, corner_share: float, size: tuple[int, int]
) -> Mask:
    """The card's outline with round corners, projected and filled four times finer than the pixels."""
    outline = round_outline(face_px[0], face_px[1], corner_share * face_px[0]) - 0.5
    seen = cv2.perspectiveTransform(outline[None].astype(np.float64), matrix)[0]
    fine = np.zeros((size[1] * 3, size[0] * 3), np.uint8)
    points = np.round((np.asarray(seen) * 3 + 1) * 16).astype(np.int32)
    cv2.fillPoly(fine, [points], 255, cv2.LINE_8, 4)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)


def round_outline(width: float, height: float, radius: float) -> npt.NDArray[np.float64]:
    """A rectangle with round corners as a polygon."""
    angles = np.radians(np.arange(0, 91, 18)) if radius > 0 else np.zeros(1)
    arc = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius
    turned = [
        arc @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        for a in np.radians([180, 270, 0, 90])
    ]
    centres = [
        (radius, radius),
        (width - radius, radius),
        (width - radius, height - radius),
        (radius, height - radius),
    ]
    return np.concatenate([part + centre for part, centre in zip(turned, centres, strict=True)])


def _shade_under(picture: Picture, quad: Quad, darkness: float = _SHADOW_DARKNESS) -> None:
    reach = max(1.0, float(np.sqrt(abs(area(quad)))) * 0.02)
    box = Box.around(quad, int(reach * 4) + 2)
    seen = box.within(picture)
    if seen is None:
        return
    shadow = np.zeros((box.bottom - box.top, box.right - box.left), np.uint8)
    points = np.round((np.subtract(quad, (box.left, box.top)) + reach * 0.6) * 16).astype(np.int32)
    cv2.fillConvexPoly(shadow, points, 255, cv2.LINE_AA, 4)
    size = int(reach * 2) * 2 + 1
    soft = np.asarray(cv2.blur(cv2.blur(shadow, (size, size)), (size, size)), np.float32)
    light = 1 - soft[seen.slices(box)] * np.float32(darkness / 255)
    part = picture[seen.slices()]
    part[:] = cv2.multiply(part, cv2.merge([light] * 3), dtype=cv2.CV_8U)


def _visible_shares(size_px: tuple[int, int], quads: list[Quad], covered: list[Mask]) -> list[float]:
    owner = np.zeros((size_px[1], size_px[0]), np.uint16)
    for index, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(np.array(quad) * 16).astype(np.int32), index + 1, cv2.LINE_8, 4)
    for mask in covered:
        owner[mask > 127] = 0
    counts = np.bincount(owner.reshape(-1), minlength=len(quads) + 1)[1:]
    sizes = [max(abs(area(quad)), 1.0) for quad in quads]
    return [float(min(1.0, count / size)) for count, size in zip(counts, sizes, strict=True)]


def _shrunk(face: Picture, side: float) -> Picture:
    """A face not much larger than it will appear, so that warping does not alias."""
    factor = max(face.shape[:2]) / max(side, 1.0)
    if factor < 1.3:
        return face
    size = (max(2, round(face.shape[1] / factor)), max(2, round(face.shape[0] / factor)))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def _with_sheen(face: Picture, sheen: float, rng: Rng) -> Picture:
    """A sleeve's bright streak across the card."""
    height, width = face.shape[:2]
    angle, where, wide = rng.uniform(0, np.pi), rng.uniform(-0.3, 0.3), rng.uniform(0.08, 0.3)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    distance = (np.cos(angle) * x + np.sin(angle) * y - where) / wide
    streak = (np.float32(sheen) * np.exp(-(distance**2)))[..., None]
    return np.asarray(face + (255 - face.astype(np.float32)) * streak, np.uint8)
