"""The canvas: screens draw boxes, texts and icons; it records each text's box and each touchable area."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import inf, pi, sin
from typing import Any

import pygame

from assets import asset
from companion.intents import Intent
from companion.screens import painting
from companion.screens.palette import USUAL, Colour, Hue, Scheme, Size, Weight, recolour


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def inset(self, across: int, down: int | None = None) -> "Box":
        """Smaller by that much on every side."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, max(0, self.w - 2 * across), max(0, self.h - 2 * down))

    def cut_top(self, height: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the top, and what is left below it."""
        height = min(height, self.h)
        rest = max(0, self.h - height - gap)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.bottom - rest, self.w, rest)

    def cut_bottom(self, height: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the bottom, and what is left above it."""
        height = min(height, self.h)
        rest = Box(self.x, self.y, self.w, max(0, self.h - height - gap))
        return Box(self.x, self.bottom - height, self.w, height), rest

    def cut_left(self, width: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the left, and what is left of the box."""
        width = min(width, self.w)
        rest = max(0, self.w - width - gap)
        return Box(self.x, self.y, width, self.h), Box(self.right - rest, self.y, rest, self.h)

    def cut_right(self, width: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the right, and what is left of the box."""
        width = min(width, self.w)
        rest = Box(self.x, self.y, max(0, self.w - width - gap), self.h)
        return Box(self.right - width, self.y, width, self.h), rest

    def columns(self, parts: int | Sequence[float], gap: int = 0) -> list["Box"]:
        """Side by side, equally wide or in proportion to the parts."""
        return [Box(self.x + start, self.y, size, self.h) for start, size in _shares(self.w, parts, gap)]

    def rows(self, parts: int | Sequence[float], gap: int = 0) -> list["Box"]:
        return [Box(self.x, self.y + start, self.w, size) for start, size in _shares(self.h, parts, gap)]

    def middle(self, width: int, height: int) -> "Box":
        """A box of that size in the middle."""
        width, height = min(width, self.w), min(height, self.h)
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def square(self, most: int | None = None) -> "Box":
        """The largest square in the middle, perhaps no larger than `most`."""
        side = min(self.w, self.h) if most is None else min(self.w, self.h, most)
        return self.middle(side, side)

    def cut_square(self, side: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A square from the left, in the middle of the height and no higher, and what is left."""
        side = min(side, self.h)
        strip, rest = self.cut_left(side, gap)
        return strip.middle(side, side), rest

    def holds(self, other: "Box") -> bool:
        across = self.x <= other.x and other.right <= self.right
        return across and self.y <= other.y and other.bottom <= self.bottom

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Box") -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


def _shares(length: int, parts: int | Sequence[float], gap: int) -> list[tuple[int, int]]:
    """A length divided into parts with gaps between them: where each begins and how long it is."""
    weights = [1.0] * parts if isinstance(parts, int) else list(parts)
    room = max(0, length - gap * (len(weights) - 1))
    whole = sum(weights) or 1.0
    edges = [round(room * sum(weights[:index]) / whole) for index in range(len(weights) + 1)]
    return [(edges[i] + gap * i, edges[i + 1] - edges[i]) for i in range(len(weights))]


class Moving(Enum):
    """What moves: the value is how long all of it takes, in milliseconds."""

    VERDICT = ("verdict", 200)  # the card comes down, the panel comes in, the board slides aside
    DEBT = ("debt", 240)  # the number of discards shrinks into its corner
    HERD = ("herd", 280)  # the path grows from card to card
    WINNER = ("winner", 160)  # the winning card is lifted
    POINTS = ("points", 280)  # the points count up

    @property
    def milliseconds(self) -> int:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Motion:
    """What moves now, and since when."""

    what: Moving | None = None
    elapsed_ms: float = inf

    def part(self, what: Moving, milliseconds: float = 0.0) -> float:
        """How far it has come, 0 to 1, fast at first; 1 where nothing of that kind moves."""
        length = milliseconds or what.milliseconds
        if self.what is not what or self.elapsed_ms >= length:
            return 1.0
        return 1.0 - (1.0 - max(0.0, self.elapsed_ms) / length) ** 3

    def swing(self, what: Moving, milliseconds: float) -> float:
        """Two swings to both sides, -1 to 1; 0 at rest."""
        if self.what is not what or self.elapsed_ms >= milliseconds:
            return 0.0
        return sin(4 * pi * self.elapsed_ms / milliseconds)


STILL = Motion()


DESIGN_WIDTH, DESIGN_HEIGHT = 800, 480
_SMALLEST_TYPE = 14
_LEAST_TYPE_SCALE = 0.72  # small displays are seen from the same chair
_LARGER = 1.22
BLENDED = pygame.BLEND_PREMULTIPLIED


@dataclass(frozen=True, slots=True)
class _Inked:
    """A text on the canvas: the room that it was given, where its ink is, and whether it fits."""

    text: str
    room: Box
    ink: Box
    fits: bool
    pixels: int
    colour: Colour
    edged: bool  # whether a dark line around each letter sets it off from any ground


@dataclass(frozen=True, slots=True)
class _Zone:
    """An area that a finger can touch, and what that means."""

    box: Box
    intent: Intent


class Canvas:
    """A surface with one scale; draws everything through it so that both display sizes look alike."""

    def __init__(
        self,
        surface: pygame.Surface,
        *,
        larger: bool = False,
        motion: Motion = STILL,
        scheme: Scheme = USUAL,
        scale: float = 0.0,
    ) -> None:
        self.surface = surface
        self.box = Box(0, 0, *surface.get_size())
        self.scale = scale or min(self.box.w / DESIGN_WIDTH, self.box.h / DESIGN_HEIGHT)
        self.type_scale = max(self.scale, _LEAST_TYPE_SCALE) * (_LARGER if larger else 1.0)
        self.smallest = max(painting.SMALLEST, round(_SMALLEST_TYPE * self.scale))
        self.motion, self.scheme = motion, scheme
        self.inked: list[_Inked] = []
        self.zones: list[_Zone] = []

    def px(self, units: float) -> int:
        """Design units in pixels, at least one."""
        return max(1, round(units * self.scale))

    def type_px(self, units: float) -> int:
        return max(self.smallest, round(units * self.type_scale))

    def line(self, units: float = Size.BODY, weight: Weight = Weight.BOLD) -> int:
        return painting.line_height(weight, self.type_px(units))

    @property
    def least_line(self) -> int:
        """The height of the smallest line that is ever set."""
        return painting.line_height(Weight.BOLD, self.smallest)

    def clear(self, colour: Colour = Hue.NIGHT) -> None:
        self.surface.fill(self.scheme.paint(colour))
        self.inked.clear()
        self.zones.clear()

    def touch(self, box: Box, intent: Intent) -> None:
        self.zones.append(_Zone(box, intent))

    def panel(
        self, box: Box, fill: Colour, *, edge: Colour | None = None, radius: float = 10, thick: float = 2
    ) -> None:
        if box.w > 0 and box.h > 0:
            round_ = min(self.px(radius), box.w // 2, box.h // 2)
            paint = self.scheme.paint
            line = None if edge is None else paint(edge)
            self.sprite(painting.panel(box.w, box.h, round_, paint(fill), line, self.px(thick)), box)

    def sprite(self, picture: pygame.Surface, box: Box) -> None:
        """A picture with soft edges, its upper left corner in the box's."""
        self.surface.blit(picture, (box.x, box.y), special_flags=BLENDED)

    def fill(self, box: Box, colour: Colour) -> None:
        self.surface.fill(self.scheme.paint(colour), (box.x, box.y, box.w, box.h))

    def drawing(self, svg: str, box: Box) -> None:
        """A drawing stretched to its box."""
        self.sprite(painting.draw_svg(recolour(svg, self.scheme), box.w, box.h), box)

    def card(self, svg: str, box: Box, radius: float) -> None:
        """A drawing with round corners; the radius is a part of the width."""
        self.sprite(painting.draw_rounded(recolour(svg, self.scheme), box.w, box.h, radius), box)

    def corner_card(self, svg: str, box: Box) -> None:
        """A drawing cut to a square card that stands on its corner."""
        self.sprite(painting.draw_on_corner(recolour(svg, self.scheme), box.w), box)

    def corner_ring(self, box: Box, colour: Colour, thick: int, opacity: int = 255) -> None:
        """A line around a square card that stands on its corner."""
        self.sprite(painting.draw_corner_ring(box.w, self.scheme.paint(colour), thick, opacity), box)

    def ring(self, box: Box, colour: Colour, radius: float, thick: float = 3) -> None:
        """A rounded line around a box."""
        wide = self.px(thick)
        area = (box.x - wide // 2, box.y - wide // 2, box.w + wide, box.h + wide)
        paint = self.scheme.paint(colour)
        pygame.draw.rect(self.surface, paint, area, wide, border_radius=round(radius) + wide // 2)

    def scenery(self, svg: str, box: Box) -> None:
        """A picture behind everything, where the scheme wants one."""
        if not self.scheme.plain:
            self.surface.blit(painting.draw_scenery(svg, box.w, box.h), (box.x, box.y))

    def head(self, box: Box, colour: Colour, radius: int) -> None:
        """The bright head of a panel: round above, straight below."""
        area, corners = (box.x, box.y, box.w, box.h), (radius, radius, 0, 0)
        pygame.draw.rect(self.surface, self.scheme.paint(colour), area, 0, -1, *corners)

    def fits(self, box: Box, text: str, weight: Weight, lines: int) -> bool:
        """Whether a text can be set in a box without being cut, at the smallest size of all."""
        setting = painting.fit(text, box.w, box.h, weight, self.smallest, lines, self.smallest)
        return box.h > 0 and setting.fits

    def shortened(self, box: Box, text: str, weight: Weight, lines: int = 1) -> str:
        """A text that is too long for its box without its end."""
        shown = text
        while len(shown) > 2 and not self.fits(box, shown, weight, lines):
            shown = f"{shown[:-2].rstrip()}…"
        return shown

    def wrapped_height(self, text: str, width: int, size: float, weight: Weight) -> int:
        """How high a text of that size is, with as many lines as it needs."""
        pixels = self.type_px(size)
        return painting.line_height(weight, pixels) * len(painting.wrap(text, width, weight, pixels))

    def cover(self, box: Box) -> None:
        """Forget the texts that something will be drawn over."""
        self.inked = [each for each in self.inked if not each.ink.overlaps(box)]

    def polygon(self, points: Sequence[tuple[int, int]], colour: Colour) -> None:
        paint = self.scheme.paint(colour)
        pygame.draw.polygon(self.surface, paint, points)
        pygame.draw.aalines(self.surface, paint, True, points)

    def veil(self, box: Box, colour: Colour, opacity: float, *, radius: float = 14) -> None:
        """A plate through which the scenery shows a little."""
        paint, round_ = self.scheme.paint(colour), min(self.px(radius), box.h // 2)
        self.sprite(painting.veil(box.w, box.h, round_, paint, round(opacity * 255)), box)

    def icon(self, box: Box, name: str, colour: Colour = Hue.PAPER) -> None:
        """An icon as large as its box allows, in its middle."""
        spot = box.square()
        if spot.w > 0:
            self.sprite(icon(name, spot.w, self.scheme.paint(colour)), spot)

    def rule(self, start: tuple[int, int], end: tuple[int, int], colour: Colour, thick: float = 2) -> None:
        pygame.draw.line(self.surface, self.scheme.paint(colour), start, end, self.px(thick))

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
        colour: Colour = Hue.PAPER,
        align: float = 0.0,
        valign: float = 0.5,
        lines: int = 1,
        edge: Colour | None = None,
        shorten: bool = False,
    ) -> Box:
        """A text as large as `size` and the box allow; align 0 left, 0.5 centre, 1 right; gives its ink.

        What people wrote themselves may be too long for any box: shortened, it loses its end.
        """
        if shorten:
            text = self.shortened(box, text, weight, lines)
        if not text:
            return Box(box.x, box.y, 0, 0)
        pixels = self.type_px(size)
        setting = painting.fit(text, box.w, box.h, weight, pixels, lines, self.smallest)
        colour, edge = self.scheme.paint(colour), None if edge is None else self.scheme.paint(edge)
        top = box.y + round((box.h - setting.height) * valign)
        drop = painting.drop(weight, setting.pixels)
        left, right = box.right, box.x
        for index, line in enumerate(setting.lines):
            picture = painting.render(line, weight, setting.pixels, colour, edge)
            x = box.x + round((box.w - picture.get_width()) * align)
            y = top + drop + index * setting.line_height - painting.rise(line, weight, setting.pixels)
            self.surface.blit(picture, (x, max(0, y)))  # at the upper edge nothing is cut
            left, right = min(left, x), max(right, x + picture.get_width())
        ink = Box(left, top, right - left, setting.height)
        self.inked.append(_Inked(text, box, ink, setting.fits, setting.pixels, colour, edge is not None))
        return ink

    def note(self, box: Box, text: str, size: float = Size.SMALL, **how: Any) -> Box:
        """Second words: a text in the regular weight."""
        return self.text(box, text, size, weight=Weight.REGULAR, **how)


@lru_cache(maxsize=512)
def icon(name: str, side: int, colour: Colour) -> pygame.Surface:
    """An icon of that size and colour, loaded once, ready for BLEND_PREMULTIPLIED."""
    cover = _cover(name, max(1, side))
    tinted = pygame.Surface(cover.get_size(), pygame.SRCALPHA)
    tinted.fill((*colour, 255))
    tinted.blit(cover, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return tinted


def _cover(name: str, side: int) -> pygame.Surface:
    drawing = pygame.image.load_sized_svg(asset(f"icons/{name}.svg"), (side, side)).premul_alpha()
    white = pygame.image.tobytes(drawing, "RGBA")[0::4]
    pixels = bytearray(4 * len(white))
    for channel in range(4):
        pixels[channel::4] = white
    return pygame.image.frombytes(bytes(pixels), drawing.get_size(), "RGBA")
