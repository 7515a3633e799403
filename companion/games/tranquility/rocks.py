"""Jagged Rocks: a row is closed, and after every action its card moves or two cards are paid."""

from dataclasses import replace

from companion.games.seats import short_hand
from companion.games.tranquility import events
from companion.games.tranquility.cards import ROCKS
from companion.games.tranquility.grid import Place, is_full
from companion.games.tranquility.rule_modules import Play, RuleModule, said
from companion.games.tranquility.state import State
from companion.games.values import BrokenRule, Ruling

ROWS_TO_LEAVE = 4
STAY_COST = 2


class Rocks(RuleModule):
    """The Jagged Rocks in a game."""

    name = ROCKS

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        """The row that they close."""
        return self.closed(state, play.place)

    def closed(self, state: State, place: Place) -> list[BrokenRule]:
        """The row beside which they lie."""
        row = place.row + 1
        if row != state.rocks:
            return []
        return [BrokenRule("blocked", {"what": said("blocked-rocks", row=row)}, (place.name,))]

    def closing(self, ruling: Ruling, event: events.Action) -> Ruling:
        """They move to another row with an empty place, stay for two cards, or leave the game."""
        state: State = ruling.after
        if not state.rocks:
            return ruling
        if full_rows(state) >= ROWS_TO_LEAVE:
            gone = BrokenRule("rocks-leave")
            return Ruling((), ruling.discards, replace(state, rocks=0), (*ruling.remarks, gone))
        if event.rocks is None:
            return replace(ruling, breaks=(BrokenRule("rocks-missing", missing=True),))
        if event.rocks in (events.STAY, state.rocks):
            return stay(ruling, state)
        return move(ruling, state, int(event.rocks))


def full_rows(state: State) -> int:
    """How many rows hold no empty place."""
    return sum(is_full(state.board, row) for row in state.setup.grid.rows)


def stay(ruling: Ruling, state: State) -> Ruling:
    """The rocks stay where they are for two cards."""
    discards = ruling.discards + STAY_COST
    if state.seats.hand < STAY_COST:
        return replace(ruling, breaks=(short_hand(STAY_COST, state.seats.hand),), discards=discards)
    return replace(ruling, after=state.spend(state.seats.mover, STAY_COST), discards=discards)


def move(ruling: Ruling, state: State, row: int) -> Ruling:
    """The rocks move to another row."""
    rows = state.setup.grid.rows
    if not 1 <= row <= len(rows):
        return replace(ruling, breaks=(BrokenRule("slot", {"at": said("row", row=row)}),), discards=0)
    if is_full(state.board, rows[row - 1]):
        return replace(ruling, breaks=(BrokenRule("rocks-full", {"row": row}),))
    remark = BrokenRule("rocks-move", {"row": row})
    return Ruling((), ruling.discards, replace(state, rocks=row), (*ruling.remarks, remark))
