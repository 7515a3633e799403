"""The Pyramid: border cards to cover, an explorer card for each, and what the players keep of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.games.protocol import CardCounts, Say
from companion.games.rulings import Ruling
from companion.games.seats import put
from companion.games.tranquility import events
from companion.games.tranquility.cards import (
    BORDER,
    COLOURS,
    COMPASS,
    EXPLORERS,
    FINISH,
    MONSTER,
    ROCKS,
    START,
    WILD,
)
from companion.games.tranquility.grid import PYRAMID
from companion.games.tranquility.rule_modules import (
    Play,
    Variant,
    conclude,
    islands,
    lay_island,
    no_such_card,
    refuse,
    said,
    use_wild,
    wilds_left,
)
from companion.games.tranquility.state import Expedition, Rule, State, add
from companion.games.values import BrokenRule, Event

KEPT = (COMPASS, FINISH, BORDER)
STORM = "storm"
BORDER_CARDS = 2


class Pyramid(Variant):
    """Rows that grow shorter; won with a Finish on top of the full pyramid."""

    name = "pyramid"
    grid = PYRAMID
    has_start = False

    def rules(self) -> Mapping[type[Event], Rule]:
        """A Compass reopens a place."""
        return {events.Reopen: judge_reopen}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """The Islands alone."""
        return islands(deck)

    def open(self, state: State) -> State:
        """Nothing drawn, nothing kept, nothing closed."""
        held = ((0,) * len(KEPT),) * len(state.seats.players)
        return replace(state, expedition=Expedition((0,) * len(EXPLORERS), held))

    def hinders(self, state: State, play: Play) -> Iterator[BrokenRule]:
        """A place under a Storm is closed; a border card asks for the explorer card."""
        place = play.place
        if place.index in expedition_of(state).closed:
            why = said("blocked-place", at=place.name)
            yield BrokenRule("blocked", {"what": why}, (place.name,))
        if covers_border(state, play) and play.explorer is None:
            yield BrokenRule("explorer-missing", {"at": place.name}, (place.name,))

    def cover(self, state: State, play: Play, cost: int) -> Ruling:
        """The explorer card is drawn and resolved; one that is used up cannot have been."""
        if not covers_border(state, play) or play.explorer is None:
            return lay_island(state, play, cost)
        expedition, kind = expedition_of(state), EXPLORERS.index(play.explorer)
        if expedition.drawn[kind] >= explorer_copies(state, play.explorer):
            return refuse(state, [no_such_card(f"explorer-{play.explorer}")])
        drawn = replace(state, expedition=replace(expedition, drawn=add(expedition.drawn, kind)))
        return EFFECTS[play.explorer](drawn, play, cost)

    def wilds(self, state: State, seat: int) -> int:
        """The border cards that the player drew."""
        return held(state, seat, BORDER)

    def use_wild(self, state: State, seat: int) -> State:
        """A border card is played from the hand."""
        return keep(state, seat, BORDER, -1)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """What the player drew and did not play."""
        kept = BORDER if card == WILD else card
        return card != BORDER and kept in KEPT and held(state, seat, kept) > 0

    def can_finish(self, state: State, seat: int) -> bool:
        """A Finish comes from the explorer deck."""
        return held(state, seat, FINISH) > 0

    def play_finish(self, state: State, seat: int) -> State:
        """The Finish leaves the hand."""
        return keep(state, seat, FINISH, -1)

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        """The places that a Compass reopens."""
        if card != COMPASS or not held(state, state.seats.mover, COMPASS):
            return ()
        closed = expedition_of(state).closed
        return tuple(place.name for place in self.grid.places if place.index in closed)

    def actions(self, state: State) -> Iterator[events.Action]:
        """A Compass on every closed place."""
        yield from (events.Reopen(at=name) for name in self.targets(state, COMPASS))

    def lines(self, state: State, say: Say) -> list[str]:
        """How many explorer cards are left."""
        left = sum(explorer_copies(state, kind) for kind in EXPLORERS) - sum(expedition_of(state).drawn)
        return [say("drawing.explorers", left=left), say("drawing.pyramid")]


def expedition_of(state: State) -> Expedition:
    """What the explorers met; only the pyramid asks."""
    if state.expedition is None:
        raise ValueError("this game has no explorer deck")
    return state.expedition


def covers_border(state: State, play: Play) -> bool:
    """Whether the play would cover a border card."""
    return play.place.index in state.setup.border and state.board[play.place.index] is None


def explorer_copies(state: State, kind: str) -> int:
    """How many cards of a kind the explorer deck has; in the easier game borders replace the Monsters."""
    deck = state.setup.deck
    if kind == STORM:
        return sum(deck.get(f"storm-{colour}", 0) for colour in COLOURS)
    if kind == BORDER:
        return BORDER_CARDS + (deck.get(MONSTER, 0) if state.setup.easier else 0)
    return 0 if kind == MONSTER and state.setup.easier else deck.get(kind, 0)


def held(state: State, seat: int, kind: str) -> int:
    """How many explorer cards of a kind a player drew and did not play."""
    return expedition_of(state).held[seat][KEPT.index(kind)]


def keep(state: State, seat: int, kind: str, more: int) -> State:
    """A player keeps one explorer card more or less."""
    expedition = expedition_of(state)
    mine = add(expedition.held[seat], KEPT.index(kind), more)
    others = expedition.held
    return replace(state, expedition=replace(expedition, held=(*others[:seat], mine, *others[seat + 1 :])))


def meet_start(state: State, play: Play, cost: int) -> Ruling:
    """Nothing; in the harder game as the Jagged Rocks."""
    return meet_rocks(state, play, cost) if state.setup.harder else lay_island(state, play, cost)


def meet_storm(state: State, play: Play, cost: int) -> Ruling:
    """The Island returns to the hand, the place is closed, nothing is paid."""
    expedition = expedition_of(state)
    closed = replace(expedition, closed=expedition.closed | {play.place.index})
    return Ruling((), 0, replace(state, expedition=closed), (BrokenRule("explorer-storm"),))


def meet_monster(state: State, play: Play, cost: int) -> Ruling:
    """The Island is lost, nothing is paid."""
    mover = state.seats.mover
    lost = use_wild(state, mover) if play.wild else replace(state, gone=state.gone | {play.number})
    return Ruling((), 0, lost.spend(mover, 1), (BrokenRule("explorer-monster"),))


def meet_rocks(state: State, play: Play, cost: int) -> Ruling:
    """One more discard, from the pile if the hand is spent on the cost."""
    ruling = lay_island(state, play, cost)
    after: State = ruling.after
    seats, mover = after.seats, after.seats.mover
    if seats.hand:
        return replace(ruling, discards=cost + 1, after=after.spend(mover, 1))
    if not seats.piles[mover]:
        return ruling
    less = replace(seats, piles=put(seats.piles, mover, seats.piles[mover] - 1))
    return replace(ruling, after=replace(after, seats=less), remarks=(BrokenRule("explorer-pile"),))


def meet_kept(state: State, play: Play, cost: int) -> Ruling:
    """The explorer card goes into the hand."""
    ruling = lay_island(state, play, cost)
    mover = state.seats.mover
    kept = keep(ruling.after.spend(mover, -1), mover, play.explorer or "", 1)
    return replace(ruling, after=kept)


EFFECTS: dict[str, Callable[[State, Play, int], Ruling]] = {
    START: meet_start,
    STORM: meet_storm,
    MONSTER: meet_monster,
    ROCKS: meet_rocks,
    COMPASS: meet_kept,
    FINISH: meet_kept,
    BORDER: meet_kept,
}


def judge_reopen(state: State, event: events.Reopen) -> Ruling:
    """A Compass from the hand takes the Storm off a place."""
    mover, wild = state.seats.mover, event.card == WILD
    if event.card not in (None, COMPASS, WILD) or (wild and not wilds_left(state, mover)):
        return refuse(state, [no_such_card(event.card or COMPASS)])
    place, expedition = PYRAMID.by_name.get(event.at), expedition_of(state)
    found = [] if wild or held(state, mover, COMPASS) else [BrokenRule("compass-none")]
    if place is None or place.index not in expedition.closed:
        why = said("storm-none-place", at=event.at)
        found.append(BrokenRule("storm-none", {"what": why}, (event.at,)))
    if found or place is None:
        return refuse(state, found)
    opened = replace(state, expedition=replace(expedition, closed=expedition.closed - {place.index}))
    spent = use_wild(opened, mover) if wild else keep(opened, mover, COMPASS, -1)
    return conclude(state, Ruling((), 0, spent.spend(mover, 1)), event)
