"""Presses, holds and releases, told from clean edges."""

import pytest

from hardware.buttons import Contact, Edge, Gestures, Source
from hardware.signals import Button, Press, PressKind


def edge(seconds: float, name: str, closed: bool) -> Edge:
    return Edge(seconds, Contact(Source.PINS, Button(name)), closed)


def told(gestures: Gestures, *edges: Edge, until: float = 0.0) -> list[str]:
    events = [event for one in edges for event in gestures.take(one)]
    return [spell(press) for press in events + gestures.wait(until)]


def spell(press: Press) -> str:
    return f"{press.button.value} {press.kind.value}"


def test_most_buttons_are_pressed_the_moment_they_go_down():
    assert told(Gestures(1.0), edge(1, "yes", True)) == ["yes pressed"]


def test_no_is_pressed_when_it_comes_up_in_time():
    gestures = Gestures(1.0)
    assert told(gestures, edge(1, "no", True)) == []
    assert told(gestures, edge(1.4, "no", False)) == ["no pressed", "no released"]


def test_no_held_is_held_once_and_never_pressed():
    gestures = Gestures(1.0)
    assert told(gestures, edge(1, "no", True), until=1.9) == []
    [held] = gestures.wait(2.5)
    assert (held, held.seconds) == (Press(Button.NO, PressKind.HELD), 2.0)
    assert told(gestures, edge(9, "no", False), until=10) == ["no released"]


def test_a_hold_is_told_before_the_release_that_follows_it():
    assert told(Gestures(1.0), edge(1, "no", True), edge(3, "no", False)) == ["no held", "no released"]


def test_held_while_another_is_pressed():
    gestures = Gestures(1.0)
    events = told(
        gestures,
        edge(1.0, "no", True),
        edge(1.5, "yes", True),
        edge(1.6, "yes", False),
        edge(2.2, "next", True),
        edge(2.3, "next", False),
        edge(2.4, "no", False),
    )
    assert events == [
        "yes pressed",
        "yes released",
        "no held",
        "next pressed",
        "next released",
        "no released",
    ]


def test_two_holds_come_in_the_order_they_fall_due():
    gestures = Gestures(0.5, frozenset(Button))
    told(gestures, edge(1.0, "discard", True), edge(1.1, "action", True))
    assert [(spell(event), event.seconds) for event in gestures.wait(5)] == [
        ("discard held", 1.5),
        ("action held", 1.6),
    ]


def test_a_release_without_a_press_is_nothing():
    assert told(Gestures(1.0), edge(1, "yes", False)) == []


def test_only_button_contacts_are_taken():
    with pytest.raises(TypeError, match="not a button"):
        Gestures(1.0).take(Edge(1.0, "lever", True))
