"""The table's watcher: frames come in one by one, steady tables go out, each read over a few frames.

Cheap while nothing happens: only the small grey frame is compared. When the table has settled, the tags are
found again and only the places that changed are read; what a hand hides is left for later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import cv2
import numpy as np

from storage import replace_file
from vision.decks import Deck
from vision.eye import Eye
from vision.find import see_silhouettes
from vision.geometry import as_quad, fill
from vision.observation import CardSeen, PlaceSeen
from vision.plane.layout import Drift, drifted
from vision.plane.mat import MatSeen, MatStatus, is_knocked, see_mat
from vision.types import Floats, Picture, Place, Plane, Quad, Region
from vision.watch.blindness import Blind, Blindness
from vision.watch.cards import (
    as_they_came,
    cells_of,
    combine_cards,
    combine_places,
    covered_share,
    cut_out,
    is_among,
    is_half_seen,
    is_read,
    is_whole,
    known_card,
    once_each,
    region_of,
    still_there,
    under,
)
from vision.watch.motion import Grey, Motion
from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Phase, ReadRequest, SettleDetector, find_hand
from vision.watch.strays import Strays, find_backs


class Frame(Protocol):
    """One moment: a small grey picture for motion, the large one on demand, and when they were taken."""

    @property
    def grey(self) -> Grey: ...

    @property
    def picture(self) -> Picture: ...

    @property
    def seconds(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Steady:
    """A table that stands still: the places that were read, or the cards where they lie anyhow."""

    seconds: float
    places: tuple[PlaceSeen, ...] = ()
    cards: tuple[CardSeen, ...] = ()
    hidden: frozenset[str] = frozenset()
    mat: MatStatus = MatStatus.LOST
    strays: tuple[CardSeen, ...] = ()  # cards that came to lie beside the places, or upon one that lies there
    face_down: int = 0  # of the cards that lie anyhow


@dataclass(frozen=True, slots=True)
class _Task:
    """A reading under way: what to read, and what the frames so far showed."""

    look: ReadRequest
    places: tuple[Place, ...]
    hidden: frozenset[str]
    rested_on: frozenset[str] = frozenset()  # places on which something rests that may be a hand
    seen: Mapping[str, tuple[PlaceSeen, ...]] = field(default_factory=dict)  # of each place, frame by frame
    cards: tuple[tuple[CardSeen, ...], ...] = ()
    kept: tuple[CardSeen, ...] | None = None  # cards lying anyhow that are known to lie as before
    region: Region | None = None  # where others are looked for; None: everywhere
    waited: frozenset[str] = frozenset()  # places over which a hand would have moved by now


class TableWatcher:
    """Follows one camera over one layout; `update` is called with every frame."""

    def __init__(self, eye: Eye, *, lying: Mapping[str, str] = MappingProxyType({})) -> None:
        """`lying`: the cards that a record has at places; where they do lie they need only be checked."""
        if eye.layout is None:
            raise ValueError("a watcher needs a layout")
        self.eye = eye
        self.layout = eye.layout
        self.mat = MatSeen(eye.plane, MatStatus.LOST)
        self.drift = Drift()
        self.phase = Phase.SETTLING  # what the table is doing
        self.blind: Blind | None = None  # why the camera tells nothing of it, when that lasts
        self._motion = Motion()
        self._blindness = Blindness()
        self._looks_away = False  # the camera, since it showed no tag and something else than the table
        self._asked_seconds = 0.0  # when such a camera was last asked for tags
        self._watch = SettleDetector((0, 0))  # its grid is that of the first frame
        self._task: _Task | None = None
        self._all_read = False
        self._vague: dict[str, float] = {}  # places under something, and when to read them again
        self._knocked = False  # until a table is read from where the camera hangs now
        self._cards: tuple[CardSeen, ...] = ()
        self._picture: Picture | None = None  # the last one that was read
        self._hidden: frozenset[str] = frozenset()
        self._lying: dict[str, str | None] = {**lying}  # as last read, see `known_card`
        self._strays = Strays()
        self._backs: tuple[Quad, ...] = ()  # of cards that lie face down among those lying anyhow

    def use_deck(self, deck: Deck) -> None:
        """Read with another deck from now on, as with one that has grown."""
        self.eye = replace(self.eye, deck=deck)
        self.eye.get_ready()

    def save_picture(self, path: Path) -> bool:
        """Keep the last picture that was read; False when there is none or the disk refuses."""
        if self._picture is None:
            return False
        try:
            replace_file(path, bytes(cv2.imencode(path.suffix, self._picture)[1]))
        except OSError:
            return False
        return True

    def update(self, frame: Frame, light_change_seconds: float | None = None) -> Steady | None:
        """Take in a frame; a steady table comes out on the frame that completes its reading."""
        if not any(self._watch.grid):
            self.eye.get_ready()
            self._watch = SettleDetector(self._motion.grid(frame.grey))
        if self._is_blind(frame):
            self._task = None
            return None
        glance = self._motion.glance(frame.grey, frame.seconds)
        self._watch = self._watch.after(glance, light_change_seconds)
        self.phase = self._watch.phase
        moving = self.phase is Phase.MOVING
        stirred = glance.moving & self._watch.restless(glance.seconds)
        if moving or (self._task and stirred & (self._task.look.changed | self._task.look.touched)):
            self._task = None
        if moving:
            return None
        if self.phase is Phase.STILL:
            self._motion.refresh(frame.grey)
        look = self._watch.look or self._second_look(frame.seconds)
        if look is not None:
            self._task = self._begin(frame, look)
        if self._task is None:
            return self._look_for_strays(frame)
        return self._go_on(frame, self._task)

    def _look_for_strays(self, frame: Frame) -> Steady | None:
        """What changed beside the places has its turn when nothing else is to be read."""
        plane = self.mat.plane
        if plane is None or not self._strays.wanted:
            return None
        read = partial(self.eye.read_anyhow, frame.picture, self.mat)
        spots = self._spots(plane, drifted(self.layout, self.drift).places)
        if not self._strays.search(read, self._scale(plane), tuple(spots.values())):
            return None
        under = self._strays.lie_upon(spots)
        self._vague |= dict.fromkeys(under, frame.seconds)
        return Steady(frame.seconds, (), (), self._hidden, self.mat.status, self._strays.told)

    def _spots(self, plane: Plane, places: Sequence[Place]) -> dict[str, Quad]:
        """Where on the picture a card lies that lies exactly at its place."""
        return {place.name: as_quad(plane.to_picture(place.corners_mm())) for place in places}

    def _scale(self, plane: Plane) -> Floats:
        """Cells of the small frame for each pixel of the picture."""
        return np.asarray(np.array(self._watch.grid) / plane.size_px, np.float64)

    def _is_blind(self, frame: Frame) -> bool:
        """Whether a frame tells nothing; a camera that looks elsewhere is asked for tags now and then."""
        if self._looks_away and frame.seconds - self._asked_seconds >= SETTINGS.moment_seconds:
            self._asked_seconds = frame.seconds
            self._looks_away = not see_mat(frame.picture).tags
        has_tags = self.mat.status is not MatStatus.LOST
        wrong = self._blindness.update(frame.grey, frame.seconds, has_tags=has_tags, away=self._looks_away)
        self.blind = self._blindness.told
        return wrong is not None

    def _second_look(self, seconds: float) -> ReadRequest | None:
        """What rested on some places has moved, and all is as it was: now they can be read."""
        free = self.phase is Phase.STILL and self.mat.plane is not None
        return ReadRequest(NONE) if self._due(seconds) and free and self._task is None else None

    def _due(self, seconds: float) -> frozenset[str]:
        """The places that something seemed to be over and that are to be read again by now."""
        due, plane = frozenset(place for place, due in self._vague.items() if seconds >= due), self.mat.plane
        if not due or not self._watch.resting or plane is None:
            return due
        cells = cells_of(drifted(self.layout, self.drift).places, plane, self._scale(plane))
        return due - under(self._watch.resting, cells)

    def _begin(self, frame: Frame, look: ReadRequest) -> _Task | None:
        """The tags first, then which places to read."""
        picture, before = frame.picture, self.mat
        seen = see_mat(picture, self.mat)
        if before.tags and not seen.tags and self._motion.is_elsewhere(frame.grey):
            self._looks_away, self._asked_seconds = True, frame.seconds
            return None
        self.mat = seen
        self._knocked = self._knocked or is_knocked(before, self.mat)
        if before.plane is not None and self.mat.plane is not None:
            self._strays.carry(before.plane, self.mat.plane)
        if self._knocked:
            changed = look.changed | look.hand | look.touched
            look = ReadRequest(changed, everything=True, rests=look.rests)
        plane, due = self.mat.plane, self._due(frame.seconds)
        if not look.changed and not look.touched and not due:
            return None
        if self.layout.free or plane is None:
            return None if self._is_covered(look, frame.seconds) else _Task(look, (), frozenset())
        everything = look.everything or not self._all_read
        if everything and not look.hand:
            self.drift = self.eye.align(picture, plane)
        places = drifted(self.layout, self.drift).places
        cells = cells_of(places, plane, self._scale(plane))
        hidden = under(look.hand, cells)
        self._all_read = self._all_read or not hidden
        wanted = cells.keys() if everything else due | under(look.changed or look.touched, cells)
        read = tuple(place for place in places if place.name in wanted - hidden)
        return _Task(look, read, hidden, under(look.rests, cells), waited=due)

    def _is_covered(self, look: ReadRequest, seconds: float) -> bool:
        """Whether a hand may be over cards lying anyhow; what stirs elsewhere is waited for only a moment."""
        if self._watch.hand or not look.hand or not look.changed:
            return bool(look.hand)
        stirs = seconds - (self._watch.quiet_since or seconds) < SETTINGS.moment_seconds
        if stirs:
            self._watch = replace(self._watch, looked=None)  # so that it is asked for again
        return stirs

    def _go_on(self, frame: Frame, task: _Task) -> Steady | None:
        """Read one more frame; after enough of them the table is known."""
        task = self._read_free(frame, task) if self.layout.free else self._read_places(frame, task)
        if self._unsure_places(task) or not self._are_certain(task.cards):
            self._task = task
            return None
        self._task = None
        return self._finish(frame, task)

    def _finish(self, frame: Frame, task: _Task) -> Steady:
        """Enough frames are read: take the table as they show it together."""
        look, plane, before = task.look, self.mat.plane, self._cards
        together = self.layout.free or look.everything or not look.changed
        self._watch = self._watch.when_read(look.changed | look.touched if together else look.changed)
        changed = self._motion.changed_pixels(frame.grey) if self.layout.free else None
        if look.changed:
            only = look.changed | look.touched if look.hand else None
            self._motion.accept(frame.grey, only, moved=self._knocked)
        self._picture = frame.picture
        places, cards = cut_out(
            frame.picture, self.mat, self._tell_places(frame, task), combine_cards(task.cards), task.places
        )
        self._cards = self._with_covered(cards, look)
        if self._knocked:
            self._backs = ()
        elif changed is not None and plane is not None:
            size = self.layout.card.size_mm
            see = partial(see_silhouettes, frame.picture)
            self._backs = find_backs(self._backs, changed, plane, size, before, self._cards, see)
        if plane is not None and not self.layout.free:
            self._strays.note(look, places, self._scale(plane))
        self._knocked = False
        told, hidden, backs = self._strays.told, self._hidden, len(self._backs)
        return Steady(frame.seconds, places, self._cards, hidden, self.mat.status, told, backs)

    def _tell_places(self, frame: Frame, task: _Task) -> tuple[PlaceSeen, ...]:
        """The places that can be told of; those that something may be over are read again later."""
        places = tuple(combine_places(each) for each in task.seen.values())
        vague = {each.place: 0.0 for each in places if each.place in task.rested_on and not is_whole(each)}
        places = tuple(each for each in places if each.place not in vague)
        read_near = partial(self.eye.read_anyhow, frame.picture, self.mat)
        plane = self.mat.plane
        if plane is not None:
            spots = self._spots(plane, drifted(self.layout, self.drift).places)
            moved = task.look.changed | task.look.touched
            places = self._strays.tell_apart(read_near, places, task.seen, spots, task.waited)
            places = self._strays.clear(places, spots, moved, self._scale(plane))
        half = {each.place for each in places if is_half_seen(each, self._lying.get(each.place))}
        half -= {*task.waited, *(each.place for each in self._strays.told)}
        vague |= dict.fromkeys(half, frame.seconds + SETTINGS.rest_seconds)
        places = tuple(each for each in places if each.place not in half)
        self._lying |= {each.place: known_card(each) for each in places}
        read = {each.name for each in task.places}
        self._vague = {place: due for place, due in self._vague.items() if place not in read} | vague
        self._hidden = task.hidden | vague.keys()
        return places

    def _with_covered(self, cards: tuple[CardSeen, ...], look: ReadRequest) -> tuple[CardSeen, ...]:
        """Cards lying anyhow, with those known before that a resting hand covers now."""
        plane = self.mat.plane
        if plane is None or not self._cards:
            return cards
        hand = find_hand(look.changed, self._watch.grid) if self._watch.rested else NONE
        scale = self._scale(plane)
        missed = [card for card in self._cards if not is_among(card, cards)]
        hidden = [card for card in missed if covered_share(card, hand, scale) > 0]
        return as_they_came((*cards, *hidden), self._cards)

    def _read_places(self, frame: Frame, task: _Task) -> _Task:
        """Read those places once more that are not certain yet; cards that hardly changed are checked."""
        places = self._unsure_places(task)
        lying = self._lying if task.look.everything or not task.look.changed else {}
        seen = self.eye.look_at_places(frame.picture, self.mat, places, lying) if places else ()
        more = {each.place: (*task.seen.get(each.place, ()), each) for each in seen}
        return replace(task, seen={**task.seen, **more})

    def _unsure_places(self, task: _Task) -> list[Place]:
        """The places that another frame is needed for: one is enough for what lies as it did."""
        return [place for place in task.places if not self._is_certain(task.seen.get(place.name, ()))]

    def _is_certain(self, seen: Sequence[PlaceSeen]) -> bool:
        if len(seen) == 1:
            known = known_card(seen[0])
            return known is not None and known == self._lying.get(seen[0].place)
        told = {(each.state, each.card and each.card.card) for each in seen}
        alike = len(seen) == 2 and len(told) == 1 and (seen[0].card is None or is_read(seen[0]))
        return alike or len(seen) >= SETTINGS.frames

    def _are_certain(self, frames: Sequence[Sequence[CardSeen]]) -> bool:
        """Whether cards lying anyhow were read often enough."""
        if not self.layout.free or len(frames) >= SETTINGS.frames:
            return True
        names = [sorted(card.card or "" for card in cards) for cards in frames]
        return len(names) == 2 and names[0] == names[1] and "" not in names[0]

    def _read_free(self, frame: Frame, task: _Task) -> _Task:
        if task.kept is None:
            task = self._keep_known(frame, task)
        kept = task.kept or ()
        if not task.look.changed and len(kept) == len(self._cards):
            return replace(task, cards=(kept,) * SETTINGS.frames)
        if task.cards and self._is_shown_again(frame, task.cards[-1], kept):
            return replace(task, cards=(*task.cards, task.cards[-1]))
        found = self.eye.read_anyhow(
            frame.picture, self.mat, region=task.region, known=tuple(card.corners for card in kept)
        )
        new = [still_there(card, self._cards) for card in found if not is_among(card, kept)]
        came = [card for card in new if task.look.everything or self._has_come(card, new, frame.grey)]
        return replace(task, cards=(*task.cards, once_each([*kept, *came])))

    def _is_shown_again(self, frame: Frame, cards: Sequence[CardSeen], kept: Sequence[CardSeen]) -> bool:
        """Whether another frame shows the cards that came, where they were found: it need not be searched."""
        came = [card for card in cards if card not in kept]
        sure = bool(came) and all(card.card is not None for card in came)
        return sure and all(self.eye.still_shown(frame.picture, self.mat, came))

    def _has_come(self, card: CardSeen, found: Sequence[CardSeen], grey: Grey) -> bool:
        """Whether an unread card is one: something changed where it lies and no other card does."""
        if card.card is not None or is_among(card, self._cards) or self.mat.plane is None:
            return True
        scale = np.array(grey.shape[::-1]) / self.mat.plane.size_px
        others = [np.array(each.corners) * scale for each in (*found, *self._cards) if each is not card]
        own = fill(grey.shape, np.array(card.corners) * scale) & ~fill(grey.shape, others)
        changed = self._motion.changed_pixels(grey)[own > 0]
        return not changed.size or float(np.mean(changed > 0)) >= SETTINGS.touched

    def _keep_known(self, frame: Frame, task: _Task) -> _Task:
        """Which known cards lie as they did, and in which part of the picture others are looked for.

        A card over which something passed is read where it lies before it is believed: a like card in its
        pose changes next to nothing in the small frame.
        """
        plane, look = self.mat.plane, task.look
        if plane is None or self._picture is None or look.everything:
            return replace(task, kept=())
        scale = self._scale(plane)
        lying = [card for card in self._cards if covered_share(card, look.changed, scale) < SETTINGS.touched]
        touched = [card for card in lying if covered_share(card, look.changed | look.touched, scale) > 0]
        shown = self.eye.still_shown(frame.picture, self.mat, touched)
        others = [card for card, same in zip(touched, shown, strict=True) if not same]
        region = region_of(look.changed, others, plane, scale, max(self.layout.card.size_mm))
        kept = tuple(card for card in lying if card not in others) if region is not None else ()
        return replace(task, kept=kept, region=region)
