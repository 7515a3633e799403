"""Views of a face: a drawn card comes in, patches as the reader meets them and the true outline go out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from vision.lab.training.artwork import table
from vision.lab.training.palette import any_ink
from vision.read.patch import MARGIN, SIDE_PX, grey_outside, place_in_patch
from vision.types import Picture

Points = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class View:
    """One patch and the true corners in it, as offsets from the nominal ones in shares of the patch."""

    patch: Picture
    offsets: Points  # 4 x 2
    covered: float  # share of the card that something lies on


def look_gently(face: Picture, chance: Random) -> View:
    """See a face in good light, near and straight: the first lessons."""
    height, width = face.shape[:2]
    nominal = place_in_patch(width, height, SIDE_PX, MARGIN)
    true = (nominal + np.array([chance.gauss(0, 1.5), chance.gauss(0, 1.5)])).astype(np.float32)
    seen = cv2.GaussianBlur(_lay_on_table(face, true, SIDE_PX, chance), (0, 0), chance.uniform(0.2, 0.6))
    patch = grey_outside(np.asarray(seen, np.uint8), nominal, MARGIN * SIDE_PX)
    return View(patch, np.asarray((true - nominal) / SIDE_PX, np.float32), 0.0)


def look(
    face: Picture, chance: Random, cover: float | None = None, slip: float = 0.0, grow: float = 1.0
) -> View:
    """See a face once, in some light; `cover` hides a share, `slip` moves it away, `grow` enlarges it."""
    height, width = face.shape[:2]
    card_px = math.exp(chance.uniform(math.log(48), math.log(150)))
    canvas_px = max(40, round(card_px * (1 + 2 * MARGIN)))
    nominal = place_in_patch(width, height, canvas_px, MARGIN)
    true = jitter(nominal, canvas_px, chance, slip, grow)
    picture = _lay_on_table(face, true, canvas_px, chance)
    covered = 0.0
    if cover is not None or chance.random() < 0.12:
        covered = hide(picture, true, chance.uniform(0.02, 0.1) if cover is None else cover, chance)
    patch = photograph(picture, (width, height), chance)
    return View(patch, np.asarray((true - nominal) / canvas_px, np.float32), covered)


def look_between(faces: Sequence[Picture], chance: Random) -> View:
    """See what lies between cards of a row or a grid: an outline around it has edges on every side."""
    height, width = faces[0].shape[:2]
    card_px = math.exp(chance.uniform(math.log(48), math.log(150)))
    canvas_px = max(40, round(card_px * (1 + 2 * MARGIN)))
    nominal = place_in_patch(width, height, canvas_px, MARGIN)
    across, down = nominal[1] - nominal[0], nominal[3] - nominal[0]
    gap = 1 + chance.choice([0.0, 0.03, chance.uniform(0, 0.3)])
    columns = (-gap / 2, gap / 2) if chance.random() < 0.7 else (0.0,)
    rows = (-gap / 2, gap / 2) if len(columns) == 1 or chance.random() < 0.5 else (chance.uniform(-0.2, 0.2),)
    picture = bare_table(canvas_px, chance)
    spots = [(column, row) for column in columns for row in rows]
    for face, (column, row) in zip(faces, spots, strict=False):
        corners = jitter(nominal + column * across + row * down, canvas_px, chance, 0.0)
        picture = _lay_on(picture, face, corners, chance)
    patch = photograph(picture, (width, height), chance)
    return View(patch, np.zeros((4, 2), np.float32), 1.0)


def photograph(picture: Picture, shape: tuple[int, int], chance: Random) -> Picture:
    """A drawn piece of table as the reader gets it, cut for a card of this (width, height)."""
    seen = cv2.resize(
        _develop(light(picture, chance), chance),
        (SIDE_PX, SIDE_PX),
        interpolation=cv2.INTER_AREA if picture.shape[0] > SIDE_PX else cv2.INTER_LINEAR,
    )
    target = place_in_patch(*shape, SIDE_PX, MARGIN)
    return grey_outside(np.asarray(seen, np.uint8), target, MARGIN * SIDE_PX)


def jitter(corners: Points, side: int, chance: Random, slip: float, enlarged: float = 1.0) -> Points:
    """Corners moved as cards are laid: mostly a little, at times a tenth and eight degrees."""
    rough = chance.random() < 0.4
    shift, turn, grow, each = (0.05, 5.0, 0.035, 0.008) if rough else (0.015, 1.5, 0.015, 0.008)
    angle = math.radians(chance.gauss(0, turn))
    scale = (1 + chance.gauss(0, grow)) * enlarged
    linear = scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = corners.mean(axis=0)
    move = np.array([chance.gauss(0, shift), chance.gauss(0, shift)]) * side
    if enlarged > 1:  # some piece of the card, not always its middle
        move += np.array([chance.uniform(-0.5, 0.5) for _ in range(2)]) * side * (enlarged - 1) / 2
    if slip:
        way = chance.uniform(0, 2 * math.pi)
        move += slip * side * np.array([math.cos(way), math.sin(way)])
    loose = np.array([[chance.gauss(0, each), chance.gauss(0, each)] for _ in range(4)]) * side
    return np.asarray((corners - middle) @ linear.T + middle + move + loose, np.float32)


def _lay_on_table(face: Picture, corners: Points, side: int, chance: Random) -> Picture:
    picture = bare_table(side, chance)
    if chance.random() < 0.3:
        neighbours(picture, corners, chance)
    return _lay_on(picture, face, corners, chance)


def _lay_on(picture: Picture, face: Picture, corners: Points, chance: Random) -> Picture:
    side = picture.shape[0]
    height, width = face.shape[:2]
    source = np.array(
        [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32
    )
    if max(width, height) > 1.6 * side:
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), 0.35 * max(width, height) / side), np.uint8)
    turn = cv2.getPerspectiveTransform(source, corners)
    seen = cv2.warpPerspective(
        face, turn, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if chance.random() < 0.5:
        shade(picture, mask, chance)
    inside = mask.astype(np.float32) / 255
    return np.asarray(cv2.blendLinear(seen, picture, inside, 1 - inside), np.uint8)


def bare_table(side: int, chance: Random) -> Picture:
    """A piece of some table."""
    whole = chance.choice(tables())
    left, top = (chance.randrange(whole.shape[0] - side) for _ in range(2))
    return whole[top : top + side, left : left + side].copy()


def shade(picture: Picture, mask: npt.NDArray[np.uint8], chance: Random) -> None:
    """The shadow, or the lit side, that a thick card throws on the table."""
    side = mask.shape[0]
    step = chance.uniform(0.005, 0.04) * side
    move = np.array([[1, 0, chance.uniform(-step, step)], [0, 1, chance.uniform(-step, step)]])
    spread = cv2.GaussianBlur(cv2.warpAffine(mask, move, (side, side)), (0, 0), max(0.3, step / 2))
    factor = 1 - chance.uniform(0.2, 0.7) * spread[..., None].astype(np.float32) / 255
    np.copyto(picture, (picture * factor).astype(np.uint8))


def neighbours(picture: Picture, corners: Points, chance: Random) -> None:
    """Other cards close by, of which only a strip is seen."""
    middle = corners.mean(axis=0)
    for index in range(4):
        if chance.random() < 0.5:
            one, other = corners[index], corners[(index + 1) % 4]
            away = (one + other) / 2 - middle
            gap = chance.uniform(1.0, 1.12)
            strip = np.array(
                [
                    middle + (one - middle) * gap,
                    middle + (other - middle) * gap,
                    other + 2 * away,
                    one + 2 * away,
                ]
            )
            cv2.fillConvexPoly(picture, strip.astype(np.int32), any_ink(chance), cv2.LINE_AA)


def hide(picture: Picture, corners: Points, share: float, chance: Random) -> float:
    """Something over the card: a finger, or another card's edge; gives back the share of the card hidden."""
    side = picture.shape[0]
    card, cover = np.zeros((side, side), np.uint8), np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(card, corners.astype(np.int32), 255)
    middle, reach = corners.mean(axis=0), np.ptp(corners, axis=0).max() / 2
    way = chance.uniform(0, 2 * math.pi)
    across = np.array([math.cos(way), math.sin(way)])
    along = np.array([-across[1], across[0]])
    edge = middle + across * reach * (1 - 2 * share)
    far = edge + across * 3 * reach
    wide = chance.uniform(1.2, 3.0) * reach
    shape = np.array([edge - along * wide, edge + along * wide, far + along * wide, far - along * wide])
    cv2.fillConvexPoly(cover, shape.astype(np.int32), 255, cv2.LINE_AA)
    skin = (chance.uniform(60, 170), chance.uniform(90, 190), chance.uniform(140, 240))
    ink = skin if chance.random() < 0.4 else any_ink(chance)
    filler = (
        bare_table(side, chance) if chance.random() < 0.4 else np.full_like(picture, np.array(ink, np.uint8))
    )
    part = cover[..., None].astype(np.float32) / 255
    np.copyto(picture, (picture * (1 - part) + filler * part).astype(np.uint8))
    return float(((card > 0) & (cover > 127)).sum() / max((card > 0).sum(), 1))


