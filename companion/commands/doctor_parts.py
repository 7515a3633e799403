"""The parts that `companion doctor` looks at: a config and its surroundings come in, findings go out."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from assets import ASSETS
from companion.app.devices import camera_options, make_panel
from companion.app.display import Tried, connected_screens
from companion.config import Loaded, data_folder
from companion.config_keys import Config
from companion.decks import BadDeck, load_deck
from companion.games import GAMES
from companion.locale import LANGUAGES
from companion.terminal import find_log
from hardware.cameras import Camera, Frame, Picture, open_camera
from hardware.errors import CameraMissing, HardwareError
from hardware.frames import CameraState, sharpness
from hardware.panel import Panel
from hardware.voice import find_programs
from vision.decks import SUFFIX
from vision.decks import load_deck as load_own_deck
from vision.errors import VisionError
from vision.plane.tags import TAGS, find_tags
from vision.read.network import MODEL, Network

_LEAST_MEGABYTES = 200
_FRAMES = 15  # about a second: the first ones are dark
_MOST_FRAMES = 300  # twenty seconds: three times the lens went through its whole way
_SILENT = 2  # so many reads in vain and a camera counts as silent
_FONT_MAGIC = (b"\x00\x01\x00\x00", b"OTTO", b"true", b"ttcf")
# Bits of `vcgencmd get_throttled`: what happens now, and sixteen higher what has happened since the start.
_THROTTLED = {0: "voltage", 1: "slow", 2: "slow", 3: "hot"}
_BUTTON_PARTS = ("yes", "no", "next", "discard", "action")


class State(Enum):
    """How a part is."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: the sentence is `doctor.<part>.<code>`, what to do `doctor.<part>.<code>-do`."""

    part: str
    state: State
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def run_tool(words: list[str]) -> str | None:
    """What a system tool says; None when it is not there or refuses."""
    if shutil.which(words[0]) is None:
        return None
    done = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def count_tags(picture: Picture) -> int:
    """How many corner tags are in a picture."""
    return len(find_tags(picture))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Everything outside that a test wants to play itself."""

    root: Path = Path("/")
    data: Path = field(default_factory=data_folder)
    assets: Path = ASSETS
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    open_camera: Callable[..., Camera] = open_camera
    make_panel: Callable[[Config], Panel] = make_panel
    count_tags: Callable[[Picture], int] = count_tags
    run_tool: Callable[[list[str]], str | None] = run_tool
    wait: Callable[[float], None] = time.sleep
    which: Callable[[str], str | None] = shutil.which


def examine(loaded: Loaded, around: Surroundings) -> Iterator[Finding]:
    """Every part, one after the other."""
    config = loaded.config
    yield _look_at_config(loaded)
    camera, frame = _look_at_camera(config, around)
    yield camera
    yield _look_at_tags(frame, around)
    yield look_at_display(around)
    yield from _look_at_panel(config, around)
    yield _look_at_sound(config, around)
    yield _look_at_voice(around)
    yield _look_at_fonts(around)
    yield _look_at_model(around)
    yield _look_at_decks(config, around)
    yield _look_at_disk(around)
    yield _look_at_power(around)
    yield _look_at_log(config, around)


def _look_at_log(config: Config, around: Surroundings) -> Finding:
    journal = find_log(around.root)
    facts = {"level": config.log.level, "command": journal}
    return Finding("log", State.OK, "journal" if journal else "terminal", facts)


def _look_at_config(loaded: Loaded) -> Finding:
    facts = {"path": str(loaded.path), "count": len(loaded.problems)}
    if loaded.problems:
        return Finding("config", State.BROKEN, "mistakes", facts)
    if not loaded.path.exists():
        return Finding("config", State.MISSING, "absent", facts)
    return Finding("config", State.OK, "made" if loaded.made else "ok", facts)


def _look_at_camera(config: Config, around: Surroundings) -> tuple[Finding, Frame | None]:
    """Whether the camera gives a picture, and the picture."""
    name = config.camera.name
    try:
        with around.open_camera(name, options=camera_options(config)) as camera:
            frame = _warm_up(camera)
            if frame is None:
                return Finding("camera", State.BROKEN, "silent", {"name": camera.name}), None
            height, width = frame.picture.shape[:2]  # asked for now: it is gone after the camera is closed
            facts = {"name": camera.name, "width": width, "height": height}
            facts |= {"sharpness": round(sharpness(frame.picture))}
            if camera.trouble is not None:
                return Finding("camera", State.BROKEN, "troubled", facts | {"reason": camera.trouble}), frame
            return Finding("camera", State.OK, "ok", facts), frame
    except CameraMissing as error:
        return Finding("camera", State.MISSING, "missing", {"reason": error}), None
    except HardwareError as error:
        return Finding("camera", State.BROKEN, "broken", {"reason": error}), None


def _warm_up(camera: Camera) -> Frame | None:
    last, silent = None, 0
    for number in range(_MOST_FRAMES):
        frame = camera.read(2.0)
        silent = silent + 1 if frame is None else 0
        last = frame or last
        if silent == _SILENT or (number + 1 >= _FRAMES and camera.state is not CameraState.SETTLING):
            break
    return last


def _look_at_tags(frame: Frame | None, around: Surroundings) -> Finding:
    if frame is None:
        return Finding("tags", State.MISSING, "no-picture")
    facts = {"found": around.count_tags(frame.picture), "all": len(TAGS)}
    if facts["found"] == len(TAGS):
        return Finding("tags", State.OK, "ok", facts)
    return Finding("tags", State.MISSING, "some" if facts["found"] else "none", facts)


def look_at_display(around: Surroundings) -> Finding:
    """Whether a screen is connected and may be used, and what was tried in vain."""
    desktop = around.environment.get("WAYLAND_DISPLAY") or around.environment.get("DISPLAY")
    if desktop:
        return Finding("display", State.OK, "desktop", {"name": desktop})
    connected = connected_screens(around.root)
    if not connected:
        pins_only = _pin_screens(around.root)
        if pins_only:
            return Finding("display", State.BROKEN, "fbtft", {"name": pins_only[0]})
        return Finding("display", State.MISSING, "missing")
    name, number = next(iter(connected.items()))
    return _look_at_screen(name, around.root / f"dev/dri/card{number}", around)


def _look_at_screen(name: str, card: Path, around: Surroundings) -> Finding:
    modes_file = around.root / "sys/class/drm" / name / "modes"
    modes = modes_file.read_text().split() if modes_file.exists() else []
    facts = {"name": name, "mode": modes[0] if modes else "?", "device": str(card)}
    if not os.access(card, os.R_OK | os.W_OK):
        return Finding("display", State.BROKEN, "denied", facts)
    tried = Tried.load(around.data / "display.json")
    if tried.failed and not tried.worked:
        told = "; ".join(f"{way}: {reason}" for way, reason in tried.failed)
        return Finding("display", State.BROKEN, "dark", facts | {"tried": told})
    return Finding("display", State.OK, "ok", facts)


def _pin_screens(root: Path) -> list[str]:
    names = [path.read_text().strip() for path in sorted((root / "sys/class/graphics").glob("fb*/name"))]
    return [name for name in names if name.startswith("fb_")]


def _look_at_panel(config: Config, around: Surroundings) -> Iterator[Finding]:
    with around.make_panel(config) as panel:
        problems = {problem.part: problem.reason for problem in panel.problems}
        if "pins" in problems:
            for part in ("pins", "lights", "buzzer"):
                yield Finding(part, State.MISSING, "missing", {"reason": problems["pins"]})
            return
        yield _look_at_buttons(problems, panel, around)
    dark = {part: reason for part, reason in problems.items() if part in ("green", "red")}
    yield _one_of_pins("lights", dark)
    yield _one_of_pins("buzzer", {part: problems[part] for part in problems if part == "buzzer"})


def _look_at_buttons(problems: Mapping[str, str], panel: Panel, around: Surroundings) -> Finding:
    failed = {part: problems[part] for part in _BUTTON_PARTS if part in problems}
    if failed:
        return _one_of_pins("pins", failed)
    around.wait(0.1)  # a pin needs a moment to be pulled up
    if panel.down():
        names = ", ".join(button.value for button in panel.down())
        return Finding("pins", State.BROKEN, "stuck", {"buttons": names})
    return Finding("pins", State.OK, "ok")


def _one_of_pins(part: str, failed: Mapping[str, str]) -> Finding:
    if not failed:
        return Finding(part, State.OK, "ok")
    name, reason = next(iter(failed.items()))
    code = "busy" if "busy" in reason.lower() else "broken"
    return Finding(part, State.BROKEN, code, {"names": ", ".join(failed), "name": name, "reason": reason})


def _look_at_sound(config: Config, around: Surroundings) -> Finding:
    if not config.sounds.on:
        return Finding("sound", State.OK, "muted")
    listed = around.root / "proc/asound/cards"
    lines = listed.read_text().splitlines() if listed.exists() else []
    cards = [line.split("- ")[-1].strip() for line in lines if "]: " in line]
    if not cards:
        return Finding("sound", State.MISSING, "missing")
    controls = sorted((around.root / "dev/snd").glob("controlC*"))
    if not any(os.access(path, os.R_OK | os.W_OK) for path in controls):
        return Finding("sound", State.BROKEN, "denied", {"name": cards[0]})
    return Finding("sound", State.OK, "ok", {"name": ", ".join(cards)})


def _look_at_voice(around: Surroundings) -> Finding:
    found = find_programs(LANGUAGES, around.data / "voices", around.which)
    if not found:
        return Finding("voice", State.MISSING, "missing")
    voices = ", ".join(f"{language}: {program.name}" for language, program in found.items())
    return Finding("voice", State.OK, "ok", {"voices": voices})


def _look_at_fonts(around: Surroundings) -> Finding:
    files = list((around.assets / "fonts").glob("*.[to]tf"))
    broken = [path.name for path in files if path.read_bytes()[:4] not in _FONT_MAGIC]
    if broken:
        return Finding("fonts", State.BROKEN, "broken", {"name": ", ".join(sorted(broken))})
    if not files:
        return Finding("fonts", State.MISSING, "missing", {"folder": str(around.assets / "fonts")})
    return Finding("fonts", State.OK, "ok", {"count": len(files)})


def _look_at_model(around: Surroundings) -> Finding:
    path = around.assets / MODEL
    if not path.is_file():
        return Finding("model", State.MISSING, "missing", {"path": str(path)})
    try:
        Network(str(path))
    except VisionError:
        return Finding("model", State.BROKEN, "broken", {"path": str(path)})
    return Finding("model", State.OK, "ok", {"kilobytes": round(path.stat().st_size / 1024)})


def _look_at_decks(config: Config, around: Surroundings) -> Finding:
    try:
        for game in GAMES:
            load_deck(game)
    except BadDeck as error:
        return Finding("deck", State.BROKEN, "broken", {"reason": str(error)})
    return _look_at_own_decks(config.folders.place("decks", around.data))


def _look_at_own_decks(folder: Path) -> Finding:
    names = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            deck = load_own_deck(path)
        except VisionError as error:
            return Finding("deck", State.BROKEN, "damaged", {"reason": str(error)})
        names.append(f"{deck.name} ({len(deck.cards())})")
    if not names:
        return Finding("deck", State.MISSING, "none", {"folder": str(folder)})
    return Finding("deck", State.OK, "ok", {"names": ", ".join(names)})


def _look_at_disk(around: Surroundings) -> Finding:
    place = next(path for path in (around.data, *around.data.parents) if path.exists())
    if not place.is_dir():
        where = {"folder": str(around.data), "place": str(place)}
        return Finding("disk", State.BROKEN, "impossible", where)
    megabytes = shutil.disk_usage(place).free // 2**20
    facts = {"megabytes": megabytes, "folder": str(around.data)}
    if not os.access(place, os.W_OK):
        return Finding("disk", State.BROKEN, "denied", facts)
    if megabytes < _LEAST_MEGABYTES:
        return Finding("disk", State.BROKEN, "full", facts)
    return Finding("disk", State.OK, "ok", facts)


def _look_at_power(around: Surroundings) -> Finding:
    said = around.run_tool(["vcgencmd", "get_throttled"])
    if said is None:
        return Finding("power", State.OK, "no-pi")
    try:
        bits = int(said.partition("=")[2], 16)
    except ValueError:
        return Finding("power", State.BROKEN, "unknown", {"value": said})
    facts = {"value": f"{bits:#x}"}
    for moment, shift in (("now", 0), ("before", 16)):
        for bit, name in _THROTTLED.items():
            if bits >> (bit + shift) & 1:
                return Finding("power", State.BROKEN, f"{name}-{moment}", facts)
    return Finding("power", State.OK, "ok", facts)
