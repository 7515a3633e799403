"""The workshop: camera set-up and enrolment; intents come in, live pictures and what is seen go out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from companion import intents
from companion.app.devices import camera_options
from companion.app.failure_view import say_what
from companion.decks import load_deck
from companion.views.values import CameraView, EnrolView
from hardware.camera import Camera, open_camera
from hardware.errors import HardwareError
from hardware.simulated import SimulatedCamera
from vision.decks import open_deck, save_deck
from vision.enrolment import Enrolment, Refusal, Shot, shoot
from vision.errors import VisionError
from vision.plane.layout import card_sizes, load_deck_tables, load_layout
from vision.plane.mat import MatSeen, plane_from_corners, see_mat
from vision.plane.plane_file import save_plane
from vision.types import Picture, Plane

if TYPE_CHECKING:
    from companion.app.app import App

LOOK_SECONDS = 0.4  # how often the picture is looked at
TRICK_AREA_MM = ((-300.0, -150.0), (300.0, -150.0), (300.0, 150.0), (-300.0, 150.0))
CAMERAS = ("auto", "pi", "usb:0", "usb:1")


class Workshop:
    """Which room is open, its camera, and what was last seen through it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.room = ""  # "", "camera" or a game's name while its deck is enrolled
        self._camera: Camera | None = None
        self._choice = 0
        self._looked = 0.0
        self._frame = 0
        self._picture: Picture | None = None
        self._mat: MatSeen | None = None
        self._corners: dict[int, tuple[float, float]] = {}
        self._problem = ""
        self._enrolment: Enrolment | None = None
        self._shot: Shot | Refusal | None = None

    def hear(self, intent: intents.Intent) -> None:
        """What a person wants of these rooms."""
        if isinstance(intent, intents.OpenCamera):
            self.enter("camera" if intent.shown else "")
        elif isinstance(intent, intents.OpenEnrolment):
            self.enter(intent.game)
        elif isinstance(intent, intents.NextCamera):
            self._choice = (self._choice + 1) % len(CAMERAS)
            self.enter(self.room)
        elif isinstance(intent, intents.SetCorner):
            self._corners[intent.corner] = (intent.x, intent.y)
        elif isinstance(intent, intents.UseCamera):
            self.keep_plane()
        elif isinstance(intent, intents.KeepShot):
            self.keep_shot(intent.card)
        elif isinstance(intent, intents.SkipShot):
            self._shot = None

    def enter(self, room: str) -> None:
        """Open a room with its camera, or leave."""
        if self._camera is not None:
            self._camera.close()
        self.room, self._camera, self._picture, self._problem, self._corners = room, None, None, "", {}
        if not room:
            return
        try:
            self._camera = self.open_camera()
            self._camera.settle()
        except HardwareError as error:
            self._problem = say_what(error, self.app.locale())
        if room != "camera":
            self._enrolment = self.begin_enrolment(room)

    def open_camera(self) -> Camera:
        """The camera to set up; without any the simulated table."""
        if self.app.simulated:
            return SimulatedCamera(self.app.table_seen(), time.monotonic)
        name = self.app.config.camera.name if self._choice == 0 else CAMERAS[self._choice]
        return open_camera(name, options=camera_options(self.app.config))

    def begin_enrolment(self, game: str) -> Enrolment | None:
        """The deck as far as it is enrolled; one that cannot be read is told and left alone."""
        try:
            deck = open_deck(self.deck_path(game), game, game)
        except (VisionError, OSError) as error:
            self._problem = str(error)
            return None
        return Enrolment(deck, tuple(load_deck(game)))

    def deck_path(self, game: str) -> Path:
        """Where a deck is kept."""
        return self.app.folders.decks / f"{game}.deck"

    def look(self) -> None:
        """Take a picture now and then."""
        now = time.monotonic()
        if self._camera is None or now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        frame = self._camera.read(0.2)
        if frame is None:
            return
        self._picture, self._frame = frame.picture, self._frame + 1
        if self.room == "camera":
            self._mat = see_mat(self._picture, self._mat)
        elif self._enrolment is not None and not isinstance(self._shot, Shot):
            wanted, game = self._enrolment.wanted, self._enrolment.deck.game
            size = None if game is None else card_sizes(load_deck_tables(game)).size_mm
            self._shot = shoot(self.app.reader(), self._picture, wanted=wanted, size_mm=size)

    def plane(self) -> Plane | None:
        """The plane from the tags, or from four corners by hand."""
        if len(self._corners) == 4 and self._picture is not None:
            height, width = self._picture.shape[:2]
            corners = tuple((self._corners[k][0] * width, self._corners[k][1] * height) for k in range(4))
            try:
                return plane_from_corners(corners, (width, height))
            except VisionError as error:
                self._problem = str(error)
        return self._mat.plane if self._mat is not None else None

    def keep_plane(self) -> None:
        """Store the plane and leave."""
        plane = self.plane()
        try:
            if plane is not None:
                save_plane(self.app.folders.plane, plane)
        except OSError as error:
            self._problem = str(error)
            return
        self.enter("")

    def keep_shot(self, card: str) -> None:
        """The shot becomes the reference of a card, and the deck is stored at once."""
        if self._enrolment is None or not isinstance(self._shot, Shot):
            return
        try:
            enrolment = self._enrolment.confirm(self._shot, card)
            save_deck(enrolment.deck, self.deck_path(self.room))
        except (VisionError, OSError) as error:
            self._problem = str(error)
            return
        self._enrolment, self._shot, self._problem = enrolment, None, ""

    def camera_view(self) -> CameraView | None:
        """The camera room, while it is open."""
        if self.room != "camera":
            return None
        self.look()
        plane = self.plane()
        tags = tuple(sorted(self._mat.tags)) if self._mat is not None else ()
        return CameraView(
            picture=self._picture,
            frame=self._frame,
            name=self._camera.name if self._camera else "",
            tags=tags,
            error_mm=plane.error_mm if plane else None,
            outlines=outlines(plane, *self.app.table_shown()),
            corners=tuple(self._corners.values()),
            problem=self._problem,
        )

    def enrol_view(self) -> EnrolView | None:
        """The enrolment room, while it is open."""
        if self.room in ("", "camera"):
            return None
        if self._enrolment is None:
            return EnrolView(self.room, problem=self._problem)
        self.look()
        shot = self._shot if isinstance(self._shot, Shot) else None
        missing = self._enrolment.missing()
        return EnrolView(
            self.room,
            picture=self._picture,
            frame=self._frame,
            card=(self._enrolment.proposal(shot) or "") if shot else "",
            candidates=shot.proposals if shot else (),
            cards=tuple(load_deck(self.room)),
            have=self._enrolment.progress()[0],
            missing=missing,
            problem=self._problem or self.refusal(),
        )

    def refusal(self) -> str:
        """Why a shot was not taken, in words."""
        if not isinstance(self._shot, Refusal):
            return ""
        return self.app.say(f"refusals.{self._shot.name.lower()}")


def outlines(plane: Plane | None, game: str, variant: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The layout drawn over the picture, in parts of its width and height."""
    if plane is None:
        return ()
    layout = load_layout(game, variant if game == "tranquility" else "standard")
    spots = [place.corners_mm() for place in layout.places] or [TRICK_AREA_MM]
    points = np.asarray(plane.to_picture(np.array(spots))) / plane.size_px
    return tuple(tuple((float(x), float(y)) for x, y in quad) for quad in points)
