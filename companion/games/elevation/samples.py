"""Samples of Elevation: a trick that grows, the sheet, the dialogues, the end."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from companion.games.ask import choose_action
from companion.games.elevation.actions import MendTrick, trick
from companion.games.elevation.events import Trick
from companion.games.events import Event
from companion.games.game import Match
from companion.locale import Locale
from companion.screens.dialogue import DialogueScreen
from companion.screens.endings import Ending
from companion.screens.menus import Menu, RuleCards
from companion.screens.play import Play
from companion.screens.scores import ScoreScreen
from companion.screens.view import Figure, PastGame, Settings, View
from companion.simulation.dealer import play_out
from companion.simulation.samples.making import (
    Sample,
    dialogue_samples,
    names_for,
    open_sample,
    propose,
    view_game,
    with_cards,
)

_SAMPLE_DAYS = (
    ("harness",),
    ("figure-8", "packing-light"),
    ("world-renowned-climber", "scree", "lead-climber"),
)


_FAMILIES = ("andes", "avalanche", "alps")


@cache
def elevation_game(
    players: int, long: bool, days: int, left: int | None = None
) -> tuple[Match, tuple[tuple[Match, Event], ...]]:
    """A game of Elevation after so many days, three tricks into the next one, or with so many left."""
    match = open_sample({"game": "elevation", "players": names_for(players, long)})
    past: list[tuple[Match, Event]] = []
    for event in play_out(match, random.Random(5), days=_SAMPLE_DAYS):
        day = match.state.day if len(match.state.days) == days else None
        if day is not None and (sum(day.tricks) == 3 if left is None else day.tricks_left == left):
            break
        past.append((match, event))
        match = match.play(event)[1]
    return match, tuple(past)


def unseen_cards(match: Match) -> tuple[str, ...]:
    """Four cards that were not played today: two Andes, an Avalanche, an Alp."""
    seen = {card.name for card in match.state.day.seen}
    left = {
        family: [f"{family}-{n}" for n in range(1, 6) if f"{family}-{n}" not in seen] for family in _FAMILIES
    }
    return (*left["andes"][:2], left["avalanche"][0], left["alps"][0])


def _free_solo(locale: Locale, long: bool) -> View:
    """Free Solo while an auto-ascender is to play, with its face-up cards in sight."""
    match = open_sample({"game": "elevation", "players": names_for(1, long)})
    match = match.play(match.read_event({"do": "day", "approach": ["harness"]}))[1]
    row = ("alps-3", "andes-12", "himalayas-14", "rockies-11", "avalanche-1")
    autos = dict.fromkeys(("Edmund_Hillary", "Tenzing_Norgay"), row)
    return with_cards(view_game(match, (), locale), "himalayas-9", **autos)


def game_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """Elevation: a trick that grows, a complete one, the sheet, the dialogues, the end."""
    match, past = elevation_game(4, long, 1)
    view = view_game(match, past, locale)
    cards = ("andes-3", "andes-12", "avalanche-2", "alps-14")
    yield Sample("play", Play(), with_cards(view, *cards[:3]))
    yield Sample("play-rest", Play(), view)
    unseen = unseen_cards(match)
    full = with_cards(view, *unseen)
    taken = propose(full, {"do": "trick", "cards": list(unseen)})
    yield Sample("play-trick", Play(), taken)
    yield Sample("far-trick", Play(), replace(taken, settings=Settings(far=True)))
    six = view_game(*elevation_game(6, long, 0), locale)
    yield Sample("play-six", Play(), with_cards(six, *cards[:2]))
    yield Sample("play-solo", Play(), _free_solo(locale, long))
    yield Sample("play-scored", Play(), view_game(*elevation_game(4, long, 1, 0), locale))
    yield Sample("scores-opened", ScoreScreen(1, opened_itself=True), view)
    yield Sample("trick", DialogueScreen(trick, ()), full)
    yield Sample("trick-mend", DialogueScreen(MendTrick(Trick(cards=unseen), 1)), full)
    begun = open_sample({"game": "elevation", "players": names_for(6, long)})
    wide = view_game(begun.play(begun.read_event({"do": "day", "approach": []}))[1], (), locale)
    many = (*cards, "himalayas-14", "rockies-11")
    yield Sample(
        "play-trick-six", Play(), propose(with_cards(wide, *many), {"do": "trick", "cards": list(many)})
    )
    rapid = open_sample({"game": "elevation", "players": names_for(4, long)})
    rapid = rapid.play(rapid.read_event({"do": "day", "approach": ["rapid-ascent"]}))[1]
    eight = {"do": "trick", "cards": [*many, "alps-1", "alps-2"]}
    laid = with_cards(view_game(rapid, (), locale), *eight["cards"])
    yield Sample("play-trick-eight", Play(), propose(laid, eight))
    yield Sample("trick-six", DialogueScreen(MendTrick(Trick(cards=many))), wide)
    yield Sample("scores", ScoreScreen(), view)
    yield Sample(
        "scores-day",
        ScoreScreen(1),
        six if six.table and six.table.scores and six.table.scores.lines[0].rounds else view,
    )
    yield Sample("approach", RuleCards(), view)
    yield Sample("menu", Menu(), view)
    yield from dialogue_samples("actions", view, ())
    fresh = view_game(open_sample({"game": "elevation", "players": names_for(4, long)}), (), locale)
    yield Sample("before-day", Play(), fresh)
    yield Sample("day", DialogueScreen(choose_action, ("day",)), fresh)
    for colours in ("high-contrast", "colour-blind"):
        shown = replace(view, settings=Settings(colours=colours))
        yield Sample(f"{colours}-play", Play(), with_cards(shown, *cards[:3]))
        yield Sample(f"{colours}-scores-day", ScoreScreen(1), shown)
    labels = zip(("events", "illegal", "minutes"), ("52", "2", "74"), strict=True)
    figures = tuple(Figure(locale.say(f"screens.figures.{key}"), value) for key, value in labels)
    done = view_game(*elevation_game(4, long, 3), locale, figures=figures)
    names = ", ".join(names_for(4, long))
    best = Figure(locale.say("screens.end.best"), locale.say("past.best-points", points=129), names)
    title = locale.say("games.elevation")
    ended = PastGame("a", "elevation", title, "", "", f"{title}\n{names}", figures, best)
    yield Sample("end", Ending(), replace(done, ended=ended))
    yield Sample("scores-six", ScoreScreen(), view_game(*elevation_game(6, long, 3), locale))
