"""The canvas: screens draw boxes, texts and icons; it records each text's box and each touchable area."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from companion.intents import Intent
from companion.screens import icons, pictures, sprites, text_fitting
from companion.screens.layout import Box
from companion.screens.palette import NIGHT, PAPER, Colour, Size, Weight

DESIGN_WIDTH, DESIGN_HEIGHT = 800, 480
_LEAST_TYPE_SCALE = 0.72  # small displays are seen from the same chair
LARGER = 1.22
BLENDED = pygame.BLEND_PREMULTIPLIED


@dataclass(frozen=True, slots=True)
class _Inked:
    """A text on the canvas: the room that it was given, where its ink is, and whether it fits."""

    text: str
    room: Box
    ink: Box
    fits: bool
    pixels: int


@dataclass(frozen=True, slots=True)
class Zone:
    """An area that a finger can touch, and what that means."""

    box: Box
    intent: Intent


class Canvas:
    """A surface with one scale; draws everything through it so that both display sizes look alike."""

    def __init__(
        self, surface: pygame.Surface, *, larger: bool = False, landed: float = 1.0, scale: float = 0.0
    ) -> None:
        self.surface = surface
        self.box = Box(0, 0, *surface.get_size())
        self.scale = scale or min(self.box.w / DESIGN_WIDTH, self.box.h / DESIGN_HEIGHT)
        self.type_scale = max(self.scale, _LEAST_TYPE_SCALE) * (LARGER if larger else 1.0)
        self.landed = landed  # how far a card that was just seen has come down, 0 to 1
        self.inked: list[_Inked] = []
        self.zones: list[Zone] = []

    def px(self, units: float) -> int:
        """Design units in pixels, at least one."""
        return max(1, round(units * self.scale))

    def type_px(self, units: float) -> int:
        """A type size in pixels."""
        return max(text_fitting.SMALLEST, round(units * self.type_scale))

    def line(self, units: float = Size.BODY, weight: Weight = Weight.BOLD) -> int:
        """The height of a line of type."""
        return text_fitting.line_height(weight, self.type_px(units))

    @property
    def least_line(self) -> int:
        """The height of the smallest line that is ever set."""
        return text_fitting.line_height(Weight.BOLD, text_fitting.SMALLEST)

    def clear(self, colour: Colour = NIGHT) -> None:
        """An empty screen."""
        self.surface.fill(colour)
        self.inked.clear()
        self.zones.clear()

    def touch(self, box: Box, intent: Intent) -> None:
        """Make an area touchable."""
        self.zones.append(Zone(box, intent))

    def panel(
        self, box: Box, fill: Colour, *, edge: Colour | None = None, radius: float = 10, thick: float = 2
    ) -> None:
        """A rounded rectangle."""
        if box.w > 0 and box.h > 0:
            round_ = min(self.px(radius), box.w // 2, box.h // 2)
            picture = sprites.panel(box.w, box.h, round_, fill, edge, self.px(thick))
            self.surface.blit(picture, (box.x, box.y), special_flags=BLENDED)

    def diamond(self, box: Box, fill: Colour, *, edge: Colour | None = None, thick: float = 2) -> None:
        """A square card on its corner."""
        picture = sprites.diamond(min(box.w, box.h), fill, edge, self.px(thick))
        self.surface.blit(picture, (box.x, box.y), special_flags=BLENDED)

    def ring(self, box: Box, colour: Colour, radius: float, thick: float = 3) -> None:
        """A rounded line around a box."""
        wide = self.px(thick)
        area = (box.x - wide // 2, box.y - wide // 2, box.w + wide, box.h + wide)
        pygame.draw.rect(self.surface, colour, area, wide, border_radius=round(radius) + wide // 2)

    def scenery(self, svg: str, box: Box) -> None:
        """A picture behind everything."""
        self.surface.blit(pictures.draw_scenery(svg, box.w, box.h), (box.x, box.y))

    def head(self, box: Box, colour: Colour, radius: int) -> None:
        """The bright head of a panel: round above, straight below."""
        pygame.draw.rect(
            self.surface,
            colour,
            (box.x, box.y, box.w, box.h),
            border_top_left_radius=radius,
            border_top_right_radius=radius,
        )

    def fits(self, box: Box, text: str, weight: Weight, lines: int) -> bool:
        """Whether a text can be set in a box without being cut, at the smallest size of all."""
        setting = text_fitting.fit(text, box.w, box.h, weight, text_fitting.SMALLEST, lines)
        return box.h > 0 and setting.fits

    def cover(self, box: Box) -> None:
        """Forget the texts that something will be drawn over."""
        self.inked = [each for each in self.inked if not each.ink.overlaps(box)]

    def polygon(self, points: Sequence[tuple[int, int]], colour: Colour) -> None:
        """A small filled shape with smooth edges."""
        pygame.draw.polygon(self.surface, colour, points)
        pygame.draw.aalines(self.surface, colour, True, points)

    def veil(self, box: Box, colour: Colour, opacity: float, *, radius: float = 14) -> None:
        """A plate through which the scenery shows a little."""
        picture = sprites.veil(box.w, box.h, min(self.px(radius), box.h // 2), colour, round(opacity * 255))
        self.surface.blit(picture, (box.x, box.y), special_flags=BLENDED)

    def icon(self, box: Box, name: str, colour: Colour = PAPER) -> None:
        """An icon as large as its box allows, in its middle."""
        side = min(box.w, box.h)
        if side > 0:
            spot = box.middle(side, side)
            self.surface.blit(icons.icon(name, side, colour), (spot.x, spot.y), special_flags=BLENDED)

    def rule(self, start: tuple[int, int], end: tuple[int, int], colour: Colour, thick: float = 2) -> None:
        """A straight line."""
        pygame.draw.line(self.surface, colour, start, end, self.px(thick))

    def picture(self, box: Box, pixels: Any) -> Box:
        """A picture (rows x columns x BGR) as large as the box allows; gives back where it lies."""
        high, wide = pixels.shape[:2]
        shrink = min(box.w / wide, box.h / high)
        spot = box.middle(max(1, round(wide * shrink)), max(1, round(high * shrink)))
        image = pygame.image.frombuffer(pixels[:, :, ::-1].tobytes(), (wide, high), "RGB")
        self.surface.blit(pygame.transform.smoothscale(image, (spot.w, spot.h)), (spot.x, spot.y))
        return spot

    def text(
        self,
        box: Box,
        text: str,
        size: float = Size.BODY,
        *,
        weight: Weight = Weight.BOLD,
        colour: Colour = PAPER,
        align: float = 0.0,
        valign: float = 0.5,
        lines: int = 1,
        edge: Colour | None = None,
    ) -> Box:
        """A text as large as `size` and the box allow; align 0 left, 0.5 centre, 1 right; gives its ink."""
        if not text:
            return Box(box.x, box.y, 0, 0)
        setting = text_fitting.fit(text, box.w, box.h, weight, self.type_px(size), lines)
        top = box.y + round((box.h - setting.height) * valign)
        left, right = box.right, box.x
        for index, line in enumerate(setting.lines):
            picture = text_fitting.render(line, weight, setting.pixels, colour, edge)
            x = box.x + round((box.w - picture.get_width()) * align)
            y = top + index * setting.line_height - text_fitting.rise(line, weight, setting.pixels)
            self.surface.blit(picture, (x, max(0, y)))  # at the upper edge nothing is cut
            left, right = min(left, x), max(right, x + picture.get_width())
        ink = Box(left, top, right - left, setting.height)
        self.inked.append(_Inked(text, box, ink, setting.fits, setting.pixels))
        return ink
