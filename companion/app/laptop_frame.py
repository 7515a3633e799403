"""The window on a laptop: its size comes in; the device, what happened so far and the table are laid out."""

from dataclasses import dataclass

import pygame

from companion.locale import Locale
from companion.screens import painting
from companion.screens.canvas import BLENDED, Box, Canvas
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.parts import BUTTON_COLOURS, draw_token
from companion.screens.view import HistoryLine
from hardware.signals import Button

_EDGE = 12  # pixels around everything
_BUTTONS = 118  # the height of the five buttons with the names of their keys
_LEAST_STORY = 132  # the height that what happened so far always has
_DEVICE_SHARE = 0.505  # of the width
_LEAST_DRAWN = 480  # pixels: a smaller screen is drawn so wide and scaled down
_KEY_NAMES = {
    Button.NO: "N",
    Button.NEXT: "Tab",
    Button.DISCARD: "D",
    Button.ACTION: "A",
}
_BODY: Colour = (31, 38, 52)
_LINES = 8  # of the story at most


@dataclass(frozen=True, slots=True)
class LaptopFrame:
    """Where everything lies in a window of some size around a screen of some proportions."""

    size: tuple[int, int]
    screen_size: tuple[int, int]  # as it hangs: turned by a quarter, width and height are exchanged

    @property
    def _scale(self) -> float:
        width, height = self.size
        across = width * _DEVICE_SHARE - 4 * _EDGE
        down = height - 5 * _EDGE - _BUTTONS - _LEAST_STORY
        return max(0.1, min(across / self.screen_size[0], down / self.screen_size[1]))

    @property
    def screen(self) -> Box:
        wide, high = (round(side * self._scale) for side in self.screen_size)
        return Box((self._column - wide) // 2, 2 * _EDGE, wide, high)

    @property
    def scale(self) -> float:
        """How large things around the screen are, in units of 800 x 480."""
        return max(0.8, min(1.4, self.size[1] / 768))

    def drawn_size(self, size: tuple[int, int]) -> tuple[int, int]:
        """How large a screen of that size is drawn to be shown there: as it is shown, but never too small."""
        scale = max(self._scale, _LEAST_DRAWN / max(size))
        return round(size[0] * scale), round(size[1] * scale)

    @property
    def _column(self) -> int:
        fitting = round(self.screen_size[0] * self._scale) + 4 * _EDGE
        least = 400 if self.size[0] > 900 else 300
        return min(round(self.size[0] * _DEVICE_SHARE), max(fitting, least))

    @property
    def device(self) -> Box:
        return Box(_EDGE, _EDGE, self._column - 2 * _EDGE, self.screen.h + _BUTTONS + _EDGE)

    @property
    def story(self) -> Box:
        """The plate below the device."""
        top = self.device.bottom + _EDGE
        return Box(_EDGE, top, self._column - 2 * _EDGE, self.size[1] - top - _EDGE)

    @property
    def table(self) -> Box:
        """The rest: the table to the full height."""
        return Box(self._column, 0, self.size[0] - self._column, self.size[1])

    def button_boxes(self) -> dict[Button, Box]:
        """The five buttons under the screen, each below its label."""
        row = Box(self.screen.x, self.screen.bottom, self.screen.w, _BUTTONS)
        side = min(58, row.w // 6)
        return {
            button: Box(cell.centre[0] - side // 2, row.y + 14, side, side)
            for button, cell in zip(Button, row.columns(len(Button)), strict=True)
        }

    def button_at(self, x: int, y: int) -> Button | None:
        return next((each for each, box in self.button_boxes().items() if box.contains(x, y)), None)


def draw_device(canvas: Canvas, frame: LaptopFrame, locale: Locale, pressed: Button | None = None) -> None:
    """The device's body and its buttons, named by the keys that stand for them."""
    body = frame.device
    shadow = painting.draw_shadow(body.w, body.h, 20)
    canvas.surface.blit(shadow, (body.x - 6, body.y - 6), special_flags=BLENDED)
    _plate(canvas.surface, body, _BODY, 22, Hue.LINE)
    for button, box in frame.button_boxes().items():
        _draw_button(canvas, button, box, pressed is button)
        name = Box(box.x - box.w // 2, box.bottom + 8, 2 * box.w, round(22 * frame.scale))
        letter = _KEY_NAMES.get(button) or locale.say("tabletop.key-yes")
        canvas.text(name, letter, Size.SMALL, colour=Hue.MIST, align=0.5)


def _draw_button(canvas: Canvas, button: Button, box: Box, down: bool) -> None:
    centre, radius = box.centre, box.w // 2
    pygame.draw.circle(canvas.surface, Hue.DEEP, centre, radius + 5)
    pygame.draw.circle(canvas.surface, Hue.STEEL, centre, radius + 5, 1)
    cap = box.inset(3) if down else box
    canvas.panel(cap, BUTTON_COLOURS[button], radius=cap.w)
    canvas.icon(cap.inset(round(cap.w * 0.26)), button.value, Hue.INK)


def draw_story(
    canvas: Canvas, frame: LaptopFrame, locale: Locale, history: tuple[HistoryLine, ...], names: list[str]
) -> None:
    """What happened so far, the newest first: whether it stands, who, what, and what it cost."""
    box = frame.story
    if box.h < 60:
        return
    _plate(canvas.surface, box, Hue.SLATE, 16, None)
    inner = box.inset(20, _EDGE)
    head, rest = inner.cut_top(round(30 * frame.scale), Space.TIGHT)
    title, keys = head.columns((2, 3), Space.BODY)
    canvas.text(title, locale.say("tabletop.so-far"), Size.BODY, weight=Weight.BLACK)
    canvas.text(
        keys,
        locale.say("tabletop.keys"),
        Size.TINY,
        weight=Weight.REGULAR,
        colour=Hue.MIST,
        align=1.0,
        lines=2,
    )
    if not history:
        canvas.text(rest, locale.say("tabletop.nothing-yet"), Size.SMALL, colour=Hue.MIST, lines=2)
        return
    count = max(1, min(_LINES, rest.h // round(34 * frame.scale)))
    high = min(round(44 * frame.scale), rest.h // count)
    for index, line in enumerate(reversed(history[-count:])):
        row = Box(rest.x, rest.y + index * high, rest.w, high)
        if index:
            canvas.rule((row.x, row.y), (row.right, row.y), Hue.STEEL, 1)
        _draw_line(canvas, locale, line, names, row)


def _draw_line(canvas: Canvas, locale: Locale, line: HistoryLine, names: list[str], row: Box) -> None:
    stands = line.legal and not line.undone
    mark, row = row.cut_left(24, Space.SMALL)
    cap = mark.middle(22, 22)
    canvas.panel(cap, Hue.LEGAL if stands else Hue.ILLEGAL, radius=22)
    canvas.icon(cap.inset(5), "yes" if stands else "undo" if line.undone else "no", Hue.INK)
    if line.player in names:
        face, row = row.cut_left(24, Space.SMALL)
        draw_token(canvas, names.index(line.player), face.middle(22, 22))
    note, words = row.cut_right(row.w // 4, Space.SMALL)
    canvas.text(words, line.text, Size.SMALL, weight=Weight.REGULAR, lines=2)
    canvas.text(
        note, _say_cost(locale, line), Size.TINY, weight=Weight.REGULAR, colour=Hue.MIST, align=1.0, lines=2
    )


def _say_cost(locale: Locale, line: HistoryLine) -> str:
    """What an event of the past cost, or what became of it."""
    if line.undone:
        return locale.say("screens.history.undone")
    if not line.legal:
        return locale.say("screens.history.illegal")
    return locale.say("tabletop.discarded", count=line.discards) if line.discards else ""


def _plate(surface: pygame.Surface, box: Box, fill: Colour, radius: int, edge: Colour | None) -> None:
    area = (box.x, box.y, box.w, box.h)
    pygame.draw.rect(surface, fill, area, border_radius=radius)
    if edge is not None:
        pygame.draw.rect(surface, edge, area, 2, border_radius=radius)
