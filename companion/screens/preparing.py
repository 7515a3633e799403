"""How the game is set up, told page by page: what to lay out, piles and hands drawn beside the words."""

from dataclasses import dataclass, replace

from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.games import load_game, new_match, read_game_name
from companion.games.events import Fields
from companion.games.match import Match
from companion.games.setup import Lesson, SetupPage, Stack
from companion.games.table import NOTHING_SEEN
from companion.games.view import TableView
from companion.intents import Intent
from companion.screens.base import Back, Key, Keys, Screen, Spoken, Swap, spoken
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Box, Canvas
from companion.screens.faces import draw_card
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.view import View
from hardware.signals import Button

_TITLE, _LINE = 40, 26  # the sizes of the type
_BACK, _EDGE, _PEAK = "#2F3F74", "#F8F1E3", "#8E9FD6"
_MOST_IN_FAN = 10
_FAN_SHAPE = 1.6  # as wide as high
_FAN_STEP, _FAN_SPREAD = 16, 72  # degrees from card to card, and at most from the first to the last


def prepare(setup: GameSetup, view: View, begin: Intent | None = None) -> "Preparing | None":
    """The pages of a game that these choices make; None where it tells nothing."""
    header = Fields(setup.header())
    name = read_game_name(header)
    return show_preparing(new_match(name, header, load_deck(name)), view, begin)


def show_preparing(match: Match, view: View, begin: Intent | None = None) -> "Preparing | None":
    """The pages of a game as it began; None where it tells nothing."""
    game, opening = match.game, match.opening
    pages = game.setup.pages(opening, view.locale.say)
    if not pages:
        return None
    table = game.view(opening, NOTHING_SEEN, view.locale)
    return Preparing((replace(pages[0], table=table), *pages[1:]), table, begin)


def show_lesson(game: str, lesson: Lesson, view: View) -> "Preparing":
    """The pages of a lesson: its example is played, and drawn as the table would be."""
    rules, say = load_game(game), view.locale.say
    match = new_match(game, Fields(dict(lesson.header)), load_deck(game))
    pages = []
    for number, page in enumerate(lesson.pages, 1):
        for move in page.moves:
            match = match.play(match.read_event(move))[1]
        table = None if page.cards else rules.view(match.state, NOTHING_SEEN, view.locale)
        stacks = tuple(Stack(1, view.locale.card(card), card) for card in page.cards)
        lines = (say(f"learn.{lesson.key}.page-{number}"),)
        pages.append(
            SetupPage(say(f"learn.{lesson.key}.title"), lines, stacks, table=table, marks=page.marks)
        )
    return Preparing(tuple(pages), rules.view(match.opening, NOTHING_SEEN, view.locale))


@dataclass(frozen=True)
class Preparing(Screen):
    """One page at a time; the last one begins the game, one press skips the rest."""

    pages: tuple[SetupPage, ...]
    table: TableView  # the empty table
    begin: Intent | None = None  # None: only shown again
    at: int = 0

    def keys(self, view: View) -> Keys:
        is_last = self.at == len(self.pages) - 1
        back: Intent = Swap(replace(self, at=self.at - 1)) if self.at else Back()
        on: Intent = Swap(replace(self, at=self.at + 1))
        end = self.begin or Back()
        keys = {Button.NO: Key(view.say("keys.back"), back), Button.YES: Key(view.say("keys.go-on"), on)}
        if is_last:
            keys[Button.YES] = Key(view.say("keys.done" if self.begin is None else "keys.begin"), end)
        elif self.begin is not None:
            keys[Button.ACTION] = Key(view.say("keys.skip-setup"), end)
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        page = self.pages[self.at]
        count = view.say("prepare.page", page=self.at + 1, pages=len(self.pages))
        stacks = ", ".join(f"{stack.number} {stack.label}" for stack in page.stacks)
        return spoken(page.title, count, *page.lines, stacks)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        page = self.pages[self.at]
        canvas.scenery(load_game(self.table.game).art.scenery(box.w, box.h), box)
        box = box.inset(canvas.px(20), canvas.px(Space.BODY))
        head, box = box.cut_top(max(canvas.px(58), canvas.line(_TITLE)), canvas.px(Space.TIGHT))
        dots, head = head.cut_right(canvas.px(20) * len(self.pages), canvas.px(Space.BODY))
        for index, spot in enumerate(dots.columns(len(self.pages))):  # a longer one for this page
            wide, colour = (16, Hue.PAPER) if index == self.at else (7, Hue.LINE)
            canvas.panel(spot.middle(canvas.px(wide), canvas.px(7)), colour, radius=canvas.px(7))
        canvas.text(head, page.title, _TITLE, weight=Weight.BLACK)
        table = page.table
        if table is not None and table.board is not None:
            board, box = box.cut_right(round(box.w * 0.55), canvas.px(Space.BODY))
            draw_board(canvas, view.locale, table, board, Highlights(options=page.marks))
        elif page.stacks:
            drawing, box = box.cut_top(round(box.h * 0.5), canvas.px(Space.SMALL))
            _draw_stacks(canvas, view, page.stacks, drawing)
        elif page.icon:
            drawing, box = box.cut_left(round(box.w * 0.3), canvas.px(Space.BODY))
            canvas.icon(drawing.inset(canvas.px(Space.HUGE), canvas.px(Space.HUGE)), page.icon, Hue.AMBER)
        canvas.veil(box, Hue.NIGHT, 0.7)
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.TIGHT))
        canvas.note(box, "\n".join(page.lines), _LINE, lines=20)


def _draw_stacks(canvas: Canvas, view: View, stacks: tuple[Stack, ...], box: Box) -> None:
    width = box.w // len(stacks)
    for stack in stacks:
        part, box = box.cut_left(width)
        words, cards = part.cut_bottom(canvas.line(Size.SMALL) + canvas.px(Space.TIGHT))
        _draw_cards(canvas, view, stack, cards)
        is_told = (stack.card or stack.icon) and stack.count > 1
        text = f"{stack.count} × {stack.label}" if is_told else stack.label
        canvas.note(words, text, Size.SMALL, align=0.5, shorten=True)


def _draw_cards(canvas: Canvas, view: View, stack: Stack, box: Box) -> None:
    if stack.hand:
        hand, box = box.cut_left(round(box.w * 0.55) if stack.count else box.w)
        _draw_hand(canvas, stack.hand, hand)
    if not stack.count:
        return
    side = min(box.h, round(box.w * 0.8))
    place = box.middle(side, side)
    if stack.card:
        draw_card(canvas, view.locale, place, stack.card)
        return
    canvas.drawing(_PILE, place)
    top = place.inset(side // 5, side // 5)
    if stack.icon:
        canvas.icon(top, stack.icon)
    else:
        canvas.text(top, str(stack.count), Size.BIG, weight=Weight.BLACK, align=0.5)
    if stack.passes:
        arrow = "next" if stack.passes > 0 else "left"
        canvas.icon(box.cut_right(side // 3)[0], arrow, Hue.AMBER)


def _draw_hand(canvas: Canvas, cards: int, box: Box) -> None:
    width = min(box.w, round(box.h * _FAN_SHAPE))
    place = box.middle(width, round(width / _FAN_SHAPE))
    canvas.drawing(_fan(cards), place)
    plate, _ = place.cut_bottom(round(place.h * 0.4))
    plate = plate.middle(round(plate.h * 1.3), plate.h)
    canvas.panel(plate, Hue.NIGHT, edge=Hue.AMBER, radius=8)
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
