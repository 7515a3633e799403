"""The table on a laptop: the mouse comes in, cards dealt from a real deck move on the simulated table.

The picture of the table lies on top, below it the hand of whoever is to play. Cards are dragged from the hand
onto the table; the eye sees the table's own picture, never what is known here. Discards go to their spot, a
right click on a hand's card sends it there, on a table's card it turns it over; the wheel turns it round.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pygame

from companion.games.table import Lying
from companion.intents import Intent, ProposeEvent
from companion.locale import Locale
from companion.record.session import Session
from companion.simulation.dealer import GOAT, PHANTOM, NotHeld, bare
from companion.simulation.laptop.deck_table import DeckTable
from companion.simulation.laptop.mouse_table import Position
from companion.simulation.laptop.scene import Part
from companion.simulation.laptop.shown import Held, ShownTable, as_held, lying
from hardware.simulated import SimulatedTable, Thing
from vision.types import Point

__all__ = ["DeckTable", "Tabletop"]
LEFT, RIGHT = 1, 3


class Tabletop(ShownTable):
    """A session's table to play at with the mouse; `send` carries what a button here wishes to the app."""

    def __init__(
        self,
        session: Session,
        table: SimulatedTable,
        rng: Random,
        locale: Locale,
        send: Callable[[Intent], object],
    ) -> None:
        super().__init__(session, table, rng, locale)
        self.send = send
        self._over: Part | None = None  # what the mouse is over

    # the mouse

    def mouse(self, event: pygame.event.Event, offset: Position) -> None:
        """A mouse event of the window; `offset` is where this table lies on it."""
        if event.type == pygame.MOUSEWHEEL:
            self.turn_round(self.mouse_at)
            return
        at = (event.pos[0] - offset[0], event.pos[1] - offset[1])
        self.mouse_at = at
        if event.type == pygame.MOUSEMOTION:
            self.move_to(at)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT:
            self.press(at)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT:
            self.press_right(at)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == LEFT:
            self.release(at)

    def move_to(self, at: Position) -> None:
        if self.held is not None:
            self._stale = True
            self.table.reach(self.placed.to_mm(at) if self.area.is_on_table(at) else None)
            return
        part = self.part_at(at)
        if part != self._over:
            self._over, self._stale = part, True

    def press(self, at: Position) -> None:
        self._stale = True
        if self.area.is_on_table(at):
            self.take_up(at)
            return
        part = self.part_at(at)
        if part is not None:
            _PRESSES[part.kind](self, part)

    def press_right(self, at: Position) -> None:
        self._stale = True
        key = self.placed.key_at(at)
        if key is not None:
            thing = self.table.things[key]
            self.table.change(key, replace(thing, face_down=not thing.face_down))
            return
        part = self.part_at(at)
        if part is not None and part.kind == "card":
            self.discard(part.name)

    def turn_round(self, at: Position) -> None:
        key = self.placed.key_at(at)
        if key is not None:
            thing = self.table.things[key]
            self.table.change(key, replace(thing, turn_degrees=thing.turn_degrees + 180.0))

    def release(self, at: Position) -> None:
        """Let go of what is held: onto the table, the discards, or back into the hand."""
        held, self.held = self.held, None
        self._stale = True
        self.table.reach(None)
        if held is None:
            return
        part = self.part_at(at)
        if self.area.is_on_table(at):
            self.drop(held, self.placed.to_mm(at))
        elif part is not None and part.kind == "discard":
            self.drop_discard(held)
        elif held.thing is not None and held.key not in self.out:
            self.pocket += [] if self.table.layout.free else [held.thing]
        elif held.key is not None:
            del self.out[held.key]

    def take_up(self, at: Position) -> None:
        key = self.placed.key_at(at)
        if key is not None:
            thing = self.table.lift(key)
            self.held = Held(as_held(thing), None, key, thing)
            self.table.reach(self.placed.to_mm(at))

    def take_card(self, part: Part) -> None:
        if part.name in self.hand():
            self.held = Held(part.name, self.whose)

    def take_pocketed(self, part: Part) -> None:
        thing = next((each for each in self.pocket if each.card == part.name), None)
        if thing is not None:
            self.pocket.remove(thing)
            self.held = Held(as_held(thing), None, self.placed.new_key(), thing)

    def drop(self, held: Held, at_mm: Point) -> None:
        """The card lies where it was dropped, about as straight as people lay cards."""
        key = held.key or self.placed.new_key()
        turned = self.dealt.is_turned() if held.thing is None else self.placed.is_turned(held.thing)
        face_down = held.thing is not None and held.thing.face_down
        centre, turn = self.placed.settle_at(at_mm, turned=turned)
        self.table.put(key, Thing(bare(held.card), centre, turn, face_down, held.card.endswith(GOAT)))
        if held.seat is not None:
            self.out[key] = held.seat

    def drop_discard(self, held: Held) -> None:
        """A card of the hand is set aside; one of the table leaves it."""
        owner = held.seat if held.key is None else self.out.pop(held.key, None)
        if owner is not None:
            self.discard(held.card, owner)

    # spots and buttons

    def discard(self, card: str, seat: int | None = None) -> None:
        """Choose a card for the discards; one that must stay stays."""
        try:
            self.dealt.set_aside(self.seat if seat is None else seat, card)
        except NotHeld:
            self._stale = True

    def take_back(self, part: Part | None = None) -> None:
        self.dealt.take_back(self.seat)

    def turn_to(self, part: Part) -> None:
        """Show another hand; what is still owed goes by itself."""
        if int(part.name) != self.seat:
            self.dealt.settle()
            self.turned_to = int(part.name)

    def reveal(self, part: Part | None = None) -> None:
        self.explorer_shown = not self.explorer_shown

    def sweep(self, part: Part | None = None) -> None:
        """The recorded trick goes to its winner."""
        for key in [key for key in self.table.things if key not in self.out]:
            self.table.lift(key)
        self._stale = True

    def play_for_me(self, part: Part | None = None) -> None:
        """Let the dealer's simple plan make one move with the real cards; the app is told what it was."""
        self._stale = True
        if self.dealt.lays_tricks:
            self.play_card_for_me()
            return
        event = self.dealt.choose() if self.session.outcome.value == "open" and not self.out else None
        if event is None:
            return
        match = self.session.match
        seat = match.state.seats.seat(event.player)
        after = match.play(event)[1]
        leaving, arranged = self.dealt.leaving(event), self.placed.arrange(lying(match), lying(after))
        laid = [key for key in arranged if self.table.things[key].card in leaving]
        self.out |= dict.fromkeys(laid, seat)
        if getattr(event, "goat", False):
            self.table.change(laid[-1], replace(self.table.things[laid[-1]], marked=True))
        self.send(ProposeEvent(event))

    def play_trick_for_me(self, part: Part | None = None) -> None:
        """Every card that the trick still needs; the app is told in which order they came."""
        while self.dealt.seat_after(len(self.trick())) is not None or self.phantom() is not None:
            laid = len(self.trick())
            self.play_card_for_me()
            if len(self.trick()) == laid:
                return
        match, cards = self.session.match, enumerate(self.trick(), 1)
        for event in match.game.explain(match.state, {str(key): Lying(card) for key, card in cards}).events:
            self.send(ProposeEvent(event))

    def play_card_for_me(self) -> None:
        """The next card of a trick, laid before whoever plays it."""
        if self.is_sweepable():
            self.sweep()
        trick, phantom = self.trick(), self.phantom()
        seat = self.dealt.seat_after(len(trick))
        card = phantom if seat is None else self.dealt.choose_card(seat, trick)
        if card is None:
            return
        seats = max(3, len(self.dealt.players))
        angle = 2 * math.pi * (len(trick) + 0.5 * (len(trick) // seats)) / seats  # a second card lies between
        at = (110.0 * math.sin(angle), 80.0 * math.cos(angle))
        self.drop(Held(card, PHANTOM if seat is None else seat), at)


_PRESSES: dict[str, Callable[[Tabletop, Part], None]] = {
    "card": Tabletop.take_card,
    "pocket": Tabletop.take_pocketed,
    "discard": Tabletop.take_back,
    "tab": Tabletop.turn_to,
    "explorer": Tabletop.reveal,
    "sweep": Tabletop.sweep,
    "play": Tabletop.play_for_me,
    "trick": Tabletop.play_trick_for_me,
    "shown": lambda tabletop, part: None,
}
