"""Samples of Tranquility: the grid with Stormy Seas, every variant, the dialogues, the end."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from companion.games.ask import Option, choose_action
from companion.games.events import Event
from companion.games.game import Match
from companion.games.tranquility.actions import Complete
from companion.games.tranquility.events import Discard
from companion.games.values import Outcome
from companion.intents import CorrectCard
from companion.locale import Locale
from companion.screens.dialogue import DialogueScreen
from companion.screens.endings import Differs, Ending
from companion.screens.pick import PickScreen, card_tree
from companion.screens.play import Play
from companion.screens.view import Difference, Figure, QuestionView, Settings, View
from companion.simulation.dealer import play_out
from companion.simulation.demo.headers import make_header
from companion.simulation.samples.making import (
    Sample,
    dialogue_samples,
    names_for,
    open_sample,
    propose,
    view_game,
)
from companion.simulation.tranquility_plan import legal_plays

ALL_MODULES = ("rocks", "monsters", "storms", "wild")
_Played = tuple[Match, tuple[tuple[Match, Event], ...]]


@cache
def tranquility_game(
    players: int, long: bool, variant: str, modules: tuple[str, ...], count: int, seed: int = 3
) -> _Played:
    """A dealt game of Tranquility after so many events."""
    dice = random.Random(seed)
    match = open_sample(make_header("tranquility", dice, names_for(players, long), variant, modules))
    past: list[tuple[Match, Event]] = []
    for event in play_out(match, dice):
        if len(past) == count:
            break
        past.append((match, event))
        match = match.play(event)[1]
    return match, tuple(past)


def game_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """The sea in every form."""
    view = view_game(*tranquility_game(3, long, "standard", (), 14), locale)
    yield Sample("play", Play(), view)
    yield from _proposal_samples(view)
    yield from _stormy_samples(locale, long)
    for variant in ("high-arch", "pyramid", "day-night", "competitive"):
        shown = view_game(*tranquility_game(2, long, variant, (), 16), locale)
        yield Sample(f"play-{variant}", Play(), shown)
        yield Sample(f"actions-{variant}", DialogueScreen(choose_action), shown)
    yield Sample("end-won", Ending(), _won_view(locale, long))


def _proposal_samples(view: View) -> Iterator[Sample]:
    locale = view.locale
    yield Sample("play-legal", Play(), propose(view, _priced(view).as_dict(), ("island-17",)))
    board = {cell.place: cell.card for cell in view.table.cells if cell.card} if view.table else {}
    free = next(cell.place for cell in view.table.cells if not cell.card) if view.table else ""
    taken = next((card for card in board.values() if card.startswith("island")), "island-1")
    yield Sample("play-illegal", Play(), propose(view, {"do": "place", "card": taken, "at": free}))
    options = (
        Option(0, locale.card("island-16"), card="island-16"),
        Option(1, locale.card("island-76"), card="island-76"),
    )
    question = QuestionView(locale.say("app.which-card"), options, places=(free,), cards=("island-1",))
    yield Sample("play-question", Play(), replace(view, question=question))
    yield Sample(
        "correct",
        PickScreen(view.say("pick.correct"), card_tree("tranquility", locale), CorrectCard, (1, 2)),
        view,
    )
    differences = (Difference(free, "", "island-80"),)
    yield Sample("differs", Differs(), replace(view, differences=differences))


def _wild_view(view: View) -> View:
    match = view.match
    if match is None:
        return view
    wilds = (event for event in legal_plays(match.state) if event.as_dict()["card"] == "wild")
    event = next(wilds, None)
    return view if event is None else view_game(match.play(event)[1], (), view.locale)


def _priced(view: View) -> Event:
    if view.match is None:
        raise ValueError("a sample without a match")
    match = view.match
    return max(legal_plays(match.state), key=lambda event: match.judge(event).discards % 4)


def _stormy_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    view = view_game(*tranquility_game(5, long, "standard", ALL_MODULES, 22), locale)
    yield Sample("play-stormy", Play(), view)
    yield Sample("play-wild-laid", Play(), _wild_view(view))
    for colours in ("high-contrast", "colour-blind"):
        yield Sample(f"{colours}-play", Play(), replace(view, settings=Settings(colours=colours)))
    yield Sample("play-rocks", Play(), propose(view, bare(priced_stormy(view))))
    wild = bare(priced_stormy(view))
    yield Sample(
        "play-wild", Play(), propose(view, {**wild, "card": "wild", "as": wild["card"], "rocks": "stay"})
    )
    yield Sample("rocks", DialogueScreen(Complete(Discard())), view)
    yield from dialogue_samples("actions", view, ())
    for key in ("start", "finish", "monster", "storm", "compass", "wild"):
        yield from dialogue_samples(key, view, (key,))
    yield Sample("storm-row", DialogueScreen(choose_action, ("storm", "purple", names_for(5, long)[0])), view)
    match = view.match
    if match is not None:
        event = match.read_event(bare(priced_stormy(view)))
        yield Sample("lacking", DialogueScreen(Complete(event)), view)


def priced_stormy(view: View) -> Event:
    """A placement that only lacks the rocks' row."""
    if view.match is None:
        raise ValueError("a sample without a match")
    return next(legal_plays(view.match.state))


def bare(event: Event) -> dict[str, object]:
    """The event as the eye sees it: without where the rocks go."""
    return {key: value for key, value in event.as_dict().items() if key != "rocks"}


def _won_view(locale: Locale, long: bool) -> View:
    for seed in range(40):
        match, past = tranquility_game(2, long, "standard", (), 400, seed)
        if match.state.outcome is Outcome.WON:
            break
    figures = tuple(
        Figure(locale.say(f"screens.figures.{key}"), value)
        for key, value in (("events", str(len(past))), ("illegal", "0"), ("minutes", "38"))
    )
    return view_game(match, past, locale, figures=figures)
