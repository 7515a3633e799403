"""The measure of cost: a frame and a clock come in, times as multiples of one grey conversion go out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from vision.decks import Deck
from vision.eye import Eye, make_eye
from vision.plane.layout import Layout
from vision.plane.mat import see_mat
from vision.read.reader import Reader
from vision.types import Picture, Place
from vision.watch.motion import Grey, Motion

Clock = Callable[[], float]
_NO_DECK = ", no deck"
TARGETS = {
    "idle frame": 0.3,
    "one changed place": 40.0,
    "one changed place" + _NO_DECK: 40.0,
    "all 45 places": 1200.0,
    "all 45 places" + _NO_DECK: 1200.0,
    "all 45 places, as recorded": 300.0,
    "four tags": 15.0,
}
GREY_TRIES, TRIES, UNITS = 40, 7, 5
GREY_WIDTH = 480


@dataclass(frozen=True, slots=True)
class Cost:
    """The unit in milliseconds and each job as a multiple of it."""

    grey_milliseconds: float
    jobs: dict[str, float]


def measure_cost(
    reader: Reader, deck: Deck, layout: Layout, names: tuple[str, ...], frame: Picture, clock: Clock
) -> Cost:
    """All jobs on one frame; OpenCV must run on one thread for the figures to mean anything.

    `names`: the cards of the game, which are read as in a game, with its deck and without one; `frame`: a
    full table of 45 places with the four tags.
    """
    mat = see_mat(frame)
    if mat.plane is None:
        raise RuntimeError("the bench's own frame shows no tags")
    enrolled = make_eye(layout, deck, inventory=names, reader=reader)

    def look(eye: Eye, places: Sequence[Place]) -> Callable[[], object]:
        return lambda: eye.look_at_places(frame, mat, places)

    seen = enrolled.look_at_places(frame, mat, layout.places)
    lying = {each.place: each.card.card for each in seen if each.card and each.card.card}
    small, motion = idle_grey(frame), Motion()
    motion.glance(small, 0.0)
    motion.accept(small)
    jobs: dict[str, Callable[[], object]] = {
        "idle frame": lambda: motion.glance(small, 0.0),
        "idle frame of a webcam": lambda: motion.glance(idle_grey(frame), 0.0),
        "four tags": lambda: see_mat(frame, mat),
        "four tags, first time": lambda: see_mat(frame),
    }
    for with_deck, eye in (("", enrolled), (_NO_DECK, replace(enrolled, deck=None))):
        jobs["one changed place" + with_deck] = look(eye, layout.places[20:21])
        jobs["all 45 places" + with_deck] = look(eye, layout.places)
    jobs["all 45 places, as recorded"] = lambda: enrolled.look_at_places(frame, mat, layout.places, lying)

    def unit() -> object:
        return cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)

    grey = best_of(GREY_TRIES, clock, unit)
    return Cost(grey * 1000, {name: ratio(TRIES, clock, job, unit) for name, job in jobs.items()})


def idle_grey(frame: Picture) -> Grey:
    """The small grey frame that the motion test looks at; a Pi's camera gives it as its second stream."""
    size = (GREY_WIDTH, round(frame.shape[0] * GREY_WIDTH / frame.shape[1]))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def ratio(tries: int, clock: Clock, job: Callable[[], object], unit: Callable[[], object]) -> float:
    """How many units a job takes, in the middle of several tries.

    Machines change their pace, so each try has its own units, taken before and after it; of jobs as of units
    the shortest counts.
    """
    found = []
    for _ in range(tries):
        before = best_of(UNITS, clock, unit)
        taken = best_of(UNITS, clock, job)
        found.append(taken / max(min(before, best_of(UNITS, clock, unit)), 1e-9))
    return median(found)


def best_of(tries: int, clock: Clock, job: Callable[[], object]) -> float:
    """The shortest time: what the job takes when nothing else runs."""
    job()
    times = []
    for _ in range(tries):
        begun = clock()
        job()
        times.append(clock() - begun)
    return min(times)
