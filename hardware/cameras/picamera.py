"""Opening picamera2: whatever goes wrong on the way is one sentence with its reason; nothing stays open."""

import logging
import os
from collections.abc import Callable
from typing import Any

from hardware.errors import CameraBusy, CameraFailed, CameraMissing, HardwareError

_log = logging.getLogger(__name__)
_BUSY = "resource busy"  # how the system words it, in libcamera's message too


def pi_camera_names() -> list[str]:
    """The models of the cameras on the Pi's own connectors; empty where picamera2 is not installed.

    A picamera2 that is there and does not load, or cannot look, raises CameraFailed.
    """
    try:
        picamera = _load()
    except CameraMissing:
        return []
    infos = _attempt(picamera.global_camera_info)
    return [str(info.get("Model", "?")) for info in infos if not _is_usb(info)]


def _is_usb(info: dict[str, Any]) -> bool:
    return "/usb" in str(info.get("Id", ""))


def open_picamera(number: int) -> Any:
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
        raise as_refusal(error) from error
    return camera


def drop_jobs(camera: Any) -> None:
    """Forget what the camera was asked and has not done; early versions of picamera2 cannot."""
    if hasattr(camera, "cancel_all_and_flush"):
        camera.cancel_all_and_flush()


def as_refusal(error: BaseException) -> HardwareError:
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


def _attempt(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        raise as_refusal(error) from error


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
