"""The tracker of the table: cards lying anyhow keep their order and what people said of them."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.table import Lying
from companion.table.tracker import InZone, TableTracker
from tests.app.steady import steady
from vision.observation import CardSeen
from vision.read.patch import SIDE_PX
from vision.watch.table_watcher import Steady


def card(name: str | None, x: float, *candidates: str) -> CardSeen:
    """A card lying at some spot, sure or with candidates."""
    corners = ((x, 0.0), (x + 60.0, 0.0), (x + 60.0, 90.0), (x, 90.0))
    shares = tuple((each, 0.4) for each in candidates) or ((name or "", 0.99),)
    return CardSeen(corners, name, candidates=shares)


def remembered(*tables: tuple[CardSeen, ...]) -> TableTracker:
    tracker = TableTracker()
    for cards in tables:
        tracker = tracker.after(Steady(0.0, cards=cards))
    return tracker


def names(tracker: TableTracker) -> list[str]:
    return [lying.card for lying in tracker.seen({}).table.values()]


ALPS, ANDES = card("alps-3", 0), card("andes-5", 100)


def test_cards_keep_the_order_of_their_arrival() -> None:
    assert names(remembered((ANDES,), (ALPS, ANDES))) == ["andes-5", "alps-3"]


def test_a_card_moved_aside_keeps_its_turn() -> None:
    assert names(remembered((ANDES,), (ALPS, card("andes-5", 300)))) == ["andes-5", "alps-3"]


def test_a_swept_trick_is_forgotten_with_what_was_said_of_it() -> None:
    doubt = card(None, 0, "alps-3", "alps-8")
    tracker = remembered((doubt,)).name("loose 1", "alps-8")
    assert names(tracker) == ["alps-8"]
    after = tracker.after(Steady(1.0)).after(Steady(2.0, cards=(ANDES,)))
    assert names(after) == ["andes-5"]


def test_a_persons_word_holds_against_a_later_misreading_of_the_same_spot() -> None:
    tracker = remembered((card(None, 0, "alps-3", "alps-8"),)).name("loose 1", "alps-8")
    assert names(tracker.after(Steady(1.0, cards=(ALPS,)))) == ["alps-8"]


def test_a_sure_card_that_a_named_one_was_not_taken_for_is_another_card() -> None:
    for named in (card("alps-9", 0), card(None, 0, "alps-9", "alps-8")):
        tracker = remembered((named,)).name("loose 1", "alps-8")
        after = tracker.after(Steady(1.0, cards=(card("himalayas-4", 0),)))
        assert names(after) == ["himalayas-4"]


def test_a_lead_on_the_spot_of_a_recorded_card_that_a_person_named_is_seen() -> None:
    tracker = remembered((ALPS, card("alps-9", 100))).name("loose 2", "alps-8").close_trick()
    assert names(tracker) == []
    assert names(tracker.after(Steady(1.0, cards=(card("himalayas-4", 100),)))) == ["himalayas-4"]


DOUBT = ("alps-5", "alps-3")  # what a card is taken for that a person names


@pytest.mark.parametrize(
    ("said", "now", "stays"),
    [
        ("alps-5", ("alps-5", "alps-3"), True),
        ("alps-5", ("alps-8", "alps-5"), True),  # it may be the card so called
        ("rockies-2", ("alps-5", "alps-8"), True),  # it never looked like it, but it looks as it did
        ("alps-5", ("alps-8", "alps-3"), False),
        ("alps-5", ("himalayas-12", "andes-12"), False),
        ("rockies-2", ("alps-8", "alps-3"), False),
    ],
)
def test_a_name_stays_with_an_unread_card_while_it_may_be_the_one_that_was_named(
    said: str, now: tuple[str, ...], stays: bool
) -> None:
    anyhow = remembered((card(None, 0, *DOUBT),)).name("loose 1", said)
    assert names(anyhow.after(Steady(1.0, cards=(card(None, 0, *now),)))) == ([said] if stays else [])
    placed = TableTracker().after(steady(f"? 1.3 {' '.join(DOUBT)}")).name("1.3", said)
    assert names(placed.after(steady(f"? 1.3 {' '.join(now)}"))) == ([said] if stays else [])


def test_an_unread_card_of_the_same_number_and_another_colour_is_another_card() -> None:
    """The number alone is read of the first cards of a deck: any suit may be it."""
    red, blue = (
        replace(card(None, 0, "alps-5", "andes-5"), patch=np.full((SIDE_PX, SIDE_PX, 3), colour, np.uint8))
        for colour in ((60, 60, 110), (110, 60, 60))
    )
    tracker = remembered((red,)).name("loose 1", "alps-5")
    assert names(tracker.after(Steady(1.0, cards=(red,)))) == ["alps-5"]
    assert names(tracker.after(Steady(1.0, cards=(blue,)))) == []


def test_a_card_that_a_person_named_and_that_shows_no_face_keeps_its_name() -> None:
    placed = TableTracker().after(steady("# 1.3")).name("1.3", "green-5")
    assert placed.after(steady("# 1.3")).said == {"1.3": "green-5"}


def test_a_card_that_a_person_named_and_that_was_covered_for_a_while_keeps_its_name() -> None:
    placed = TableTracker().after(steady("? 1.3 green-5 green-6")).name("1.3", "blue-9")
    covered = placed.after(steady("x 1.3"))
    assert covered.seen({"1.3": Lying("blue-9")}).table == {"1.3": Lying("blue-9")}
    again = covered.after(steady("? 1.3 green-5 green-6"))
    assert again.seen({}).table == {"1.3": Lying("blue-9")}
    assert covered.after(steady("? 1.3 red-7 red-8")).said == {}


def test_another_sure_card_in_the_same_spot_is_another_card() -> None:
    assert names(remembered((ALPS, ANDES), (card("rockies-2", 0), ANDES))) == ["andes-5", "rockies-2"]


def test_a_sure_card_stays_sure_when_a_frame_doubts_it() -> None:
    assert names(remembered((ALPS,), (replace(ALPS, card=None),))) == ["alps-3"]


def test_a_card_in_doubt_that_cannot_be_the_known_one_is_another_card() -> None:
    tracker = remembered((ALPS,), (card(None, 0, "alps-8", "alps-9"),))
    assert names(tracker) == []
    assert list(tracker.seen({}).doubts.values()) == [("alps-8", "alps-9")]


def test_a_card_that_was_found_twice_is_played_once() -> None:
    """An outline half beside a card was asked about, and people said what it shows."""
    echo = card(None, 40, "andes-1", "andes-8")
    tracker = remembered((ALPS,), (ALPS, ANDES, echo)).name("loose 3", "andes-5")
    assert names(tracker) == ["alps-3", "andes-5"]
    assert names(tracker.after(Steady(1.0, cards=(ALPS, ANDES, echo)))) == ["alps-3", "andes-5"]


def test_a_doubted_card_lies_the_way_up_that_was_recorded() -> None:
    """A card that another covers a little is not sure; neither is which end of it is up."""
    tracker = TableTracker().after(steady("? 1.3 island-6"))
    recorded = {"1.3": Lying("island-6", turned=True)}
    assert tracker.seen(recorded).table == recorded


def test_the_recorded_card_still_lies_only_where_it_is_likely_enough() -> None:
    seen = steady("? 1.3 green-1 green-11").places[0]
    assert seen.card is not None
    for share, still in ((0.12, True), (0.08, False)):
        doubt = replace(seen.card, candidates=(("green-1", 0.8), ("green-11", share)))
        tracker = TableTracker().after(Steady(0.0, (replace(seen, card=doubt),)))
        assert ("1.3" in tracker.seen({"1.3": Lying("green-11")}).table) == still


def test_a_card_that_a_person_named_lies_the_way_up_that_was_recorded() -> None:
    tracker = TableTracker().after(steady("? 1.3 island-6")).name("1.3", "island-6")
    assert tracker.seen({}).table == {"1.3": Lying("island-6")}
    recorded = {"1.3": Lying("island-6", turned=True)}
    assert tracker.seen(recorded).table == recorded
    other = {"1.3": Lying("island-9", turned=True)}
    assert tracker.seen(other).table == {"1.3": Lying("island-6")}


def test_how_a_card_lies_that_a_person_named_is_open_until_it_is_read_or_recorded() -> None:
    tracker = TableTracker().after(steady("? 1.3 island-6 island-8")).name("1.3", "island-6")
    assert tracker.seen({}).open_ends == {"1.3"}
    assert tracker.seen({"1.3": Lying("island-6", turned=True)}).open_ends == frozenset()
    assert tracker.after(steady("island-6 1.3")).seen({}).open_ends == frozenset()


ROW_FROM = 500  # cards further to the right lie in somebody's open row


def zone_of(seen: CardSeen) -> InZone | None:
    x = seen.corners[0][0]
    return InZone("Hillary", x) if x >= ROW_FROM else None


def beside_a_row(tracker: TableTracker, *tables: tuple[CardSeen, ...]) -> TableTracker:
    for cards in tables:
        tracker = tracker.after(Steady(0.0, cards=cards), zone_of)
    return tracker


OPEN = card("rockies-2", 600)  # in the row
PLAYED = card("rockies-2", 200)  # in the trick


def test_a_card_of_a_row_takes_its_turn_when_it_is_played() -> None:
    tracker = beside_a_row(TableTracker(), (OPEN,), (OPEN, ANDES))
    assert (names(tracker), tracker.zones().get("Hillary", ())) == (["andes-5"], ("rockies-2",))
    tracker = beside_a_row(tracker, (PLAYED, ANDES), (PLAYED, ANDES, ALPS))
    assert (names(tracker), tracker.zones().get("Hillary", ())) == (["andes-5", "rockies-2", "alps-3"], ())
    assert tracker.unsure_order(tuple(tracker.seen({}).table)) == ()


def test_a_card_of_a_row_comes_into_the_trick_after_a_recorded_one() -> None:
    tracker = beside_a_row(TableTracker(), (OPEN, ALPS)).close_trick()
    assert names(tracker) == []
    assert names(beside_a_row(tracker, (PLAYED,), (PLAYED, ANDES))) == ["rockies-2", "andes-5"]


def test_a_recorded_card_that_went_to_a_row_may_be_played_again() -> None:
    tracker = beside_a_row(TableTracker(), (PLAYED,)).close_trick()
    assert names(beside_a_row(tracker, (OPEN,), (OPEN, ANDES), (PLAYED, ANDES))) == ["andes-5", "rockies-2"]


def test_a_card_put_back_into_its_row_is_no_part_of_the_trick() -> None:
    tracker = beside_a_row(TableTracker(), (PLAYED, ANDES), (OPEN, ANDES))
    assert (names(tracker), tracker.zones().get("Hillary", ())) == (["andes-5"], ("rockies-2",))


def test_a_card_in_doubt_that_goes_to_a_row_had_no_turn() -> None:
    near, far = card(None, 480, "alps-1", "alps-2"), card(None, 505, "alps-1", "alps-2")
    tracker = beside_a_row(TableTracker(), (near,), (near, ANDES), (far, ANDES), (far, ANDES, ALPS))
    assert names(tracker) == ["andes-5", "alps-3"]
    assert tracker.unsure_order(tuple(tracker.seen({}).table)) == ()
