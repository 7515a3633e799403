"""The config file: a TOML file comes in, settings and the mistakes in it by their lines go out.

A mistake costs its own key only: that one keeps its default and everything else counts.
"""

import argparse
import dataclasses
import os
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.config_keys import Check, Config, PinSettings
from companion.errors import CompanionError
from companion.locale import LANGUAGES, Locale
from storage import FileTooLarge, read_file, replace_file

_Lines = Mapping[tuple[str, str], int]  # where each key of a section stands, counted from 1

_NAME = "table-companion"
_HEAD = """\
# The settings of the table companion. Everything has a default: delete a line and it counts again.
# A mistake is named with its line when the companion starts, and costs only its own key.
"""
_ERROR_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)$")
_TABLE = re.compile(r"\s*\[\s*([A-Za-z0-9_-]+)\s*\]\s*(#.*)?$")
_LANGUAGE_OPTION = "--lang"
_LANGUAGE_NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
_MOST_BYTES = 50_000
_MOST_SIGNS = 1000  # of a line: a key of thousands of parts takes the reader minutes
_MOST_MISTAKES = 20  # lines that are no TOML; with more the file is something else
_MOST_SHOWN = 60  # letters of what a file holds, in a sentence
_BLAMED = 6  # how many lines above an error may be its cause: an unclosed bracket or quote


class ConfigMissing(CompanionError, FileNotFoundError):
    """The config file that was named is not there and cannot be made."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in the file; the sentence is `config.<code>` with the facts."""

    line: int
    key: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def said(self, locale: Locale) -> str:
        return locale.say(f"config.{self.code}", line=self.line, setting=self.key, **self.facts)


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings, where they came from, and what was wrong there."""

    config: Config
    path: Path
    problems: tuple[Problem, ...] = ()
    made: bool = False


# places


def config_path(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this platform keeps the config file."""
    return _base_folder("config", environment, platform) / _NAME / "config.toml"


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this platform keeps what a program must not lose: games, enrolled decks."""
    return _base_folder("data", environment, platform) / _NAME


def _base_folder(kind: str, environment: Mapping[str, str], platform: str) -> Path:
    home = Path(environment.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    named = environment.get(f"XDG_{kind.upper()}_HOME", "")
    usual = {"config": home / ".config", "data": home / ".local" / "share"}[kind]
    return Path(named) if named.startswith("/") else usual


def choose_language(written: str, environment: Mapping[str, str] = os.environ) -> str:
    """The language of the sentences: as written, else the system's where we have it, else English."""
    if written in LANGUAGES:
        return written
    system = next((environment[name] for name in _LANGUAGE_NAMES if environment.get(name)), "")
    return system[:2] if system[:2] in LANGUAGES else LANGUAGES[0]


