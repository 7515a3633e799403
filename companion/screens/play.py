"""The play screen: the table as the companion believes it, and beside it the verdict, as large as can be.

Before a round: its number large at the left, what people do step by step on a plate at the right.
"""

from dataclasses import dataclass

from companion.games.view import Steps, TableView
from companion.intents import ChangeSetting
from companion.screens.base import Key, Keys, Screen, Spoken
from companion.screens.boards import Highlights, draw_board, leaves_corners, place_boxes
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.parts import draw_notices, draw_token
from companion.screens.play_keys import idle_keys, proposal_keys, question_keys
from companion.screens.side import (
    draw_debt,
    draw_facts,
    draw_goals,
    draw_lead,
    draw_question,
    draw_seats,
    draw_turn,
    draw_verdict,
    panel_width,
    say_turn,
    to_play,
)
from companion.screens.spoken import tell_play
from companion.screens.stage import (
    draw_aside,
    draw_scenery,
    draw_table,
    free_sky,
    inner_box,
    mountain_box,
    slid,
)
from companion.screens.view import View
from hardware.signals import Button

_TITLE, _STEP = 116, 26  # the sizes of the type


@dataclass(frozen=True, slots=True)
class Play(Screen):
    """The screen of a game under way; what it shows is in the view, and which answer is chosen here."""

    cursor: int = 0

    def keys(self, view: View) -> Keys:
        if view.question is not None:
            return question_keys(view, view.question, self.cursor, Play)
        keys = proposal_keys(view, view.proposal) if view.proposal is not None else idle_keys(view)
        if view.settings.far:
            return {**keys, Button.NEXT: Key(view.say("keys.near"), ChangeSetting("far", False))}
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return tell_play(view, self.cursor)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        if view.settings.far:
            draw_far(canvas, view, draw_notices(canvas, view, box))
            return
        draw_scenery(canvas, view, box)
        whole = inner_box(canvas, box)  # a notice takes the sky's room, never the mountain's
        inner = inner_box(canvas, draw_notices(canvas, view, box))
        if view.table is not None and view.table.steps and view.proposal is None and view.question is None:
            _draw_steps(canvas, view, view.table, inner)
        elif view.question is not None or view.proposal is not None:
            _draw_told(canvas, view, inner, whole, self.cursor)
        elif view.table is not None and leaves_corners(view.table):
            _draw_on_sky(canvas, view, view.table, inner, mountain_box(whole))
        else:
            _draw_beside(canvas, view, inner)


def _doing(view: View) -> str:
    if view.proposal is not None:
        return view.proposal.does.removeprefix(f"{to_play(view)} ") + "."  # the title names the player
    if view.table is not None and view.table.prompt:
        return view.table.prompt
    trick = view.table.trick if view.table is not None else None
    return (trick.reminder if trick is not None else "") or ("" if view.debt is not None else view.busy)


def _draw_told(canvas: Canvas, view: View, box: Box, whole: Box, cursor: int) -> None:
    """A panel tells: the board slides aside for it, and keeps its size."""
    side, table = box.cut_right(panel_width(canvas, view, box))[0], view.table
    if table is not None:
        space = whole if leaves_corners(table) else box
        draw_aside(canvas, view, table, space, side, highlights(view), *_shown_places(view))
    if table is not None and leaves_corners(table):
        corner = free_sky(table, box, whole, side, _shown_places(view))
        canvas.cover(corner)
        draw_turn(canvas, view, corner, _doing(view))
    panel = slid(canvas, side)
    if view.question is not None:
        draw_question(canvas, view, view.question, panel, cursor)
    elif view.proposal is not None:
        draw_verdict(canvas, view, view.proposal, panel)


def _draw_on_sky(canvas: Canvas, view: View, table: TableView, box: Box, board: Box) -> None:
    """A mountain fills the screen: words stand in the corners of its sky."""
    draw_board(canvas, view.locale, table, board, highlights(view))
    high = 0.36 if view.debt is None else 0.55
    corner = Box(box.x, box.y, round(box.w * 0.28), round(box.h * high))
    canvas.cover(corner.cut_top(round(box.h * 0.3))[0])
    left = draw_debt(canvas, view, draw_turn(canvas, view, corner, _doing(view)))
    right = draw_seats(canvas, view, box.cut_right(_seats_width(canvas, view, box))[0])
    if len(table.seats) > _FEW_PLAYERS:
        right = Box(box.x, left.y, round(box.w * 0.25), round(box.h * 0.5))
        canvas.cover(right)
    draw_goals(canvas, table.goals, _above_cards(table, board, right), float(right.x > box.x))


