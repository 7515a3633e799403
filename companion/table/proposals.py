"""Proposals: a match and the table as it was seen come in, what probably happened goes out, never a guess.

The game is asked which events would explain the change; this file knows no rule of any game. When people
have confirmed an event, the cards that it brought teach the eye: `confirmed_cards`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.games.events import Event, Undo
from companion.games.game import Match
from companion.games.table import Difference, Explanation, Kind, Lying, Seen, Table, compare
from companion.table.tracker import TableTracker
from vision.learning import Sighting

_MOST_DOUBTS = 2  # more unsure places than this are a table to look at, not a question to ask
MOST_ANSWERS = 3  # one button each; the fourth is for anything else


def propose(match: Match, seen: Seen) -> Explanation:
    """What happened at the table since the last confirmed event."""
    recorded = match.game.lying(match.state)
    seen = seen.as_recorded(recorded)
    seen = replace(seen, doubts={place: in_play(match, cards) for place, cards in seen.doubts.items()})
    calm = _propose_elsewhere(match, seen, recorded)
    return _propose_all(match, seen, recorded) if calm is None else calm


def in_play(match: Match, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The candidates with which this game is played; all of them where it has none of these cards."""
    return tuple(card for card in cards if match.game.is_in_play(match.state, card)) or cards


def _propose_elsewhere(match: Match, seen: Seen, recorded: Table) -> Explanation | None:
    """A move that the rules allow and that leaves recorded cards, of which the eye is not sure now, alone.

    None if there is no such move, or if one event explains a change of those cards too, as a Campfire does.
    """
    old = {place: recorded[place] for place in seen.doubts if place in recorded}
    tables = _readings(seen, recorded) if old else ()
    tried = (
        (table, _before(match, found).play(event)[1])
        for table in tables
        for found in [_explain(match, table)]
        for event in found.events
    )
    if not old or any(after.game.explain(after.state, table).kind is Kind.NOTHING for table, after in tried):
        return None
    others = {place: cards for place, cards in seen.doubts.items() if place not in old}
    finding = _propose_all(match, replace(seen, table={**seen.table, **old}, doubts=others), recorded)
    moved = finding.kind in (Kind.MOVE, Kind.WHICH, Kind.CORRECT)
    before = _before(match, finding)
    return finding if moved and all(before.judge(event).legal for event in finding.events) else None


def _propose_all(match: Match, seen: Seen, recorded: Table) -> Explanation:
    findings = [_explain(match, table) for table in _readings(seen, recorded)]
    first = next((each for each in findings if each.events), findings[0])
    alike = (each for each in findings if each.undo_first is first.undo_first)
    events = tuple(dict.fromkeys(event for each in alike for event in each.events))
    laid, before = first.kind is Kind.MOVE or first.undo_first, _before(match, first)
    kind = Kind.WHICH if laid and (len(events) > 1 or (events and seen.is_doubtful)) else first.kind
    if len(events) > MOST_ANSWERS:  # no more than there are buttons: those that the rules allow come first
        events = tuple(sorted(events, key=lambda event: not before.judge(event).legal))[:MOST_ANSWERS]
    return replace(first, events=events, kind=kind)


def _before(match: Match, finding: Explanation) -> Match:
    """What its events are judged on."""
    return match.undone if finding.undo_first else match


def _readings(seen: Seen, recorded: Table) -> Sequence[Table]:
    """Every way to read a table with a few doubtful places; which end of such a card is up is open too."""
    doubts = {place: cards for place, cards in seen.doubts.items() if cards}
    tables: list[Table] = [seen.table]
    if len(doubts) > _MOST_DOUBTS:
        return [{**seen.table, **{place: recorded[place] for place in doubts if place in recorded}}]
    for place in sorted(seen.open_ends):
        lying = seen.table[place]
        ends = (lying, replace(lying, turned=not lying.turned))
        tables = [{**table, place: end} for table in tables for end in ends]
    for place, cards in doubts.items():
        ways = [Lying(card, turned) for card in cards[:MOST_ANSWERS] for turned in (False, True)]
        tables = [{**table, place: way} for table in tables for way in ways]
    return tables


def _explain(match: Match, table: Table) -> Explanation:
    """What explains one sure table: a move, a move taken back or mended, or nothing."""
    changes = compare(match.game.lying(match.state), table)
    found = match.game.explain(match.state, table)
    if _are_exchanged(changes) and not any(_leads_to(match, event, table) for event in found.events):
        return Explanation(kind=Kind.DIFFERS, differences=changes)
    if found.events or found.kind in (Kind.NOTHING, Kind.GROWING):
        return found
    mended = _mend(match, table)
    if mended is not None:
        return mended
    kind = Kind.WAITING if found.kind is Kind.WAITING else Kind.DIFFERS
    return Explanation(kind=kind, differences=changes)


def _leads_to(match: Match, event: Event, table: Table) -> bool:
    """Whether the rules allow an event after which the table is as recorded."""
    after = match.play(event)[1]
    return after.game.explain(after.state, table).kind is Kind.NOTHING


def _are_exchanged(changes: Iterable[Difference]) -> bool:
    """Whether recorded cards lie on each other's places: each would be a card played twice."""
    pairs = [(each.recorded.card, each.seen.card) for each in changes if each.recorded and each.seen]
    others = [(old, new) for old, new in pairs if old != new]
    return bool(others) and Counter(old for old, _ in others) == Counter(new for _, new in others)


def _mend(match: Match, table: Table) -> Explanation | None:
    """The last event taken back, or laid anew in another way."""
    if match.past is None:
        return None
    before = match.past.state
    again = match.game.explain(before, table)
    if again.kind is Kind.NOTHING:
        return Explanation((Undo(),), Kind.CORRECT)
    return Explanation(again.events, Kind.CORRECT, undo_first=True) if again.events else None


def confirmed_cards(
    before: Match, after: Match, event: Event, seen: Seen, tracker: TableTracker, source: str
) -> tuple[Sighting, ...]:
    """The cards that an event brought and that were seen to lie; not those that were told before."""
    taken = set(event.loose_cards)
    loose = (
        Sighting(each.card, each.seen.patch, source)
        for _, each in tracker.as_they_came()
        if each.card in taken and each.card is not None and each.seen.patch is not None
    )
    return (*_on_places(before, after, event, seen, tracker, source), *loose)


def _on_places(
    before: Match, after: Match, event: Event, seen: Seen, tracker: TableTracker, source: str
) -> Iterator[Sighting]:
    old, new = before.game.lying(before.state), after.game.lying(after.state)
    laid = {place: Lying(card) for place, card in before.game.laid(before.state, event).items()}
    brought = laid | {place: lying for place, lying in new.items() if old.get(place) != lying}
    for place, lying in brought.items():
        reading, there = tracker.readings.get(place), seen.table.get(place)
        card = None if reading is None else reading.card
        if card is None or card.patch is None or there is None or there.card != lying.card:
            continue
        turned = lying.turned and card.card is None  # what was read is upright already
        patch = np.ascontiguousarray(np.rot90(card.patch, 2)) if turned else card.patch
        yield Sighting(lying.card, patch, source)
