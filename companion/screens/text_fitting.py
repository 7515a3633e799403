"""Setting type: a text and the room for it come in, the size and lines that fit go out; no cut-offs."""

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
_BREAKS = re.compile(r"(?<= )|(?<=\w\w-)(?=\w{3})")  # "est-ce" and "10-12" stay whole


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
    return load_font(weight, pixels).size(text)[0]


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
    font = load_font(weight, pixels)
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


@lru_cache(maxsize=1024)
def rise(text: str, weight: Weight, pixels: int) -> int:
    """How far the accents of a line stand above the font's ascent; `render` sets it so much lower."""
    font = load_font(weight, pixels)
    return max([0, *(metric[3] - font.get_ascent() for metric in font.metrics(text) if metric)])
