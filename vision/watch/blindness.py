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
    """Follows the small frames of one camera; `told` is what is wrong, once it has lasted."""

    def __init__(self) -> None:
        self.told: Blind | None = None
        self._since: float | None = None
        self._last: Grey | None = None
        self._new_since = 0.0  # when a picture came that differed from the one before
        self._shape: tuple[int, ...] | None = None

    def update(self, grey: Grey, seconds: float, *, has_tags: bool, away: bool = False) -> Blind | None:
        """What is wrong with a frame, if anything; where tags lie, no table is plain."""
        self._shape = self._shape or grey.shape
        wrong = Blind.SIZE if grey.shape != self._shape else self._judge(grey, has_tags)
        if wrong is None and self._is_frozen(grey, seconds):
            wrong = Blind.FROZEN
        wrong = wrong or (Blind.AWAY if away else None)
        self._since = None if wrong is None else seconds if self._since is None else self._since
        late = self._since is not None and seconds - self._since >= SETTINGS.moment_seconds
        self.told = wrong if late else None
        return wrong

    def _judge(self, grey: Grey, has_tags: bool) -> Blind | None:
        size = (grey.shape[1] // SETTINGS.coarse_px, grey.shape[0] // SETTINGS.coarse_px)
        coarse = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        mean, spread = (float(each[0][0]) for each in cv2.meanStdDev(coarse))
        blurred = cv2.blur(coarse, (SETTINGS.coarse_blur, SETTINGS.coarse_blur))
        detail = float(cv2.meanStdDev(cv2.subtract(coarse, blurred, dtype=cv2.CV_16S))[1][0][0])
        if detail >= SETTINGS.detail or not (has_tags or spread < SETTINGS.even):
            return None
        if mean < SETTINGS.dark:
            return Blind.DARK
        return Blind.BRIGHT if mean > SETTINGS.bright else Blind.PLAIN

    def _is_frozen(self, grey: Grey, seconds: float) -> bool:
        if self._last is None or not np.array_equal(self._last, grey):
            self._last, self._new_since = grey, seconds
        return seconds - self._new_since >= SETTINGS.lasting_seconds
