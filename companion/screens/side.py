"""What the play screen tells beside the table, and from two metres: verdict, question, turn, goals."""

from companion.games.values import Phrase
from companion.games.view import Goal
from companion.screens import painting
from companion.screens.boards import leaves_corners, stands_on_corner
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.palette import Colour, Hue, Size, Space, Weight, parse_colour
from companion.screens.parts import BUTTON_COLOURS, cut_token, draw_cap, draw_card, draw_seat, find_face
from companion.screens.view import ProposalView, QuestionView, View
from hardware.signals import Button

_PANEL_UNITS = 300  # the width of a verdict
_FACES_UNITS = 440  # of a question with two faces side by side
_NUMBER_MS = 140  # in which the number of discards settles
_REASON = 38  # the size of the type
_FAR_NUMBER, _FAR_WORDS = 400, 76  # sizes of type for two metres
LOOKS = {  # of a kind of verdict: its sign, then its colour bright, deep and low
    "legal": ("yes", Hue.LEGAL, Hue.DEEP_LEGAL, Hue.LOW_LEGAL),
    "illegal": ("no", Hue.ILLEGAL, Hue.DEEP_ILLEGAL, Hue.LOW_ILLEGAL),
    "lacks": ("question", Hue.AMBER, Hue.DEEP_AMBER, Hue.LOW_AMBER),
}
_IDLE_LOOK = ("play", Hue.LINE, Hue.NIGHT, Hue.NIGHT)


def panel_width(canvas: Canvas, view: View, box: Box) -> int:
    """How wide the panel is that tells now."""
    options = view.question.options if view.question is not None else ()
    faces = len(options) == 2 and all(option.card for option in options)
    return min(canvas.px(_FACES_UNITS if faces else _PANEL_UNITS), round(box.w * 0.62))


def draw_panel(canvas: Canvas, box: Box, kind: str, title: str) -> Box:
    """A panel with a bright head: a sign and a word; gives back the room below it."""
    icon, bright, deep, low = LOOKS[kind]
    radius = canvas.px(20)
    canvas.cover(box)
    paint = canvas.scheme.paint
    canvas.sprite(painting.draw_shadow(box.w, box.h, radius), Box(box.x - 6, box.y - 6, 0, 0))
    colours = paint(deep), paint(low), paint(bright)
    canvas.sprite(painting.faded_panel(box.w, box.h, radius, *colours, canvas.px(3)), box)
    head, rest = box.cut_top(max(canvas.px(58), canvas.line(Size.VERDICT)))
    canvas.head(head, bright, radius)
    mark, word = head.inset(canvas.px(Space.WIDE), 0).cut_left(canvas.px(38), canvas.px(Space.SMALL))
    canvas.icon(mark.square(canvas.px(36)), icon, Hue.INK)
    canvas.text(word, title, Size.VERDICT, weight=Weight.BLACK, colour=Hue.INK)
    return rest.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))


