"""Elevation's real cards: how a day is dealt, what tricks do with the cards, and chance that plays them.

Laboratory only. What only players know is answered here too, so that a whole game can be played.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from companion.games.elevation import events
from companion.games.elevation.cards import (
    AUTO_CARDS,
    CARDS,
    Card,
    Range,
    choose_card,
    hand_size,
    lead_range,
    raised_cards,
)
from companion.games.elevation.state import Day, State
from companion.games.events import Event
from companion.games.game import Match
from companion.games.values import CardName, Pairs
from companion.simulation.dealer import Dealer, Hint
from companion.simulation.elevation_plan import another_card, answer_all, approach_today, own_card


@dataclass(slots=True)
class _DayCards:
    """The real cards of one day; an auto-ascender has its range piles, top card last, then Avalanches."""

    hands: list[list[Card]]
    autos: list[list[list[Card]]]
    down: list[Card]
    up: list[Card] = field(default_factory=list)
    passed: list[list[Card]] = field(default_factory=list)
    cache: list[Card] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)

    def piles_of(self, seat: int) -> list[list[Card]]:
        humans = len(self.hands)
        return [self.hands[seat]] if seat < humans else self.autos[seat - humans]

    def take(self) -> Card:
        return self.down.pop() if self.down else self.up.pop()

    def flip(self) -> None:
        if self.down:
            self.up.append(self.down.pop())

    def face_up(self, auto: int, trick: Collection[str] = ()) -> list[Card]:
        """What an auto-ascender may play, from left to right, once its cards of the trick have left."""
        left = [[card for card in pile if card.name not in trick] for pile in self.autos[auto]]
        *ranges, avalanches = left
        return [pile[-1] for pile in ranges if pile] + avalanches


class ElevationDealer(Dealer):
    """Climbers with real cards, dealt when a day begins; `cheat` is how likely a human disregards the lead.

    `days` are the approach cards of each day; days that are not given draw one, two and three by chance.
    """

    cards: _DayCards
    lays_tricks = True

    def __init__(
        self, match: Match, rng: Random, days: Sequence[Sequence[str]] = (), cheat: float = 0.0
    ) -> None:
        super().__init__(match, rng)
        self._days, self._cheat = days, cheat
        self.cheats: set[tuple[int, Range]] = set()  # today: whose hand held a range and did not follow it

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def day(self) -> Day | None:
        return self.state.day

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.state.setup.climbers)

    @property
    def mover(self) -> int:
        return int(self.state.mover or 0)

    def deal(self) -> _DayCards:
        setup = self.match.state.setup
        return _DayCards([[] for _ in range(setup.humans)], [[[]] for _ in range(setup.autos)], [])

    # what people see

    def hand(self, seat: int) -> tuple[str, ...]:
        """A human's hand sorted by range, or what an auto-ascender may play, from left to right."""
        humans = len(self.cards.hands)
        if seat >= humans:
            return tuple(card.name for card in self.cards.face_up(seat - humans))
        return tuple(card.name for card in sorted(self.cards.hands[seat], key=_in_order))

    def held(self, seat: int) -> int:
        return sum(map(len, self.cards.piles_of(seat)))

    def pile(self, seat: int) -> int:
        return len(self.cards.down)

    def face_up(self) -> str | None:
        return self.cards.up[-1].name if self.cards.up else None

    def set_apart(self, seat: int) -> tuple[str, ...]:
        """What the companion asks for when the day is over: the cache, and what this seat was passed."""
        if self.day is None or self.day.goes_on:
            return ()
        passed = self.cards.passed[seat] if seat < len(self.cards.passed) else []
        return tuple(card.name for card in (*self.cards.cache, *passed))

    def hint(self, seat: int, trick: list[str], *, met: bool) -> Hint:
        if self.day is None:
            return "tabletop.no-day", {}
        if not self.day.goes_on:
            return ("tabletop.set-apart" if self.set_apart(seat) else "tabletop.day-over"), {}
        if self.phantom_after(len(trick)) is not None:
            return "tabletop.phantom", {}
        if self.seat_after(len(trick)) is None:
            return "tabletop.complete", {}
        offered = self.offered(seat, trick)
        if offered is not None:
            return "tabletop.auto", {"player": self.players[seat], "card": CardName(offered)}
        return "tabletop.climber", {"player": self.players[seat]}

    # a trick under way

    def seat_after(self, laid: int) -> int | None:
        if self.day is None or not self.day.goes_on:
            return self.mover if self.day is None else None
        people = len(self.players) * self.day.cards_each
        return (self.day.leader + laid) % len(self.players) if laid < people else None

    def phantom_after(self, laid: int) -> str | None:
        if self.day is None or not self.day.goes_on or not self.day.has_phantom:
            return None
        if laid != self.day.cards_needed - 1:
            return None
        pile = self.cards.down or self.cards.up
        return pile[-1].name if pile else None

    def offered(self, seat: int, trick: list[str]) -> str | None:
        humans = len(self.cards.hands)
        if self.day is None or seat < humans:
            return None
        open_cards = self.cards.face_up(seat - humans, trick)
        laid = [CARDS[name] for name in trick]
        return choose_card(open_cards, laid, self.day.rankers).name if open_cards else None

    def choose_card(self, seat: int, trick: list[str]) -> str | None:
        """A card that follows the lead range, or not, by chance; an auto-ascender's by the rules."""
        offered = self.offered(seat, trick)
        if offered is not None or seat >= len(self.cards.hands):
            return offered
        lead = lead_range([CARDS[name] for name in trick])
        hand = [card for card in self.cards.hands[seat] if card.name not in trick]
        follows = [card for card in hand if lead is not None and card.range is lead]
        cheats = bool(follows) and self.rng.random() < self._cheat
        choices = [card for card in hand if card.range in (lead, None)] if follows and not cheats else hand
        card = self.rng.choice(choices) if choices else None
        if card is not None and follows and lead is not None and card.range not in (lead, None):
            self.cheats.add((seat, lead))
        return None if card is None else card.name

    # what was recorded

    def move(self, before: Any, event: Event) -> None:
        if isinstance(event, events.Day):
            self._deal_day(before, event.approach)
        elif isinstance(event, events.Trick):
            self._move_trick(before, event)
        elif isinstance(event, events.EndDay):
            self.cards = self.deal()
        self._put_right()

    def _move_trick(self, before: Any, event: events.Trick) -> None:
        day, table = before.day, self.cards
        for turn, name in enumerate(event.cards):
            self._play((day.leader + turn) % len(self.players), name)
        pile = table.down or table.up
        if event.phantom is not None and pile:
            phantom = CARDS[event.phantom]
            if pile[-1] is phantom or self._swap(phantom, pile):
                pile.pop()
        if table.up or (event.to is None and event.draw == "down"):
            self._draw(event, day)
        names = event.cards if event.phantom is None else (*event.cards, event.phantom)
        cards = tuple(CARDS[name] for name in names)
        if any(card.passes_hands(cards) for card in day.cards if card.passes_hands):
            table.hands[:] = table.hands[-1:] + table.hands[:-1]

    def _play(self, seat: int, name: str) -> None:
        """A card leaves a climber; one dealt elsewhere changes places with one of the climber's."""
        own = self.cards.piles_of(seat)
        if not any(CARDS[name] in group for group in own):
            spare = next((group for group in own if group), None)
            if spare is None or not self._swap(CARDS[name], spare):
                return
        group = next(each for each in own if CARDS[name] in each)
        group.remove(CARDS[name])
        self.left += ((seat, name),)

    def _swap(self, card: Card, group: list[Card]) -> bool:
        """Change a card that lies elsewhere for the last of a group; False if it is nowhere."""
        for other in self.all_groups():
            if card in other:
                other[other.index(card)], group[-1] = group[-1], card
                return True
        return False

    def all_groups(self) -> list[list[Card]]:
        table = self.cards
        autos = [pile for auto in table.autos for pile in auto]
        return [*table.hands, *autos, table.down, table.up, table.cache, *table.passed, table.discarded]

    def _put_right(self) -> None:
        """All is as many as the judge has counted; what an approach card sets aside is the cache."""
        day, table = self.day, self.cards
        if day is None:
            return
        for hand in table.hands:
            table.discarded += hand[day.hand :]
            del hand[day.hand :]
        while len(table.down) + len(table.up) > day.piles.total:
            table.cache.append(table.take())
        while len(table.up) > day.piles.up:
            table.down.append(table.up.pop())
        while len(table.up) < day.piles.up:
            table.up.append(table.down.pop())

    # dealing and drawing

    def _deal_day(self, before: State, approach_cards: Sequence[str]) -> None:
        """Shuffle, deal, flip and pass; ruling of the house: a hand that cannot pass is dealt again."""
        setup = before.setup
        self.cheats = set()
        deck = list(CARDS.values())
        hands: list[list[Card]] = [[]]
        while any(sum(card.range is not None for card in hand) < 2 for hand in hands):
            self.rng.shuffle(deck)
            size = hand_size(setup.humans)
            hands = [deck[seat * size : (seat + 1) * size] for seat in range(setup.humans)]
        rest = deck[sum(map(len, hands)) :]
        dealt = [rest[n * AUTO_CARDS : (n + 1) * AUTO_CARDS] for n in range(setup.autos)]
        kinds = (*Range, None)
        autos = [[[card for card in cards if card.range is each] for each in kinds] for cards in dealt]
        self.cards = _DayCards(hands, autos, rest[setup.autos * AUTO_CARDS :])
        self.cards.flip()
        if "supply-cache" in approach_cards:
            self.cards.cache = [self.cards.take() for _ in range(len(setup.climbers) + 1)]
        if setup.humans > 1:
            self._pass_cards(before, anchored="anchor" in approach_cards)

    def _pass_cards(self, before: State, *, anchored: bool) -> None:
        """Everyone passes the lowest card of a range and the highest of a range, left, right, left."""
        table, step = self.cards, -1 if len(before.days) == 1 else 1
        chosen = [self._choose_pass(hand) for hand in table.hands]
        for hand, cards in zip(table.hands, chosen, strict=True):
            hand[:] = [card for card in hand if card not in cards]
        got = [chosen[(seat - step) % len(chosen)] for seat in range(len(chosen))]
        for hand, cards in zip(table.hands, got, strict=True):
            hand += [table.take(), table.take()] if anchored else cards
        table.passed = got if anchored else []

    def _choose_pass(self, hand: list[Card]) -> list[Card]:
        """One card that is the lowest and another that is the highest of its range in the hand."""
        held = [[card for card in hand if card.range is each] for each in Range]
        low = [min(cards, key=lambda card: card.number) for cards in held if cards]
        high = [max(cards, key=lambda card: card.number) for cards in held if cards]
        return list(self.rng.choice([pair for pair in product(low, high) if pair[0] is not pair[1]]))

    def _draw(self, event: events.Trick, before: Day) -> None:
        """All humans draw if the piles hold enough, one perhaps the face-up card; then one is flipped."""
        table, each = self.cards, before.draws_each
        if len(table.down) + len(table.up) < each * len(table.hands):
            return
        last = None if self.day is None else self.day.last
        first = before.leader if last is None else last
        due = [each] * len(table.hands)
        if event.to is not None or (event.draw == "up" and first < len(due)):
            taker = first if event.to is None else self.state.setup.climbers.index(event.to)
            table.hands[taker].append(table.up.pop())
            due[taker] -= 1
        for seat in sorted(range(len(due)), key=lambda seat: (seat - first) % len(self.state.setup.climbers)):
            table.hands[seat] += [table.take() for _ in range(due[seat])]
        table.flip()

    # the plan

    def choose(self) -> Event:
        day = self.day
        if day is None:
            return events.Day(approach=approach_today(self.rng, self.state, self._days))
        own = own_card(self.rng, self.state, day)
        if own is None and not self.cards.down:
            own = another_card(self.rng, self.state, day)
        if own is not None:
            return own
        plays_on = day.goes_on and all(self.held(seat) for seat in range(len(self.players)))
        return self._trick(day) if plays_on else self._end_day(day)

    def _trick(self, day: Day) -> events.Trick:
        seats = len(self.players)
        turns = min(day.draws_each, *(self.held(seat) for seat in range(seats)))
        trick: list[str] = []
        for turn in range(turns * seats):
            trick.append(self.choose_card((day.leader + turn) % seats, trick) or "")
        pile = self.cards.down or self.cards.up
        phantom = pile[-1] if day.plays_phantom and pile else None
        sevens = raised_cards([CARDS[name] for name in trick], day.rankers)
        draw = self.rng.choice(("up", "down"))
        chooses = day.piles.up > 0 and not day.draws_face_up
        humans = self.state.setup.climbers[: self.state.setup.humans]
        return events.Trick(
            cards=tuple(trick),
            draw=draw if chooses else "down",
            phantom=None if phantom is None else phantom.name,
            sevens_low=tuple(name for name in sevens if self.rng.random() < 0.5),
            to=self.rng.choice(humans) if day.draws_face_up else None,
        )

    def _end_day(self, day: Day) -> events.EndDay:
        answers: dict[str, Any] = {}
        if self.cards.passed:
            passed = zip(self.players, self.cards.passed, strict=True)
            answers["anchor"] = Pairs((name, tuple(card.name for card in cards)) for name, cards in passed)
        if self.cards.cache:
            answers["supply-cache"] = tuple(card.name for card in self.cards.cache)
        return events.EndDay(answers=answer_all(self.rng, self.state, day, answers))


def _in_order(card: Card) -> tuple[str, int]:
    """How people sort a hand: by range, Avalanches last."""
    return ("~" if card.range is None else card.range.value, card.number)


DEALER = ElevationDealer
