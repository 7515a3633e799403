"""Stairs, the fourth game: numbers rise along two flights of five steps, a card that hinders can be taken off.

A small game in one package, to prove that the house needs nothing more: docs/adding.md walks through it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.ask import Choose, Offer, Option, Refused, Script, Talk
from companion.games.events import CardText, Event, Fields, PlaceText, event
from companion.games.game import STANDARD, CardCounts, Game
from companion.games.setup import divide
from companion.games.table import (
    SETTLED,
    UNEXPLAINED,
    Board,
    BoardPlace,
    Explanation,
    Lying,
    Seats,
    Seen,
    Table,
    compare,
    short_hand,
    upright,
)
from companion.games.values import BrokenRule, CardName, Language, Outcome, Ruling, Standing
from companion.games.view import Cell, Goal, TableView

FLIGHTS, STEPS, HAND = 2, 5, 4
PLACES = tuple(f"{row}.{step}" for row in range(1, FLIGHTS + 1) for step in range(1, STEPS + 1))
BOARD = Board(
    tuple(
        BoardPlace(f"{row}.{step}", step - 3.0, row - 1.5, row)
        for row in range(1, FLIGHTS + 1)
        for step in range(1, STEPS + 1)
    )
)


@event("place")
class Place(Event):
    """A card comes to lie on a free step."""

    card: CardText
    at: PlaceText


@event("take-off")
class TakeOff(Event):
    """The special action: a card leaves the stairs, and another one the hand."""

    at: PlaceText


@dataclass(frozen=True, slots=True)
class State:
    """Who holds how many cards, what lies on which step, how many points everybody has."""

    seats: Seats
    deck: tuple[str, ...]
    board: tuple[tuple[str, str], ...] = ()
    points: tuple[int, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Over when every step is taken, or when nobody holds a card."""
        over = len(self.board) == len(PLACES) or not any(self.seats.hands)
        return Outcome.DONE if over else Outcome.OPEN


def number_of(card: str) -> int:
    """The number that a card shows."""
    return int(card.rpartition("-")[2])


class Stairs(Game[State]):
    """Rising numbers, and a point for every card laid."""

    name = "stairs"
    most_players = 4
    boards: ClassVar[Mapping[str, Board | None]] = {STANDARD: BOARD}
    codes = ("over", "turn", "undo", "hand", "deck", "slot", "occupied", "order", "empty")
    events: ClassVar[tuple[type[Event], ...]] = (Place, TakeOff)

    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """Everybody draws four cards of an own pile."""
        piles = divide(sum(deck.values()), len(header.players), larger_first=True)
        hands = tuple(min(HAND, pile) for pile in piles)
        rest = tuple(pile - hand for pile, hand in zip(piles, hands, strict=True))
        seats = Seats(tuple(header.players), hands, rest)
        return State(seats, tuple(deck), points=(0,) * len(hands))

    def judge(self, state: State, event: Event) -> Ruling:
        """A card must rise between its neighbours; taking one off costs a card and a point."""
        breaks = tuple(self._breaks(state, event))
        if breaks:
            return Ruling(breaks, 0, state)
        seat, board = state.seats.mover, dict(state.board)
        if isinstance(event, Place):
            board[event.at], gain = event.card, 1
        else:
            del board[event.as_dict()["at"]]
            gain = -1
        seats = state.seats.spend(seat, 1).draw_up(seat, HAND).pass_turn()
        points = tuple(each + gain * (index == seat) for index, each in enumerate(state.points))
        after = replace(state, seats=seats, board=tuple(board.items()), points=points)
        return Ruling((), 0 if isinstance(event, Place) else 1, after)

    def _breaks(self, state: State, event: Event) -> Iterable[BrokenRule]:
        at, board = event.as_dict()["at"], dict(state.board)
        if not state.seats.hand:
            yield short_hand(1, 0)
        if at not in PLACES:
            yield BrokenRule("slot", {"at": at})
        elif isinstance(event, TakeOff):
            if at not in board:
                yield BrokenRule("empty", {"at": at})
        elif isinstance(event, Place):
            yield from self._placing(state, board, event)

    def _placing(self, state: State, board: dict[str, str], event: Place) -> Iterable[BrokenRule]:
        if event.card not in state.deck or event.card in board.values():
            yield BrokenRule("deck", {"card": CardName(event.card)})
            return
        if event.at in board:
            yield BrokenRule("occupied", {"at": event.at, "there": CardName(board[event.at])}, (event.at,))
        row, number = event.at.split(".")[0], number_of(event.card)
        wrong = [
            place
            for place, card in board.items()
            if place.split(".")[0] == row and (place < event.at) != (number_of(card) < number)
        ]
        if wrong and event.at not in board:
            facts = {"card": CardName(event.card), "other": CardName(board[wrong[0]])}
            yield BrokenRule("order", facts, tuple(wrong))

    def standing(self, state: State) -> Standing:
        """Whoever has most points has won."""
        scores = dict(zip(state.seats.players, state.points, strict=True))
        best = tuple(name for name, points in scores.items() if points == max(scores.values()))
        winners = best if state.outcome is Outcome.DONE else ()
        return replace(state.seats.standing(state.outcome), scores=scores, winners=winners)

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where a card would rise between its neighbours."""
        return tuple(at for at in PLACES if not tuple(self._breaks(state, Place(card=card, at=at))))

    def lying(self, state: State) -> Table:
        """One card a step."""
        return {place: Lying(card) for place, card in state.board}

    def explain(self, state: State, seen: Table) -> Explanation:
        """A card more was laid, a card less was taken off."""
        changes = compare(self.lying(state), upright(seen))
        if len(changes) != 1:
            return UNEXPLAINED if changes else SETTLED
        (change,) = changes
        if change.seen is None:
            return Explanation((TakeOff(at=change.place),))
        return Explanation((Place(card=change.seen.card, at=change.place),))

    def offers(self, state: State, event: Event | None = None) -> tuple[Offer, ...]:
        """Taking a card off can also be told with buttons."""
        return () if event is not None else (Offer("take-off", take_off, icon="down"),)

    def view(self, state: State, seen: Seen, language: Language) -> TableView:
        """The steps, and everybody's points."""
        board = dict(state.board)
        cells = tuple(Cell(place, board.get(place, "")) for place in PLACES)
        standing = self.standing(state)
        goals = (Goal("up", language.say("stairs.steps", count=len(PLACES) - len(board))),)
        points = {name: language.say("stairs.points", count=each) for name, each in standing.scores.items()}
        seats = state.seats.view(state.outcome, points)
        return TableView(
            self.name, seats, standing.next, state.outcome, BOARD, cells, goals, winners=standing.winners
        )


def take_off(talk: Talk) -> Script:
    """Which card leaves the stairs."""
    board = dict(talk.match.state.board)
    if not board:
        yield Refused(talk.say("take-off.label"), talk.say("take-off.none"))
    options = tuple(Option(at, talk.language.card(card), at, (at,), card) for at, card in board.items())
    return TakeOff(at=(yield Choose(talk.say("take-off.which"), options)))


GAME = Stairs()
