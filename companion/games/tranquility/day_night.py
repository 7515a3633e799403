"""Day & Night: hands that turn over, cards that lie as the hands are turned, and turning one."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.seats import short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import Laid, lay
from companion.games.tranquility.cards import COMPASS, MOON, SUN
from companion.games.tranquility.rule_modules import Play, Variant, conclude, no_such_card, refuse
from companion.games.tranquility.state import Rule, Sky, State
from companion.games.values import BrokenRule, Ruling, Say, Word

_OTHER = {SUN: MOON, MOON: SUN}
MOON_ROWS = 3


class DayNight(Variant):
    """Rows 1-3 end moon up, rows 4-6 sun up."""

    name = "day-night"

    def rules(self) -> Mapping[type[Event], Rule]:
        """Hands turn over; a card of the grid is turned."""
        return {events.Flip: _judge_flip, events.Rotate: _judge_rotate}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        """The Compasses are dealt too."""
        return super().cards(deck, chosen) + deck.get(COMPASS, 0)

    def open(self, state: State) -> State:
        """Everybody's cards start sun up."""
        return replace(state, sky=Sky(SUN))

    def facing(self, state: State, chosen: str | None) -> str:
        """As told, else as the hands are turned."""
        return chosen or _sky_of(state).facing

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        """Cards are played as the hands are turned."""
        facing = _sky_of(state).facing
        return [] if play.facing == facing else [BrokenRule("orientation", {"facing": Word(f"{facing}-up")})]

    def finish_hinders(self, state: State, event: events.Finish) -> list[BrokenRule]:
        """Every card lies as its half of the grid wants it."""
        wrong = tuple(
            place.name
            for place in self.grid.places
            if turned_wrong(state.board[place.index], place.row < MOON_ROWS)
        )
        return [BrokenRule("finish-orientation", {"places": wrong}, wrong)] if wrong else []

    def way_out(self, state: State, card: str | None) -> str:
        """A card of the grid can be turned."""
        return "card-turns" if any(state.board) else ""

    def summary(self, state: State) -> dict[str, object]:
        """How each card lies."""
        cards = ((place.name, state.board[place.index]) for place in self.grid.places)
        return {"facing": {name: laid.facing for name, laid in cards if laid is not None}}

    def lines(self, state: State, say: Say) -> list[str]:
        """How the hands are turned."""
        return [say("drawing.hands", facing=Word(f"{_sky_of(state).facing}-up"))]


def turned_wrong(laid: Laid | None, night: bool) -> bool:
    """Whether a card lies otherwise than its half of the grid wants it."""
    return laid is not None and laid.facing != (MOON if night else SUN)


def _sky_of(state: State) -> Sky:
    if state.sky is None:
        raise ValueError("this game has no day and night")
    return state.sky


def _judge_flip(state: State, event: events.Flip) -> Ruling:
    sky = _sky_of(state)
    if sky.flips >= state.setup.deck.get(COMPASS, 0):
        return refuse(state, [no_such_card(COMPASS)])
    seat = state.seats.seat(event.player)
    if not state.seats.hands[seat]:
        return refuse(state, [short_hand(1, 0)])
    turned = replace(state.spend(seat, 1), sky=Sky(_OTHER[sky.facing], sky.flips + 1))
    remark = BrokenRule("hands-turn", {"facing": Word(f"{_OTHER[sky.facing]}-up")})
    return Ruling((), 0, state.setup.variant.check_hands(turned.draw(seat)), (remark,))


def _judge_rotate(state: State, event: events.Rotate) -> Ruling:
    place = state.setup.grid.by_name.get(event.at)
    laid = None if place is None else state.board[place.index]
    if place is None or laid is None:
        return refuse(state, [BrokenRule("rotate-target", {"at": event.at}, (event.at,))], 1)
    board = lay(state.board, place.index, replace(laid, facing=_OTHER[laid.facing]))
    after = replace(state.spend(state.seats.mover, 1), board=board)
    return conclude(state, Ruling((), 1, after), event)