def _above_cards(table: TableView, board: Box, box: Box) -> Box:
    """As much of a box as no card lies in."""
    places = place_boxes(table.board, board) if table.board is not None else {}
    lying = [places[cell.place] for cell in table.cells if cell.card and cell.place in places]
    below = [each.y for each in lying if each.x < box.right and box.x < each.right and each.y > box.y]
    return Box(box.x, box.y, box.w, min([box.h, *(top - box.y for top in below)]))


def _seats_width(canvas: Canvas, view: View, box: Box) -> int:
    longest = max((len(seat.name) for seat in view.table.seats), default=0) if view.table else 0
    return canvas.px(216) if longest <= _LONG_NAME else max(canvas.px(216), round(box.w * 0.37))


def _shown_places(view: View) -> tuple[str, ...]:
    if view.question is not None:
        return view.question.places
    return (*view.proposal.places, *view.proposal.marks) if view.proposal is not None else ()


def _draw_beside(canvas: Canvas, view: View, box: Box) -> None:
    side, board = box.cut_right(_seats_width(canvas, view, box), canvas.px(Space.BODY))
    table = view.table
    if table is not None:
        draw_table(canvas, view, table, board, highlights(view))
    if table is not None and table.board is not None:
        rest = draw_debt(canvas, view, draw_turn(canvas, view, side, _doing(view)))
        draw_goals(canvas, table.goals, draw_seats(canvas, view, rest), 1.0)
    else:
        draw_facts(canvas, view, draw_lead(canvas, view, draw_turn(canvas, view, side)))


def highlights(view: View) -> Highlights:
    """The proposal on its place, the cards that make it illegal, the places in doubt."""
    proposal, question = view.proposal, view.question
    if question is not None:
        return Highlights(missing=question.places)
    if proposal is None:
        return Highlights(learning=view.legal_places, last=view.last_place)
    return Highlights(
        laid=proposal.laid,
        learning=() if proposal.legal else view.legal_places,
        legal=None if proposal.lacks else proposal.legal,
        marks=tuple(place for place in proposal.marks if place not in proposal.places),
        cursor=() if proposal.laid else proposal.places,
    )


def _draw_steps(canvas: Canvas, view: View, table: TableView, box: Box) -> None:
    steps = table.steps
    if steps is None:
        return
    left, right = box.columns((4, 5), canvas.px(Space.WIDE))
    title, rest = left.cut_top(round(left.h * 0.34), canvas.px(Space.TIGHT))
    canvas.text(title, steps.title, _TITLE, weight=Weight.BLACK)
    words, rest = rest.cut_top(3 * canvas.line(Size.BODY), canvas.px(Space.BODY))
    canvas.text(words, steps.text, Size.BODY, lines=3, valign=0.0)
    _draw_rounds(canvas, steps, rest)
    canvas.veil(right, Hue.SLATE, 0.92, radius=20)
    inner = right.inset(canvas.px(20), canvas.px(Space.SMALL))
    rows = inner.rows(len(steps.lines))
    for number, (line, icon, row) in enumerate(zip(steps.lines, steps.icons, rows, strict=True), 1):
        _draw_step(canvas, number, line, icon, row)


def _draw_step(canvas: Canvas, number: int, line: str, icon: str, box: Box) -> None:
    """What is done: its number, the words, and a sign for those who only glance."""
    side = min(canvas.px(36), box.h)
    cap, words = box.cut_left(side, canvas.px(Space.BODY))
    sign, words = words.cut_right(canvas.px(44), canvas.px(Space.BODY))
    canvas.panel(cap.middle(side, side), Hue.PAPER, radius=side)
    canvas.text(
        cap.middle(side, side), str(number), Size.BODY, weight=Weight.BLACK, colour=Hue.INK, align=0.5
    )
    canvas.icon(sign, icon, Hue.AMBER)
    canvas.text(words, line, _STEP, lines=2)


