"""The devices as the config wants them: settings come in, an open camera and panel go out."""

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from companion.settings import Config
from hardware.buttons import PATIENT_ALL
from hardware.camera import Camera, Picture, open_camera
from hardware.errors import CameraMissing, HardwareError
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
        muted=not (config.sounds.on and config.sounds.buzzer),
        patient=PATIENT_ALL,  # every button may mean something else when it is held
    )


def open_table_camera(
    config: Config, simulated: Callable[[float], Picture] | None = None
) -> tuple[Camera, HardwareError | None]:
    """The camera of the config; where `auto` finds none, the simulated table and the reason.

    A camera that is named and not there is raised as a HardwareError: nobody wants to play on a drawing
    because a plug has come loose.
    """
    name = config.camera.name
    try:
        return open_camera(name, size=config.camera.size, simulated=simulated), None
    except CameraMissing as error:
        if name != "auto" or simulated is None:
            raise
        return open_camera("simulated", simulated=simulated), error
