"""Sample views: every screen with something on it, for the documentation and the tests; seeded, no clock."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

from companion.games import GAMES
from companion.locale import Locale
from companion.simulation.samples.making import Sample
from companion.simulation.samples.plain import plain_samples


def all_samples(
    locale: Locale, *, long: bool = False, larger: bool = False, games: tuple[str, ...] = tuple(GAMES)
) -> Iterator[Sample]:
    """Every screen, those of a game from the `samples.py` in its folder; their names begin with the game."""
    found = [*plain_samples(locale, long)]
    for game in games:
        made = import_module(f"{GAMES[game]}.samples").game_samples(locale, long)
        found += [replace(each, name=f"{game}-{each.name}") for each in made]
    for each in found:
        settings = replace(each.view.settings, language=locale.language, larger_text=larger)
        yield replace(each, view=replace(each.view, settings=settings))
