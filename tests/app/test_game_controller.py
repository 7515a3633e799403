"""The controller: what the eye sees and what people press, and what of it is recorded."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import intents
from companion.app.game_controller import MOVED_SECONDS, PATIENCE_SECONDS, CameFirst, GameController, Naming
from companion.games.events import Event
from companion.games.table import Kind
from companion.record.session import Session
from hardware.signals import Signal
from tests.app.steady import steady
from vision.learning import Sighting
from vision.observation import CardSeen
from vision.read.patch import SIDE_PX
from vision.watch.table_watcher import Steady


@pytest.fixture
def controller(tmp_path: Path) -> Iterator[GameController]:
    with Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0) as session:
        yield GameController(session)


def pending(controller: GameController) -> list[dict[str, Any]]:
    proposal = controller.session.pending
    return [] if proposal is None else [each.event.as_dict() for each in proposal.candidates]


def recorded(controller: GameController) -> list[dict[str, Any]]:
    lines = controller.session.path.read_text().splitlines()[1:]
    return [json.loads(line) for line in lines]


GREEN = {"do": "place", "card": "green-5", "at": "1.1"}
RED = {"do": "place", "card": "red-5", "at": "1.2"}


def test_a_card_is_proposed_and_recorded_only_when_confirmed(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    assert (pending(controller), recorded(controller)) == ([GREEN], [])
    controller.act(intents.Confirm(), 2.0)
    assert (pending(controller), recorded(controller)) == ([], [GREEN])


def test_a_card_taken_back_takes_its_proposal_along(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.on_table_seen(steady("- 1.1"), 2.0)
    assert (pending(controller), recorded(controller)) == ([], [])


def test_an_illegal_card_is_flagged_and_its_acknowledgement_recorded(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 3.1"), 1.0)
    assert controller.light is Signal.ILLEGAL
    verdict = controller.act(intents.Confirm(), 2.0)
    assert verdict is not None
    assert verdict.rules == ("support",)
    assert pending(controller) == []
    controller.on_table_seen(steady("- 3.1, green-5 1.1"), 3.0)
    assert pending(controller) == [GREEN]


def test_a_card_that_may_not_lie_there_is_told_until_it_is_taken_back(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 3.1"), 1.0)
    assert controller.left_lying() == ()
    controller.act(intents.Confirm(), 2.0)
    assert controller.left_lying() == ("green-5",)
    controller.on_table_seen(steady("green-5 3.1"), 3.0)
    assert controller.left_lying() == ("green-5",)
    controller.on_table_seen(steady("- 3.1"), 4.0)
    assert controller.left_lying() == ()


def test_a_card_that_people_did_not_want_recorded_is_told_while_it_lies(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.Refuse(), 2.0)
    assert controller.left_lying() == ("green-5",)
    controller.on_table_seen(steady("red-5 1.2"), 3.0)
    assert controller.left_lying() == ()  # both are proposed again


def test_what_was_refused_is_not_proposed_again_until_the_table_changes(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.Refuse(), 2.0)
    controller.on_table_seen(steady("green-5 1.1"), 3.0)
    assert pending(controller) == []
    controller.on_table_seen(steady("- 1.1"), 4.0)
    controller.on_table_seen(steady("green-5 1.1"), 5.0)
    assert pending(controller) == [GREEN]


def test_a_card_told_otherwise_after_an_undo_is_what_lies_there(controller: GameController) -> None:
    """What was said of the card before the undo does not count any longer."""
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.CorrectCard("red-5"), 2.0)
    controller.act(intents.Confirm(), 3.0)
    controller.act(intents.Undo(), 4.0)
    event = controller.session.match.read_event(GREEN)
    controller.act(intents.Refuse(), 5.0)
    controller.act(intents.ProposeEvent(event), 6.0)
    controller.act(intents.Confirm(), 7.0)
    assert recorded(controller)[-1] == GREEN
    controller.on_table_seen(steady("green-5 1.1"), 20.0)
    assert (pending(controller), controller.finding.kind) == ([], Kind.NOTHING)


def test_a_card_named_falsely_is_asked_about_again_after_an_undo(controller: GameController) -> None:
    """It lies as before, so that no look at its place comes; a name given elsewhere holds."""
    controller.on_table_seen(steady("? 1.1 green-5 green-6"), 1.0)
    controller.act(intents.AnswerQuestion(controller.finding.events[1]), 2.0)
    controller.act(intents.Confirm(), 3.0)
    controller.on_table_seen(steady("? 1.1 green-5 green-6, ? 1.2 red-5 red-6"), 4.0)
    controller.act(intents.CorrectCard("red-7"), 5.0)
    controller.act(intents.Confirm(), 6.0)
    controller.act(intents.Undo(), 7.0)
    assert controller.session.pending is not None
    assert controller.session.pending.asks
    assert [each["card"] for each in pending(controller)] == ["red-5", "red-6"]
    controller.act(intents.AnswerQuestion(controller.finding.events[0]), 8.0)
    controller.act(intents.Confirm(), 9.0)
    places = [(each.get("card"), each.get("at")) for each in recorded(controller)]
    assert places == [("green-6", "1.1"), ("red-7", "1.2"), (None, None), ("red-5", "1.2")]


def test_a_correction_that_was_undone_leaves_the_card_as_it_is_read(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.CorrectCard("red-5"), 2.0)
    controller.act(intents.Confirm(), 3.0)
    controller.act(intents.Undo(), 4.0)
    assert pending(controller) == [GREEN]


def test_moves_told_faster_than_the_eye_looks_are_all_waited_for(controller: GameController) -> None:
    """A discard, which no picture shows, does not make it forget a card that is not seen yet."""
    controller.on_table_seen(steady("- 1.1, - 1.2"), 1.0)
    for now, told in (
        (1.5, GREEN),
        (5.0, {"do": "place", "card": "red-6", "at": "1.2"}),
        (6.0, {"do": "discard"}),
    ):
        controller.act(intents.ProposeEvent(controller.session.match.read_event(told)), now)
        controller.act(intents.Confirm(), now)
    controller.tick(8.0)
    assert not controller.differs
    controller.tick(5.1 + PATIENCE_SECONDS)
    assert controller.differs


def test_two_quick_moves_are_proposed_one_after_the_other(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.on_table_seen(steady("red-5 1.2"), 2.0)
    assert pending(controller) == [GREEN, RED]
    controller.act(intents.AnswerQuestion(controller.finding.events[0]), 3.0)
    controller.act(intents.Confirm(), 3.0)
    assert pending(controller) == [RED]


class Pupil:
    """Notes what is learnt of which event, and what is forgotten."""

    def __init__(self, session: Session) -> None:
        self.learnt: dict[int, list[tuple[str, int]]] = {}
        self.controller = GameController(session, learn=self.learn, forget=self.forget)

    def learn(self, cards: tuple[Sighting, ...]) -> None:
        number = self.number(cards[0].source)
        assert {self.number(each.source) for each in cards} == {number}
        self.learnt[number] = [(each.card, int(each.patch[0, 0, 0])) for each in cards]

    def forget(self, source: str) -> None:
        self.learnt.pop(self.number(source))

    def number(self, source: str) -> int:
        record, number = source.split(" ")
        assert record == self.controller.session.path.stem
        return int(number)

    def see(self, text: str, seconds: float, shade: int = 7) -> None:
        """A steady table whose cards have patches of one shade, lighter at the bottom."""
        patch = np.full((SIDE_PX, SIDE_PX, 3), shade, np.uint8)
        patch[SIDE_PX // 2 :] += 100
        seen = steady(text)
        places = tuple(
            each if each.card is None else replace(each, card=replace(each.card, patch=patch))
            for each in seen.places
        )
        self.controller.on_table_seen(replace(seen, places=places), seconds)


@pytest.fixture
def pupil(controller: GameController) -> Pupil:
    return Pupil(controller.session)


def test_a_doubt_is_a_question_and_is_learnt_when_it_is_confirmed(pupil: Pupil) -> None:
    controller = pupil.controller
    pupil.see("? 1.1 green-5 green-6", 1.0)
    assert controller.session.pending is not None
    assert controller.session.pending.asks
    assert controller.light is Signal.UNSURE
    controller.act(intents.AnswerQuestion(controller.finding.events[0]), 2.0)
    assert (pending(controller), pupil.learnt) == ([GREEN], {})
    controller.act(intents.Confirm(), 3.0)
    assert (recorded(controller), pupil.learnt) == ([GREEN], {1: [("green-5", 7)]})


def test_a_card_in_doubt_that_can_only_be_one_is_asked_about_no_more_once_it_is_named(pupil: Pupil) -> None:
    controller = pupil.controller
    pupil.see("? 1.1 green-5", 1.0)
    controller.act(intents.CorrectCard("green-5"), 2.0)
    assert (pending(controller), controller.light) == ([GREEN], Signal.LEGAL)


def test_a_card_exchanged_for_one_that_cannot_be_read_is_asked_about_and_teaches_nothing(
    pupil: Pupil,
) -> None:
    controller = pupil.controller
    pupil.see("? 1.1 green-5 green-6", 1.0)
    controller.act(intents.AnswerQuestion(controller.finding.events[0]), 2.0)
    pupil.see("? 1.1 blue-8 blue-6", 3.0)
    assert [each["card"] for each in pending(controller)] == ["blue-8", "blue-6"]
    assert controller.light is Signal.UNSURE
    controller.act(intents.AnswerQuestion(controller.finding.events[0]), 4.0)
    controller.act(intents.Confirm(), 5.0)
    assert [card for cards in pupil.learnt.values() for card, _ in cards] == ["blue-8"]


def test_what_was_told_of_a_table_does_not_keep_the_proposal_of_another_one(pupil: Pupil) -> None:
    controller = pupil.controller
    pupil.see("green-5 1.1", 1.0)
    controller.act(
        intents.ProposeEvent(controller.session.match.read_event(GREEN | {"card": "green-6"})), 2.0
    )
    assert pending(controller) == [GREEN | {"card": "green-6"}]
    pupil.see("- 1.1, red-7 1.2", 3.0)
    pupil.see("green-5 1.1, - 1.2", 4.0)
    assert pending(controller) == [GREEN]


def test_a_misread_card_is_corrected_and_learnt_under_its_name(pupil: Pupil) -> None:
    pupil.see("green-6 1.1", 1.0)
    pupil.controller.act(intents.CorrectCard("green-5"), 2.0)
    assert pending(pupil.controller) == [GREEN]
    pupil.controller.act(intents.Confirm(), 3.0)
    assert pupil.learnt == {1: [("green-5", 7)]}


def test_undo_takes_back_what_the_event_taught(pupil: Pupil) -> None:
    for number, text in enumerate(("green-5 1.1", "red-5 1.2")):
        pupil.see(text, 1.0 + number, 10 * number + 10)
        pupil.controller.act(intents.Confirm(), 1.5 + number)
    assert pupil.learnt == {1: [("green-5", 10)], 2: [("red-5", 20)]}
    pupil.controller.act(intents.Undo(), 4.0)
    assert pupil.learnt == {1: [("green-5", 10)]}
    pupil.controller.act(intents.Undo(), 5.0)
    assert pupil.learnt == {}


def test_a_card_taken_back_from_the_table_takes_back_what_it_taught(pupil: Pupil) -> None:
    pupil.see("green-5 1.1", 1.0)
    pupil.controller.act(intents.Confirm(), 2.0)
    pupil.see("- 1.1", 3.0)
    assert pupil.controller.finding.kind is Kind.CORRECT
    pupil.controller.act(intents.Confirm(), 4.0)
    assert (recorded(pupil.controller)[-1], pupil.learnt) == ({"do": "undo"}, {})


def test_what_was_told_before_it_lay_is_not_learnt(pupil: Pupil) -> None:
    event = pupil.controller.session.match.read_event(GREEN)
    pupil.controller.act(intents.ProposeEvent(event), 1.0)
    pupil.controller.act(intents.Confirm(), 2.0)
    assert (recorded(pupil.controller), pupil.learnt) == ([GREEN], {})


def test_a_caught_mistake_teaches_nothing(pupil: Pupil) -> None:
    pupil.see("green-5 3.1", 1.0)
    pupil.controller.act(intents.Confirm(), 2.0)
    assert pupil.learnt == {}


def test_a_persons_word_holds_while_the_place_does_not_change(controller: GameController) -> None:
    controller.on_table_seen(steady("green-6 1.1"), 1.0)
    controller.act(intents.CorrectCard("green-5"), 2.0)
    controller.act(intents.Confirm(), 3.0)
    controller.on_table_seen(steady("green-6 1.1"), 4.0)
    assert controller.finding.kind is Kind.NOTHING


def test_the_eye_never_changes_what_was_confirmed(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.Confirm(), 2.0)
    controller.on_table_seen(steady("? 1.1 green-8 green-5"), 3.0)
    assert (controller.finding.kind, recorded(controller)) == (Kind.NOTHING, [GREEN])


def test_cards_swept_away_differ(controller: GameController) -> None:
    for at, card in (("1.1", "green-5"), ("1.2", "red-5"), ("1.3", "green-6")):
        controller.on_table_seen(steady(f"{card} {at}"), 1.0)
        controller.act(intents.Confirm(), 1.0)
    controller.on_table_seen(steady("- 1.1, - 1.2"), 2.0)
    assert (controller.differs, controller.light, len(recorded(controller))) == (True, Signal.UNSURE, 3)


def test_a_difference_can_be_accepted_and_is_noted(controller: GameController) -> None:
    test_cards_swept_away_differ(controller)
    controller.act(intents.AcceptTable(), 3.0)
    assert (controller.differs, controller.finding.kind, recorded(controller)[-1]["do"]) == (
        False,
        Kind.NOTHING,
        "note",
    )


def test_a_difference_can_be_put_back(controller: GameController) -> None:
    test_cards_swept_away_differ(controller)
    controller.act(intents.RestoreTable(), 3.0)
    assert not controller.differs
    controller.on_table_seen(steady("green-5 1.1, red-5 1.2"), 4.0)
    assert (controller.finding.kind, controller.restoring) == (Kind.NOTHING, False)


def test_a_half_made_campfire_waits_and_then_differs(controller: GameController) -> None:
    for at, card in (("1.1", "green-5"), ("1.2", "red-5")):
        controller.on_table_seen(steady(f"{card} {at}"), 1.0)
        controller.act(intents.Confirm(), 1.0)
    controller.on_table_seen(steady("campfire-green 1.1"), 2.0)
    assert (controller.finding.kind, controller.differs) == (Kind.WAITING, False)
    controller.tick(2.0 + PATIENCE_SECONDS)
    assert controller.differs
    controller.on_table_seen(steady("green-5 2.1"), 9.0)
    assert pending(controller) == [{"do": "campfire", "card": "campfire-green", "at": "1.1", "to": "2.1"}]


def test_a_moved_card_is_told_soon_and_a_lifted_one_is_waited_for(controller: GameController) -> None:
    for at, card in (("1.1", "green-5"), ("1.2", "red-5")):
        controller.on_table_seen(steady(f"{card} {at}"), 1.0)
        controller.act(intents.Confirm(), 1.0)
    controller.on_table_seen(steady("- 1.1"), 2.0)
    controller.tick(2.0 + MOVED_SECONDS)
    assert (controller.finding.kind, controller.differs) == (Kind.WAITING, False)
    controller.on_table_seen(steady("green-5 1.3"), 3.0 + MOVED_SECONDS)
    controller.tick(3.0 + 2 * MOVED_SECONDS)
    assert controller.differs


def test_a_hand_over_a_place_changes_nothing(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.Confirm(), 2.0)
    controller.on_table_seen(steady("red-5 1.2", hidden="1.1"), 3.0)
    assert pending(controller) == [RED]


def test_the_last_card_moved_is_undone_and_placed_anew(controller: GameController) -> None:
    for at, card in (("1.1", "green-5"), ("1.2", "red-5"), ("1.3", "blue-5")):
        controller.on_table_seen(steady(f"{card} {at}"), 1.0)
        controller.act(intents.Confirm(), 1.0)
    controller.on_table_seen(steady("- 1.3, blue-5 2.1"), 2.0)
    controller.act(intents.Confirm(), 3.0)
    assert [each["do"] for each in recorded(controller)] == ["place", "place", "place", "undo", "place"]


def test_buttons_propose_too(controller: GameController) -> None:
    discard: Event = controller.session.match.read_event({"do": "discard"})
    controller.act(intents.ProposeEvent(discard), 1.0)
    controller.on_table_seen(steady("- 1.1"), 1.5)
    assert pending(controller) == [{"do": "discard"}]
    controller.act(intents.Confirm(), 2.0)
    assert recorded(controller) == [{"do": "discard"}]


def test_a_goat_is_turned_on_in_the_eyes_proposal(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    with_goat = controller.session.match.read_event(GREEN | {"goat": True})
    controller.act(intents.ProposeEvent(with_goat), 2.0)
    controller.act(intents.Confirm(), 3.0)
    assert recorded(controller) == [GREEN | {"goat": True}]


def test_undo_by_button(controller: GameController) -> None:
    controller.on_table_seen(steady("green-5 1.1"), 1.0)
    controller.act(intents.Confirm(), 2.0)
    controller.act(intents.Undo(), 3.0)
    assert [each["do"] for each in recorded(controller)] == ["place", "undo"]
    assert pending(controller) == [GREEN]


def test_nothing_is_confirmed_when_nothing_waits(controller: GameController) -> None:
    assert controller.act(intents.Confirm(), 1.0) is None
    assert recorded(controller) == []


@pytest.fixture
def climbers(tmp_path: Path) -> Iterator[GameController]:
    header = {"game": "elevation", "players": ["Ann", "Ben", "Cem"]}
    with Session.new(header, tmp_path, 0.0) as session:
        session.play(session.match.read_event({"do": "day"}), when=0.0)
        yield GameController(session)


def anyhow(*cards: tuple[str | None, float]) -> Steady:
    """Cards lying anyhow; one without a name has two candidates."""
    return Steady(
        0.0,
        cards=tuple(
            CardSeen(
                ((x, 0.0), (x + 60, 0.0), (x + 60, 90.0), (x, 90.0)),
                name,
                candidates=((name, 0.99),) if name else (("alps-3", 0.5), ("alps-8", 0.4)),
            )
            for name, x in cards
        ),
    )


def lay_all(controller: GameController, *cards: tuple[str | None, float]) -> Steady:
    """One card after the other; the last table comes back."""
    for number in range(1, len(cards) + 1):
        controller.on_table_seen(anyhow(*cards[:number]), number / 10)
    return anyhow(*cards)


def test_a_doubtful_card_of_a_trick_is_asked_for_at_once(climbers: GameController) -> None:
    climbers.on_table_seen(anyhow(("andes-5", 0)), 0.5)
    climbers.on_table_seen(anyhow(("andes-5", 0), (None, 100)), 1.0)
    assert climbers.naming() == Naming("loose 2")
    assert (pending(climbers), climbers.light) == ([], Signal.UNSURE)
    climbers.act(intents.AnswerQuestion(Naming("loose 2", "alps-8")), 2.0)
    assert climbers.naming() is None
    climbers.on_table_seen(anyhow(("andes-5", 0), (None, 100), ("alps-9", 200)), 3.0)
    assert pending(climbers) == [{"do": "trick", "cards": ["andes-5", "alps-8", "alps-9"]}]


def test_what_a_person_changed_holds_while_the_table_lies_as_it_did(climbers: GameController) -> None:
    trick = lay_all(climbers, ("andes-5", 0), ("alps-8", 100), ("alps-9", 200))
    told = climbers.session.match.read_event(pending(climbers)[0] | {"draw": "up"})
    climbers.act(intents.ProposeEvent(told), 2.0)
    climbers.on_table_seen(trick, 3.0)
    assert pending(climbers) == [told.as_dict()]
    climbers.on_table_seen(anyhow(("andes-5", 0), ("alps-8", 100)), 4.0)
    assert pending(climbers) == []


def test_a_card_of_a_trick_that_was_mended_keeps_its_name_while_it_lies(climbers: GameController) -> None:
    lay_all(climbers, ("andes-5", 0), ("alps-8", 100), ("alps-9", 200))
    told = climbers.session.match.read_event({"do": "trick", "cards": ["andes-5", "alps-3", "alps-9"]})
    climbers.act(intents.ProposeEvent(told), 2.0)
    assert pending(climbers) == [told.as_dict()]
    assert [each.said for each in climbers.tracker.loose] == ["", "alps-3", ""]
    climbers.on_table_seen(anyhow(("andes-5", 0), ("alps-8", 104)), 3.0)  # one is taken up, and laid again
    climbers.on_table_seen(anyhow(("andes-5", 0), ("alps-8", 104), ("alps-9", 200)), 4.0)
    assert pending(climbers) == [told.as_dict()]
    climbers.act(intents.Confirm(), 5.0)
    assert recorded(climbers)[-1] == told.as_dict()
    assert pending(climbers) == []


def test_a_trick_in_another_order_renames_no_card(climbers: GameController) -> None:
    lay_all(climbers, ("andes-5", 0), ("alps-8", 100), ("alps-9", 200))
    told = climbers.session.match.read_event({"do": "trick", "cards": ["alps-8", "andes-5", "alps-9"]})
    climbers.act(intents.ProposeEvent(told), 2.0)
    assert pending(climbers) == [told.as_dict()]
    assert [lying.card for lying in climbers.seen().table.values()] == ["andes-5", "alps-8", "alps-9"]


def test_what_lies_face_down_is_a_pile_once_something_is_recorded(climbers: GameController) -> None:
    trick = lay_all(climbers, *THREE)
    climbers.on_table_seen(replace(trick, face_down=1), 2.0)
    assert climbers.tracker.backs - climbers.tracker.piles == 1
    climbers.act(intents.Confirm(), 3.0)
    assert climbers.tracker.backs - climbers.tracker.piles == 0
    climbers.on_table_seen(replace(trick, face_down=2), 4.0)
    assert climbers.tracker.backs - climbers.tracker.piles == 1


def test_an_answer_holds_when_the_table_is_read_again(controller: GameController) -> None:
    controller.on_table_seen(steady("? 1.1 green-5 green-6"), 1.0)
    controller.act(intents.AnswerQuestion(controller.finding.events[1]), 2.0)
    controller.on_table_seen(steady("? 1.1 green-5 green-6"), 3.0)
    assert [each["card"] for each in pending(controller)] == ["green-6"]


# the order of a trick

THREE = (("andes-5", 0), ("alps-8", 100), ("alps-9", 200))
TRICK = {"do": "trick", "cards": ["andes-5", "alps-8", "alps-9"]}


def test_two_cards_that_come_together_are_asked_for(climbers: GameController) -> None:
    climbers.on_table_seen(anyhow(("andes-5", 0)), 1.0)
    climbers.on_table_seen(anyhow(("andes-5", 0), ("alps-9", 200), ("alps-8", 100)), 2.0)
    assert (pending(climbers), climbers.ordering()) == ([], ("loose 2", "loose 3"))
    assert climbers.light is Signal.UNSURE
    climbers.act(intents.AnswerQuestion(CameFirst("loose 3")), 3.0)
    assert (pending(climbers), climbers.ordering()) == ([TRICK], ())


def test_nobody_is_asked_which_came_first_when_the_trick_was_told(climbers: GameController) -> None:
    climbers.act(intents.ProposeEvent(climbers.session.match.read_event(TRICK)), 1.0)
    climbers.on_table_seen(anyhow(*THREE), 2.0)
    assert (pending(climbers), climbers.ordering(), climbers.light) == ([TRICK], (), Signal.LEGAL)


def test_who_will_not_say_the_order_tells_the_trick(climbers: GameController) -> None:
    climbers.on_table_seen(anyhow(*THREE), 1.0)
    climbers.act(intents.Refuse(), 2.0)
    assert (pending(climbers), climbers.ordering(), climbers.light) == ([], (), Signal.OFF)
    climbers.act(intents.ProposeEvent(climbers.session.match.read_event(TRICK)), 3.0)
    climbers.act(intents.Confirm(), 4.0)
    assert (recorded(climbers)[-1], climbers.finding.kind) == (TRICK, Kind.NOTHING)


@pytest.mark.parametrize("back", [THREE[:2], THREE[1::-1]], ids=["as-they-came", "the-other-way"])
def test_a_half_trick_swept_up_and_put_back_keeps_its_order(
    climbers: GameController, back: tuple[tuple[str, float], ...]
) -> None:
    lay_all(climbers, *THREE[:2])
    climbers.on_table_seen(anyhow(), 1.0)
    lay_all(climbers, *back)
    climbers.on_table_seen(anyhow(*back, THREE[2]), 2.0)
    assert (pending(climbers), climbers.ordering()) == ([TRICK], ())


def test_a_whole_trick_swept_up_and_put_back_at_once_keeps_its_order(climbers: GameController) -> None:
    lay_all(climbers, *THREE)
    climbers.on_table_seen(anyhow(), 1.0)
    assert pending(climbers) == []
    climbers.on_table_seen(anyhow(*THREE[::-1]), 2.0)
    assert pending(climbers) == [TRICK]


def test_a_doubt_within_a_trick_does_not_change_the_order(climbers: GameController) -> None:
    lay_all(climbers, ("andes-5", 0), (None, 100), ("alps-9", 200))
    assert (pending(climbers), climbers.naming()) == ([], Naming("loose 2"))
    climbers.act(intents.AnswerQuestion(Naming("loose 2", "alps-8")), 2.0)
    assert pending(climbers) == [TRICK]


def test_cards_of_a_recorded_trick_lie_beside_the_next_one(climbers: GameController) -> None:
    lay_all(climbers, *THREE)
    climbers.act(intents.Confirm(), 2.0)
    more = (("alps-1", 300), ("alps-2", 400), ("alps-4", 500))
    for number in (1, 2, 3):
        climbers.on_table_seen(anyhow(*THREE, *more[:number]), 2.0 + number)
    assert pending(climbers) == [{"do": "trick", "cards": ["alps-1", "alps-2", "alps-4"]}]


def test_a_card_of_an_earlier_trick_that_comes_again_is_flagged(climbers: GameController) -> None:
    lay_all(climbers, *THREE)
    climbers.act(intents.Confirm(), 2.0)
    climbers.on_table_seen(anyhow(), 3.0)
    lay_all(climbers, ("alps-9", 0), ("alps-2", 100), ("alps-4", 200))
    (proposal,) = climbers.session.pending.candidates if climbers.session.pending else ()
    assert proposal.verdict.rules == ("duplicate",)
    climbers.on_table_seen(anyhow(("alps-2", 100), ("alps-4", 200)), 4.0)
    assert pending(climbers) == []
    climbers.on_table_seen(anyhow(("alps-2", 100), ("alps-4", 200), ("alps-1", 0)), 5.0)
    assert climbers.ordering() == ("loose 1", "loose 3")  # who took the card back, or who comes next?
    climbers.act(intents.AnswerQuestion(CameFirst("loose 3")), 6.0)
    assert pending(climbers) == [{"do": "trick", "cards": ["alps-1", "alps-2", "alps-4"]}]


def test_a_trick_taken_back_keeps_its_order(climbers: GameController) -> None:
    climbers.on_table_seen(anyhow(*THREE[:2]), 1.0)
    climbers.act(intents.AnswerQuestion(CameFirst("loose 2")), 1.5)
    climbers.on_table_seen(anyhow(*THREE), 2.0)
    climbers.act(intents.Confirm(), 3.0)
    climbers.on_table_seen(anyhow(), 4.0)
    climbers.act(intents.Undo(), 5.0)
    climbers.on_table_seen(anyhow(*THREE), 6.0)
    assert pending(climbers) == [{"do": "trick", "cards": ["alps-8", "andes-5", "alps-9"]}]


def test_a_doubtful_sighting_that_vanishes_leaves_no_gap(climbers: GameController) -> None:
    """A sleeve that looked like a card for a moment was never a turn of the trick."""
    climbers.on_table_seen(anyhow(("andes-5", 0)), 1.0)
    climbers.on_table_seen(anyhow(("andes-5", 0), (None, 300)), 2.0)
    climbers.on_table_seen(anyhow(("andes-5", 0), (None, 300), ("alps-8", 100)), 3.0)
    climbers.on_table_seen(anyhow(("andes-5", 0), ("alps-8", 100)), 4.0)
    climbers.on_table_seen(anyhow(*THREE), 5.0)
    assert (pending(climbers), climbers.ordering()) == ([TRICK], ())


def test_a_card_told_with_the_buttons_may_be_seen_a_little_later(controller: GameController) -> None:
    """The eye still shows the table of before: nothing differs, nothing is proposed, until patience ends."""
    controller.on_table_seen(steady("- 1.1"), 1.0)
    event = controller.session.match.read_event(GREEN)
    controller.act(intents.ProposeEvent(event), 2.0)
    controller.act(intents.Confirm(), 2.1)
    assert (pending(controller), controller.differs) == ([], False)
    controller.on_table_seen(steady("- 1.1"), 3.0)
    assert (pending(controller), controller.differs) == ([], False)
    controller.on_table_seen(steady("green-5 1.1"), 4.0)
    assert controller.finding.kind is Kind.NOTHING
    controller.on_table_seen(steady("green-5 1.1, red-5 1.2"), 5.0)
    assert pending(controller) == [RED]


def test_a_card_told_but_never_laid_is_missed_in_the_end(controller: GameController) -> None:
    controller.on_table_seen(steady("- 1.1"), 1.0)
    controller.act(intents.ProposeEvent(controller.session.match.read_event(GREEN)), 2.0)
    controller.act(intents.Confirm(), 2.0)
    assert controller.tick(2.0 + PATIENCE_SECONDS)
    assert controller.finding.kind is not Kind.WAITING


def test_a_card_told_with_the_buttons_can_be_another_one_too(controller: GameController) -> None:
    controller.on_table_seen(steady("- 1.1"), 1.0)
    controller.act(intents.ProposeEvent(controller.session.match.read_event(GREEN)), 2.0)
    controller.act(intents.CorrectCard("green-8"), 3.0)
    assert pending(controller) == [{**GREEN, "card": "green-8"}]
    controller.act(intents.Confirm(), 4.0)
    controller.on_table_seen(steady("green-8 1.1"), 5.0)
    assert (pending(controller), recorded(controller)) == ([], [{**GREEN, "card": "green-8"}])


def test_the_goat_of_a_misread_card_goes_with_it(tmp_path: Path) -> None:
    """Only what the owner's deck says of the right card remains."""

    def from_own_deck(match: object, event: Any) -> Event:
        owned: Event = replace(event, goat=True) if event.card == "green-7" else event
        return owned

    header = {"game": "ascent", "players": ["Ann", "Ben"], "modules": ["goats"]}
    with Session.new(header, tmp_path, 0.0) as session:
        controller = GameController(session, from_own_deck=from_own_deck)
        controller.act(intents.ProposeEvent(session.match.read_event({**GREEN, "goat": True})), 2.0)
        controller.act(intents.CorrectCard("green-8"), 3.0)
        assert pending(controller) == [{**GREEN, "card": "green-8"}]
        controller.act(intents.CorrectCard("green-7"), 4.0)
        assert pending(controller) == [{**GREEN, "card": "green-7", "goat": True}]


