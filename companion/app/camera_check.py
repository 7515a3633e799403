"""Whether there is a camera, before a game needs one: looked for in the background until it is there."""

import logging
import threading
from collections.abc import Callable

from hardware.errors import HardwareError

_AGAIN_SECONDS = 10.0
logger = logging.getLogger(__name__)


class CameraCheck:
    """Looks for the config's camera now and then; `trouble` says meanwhile what is missing."""

    def __init__(self, look: Callable[[], object], again_seconds: float = _AGAIN_SECONDS) -> None:
        self._look, self._again = look, again_seconds
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.trouble: HardwareError | None = None

    def start(self) -> None:
        """Begin to look, in a thread that ends when the camera is found."""
        self._thread = threading.Thread(target=self._run, name="camera-check", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking; a second time does nothing."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._is_there():
            if self._stop.wait(self._again):
                return

    def _is_there(self) -> bool:
        try:
            self._look()
        except HardwareError as error:
            if str(error) != str(self.trouble):
                logger.warning("no camera yet: %s", error)
            self.trouble = error
            return False
        self.trouble = None
        return True
