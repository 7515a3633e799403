"""The cards of a set-up page, drawn: piles of backs with their number, hands as fans, single faces."""

from companion.games.setup import Stack
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import AMBER, NIGHT, Size, Space, Weight
from companion.screens.view import View

_BACK, _EDGE, _PEAK = "#2F3F74", "#F8F1E3", "#8E9FD6"
_MOST_IN_FAN = 10
_FAN_SHAPE = 1.6  # as wide as high
_FAN_STEP, _FAN_SPREAD = 16, 72  # degrees from card to card, and at most from the first to the last


def draw_stacks(canvas: Canvas, view: View, stacks: tuple[Stack, ...], box: Box) -> None:
    """All stacks of a page side by side, each over its name."""
    width = box.w // len(stacks)
    for stack in stacks:
        part, box = box.cut_left(width)
        words, cards = part.cut_bottom(canvas.line(Size.SMALL) + canvas.px(Space.TIGHT))
        _draw_cards(canvas, view, stack, cards)
        text = f"{stack.count} × {stack.label}" if _has_picture(stack) and stack.count > 1 else stack.label
        canvas.text(words, text, Size.SMALL, weight=Weight.REGULAR, align=0.5, shorten=True)


def _has_picture(stack: Stack) -> bool:
    return bool(stack.card or stack.icon)


def _draw_cards(canvas: Canvas, view: View, stack: Stack, box: Box) -> None:
    if stack.hand:
        hand, box = box.cut_left(round(box.w * 0.55) if stack.count else box.w)
        _draw_hand(canvas, stack.hand, hand)
    if not stack.count:
        return
    side = min(box.h, round(box.w * 0.8))
    place = box.middle(side, side)
    if stack.card:
        draw_square_card(canvas, view.locale, place, stack.card)
        return
    canvas.drawing(_PILE, place)
    top = place.inset(side // 5, side // 5)
    if stack.icon:
        canvas.icon(top, stack.icon)
    else:
        canvas.text(top, str(stack.count), Size.BIG, weight=Weight.BLACK, align=0.5)
    if stack.passes:
        arrow = "next" if stack.passes > 0 else "left"
        canvas.icon(box.cut_right(side // 3)[0], arrow, AMBER)


def _draw_hand(canvas: Canvas, cards: int, box: Box) -> None:
    """A fan, with its number on a plate below."""
    width = min(box.w, round(box.h * _FAN_SHAPE))
    place = box.middle(width, round(width / _FAN_SHAPE))
    canvas.drawing(_fan(cards), place)
    plate, _ = place.cut_bottom(round(place.h * 0.4))
    plate = plate.middle(round(plate.h * 1.3), plate.h)
    canvas.panel(plate, NIGHT, edge=AMBER, radius=8)
    canvas.text(plate, str(cards), Size.BODY, weight=Weight.BLACK, align=0.5)


def _back(x: float, y: float, side: float, turned: str = "") -> str:
    """The back of a card: our own mountains on blue."""
    peaks = [(0.15, 0.8), (0.4, 0.42), (0.53, 0.6), (0.64, 0.5), (0.85, 0.8)]
    points = " ".join(f"{x + side * px:.1f},{y + side * py:.1f}" for px, py in peaks)
    square = f'x="{x}" y="{y}" width="{side}" height="{side}" rx="{side * 0.13:.1f}"'
    card = f'<rect {square} fill="{_BACK}" stroke="{_EDGE}" stroke-width="4"/>'
    return f'<g {turned}>{card}<polygon points="{points}" fill="{_PEAK}" fill-opacity="0.45"/></g>'


def _svg(width: int, *parts: str) -> str:
    size = f'width="{width}" height="100" viewBox="0 0 {width} 100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


_PILE = _svg(100, _back(4, 18, 78), _back(10, 12, 78), _back(16, 6, 78))


def _fan(held: int) -> str:
    shown = min(held, _MOST_IN_FAN)
    step = min(_FAN_STEP, _FAN_SPREAD / max(1, shown - 1))
    turns = [(index - (shown - 1) / 2) * step for index in range(shown)]
    cards = (_back(57, 12, 46, f'transform="rotate({turn:.1f} 80 120)"') for turn in turns)
    return _svg(round(100 * _FAN_SHAPE), *cards)
