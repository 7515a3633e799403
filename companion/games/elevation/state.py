"""The state of a game of Elevation: a header comes in, the base camp before the first day goes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.elevation.approach import RULINGS, Approach
from companion.games.elevation.cards import (
    AUTO_ASCENDERS,
    AUTO_CARDS,
    Card,
    Cards,
    Ledger,
    Piles,
    Ranker,
    deal,
    hand_size,
    tricks_by_hands,
)
from companion.games.elevation.scoring import DayScore
from companion.games.events import Fields
from companion.games.game import CardCounts
from companion.games.setup import read_rulings
from companion.games.values import BadRecord, Outcome

DAYS = 3
_ENDLESS = 10**6  # cards that auto-ascenders have when there are none: they end no day


@dataclass(frozen=True, slots=True)
class _Setup:
    """What a header settles for the whole game; humans sit first, then the auto-ascenders."""

    deck: CardCounts
    humans: int
    climbers: tuple[str, ...]
    heights: Mapping[str, int]
    rulings: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def autos(self) -> int:
        return len(self.climbers) - self.humans

    @property
    def free_solo(self) -> bool:
        return self.humans < len(self.climbers)

    @property
    def scorers(self) -> tuple[str, ...]:
        """Who scores: the auto-ascender of two climbers does not."""
        return self.climbers[:2] if self.humans == 2 else self.climbers


@dataclass(frozen=True, slots=True)
class Day:
    """A day under way: the approach cards, all counts, and who won what.

    `own` are Pathfinder's cards by seat; `auto` is what each auto-ascender has left; `lost` are cards that
    score for nobody; `last` is the winner of the last trick, None before the first and for the phantom.
    """

    cards: tuple[Approach, ...]
    hand: int
    auto: int
    piles: Piles
    leader: int
    won: tuple[Cards, ...]
    tricks: tuple[int, ...]
    ledger: Ledger
    own: tuple[tuple[int, Approach], ...] = ()
    seen: frozenset[Card] = frozenset()
    phantom: Cards = ()
    lost: Cards = ()
    last: int | None = None
    drew_another: bool = False

    @property
    def draws_each(self) -> int:
        """How many cards everyone draws after a trick; also how many they play, while they have them."""
        return max((card.cards_each for card in self.cards), default=1)

    @property
    def cards_each(self) -> int:
        return min(self.draws_each, self.hand, self.auto)

    @property
    def rankers(self) -> tuple[Ranker, ...]:
        return tuple(card.rank for card in self.cards if card.rank)

    @property
    def draws_face_up(self) -> bool:
        return any(card.draws_face_up for card in self.cards)

    @property
    def tricks_left(self) -> int | None:
        """The tricks still to come, None where it cannot be known."""
        if not self.goes_on:
            return 0
        if any(card.ends_day for card in self.cards):
            return None if self.piles.down else 1
        total, humans = self.piles.total, self.ledger.humans
        return tricks_by_hands(self.hand, self.auto, total, humans, self.draws_each, self.plays_phantom)

    @property
    def plays_phantom(self) -> bool:
        return any(card.phantom for card in self.cards)

    @property
    def has_phantom(self) -> bool:
        """Whether a phantom plays last: while a pile holds a card."""
        return self.plays_phantom and self.piles.total > 0

    @property
    def cards_needed(self) -> int:
        """How many cards make the next trick, the phantom's included."""
        return len(self.tricks) * self.cards_each + int(self.has_phantom)

    @property
    def goes_on(self) -> bool:
        return self.hand > 0 and self.auto > 0

    @property
    def in_play(self) -> tuple[Approach, ...]:
        """Every approach card of the day, the climbers' own too."""
        return (*self.cards, *(card for _, card in self.own))


@dataclass(frozen=True, slots=True)
class State:
    """The days scored, the day under way if there is one, and who opens the next; seats count clockwise.

    `earlier` are the approach cards of the days scored: they do not come again.
    """

    setup: _Setup
    days: tuple[DayScore, ...] = ()
    day: Day | None = None
    guide: int = 0
    first: int = 0
    outcome: Outcome = Outcome.OPEN
    earlier: frozenset[str] = frozenset()

    @property
    def mover(self) -> int | None:
        """The seat to move: the leader of the next trick, outside a day the next day's first climber."""
        if self.outcome is not Outcome.OPEN:
            return None
        if self.day is None:
            return self.first
        return self.day.leader if self.day.goes_on else None

    @property
    def next(self) -> str | None:
        seat = self.mover
        return None if seat is None else self.setup.climbers[seat]

    @property
    def totals(self) -> dict[str, int]:
        return {name: sum(self.points(seat)) for seat, name in enumerate(self.setup.scorers)}

    def points(self, seat: int) -> tuple[int, ...]:
        return tuple(day.scores[seat].day for day in self.days)

    @property
    def winners(self) -> list[str]:
        """The highest total, of equals the highest single day; several share the win."""
        if self.outcome is not Outcome.DONE:
            return []
        merit = {
            name: (total, max(day.scores[seat].day for day in self.days))
            for seat, (name, total) in enumerate(self.totals.items())
        }
        return [name for name, value in merit.items() if value == max(merit.values())]


def open_day(state: State, cards: tuple[Approach, ...], first: int) -> State:
    """A day is dealt; the first climber of day 1 is the Guide."""
    setup = state.setup
    seats = len(setup.climbers)
    aside = sum(card.sets_aside(setup.humans, seats) for card in cards if card.sets_aside)
    day = Day(
        cards,
        hand_size(setup.humans),
        AUTO_CARDS if setup.free_solo else _ENDLESS,
        deal(sum(setup.deck.values()), setup.humans, setup.autos, aside),
        first,
        ((),) * seats,
        (0,) * seats,
        Ledger(setup.humans),
    )
    return replace(state, day=day, guide=state.guide if state.days else first)


def close_day(state: State, scored: DayScore) -> State:
    """A day is scored; the human with the lowest total opens the next."""
    days = (*state.days, scored)
    used = frozenset(card.id for card in state.day.in_play) if state.day else frozenset()
    after = replace(
        state,
        days=days,
        day=None,
        outcome=Outcome.DONE if len(days) == DAYS else Outcome.OPEN,
        earlier=state.earlier | used,
    )
    return replace(after, first=lowest_seat(after))


def lowest_seat(state: State) -> int:
    """The human with the lowest total; ruling: of equals the first clockwise from the Guide."""
    totals, seats = list(state.totals.values()), len(state.setup.climbers)
    return min(range(state.setup.humans), key=lambda seat: (totals[seat], (seat - state.guide) % seats))


def new_game(header: Fields, deck: CardCounts) -> State:
    """The state before the first event."""
    players = tuple(header.players)
    climbers = players + AUTO_ASCENDERS[: max(0, 3 - len(players))]
    if len(set(climbers)) != len(climbers):
        raise BadRecord("players-twice")
    rulings = read_rulings(header, RULINGS)
    return State(_Setup(deck, len(players), climbers, _read_heights(header, deck), rulings))


def _read_heights(header: Fields, deck: CardCounts) -> dict[str, int]:
    if not header.has("heights"):
        return {}
    heights = header.inner("heights")
    stranger = next((name for name in heights.rest if name not in deck), None)
    if stranger is not None:
        raise BadRecord("heights-card", card=stranger)
    return {name: heights.number(name) for name in tuple(heights.rest)}
