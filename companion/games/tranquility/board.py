"""Where cards lie in each variant of Tranquility: rows, and Start and Finish beside their ends."""

from collections.abc import Iterator

from companion.games.board import Board, BoardPlace
from companion.games.tranquility.cards import FINISH, START

_ROW = "row "  # the marker of a row, as "row 3"


def _rows(
    lengths: tuple[int, ...], bottom: float, part: str = "", middle: float = 0.0
) -> Iterator[BoardPlace]:
    for row, length in enumerate(lengths, 1):
        for column in range(1, length + 1):
            x = middle + column - (length + 1) / 2
            yield BoardPlace(f"{part}{row}.{column}", x, bottom + row - 1, row)


GRID = Board(
    (*_rows((6,) * 6, -2.5), BoardPlace(START, -3.5, -2.5), BoardPlace(FINISH, 3.5, 2.5)),
    tuple(BoardPlace(f"{_ROW}{row}", -4.6, row - 3.5) for row in range(1, 7)),
    either_end=True,
)
ROWS_ONLY = Board(tuple(_rows((6,) * 6, -2.5)), GRID.markers, either_end=True)
HIGH_ARCH = Board(
    (
        *_rows((2,) * 3, -3.0, "left ", -2.5),
        *_rows((2,) * 3, -3.0, "right ", 2.5),
        *_rows((7,) * 4, 0.0, "roof "),
        BoardPlace(FINISH, 4.0, 3.0),
    ),
    either_end=True,
)
PYRAMID = Board((*_rows((8, 7, 6, 5, 4, 3, 2, 1), -3.5), BoardPlace(FINISH, 1.5, 3.5)), either_end=True)
