"""How a Pi's camera is wanted: the owner's wishes, the sensor's mode, exposure by the mains, the lens."""

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


# the lens

_CYCLE_SECONDS = 5.0  # a whole autofocus sweep takes two or three
_CYCLES = 3
_TABLE_DIOPTRES = 1.1  # 90 cm: as high as a Camera Module 3 hangs to see the whole mat
SCANNING, FOCUSED = 1, 2  # libcamera's AfState; 0 is idle, 3 failed
_UNSEEN_SECONDS = 1.0  # a sweep may begin and end between two frames that we take

_found: dict[int, float] = {}  # the lens of each camera, as long as the program runs


class Focus:
    """One autofocus cycle, followed from frame to frame so that nobody waits, then held for good.

    A cycle that fails is tried again; after that the lens rests where a camera above a table usually needs
    it, and `failed` tells. Focus found once is held by every later camera of this process, until `restart`.
    """

    def __init__(self, camera_number: int, wanted_dioptres: float = 0.0) -> None:
        self._number, self._wanted = camera_number, wanted_dioptres
        self._cycles_left = 0
        self._began = 0.0
        self._scanned = False
        self.failed = False

    @property
    def busy(self) -> bool:
        return self._cycles_left > 0

    def begin(self, camera: Any, seconds: float) -> None:
        """Hold the lens where it is wanted or was found; otherwise start looking for it."""
        self._cycles_left = 0
        if "AfMode" not in camera.camera_controls:
            return
        position = self._wanted or _found.get(self._number)
        if position:
            _hold(camera, position)
            return
        self._cycles_left, self.failed = _CYCLES, False
        self._start_cycle(camera, seconds)

    def restart(self) -> None:
        """Forget what was found: the camera may hang elsewhere."""
        _found.pop(self._number, None)

    def follow(self, camera: Any, metadata: dict[str, Any], seconds: float) -> None:
        """What a frame tells of the cycle under way."""
        if not self.busy:
            return
        state = int(metadata.get("AfState", 0))
        if state == SCANNING:
            self._scanned = True
        over = self._scanned or seconds - self._began > _UNSEEN_SECONDS
        if state == FOCUSED and over and "LensPosition" in metadata:
            self._end(camera, float(metadata["LensPosition"]))
        elif (state != SCANNING and over) or seconds - self._began > _CYCLE_SECONDS:
            self._try_again(camera, seconds)

    def _try_again(self, camera: Any, seconds: float) -> None:
        self._cycles_left -= 1
        if self._cycles_left:
            self._start_cycle(camera, seconds)
            return
        self.failed = True
        _hold(camera, _TABLE_DIOPTRES)

    def _start_cycle(self, camera: Any, seconds: float) -> None:
        from libcamera import controls

        self._began, self._scanned = seconds, False
        camera.set_controls({"AfMode": controls.AfModeEnum.Auto, "AfTrigger": controls.AfTriggerEnum.Start})

    def _end(self, camera: Any, position: float) -> None:
        self._cycles_left = 0
        _found[self._number] = position
        _hold(camera, position)


def forget_focus() -> None:
    """As in a new process: nothing was found yet."""
    _found.clear()


def _hold(camera: Any, position: float) -> None:
    from libcamera import controls

    camera.set_controls({"AfMode": controls.AfModeEnum.Manual, "LensPosition": position})
