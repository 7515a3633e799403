"""What climbers choose for Elevation: how the book's open question is read."""

from typing import Any

from companion.games.elevation.approach import RULINGS, SHORTCUT, SHORTCUT_POINTS
from companion.games.setup import Choice, Chosen

CHOICES = (Choice(SHORTCUT, SHORTCUT_POINTS, (SHORTCUT_POINTS, *RULINGS[SHORTCUT])),)


def header(chosen: Chosen) -> dict[str, Any]:
    """The ruling, where it is not the usual one."""
    points = chosen[SHORTCUT]
    return {"rulings": {SHORTCUT: points}} if points != SHORTCUT_POINTS else {}
