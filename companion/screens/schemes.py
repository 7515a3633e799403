"""Colour schemes: the usual palette comes in, the colours of another scheme for the same things go out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.screens.palette import (
    AMBER,
    DEEP,
    DEEP_AMBER,
    DEEP_ILLEGAL,
    DEEP_LEGAL,
    ILLEGAL,
    INK,
    LEGAL,
    LINE,
    LOW_AMBER,
    LOW_ILLEGAL,
    LOW_LEGAL,
    MIST,
    NIGHT,
    PAPER,
    SLATE,
    SOFT,
    STEEL,
    Colour,
    parse_colour,
)

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


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
            NIGHT: _BLACK,
            DEEP: _BLACK,
            SLATE: (18, 18, 22),
            STEEL: (150, 156, 170),
            LINE: (190, 196, 210),
            MIST: _WHITE,
            PAPER: _WHITE,
            INK: _BLACK,
            SOFT: (40, 40, 44),
            DEEP_LEGAL: (0, 44, 28),
            LOW_LEGAL: (0, 28, 18),
            DEEP_ILLEGAL: (60, 8, 8),
            LOW_ILLEGAL: (40, 4, 4),
            DEEP_AMBER: (48, 34, 0),
            LOW_AMBER: (32, 22, 0),
        },
        {},
        plain=True,
    ),
    # Blue, orange and yellow are told apart with any eyes; light and dark help where they are not.
    "colour-blind": _of(
        {
            LEGAL: (86, 180, 233),
            DEEP_LEGAL: (12, 52, 84),
            LOW_LEGAL: (8, 36, 60),
            ILLEGAL: (240, 140, 40),
            DEEP_ILLEGAL: (88, 44, 4),
            LOW_ILLEGAL: (60, 28, 2),
            AMBER: (240, 228, 66),
            DEEP_AMBER: (70, 66, 16),
            LOW_AMBER: (48, 45, 10),
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
