"""From a table that was seen to what must have happened, for The Ascent."""

from typing import Any

import pytest

from companion.games.game import Match
from companion.games.table import Explanation, Kind, Lying, Seen
from companion.table.proposals import in_play, propose
from tests.games.ascent.words import events, mountain
from tests.games.shorthand import play, start
from tests.games.tranquility.words import DAY_NIGHT, PYRAMID, SEAS, sea
from tests.games.tranquility.words import events as sea_events

ROW = "green-7 1.1, blue-7 1.2, red-7 1.3"


def look(cards: str, **doubts: str) -> Seen:
    """A table from `green-7 1.1, ...`; doubts as place_1_2="blue-7 blue-1"."""
    pairs = [each.split() for each in cards.split(",") if each.strip()]
    named = {
        place.removeprefix("at_").replace("_", "."): tuple(names.split()) for place, names in doubts.items()
    }
    return Seen({place: Lying(card) for card, place in pairs}, named)


def told(finding: Explanation) -> list[dict[str, Any]]:
    return [event.as_dict() for event in finding.events]


@pytest.mark.parametrize(
    ("recorded", "seen", "kind", "said"),
    [
        pytest.param(ROW, ROW, Kind.NOTHING, "", id="as-recorded"),
        pytest.param(ROW, ROW + ", blue-9 1.4", Kind.MOVE, "blue-9 1.4", id="a-card-laid"),
        pytest.param(ROW, ROW + ", red-9 1.4", Kind.MOVE, "red-9 1.4", id="an-illegal-card-is-proposed-too"),
        pytest.param(ROW + ", bridge 1.4", ROW + ", blue-9 1.4", Kind.MOVE, "blue-9 1.4", id="a-bridge-covered"),
        pytest.param(ROW, "green-7 1.1, red-2 1.2, red-7 1.3", Kind.MOVE, "red-2 1.2", id="laid-on-a-card"),
        pytest.param(
            ROW, "campfire-green 1.1, blue-7 1.2, red-7 1.3, green-7 2.1", Kind.MOVE, "campfire-green 1.1>2.1", id="campfire"
        ),
        pytest.param(ROW, "campfire-green 1.1, blue-7 1.2, red-7 1.3", Kind.WAITING, "", id="campfire-before-the-move"),
        pytest.param(ROW, "blue-7 1.2, red-7 1.3, green-7 2.1", Kind.WAITING, "", id="the-move-before-the-campfire"),
        pytest.param(ROW, "blue-7 1.2, red-7 1.3", Kind.WAITING, "", id="one-card-lifted"),
        pytest.param(ROW, "blue-7 1.2", Kind.DIFFERS, "", id="cards-swept-away"),
        pytest.param(ROW, "", Kind.DIFFERS, "", id="everything-gone"),
        pytest.param(
            ROW, ROW + ", green-2 1.4, blue-3 1.5", Kind.WHICH, "green-2 1.4, blue-3 1.5", id="two-cards-at-once-which-first"
        ),
        pytest.param(
            ROW + ", bridge 1.4", ROW + ", blue-9 1.4, bridge 1.5", Kind.WHICH, "blue-9 1.4, bridge 1.5", id="a-bridge-covered-and-another-laid"
        ),
        pytest.param(ROW, "blue-7 1.1, green-7 1.2, red-7 1.3", Kind.DIFFERS, "", id="two-cards-exchanged"),
        pytest.param(ROW, "blue-7 1.1, red-7 1.2, green-7 1.3", Kind.DIFFERS, "", id="three-cards-exchanged"),
        pytest.param(ROW, "blue-7 1.1, green-7 1.2, red-7 1.3, blue-9 1.4", Kind.DIFFERS, "", id="two-exchanged-and-one-laid"),
        pytest.param(
            ROW, "campfire-green 1.1, blue-7 1.2, red-7 1.3, green-8 2.1", Kind.DIFFERS, "", id="another-card-went-up"
        ),
    ],
)  # fmt: skip
def test_explaining(recorded: str, seen: str, kind: Kind, said: str) -> None:
    finding = propose(mountain(recorded), look(seen))
    assert (finding.kind, told(finding)) == (kind, events(said))


def game() -> Match:
    """Two cards played and confirmed."""
    return play(start("ascent"), *events("green-5 1.1, red-5 1.2"))[1]


def test_a_card_taken_back_is_an_undo() -> None:
    finding = propose(game(), look("green-5 1.1"))
    assert (finding.kind, told(finding)) == (Kind.CORRECT, [{"do": "undo"}])


def test_the_last_card_laid_elsewhere_is_mended() -> None:
    finding = propose(game(), look("green-5 1.1, red-5 2.1"))
    assert (finding.kind, finding.undo_first, told(finding)) == (Kind.CORRECT, True, events("red-5 2.1"))


def test_the_last_card_laid_elsewhere_is_asked_about_in_doubt() -> None:
    finding = propose(game(), look("green-5 1.1", at_2_1="red-5 red-6"))
    assert (finding.kind, finding.undo_first) == (Kind.WHICH, True)
    assert told(finding) == events("red-5 2.1, red-6 2.1")


@pytest.mark.parametrize(
    ("seen", "said"),
    [("red-5 1.2, blue-5 2.1", events("blue-5 2.1")), ("red-5 1.2", [{"do": "undo"}])],
    ids=["moved", "taken-back"],
)
def test_a_doubt_about_a_recorded_card_does_not_stand_in_the_way_of_a_mend(
    seen: str, said: list[dict[str, Any]]
) -> None:
    match = play(game(), *events("blue-5 1.3"))[1]
    finding = propose(match, look(seen, at_1_1="green-2 green-4"))
    assert (finding.kind, told(finding)) == (Kind.CORRECT, said)


