"""Troubles of light and lens: a clean picture and chance come in, a cheap camera's picture goes out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lab.scene.artwork import Rng
from vision.types import Picture

Frame = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Troubles:
    """How bad it is; the defaults are a perfect camera in perfect light.

    Lengths (`blur_px`, `motion_px`) are pixels; `side` 0.4 is light from 0.6 to 1.4 across;
    `warmth` 0.18 is red + 18 % and blue - 18 %, negative is cold; `glare` is the number of spots;
    `sleeve` is how far each card's transparent sleeve stands out, as a share of the card's width.
    """

    gain: float = 1.0
    side: float = 0.0
    warmth: float = 0.0
    tint: float = 0.0
    shadow: float = 0.0
    vignette: float = 0.0
    glare: int = 0
    glare_strength: float = 170.0
    sheen: float = 0.0
    sleeve: float = 0.0
    haze: float = 0.0
    blur_px: float = 0.0
    motion_px: float = 0.0
    noise: float = 0.0
    jpeg: int | None = None


NONE = Troubles()
MILD = Troubles(gain=0.95, side=0.12, warmth=0.05, shadow=0.15, vignette=0.1, blur_px=0.5, noise=3.0, jpeg=85)


def random_troubles(rng: Rng, strength: float = 1.0, size_px: int = 1920) -> Troubles:
    """Some of everything; at strength 1 the worst is about what a cheap webcam in a living room gives."""

    def sometimes(share: float, value: float) -> float:
        return float(value) if rng.random() < share else 0.0

    blur = abs(rng.normal(0, 0.7)) * strength * (size_px / 1920) ** 0.5
    return Troubles(
        gain=float(np.exp(rng.normal(0, 0.18 * strength))),
        side=sometimes(0.5, rng.uniform(0, 0.4 * strength)),
        warmth=float(rng.normal(0, 0.09 * strength)),
        tint=float(rng.normal(0, 0.03 * strength)),
        shadow=sometimes(0.4, rng.uniform(0.1, 0.5 * strength + 0.1)),
        vignette=sometimes(0.4, rng.uniform(0, 0.25 * strength)),
        glare=int(rng.integers(1, 4)) if rng.random() < 0.2 * strength else 0,
        glare_strength=float(rng.uniform(60, 180)),
        sheen=sometimes(0.25, rng.uniform(0, 0.45 * strength)),
        haze=sometimes(0.2, rng.uniform(0, 0.12 * strength)),
        blur_px=float(blur),
        motion_px=sometimes(0.12, rng.uniform(1, 4) * strength * size_px / 1920),
        noise=float(abs(rng.normal(0, 5 * strength))),
        jpeg=int(rng.integers(35, 96)) if rng.random() < 0.5 else None,
    )


def apply_troubles(picture: Picture, troubles: Troubles, rng: Rng) -> Picture:
    """The picture as seen through these troubles; a new picture of the same size."""
    gains = light_map(picture.shape[:2], troubles, rng)
    frame = np.asarray(cv2.multiply(picture, gains, dtype=cv2.CV_32F), np.float32)
    if troubles.glare:
        frame += _glare(picture.shape[:2], troubles, rng)
    if troubles.haze:
        frame = frame * (1 - troubles.haze) + 200 * troubles.haze
    frame = _blur(frame, troubles, rng)
    if troubles.noise:
        _add_noise(frame, troubles.noise, rng)
    seen = np.asarray(cv2.convertScaleAbs(np.maximum(frame, 0, out=frame)), np.uint8)
    return compress(seen, troubles.jpeg) if troubles.jpeg else seen


def light_map(shape: tuple[int, ...], troubles: Troubles, rng: Rng) -> Frame:
    """How much of each channel arrives at each point: gain, side light, warmth, shadows, vignette."""
    height, width = shape[:2]
    columns, rows = 33, max(9, round(33 * height / max(width, 1)))
    x, y = (
        np.linspace(-1, 1, columns, dtype=np.float32)[None, :],
        np.linspace(-1, 1, rows, dtype=np.float32)[:, None],
    )
    angle = rng.uniform(0, 2 * np.pi)
    light = 1 + troubles.side * (np.cos(angle) * x + np.sin(angle) * y)
    light = light * (1 - troubles.vignette * (x**2 + y**2) / 2)
    if troubles.shadow:
        light = light * (1 - troubles.shadow * _shadow(x, y, rng))
    colour = np.array([1 - troubles.warmth, 1 + troubles.tint, 1 + troubles.warmth]) * troubles.gain
    gains = (light[..., None] * colour).astype(np.float32)
    return np.asarray(cv2.resize(gains, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _shadow(x: Frame, y: Frame, rng: Rng) -> Frame:
    """A soft-edged half plane or blob, 0 to 1."""
    angle, reach, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6), rng.uniform(0.03, 0.4)
    if rng.random() < 0.5:
        distance = np.cos(angle) * x + np.sin(angle) * y - reach
    else:
        cx, cy = rng.uniform(-0.8, 0.8, 2)
        distance = np.sqrt((x - cx) ** 2 + (y - cy) ** 2) - rng.uniform(0.2, 0.7)
    return np.asarray(1 / (1 + np.exp(np.clip(distance / soft, -30, 30))), np.float32)


def _glare(shape: tuple[int, ...], troubles: Troubles, rng: Rng) -> Frame:
    """White spots of lamps, worked out at a quarter of the size."""
    height, width = shape[0] // 4 + 1, shape[1] // 4 + 1
    spot = np.zeros((height, width), np.float32)
    for _ in range(troubles.glare):
        centre = (int(rng.uniform(0.05, 0.95) * width), int(rng.uniform(0.05, 0.95) * height))
        axes = (max(1, int(rng.uniform(0.015, 0.05) * width)), max(1, int(rng.uniform(0.015, 0.05) * width)))
        cv2.ellipse(spot, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spot = (
        np.asarray(cv2.GaussianBlur(spot, (0, 0), max(0.5, 0.012 * width)), np.float32)
        * troubles.glare_strength
    )
    large = cv2.resize(spot, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.merge([large, large, large]), np.float32)


def _blur(frame: Frame, troubles: Troubles, rng: Rng) -> Frame:
    if troubles.blur_px > 0.2:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), troubles.blur_px), np.float32)
    if troubles.motion_px > 1:
        length = max(3, round(troubles.motion_px) | 1)
        kernel = np.zeros((length, length), np.float32)
        angle, middle = rng.uniform(0, np.pi), length // 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        start, end = (
            np.round(middle - reach).astype(int).tolist(),
            np.round(middle + reach).astype(int).tolist(),
        )
        cv2.line(kernel, start, end, 1.0)
        frame = np.asarray(cv2.filter2D(frame, -1, kernel / kernel.sum()), np.float32)
    return frame


def _add_noise(frame: Frame, sigma: float, rng: Rng) -> None:
    run = rng.standard_normal(min(frame.size, 700_001), dtype=np.float32) * np.float32(sigma)
    flat = frame.reshape(-1)
    for start in range(0, flat.size, run.size):
        part = flat[start : start + run.size]
        part += run[: part.size]


def compress(picture: Picture, quality: int) -> Picture:
    """As it comes back from a JPEG file."""
    stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
