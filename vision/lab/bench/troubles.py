"""Our own troubles: a picture or a scene and chance come in, a worse one goes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.lab.scene.flicker import Flicker
from vision.lab.scene.hands import photographed_hand
from vision.lab.scene.render import Scene
from vision.lab.scene.troubles import Troubles, apply_troubles
from vision.types import Picture

Rng = np.random.Generator
Dress = Callable[[Scene, Rng], Scene]
SKIN = (120, 150, 205)
_LAMP = (0.62, 0.9, 1.2)  # blue, green, red of an old bulb where the cards were enrolled by daylight
_LIFTED = 0.07  # of a card's side: so far outside a corner bent upwards seems to lie
_TILT_DEGREES = 20.0


def _as(troubles: Troubles) -> Callable[[Picture, Rng], Picture]:
    return lambda picture, rng: apply_troubles(picture, troubles, rng)


def nudge(picture: Picture, rng: Rng) -> Picture:
    """The camera pushed by up to two hundredths of the picture and turned by up to 1.5 degrees."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-1.5, 1.5)), 1.0)
    turn[:, 2] += rng.uniform(-0.02, 0.02, 2) * width
    moved = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def hand(picture: Picture, rng: Rng) -> Picture:
    """An arm over about six hundredths of the picture."""
    out, (height, width) = picture.copy(), picture.shape[:2]
    middle = (int(rng.uniform(0.3, 0.7) * width), int(rng.uniform(0.6, 0.8) * height))
    axes, turn = (int(width * 0.07), int(height * 0.28)), float(rng.uniform(-35, 35))
    cv2.ellipse(out, middle, axes, turn, 0, 360, SKIN, -1)
    return out


def blur(picture: Picture, rng: Rng) -> Picture:
    """A lens a little out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.4, picture.shape[1] / 1200)), np.uint8)


def bands(picture: Picture, rng: Rng) -> Picture:
    """The bands of a lamp that flickers with the mains, at an exposure that shows them most."""
    hertz, exposure = float(rng.choice((100.0, 120.0))), float(rng.uniform(0.001, 0.006))
    return Flicker(hertz, exposure_seconds=exposure).light(picture, float(rng.uniform()))


def other_lamp(picture: Picture, rng: Rng) -> Picture:
    """A lamp of another colour than at enrolment."""
    return np.asarray((picture * np.array(_LAMP, np.float32)).clip(0, 255), np.uint8)


def arm_shadow(picture: Picture, rng: Rng) -> Picture:
    """The shadow of an arm that is itself not in the picture."""
    height, width = picture.shape[:2]
    dark = np.zeros((height, width), np.float32)
    top = (int(rng.uniform(0.2, 0.8) * width), int(rng.uniform(0.1, 0.5) * height))
    foot = (top[0] + int(rng.uniform(-0.25, 0.25) * width), height)
    cv2.line(dark, top, foot, 0.5, int(0.09 * width))
    light = 1 - cv2.GaussianBlur(dark, (0, 0), 0.008 * width)
    return np.asarray(cv2.multiply(picture, cv2.merge([light] * 3), dtype=cv2.CV_8U), np.uint8)


def under(troubles: Troubles) -> Dress:
    """The scene under these troubles of light, lens and cards."""
    return lambda scene, rng: replace(scene, troubles=troubles)


def _with_hands(scene: Scene, rng: Rng) -> Scene:
    hands = tuple(photographed_hand(rng) for _ in range(int(rng.integers(1, 3))))
    return replace(scene, hands=hands, troubles=Troubles(noise=1.0))


def _with_bent_corners(scene: Scene, rng: Rng) -> Scene:
    bent = tuple(replace(card, lifted=_LIFTED) for card in scene.cards)
    return replace(scene, cards=bent, troubles=Troubles(noise=1.0))


def _tilted(scene: Scene, rng: Rng) -> Scene:
    camera = replace(scene.camera, tilt_degrees=_TILT_DEGREES)
    return replace(scene, camera=camera, troubles=Troubles(noise=1.0))


# Beside those of any file: what is done to the picture, and what must be drawn with the cards.
BESIDE: dict[str, Callable[[Picture, Rng], Picture]] = {
    "bands": bands,
    "another lamp": other_lamp,
    "an arm's shadow": arm_shadow,
    "jpeg 70": _as(Troubles(jpeg=70)),
}
DRESSES: dict[str, Dress] = {
    "sheen": under(Troubles(sheen=0.5, noise=1.0)),
    "sleeves": under(Troubles(sleeve=0.035, sheen=0.3, noise=1.0)),
    "photographed hands": _with_hands,
    "bent corners": _with_bent_corners,
    "tilted by 20°": _tilted,
}
# Where no file defines them.
OWN: dict[str, Callable[[Picture, Rng], Picture]] = {
    "none": lambda picture, rng: picture,
    "dark": _as(Troubles(gain=0.6)),
    "bright": _as(Troubles(gain=1.4)),
    "warm": _as(Troubles(warmth=0.18)),
    "cold": _as(Troubles(warmth=-0.18)),
    "side-light": _as(Troubles(side=0.4)),
    "noise": _as(Troubles(noise=12.0)),
    "jpeg": _as(Troubles(jpeg=30)),
    "blur": blur,
    "glare": _as(Troubles(glare=3)),
    "nudge": nudge,
    "hand": hand,
}
