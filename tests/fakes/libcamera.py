"""A stand-in for libcamera's Python module, under the real picamera2: sensors, modes, controls, requests.

It keeps what libcamera documents: a sensor mode crops, a camera that is held refuses to be acquired, controls that
are not advertised are refused, a request's buffers are the camera's until it completes, autofocus goes from idle
through scanning to focused or failed. A frame comes when the test's `Sensor.tick` lets one come.
"""

from __future__ import annotations

import enum
import os
import sys
import types
from dataclasses import dataclass, field

# size of the output, crop on the sensor (x, y, width, height)
MODES = {
    "imx219": {
        "SRGGB10_CSI2P": [
            ((640, 480), (1000, 752, 1280, 960)),
            ((1640, 1232), (0, 0, 3280, 2464)),
            ((1920, 1080), (680, 692, 1920, 1080)),
            ((3280, 2464), (0, 0, 3280, 2464)),
        ],
        "SRGGB8": [
            ((640, 480), (1000, 752, 1280, 960)),
            ((1640, 1232), (0, 0, 3280, 2464)),
            ((1920, 1080), (680, 692, 1920, 1080)),
            ((3280, 2464), (0, 0, 3280, 2464)),
        ],
    },
    "imx477": {
        "SRGGB10_CSI2P": [((1332, 990), (696, 528, 2664, 1980))],
        "SRGGB12_CSI2P": [
            ((2028, 1080), (0, 440, 4056, 2160)),
            ((2028, 1520), (0, 0, 4056, 3040)),
            ((4056, 3040), (0, 0, 4056, 3040)),
        ],
    },
    "imx708": {
        "SRGGB10_CSI2P": [
            ((1536, 864), (768, 432, 3072, 1728)),
            ((2304, 1296), (0, 0, 4608, 2592)),
            ((4608, 2592), (0, 0, 4608, 2592)),
        ]
    },
    "ov5647": {
        "SGBRG10_CSI2P": [
            ((640, 480), (16, 0, 2560, 1920)),
            ((1296, 972), (0, 0, 2592, 1944)),
            ((1920, 1080), (348, 434, 1928, 1080)),
            ((2592, 1944), (0, 0, 2592, 1944)),
        ]
    },
}
BYTES = {"YUV420": 1, "RGB888": 3, "BGR888": 3, "XBGR8888": 4}


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle:
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height


class PixelFormat:
    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


class Transform:
    def __init__(self, other: Transform | None = None, *, hflip=0, vflip=0, transpose=0) -> None:
        source = other or types.SimpleNamespace(hflip=hflip, vflip=vflip, transpose=transpose)
        self.hflip, self.vflip, self.transpose = source.hflip, source.vflip, source.transpose

    def __str__(self) -> str:
        return f"{self.hflip}{self.vflip}{self.transpose}"

    __hash__ = object.__hash__


class ColorSpace:
    YcbcrEncoding = types.SimpleNamespace(Null=0, Rec601=1, Rec709=2)
    Range = types.SimpleNamespace(Full=0, Limited=1)

    def __init__(self, other: ColorSpace | str) -> None:
        if isinstance(other, ColorSpace):
            self.__dict__ |= other.__dict__
            return
        self.primaries = self.transferFunction = other
        self.ycbcrEncoding, self.range = 2, 1

    def __str__(self) -> str:
        return str(self.primaries)

    __hash__ = object.__hash__

    @classmethod
    def Sycc(cls):  # noqa: N802 (libcamera's name, as below)
        return cls("sycc")

    @classmethod
    def Smpte170m(cls):  # noqa: N802
        return cls("smpte170m")

    @classmethod
    def Rec709(cls):  # noqa: N802
        return cls("rec709")

    @classmethod
    def Raw(cls):  # noqa: N802
        return cls("raw")


Orientation = enum.Enum(
    "Orientation",
    "Rotate0 Rotate0Mirror Rotate180 Rotate180Mirror Rotate90 Rotate90Mirror Rotate270 Rotate270Mirror",
)
StreamRole = enum.Enum("StreamRole", "Raw StillCapture VideoRecording Viewfinder")
ControlType = enum.Enum("ControlType", "Integer Float Bool Rectangle Size")


@dataclass(frozen=True)
class ControlId:
    name: str
    type: ControlType = ControlType.Integer


@dataclass(frozen=True)
class ControlInfo:
    min: object
    max: object
    default: object


class SensorConfiguration:
    def __init__(self) -> None:
        self.bit_depth, self.output_size = 0, Size()


class Plane:
    fd, offset, length = -1, 0, 0


class FrameBuffer:
    Plane = Plane

    def __init__(self, planes: list[Plane]) -> None:
        self.planes = planes
        self.metadata = types.SimpleNamespace(status=FrameMetadata.Status.Success, planes=[])


