"""The real picamera2 over the stand-in for libcamera: threads, jobs, buffers and file descriptors are its own.

Time is the test's: a frame comes only while somebody waits for one, and each is a frame's time later.
"""

import importlib
import os
import selectors
import sys
import types

from tests.fakes import libcamera
from tests.fakes.pins import Clock

FRAME_SECONDS = 1 / 15
PATIENCE_SECONDS = 20.0  # of the machine's own time; only a broken test waits so long


class PretendHeap:
    """Buffers as a DMA heap gives them, from plain memory."""

    denied = False

    def __init__(self) -> None:
        if self.denied:
            raise PermissionError(13, "Permission denied", "/dev/dma_heap/linux,cma")
        self._open: int | None = os.memfd_create("heap")

    def alloc(self, name: str, size: int):
        from picamera2.dma_heap import UniqueFD

        fd = os.memfd_create(name)
        os.ftruncate(fd, size)
        return UniqueFD(fd)

    def close(self) -> None:
        fd, self._open = self._open, None
        if fd is not None:
            os.close(fd)


class RealWorld:
    """The Pi around the camera, in the words of `tests.fakes.picamera2.World`."""

    def __init__(self, model: str = "imx708") -> None:
        self.clock = Clock()
        self.sensor = libcamera.Sensor(
            model, f"/base/soc/i2c0mux/i2c@1/{model}@1a", self.clock, autofocus=model == "imx708"
        )
        self.manager = libcamera.CameraManager([self.sensor])
        self.opened: list = []

    @property
    def camera(self):
        return self.opened[-1]

    @property
    def controls_set(self) -> list[dict]:
        return self.sensor.controls_set

    def unplug(self) -> None:
        self.manager.cameras = []

    def close(self) -> None:
        self.manager.close()


def install(monkeypatch, world: RealWorld) -> None:
    """Make `import picamera2` find the real one, with everything below it played by the tests."""
    for name in [each for each in sys.modules if each.split(".")[0] == "picamera2"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    for name, parts in UNUSED.items():
        monkeypatch.setitem(sys.modules, name, _unused(name, parts))
    monkeypatch.setattr(selectors, "DefaultSelector", _QuickSelector)
    module = importlib.import_module("picamera2")
    for name in [each for each in sys.modules if each.split(".")[0] == "picamera2"]:
        monkeypatch.setitem(sys.modules, name, sys.modules[name])  # so that they go again afterwards
    allocator = importlib.import_module("picamera2.allocators.dmaallocator")
    monkeypatch.setattr(allocator, "DmaHeap", type("Heap", (PretendHeap,), {"world": world}))
    monkeypatch.setattr(allocator, "fcntl", types.SimpleNamespace(ioctl=lambda *_: 0))
    _close_only_what_was_made(allocator.DmaAllocator)
    monkeypatch.setattr(module, "Picamera2", _in_test_time(module.Picamera2, world))


# What picamera2 imports for pictures, films and windows that we never ask it for.
UNUSED = {
    "PIL": ("Image",),
    "piexif": (),
    "pidng": (),
    "pidng.core": ("PICAM2DNG",),
    "pidng.camdefs": ("Picamera2Camera",),
    "prctl": (),
    "pykms": ("PixelFormat",),
    "simplejpeg": (),
}


def _close_only_what_was_made(allocator: type) -> None:
    """Its destructor would fail, into nobody's ear, for one that was refused its heap."""
    close = allocator.__del__
    allocator.__del__ = lambda self: close(self) if hasattr(self, "mapped_buffers") else None


class _QuickSelector(selectors.EpollSelector):
    """Its threads look five times a second whether they are to end: for tests that is slow."""

    def select(self, timeout=None):
        return super().select(None if timeout is None else timeout / 20)


class _Anything:
    """A class whose every attribute is another such class: enough for annotations and tables."""

    def __getattr__(self, name: str) -> "_Anything":
        return _Anything()


def _unused(name: str, parts: tuple[str, ...]) -> types.ModuleType:
    module = types.ModuleType(name)
    for part in parts:
        setattr(module, part, _Anything())
    return module


def _in_test_time(original: type, world: RealWorld) -> type:
    class Picamera2(original):
        def __init__(self, *arguments) -> None:
            super().__init__(*arguments)
            world.opened.append(self)

        def wait(self, job, timeout=None):
            assert timeout is not None, "waits for ever"
            spent = 0.0
            while not job._future.done():
                if spent >= timeout or not self._next_frame():
                    world.clock.wait(max(0.0, timeout - spent))
                    return job.get_result(timeout=0.05)
                spent += FRAME_SECONDS
            return job.get_result(timeout=PATIENCE_SECONDS)

        def _next_frame(self) -> bool:
            import time

            before = self.frames
            world.clock.wait(FRAME_SECONDS)
            if not world.sensor.tick():
                world.clock.wait(-FRAME_SECONDS)
                return False
            until = time.monotonic() + PATIENCE_SECONDS
            while self.frames == before and time.monotonic() < until:
                time.sleep(0.0005)
            with self.lock:  # until the loop has dealt with the frame
                return True

    return Picamera2
