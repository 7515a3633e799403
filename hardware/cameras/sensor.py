"""How a Pi's camera is wanted: the owner's wishes, the sensor's mode, exposure that keeps to the mains."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.board import LARGE_MEGABYTES

_MANUAL_FLICKER = 1  # libcamera's AeFlickerMode: 0 off, 1 manual
_LEAST_GAIN = 1.0


def half_period_microseconds(mains_hertz: int) -> int:
    """How long one brightness of a lamp lasts: it flickers twice in a period of the mains."""
    return round(1e6 / (2 * mains_hertz))


def flicker_controls(mains_hertz: int) -> dict[str, Any]:
    """Let the automatic exposure keep to whole multiples of the mains' half period."""
    return {"AeFlickerMode": _MANUAL_FLICKER, "AeFlickerPeriod": half_period_microseconds(mains_hertz)}


def locked_controls(metadata: dict[str, Any], mains_hertz: int) -> dict[str, Any]:
    """The controls that keep the light as this frame had it; what the frame does not tell stays automatic."""
    controls: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        exposure, gain = without_flicker(metadata["ExposureTime"], metadata["AnalogueGain"], mains_hertz)
        controls |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain}
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
    return controls


def without_flicker(exposure: int, gain: float, mains_hertz: int) -> tuple[int, float]:
    """The same brightness from a whole number of half periods; daylight too bright for one stays as it is."""
    period = half_period_microseconds(mains_hertz)
    whole = max(1, exposure // period) * period
    fitting = gain * exposure / whole
    return (whole, fitting) if fitting >= _LEAST_GAIN else (exposure, gain)


_MODULE_3_SIZE = (2304, 1296)  # its binned mode: the whole width, enough to read small digits


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """What the owner may set; zero means that the camera is to find it by itself."""

    size: tuple[int, int] | None = None  # the largest picture; None: as the camera and memory allow
    lens_dioptres: float = 0.0
    mains_hertz: int = 0
    sensor_mode: tuple[int, int] | None = None  # for a sensor whose modes we do not know

    @property
    def webcam_size(self) -> tuple[int, int]:
        """What a webcam is asked for; it gives the nearest it has."""
        return self.size or _MODULE_3_SIZE


_WHOLE_SIZE = (4608, 2592)  # as large as any picture is: the whole Camera Module 3
_MOST_BITS = 12  # the formats beyond are the Pi 5's own compressed ones, not modes of a sensor
_NEARLY = 0.9  # a mode so close to the wanted size is better than a larger one that is slower and noisier


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One way to read a sensor out: the size of what comes, and the bits of each pixel."""

    size: tuple[int, int]
    bit_depth: int

    def as_dict(self) -> dict[str, Any]:
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
    fills = [mode for mode in ordered if mode.size[0] >= _NEARLY * _fitted(mode.size, most)[0]]
    return next(iter([*fills, *ordered[-1:]]), None)


def picture_size(mode: SensorMode, most: tuple[int, int]) -> tuple[int, int]:
    """The mode's own shape, no larger than the mode or than `most`, with even sides."""
    width, height = _fitted(mode.size, most)
    width, height = min(width, mode.size[0]), min(height, mode.size[1])
    return width - width % 2, height - height % 2


def usual_size(megabytes: int) -> tuple[int, int]:
    """How large pictures may be on a machine with so much memory."""
    return _WHOLE_SIZE if megabytes >= LARGE_MEGABYTES else _MODULE_3_SIZE


def _fitted(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    share = min(most[0] / size[0], most[1] / size[1])
    return round(size[0] * share), round(size[1] * share)


def _area(size: tuple[int, ...]) -> int:
    return size[0] * size[1]
