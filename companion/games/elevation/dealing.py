"""Whole games with real cards in hidden hands: chance comes in, events that these hands allow go out.

The demonstration plays such games, and the tests hold the judge against them: nothing here counts cards, it
moves them.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.approach import Approach
from companion.games.elevation.cards import CARDS, Card, Range
from companion.games.elevation.judging import judge, score_day
from companion.games.elevation.piles import AUTO_CARDS, hand_size
from companion.games.elevation.playing import ends_day
from companion.games.elevation.sheet import Question
from companion.games.elevation.solo import choose_card
from companion.games.elevation.state import DAYS, Day, State
from companion.games.elevation.tricks import lead_range, raised_cards
from companion.games.events import Event
from companion.games.match import Match
from companion.games.values import Outcome, Pairs


class IllegalDeal(ValueError):
    """The dealer and the judge do not agree: a bug, told with the event and its broken rules."""


@dataclass(slots=True)
class Table:
    """The real cards of one day; an auto-ascender has its range piles, top card last, then Avalanches."""

    hands: list[list[Card]]
    autos: list[list[list[Card]]]
    down: list[Card]
    up: list[Card] = field(default_factory=list)
    passed: list[list[Card]] = field(default_factory=list)
    cache: list[Card] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)

    def cards_at(self, seat: int) -> int:
        """How many cards a climber has left to play."""
        humans = len(self.hands)
        return len(self.hands[seat]) if seat < humans else sum(map(len, self.autos[seat - humans]))

    def take(self) -> Card:
        """The top face-down card, or face-up one when that pile is empty."""
        return self.down.pop() if self.down else self.up.pop()

    def flip(self) -> None:
        """The top face-down card is turned up."""
        if self.down:
            self.up.append(self.down.pop())

    def discard_hands(self) -> None:
        """What is left in the hands goes aside unseen."""
        self.discarded = [card for hand in self.hands for card in hand]
        self.hands = [[] for _ in self.hands]

    def face_up(self, auto: int) -> list[Card]:
        """What an auto-ascender may play, from left to right."""
        *ranges, avalanches = self.autos[auto]
        return [pile[-1] for pile in ranges if pile] + avalanches


def random_approach(
    rng: Random, count: int, *, free_solo: bool, earlier: Collection[str] = ()
) -> tuple[str, ...]:
    """So many approach cards that go together; what does not fit is drawn again."""
    drawn: tuple[Approach, ...] = ()
    stack = [card for card in approach.CARDS.values() if card not in approach.CUSTOM]
    rng.shuffle(stack)
    for card in stack:
        conflict = approach.why_not(card, drawn, free_solo=free_solo, under_way=False, earlier=earlier)
        if len(drawn) < count and not conflict:
            drawn = (*drawn, card)
    return tuple(card.id for card in drawn)


def play_out(
    match: Match, rng: Random, days: Sequence[Sequence[str]] = (), cheat: float = 0.0
) -> Iterator[Event]:
    """A whole game, event by event, legal by the real hidden hands; `days` are each day's approach cards.

    Days that are not given draw one, two and three cards by chance. `cheat` is the dealer's.
    """
    return Dealer(match.state, rng, days, cheat).game()


class Dealer:
    """Deals and plays a game by chance; `cheat` is how likely a human is to disregard the lead range."""

    def __init__(
        self, state: State, rng: Random, days: Sequence[Sequence[str]] = (), cheat: float = 0.0
    ) -> None:
        self.state = state
        self.rng = rng
        self.days = days
        self.cheat = cheat
        self.table = Table([], [], [])
        self.cheats: set[tuple[int, Range]] = set()  # today: whose hand held a range and did not follow it

    @property
    def day(self) -> Day:
        """The day under way, as the judge sees it."""
        if self.state.day is None:
            raise IllegalDeal("no day is open")
        return self.state.day

    def game(self) -> Iterator[Event]:
        """Every event of a whole game."""
        while self.state.outcome is Outcome.OPEN:
            yield from self.one_day()

    def one_day(self) -> Iterator[Event]:
        """A day from its deal to its score."""
        number = len(self.state.days)
        if number < len(self.days):
            cards = tuple(name for name in self.days[number] if name not in self.state.earlier)
        else:
            count = min(number + 1, DAYS)
            free_solo, earlier = self.state.setup.free_solo, self.state.earlier
            cards = random_approach(self.rng, count, free_solo=free_solo, earlier=earlier)
        self.deal([approach.CARDS[name] for name in cards])
        yield self.report(events.Day(approach=cards))
        yield from self.own_cards()
        ending = False
        while self.plays_on() and not ending:
            ending = self.has("ends_day") and not self.table.down
            yield self.trick()
            yield from self.another_card()
        yield self.report(self.end_day())

    def report(self, event: Event) -> Event:
        """Tell the judge, who must agree."""
        verdict = judge(self.state, event)
        if verdict.breaks:
            raise IllegalDeal(event, verdict.breaks)
        self.state = verdict.after
        return event

    def has(self, hook: str) -> bool:
        """Whether an approach card of the day uses a hook."""
        return any(getattr(card, hook) for card in self.day.cards)

    def deal(self, cards: Sequence[Approach]) -> None:
        """Shuffle, deal, flip and pass; ruling of the house: a hand that cannot pass is dealt again."""
        setup = self.state.setup
        self.cheats = set()
        deck = list(CARDS.values())
        hands: list[list[Card]] = [[]]
        while any(sum(card.range is not None for card in hand) < 2 for hand in hands):
            self.rng.shuffle(deck)
            size = hand_size(setup.humans)
            hands = [deck[seat * size : (seat + 1) * size] for seat in range(setup.humans)]
        rest = deck[sum(map(len, hands)) :]
        autos = [self.lay_out(rest[n * AUTO_CARDS : (n + 1) * AUTO_CARDS]) for n in range(setup.autos)]
        self.table = Table(hands, autos, rest[setup.autos * AUTO_CARDS :])
        self.table.flip()
        if any(card.id == "supply-cache" for card in cards):
            self.table.cache = [self.table.take() for _ in range(len(setup.climbers) + 1)]
        if setup.humans > 1:
            self.pass_cards(anchored=any(card.id == "anchor" for card in cards))

    def lay_out(self, cards: list[Card]) -> list[list[Card]]:
        """An auto-ascender's cards in shuffled range piles, and its Avalanches."""
        return [[card for card in cards if card.range is each] for each in (*Range, None)]

    def pass_cards(self, *, anchored: bool) -> None:
        """Everyone passes the lowest card of a range and the highest of a range, left, right, left."""
        table, step = self.table, -1 if len(self.state.days) == 1 else 1
        chosen = [self.choose_pass(hand) for hand in table.hands]
        for hand, cards in zip(table.hands, chosen, strict=True):
            hand[:] = [card for card in hand if card not in cards]
        got = [chosen[(seat - step) % len(chosen)] for seat in range(len(chosen))]
        for hand, cards in zip(table.hands, got, strict=True):
            hand += [table.take(), table.take()] if anchored else cards
        table.passed = got if anchored else []

    def choose_pass(self, hand: list[Card]) -> list[Card]:
        """One card that is the lowest and another that is the highest of its range in the hand."""
        held = [[card for card in hand if card.range is each] for each in Range]
        low = [min(cards, key=lambda card: card.number) for cards in held if cards]
        high = [max(cards, key=lambda card: card.number) for cards in held if cards]
        return list(self.rng.choice([pair for pair in product(low, high) if pair[0] is not pair[1]]))

    def own_cards(self) -> Iterator[Event]:
        """Pathfinder: every climber gets an own scoring card."""
        if not self.has("gives_own") or self.day.own:
            return
        used = {card.id for card in self.day.cards} | self.state.earlier
        stack = [card.id for card in approach.CARDS.values() if card.scores and card.id not in used]
        stack = [name for name in stack if not name.startswith("custom")]
        picks = self.rng.sample(stack, min(len(stack), len(self.state.setup.climbers)))
        for climber, name in zip(self.state.setup.climbers, picks, strict=False):
            yield self.report(events.ApproachCard(card=name, player=climber))

    def another_card(self) -> Iterator[Event]:
        """Off Course: another approach card once the face-down pile is gone."""
        if self.table.down or self.day.drew_another or not self.has("draws_another"):
            return
        stack = [events.ApproachCard(card=name) for name in approach.CARDS if not name.startswith("custom")]
        self.rng.shuffle(stack)
        yield self.report(next(event for event in stack if not judge(self.state, event).breaks))
        yield from self.own_cards()

    def plays_on(self) -> bool:
        """Whether every climber still has a card."""
        return all(self.table.cards_at(seat) for seat in range(len(self.state.setup.climbers)))

    def trick(self) -> Event:
        """Everyone plays, the judge names the winner, and all draw."""
        day, table = self.day, self.table
        seats = len(self.state.setup.climbers)
        turns = min(day.conditions.cards_each, *(table.cards_at(seat) for seat in range(seats)))
        trick: list[Card] = []
        for turn in range(turns * seats):
            trick.append(self.play_card((day.leader + turn) % seats, trick))
        phantom = table.take() if day.conditions.phantom and (table.down or table.up) else None
        event = self.decide(trick, phantom)
        self.report(event)
        self.draw(event, day)
        played = tuple(trick) if phantom is None else (*trick, phantom)
        if any(passes(played) for passes in day.conditions.passes_hands):
            table.hands[:] = table.hands[-1:] + table.hands[:-1]
        if ends_day(day):
            table.discard_hands()
        return event

    def play_card(self, seat: int, trick: list[Card]) -> Card:
        """A card by chance from a human's hand, by the rules from an auto-ascender's face-up cards."""
        humans = len(self.table.hands)
        if seat >= humans:
            card = choose_card(self.table.face_up(seat - humans), trick, self.day.conditions.rankers)
            next(pile for pile in self.table.autos[seat - humans] if card in pile).remove(card)
            return card
        hand, lead = self.table.hands[seat], lead_range(trick)
        follows = [card for card in hand if lead is not None and card.range is lead]
        cheats = bool(follows) and self.rng.random() < self.cheat
        choices = [card for card in hand if card.range in (lead, None)] if follows and not cheats else hand
        card = self.rng.choice(choices)
        if follows and lead is not None and card.range not in (lead, None):
            self.cheats.add((seat, lead))
        hand.remove(card)
        return card

    def decide(self, trick: list[Card], phantom: Card | None) -> events.Trick:
        """The choices that go with a trick, by chance."""
        sevens = raised_cards(trick, self.day.conditions.rankers)
        draw = self.rng.choice(("up", "down"))
        chooses = self.day.piles.up > 0 and not self.day.conditions.draws_face_up
        humans = self.state.setup.climbers[: self.state.setup.humans]
        return events.Trick(
            cards=tuple(card.name for card in trick),
            draw=draw if chooses else "down",
            phantom=None if phantom is None else phantom.name,
            sevens_low=tuple(name for name in sevens if self.rng.random() < 0.5),
            to=self.rng.choice(humans) if self.day.conditions.draws_face_up else None,
        )

    def draw(self, event: events.Trick, before: Day) -> None:
        """All humans draw if the piles hold enough, one perhaps the face-up card; then one is flipped."""
        table, each = self.table, before.conditions.cards_each
        if len(table.down) + len(table.up) < each * len(table.hands):
            return
        last = self.day.last
        first = before.leader if last is None else last
        due = [each] * len(table.hands)
        if event.to is not None or (event.draw == "up" and first < len(due)):
            taker = first if event.to is None else self.state.setup.climbers.index(event.to)
            table.hands[taker].append(table.up.pop())
            due[taker] -= 1
        for seat in sorted(range(len(due)), key=lambda seat: (seat - first) % len(self.state.setup.climbers)):
            table.hands[seat] += [table.take() for _ in range(due[seat])]
        table.flip()

    def end_day(self) -> events.EndDay:
        """The score with every answer that the judge asks for."""
        answers: dict[str, Any] = {}
        names = self.state.setup.climbers
        if self.table.passed:
            passed = zip(names, self.table.passed, strict=True)
            answers["anchor"] = Pairs((name, tuple(card.name for card in cards)) for name, cards in passed)
        if self.table.cache:
            answers["supply-cache"] = tuple(card.name for card in self.table.cache)
        while questions := score_day(self.state, self.day, Pairs.of(answers))[1].questions:
            for question in questions:
                answers[question.card] = ANSWERS[question.card](
                    self.rng, question, answers.get(question.card)
                )
        return events.EndDay(answers=Pairs.of(answers))


def answer_range(rng: Random, question: Question, given: Pairs | None) -> Pairs:
    """A range for everyone asked; the judge asks again where it is not among the smallest."""
    guesses = {name: rng.choice(list(Range)).value for name in question.who}
    return Pairs.of(dict(given or ()) | guesses)


def answer_points(rng: Random, question: Question, given: Pairs | None) -> Pairs:
    """Points for everyone asked."""
    return Pairs((name, rng.randint(-5, 10)) for name in question.who)


def answer_name(rng: Random, question: Question, given: str | None) -> str:
    """One of those who may get the phantom's cards."""
    return rng.choice(question.who)


def answer_names(rng: Random, question: Question, given: tuple[str, ...] | None) -> tuple[str, ...]:
    """Some of those whose cards' heights are not known."""
    return tuple(name for name in question.who if rng.random() < 0.5)


ANSWERS: dict[str, Callable[[Random, Question, Any], Any]] = {
    "seconding": answer_range,
    "free-climbing": answer_name,
    "gentle-incline": answer_names,
    "oxygen-boost": answer_names,
    **{card.id: answer_points for card in approach.CUSTOM},
}
