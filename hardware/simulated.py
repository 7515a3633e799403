"""The simulated table: hands that lay, lift and nudge cards come in, the camera's frames go out.

It knows nothing of any game: only which face lies where. Two views of one scene are kept, a small one for the
grey frames and a large one that is drawn only when somebody asks for the picture, as a Pi's two streams are.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from hardware.frames import CameraBase, Frame, Grey, Picture, grey_size
from vision.lab.scene import MILD, Camera, Hand, LaidCard, Troubles, corner_tags
from vision.lab.scene.flicker import Flicker
from vision.lab.scene.troubles import NONE
from vision.lab.scene.view import SimulatedView
from vision.plane.layout import Layout, Sizes
from vision.plane.tags import Tag
from vision.types import Point

_DrawFace = Callable[[str, int, bool], Picture]  # a card, the width in pixels, whether it is the marked copy
_FACE_PX = 192
_BACK = (96, 74, 58)  # the colour of a card's back, blue green red
_COVERED = 0.04  # of the light comes through the fingers on a lens
FRAME_SECONDS = 0.1
_VIEWS = ("large", "small", "people")


@dataclass(frozen=True, slots=True)
class Thing:
    """A card on the table: how it lies, in millimetres off its place and degrees, and which end is up."""

    card: str
    centre_mm: Point
    turn_degrees: float
    face_down: bool = False
    marked: bool = False


class SimulatedTable:
    """What lies on the table, who reaches over it, and how the camera sees it."""

    def __init__(
        self,
        layout: Layout,
        face: _DrawFace,
        *,
        size_px: tuple[int, int] = (1920, 1080),
        table: str = "wood",
        troubles: Troubles = MILD,
        seed: int = 0,
    ) -> None:
        self._lock = threading.RLock()  # hands move in one thread, the eye looks in another
        self.layout, self._face, self._back = layout, face, card_back(layout.card)
        self.rng = np.random.default_rng(seed)
        self.things: dict[str, Thing] = {}  # by a key of its own: later ones lie on top
        self.hand: Hand | None = None
        self.gain = 1.0
        self.glare: Point | None = None  # a spot of light, in shares of the picture
        self.flicker: Flicker | None = None  # of the lamp
        self.covered = False  # whether somebody holds a hand on the lens
        self._tags: tuple[Tag, ...] = corner_tags()
        self._camera = Camera(size_px=size_px, tilt_degrees=4.0, k1=-0.03)
        self._table, self._troubles, self._seed = table, troubles, seed
        self._views: dict[str, SimulatedView] = {}
        self._stale = set(_VIEWS)

    def release(self) -> None:
        """Let go of the pictures, fifty megabytes; they are drawn anew when somebody looks again."""
        with self._lock:
            self._views, self._stale = {}, set(_VIEWS)

    def _view(self, name: str) -> SimulatedView:
        if name not in self._views:
            small = replace(self._camera, size_px=grey_size(self._camera.size_px))
            quiet = replace(self._troubles, blur_px=0.0, noise=self._troubles.noise / 3)
            camera, troubles = (small, quiet) if name == "small" else (self._camera, self._troubles)
            self._views[name] = SimulatedView(camera, self._table, self._seed, troubles, self._tags)
        return self._views[name]

    @property
    def camera(self) -> Camera:
        return self._camera

    def lay(
        self,
        key: str,
        card: str,
        place: str,
        *,
        off: Point = (0.0, 0.0),
        turn_degrees: float = 0.0,
        face_down: bool = False,
        marked: bool = False,
    ) -> None:
        """A card comes to lie on a place, `off` in shares of a card, on top of what is there."""
        spot = self.layout.place(place)
        width, height = self.layout.card.size_mm
        centre = (spot.centre_mm[0] + off[0] * width, spot.centre_mm[1] + off[1] * height)
        self.put(key, Thing(card, centre, spot.turn_degrees + turn_degrees, face_down, marked))

    def put(self, key: str, thing: Thing) -> None:
        with self._lock:
            self.things.pop(key, None)
            self.things[key] = thing
            self._stale = set(_VIEWS)

    def put_under(self, key: str, thing: Thing) -> None:
        """A card comes to lie anywhere, under all others."""
        with self._lock:
            others = {name: each for name, each in self.things.items() if name != key}
            self.things = {key: thing, **others}
            self._stale = set(_VIEWS)

    def change(self, key: str, thing: Thing) -> None:
        """A card lies differently, but keeps its place among those above and below it."""
        with self._lock:
            self.things[key] = thing
            self._stale = set(_VIEWS)

    def lift(self, key: str) -> Thing:
        with self._lock:
            self._stale = set(_VIEWS)
            return self.things.pop(key)

    def reach(self, at_mm: Point | None, angle_degrees: float = 0.0) -> None:
        """A hand reaches for a point of the table, or leaves the picture."""
        if at_mm is None:
            self.hand = None
            return
        x, y = (float(value) for value in self._camera.to_picture([at_mm])[0])
        width, height = self._camera.size_px
        self.hand = Hand((x / width, y / height), angle_degrees, size=0.16)

    def knock(self, shift_mm: Point, turn_degrees: float = 0.0) -> None:
        self._camera = self._camera.bumped(shift_mm, turn_degrees)
        self.release()

    def cover_tags(self, numbers: Collection[int]) -> None:
        """Something lies on these tags; none uncovers them."""
        self._tags = tuple(tag for tag in corner_tags() if tag.number not in numbers)
        self.release()

    def picture(self) -> Picture:
        with self._lock:
            return self._light(self._shown("large", self._view("large")))

    def grey(self) -> Grey:
        with self._lock:
            small = self._light(self._shown("small", self._view("small")))
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def look(self, size_px: tuple[int, int]) -> Picture:
        """The table as people see it, in any size, without a camera's troubles; one size is kept."""
        with self._lock:
            people = self._views.get("people")
            if people is None or people.camera.size_px != size_px:
                camera = replace(self._camera, size_px=size_px)
                people = SimulatedView(camera, self._table, self._seed, NONE, self._tags)
                self._views["people"] = people
                self._stale.add("people")
            return self._shown("people", people)

    def _shown(self, name: str, view: SimulatedView) -> Picture:
        if name in self._stale:
            self._stale.discard(name)
            view.show([self._laid(thing) for thing in self.things.values()])
        return view.frame(self.rng, () if self.hand is None else (self.hand,))

    def _laid(self, thing: Thing) -> LaidCard:
        size = self.layout.card
        face = self._back if thing.face_down else self._face(thing.card, _FACE_PX, thing.marked)
        share = size.corner_mm / size.width_mm
        return LaidCard(thing.card, face, thing.centre_mm, size.size_mm, thing.turn_degrees, share)

    def _light(self, picture: Picture) -> Picture:
        if self.covered:
            return np.asarray(cv2.convertScaleAbs(picture, alpha=_COVERED), np.uint8)
        if self.glare is not None:
            height, width = picture.shape[:2]
            spot = np.zeros((height, width), np.uint8)
            at = (int(self.glare[0] * width), int(self.glare[1] * height))
            cv2.circle(spot, at, max(2, width // 40), (170,), -1)
            soft = cv2.GaussianBlur(spot, (0, 0), width / 90)
            picture = np.asarray(cv2.add(picture, cv2.merge([soft] * 3)), np.uint8)
        if self.flicker is not None:
            picture = self.flicker.light(picture, float(self.rng.uniform()))
        if self.gain == 1.0:
            return picture
        return np.asarray(cv2.convertScaleAbs(picture, alpha=self.gain), np.uint8)


def card_back(size: Sizes) -> Picture:
    """Our own back: one dark colour with a lighter frame."""
    height = round(_FACE_PX * size.height_mm / size.width_mm)
    back = np.full((height, _FACE_PX, 3), _BACK, np.uint8)
    edge = _FACE_PX // 12
    cv2.rectangle(back, (edge, edge), (_FACE_PX - edge, height - edge), (150, 130, 110), 3)
    return back


class SimulatedCamera(CameraBase):
    """A camera over a simulated table; `clock` tells the time of each frame, simulated or real.

    A paced one gives ten frames a second, as a real camera would make its reader wait.
    """

    def __init__(self, table: SimulatedTable, clock: Callable[[], float], *, paced: bool = False) -> None:
        super().__init__("simulated")
        self.table = table
        self._clock = clock
        self._paced = paced
        self._due = 0.0

    def close(self) -> None:
        super().close()
        self.table.release()

    def read(self, timeout_seconds: float = 1.0) -> Frame | None:
        if self._paced:
            self._due = max(self._due + FRAME_SECONDS, self._clock() - FRAME_SECONDS)
            time.sleep(max(0.0, self._due - self._clock()))
        self._number += 1
        return Frame(self.table.grey(), self._clock(), self._number, cache(self.table.picture))
