"""Stormy Seas, a rule module each: Jagged Rocks, Sea Monsters, Wild cards, Storms with their Compasses."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.table import put, short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import COLOURS, COMPASS, MONSTER, ROCKS, WILD, Place, is_full, next_to
from companion.games.tranquility.state import (
    COMPASSES,
    YELLOW_LIMIT,
    Play,
    Rule,
    RuleModule,
    Sea,
    State,
    add,
    in_play,
    no_such_card,
    said,
)
from companion.games.values import BrokenRule, Ruling, Say, Word

ROWS_TO_LEAVE = 4
_STAY_COST = 2
YELLOW, PURPLE, ORANGE = COLOURS


class Rocks(RuleModule):
    """The Jagged Rocks in a game."""

    name = ROCKS

    def closed(self, state: State, place: Place) -> list[BrokenRule]:
        row = place.row + 1
        if row != state.rocks:
            return []
        return [BrokenRule("blocked", {"what": said("blocked-rocks", row=row)}, (place.name,))]

    def closing(self, ruling: Ruling, event: events.Action) -> Ruling:
        """They move to another row with an empty place, stay for two cards, or leave the game."""
        state: State = ruling.after
        if not state.rocks:
            return ruling
        if sum(is_full(state.board, row) for row in state.setup.grid.rows) >= ROWS_TO_LEAVE:
            return _move(ruling, state, 0, BrokenRule("rocks-leave"))
        if event.rocks is None:
            return replace(ruling, breaks=(BrokenRule("rocks-missing", missing=True),))
        if event.rocks in (events.STAY, state.rocks):
            return _stay(ruling, state)
        row, rows = int(event.rocks), state.setup.grid.rows
        if not 1 <= row <= len(rows):
            return replace(ruling, breaks=(BrokenRule("slot", {"at": said("row", row=row)}),), discards=0)
        if is_full(state.board, rows[row - 1]):
            return replace(ruling, breaks=(BrokenRule("rocks-full", {"row": row}),))
        return _move(ruling, state, row, BrokenRule("rocks-move", {"row": row}))


def _move(ruling: Ruling, state: State, row: int, remark: BrokenRule) -> Ruling:
    return replace(ruling, after=replace(state, rocks=row), remarks=(*ruling.remarks, remark))


def _stay(ruling: Ruling, state: State) -> Ruling:
    discards = ruling.discards + _STAY_COST
    if state.seats.hand < _STAY_COST:
        return replace(ruling, breaks=(short_hand(_STAY_COST, state.seats.hand),), discards=discards)
    return replace(ruling, after=state.spend(state.seats.mover, _STAY_COST), discards=discards)


class Monsters(RuleModule):
    """The Sea Monsters in a game."""

    name = "monsters"

    def rules(self) -> Mapping[type[Event], Rule]:
        return {events.Monster: _judge_monster}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return chosen

    def finish_hinders(self, state: State, event: events.Finish) -> list[BrokenRule]:
        """Nobody may hold a Monster when the Finish is played."""
        return [BrokenRule("finish-monsters", {"held": event.monsters_held})] if event.monsters_held else []

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        return card == MONSTER and state.monsters < state.setup.monsters

    def targets(self, state: State, card: str) -> tuple[str, ...]:
        can = card == MONSTER and state.monsters < state.setup.monsters
        if not can and not (card == WILD and state.wilds_left(state.seats.mover)):
            return ()
        places = [place for place in state.setup.grid.places if state.board[place.index]]
        return tuple(place.name for place in places if not state.closes(place))


def _judge_monster(state: State, event: events.Monster) -> Ruling:
    wild = event.card == WILD
    left = state.wilds_left(state.seats.mover) if wild else state.setup.monsters - state.monsters
    if left <= 0 or event.card not in (None, MONSTER, WILD):
        return state.refuse([no_such_card(event.card or MONSTER)])
    place = state.setup.grid.by_name.get(event.at)
    laid = None if place is None else state.board[place.index]
    found = [BrokenRule("monster-target", {"at": event.at}, (event.at,))] if laid is None else []
    found += [] if place is None else state.closes(place)
    if place is None or laid is None or found:
        return state.refuse(found)
    mover = state.seats.mover
    after = state.use_wild(mover) if wild else replace(state, monsters=state.monsters + 1)
    gone = state.gone if laid.wild else state.gone | {laid.number}
    after = replace(after.spend(mover, 1), board=put(state.board, place.index, None), gone=gone)
    return state.conclude(Ruling((), 0, after), event)


class Wild(RuleModule):
    """The Wild cards in a game."""

    name = WILD

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return deck.get(WILD, 0)

    def wilds(self, state: State, seat: int) -> int:
        return state.setup.deck.get(WILD, 0) - state.wilds

    def use_wild(self, state: State, seat: int) -> State:
        return replace(state, wilds=state.wilds + 1)

    def could_hold(self, state: State, seat: int, card: str) -> bool:
        return card == WILD and self.wilds(state, seat) > 0


class Storms(RuleModule):
    """Storms and Compasses in a game."""

    name = "storms"

    def rules(self) -> Mapping[type[Event], Rule]:
        return {
            events.Storm: _judge_storm,
            events.EndStorm: _judge_compass,
            events.DiscardHand: _judge_discard_hand,
        }

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return sum(deck.get(f"storm-{colour}", 0) for colour in COLOURS)

    def open(self, state: State) -> State:
        none = (0,) * len(state.seats.players)
        return replace(state, sea=Sea((0, 0, 0), none, none, (0,) * len(state.setup.grid.rows)))

    def hinders(self, state: State, play: Play) -> Iterator[BrokenRule]:
        """A Purple Storm closes its row; under an Orange one a card lies only next to another."""
        sea, place = in_play(state.sea), play.place
        yield from self.closed(state, place)
        if sea.orange[state.seats.mover] and not any(next_to(state.setup.grid, state.board, place)):
            yield BrokenRule("adjacent-only", {"at": place.name, "player": state.seats.player}, (place.name,))

    def closed(self, state: State, place: Place) -> Iterator[BrokenRule]:
        if in_play(state.sea).purple[place.row]:
            why = said("blocked-storm", row=place.row + 1)
            yield BrokenRule("blocked", {"what": why}, (place.name,))

    def laid(self, state: State, place: Place) -> tuple[State, tuple[BrokenRule, ...]]:
        """A row full of consecutive numbers gains a Compass; ruling: also one filled again."""
        row = state.setup.grid.rows[place.row]
        if not is_full(state.board, row):
            return state, ()
        first, last = state.board[row.start], state.board[row.stop - 1]
        if first is None or last is None or last.number - first.number != len(row) - 1:
            return state, ()
        return gain_compass(state, "gain-row")

    def way_out(self, state: State, card: str | None) -> str:
        """The whole hand can be discarded, unless it is a Monster."""
        return "" if card == MONSTER else "hand-goes"

    def lines(self, state: State, say: Say) -> list[str]:
        sea = in_play(state.sea)
        lines = [say("drawing.compasses", count=sea.compasses)]
        for colour, before in ((YELLOW, sea.yellow), (ORANGE, sea.orange)):
            for player, count in zip(state.seats.players, before, strict=True):
                if count:
                    lines.append(say("drawing.storm", colour=Word(colour), player=player, count=count))
        return lines


def gain_compass(state: State, why: str) -> tuple[State, tuple[BrokenRule, ...]]:
    """A Compass is gained while any is left; a spent one is gone, or by another ruling there again."""
    sea = in_play(state.sea)
    taken = sea.compasses if COMPASSES in state.setup.rulings else sea.gained
    if taken >= state.setup.deck.get(COMPASS, 0):
        return state, (BrokenRule("gain-none"),)
    more = replace(sea, compasses=sea.compasses + 1, gained=sea.gained + 1)
    return replace(state, sea=more), (BrokenRule(why, {"count": more.compasses}),)


def _judge_storm(state: State, event: events.Storm) -> Ruling:
    sea, kind = in_play(state.sea), COLOURS.index(event.colour)
    if sea.drawn[kind] >= state.setup.deck.get(f"storm-{event.colour}", 0):
        return state.refuse([no_such_card(f"storm-{event.colour}")])
    seat = state.seats.seat(event.player)
    hand = state.seats.hands[seat]
    trims = event.colour == YELLOW and not event.averted
    trimmed = max(0, hand - 1 - YELLOW_LIMIT) if trims else 0
    breaks = _storm_hinders(state, event, hand)
    if breaks:
        return state.refuse(breaks, trimmed)
    sea = replace(sea, drawn=add(sea.drawn, kind))
    sea = replace(sea, compasses=sea.compasses - 1) if event.averted else _shift(sea, event, seat, 1)
    after = replace(state.spend(seat, 1 + trimmed), sea=sea).draw(seat)
    remark = BrokenRule(f"storm-{event.colour}", {"player": state.seats.players[seat], "row": event.row})
    if event.averted or (event.colour == PURPLE and event.row is None):
        remark = BrokenRule("storm-over")
    return Ruling((), trimmed, state.setup.variant.check_hands(after), (remark,))


def _storm_hinders(state: State, event: events.Storm, hand: int) -> list[BrokenRule]:
    found = []
    rows = enumerate(state.setup.grid.rows, 1)
    room = [row for row, places in rows if not is_full(state.board, places)]
    if not event.averted and event.row not in (None, *room):
        found.append(BrokenRule("storm-full", {"row": event.row}))
    if event.averted and not in_play(state.sea).compasses:
        found.append(BrokenRule("compass-none"))
    if not hand:
        found.append(short_hand(1, hand))
    return found


def _shift(sea: Sea, event: events.Storm | events.EndStorm, seat: int, more: int) -> Sea:
    """One lasting Storm more or less; a Purple one on a full grid closes no row."""
    if event.colour == YELLOW:
        return replace(sea, yellow=add(sea.yellow, seat, more))
    if event.colour == ORANGE:
        return replace(sea, orange=add(sea.orange, seat, more))
    return sea if event.row is None else replace(sea, purple=add(sea.purple, event.row - 1, more))


def _judge_compass(state: State, event: events.EndStorm) -> Ruling:
    sea, seat, wild = in_play(state.sea), state.seats.seat(event.player), event.card == WILD
    if event.card not in (None, COMPASS, WILD) or (wild and not state.wilds_left(seat)):
        return state.refuse([no_such_card(event.card or COMPASS)])
    found = [] if wild or sea.compasses else [BrokenRule("compass-none")]
    found += _missing_storm(state, event, seat)
    if wild and not state.seats.hands[seat]:
        found.append(short_hand(1, 0))
    if found:
        return state.refuse(found)
    calm = _shift(sea, event, seat, -1)
    if wild:
        spent = replace(state, sea=calm).use_wild(seat).spend(seat, 1)
        return Ruling((), 0, state.setup.variant.check_hands(spent))
    return Ruling((), 0, replace(state, sea=replace(calm, compasses=sea.compasses - 1)))


def _missing_storm(state: State, event: events.EndStorm, seat: int) -> list[BrokenRule]:
    sea = in_play(state.sea)
    if event.colour == PURPLE:
        row = event.row or 0
        lasts = 1 <= row <= len(sea.purple) and sea.purple[row - 1] > 0
        why = said("storm-none-row", row=event.row)
    else:
        lasts = (sea.yellow if event.colour == YELLOW else sea.orange)[seat] > 0
        why = said("storm-none-player", player=state.seats.players[seat], colour=Word(event.colour))
    return [] if lasts else [BrokenRule("storm-none", {"what": why})]


def _judge_discard_hand(state: State, event: events.DiscardHand) -> Ruling:
    hand = state.seats.hand
    after, remarks = gain_compass(state.spend(state.seats.mover, hand), "gain-hand")
    return state.conclude(Ruling((), hand, after, remarks), event)
