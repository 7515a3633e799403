"""Headers for the demonstration: a game, players and chance come in, a record's header goes out."""

from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games.tranquility.dealing import make_header

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Fay")
MOST_PLAYERS = {"ascent": 5, "tranquility": 5, "elevation": 6}
MODULES = {
    "ascent": ("green-path", "panorama", "goats"),
    "tranquility": ("rocks", "monsters", "storms", "wild"),
    "elevation": (),
}
VARIANTS = {
    "ascent": ("standard",),
    "tranquility": ("standard", "high-arch", "pyramid", "day-night", "competitive"),
    "elevation": ("standard",),
}
OBJECTIVES = ([1, 2], [3, 4, 5], [6, 6], [2, 2, 3], [5, 6, 7])


class BadDemo(CompanionError, ValueError):
    """A demonstration that cannot be: the text says why."""


def demo_header(
    game: str, players: int, variant: str = "standard", modules: tuple[str, ...] = (), seed: int = 1
) -> dict[str, Any]:
    """The header of a game; what the modules need besides comes by chance; raises BadDemo."""
    check(game, players, variant, modules)
    rng, names = Random(seed), NAMES[:players]
    if game == "tranquility":
        return make_header(rng, names, variant, modules)
    header: dict[str, Any] = {"record": 1, "game": game, "players": list(names)}
    if modules:
        header["modules"] = list(modules)
    if "panorama" in modules:
        header["objectives"] = rng.sample(OBJECTIVES, rng.randint(3, len(OBJECTIVES)))
    return header


def check(game: str, players: int, variant: str, modules: tuple[str, ...]) -> None:
    """Whether there is such a game; raises BadDemo."""
    if variant not in VARIANTS[game]:
        raise BadDemo(f"{game} has no variant {variant!r}; there are {', '.join(VARIANTS[game])}")
    stranger = next((name for name in modules if name not in MODULES[game]), None)
    if stranger is not None:
        raise BadDemo(f"{game} has no module {stranger!r}; there are {', '.join(MODULES[game]) or 'none'}")
    if modules and variant != "standard":
        raise BadDemo(f"the variant {variant} is played without modules")
    if variant == "competitive" and players != 2:
        raise BadDemo("the competitive variant is for two players")
    if not 1 <= players <= MOST_PLAYERS[game]:
        raise BadDemo(f"{game} is for 1 to {MOST_PLAYERS[game]} players")
