"""A record played again: each event with its verdict, the whole game, and what is damaged in it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.events import Event, Fields
from companion.games.game import Match
from companion.games.table import NOTHING_SEEN
from companion.games.values import BadRecord, Language, Outcome, Verdict
from companion.games.view import TableView
from companion.record.lines import Line, Loaded, load, read_record

NO_TURNS = ("undo", "note", "count")
_LONGEST_TURN_SECONDS = 1800  # a longer gap is a pause: the game was put aside


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """What happened, the ruling and the match after it; where known its line, when, and how long it took."""

    event: Event
    verdict: Verdict
    match: Match = field(compare=False, repr=False)
    line: int = field(default=0, compare=False)
    when: float | None = None
    seconds: float | None = field(default=None, compare=False)
    undone: bool = field(default=False, compare=False)

    @property
    def is_turn(self) -> bool:
        """Whether it was an action that stands: legal, not taken back, no note or correction."""
        return self.verdict.legal and not self.undone and self.event.do not in NO_TURNS


def judge_event(match: Match, event: Event) -> JudgedEvent:
    """An event judged against a match."""
    verdict = match.judge(event)
    return JudgedEvent(event, verdict, match.follow(event, verdict))


def judge_lines(lines: Iterable[Line]) -> Iterator[JudgedEvent | Match]:
    """The match that the header opens, then each event judged; BadRecord tells the line in its facts."""
    rest = iter(lines)
    header = next(rest, None)
    if header is None:
        raise BadRecord("no-header", line=1)
    match = open_match(header.number, header.raw)
    yield match
    for line in rest:
        try:
            event = match.read_event(line.raw)
        except BadRecord as error:
            error.facts["line"] = line.number
            raise
        judged = replace(judge_event(match, event), line=line.number, when=line.when)
        match = judged.match
        yield judged


def open_match(number: int, raw: dict[str, Any]) -> Match:
    """The match that a header describes."""
    header = Fields(raw)
    try:
        name = read_game_name(header)
        return new_match(name, header, load_deck(name))
    except BadRecord as error:
        error.facts["line"] = number
        raise


@dataclass(frozen=True)
class GameHistory:
    """A game from its header to its last line, and what was wrong with the record."""

    header: dict[str, Any]
    match: Match
    events: tuple[JudgedEvent, ...]
    began: float | None
    path: Path = Path()
    torn_line: int = 0
    fault: BadRecord | None = None

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "GameHistory":
        """The game that a record's lines tell; raises BadRecord."""
        first, *rest = judge_lines(lines)
        judged = tuple(each for each in rest if isinstance(each, JudgedEvent))
        match = judged[-1].match if judged else first
        if not isinstance(match, Match):
            raise TypeError("a judgement begins with its match")
        times, undone = (lines[0].when, *(each.when for each in judged)), find_undone(judged)
        events = tuple(
            replace(each, seconds=gap(before, each.when), undone=index in undone)
            for index, (each, before) in enumerate(zip(judged, times, strict=False))
        )
        return cls(lines[0].raw, match, events, lines[0].when)

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def outcome(self) -> Outcome:
        return self.match.standing.outcome

    def view(self, language: Language) -> TableView:
        """The table at the end, as a screen would show it."""
        return self.match.game.view(self.match.state, NOTHING_SEEN, language)

    @property
    def ended(self) -> float | None:
        return next((each.when for each in reversed(self.events) if each.when is not None), self.began)

    @property
    def illegal(self) -> int:
        return sum(not each.verdict.legal for each in self.events)

    @property
    def played_seconds(self) -> float | None:
        """How long was played, without pauses; None if the record knows no times."""
        known = [each.seconds for each in self.events if each.seconds is not None]
        return sum(known) if known else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won: everybody together, or those whom the game names."""
        if self.outcome is Outcome.WON:
            return self.match.players
        return self.match.standing.winners


def read_history(path: Path) -> GameHistory:
    """A past game; a damaged line ends it early, a header that cannot be read raises BadRecord."""
    loaded = load(read_record(path))
    if not loaded.lines:
        raise loaded.fault or BadRecord("no-header", line=1)
    try:
        history, fault = GameHistory.of(loaded.lines), loaded.fault
    except BadRecord as error:
        playable = cut_unplayable(loaded)
        if not playable.lines:
            raise
        history, fault = GameHistory.of(playable.lines), error
    return replace(history, path=path, torn_line=loaded.torn_line, fault=fault)


def cut_unplayable(loaded: Loaded) -> Loaded:
    """What stands before the first line that is no event of the game."""
    error = _find_unplayable(loaded.lines)
    if error is None:
        return loaded
    line = next(line for line in loaded.lines if line.number == error.facts["line"])
    lines = tuple(each for each in loaded.lines if each.number < line.number)
    return Loaded(lines, line.start, loaded.sealed, line.before, fault=error)


def _find_unplayable(lines: Sequence[Line]) -> BadRecord | None:
    """What is wrong with the first line that is no event of the game; its facts tell the line."""
    if not lines:
        return None
    try:
        for _ in judge_lines(lines):
            continue
    except BadRecord as error:
        return error
    return None


def find_undone(events: Sequence[JudgedEvent]) -> set[int]:
    """The indices of the events that were taken back later."""
    return _part(events)[1]


def find_last(events: Sequence[JudgedEvent]) -> JudgedEvent | None:
    """The event that an undo would take back."""
    standing = _part(events)[0]
    return events[standing[-1]] if standing else None


def _part(events: Sequence[JudgedEvent]) -> tuple[list[int], set[int]]:
    """The indices of the moves that stand, and of those that were taken back later."""
    standing: list[int] = []
    undone: set[int] = set()
    for index, each in enumerate(events):
        if not each.verdict.legal or each.event.do == "note":
            continue
        if each.event.do == "undo":
            undone.add(standing.pop())
        else:
            standing.append(index)
    return standing, undone


def gap(before: float | None, when: float | None) -> float | None:
    """The seconds between two events; unknown across a pause or without times."""
    if before is None or when is None or not 0 <= when - before <= _LONGEST_TURN_SECONDS:
        return None
    return when - before


def find_picture(path: Path) -> Path | None:
    """The picture of the final table that lies beside a record, if there is one."""
    beside = (path.with_suffix(ending) for ending in (".png", ".jpg", ".jpeg"))
    return next((each for each in beside if each.is_file()), None)


class Mend(Enum):
    """What to do with a record one of whose lines is not as it was written, or no part of the game.

    When it is mended the file as it was is kept beside it as NAME.damaged.
    """

    REFUSE = "refuse"  # raise what is wrong with it
    TRUST = "trust"  # a person mended it: take it as it reads now and seal it anew
    CUT = "cut"  # keep what stands before the line


@dataclass(frozen=True, slots=True)
class Damage:
    """The first line of a record that cannot be trusted, and the games that stand before it and with it."""

    path: Path
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
    trusted = None if trusting.fault or _find_unplayable(trusting.lines) else _replay(trusting.lines)
    line = int(str(loaded.fault.facts["line"]))
    return Damage(path, line, loaded.fault, _replay(loaded.lines), trusted)


def _replay(lines: tuple[Line, ...]) -> GameHistory | None:
    return GameHistory.of(lines) if lines else None
