"""Real hidden cards that follow a game: chance and recorded events come in, hands and piles go out.

The deck is shuffled and dealt once; then every event moves the real cards, so that hands and piles always
hold as many as the judge has counted. `play_out` plays a whole game with them. Laboratory only: each game's
`dealer.py` says how it deals, which cards an event takes, and by which simple plan its players choose.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from copy import deepcopy
from importlib import import_module
from random import Random
from typing import Any, ClassVar

from companion.errors import CompanionError
from companion.games import GAMES
from companion.games.events import Event, Undo
from companion.games.game import Game, Match
from companion.games.values import Outcome, Verdict

GOAT = "+goat"  # a card of the hand that shows a symbol of its own besides what it is
PHANTOM = -1  # the seat of who is not there: a card that comes from a pile
Left = tuple[tuple[int, str], ...]  # which cards left which seats
Hint = tuple[str, dict[str, Any]]  # the key of a sentence and its facts


class NotHeld(CompanionError, ValueError):
    """A card that this seat does not hold, or that must not go."""


class _IllegalDeal(CompanionError, ValueError):
    """The dealer and the judge do not agree: a bug, told with the event and its broken rules."""


def bare(card: str) -> str:
    """The card's written name, whether it shows a symbol of its own or not."""
    return card.removesuffix(GOAT)


def dealer_of(game: Game[Any]) -> "type[Dealer]":
    """The kind of dealer that the `dealer.py` in a game's folder offers."""
    dealer: type[Dealer] = import_module(f"{GAMES[game.name]}.dealer").DEALER
    return dealer


def make_dealer(match: Match, rng: Random, **options: Any) -> "Dealer":
    """The dealer of a match that has not begun."""
    return dealer_of(match.game)(match, rng, **options)


def play_out(match: Match, rng: Random, **options: Any) -> Iterator[Event]:
    """A whole game, event by event, legal by the cards that everybody really holds."""
    return make_dealer(match, rng, **options).play_out()


class Dealer(ABC):
    """Follows a match; the defaults are those of a game without tricks, discards or further piles."""

    lays_tricks: ClassVar[bool] = False  # whether cards lie freely, one after the other

    def __init__(self, match: Match, rng: Random) -> None:
        self.match, self.rng = match, rng
        self.left: Left = ()  # by the last event
        self.back: Left = ()  # by the last undo
        self.cards: Any = self.deal()
        self._past: list[tuple[Any, Left]] = []

    # what a game says

    @classmethod
    def random_options(cls, rng: Random, variant: str, modules: Sequence[str]) -> dict[str, Any]:
        """What a header has to tell besides of a variant and of modules, by chance."""
        return {}

    @abstractmethod
    def deal(self) -> Any:
        """The shuffled deck, dealt as the state before the first event has counted."""

    @abstractmethod
    def move(self, before: Any, event: Event) -> None:
        """Move the real cards as an event did that led from the state before to that of `match`."""

    @abstractmethod
    def choose(self) -> Event | None:
        """What a simple plan would do now with the real cards; None if nothing is left to do."""

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """Who sits at the table."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """The seat to move."""

    @abstractmethod
    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand, as people sort them."""

    @abstractmethod
    def pile(self, seat: int) -> int:
        """How many cards the pile holds that a seat draws from."""

    def leaving(self, event: Event) -> tuple[str, ...]:
        """The cards that leave the hand because an event plays them."""
        return ()

    # following

    def follow(self, event: Event, verdict: Verdict) -> None:
        """Move the real cards as a recorded event did; what is illegal moves none, an undo takes it back."""
        after = self.match.follow(event, verdict)
        self.left = self.back = ()
        if after is self.match:
            return
        if isinstance(event, Undo):
            self.match = after
            self.cards, self.back = self._past.pop()
            return
        self.settle()
        kept = deepcopy(self.cards)
        self._advance(event, after)
        self._past.append((kept, self.left))

    def play_out(self) -> Iterator[Event]:
        while self.match.standing.outcome is Outcome.OPEN:
            event = self.choose()
            if event is None:
                return
            yield event
            verdict, after = self.match.play(event)
            if verdict.breaks:
                raise _IllegalDeal(f"{event.as_dict()} breaks {verdict.rules}")
            self._advance(event, after)
            self.pay_all()

    def _advance(self, event: Event, after: Match) -> None:
        before, self.match, self.left = self.match.state, after, ()
        self.move(before, event)

    # discards

    def owed(self, seat: int) -> int:
        """How many cards a seat has yet to discard."""
        return 0

    def aside(self, seat: int) -> tuple[str, ...]:
        """What a seat has set aside to discard."""
        return ()

    def set_aside(self, seat: int, card: str) -> None:
        """Choose a card to be discarded: now if one is owed, else with the next event; raises NotHeld."""
        raise NotHeld(f"{card} cannot be discarded")

    def take_back(self, seat: int) -> None:  # noqa: B027 (nothing, by default)
        """What is set aside comes back into the hand."""

    def settle(self) -> None:  # noqa: B027 (nothing, by default)
        """What is still owed goes by itself, the last cards of the hand first."""

    def pay_all(self) -> None:  # noqa: B027 (nothing, by default)
        """What is owed goes as the plan chooses."""

    # what lies beside the hands

    def held(self, seat: int) -> int:
        """How many cards somebody has left to play."""
        return len(self.hand(seat)) + len(self.aside(seat))

    def further(self) -> str | None:
        """The top of a further pile that a card laid on a border draws from."""
        return None

    def row(self) -> tuple[str, ...]:
        return ()

    def gone(self) -> tuple[str, ...]:
        """Discarded cards, the last one last."""
        return ()

    def borders(self) -> tuple[str, ...]:
        """The free places on which a card draws from the further pile."""
        return ()

    def is_turned(self) -> bool:
        """Whether the other end of the hands' cards is up."""
        return False

    def must_tell(self) -> tuple[int, str] | None:
        """A seat with a drawn card that must be told at once."""
        return None

    def hint(self, seat: int, trick: list[str], *, met: bool) -> Hint | None:
        """What a game wants said now; `met` is whether a laid card drew from the further pile."""
        return None

    # tricks

    def seat_after(self, laid: int) -> int | None:
        """Whose card comes next when so many of the trick lie; None for the phantom, or when all lie."""
        return self.mover

    def phantom_after(self, laid: int) -> str | None:
        """The card that a phantom plays, when it is its turn."""
        return None

    def offered(self, seat: int, trick: list[str]) -> str | None:
        """The card that a seat must play by the rules; None for who may choose."""
        return None

    def choose_card(self, seat: int, trick: list[str]) -> str | None:
        """A card that may be added to a trick, by chance; None when there is none."""
        return None

    def set_apart(self, seat: int) -> tuple[str, ...]:
        """Cards that the companion asks for, shown instead of a hand."""
        return ()

    def face_up(self) -> str | None:
        return None
