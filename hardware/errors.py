"""What can go wrong with the devices: few, named, each saying which device and what to do."""

from typing import Any

# Each sentence by its code; the locales have the same in their languages under [hardware].
SENTENCES = {
    "no-camera": "no camera was found",
    "no-pi-camera": "no camera answers on the Pi's connector",
    "no-picamera2": "picamera2 is not installed (sudo apt install python3-picamera2)",
    "broken-picamera2": "picamera2 is installed but does not load ({reason})",
    "no-webcam": "no picture comes from the webcam {name}",
    "no-film": "{path} is not a film that can be played",
    "no-pictures": "there are no pictures in the folder {path}",
    "no-picture": "{path} is not a picture",
    "no-simulation": "there is no simulated table here",
    "busy": "another program is using the camera ({reason})",
    "denied": "there is no permission to use the camera ({reason})",
    "failed": "the camera did not start ({reason})",
    "frame-gone": "the picture of a frame was asked for after the next one was read",
    "no-focus": "the lens cannot focus on the table: set `lens` in the config file, or turn it by hand",
    "name": "{name} is not a camera: "
    "auto, pi, usb:0, /dev/video0, http://..., video:FILE, folder:DIR or simulated",
}


class HardwareError(Exception):
    """The base of everything a device can refuse: a code, its facts, and as text one English sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(SENTENCES[code].format(**facts))
        self.code, self.facts = code, facts


class CameraMissing(HardwareError, LookupError):
    """The camera that was asked for is not there."""


class CameraBusy(HardwareError, RuntimeError):
    """The camera is there but another program holds it."""


class CameraFailed(HardwareError, RuntimeError):
    """The camera is there and did not start."""


class FrameGone(HardwareError, RuntimeError):
    """A frame's large picture was asked for after the next frame had been read."""


class BadCameraName(HardwareError, ValueError):
    """The name of the camera says nothing we know."""
