"""The cards of Tranquility: names come in as written, an Island's number goes out."""

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


def island_number(name: str) -> int | None:
    """The number of an Island from 1 to 80, None for what is no such card."""
    return _NUMBERS.get(name)


_NUMBERS = {f"island-{number}": number for number in range(1, HIGHEST + 1)}
