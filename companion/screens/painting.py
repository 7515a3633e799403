"""Words and pictures painted once a size: the largest type that fits, SVG, soft shapes and panels."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pygame

from assets import asset
from companion.screens.palette import Colour, Weight

SMALLEST = 11  # pixels; below that a word is a smudge on any screen
_LEADING = 1.14
_EDGE = 0.04  # of the size of the type
_TIGHT = re.compile("(?<=[AÀÂ]) (?=[AÀÂÁ])")
# "est-ce" and "10-12" stay whole, a place as 7.2 stays with the word before it
_BREAKS = re.compile(r"(?<= )(?!\d+\.\d)|(?<=\w\w-)(?=\w{3})")


@dataclass(frozen=True, slots=True)
class _Setting:
    """A text that was set: its size in pixels, its lines, their height, and whether it fits its room."""

    pixels: int
    lines: tuple[str, ...]
    line_height: int
    fits: bool

    @property
    def height(self) -> int:
        return self.line_height * len(self.lines)


@lru_cache(maxsize=256)
def load_font(weight: Weight, pixels: int) -> pygame.font.Font:
    """A font of the one family, without a file held open for each size; raises FileNotFoundError."""
    pygame.font.init()
    return pygame.font.Font(io.BytesIO(_read_font(weight)), pixels)


@lru_cache(maxsize=len(Weight))
def _read_font(weight: Weight) -> bytes:
    return asset(f"fonts/{weight.value}").read_bytes()


@lru_cache(maxsize=8192)
def measure(text: str, weight: Weight, pixels: int) -> int:
    """How wide a line is."""
    return load_font(weight, pixels).size(_spaced(text))[0]


def _spaced(text: str) -> str:
    """A text that keeps the space between two As: the font draws the second over most of it."""
    return _TIGHT.sub("\u2009\u2009", text)


def line_height(weight: Weight, pixels: int) -> int:
    """The height of a line, accents and descenders included."""
    font = load_font(weight, pixels)
    return max(font.get_height(), round(pixels * _LEADING))


@lru_cache(maxsize=4096)
def fit(
    text: str, width: int, height: int, weight: Weight, pixels: int, most_lines: int, smallest: int = SMALLEST
) -> _Setting:
    """The largest setting from `smallest` up to `pixels` that fits; breaks only between words."""
    size = max(pixels, smallest)
    while True:
        last, high = size <= smallest, line_height(weight, size)
        lines = wrap(text, width, weight, size, last)
        fits = (
            len(lines) <= most_lines
            and high * len(lines) <= height
            and all(measure(line, weight, size) <= width for line in lines)
        )
        if fits or last:
            return _Setting(size, lines, high, fits)
        size = max(smallest, min(size - 1, int(size * 0.94)))


def wrap(text: str, width: int, weight: Weight, pixels: int, last: bool = False) -> tuple[str, ...]:
    """Lines as full as they can be; a line break in the text is kept, a no-break space never breaks."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph, width, weight, pixels, last):
            if line and measure((line + piece).rstrip(), weight, pixels) > width:
                lines.append(line.rstrip())
                line = piece
            else:
                line += piece
        lines.append(line.rstrip())
    return tuple(lines)


def _pieces(paragraph: str, width: int, weight: Weight, pixels: int, last: bool) -> Iterator[str]:
    """Where a line may break: after spaces and between the longer parts of a word.

    At the smallest size, the `last` that is tried, an endless word breaks anywhere.
    """
    for piece in _BREAKS.split(paragraph):
        too_wide = last and measure(piece.rstrip(), weight, pixels) > width
        yield from piece if too_wide else filter(None, [piece])


@lru_cache(maxsize=1024)
def render(
    text: str, weight: Weight, pixels: int, colour: Colour, edge: Colour | None = None
) -> pygame.Surface:
    """A line as a picture, kept for the next time; with an edge it stands out on any ground."""
    font, text = load_font(weight, pixels), _spaced(text)
    inner = font.render(text, True, colour)
    if edge is None:
        return inner
    thin = max(1, round(pixels * _EDGE))
    font.outline = thin
    outer = font.render(text, True, edge)
    font.outline = 0
    picture = pygame.Surface(inner.get_size(), pygame.SRCALPHA)
    picture.blit(outer, (-thin, -thin))
    picture.blit(inner, (0, 0))
    return picture


@lru_cache(maxsize=256)
def drop(weight: Weight, pixels: int) -> int:
    """How far below the top of its line a letter is set, so that capitals stand in the line's middle."""
    font = load_font(weight, pixels)
    capital = font.metrics("H")[0]
    high = capital[3] if capital is not None else 0
    return int(line_height(weight, pixels) / 2 - font.get_ascent() + high / 2)


@lru_cache(maxsize=1024)
def rise(text: str, weight: Weight, pixels: int) -> int:
    """How far the accents of a line stand above the font's ascent; `render` sets it so much lower."""
    font = load_font(weight, pixels)
    return max([0, *(metric[3] - font.get_ascent() for metric in font.metrics(text) if metric)])


_SHADOW: Colour = (5, 8, 15)
_FINER = 4  # painted so many times larger, then scaled down: smooth edges without a vector library


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
    large = _large(width, height)
    corner = max(1, round(radius * min(large.get_size())))
    pygame.draw.rect(large, (255, 255, 255), large.get_rect(), border_radius=corner)
    return _small(large)


@lru_cache(maxsize=16)
def _diamond_mask(side: int) -> pygame.Surface:
    large = _large(side, side)
    square, inner = large.copy(), large.get_width() / 2**0.5
    area = pygame.Rect(0, 0, round(inner), round(inner))
    area.center = large.get_rect().center
    pygame.draw.rect(square, (255, 255, 255), area, border_radius=round(inner * 0.1))
    turned = pygame.transform.rotate(square, 45)
    large.blit(turned, turned.get_rect(center=area.center))
    return _small(large)


def round_off(picture: pygame.Surface, radius: float) -> pygame.Surface:
    """A whole picture with round corners; the radius is a part of the width."""
    rounded = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    rounded.blit(picture, (0, 0))
    return _cut(rounded, _rounded_mask(*picture.get_size(), radius))


def _cut(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def _large(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((max(1, width) * _FINER, max(1, height) * _FINER), pygame.SRCALPHA)


def _small(large: pygame.Surface) -> pygame.Surface:
    # Colours of clear pixels must not darken the edges: scale colour and cover together.
    wide, high = large.get_size()
    return pygame.transform.smoothscale(large.premul_alpha(), (wide // _FINER, high // _FINER))


@lru_cache(maxsize=256)
def panel(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: int
) -> pygame.Surface:
    """A card of the interface: a rounded rectangle, perhaps with an edge."""
    large = _large(width, height)
    area, inner = large.get_rect(), radius
    if edge is not None:
        pygame.draw.rect(large, edge, area, border_radius=radius * _FINER)
        area = area.inflate(-2 * thick * _FINER, -2 * thick * _FINER)
        inner = max(0, radius - thick)
    pygame.draw.rect(large, fill, area, border_radius=inner * _FINER)
    return _small(large)


@lru_cache(maxsize=64)
def veil(width: int, height: int, radius: int, fill: Colour, opacity: int) -> pygame.Surface:
    """A rounded rectangle that lets through what lies below it."""
    large = _large(width, height)
    pygame.draw.rect(large, (*fill, opacity), large.get_rect(), border_radius=radius * _FINER)
    return _small(large)


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
