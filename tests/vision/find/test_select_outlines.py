"""The choice of outlines: one card is one card, however many outlines show it surely."""

from dataclasses import replace

import pytest

from tests.vision.oracle import choose_read
from vision.observation import Observation
from vision.read.reading import Reading
from vision.types import Quad


def square(left: float) -> Quad:
    return ((left, 0.0), (left + 100.0, 0.0), (left + 100.0, 100.0), (left, 100.0))


def matched(name: str) -> Reading:
    return Reading(name, None, None, ((name, 0.99),), 0, 0.99, matched=True)


@pytest.mark.parametrize(
    ("names", "off", "chosen"),
    [
        pytest.param(("red-1", "red-1"), 70.0, 1, id="one-card-in-two-outlines"),
        pytest.param(("red-1", "red-2"), 70.0, 2, id="two-cards-that-overlap"),
        pytest.param(("red-1", "red-1"), 98.0, 2, id="two-of-a-kind-side-by-side"),
    ],
)
def test_two_outlines_surely_of_one_name_are_one_card_where_they_overlap(
    names: tuple[str, str], off: float, chosen: int
) -> None:
    outlines = [Observation(square(0.0), 0.95), Observation(square(off), 0.9)]
    assert len(choose_read(outlines, [matched(name) for name in names])) == chosen


def test_a_surely_matched_card_needs_no_well_drawn_edges() -> None:
    weak = [Observation(square(0.0), 0.6)]
    assert len(choose_read(weak, [matched("red-1")])) == 1
    unread = Reading(None, None, None, (("red-1", 0.6),), 0, 0.9)
    assert choose_read(weak, [unread]) == []


def test_a_matched_card_comes_before_an_outline_around_it_and_its_neighbour() -> None:
    """Fanned cards: the outline around two of them is larger and drawn better, but is read as none."""
    card, both = square(0.0), ((0.0, 0.0), (160.0, 0.0), (160.0, 100.0), (0.0, 100.0))
    unread = Reading(None, None, None, (("red-8", 0.96),), 0, 0.995)
    picks = choose_read([Observation(both, 0.97), Observation(card, 0.88)], [unread, matched("yellow-8")])
    assert [pick.seen.card for pick in picks] == ["yellow-8"]


@pytest.mark.parametrize(("read_at", "kept_at"), [(8.0, 0.0), (85.0, 85.0)])
def test_a_card_surely_read_beside_its_half_hidden_outline_lies_where_it_was_read(
    read_at: float, kept_at: float
) -> None:
    """A Campfire became the red 12 beside it, which was read in the outline across both."""
    outline = Observation(square(0.0), 0.95, visible=0.8)
    reading = replace(matched("red-12"), corners=square(read_at))
    (pick,) = choose_read([outline], [reading])
    assert pick.seen.corners == square(kept_at)


@pytest.mark.parametrize(
    ("alike", "leans", "stays"),
    [(0.9, "red-1", False), (0.8, "red-1", True), (0.9, "red-7", True)],
    ids=["denied", "by-a-worse-outline", "agreed"],
)
def test_a_card_that_another_outline_denies_is_not_sure(alike: float, leans: str, stays: bool) -> None:
    """Of thirteen outlines of a striped card one was surely the empty one, and it alone was heard."""
    hardly = Reading("red-7", None, None, (("red-7", 0.7),), 0, 0.95, alike=0.91)
    other = Reading(None, None, None, ((leans, 0.6),), 0, 0.9, alike=alike)
    outlines = [Observation(square(0.0), 0.95), Observation(square(5.0), 0.9)]
    (pick,) = choose_read(outlines, [hardly, other])
    assert pick.seen.card == ("red-7" if stays else None)
    (surely,) = choose_read(outlines, [replace(hardly, matched=True), other])
    assert surely.seen.card == "red-7"
