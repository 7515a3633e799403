"""One palette, one spacing scale, one type scale: the look of all screens, in units of 800 x 480."""

from enum import Enum

Colour = tuple[int, int, int]

NIGHT: Colour = (14, 22, 38)
DEEP: Colour = (10, 16, 28)  # the row of buttons
SLATE: Colour = (24, 35, 58)
STEEL: Colour = (44, 58, 87)
LINE: Colour = (67, 83, 122)
MIST: Colour = (180, 191, 211)
PAPER: Colour = (248, 241, 227)
SOFT: Colour = (86, 95, 110)  # second words on paper
INK: Colour = (19, 27, 42)
AMBER: Colour = (245, 183, 66)
BLUE: Colour = (134, 184, 242)
LEGAL: Colour = (65, 197, 143)
ILLEGAL: Colour = (244, 117, 92)
DEEP_LEGAL: Colour = (14, 64, 51)
DEEP_ILLEGAL: Colour = (88, 32, 31)
DEEP_AMBER: Colour = (74, 55, 19)
LOW_LEGAL: Colour = (10, 46, 38)
LOW_ILLEGAL: Colour = (62, 21, 23)
LOW_AMBER: Colour = (51, 38, 13)

# The colours of cards; beside each, faces carry a mark and a letter.
CARDS: dict[str, Colour] = {
    "green": (42, 116, 66),
    "blue": (42, 101, 171),
    "red": (176, 58, 46),
    "purple": (132, 80, 174),
    "white": (232, 230, 222),
    "wood": (168, 120, 70),
    "fire": (52, 44, 44),
    "snow": (236, 242, 246),
    "sea": (40, 122, 140),
    "sand": (238, 220, 178),
}


def parse_colour(written: str) -> Colour:
    """A colour written as `#F8F1E3`."""
    return int(written[1:3], 16), int(written[3:5], 16), int(written[5:7], 16)


class Space:
    """The spacing scale."""

    TIGHT = 4
    SMALL = 8
    BODY = 12
    WIDE = 16
    HUGE = 24


class Size:
    """The type scale."""

    TINY = 15
    SMALL = 18
    NAME = 19
    BODY = 22
    TITLE = 30
    VERDICT = 36
    BIG = 46
    OWED = 108
    HUGE = 210


class Weight(Enum):
    """The weights of the one typeface."""

    REGULAR = "Lato-Regular.ttf"
    BOLD = "Lato-Bold.ttf"
    BLACK = "Lato-Black.ttf"
