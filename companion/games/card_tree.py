"""Cards to pick with five buttons: a tree of at most five branches a level."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FIVE = 5


@dataclass(frozen=True, slots=True)
class Node:
    """A branch with its label and what is under it, or a leaf with its value; `cards` are shown on it."""

    label: str
    value: Any = None
    children: tuple["Node", ...] = ()
    cards: tuple[str, ...] = ()


def leaf(card: str, label: str) -> Node:
    """A card as a leaf."""
    return Node(label, card, (), (card,))


def grow(leaves: Iterable[Node]) -> tuple[Node, ...]:
    """At most five branches over any number of leaves, as even as can be, each named after its ends."""
    leaves = tuple(leaves)
    if len(leaves) <= FIVE:
        return leaves
    size = -(-len(leaves) // FIVE)
    parts = [leaves[start : start + size] for start in range(0, len(leaves), size)]
    return tuple(part[0] if len(part) == 1 else branch(span(part), grow(part), part) for part in parts)


def branch(label: str, children: Iterable[Node], shown: Iterable[Node] = ()) -> Node:
    """A branch with a label of its own that shows a few cards: those of `shown`, else of its children."""
    children = tuple(children)
    cards = tuple(card for node in (tuple(shown) or children) for card in node.cards[:1])
    return Node(label, None, children, cards[:FIVE])


def span(part: tuple[Node, ...]) -> str:
    """What a branch over these leaves is called."""
    return f"{part[0].label}\u00a0–\u00a0{part[-1].label}"
