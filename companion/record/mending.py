"""Damaged records: what is wrong, what stands before it, and the two ways to go on."""

from dataclasses import dataclass
from pathlib import Path

from companion.games.match import Match
from companion.games.values import BadRecord
from companion.record.history import GameHistory, JudgedEvent, cut_unplayable, find_unplayable
from companion.record.lines import Line, load, read_record
from companion.record.recorder import Mend, Recorder


@dataclass(frozen=True, slots=True)
class Damage:
    """The first line that cannot be trusted, and the games that stand before it and with it."""

    line: int
    error: BadRecord
    before: GameHistory | None  # None when not even the header stands
    trusted: GameHistory | None  # every line as it reads now; None when that is no game

    @property
    def match(self) -> Match | None:
        game = self.before or self.trusted
        return None if game is None else game.match

    @property
    def last(self) -> JudgedEvent | None:
        return self.before.events[-1] if self.before is not None and self.before.events else None

    @property
    def ways(self) -> tuple[Mend, ...]:
        ways = ((Mend.CUT, self.before), (Mend.TRUST, self.trusted))
        return tuple(way for way, game in ways if game is not None)


def find_damage(path: Path) -> Damage | None:
    """What is wrong with a record, None when it can be resumed; raises OSError, and BadRecord if hopeless."""
    data = read_record(path)
    loaded = cut_unplayable(load(data))
    if loaded.fault is None or (loaded.torn_bytes and loaded.lines):
        if not loaded.lines:
            raise BadRecord("no-header", line=1)
        return None
    trusting = load(data, trusting=True)
    trusted = None if trusting.fault or find_unplayable(trusting.lines) else _replay(trusting.lines)
    return Damage(int(str(loaded.fault.facts["line"])), loaded.fault, _replay(loaded.lines), trusted)


def _replay(lines: tuple[Line, ...]) -> GameHistory | None:
    return GameHistory.of(lines) if lines else None


def mend_record(path: Path, how: Mend) -> None:
    """Make a record one that can be resumed; the file as it was is kept beside it.

    Raises RecordRefused while somebody plays it, BadRecord when it cannot be mended so, and OSError.
    """
    recorder, _ = Recorder.resume(path, mend=how)
    recorder.close()
