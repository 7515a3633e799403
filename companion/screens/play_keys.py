"""What each button does at the table: to a question, to a proposal, and while nothing waits."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.games.ask import Offer, Scripted, Where, choose_action
from companion.games.events import Event
from companion.games.values import Outcome
from companion.intents import AnswerQuestion, Confirm, CorrectCard, DiscardsDone, Intent, Refuse
from companion.screens.base import Done, Key, Keys, Later, Leave, Push, Screen
from companion.screens.dialogue import DialogueScreen, Tell, offered
from companion.screens.listing import ListRow, ListScreen, walking_keys
from companion.screens.menus import History, menu_key
from companion.screens.pick import PickAny
from companion.screens.scores import ScoreScreen
from companion.screens.view import ProposalView, QuestionView, View
from hardware.signals import Button


def idle_keys(view: View) -> Keys:
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
        offer = offered(view, where)
        if offer is not None:
            tell = Tell(offer.script, records=where is Where.YES)
            keys[button] = Key(view.say(f"keys.{offer.key}"), tell)
    if view.debt is not None:
        keys[Button.YES] = Key(view.say("keys.discarded", player=view.debt.player), DiscardsDone())
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
    no = Key(view.say("keys.refuse"), Refuse())
    if proposal.card:
        no = Key(view.say("keys.misread"), Push(Misread(likely=_likely_cards(proposal))))
    if proposal.lacks:
        return {Button.NO: no, Button.YES: told[Button.YES]}
    yes = Key(view.say("keys.confirm" if proposal.legal else "keys.take-back"), Confirm())
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
        return Confirm(event) if isinstance(event, Event) else Confirm()


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
            *(ListRow(view.locale.card(card), Leave(CorrectCard(card)), card=card) for card in self.likely),
            ListRow(view.say("pick.all-cards"), _correction(view), icon="action"),
            ListRow(view.say("pick.nothing-played"), Leave(Refuse()), icon="no"),
        )


def _likely_cards(proposal: ProposalView) -> tuple[str, ...]:
    return tuple(card for card in proposal.candidates if card != proposal.card)


def _correction(view: View) -> PickAny:
    game = view.table.game if view.table is not None else ""
    return PickAny(view.say("pick.correct"), game, _correct)


def _correct(card: str) -> Intent:
    return Done(CorrectCard(card))


_ANSWER_BUTTONS = (Button.YES, Button.NEXT)


def question_keys(view: View, question: QuestionView, cursor: int, moved: Callable[[int], Screen]) -> Keys:
    """A button for each of two answers; more of them are a list. Amber is for anything else."""
    options = question.options
    if len(options) > len(_ANSWER_BUTTONS):
        answer = AnswerQuestion(options[cursor % len(options)].value)
        keys = {Button.YES: Key(view.say("keys.choose"), answer)}
        keys |= walking_keys(view, len(options), cursor % len(options), moved)
    else:
        keys = {
            button: Key(option.label, AnswerQuestion(option.value))
            for button, option in zip(_ANSWER_BUTTONS, options, strict=False)
        }
    keys[Button.NO] = Key(view.say("keys.nothing"), Refuse())
    if question.offer is not None:
        keys[Button.ACTION] = Key(view.say(f"keys.{question.offer.key}"), Tell(question.offer.script))
    elif question.cards:
        game = view.table.game if view.table is not None else ""
        other = PickAny(view.say("pick.which"), game, CorrectCard)
        keys[Button.ACTION] = Key(view.say("keys.other-card"), other)
    return keys
