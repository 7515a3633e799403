"""The folder of past games: picking a game by its number or name, taking in and taking out records."""

from collections.abc import Sequence
from pathlib import Path

from companion.errors import CompanionError
from companion.games.values import BadRecord
from companion.record.history import GameHistory, find_picture
from companion.record.lines import load, read_record
from companion.record.past.index import ENDING
from companion.record.past.summary import GameSummary
from companion.record.recorder import Recorder, lock, next_name
from storage.files import replace_file, sync_folder

MOST_DIGITS = 9
MOST_SIGNS = 60  # of a name: a file's has 255 bytes, a sign up to four


class GameNotFound(CompanionError, LookupError):
    """No game, or several, answer to a word; `games` are the names of those that do."""

    def __init__(self, word: str, games: Sequence[str]) -> None:
        super().__init__(f"{word}: {', '.join(games) or 'no such game'}")
        self.word = word
        self.games = tuple(games)


def pick_game(games: Sequence[GameSummary], word: str) -> GameSummary:
    """The game with that number in the list (1 is the latest), or whose name begins so."""
    number = int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else 0
    if 1 <= number <= len(games):
        return games[number - 1]
    name = Path(word).name.removesuffix(ENDING)
    exact = [facts for facts in games if facts.name == name]
    found = exact or [facts for facts in games if facts.name.startswith(name)]
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
    return (shown.lstrip(".-").strip()[:MOST_SIGNS] or "game") + ENDING


def take_out(path: Path) -> None:
    """Delete a record with its picture; raises RecordRefused while somebody plays it."""
    with path.open("rb") as file:
        lock(file.fileno(), path)
        picture = find_picture(path)
        if picture is not None:
            picture.unlink()
        path.unlink()
    sync_folder(path.parent)
