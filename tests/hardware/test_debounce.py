"""Bouncing contacts, in a time of our own: no event invented, none lost, order kept."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buttons import QUIET_SECONDS, Debouncer, Edge


def run(
    debouncer: Debouncer, edges: list[tuple[float, str, bool]], *, poll_every: float = 0.016
) -> list[Edge]:
    """Feed raw edges in order of time and poll as an app's loop would."""
    found: list[Edge] = []
    now = 0.0
    for seconds, contact, closed in sorted(edges, key=lambda edge: edge[0]):
        while now + poll_every < seconds:
            now += poll_every
            found += debouncer.settle(now)[0]
        debouncer.feed(contact, closed, seconds)
    return found + debouncer.settle(now + 1)[0]


def bounce(chance: random.Random, start: float, length: float, closed: bool, contact: str = "a"):
    """A contact that flutters for `length` seconds before it rests."""
    edges, now, level = [(start, contact, closed)], start, closed
    while True:
        now += chance.uniform(0.0001, 0.006)
        if now >= start + length:
            break
        level = not level
        edges.append((now, contact, level))
    if level != closed:
        edges.append((start + length, contact, closed))
    return edges


def names(edges: list[Edge]) -> list[str]:
    return [f"{edge.contact}{'+' if edge.closed else '-'}" for edge in edges]


def test_clean_press_carries_the_time_of_its_edges():
    found = run(Debouncer(), [(0.5, "a", True), (0.7, "a", False)])
    assert [(edge.seconds, edge.closed) for edge in found] == [(0.5, True), (0.7, False)]


@pytest.mark.parametrize("milliseconds", range(1, 51))
def test_a_bounce_of_any_length_is_one_press_and_one_release(milliseconds):
    chance = random.Random(milliseconds)
    for start in range(20):
        edges = bounce(chance, start, milliseconds / 1000, True)
        edges += bounce(chance, start + 0.2, milliseconds / 1000, False)
        found = run(Debouncer(), edges)
        assert names(found) == ["a+", "a-"]
        assert found[0].seconds == start


@pytest.mark.parametrize("gap_milliseconds", [26, 40, 50])
def test_one_long_gap_is_bridged_when_the_config_says_so(gap_milliseconds):
    gap = gap_milliseconds / 1000
    edges = [(1.0, "a", True), (1.01, "a", False), (1.01 + gap, "a", True), (2.0, "a", False)]
    assert names(run(Debouncer(quiet_seconds=0.06), edges)) == ["a+", "a-"]
    assert names(run(Debouncer(), edges)) == ["a+", "a-", "a+", "a-"]


def test_a_spike_on_the_wire_is_no_press():
    assert (
        run(Debouncer(), [(1.0, "a", True), (1.002, "a", False), (3.0, "a", True), (3.001, "a", False)]) == []
    )


def test_spikes_do_not_lend_their_time_to_a_later_press():
    found = run(Debouncer(), [(1.0, "a", True), (1.001, "a", False), (2.0, "a", True), (2.1, "a", False)])
    assert [edge.seconds for edge in found] == [2.0, 2.1]


def test_a_dip_while_held_is_no_release():
    edges = [(1.0, "a", True), (1.5, "a", False), (1.51, "a", True), (2.0, "a", False)]
    assert [(edge.seconds, edge.closed) for edge in run(Debouncer(), edges)] == [(1.0, True), (2.0, False)]


def test_five_at_once_are_five_presses_in_the_order_of_touch():
    chance = random.Random(5)
    edges = []
    for index, contact in enumerate("cabed"):
        edges += bounce(chance, 1.0 + index * 0.001, 0.05 - index * 0.01, True, contact)
        edges += bounce(chance, 1.3 + index * 0.06, 0.02, False, contact)
    assert names(run(Debouncer(), edges)) == ["c+", "a+", "b+", "e+", "d+", "c-", "a-", "b-", "e-", "d-"]


def test_a_bad_switch_touched_first_still_comes_first():
    chance = random.Random(1)
    worn = [(1.0, "worn", True)] + [(1.0 + 0.002 * step, "worn", step % 2 == 0) for step in range(1, 25)]
    found = run(Debouncer(), [*worn, (1.010, "good", True)], poll_every=chance.uniform(0.004, 0.006))
    assert names(found) == ["worn+", "good+"]


def test_a_switch_that_flutters_for_ever_holds_nobody_back():
    flutter = [(1.0 + 0.002 * step, "broken", step % 2 == 0) for step in range(500)]
    debouncer = Debouncer()
    for seconds, contact, closed in flutter:
        debouncer.feed(contact, closed, seconds)
    debouncer.feed("good", True, 1.99)
    assert names(debouncer.settle(2.0)[0]) == ["good+"]


def test_a_hundred_presses_a_second_for_a_minute():
    """Five buttons in turn, each with bounces: 6000 presses, all there, none more, in order."""
    chance = random.Random(60)
    edges, expected = [], []
    for number in range(6000):
        start = 1 + number * 0.01
        contact = "abcde"[number % 5]
        edges += bounce(chance, start, 0.002, True, contact)
        edges += bounce(chance, start + 0.02, 0.002, False, contact)
        expected.append(contact)
    found = run(Debouncer(), edges)
    assert [edge.contact for edge in found if edge.closed] == expected
    assert len(found) == 12000
    assert [edge.seconds for edge in found] == sorted(edge.seconds for edge in found)


def test_a_key_does_not_bounce_and_is_never_too_fast():
    debouncer = Debouncer()
    for number in range(6000):
        debouncer.feed_clean("key", True, number * 0.01)
        debouncer.feed_clean("key", False, number * 0.01 + 0.005)
    found, horizon = debouncer.settle(61.0)
    assert len(found) == 12000
    assert horizon == 61.0


def test_a_key_that_repeats_is_one_press():
    debouncer = Debouncer()
    for step in range(10):
        debouncer.feed_clean("key", True, step * 0.03)
    assert names(debouncer.settle(1.0)[0]) == ["key+"]


def test_the_horizon_stops_at_what_is_undecided():
    debouncer = Debouncer()
    debouncer.feed("a", True, 1.0)
    debouncer.settle(1.5)
    debouncer.feed("a", False, 1.99)
    assert debouncer.settle(2.0) == ([], 1.99)
    edges, horizon = debouncer.settle(2.0 + QUIET_SECONDS)
    assert names(edges) == ["a-"]
    assert horizon == 2.0 + QUIET_SECONDS


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.floats(0, 0.05)), max_size=60))
def test_presses_and_releases_always_alternate_and_times_never_run_back(steps):
    debouncer, now, found = Debouncer(), 0.0, []
    for contact, closed, pause in steps:
        now += pause
        debouncer.feed(contact, closed, now)
        found += debouncer.settle(now)[0]
    found += debouncer.settle(now + 1)[0]
    for contact in "abc":
        levels = [edge.closed for edge in found if edge.contact == contact]
        assert levels == [index % 2 == 0 for index in range(len(levels))]
    assert [edge.seconds for edge in found] == sorted(edge.seconds for edge in found)
