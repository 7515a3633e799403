"""The play screen: the table as the companion believes it, and beside it the verdict, as large as can be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.events import Event
from companion.games.values import Outcome
from companion.intents import AnswerQuestion, Confirm, CorrectCard, Intent, ProposeEvent, Refuse, Undo
from companion.screens.base import Key, Keys, Push, Screen
from companion.screens.boards import Highlights, draw_board
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
from companion.screens.parts import draw_head, draw_notices
from companion.screens.pick import PickScreen, card_tree
from companion.screens.scores import ScoreScreen
from companion.screens.side import draw_question, draw_seats, draw_verdict
from companion.screens.trick import draw_trick
from companion.views.values import ProposalView, QuestionView, View
from hardware.signals import Button

BOARD_PART = 0.615


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
        """Head, table, and the side that tells."""
        box = draw_notices(canvas, view, box)
        box = draw_play_head(canvas, view, box)
        gap = canvas.px(Space.BODY)
        box = Box(box.x + gap, box.y, box.w - 2 * gap, box.h - canvas.px(Space.SMALL))
        board, side = box.cut_left(round(box.w * BOARD_PART), gap)
        draw_table(canvas, view, board)
        if view.question is not None:
            draw_question(canvas, view, view.question, side)
        elif view.proposal is not None:
            draw_verdict(canvas, view, view.proposal, side)
        else:
            draw_seats(canvas, view, side)


def draw_play_head(canvas: Canvas, view: View, box: Box) -> Box:
    """Whose turn it is, and what the eye is doing."""
    table = view.table
    title = view.say(f"end.{table.outcome.value}") if table is not None else ""
    mover = to_play(view)
    if mover is not None:
        title = view.say("play.turn", player=mover)
    game = view.locale.say(f"screens.short.{table.game}") if table is not None else ""
    return draw_head(canvas, title, box, detail=view.busy or game)


def to_play(view: View) -> str | None:
    """Whose turn it is: in a trick under way the climber who plays next, else the player to move."""
    if view.trick is not None and view.trick.cards and view.trick.waiting is not None:
        return view.trick.waiting
    return view.table.next if view.table is not None else None


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
