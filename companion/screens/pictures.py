"""Pictures made once a size: SVG text and soft shapes come in, surfaces ready to blit go out."""

import io
from functools import lru_cache

import pygame

from companion.screens.palette import Colour
from companion.screens.sprites import Brush, paint

_SHADOW: Colour = (5, 8, 15)


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
    def painter(brush: Brush) -> None:
        brush.rounded((0, 0, 1, 1), radius, (255, 255, 255))

    return paint(width, height, painter)


@lru_cache(maxsize=16)
def _diamond_mask(side: int) -> pygame.Surface:
    def painter(brush: Brush) -> None:
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
