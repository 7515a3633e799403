"""Motion: small grey frames come in, which cells moved or changed goes out; the cheap test of every frame."""

from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from vision.fast_median import medians
from vision.types import Floats, Ints, Mask
from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Cells, MotionReport

Grey = npt.NDArray[np.uint8]


class Motion:
    """Compares each small frame with the one before and with the table as it was last read."""

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._read: Grey | None = None
        self._before: Grey | None = None  # the table as it was read before that

    def grid(self, grey: Grey) -> tuple[int, int]:
        """Columns and rows of cells over a frame."""
        height, width = grey.shape
        return max(1, width // SETTINGS.cell_px), max(1, height // SETTINGS.cell_px)

    def glance(self, grey: Grey, seconds: float) -> MotionReport:
        """What moved since the last frame, and what differs from the table as it was read."""
        if self._last is None or self._last.shape != grey.shape:
            self._last, self._read, self._before = grey, None, None
        apart = self._apart(grey, self._last)
        moving = _standing_out(apart, SETTINGS.moving)
        columns, rows = self.grid(grey)
        uncovered = NONE
        if self._read is None:
            changed = frozenset(product(range(columns), range(rows)))
        else:
            since = apart if self._read is self._last else self._apart(grey, self._read)
            changed = _standing_out(since, SETTINGS.changed)
        if changed and self._before is not None:
            uncovered = changed - _standing_out(self._apart(grey, self._before), SETTINGS.changed)
        self._last = grey
        small = len(moving) < SETTINGS.largest_hand * columns * rows
        return MotionReport(seconds, moving, changed, uncovered, bool(small and apart.max() < SETTINGS.faint))

    def changed_pixels(self, grey: Grey) -> Mask:
        """Where a frame differs from the table as it was read, point by point."""
        if self._read is None:
            return np.full(grey.shape, 255, np.uint8)
        now, then = (cv2.blur(each, (3, 3)) for each in (grey, _in_bands_of(grey, self._read)))
        apart = cv2.absdiff(now, then)
        return np.asarray(cv2.threshold(apart, SETTINGS.point_changed, 255, cv2.THRESH_BINARY)[1], np.uint8)

    def is_elsewhere(self, grey: Grey) -> bool:
        """Whether most of a frame differs from the table as it was read, in whatever light."""
        apart = None if self._read is None else self._apart(grey, self._read)
        return apart is not None and float(medians(apart.ravel())) > SETTINGS.changed

    def refresh(self, grey: Grey) -> None:
        """Nothing has changed: follow slow light and what a lamp did to bright spots."""
        self._read = grey

    def accept(self, grey: Grey, only: Cells | None = None, *, moved: bool = False) -> None:
        """The table is read as this frame shows it, or only these cells of it; the others stay as they were.

        `moved`: the camera has, so that what was seen before tells nothing more.
        """
        if self._read is None or only is None:
            self._before, self._read = None if moved else self._read, grey
            return
        columns, rows = self.grid(grey)
        cells = np.zeros((rows, columns), np.uint8)
        for x, y in only:
            cells[y, x] = 1
        read = cv2.resize(cells, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        self._read = np.where(read > 0, grey, self._read)

    def _apart(self, grey: Grey, other: Grey) -> Grey:
        """How much two frames differ in each cell, whatever the light of their rows."""
        means = self._means(grey, other)
        return self._means(grey, _in_bands_of(grey, other)) if means.max() > SETTINGS.moving else means

    def _means(self, grey: Grey, other: Grey) -> Grey:
        apart = cv2.absdiff(grey, other)
        return np.asarray(cv2.resize(apart, self.grid(grey), interpolation=cv2.INTER_AREA), np.uint8)


def _standing_out(apart: Grey, least: float) -> Cells:
    """The cells that differ by more than this and than most do."""
    if apart.max() <= least:
        return NONE
    limit = max(least, SETTINGS.noise_factor * float(medians(apart.ravel())))
    rows, columns = np.nonzero(apart > limit)
    return frozenset(zip(columns.tolist(), rows.tolist(), strict=True))


def _in_bands_of(grey: Grey, other: Grey) -> Grey:
    """The other frame with the light that each row has in this one.

    A lamp that flickers with the mains paints bands across a picture, another time elsewhere. They are alike
    in all parts of a row, which an arm or a card is not; where the parts disagree or are blown out, the rows
    around them tell.
    """
    gains = _row_gains(grey, other)
    if gains is None:
        return other
    # What is blown out in one frame and not in the other, if only in one colour, rises less than the rest of
    # its row: what lies between is no change.
    slack = np.minimum(SETTINGS.most_bleached, SETTINGS.bleaches * np.abs(gains - 1))
    levels = other.astype(np.float32)
    lit, least, most = (cv2.convertScaleAbs(levels * (gains * share)) for share in (1, 1 - slack, 1 + slack))
    white = cv2.threshold(other, SETTINGS.blown_out - 1, 255, cv2.THRESH_BINARY)[1]
    between = cv2.max(cv2.min(grey, cv2.max(most, white)), least)
    dim = cv2.threshold(cv2.max(lit, other), SETTINGS.never_bleached - 1, 255, cv2.THRESH_BINARY_INV)[1]
    return np.asarray(cv2.copyTo(lit, dim, between), np.uint8)


def _row_gains(grey: Grey, other: Grey) -> Floats | None:
    """How much brighter each row of this frame is than the other's; None where no row tells."""
    now, then = _samples(grey), _samples(other)
    bleached = np.maximum(now, then) > SETTINGS.blown_out
    ratios = now / then
    ratios[bleached] = np.inf
    unbleached = SETTINGS.band_samples - bleached.sum(axis=2)
    parts = _medians_of_first(ratios, unbleached)
    parts[4 * unbleached < SETTINGS.band_samples] = np.inf
    told = np.isfinite(parts)
    count = told.sum(axis=1)
    brightest = np.where(told, parts, 0).max(axis=1)
    alike = (count > 1) & (brightest < SETTINGS.band_agree * parts.min(axis=1))
    if not alike.any():
        return None
    rows = np.arange(len(parts))
    gains = _medians_of_first(parts, count)[alike]
    return np.asarray(np.interp(rows, rows[alike], gains)[:, None], np.float32)


def _samples(grey: Grey) -> Floats:
    """The light of each row at points of each of its parts, at least one grey level."""
    size = (SETTINGS.band_parts * SETTINGS.band_samples, grey.shape[0])
    levels = np.maximum(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), 1)
    return np.asarray(levels.reshape(-1, SETTINGS.band_parts, SETTINGS.band_samples), np.float32)


def _medians_of_first(values: Floats, counts: Ints) -> Floats:
    """Over the last axis, of so many of the least values."""
    ordered, last = np.sort(values), np.maximum(counts - 1, 0)
    start = np.arange(0, values.size, values.shape[-1]).reshape(counts.shape)
    low, high = (ordered.ravel().take(start + middle) for middle in (last // 2, (last + 1) // 2))
    return np.asarray((low + high) / 2, np.float32)
