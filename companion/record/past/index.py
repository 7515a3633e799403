"""The index over past games: a folder of records comes in, facts about each go out; it can always be rebuilt.

It lies in the folder as `index.sqlite` and holds nothing that the records do not; whatever is wrong with it,
it is thrown away and made again. Where the folder cannot be written it lives in memory for the moment.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion import __version__
from companion.games.values import BadRecord
from companion.record.history import read_history
from companion.record.past.summary import GameSummary

FILE = "index.sqlite"
ENDING = ".jsonl"
LAYOUT = f"2 {__version__}"  # another version of the program may judge or count in another way
TABLES = """
CREATE TABLE IF NOT EXISTS made (layout TEXT);
CREATE TABLE IF NOT EXISTS game
    (name TEXT PRIMARY KEY, stamp TEXT, began REAL, facts TEXT, problem TEXT, sum INT);
"""


class Index:
    """The games of one folder, brought up to date whenever it is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def games(self) -> list[GameSummary]:
        """All games that can be read, the latest first."""
        rows = self._ask(
            "SELECT facts FROM game WHERE facts <> '' ORDER BY began IS NULL, began DESC, name DESC"
        )
        return [GameSummary(**json.loads(facts)) for (facts,) in rows]

    def problems(self) -> dict[str, BadRecord]:
        """The files that are no readable record, each with what is wrong."""
        rows = self._ask("SELECT name, problem FROM game WHERE problem <> '' ORDER BY name")
        return {name: _read_problem(problem) for name, problem in rows}

    def unfinished(self) -> list[GameSummary]:
        """The games that can be gone on with, the latest first."""
        return [facts for facts in self.games() if facts.outcome == "open"]

    def path(self, facts: GameSummary) -> Path:
        """The record of a game."""
        return self.folder / (facts.name + ENDING)

    def _rebuild(self) -> None:
        (self.folder / FILE).unlink(missing_ok=True)

    def _ask(self, question: str) -> list[tuple[str, ...]]:
        for prepare in (bool, self._rebuild):
            with suppress(sqlite3.Error, OSError):
                prepare()
                return _look_up(self.folder / FILE, self.folder, question)
        return _look_up(":memory:", self.folder, question)


def _look_up(place: Path | str, folder: Path, question: str) -> list[tuple[str, ...]]:
    with closing(connect(place)) as base:
        refresh(base, folder)
        for row in base.execute("SELECT name, stamp, began, facts, problem, sum FROM game"):
            if row[-1] != add_up(row[:-1]):
                raise sqlite3.DatabaseError("the index is damaged")
        return base.execute(question).fetchall()


def add_up(row: tuple[object, ...]) -> int:
    """A check over one row; SQLite itself has none."""
    return zlib.crc32(repr(row).encode())


def connect(place: Path | str) -> sqlite3.Connection:
    """A database with our tables, tried out; raises sqlite3.Error."""
    base = sqlite3.connect(place, isolation_level=None)
    try:
        base.execute("PRAGMA synchronous = OFF")  # it can be rebuilt, the disk need not be waited for
        base.executescript(TABLES)
        if base.execute("SELECT layout FROM made").fetchall() != [(LAYOUT,)]:
            base.executescript("DELETE FROM made; DELETE FROM game;")
            base.execute("INSERT INTO made VALUES (?)", (LAYOUT,))
        if base.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the index is damaged")
    except BaseException:
        base.close()
        raise
    return base


def refresh(base: sqlite3.Connection, folder: Path) -> None:
    """Read the records that are new or have changed, forget those that are gone."""
    known = dict(base.execute("SELECT name, stamp FROM game"))
    there = dict(_stamps(folder))
    base.execute("BEGIN")
    for name in known.keys() - there.keys():
        base.execute("DELETE FROM game WHERE name = ?", (name,))
    for name, stamp in there.items():
        if known.get(name) != stamp:
            row = (name, stamp, *look(folder, name))
            base.execute("REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?)", (*row, add_up(row)))
    base.execute("COMMIT")


def _stamps(folder: Path) -> Iterator[tuple[str, str]]:
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.suffix == ENDING and path.name.isprintable() and path.name[0] != "." and path.is_file():
            status = path.stat()
            if status.st_size:  # an empty one is a game that was never begun
                yield path.stem, f"{status.st_size} {status.st_mtime_ns}"


def look(folder: Path, name: str) -> tuple[float | None, str, str]:
    """When a game began and its facts, or what is wrong with its record."""
    try:
        facts = GameSummary.of(read_history(folder / (name + ENDING)))
    except BadRecord as error:
        return None, "", json.dumps({"key": error.key, **error.facts}, default=str)
    except OSError as error:
        return None, "", json.dumps({"key": "unreadable", "reason": error.strerror or str(error)})
    return facts.began, json.dumps(facts.as_dict()), ""


def _read_problem(written: str) -> BadRecord:
    facts = json.loads(written)
    return BadRecord(facts.pop("key"), **facts)
