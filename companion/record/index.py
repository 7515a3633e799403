"""The folder of past games: its index, a game by its number or name, records taken in and taken out."""

import json
import logging
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from companion import __version__
from companion.errors import CompanionError
from companion.games.values import BadRecord
from companion.record.history import GameHistory, find_picture, read_history
from companion.record.lines import load, read_record
from companion.record.recorder import Recorder, lock, next_name
from companion.record.summary import GameSummary
from storage import replace_file, sync_folder

_UNREAD = "unreadable"  # the key of a problem that may pass
logger = logging.getLogger(__name__)
FILE = "index.sqlite"
ENDING = ".jsonl"
_LAYOUT = f"2 {__version__}"  # another version of the program may judge or count in another way
_TABLES = """
CREATE TABLE IF NOT EXISTS made (layout TEXT);
CREATE TABLE IF NOT EXISTS game
    (name TEXT PRIMARY KEY, stamp TEXT, began REAL, facts TEXT, problem TEXT, sum INT);
"""


class Index:
    """The games of one folder, brought up to date whenever it is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def games(self) -> list[GameSummary]:
        rows = self._ask(
            "SELECT facts FROM game WHERE facts <> '' ORDER BY began IS NULL, began DESC, name DESC"
        )
        return [GameSummary(**json.loads(facts)) for (facts,) in rows]

    def problems(self) -> dict[str, BadRecord]:
        """The files that are no readable record, each with what is wrong."""
        rows = self._ask("SELECT name, problem FROM game WHERE problem <> '' ORDER BY name")
        told = {name: json.loads(problem) for name, problem in rows}
        return {name: BadRecord(facts.pop("key"), **facts) for name, facts in told.items()}

    def unfinished(self) -> list[GameSummary]:
        """The games that can be gone on with, the latest first."""
        return [facts for facts in self.games() if facts.outcome == "open"]

    def path_of(self, name: str) -> Path:
        return self.folder / (name + ENDING)

    def _ask(self, question: str) -> list[tuple[str, ...]]:
        file = self.folder / FILE
        with suppress(sqlite3.Error, OSError):
            return _look_up(file, self.folder, question)
        with suppress(sqlite3.Error, OSError):
            file.unlink(missing_ok=True)  # it is made anew
            return _look_up(file, self.folder, question)
        return _look_up(":memory:", self.folder, question)


def _look_up(place: Path | str, folder: Path, question: str) -> list[tuple[str, ...]]:
    with closing(_connect(place)) as base:
        _refresh(base, folder)
        for row in base.execute("SELECT name, stamp, began, facts, problem, sum FROM game"):
            if row[-1] != _add_up(row[:-1]):
                raise sqlite3.DatabaseError("the index is damaged")
        return base.execute(question).fetchall()


def _add_up(row: tuple[object, ...]) -> int:
    return zlib.crc32(repr(row).encode())


def _connect(place: Path | str) -> sqlite3.Connection:
    base = sqlite3.connect(place, isolation_level=None)
    try:
        base.execute("PRAGMA synchronous = OFF")  # it can be rebuilt, the disk need not be waited for
        base.executescript(_TABLES)
        if base.execute("SELECT layout FROM made").fetchall() != [(_LAYOUT,)]:
            base.executescript("DELETE FROM made; DELETE FROM game;")
            base.execute("INSERT INTO made VALUES (?)", (_LAYOUT,))
        if base.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the index is damaged")
    except BaseException:
        base.close()
        raise
    return base


def _refresh(base: sqlite3.Connection, folder: Path) -> None:
    known = dict(base.execute("SELECT name, stamp FROM game"))
    there = dict(_stamps(folder))
    base.execute("BEGIN")
    for name in known.keys() - there.keys():
        base.execute("DELETE FROM game WHERE name = ?", (name,))
    for name, stamp in there.items():
        if known.get(name) != stamp:
            found = _look(folder, name)
            kept = "" if _UNREAD in found[2] else stamp  # what could not be read is tried again
            row = (name, kept, *found)
            base.execute("REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", (*row, _add_up(row)))
    base.execute("COMMIT")


def _stamps(folder: Path) -> Iterator[tuple[str, str]]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.suffix == ENDING and path.name.isprintable() and path.name[0] != "." and path.is_file():
            try:
                status = path.stat()
            except FileNotFoundError:  # deleted meanwhile
                continue
            if status.st_size:  # an empty one is a game that was never begun
                yield path.stem, f"{status.st_size} {status.st_mtime_ns}"


def _look(folder: Path, name: str) -> tuple[float | None, str, str]:
    try:
        facts = GameSummary.of(read_history(folder / (name + ENDING)))
    except BadRecord as error:
        return None, "", json.dumps({"key": error.key, **error.facts}, default=str)
    except OSError as error:
        return None, "", json.dumps({"key": _UNREAD, "reason": error.strerror or str(error)})
    except Exception as error:  # a mistake of ours: one record must not hide all the others
        logger.exception("%s cannot be summed up", name)
        return None, "", json.dumps({"key": _UNREAD, "reason": f"{type(error).__name__}: {error}"})
    return facts.began, json.dumps(facts.as_dict()), ""


_MOST_DIGITS = 9
_MOST_SIGNS = 60  # of a name: a file's has 255 bytes, a sign up to four


class GameNotFound(CompanionError, LookupError):
    """No game, or several, answer to a word; `games` are the names of those that do."""

    def __init__(self, word: str, games: Sequence[str]) -> None:
        super().__init__(f"{word}: {', '.join(games) or 'no such game'}")
        self.word = word
        self.games = tuple(games)


def pick_game(games: Sequence[GameSummary], word: str) -> GameSummary:
    """The game with that number in the list (1 is the latest), or whose name begins so."""
    number = int(word) if word.isdecimal() and len(word) <= _MOST_DIGITS else 0
    if 1 <= number <= len(games):
        return games[number - 1]
    name = Path(word).name.removesuffix(ENDING)
    exact = [facts for facts in games if facts.name == name]
    found = exact or [facts for facts in games if name and facts.name.startswith(name)]
    if len(found) != 1:
        raise GameNotFound(word, [facts.name for facts in found])
    return found[0]


def take_in(source: Path, folder: Path, *, mended: bool = False) -> tuple[Path, bool]:
    """Copy a record into the folder; the answer is where it is, and whether it is new there.

    Raises BadRecord with the line that is no part of a game or, unless `mended`, not as it was written.
    """
    data = read_record(source)
    loaded = load(data, trusting=mended)
    if loaded.fault is not None:
        raise loaded.fault
    if not loaded.lines:
        raise BadRecord("no-header", line=1)
    GameHistory.of(loaded.lines)
    target = folder / _kept_name(source)
    while target.exists():
        if target.read_bytes() == data:
            return target, False
        target = next_name(target)
    if mended:
        Recorder.copy(target, loaded.lines).close()
    else:
        replace_file(target, data)
    return target, True


def _kept_name(source: Path) -> str:
    stem = source.name.removesuffix(ENDING)
    shown = "".join(sign if sign.isprintable() and sign not in "/\\" else "_" for sign in stem)
    return (shown.lstrip(".-").strip()[:_MOST_SIGNS] or "game") + ENDING


def take_out(path: Path) -> None:
    """Delete a record with its picture; raises RecordRefused while somebody plays it."""
    with path.open("rb") as file:
        lock(file.fileno(), path)
        picture = find_picture(path)
        if picture is not None:
            picture.unlink()
        path.unlink()
    sync_folder(path.parent)
