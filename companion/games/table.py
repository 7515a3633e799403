"""What a camera can tell of a game: cards lying on places come in, what must have happened goes out."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.events import Event


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies on a place; `turned` when its other end is up."""

    card: str
    turned: bool = False


Table = Mapping[str, Lying]  # by place, in the order in which the cards came to lie there


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the table is not as the record says; None is an empty place."""

    place: str
    recorded: Lying | None
    seen: Lying | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would explain a table: events, any one of them; or nothing happened; or a move is under way."""

    events: tuple[Event, ...] = ()
    settled: bool = False
    waiting: bool = False  # for a moment: a card is in somebody's hand
    growing: bool = False  # for as long as it takes: others have yet to play
    order: tuple[str, ...] = ()  # the places whose cards must be told in the order in which they came


SETTLED = Explanation(settled=True)
WAITING = Explanation(waiting=True)
GROWING = Explanation(growing=True)
UNEXPLAINED = Explanation()


def upright(seen: Table) -> Table:
    """The table of a game in which it is all the same which end of a card is up."""
    return {place: Lying(each.card) for place, each in seen.items()}


def compare(recorded: Table, seen: Table) -> tuple[Difference, ...]:
    """Every place where two tables differ: first what lies there now, as it came, then what is gone."""
    here = [Difference(place, recorded.get(place), card) for place, card in seen.items()]
    gone = [Difference(place, card, None) for place, card in recorded.items() if place not in seen]
    return tuple(each for each in (*here, *gone) if each.recorded != each.seen)
