"""What people can tell of The Ascent: a herd and its path, the guide rope, a goat that a card brings."""

from dataclasses import replace

from companion.games.ascent.board import PLACE
from companion.games.ascent.events import Discard, Herd, Place, Rope
from companion.games.ascent.goals import herd_steps, row_of
from companion.games.ascent.judging import next_steps
from companion.games.ascent.state import GOATS, State
from companion.games.ask import (
    COUNTS,
    STUCK,
    AtOnce,
    Choose,
    Offer,
    Option,
    Refused,
    Script,
    Talk,
    Where,
)
from companion.games.events import Event


def offers(state: State, event: Event | None = None) -> tuple[Offer, ...]:
    """The two-card discard and the special actions; of a card that may show a goat, whether it does."""
    if event is not None:
        return _goat_offers(state, event)
    found = [Offer("discard", AtOnce(Discard()), Where.DISCARD)]
    if state.has(GOATS):
        found.append(Offer("herd", herd, icon="goat"))
    if state.setup.solo:
        found.append(Offer("rope", AtOnce(Rope()), icon="rope"))
    return (*found, STUCK, COUNTS)


def _goat_offers(state: State, event: Event) -> tuple[Offer, ...]:
    if not state.has(GOATS) or not isinstance(event, Place) or event.card in ("bridge", "summit"):
        return ()
    turned = AtOnce(replace(event, goat=not event.goat))
    key = "goat-off" if event.goat else "goat-on"
    return (Offer(key, turned, Where.ACTION, icon="goat", confirms=True),)


def herd(talk: Talk) -> Script:
    """A herd, then its path row by row; each step tells who joins and what it costs."""
    state: State = talk.match.state
    starts = tuple(dict.fromkeys(low for low, _ in herd_steps(state)))
    if not starts:
        yield Refused(talk.say("herd.label"), talk.say("herd.none"))
    start = yield Choose(talk.say("herd.which"), tuple(_herd_option(talk, state, place) for place in starts))
    path: tuple[str, ...] = (start,)
    while True:
        steps = next_steps(state, path[-1]) if len(path) - 1 < state.seats.hand else []
        if not steps and len(path) > 1:
            return Herd(path=path)
        above = yield Choose(
            talk.say("herd.step", row=row_of(path[-1]) + 1),
            _step_options(talk, state, path, steps),
            _path_text(talk, state, path),
            path,
        )
        if above == "":
            return Herd(path=path)
        path = (*path, above)


def _herd_option(talk: Talk, state: State, place: str) -> Option:
    goats = state.goats[PLACE[place].index]
    return Option(
        place, talk.say("herd.at", place=place), talk.say("herd.goats", count=goats), (place,), icon="goat"
    )


def _step_options(talk: Talk, state: State, path: tuple[str, ...], steps: list[str]) -> tuple[Option, ...]:
    options = [_step_option(talk, state, path, place) for place in steps]
    if len(path) > 1:
        options.insert(
            0, Option("", talk.say("herd.stop"), talk.say("herd.cost", count=len(path) - 1), icon="yes")
        )
    return tuple(options)


def _step_option(talk: Talk, state: State, path: tuple[str, ...], place: str) -> Option:
    card = state.board[PLACE[place].index]
    joining = state.goats[PLACE[place].index]
    detail = talk.say("herd.joins", count=joining) if joining else talk.say("herd.alone")
    name = card.name if card is not None else ""
    side = "left" if PLACE[place].position < PLACE[path[-1]].position else "right"
    return Option(place, talk.say(f"herd.{side}", place=place), detail, (place,), name)


def _path_text(talk: Talk, state: State, path: tuple[str, ...]) -> str:
    goats = sum(state.goats[PLACE[place].index] for place in path)
    return talk.say("herd.so-far", goats=goats, cost=len(path) - 1)
