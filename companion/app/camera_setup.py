"""Camera set-up: whether there is a camera, then the table's plane from tags or corners on a live picture."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion import intents
from companion.app.current_game import CurrentGame
from companion.app.devices import Cameras, say_what
from companion.app.preferences import Preferences
from companion.games.game import STANDARD
from companion.locale import finish
from companion.record.recorder import name_trouble
from companion.screens.view import CameraView
from companion.table.layout import load_layout
from hardware.errors import HardwareError
from hardware.frames import Camera, sharpness
from vision.errors import VisionError
from vision.plane.mat import MatSeen, plane_from_corners, see_mat
from vision.plane.plane_file import save_plane
from vision.types import Picture, Plane

_LOOK_SECONDS = 0.4  # how often the picture is looked at
_READ_SECONDS = 0.2
_TRICK_AREA_MM = ((-300.0, -150.0), (300.0, -150.0), (300.0, 150.0), (-300.0, 150.0))
_AGAIN_SECONDS = 10.0
logger = logging.getLogger(__name__)


class LiveCamera:
    """A camera that people look through outside of the game; the game's eye gives it away meanwhile."""

    def __init__(
        self,
        game: CurrentGame,
        cameras: Cameras,
        preferences: Preferences,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._game, self._cameras, self._preferences, self._clock = game, cameras, preferences, clock
        self._camera: Camera | None = None
        self._looked = float("-inf")
        self._picture: Picture | None = None
        self._frame = 0
        self._problem = ""
        self._sharpness: float | None = None

    @property
    def _trouble(self) -> str:
        trouble = None if self._camera is None else self._camera.trouble
        return "" if trouble is None else self._say(trouble)

    def _say(self, error: Exception) -> str:
        """What is wrong, in a sentence that the screen shows; the disk alone refuses with an OSError here."""
        locale = self._preferences.locale
        if not isinstance(error, OSError):
            return say_what(error, locale)
        reason = error.strerror or str(error)
        return finish(locale.say(f"disk.why-{name_trouble(error)}", reason=reason))

    def _shown(self) -> tuple[str, str]:
        if self._game.controller is None:
            setup = self._preferences.kept.setup
            return setup.game, str(setup.header().get("variant", STANDARD))
        session = self._game.controller.session
        return session.match.game.name, str(session.header.get("variant", STANDARD))

    def _open_camera(self, choice: int = 0) -> None:
        self._close_camera()
        self._game.rest_eye()
        self._camera = self._cameras.show(*self._shown(), choice)

    def _close_camera(self) -> None:
        if self._camera is not None:
            self._camera.close()
        self._camera, self._picture, self._problem, self._sharpness = None, None, "", None

    def _take_picture(self) -> Picture | None:
        seconds = self._clock()
        if self._camera is None or seconds - self._looked < _LOOK_SECONDS:
            return None
        self._looked = seconds
        frame = self._camera.read(_READ_SECONDS)
        if frame is not None:
            self._picture, self._frame = frame.picture, self._frame + 1
            self._sharpness = sharpness(frame.picture)
        return None if frame is None else frame.picture


class CameraSetup(LiveCamera):
    """The set-up while it is open: which camera, and what was last seen through it."""

    def __init__(
        self,
        game: CurrentGame,
        cameras: Cameras,
        preferences: Preferences,
        plane_file: Path,
    ) -> None:
        super().__init__(game, cameras, preferences)
        self._plane_file = plane_file
        self._open = False
        self._choice = 0
        self._mat: MatSeen | None = None
        self._corners: dict[int, tuple[float, float]] = {}

    @property
    def handlers(self) -> intents.Handlers:
        return {
            intents.OpenCamera: lambda intent, seconds: self.open() if intent.shown else self.close(),
            intents.NextCamera: self._next_camera,
            intents.SetCorner: self._set_corner,
            intents.UseCamera: self._keep_plane,
        }

    @property
    def is_open(self) -> bool:
        return self._open

    def open(self) -> None:
        self._open, self._corners = True, {}
        self._open_camera(self._choice)

    def close(self) -> None:
        self._open = False
        self._close_camera()
        self._game.try_again()

    def view(self) -> CameraView | None:
        if not self._open:
            return None
        picture = self._take_picture()
        if picture is not None:
            self._mat = see_mat(picture, self._mat)
        plane = self._plane()
        return CameraView(
            picture=self._picture,
            frame=self._frame,
            name=self._camera.name if self._camera else "",
            tags=tuple(sorted(self._mat.tags)) if self._mat is not None else (),
            error_mm=plane.error_mm if plane else None,
            outlines=_outlines(plane, *self._shown()),
            corners=tuple(self._corners.values()),
            problem=self._problem or self._trouble,
            sharpness=None if self._sharpness is None else round(self._sharpness),
        )

    def _next_camera(self, intent: intents.NextCamera, seconds: float) -> None:
        self._choice += 1
        self.open()

    def _set_corner(self, intent: intents.SetCorner, seconds: float) -> None:
        self._corners[intent.corner] = (intent.x, intent.y)

    def _plane(self) -> Plane | None:
        if len(self._corners) == 4 and self._picture is not None:
            height, width = self._picture.shape[:2]
            corners = tuple((self._corners[k][0] * width, self._corners[k][1] * height) for k in range(4))
            try:
                return plane_from_corners(corners, (width, height))
            except VisionError as error:
                self._problem = self._say(error)
        return self._mat.plane if self._mat is not None else None

    def _keep_plane(self, intent: intents.UseCamera, seconds: float) -> None:
        plane = self._plane()
        try:
            if plane is not None:
                save_plane(self._plane_file, plane)
        except OSError as error:
            self._problem = self._say(error)
            return
        self.close()


def _outlines(plane: Plane | None, game: str, variant: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    if plane is None:
        return ()
    layout = load_layout(game, variant)
    spots = [place.corners_mm() for place in layout.places] or [_TRICK_AREA_MM]
    points = np.asarray(plane.to_picture(np.array(spots))) / plane.size_px
    return tuple(tuple((float(x), float(y)) for x, y in quad) for quad in points)


class CameraCheck:
    """Looks for the config's camera now and then; `trouble` says meanwhile what is missing."""

    def __init__(self, look: Callable[[], object], again_seconds: float = _AGAIN_SECONDS) -> None:
        self._look, self._again = look, again_seconds
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.trouble: HardwareError | None = None

    def start(self) -> None:
        """Begin to look, in a thread that ends when the camera is found."""
        self._thread = threading.Thread(target=self._run, name="camera-check", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while True:
            try:
                self._look()
                self.trouble = None
                return
            except HardwareError as error:
                if str(error) != str(self.trouble):
                    logger.warning("no camera yet: %s", error)
                self.trouble = error
            if self._stop.wait(self._again):
                return
