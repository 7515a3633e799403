"""Simulated evenings with a deck that nobody enrolled: what the eye asks while it learns, evening by evening.

The eye, its watching and its learning are the real ones, and so are the games; a person answers every
question, and one confirmation in fifty names another card, which nobody ever notices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random

from companion.app.table_eyes import DeckLearner, teach
from companion.decks import load_deck
from companion.games.events import Event
from companion.games.game import Match
from companion.games.table import Lying, Table
from companion.record.history import open_match
from companion.simulation.dealer import play_out
from companion.simulation.demo.headers import demo_header
from companion.simulation.placed_cards import PlacedCards
from companion.simulation.strange_faces import StrangeFaces
from companion.table.layout import load_layout
from companion.table.tracker import centre
from hardware.simulated import FRAME_SECONDS, SimulatedCamera, SimulatedTable, Thing
from vision.eye import Eye
from vision.lab.scene import MILD, Troubles
from vision.learning import Sighting
from vision.observation import CardSeen
from vision.read.reader import Reader
from vision.watch.table_watcher import Steady, TableWatcher

_WRONG_SHARE = 1 / 50  # of the confirmations name another card
_PATIENCE_FRAMES = 40  # without a look, after which nothing was noticed
_LOOKS = 4
_NEAR_MM = 25.0
# Another lamp each evening: how bright, how much from one side, how warm or cold, how green.
LAMPS = (
    MILD,
    replace(MILD, gain=0.8, warmth=0.16, side=0.25),
    replace(MILD, gain=1.05, warmth=-0.1, side=0.15),
    replace(MILD, gain=0.7, warmth=0.1, side=0.35, shadow=0.3),
    replace(MILD, gain=0.9, warmth=-0.05, tint=0.04, side=0.2, noise=5.0),
    replace(MILD, gain=1.1, warmth=0.12, side=0.3, vignette=0.2),
)


@dataclass
class Evening:
    """What one evening came to."""

    cards: int = 0  # that were laid
    asked: int = 0  # of which the eye was not sure
    again: int = 0  # of those asked, cards of which a view was kept on an evening before
    sure: int = 0
    wrong: int = 0  # sure, and another card
    unseen: int = 0  # not seen as a card at all
    misled: int = 0  # confirmations that named another card
    known: int = 0  # cards known afterwards


@dataclass
class Household:
    """A family with one deck of a game: each evening they play it once more."""

    game: str
    seed: int = 1
    size_px: tuple[int, int] = (1920, 1080)
    wrong_share: float = _WRONG_SHARE
    path: Path | None = None
    painter: str = "hills"
    reader: Reader = field(default_factory=Reader.load)

    def __post_init__(self) -> None:
        self.names = tuple(load_deck(self.game))
        self.learner = DeckLearner(self.game, self.names, self.path)
        self.learner.begin_empty()

    def play(self, number: int, most_cards: int | None = None, lamp: Troubles | None = None) -> Evening:
        """The evening of this number, from 1, under its own lamp or another."""
        evening, seed = Evening(), self.seed * 100 + number
        self._number, self._rng = number, Random(f"{self.seed} {self.game} {number}")
        self._met = {each.card for each in self.learner.deck.references}
        match = open_match(1, demo_header(self.game, 2, seed=seed))
        table = self._lay_table(lamp or LAMPS[(number - 1) % len(LAMPS)], seed)
        eye = Eye(self.reader, deck=self.learner.used, layout=table.layout, inventory=self.names)
        seat = _Seat(self, evening, table, TableWatcher(eye), PlacedCards(table, self._rng))
        for card, place in _laid_cards(match, seed, seat):
            seat.lay(card, place)
            if most_cards is not None and evening.cards >= most_cards:
                break
        evening.known = self.learner.known[0]
        return evening

    def _lay_table(self, lamp: Troubles, seed: int) -> SimulatedTable:
        layout = load_layout(self.game)
        faces = StrangeFaces(
            self.seed, layout.card.height_mm / layout.card.width_mm, self.names, self.painter
        )
        return SimulatedTable(layout, faces.draw, size_px=self.size_px, troubles=lamp, seed=seed)

    def has_met(self, card: str) -> bool:
        return card in self._met

    def confirm(self, watcher: TableWatcher, evening: Evening, card: str, seen: CardSeen) -> None:
        """Somebody confirms a card, once in a while under the name of another."""
        if self._rng.random() < self.wrong_share:
            likely = [name for name, _ in seen.candidates if name != card]
            others = likely[:1] or [name for name in self.names if name != card]
            card, evening.misled = self._rng.choice(others), evening.misled + 1
        if seen.patch is not None:
            source = f"evening {self._number}, card {evening.cards}"
            teach(self.learner, watcher, (Sighting(card, seen.patch, source),))


@dataclass
class _Seat:
    """The table of one evening, and who sits at it."""

    household: Household
    evening: Evening
    table: SimulatedTable
    watcher: TableWatcher
    placed: PlacedCards
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.camera = SimulatedCamera(self.table, lambda: self.seconds)
        self.look()

    def look(self) -> Steady | None:
        """Wait until the table was read; None if nothing was noticed."""
        for _ in range(_PATIENCE_FRAMES):
            self.seconds += FRAME_SECONDS
            frame = self.camera.read()
            steady = None if frame is None else self.watcher.update(frame)
            if steady is not None:
                return steady
        return None

    def lay(self, card: str, place: str) -> None:
        """A card has come to lie: it is read, named if it must be, and confirmed."""
        seen, evening = self._wait_for(place), self.evening
        evening.cards += 1
        if seen is None:
            evening.unseen += 1
        elif seen.card is None:
            evening.asked += 1
            evening.again += self.household.has_met(card)
        else:
            evening.sure += 1
            evening.wrong += seen.card != card
        if seen is not None:
            self.household.confirm(self.watcher, evening, card, seen)

    def _wait_for(self, place: str) -> CardSeen | None:
        """The card at a place; a look at another place may come first."""
        for _ in range(_LOOKS):
            seen = self._find(place, self.look())
            if seen is not None:
                return seen
        return None

    def _find(self, place: str, steady: Steady | None) -> CardSeen | None:
        if steady is None:
            return None
        if not self.table.layout.free:
            return next((each.card for each in steady.places if each.place == place), None)
        x, y = self.table.camera.to_picture([self.table.things[place].centre_mm])[0]
        near = [(abs(centre(each)[0] - x) + abs(centre(each)[1] - y), each) for each in steady.cards]
        return min(
            (pair for pair in near if pair[0] < _NEAR_MM * 2), key=lambda pair: pair[0], default=(0, None)
        )[1]


def _laid_cards(match: Match, seed: int, seat: _Seat) -> Iterator[tuple[str, str]]:
    """Each card of a game as it comes to lie, with its place; what leaves the table leaves it."""
    for place, lying in match.game.lying(match.state).items():
        seat.placed.lay(place, lying)
        yield lying.card, place
    for event in islice(play_out(match, Random(seed)), 400):
        after = match.play(event)[1]
        yield from (
            _loose_cards(match, event, seat)
            if seat.table.layout.free
            else _placed_cards(match, after, event, seat.placed)
        )
        match = after


def _placed_cards(
    before: Match, after: Match, event: Event, placed: PlacedCards
) -> Iterator[tuple[str, str]]:
    old, new = (each.game.lying(each.state) for each in (before, after))
    laid: Table = {place: Lying(card) for place, card in before.game.laid(before.state, event).items()}
    for place in [place for place in old if place not in new and place not in laid]:
        placed.lift(place)
    for place, lying in {**laid, **{p: each for p, each in new.items() if old.get(p) != each}}.items():
        if any(each.name == place for each in placed.table.layout.places):
            placed.lift(place)
            placed.lay(place, lying)
            yield lying.card, place
    for place in laid:
        if place not in new:
            placed.lift(place)


def _loose_cards(match: Match, event: Event, seat: _Seat) -> Iterator[tuple[str, str]]:
    placed, table = seat.placed, seat.table
    for card in event.loose_cards:
        key = placed.new_key()
        table.put(key, Thing(card, placed.free_spot(), placed.rng.uniform(0, 360)))
        yield card, key
    for key in list(table.things):
        table.lift(key)
    seat.look()
