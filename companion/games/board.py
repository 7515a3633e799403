"""The one geometry of a game's table: camera, screen, page, text and simulation all place cards by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A place of the table: its middle in steps from the board's, x to the right, y away from people.

    A step leads from one card to the next. `row` is the number of its row, 0 for what lies beside the rows.
    """

    name: str
    x: float
    y: float
    row: int = 0


@dataclass(frozen=True)
class Board:
    """The places of a game; cards lie turned by `turn_degrees`, with either end up where that matters.

    `markers` are places for cards that tell something of a row, beside it: seen by the camera, not drawn as
    places.
    """

    places: tuple[BoardPlace, ...]
    markers: tuple[BoardPlace, ...] = ()
    turn_degrees: float = 0.0
    either_end: bool = False

    @cached_property
    def by_name(self) -> Mapping[str, BoardPlace]:
        """Every place by its name."""
        return {place.name: place for place in self.places}

    @cached_property
    def row_starts(self) -> tuple[BoardPlace, ...]:
        """The leftmost place of each row."""
        starts: dict[float, BoardPlace] = {}
        for place in self.places:
            if place.row and (place.y not in starts or place.x < starts[place.y].x):
                starts[place.y] = place
        return tuple(starts.values())

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of all cards."""
        xs, ys = [place.x for place in self.places], [place.y for place in self.places]
        return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5

    def draw_text(self, texts: Mapping[str, str], cell: int, beside: Mapping[int, str]) -> list[str]:
        """The board in lines for a terminal, the farthest row first; `beside` follows a row's number."""
        lines = []
        for y in sorted({place.y for place in self.places}, reverse=True):
            row = [place for place in self.places if place.y == y]
            number = max(place.row for place in row)
            line = f"{number or ' '}{beside.get(number, ' ')}"
            for place in sorted(row, key=lambda each: each.x):
                end = 3 + round((place.x + 0.5 - self.box[0]) * cell)
                text = texts.get(place.name, "")
                line += text.rjust(end - len(line)) if len(text) <= end - len(line) else f" {text}"
            lines.append(line.rstrip())
        return lines
