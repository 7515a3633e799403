"""Storm & Compass: Storms resolved when drawn, Compasses that the players share and why they are gained."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts, Say
from companion.games.seats import short_hand
from companion.games.tranquility import events
from companion.games.tranquility.cards import COLOURS, COMPASS, MONSTER, WILD
from companion.games.tranquility.grid import Place, is_full, next_to
from companion.games.tranquility.rule_modules import (
    Play,
    RuleModule,
    conclude,
    no_such_card,
    refuse,
    said,
    use_wild,
    wilds_left,
)
from companion.games.tranquility.state import COMPASSES, Rule, Sea, State, add
from companion.games.values import BrokenRule, Ruling, Word

YELLOW, PURPLE, ORANGE = COLOURS
_YELLOW_LIMIT = 3


class Storms(RuleModule):
    """Storms and Compasses in a game."""

    name = "storms"

    def rules(self) -> Mapping[type[Event], Rule]:
        """Storms, Compasses, and the discard of a whole hand."""
        return {
            events.Storm: _judge_storm,
            events.EndStorm: _judge_compass,
            events.DiscardHand: _judge_discard_hand,
        }

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """The Storms are shuffled in, the Compasses lie apart."""
        return sum(_storm_copies(deck, colour) for colour in COLOURS)

    def open(self, state: State) -> State:
        """Fair weather."""
        none = (0,) * len(state.seats.players)
        return replace(state, sea=Sea((0, 0, 0), none, none, (0,) * len(state.setup.grid.rows)))

    def hinders(self, state: State, play: Play) -> Iterator[BrokenRule]:
        """A Purple Storm closes its row; under an Orange one a card lies only next to another."""
        sea, place = _sea_of(state), play.place
        yield from self.closed(state, place)
        if sea.orange[state.seats.mover] and not any(next_to(state.setup.grid, state.board, place)):
            yield BrokenRule("adjacent-only", {"at": place.name, "player": state.seats.player}, (place.name,))

    def closed(self, state: State, place: Place) -> Iterator[BrokenRule]:
        """The row of a Purple Storm."""
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
        return gain(state, "gain-row")

    def started(self, state: State) -> tuple[State, tuple[BrokenRule, ...]]:
        """The Start gains a Compass."""
        return gain(state, "gain-start")

    def limit(self, state: State, seat: int, limit: int) -> int:
        """Three under a Yellow Storm, however many there are."""
        return min(_YELLOW_LIMIT, limit) if _sea_of(state).yellow[seat] else limit

    def way_out(self, state: State, card: str | None) -> str:
        """The whole hand can be discarded, unless it is a Monster."""
        return "" if card == MONSTER else "hand-goes"

    def actions(self, state: State) -> Iterator[events.Action]:
        """The discard of the whole hand."""
        yield events.DiscardHand()

    def shows(self, state: State) -> dict[str, object]:
        """The Compasses at hand."""
        return {"compasses": _sea_of(state).compasses}

    def lines(self, state: State, say: Say) -> list[str]:
        """Compasses, and the Storms that last."""
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


def gain(state: State, why: str) -> tuple[State, tuple[BrokenRule, ...]]:
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
    after = replace(state, sea=resolve(drawn, event, seat), seats=state.seats.spend(seat, 1 + trimmed)).draw(
        seat
    )
    return Ruling((), trimmed, state.setup.variant.check_hands(after), told(state, event, seat))


def told(state: State, event: events.Storm, seat: int) -> tuple[BrokenRule, ...]:
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


def resolve(sea: Sea, event: events.Storm, seat: int) -> Sea:
    """The Storm lies before its player or at its row, or a Compass is spent on it."""
    if event.averted:
        return replace(sea, compasses=sea.compasses - 1)
    return shift(sea, event, seat, 1)


def shift(sea: Sea, event: events.Storm | events.EndStorm, seat: int, more: int) -> Sea:
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
    calm = replace(state, sea=shift(sea, event, seat, -1))
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
    after, remarks = gain(state.spend(state.seats.mover, hand), "gain-hand")
    return conclude(state, Ruling((), hand, after, remarks), event)
