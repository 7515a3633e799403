"""The command line: arguments come in, one command of `companion/commands/` is loaded and run."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol, cast

from companion import __version__
from companion.config import wished_language
from companion.error_words import say_error, say_refused
from companion.errors import CompanionError
from companion.locale import Locale, load_locale
from companion.terminal import plain_output
from vision.errors import VisionError

# Each name is also the module in companion/commands/ (a dash becomes an underscore).
COMMANDS = {
    "start": "start the companion; this is also what happens without a command",
    "judge": "check every move of a game record against the rules",
    "screens": "save a picture of every screen",
    "bundle": "save the last minutes in one file, to ask for help",
    "replay": "run the companion again on a saved problem report",
    "evening": "keep an evening and measure how well the cards were read",
    "games": "list, show, export, import or delete past games",
    "bench": "measure how fast and how exact the companion is on this machine",
    "mat": "make a PDF with the corner tags and the button labels",
    "cards": "make a PDF with a practice deck in true size",
    "sheet": "make a PDF that explains how to set up a game",
    "calibrate": "calibrate the camera and show where the cards will lie",
    "doctor": "check every part and say what to do",
    "read": "read the cards in photographs of a table",
    "enrol": "teach the companion your own deck",
    "deck": "list, show or mend what the companion knows of your cards",
    "update": "install a newer version, or go back to the previous one",
    "demo": "show a whole game that plays itself",
    "evaluate": "measure how well cards are found and read in labelled pictures",
}
_INTERRUPTED = 130  # the exit code of what Ctrl-C ended
_KEPT = {"": "game", "start": "game", "enrol": "cards"}  # what to know besides that it was stopped
_ALONE = "start"  # the command that runs when none is named


class Command(Protocol):
    """What a module in `companion/commands/` offers; its docstring is the head of its `--help`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it and give back the exit code; what is refused becomes one line and exit code 2."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name and give back its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would stand in front of any JSON
    # For the eye's small products a second thread of numpy's only waits, and takes a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    with plain_output():
        return _run_words(words)


def _run_words(words: Sequence[str]) -> int:
    """Run a command; whatever is wrong becomes one line."""
    name = words[0] if words and words[0] in COMMANDS else ""
    try:
        code = _run_command(name, words[1:]) if name else _run_alone(words)
        sys.stdout.flush()
    except (CompanionError, VisionError) as error:
        return _refuse(name, say_error(error, _find_locale(name, words)))
    except KeyboardInterrupt:
        return _refuse(name, stopped(name, words), _INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        return _refuse(name, say_refused(error, _find_locale(name, words)))
    return code


def _refuse(name: str, sentence: str, code: int = 2) -> int:
    with suppress(OSError):
        begun = "\n" if code == _INTERRUPTED and sys.stderr.isatty() else ""  # the terminal's ^C, a prompt
        print(begun + f"companion {name}".strip() + f": {sentence}", file=sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()
    return code


def stopped(name: str, words: Sequence[str]) -> str:
    """That Ctrl-C ended it, and what is kept."""
    return _find_locale(name, words).say(f"stopped.{_KEPT.get(name, 'plain')}")


def _find_locale(name: str, words: Sequence[str]) -> Locale:
    """The language for what ends a command, whether its arguments could be understood or not."""
    usual = "en" if name == "judge" else None
    return load_locale(wished_language(words, usual))


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _load_command(name: str) -> Command:
    return cast(Command, importlib.import_module(f"companion.commands.{name.replace('-', '_')}"))


def _run_command(name: str, words: Sequence[str]) -> int:
    command = _load_command(name)
    parser = argparse.ArgumentParser(
        prog=f"companion {name}",
        description=(command.__doc__ or "").strip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


def _run_alone(words: Sequence[str]) -> int:
    """No command: help, version, a hint about what was meant, else the app starts."""
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The table companion reads the cards on your table and knows the rules.\n"
        "Without a command, it starts.",
        epilog="commands:\n" + "\n".join(f"  {name:<12}{line}" for name, line in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    if words and not words[0].startswith("-"):
        raise CompanionError(f"there is no command {words[0]!r}; companion --help lists them")
    start = _load_command(_ALONE)
    start.add_arguments(parser)
    return start.run(parser.parse_args(words))
