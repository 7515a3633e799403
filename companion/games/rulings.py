"""What every judge of hidden hands does alike: the first gate, the verdict's frame, the two-card discard."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.fields import Fields
from companion.games.seats import Seats
from companion.games.values import BadRecord, BrokenRule, CardCount, Event, Outcome, Verdict


class Seated(Protocol):
    """A state with seats, as far as a verdict's frame looks at it."""

    @property
    def seats(self) -> Seats:
        """Who sits where with how many cards."""

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule found: broken rules, discards, and the state that follows when nothing is broken."""

    breaks: tuple[BrokenRule, ...]
    discards: int
    after: Any
    remarks: tuple[BrokenRule, ...] = ()


def over_or_turn(state: Seated, event: Event, out_of_turn: tuple[type[Event], ...]) -> BrokenRule | None:
    """What silences every other rule: the game is over, or it is another's turn."""
    if state.outcome is not Outcome.OPEN:
        return BrokenRule("over")
    player = event.player
    if player is not None and player != state.seats.player and not isinstance(event, out_of_turn):
        return BrokenRule("turn", {"player": player, "next": state.seats.player})
    return None


def frame(before: Seated, event: Event, ruling: Ruling, shows: Mapping[str, Any]) -> Verdict:
    """A verdict around a ruling: who acted, hand and pile afterwards, who is next."""
    after: Seated = ruling.after
    seats = after.seats
    player = event.player
    if player is None and before.outcome is Outcome.OPEN:
        player = before.seats.player
    seat = None if player is None else seats.players.index(player)
    return Verdict(
        event.do,
        player,
        ruling.breaks,
        ruling.discards,
        None if seat is None else seats.hands[seat],
        None if seat is None else seats.piles[seat],
        seats.player if after.outcome is Outcome.OPEN else None,
        after.outcome,
        after,
        (),
        shows,
        ruling.remarks,
    )


def short_hand(needed: int, hand: int) -> BrokenRule:
    """The hand holds fewer cards than something takes."""
    return BrokenRule("hand", {"needed": CardCount(needed), "hand": CardCount(hand)})


def read_modules(header: Fields, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The header's modules in play, none twice."""
    if not header.has("modules"):
        return ()
    chosen = header.each("modules", lambda one: one.choice("modules", modules))
    if len(set(chosen)) != len(chosen):
        raise BadRecord("field-twice", field="modules")
    return chosen
