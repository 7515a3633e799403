"""What people can tell of Tranquility: start, finish, storms, monsters, wilds, the variants' own."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from companion.games.ask import (
    COUNTS,
    STUCK,
    AtOnce,
    Choose,
    Fill,
    Offer,
    Option,
    PickCard,
    Question,
    Refused,
    Row,
    Script,
    Scripted,
    Talk,
    Where,
    who,
)
from companion.games.events import Event
from companion.games.tranquility import events
from companion.games.tranquility.state import State

_STORM_ICONS = {"yellow": "hand", "purple": "lock", "orange": "next"}
# A Compass, a Finish and a border card are kept secret: nobody is asked which of them was drawn.
_EXPLORERS = {"start": "anchor", "storm": "storm", "monster": "monster", "rocks": "rocks", "kept": "hand"}


def offers(state: State, event: Event | None = None) -> tuple[Offer, ...]:
    """The two-card discard and the actions; of an event what it lacks and what may be changed."""
    if event is not None:
        return _event_offers(event)
    found = [Offer("discard", Complete(events.Discard()), Where.DISCARD)]
    if state.setup.variant.has_start:
        found.append(Offer("start", start, icon="anchor"))
    if state.setup.variant.has_finish:
        found.append(Offer("finish", finish, icon="lantern"))
    if state.has("monsters"):
        found.append(Offer("monster", monster, icon="monster"))
    if state.has("storms"):
        found.append(Offer("storm", storm, icon="storm"))
        found.append(Offer("compass", compass, icon="compass"))
        found.append(Offer("discard-hand", Complete(events.DiscardHand()), icon="discard"))
    if state.has("wild"):
        found.append(Offer("wild", wild, icon="wild"))
    return (*found, *_VARIANT_OFFERS.get(state.setup.variant.name, ()), STUCK, COUNTS)


def _event_offers(event: Event) -> tuple[Offer, ...]:
    found = [Offer("complete", Complete(event), Where.YES)]
    if type(event) in _AMENDED:
        found.append(Offer("correct", _AMENDED[type(event)], Where.ACTION))
    if isinstance(event, events.Place) and event.as_ is not None:
        found.append(Offer("other-number", _OtherNumber(event), Where.ACTION))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Complete:
    """A script that asks only for what an event lacks."""

    event: Event

    def __call__(self, talk: Talk) -> Script:
        return _complete(talk, self.event.as_dict())


@dataclass(frozen=True, slots=True)
class _OtherNumber:
    """A script that asks which number a Wild on the table stands for."""

    event: Event

    def __call__(self, talk: Talk) -> Script:
        card = yield PickCard(talk.say("wild.as"), _free_islands(talk))
        return (yield from _complete(talk, {**self.event.as_dict(), "as": card}))


def _complete(talk: Talk, raw: dict[str, Any]) -> Script:
    """Ask for what the event lacks: where the Jagged Rocks go, which explorer card was drawn."""
    if "explorer-missing" in talk.match.judge(talk.event(**raw)).rules:
        raw = {**raw, "explorer": (yield _ask_explorer(talk))}
    if "rocks-missing" in talk.match.judge(talk.event(**raw)).rules:
        raw = {**raw, "rocks": (yield _ask_rocks(talk, raw))}
    return talk.event(**raw)


def _ask_explorer(talk: Talk) -> Choose:
    secret = {"kept": talk.say("explorer.secret")}
    options = tuple(
        Option(name, talk.say(f"explorer.{name}"), secret.get(name, ""), icon=icon)
        for name, icon in _EXPLORERS.items()
    )
    return Choose(talk.say("explorer.which"), options)


def _ask_rocks(talk: Talk, raw: dict[str, Any]) -> Choose:
    now = talk.match.state.rocks
    rows = [row for row in range(1, 7) if row != now and talk.stands(**raw, rocks=row)]
    options = [_row_option(talk, row) for row in rows]
    stay = talk.say("rocks.stay", row=now)
    if talk.stands(**raw, rocks="stay"):
        options.append(Option("stay", stay, talk.say("rocks.stay-detail"), _row_places(now)))
    return Choose(talk.say("rocks.where"), tuple(options) or (Option("stay", stay),))


def _row_option(talk: Talk, row: int) -> Option:
    return Option(row, talk.say("rocks.row", row=row), "", _row_places(row))


def _row_places(row: int) -> tuple[str, ...]:
    return tuple(f"{row}.{column}" for column in range(1, 7))


def start(talk: Talk) -> Script:
    """The Start: who gives how many of the eight."""
    seats, total = talk.match.state.seats, talk.match.state.setup.start_discards
    extra = 2 if len(seats.players) <= 2 else 0
    most = [hand + min(extra, pile) for hand, pile in zip(seats.hands, seats.piles, strict=True)]
    shares = _even_split(total, [min(total, each) for each in most])
    rows = tuple(
        Row(name, name, 0, min(total, high), share)
        for name, high, share in zip(seats.players, most, shares, strict=True)
    )
    split = dict((yield Fill(talk.say("start.label"), rows, talk.say("start.how", total=total), total)))
    given = {name: share for name, share in split.items() if share}
    raw: dict[str, Any] = {"do": "start", "split": given}
    raw |= yield from _ask_piles(talk, split)
    raw |= yield from _ask_wild(talk, "start", "anchor")
    return (yield from _complete(talk, raw))


def _ask_piles(talk: Talk, split: dict[str, int]) -> Generator[Question, Any, dict[str, Any]]:
    sea, seats = talk.match.state.sea, talk.match.state.seats
    given = {}
    for seat, name in enumerate(seats.players):
        if sea is not None and sea.yellow[seat] and split[name] >= 2 and seats.piles[seat] >= 2:
            options = (
                Option(False, talk.say("start.from-hand"), icon="hand"),
                Option(True, talk.say("start.from-pile"), icon="pile"),
            )
            if (yield Choose(name, options, talk.say("start.yellow"))):
                given[name] = 2
    return {"from_pile": given} if given else {}


def _ask_wild(talk: Talk, key: str, icon: str) -> Generator[Question, Any, dict[str, Any]]:
    state: State = talk.match.state
    if not state.has("wild") and not state.has("pyramid"):
        return {}
    options = (
        Option("", talk.say(f"{key}.label"), icon=icon),
        Option("wild", talk.say("wild.label"), talk.say("wild.instead"), icon="wild"),
    )
    card = yield Choose(talk.say("wild.which"), options)
    return {"card": card} if card else {}


def _even_split(total: int, most: list[int]) -> list[int]:
    """A fair split to begin with: as even as the hands allow."""
    shares = [0] * len(most)
    for _ in range(min(total, sum(most))):
        free = [seat for seat, high in enumerate(most) if shares[seat] < high]
        shares[min(free, key=lambda seat: shares[seat])] += 1
    return shares


def finish(talk: Talk) -> Script:
    """The Finish; Sea Monsters in hands are asked for."""
    raw: dict[str, Any] = {"do": "finish"}
    if talk.match.state.has("monsters"):
        rows = (Row("held", talk.say("finish.held"), 0, 5, 0),)
        filled = yield Fill(talk.say("finish.label"), rows, talk.say("finish.how"))
        raw["monsters_held"] = dict(filled)["held"]
    raw |= yield from _ask_wild(talk, "finish", "lantern")
    return (yield from _complete(talk, raw))


def _island_options(talk: Talk) -> tuple[Option, ...]:
    board = talk.match.game.summary(talk.match.state)["board"]
    return tuple(
        Option(place, talk.language.card(card), place, (place,), card)
        for place, card in board.items()
        if card.startswith("island")
    )


def monster(talk: Talk) -> Script:
    """Which Island the Sea Monster takes; none of a closed row."""
    islands = tuple(
        option
        for option in _island_options(talk)
        if "blocked" not in talk.match.judge(events.Monster(at=option.value)).rules
    )
    if not islands:
        yield Refused(talk.say("monster.label"), talk.say("monster.none"))
    place = yield Choose(talk.say("monster.which"), islands)
    wild_card = yield from _ask_wild(talk, "monster", "monster")
    return (yield from _complete(talk, {"do": "monster", "at": place, **wild_card}))


def storm(talk: Talk) -> Script:
    """A Storm was drawn: its colour, averted or not, the row that a purple one closes."""
    colours = tuple(
        Option(each, talk.say(f"storm.{each}"), talk.say(f"storm.{each}-detail"), icon=icon)
        for each, icon in _STORM_ICONS.items()
    )
    colour = yield Choose(talk.say("storm.colour"), colours)
    player = yield from who(talk, talk.say("storm.who"))
    raw: dict[str, Any] = {"do": "storm", "player": player, "colour": colour}
    if talk.match.state.sea.compasses:
        strikes = Option(False, talk.say("storm.strikes"), icon="storm")
        averts = Option(True, talk.say("storm.averted"), talk.say("compass.detail"), icon="compass")
        if (yield Choose(talk.say("storm.avert"), (strikes, averts))):
            raw["averted"] = True
    if colour == "purple" and not raw.get("averted"):
        rows = [row for row in range(1, 7) if talk.stands(**raw, row=row)]
        if rows:
            raw["row"] = yield Choose(talk.say("storm.row"), tuple(_row_option(talk, row) for row in rows))
    return talk.event(**raw)


def compass(talk: Talk) -> Script:
    """Which Storm ends."""
    storms = _lasting_storms(talk)
    if not storms:
        yield Refused(talk.say("compass.label"), talk.say("compass.none"))
    raw = yield Choose(talk.say("compass.which"), storms)
    if not talk.stands(**dict(raw)) and talk.match.state.has("wild"):
        raw = (*raw, ("card", "wild"))
    return talk.event(**dict(raw))


def _lasting_storms(talk: Talk) -> tuple[Option, ...]:
    sea, players = talk.match.state.sea, talk.match.players
    options = []
    for colour in ("yellow", "orange"):
        for name, count in zip(players, getattr(sea, colour), strict=True):
            if count:
                raw = (("do", "compass"), ("colour", colour), ("player", name))
                options.append(Option(raw, talk.say(f"storm.{colour}"), name, icon="storm"))
    for row, count in enumerate(sea.purple, 1):
        if count:
            raw_row = (("do", "compass"), ("colour", "purple"), ("row", row))
            told = talk.say("storm.purple"), talk.say("rocks.row", row=row)
            options.append(Option(raw_row, *told, _row_places(row), icon="storm"))
    return tuple(options)


def wild(talk: Talk) -> Script:
    """A Wild as an Island: which number, on which place."""
    card = yield PickCard(talk.say("wild.as"), _free_islands(talk))
    state: State = talk.match.state
    places = [place.name for place in state.setup.grid.places if state.board[place.index] is None]
    at = yield Choose(talk.say("wild.where"), tuple(Option(place, place, "", (place,)) for place in places))
    return (yield from _complete(talk, {"do": "place", "card": "wild", "as": card, "at": at}))


def _free_islands(talk: Talk) -> tuple[str, ...]:
    taken = set(talk.match.game.summary(talk.match.state)["board"].values())
    return tuple(f"island-{each}" for each in range(1, 81) if f"island-{each}" not in taken)


def flip(talk: Talk) -> Script:
    """Day & Night: a Compass was drawn."""
    return talk.event(do="flip", player=(yield from who(talk, talk.say("flip.who"))))


def rotate(talk: Talk) -> Script:
    """Day & Night: which card is turned."""
    islands = _island_options(talk)
    if not islands:
        yield Refused(talk.say("rotate.label"), talk.say("monster.none"))
    return talk.event(do="rotate", at=(yield Choose(talk.say("rotate.which"), islands)))


def reopen(talk: Talk) -> Script:
    """Pyramid: which closed place a Compass reopens."""
    state = talk.match.state
    closed = [state.setup.grid.places[index].name for index in sorted(state.expedition.closed)]
    if not closed:
        yield Refused(talk.say("reopen.label"), talk.say("reopen.none"))
    at = yield Choose(talk.say("reopen.which"), tuple(Option(place, place, "", (place,)) for place in closed))
    return talk.event(do="compass", at=at, **(yield from _ask_wild(talk, "reopen", "compass")))


_VARIANT_OFFERS = {
    "day-night": (Offer("flip", flip, icon="moon"), Offer("rotate", rotate, icon="sun")),
    "competitive": (Offer("refresh", AtOnce(events.Refresh()), icon="hand"),),
    "pyramid": (Offer("reopen", reopen, icon="compass"), Offer("wild", wild, icon="wild")),
}
_AMENDED: dict[type[Event], Scripted] = {events.Start: start, events.Finish: finish, events.Storm: storm}
