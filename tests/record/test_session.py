"""A game under way: proposals, confirming, refusing, undo and resuming."""

from pathlib import Path

import pytest

from companion.games.ascent.events import Discard, Place
from companion.games.values import BadRecord
from companion.record.lines import load
from companion.record.session import NoProposal, Session
from tests.record.scripted import HEADER, NOON, QuickDisk, as_dicts, play_events


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session.new(HEADER, tmp_path, NOON, QuickDisk())


def test_a_proposal_is_judged_and_waits(session: Session) -> None:
    session.propose([Place(card="green-5", at="1.1")])
    assert session.pending is not None
    assert session.pending.candidates[0].verdict.legal
    assert not session.pending.asks
    assert session.events == ()


def test_several_candidates_are_a_question(session: Session) -> None:
    session.propose([Place(card="green-5", at="1.1"), Place(card="blue-5", at="1.1")])
    assert session.pending is not None
    assert session.pending.asks
    session.propose([session.pending.candidates[1].event])
    verdict = session.confirm(when=NOON + 1)
    assert verdict.legal
    assert as_dicts(session) == [{"do": "place", "card": "blue-5", "at": "1.1"}]
    assert session.pending is None


def test_a_confirmed_event_is_in_the_record_with_its_time(session: Session) -> None:
    session.propose([Discard()], told=True)
    session.confirm(when=NOON + 2.5)
    lines = load(session.path.read_bytes()).lines
    assert lines[1].raw == {"do": "discard"}
    assert [line.when for line in lines] == [NOON, NOON + 2.5]
    assert session.events[0].when == NOON + 2.5


def test_a_caught_illegal_placement_is_recorded_and_changes_nothing(session: Session) -> None:
    before = session.match
    session.propose([Place(card="green-5", at="3.1")])
    verdict = session.confirm(when=NOON)
    assert verdict.rules == ("support",)
    assert session.match is before
    assert [entry.verdict.legal for entry in session.events] == [False]


def test_a_refused_proposal_leaves_no_trace(session: Session) -> None:
    before = session.path.read_bytes()
    session.propose([Place(card="green-5", at="3.1")])
    session.refuse()
    assert session.pending is None
    assert session.path.read_bytes() == before


def test_nothing_waits_nothing_is_confirmed(session: Session) -> None:
    with pytest.raises(NoProposal):
        session.confirm(when=NOON)
    with pytest.raises(NoProposal):
        session.propose([])


def test_undo_is_written_and_restores_the_state(session: Session) -> None:
    before = session.match.state
    session.play(Discard(), when=NOON)
    assert session.undo(when=NOON).legal
    assert session.match.state == before
    assert as_dicts(session) == [{"do": "discard"}, {"do": "undo"}]


def test_what_stands_in_for_the_last_event_is_judged_without_it(session: Session) -> None:
    session.play(Place(card="green-5", at="1.1"), when=NOON)
    session.propose([Place(card="blue-5", at="1.1")], undo_first=True)
    assert session.pending is not None
    proposed = session.pending.candidates[0].verdict
    assert (proposed.player, session.judged_on.past) == ("Ann", None)
    assert session.confirm(when=NOON) == proposed
    assert [each["do"] for each in as_dicts(session)] == ["place", "undo", "place"]


def test_what_may_not_stand_in_for_the_last_event_leaves_that_in_the_record(session: Session) -> None:
    session.play(Place(card="green-5", at="1.1"), when=NOON)
    before = session.path.read_bytes()
    session.propose([Place(card="green-5", at="3.1")], undo_first=True)
    assert session.confirm(when=NOON).rules == ("support",)
    assert (session.path.read_bytes(), session.pending) == (before, None)


def test_undo_with_nothing_to_take_back_is_not_written(session: Session) -> None:
    assert session.undo(when=NOON).rules == ("undo",)
    assert session.events == ()


def test_a_resumed_game_stands_exactly_where_it_was(session: Session) -> None:
    for number, event in enumerate(play_events(seed=9, count=20)):
        session.play(event, when=NOON + number)
    session.propose([Place(card="green-5", at="8.1")])
    session.confirm(when=NOON + 30)
    session.undo(when=NOON + 31)
    session.close()
    with Session.resume(session.path) as again:
        assert again.match.state == session.match.state
        assert again.events == session.events
        assert again.header == session.header
        assert (again.torn_line, again.torn_bytes) == (0, 0)


def test_an_event_that_is_not_of_this_game_is_never_written(session: Session) -> None:
    before = session.path.read_bytes()
    with pytest.raises(BadRecord):
        session.play(Place(card="Grün 5", at="1.1"), when=NOON)
    assert session.path.read_bytes() == before
    assert session.events == ()


def test_a_header_that_is_no_game_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadRecord):
        Session.new({"game": "ascent", "players": []}, tmp_path, NOON)
    assert list(tmp_path.iterdir()) == []


def test_a_session_holds_the_outcome(session: Session) -> None:
    assert session.outcome.value == "open"
