"""The cards of a laptop's game: a match and chance come in, hands and piles of a shuffled deck go out."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from assets import asset
from companion.decks import load_deck_file
from companion.errors import CompanionError
from companion.games.ascent import dealing as ascent_dealing
from companion.games.ascent.state import GOATS
from companion.games.match import Match
from companion.games.tranquility.cards import MONSTER
from companion.games.tranquility.hidden import Hidden

GOAT = "+goat"  # a card of the hand that shows the goat symbol


class NotHeld(CompanionError, ValueError):
    """A card that this seat does not hold, or that must not go."""


def bare(card: str) -> str:
    """The card's written name, whether it shows a goat or not."""
    return card.removesuffix(GOAT)


@dataclass
class Cards:
    """Where every hidden card is, top of a pile last; `aside` waits to be discarded, `gone` has left."""

    hands: list[list[str]]
    piles: list[list[str]]
    row: list[str] = field(default_factory=list)
    explorers: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.aside = self.aside or [[] for _ in self.hands]
        self.owed = self.owed or [0 for _ in self.hands]

    def everything(self) -> list[str]:
        """Every card once; a pile that all share is counted once."""
        piles = {id(pile): pile for pile in self.piles}.values()
        groups = (*self.hands, *piles, *self.aside, self.row, self.explorers, self.gone, self.played)
        return [card for group in groups for card in group]


def deal_cards(match: Match, rng: Random) -> Cards:
    """The shuffled deck, dealt as the state before the first event has counted."""
    if match.game.name == "tranquility":
        table = Hidden(rng, match.state)
        return Cards(table.hands, table.piles, table.row, table.explorers)
    climbers = ascent_dealing.deal(match.state, rng)
    goats = set(practice_goats()) if match.state.has(GOATS) else set()
    hands, piles = (
        [[with_goat(card.name, goats) for card in group] for group in groups]
        for groups in (climbers.hands, climbers.piles)
    )
    return Cards(hands, piles)


def practice_goats() -> Iterable[str]:
    """The cards of which one copy shows the goat, as in the printed practice deck."""
    tables = load_deck_file(asset("decks/ascent.toml"))
    return tuple(tables.get("practice", {}).get("goats", ()))


def with_goat(name: str, goats: set[str]) -> str:
    """The first copy met of a goat card shows the goat."""
    if name not in goats:
        return name
    goats.discard(name)
    return name + GOAT


def last_to_go(hand: list[str]) -> str:
    """The last card of a hand that may be discarded; a Sea Monster only when nothing else is left."""
    return next((card for card in reversed(hand) if bare(card) != MONSTER), hand[-1])


def balance(group: list[str], count: int, gone: list[str]) -> None:
    """Bring a group of cards to a count, from and to those that have left the game."""
    while len(group) > count:
        gone.append(group.pop())
    while len(group) < count and gone:
        group.insert(0, gone.pop())
