"""Scripts in tests: a talk and the answers so far come in, the next question or the event goes out."""

from companion.games.ask import Answers, Offer, Question, Talk, Where, choose_action, drive
from companion.games.events import Event


def actions(talk: Talk, answers: Answers) -> Question | Event:
    """The list of actions."""
    return drive(choose_action(talk), answers)


def offer(talk: Talk, where: Where, event: Event | None = None) -> Offer:
    """What is offered there, now or of an event."""
    return next(each for each in talk.match.game.offers(talk.match.state, event) if each.where is where)


def discard(talk: Talk, answers: Answers) -> Question | Event:
    """What the discard button tells: two cards, or the trick."""
    return drive(offer(talk, Where.DISCARD).script(talk), answers)


def counts(talk: Talk, answers: Answers) -> Question | Event:
    """The hidden counts, from the menu."""
    return drive(offer(talk, Where.MENU).script(talk), answers)


def lacking(talk: Talk, event: Event, answers: Answers) -> Question | Event:
    """What an event lacks."""
    return drive(offer(talk, Where.YES, event).script(talk), answers)
