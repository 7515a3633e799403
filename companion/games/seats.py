"""Hidden cards as counts: who sits where, how many cards each hand and pile holds, and who is to move."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

from companion.games.events import Fields
from companion.games.values import BadRecord, BrokenRule, CardCount, Outcome, Standing
from companion.games.view import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seats:
    """Players in turn order with the number of cards in each hand and each draw pile."""

    players: tuple[str, ...]
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    mover: int = 0

    @property
    def player(self) -> str:
        return self.players[self.mover]

    @property
    def hand(self) -> int:
        return self.hands[self.mover]

    def standing(self, outcome: Outcome) -> Standing:
        return Standing(
            outcome,
            self.player if outcome is Outcome.OPEN else None,
            dict(zip(self.players, self.hands, strict=True)),
            dict(zip(self.players, self.piles, strict=True)),
        )

    def view(self, outcome: Outcome, notes: Mapping[str, str] | None = None) -> tuple[Seat, ...]:
        open_seat = self.mover if outcome is Outcome.OPEN else None
        return tuple(
            Seat(name, self.hands[seat], self.piles[seat], seat == open_seat, (notes or {}).get(name, ""))
            for seat, name in enumerate(self.players)
        )

    def seat(self, player: str | None) -> int:
        """The seat of a player; without a name that of the player to move."""
        return self.mover if player is None else self.players.index(player)

    def holding(self, seat: int, hand: int, pile: int) -> "Seats":
        return Seats(self.players, put(self.hands, seat, hand), put(self.piles, seat, pile), self.mover)

    def spend(self, seat: int, cards: int) -> "Seats":
        return Seats(self.players, put(self.hands, seat, self.hands[seat] - cards), self.piles, self.mover)

    def draw_up(self, seat: int, limit: int) -> "Seats":
        """Draw up to a limit from the own pile, as far as it lasts."""
        drawn = max(0, min(limit - self.hands[seat], self.piles[seat]))
        return self.holding(seat, self.hands[seat] + drawn, self.piles[seat] - drawn) if drawn else self

    def pass_turn(self) -> "Seats":
        return Seats(self.players, self.hands, self.piles, (self.mover + 1) % len(self.players))


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The same values but for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def divide(cards: int, players: int, *, larger_first: bool) -> tuple[int, ...]:
    """Cards divided as evenly as possible; the larger piles go to the first players, or to the last."""
    small, more = divmod(cards, players)
    piles = [small + (seat < more) for seat in range(players)]
    return tuple(piles if larger_first else reversed(piles))


def all_deals(piles: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way in which piles of these sizes can lie: the first player's is known, the rest is chance."""
    ways = sorted(set(permutations(piles[1:])), key=lambda way: (way != piles[1:], way))
    return tuple((*piles[:1], *way) for way in ways)


def chosen_piles(chosen: tuple[int, ...], deals: tuple[tuple[int, ...], ...]) -> dict[str, list[int]]:
    """The header's `piles` where the deal leaves them open: as chosen, else the first of the deals."""
    if len(deals) < 2:
        return {}
    return {"piles": list(chosen if chosen in deals else deals[0])}


def read_piles(header: Fields, default: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The header's draw piles after the starting hands were drawn, or the default."""
    if not header.has("piles"):
        return default
    piles = header.numbers("piles", 0, most)
    if len(piles) != len(header.players):
        raise BadRecord("piles-players", count=len(piles), players=len(header.players))
    if sum(piles) > most:
        raise BadRecord("piles-many", count=sum(piles), most=most)
    return piles


def why_lost(seats: Seats, *, one_card_loses: bool) -> BrokenRule:
    """Why the player to move has lost: no card, one by a house rule, or one that cannot be played."""
    code = "empty-hand" if not seats.hand else "last-card" if one_card_loses else "no-way-out"
    return BrokenRule(code, {"player": seats.player})


def short_hand(needed: int, hand: int) -> BrokenRule:
    """The hand holds fewer cards than something takes."""
    return BrokenRule("hand", {"needed": CardCount(needed), "hand": CardCount(hand)})


def read_modules(header: Fields, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The header's modules in play, none twice."""
    if not header.has("modules"):
        return ()
    chosen = header.each("modules", lambda one: one.choice("modules", modules))
    if len(set(chosen)) != len(chosen):
        raise BadRecord("field-twice", field="modules")
    return chosen


def read_rulings(header: Fields, known: Mapping[str, tuple[str | int, ...]]) -> dict[str, str | int]:
    """The header's readings that differ from the usual ones: each by its name."""
    if not header.has("rulings"):
        return {}
    given = header.inner("rulings")
    chosen = dict(given.rest)
    for name, value in chosen.items():
        if name not in known:
            raise BadRecord("ruling-unknown", ruling=name, rulings=", ".join(known))
        if not any(type(value) is type(each) and value == each for each in known[name]):
            choices = " | ".join(map(str, known[name]))
            raise BadRecord("field-choice", field=name, choices=choices)
    return chosen
