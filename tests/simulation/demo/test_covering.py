"""Which places a hand hides: the whole hand counts, fingertips and arm."""

from pathlib import Path

import pytest

from companion.games.game import Match
from companion.locale import load_locale
from companion.simulation.demo.covering import covered_share, draw_mask, is_under_hand
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.play import Demo, Plan
from companion.table.practice import simulated_table
from hardware.simulated import SimulatedTable, Thing
from tests.app.clear_eye import make_clear_eye
from tests.games.shorthand import play, start


@pytest.fixture(scope="module")
def sea() -> SimulatedTable:
    return simulated_table("tranquility", size_px=(640, 360))


def reach(table: SimulatedTable, place: str) -> None:
    table.reach(table.layout.place(place).centre_mm)


def under(table: SimulatedTable, match: Match, **raw: object) -> bool:
    return is_under_hand(table, match.read_event(raw), match)


@pytest.mark.parametrize(
    ("tip", "at", "hidden"),
    [
        ("3.3", "3.3", True),  # the fingertips
        ("4.3", "3.3", True),  # the back of the hand
        ("6.3", "1.3", True),  # the arm, far below the fingertips
        ("3.3", "6.3", False),
        ("3.3", "3.6", False),
    ],
)
def test_fingers_hand_and_arm_hide(sea: SimulatedTable, tip: str, at: str, hidden: bool) -> None:
    reach(sea, tip)
    assert under(sea, start("tranquility"), do="place", card="island-40", at=at) is hidden


def test_no_hand_hides_nothing(sea: SimulatedTable) -> None:
    sea.reach(None)
    assert not under(sea, start("tranquility"), do="place", card="island-40", at="3.3")
    assert covered_share(sea, draw_mask(sea), sea.layout.place("3.3")) == 0


def test_every_place_that_an_event_changes_counts(sea: SimulatedTable) -> None:
    match = start("tranquility", modules=["rocks"], rocks=2)
    reach(sea, "row 5")
    place = {"do": "place", "card": "island-8", "at": "1.6"}
    assert under(sea, match, **place, rocks=5)
    assert not under(sea, match, **place, rocks="stay")
    after = play(match, {**place, "rocks": 5})[1]
    assert under(sea, after, do="undo")


def test_of_a_trick_the_last_card_counts() -> None:
    table = simulated_table("elevation", size_px=(640, 360))
    table.put("one", Thing("alps-3", (-200.0, 0.0), 0.0))
    table.put("two", Thing("alps-9", (200.0, 0.0), 0.0))
    match = start("elevation", "Ann", "Ben", "Cem")
    for x, hidden in ((-200.0, False), (200.0, True)):
        table.reach((x, 0.0))
        assert under(table, match, do="trick", cards=["alps-3", "alps-9"]) is hidden


def test_a_proposal_under_an_arm_is_a_problem(tmp_path: Path) -> None:
    plan = Plan(demo_header("ascent", 2), mishaps=False, size_px=(640, 360))
    demo = Demo(plan, tmp_path, make_clear_eye, lambda line: None, load_locale("en"))
    demo.table.reach(demo.table.layout.place("3.3").centre_mm)
    event = demo.session.match.read_event({"do": "place", "card": "green-5", "at": "1.4"})
    demo.session.propose([event])
    demo.step()
    assert [problem.split(":")[0] for problem in demo.people.truth.problems] == ["proposed under a hand"]
    demo.stage.close()
