"""Run the companion again on a saved problem report and say whether it does the same.

The exit code is 0 if the same moves were recorded, and 1 if they differ or if there was nothing to compare: a
report that was saved while no companion was running holds neither pictures nor presses.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import locale_of
from companion.config import add_language
from companion.errors import CompanionError
from companion.locale import Locale

if TYPE_CHECKING:
    from companion.app.headless import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a file saved by companion bundle")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object; same is null if nothing was compared"
    )
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay and compare."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.app.bundles import BadBundle, Bundle
    from companion.app.headless import BundlePlayer

    locale = locale_of(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            result = BundlePlayer(Bundle.load(arguments.bundle), Path(folder)).run()
    except BadBundle as error:
        raise CompanionError(error.said(locale)) from error
    if arguments.json:
        print(json.dumps(as_object(result)))
    else:
        print("\n".join(as_lines(result, locale)))
    return int(not (result.compared and result.same))


def as_object(result: "Replay") -> dict[str, Any]:
    """The result for programs; `same` is null where nothing could be compared."""
    same = result.same if result.compared else None
    return {"same": same, "frames": result.frames, "then": result.then, "now": result.now}


def as_lines(result: "Replay", locale: Locale) -> list[str]:
    """The result for people."""
    if not result.compared:
        return [locale.say("replay.nothing", events=result.recorded)]
    lines = [locale.say("replay.again", frames=result.frames, presses=result.presses)]
    lines += [] if result.frames else [locale.say("replay.no-pictures")]
    for name, events in (("then", result.then), ("now", result.now)):
        lines += [locale.say(f"replay.{name}"), *(f"  {json.dumps(event)}" for event in events)]
    return [*lines, locale.say("replay.same" if result.same else "replay.other")]
