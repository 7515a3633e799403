"""What the printing commands share: paper, language and file come in, a saved PDF goes out."""

import argparse
import sys
from pathlib import Path

from companion.config import add_language
from companion.errors import CompanionError
from companion.locale import Locale
from companion.pdf import PAPERS


def add_print_arguments(parser: argparse.ArgumentParser, usual: Path) -> None:
    """Declare paper, language and file."""
    parser.add_argument(
        "--paper", choices=sorted(PAPERS), default="a4", help="make pages for this paper (default: a4)"
    )
    add_language(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=usual,
        help=f"save as this file (default: {usual}); - is standard output",
    )


def save_pdf(out: Path, data: bytes, pages: int, locale: Locale) -> None:
    """Write the file and say so; `-` writes the PDF itself to standard output."""
    if str(out) == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        out.write_bytes(data)
    except OSError as error:
        raise CompanionError(
            f"{out} cannot be written: {(error.strerror or 'no reason given').lower()}"
        ) from error
    print(locale.say("print.saved-one" if pages == 1 else "print.saved", file=out, pages=pages))
