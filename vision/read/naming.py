"""Naming cards never seen: the numbers and colours that the network reads come in, likely names go out."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np

from vision.read.network import NO_NUMBER, Values
from vision.types import COLOURS

SHOWN = 5  # candidates of a reading
# How likely, beside the card named, one that was never enrolled must be to be in doubt. A number read rightly
# is a thousand times likelier than others; a 63 was taken for a 68 eighty times likelier (bench learning).
_RIVAL = 0.01
_TURNED_DIGITS = str.maketrans("69", "96")
NUMBERS = (*map(str, range(NO_NUMBER)), "none")

Names = tuple[tuple[str, float], ...]


def list_cards(numbers: Values, colours: Values, inventory: Collection[str] | None) -> Names:
    """Card names with confidences: those of the inventory that fit, else colour and number put together."""
    if inventory is None:
        pairs = [(n, c) for n in np.argsort(-numbers)[:4] for c in np.argsort(-colours)[:3] if n != NO_NUMBER]
        found = [(f"{COLOURS[c]}-{n}", float(numbers[n] * colours[c])) for n, c in pairs]
    else:
        found = [(name, likelihood(name, numbers, colours)) for name in dict.fromkeys(inventory)]
        total = sum(value for _, value in found) + 1e-9
        found = [(name, value / max(total, 0.05)) for name, value in found]
    return tuple(sorted(found, key=lambda pair: -pair[1]))


def likelihood(name: str, numbers: Values, colours: Values) -> float:
    """How likely a card is by its number and colour alone."""
    number, colour = number_of(name), colour_of(name)
    like = 0.5 if colour is None else float(colours[colour])
    return float(numbers[NO_NUMBER if number is None else number]) * like


@lru_cache(maxsize=1024)
def colour_of(name: str) -> int | None:
    """The first colour in a card's name, if any: its place among `COLOURS`."""
    return next((COLOURS.index(word) for word in name.split("-") if word in COLOURS), None)


@lru_cache(maxsize=1024)
def number_of(name: str) -> int | None:
    """The number that a card's name ends in, if any."""
    tail = name.rsplit("-", 1)[-1]
    return int(tail) if tail.isdecimal() and len(tail) < 4 and int(tail) < NO_NUMBER else None


def suit_of(name: str) -> str:
    """What a card's name says before its number; the whole name where there is none."""
    return name.rpartition("-")[0] if number_of(name) is not None else name


@lru_cache(maxsize=1024)
def upside_down(name: str) -> str:
    """The name of the card that this one looks like upside down, by its digits: mostly its own."""
    head, dash, tail = name.rpartition("-")
    turned = tail[::-1].translate(_TURNED_DIGITS)
    readable = tail.isdecimal() and set(tail) <= set("01689") and not turned.startswith("0")
    return head + dash + turned if readable else name


def fits(names: Names, number: int | None, colour: str | None) -> bool:
    """Whether number and, if the first name tells one, colour are sure and its own, and no rival is close."""
    named = set(names[0][0].split("-")) & set(COLOURS)
    agrees = number is not None and number_of(names[0][0]) == number and named <= {colour}
    return agrees and (len(names) < 2 or names[1][1] < 0.1 * names[0][1])


def likely_unknown(
    numbers: Values, colours: Values, best: str, cards: tuple[str, ...], inventory: Collection[str] | None
) -> Names:
    """Cards of the game that were never enrolled and fit number and colour as well as the best one."""
    lacking = never_enrolled(cards, inventory)
    if not lacking:
        return ()
    least = _RIVAL * likelihood(best, numbers, colours)
    found = [(name, likelihood(name, numbers, colours)) for name in lacking]
    return tuple(sorted((pair for pair in found if pair[1] > least), key=lambda pair: -pair[1]))[:2]


def never_enrolled(cards: tuple[str, ...], inventory: Collection[str] | None) -> tuple[str, ...]:
    """What a deck lacks of a game."""
    return () if inventory is None else _lacking(cards, frozenset(inventory))


@lru_cache(maxsize=8)
def _lacking(cards: tuple[str, ...], inventory: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(inventory - set(cards)))


def top(chances: Values, names: Sequence[str]) -> Names:
    """The likeliest names with their confidences."""
    return tuple((names[i], float(chances[i])) for i in np.argsort(-chances)[:SHOWN])
