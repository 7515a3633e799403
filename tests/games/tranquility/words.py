"""Tranquility in a few words: `12 2.3`, `wild 2.3 as=island-12`, `start Ann=3 Ben=5`, `storm purple row=4`."""

from dataclasses import replace
from typing import Any

from companion.games.game import Match
from companion.games.table import put
from companion.games.tranquility.board import Laid
from companion.games.tranquility.state import State
from companion.games.values import Verdict
from tests.games.shorthand import play, start

SEAS = {"modules": ["rocks", "monsters", "storms", "wild"], "rocks": 6, "monsters": 3}
STORMS = {"modules": ["storms"]}
MONSTERS = {"modules": ["monsters"], "monsters": 3}
ROCKS = {"modules": ["rocks"], "rocks": 2}
WILD = {"modules": ["wild"]}
PYRAMID = {"variant": "pyramid", "border": ["1.1", "2.2"]}
ARCH = {"variant": "high-arch"}
DAY_NIGHT = {"variant": "day-night"}
COMPETITIVE = {"variant": "competitive"}


def value(text: str) -> Any:
    """A value of a field: a whole number, true, else a text."""
    if text.lstrip("-").isdigit():
        return int(text)
    return True if text == "true" else text


def event(text: str) -> dict[str, Any]:
    """One event from its words; `name=value` adds a field, `Ann:` in front names the player."""
    player, _, rest = text.rpartition(": ")
    words = [word for word in rest.split() if "=" not in word]
    fields = {key: value(each) for key, each in (word.split("=") for word in rest.split() if "=" in word)}
    named = {"player": player} if player else {}
    do, *more = words
    if do == "place":
        card, *more = more
        return {"do": do, "card": card, "at": " ".join(more), **named, **fields}
    if do == "start":
        share = {key: fields.pop(key) for key in list(fields) if key[0].isupper()}
        piled = {"from_pile": {key[1:]: fields.pop(key) for key in list(fields) if key[0] == "+"}}
        return {"do": "start", "split": share, **(piled if piled["from_pile"] else {}), **named, **fields}
    if do in ("monster", "rotate"):
        return {"do": do, "at": " ".join(more), **named, **fields}
    if do in ("storm", "compass") and more:
        return {"do": do, "colour": more[0], **named, **fields}
    if do == "stuck":
        return {"do": do, **({"card": more[0]} if more else {}), **named, **fields}
    if not more:
        return {"do": do, **named, **fields}
    card = f"island-{do}" if do.isdigit() else do
    return {"do": "place", "card": card, "at": " ".join(more), **named, **fields}


def events(text: str) -> list[dict[str, Any]]:
    """Several events, separated by commas."""
    return [event(each.strip()) for each in text.split(",") if each.strip()]


def sea(cards: str = "", *players: str, hand: int = 5, pile: int = 20, **options: Any) -> Match:
    """A match with Islands already lying, as `3 1.6, 5 2.1, 7* 2.2` (a Wild), `9s 2.3` (sun up).

    Everybody has drawn a card, so that a Start can be in any hand.
    """
    match = start("tranquility", *players, **options)
    state: State = match.state
    board = state.board
    for each in filter(None, map(str.strip, cards.split(","))):
        card, place = each.split(" ", 1)
        facing = {"s": "sun", "m": "moon"}.get(card[-1], "")
        laid = Laid(int(card.strip("*sm")), "*" in card, facing)
        board = put(board, state.setup.grid.by_name[place].index, laid)
    seats = state.seats
    for seat in range(len(seats.players)):
        seats = seats.holding(seat, hand, pile)
    drew = frozenset(range(len(seats.players)))
    return replace(match, state=replace(state, board=board, seats=seats, drew=drew))


def rows(*numbers: int, first: int = 1) -> str:
    """Rows of the standard grid, each filled with consecutive numbers from the one given."""
    cards = (
        f"{number + step} {row}.{step + 1}" for row, number in enumerate(numbers, first) for step in range(6)
    )
    return ", ".join(cards)


def full(facing: str = "") -> str:
    """The whole standard grid."""
    return ", ".join(f"{i + 1}{facing} {i // 6 + 1}.{i % 6 + 1}" for i in range(36))


def last(match: Match, text: str) -> Verdict:
    """The verdict on the last of several events."""
    return play(match, *events(text))[0][-1]


def after(match: Match, text: str) -> Match:
    """The match after several events, all legal."""
    verdicts, match = play(match, *events(text))
    assert all(verdict.legal for verdict in verdicts), [(each.do, each.rules) for each in verdicts]
    return match
