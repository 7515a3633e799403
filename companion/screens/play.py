"""The play screen: the table as the companion believes it, the verdict beside it, what each button does."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion import intents
from companion.games.ask import Offer, Scripted, Where, choose_action
from companion.games.events import Event
from companion.games.values import Outcome
from companion.games.view import Steps, TableView
from companion.intents import Intent
from companion.screens.base import Done, Key, Keys, Later, Leave, Push, Screen, Spoken
from companion.screens.boards import Highlights, draw_board, leaves_corners, place_boxes
from companion.screens.canvas import Box, Canvas
from companion.screens.dialogue import DialogueScreen, Tell
from companion.screens.listing import ListScreen, walking_keys
from companion.screens.menus import AskUndo, History, Menu
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import draw_notices
from companion.screens.pick import PickAny
from companion.screens.scores import ScoreScreen
from companion.screens.side import (
    draw_debt,
    draw_facts,
    draw_far,
    draw_goals,
    draw_lead,
    draw_question,
    draw_seats,
    draw_turn,
    draw_verdict,
    panel_width,
)
from companion.screens.spoken import tell_play
from companion.screens.stage import (
    SEATS_UNITS,
    draw_aside,
    draw_scenery,
    draw_table,
    free_sky,
    inner_box,
    mountain_box,
    slid,
)
from companion.screens.view import ListRow, ProposalView, QuestionView, View
from hardware.signals import Button


def menu_key(view: View) -> Key:
    """Red while nothing waits for an answer: the menu, held undo."""
    return Key(view.say("keys.menu"), Push(Menu()), view.say("keys.hold-undo"), Push(AskUndo()))


def _idle_keys(view: View) -> Keys:
    """Nothing lies there to be judged: green goes on where something waits, the menu is at red."""
    keys = {
        Button.NO: menu_key(view),
        Button.NEXT: Key(view.say("keys.history"), Push(History())),
    }
    if view.match is None or view.table is None or view.table.outcome is not Outcome.OPEN:
        return keys
    if view.table.scores is not None:
        keys[Button.NEXT] = Key(view.say("keys.scores"), Push(ScoreScreen()))
    for where, button in OFFER_BUTTONS.items():
        offer = view.offered(where)
        if offer is not None:
            tell = Tell(offer.script, records=where is Where.YES)
            keys[button] = Key(view.say(f"keys.{offer.key}"), tell)
    if view.debt is not None:
        keys[Button.YES] = Key(view.say("keys.discarded", player=view.debt.player), intents.DiscardsDone())
    keys[Button.ACTION] = Key(view.say("keys.actions"), Push(DialogueScreen(choose_action)))
    return keys


OFFER_BUTTONS = {
    Where.YES: Button.YES,
    Where.NEXT: Button.NEXT,
    Where.DISCARD: Button.DISCARD,
    Where.ACTION: Button.ACTION,
}


def proposal_keys(view: View, proposal: ProposalView) -> Keys:
    """Confirm or say that it was misread; what else people can tell of it, or only what it lacks."""
    told = {OFFER_BUTTONS[each.where]: _offer_key(view, each) for each in proposal.offers if not each.held}
    no = Key(view.say("keys.refuse"), intents.Refuse())
    if proposal.card:
        likely = tuple(card for card in proposal.candidates if card != proposal.card)
        no = Key(view.say("keys.misread"), Push(Misread(likely=likely)))
    if proposal.lacks:
        return {Button.NO: no, Button.YES: told[Button.YES]}
    yes = Key(view.say(f"keys.{proposal.answer}"), intents.Confirm())
    asked = next((each for each in proposal.offers if each.confirms and not each.held), None)
    if asked is not None and proposal.legal:
        yes = replace(yes, held_label=view.say(f"keys.without-{asked.key}"))
    elif asked is not None:
        del told[OFFER_BUTTONS[asked.where]]
    more = len(proposal.reasons) - 1
    if more > 0:
        all_of_them = Push(Reasons(lines=proposal.reasons))
        told.setdefault(Button.NEXT, Key(view.say("keys.more-reasons", count=more), all_of_them))
    return _with_held(view, {**told, Button.YES: yes, Button.NO: no}, proposal)


def _with_held(view: View, keys: dict[Button, Key], proposal: ProposalView) -> Keys:
    for number, offer in enumerate(proposal.offers, 1):
        key = keys.get(OFFER_BUTTONS[offer.where])
        if key is not None and offer.held and (proposal.legal or not offer.confirms):
            words = view.say("keys.held-card" if offer.card else f"keys.held-{offer.key}", number=number)
            keys[OFFER_BUTTONS[offer.where]] = replace(key, held_label=words, held=_told(offer))
    return keys


def _offer_key(view: View, offer: Offer) -> Key:
    card = view.locale.card(offer.card)
    label = view.say("mend.not-card", card=card) if offer.card else view.say(f"keys.{offer.key}")
    return Key(label, _told(offer), view.say("keys.and-confirm") if offer.confirms else "")


def _told(offer: Offer) -> Intent:
    return _ConfirmWith(offer.script) if offer.confirms else Tell(offer.script)


@dataclass(frozen=True, slots=True)
class _ConfirmWith(Later):
    """Record the proposal in the form that a script gives it."""

    script: Scripted

    def resolve(self, view: View) -> Intent:
        event = DialogueScreen(self.script).ask(view)
        return intents.Confirm(event) if isinstance(event, Event) else intents.Confirm()


@dataclass(frozen=True)
class Reasons(ListScreen):
    """Every rule that a card breaks; the play screen tells the first one."""

    passive = True
    heading = "play.illegal"
    lines: tuple[str, ...] = ()

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(ListRow("", icon="no", detail=line) for line in self.lines)


@dataclass(frozen=True)
class Misread(ListScreen):
    """The card is another one, or none was played: the likely cards first; nothing has to be lifted."""

    heading = "pick.correct"
    icon = "question"
    likely: tuple[str, ...] = ()  # as they were when it was opened: no line moves under a finger

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return (
            *(
                ListRow(view.locale.card(card), Leave(intents.CorrectCard(card)), card=card)
                for card in self.likely
            ),
            ListRow(view.say("pick.all-cards"), PickAny(self.title(view), _correct), icon="action"),
            ListRow(view.say("pick.nothing-played"), Leave(intents.Refuse()), icon="no"),
        )


def _correct(card: str) -> Intent:
    return Done(intents.CorrectCard(card))


_ANSWER_BUTTONS = (Button.YES, Button.NEXT)


def _question_keys(view: View, question: QuestionView, cursor: int, moved: Callable[[int], Screen]) -> Keys:
    """A button for each of two answers; more of them are a list. Amber is for anything else."""
    options = question.options
    if len(options) > len(_ANSWER_BUTTONS):
        answer = intents.AnswerQuestion(options[cursor % len(options)].value)
        keys = {Button.YES: Key(view.say("keys.choose"), answer)}
        keys |= walking_keys(view, len(options), cursor % len(options), moved)
    else:
        keys = {
            button: Key(option.label, intents.AnswerQuestion(option.value))
            for button, option in zip(_ANSWER_BUTTONS, options, strict=False)
        }
    refused = "keys.neither" if len(options) == len(_ANSWER_BUTTONS) else "keys.none"
    keys[Button.NO] = Key(view.say(refused), intents.Refuse())
    if question.offer is not None:
        keys[Button.ACTION] = Key(view.say(f"keys.{question.offer.key}"), Tell(question.offer.script))
    elif question.cards:
        other = PickAny(view.say("pick.which"), intents.CorrectCard)
        keys[Button.ACTION] = Key(view.say("keys.other-card"), other)
    return keys


_TITLE, _STEP = 116, 26  # the sizes of the type
_LONG_NAME = 11  # letters
_FEW_PLAYERS = 3  # leave room for the goals below them


@dataclass(frozen=True, slots=True)
class Play(Screen):
    """The screen of a game under way; what it shows is in the view, and which answer is chosen here."""

    cursor: int = 0

    def keys(self, view: View) -> Keys:
        if view.question is not None:
            return _question_keys(view, view.question, self.cursor, Play)
        keys = proposal_keys(view, view.proposal) if view.proposal is not None else _idle_keys(view)
        if view.settings.far:
            return {**keys, Button.NEXT: Key(view.say("keys.near"), intents.ChangeSetting("far", False))}
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
        if view.question is not None or view.proposal is not None:
            _draw_told(canvas, view, inner, whole, self.cursor)
        elif view.table is not None and view.table.steps is not None:
            _draw_steps(canvas, view.table.steps, inner)
        elif view.table is not None and leaves_corners(view.table):
            _draw_on_sky(canvas, view, view.table, inner, mountain_box(whole))
        else:
            _draw_beside(canvas, view, inner)


def _doing(view: View) -> str:
    if view.proposal is not None:
        return view.proposal.does.removeprefix(f"{view.to_play} ") + "."  # the title names the player
    prompt = view.table.prompt if view.table is not None else ""
    reminder = view.trick.reminder if view.trick is not None else ""
    return prompt or reminder or ("" if view.debt is not None else view.busy)


def _draw_told(canvas: Canvas, view: View, box: Box, whole: Box, cursor: int) -> None:
    """A panel tells: the board slides aside for it, and keeps its size."""
    side, table, places = box.cut_right(panel_width(canvas, view, box))[0], view.table, _shown_places(view)
    if table is not None:
        space = whole if leaves_corners(table) else box
        draw_aside(canvas, view, table, space, side, highlights(view), *places)
    if table is not None and leaves_corners(table):
        corner = free_sky(table, box, whole, side, places)
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
        right = Box(box.x, left.y, round(box.w * 0.27), round(box.h * 0.5))
    draw_goals(canvas, table.goals, _above_cards(table, board, right), float(right.x > box.x))


def _above_cards(table: TableView, board: Box, box: Box) -> Box:
    """As much of a box as no card lies in."""
    places = place_boxes(table.board, board) if table.board is not None else {}
    lying = [places[cell.place] for cell in table.cells if cell.card and cell.place in places]
    below = [each.y for each in lying if each.x < box.right and box.x < each.right and each.y > box.y]
    return Box(box.x, box.y, box.w, min([box.h, *(top - box.y for top in below)]))


def _seats_width(canvas: Canvas, view: View, box: Box) -> int:
    longest, usual = max((len(seat.name) for seat in view.seats), default=0), canvas.px(SEATS_UNITS)
    return usual if longest <= _LONG_NAME else max(usual, round(box.w * 0.37))


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


def _draw_steps(canvas: Canvas, steps: Steps, box: Box) -> None:
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
        cap, row = row.cut_square(canvas.px(36), canvas.px(Space.BODY))
        sign, row = row.cut_right(canvas.px(44), canvas.px(Space.BODY))
        canvas.panel(cap, Hue.PAPER, radius=cap.w)
        canvas.text(cap, str(number), Size.BODY, weight=Weight.BLACK, colour=Hue.INK, align=0.5)
        canvas.icon(sign, icon, Hue.AMBER)
        canvas.text(row, line, _STEP, lines=2)


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
