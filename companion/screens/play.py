"""The play screen: the table as the companion believes it, and beside it the verdict, as large as can be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.events import Event
from companion.games.values import Outcome
from companion.intents import AnswerQuestion, Confirm, CorrectCard, Intent, ProposeEvent, Refuse, Undo
from companion.screens.base import Key, Keys, Push, Screen
from companion.screens.boards import SPOTS, Highlights, draw_board, leaves_corners, place_boxes
from companion.screens.canvas import Canvas
from companion.screens.dialogue import (
    open_actions,
    open_amending,
    open_discard,
    open_lacking,
    open_number,
    open_trick,
)
from companion.screens.layout import Box
from companion.screens.menus import Help, History, Menu
from companion.screens.palette import Space
from companion.screens.parts import draw_notices
from companion.screens.pick import PickScreen, card_tree
from companion.screens.scores import ScoreScreen
from companion.screens.side import (
    PANEL_UNITS,
    draw_facts,
    draw_goals,
    draw_question,
    draw_seats,
    draw_turn,
    draw_verdict,
)
from companion.screens.trick import draw_trick
from companion.views.values import ProposalView, QuestionView, View
from hardware.signals import Button

LONG_NAME = 11  # letters
FEW_PLAYERS = 3  # leave room for the goals below them


@dataclass(frozen=True, slots=True)
class Play(Screen):
    """The screen of a game under way; everything it shows is in the view."""

    def keys(self, view: View) -> Keys:
        """Buttons for the question that waits, else for the proposal, else for the player to move."""
        if view.question is not None:
            return question_keys(view, view.question)
        if view.proposal is not None:
            return proposal_keys(view, view.proposal)
        return idle_keys(view)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table before its scenery, whose turn it is, and the panel or the players that tell."""
        draw_scenery(canvas, view, box)
        box = draw_notices(canvas, view, box)
        inner = box.inset(canvas.px(Space.WIDE), canvas.px(14))
        telling = view.question is not None or view.proposal is not None
        wide = canvas.px(PANEL_UNITS) if telling else seats_width(canvas, view, inner)
        side, room = inner.cut_right(wide, canvas.px(Space.BODY))
        if view.table is not None and leaves_corners(view.table):
            draw_on_sky(canvas, view, inner, side if telling else None)
        else:
            draw_beside(canvas, view, room, side)
        if view.question is not None:
            draw_question(canvas, view, view.question, side)
        elif view.proposal is not None:
            draw_verdict(canvas, view, view.proposal, side)


def draw_scenery(canvas: Canvas, view: View, box: Box) -> None:
    """The game's own evening behind everything."""
    if view.match is not None:
        canvas.scenery(view.match.game.scenery(box.w, box.h), box)


def doing(view: View) -> str:
    """What the player to move is doing, has to know, or what the eye is waiting for."""
    if view.proposal is not None:
        return view.proposal.does + "."
    return (view.trick.reminder if view.trick is not None else "") or view.busy


def draw_on_sky(canvas: Canvas, view: View, box: Box, panel: Box | None) -> None:
    """A mountain fills the screen: words stand in the corners of its sky; for a panel it slides aside."""
    board = box.cut_bottom(round(box.h * 0.88))[0]
    if panel is not None and view.table is not None:
        board = aside(board, place_boxes(view.table, board), panel, shown_places(view))
    draw_table(canvas, view, board)
    corner = Box(box.x, box.y, round(box.w * 0.28), round(box.h * 0.36))
    canvas.cover(corner)
    left = draw_turn(canvas, view, corner, doing(view))
    if panel is not None or view.table is None:
        return
    right = draw_seats(canvas, view, box.cut_right(seats_width(canvas, view, box))[0])
    if len(view.table.seats) > FEW_PLAYERS:
        draw_goals(canvas, view.table.goals, Box(box.x, left.y, round(box.w * 0.23), round(box.h * 0.5)), 0.0)
    else:
        draw_goals(canvas, view.table.goals, right, 1.0)


def seats_width(canvas: Canvas, view: View, box: Box) -> int:
    """How wide the players' column is: wider where somebody has a long name."""
    longest = max((len(seat.name) for seat in view.table.seats), default=0) if view.table else 0
    return canvas.px(216) if longest <= LONG_NAME else max(canvas.px(216), round(box.w * 0.37))


def aside(board: Box, places: Mapping[str, Box], panel: Box, shown: tuple[str, ...]) -> Box:
    """The board moved to the left edge, and further where a card in question would lie under the panel."""
    first = min(place.x for place in places.values())
    right = max((places[place].right for place in shown if place in places), default=0)
    shift = max(first - board.x, right - panel.x + board.x)
    return Box(board.x - shift, board.y, board.w, board.h)


def shown_places(view: View) -> tuple[str, ...]:
    """The places that the panel speaks of."""
    if view.question is not None:
        return view.question.places
    return (*view.proposal.places, *view.proposal.marks) if view.proposal is not None else ()


