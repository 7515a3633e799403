"""Keep an evening, and measure from it how well the cards were read.

A kept evening holds pictures of the cards and now and then of the whole table, what was read of them and what
you confirmed; no names. It stays on this machine until you delete it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.commands import Subcommand, add_config, add_words, locale_of, writing
from companion.config import add_language, load
from companion.errors import CompanionError
from companion.locale import Locale


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_words(parser, _WORDS, required=True)


def run(arguments: argparse.Namespace) -> int:
    """Do what the word says."""
    return _WORDS[arguments.word].do(arguments, locale_of(arguments))


def _declare_record(parser: argparse.ArgumentParser) -> None:
    from companion.commands import start

    start.add_arguments(parser)


def _record(arguments: argparse.Namespace, locale: Locale) -> int:
    from companion.commands import start

    return start.run(arguments, keep_evening=True)


def _declare_common(parser: argparse.ArgumentParser) -> None:
    add_config(parser)
    add_language(parser)


def _declare_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "evening", nargs="?", type=Path, help="the file of a kept evening (default: the latest)"
    )
    parser.add_argument("--out", type=Path, metavar="PAGE", help="also write a page that you can send")
    parser.add_argument(
        "--no-pictures", action="store_true", help="leave the pictures of single cards out of the page"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    _declare_common(parser)


def _report(arguments: argparse.Namespace, locale: Locale) -> int:
    from companion.app.evening_recorder import BadEvening, read_lines
    from companion.app.evening_report import measure_evening

    kept = _evenings(arguments)
    path = arguments.evening or (kept[0] if kept else None)
    if path is None:
        raise CompanionError(locale.say("evening.none"))
    try:
        evening = measure_evening(read_lines(path), path)
    except BadEvening as error:
        raise CompanionError(error.said(locale)) from error
    if arguments.json:
        print(json.dumps(evening.as_dict(), ensure_ascii=False))
    else:
        _print(evening, locale)
    if arguments.out is not None:
        _write_page(evening, arguments, locale)
    return 0


def _print(evening: Any, locale: Locale) -> None:
    from companion.app.evening_report import make_tables
    from companion.record.figures import write_rows

    print(locale.say("evening.head", games=evening.games, cards=len(evening.cards)))
    for sheet in make_tables(evening, locale):
        if sheet.rows:
            print("\n".join(["", sheet.title, *write_rows([sheet.columns, *sheet.rows])]))


def _write_page(evening: Any, arguments: argparse.Namespace, locale: Locale) -> None:
    """The page, after what is in it was said in plain words."""
    from companion.app.evening_report import describe_page, make_evening_page
    from storage import replace_file

    told, pictures = sys.stderr if arguments.json else sys.stdout, not arguments.no_pictures
    print(f"\n{describe_page(evening, locale, pictures=pictures)}", file=told, flush=True)
    page = make_evening_page(evening, locale, pictures=pictures)
    with writing(arguments.out):
        replace_file(arguments.out, page.encode("utf-8", "replace"))
    print(locale.say("evening.written", file=arguments.out), file=told)


def _list(arguments: argparse.Namespace, locale: Locale) -> int:
    kept = _evenings(arguments)
    for path in kept:
        print(locale.say("evening.listed", file=path, megabytes=f"{path.stat().st_size / 1e6:.1f}"))
    if not kept:
        print(locale.say("evening.none"))
    return 0


def _declare_delete(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "evening", nargs="?", help="the name of a kept evening, as companion evening list shows it"
    )
    which.add_argument("--all", action="store_true", help="delete every kept evening")
    _declare_common(parser)


def _delete(arguments: argparse.Namespace, locale: Locale) -> int:
    chosen = [
        path for path in _evenings(arguments) if arguments.all or path.name == Path(arguments.evening).name
    ]
    if not chosen:
        raise CompanionError(locale.say("evening.none"))
    for path in chosen:
        path.unlink()
        print(locale.say("evening.deleted", file=path.name))
    return 0


def _evenings(arguments: argparse.Namespace) -> list[Path]:
    from companion.app.evening_recorder import list_evenings
    from companion.app.folders import Folders

    return list_evenings(Folders.of(load(arguments.config).config).evenings)


_WORDS = {
    "record": Subcommand("start the companion and keep this evening", _record, _declare_record),
    "report": Subcommand("measure how well a kept evening's cards were read", _report, _declare_report),
    "list": Subcommand("list the kept evenings", _list, _declare_common),
    "delete": Subcommand("delete kept evenings", _delete, _declare_delete),
}
