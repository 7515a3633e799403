"""Movements: what changed and how long ago comes in, how far each thing has come goes out.

None takes longer than 300 ms, and a press ends it: nobody ever waits for one.
"""

from dataclasses import dataclass
from enum import Enum
from math import inf, pi, sin


class Moving(Enum):
    """What moves: the value is how long all of it takes, in milliseconds."""

    VERDICT = ("verdict", 200)  # the card comes down, the panel comes in, the board slides aside
    DEBT = ("debt", 240)  # the number of discards shrinks into its corner
    HERD = ("herd", 280)  # the path grows from card to card
    WINNER = ("winner", 160)  # the winning card is lifted
    POINTS = ("points", 280)  # the points count up

    @property
    def milliseconds(self) -> int:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Motion:
    """What moves now, and since when."""

    what: Moving | None = None
    elapsed_ms: float = inf

    def part(self, what: Moving, milliseconds: float = 0.0) -> float:
        """How far it has come, 0 to 1, fast at first; 1 where nothing of that kind moves."""
        length = milliseconds or what.milliseconds
        if self.what is not what or self.elapsed_ms >= length:
            return 1.0
        return 1.0 - (1.0 - max(0.0, self.elapsed_ms) / length) ** 3

    def swing(self, what: Moving, milliseconds: float) -> float:
        """Two swings to both sides, -1 to 1; 0 at rest."""
        if self.what is not what or self.elapsed_ms >= milliseconds:
            return 0.0
        return sin(4 * pi * self.elapsed_ms / milliseconds)


STILL = Motion()
