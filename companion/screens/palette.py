"""One palette, one spacing scale, one type scale: the look of all screens, in units of 800 x 480."""

from enum import Enum

Colour = tuple[int, int, int]

NIGHT: Colour = (15, 27, 36)
SLATE: Colour = (25, 42, 54)
STEEL: Colour = (40, 63, 78)
MIST: Colour = (165, 185, 194)
PAPER: Colour = (247, 240, 226)
INK: Colour = (18, 30, 39)
AMBER: Colour = (245, 183, 66)
LEGAL: Colour = (60, 190, 138)
ILLEGAL: Colour = (242, 104, 82)
DEEP_LEGAL: Colour = (20, 70, 56)
DEEP_ILLEGAL: Colour = (92, 34, 30)
DEEP_AMBER: Colour = (84, 62, 22)

# The colours of cards; beside each, faces carry a mark and a letter.
CARDS: dict[str, Colour] = {
    "green": (58, 140, 88),
    "blue": (52, 118, 188),
    "red": (190, 68, 52),
    "purple": (124, 84, 168),
    "white": (232, 230, 222),
    "wood": (168, 120, 70),
    "fire": (52, 44, 44),
    "snow": (236, 242, 246),
    "sea": (40, 122, 140),
    "sand": (238, 220, 178),
}


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
    BODY = 23
    TITLE = 29
    BIG = 46
    HUGE = 210


class Weight(Enum):
    """The weights of the one typeface."""

    REGULAR = "Lato-Regular.ttf"
    BOLD = "Lato-Bold.ttf"
    BLACK = "Lato-Black.ttf"
