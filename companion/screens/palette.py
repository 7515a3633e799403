"""The look of all screens: palette, spacing and type scale in units of 800 x 480; other colour schemes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

Colour = tuple[int, int, int]


class Hue:
    """The usual colours."""

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
    PURPLE: Colour = (132, 80, 174)
    SAND: Colour = (238, 220, 178)


_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


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


@dataclass(frozen=True)
class Scheme:
    """What each colour of the usual palette becomes; `plain` has no scenery behind words."""

    colours: Mapping[Colour, Colour] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)  # in pictures, as they are written there
    plain: bool = False

    def __hash__(self) -> int:
        return id(self)

    def paint(self, colour: Colour) -> Colour:
        """The colour for what is usually painted in this one."""
        return self.colours.get(colour, colour)


def _of(colours: Mapping[Colour, Colour], drawn: Mapping[str, str], *, plain: bool = False) -> Scheme:
    inks = {parse_colour(before): parse_colour(after) for before, after in drawn.items()}
    return Scheme({**inks, **colours}, drawn, plain)


USUAL = Scheme()
SCHEMES: dict[str, Scheme] = {
    "usual": USUAL,
    "high-contrast": _of(
        {
            Hue.NIGHT: _BLACK,
            Hue.DEEP: _BLACK,
            Hue.SLATE: (18, 18, 22),
            Hue.STEEL: (150, 156, 170),
            Hue.LINE: (190, 196, 210),
            Hue.MIST: _WHITE,
            Hue.PAPER: _WHITE,
            Hue.INK: _BLACK,
            Hue.SOFT: (40, 40, 44),
            Hue.DEEP_LEGAL: (0, 44, 28),
            Hue.LOW_LEGAL: (0, 28, 18),
            Hue.DEEP_ILLEGAL: (60, 8, 8),
            Hue.LOW_ILLEGAL: (40, 4, 4),
            Hue.DEEP_AMBER: (48, 34, 0),
            Hue.LOW_AMBER: (32, 22, 0),
        },
        {},
        plain=True,
    ),
    # Blue, orange and yellow are told apart with any eyes; light and dark help where they are not.
    "colour-blind": _of(
        {
            Hue.LEGAL: (86, 180, 233),
            Hue.DEEP_LEGAL: (12, 52, 84),
            Hue.LOW_LEGAL: (8, 36, 60),
            Hue.ILLEGAL: (240, 140, 40),
            Hue.DEEP_ILLEGAL: (88, 44, 4),
            Hue.LOW_ILLEGAL: (60, 28, 2),
            Hue.AMBER: (240, 228, 66),
            Hue.DEEP_AMBER: (70, 66, 16),
            Hue.LOW_AMBER: (48, 45, 10),
        },
        {
            "#34834C": "#12756A",
            "#2A7442": "#0C6359",
            "#17502B": "#05433C",
            "#BF4838": "#BC5A14",
            "#B03A2E": "#AC4F0C",
            "#7C221C": "#723304",
            "#3B8F4E": "#178A7B",
            "#17552C": "#07524A",
            "#C4472F": "#C8640F",
            "#7D1B18": "#743603",
            "#F5B742": "#F0E442",
        },
    ),
}


@lru_cache(maxsize=1024)
def recolour(svg: str, scheme: Scheme) -> str:
    """A picture in the colours of a scheme."""
    if not scheme.drawn:
        return svg
    return _HEX.sub(lambda found: scheme.drawn.get(found.group().upper(), found.group()), svg)
