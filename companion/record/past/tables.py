"""The final table as a drawing: the board of a game's summary comes in, SVG goes out.

Cards are plain tiles of our own: the family's colour, the number or a sign. Ascent places are diamonds,
all others squares; places with a part before them ("left 1.1") stand as the part says.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.charts import frame, tag, write

PLACE = re.compile(r"(?:([a-z]+) )?(\d+)\.(\d+)")
CELL = 64.0
SIGNS = {"bridge": "=", "summit": "▲", "start": "S", "finish": "F"}
MARKS = {"sun": "☀", "moon": "☾"}
ROWS_OF_MOUNTAIN = 9
GRID = 6
# Where the parts of the High Arch stand, in cells from the left and from the bottom.
PARTS = {"left": (0.0, 0.0), "right": (5.0, 0.0), "roof": (0.0, 3.0)}


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile's middle in cells from the left and from the bottom, and what lies there."""

    across: float
    up: float
    card: str | None


def draw_table(
    game: str, variant: str, board: Mapping[str, str], title: str, facing: Mapping[str, str] | None = None
) -> str:
    """The table with every place of the usual layout, empty ones too; `facing` adds a sun or a moon."""
    shown = {name: card + MARKS.get((facing or {}).get(name, ""), "") for name, card in board.items()}
    spots = list_spots(game, variant, shown)
    if not spots:
        return ""
    diamond = game == "ascent"
    wide = max(spot.across for spot in spots) + 1
    high = max(spot.up for spot in spots) + 1
    left = min(spot.across for spot in spots)
    tiles = [
        draw_tile(spot, (spot.across - left + 0.5) * CELL, (high - 1 - spot.up + 0.5) * CELL, diamond)
        for spot in spots
    ]
    return frame(high * CELL, title, tiles, "table", (wide - left) * CELL)


def list_spots(game: str, variant: str, board: Mapping[str, str]) -> list[Spot]:
    """All places with what lies on them."""
    if game == "ascent":
        return [
            Spot((row - 1) / 2 + place - 1, (row - 1) / 2, board.get(f"{row}.{place}"))
            for row in range(1, ROWS_OF_MOUNTAIN + 1)
            for place in range(1, ROWS_OF_MOUNTAIN + 2 - row)
        ]
    names = {**dict.fromkeys(usual_places(variant), ""), **board}
    spots = [locate(variant, name, card or None) for name, card in names.items()]
    return [spot for spot in spots if spot is not None]


def usual_places(variant: str) -> list[str]:
    """The names of the places of a grid, a pyramid or an arch."""
    if variant == "pyramid":
        return [f"{row}.{place}" for row in range(1, 9) for place in range(1, 10 - row)]
    if variant == "high-arch":
        pillars = [
            f"{part} {row}.{place}" for part in ("left", "right") for row in (1, 2, 3) for place in (1, 2)
        ]
        return pillars + [f"roof {row}.{place}" for row in range(1, 5) for place in range(1, 8)]
    return [f"{row}.{place}" for row in range(1, GRID + 1) for place in range(1, GRID + 1)]


def locate(variant: str, name: str, card: str | None) -> Spot | None:
    """Where a place lies; the Start and the Finish lie outside, at the corners."""
    if name == "start":
        return Spot(-1, 0, card)
    if name == "finish":
        return Spot(*{"pyramid": (3.5, 8), "high-arch": (7, 6)}.get(variant, (GRID, GRID - 1)), card)
    match = PLACE.fullmatch(name)
    if match is None:
        return None
    part, row, place = match[1], int(match[2]), int(match[3])
    across, up = PARTS.get(part or "", (0.0, 0.0))
    shift = (row - 1) / 2 if variant == "pyramid" else 0
    return Spot(across + place - 1 + shift, up + row - 1, card)


def draw_tile(spot: Spot, x: float, y: float, diamond: bool) -> str:
    """A card or an empty place."""
    half = CELL * 0.34 if diamond else CELL * 0.44
    family = card_family(spot.card)
    turn = {"transform": f"rotate(45 {x:.1f} {y:.1f})"} if diamond else {}
    square = tag(
        "rect", class_=f"tile {family}", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=7, **turn
    )
    return square + (write(card_sign(spot.card), x, y + 7, f"sign {family}", "middle") if spot.card else "")


def card_family(card: str | None) -> str:
    """The class that colours a card."""
    if card is None:
        return "empty"
    return f"card-{card.removeprefix('campfire-').partition('-')[0]}"


def card_sign(card: str) -> str:
    """What is written on a card: its number, or a sign."""
    if card.startswith("campfire-"):
        return "♨"
    return SIGNS.get(card, card.rpartition("-")[2])
