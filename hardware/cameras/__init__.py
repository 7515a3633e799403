"""The cameras, one file a kind: the name that the config says comes in, an open camera goes out.

auto            the Pi's camera, else the first webcam
pi, pi:1        the camera on the Pi's connector
usb:0           the first USB webcam
/dev/video0     that device
http://... rtsp://...   a network camera or an old phone, by its address
video:FILE      a film
folder:DIR      a folder of pictures
simulated       a table drawn by the program
"""

import re

from hardware.cameras.files import FilmCamera, FolderCamera
from hardware.cameras.pi import PiCamera, pi_camera_names
from hardware.cameras.sensor import CameraOptions
from hardware.cameras.webcam import Webcam, list_webcams
from hardware.errors import BadCameraName, CameraFailed, CameraMissing
from hardware.frames import Camera, CameraState, Frame, Picture
from hardware.signals import CAMERA_NAME
from storage import at_home

__all__ = [
    "Camera",
    "CameraOptions",
    "CameraState",
    "Frame",
    "Picture",
    "choose",
    "open_camera",
]

_USUAL = CameraOptions()


def open_camera(name: str = "auto", *, options: CameraOptions = _USUAL) -> Camera:
    """Open the camera of that name; a HardwareError says in a sentence why not."""
    if re.fullmatch(CAMERA_NAME, name) is None:
        raise BadCameraName("name", name=repr(name))
    kind, _, rest = choose(name).partition(":")
    if kind == "simulated":
        raise CameraMissing("no-simulation")  # who has a simulated table makes its camera
    if kind == "video":
        return FilmCamera(at_home(rest))
    if kind == "folder":
        return FolderCamera(at_home(rest))
    if kind == "pi":
        return PiCamera(options, number=int(rest or 0))
    return Webcam(name if name != "auto" else "usb:0", options)


def choose(name: str) -> str:
    """What `auto` means on this machine now; any other name means itself."""
    if name != "auto":
        return name
    webcams = list_webcams()
    try:
        if pi_camera_names():
            return "pi"
    except CameraFailed:
        if not webcams:
            raise
    if webcams:
        return "usb:0"
    raise CameraMissing("no-camera")
