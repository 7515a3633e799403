"""Which language a command speaks: its arguments and the config file come in, a language goes out.

The same everywhere: what `--lang` says, else the config file's, else the system's where we have it, else
English. Only `judge` speaks English unless it is told otherwise: its lines are read by programs.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.config import ConfigMissing, choose_language, config_path, read
from companion.locale import LANGUAGES

_OPTION = "--lang"


def add_language(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        _OPTION,
        choices=LANGUAGES,
        help="speak this language (default: that of the config file, else of the system)",
    )


def usual_language(config: Path | None = None) -> str:
    """The language where none is named; looking makes no config file, and a bad one is no hindrance."""
    try:
        return choose_language(read(config or config_path()).config.language)
    except ConfigMissing:
        return choose_language("")


def wished_language(words: Sequence[str]) -> str:
    """The language that a command line wishes, whether it could be understood or not."""
    for index, word in enumerate(words):
        name, _, value = word.partition("=")
        value = value or next(iter(words[index + 1 :]), "")
        if name == _OPTION and value in LANGUAGES:
            return value
    return usual_language()