def test_what_is_owed_for_the_last_card_is_still_told_after_a_power_cut(tmp_path: Path) -> None:
    with Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0) as session:
        for line in (GREEN, {**RED, "card": "red-6"}):
            session.play(session.match.read_event(line), when=0.0)
        path = session.path
    with Session.resume(path) as session:
        controller = GameController(session)
        owed = controller.owed()
        assert owed is not None
        assert (owed.verdict.player, owed.verdict.discards) == ("Ben", 1)
        controller.act(intents.DiscardsDone(), 1.0)
        assert controller.owed() is None


def test_cards_gathered_after_the_end_ask_nothing_until_it_is_undone(tmp_path: Path) -> None:
    """The end stays on the screen while people clear the table."""
    path = tmp_path / "won.jsonl"
    path.write_bytes((Path(__file__).parent.parent / "records" / "ascent-won.jsonl").read_bytes())
    with Session.resume(path) as session:
        controller = GameController(session)
        lying = ", ".join(f"{each.card} {place}" for place, each in controller.recorded().items())
        controller.on_table_seen(steady(lying), 1.0)
        for seconds, gathered in ((2.0, "- 1.1, - 1.2"), (3.0, "red-5 1.1")):
            controller.on_table_seen(steady(gathered), seconds)
            controller.tick(seconds + PATIENCE_SECONDS)
            assert (controller.differs, pending(controller)) == (False, [])
        controller.act(intents.Undo(), 60.0)
        controller.tick(60.0 + PATIENCE_SECONDS)
        assert controller.differs or pending(controller)


