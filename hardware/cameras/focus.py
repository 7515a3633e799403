"""The lens: one autofocus cycle, followed from frame to frame so that nobody waits, then held for good.

A cycle that fails is tried again; after that the lens rests where a camera above a table usually needs it,
and `failed` tells. Focus found once is held by every later camera of this process, until `restart`.
"""

from typing import Any

_CYCLE_SECONDS = 5.0  # a whole autofocus sweep takes two or three
_CYCLES = 3
_TABLE_DIOPTRES = 1.1  # 90 cm: as high as a Camera Module 3 hangs to see the whole mat
SCANNING, FOCUSED = 1, 2  # libcamera's AfState; 0 is idle, 3 failed
_UNSEEN_SECONDS = 1.0  # a sweep may begin and end between two frames that we take

_found: dict[int, float] = {}  # the lens of each camera, as long as the program runs


class Focus:
    """Follows one camera's lens."""

    def __init__(self, camera_number: int, wanted_dioptres: float = 0.0) -> None:
        self._number, self._wanted = camera_number, wanted_dioptres
        self._cycles_left = 0
        self._began = 0.0
        self._scanned = False
        self.failed = False

    @property
    def busy(self) -> bool:
        return self._cycles_left > 0

    def begin(self, camera: Any, seconds: float) -> None:
        """Hold the lens where it is wanted or was found; otherwise start looking for it."""
        self._cycles_left = 0
        if "AfMode" not in camera.camera_controls:
            return
        position = self._wanted or _found.get(self._number)
        if position:
            _hold(camera, position)
            return
        self._cycles_left, self.failed = _CYCLES, False
        self._start_cycle(camera, seconds)

    def restart(self) -> None:
        """Forget what was found: the camera may hang elsewhere."""
        _found.pop(self._number, None)

    def follow(self, camera: Any, metadata: dict[str, Any], seconds: float) -> None:
        """What a frame tells of the cycle under way."""
        if not self.busy:
            return
        state = int(metadata.get("AfState", 0))
        if state == SCANNING:
            self._scanned = True
        over = self._scanned or seconds - self._began > _UNSEEN_SECONDS
        if state == FOCUSED and over and "LensPosition" in metadata:
            self._end(camera, float(metadata["LensPosition"]))
        elif (state != SCANNING and over) or seconds - self._began > _CYCLE_SECONDS:
            self._try_again(camera, seconds)

    def _try_again(self, camera: Any, seconds: float) -> None:
        self._cycles_left -= 1
        if self._cycles_left:
            self._start_cycle(camera, seconds)
            return
        self.failed = True
        _hold(camera, _TABLE_DIOPTRES)

    def _start_cycle(self, camera: Any, seconds: float) -> None:
        from libcamera import controls

        self._began, self._scanned = seconds, False
        camera.set_controls({"AfMode": controls.AfModeEnum.Auto, "AfTrigger": controls.AfTriggerEnum.Start})

    def _end(self, camera: Any, position: float) -> None:
        self._cycles_left = 0
        _found[self._number] = position
        _hold(camera, position)


def forget_focus() -> None:
    """As in a new process: nothing was found yet."""
    _found.clear()


def _hold(camera: Any, position: float) -> None:
    from libcamera import controls

    camera.set_controls({"AfMode": controls.AfModeEnum.Manual, "LensPosition": position})
