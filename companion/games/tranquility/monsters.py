"""Sea Monsters: each takes a card of the grid out of the game and goes with it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.tranquility import events
from companion.games.tranquility.cards import MONSTER, WILD
from companion.games.tranquility.grid import Place, lay
from companion.games.tranquility.rule_modules import (
    RuleModule,
    closes,
    conclude,
    no_such_card,
    refuse,
    use_wild,
    wilds_left,
)
from companion.games.tranquility.state import Rule, State
from companion.games.values import BrokenRule, Ruling


class Monsters(RuleModule):
    """The Sea Monsters in a game."""

    name = "monsters"

    def rules(self) -> Mapping[type[Event], Rule]:
        """A Monster is an action."""
        return {events.Monster: judge_monster}

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


def judge_monster(state: State, event: events.Monster) -> Ruling:
    """A Monster, or a Wild as one, on a card of the grid."""
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
    return conclude(state, Ruling((), 0, destroy(state, place, wild=wild)), event)


def destroy(state: State, place: Place, *, wild: bool) -> State:
    """The card and the Monster leave the game; a Wild's number may come again."""
    mover, laid = state.seats.mover, state.board[place.index]
    after = use_wild(state, mover) if wild else replace(state, monsters=state.monsters + 1)
    gone = state.gone if laid is None or laid.wild else state.gone | {laid.number}
    return replace(
        after, seats=after.seats.spend(mover, 1), board=lay(state.board, place.index, None), gone=gone
    )
