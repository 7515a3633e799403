"""What can go wrong with the devices: few, named, each saying which device and what to do."""


class HardwareError(Exception):
    """The base of everything a device can refuse; its text is one sentence for a person."""


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
