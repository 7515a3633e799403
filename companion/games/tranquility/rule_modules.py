"""What variants and expansions are made of: a module answers a few questions, and by default says nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.seats import put, why_lost
from companion.games.table import Board
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    FINISH,
    STANDARD,
    STANDARD_BOARD,
    START,
    Grid,
    Laid,
    Place,
)
from companion.games.tranquility.state import ONE_CARD, Rule, State
from companion.games.values import BrokenRule, CardName, Outcome, Phrase, Ruling, Say, Standing


@dataclass(frozen=True, slots=True)
class Play:
    """An Island (or a Wild as one) about to lie on a place."""

    number: int
    place: Place
    wild: bool = False
    facing: str = ""
    explorer: str | None = None

    @property
    def card(self) -> CardName:
        return CardName(f"island-{self.number}")


class RuleModule:
    """A variant or an expansion: the hooks that it does not need say nothing."""

    name = ""

    def rules(self) -> Mapping[type[Event], Rule]:
        """The events that this module brings into the game."""
        return {}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """How many cards are shuffled in before dealing; `chosen` is what the header says, else 0."""
        return 0

    def open(self, state: State) -> State:
        """The state before the first event."""
        return state

    def hinders(self, state: State, play: Play) -> Iterable[BrokenRule]:
        """What is against a play on a place: here what closes its row."""
        return self.closed(state, play.place)

    def closed(self, state: State, place: Place) -> Iterable[BrokenRule]:
        """What closes the row of a place, to Islands and to Sea Monsters."""
        return ()

    def laid(self, state: State, place: Place) -> tuple[State, tuple[BrokenRule, ...]]:
        """What follows once a card lies, and what is remarked."""
        return state, ()

    def started(self, state: State) -> tuple[State, tuple[BrokenRule, ...]]:
        """What follows once the Start is played."""
        return state, ()

    def closing(self, ruling: Ruling, event: events.Action) -> Ruling:
        """What belongs to an otherwise legal action before its draw."""
        return ruling

    def finish_hinders(self, state: State, event: events.Finish) -> Iterable[BrokenRule]:
        """What is against the Finish."""
        return ()

    def limit(self, state: State, seat: int, limit: int) -> int:
        """Up to how many cards a player draws."""
        return limit

    def wilds(self, state: State, seat: int) -> int:
        """How many Wilds that player may hold."""
        return 0

    def use_wild(self, state: State, seat: int) -> State:
        """A Wild of that player is played."""
        return state

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """Whether a card that is no Island can be in that hand."""
        return False

    def way_out(self, state: State, card: str | None) -> str:
        """An action that is open whatever the lone card is: a word, empty if there is none."""
        return ""

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        """Where a card that is no Island could be played."""
        return ()

    def shows(self, state: State) -> dict[str, object]:
        """What every verdict shows."""
        return {}

    def lines(self, state: State, say: Say) -> list[str]:
        """Lines under the drawing."""
        return []


class Variant(RuleModule):
    """The shape of the game: its grid, its deck, how cards are drawn and how a turn ends."""

    grid: Grid = STANDARD
    board: Board = STANDARD_BOARD
    has_start = True
    has_finish = True

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return islands(deck) + deck.get(FINISH, 0)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """A Start of one's own that was not played, a Finish."""
        own_start = self.has_start and state.start != seat and seat in state.drew
        return (card == START and own_start) or (card == FINISH and self.has_finish)

    def facing(self, state: State, chosen: str | None) -> str:
        """Which end of a card is up; only two variants care."""
        return ""

    def cover(self, state: State, play: Play, cost: int) -> Ruling:
        """A legal play is carried out, up to the draw."""
        return lay_island(state, play, cost)

    def can_finish(self, state: State, seat: int) -> bool:
        """Whether that player can have a Finish at all."""
        return self.has_finish

    def play_finish(self, state: State, seat: int) -> State:
        """A Finish that is no Wild leaves the hand."""
        return state

    def draw(self, state: State, seat: int) -> State:
        """A player draws up from the own pile."""
        seats = state.seats.draw_up(seat, state.limit(seat))
        return state if seats is state.seats else replace(state, seats=seats)

    def count(self, state: State, seat: int, hand: int, pile: int) -> State:
        """The hidden counts of a player as they were found at the table."""
        return replace(state, seats=state.seats.holding(seat, hand, pile))

    def end_turn(self, state: State) -> State:
        """The player to move draws up and passes the turn."""
        return self.pass_turn(self.draw(state, state.seats.mover))

    def pass_turn(self, state: State) -> State:
        """The turn goes on; an empty hand then loses."""
        return self.check_hands(replace(state, seats=state.seats.pass_turn()))

    def check_hands(self, state: State) -> State:
        """Lost when the player to move holds no card; by another ruling with one card, too."""
        least = 2 if ONE_CARD in state.setup.rulings else 1
        lost = state.outcome is Outcome.OPEN and state.seats.hand < least
        return replace(state, outcome=Outcome.LOST) if lost else state

    def give_up(self, state: State) -> State:
        return replace(state, outcome=Outcome.LOST)

    def remarks(self, before: State, after: State) -> tuple[BrokenRule, ...]:
        """What is remarked after an event: here why the game is lost."""
        if after.outcome is not Outcome.LOST:
            return ()
        return (why_lost(after.seats, one_card_loses=ONE_CARD in after.setup.rulings),)

    def standing(self, state: State) -> Standing:
        return state.seats.standing(state.outcome)

    def summary(self, state: State) -> dict[str, object]:
        """What the summary adds."""
        return {}


