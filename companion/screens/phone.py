"""A result as a code for a phone."""

from dataclasses import dataclass
from functools import lru_cache

import pygame
import segno

from companion.screens.base import Back, Key, Keys, Screen, Spoken, spoken
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.listing import draw_evening
from companion.screens.palette import INK, PAPER, Size, Space, Weight
from companion.screens.view import View
from hardware.signals import Button

_QUIET = 4  # white modules around a code


@dataclass(frozen=True)
class CodeScreen(Screen):
    """A result as a QR code that holds it as text, so that a phone takes it over without any network."""

    told: str

    def keys(self, view: View) -> Keys:
        return {Button.NO: Key(view.say("keys.back"), Back())}

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return spoken(view.say("past.code"), *self.told.split("\n"))

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.BODY))
        code, words = box.cut_left(box.h, canvas.px(Space.HUGE))
        picture = draw_code(self.told, min(code.w, code.h))
        canvas.surface.blit(picture, picture.get_rect(center=code.centre))
        head, rest = words.cut_top(2 * canvas.line(Size.BODY), canvas.px(Space.SMALL))
        canvas.text(head, view.say("past.code"), Size.BODY, weight=Weight.BLACK, lines=3)
        canvas.text(rest, self.told, Size.SMALL, weight=Weight.REGULAR, lines=12, valign=0.0)


def can_be_scanned(text: str, side: int) -> bool:
    """Whether a code so small has at least two pixels a module."""
    modules = segno.make(text, error="m", micro=False).symbol_size(border=_QUIET)[0]
    return side >= 2 * modules


@lru_cache(maxsize=4)
def draw_code(text: str, side: int) -> pygame.Surface:
    """A QR code with its quiet rim, in whole pixels a module, at most `side` wide."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    pixels = max(1, side // (len(rows) + 2 * _QUIET))
    whole = pixels * (len(rows) + 2 * _QUIET)
    picture = pygame.Surface((whole, whole))
    picture.fill(PAPER)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                spot = ((x + _QUIET) * pixels, (y + _QUIET) * pixels, pixels, pixels)
                picture.fill(INK, spot)
    return picture
