"""Check every part: camera, tags, screen, buttons, lights, sound, voice, fonts, reader, decks, disk,
power, log.

For each part it says whether it is fine, missing or broken, and what to do. The exit code is 1 if something
is broken. A missing part is not an error: the companion works without it.
"""

import argparse
import json
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion import __version__
from companion.commands import add_config, locale_of, writing
from companion.commands.doctor_parts import Finding, State, Surroundings, examine
from companion.config import Loaded, add_language, load
from companion.errors import CompanionError
from companion.locale import Locale
from companion.wiring import draw
from hardware.board import board_model, memory_megabytes
from hardware.errors import HardwareError
from hardware.panel import Panel
from hardware.signals import Button, PressKind, Signal, Sound

_POLL_SECONDS = 0.01
CHECKS = 7  # sentences of the checklist
_SHOW_SECONDS = 1.5
_SHOWN = (
    (Signal.LEGAL, Sound.LEGAL),
    (Signal.ILLEGAL, Sound.ILLEGAL),
    (Signal.UNSURE, Sound.QUESTION),
    (Signal.OFF, None),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_config(parser)
    add_language(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--json", action="store_true", help="print everything as one JSON object, to ask for help"
    )
    what.add_argument(
        "--buttons",
        action="store_true",
        help="test the buttons: show each press until all five have been pressed",
    )
    what.add_argument(
        "--lights", action="store_true", help="test the lights and the buzzer, one after the other"
    )
    what.add_argument(
        "--wiring",
        type=Path,
        metavar="FILE",
        help="save a drawing of the wiring for your pins as this SVG file",
    )
    what.add_argument(
        "--make-config", action="store_true", help="only create the config file, if there is none yet"
    )


def run(arguments: argparse.Namespace) -> int:
    """Look, and say what was found."""
    loaded = load(arguments.config)
    locale = locale_of(arguments)
    if arguments.make_config:
        key = "doctor.config.made" if loaded.made else "doctor.config.ok"
        print(locale.say(key, path=str(loaded.path), count=len(loaded.problems)))
        return 0
    if arguments.wiring:
        with writing(arguments.wiring):
            arguments.wiring.write_text(draw(loaded.config.pins), encoding="utf-8")
        return 0
    around = Surroundings()
    if arguments.buttons or arguments.lights:
        with around.make_panel(loaded.config) as panel:
            _refuse_without_pins(panel, locale)
            return show_buttons(panel, locale) if arguments.buttons else show_lights(panel, locale)
    findings = list(examine(loaded, around))
    if arguments.json:
        print(json.dumps(full_report(findings, loaded, locale), ensure_ascii=False, indent=2))
    else:
        print_findings(findings, loaded, locale)
    return int(any(finding.state is State.BROKEN for finding in findings))


# the findings


def print_findings(findings: Sequence[Finding], loaded: Loaded, locale: Locale) -> None:
    """A line for each part, and under it what to do."""
    for finding in findings:
        state = locale.say(f"doctor.states.{finding.state.value}")
        name = locale.say(f"doctor.parts.{finding.part}")
        print(f"{state:<9} {name:<14} {said(finding, locale)}")
        for line in advice(finding, loaded, locale):
            print(f"{'':<24} {line}")
    counts = {state.value: sum(finding.state is state for finding in findings) for state in State}
    print(locale.say("doctor.summary", **counts))
    if board_model():
        print_checklist(locale)


def print_checklist(locale: Locale) -> None:
    """On a Pi: what no program can prove, for the owner to try."""
    print(locale.say("doctor.only-you"))
    for number in range(1, CHECKS + 1):
        print(f"  [ ] {locale.say(f'doctor.checklist.{number}')}")


def said(finding: Finding, locale: Locale) -> str:
    """What was found, in a sentence."""
    facts = {name: _in_words(value, locale) for name, value in finding.facts.items()}
    return locale.say(f"doctor.{finding.part}.{finding.code}", **facts)


def _in_words(value: Any, locale: Locale) -> Any:
    return locale.say(f"hardware.{value.code}", **value.facts) if isinstance(value, HardwareError) else value


def advice(finding: Finding, loaded: Loaded, locale: Locale) -> list[str]:
    """What to do next: nothing when all is well."""
    if finding.state is State.OK:
        return []
    mistakes = [problem.said(locale) for problem in loaded.problems] if finding.part == "config" else []
    return [*mistakes, locale.say(f"doctor.{finding.part}.{finding.code}-do", **finding.facts)]


def full_report(findings: Sequence[Finding], loaded: Loaded, locale: Locale) -> dict[str, Any]:
    """Everything in one object: the machine and its parts."""
    parts = [
        {
            "part": finding.part,
            "state": finding.state.value,
            "code": finding.code,
            "facts": {name: _in_words(value, locale) for name, value in finding.facts.items()},
            "said": said(finding, locale),
            "do": advice(finding, loaded, locale),
        }
        for finding in findings
    ]
    machine = {
        "version": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "board": board_model(),
        "memory_megabytes": memory_megabytes(),
    }
    return {**machine, "parts": parts}


# buttons and lights


def _refuse_without_pins(panel: Panel, locale: Locale) -> None:
    for problem in panel.problems:
        if problem.part == "pins":
            raise CompanionError(locale.say("doctor.pins.missing", reason=problem.reason))


def show_buttons(
    panel: Panel,
    locale: Locale,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Each press as it comes, until every button has been pressed."""
    print(locale.say("doctor.press-all"), flush=True)
    start, left = clock(), set(Button)
    while left:
        for event in panel.poll(clock()):
            name = locale.say(f"doctor.buttons.{event.button.value}")
            kind = locale.say(f"doctor.kinds.{event.kind.value}")
            print(f"{event.seconds - start:8.3f}  {name:<12} {kind}", flush=True)
            left -= {event.button} if event.kind is PressKind.RELEASED else set()
        wait(_POLL_SECONDS)
    print(locale.say("doctor.all-pressed"))
    return 0


def show_lights(
    panel: Panel,
    locale: Locale,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> int:
    """Green, red, both blinking, each with its sound, then dark."""
    for signal, cue in _SHOWN:
        print(locale.say(f"doctor.signals.{signal.value}"), flush=True)
        panel.show(signal, clock())
        if cue is not None:
            panel.play(cue, clock())
        until = clock() + _SHOW_SECONDS
        while clock() < until:
            panel.poll(clock())
            wait(_POLL_SECONDS)
    return 0