class FrameMetadata:
    Status = enum.Enum("Status", "Success Error Cancelled Startup")


class Request:
    Status = enum.Enum("Status", "Pending Complete Cancelled")

    def __init__(self, cookie: int) -> None:
        self.cookie, self.buffers, self.metadata, self.controls = cookie, {}, {}, {}
        self.status = Request.Status.Pending

    def add_buffer(self, stream, buffer) -> None:
        self.buffers[stream] = buffer

    def reuse(self) -> None:
        self.status, self.metadata, self.controls = Request.Status.Pending, {}, {}

    def set_control(self, control: ControlId, value) -> None:
        self.controls[control.name] = value


class CameraConfiguration:
    Status = enum.Enum("Status", "Valid Adjusted Invalid")

    def __init__(self, streams: list) -> None:
        self.streams, self.sensor_config, self.orientation = streams, None, None

    def at(self, index: int):
        return self.streams[index]

    def __iter__(self):
        return iter(self.streams)

    def validate(self):
        for each in self.streams:
            name = str(each.pixel_format)
            align = 64 if name == "YUV420" else 32
            each.stride = -(-each.size.width * BYTES.get(name, 2) // align) * align
            each.frame_size = each.stride * each.size.height * (3 if name == "YUV420" else 2) // 2
            if name in ("RGB888", "BGR888", "XBGR8888"):
                each.frame_size = each.stride * each.size.height
        return CameraConfiguration.Status.Valid


class Formats:
    def __init__(self, modes: dict) -> None:
        self._modes = modes
        self.pixel_formats = [PixelFormat(name) for name in modes]

    def sizes(self, pixel_format) -> list[Size]:
        return [Size(*size) for size, _ in self._modes[str(pixel_format)]]


def control(name: str, kind: ControlType = ControlType.Integer) -> ControlId:
    return _IDS.setdefault(name, ControlId(name, kind))


_IDS: dict[str, ControlId] = {}


@dataclass
class Sensor:
    """One camera on the connector, and what the test lets it do."""

    model: str
    id: str
    clock: object
    autofocus: bool = False
    flicker: bool = True  # an old libcamera has no AeFlickerMode
    held: bool = False
    broken_start: bool = False
    stalled: bool = False
    focus: list[str] = field(default_factory=lambda: ["focused"])  # how each cycle ends; the last one again
    scans: int = 3  # frames that a cycle takes
    exposure: int = 12_000
    manager: CameraManager | None = None
    queued: list[Request] = field(default_factory=list)
    ready: list[Request] = field(default_factory=list)
    controls_set: list[dict] = field(default_factory=list)
    frames: int = 0
    acquired: int = 0
    released: int = 0
    configuration: CameraConfiguration | None = None

    def __post_init__(self) -> None:
        self._af, self._left, self._cycles = 0, 0, 0
        self._lens = 1.0
        self._crop = (0, 0, *self.full)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def full(self) -> tuple[int, int]:
        return max(size for modes in MODES[self.model].values() for size, _ in modes)

    @property
    def properties(self) -> dict:
        facts = {"Model": self.model, "Location": 2, "Rotation": 0, "ColorFilterArrangement": 0}
        return {control(name): value for name, value in facts.items()}

    @property
    def controls(self) -> dict:
        names = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "NoiseReductionMode"]
        names += ["AeFlickerMode", "AeFlickerPeriod"] if self.flicker else []
        names += ["AfMode", "AfTrigger"] if self.autofocus else []
        found = {control(name): ControlInfo(0, 1, 0) for name in names}
        found[control("FrameDurationLimits")] = ControlInfo(69_000, 1_000_000, 33_000)
        found[control("ScalerCrop", ControlType.Rectangle)] = ControlInfo(
            Rectangle(0, 0, 64, 64), Rectangle(*self._crop), Rectangle(*self._crop)
        )
        if self.autofocus:
            found[control("LensPosition")] = ControlInfo(0.0, 15.0, 1.0)
        return found

    def acquire(self) -> None:
        if self.held:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self.acquired += 1

    def release(self) -> None:
        self.released += 1

    def generate_configuration(self, roles: list) -> CameraConfiguration:
        return CameraConfiguration([self._stream(role) for role in roles])

    def _stream(self, role) -> types.SimpleNamespace:
        return types.SimpleNamespace(
            role=role,
            stream=object(),
            formats=Formats(MODES[self.model]),
            size=Size(640, 480),
            pixel_format=PixelFormat("XBGR8888"),
            buffer_count=4,
            stride=0,
            frame_size=0,
            color_space=None,
        )

    def configure(self, configuration: CameraConfiguration) -> int:
        sensor = configuration.sensor_config
        wanted = (sensor.output_size.width, sensor.output_size.height)
        crops = [crop for modes in MODES[self.model].values() for size, crop in modes if size == wanted]
        if not crops:
            return -22
        self._crop, self.configuration = crops[0], configuration
        return 0

    def start(self, controls: dict) -> None:
        if self.broken_start:
            raise RuntimeError("Failed to start camera: Input/output error")
        self._apply({each.name: value for each, value in controls.items()})

    def stop(self) -> None:
        for request in self.queued:
            request.status = Request.Status.Cancelled
        self.ready += self.queued
        self.queued = []

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def queue_request(self, request: Request) -> None:
        self._apply(request.controls)
        self.queued.append(request)

    def _apply(self, controls: dict) -> None:
        if not controls:
            return
        self.controls_set.append(dict(controls))
        if controls.get("AfMode") == controls_module.AfModeEnum.Manual:
            self._af, self._left = 0, 0
            self._lens = controls.get("LensPosition", self._lens)
        if controls.get("AfTrigger") == controls_module.AfTriggerEnum.Start:
            self._af, self._left = 1, self.scans

    def _move_lens(self) -> None:
        if self._af != 1:
            return
        ends = self.focus[min(self._cycles, len(self.focus) - 1)]
        self._left -= 1
        if self._left > 0 or ends == "never":
            return
        self._cycles += 1
        self._af = {"focused": 2, "failed": 3}[ends]
        self._lens = 1.75 if ends == "focused" else 1.0

    def tick(self) -> bool:
        """A frame comes, if the camera has a buffer for it; whether one came."""
        if self.stalled or not self.queued:
            return False
        request = self.queued.pop(0)
        self.frames += 1
        facts = {
            "SensorTimestamp": int(self.clock() * 1e9),
            "ExposureTime": self.exposure,
            "AnalogueGain": 2.5,
            "ColourGains": (1.9, 1.4),
        }
        if self.autofocus:
            self._move_lens()
            facts |= {"AfState": self._af, "LensPosition": self._lens}
        request.metadata = {control(name): value for name, value in facts.items()}
        request.status = Request.Status.Complete
        self._draw(request)
        self.ready.append(request)
        self.manager.wake()
        return True

    def _draw(self, request: Request) -> None:
        """The luma of the small stream counts the frames; padding and chroma are other values."""
        for stream in self.configuration:
            buffer = request.buffers[stream.stream]
            height, stride, width = stream.size.height, stream.stride, stream.size.width
            row = bytes([self.frames % 100 + 16]) * width + b"\xff" * (stride - width)
            with open(os.dup(buffer.planes[0].fd), "r+b") as memory:
                memory.write(row * height + b"\x80" * (stride * height // 2))


class CameraManager:
    """All cameras of the machine; a pipe stands for its event descriptor."""

    _one: CameraManager | None = None

    def __init__(self, cameras: list[Sensor]) -> None:
        self.cameras = cameras
        self.event_fd, self._waker = os.pipe()
        for camera in cameras:
            camera.manager = self
        CameraManager._one = self

    @classmethod
    def singleton(cls) -> CameraManager:
        if cls._one is None:
            raise RuntimeError("there is no camera manager")
        return cls._one

    def wake(self) -> None:
        os.write(self._waker, b"!")

    def get_ready_requests(self) -> list[Request]:
        found = [request for camera in self.cameras for request in camera.ready]
        for camera in self.cameras:
            camera.ready = []
        if found:
            os.set_blocking(self.event_fd, False)
            try:
                os.read(self.event_fd, 4096)
            except BlockingIOError:
                return found
        return found

    def close(self) -> None:
        os.close(self.event_fd)
        os.close(self._waker)


class _ControlsModule(types.SimpleNamespace):
    def __getattr__(self, name: str) -> ControlId:
        return control(name)


controls_module = _ControlsModule(
    AfModeEnum=enum.IntEnum("AfModeEnum", {"Manual": 0, "Auto": 1, "Continuous": 2}),
    AfTriggerEnum=enum.IntEnum("AfTriggerEnum", {"Start": 0, "Cancel": 1}),
    AfStateEnum=enum.IntEnum("AfStateEnum", {"Idle": 0, "Scanning": 1, "Focused": 2, "Failed": 3}),
    draft=types.SimpleNamespace(
        NoiseReductionModeEnum=enum.IntEnum(
            "NoiseReductionModeEnum", {"Off": 0, "Fast": 1, "HighQuality": 2, "Minimal": 3}
        )
    ),
)
controls = controls_module
properties = types.SimpleNamespace(draft=types.SimpleNamespace())
_libcamera = sys.modules[__name__]