def test_the_last_card_exchanged_with_another_one_is_no_move() -> None:
    finding = propose(game(), look("red-5 1.1, green-5 1.2"))
    assert finding.kind is Kind.DIFFERS
    assert [each.place for each in finding.differences] == ["1.1", "1.2"]


@pytest.mark.parametrize("first", ["1 3", "3 1"])
def test_rocks_that_change_places_with_a_storm_are_moved(first: str) -> None:
    """Of row markers several are alike: a legal move may leave them on each other's places."""
    match = sea(**{**SEAS, "rocks": 3})
    for row in first.split():
        match = play(match, *sea_events(f"storm purple row={row}"))[1]
    (move,) = sea_events("40 4.3 rocks=1")
    after = play(match, move)[1]
    finding = propose(match, Seen(after.game.lying(after.state)))
    assert (finding.kind, told(finding)) == (Kind.MOVE, [move])


def test_the_last_card_exchanged_is_a_card_on_a_card() -> None:
    """Nobody can tell an exchange from a card laid on top: the rules flag it, undo mends it."""
    finding = propose(game(), look("green-5 1.1, blue-6 1.2"))
    assert (finding.kind, told(finding)) == (Kind.MOVE, events("blue-6 1.2"))


def test_doubt_is_asked_about() -> None:
    finding = propose(game(), look("green-5 1.1, red-5 1.2", at_1_3="blue-6 blue-9"))
    assert (finding.kind, told(finding)) == (Kind.WHICH, events("blue-6 1.3, blue-9 1.3"))


@pytest.mark.parametrize(
    ("options", "candidates", "left"),
    [
        pytest.param({}, "rocks wild island-20 monster compass", "island-20", id="without-modules"),
        pytest.param(SEAS, "rocks island-20 storm-purple border", "rocks island-20 storm-purple", id="with-them"),
        pytest.param(PYRAMID, "rocks border compass", "rocks border compass", id="explorers"),
        pytest.param({}, "rocks storm-purple", "rocks storm-purple", id="nothing-else-is-left"),
    ],
)  # fmt: skip
def test_no_card_of_a_module_that_is_not_in_play_is_a_candidate(
    options: dict[str, Any], candidates: str, left: str
) -> None:
    assert in_play(sea(**options), tuple(candidates.split())) == tuple(left.split())


def test_a_doubt_offers_cards_of_this_game() -> None:
    finding = propose(sea(), look("", at_4_1="rocks island-20 monster island-26"))
    assert [event["card"] for event in told(finding)] == ["island-20", "island-26"]


def test_one_doubtful_candidate_is_still_a_question() -> None:
    assert propose(game(), look("green-5 1.1, red-5 1.2", at_1_3="blue-6")).kind is Kind.WHICH


def test_which_end_of_a_doubtful_card_is_up_is_asked_too() -> None:
    finding = propose(sea(**DAY_NIGHT), look("", at_4_1="island-20"))
    assert [event["facing"] for event in told(finding)] == ["sun", "moon"]
    two = told(propose(sea(**DAY_NIGHT), look("", at_4_1="island-20 island-26")))
    allowed = [(event["card"], event["facing"]) for event in two[:2]]
    assert allowed == [("island-20", "sun"), ("island-26", "sun")]  # the hands hold the sun up
    assert len(two) == 3


def test_a_doubt_about_a_recorded_card_does_not_stand_in_the_way_of_a_move() -> None:
    """A card that others cover a little is not sure any more; that is no reason to ask."""
    finding = propose(game(), look("red-5 1.2, blue-6 1.3", at_1_1="green-2 green-4"))
    assert (finding.kind, told(finding)) == (Kind.MOVE, events("blue-6 1.3"))


def test_a_doubt_about_a_recorded_card_alone_is_asked_about() -> None:
    finding = propose(game(), look("red-5 1.2", at_1_1="green-2 green-4"))
    assert (finding.kind, told(finding)) == (Kind.WHICH, events("green-2 1.1, green-4 1.1"))


def test_a_doubtful_campfire_is_asked_about_with_the_card_that_it_moved() -> None:
    seen = look("blue-7 1.2, red-7 1.3, green-7 2.1", at_1_1="campfire-green campfire-blue")
    finding = propose(mountain(ROW), seen)
    assert finding.kind is Kind.WHICH
    assert events("campfire-green 1.1>2.1")[0] in told(finding)


def test_too_many_doubts_are_left_as_recorded() -> None:
    seen = look(
        "green-5 1.1, red-5 1.2", at_1_3="blue-1 blue-2", at_1_4="green-5 green-6", at_1_5="red-5 red-6"
    )
    assert propose(game(), seen).kind is Kind.NOTHING


def test_covered_places_are_as_they_were() -> None:
    seen = Seen({"1.3": Lying("blue-6")}, covered=frozenset({"1.1", "1.2"}))
    assert told(propose(game(), seen)) == events("blue-6 1.3")


def test_a_difference_names_its_places() -> None:
    finding = propose(mountain(ROW), look("blue-7 1.2"))
    assert [(each.place, each.seen) for each in finding.differences] == [("1.1", None), ("1.3", None)]


def test_which_end_of_an_ascent_is_up_does_not_matter() -> None:
    """A 6 read as a turned card under other light is still the same card."""
    table = {"1.1": Lying("green-5", turned=True), "1.2": Lying("red-5")}
    assert propose(game(), Seen(table)).kind is Kind.NOTHING
