"""What every frame has: a sharpness that falls when the lens is out of focus."""

import cv2
import numpy as np

from hardware.frames import sharpness


def test_a_blurred_picture_is_less_sharp_than_a_sharp_one():
    rng = np.random.default_rng(7)
    sharp = np.repeat(rng.integers(0, 255, (90, 160, 1), np.uint8), 3, axis=2)
    sharp = cv2.resize(sharp, (640, 360), interpolation=cv2.INTER_NEAREST)
    values = [sharpness(cv2.GaussianBlur(sharp, (0, 0), blur) if blur else sharp) for blur in (0, 1, 3, 8)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 50 > 10 > values[-1]


def test_only_the_middle_counts():
    picture = np.zeros((360, 640, 3), np.uint8)
    picture[:40] = np.random.default_rng(7).integers(0, 255, (40, 640, 3), np.uint8)
    assert sharpness(picture) == 0.0
