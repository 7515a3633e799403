"""Confirmed cards: only what was seen to lie, upright, under the name that was recorded."""

from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.game import Match
from companion.record.history import open_match
from companion.table.proposals import confirmed_cards
from companion.table.tracker import TableTracker
from tests.app.steady import loose, steady
from vision.learning import Sighting
from vision.watch.table_watcher import Steady

PATCH = np.zeros((4, 4, 3), np.uint8)
PATCH[0] = 255  # light at its top


def with_patches(seen: Steady) -> Steady:
    places = tuple(
        each if each.card is None else replace(each, card=replace(each.card, patch=PATCH))
        for each in seen.places
    )
    return replace(seen, places=places, cards=tuple(replace(each, patch=PATCH) for each in seen.cards))


def confirmed(match: Match, seen: Steady, said: dict[str, str], **event: Any) -> list[Sighting]:
    """What is confirmed when this event happens on a table that was seen like this."""
    played = match.read_event(event)
    tracker = TableTracker().after(with_patches(seen))
    for place, card in said.items():
        tracker = tracker.name(place, card)
    after = match.play(played)[1]
    known = tracker.seen(match.game.lying(match.state))
    return list(confirmed_cards(match, after, played, known, tracker, "game 1"))


def tranquility() -> Match:
    return open_match(1, {"record": 1, "game": "tranquility", "players": ["Ann", "Ben"]})


def test_a_card_that_was_seen_is_confirmed_as_it_lay() -> None:
    cards = confirmed(tranquility(), steady("island-9 1.2"), {}, do="place", card="island-9", at="1.2")
    assert [(each.card, each.patch is PATCH) for each in cards] == [("island-9", True)]


def test_a_card_under_another_name_than_the_recorded_is_not() -> None:
    assert confirmed(tranquility(), steady("island-9 1.2"), {}, do="place", card="island-8", at="1.2") == []


def test_a_card_that_people_named_is() -> None:
    seen, said = steady("? 1.2 island-9 island-6"), {"1.2": "island-6"}
    cards = confirmed(tranquility(), seen, said, do="place", card="island-6", at="1.2")
    assert [each.card for each in cards] == ["island-6"]


def test_the_cards_of_a_trick_are_confirmed_together() -> None:
    match = open_match(1, {"record": 1, "game": "elevation", "players": ["Ann", "Ben"]})
    event = next(each for each in ({"do": "trick", "cards": ["alps-3", "alps-5"]},))
    cards = confirmed(match, loose("alps-3", "alps-5", "andes-2"), {}, **event)
    assert [each.card for each in cards] == ["alps-3", "alps-5"]
