"""Which mode of a sensor is chosen, and how large its picture is."""

import pytest

from hardware.cameras.sensor import (
    SensorMode,
    choose_mode,
    known_modes,
    mode_of_size,
    picture_size,
    usual_size,
    whole_view_modes,
)

# As picamera2 lists them, for a sensor that nobody told us of.
IMX519 = [
    {"size": (1280, 720), "bit_depth": 10, "crop_limits": (1048, 1042, 2560, 1440)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (408, 674, 3840, 2160)},
    {"size": (2328, 1748), "bit_depth": 10, "crop_limits": (0, 0, 4656, 3496)},
    {"size": (2328, 1748), "bit_depth": 8, "crop_limits": (0, 0, 4656, 3496)},
    {"size": (4656, 3496), "bit_depth": 10, "crop_limits": (0, 0, 4656, 3496)},
    {"size": (4656, 3496), "bit_depth": 16, "crop_limits": (0, 0, 4656, 3496)},
    {"format": "MJPEG"},
]


def test_only_modes_with_the_whole_view_count_each_at_its_best_depth():
    assert whole_view_modes(IMX519) == (SensorMode((2328, 1748), 10), SensorMode((4656, 3496), 10))
    assert whole_view_modes([]) == ()


@pytest.mark.parametrize("model", ["imx708", "imx708_wide", "imx708_wide_noir"])
def test_a_sensor_is_known_whatever_lens_it_wears(model):
    assert known_modes(model)[0].size == (2304, 1296)
    assert known_modes("imx519") == ()


@pytest.mark.parametrize(
    ("model", "most", "mode", "size"),
    [
        ("imx708", (1280, 720), (2304, 1296), (1280, 720)),
        ("imx708", (2400, 1350), (2304, 1296), (2304, 1296)),
        ("imx219", (2304, 1296), (1640, 1232), (1640, 1232)),
        ("imx219", (4608, 2592), (3280, 2464), (3280, 2464)),
        ("ov5647", (800, 600), (1296, 972), (800, 600)),
    ],
)
def test_the_smallest_mode_that_fills_the_picture(model, most, mode, size):
    chosen = choose_mode(known_modes(model), most)
    assert chosen.size == mode
    assert picture_size(chosen, most) == size


def test_a_mode_that_the_owner_names():
    assert mode_of_size(IMX519, (4656, 3496)) == SensorMode((4656, 3496), 10)
    assert mode_of_size(IMX519, (640, 480)) is None


def test_no_mode_is_none():
    assert choose_mode((), (1920, 1080)) is None


@pytest.mark.parametrize(
    ("megabytes", "width"), [(0, 2304), (426, 2304), (906, 2304), (1849, 4608), (7800, 4608)]
)
def test_the_memory_decides_how_large_a_picture_may_be(megabytes, width):
    assert usual_size(megabytes)[0] == width
