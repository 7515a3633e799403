"""Elevation's hidden cards on the laptop: chance and recorded events come in, real hands and piles go out.

The dealer of `companion.games.elevation.dealing` deals and draws; here its cards follow a record: tricks that
people played, corrections and undos too.
"""

from random import Random
from typing import Any

from companion.games.elevation import approach, events
from companion.games.elevation.cards import CARDS, Card
from companion.games.elevation.dealing import Dealer, Table
from companion.games.elevation.seeing import cards_needed, has_phantom
from companion.games.elevation.solo import choose_card
from companion.games.elevation.state import Day
from companion.games.elevation.tricks import lead_range
from companion.games.events import Event, Undo
from companion.games.match import Match
from companion.games.values import Verdict
from companion.simulation.laptop.cards import NotHeld
from companion.simulation.laptop.dealt import Left


class DealtClimb:
    """The real cards of a game of Elevation; each day is dealt when it begins."""

    def __init__(self, match: Match, rng: Random) -> None:
        self.match = match
        self.rng = rng
        self.table = nothing_dealt(match)
        self.left: Left = ()
        self.back: Left = ()
        self._past: list[tuple[Table, Left]] = []

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who climbs, auto-ascenders last."""
        return tuple(self.match.state.setup.climbers)

    @property
    def day(self) -> Day | None:
        """The day under way."""
        day: Day | None = self.match.state.day
        return day

    @property
    def mover(self) -> int:
        """The seat that leads."""
        return int(self.match.state.mover or 0)

    def seat_after(self, laid: int) -> int | None:
        """Whose card comes next when so many of the trick lie; None for the phantom, or when all lie."""
        if self.day is None or not self.day.goes_on:
            return self.mover if self.day is None else None
        people = len(self.players) * self.day.cards_each
        return (self.day.leader + laid) % len(self.players) if laid < people else None

    def phantom_after(self, laid: int) -> str | None:
        """The card that the phantom plays, when it is its turn."""
        if self.day is None or not self.day.goes_on or not has_phantom(self.day):
            return None
        if laid != cards_needed(self.match.state, self.day) - 1:
            return None
        pile = self.table.down or self.table.up
        return pile[-1].name if pile else None

    def hand(self, seat: int) -> tuple[str, ...]:
        """A human's hand sorted by range, or what an auto-ascender may play, from left to right."""
        humans = len(self.table.hands)
        if seat >= humans:
            return tuple(card.name for card in self.table.face_up(seat - humans))
        return tuple(card.name for card in sorted(self.table.hands[seat], key=in_order))

    def set_apart(self, seat: int) -> tuple[str, ...]:
        """What the companion asks for when the day is over: the cache, and what this seat was passed."""
        if self.day is None or self.day.goes_on:
            return ()
        passed = self.table.passed[seat] if seat < len(self.table.passed) else []
        return tuple(card.name for card in (*self.table.cache, *passed))

    def pile(self, seat: int) -> int:
        """How many cards lie face down."""
        return len(self.table.down)

    def face_up(self) -> str | None:
        """The top of the face-up pile."""
        return self.table.up[-1].name if self.table.up else None

    def owed(self, seat: int) -> int:
        """Nobody discards in Elevation."""
        return 0

    def aside(self, seat: int) -> tuple[str, ...]:
        """Nobody discards in Elevation."""
        return ()

    def set_aside(self, seat: int, card: str) -> None:
        """Nobody discards in Elevation: raises NotHeld."""
        raise NotHeld(f"{card} cannot be discarded")

    def take_back(self, seat: int) -> None:
        """Nothing is ever set aside."""

    def settle(self) -> None:
        """Nothing is ever owed."""

    def offered(self, seat: int, trick: list[str]) -> str | None:
        """The card that an auto-ascender plays by the rules; None for a human."""
        humans = len(self.table.hands)
        if self.day is None or seat < humans or not self.hand(seat):
            return None
        laid = [CARDS[name] for name in trick]
        return choose_card(self.table.face_up(seat - humans), laid, self.day.conditions.rankers).name

    def choose_card(self, seat: int, trick: list[str]) -> str | None:
        """A card that follows the lead range, by chance; an auto-ascender's by the rules."""
        offered = self.offered(seat, trick)
        if offered is not None or not self.hand(seat):
            return offered
        lead = lead_range([CARDS[name] for name in trick])
        hand = [CARDS[name] for name in self.hand(seat) if name not in trick]
        follows = [card for card in hand if lead is not None and card.range is lead]
        choices = [card for card in hand if card.range in (lead, None)] if follows else hand
        return self.rng.choice(choices).name if choices else None

    # what was recorded

    def follow(self, event: Event, verdict: Verdict) -> None:
        """Move the real cards as a recorded event did; what is illegal moves none."""
        after = self.match.follow(event, verdict)
        self.left = self.back = ()
        if after is self.match:
            return
        before, self.match = self.match.state, after
        if isinstance(event, Undo):
            self.table, self.back = self._past.pop()
            return
        kept = copy_of(self.table)
        self.move(before, event)
        self._past.append((kept, self.left))

    def move(self, before: Any, event: Event) -> None:
        """A day is dealt, a trick leaves the hands and all draw, the end of a day clears the table."""
        if isinstance(event, events.Day):
            dealer = Dealer(before, self.rng)
            dealer.deal([approach.CARDS[name] for name in event.approach])
            self.table = dealer.table
        elif isinstance(event, events.Trick):
            self.move_trick(before, event)
        elif isinstance(event, events.EndDay):
            self.table = nothing_dealt(self.match)
        self.put_right()

    def move_trick(self, before: Any, event: events.Trick) -> None:
        """Everyone's card leaves, the phantom's too; then all draw, and hands may be passed on."""
        day, table = before.day, self.table
        for turn, name in enumerate(event.cards):
            self.play((day.leader + turn) % len(self.players), name)
        if event.phantom is not None:
            self.turn_up(event.phantom)
        dealer = Dealer(before, self.rng)
        dealer.state, dealer.table = self.match.state, table
        if can_draw(table, day, event):
            dealer.draw(event, day)
        names = event.cards if event.phantom is None else (*event.cards, event.phantom)
        if any(passes(tuple(CARDS[name] for name in names)) for passes in day.conditions.passes_hands):
            table.hands[:] = table.hands[-1:] + table.hands[:-1]

    def play(self, seat: int, name: str) -> None:
        """A card leaves a climber; one dealt elsewhere changes places with one of the climber's."""
        own = self.groups_of(seat)
        if not any(CARDS[name] in group for group in own):
            spare = next((group for group in own if group), None)
            if spare is None or not self.swap(CARDS[name], spare):
                return
        group = next(each for each in own if CARDS[name] in each)
        group.remove(CARDS[name])
        self.left += ((seat, name),)

    def groups_of(self, seat: int) -> list[list[Card]]:
        """The cards of a climber."""
        humans = len(self.table.hands)
        return [self.table.hands[seat]] if seat < humans else self.table.autos[seat - humans]

    def swap(self, card: Card, group: list[Card]) -> bool:
        """Change a card that lies elsewhere for the last of a group; False if it is nowhere."""
        for other in self.all_groups():
            if card in other:
                other[other.index(card)], group[-1] = group[-1], card
                return True
        return False

    def turn_up(self, name: str) -> None:
        """The phantom's card leaves the pile."""
        pile = self.table.down or self.table.up
        if pile and (pile[-1] is CARDS[name] or self.swap(CARDS[name], pile)):
            pile.pop()

    def all_groups(self) -> list[list[Card]]:
        """Every place where a card can be."""
        table = self.table
        autos = [pile for auto in table.autos for pile in auto]
        return [*table.hands, *autos, table.down, table.up, table.cache, *table.passed, table.discarded]

    def put_right(self) -> None:
        """All is as many as the judge has counted; what an approach card sets aside is the cache."""
        day, table = self.day, self.table
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


def in_order(card: Card) -> tuple[str, int]:
    """How people sort a hand: by range, Avalanches last."""
    return ("~" if card.range is None else card.range.value, card.number)


def can_draw(table: Table, day: Day, event: events.Trick) -> bool:
    """Whether what the event draws is there."""
    return bool(table.up) or (event.to is None and event.draw == "down")


def nothing_dealt(match: Match) -> Table:
    """The table between two days."""
    setup = match.state.setup
    return Table([[] for _ in range(setup.humans)], [[[]] for _ in range(setup.autos)], [])


def copy_of(table: Table) -> Table:
    """The same cards in lists of their own."""
    groups = (table.hands, table.passed)
    hands, passed = ([list(cards) for cards in each] for each in groups)
    autos = [[list(pile) for pile in auto] for auto in table.autos]
    down, up, cache, discarded = map(list, (table.down, table.up, table.cache, table.discarded))
    return Table(hands, autos, down, up, passed, cache, discarded)