def add_language(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Declare the option."""
    parser.add_argument(
        _LANGUAGE_OPTION,
        choices=LANGUAGES,
        default=default,
        help="speak this language (default: that of the config file, else of the system)",
    )


def usual_language(config: Path | None = None) -> str:
    """The language where none is named; looking makes no config file, and a bad one is no hindrance."""
    try:
        return choose_language(read(config or config_path()).config.language)
    except ConfigMissing:
        return choose_language("")


def wished_language(words: Sequence[str], usual: str | None = None) -> str:
    """The language that a command line wishes, whether it could be understood or not; else the usual one."""
    for index, word in enumerate(words):
        name, _, value = word.partition("=")
        value = value or next(iter(words[index + 1 :]), "")
        if name == _LANGUAGE_OPTION and value in LANGUAGES:
            return value
    return usual or usual_language()


# reading


def load(path: Path | None = None) -> Loaded:
    """The settings of a file, made with its comments if it is not there yet."""
    path = path or config_path()
    made = make(path)
    return dataclasses.replace(read(path), made=made)


def read(path: Path) -> Loaded:
    """The settings of a file; all defaults where none is."""
    try:
        data = read_file(path, _MOST_BYTES) if path.exists() else b""
    except FileTooLarge:
        return Loaded(Config(), path, (Problem(0, "", "too-large", {"most": _MOST_BYTES}),))
    except OSError as error:
        raise ConfigMissing(f"the config file {path} cannot be read: {error.strerror}") from error
    config, problems = parse(data.decode("utf-8", errors="replace"))
    return Loaded(config, path, problems)


def make(path: Path) -> bool:
    """Write the commented defaults where no file is; False when one is there or the place is read-only."""
    try:
        if path.exists():
            return False
        replace_file(path, template().encode())
    except OSError:
        return False
    return True


def parse(text: str) -> tuple[Config, tuple[Problem, ...]]:
    """The settings in a text and its mistakes, top to bottom."""
    table, problems = _read_toml(text)
    lines, values = _find_lines(text), dict[str, Any]()
    for name, value in table.items():
        known, line = _fields_of(Config()).get(name), lines.get(("", name), 0)
        if known is None:
            problems.append(Problem(line, _shorten(name), "unknown-key"))
        elif known.default is not dataclasses.MISSING:
            _take(values, known, value, problems, line, name)
        elif isinstance(value, dict):
            values[name] = _parse_section(lines, name, value, problems)
        else:
            problems.append(Problem(line, name, "not-a-section"))
    return Config(**values), tuple(sorted(problems, key=lambda problem: problem.line))


def _parse_section(lines: _Lines, section: str, table: Mapping[str, Any], problems: list[Problem]) -> Any:
    default = getattr(Config(), section)
    known, values = _fields_of(default), dict[str, Any]()
    for name, value in table.items():
        line, key = lines.get((section, name), 0), f"{section}.{_shorten(name)}"
        if name in known:
            _take(values, known[name], value, problems, line, key)
        else:
            problems.append(Problem(line, key, "unknown-key"))
    if section == "pins":
        values = _part_pins(lines, values, problems)
    return dataclasses.replace(default, **values)


def _take(
    values: dict[str, Any], known: Any, value: Any, problems: list[Problem], line: int, key: str
) -> None:
    """Keep a value if its key allows it, else name the mistake."""
    check: Check = known.metadata["check"]
    if check.allows(value):
        values[known.name] = value
    else:
        facts = {"value": _shorten(written(value)), "default": written(known.default), **check.facts}
        problems.append(Problem(line, key, check.code, facts))


def _part_pins(lines: _Lines, values: dict[str, int], problems: list[Problem]) -> dict[str, int]:
    kept = dict(values)
    for name, pin in values.items():
        pins = dataclasses.asdict(PinSettings(**kept))
        others = [other for other, taken in pins.items() if taken == pin and other != name]
        if others:
            del kept[name]
            facts = {"value": str(pin), "other": others[0]}
            problems.append(Problem(lines.get(("pins", name), 0), f"pins.{name}", "pin-twice", facts))
    pins = dataclasses.asdict(PinSettings(**kept))
    return kept if len(set(pins.values())) == len(pins) else {}


def _read_toml(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The tables of a text; lines that are no TOML are named and left out."""
    lines = text.splitlines()
    long = [index for index, line in enumerate(lines) if len(line) > _MOST_SIGNS]
    problems = [Problem(index + 1, _shorten(lines[index].strip()), "no-toml") for index in long]
    lines = [line if len(line) <= _MOST_SIGNS else "" for line in lines]
    while len(problems) < _MOST_MISTAKES:
        bad = _error_line(lines)
        if bad is None:
            return tomllib.loads("\n".join(lines)), problems
        blamed = _blame(lines, bad)
        problems.append(Problem(blamed + 1, _shorten(lines[blamed].strip()), "no-toml"))
        lines[blamed] = ""
    return {}, [*problems, Problem(len(lines), "", "too-many", {"most": _MOST_MISTAKES})]


def _error_line(lines: list[str]) -> int | None:
    try:
        tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        found = _ERROR_LINE.search(str(error))
        return min(int(found[1]) - 1, _last_line(lines)) if found else _last_line(lines)
    except (RecursionError, ValueError):  # brackets a thousand deep, or a number of thousands of digits
        return next((index for index, line in enumerate(lines) if not _is_bounded(line)), _last_line(lines))
    return None


def _last_line(lines: list[str]) -> int:
    return max((index for index, line in enumerate(lines) if line.strip()), default=0)


def _is_bounded(line: str) -> bool:
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return True
    except (RecursionError, ValueError):
        return False
    return True


def _blame(lines: list[str], bad: int) -> int:

    def reach(index: int) -> float:
        after = _error_line([*lines[:index], "", *lines[index + 1 :]])
        return float("inf") if after is None else after

    candidates = [index for index in range(bad, max(-1, bad - _BLAMED), -1) if lines[index].strip()]
    return max(candidates, key=reach)


def _find_lines(text: str) -> _Lines:
    section, lines = "", dict[tuple[str, str], int]()
    for number, line in enumerate(text.splitlines(), 1):
        table, key = _TABLE.match(line), _KEY.match(line)
        if table:
            section = table[1]
            lines.setdefault(("", section), number)
        elif key:
            lines.setdefault((section, next(filter(None, key.groups()), "")), number)
    return lines


def _shorten(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


# writing


def template() -> str:
    """The file as it is made at the first start: every key, its default and a comment."""
    config = Config()
    blocks = [_HEAD, "".join(_lines_of(config))]
    for name in _fields_of(config):
        value = getattr(config, name)
        if dataclasses.is_dataclass(value):
            head = (type(value).__doc__ or "").rstrip(".")
            blocks.append(f"[{name}]  # {head[0].lower()}{head[1:]}\n" + "".join(_lines_of(value)))
    return "\n".join(blocks)


def _lines_of(settings: Any) -> list[str]:
    lines = []
    for name, known in _fields_of(settings).items():
        if "comment" in known.metadata:
            line = f"{name} = {written(getattr(settings, name))}"
            comment = known.metadata["comment"]
            lines.append(f"{line:<24}# {comment}\n" if comment else f"{line}\n")
    return lines


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)


def _fields_of(settings: Any) -> dict[str, Any]:
    return {each.name: each for each in dataclasses.fields(settings)}
