"""The side of the play screen: the verdict with the discards, a question, or the players and the goals."""

from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
    DEEP_AMBER,
    DEEP_ILLEGAL,
    DEEP_LEGAL,
    ILLEGAL,
    INK,
    LEGAL,
    MIST,
    NIGHT,
    PAPER,
    SLATE,
    STEEL,
    Colour,
    Size,
    Space,
    Weight,
)
from companion.screens.parts import BUTTON_COLOURS
from companion.views.values import Goal, ProposalView, QuestionView, Seat, View


def draw_verdict(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    """The ruling: a word and a mark, then what it costs or why it cannot be."""
    name, colour, ground = look_of(proposal)
    canvas.panel(box, ground, edge=colour, radius=14, thick=3)
    pad = canvas.px(Space.BODY)
    head, rest = box.inset(canvas.px(3)).cut_top(max(canvas.px(58), canvas.line(Size.TITLE) + canvas.px(6)))
    canvas.panel(head, colour, radius=11)
    mark, word = head.inset(pad, canvas.px(Space.TIGHT)).cut_left(
        round(head.h * 0.66), canvas.px(Space.SMALL)
    )
    canvas.icon(mark, {"legal": "yes", "illegal": "no", "lacks": "question"}[name], NIGHT)
    canvas.text(word, view.say(f"play.{name}"), Size.BIG, weight=Weight.BLACK, colour=NIGHT)
    body = rest.inset(pad, canvas.px(Space.SMALL))
    (draw_legal if proposal.legal else draw_illegal)(canvas, view, proposal, body)


def look_of(proposal: ProposalView) -> tuple[str, Colour, Colour]:
    """The word of a verdict with its colours; what only lacks an answer is neither legal nor illegal yet."""
    if proposal.lacks:
        return "lacks", AMBER, DEEP_AMBER
    return ("legal", LEGAL, DEEP_LEGAL) if proposal.legal else ("illegal", ILLEGAL, DEEP_ILLEGAL)


def draw_legal(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    """The number of discards, huge; then what happened and what else is to know."""
    foot = "\n".join((proposal.does + ".", *(remark + "." for remark in proposal.remarks)))
    words, number = box.cut_bottom(round(box.h * (0.34 if not proposal.remarks else 0.46)))
    canvas.text(words, foot, Size.BODY, weight=Weight.REGULAR, valign=1.0, lines=9)
    discards = proposal.verdict.discards
    caption, digits = number.cut_bottom(canvas.line(Size.BODY) + canvas.px(2))
    if discards == 0:
        canvas.text(number, headline(view, proposal), Size.BIG, weight=Weight.BLACK, align=0.5, lines=4)
        return
    canvas.text(digits, str(discards), Size.HUGE, weight=Weight.BLACK, align=0.5)
    key = "play.discards-one" if discards == 1 else "play.discards"
    canvas.text(caption, view.say(key), Size.BODY, align=0.5)


def headline(view: View, proposal: ProposalView) -> str:
    """What matters most where nothing is discarded: who wins the trick, else that it is free."""
    winner = proposal.verdict.shows.get("winner")
    if winner is not None:
        return view.say(
            "play.wins", winner=winner if winner != "phantom" else view.locale.say("words.phantom")
        )
    if view.table is not None and view.table.game == "elevation":
        return view.say("play.ready")
    return view.say("play.free")


def draw_illegal(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    """What was seen, and why it cannot be, in one sentence."""
    seen, why = box.cut_bottom(round(box.h * 0.3), canvas.px(Space.TIGHT))
    canvas.text(why, proposal.why, Size.TITLE, weight=Weight.BOLD, valign=0.0, lines=12)
    text = proposal.does + "."
    if proposal.verdict.discards:
        text += " " + view.say("play.would-cost", discards=proposal.verdict.discards)
    canvas.text(seen, text, Size.SMALL, weight=Weight.REGULAR, colour=MIST, valign=1.0, lines=6)


def draw_question(canvas: Canvas, view: View, question: QuestionView, box: Box) -> None:
    """The eye's question with an answer for each button."""
    canvas.panel(box, DEEP_AMBER, edge=AMBER, radius=14, thick=3)
    inner = box.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL))
    head, rest = inner.cut_top(round(inner.h * 0.3), canvas.px(Space.TIGHT))
    mark, title = head.cut_left(canvas.px(34), canvas.px(Space.SMALL))
    canvas.icon(mark, "question", AMBER)
    canvas.text(title, question.title, Size.TITLE, weight=Weight.BLACK, lines=3)
    if question.text:
        note, rest = rest.cut_bottom(round(rest.h * 0.22), canvas.px(Space.TIGHT))
        canvas.text(note, question.text, Size.SMALL, weight=Weight.REGULAR, lines=3)
    shown = question.options[:4]
    names = ("yes", "next", "discard", "action")
    for option, name, row in zip(
        shown, names, rest.rows(max(2, len(shown)), canvas.px(Space.TIGHT)), strict=False
    ):
        draw_answer(canvas, view, option.label, option.card, name, row)


def draw_answer(canvas: Canvas, view: View, label: str, card: str, name: str, box: Box) -> None:
    """One answer: the button's cap, the card, its name."""
    canvas.panel(box, NIGHT, radius=8)
    inner = box.inset(canvas.px(Space.TIGHT))
    side = min(canvas.px(30), inner.h)
    cap, inner = inner.cut_left(side, canvas.px(Space.SMALL))
    cap = cap.middle(side, side)
    canvas.panel(cap, next(c for b, c in BUTTON_COLOURS.items() if b.value == name), radius=side)
    canvas.icon(cap.inset(side // 5), name, INK)
    if card:
        side = min(inner.h, canvas.px(64))
        face, inner = inner.cut_left(side, canvas.px(Space.SMALL))
        draw_square_card(canvas, view.locale, face.middle(side, side), card)
    canvas.text(inner, label, Size.TITLE, lines=2)


def draw_seats(canvas: Canvas, view: View, box: Box) -> None:
    """The players with their counts, and the goals of the game."""
    table = view.table
    if table is None:
        return
    goals = table.goals
    if goals:
        line = canvas.line(Size.SMALL) + canvas.px(Space.TIGHT)
        least = len(table.seats) * (2 * canvas.least_line + canvas.px(12))
        high = max(len(goals) * (canvas.least_line + 1), min(line * len(goals), box.h - least))
        foot, box = box.cut_bottom(high, canvas.px(Space.TIGHT))
        for goal, row in zip(goals, foot.rows(len(goals), canvas.px(2)), strict=True):
            draw_goal(canvas, goal, row)
    height = min(canvas.px(76), (box.h - canvas.px(4) * (len(table.seats) - 1)) // len(table.seats))
    for index, seat in enumerate(table.seats):
        draw_seat(canvas, view, seat, Box(box.x, box.y + index * (height + canvas.px(4)), box.w, height))


def draw_seat(canvas: Canvas, view: View, seat: Seat, box: Box) -> None:
    """A player: name, cards in hand, cards in the pile; the one to move stands out with a mark."""
    canvas.panel(box, STEEL if seat.moves else SLATE, edge=AMBER if seat.moves else None, radius=8)
    inner = box.inset(canvas.px(Space.SMALL), canvas.px(2))
    if seat.moves:
        mark, inner = inner.cut_left(canvas.px(14), canvas.px(Space.TIGHT))
        canvas.icon(mark, "play", AMBER)
    if seat.hand is None and not seat.note:
        canvas.text(inner, seat.name, Size.BODY, lines=2)
        return
    wide = 2 * (canvas.px(24) + canvas.line(Size.BODY)) + canvas.px(Space.TIGHT)
    if seat.note:
        wide = max(wide, canvas.px(136))
    counts, inner = inner.cut_right(min(wide, round(inner.w * 0.54)), canvas.px(Space.TIGHT))
    canvas.text(inner, seat.name, Size.BODY, lines=2)
    if seat.note:
        note, counts = counts.cut_bottom(round(counts.h * 0.42))
        canvas.text(note, seat.note, Size.TINY, weight=Weight.REGULAR, colour=MIST, align=1.0)
    if seat.hand is not None:
        hand, pile = counts.columns(2, canvas.px(Space.TIGHT))
        draw_count(canvas, hand, "hand", seat.hand)
        draw_count(canvas, pile, "pile", seat.pile or 0)


def draw_count(canvas: Canvas, box: Box, icon: str, count: int) -> None:
    """An icon with a number."""
    side = min(canvas.px(20), box.h)
    mark, words = box.cut_left(side, canvas.px(Space.TIGHT))
    canvas.icon(mark.middle(side, side), icon, MIST)
    canvas.text(words, str(count), Size.BODY, weight=Weight.BLACK)


def draw_goal(canvas: Canvas, goal: Goal, box: Box) -> None:
    """A goal: what it is about, how far it is, and a tick when it is reached."""
    side = min(canvas.px(22), box.h)
    mark, words = box.cut_left(side, canvas.px(Space.SMALL))
    canvas.icon(mark.middle(side, side), goal.icon, LEGAL if goal.done else AMBER)
    if goal.done is not None:
        tick, words = words.cut_right(side, canvas.px(Space.TIGHT))
        canvas.icon(tick.middle(side, side), "yes" if goal.done else "ring", LEGAL if goal.done else STEEL)
    canvas.text(words, goal.text, Size.SMALL, colour=PAPER)
