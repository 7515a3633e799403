"""Camera and panel as the config wants them."""

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from companion.settings import Config
from hardware.buttons import PATIENT_ALL
from hardware.cameras.options import CameraOptions
from hardware.panel import Panel, Pins


def make_panel(
    config: Config, *, pin_factory: Any = None, clock: Callable[[], float] = time.monotonic
) -> Panel:
    """Buttons, lights and buzzer; without pins the panel has a problem to tell and goes on with keys."""
    return Panel(
        Pins(**asdict(config.pins)),
        pin_factory=pin_factory,
        clock=clock,
        hold_seconds=config.panel.hold_seconds,
        bounce_seconds=config.panel.bounce_seconds,
        brightness=config.panel.brightness,
        ring=config.panel.ring,
        ring_brightness=config.panel.ring_brightness,
        muted=not (config.sounds.on and config.sounds.buzzer),
        patient=PATIENT_ALL,  # every button may mean something else when it is held
    )


def camera_options(config: Config) -> CameraOptions:
    """How the camera is wanted."""
    camera = config.camera
    return CameraOptions(camera.size, camera.lens, camera.mains, camera.sensor_mode)
