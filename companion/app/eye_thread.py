"""The eye thread: a camera's frames come in, steady tables and the camera's state go into a queue.

One frame is looked at at a time; while the eye works, the camera's newer frames replace each other, so that
nothing ever queues up. The main thread empties the queue and is the only one that touches the game.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from companion.app.bundles import BundleRecorder
from hardware.errors import HardwareError
from hardware.frames import Camera, CameraState, Frame
from vision.types import Plane
from vision.watch.blindness import Blind
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady, TableWatcher

Job = Callable[[TableWatcher], object]
_STALL_SECONDS = 2.0  # a camera that gives nothing for so long is reported
_SLOW_SECONDS = 3.0  # a frame that takes longer is worth a line in the log
_SLOW_AGAIN_SECONDS = 60.0  # but not more often than this
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EyeReport:
    """What the eye has to say: a steady table, what the table is doing, how the camera is."""

    seconds: float
    phase: Phase
    camera: CameraState
    steady: Steady | None = None
    plane: Plane | None = None  # where the table lay in the picture of the steady table
    error: BaseException | None = None
    trouble: HardwareError | None = None  # what is wrong with the camera, in words
    blind: Blind | None = None  # why its pictures tell nothing
    jpeg: bytes = b""  # the picture of a steady table, as it was read


class EyeThread:
    """Looks through a camera in a thread of its own until it is closed; closing twice is fine."""

    def __init__(
        self,
        camera: Camera,
        watcher: TableWatcher,
        *,
        light_change: Callable[[], float],
        bundles: BundleRecorder | None = None,
        beat: Callable[[float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.camera, self.watcher, self.bundles = camera, watcher, bundles
        self._light_change, self._beat, self._clock = light_change, beat, clock
        self._queue: SimpleQueue[EyeReport] = SimpleQueue()
        self._stop = threading.Event()
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._last: tuple[object, ...] | None = None
        self._told_slow = float("-inf")
        self._jpeg = b""  # of the last frame that was read

    def start(self) -> "EyeThread":
        self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
        self._thread.start()
        return self

    def take(self) -> list[EyeReport]:
        """Everything seen since the last call, in order."""
        found = []
        while not self._queue.empty():  # nobody else takes anything out
            found.append(self._queue.get())
        return found

    def ask(self, job: Job) -> None:
        """Let the eye thread do something with the watcher between two frames; at once if it has ended."""
        self._jobs.put(job)
        if self._has_ended():
            self._finish_jobs()

    def close(self) -> None:
        """Stop looking; what was asked for before is still done."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)
        if self._has_ended():
            self._finish_jobs()
        self.camera.close()

    def report_problem(self, error: BaseException) -> None:
        self._queue.put(EyeReport(self._clock(), Phase.STILL, self.camera.state, error=error))

    def _has_ended(self) -> bool:
        """Whether no thread uses the watcher any more; one that never began is stepped by its owner."""
        return self._stop.is_set() if self._thread is None else not self._thread.is_alive()

    def _finish_jobs(self) -> None:
        """Do what no frame will come for any more: a card that people confirmed must not be lost."""
        try:
            self._do_jobs()
        except Exception as error:
            logger.exception("what the eye was asked for failed")
            self.report_problem(error)

    def _do_jobs(self) -> None:
        while not self._jobs.empty():
            self._jobs.get()(self.watcher)

    def _run(self) -> None:
        while not self._stop.is_set() and self.camera.state is not CameraState.CLOSED:
            try:
                self.step()
            except Exception as error:  # the failsafe shows it; the next frame is a new chance
                logger.exception("the eye failed")
                self.report_problem(error)
                self._stop.wait(1.0)
            if self.camera.state is CameraState.FINISHED:
                return

    def step(self) -> None:
        """One frame, or the report that none came."""
        frame = self.camera.read(_STALL_SECONDS)
        if self._beat is not None:
            self._beat(self._clock())
        self._do_jobs()
        started = self._clock()
        if frame is None:
            self._report(started, None)
            return
        steady = self._look(frame)
        now = self._clock()
        if now - started > _SLOW_SECONDS and now - self._told_slow > _SLOW_AGAIN_SECONDS:
            self._told_slow = now
            logger.warning("a frame took %.1f seconds", now - started)
        self._report(frame.seconds, steady)

    def _look(self, frame: Frame) -> Steady | None:
        change = self._light_change()
        if self.bundles is None:
            return self.watcher.update(frame, change)
        noted = self.bundles.noted(frame, change)
        steady = self.watcher.update(noted, change)
        self.bundles.keep(noted, self.watcher.phase, steady)
        self._jpeg = noted.jpeg
        return steady

    def _report(self, seconds: float, steady: Steady | None) -> None:
        phase, state, trouble = self.watcher.phase, self.camera.state, self.camera.trouble
        blind = self.watcher.blind
        now = (phase, state, str(trouble), blind)
        if steady is not None or now != self._last:
            self._last = now
            plane = self.watcher.mat.plane
            jpeg = self._jpeg if steady is not None else b""
            self._queue.put(EyeReport(seconds, phase, state, steady, plane, None, trouble, blind, jpeg))
