"""The Pyramid: border cards to cover, an explorer card for each, and what the players keep of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.table import put
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    BORDER,
    COLOURS,
    COMPASS,
    EXPLORERS,
    FINISH,
    KEEPABLE,
    KEPT,
    MONSTER,
    PYRAMID,
    PYRAMID_BOARD,
    ROCKS,
    START,
    WILD,
)
from companion.games.tranquility.state import (
    Expedition,
    Play,
    Rule,
    State,
    Variant,
    add,
    in_play,
    islands,
    no_such_card,
    said,
)
from companion.games.values import BrokenRule, Ruling, Say

_STORM = "storm"
_BORDER_CARDS = 2


class Pyramid(Variant):
    """Rows that grow shorter; won with a Finish on top of the full pyramid."""

    name = "pyramid"
    grid = PYRAMID
    board = PYRAMID_BOARD
    has_start = False

    def rules(self) -> Mapping[type[Event], Rule]:
        return {events.Reopen: _judge_reopen}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return islands(deck)

    def open(self, state: State) -> State:
        players = len(state.seats.players)
        held = ((0,) * len(KEEPABLE),) * players
        return replace(state, expedition=Expedition((0,) * len(EXPLORERS), held, (0,) * players))

    def hinders(self, state: State, play: Play) -> Iterator[BrokenRule]:
        """A place under a Storm is closed; a border card asks for the explorer card."""
        place = play.place
        if place.index in in_play(state.expedition).closed:
            why = said("blocked-place", at=place.name)
            yield BrokenRule("blocked", {"what": why}, (place.name,))
        if _covers_border(state, play) and play.explorer is None and _explorers_left(state):
            yield BrokenRule("explorer-missing", {"at": place.name}, (place.name,), missing=True)

    def cover(self, state: State, play: Play, cost: int) -> Ruling:
        """The explorer card is drawn and resolved; one that the deck cannot hold was not drawn."""
        if not _covers_border(state, play) or play.explorer is None:
            return state.lay(play, cost)
        if not _can_come(state, play.explorer):
            return state.refuse([no_such_card(f"explorer-{play.explorer}")])
        return _EFFECTS[play.explorer](state, play, cost)

    def wilds(self, state: State, seat: int) -> int:
        return _holds(state, seat, BORDER)

    def use_wild(self, state: State, seat: int) -> State:
        return _play_kept(state, seat, BORDER)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """What the player drew and did not play."""
        kept = BORDER if card == WILD else card
        return card != BORDER and kept in KEEPABLE and _holds(state, seat, kept) > 0

    def can_finish(self, state: State, seat: int) -> bool:
        return _holds(state, seat, FINISH) > 0

    def play_finish(self, state: State, seat: int) -> State:
        return _play_kept(state, seat, FINISH)

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        if card != COMPASS or not _holds(state, state.seats.mover, COMPASS):
            return ()
        closed = in_play(state.expedition).closed
        return tuple(place.name for place in self.grid.places if place.index in closed)

    def lines(self, state: State, say: Say) -> list[str]:
        return [say("drawing.explorers", left=_explorers_left(state)), say("drawing.pyramid")]


def _covers_border(state: State, play: Play) -> bool:
    return play.place.index in state.setup.border and state.board[play.place.index] is None


def explorer_copies(state: State, kind: str) -> int:
    """How many cards of a kind the explorer deck has; in the easier game borders replace the Monsters."""
    deck = state.setup.deck
    if kind == _STORM:
        return sum(deck.get(f"storm-{colour}", 0) for colour in COLOURS)
    if kind == BORDER:
        return _explorer_borders(deck, easier=state.setup.easier)
    return 0 if kind == MONSTER and state.setup.easier else deck.get(kind, 0)


def _explorers_left(state: State) -> int:
    expedition = in_play(state.expedition)
    copies = sum(explorer_copies(state, kind) for kind in EXPLORERS)
    return copies - sum(expedition.drawn) - sum(expedition.unseen)


def _undrawn(state: State, kind: str) -> int:
    """How many cards of a kind are in the explorer deck or were kept unseen."""
    return explorer_copies(state, kind) - in_play(state.expedition).drawn[EXPLORERS.index(kind)]


def _can_come(state: State, explorer: str) -> bool:
    if explorer not in (*KEEPABLE, KEPT):
        return _undrawn(state, explorer) > 0
    free = sum(_undrawn(state, kind) for kind in KEEPABLE) - sum(in_play(state.expedition).unseen)
    return free > 0 and (explorer == KEPT or _undrawn(state, explorer) > 0)


def _explorer_borders(deck: CardCounts, *, easier: bool) -> int:
    return _BORDER_CARDS + (deck.get(MONSTER, 0) if easier else 0)


def most_borders(deck: CardCounts, *, easier: bool) -> int:
    """How many border cards of the box are left for the pyramid."""
    return deck.get(BORDER, 0) - _explorer_borders(deck, easier=easier)


def _holds(state: State, seat: int, kind: str) -> int:
    """How many explorer cards of a kind a player may hold: those told, and unseen ones it could be."""
    expedition = in_play(state.expedition)
    told = expedition.held[seat][KEEPABLE.index(kind)]
    return told + min(expedition.unseen[seat], _undrawn(state, kind))


def _draw(state: State, kind: str) -> State:
    expedition = in_play(state.expedition)
    return replace(state, expedition=replace(expedition, drawn=add(expedition.drawn, EXPLORERS.index(kind))))


def _keep(state: State, seat: int, kind: str, more: int) -> State:
    expedition = in_play(state.expedition)
    mine = add(expedition.held[seat], KEEPABLE.index(kind), more)
    return replace(state, expedition=replace(expedition, held=put(expedition.held, seat, mine)))


def _keep_unseen(state: State, seat: int, more: int) -> State:
    expedition = in_play(state.expedition)
    return replace(state, expedition=replace(expedition, unseen=add(expedition.unseen, seat, more)))


def _play_kept(state: State, seat: int, kind: str) -> State:
    if in_play(state.expedition).held[seat][KEEPABLE.index(kind)]:
        return _keep(state, seat, kind, -1)
    return _draw(_keep_unseen(state, seat, -1), kind)


def _meet_start(state: State, play: Play, cost: int) -> Ruling:
    drawn = _draw(state, START)
    return _one_more(drawn, play, cost) if state.setup.harder else drawn.lay(play, cost)


def _meet_storm(state: State, play: Play, cost: int) -> Ruling:
    drawn = _draw(state, _STORM)
    expedition = in_play(drawn.expedition)
    closed = replace(expedition, closed=expedition.closed | {play.place.index})
    return Ruling((), 0, replace(drawn, expedition=closed), (BrokenRule("explorer-storm"),))


def _meet_monster(state: State, play: Play, cost: int) -> Ruling:
    mover, drawn = state.seats.mover, _draw(state, MONSTER)
    lost = drawn.use_wild(mover) if play.wild else replace(drawn, gone=drawn.gone | {play.number})
    return Ruling((), 0, lost.spend(mover, 1), (BrokenRule("explorer-monster"),))


def _one_more(state: State, play: Play, cost: int) -> Ruling:
    ruling = state.lay(play, cost)
    after: State = ruling.after
    seats, mover = after.seats, after.seats.mover
    if seats.hand:
        return replace(ruling, discards=cost + 1, after=after.spend(mover, 1))
    if not seats.piles[mover]:
        return ruling
    less = replace(seats, piles=put(seats.piles, mover, seats.piles[mover] - 1))
    return replace(ruling, after=replace(after, seats=less), remarks=(BrokenRule("explorer-pile"),))


def _meet_kept(state: State, play: Play, cost: int) -> Ruling:
    ruling = state.lay(play, cost)
    mover, kind = state.seats.mover, play.explorer or KEPT
    hand = ruling.after.spend(mover, -1)
    kept = _keep_unseen(hand, mover, 1) if kind == KEPT else _keep(_draw(hand, kind), mover, kind, 1)
    return replace(ruling, after=kept)


_EFFECTS: dict[str, Callable[[State, Play, int], Ruling]] = {
    START: _meet_start,
    _STORM: _meet_storm,
    MONSTER: _meet_monster,
    ROCKS: lambda state, play, cost: _one_more(_draw(state, ROCKS), play, cost),
    COMPASS: _meet_kept,
    FINISH: _meet_kept,
    BORDER: _meet_kept,
    KEPT: _meet_kept,
}


def _judge_reopen(state: State, event: events.Reopen) -> Ruling:
    mover, wild = state.seats.mover, event.card == WILD
    if event.card not in (None, COMPASS, WILD) or (wild and not state.wilds_left(mover)):
        return state.refuse([no_such_card(event.card or COMPASS)])
    place, expedition = PYRAMID.by_name.get(event.at), in_play(state.expedition)
    found = [] if wild or _holds(state, mover, COMPASS) else [BrokenRule("compass-none")]
    if place is None or place.index not in expedition.closed:
        why = said("storm-none-place", at=event.at)
        found.append(BrokenRule("storm-none", {"what": why}, (event.at,)))
    if found or place is None:
        return state.refuse(found)
    opened = replace(state, expedition=replace(expedition, closed=expedition.closed - {place.index}))
    spent = opened.use_wild(mover) if wild else _play_kept(opened, mover, COMPASS)
    return state.conclude(Ruling((), 0, spent.spend(mover, 1)), event)
