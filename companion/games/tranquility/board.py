"""The cards of Tranquility, and the sea as places in sequences: rows, where they lie, order and cost.

The standard grid, the arch with its pillars and roof, and the pyramid are instances of one `Grid`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.table import Board, BoardPlace

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


@dataclass(frozen=True, slots=True)
class Laid:
    """An Island as it lies: the number it stands for, whether a Wild does, and which end is up."""

    number: int
    wild: bool = False
    facing: str = ""

    @property
    def name(self) -> str:
        """The card's written name; a Wild shows its number."""
        return f"island-{self.number}"


LaidCards = tuple[Laid | None, ...]


@dataclass(frozen=True, slots=True)
class _Shape:
    """One part of a grid: what its places' names start with, how long its rows are from the bottom.

    `bottom` and `middle` are where it lies on the table, in steps from the middle; `priced`: cards cost.
    """

    prefix: str
    rows: tuple[int, ...]
    bottom: float
    middle: float = 0.0
    priced: bool = True

    def places(self) -> Iterator[BoardPlace]:
        for row, length in enumerate(self.rows, 1):
            for column in range(1, length + 1):
                x = self.middle + column - (length + 1) / 2
                yield BoardPlace(f"{self.prefix}{row}.{column}", x, self.bottom + row - 1, row)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place: its index in the board, its part, and its row counted through all parts."""

    name: str
    index: int
    part: int
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Places in order; each part is a sequence of its own, each row a stretch of it."""

    shapes: tuple[_Shape, ...]
    places: tuple[Place, ...]
    by_name: dict[str, Place]
    parts: tuple[range, ...]
    rows: tuple[range, ...]


def _make_grid(*shapes: _Shape) -> Grid:
    places: list[Place] = []
    rows: list[range] = []
    parts: list[range] = []
    for part, shape in enumerate(shapes):
        first = len(places)
        below = len(rows) - 1
        for each in shape.places():
            places.append(Place(each.name, len(places), part, below + each.row))
        for length in shape.rows:
            start = rows[-1].stop if rows else 0
            rows.append(range(start, start + length))
        parts.append(range(first, len(places)))
    by_name = {place.name: place for place in places}
    return Grid(shapes, tuple(places), by_name, tuple(parts), tuple(rows))


def _make_board(grid: Grid, *beside: BoardPlace, markers: tuple[BoardPlace, ...] = ()) -> Board:
    places = [place for shape in grid.shapes for place in shape.places()]
    return Board((*places, *beside), markers, either_end=True)


STANDARD = _make_grid(_Shape("", (6,) * 6, -2.5))
ARCH = _make_grid(
    _Shape("left ", (2,) * 3, -3.0, -2.5, priced=False),
    _Shape("right ", (2,) * 3, -3.0, 2.5, priced=False),
    _Shape("roof ", (7,) * 4, 0.0),
)
# Ruling: the sheet's drawing is missing from the sources; these rows are the stated default.
PYRAMID = _make_grid(_Shape("", (8, 7, 6, 5, 4, 3, 2, 1), -3.5))

_MARKERS = tuple(BoardPlace(f"row {row}", -4.6, row - 3.5) for row in range(1, 7))
ROWS_BOARD = _make_board(STANDARD, markers=_MARKERS)
STANDARD_BOARD = _make_board(
    STANDARD, BoardPlace(START, -3.5, -2.5), BoardPlace(FINISH, 3.5, 2.5), markers=_MARKERS
)
ARCH_BOARD = _make_board(ARCH, BoardPlace(FINISH, 4.0, 3.0))
PYRAMID_BOARD = _make_board(PYRAMID, BoardPlace(FINISH, 1.5, 3.5))


def is_full(board: LaidCards, places: range) -> bool:
    """Whether every one of some places holds a card."""
    return all(board[places.start : places.stop])


def lower(grid: Grid, board: LaidCards, place: Place) -> int | None:
    """The nearest earlier place of the same sequence that holds a card."""
    for index in range(place.index - 1, grid.parts[place.part].start - 1, -1):
        if board[index]:
            return index
    return None


def upper(grid: Grid, board: LaidCards, place: Place) -> int | None:
    """The nearest later place of the same sequence that holds a card."""
    for index in range(place.index + 1, grid.parts[place.part].stop):
        if board[index]:
            return index
    return None


def stretch(board: LaidCards, part: range, number: int) -> range:
    """The places of a sequence, all empty, where a number keeps the order."""
    first, last = part.start, part.stop
    for index in part:
        laid = board[index]
        if laid is None:
            continue
        if laid.number >= number:
            last = index
            break
        first = index + 1
    return range(first, last)


def next_to(grid: Grid, board: LaidCards, place: Place) -> Iterator[Laid]:
    """The cards right before and right after a place in its sequence, rows' ends included."""
    part = grid.parts[place.part]
    for index in (place.index - 1, place.index + 1):
        laid = board[index] if part.start <= index < part.stop else None
        if laid is not None:
            yield laid


def discards_owed(grid: Grid, board: LaidCards, place: Place, number: int) -> int:
    """The smaller difference to the neighbours in the sequence; without one, or on a pillar, nothing."""
    if not grid.shapes[place.part].priced:
        return 0
    return min((abs(number - laid.number) for laid in next_to(grid, board, place)), default=0)