def _draw_rounds(canvas: Canvas, steps: Steps, box: Box) -> None:
    """A peak a round: those behind with a tick, the one that comes in paper."""
    side = min(canvas.px(64), box.h, box.w // max(1, steps.rounds))
    for number in range(1, steps.rounds + 1):
        x = box.x + (number - 1) * (side + canvas.px(Space.TIGHT))
        colour = Hue.LEGAL if number < steps.at else Hue.PAPER if number == steps.at else Hue.LINE
        foot = box.y + side * 3 // 4
        canvas.polygon([(x, foot), (x + side // 2, box.y), (x + side, foot)], colour)
        spot = Box(x + side // 4, box.y + side // 4, side // 2, side // 2)
        if number < steps.at:
            canvas.icon(spot.inset(side // 12), "yes", Hue.INK)
        elif side >= 3 * canvas.least_line:
            ink = Hue.INK if number == steps.at else Hue.PAPER
            canvas.text(spot, str(number), Size.SMALL, weight=Weight.BLACK, colour=ink, align=0.5)


_LONG_NAME = 11  # letters
_FEW_PLAYERS = 3  # leave room for the goals below them


_NUMBER, _WORDS = 400, 76  # type sizes


def draw_far(canvas: Canvas, view: View, box: Box) -> None:
    """A sign on its colour at the left, then the number or the word, and the player at the right."""
    icon, bright, deep = _look(view)
    canvas.fill(box, deep)
    block, rest = box.cut_left(round(box.w * 0.22))
    canvas.fill(block, bright)
    side = min(round(block.w * 0.8), round(block.h * 0.5))
    canvas.icon(block.middle(side, side), icon, Hue.INK)
    rest = rest.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))
    number = _number(view)
    if number:
        digits, rest = rest.cut_left(round(rest.w * 0.46), canvas.px(Space.WIDE))
        grown = 1.0 + 0.12 * (1.0 - canvas.motion.part(Moving.VERDICT, 140))
        canvas.text(digits, number, _NUMBER * grown, weight=Weight.BLACK, align=0.5)
    _draw_words(canvas, view, rest)


def _look(view: View) -> tuple[str, Colour, Colour]:
    if view.question is not None or (view.proposal is not None and view.proposal.lacks):
        return "question", Hue.AMBER, Hue.DEEP_AMBER
    if view.proposal is not None:
        return (
            ("yes", Hue.LEGAL, Hue.DEEP_LEGAL)
            if view.proposal.legal
            else ("no", Hue.ILLEGAL, Hue.DEEP_ILLEGAL)
        )
    return ("discard", Hue.AMBER, Hue.DEEP_AMBER) if view.debt is not None else ("play", Hue.LINE, Hue.NIGHT)


def _number(view: View) -> str:
    if view.proposal is not None:
        return str(view.proposal.verdict.discards) if view.proposal.legal else ""
    return str(view.debt.discards) if view.debt is not None and view.question is None else ""


def _draw_words(canvas: Canvas, view: View, box: Box) -> None:
    lines = _lines(view)
    rows = box.rows(len(lines), canvas.px(Space.SMALL))
    names = [seat.name for seat in view.table.seats] if view.table is not None else []
    for line, row in zip(lines, rows, strict=False):
        if line in names:
            side = min(canvas.px(72 if len(lines) > 1 else 120), row.h)
            face, row = row.cut_left(side, canvas.px(Space.BODY))
            draw_token(canvas, names.index(line), face)
        colour = Hue.AMBER if line == _asked(view) else Hue.PAPER
        size = _WORDS if len(lines) > 1 else 2 * _WORDS
        canvas.text(row, line, size, weight=Weight.BLACK, colour=colour, lines=3)


def _lines(view: View) -> list[str]:
    """The words: nothing that can wait until somebody comes nearer."""
    if view.question is not None:
        return [view.question.title, *(option.label for option in view.question.options[:2])]
    who, debt, proposal = to_play(view) or "", view.debt, view.proposal
    if proposal is None and debt is not None:
        return [debt.player, view.say("play.owes")]
    if proposal is None:
        return [who or say_turn(view)]
    kind = "lacks" if proposal.lacks else "legal" if proposal.legal else "illegal"
    owes = proposal.legal and proposal.verdict.discards
    lines = [proposal.verdict.player or who, view.say("play.owes" if owes else f"play.{kind}")]
    return [*lines, *filter(None, [_asked(view)])]


def _asked(view: View) -> str:
    asked = next((each for each in view.proposal.offers if each.confirms), None) if view.proposal else None
    legal = view.proposal is not None and view.proposal.legal
    return view.say(f"play.ask-{asked.key}") if asked is not None and legal else ""
