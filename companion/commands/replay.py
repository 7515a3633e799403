"""Run the companion again on a bundle, headless, and tell whether it does the same.

Exit code 0: the same events were recorded; 1: others.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a file that companion bundle saved")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Replay and compare."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.app.flight import Bundle
    from companion.app.replaying import Player

    bundle = Bundle.load(arguments.bundle)
    with tempfile.TemporaryDirectory() as folder:
        result = Player(bundle, Path(folder), None).run()
    if arguments.json:
        print(json.dumps({"same": result.same, "then": result.then, "now": result.now}))
        return int(not result.same)
    print(f"{result.frames} frames and {result.presses} presses again")
    for name, events in (("then", result.then), ("now", result.now)):
        print(f"{name}:")
        print("".join(f"  {json.dumps(event)}\n" for event in events), end="")
    print("the same" if result.same else "NOT the same")
    return int(not result.same)
