"""Whether the camera sees anything: small grey frames come in, what makes them useless goes out."""

from enum import Enum

import cv2
import numpy as np

from vision.watch.motion import Grey
from vision.watch.settings import SETTINGS


class Blind(Enum):
    """Why a camera's pictures tell nothing of the table."""

    DARK = "dark"  # no light, or a cap on the lens
    BRIGHT = "bright"  # all white
    PLAIN = "plain"  # something smooth fills the picture, or the camera sends one colour
    FROZEN = "frozen"  # the same picture again and again
    SIZE = "size"  # pictures of another size than those before
    AWAY = "away"  # it looks at something else than the table


class Blindness:
    """Follows the small frames of one camera; `now` is what is wrong with the newest one."""

    def __init__(self) -> None:
        self.now: Blind | None = None
        self._since: float | None = None
        self._seconds = 0.0
        self._last: Grey | None = None
        self._new_since = 0.0  # when a picture came that differed from the one before
        self._shape: tuple[int, ...] | None = None

    @property
    def told(self) -> Blind | None:
        """What is wrong, once it has been so for long enough."""
        late = self._since is not None and self._seconds - self._since >= SETTINGS.told_seconds
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
        coarse = cv2.resize(
            grey, (width // SETTINGS.coarse_px, height // SETTINGS.coarse_px), interpolation=cv2.INTER_AREA
        )
        mean, spread = (float(each[0][0]) for each in cv2.meanStdDev(coarse))
        fine = cv2.subtract(
            coarse, cv2.blur(coarse, (SETTINGS.coarse_blur, SETTINGS.coarse_blur)), dtype=cv2.CV_16S
        )
        detail = float(cv2.meanStdDev(fine)[1][0][0])
        if detail >= SETTINGS.detail or not (has_tags or spread < SETTINGS.even):
            return None
        if mean < SETTINGS.dark:
            return Blind.DARK
        return Blind.BRIGHT if mean > SETTINGS.bright else Blind.PLAIN

    def _is_frozen(self, grey: Grey, seconds: float) -> bool:
        if self._last is None or not np.array_equal(self._last, grey):
            self._last, self._new_since = grey, seconds
        return seconds - self._new_since >= SETTINGS.frozen_seconds
