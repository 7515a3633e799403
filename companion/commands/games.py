"""List, show, export, import, mend or delete past games.

Name a game by its number in the list (1 is the latest) or by the beginning of its name.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from companion.commands import Subcommand, add_words, writing
from companion.commands.judge import describe, headline
from companion.config import add_language, choose_language, data_folder
from companion.config import load as load_config
from companion.error_words import FileRefused
from companion.errors import CompanionError
from companion.games.values import BadRecord
from companion.locale import Locale, load_locale, one_line
from companion.record.figures import compute_figures, make_stats_page, write_rows, write_stats
from companion.record.history import Damage, GameHistory, Mend, find_damage, read_history
from companion.record.index import ENDING, GameNotFound, Index, pick_game, take_in, take_out
from companion.record.page import make_page
from companion.record.recorder import RecordRefused
from companion.record.session import Session
from companion.record.summary import GameSummary, say_length, say_result, say_when, write_csv


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; without a word the games are listed."""
    _add_common(parser, None)
    add_words(parser, _WORDS, lambda inner: _add_common(inner, argparse.SUPPRESS))


def _add_common(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--folder", type=Path, default=default, help="use the records in this folder instead of the usual one"
    )
    add_language(parser, default)
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Do what the word says; what is wrong is told in the chosen language."""
    _settle(arguments)
    locale = load_locale(arguments.lang)
    if arguments.folder.exists() and not arguments.folder.is_dir():
        raise CompanionError(locale.say("past.no-folder", folder=arguments.folder))
    try:
        return _WORDS[arguments.word or "list"].do(arguments, locale)
    except GameNotFound as error:
        key = "past.several-games" if error.games else "past.no-game"
        raise CompanionError(locale.say(key, word=error.word, games=", ".join(error.games))) from error
    except RecordRefused as error:
        raise CompanionError(error.said(locale)) from error


def _settle(arguments: argparse.Namespace) -> None:
    """What was not said is as the config file has it."""
    if arguments.folder is not None and arguments.lang is not None:
        return
    config = load_config().config
    arguments.folder = arguments.folder or config.folders.place("games", data_folder())
    arguments.lang = arguments.lang or choose_language(config.language)


def _wants_json(arguments: argparse.Namespace) -> bool:
    return getattr(arguments, "json", False)


def _list_games(arguments: argparse.Namespace, locale: Locale) -> int:
    """All games, the latest first; files that are no record are named behind them."""
    index = Index(arguments.folder)
    games = index.games()
    if _wants_json(arguments):
        print(json.dumps([facts.as_dict() for facts in games], ensure_ascii=False))
    elif games:
        keys = ("number", "when", "game", "who", "result", "length", "illegal")
        rows = [[locale.say(f"past.column.{key}") for key in keys]]
        rows += [_list_row(number, facts, locale) for number, facts in enumerate(games, start=1)]
        print("\n".join(write_rows(rows)))
    else:
        print(locale.say("past.none", folder=arguments.folder))
    for name, problem in index.problems().items():
        line = problem.facts.pop("line", 1)
        text = locale.say("past.bad-file", name=name, line=line, reason=locale.bad_record(problem))
        print(text, file=sys.stderr)
    return 0


def _list_row(number: int, facts: GameSummary, locale: Locale) -> list[str]:
    result = say_result(locale, facts)
    if facts.damaged_line:
        result += f" ({locale.say('past.damaged-short', line=facts.damaged_line)})"
    return [
        str(number),
        say_when(locale, facts.began) if facts.began else facts.name,
        locale.say(f"games.{facts.game}"),
        one_line(", ".join(facts.players)),
        result,
        say_length(locale, facts.played_seconds),
        str(facts.illegal),
    ]


def _find(arguments: argparse.Namespace) -> Path:
    """The record that a word names: a file, or a game of the folder."""
    file = Path(arguments.game)
    if file.suffix == ENDING and file.is_file():
        return file
    facts = pick_game(Index(arguments.folder).games(), arguments.game)
    folder: Path = arguments.folder
    return folder / (facts.name + ENDING)


def _read(path: Path, locale: Locale) -> GameHistory:
    with _refusing(path, locale):
        return read_history(path)


@contextmanager
def _refusing(path: Path, locale: Locale) -> Iterator[None]:
    """A record without a readable header is one line of complaint."""
    try:
        yield
    except BadRecord as error:
        raise CompanionError(f"{path}:{error.facts.pop('line', 1)}: {locale.bad_record(error)}") from error


def _show_game(arguments: argparse.Namespace, locale: Locale) -> int:
    """The whole history of a game, the table at its end and the result."""
    history = _read(_find(arguments), locale)
    facts = GameSummary.of(history)
    if _wants_json(arguments):
        print(json.dumps(facts.as_dict(), ensure_ascii=False))
        return 0
    print(headline(history.match, locale))
    print(f"{say_when(locale, facts.began)} · {say_length(locale, facts.played_seconds)}\n")
    for step in history.events:
        print("\n".join(describe(step, locale)))
    print("\n" + "\n".join(history.match.game.drawing(history.match.state, locale.say)))
    print("\n" + say_result(locale, facts))
    if history.fault is not None:
        line = history.fault.facts["line"]
        print(locale.say("past.damaged", line=line, reason=locale.bad_record(history.fault)), file=sys.stderr)
    return 0


def _declare_export(parser: argparse.ArgumentParser) -> None:
    _declare_game(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        help="save it as this .html or .csv file (default: NAME.html); - is standard output",
    )
    parser.add_argument("--csv", action="store_true", help="make a table of the moves instead of a page")


def _export_game(arguments: argparse.Namespace, locale: Locale) -> int:
    history = _read(_find(arguments), locale)
    output: Path | None = arguments.output
    as_csv = arguments.csv or (output is not None and output.suffix == ".csv")
    text = write_csv(history, locale) if as_csv else make_page(history, locale)
    _write_text(text, output or Path(history.name + (".csv" if as_csv else ".html")), locale)
    return 0


def _write_text(text: str, output: Path, locale: Locale) -> None:
    if str(output) == "-":
        sys.stdout.write(text)
        return
    with writing(output):
        output.write_text(text, encoding="utf-8", errors="backslashreplace")
    print(locale.say("past.written", path=output))


def _declare_stats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", type=Path, help="save a page with charts as this .html file; - is standard output"
    )


def _show_stats(arguments: argparse.Namespace, locale: Locale) -> int:
    games = Index(arguments.folder).games()
    figures = compute_figures(games)
    if _wants_json(arguments):
        print(json.dumps(asdict(figures), ensure_ascii=False))
    elif not games:
        print(locale.say("past.no-stats"))
    elif arguments.output:
        _write_text(make_stats_page(figures, locale), arguments.output, locale)
    else:
        print("\n".join(write_stats(figures, locale)))
    return 0


def _declare_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record to import")
    parser.add_argument("--mended", action="store_true", help="accept lines that were changed by hand")


def _import_games(arguments: argparse.Namespace, locale: Locale) -> int:
    worst = 0
    for source in arguments.files:
        try:
            target, is_new = take_in(source, arguments.folder, mended=arguments.mended)
            key = "past.imported" if is_new else "past.imported-before"
            print(locale.say(key, name=source.name, kept=target.stem))
        except BadRecord as error:
            worst = 2
            print(_explain_import(source, error, locale), file=sys.stderr)
        except OSError as error:
            if error.filename not in (None, str(source)):
                raise FileRefused("cannot-write", arguments.folder, error) from error
            worst = 2
            print(FileRefused("refused", source, error).said(locale), file=sys.stderr)
    return worst


def _explain_import(source: Path, error: BadRecord, locale: Locale) -> str:
    line, reason = error.facts.pop("line", 1), locale.bad_record(error)
    if error.key.startswith("seal-"):
        return locale.say("past.seal-refused", name=source.name, line=line, reason=reason)
    return f"{source.name}:{line}: {reason}"


def _declare_mend(parser: argparse.ArgumentParser) -> None:
    _declare_game(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--keep", action="store_true", help="go on from the last good event, without asking")
    how.add_argument("--trust", action="store_true", help="accept every line as it is now, without asking")


def _mend_game(arguments: argparse.Namespace, locale: Locale) -> int:
    """Tell what is wrong with a record and mend it; 1 when it stays as it is."""
    path = _find_record(arguments)
    with _refusing(path, locale):
        damage = find_damage(path)
    if damage is None:
        print(locale.say("past.mend.whole", name=path.stem))
        return 0
    if _wants_json(arguments):
        print(json.dumps({"line": damage.line, "ways": [way.value for way in damage.ways]}))
    else:
        print("\n".join(_tell_damage(path.stem, damage, locale)))
    how = _choose_mend(arguments, damage, locale)
    if how is None:
        print(locale.say("past.mend.left"), file=sys.stderr)
        return 1
    Session.resume(path, mend=how).close()
    print(locale.say("past.mend.done", name=path.stem), file=sys.stderr if _wants_json(arguments) else None)
    return 0


def _find_record(arguments: argparse.Namespace) -> Path:
    broken = [name for name in Index(arguments.folder).problems() if name == arguments.game]
    folder: Path = arguments.folder
    return folder / (broken[0] + ENDING) if broken else _find(arguments)


def _tell_damage(name: str, damage: Damage, locale: Locale) -> list[str]:
    reason = locale.bad_record(damage.error)
    lines = [locale.say("past.mend.line", name=name, line=damage.line, reason=reason)]
    if damage.before is None or damage.match is None:
        return [*lines, locale.say("past.mend.no-header")]
    if damage.last is None:
        return [*lines, locale.say("past.mend.no-event")]
    does = locale.does(damage.match.game.name, damage.last.event, damage.last.verdict.player)
    return [*lines, locale.say("past.mend.last", event=does, events=len(damage.before.events))]


def _choose_mend(arguments: argparse.Namespace, damage: Damage, locale: Locale) -> Mend | None:
    said = Mend.CUT if arguments.keep else Mend.TRUST if arguments.trust else None
    if said is not None and said not in damage.ways:
        raise CompanionError(locale.say(f"past.mend.no-{said.value}"))
    if said is not None or not damage.ways or _wants_json(arguments):
        return said
    words = {locale.say(f"past.mend.word-{way.value}"): way for way in damage.ways}
    for word, way in words.items():
        print(f"  {word}: {locale.say(f'past.mend.{way.value}')}")
    print(locale.say("past.mend.ask"), end=" ", flush=True)
    return words.get(sys.stdin.readline().strip().casefold())


def _declare_delete(parser: argparse.ArgumentParser) -> None:
    _declare_game(parser)
    parser.add_argument("--yes", action="store_true", help="delete without asking")


def _delete_game(arguments: argparse.Namespace, locale: Locale) -> int:
    path = _find(arguments)
    if not arguments.yes and not _is_sure(path, locale):
        print(locale.say("past.kept"))
        return 1
    take_out(path)
    print(locale.say("past.deleted", name=path.stem))
    return 0


def _is_sure(path: Path, locale: Locale) -> bool:
    """Whether a person says yes; silence is no."""
    facts = GameSummary.of(_read(path, locale))
    game, players = locale.say(f"games.{facts.game}"), tuple(facts.players)
    print(locale.say("past.delete-ask", name=path.stem, game=game, players=players), end="", flush=True)
    return sys.stdin.readline().strip().casefold() in locale.say("past.delete-yes").split()


def _declare_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help="the number in the list, the beginning of the name, or a file"
    )


_WORDS = {
    "list": Subcommand("list all games, the latest first", _list_games),
    "show": Subcommand("show one game, move by move", _show_game, _declare_game),
    "export": Subcommand("save one game as a page or a table", _export_game, _declare_export),
    "stats": Subcommand("show figures about all games", _show_stats, _declare_stats),
    "import": Subcommand("import records from another place", _import_games, _declare_import),
    "mend": Subcommand("say what is wrong with a damaged record, and mend it", _mend_game, _declare_mend),
    "delete": Subcommand("delete a game, after asking you", _delete_game, _declare_delete),
}
