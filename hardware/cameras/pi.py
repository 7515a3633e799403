"""The Raspberry Pi's camera through picamera2: two streams come in, frames with settled light go out.

The main stream is the large picture, copied and turned into colours only when somebody reads it; the lores
stream's luma is the small grey frame. Requests are taken as jobs: a job that has not finished in time is kept
and asked again, because a forgotten one would swallow a buffer when it finishes after all.
"""

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import cv2
import numpy as np

from hardware.board import guess_mains, memory_megabytes
from hardware.cameras.sensor import (
    CameraOptions,
    Focus,
    SensorMode,
    choose_mode,
    flicker_controls,
    known_modes,
    locked_controls,
    mode_of_size,
    picture_size,
    usual_size,
    whole_view_modes,
)
from hardware.errors import CameraBusy, CameraFailed, CameraMissing, FrameGone, HardwareError
from hardware.frames import CameraBase, CameraState, Frame, Grey, Picture, Retry, grey_size

_SETTLE_SECONDS = 2.0  # auto exposure and white balance need about this long
_STALL_SECONDS = 4.0  # without a frame for so long, the camera is started anew
_RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0)
# One is held by the eye, two keep the camera going; three whole pictures of a Module 3 are 54 MB.
_BUFFERS = 3
_FRAME_MICROSECONDS = 66_667  # fifteen frames a second: calm, and light enough for a dim room

_log = logging.getLogger(__name__)
_BUSY = "resource busy"  # how the system words it, in libcamera's message too


