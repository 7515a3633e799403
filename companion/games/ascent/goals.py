"""The modules of The Ascent: a green path, objectives photographed, goats that climb to row 8."""

from collections.abc import Callable

from companion.games.ascent.board import PLACE, PLACES, ROW_PLACES, SUMMIT_PLACE, TOP_ROW, LaidCards, Place
from companion.games.ascent.cards import BRIDGE, Card, Colour, Kind
from companion.games.ascent.events import Herd
from companion.games.ascent.state import GOATS, GREEN_PATH, MOST_GOATS, PANORAMA, State
from companion.games.seats import put, short_hand
from companion.games.values import BrokenRule

GOATS_NEEDED = 8
_ROW_8 = tuple(place.index for place in ROW_PLACES[TOP_ROW - 1])


def missing_goals(state: State) -> list[str]:
    """The modules in play that are not fulfilled; ruling: the Summit waits for all of them."""
    return [
        module
        for module, fulfilled in _FULFILLED.items()
        if module in state.setup.modules and not fulfilled(state)
    ]


def green_row(board: LaidCards) -> int:
    """The highest row that a path of green cards from row 1 reaches; ruling: green Campfires count."""
    reached = [place for place in ROW_PLACES[0] if _is_green(board[place.index])]
    row = 0
    while reached:
        row = reached[0].row
        above = sorted({index for place in reached for index in place.above})
        reached = [PLACES[index] for index in above if index != len(PLACES) - 1 and _is_green(board[index])]
    return row


def _is_green(card: Card | None) -> bool:
    return card is not None and card.colour is Colour.GREEN


def _row_numbers(board: LaidCards, row: int) -> list[int | None]:
    cards = [board[place.index] for place in ROW_PLACES[row - 1]]
    return [card.value if card is not None and card.kind is Kind.ASCENT else None for card in cards]


def _shows_sequence(numbers: list[int | None], sequence: tuple[int, ...]) -> bool:
    length = len(sequence)
    return any(
        tuple(numbers[start : start + length]) == sequence for start in range(len(numbers) - length + 1)
    )


def photographed(state: State, board: LaidCards, place: Place) -> tuple[bool, ...]:
    """The objectives done once a card lies on a place; what was done stays done."""
    numbers = _row_numbers(board, place.row)
    return tuple(
        done or _shows_sequence(numbers, sequence)
        for done, sequence in zip(state.objectives, state.setup.objectives, strict=True)
    )


def goats_on_top(state: State) -> int:
    """The goats on row 8."""
    return sum(state.goats[index] for index in _ROW_8)


_FULFILLED: dict[str, Callable[[State], bool]] = {
    GREEN_PATH: lambda state: green_row(state.board) == TOP_ROW,
    PANORAMA: lambda state: all(state.objectives),
    GOATS: lambda state: goats_on_top(state) >= GOATS_NEEDED,
}


def judge_herd(state: State, event: Herd) -> list[BrokenRule]:
    """All rules that a herd's path breaks; each code once, whatever the number of steps."""
    found: dict[str, BrokenRule] = {}
    start = PLACE.get(event.path[0])
    if start is None or not state.goats[start.index]:
        found["herd-from"] = BrokenRule("herd-from", {"at": event.path[0]}, event.path[:1])
    for below, above in zip(event.path, event.path[1:], strict=False):
        for each in _judge_step(state, below, above):
            found.setdefault(each.code, each)
    steps = len(event.path) - 1
    if steps > state.seats.hand:
        found["hand"] = short_hand(steps, state.seats.hand)
    return [found[code] for code in _HERD_CODES if code in found]


_HERD_CODES = ("herd-from", "herd-path", "herd-empty", "herd-bridge", "herd-top", "hand")


def _judge_step(state: State, below: str, above: str) -> list[BrokenRule]:
    found = []
    if not _touches(below, above):
        found.append(BrokenRule("herd-path", {"below": below, "above": above}, (above,)))
    place = PLACE.get(above)
    if _row_of(above) > TOP_ROW:
        found.append(BrokenRule("herd-top", {"above": above}, (above,)))
    elif place is not None and state.board[place.index] is None:
        found.append(BrokenRule("herd-empty", {"above": above}, (above,)))
    elif place is not None and state.board[place.index] is BRIDGE:
        found.append(BrokenRule("herd-bridge", {"above": above}, (above,)))
    return found


def _touches(below: str, above: str) -> bool:
    """Whether a place is one of the two above another; beyond the mountain nothing touches."""
    lower, upper = PLACE.get(below), PLACE.get(above)
    return lower is not None and upper is not None and upper.index in lower.above


def _row_of(name: str) -> int:
    """The row that a place's name tells, on the mountain or not."""
    return int(name.split(" ")[-1].split(".")[0])


def move_herd(state: State, path: tuple[str, ...]) -> tuple[int, ...]:
    """The goats after a herd has climbed: those on every card passed join it."""
    passed = {PLACE[name].index for name in path}
    goats = tuple(0 if index in passed else count for index, count in enumerate(state.goats))
    return put(goats, PLACE[path[-1]].index, sum(state.goats[index] for index in passed))


def with_new_goat(state: State, place: Place) -> tuple[int, ...]:
    """The goats once a card with the symbol lies on a place; a thirteenth does not come."""
    if sum(state.goats) >= MOST_GOATS:
        return state.goats
    return put(state.goats, place.index, state.goats[place.index] + 1)


def at_summit(state: State) -> tuple[int, ...]:
    """The goats of row 8 climb onto the Summit by themselves."""
    goats = tuple(0 if index in _ROW_8 else count for index, count in enumerate(state.goats))
    return put(goats, SUMMIT_PLACE.index, sum(state.goats[index] for index in _ROW_8))


def herd_steps(state: State) -> list[tuple[str, str]]:
    """Every single step that a herd could take now."""
    herds = [place for place in PLACES if state.goats[place.index] and place.row < TOP_ROW]
    steps = [(place, PLACES[index]) for place in herds for index in place.above]
    return [(low.name, high.name) for low, high in steps if state.board[high.index] not in (None, BRIDGE)]
