"""The Raspberry Pi's camera through picamera2: two streams come in, frames with settled light go out.

Written from picamera2's manual. The main stream is the large picture, the lores stream's luma is the
small grey frame. Requests are taken as jobs: a job that has not finished in time is kept and asked
again, because a forgotten one would swallow a buffer when it finishes after all.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from hardware.errors import CameraBusy, CameraFailed, CameraMissing, FrameGone
from hardware.frames import CameraBase, CameraState, Frame, Grey, Picture, grey_size

SETTLE_SECONDS = 2.0  # auto exposure and white balance need about this long
FOCUS_SECONDS = 5.0  # a whole autofocus sweep takes two or three
STALL_SECONDS = 4.0  # without a frame for so long, the camera is started anew
RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0)
BUFFERS = 4  # one is held by the eye, the others keep the camera going; more would strain a small Pi
FRAME_MICROSECONDS = 66_667  # fifteen frames a second: calm, and light enough for a dim room


def pi_camera_names() -> list[str]:
    """The models of the cameras on the Pi's own connectors; empty where picamera2 is not installed."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        return []
    return [str(info.get("Model", "?")) for info in Picamera2.global_camera_info() if not is_usb(info)]


def is_usb(info: dict[str, Any]) -> bool:
    """Whether libcamera lists a webcam: those are opened through OpenCV instead."""
    return "/usb" in str(info.get("Id", ""))


class PiCamera(CameraBase):
    """A camera on the Pi's connector; survives a stalled pipeline by starting it anew."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        number: int = 0,
        name: str = "pi",
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(name)
        self._size = size
        self._camera_number = number
        self._clock, self._wait = clock, wait
        self._camera: Any = None
        self._job: Any = None
        self._held: _HeldRequest | None = None
        self._fails = 0
        self._retry_at = 0.0
        self._last_frame = clock()
        self._settled_at = 0.0
        self._lens: float | None = None
        self._open()

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame; None when none came in time. A stall closes the camera and opens it again later."""
        if self.state is CameraState.CLOSED:
            return None
        self._let_go()
        if self._camera is None:
            self._try_again(timeout_seconds)
            return None
        request = self._next_request(timeout_seconds)
        if request is None:
            self._look_for_stall()
            return None
        frame = self._frame(request)
        self._lock_when_settled(request.get_metadata())
        return frame

    def settle(self) -> None:
        """Free exposure and white balance, focus once more, and lock all when they have settled."""
        if self._camera is None:
            return
        self._set({"AeEnable": True, "AwbEnable": True})
        self._lens = None
        self._begin_settling()

    def close(self) -> None:
        """Stop and release the camera; a second time does nothing."""
        super().close()
        self._shut()

    # opening and losing

    def _open(self) -> None:
        self._camera = open_picamera(self._camera_number)
        try:
            self._configure()
            self._camera.start()
        except Exception as error:
            self._shut()
            raise CameraFailed("failed", reason=str(error)) from error
        self._last_frame = self._clock()
        self._begin_settling()

    def _configure(self) -> None:
        controls = {"FrameDurationLimits": (FRAME_MICROSECONDS, FRAME_MICROSECONDS)}
        configuration = self._camera.create_video_configuration(
            main={"size": self._size, "format": "RGB888"},  # libcamera's RGB888 is blue green red in memory
            lores={"size": grey_size(self._size), "format": "YUV420"},
            controls={key: value for key, value in controls.items() if key in self._camera.camera_controls},
            buffer_count=BUFFERS,
            display=None,
            encode=None,
        )
        self._camera.configure(configuration)

    def _shut(self) -> None:
        self._let_go()
        camera, self._camera, self._job = self._camera, None, None
        if camera is None:
            return
        drop_jobs(camera)  # one still waiting would keep close() waiting for ever
        camera.close()

    def _look_for_stall(self) -> None:
        if self._clock() - self._last_frame < STALL_SECONDS:
            return
        self._lose()

    def _lose(self) -> None:
        self.state = CameraState.LOST
        self._shut()
        self._retry_at = self._clock() + RETRY_SECONDS[min(self._fails, len(RETRY_SECONDS) - 1)]
        self._fails += 1

    def _try_again(self, timeout_seconds: float) -> None:
        pause = self._retry_at - self._clock()
        if pause > 0:
            self._wait(min(pause, timeout_seconds))
        if self._clock() < self._retry_at:
            return
        try:
            self._open()
        except (CameraMissing, CameraBusy, CameraFailed):
            self._lose()

    # frames

    def _next_request(self, timeout_seconds: float) -> Any:
        if self._job is None:
            self._job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(self._job, timeout=timeout_seconds)
        except TimeoutError:
            return None
        self._job = None
        return request

    def _frame(self, request: Any) -> Frame:
        self._held = _HeldRequest(request)
        self._fails = 0
        self._last_frame = self._clock()
        if self.state is CameraState.LOST:
            self.state = CameraState.SETTLING
        self._number += 1
        seconds = exposure_seconds(request.get_metadata(), self._last_frame)
        return Frame(self._luma(request), seconds, self._number, self._held.picture)

    def _luma(self, request: Any) -> Grey:
        # The array of a YUV420 stream is `stride` wide, with the chroma below the luma.
        width, height = self._camera.stream_configuration("lores")["size"]
        return np.ascontiguousarray(request.make_array("lores")[:height, :width], dtype=np.uint8)

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()
            self._held = None

    # light and focus

    def _begin_settling(self) -> None:
        self.state = CameraState.SETTLING
        self._settled_at = self._clock() + SETTLE_SECONDS
        if self._lens is None:
            self._lens = focus_once(self._camera)
        else:
            hold_lens(self._camera, self._lens)

    def _lock_when_settled(self, metadata: dict[str, Any]) -> None:
        if self.state is not CameraState.SETTLING or self._clock() < self._settled_at:
            return
        self._set(locked_controls(metadata))
        self.state = CameraState.RUNNING

    def _set(self, controls: dict[str, Any]) -> None:
        known = self._camera.camera_controls
        self._camera.set_controls({key: value for key, value in controls.items() if key in known})


