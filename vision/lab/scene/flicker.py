"""Lamps that flicker with the mains, and the bands that a rolling shutter makes of them."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Floats, Picture

_FINE = 127  # steps of a band's light: half a grey level at most


@dataclass(frozen=True, slots=True)
class Flicker:
    """A lamp of the mains' double frequency before a camera that reads its rows one after the other.

    `depth` is by how much of its mean the lamp's light rises and falls. An exposure of a whole number of
    periods shows no bands.
    """

    hertz: float = 100.0
    depth: float = 0.3
    exposure_seconds: float = 0.004
    readout_seconds: float = 0.03

    def bands(self, rows: int, seconds: float) -> Floats:
        """How much brighter or darker than usual each row is in a frame that begins at this time."""
        begins = seconds + np.linspace(0, self.readout_seconds, rows)
        middle = begins + self.exposure_seconds / 2
        share = self.depth * np.sinc(self.hertz * self.exposure_seconds)
        bands: Floats = 1 + share * np.cos(2 * np.pi * self.hertz * middle)
        return bands

    def light(self, picture: Picture, seconds: float) -> Picture:
        """A picture as it is seen in this light."""
        bands = np.rint(self.bands(picture.shape[0], seconds) * _FINE).clip(0, 255).astype(np.uint8)
        shaped = np.repeat(bands, picture[0].size).reshape(picture.shape)
        return np.asarray(cv2.multiply(picture, shaped, scale=1 / _FINE), np.uint8)
