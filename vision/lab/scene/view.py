"""A live view of a simulated table: laid cards come in one change at a time, camera frames go out, fast."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_quad
from vision.lab.scene.camera import Camera
from vision.lab.scene.hands import Hand, draw_hand
from vision.lab.scene.render import OVERHEAD, Box, LaidCard, draw_card, draw_tag
from vision.lab.scene.table import lay
from vision.lab.scene.troubles import NONE, Troubles, light_map
from vision.plane.tags import Tag, corner_tags
from vision.types import Picture, Quad, area

_MANY = 5  # from so many changes on the whole picture is drawn anew
_NOISE_ROOM = 64  # pixels by which the field of noise is larger than a picture


class SimulatedView:
    """Keeps the picture of a table and redraws only what changed.

    view = SimulatedView(Camera(), table="wood", troubles=MILD)
    view.show(lay_board(layout, face, {"1.1": "green-5"}))
    frame = view.frame(rng)                       a new picture every time, with the troubles' noise
    frame = view.frame(rng, hands=(Hand((0.5, 0.6)),))
    """

    def __init__(
        self,
        camera: Camera = OVERHEAD,
        table: str = "wood",
        table_seed: int = 0,
        troubles: Troubles = NONE,
        tags: Sequence[Tag] | None = None,
    ) -> None:
        self.camera = camera
        self._troubles = troubles
        self._empty = lay(camera, table, table_seed)
        for tag in corner_tags() if tags is None else tags:
            draw_tag(self._empty, camera, tag)
        self._light = None if troubles == NONE else _fixed_light(self._empty.shape[:2], troubles, table_seed)
        self._clean = self._empty.copy()
        self._lit = self._light_up(self._clean, Box(0, 0, *camera.size_px))
        self._cards: list[tuple[LaidCard, Quad]] = []
        self._noise: tuple[Picture, Picture] | None = None  # what it adds and what it takes away

    def show(self, cards: Sequence[LaidCard]) -> int:
        """Lay exactly these cards, later ones on top; how many regions had to be redrawn."""
        wanted = [(card, as_quad(self.camera.to_picture(card.corners_mm()))) for card in cards]
        before, after = {_key(*pair) for pair in self._cards}, {_key(*pair) for pair in wanted}
        changed = [quad for card, quad in self._cards if _key(card, quad) not in after]
        changed += [quad for card, quad in wanted if _key(card, quad) not in before]
        self._cards = wanted
        if len(changed) > _MANY:
            self._redraw_all()
        else:
            for quad in changed:
                self._redraw(quad)
        return len(changed)

    def frame(self, rng: np.random.Generator, hands: Sequence[Hand] = ()) -> Picture:
        """The camera's picture now."""
        picture = self._lit.copy()
        for hand in hands:
            draw_hand(picture, hand)
        if self._troubles.noise:
            picture = self._noisy(picture, rng)
        return picture

    def corners(self) -> list[tuple[LaidCard, Quad]]:
        """What lies on the table and where it is on the picture."""
        return list(self._cards)

    def _redraw_all(self) -> None:
        self._clean = self._empty.copy()
        for card, quad in self._cards:
            draw_card(self._clean, card, quad, 0.0)
        self._lit = self._light_up(self._clean, Box(0, 0, *self.camera.size_px))

    def _redraw(self, quad: Quad) -> None:
        box = Box.around(quad, _margin(quad)).within(self._clean)
        if box is None:
            return
        part = self._empty[box.slices()].copy()
        for card, other in self._cards:
            shifted = as_quad(np.subtract(other, (box.left, box.top)))
            if Box.around(shifted, _margin(other)).within(part) is not None:
                draw_card(part, card, shifted, 0.0)
        self._clean[box.slices()] = part
        self._lit[box.slices()] = self._light_up(part, box)

    def _light_up(self, part: Picture, box: Box) -> Picture:
        if self._light is None:
            return part.copy()
        lit = cv2.multiply(part, self._light[box.slices()], dtype=cv2.CV_8U)
        sharp = self._troubles.blur_px <= 0.2
        return np.asarray(lit if sharp else cv2.GaussianBlur(lit, (0, 0), self._troubles.blur_px), np.uint8)

    def _noisy(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """A part of one larger field of noise, by chance: as good as fresh and much quicker."""
        height, width = picture.shape[:2]
        if self._noise is None:
            shape = (height + _NOISE_ROOM, width + _NOISE_ROOM, 3)
            run = rng.standard_normal(shape, dtype=np.float32) * np.float32(self._troubles.noise)
            self._noise = run.clip(0, 255).astype(np.uint8), (-run).clip(0, 255).astype(np.uint8)
        top, left = (int(rng.integers(_NOISE_ROOM)) for _ in range(2))
        more, less = (each[top : top + height, left : left + width] for each in self._noise)
        return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)


def _fixed_light(shape: tuple[int, ...], troubles: Troubles, seed: int) -> npt.NDArray[np.float32]:
    return light_map(shape, troubles, np.random.default_rng(seed))


def _margin(quad: Quad) -> int:
    """Room for a card's shadow."""
    return int(np.sqrt(abs(area(quad))) * 0.14) + 4


def _key(card: LaidCard, quad: Quad) -> tuple[int, Quad]:
    return id(card.face), quad
