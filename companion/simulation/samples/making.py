"""Making samples: names and headers come in, matches, views and samples go out; seeded, no clock."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.app.game_view import view_event, view_proposal
from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.ask import choose_action
from companion.games.events import Event, Fields
from companion.games.game import Match
from companion.games.table import NOTHING_SEEN, Lying, Seen
from companion.locale import Locale
from companion.screens.base import Screen, Swap
from companion.screens.dialogue import DialogueScreen
from companion.screens.view import View

_SHORT_NAMES = ("Ann", "Ben", "Chloé", "Dev", "Edith", "Fred")


_LONG_NAMES = (
    "Maximilienne-Hélène",
    "Wolfgang Amadé Müller",
    "Øyvind Bjørnstjernesen",
    "Françoise d’Aubépine",
    "Żaneta Wojciechowska",
    "Åsa Västerås-Öhrnström",
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A screen with a view to draw on it, under a name for its picture."""

    name: str
    screen: Screen
    view: View


def names_for(count: int, long: bool) -> list[str]:
    """So many players."""
    return [name[:20] for name in (_LONG_NAMES if long else _SHORT_NAMES)[:count]]


def open_sample(header: Mapping[str, Any]) -> Match:
    """The match that a header describes."""
    fields = Fields({"record": 1, **header})
    name = read_game_name(fields)
    return new_match(name, fields, load_deck(name))


def play_on(
    match: Match, seed: int, count: int, choose: Callable[[random.Random, Match], Event | None]
) -> tuple[Match, list[tuple[Match, Event]]]:
    """A match after so many chosen events, with what happened."""
    dice = random.Random(seed)
    past: list[tuple[Match, Event]] = []
    for _ in range(count):
        event = choose(dice, match)
        if event is None:
            break
        past.append((match, event))
        match = match.play(event)[1]
    return match, past


def view_game(
    match: Match,
    past: tuple[tuple[Match, Event], ...],
    locale: Locale,
    seen: Seen = NOTHING_SEEN,
    **more: Any,
) -> View:
    """A view of a match with its history."""
    history = tuple(view_event(before, event, before.judge(event), locale) for before, event in past[-30:])
    return View(
        locale,
        match=match,
        table=match.game.view(match.state, seen, locale),
        seen=seen,
        history=history,
        **more,
    )


def with_cards(view: View, *cards: str, **zones: tuple[str, ...]) -> View:
    """The view once these cards lie anyhow on the table, in the order of their arrival."""
    if view.match is None:
        return view
    table = {f"loose {number}": Lying(card) for number, card in enumerate(cards, 1)}
    seen = Seen(table, zones={name.replace("_", " "): row for name, row in zones.items()})
    return replace(view, table=view.match.game.view(view.match.state, seen, view.locale), seen=seen)


def propose(view: View, raw: Mapping[str, Any], candidates: tuple[str, ...] = ()) -> View:
    """The view with a proposal."""
    if view.match is None:
        return view
    event = view.match.read_event(raw)
    verdict = view.match.judge(event)
    return replace(view, proposal=view_proposal(view.match, event, verdict, view.locale, candidates))


def dialogue_samples(name: str, view: View, answers: tuple[Any, ...]) -> Iterator[Sample]:
    """The steps of an action dialogue, always taking the last option, until its event is proposed."""
    screen = DialogueScreen(choose_action, answers)
    for step in range(4):
        question = screen.ask(view)
        if question is None or isinstance(question, Event):
            return
        yield Sample(f"{name}-{step + 1}", screen, view)
        options = getattr(question, "options", ())
        if not options:
            return
        after = screen.answered(view, options[-1].value)
        if not isinstance(after, Swap) or not isinstance(after.screen, DialogueScreen):
            return
        screen = after.screen
