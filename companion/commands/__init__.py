"""One file a command: each adds its arguments to a parser and runs, giving an exit code. What they share."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.config import add_language, usual_language
from companion.error_words import FileRefused
from companion.errors import CompanionError
from companion.locale import Locale, load_locale
from companion.pdf import PAPERS
from storage import make_folder


def add_config(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="use this config file instead of the usual one"
    )


def locale_of(arguments: argparse.Namespace) -> Locale:
    """The language that is named, else that of the config file, else the system's."""
    named = getattr(arguments, "lang", None)
    return load_locale(named or usual_language(getattr(arguments, "config", None)))


class Subcommand(NamedTuple):
    """What may stand behind a command's name: its line of help, what it does, its own arguments."""

    line: str
    do: Callable[[argparse.Namespace, Locale], int]
    declare: Callable[[argparse.ArgumentParser], object] = lambda parser: None


def add_words(
    parser: argparse.ArgumentParser,
    words: Mapping[str, Subcommand],
    declare_common: Callable[[argparse.ArgumentParser], object] = lambda parser: None,
    *,
    required: bool = False,
) -> None:
    """Declare a command's words, each with its own arguments and those of all."""
    inner = parser.add_subparsers(dest="word", metavar="WHAT", required=required)
    for name, word in words.items():
        each = inner.add_parser(name, help=word.line, description=word.line)
        declare_common(each)
        word.declare(each)


def check_number(option: str, number: int | None, least: int, locale: Locale) -> None:
    """Refuse a number that is too small for its option; one that is not given is not."""
    if number is not None and number < least:
        raise CompanionError(locale.say("options.too-small", option=option, least=least, number=number))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a file is written: a disk that refuses becomes one sentence."""
    try:
        yield
    except OSError as error:
        raise FileRefused("cannot-write", path, error) from error


def prepare_folder(folder: Path) -> None:
    """Make a folder, and refuse one that cannot be written before the work for it is done."""
    with writing(folder):
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass


def add_print_arguments(parser: argparse.ArgumentParser, usual: str) -> None:
    """Declare paper, language and file."""
    parser.add_argument(
        "--paper", choices=sorted(PAPERS), default="a4", help="make pages for this paper (default: a4)"
    )
    add_language(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=Path(usual),
        help=f"save as this file (default: {usual}); - is standard output",
    )


def save_pdf(out: Path, data: bytes, pages: int, locale: Locale) -> None:
    """Write the file and say so; `-` writes the PDF itself to standard output."""
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        return
    with writing(out):
        out.write_bytes(data)
    print(locale.say("print.saved-one" if pages == 1 else "print.saved", file=out, pages=pages))
