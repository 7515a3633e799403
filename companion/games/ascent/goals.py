"""The goals of the modules: a green path, objectives photographed, goats on row 8."""

from collections.abc import Callable

from companion.games.ascent.cards import Card, Colour, Kind
from companion.games.ascent.mountain import PLACES, ROW_PLACES, TOP_ROW, LaidCards, Place
from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State

GOATS_NEEDED = 8
ROW_8 = tuple(place.index for place in ROW_PLACES[TOP_ROW - 1])


def missing_goals(state: State) -> list[str]:
    """The modules in play that are not fulfilled; ruling: the Summit waits for all of them."""
    return [
        module
        for module, fulfilled in FULFILLED.items()
        if module in state.setup.modules and not fulfilled(state)
    ]


def green_row(board: LaidCards) -> int:
    """The highest row that a path of green cards from row 1 reaches; ruling: green Campfires count."""
    reached = [place for place in ROW_PLACES[0] if is_green(board[place.index])]
    row = 0
    while reached:
        row = reached[0].row
        above = sorted({index for place in reached for index in place.above})
        reached = [PLACES[index] for index in above if index != len(PLACES) - 1 and is_green(board[index])]
    return row


def is_green(card: Card | None) -> bool:
    """Whether a card is a step of a green path."""
    return card is not None and card.colour is Colour.GREEN


def row_numbers(board: LaidCards, row: int) -> list[int | None]:
    """The numbers of the Ascents on a row, None where something else lies or nothing."""
    cards = [board[place.index] for place in ROW_PLACES[row - 1]]
    return [card.value if card is not None and card.kind is Kind.ASCENT else None for card in cards]


def shows_sequence(numbers: list[int | None], sequence: tuple[int, ...]) -> bool:
    """Whether a sequence stands on a row, left to right, without a gap."""
    length = len(sequence)
    return any(
        tuple(numbers[start : start + length]) == sequence for start in range(len(numbers) - length + 1)
    )


def photographed(state: State, board: LaidCards, place: Place) -> tuple[bool, ...]:
    """The objectives done once a card lies on a place; what was done stays done."""
    numbers = row_numbers(board, place.row)
    return tuple(
        done or shows_sequence(numbers, sequence)
        for done, sequence in zip(state.objectives, state.setup.objectives, strict=True)
    )


def goats_on_top(state: State) -> int:
    """The goats on row 8."""
    return sum(state.goats[index] for index in ROW_8)


FULFILLED: dict[str, Callable[[State], bool]] = {
    GREEN_PATH: lambda state: green_row(state.board) == TOP_ROW,
    PANORAMA: lambda state: all(state.objectives),
    GOATS: lambda state: goats_on_top(state) >= GOATS_NEEDED,
}
