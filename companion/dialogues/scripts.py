"""Dialogues as scripts: a generator asks and is answered; replaying answers leads to the same question."""

from collections.abc import Callable, Generator
from typing import Any

from companion.dialogues.values import Answers, Choose, Fill, Option, PickCard, Question, Row, Talk
from companion.games.events import Event
from companion.games.values import BadRecord

Script = Generator[Question, Any, Event]
Scripted = Callable[[Talk], Script]


def drive(script: Script, answers: Answers) -> Question | Event:
    """The question that follows the answers so far, or the event at the end."""
    try:
        question = next(script)
        for answer in answers:
            question = script.send(answer)
    except StopIteration as end:
        event: Event = end.value
        return event
    return question


def event(talk: Talk, **raw: Any) -> Event:
    """The event that these fields describe; None fields are left out."""
    return talk.match.read_event({key.rstrip("_"): value for key, value in raw.items() if value is not None})


def stands(talk: Talk, **raw: Any) -> bool:
    """Whether the event would be legal now."""
    try:
        return talk.match.judge(event(talk, **raw)).legal
    except BadRecord:
        return False


def menu(talk: Talk, title: str, entries: list[tuple[str, str, Scripted]]) -> Script:
    """Choose one of several scripts (key, icon, script) and run it."""
    options = tuple(
        Option(key, talk.say(f"{key}.label"), talk.say(f"{key}.detail"), icon=icon)
        for key, icon, _ in entries
    )
    chosen = yield Choose(title, options)
    script = next(script for key, _, script in entries if key == chosen)
    return (yield from script(talk))


def seats_of(talk: Talk) -> Any:
    """The players and their counts, in the games that have them."""
    return talk.match.state.seats


def stuck(talk: Talk) -> Script:
    """The player to move has no action; the lone card may be shown."""
    options = (
        Option("", talk.say("stuck.hidden"), talk.say("stuck.hidden-detail"), icon="lock"),
        Option("show", talk.say("stuck.show"), talk.say("stuck.show-detail"), icon="eye"),
    )
    shown = yield Choose(talk.say("stuck.label"), options, talk.say("stuck.detail"))
    card = (yield PickCard(talk.say("stuck.which"))) if shown else None
    return event(talk, do="stuck", card=card)


def count(talk: Talk) -> Script:
    """Correct the hidden counts of a player."""
    seats = seats_of(talk)
    options = tuple(
        Option(name, name, talk.say("count.now", hand=hand, pile=pile), icon="hand")
        for name, hand, pile in zip(seats.players, seats.hands, seats.piles, strict=True)
    )
    name = (yield Choose(talk.say("count.whose"), options)) if len(options) > 1 else options[0].value
    seat = seats.players.index(name)
    rows = (
        Row("hand", talk.say("count.hand"), 0, 20, seats.hands[seat]),
        Row("pile", talk.say("count.pile"), 0, 90, seats.piles[seat]),
    )
    filled = dict((yield Fill(name, rows, talk.say("count.how"))))
    return event(talk, do="count", player=name, hand=filled["hand"], pile=filled["pile"])


def who(talk: Talk, title: str, names: tuple[str, ...] | None = None) -> Generator[Question, Any, str]:
    """Which player; not asked when there is one."""
    names = talk.match.players if names is None else names
    if len(names) == 1:
        return names[0]
    chosen: str = yield Choose(title, tuple(Option(name, name, icon="hand") for name in names))
    return chosen
