"""Goats: how they come onto the mountain, which herds may climb, and where."""

from companion.games.ascent.cards import BRIDGE
from companion.games.ascent.events import Herd
from companion.games.ascent.goals import ROW_8
from companion.games.ascent.mountain import PLACE, PLACES, SUMMIT_PLACE, TOP_ROW, Place
from companion.games.ascent.state import MOST_GOATS, State
from companion.games.seats import put, short_hand
from companion.games.values import BrokenRule


def judge_herd(state: State, event: Herd) -> list[BrokenRule]:
    """All rules that a herd's path breaks; each code once, whatever the number of steps."""
    found: dict[str, BrokenRule] = {}
    start = PLACE.get(event.path[0])
    if start is None or not state.goats[start.index]:
        found["herd-from"] = BrokenRule("herd-from", {"at": event.path[0]}, event.path[:1])
    for below, above in zip(event.path, event.path[1:], strict=False):
        for each in judge_step(state, below, above):
            found.setdefault(each.code, each)
    steps = len(event.path) - 1
    if steps > state.seats.hand:
        found["hand"] = short_hand(steps, state.seats.hand)
    return [found[code] for code in HERD_CODES if code in found]


HERD_CODES = ("herd-from", "herd-path", "herd-empty", "herd-bridge", "herd-top", "hand")


def judge_step(state: State, below: str, above: str) -> list[BrokenRule]:
    """What is wrong with one step of a path."""
    found = []
    if not touches(below, above):
        found.append(BrokenRule("herd-path", {"below": below, "above": above}, (above,)))
    place = PLACE.get(above)
    if row_of(above) > TOP_ROW:
        found.append(BrokenRule("herd-top", {"above": above}, (above,)))
    elif place is not None and state.board[place.index] is None:
        found.append(BrokenRule("herd-empty", {"above": above}, (above,)))
    elif place is not None and state.board[place.index] is BRIDGE:
        found.append(BrokenRule("herd-bridge", {"above": above}, (above,)))
    return found


def touches(below: str, above: str) -> bool:
    """Whether a place is one of the two above another; beyond the mountain nothing touches."""
    lower, upper = PLACE.get(below), PLACE.get(above)
    return lower is not None and upper is not None and upper.index in lower.above


def row_of(name: str) -> int:
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
    goats = tuple(0 if index in ROW_8 else count for index, count in enumerate(state.goats))
    return put(goats, SUMMIT_PLACE.index, sum(state.goats[index] for index in ROW_8))


def herd_steps(state: State) -> list[tuple[str, str]]:
    """Every single step that a herd could take now."""
    herds = [place for place in PLACES if state.goats[place.index] and place.row < TOP_ROW]
    steps = [(place, PLACES[index]) for place in herds for index in place.above]
    return [(low.name, high.name) for low, high in steps if state.board[high.index] not in (None, BRIDGE)]
