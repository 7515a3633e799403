"""A stand-in for picamera2 and libcamera that speaks the same calls and is as strict about them.

Streams have strides, buffers run out when requests are not given back, jobs wait in a line, closing with
a job in the line never ends, controls that the sensor does not advertise are refused. Time is the test's.
"""

import types
from dataclasses import dataclass, field

import numpy as np

from tests.fakes.pins import Clock

SENSOR_CONTROLS = {
    "AeEnable",
    "AwbEnable",
    "ExposureTime",
    "AnalogueGain",
    "ColourGains",
    "FrameDurationLimits",
    "NoiseReductionMode",
}
FOCUS_CONTROLS = {"AfMode", "AfTrigger", "LensPosition"}
FRAME_SECONDS = 1 / 15


@dataclass
class World:
    """The Pi around the camera: what is plugged in, who holds it, and whether frames come."""

    clock: Clock = field(default_factory=Clock)
    cameras: list[dict] = field(
        default_factory=lambda: [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}]
    )
    busy: bool = False
    broken_start: bool = False
    stalled: bool = False
    autofocus: bool = True
    focus_ends: bool = True
    exposure: int = 12_000
    opened: list = field(default_factory=list)

    @property
    def camera(self):
        return self.opened[-1]


def install(monkeypatch, world: World) -> None:
    """Make `import picamera2` and `import libcamera` find the stand-ins."""
    import sys

    libcamera = types.ModuleType("libcamera")
    libcamera.controls = types.SimpleNamespace(
        AfModeEnum=types.SimpleNamespace(Manual=0, Auto=1, Continuous=2)
    )
    module = types.ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (StandIn,), {"world": world})
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    monkeypatch.setitem(sys.modules, "picamera2", module)


class Job:
    """Something the camera's loop is to do."""

    def __init__(self, function) -> None:
        self.function = function
        self.cancelled = False


class Request:
    """A completed request: its buffers are gone from the camera until it is released."""

    def __init__(self, camera, number: int, metadata: dict) -> None:
        self.camera, self.number, self.metadata = camera, number, metadata
        self.released = False

    def get_metadata(self) -> dict:
        assert not self.released, "metadata of a released request"
        return dict(self.metadata)

    def make_array(self, name: str):
        assert not self.released, "buffer of a released request"
        stream = self.camera.camera_config[name]
        width, height = stream["size"]
        if stream["format"] == "RGB888":
            return np.full((height, width, 3), (10, 20, 30), np.uint8)
        array = np.full((height * 3 // 2, stream["stride"]), 128, np.uint8)  # chroma below, padding right
        array[:height, :] = 255
        array[:height, :width] = self.number % 200
        return array

    def release(self) -> None:
        assert not self.released, "released twice"
        self.released = True
        self.camera.free_buffers += 1


class StandIn:
    """As picamera2.Picamera2, in a world that a test has set up."""

    world: World

    @classmethod
    def global_camera_info(cls) -> list[dict]:
        return [dict(info) for info in cls.world.cameras]

    def __init__(self, camera_num: int = 0) -> None:
        self.global_camera_info()[camera_num]  # IndexError without a camera, as the real one
        if self.world.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.world.opened.append(self)
        self.is_open, self.started = True, False
        self.camera_config = None
        self.jobs: list[Job] = []
        self.controls_set: list[dict] = []
        self.frames = 0
        self.free_buffers = 0
        self.closes = 0

    @property
    def camera_controls(self) -> dict:
        names = SENSOR_CONTROLS | (FOCUS_CONTROLS if self.world.autofocus else set())
        return dict.fromkeys(names, (0, 1, 0))

    def create_video_configuration(
        self,
        main=None,
        lores=None,
        raw=None,
        buffer_count=6,
        controls=None,
        display="main",
        encode="main",
        queue=True,
    ) -> dict:
        main = {"format": "XBGR8888", "size": (1280, 720)} | (main or {})
        lores = None if lores is None else {"format": "YUV420", "size": main["size"]} | lores
        for stream in (main, lores):
            assert stream is None or set(stream) == {"format", "size"}, stream
        return {"main": main, "lores": lores, "buffer_count": buffer_count, "controls": controls or {}}

    def configure(self, configuration: dict) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        main, lores = configuration["main"], configuration["lores"]
        if any(side % 2 for side in (*main["size"], *lores["size"])):
            raise RuntimeError("width and height should be even")
        if lores["size"][0] > main["size"][0] or lores["size"][1] > main["size"][1]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        lores["stride"] = -(-lores["size"][0] // 64) * 64
        self.set_controls(configuration["controls"])
        self.camera_config = configuration
        self.free_buffers = configuration["buffer_count"]

    def stream_configuration(self, name: str = "main") -> dict:
        return self.camera_config[name]

    def start(self) -> None:
        if self.world.broken_start:
            raise RuntimeError("Failed to start camera: Input/output error")
        assert self.camera_config is not None
        self.started = True

    def set_controls(self, controls: dict) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls_set.append(dict(controls))

    def capture_request(self, wait=None, signal_function=None):
        return self._dispatch(self._next_request, wait)

    def capture_metadata(self, wait=None, signal_function=None):
        return self._dispatch(self._metadata_only, wait)

    def autofocus_cycle(self, wait=None, signal_function=None):
        self.set_controls({"AfMode": 1, "AfTrigger": 0})
        return self._dispatch(lambda: True if self.world.focus_ends else None, wait)

    def wait(self, job: Job, timeout=None):
        assert job in self.jobs, "this job is over"
        assert self.jobs[0] is job, "an older job is still in the line"
        if self.world.stalled or self.free_buffers < 1:
            return self._time_out(timeout)
        self.world.clock.wait(FRAME_SECONDS)
        result = job.function()
        if result is None:
            return self._time_out(timeout)
        self.jobs.remove(job)
        return result

    def cancel_all_and_flush(self) -> None:
        self.jobs.clear()

    def close(self) -> None:
        self.closes += 1
        assert not self.jobs, "closing waits for ever behind a waiting job"
        self.is_open = self.started = False

    def _dispatch(self, function, wait):
        assert self.started
        job = Job(function)
        self.jobs.append(job)
        return job if wait is False else self.wait(job, None if wait in (None, True) else wait)

    def _time_out(self, timeout):
        assert timeout is not None, "waits for ever"
        self.world.clock.wait(timeout)
        raise TimeoutError

    def _metadata_only(self) -> dict:
        return self._next_request(keep=False).metadata

    def _next_request(self, keep: bool = True) -> Request:
        self.frames += 1
        if keep:
            self.free_buffers -= 1
        metadata = {
            "SensorTimestamp": int(self.world.clock() * 1e9),
            "ExposureTime": self.world.exposure,
            "AnalogueGain": 2.5,
            "ColourGains": (1.9, 1.4),
        }
        if self.world.autofocus:
            metadata["LensPosition"] = 1.75
        return Request(self, self.frames, metadata)
