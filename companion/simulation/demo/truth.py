"""What really happened at the simulated table, to compare the record and the proposals with."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event

_UNSEEN = ("player", "goat", "rocks", "facing", "explorer", "draw", "split", "from_pile", "monsters_held")
_UNSEEN_TRICK = ("sevens_low", "to", "averted")


@dataclass
class Truth:
    """What really happened: the events in order, and what went wrong on the way."""

    events: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    illegal_shown: int = 0
    asked: int = 0
    corrected: int = 0
    presses: int = 0


def describe(event: Event) -> str:
    """An event in one short line."""
    return " ".join(str(value) for value in event.as_dict().values())


def same_table(one: Event, other: Event) -> bool:
    """Whether two events look the same to a camera: what it cannot see does not count."""
    hidden = (*_UNSEEN, *_UNSEEN_TRICK)
    left, right = (
        {key: value for key, value in each.as_dict().items() if key not in hidden} for each in (one, other)
    )
    return left == right