class PiCamera(CameraBase):
    """A camera on the Pi's connector; survives a stalled pipeline by starting it anew."""

    def __init__(
        self,
        options: CameraOptions,
        *,
        number: int = 0,
        name: str = "pi",
        megabytes: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(name)
        self._most = options.size or usual_size(memory_megabytes() if megabytes is None else megabytes)
        self._wanted_mode = options.sensor_mode
        self._mains = options.mains_hertz or guess_mains()
        self._camera_number = number
        self._clock, self._retry = clock, Retry(_RETRY_SECONDS, clock, wait)
        self._camera: Any = None
        self._job: Any = None
        self._held: _HeldRequest | None = None
        self._last_frame = clock()
        self._settled_at = 0.0
        self._focus = Focus(number, options.lens_dioptres)
        self._open()

    @property
    def trouble(self) -> HardwareError | None:
        return CameraFailed("no-focus") if self._focus.failed else None

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        """The next frame; None when none came in time. A stall closes the camera and opens it again later."""
        if self.state is CameraState.CLOSED:
            return None
        self._let_go()
        if self._camera is None:
            if self._retry.is_due(timeout_seconds):
                self._try_again()
            return None
        request = self._next_request(timeout_seconds)
        if request is None:
            if self._camera is not None and self._clock() - self._last_frame >= _STALL_SECONDS:
                self._lose("no frames")
            return None
        metadata = request.get_metadata()
        frame = self._frame(request, metadata)
        self._follow_settling(metadata)
        return frame

    def settle(self) -> None:
        """Free exposure and white balance, focus once more, and lock all when they have settled."""
        if self._camera is None or self.state is CameraState.SETTLING:
            return
        self._set({"AeEnable": True, "AwbEnable": True})
        self._focus.restart()
        self._begin_settling()

    def close(self) -> None:
        super().close()
        self._shut()

    # opening and losing

    def _open(self) -> None:
        self._camera = _open_picamera(self._camera_number)
        try:
            self._configure()
            self._camera.start()
        except Exception as error:
            self._shut()
            raise _as_refusal(error) from error
        self._last_frame = self._clock()
        self._begin_settling()

    def _configure(self) -> None:
        from libcamera import ColorSpace

        mode = self._sensor_mode()
        size = picture_size(mode, self._most) if mode is not None else self._most
        controls = {
            "FrameDurationLimits": (_FRAME_MICROSECONDS, _FRAME_MICROSECONDS),
            **flicker_controls(self._mains),
        }
        configuration = self._camera.create_video_configuration(
            main={
                "size": size,
                "format": "YUV420",
            },  # half of what colours take; turned when read
            lores={"size": grey_size(size), "format": "YUV420"},
            colour_space=ColorSpace.Smpte170m(),  # OpenCV's
            raw=None,
            sensor=mode.as_dict() if mode is not None else {},
            controls={key: value for key, value in controls.items() if key in self._camera.camera_controls},
            buffer_count=_BUFFERS,
            queue=False,  # no finished frame is kept back: it would be an old one, and its buffer is needed
            display=None,
            encode=None,
        )
        self._camera.configure(configuration)

    def _sensor_mode(self) -> SensorMode | None:
        if self._wanted_mode is not None:
            return mode_of_size(self._camera.sensor_modes, self._wanted_mode)
        known = known_modes(str(self._camera.camera_properties.get("Model", "")))
        return choose_mode(known or whole_view_modes(self._camera.sensor_modes), self._most)

    def _shut(self) -> None:
        self._let_go()
        camera, self._camera, self._job = self._camera, None, None
        if camera is None:
            return
        if hasattr(camera, "cancel_all_and_flush"):  # early versions of picamera2 have none
            camera.cancel_all_and_flush()  # a job still waiting would keep close() waiting for ever
        camera.close()

    def _lose(self, reason: str) -> None:
        if self.state is not CameraState.LOST:
            _log.warning("the camera is lost: %s", reason)
        self.state = CameraState.LOST
        self._shut()
        self._retry.failed()

    def _try_again(self) -> None:
        try:
            self._open()
        except (CameraMissing, CameraBusy, CameraFailed) as error:
            self._lose(str(error))

    # frames

    def _next_request(self, timeout_seconds: float) -> Any:
        if self._job is None:
            self._job = self._camera.capture_request(wait=False)
        try:
            request = self._camera.wait(self._job, timeout=timeout_seconds)
        except TimeoutError:
            return None
        except CancelledError:
            request = None
        except Exception as error:  # of a libcamera that has lost its camera: it must be opened anew
            self._lose(str(error) or type(error).__name__)
            return None
        self._job = None
        return request

    def _frame(self, request: Any, metadata: dict[str, Any]) -> Frame:
        size = self._camera.stream_configuration("main")["size"]
        self._held = _HeldRequest(request, size)
        self._retry.succeeded()
        self._last_frame = self._clock()
        if self.state is CameraState.LOST:
            self.state = CameraState.SETTLING
        self._number += 1
        seconds = exposure_seconds(metadata, self._last_frame)
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
        self._settled_at = self._clock() + _SETTLE_SECONDS
        self._focus.begin(self._camera, self._clock())

    def _follow_settling(self, metadata: dict[str, Any]) -> None:
        if self.state is not CameraState.SETTLING:
            return
        self._focus.follow(self._camera, metadata, self._clock())
        if self._focus.busy or self._clock() < self._settled_at:
            return
        self._set(locked_controls(metadata, self._mains))
        self.state = CameraState.RUNNING

    def _set(self, controls: dict[str, Any]) -> None:
        known = self._camera.camera_controls
        self._camera.set_controls({key: value for key, value in controls.items() if key in known})


class _HeldRequest:
    """A request whose buffers are ours until the next read; the large picture is copied out at most once."""

    def __init__(self, request: Any, size: tuple[int, int]) -> None:
        self._request = request
        self._size = size
        self._copy: Picture | None = None

    def picture(self) -> Picture:
        if self._copy is None:
            if self._request is None:
                raise FrameGone("frame-gone")
            width, height = self._size
            planes = self._request.make_array("main")  # as wide as its stride
            colours = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
            self._copy = np.ascontiguousarray(colours[:height, :width], dtype=np.uint8)
        return self._copy

    def release(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()


def exposure_seconds(metadata: dict[str, Any], now: float) -> float:
    """When the frame was exposed, by our clock; a stamp of another clock counts as now."""
    seconds = metadata.get("SensorTimestamp", 0) / 1e9
    return seconds if 0 <= now - seconds < _STALL_SECONDS else now


def pi_camera_names() -> list[str]:
    """The models of the cameras on the Pi's own connectors; empty where picamera2 is not installed.

    A picamera2 that is there and does not load, or cannot look, raises CameraFailed.
    """
    try:
        picamera = _load()
    except CameraMissing:
        return []
    try:
        infos = picamera.global_camera_info()
    except Exception as error:
        raise _as_refusal(error) from error
    return [str(info.get("Model", "?")) for info in infos if "/usb" not in str(info.get("Id", ""))]


def _open_picamera(number: int) -> Any:
    """The picamera2 object, or the one sentence that says why not."""
    picamera = _load()
    if number >= len(pi_camera_names()):
        raise CameraMissing("no-pi-camera")
    # Made in two steps: a constructor that fails would keep the descriptors it has opened.
    camera = picamera.__new__(picamera)
    try:
        camera.__init__(number)
    except Exception as error:
        _discard(camera)
        raise _as_refusal(error) from error
    return camera


def _as_refusal(error: BaseException) -> HardwareError:
    """The error that says best why: the one at the bottom of those that wrap it."""
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    reason = str(causes[-1]) or type(causes[-1]).__name__
    if any(isinstance(each, PermissionError) for each in causes):
        return CameraFailed("denied", reason=reason)
    if any(_BUSY in str(each) for each in causes):
        return CameraBusy("busy", reason=reason)
    return CameraFailed("failed", reason=reason)


def _load() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        if error.name in ("picamera2", "libcamera"):
            raise CameraMissing("no-picamera2") from error
        raise CameraFailed("broken-picamera2", reason=str(error)) from error
    except Exception as error:  # a wheel of another numpy raises ValueError, a broken library OSError
        raise CameraFailed("broken-picamera2", reason=f"{type(error).__name__}: {error}") from error
    return Picamera2


def _discard(camera: Any) -> None:
    """Close what a camera that did not come up has opened."""
    if getattr(camera, "is_open", False):
        camera.allocator = None  # close() deletes it, and it may never have been made
        try:
            camera.close()
        except Exception as error:
            _log.warning("a camera that did not open did not close either: %s", error)
        return
    pipe, other_end = getattr(camera, "notifymeread", None), getattr(camera, "notifyme_w", None)
    if pipe is not None and not pipe.closed:
        pipe.close()
        os.close(other_end)  # type: ignore[arg-type]  # both are made in one step
