"""Stormy Seas but for its storms: Jagged Rocks, Sea Monsters and Wild cards, a rule module each."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.seats import short_hand
from companion.games.tranquility import events
from companion.games.tranquility.cards import MONSTER, ROCKS, WILD
from companion.games.tranquility.grid import Place, is_full, lay
from companion.games.tranquility.rule_modules import (
    Play,
    RuleModule,
    closes,
    conclude,
    no_such_card,
    refuse,
    said,
    use_wild,
    wilds_left,
)
from companion.games.tranquility.state import Rule, State
from companion.games.values import BrokenRule, Ruling

ROWS_TO_LEAVE = 4
_STAY_COST = 2


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
        if _full_rows(state) >= ROWS_TO_LEAVE:
            gone = BrokenRule("rocks-leave")
            return Ruling((), ruling.discards, replace(state, rocks=0), (*ruling.remarks, gone))
        if event.rocks is None:
            return replace(ruling, breaks=(BrokenRule("rocks-missing", missing=True),))
        if event.rocks in (events.STAY, state.rocks):
            return stay(ruling, state)
        return move(ruling, state, int(event.rocks))


def _full_rows(state: State) -> int:
    """How many rows hold no empty place."""
    return sum(is_full(state.board, row) for row in state.setup.grid.rows)


def stay(ruling: Ruling, state: State) -> Ruling:
    """The rocks stay where they are for two cards."""
    discards = ruling.discards + _STAY_COST
    if state.seats.hand < _STAY_COST:
        return replace(ruling, breaks=(short_hand(_STAY_COST, state.seats.hand),), discards=discards)
    return replace(ruling, after=state.spend(state.seats.mover, _STAY_COST), discards=discards)


def move(ruling: Ruling, state: State, row: int) -> Ruling:
    """The rocks move to another row."""
    rows = state.setup.grid.rows
    if not 1 <= row <= len(rows):
        return replace(ruling, breaks=(BrokenRule("slot", {"at": said("row", row=row)}),), discards=0)
    if is_full(state.board, rows[row - 1]):
        return replace(ruling, breaks=(BrokenRule("rocks-full", {"row": row}),))
    remark = BrokenRule("rocks-move", {"row": row})
    return Ruling((), ruling.discards, replace(state, rocks=row), (*ruling.remarks, remark))


class Monsters(RuleModule):
    """The Sea Monsters in a game."""

    name = "monsters"

    def rules(self) -> Mapping[type[Event], Rule]:
        """A Monster is an action."""
        return {events.Monster: _judge_monster}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """Three, four or five."""
        return chosen

    def finish_hinders(self, state: State, event: events.Finish) -> list[BrokenRule]:
        """Nobody may hold a Monster when the Finish is played."""
        return [BrokenRule("finish-monsters", {"held": event.monsters_held})] if event.monsters_held else []

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """A Monster that was not played."""
        return card == MONSTER and state.monsters < state.setup.monsters

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        """Every Island of the grid but those in a closed row."""
        can = card == MONSTER and state.monsters < state.setup.monsters
        if not can and not (card == WILD and wilds_left(state, state.seats.mover)):
            return ()
        places = [place for place in state.setup.grid.places if state.board[place.index]]
        return tuple(place.name for place in places if not closes(state, place))

    def actions(self, state: State) -> Iterator[events.Action]:
        """A Monster, or a Wild as one, on every Island."""
        yield from (events.Monster(at=name) for name in self.targets(state, MONSTER))
        yield from (events.Monster(at=name, card=WILD) for name in self.targets(state, WILD))


def _judge_monster(state: State, event: events.Monster) -> Ruling:
    wild = event.card == WILD
    left = wilds_left(state, state.seats.mover) if wild else state.setup.monsters - state.monsters
    if left <= 0 or event.card not in (None, MONSTER, WILD):
        return refuse(state, [no_such_card(event.card or MONSTER)])
    place = state.setup.grid.by_name.get(event.at)
    found: list[BrokenRule] = []
    if place is None or state.board[place.index] is None:
        found.append(BrokenRule("monster-target", {"at": event.at}, (event.at,)))
    if place is None or found or closes(state, place):
        return refuse(state, [*found, *(closes(state, place) if place else ())])
    return conclude(state, Ruling((), 0, _destroy(state, place, wild=wild)), event)


def _destroy(state: State, place: Place, *, wild: bool) -> State:
    mover, laid = state.seats.mover, state.board[place.index]
    after = use_wild(state, mover) if wild else replace(state, monsters=state.monsters + 1)
    gone = state.gone if laid is None or laid.wild else state.gone | {laid.number}
    return replace(
        after, seats=after.seats.spend(mover, 1), board=lay(state.board, place.index, None), gone=gone
    )


class Wild(RuleModule):
    """The Wild cards in a game."""

    name = WILD

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """As many as the box holds."""
        return deck.get(WILD, 0)

    def wilds(self, state: State, seat: int) -> int:
        """Any player may hold those that were not played."""
        return state.setup.deck.get(WILD, 0) - state.wilds

    def use_wild(self, state: State, seat: int) -> State:
        """One Wild less."""
        return replace(state, wilds=state.wilds + 1)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        """A Wild that was not played."""
        return card == WILD and self.wilds(state, seat) > 0
