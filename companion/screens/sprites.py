"""Smooth shapes: painters in unit coordinates come in, pictures with clean edges go out, painted once."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pygame

from companion.screens.palette import Colour

_FINER = 4  # painted so many times larger, then scaled down: smooth edges without a vector library
Point = tuple[float, float]


class Brush:
    """Paints on a transparent picture in coordinates from 0 to 1 of its width and height."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.w, self.h = surface.get_size()

    def at(self, point: Point) -> tuple[float, float]:
        """A unit point in pixels."""
        return point[0] * self.w, point[1] * self.h

    def thick(self, part: float) -> int:
        """A thickness as a part of the shorter side."""
        return max(1, round(part * min(self.w, self.h)))

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled shape."""
        pygame.draw.polygon(self.surface, colour, [self.at(point) for point in points])

    def line(self, points: Sequence[Point], colour: Colour, part: float) -> None:
        """A stroke with round joints."""
        thick = self.thick(part)
        spots = [self.at(point) for point in points]
        for start, end in pairwise(spots):
            _draw_stroke(self.surface, colour, start, end, thick)

    def disc(self, centre: Point, radius: float, colour: Colour, ring: float = 0.0) -> None:
        """A disc, or a ring of some thickness."""
        thick = self.thick(ring) if ring else 0
        pygame.draw.circle(self.surface, colour, self.at(centre), self.thick(radius), thick)

    def rounded(self, box: tuple[float, float, float, float], radius: float, colour: Colour) -> None:
        """A filled rectangle with round corners."""
        x, y, w, h = box
        area = pygame.Rect(round(x * self.w), round(y * self.h), round(w * self.w), round(h * self.h))
        pygame.draw.rect(self.surface, colour, area, border_radius=self.thick(radius))


def _draw_stroke(surface: pygame.Surface, colour: Colour, start: Any, end: Any, thick: int) -> None:
    a, b = pygame.Vector2(start), pygame.Vector2(end)
    pygame.draw.circle(surface, colour, a, thick / 2)
    pygame.draw.circle(surface, colour, b, thick / 2)
    along = b - a
    if along.length() > 0:
        side = along.normalize().rotate(90) * (thick / 2)
        pygame.draw.polygon(surface, colour, [a + side, b + side, b - side, a - side])


def paint(width: int, height: int, painter: Callable[[Brush], None]) -> pygame.Surface:
    """A painter's picture with smooth edges."""
    large = pygame.Surface((max(1, width) * _FINER, max(1, height) * _FINER), pygame.SRCALPHA)
    painter(Brush(large))
    # Colours of clear pixels must not darken the edges: scale colour and cover together.
    return pygame.transform.smoothscale(large.premul_alpha(), (max(1, width), max(1, height)))


@lru_cache(maxsize=256)
def panel(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: int
) -> pygame.Surface:
    """A card of the interface: a rounded rectangle, perhaps with an edge."""

    def painter(brush: Brush) -> None:
        area, inner = brush.surface.get_rect(), radius
        if edge is not None:
            pygame.draw.rect(brush.surface, edge, area, border_radius=radius * _FINER)
            area = area.inflate(-2 * thick * _FINER, -2 * thick * _FINER)
            inner = max(0, radius - thick)
        pygame.draw.rect(brush.surface, fill, area, border_radius=inner * _FINER)

    return paint(width, height, painter)


@lru_cache(maxsize=256)
def diamond(side: int, fill: Colour, edge: Colour | None, thick: int) -> pygame.Surface:
    """A square card on its corner, with the corners rounded a little; `side` is the width of the diamond."""

    def painter(brush: Brush) -> None:
        if edge is not None:
            _draw_diamond(brush.surface, edge, 0)
            _draw_diamond(brush.surface, fill, thick * _FINER)
        else:
            _draw_diamond(brush.surface, fill, 0)

    return paint(side, side, painter)


def _draw_diamond(surface: pygame.Surface, colour: Colour, inset: int) -> None:
    """A diamond with round corners that fills the surface but for an inset."""
    side = surface.get_width()
    round_ = side * 0.07
    reach = side / 2 - inset * 1.3 - round_ * 1.2
    middle = side / 2
    corners = [
        (middle, middle - reach),
        (middle + reach, middle),
        (middle, middle + reach),
        (middle - reach, middle),
    ]
    pygame.draw.polygon(surface, colour, corners)
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        _draw_stroke(surface, colour, start, end, max(1, round(round_ * 2)))


@lru_cache(maxsize=64)
def veil(width: int, height: int, radius: int, fill: Colour, opacity: int) -> pygame.Surface:
    """A rounded rectangle that lets through what lies below it."""

    def painter(brush: Brush) -> None:
        pygame.draw.rect(
            brush.surface, (*fill, opacity), brush.surface.get_rect(), border_radius=radius * _FINER
        )

    return paint(width, height, painter)


@lru_cache(maxsize=32)
def faded_panel(
    width: int, height: int, radius: int, top: Colour, bottom: Colour, edge: Colour, thick: int
) -> pygame.Surface:
    """A panel that grows darker towards its foot."""
    ground = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    for y in range(height):
        part = y / max(1, height - 1)
        shade = tuple(round(a + (b - a) * part) for a, b in zip(top, bottom, strict=True))
        pygame.draw.line(ground, shade, (0, y), (width, y))
    mask = panel(width, height, radius, (255, 255, 255), None, 0)
    ground.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    line = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    pygame.draw.rect(line, edge, line.get_rect(), thick, border_radius=radius)
    ground.blit(line.premul_alpha(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return ground
