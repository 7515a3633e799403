"""What the laptop's table shows: cards follow what is recorded; with the held card they make a picture."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pygame

from companion.games.events import Undo
from companion.games.game import Match
from companion.games.table import Table
from companion.locale import Locale
from companion.record.history import open_match
from companion.record.session import Session
from companion.simulation.dealer import GOAT, PHANTOM, bare, make_dealer
from companion.simulation.laptop.drawing import draw_scene
from companion.simulation.laptop.mouse_table import Area, MouseTable, Position
from companion.simulation.laptop.scene import Part, Scene, parts_of
from hardware.simulated import SimulatedTable, Thing

_GLOW_SECONDS = 0.12  # until the place under a dragged card shines


@dataclass(frozen=True, slots=True)
class Held:
    """A card between two fingers: from a seat's hand, or from the table (`key`, and how it lay there)."""

    card: str
    seat: int | None = None
    key: str | None = None
    thing: Thing | None = None


class ShownTable:
    """A session's simulated table as the window shows it: real cards in hands, in piles and lying."""

    def __init__(
        self,
        session: Session,
        table: SimulatedTable,
        rng: Random,
        locale: Locale,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session, self.table, self.rng = session, table, rng
        self.dealt = make_dealer(open_match(1, dict(session.header)), rng)
        self.placed = MouseTable(table, rng)
        # The keys of cards that lie on the table but are not recorded, and whose they are.
        self.out: dict[str, int] = {}
        self.pocket: list[Thing] = []  # recorded cards that somebody took up
        self.turned_to: int | None = None  # the seat whose hand people asked for
        self.explorer_shown = False
        self._clock = clock
        self._aimed: tuple[float, tuple[Position, ...]] = (clock(), ())
        self.locale = locale
        self.held: Held | None = None
        self.mouse_at: Position = (0, 0)
        self._drawn: tuple[object, ...] = ()
        self._drawn_glow = 1.0
        self._surface: pygame.Surface | None = None
        self._heard = 0
        self._stale = True
        self.follow(session.match)
        self.placed.arrange(self.placed.tops(), lying(session.match))  # the rocks, or a resumed game

    # following the record

    def follow(self, match: Match) -> None:
        """Let the real cards follow whatever has been recorded since the last call."""
        entries = self.session.events
        undone = False
        for entry in entries[self._heard :]:
            before = self.dealt.match
            self.dealt.follow(entry.event, entry.verdict)
            undone = undone or (isinstance(entry.event, Undo) and self.dealt.match is not before)
            self.account()
            if not isinstance(entry.event, Undo):
                self.tidy(lying(before), lying(self.dealt.match))
            if self.dealt.match is not before:
                self.turned_to, self.explorer_shown, self._stale = None, False, True
        self._heard = len(entries)
        if undone:
            self.restore()

    def account(self) -> None:
        """Cards that were recorded are no longer anybody's; those of an undone event are again."""
        for seat, card in self.dealt.left:
            keys = [key for key, whose in self.out.items() if whose == seat and self.is_card(key, card)]
            for key in keys[:1]:
                del self.out[key]
        if self.dealt.lays_tricks:
            self.out = {key: whose for key, whose in self.out.items() if whose >= 0 or not self.dealt.left}
        for seat, card in self.dealt.back:
            free = [key for key in reversed(self.table.things) if key not in self.out]
            mine = [key for key in free if self.is_card(key, card)]
            self.out.update(dict.fromkeys(mine[:1], seat))

    def is_card(self, key: str, card: str) -> bool:
        thing = self.table.things.get(key)
        return thing is not None and thing.card == bare(card)

    def tidy(self, before: Table, after: Table) -> None:
        """What the event took from the table leaves it, as an Island with its Sea Monster."""
        for place in [place for place in before if place not in after]:
            for key in self.placed.lift(place):
                self.out.pop(key, None)

    def restore(self) -> None:
        """After an undo: cards go back to their hands, and the table lies as the record says."""
        for key in [key for key in self.out if key in self.table.things]:
            self.table.lift(key)
            del self.out[key]
        if not self.table.layout.free:
            self.placed.arrange(self.placed.tops(), lying(self.dealt.match))
        self.pocket.clear()

    # on the window

    @property
    def area(self) -> Area:
        return self.placed.area

    def resize(self, size: tuple[int, int]) -> None:
        if Area(*size) != self.area:
            self.placed.area, self._surface, self._stale = Area(*size), None, True

    @property
    def stale(self) -> bool:
        return self._stale or self._drawn != self.look_of() or self._drawn_glow < self._glow()

    def look_of(self) -> tuple[object, ...]:
        return tuple(self.table.things.items()), self.table.hand, self.held, self.seat, self.locale.language

    # whose cards

    @property
    def seat(self) -> int:
        """The seat whose hand is shown: whom people asked for, else who owes, has drawn a Storm, or plays."""
        if self.turned_to is not None:
            return self.turned_to
        owing = [seat for seat in range(len(self.dealt.players)) if self.dealt.owed(seat)]
        drawn, following = self.dealt.must_tell(), self.dealt.seat_after(len(self.trick()))
        usual = self.dealt.mover if following is None else following
        return owing[0] if owing else drawn[0] if drawn is not None else usual

    @property
    def whose(self) -> int:
        """Whose cards the strip offers: the shown seat's, or the phantom's."""
        return PHANTOM if self.turned_to is None and self.phantom() is not None else self.seat

    def hand(self) -> list[str]:
        """The cards that the strip offers: what lies on the table or is being dragged is not among them."""
        phantom = self.phantom()
        cards = [phantom] if self.whose == PHANTOM and phantom else list(self.dealt.hand(self.seat))
        gone = [self.card_of(key) for key, whose in self.out.items() if whose == self.whose]
        if self.held is not None and self.held.seat == self.whose:
            gone.append(self.held.card)
        for card in gone:
            if card in cards:
                cards.remove(card)
        return cards

    def card_of(self, key: str) -> str | None:
        thing = self.table.things.get(key)
        if thing is not None:
            return as_held(thing)
        return self.held.card if self.held is not None and self.held.key == key else None

    # what lies there

    def trick(self) -> list[str]:
        """The cards of the trick that lie so far, in the order of their arrival."""
        return [thing.card for key, thing in self.table.things.items() if key in self.out]

    def phantom(self) -> str | None:
        return self.dealt.phantom_after(len(self.trick()))

    def is_sweepable(self) -> bool:
        return self.dealt.lays_tricks and any(key not in self.out for key in self.table.things)

    def borders(self) -> tuple[tuple[Position, ...], ...]:
        places = (self.table.layout.place(name) for name in self.dealt.borders())
        return tuple(self.placed.outline(place) for place in places)

    def is_astray(self) -> bool:
        """Whether a card that is not recorded yet lies on no place, where there are places."""
        return bool(self.table.layout.places) and None in self._laid_places()

    def meets_explorer(self) -> bool:
        """Whether a card that is not recorded yet lies on a border card: an explorer is drawn."""
        names = self.dealt.borders() if self.dealt.further() else ()
        return any(place in names for place in self._laid_places())

    def _laid_places(self) -> list[str | None]:
        return [self.placed.place_of(key) for key in self.out if key in self.table.things]

    # drawing

    def scene(self) -> Scene:
        return Scene(
            self.table.layout.name,
            self.locale,
            self.dealt,
            self.seat,
            tuple(self.hand()),
            tuple(thing.card for thing in self.pocket),
            tuple(self.trick()),
            self.held.card if self.held else None,
            self.mouse_at,
            turned=self.dealt.is_turned(),
            swept=self.is_sweepable(),
            explorer_met=self.meets_explorer(),
            explorer_shown=self.explorer_shown or self.meets_explorer(),
            finished=self.session.outcome.value != "open",
            astray=self.is_astray(),
            free=self.placed.free_outlines(),
            aim=self.aim(),
            borders=self.borders(),
            area=self.area,
            lying_px=self.placed.card_px(),
            glow=self._glow(),
        )

    def aim(self) -> tuple[Position, ...]:
        if self.held is None or not self.area.is_on_table(self.mouse_at):
            return ()
        place = self.placed.place_near(self.placed.to_mm(self.mouse_at))
        return () if place is None else self.placed.outline(place)

    def _glow(self) -> float:
        """How bright the place under the card is by now; it brightens from when the card came over it."""
        aim = self.aim()
        if not aim:
            return 1.0
        if aim != self._aimed[1]:
            self._aimed = self._clock(), aim
        return min(1.0, (self._clock() - self._aimed[0]) / _GLOW_SECONDS)

    def part_at(self, at: Position) -> Part | None:
        if self.area.is_on_table(at):
            return None
        found = [part for part in parts_of(self.scene()) if part.box.collidepoint(at)]
        return found[-1] if found else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table and the hand; all is kept and only drawn anew when it changed."""
        if self._surface is None or self.stale:
            self._stale, self._drawn, self._drawn_glow = False, self.look_of(), self._glow()
            self._surface = self._surface or pygame.Surface((self.area.width, self.area.height))
            draw_scene(self._surface, self.table.look(self.area.table_size), self.scene())
        surface.blit(self._surface, (0, 0))


def as_held(thing: Thing) -> str:
    """A thing as its owner's hand names it."""
    return thing.card + GOAT if thing.marked else thing.card


def lying(match: Match) -> Table:
    """What should lie on the table."""
    return match.game.lying(match.state)