def light(picture: Picture, chance: Random) -> Picture:
    """Brightness, warm or cold light, side light, a shadow's edge, glare and sheen."""
    side = picture.shape[0]
    out = picture.astype(np.float32)
    warmth = chance.gauss(0, 0.09) if chance.random() < 0.7 else chance.uniform(-0.25, 0.25)
    tint = np.array([1 - warmth, 1 + chance.gauss(0, 0.03), 1 + warmth], np.float32)
    gains = tint * math.exp(chance.gauss(-0.12, 0.28))
    out *= gains
    if chance.random() < 0.4:
        across = chance.uniform(0, 2 * math.pi)
        ramp = np.linspace(-1, 1, side, dtype=np.float32)
        field = math.cos(across) * ramp[None, :] + math.sin(across) * ramp[:, None]
        field = np.tanh(field * 8) if chance.random() < 0.25 else field
        out *= 1 + chance.uniform(0.05, 0.3) * field[..., None]
    for _ in range(chance.choices([0, 1, 2], weights=[80, 15, 5])[0]):
        glare(out, chance)
    if chance.random() < 0.1:
        out = out * (1 - 0.12) + 255 * chance.uniform(0.05, 0.2)
    return np.clip(out, 0, 255).astype(np.uint8)


def glare(out: npt.NDArray[np.float32], chance: Random) -> None:
    """A soft bright spot or streak."""
    side = out.shape[0]
    spot = np.zeros((side, side), np.float32)
    centre = (int(chance.uniform(0, side)), int(chance.uniform(0, side)))
    axes = (max(1, int(chance.uniform(0.05, 0.35) * side)), max(1, int(chance.uniform(0.03, 0.15) * side)))
    cv2.ellipse(spot, centre, axes, chance.uniform(0, 180), 0, 360, 1.0, -1)
    soft = np.asarray(cv2.GaussianBlur(spot, (0, 0), chance.uniform(0.02, 0.12) * side), np.float32)
    out += chance.uniform(40, 190) * soft[..., None]


