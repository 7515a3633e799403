"""The standard game, and the High Arch, which differs by its grid and its two phases."""

from companion.games.tranquility.board import HIGH_ARCH
from companion.games.tranquility.grid import ARCH, Place, is_full
from companion.games.tranquility.rule_modules import Play, Variant
from companion.games.tranquility.state import State
from companion.games.values import BrokenRule


class Standard(Variant):
    """The 6 x 6 grid with Start and Finish."""

    name = "standard"


class HighArch(Variant):
    """Two pillars without a price, then the roof; no Starts."""

    name = "high-arch"
    grid = ARCH
    board = HIGH_ARCH
    has_start = False

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        """The roof opens when both pillars are full."""
        if not is_roof(play.place):
            return []
        open_pillars = [part for part in ARCH.parts[:2] if not is_full(state.board, part)]
        if not open_pillars:
            return []
        marks = tuple(ARCH.places[i].name for part in open_pillars for i in part if not state.board[i])
        return [BrokenRule("phase", {"at": play.place.name, "count": len(marks)}, marks)]


def is_roof(place: Place) -> bool:
    """Whether a place is part of the arch's roof."""
    return ARCH.shapes[place.part].priced
