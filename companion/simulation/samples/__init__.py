"""Sample views: every screen with something on it, for the documentation and the tests; seeded, no clock."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.games import GAMES as NAMES
from companion.locale import Locale
from companion.screens.view import Settings
from companion.simulation.samples.ascent import ascent_samples
from companion.simulation.samples.elevation import elevation_samples
from companion.simulation.samples.making import Sample
from companion.simulation.samples.plain import plain_samples
from companion.simulation.samples.tranquility import tranquility_samples

GAMES: dict[str, Callable[[Locale, bool], Iterator[Sample]]] = {
    "ascent": ascent_samples,
    "tranquility": tranquility_samples,
    "elevation": elevation_samples,
}


def all_samples(
    locale: Locale, *, long: bool = False, larger: bool = False, games: tuple[str, ...] = tuple(NAMES)
) -> Iterator[Sample]:
    """Every screen; names of pictures begin with the game where it is one game's."""
    found = [*plain_samples(locale, long)]
    for game in games:
        if game in GAMES:
            found += [replace(each, name=f"{game}-{each.name}") for each in GAMES[game](locale, long)]
    settings = Settings(locale.language, larger_text=larger)
    for each in found:
        yield replace(each, view=replace(each.view, settings=settings))