def draw_beside(canvas: Canvas, view: View, board: Box, side: Box) -> None:
    """A board with a column beside it that says whose turn it is."""
    if view.question is not None or view.proposal is not None:
        board = draw_turn(canvas, view, board)
        draw_table(canvas, view, board)
        return
    draw_table(canvas, view, board)
    rest = draw_turn(canvas, view, side, doing(view))
    if view.table is not None and view.table.shape in SPOTS:
        draw_goals(canvas, view.table.goals, draw_seats(canvas, view, rest), 1.0)
    else:
        draw_facts(canvas, view, rest)


def draw_table(canvas: Canvas, view: View, box: Box) -> None:
    """The table with the proposal where it lies."""
    if view.table is None:
        return
    if view.table.shape == "trick":
        draw_trick(canvas, view, box)
    else:
        draw_board(canvas, view.locale, view.table, box, highlights(view))


def highlights(view: View) -> Highlights:
    """The proposal on its place, the cards that make it illegal, the places in doubt."""
    proposal, question = view.proposal, view.question
    if question is not None:
        return Highlights(options=question.places)
    if proposal is None:
        return Highlights(learning=view.legal_places)
    return Highlights(
        laid=laid_cards(view, proposal),
        legal=None if proposal.lacks else proposal.legal,
        marks=tuple(place for place in proposal.marks if place not in proposal.places),
        cursor=proposal.places if proposal.event.do == "herd" else (),
    )


def laid_cards(view: View, proposal: ProposalView) -> Mapping[str, str]:
    """Which cards the proposal shows on which places; a Campfire also moves the card it replaces."""
    written = proposal.event.as_dict()
    if "at" not in written or not proposal.card:
        return {}
    card = str(written.get("as", proposal.card))
    laid = {str(written["at"]): card}
    if "to" in written and view.table is not None:
        moved = view.table.cell(str(written["at"]))
        laid[str(written["to"])] = moved.card if moved else ""
    return laid


def idle_keys(view: View) -> Keys:
    """Nothing waits: the special actions, the history, the menu."""
    keys = {
        Button.YES: Key(view.say("keys.menu"), Push(Menu())),
        Button.NO: Key(view.say("keys.history"), Push(History()), view.say("keys.hold-undo"), Undo()),
        Button.NEXT: Key(view.say("keys.help"), Push(Help())),
    }
    if view.match is None or view.table is None or view.table.outcome is not Outcome.OPEN:
        return keys
    if view.table.game == "elevation":
        keys[Button.NEXT] = Key(view.say("keys.scores"), Push(ScoreScreen()))
        keys[Button.DISCARD] = Key(view.say("keys.trick"), open_trick(view))
    else:
        keys[Button.DISCARD] = Key(view.say("keys.discard"), open_discard(view))
    keys[Button.ACTION] = Key(view.say("keys.actions"), open_actions(view))
    return keys


AMENDED = ("start", "finish", "storm", "trick")  # what the eye sees only half of


def proposal_keys(view: View, proposal: ProposalView) -> Keys:
    """Confirm or refuse; name another card; turn the goat on or off."""
    if proposal.lacks:
        tell = Key(view.say("keys.complete"), open_lacking(proposal.event))
        return {Button.YES: tell, Button.NO: Key(view.say("keys.refuse"), Refuse())}
    yes = view.say("keys.confirm" if proposal.legal else "keys.take-back")
    no = view.say("keys.refuse" if proposal.legal else "keys.not-so")
    keys = {Button.YES: Key(yes, Confirm()), Button.NO: Key(no, Refuse())}
    if proposal.card:
        keys[Button.NEXT] = Key(view.say("keys.other-card"), Push(correction(view, proposal)))
    if proposal.event.do in AMENDED:
        keys[Button.DISCARD] = Key(view.say("keys.change"), open_amending(proposal.event))
    if proposal.goat is not None:
        label = view.say("keys.goat-off" if proposal.goat else "keys.goat-on")
        keys[Button.ACTION] = Key(label, turn_goat(proposal))
    return keys


def correction(view: View, proposal: ProposalView) -> PickScreen:
    """Name the card that it really is, in three more presses at most."""
    game = view.table.game if view.table is not None else ""
    title = view.say("pick.correct")
    return PickScreen(title, card_tree(game, view.locale), CorrectCard, first=proposal.candidates)


def turn_goat(proposal: ProposalView) -> Intent:
    """The same event with the goat turned on or off."""
    event: Any = proposal.event
    turned: Event = replace(event, goat=not event.goat)
    return ProposeEvent(turned)


ANSWER_BUTTONS = (Button.YES, Button.NEXT, Button.DISCARD, Button.ACTION)


def question_keys(view: View, question: QuestionView) -> Keys:
    """A button for each answer; the last is free for another card."""
    keys = {
        button: Key(option.label, AnswerQuestion(option.value))
        for button, option in zip(ANSWER_BUTTONS, question.options, strict=False)
    }
    keys[Button.NO] = Key(view.say("keys.nothing"), Refuse())
    if question.wild is not None:
        keys[Button.ACTION] = Key(view.say("keys.other-number"), open_number(question.wild))
    elif question.cards and Button.ACTION not in keys:
        game = view.table.game if view.table is not None else ""
        screen = PickScreen(view.say("pick.which"), card_tree(game, view.locale), CorrectCard)
        keys[Button.ACTION] = Key(view.say("keys.other-card"), Push(screen))
    return keys
