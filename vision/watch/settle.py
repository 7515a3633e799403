"""Watching: which cells of the picture move or have changed comes in with the time, when to look goes out.

No picture is touched here and no clock is read: `watch = watch.after(glance)` with the glance's own time.
A cell is one square of a coarse grid over the small grey frame.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product

from vision.watch.settings import SETTINGS

_Cell = tuple[int, int]  # column, row
Cells = frozenset[_Cell]
NONE: Cells = frozenset()


class Phase(Enum):
    """What the table is doing."""

    STILL = "still"  # as last read
    MOVING = "moving"  # something moves
    SETTLING = "settling"  # changed, and still for a moment
    COVERED = "covered"  # still, but a hand rests in the picture


@dataclass(frozen=True, slots=True)
class MotionReport:
    """One small frame: the cells that moved since the last one, and those that differ from the table read.

    `uncovered` are those of the changed cells that look as they did before the table read: whatever lay there
    has left, so they are no hand. `faint`: what moves is no more than a shadow or a lamp's light.
    """

    seconds: float
    moving: Cells = NONE
    changed: Cells = NONE
    uncovered: Cells = NONE
    faint: bool = False


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """It is time to look: these cells have changed (perhaps none); a hand seems to rest over the others.

    `touched`: what moved or was covered since it was read: another card may lie there however little has
    changed. `rests`: what has lain still for so long that it may be the light or a cup, or still a hand: only
    a card that is in sight as a whole is to be believed there.
    """

    changed: Cells
    hand: Cells = NONE
    everything: bool = False
    rests: Cells = NONE
    touched: Cells = NONE


@dataclass(frozen=True, slots=True)
class SettleDetector:
    """The watch as it stands; `look` is set on the one glance at which the table should be read."""

    grid: tuple[int, int]  # columns, rows
    phase: Phase = Phase.STILL
    quiet_since: float | None = None
    changed: Cells = NONE
    looked: Cells | None = None  # what the looks were about, so that they are not asked for again
    rested: bool = False  # whether a still hand was already looked at
    look: ReadRequest | None = None
    hand: Cells = NONE
    arm: Cells = NONE  # seen since nothing moves: a lamp's bands may cut it off from the edge meanwhile
    resting: Cells = NONE  # the hand that was looked at as it lay still, as long as it lies so
    touched: Cells = NONE  # what moved or differed since it was last looked at
    stirs: Mapping[_Cell, tuple[float, float]] = field(default_factory=dict)  # faint: since when, when last

    def after(self, glance: MotionReport, light_change_seconds: float | None = None) -> "SettleDetector":
        """The watch after one more glance; a glance under our own changing light tells nothing."""
        lit = math.inf if light_change_seconds is None else light_change_seconds
        if 0 <= glance.seconds - lit < SETTINGS.light_seconds:
            return replace(self, look=None)
        if glance.moving and not glance.faint:
            hand = find_hand((glance.changed - glance.uncovered) | glance.moving, self.grid)
            resting = NONE if glance.moving & self.resting else self.resting
            touched = self.touched | glance.moving | glance.changed
            moving = SettleDetector(self.grid, Phase.MOVING, changed=glance.changed)
            return replace(moving, hand=hand, resting=resting, touched=touched)
        return self._when_stirred(glance)._when_quiet(glance)

    def _when_stirred(self, glance: MotionReport) -> "SettleDetector":
        """A shadow moves somewhere: what it touches waits, all else need not."""
        now, pause = glance.seconds, SETTINGS.moment_seconds
        begun = {cell: span for cell, span in self.stirs.items() if now - span[1] <= pause}
        since = {
            cell: min((begun[each][0] for each in around(cell) if each in begun), default=now)
            for cell in glance.moving
        }
        stirred = replace(self, stirs=begun | {cell: (start, now) for cell, start in since.items()})
        moving = glance.moving - stirred._lamp_lit
        if not moving:
            return stirred
        return replace(
            stirred,
            touched=self.touched | _meeting(glance.changed, moving),
            resting=NONE if moving & self.resting else self.resting,
            looked=None if self.looked is None else self.looked - moving,
        )

    @property
    def _lamp_lit(self) -> Cells:
        """Where a lamp's light moves, with what it meets."""
        lit = (cell for cell, (since, last) in self.stirs.items() if last - since >= SETTINGS.lasting_seconds)
        return frozenset(cell for each in lit for cell in around(each))

    def restless(self, seconds: float) -> Cells:
        """Where something faint moved a moment ago that is no lamp's light."""
        stirs, recent = self.stirs.items(), SETTINGS.settle_seconds
        return frozenset(cell for cell, (_, last) in stirs if seconds - last < recent) - self._lamp_lit

    def when_read(self, read: Cells) -> "SettleDetector":
        """These cells are read: if they change again, without anything moving, that is another look."""
        return replace(self, looked=None if self.looked is None else NONE, touched=self.touched - read)

    def _when_quiet(self, glance: MotionReport) -> "SettleDetector":
        """Nothing moves: wait until it has been so for long enough, then look once."""
        since = glance.seconds if self.quiet_since is None else self.quiet_since
        arm = find_hand(glance.changed - glance.uncovered, self.grid)
        if 2 * len(self.arm & glance.changed) > len(self.arm):
            arm |= self.arm
        quiet = replace(self, quiet_since=since, changed=glance.changed, look=None, arm=arm)
        if not glance.changed and not self.touched:
            return replace(quiet, phase=Phase.STILL, hand=NONE, looked=None)
        if glance.seconds - since < SETTINGS.settle_seconds:
            return replace(quiet, phase=Phase.SETTLING)
        restless = self.restless(glance.seconds)
        rests = glance.seconds - since >= SETTINGS.rest_seconds and not restless
        # Where an arm is as grey as the table it falls apart; as it moved it was whole.
        whole = arm | (self.hand & glance.changed - glance.uncovered if arm & self.hand else NONE)
        if quiet.hand and not self.rested and rests:
            return quiet._rests_long(whole)
        return quiet._settled(restless, whole)

    def _rests_long(self, arm: Cells) -> "SettleDetector":
        """A hand that does not move may be something else: a look at everything."""
        look = ReadRequest(self.changed, everything=True, rests=arm)
        looked = self.changed | self.touched
        return replace(self, phase=Phase.COVERED, looked=looked, rested=True, resting=arm, look=look)

    def _settled(self, restless: Cells, arm: Cells) -> "SettleDetector":
        """Still for long enough: a look at what has changed or was touched, but for what a hand hides.

        What has rested for so long that it was looked at as a whole counts as a hand no more until it moves.
        """
        everything = self.rested or len(self.changed) > SETTINGS.largest_hand * math.prod(self.grid)
        hand = NONE if everything else arm
        busy = hand | _meeting(self.changed, restless)
        free, touched = self.changed - busy, self.touched - busy
        settled = replace(self, phase=Phase.COVERED if hand else Phase.SETTLING, hand=hand)
        if free | touched <= (self.looked or NONE) and (self.looked is not None or restless):
            return settled
        look = ReadRequest(free, busy, everything and not busy, self.resting, touched)
        return replace(settled, looked=free | touched | (self.looked or NONE), look=look)


def find_hand(changed: Cells, grid: tuple[int, int]) -> Cells:
    """The cells of every large change that reaches in from the picture's edge: arms do, cards do not."""
    inside = frozenset(product(range(1, grid[0] - 1), range(1, grid[1] - 1)))
    arms = (part for part in parts(changed) if len(part) >= SETTINGS.smallest_hand and not part <= inside)
    return NONE.union(*arms)


def _meeting(cells: Cells, others: Cells) -> Cells:
    """The connected parts of some cells that meet others, with those."""
    return NONE.union(*(part for part in parts(cells | others) if part & others)) if others else NONE


def parts(cells: Cells) -> Iterator[Cells]:
    """The connected parts of a set of cells; corners connect."""
    left = set(cells)
    while left:
        part, edge = set[_Cell](), {left.pop()}
        while edge:
            part |= edge
            edge = {near for cell in edge for near in around(cell)} & left
            left -= edge
        yield frozenset(part)


def around(cell: _Cell) -> Iterator[_Cell]:
    """A cell and its eight neighbours."""
    return product(range(cell[0] - 1, cell[0] + 2), range(cell[1] - 1, cell[1] + 2))
