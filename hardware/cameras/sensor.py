"""The Pi's sensors: which mode shows the whole view, and how large the picture made from it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.board import LARGE_MEGABYTES
from hardware.cameras.options import MODULE_3_SIZE

_WHOLE_SIZE = (4608, 2592)  # as large as any picture is: the whole Camera Module 3
_MOST_BITS = 12  # the formats beyond are the Pi 5's own compressed ones, not modes of a sensor
NEARLY = 0.9  # a mode so close to the wanted size is better than a larger one that is slower and noisier


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One way to read a sensor out: the size of what comes, and the bits of each pixel."""

    size: tuple[int, int]
    bit_depth: int

    def as_dict(self) -> dict[str, Any]:
        """As picamera2's `sensor` takes it."""
        return {"output_size": self.size, "bit_depth": self.bit_depth}


# The modes that show the whole view. Asking picamera2 (`sensor_modes`) configures every mode of the sensor
# once, with buffers that a Zero 2 W may not have: the sensors that Raspberry Pi sells are known here.
WHOLE_VIEW = {
    "imx219": (SensorMode((1640, 1232), 10), SensorMode((3280, 2464), 10)),
    "imx477": (SensorMode((2028, 1520), 12), SensorMode((4056, 3040), 12)),
    "imx500": (SensorMode((2028, 1520), 10), SensorMode((4056, 3040), 10)),
    "imx708": (SensorMode((2304, 1296), 10), SensorMode((4608, 2592), 10)),
    "ov5647": (SensorMode((1296, 972), 10), SensorMode((2592, 1944), 10)),
}


def known_modes(model: str) -> tuple[SensorMode, ...]:
    """The whole-view modes of a sensor that we know by its name (imx708_wide_noir is an imx708)."""
    return WHOLE_VIEW.get(model.split("_")[0], ())


def whole_view_modes(modes: Iterable[Mapping[str, Any]]) -> tuple[SensorMode, ...]:
    """Those of picamera2's `sensor_modes` that show the whole sensor, each at its best depth."""
    cropped = [mode for mode in modes if "crop_limits" in mode and mode["bit_depth"] <= _MOST_BITS]
    widest = max((_area(mode["crop_limits"][2:]) for mode in cropped), default=0)
    best: dict[tuple[int, int], int] = {}
    for mode in cropped:
        if _area(mode["crop_limits"][2:]) >= 0.98 * widest:
            best[mode["size"]] = max(mode["bit_depth"], best.get(mode["size"], 0))
    return tuple(
        SensorMode(size, bits) for size, bits in sorted(best.items(), key=lambda each: _area(each[0]))
    )


def mode_of_size(modes: Iterable[Mapping[str, Any]], size: tuple[int, int]) -> SensorMode | None:
    """The mode of that size at its best depth; None when the sensor has no such mode."""
    fits = [
        mode["bit_depth"] for mode in modes if mode.get("size") == size and mode["bit_depth"] <= _MOST_BITS
    ]
    return SensorMode(size, max(fits)) if fits else None


def choose_mode(modes: Iterable[SensorMode], most: tuple[int, int]) -> SensorMode | None:
    """The smallest mode that (nearly) fills pictures of at most this size, else the largest there is."""
    ordered = sorted(modes, key=lambda mode: _area(mode.size))
    fills = [mode for mode in ordered if mode.size[0] >= NEARLY * _fitted(mode.size, most)[0]]
    return next(iter([*fills, *ordered[-1:]]), None)


def picture_size(mode: SensorMode, most: tuple[int, int]) -> tuple[int, int]:
    """The mode's own shape, no larger than the mode or than `most`, with even sides."""
    width, height = _fitted(mode.size, most)
    width, height = min(width, mode.size[0]), min(height, mode.size[1])
    return width - width % 2, height - height % 2


def usual_size(megabytes: int) -> tuple[int, int]:
    """How large pictures may be on a machine with so much memory."""
    return _WHOLE_SIZE if megabytes >= LARGE_MEGABYTES else MODULE_3_SIZE


def _fitted(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    share = min(most[0] / size[0], most[1] / size[1])
    return round(size[0] * share), round(size[1] * share)


def _area(size: tuple[int, ...]) -> int:
    return size[0] * size[1]
