"""The cards of Tranquility: names come in as written, an Island's number goes out."""

import re
from functools import cache

ISLAND = re.compile(r"island-([1-9][0-9]?)")
HIGHEST = 80
START = "start"
FINISH = "finish"
WILD = "wild"
MONSTER = "monster"
COMPASS = "compass"
ROCKS = "rocks"
BORDER = "border"
COLOURS = ("yellow", "purple", "orange")
EXPLORERS = ("start", "storm", "compass", "monster", "finish", "rocks", "border")
KEEPABLE = (COMPASS, FINISH, BORDER)
KEPT = "kept"  # an explorer card that its player took unseen, one of the three
SUN = "sun"
MOON = "moon"


@cache
def island_number(name: str) -> int | None:
    """The number of an Island from 1 to 80, None for what is no such card."""
    match = ISLAND.fullmatch(name)
    number = int(match[1]) if match else 0
    return number if 1 <= number <= HIGHEST else None
