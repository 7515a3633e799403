"""Stormy Seas, a rule module each: Jagged Rocks, Sea Monsters, Wild cards, Storms with their Compasses."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.seats import short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import (
    COLOURS,
    COMPASS,
    MONSTER,
    ROCKS,
    WILD,
    Place,
    is_full,
    lay,
    next_to,
)
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
from companion.games.tranquility.state import COMPASSES, Rule, Sea, State, add
from companion.games.values import BrokenRule, Ruling, Say, Word

ROWS_TO_LEAVE = 4
_STAY_COST = 2
YELLOW, PURPLE, ORANGE = COLOURS
_YELLOW_LIMIT = 3


class Rocks(RuleModule):
    """The Jagged Rocks in a game."""

    name = ROCKS

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        return self.closed(state, play.place)

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
        if _full_rows(state) >= ROWS_TO_LEAVE:
            gone = BrokenRule("rocks-leave")
            return Ruling((), ruling.discards, replace(state, rocks=0), (*ruling.remarks, gone))
        if event.rocks is None:
            return replace(ruling, breaks=(BrokenRule("rocks-missing", missing=True),))
        if event.rocks in (events.STAY, state.rocks):
            return _stay(ruling, state)
        return _move(ruling, state, int(event.rocks))


def _full_rows(state: State) -> int:
    """How many rows hold no empty place."""
    return sum(is_full(state.board, row) for row in state.setup.grid.rows)


def _stay(ruling: Ruling, state: State) -> Ruling:
    """The rocks stay where they are for two cards."""
    discards = ruling.discards + _STAY_COST
    if state.seats.hand < _STAY_COST:
        return replace(ruling, breaks=(short_hand(_STAY_COST, state.seats.hand),), discards=discards)
    return replace(ruling, after=state.spend(state.seats.mover, _STAY_COST), discards=discards)


def _move(ruling: Ruling, state: State, row: int) -> Ruling:
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
        if not can and not (card == WILD and wilds_left(state, state.seats.mover)):
            return ()
        places = [place for place in state.setup.grid.places if state.board[place.index]]
        return tuple(place.name for place in places if not closes(state, place))


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
        return sum(_storm_copies(deck, colour) for colour in COLOURS)

    def open(self, state: State) -> State:
        none = (0,) * len(state.seats.players)
        return replace(state, sea=Sea((0, 0, 0), none, none, (0,) * len(state.setup.grid.rows)))

    def hinders(self, state: State, play: Play) -> Iterator[BrokenRule]:
        """A Purple Storm closes its row; under an Orange one a card lies only next to another."""
        sea, place = _sea_of(state), play.place
        yield from self.closed(state, place)
        if sea.orange[state.seats.mover] and not any(next_to(state.setup.grid, state.board, place)):
            yield BrokenRule("adjacent-only", {"at": place.name, "player": state.seats.player}, (place.name,))

    def closed(self, state: State, place: Place) -> Iterator[BrokenRule]:
        if _sea_of(state).purple[place.row]:
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
        return _gain(state, "gain-row")

    def started(self, state: State) -> tuple[State, tuple[BrokenRule, ...]]:
        return _gain(state, "gain-start")

    def limit(self, state: State, seat: int, limit: int) -> int:
        """Three under a Yellow Storm, however many there are."""
        return min(_YELLOW_LIMIT, limit) if _sea_of(state).yellow[seat] else limit

    def way_out(self, state: State, card: str | None) -> str:
        """The whole hand can be discarded, unless it is a Monster."""
        return "" if card == MONSTER else "hand-goes"

    def shows(self, state: State) -> dict[str, object]:
        return {"compasses": _sea_of(state).compasses}

    def lines(self, state: State, say: Say) -> list[str]:
        sea = _sea_of(state)
        lines = [say("drawing.compasses", count=sea.compasses)]
        for colour, before in ((YELLOW, sea.yellow), (ORANGE, sea.orange)):
            for player, count in zip(state.seats.players, before, strict=True):
                if count:
                    lines.append(say("drawing.storm", colour=Word(colour), player=player, count=count))
        return lines


def _storm_copies(deck: CardCounts, colour: str) -> int:
    return deck.get(f"storm-{colour}", 0)


def _sea_of(state: State) -> Sea:
    if state.sea is None:
        raise ValueError("this game has no Storms")
    return state.sea


def _gain(state: State, why: str) -> tuple[State, tuple[BrokenRule, ...]]:
    """A Compass is gained while any is left; a spent one is gone, or by another ruling there again."""
    sea = _sea_of(state)
    taken = sea.compasses if COMPASSES in state.setup.rulings else sea.gained
    if taken >= state.setup.deck.get(COMPASS, 0):
        return state, (BrokenRule("gain-none"),)
    more = replace(sea, compasses=sea.compasses + 1, gained=sea.gained + 1)
    return replace(state, sea=more), (BrokenRule(why, {"count": more.compasses}),)


def _judge_storm(state: State, event: events.Storm) -> Ruling:
    sea, kind = _sea_of(state), COLOURS.index(event.colour)
    if sea.drawn[kind] >= _storm_copies(state.setup.deck, event.colour):
        return refuse(state, [no_such_card(f"storm-{event.colour}")])
    seat = state.seats.seat(event.player)
    hand = state.seats.hands[seat]
    trims = event.colour == YELLOW and not event.averted
    trimmed = max(0, hand - 1 - _YELLOW_LIMIT) if trims else 0
    breaks = _storm_hinders(state, event, hand)
    if breaks:
        return refuse(state, breaks, trimmed)
    drawn = replace(sea, drawn=add(sea.drawn, kind))
    after = replace(state, sea=_resolve(drawn, event, seat), seats=state.seats.spend(seat, 1 + trimmed)).draw(
        seat
    )
    return Ruling((), trimmed, state.setup.variant.check_hands(after), _told(state, event, seat))


def _told(state: State, event: events.Storm, seat: int) -> tuple[BrokenRule, ...]:
    """What a Storm means from now on."""
    if event.averted or (event.colour == PURPLE and event.row is None):
        return (BrokenRule("storm-over"),)
    return (BrokenRule(f"storm-{event.colour}", {"player": state.seats.players[seat], "row": event.row}),)


def _storm_hinders(state: State, event: events.Storm, hand: int) -> list[BrokenRule]:
    found = []
    if event.row is not None and not event.averted and not _has_room(state, event.row):
        found.append(BrokenRule("storm-full", {"row": event.row}))
    if event.averted and not _sea_of(state).compasses:
        found.append(BrokenRule("compass-none"))
    if not hand:
        found.append(short_hand(1, hand))
    return found


def _has_room(state: State, row: int) -> bool:
    rows = state.setup.grid.rows
    return 1 <= row <= len(rows) and not is_full(state.board, rows[row - 1])


def _resolve(sea: Sea, event: events.Storm, seat: int) -> Sea:
    """The Storm lies before its player or at its row, or a Compass is spent on it."""
    if event.averted:
        return replace(sea, compasses=sea.compasses - 1)
    return _shift(sea, event, seat, 1)


def _shift(sea: Sea, event: events.Storm | events.EndStorm, seat: int, more: int) -> Sea:
    """One lasting Storm more or less."""
    if event.colour == YELLOW:
        return replace(sea, yellow=add(sea.yellow, seat, more))
    if event.colour == ORANGE:
        return replace(sea, orange=add(sea.orange, seat, more))
    # A Purple Storm on a full grid closes no row.
    return sea if event.row is None else replace(sea, purple=add(sea.purple, event.row - 1, more))


def _judge_compass(state: State, event: events.EndStorm) -> Ruling:
    sea, seat, wild = _sea_of(state), state.seats.seat(event.player), event.card == WILD
    if event.card not in (None, COMPASS, WILD) or (wild and not wilds_left(state, seat)):
        return refuse(state, [no_such_card(event.card or COMPASS)])
    found = [] if wild or sea.compasses else [BrokenRule("compass-none")]
    if not _lasting(sea, event, seat):
        found.append(_storm_none(state, event, seat))
    if wild and not state.seats.hands[seat]:
        found.append(short_hand(1, 0))
    if found:
        return refuse(state, found)
    calm = replace(state, sea=_shift(sea, event, seat, -1))
    if wild:
        return Ruling((), 0, state.setup.variant.check_hands(use_wild(calm, seat).spend(seat, 1)))
    return Ruling((), 0, replace(calm, sea=replace(_sea_of(calm), compasses=sea.compasses - 1)))


def _lasting(sea: Sea, event: events.EndStorm, seat: int) -> bool:
    if event.colour == PURPLE:
        row = event.row or 0
        return 1 <= row <= len(sea.purple) and sea.purple[row - 1] > 0
    return (sea.yellow if event.colour == YELLOW else sea.orange)[seat] > 0


def _storm_none(state: State, event: events.EndStorm, seat: int) -> BrokenRule:
    if event.colour == PURPLE:
        return BrokenRule("storm-none", {"what": said("storm-none-row", row=event.row)})
    player, colour = state.seats.players[seat], Word(event.colour)
    return BrokenRule("storm-none", {"what": said("storm-none-player", player=player, colour=colour)})


def _judge_discard_hand(state: State, event: events.DiscardHand) -> Ruling:
    hand = state.seats.hand
    after, remarks = _gain(state.spend(state.seats.mover, hand), "gain-hand")
    return conclude(state, Ruling((), hand, after, remarks), event)
