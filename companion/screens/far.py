"""What is read from two metres: the verdict's sign, the number, whose turn it is; nothing else."""

from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.motion import Moving
from companion.screens.palette import (
    AMBER,
    DEEP_AMBER,
    DEEP_ILLEGAL,
    DEEP_LEGAL,
    ILLEGAL,
    INK,
    LEGAL,
    LINE,
    NIGHT,
    PAPER,
    Colour,
    Space,
    Weight,
)
from companion.screens.parts import draw_token
from companion.screens.side import say_turn, to_play
from companion.screens.view import View

_NUMBER, _WORDS = 400, 76  # type sizes


def draw_far(canvas: Canvas, view: View, box: Box) -> None:
    """A sign on its colour at the left, then the number or the word, and the player at the right."""
    icon, bright, deep = _look(view)
    canvas.fill(box, deep)
    block, rest = box.cut_left(round(box.w * 0.22))
    canvas.fill(block, bright)
    side = min(round(block.w * 0.8), round(block.h * 0.5))
    canvas.icon(block.middle(side, side), icon, INK)
    rest = rest.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))
    number = _number(view)
    if number:
        digits, rest = rest.cut_left(round(rest.w * 0.46), canvas.px(Space.WIDE))
        grown = 1.0 + 0.12 * (1.0 - canvas.motion.part(Moving.VERDICT, 140))
        canvas.text(digits, number, _NUMBER * grown, weight=Weight.BLACK, align=0.5)
    _draw_words(canvas, view, rest)


def _look(view: View) -> tuple[str, Colour, Colour]:
    if view.question is not None or (view.proposal is not None and view.proposal.lacks):
        return "question", AMBER, DEEP_AMBER
    if view.proposal is not None:
        return ("yes", LEGAL, DEEP_LEGAL) if view.proposal.legal else ("no", ILLEGAL, DEEP_ILLEGAL)
    return ("discard", AMBER, DEEP_AMBER) if view.debt is not None else ("play", LINE, NIGHT)


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
        colour = AMBER if line == _asked(view) else PAPER
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