def _develop(picture: Picture, chance: Random) -> Picture:
    out = cv2.GaussianBlur(
        picture, (0, 0), chance.uniform(0.2, 0.95) if chance.random() < 0.8 else chance.uniform(0.9, 1.7)
    )
    if chance.random() < 0.12:
        out = cv2.filter2D(out, -1, motion(chance))
    if chance.random() < 0.6:
        sigma = chance.uniform(1, 7) if chance.random() < 0.75 else chance.uniform(7, 15)
        out = cv2.add(out, noise(out.shape[0], chance) * sigma, dtype=cv2.CV_8U)
    if chance.random() < 0.25:
        out = cv2.addWeighted(out, 1.6, cv2.GaussianBlur(out, (0, 0), 1.0), -0.6, 0)
    if chance.random() < 0.4:
        quality = chance.randint(25, 95)
        stored = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(out, np.uint8)


def noise(side: int, chance: Random) -> npt.NDArray[np.float32]:
    """A cut from one large field of noise: drawing it anew each time would take longer than all the rest."""
    field = _noise_field()
    left, top = (chance.randrange(field.shape[0] - side) for _ in range(2))
    return field[top : top + side, left : left + side]


@lru_cache(maxsize=1)
def _noise_field() -> npt.NDArray[np.float32]:
    return np.random.default_rng(5).standard_normal((600, 600, 3), np.float32)


@lru_cache(maxsize=1)
def tables() -> list[Picture]:
    """Many tables to cut from."""
    chance = Random(7)
    return [table(260, chance) for _ in range(300)]


def motion(chance: Random) -> npt.NDArray[np.float32]:
    """A short straight smear."""
    size = chance.choice([3, 5])
    kernel = np.zeros((size, size), np.float32)
    way, half = chance.uniform(0, math.pi), size // 2
    tip = (round(half + half * math.cos(way)), round(half + half * math.sin(way)))
    cv2.line(kernel, (2 * half - tip[0], 2 * half - tip[1]), tip, 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)
