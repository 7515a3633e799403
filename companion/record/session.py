"""A game under way: proposals of the eye and the panel come in, confirmed events go into the record.

The record is written first, then the game follows, then the caller draws. Times are seconds since 1970.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.games import NEWEST_RECORD
from companion.games.events import Event, Undo
from companion.games.game import Match
from companion.games.values import Outcome, Verdict
from companion.record.history import GameHistory, JudgedEvent, Mend, judge_event, open_match
from companion.record.recorder import Disk, Recorder, Trouble


class NoProposal(CompanionError, ValueError):
    """Nothing waits to be confirmed, or nothing was proposed."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What waits for the buttons: one candidate, or several, the likeliest first, of which one is chosen.

    `told`: with the buttons, not seen by the eye; `asks`: which card it is, beyond yes or no; `undo_first`:
    it stands in for the last event and is judged without that.
    """

    candidates: tuple[JudgedEvent, ...]
    told: bool = False
    asks: bool = False
    undo_first: bool = False


@dataclass
class Session:
    """A match, its record, everything that happened and the proposal that waits; one thread owns it."""

    match: Match
    header: Mapping[str, Any]
    recorder: Recorder
    events: tuple[JudgedEvent, ...] = ()  # illegal ones and undos too
    pending: Proposal | None = None
    torn_line: int = 0  # a last line that was not written to its end and was dropped, and its length
    torn_bytes: int = 0
    _rewritten_at: int | None = None

    @classmethod
    def new(cls, header: Mapping[str, Any], folder: Path, when: float, disk: Disk | None = None) -> "Session":
        """A new game, its record begun in the folder; raises BadRecord if the header describes no game."""
        whole = {"record": NEWEST_RECORD, **header}
        match = open_match(1, whole)
        path = folder / f"{datetime.fromtimestamp(when):%Y-%m-%d-%H%M%S}-{match.game.name}.jsonl"
        return cls(match, whole, Recorder.create(path, whole, when, disk))

    @classmethod
    def resume(cls, path: Path, disk: Disk | None = None, mend: Mend = Mend.REFUSE) -> "Session":
        """The game exactly as last confirmed.

        Raises RecordRefused if another program plays it, BadRecord if a line is damaged (see Mend), OSError.
        """
        recorder, loaded = Recorder.resume(path, disk, mend)
        try:
            history = GameHistory.of(loaded.lines)
        except BaseException:
            recorder.close()
            raise
        session = cls(history.match, history.header, recorder, history.events)
        session.torn_line, session.torn_bytes = loaded.torn_line, loaded.torn_bytes
        return session

    @property
    def path(self) -> Path:
        return self.recorder.path

    @property
    def status(self) -> Trouble | None:
        """Why the disk refuses to keep the game, while it does; None when everything is written."""
        return self.recorder.trouble

    @property
    def rewritten(self) -> bool:
        """Whether the record was written anew with the last event: somebody else had touched its file."""
        return self._rewritten_at == len(self.events)

    @property
    def outcome(self) -> Outcome:
        return self.match.standing.outcome

    @property
    def judged_on(self) -> Match:
        """What the proposal that waits was judged on: the match, without the event that it stands in for."""
        mends = self.pending is not None and self.pending.undo_first
        return self.match.undone if mends else self.match

    def propose(
        self,
        events: Iterable[Event],
        *,
        told: bool = False,
        asks: bool | None = None,
        undo_first: bool = False,
    ) -> None:
        """Let one or several ways to understand what happened wait, the likeliest first; each is judged."""
        match = self.match.undone if undo_first else self.match
        candidates = tuple(_judge(match, event) for event in events)
        if not candidates:
            raise NoProposal("a proposal needs at least one event")
        asks = len(candidates) > 1 if asks is None else asks
        self.pending = Proposal(candidates, told, asks, undo_first)

    def confirm(self, *, when: float) -> Verdict:
        """Write the likeliest candidate, then follow it.

        An illegal one is written too, as the caught mistake that it is: it is judged illegal whenever the
        record is read and changes nothing. Use `refuse` for what did not happen. One that stands in for the
        last event takes that back first; if it is illegal nothing is written, and the last event stands.
        """
        if self.pending is None:
            raise NoProposal("there is no proposal to confirm")
        judged, mends = self.pending.candidates[0], self.pending.undo_first
        if mends and not judged.verdict.legal:
            self.refuse()
            return judged.verdict
        if mends:
            self.undo(when=when)
        return self._write(judged, when)

    def refuse(self) -> None:
        """Nothing of the sort happened: forget the proposal; nothing is written."""
        self.pending = None

    def play(self, event: Event, *, when: float) -> Verdict:
        """Judge, write and follow one event without asking, as the panel's own actions."""
        return self._write(_judge(self.match, event), when)

    def undo(self, *, when: float) -> Verdict:
        """Take back the last legal event; if there is none, the verdict says so and nothing is written."""
        judged = _judge(self.match, Undo())
        return self._write(judged, when) if judged.verdict.legal else judged.verdict

    def _write(self, judged: JudgedEvent, when: float) -> Verdict:
        before = self.recorder.rewritten
        self.recorder.append(judged.event.as_dict(), when)
        self.match = judged.match
        self.events = (*self.events, replace(judged, when=when))
        if self.recorder.rewritten != before:
            self._rewritten_at = len(self.events)
        self.pending = None
        return judged.verdict

    def retry(self) -> bool:
        """Try again to write what the disk refused; True when nothing waits. Call it now and then."""
        return self.recorder.retry()

    @property
    def waiting(self) -> int:
        return min(self.recorder.waiting, len(self.events)) if self.status is not None else 0

    def move_to(self, folder: Path) -> bool:
        return self.recorder.move_to(folder)

    def close(self) -> None:
        self.recorder.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _judge(match: Match, event: Event) -> JudgedEvent:
    return judge_event(match, match.read_event(event.as_dict()))
