"""Icons: a name comes in, the drawing of assets/icons in any size and colour goes out.

In the files what is white is drawn in the colour, what is black takes it away again.
"""

from functools import lru_cache

import pygame

from assets import asset
from companion.screens.palette import Colour


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