def upside_down(text: str) -> Steady:
    """A steady table whose cards look as if their other end were up."""
    table = steady(text)
    cards = [None if each.card is None else replace(each.card, turn_degrees=180.0) for each in table.places]
    pairs = zip(table.places, cards, strict=True)
    return replace(table, places=tuple(replace(each, card=card) for each, card in pairs))


@pytest.fixture
def by_day(tmp_path: Path) -> Iterator[GameController]:
    header = {"game": "tranquility", "players": ["Ann", "Ben"], "variant": "day-night"}
    with Session.new(header, tmp_path, 0.0) as session:
        yield GameController(session)


def sun_up(number: int) -> dict[str, Any]:
    return {"do": "place", "card": f"island-{number}", "at": "5.2", "facing": "sun"}


def test_an_answer_tells_which_end_is_up_whatever_a_doubtful_look_makes_of_it(by_day: GameController) -> None:
    by_day.on_table_seen(upside_down("? 5.2 island-66 island-65"), 1.0)
    by_day.act(intents.AnswerQuestion(by_day.session.match.read_event(sun_up(66))), 2.0)
    by_day.on_table_seen(upside_down("? 5.2 island-66 island-65"), 3.0)
    assert pending(by_day) == [sun_up(66)]
    by_day.act(intents.Confirm(), 4.0)
    by_day.on_table_seen(steady("island-66 5.2"), 5.0)
    assert (pending(by_day), recorded(by_day)) == ([], [sun_up(66)])  # nothing was turned


def test_of_a_card_named_in_doubt_people_are_asked_which_end_is_up(by_day: GameController) -> None:
    by_day.on_table_seen(upside_down("? 5.2 island-66 island-68"), 1.0)
    by_day.act(intents.CorrectCard("island-65"), 2.0)
    assert (pending(by_day), by_day.finding.kind) == (
        [{**sun_up(65), "facing": "moon"}, sun_up(65)],
        Kind.WHICH,
    )
    by_day.on_table_seen(steady("island-65 5.2"), 3.0)  # read surely
    assert pending(by_day) == [sun_up(65)]


def test_where_either_end_is_the_same_a_named_card_is_one_move(controller: GameController) -> None:
    controller.on_table_seen(upside_down("? 1.1 green-6 green-8"), 1.0)
    controller.act(intents.CorrectCard("green-5"), 2.0)
    assert (pending(controller), controller.finding.kind) == ([GREEN], Kind.MOVE)
