"""The Ascent in a few words: `green-5 1.1`, `bridge 1.2`, `campfire-red 1.1>2.1`, `discard`, `herd 1.1 2.1`."""

from dataclasses import replace
from typing import Any

from companion.games.ascent.board import BRIDGE, CARDS, PLACE, PLACES
from companion.games.ascent.state import State
from companion.games.game import Match
from companion.games.table import put
from companion.games.values import Verdict
from tests.games.shorthand import play, start


def event(text: str) -> dict[str, Any]:
    """One event from its words; `+goat` at the end shows the goat symbol, `Ann:` in front names the player."""
    player, _, rest = text.rpartition(": ")
    words = rest.split()
    named = {"player": player} if player else {}
    goat = {"goat": True} if words[-1] == "+goat" else {}
    if words[0] == "herd":
        return {"do": "herd", "path": words[1:], **named}
    if words[0] == "count":
        return {"do": "count", "hand": int(words[1]), "pile": int(words[2]), **named}
    if words[0] == "stuck":
        return {"do": "stuck", **({"card": words[1]} if len(words) > 1 else {}), **named}
    if len(words) == 1:
        return {"do": words[0], **named}
    card, at = words[:2]
    if ">" in at:
        old, new = at.split(">")
        return {"do": "campfire", "card": card, "at": old, "to": new, **named}
    return {"do": "place", "card": card, "at": at, **named, **goat}


def events(text: str) -> list[dict[str, Any]]:
    """Several events, separated by commas."""
    return [event(each.strip()) for each in text.split(",") if each.strip()]


def mountain(
    cards: str, *players: str, hand: int = 5, pile: int = 20, goats: str = "", **options: Any
) -> Match:
    """A match with cards already lying, as `green-5 1.1, bridge 1.2`, and everyone holding so many cards."""
    match = start("ascent", *players, **options)
    state: State = match.state
    board, bridges = state.board, 0
    for each in filter(None, map(str.strip, cards.split(","))):
        card, place = each.split()
        board = put(board, PLACE[place].index, CARDS[card])
        bridges += CARDS[card] is BRIDGE
    seats = state.seats
    for seat in range(len(seats.players)):
        seats = seats.holding(seat, hand, pile)
    herds = dict(each.split("*") for each in goats.split())
    counts = tuple(int(herds.get(place.name, 0)) for place in PLACES)
    return replace(match, state=replace(state, board=board, bridges=bridges, seats=seats, goats=counts))


def last(match: Match, text: str) -> Verdict:
    """The verdict on the last of several events."""
    return play(match, *events(text))[0][-1]


FULL_ROWS = {
    1: "green-1 blue-2 red-3 green-4 blue-5 red-6 green-7 blue-8 red-9",
    2: "blue-3 red-4 green-5 blue-6 red-7 green-8 blue-9 red-10",
    3: "red-5 green-6 blue-7 red-8 green-9 blue-10 red-11",
    4: "green-7 blue-9 red-9 green-10 blue-11 red-12",
    5: "blue-8 red-10 green-11 blue-12 red-12",
    6: "green-8 blue-10 red-11 green-12",
    7: "blue-11 green-9 blue-12",
    8: "red-8 green-10",
}


def full_mountain(without: str = "") -> str:
    """The 44 places below the summit, but for those named."""
    left_out = without.split()
    cards = [
        (card, f"{row}.{place}")
        for row, text in FULL_ROWS.items()
        for place, card in enumerate(text.split(), 1)
    ]
    return ", ".join(f"{card} {place}" for card, place in cards if place not in left_out)