def islands(deck: CardCounts) -> int:
    """How many Islands a deck has."""
    return sum(count for name, count in deck.items() if name.startswith("island-"))


def lay_island(state: State, play: Play, cost: int) -> Ruling:
    """The Island lies and its cost is paid; the modules add what follows."""
    mover, laid = state.seats.mover, Laid(play.number, play.wild, play.facing)
    paid = (use_wild(state, mover) if play.wild else state).spend(mover, 1 + cost)
    after = replace(paid, board=put(state.board, play.place.index, laid))
    remarks: tuple[BrokenRule, ...] = ()
    for module in state.setup.rule_modules:
        after, more = module.laid(after, play.place)
        remarks += more
    return Ruling((), cost, after, remarks)


def wilds_left(state: State, seat: int) -> int:
    """How many Wilds that player may hold."""
    return sum(module.wilds(state, seat) for module in state.setup.rule_modules)


def use_wild(state: State, seat: int) -> State:
    """A Wild of that player is played."""
    for module in state.setup.rule_modules:
        state = module.use_wild(state, seat)
    return state


def conclude(before: State, ruling: Ruling, event: events.Action) -> Ruling:
    """An action that is legal in itself: the modules close it, its player draws, the turn goes on."""
    closed = close(before, ruling, event)
    return closed if closed.breaks else replace(closed, after=before.setup.variant.end_turn(closed.after))


def close(before: State, ruling: Ruling, event: events.Action) -> Ruling:
    """The rule_modules add what belongs to an action before its draw; a broken rule undoes it."""
    for module in before.setup.rule_modules:
        ruling = module.closing(ruling, event)
    return Ruling(ruling.breaks, ruling.discards, before) if ruling.breaks else ruling


def closes(state: State, place: Place) -> tuple[BrokenRule, ...]:
    """What closes the row of a place: of several the first."""
    found = [each for module in state.setup.rule_modules for each in module.closed(state, place)]
    return tuple(found[:1])


def refuse(state: State, breaks: Iterable[BrokenRule], discards: int = 0) -> Ruling:
    """An illegal event changes nothing."""
    return Ruling(tuple(breaks), discards, state)


def said(key: str, **facts: object) -> Phrase:
    """A sentence of this game among the facts of another."""
    return Phrase(f"tranquility.{key}", facts)


def no_such_card(name: str) -> BrokenRule:
    """A card that the game does not have, or has no more."""
    return BrokenRule("deck", {"what": said("no-card", card=CardName(name))})
