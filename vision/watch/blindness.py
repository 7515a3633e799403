"""Whether the camera sees anything: small grey frames come in, what makes them useless goes out."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from vision.watch.motion import Grey


class Blind(Enum):
    """Why a camera's pictures tell nothing of the table."""

    DARK = "dark"  # no light, or a cap on the lens
    BRIGHT = "bright"  # all white
    PLAIN = "plain"  # something smooth fills the picture, or the camera sends one colour
    FROZEN = "frozen"  # the same picture again and again
    SIZE = "size"  # pictures of another size than those before
    AWAY = "away"  # it looks at something else than the table


@dataclass(frozen=True, slots=True)
class _BlindnessLimits:
    """From where on a picture is useless.

    Fitted on empty rendered tables of every kind, lit from 0.25 to 2 times as brightly, whose detail came to
    1.42 at least, and on frames of one colour with noise of 6 grey levels, whose detail came to 1.1 at most.
    """

    dark: float = 30.0  # mean grey level
    bright: float = 240.0
    detail: float = 1.4  # grey levels by which a coarse picture differs from its own blur
    even: float = 3.0  # spread of grey levels over a whole frame of one colour
    told_seconds: float = 1.0  # a shorter blindness is not worth a word
    frozen_seconds: float = 3.0  # a living sensor never gives the very same picture for so long


_LIMITS = _BlindnessLimits()
_COARSE = 6  # pixels of a frame that become one: noise is averaged out, and a tag still shows
BLUR = 7  # of those


class Blindness:
    """Follows the small frames of one camera; `now` is what is wrong with the newest one."""

    def __init__(self, limits: _BlindnessLimits = _LIMITS) -> None:
        self.now: Blind | None = None
        self._limits = limits
        self._since: float | None = None
        self._seconds = 0.0
        self._last: Grey | None = None
        self._new_since = 0.0  # when a picture came that differed from the one before
        self._shape: tuple[int, ...] | None = None

    @property
    def told(self) -> Blind | None:
        """What is wrong, once it has been so for long enough."""
        late = self._since is not None and self._seconds - self._since >= self._limits.told_seconds
        return self.now if late else None

    def update(self, grey: Grey, seconds: float, *, has_tags: bool, away: bool = False) -> Blind | None:
        """What is wrong with a frame, if anything; where tags lie, no table is plain."""
        self._shape = self._shape or grey.shape
        wrong = Blind.SIZE if grey.shape != self._shape else self._judge(grey, has_tags)
        if wrong is None and self._is_frozen(grey, seconds):
            wrong = Blind.FROZEN
        if wrong is None and away:
            wrong = Blind.AWAY
        if wrong is None or self.now is None:
            self._since = None if wrong is None else seconds
        self.now, self._seconds = wrong, seconds
        return wrong

    def _judge(self, grey: Grey, has_tags: bool) -> Blind | None:
        height, width = grey.shape
        coarse = cv2.resize(grey, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
        mean, spread = (float(each[0][0]) for each in cv2.meanStdDev(coarse))
        fine = cv2.subtract(coarse, cv2.blur(coarse, (BLUR, BLUR)), dtype=cv2.CV_16S)
        limits, detail = self._limits, float(cv2.meanStdDev(fine)[1][0][0])
        if detail >= limits.detail or not (has_tags or spread < limits.even):
            return None
        if mean < limits.dark:
            return Blind.DARK
        return Blind.BRIGHT if mean > limits.bright else Blind.PLAIN

    def _is_frozen(self, grey: Grey, seconds: float) -> bool:
        if self._last is None or not np.array_equal(self._last, grey):
            self._last, self._new_since = grey, seconds
        return seconds - self._new_since >= self._limits.frozen_seconds
