"""A deck to be shown card by card on the laptop: a press on its pile lays the next card before the camera."""

from random import Random

import pygame

from companion.games.game import Match
from companion.locale import Locale
from companion.screens.canvas import Box, Canvas
from companion.screens.palette import Hue, Size, Space, Weight
from companion.simulation.laptop.drawing import back_of, draw_plate
from companion.simulation.laptop.mouse_table import Area, MouseTable
from companion.simulation.laptop.scene import plate_of, tall_of
from hardware.simulated import SimulatedTable, Thing

_KEY = "shown"  # the one card on the table
_BUTTON = 190


class DeckTable:
    """The cards that are still to be enrolled, the next one on top; one lies before the camera."""

    def __init__(
        self, game: str, table: SimulatedTable, cards: tuple[str, ...], rng: Random, locale: Locale
    ) -> None:
        self.game, self.table, self.locale = game, table, locale
        self._cards, self._placed, self._rng = list(cards), MouseTable(table, rng), rng
        self._drawn: tuple[object, ...] = ()

    @property
    def area(self) -> Area:
        return self._placed.area

    def resize(self, size: tuple[int, int]) -> None:
        self._placed.area = Area(*size)

    def follow(self, match: Match) -> None:
        """Nothing is recorded while a deck is shown."""

    @property
    def stale(self) -> bool:
        return self._drawn != self._look()

    def _look(self) -> tuple[object, ...]:
        return tuple(self.table.things.items()), self.area, self.locale.language

    def mouse(self, event: pygame.event.Event, offset: tuple[int, int]) -> None:
        """A press on the pile or its button lays the next card."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return
        x, y = event.pos[0] - offset[0], event.pos[1] - offset[1]
        if any(spot.contains(x, y) for spot in self._spots()):
            self.show_next()

    def show_next(self) -> None:
        """The next card lies in the middle of the mat, roughly; the one before is put away."""
        if _KEY in self.table.things:
            self.table.lift(_KEY)
        if self._cards:
            x, y, turn = (self._rng.uniform(-1.0, 1.0) for _ in range(3))
            at, straight = (8.0 * x, 8.0 * y), self._placed.straight
            self.table.put(_KEY, Thing(self._cards.pop(0), at, straight + 5.0 * turn))

    def _spots(self) -> tuple[Box, Box]:
        room = plate_of(self.area).inset(Space.WIDE, Space.SMALL)
        button, rest = room.cut_left(_BUTTON, Space.WIDE)
        pile, _ = rest.cut_left(tall_of(self.area), Space.WIDE)
        return button.middle(button.w, 44), pile.middle(pile.w, pile.w)

    def draw(self, surface: pygame.Surface) -> None:
        self._drawn = self._look()
        canvas = Canvas(surface)
        picture = self.table.look(self.area.table_size)
        table = pygame.image.frombuffer(picture.tobytes(), self.area.table_size, "BGR")
        surface.blit(table, (0, 0))
        draw_plate(canvas, self.area, table)
        button, pile = self._spots()
        canvas.panel(button, Hue.AMBER, radius=button.h)
        canvas.text(
            button.inset(Space.BODY, 2),
            self.locale.say("tabletop.next-card"),
            Size.SMALL,
            colour=Hue.INK,
            align=0.5,
        )
        if self._cards:
            back = back_of(self.game, pile.h)
            surface.blit(back, back.get_rect(center=pile.centre))
        canvas.text(pile, str(len(self._cards)), Size.TITLE, weight=Weight.BLACK, colour=Hue.PAPER, align=0.5)
        words = plate_of(self.area).inset(Space.WIDE, Space.SMALL).cut_left(pile.right + Space.WIDE)[1]
        hint = self.locale.say(
            "tabletop.show-deck" if self._cards or self.table.things else "tabletop.deck-shown"
        )
        canvas.text(words, hint, Size.SMALL, weight=Weight.REGULAR, colour=Hue.PAPER, lines=4)
