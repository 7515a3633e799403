"""How a camera is wanted: the config's wishes, for any make of camera."""

from dataclasses import dataclass

MODULE_3_SIZE = (2304, 1296)  # its binned mode: the whole width, enough to read small digits


@dataclass(frozen=True, slots=True)
class CameraOptions:
    """What the owner may set; zero means that the camera is to find it by itself."""

    size: tuple[int, int] | None = (
        None  # no picture is larger than this; None: as the camera and memory allow
    )
    lens_dioptres: float = 0.0
    mains_hertz: int = 0
    sensor_mode: tuple[int, int] | None = None  # for a sensor whose modes we do not know

    @property
    def webcam_size(self) -> tuple[int, int]:
        """What a webcam is asked for; it gives the nearest it has."""
        return self.size or MODULE_3_SIZE