def draw_verdict(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    """The ruling: a word and a mark, then what it costs or why it cannot be."""
    body = draw_panel(canvas, box, proposal.kind, view.say(f"play.{proposal.kind}"))
    if view.table is not None and view.table.board is not None and not leaves_corners(view.table):
        body = _draw_doer(canvas, view, proposal, body)
    (_draw_legal if proposal.legal else _draw_illegal)(canvas, view, proposal, body)


def _draw_doer(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> Box:
    """Where the sky has no corner for it: who does what, at the panel's foot; gives back the room above."""
    foot, rest = box.cut_bottom(max(canvas.px(52), 3 * canvas.least_line), canvas.px(Space.TIGHT))
    player = proposal.verdict.player or view.to_play
    foot = cut_token(canvas, view, player, foot, 28, Space.SMALL)
    canvas.text(foot, proposal.does + ".", Size.SMALL, lines=3, shorten=True)
    return rest


def _draw_legal(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    """The number of discards, huge; below it what else is to know, and what only people can see."""
    asked = proposal.asked
    if asked is not None:
        plate, box = box.cut_bottom(max(canvas.px(60), 2 * canvas.least_line), canvas.px(Space.SMALL))
        canvas.panel(plate, Hue.AMBER, radius=12)
        mark, room = plate.inset(canvas.px(10), canvas.px(4)).cut_square(canvas.px(44), canvas.px(10))
        canvas.icon(mark, asked.icon, Hue.INK)
        question = view.say(f"play.ask-{asked.key}")
        canvas.text(room, question, Size.BODY, weight=Weight.BLACK, colour=Hue.INK, lines=2)
    if proposal.remarks:
        foot = "\n".join(remark + "." for remark in proposal.remarks)
        note, box = box.cut_bottom(round(box.h * 0.4), canvas.px(Space.TIGHT))
        canvas.note(note, foot, Size.BODY, valign=1.0, lines=9)
    discards = proposal.verdict.discards
    if discards == 0:
        headline = proposal.verdict.headline or Phrase("screens.play.free")
        words = view.locale.say(headline.key, **headline.facts)
        canvas.text(box, words, Size.BIG, weight=Weight.BLACK, align=0.5, lines=4)
        return
    below = canvas.line(Size.TITLE) + canvas.px(2)
    box = box.middle(box.w, canvas.line(Size.HUGE, Weight.BLACK) + below)  # the number and its word as one
    caption, digits = box.cut_bottom(below)
    grown = 1.0 + 0.12 * (1.0 - canvas.motion.part(Moving.VERDICT, _NUMBER_MS))
    canvas.text(digits, str(discards), Size.HUGE * grown, weight=Weight.BLACK, align=0.5)
    key = "play.discards-one" if discards == 1 else "play.discards"
    canvas.text(caption, view.say(key), Size.TITLE, align=0.5)


def _draw_illegal(canvas: Canvas, view: View, proposal: ProposalView, box: Box) -> None:
    if proposal.verdict.discards:
        cost, box = box.cut_bottom(round(box.h * 0.2), canvas.px(Space.TIGHT))
        words = view.say("play.would-cost", discards=proposal.verdict.discards)
        canvas.note(cost, words, Size.SMALL, colour=Hue.MIST, valign=1.0, lines=4)
    more = len(proposal.reasons) - 1
    if more > 0:
        plate, box = box.cut_bottom(max(canvas.px(44), canvas.line(Size.SMALL)), canvas.px(Space.SMALL))
        canvas.veil(plate, Hue.PAPER, 0.12, radius=10)
        words = view.say("play.more-reasons", count=more)
        canvas.text(plate.inset(canvas.px(Space.BODY), 2), words, Size.SMALL, lines=2)
    box = box.cut_top(canvas.px(Space.SMALL))[1]
    canvas.text(box, proposal.why, _REASON, weight=Weight.BLACK, valign=0.0, lines=14)


def draw_question(canvas: Canvas, view: View, question: QuestionView, box: Box, cursor: int) -> None:
    """The eye's question: two answers with a button each, or a list with the chosen one on paper."""
    rest = draw_panel(canvas, box, "lacks", question.title)
    if question.text:
        note, rest = rest.cut_bottom(round(rest.h * 0.22), canvas.px(Space.TIGHT))
        canvas.note(note, question.text, Size.SMALL, lines=3)
    shown = question.options
    names = ("yes", "next") if len(shown) <= 2 else ("",) * len(shown)
    if len(shown) == 2 and all(option.card for option in shown):
        for option, name, half in zip(shown, names, rest.columns(2, canvas.px(Space.BODY)), strict=True):
            _draw_face(canvas, view, option.card, name, half)
        return
    rows = rest.rows(max(2, len(shown)), canvas.px(Space.TIGHT))
    for index, (option, name, row) in enumerate(zip(shown, names, rows, strict=False)):
        chosen = not name and index == cursor % len(shown)
        _draw_answer(canvas, view, option.label, option.card, name, row, chosen)


def _draw_face(canvas: Canvas, view: View, card: str, name: str, box: Box) -> None:
    canvas.panel(box, Hue.NIGHT, edge=BUTTON_COLOURS[Button(name)], radius=16, thick=1.5)
    foot, room = box.inset(canvas.px(Space.SMALL)).cut_bottom(canvas.px(56), canvas.px(Space.TIGHT))
    on_corner = view.table is not None and stands_on_corner(view.table)
    draw_card(canvas, view.locale, room.square(), card, on_corner=on_corner)
    draw_cap(canvas, Button(name), foot.middle(canvas.px(46), canvas.px(46)))


def _draw_answer(
    canvas: Canvas, view: View, label: str, card: str, name: str, box: Box, chosen: bool
) -> None:
    canvas.panel(box, Hue.PAPER if chosen else Hue.NIGHT, radius=8)
    inner = box.inset(canvas.px(Space.TIGHT))
    if name:
        cap, inner = inner.cut_square(canvas.px(30), canvas.px(Space.SMALL))
        canvas.panel(cap, BUTTON_COLOURS[Button(name)], radius=cap.w)
        canvas.icon(cap.inset(cap.w // 5), name, Hue.INK)
    if card:
        face, inner = inner.cut_square(canvas.px(64), canvas.px(Space.SMALL))
        draw_card(canvas, view.locale, face, card)
    canvas.text(inner, label, Size.TITLE, colour=Hue.INK if chosen else Hue.PAPER, lines=2)


def draw_seats(canvas: Canvas, view: View, box: Box) -> Box:
    """The players, one pill each; gives back the room below them."""
    box = box.cut_right(box.w - canvas.px(14))[0]
    height = max(canvas.px(34), 2 * canvas.least_line + 4)
    for index, seat in enumerate(view.seats):
        spot, box = box.cut_top(height, canvas.px(5))
        draw_seat(canvas, index, seat, spot, seat.name == view.to_play)
    return box.cut_bottom(max(0, box.h - canvas.px(Space.TIGHT)))[0]


def draw_goals(canvas: Canvas, goals: tuple[Goal, ...], box: Box, align: float) -> None:
    """The goals of the game, a line each, at the edge of the screen."""
    line = min(canvas.line(Size.SMALL) + canvas.px(Space.TIGHT), box.h // max(1, len(goals)))
    line = max(line, canvas.least_line)
    shown = goals[: box.h // line]
    if shown and not align:  # over the mountain's slope, where its rows are numbered
        pixels = canvas.type_px(Size.SMALL)
        words = max(painting.measure(goal.text, Weight.BOLD, pixels) for goal in shown)
        wide = min(box.w, words + canvas.px(20 + Space.WIDE))
        plate = Box(box.x, box.y, wide, len(shown) * line).inset(-canvas.px(Space.TIGHT))
        canvas.cover(plate)
        canvas.veil(plate, Hue.NIGHT, 0.92)
    for goal in shown:
        row, box = box.cut_top(line)
        _draw_goal(canvas, goal, row, align)


def draw_facts(canvas: Canvas, view: View, box: Box) -> None:
    """What applies now, where the players sit around the table: goals, then cards that change the rules."""
    table = view.table
    if table is None:
        return
    box = box.cut_bottom(box.h - canvas.px(Space.SMALL))[0]
    named = [name for name, _ in table.rules]
    line = canvas.line(Size.BODY) + canvas.px(Space.TIGHT)
    for goal in table.goals:
        if goal.text not in named:
            head, box = box.cut_top(line)
            mark, words = head.cut_left(min(canvas.px(20), head.h), canvas.px(Space.SMALL))
            canvas.icon(mark, goal.icon, Hue.AMBER)
            canvas.text(words, goal.text, Size.BODY, weight=Weight.BLACK)
    gap = canvas.px(Space.SMALL)
    box = box.cut_top(gap)[1]
    height = min(canvas.px(66), (box.h + gap) // max(1, len(table.rules)) - gap)
    for index, (name, text) in enumerate(table.rules):
        _draw_rule(canvas, name, text, Box(box.x, box.y + index * (height + gap), box.w, height))


def _draw_rule(canvas: Canvas, name: str, text: str, box: Box) -> None:
    canvas.veil(box, Hue.SLATE, 0.92, radius=12)
    canvas.panel(Box(box.x, box.y, canvas.px(6), box.h), Hue.AMBER, radius=3)
    inner = box.inset(canvas.px(Space.WIDE), canvas.px(2))
    head, body = inner.cut_top(canvas.line(Size.NAME))
    if not canvas.fits(body, text, Weight.REGULAR, 3):
        canvas.text(inner, name, Size.NAME)
        return
    canvas.text(head, name, Size.NAME)
    canvas.note(body, text, Size.TINY, colour=Hue.MIST, valign=0.0, lines=3)


def _draw_goal(canvas: Canvas, goal: Goal, box: Box, align: float) -> None:
    cut = box.cut_right if align else box.cut_left
    mark, words = cut(min(canvas.px(20), box.h), canvas.px(Space.SMALL))
    spot = mark.square()
    if goal.done:
        canvas.panel(spot, Hue.LEGAL, radius=spot.w)
        canvas.icon(spot.inset(spot.w // 5), "yes", Hue.INK)
    else:
        canvas.icon(spot, goal.icon, Hue.MIST if goal.done is None else Hue.AMBER)
    weight = Weight.BOLD if goal.done else Weight.REGULAR
    canvas.text(words, goal.text, Size.SMALL, weight=weight, align=align, lines=2, shorten=True)


def draw_turn(canvas: Canvas, view: View, box: Box, words: str = "") -> Box:
    """Whose turn it is, large, with the player's sign; below it what is being done; gives what is left."""
    high = max(canvas.px(36), canvas.line(Size.TITLE), 2 * canvas.least_line)
    head, rest = box.cut_top(high, canvas.px(Space.TIGHT))
    head = cut_token(canvas, view, view.to_play, head, 34, 10)
    canvas.text(head, say_turn(view), Size.TITLE, weight=Weight.BLACK, lines=2, shorten=True)
    if not words:
        return rest
    line, rest = rest.cut_top(min(rest.h, 2 * canvas.line(Size.BODY)))
    canvas.note(line, words, Size.BODY, valign=0.0, lines=3)
    return rest


def say_turn(view: View) -> str:
    """Whose turn it is; where it is nobody's, what people have to do, or how the game stands."""
    now, table = view.to_play, view.table
    if now or table is None:
        return view.say("play.turn", player=now) if now else ""
    return table.prompt or view.say(f"end.{table.outcome.value}")


def draw_debt(canvas: Canvas, view: View, box: Box) -> Box:
    """The cards that somebody still has to discard; gives back the room below."""
    debt = view.debt
    if debt is None:
        return box
    plate, rest = box.cut_top(max(canvas.px(104), 6 * canvas.least_line), canvas.px(Space.SMALL))
    canvas.cover(plate)
    canvas.veil(plate, Hue.NIGHT, 0.9)
    canvas.ring(plate.inset(1), Hue.AMBER, canvas.px(14), 2)
    number, words = plate.inset(canvas.px(10), canvas.px(4)).cut_left(round(plate.w * 0.26), canvas.px(6))
    _draw_owed(canvas, str(debt.discards), number)
    name, what, card = words.rows((4, 3, 4))
    name = cut_token(canvas, view, debt.player, name, 22, 6)
    canvas.text(name, debt.player, Size.BODY, shorten=True)
    canvas.text(what, view.say("play.owes"), Size.BODY)
    canvas.note(card, debt.text, Size.TINY, colour=Hue.MIST, lines=2, shorten=True)
    return rest


def _draw_owed(canvas: Canvas, digits: str, box: Box) -> None:
    """The number owed; at first it comes from where the verdict's number stood."""
    done = canvas.motion.part(Moving.DEBT)
    if done >= 1.0:
        canvas.text(box, digits, Size.OWED, weight=Weight.BLACK, align=0.5)
        return
    x = canvas.box.w * 0.8 + (box.centre[0] - canvas.box.w * 0.8) * done
    y = canvas.box.h * 0.4 + (box.centre[1] - canvas.box.h * 0.4) * done
    pixels = canvas.type_px(Size.HUGE + (Size.OWED - Size.HUGE) * done)
    picture = painting.render(digits, Weight.BLACK, pixels, canvas.scheme.paint(Hue.PAPER))
    canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


def draw_lead(canvas: Canvas, view: View, box: Box) -> Box:
    """Who led a trick and what is followed, in its own colour; gives back the room below."""
    trick = view.trick
    prompt = view.table.prompt if view.table is not None and view.to_play else ""
    words = (trick.reminder if trick is not None else "") or prompt
    if trick is None or not trick.lead:
        if not words:
            return box
        line, rest = box.cut_top(3 * canvas.line(Size.SMALL), canvas.px(Space.TIGHT))
        canvas.note(line, words, Size.BODY, lines=3, valign=0.0)
        return rest
    look = find_face(trick.lead)
    plate, rest = box.cut_top(max(canvas.px(122), 7 * canvas.least_line), canvas.px(Space.BODY))
    canvas.panel(plate, parse_colour(look.edge or look.colour), edge=parse_colour(look.colour), radius=14)
    led, name, follow = plate.inset(canvas.px(Space.BODY), canvas.px(Space.SMALL)).rows((2, 3, 4))
    canvas.text(led, view.say("play.led", player=trick.cards[0].player), Size.SMALL, lines=2, shorten=True)
    mark, name = name.cut_left(min(canvas.px(26), name.h), canvas.px(Space.SMALL))
    canvas.icon(mark, look.mark, Hue.PAPER)
    canvas.text(name, view.locale.say(look.label) if look.label else "", 28, weight=Weight.BLACK)
    canvas.note(follow, words, Size.SMALL, lines=3)
    return rest


def draw_far(canvas: Canvas, view: View, box: Box) -> None:
    """A sign on its colour at the left, then the number or the word, and the player at the right."""
    icon, bright, deep, _ = _far_look(view)
    canvas.fill(box, deep)
    block, rest = box.cut_left(round(box.w * 0.22))
    canvas.fill(block, bright)
    side = min(round(block.w * 0.8), round(block.h * 0.5))
    canvas.icon(block.middle(side, side), icon, Hue.INK)
    rest = rest.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))
    number = _far_number(view)
    if number:
        digits, rest = rest.cut_left(round(rest.w * 0.46), canvas.px(Space.WIDE))
        grown = 1.0 + 0.12 * (1.0 - canvas.motion.part(Moving.VERDICT, _NUMBER_MS))
        canvas.text(digits, number, _FAR_NUMBER * grown, weight=Weight.BLACK, align=0.5)
    _draw_far_words(canvas, view, rest)


def _far_look(view: View) -> tuple[str, Colour, Colour, Colour]:
    if view.question is not None:
        return LOOKS["lacks"]
    if view.proposal is not None:
        return LOOKS[view.proposal.kind]
    return ("discard", *LOOKS["lacks"][1:]) if view.debt is not None else _IDLE_LOOK


def _far_number(view: View) -> str:
    if view.proposal is not None:
        counts = view.proposal.legal and view.proposal.verdict.headline is None
        return str(view.proposal.verdict.discards) if counts else ""
    return str(view.debt.discards) if view.debt is not None and view.question is None else ""


def _draw_far_words(canvas: Canvas, view: View, box: Box) -> None:
    lines = _far_lines(view)
    for line, row in zip(lines, box.rows(len(lines), canvas.px(Space.SMALL)), strict=True):
        row = cut_token(canvas, view, line, row, 72 if len(lines) > 1 else 120, Space.BODY)
        colour = Hue.AMBER if line == _far_asked(view) else Hue.PAPER
        size = _FAR_WORDS if len(lines) > 1 else 2 * _FAR_WORDS
        canvas.text(row, line, size, weight=Weight.BLACK, colour=colour, lines=3)


def _far_lines(view: View) -> list[str]:
    """The words: nothing that can wait until somebody comes nearer."""
    if view.question is not None:
        return [view.question.title, *(option.label for option in view.question.options[:2])]
    who, debt, proposal = view.to_play or "", view.debt, view.proposal
    if proposal is None and debt is not None:
        return [debt.player, view.say("play.owes")]
    if proposal is None:
        return [who or say_turn(view)]
    headline = proposal.verdict.headline if proposal.legal else None
    if headline is not None:
        said = view.locale.say(headline.key, **headline.facts)
        return [said, *filter(None, [_far_asked(view)])]
    owes = proposal.legal and proposal.verdict.discards
    lines = [proposal.verdict.player or who, view.say("play.owes" if owes else f"play.{proposal.kind}")]
    return [*lines, *filter(None, [_far_asked(view)])]


def _far_asked(view: View) -> str:
    asked = view.proposal.asked if view.proposal is not None and view.proposal.legal else None
    return view.say(f"play.ask-{asked.key}") if asked is not None else ""