class _HeldRequest:
    """A request whose buffers are ours until the next read; the large picture is copied out at most once."""

    def __init__(self, request: Any) -> None:
        self._request = request
        self._copy: Picture | None = None

    def picture(self) -> Picture:
        """The large picture, blue green red."""
        if self._copy is None:
            if self._request is None:
                raise FrameGone("frame-gone")
            self._copy = np.asarray(self._request.make_array("main"), dtype=np.uint8)
        return self._copy

    def release(self) -> None:
        """Give the buffers back to the camera."""
        request, self._request = self._request, None
        if request is not None:
            request.release()


def open_picamera(number: int) -> Any:
    """The picamera2 object, or the one sentence that says why not."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraMissing("no-picamera2") from error
    if number >= len(pi_camera_names()):
        raise CameraMissing("no-pi-camera")
    try:
        return Picamera2(number)
    except RuntimeError as error:
        raise CameraBusy("busy", reason=str(error)) from error


def focus_once(camera: Any) -> float | None:
    """Run one autofocus sweep and hold the lens where it ended; None for a camera with a fixed lens."""
    if "AfMode" not in camera.camera_controls:
        return None
    try:
        camera.wait(camera.autofocus_cycle(wait=False), timeout=FOCUS_SECONDS)
        metadata = camera.wait(camera.capture_metadata(wait=False), timeout=1.0)
    except TimeoutError:
        drop_jobs(camera)
        return None
    if "LensPosition" not in metadata:
        return None
    position = float(metadata["LensPosition"])
    hold_lens(camera, position)
    return position


def drop_jobs(camera: Any) -> None:
    """Forget what the camera was asked and has not done; early versions of picamera2 cannot."""
    if hasattr(camera, "cancel_all_and_flush"):
        camera.cancel_all_and_flush()


def hold_lens(camera: Any, position: float) -> None:
    """Keep the lens where it is (in dioptres), whatever moves on the table."""
    from libcamera import controls

    camera.set_controls({"AfMode": controls.AfModeEnum.Manual, "LensPosition": position})


def exposure_seconds(metadata: dict[str, Any], now: float) -> float:
    """When the frame was exposed, by our clock; a stamp of another clock counts as now."""
    seconds = metadata.get("SensorTimestamp", 0) / 1e9
    return seconds if 0 <= now - seconds < STALL_SECONDS else now


def locked_controls(metadata: dict[str, Any]) -> dict[str, Any]:
    """The controls that keep the light as this frame had it; what the frame does not tell stays automatic."""
    controls: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        controls |= {"AeEnable": False}
        controls |= {key: metadata[key] for key in ("ExposureTime", "AnalogueGain")}
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
    return controls
