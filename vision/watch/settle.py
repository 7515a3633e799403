"""Watching: which cells of the picture move or have changed comes in with the time, when to look goes out.

No picture is touched here and no clock is read: `watch = watch.after(glance)` with the glance's own time.
A cell is one square of a coarse grid over the small grey frame.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

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
class _Stir:
    """A cell in which something faint moves: since when, there or beside it, and when last."""

    cell: _Cell
    since: float
    last: float


@dataclass(frozen=True, slots=True)
class SettleDetector:
    """The watch as it stands; `look` is set on the one glance at which the table should be read."""

    grid: tuple[int, int]  # columns, rows
    settle_seconds: float = SETTINGS.settle_seconds
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
    stirs: tuple[_Stir, ...] = ()  # where something faint moves

    def after(self, glance: MotionReport, light_change_seconds: float | None = None) -> "SettleDetector":
        """The watch after one more glance; a glance under our own changing light tells nothing."""
        if _disturbed(glance.seconds, light_change_seconds):
            return replace(self, look=None)
        if glance.moving and not glance.faint:
            hand = find_hand((glance.changed - glance.uncovered) | glance.moving, self.grid)
            return replace(
                self,
                phase=Phase.MOVING,
                quiet_since=None,
                look=None,
                changed=glance.changed,
                hand=hand,
                arm=NONE,
                looked=None,
                rested=False,
                resting=NONE if glance.moving & self.resting else self.resting,
                touched=self.touched | glance.moving | glance.changed,
                stirs=(),
            )
        return self.when_stirred(glance).when_quiet(glance)

    def when_stirred(self, glance: MotionReport) -> "SettleDetector":
        """A shadow moves somewhere: what it touches waits, all else need not."""
        begun = {
            each.cell: each
            for each in self.stirs
            if glance.seconds - each.last <= SETTINGS.lamp_pause_seconds
        }
        met = {
            cell: [begun[each] for each in (cell, *around(cell)) if each in begun] for cell in glance.moving
        }
        now = {
            cell: _Stir(cell, min((stir.since for stir in stirs), default=glance.seconds), glance.seconds)
            for cell, stirs in met.items()
        }
        stirred = replace(self, stirs=tuple((begun | now).values()))
        moving = glance.moving - stirred.lamp_lit
        if not moving:
            return stirred
        return replace(
            stirred,
            touched=self.touched | _meeting(glance.changed, moving),
            resting=NONE if moving & self.resting else self.resting,
            looked=None if self.looked is None else self.looked - moving,
        )

    @property
    def lamp_lit(self) -> Cells:
        """Where a lamp's light moves, with what it meets."""
        lit = (each.cell for each in self.stirs if each.last - each.since >= SETTINGS.lamp_seconds)
        return frozenset(cell for each in lit for cell in (each, *around(each)))

    def restless(self, seconds: float) -> Cells:
        """Where something faint moved a moment ago that is no lamp's light."""
        moved = frozenset(each.cell for each in self.stirs if seconds - each.last < self.settle_seconds)
        return moved - self.lamp_lit

    def when_read(self, read: Cells) -> "SettleDetector":
        """These cells are read: if they change again, without anything moving, that is another look."""
        return replace(self, looked=None if self.looked is None else NONE, touched=self.touched - read)

    def when_quiet(self, glance: MotionReport) -> "SettleDetector":
        """Nothing moves: wait until it has been so for long enough, then look once."""
        since = glance.seconds if self.quiet_since is None else self.quiet_since
        arm = find_hand(glance.changed - glance.uncovered, self.grid)
        if 2 * len(self.arm & glance.changed) > len(self.arm):
            arm |= self.arm
        quiet = replace(self, quiet_since=since, changed=glance.changed, look=None, arm=arm)
        if not glance.changed and not self.touched:
            return replace(quiet, phase=Phase.STILL, hand=NONE, looked=None)
        if glance.seconds - since < self.settle_seconds:
            return replace(quiet, phase=Phase.SETTLING)
        restless = self.restless(glance.seconds)
        rests = glance.seconds - since >= SETTINGS.rest_seconds and not restless
        if quiet.hand and not self.rested and rests:
            return quiet.rests_long()
        return quiet.settled(restless)

    def rests_long(self) -> "SettleDetector":
        """A hand that does not move may be something else: a look at everything."""
        look = ReadRequest(self.changed, everything=True, rests=self.arm)
        looked = self.changed | self.touched
        return replace(self, phase=Phase.COVERED, looked=looked, rested=True, resting=self.arm, look=look)

    def settled(self, restless: Cells) -> "SettleDetector":
        """Still for long enough: a look at what has changed or was touched, but for what a hand hides.

        What has rested for so long that it was looked at as a whole counts as a hand no more until it moves.
        """
        everything = self.rested or len(self.changed) > SETTINGS.largest_hand * self.grid[0] * self.grid[1]
        hand = NONE if everything else self.arm
        phase = Phase.COVERED if hand else Phase.SETTLING
        busy = hand | _meeting(self.changed, restless)
        free, touched = self.changed - busy, self.touched - busy
        if free | touched <= (self.looked or NONE) and (self.looked is not None or restless):
            return replace(self, phase=phase, hand=hand)
        looked = free | touched | (self.looked or NONE)
        look = ReadRequest(free, busy, everything and not busy, self.resting, touched)
        return replace(self, phase=phase, hand=hand, looked=looked, look=look)


def _disturbed(seconds: float, light_change_seconds: float | None) -> bool:
    return light_change_seconds is not None and 0 <= seconds - light_change_seconds < SETTINGS.light_seconds


def find_hand(changed: Cells, grid: tuple[int, int]) -> Cells:
    """The cells of every large change that reaches in from the picture's edge: arms do, cards do not."""
    return frozenset(cell for part in parts(changed) if _is_arm(part, grid) for cell in part)


def _meeting(cells: Cells, others: Cells) -> Cells:
    """The connected parts of some cells that meet others, with those."""
    if not others:
        return NONE
    return frozenset(cell for part in parts(cells | others) if part & others for cell in part)


def _is_arm(part: Cells, grid: tuple[int, int]) -> bool:
    columns, rows = grid
    at_edge = any(x in (0, columns - 1) or y in (0, rows - 1) for x, y in part)
    return at_edge and len(part) >= SETTINGS.smallest_hand


def parts(cells: Cells) -> Iterator[Cells]:
    """The connected parts of a set of cells; corners connect."""
    left = set(cells)
    while left:
        seed = left.pop()
        part, edge = {seed}, [seed]
        while edge:
            near = {cell for cell in around(edge.pop()) if cell in left}
            left -= near
            part |= near
            edge += near
        yield frozenset(part)


def around(cell: _Cell) -> Iterator[_Cell]:
    """The eight neighbours of a cell."""
    x, y = cell
    return ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
