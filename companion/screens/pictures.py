"""Pictures painted once a size: SVG text, soft shapes and panels come in, surfaces ready to blit go out."""

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pygame

from companion.screens.palette import Colour

_SHADOW: Colour = (5, 8, 15)
_FINER = 4  # painted so many times larger, then scaled down: smooth edges without a vector library
_Point = tuple[float, float]


@lru_cache(maxsize=512)
def draw_svg(svg: str, width: int, height: int) -> pygame.Surface:
    """An SVG stretched to a size, ready for BLEND_PREMULTIPLIED."""
    surface = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (max(1, width), max(1, height)))
    if surface.get_size() != (width, height):
        surface = pygame.transform.smoothscale(surface, (max(1, width), max(1, height)))
    return surface.convert_alpha().premul_alpha() if pygame.display.get_surface() else surface.premul_alpha()


@lru_cache(maxsize=8)
def draw_scenery(svg: str, width: int, height: int) -> pygame.Surface:
    """A scenery that covers its box wholly and is blitted without any blending."""
    surface = pygame.Surface((width, height))
    surface.blit(draw_svg.__wrapped__(svg, width, height), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return surface


@lru_cache(maxsize=512)
def draw_rounded(svg: str, width: int, height: int, radius: float) -> pygame.Surface:
    """A picture with round corners."""
    return _cut(draw_svg.__wrapped__(svg, width, height), _rounded_mask(width, height, radius))


@lru_cache(maxsize=512)
def draw_on_corner(svg: str, side: int) -> pygame.Surface:
    """A picture cut to a square card that stands on its corner; `side` is the width of the diamond."""
    return _cut(draw_svg.__wrapped__(svg, side, side), _diamond_mask(side))


@lru_cache(maxsize=64)
def draw_corner_ring(side: int, colour: Colour, thick: int, opacity: int) -> pygame.Surface:
    """A line around a square card that stands on its corner."""
    ring = pygame.Surface((side, side), pygame.SRCALPHA)
    ring.fill((*colour, opacity))
    ring = _cut(ring.premul_alpha(), _diamond_mask(side))
    hole = _diamond_mask(side - 2 * thick)
    ring.blit(hole, (thick, thick), special_flags=pygame.BLEND_RGBA_SUB)
    return ring


@lru_cache(maxsize=16)
def draw_glow(radius: int, colour: Colour, strength: int) -> pygame.Surface:
    """A soft spot: `strength` of 255 in its middle, nothing at its edge."""
    side = 2 * max(1, radius)
    spot = pygame.Surface((side, side), pygame.SRCALPHA)
    steps = max(8, min(64, radius))
    for step in range(steps):
        reach = radius * (1 - step / steps)
        pygame.draw.circle(spot, (*colour, round(strength * (step + 1) / steps)), (radius, radius), reach)
    return spot.premul_alpha()


@lru_cache(maxsize=64)
def draw_shadow(width: int, height: int, radius: int) -> pygame.Surface:
    """What a panel throws on the scenery: three rounded rectangles, each larger and fainter."""
    shadow = pygame.Surface((width + 12, height + 17), pygame.SRCALPHA)
    for grow, dark in ((10, 26), (6, 36), (3, 46)):
        layer = pygame.Surface(shadow.get_size(), pygame.SRCALPHA)
        area = pygame.Rect(6 - grow // 2, 11 - grow // 2, width + grow, height + grow)
        pygame.draw.rect(layer, (*_SHADOW, dark), area, border_radius=radius + grow // 2)
        shadow.blit(layer, (0, 0))
    return shadow.premul_alpha()


@lru_cache(maxsize=32)
def _rounded_mask(width: int, height: int, radius: float) -> pygame.Surface:
    def painter(brush: _Brush) -> None:
        brush.rounded((0, 0, 1, 1), radius, (255, 255, 255))

    return paint(width, height, painter)


@lru_cache(maxsize=16)
def _diamond_mask(side: int) -> pygame.Surface:
    def painter(brush: _Brush) -> None:
        square = pygame.Surface((brush.w, brush.w), pygame.SRCALPHA)
        inner = brush.w / 2**0.5
        area = pygame.Rect(0, 0, round(inner), round(inner))
        area.center = (brush.w // 2, brush.w // 2)
        pygame.draw.rect(square, (255, 255, 255), area, border_radius=round(inner * 0.1))
        turned = pygame.transform.rotate(square, 45)
        brush.surface.blit(turned, turned.get_rect(center=(brush.w // 2, brush.w // 2)))

    return paint(side, side, painter)


def round_off(picture: pygame.Surface, radius: float) -> pygame.Surface:
    """A whole picture with round corners; the radius is a part of the width."""
    rounded = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    rounded.blit(picture, (0, 0))
    return _cut(rounded, _rounded_mask(*picture.get_size(), radius))


def _cut(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


class _Brush:
    """Paints on a transparent picture in coordinates from 0 to 1 of its width and height."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.w, self.h = surface.get_size()

    def at(self, point: _Point) -> tuple[float, float]:
        return point[0] * self.w, point[1] * self.h

    def thick(self, part: float) -> int:
        return max(1, round(part * min(self.w, self.h)))

    def polygon(self, points: Sequence[_Point], colour: Colour) -> None:
        pygame.draw.polygon(self.surface, colour, [self.at(point) for point in points])

    def line(self, points: Sequence[_Point], colour: Colour, part: float) -> None:
        thick = self.thick(part)
        spots = [self.at(point) for point in points]
        for start, end in pairwise(spots):
            _draw_stroke(self.surface, colour, start, end, thick)

    def disc(self, centre: _Point, radius: float, colour: Colour, ring: float = 0.0) -> None:
        thick = self.thick(ring) if ring else 0
        pygame.draw.circle(self.surface, colour, self.at(centre), self.thick(radius), thick)

    def rounded(self, box: tuple[float, float, float, float], radius: float, colour: Colour) -> None:
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


def paint(width: int, height: int, painter: Callable[[_Brush], None]) -> pygame.Surface:
    """A painter's picture with smooth edges."""
    large = pygame.Surface((max(1, width) * _FINER, max(1, height) * _FINER), pygame.SRCALPHA)
    painter(_Brush(large))
    # Colours of clear pixels must not darken the edges: scale colour and cover together.
    return pygame.transform.smoothscale(large.premul_alpha(), (max(1, width), max(1, height)))


@lru_cache(maxsize=256)
def panel(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: int
) -> pygame.Surface:
    """A card of the interface: a rounded rectangle, perhaps with an edge."""

    def painter(brush: _Brush) -> None:
        area, inner = brush.surface.get_rect(), radius
        if edge is not None:
            pygame.draw.rect(brush.surface, edge, area, border_radius=radius * _FINER)
            area = area.inflate(-2 * thick * _FINER, -2 * thick * _FINER)
            inner = max(0, radius - thick)
        pygame.draw.rect(brush.surface, fill, area, border_radius=inner * _FINER)

    return paint(width, height, painter)


@lru_cache(maxsize=64)
def veil(width: int, height: int, radius: int, fill: Colour, opacity: int) -> pygame.Surface:
    """A rounded rectangle that lets through what lies below it."""

    def painter(brush: _Brush) -> None:
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
