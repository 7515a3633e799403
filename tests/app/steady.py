"""Steady tables from short texts: `green-5 1.1, ? 1.2 blue-6 blue-9, - 1.3` (a doubt, an empty place)."""

from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.watch.table_watcher import Steady

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def place(text: str) -> PlaceSeen:
    """One place: a card, `?` with candidates, `-` nothing, `x` hidden, `#` a back."""
    name, at, *candidates = text.split()
    states = {"-": PlaceState.EMPTY, "x": PlaceState.HIDDEN, "#": PlaceState.BACK}
    if name in states:
        return PlaceSeen(at, states[name])
    if name == "?":
        shares = tuple((each, 0.5 / (index + 1)) for index, each in enumerate(candidates))
        return PlaceSeen(at, PlaceState.CARD, CardSeen(CORNERS, candidates=shares, place=at))
    return PlaceSeen(at, PlaceState.CARD, CardSeen(CORNERS, name, candidates=((name, 0.99),), place=at))


def steady(text: str, seconds: float = 0.0, hidden: str = "") -> Steady:
    """A steady table of those places that were read."""
    places = tuple(place(each) for each in text.split(",") if each.strip())
    return Steady(seconds, places, hidden=frozenset(hidden.split()))


def loose(*names: str, seconds: float = 0.0) -> Steady:
    """A steady table of cards lying anyhow."""
    return Steady(seconds, cards=tuple(CardSeen(CORNERS, name, candidates=((name, 0.99),)) for name in names))
