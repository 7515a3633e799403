"""Samples of The Ascent: at rest, legal, illegal, asked, herding, ended."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from companion.games.ascent.board import CARDS
from companion.games.ascent.dealer import legal_events
from companion.games.ask import Option, count
from companion.games.events import Event
from companion.games.game import Match
from companion.intents import CorrectCard
from companion.locale import Locale
from companion.screens.asking import PlacesScreen
from companion.screens.dialogue import DialogueScreen
from companion.screens.endings import Differs, Ending
from companion.screens.menus import AskUndo, History, Menu
from companion.screens.past import PastEnding, PastGameScreen
from companion.screens.pick import PickScreen, card_tree
from companion.screens.play import Misread, Play
from companion.screens.view import (
    Debt,
    Difference,
    Figure,
    Notice,
    OpenedGame,
    PastGame,
    QuestionView,
    Settings,
    View,
)
from companion.simulation.samples.making import (
    Sample,
    dialogue_samples,
    names_for,
    open_sample,
    play_on,
    propose,
    view_game,
)


def _choose_ascent(dice: random.Random, match: Match) -> Event | None:
    events: list[Any] = [event for event in legal_events(match.state) if event.do in ("place", "campfire")]
    if not events:
        return next(iter(legal_events(match.state)), None)
    some = dice.sample(events, min(8, len(events)))
    best: Any = min(some, key=lambda event: match.judge(event).discards)
    has_goats = (
        "goats" in match.state.setup.modules and best.do == "place" and best.card not in ("bridge", "summit")
    )
    chosen: Event = replace(best, goat=True) if has_goats and dice.random() < 0.4 else best
    return chosen


@cache
def ascent_game(players: int, long: bool, count: int = 26) -> tuple[Match, tuple[tuple[Match, Event], ...]]:
    """A game of The Ascent with all modules, some way up."""
    header: dict[str, Any] = {
        "game": "ascent",
        "players": names_for(players, long),
        "modules": ["green-path", "panorama", "goats"],
        "objectives": [[3, 4, 3], [9, 8, 7], [1, 2, 2]],
    }
    match, past = play_on(open_sample(header), 7, count, _choose_ascent)
    return match, tuple(past)


def game_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """The Ascent: at rest, legal, free, illegal, asked, herding, ended."""
    match, past = ascent_game(3, long)
    view = view_game(match, past, locale)
    yield Sample("play", Play(), view)
    yield Sample(
        "play-five",
        Play(),
        view_game(
            *ascent_game(5, long, 12),
            locale,
            notices=(Notice(locale.say("app.hand-rests")), Notice(locale.say("app.mat-lost"), grave=True)),
        ),
    )
    yield Sample(
        "play-learning",
        Play(),
        replace(view, legal_places=tuple(match.game.legal_places(match.state, _playable(match)))),
    )
    priced = _next_priced(match)
    yield Sample("play-legal", Play(), propose(view, priced.as_dict(), ("green-6", "red-6", "blue-8")))
    yield Sample(
        "play-illegal", Play(), propose(view, {"do": "place", "card": "red-2", "at": "7.2"}, ("red-3",))
    )
    yield Sample(
        "misread",
        Misread(likely=("green-6", "red-6", "blue-8")),
        propose(view, priced.as_dict(), ("green-6", "red-6", "blue-8")),
    )
    owing = _owing_view(match, past, priced, locale)
    yield Sample("play-debt", Play(), owing)
    yield Sample("ask-undo", AskUndo(), view)
    yield from _setting_samples(view, priced.as_dict(), owing)
    yield Sample("past-game", PastGameScreen(), _past_view(view))
    yield Sample("play-free", Play(), propose(view, {"do": "discard"}))
    yield Sample("play-goat", Play(), propose(view, {**priced.as_dict(), "goat": True}))
    options = (
        Option(0, locale.card("green-6"), card="green-6"),
        Option(1, locale.card("green-9"), card="green-9"),
    )
    question = QuestionView(locale.say("app.which-card"), options, places=("5.1",), cards=("green-6",))
    yield Sample("play-question", Play(), replace(view, question=question))
    signs = tuple(
        Option(card, locale.card(card), card=card) for card in ("bridge", "campfire-green", "summit")
    )
    yield Sample("play-question-signs", Play(), replace(view, question=replace(question, options=signs)))
    yield Sample(
        "correct", PickScreen(view.say("pick.correct"), card_tree("ascent", locale), CorrectCard), view
    )
    yield Sample(
        "correct-colour",
        PickScreen(view.say("pick.correct"), card_tree("ascent", locale), CorrectCard, (1, 1)),
        view,
    )
    yield from dialogue_samples("actions", view, ())
    yield from dialogue_samples("herd", view, ("herd",))
    differences = (
        Difference("1.2", "green-5", ""),
        Difference("2.1", "blue-12", "red-12"),
        Difference("3.3", "", "bridge"),
    )
    yield Sample("differs", Differs(), replace(view, differences=differences))
    yield Sample("places", PlacesScreen(_playable(match)), view)
    yield Sample("places-none", PlacesScreen("summit"), view)
    yield Sample("history", History(), view)
    yield Sample("menu", Menu(), view)
    yield Sample("menu-face-down", Menu(), replace(view, face_down=("5.1",)))
    yield Sample("counts", DialogueScreen(count), view)
    lost = lost_view(match, past, locale)
    yield Sample("end-lost", Ending(), lost)
    yield Sample("past-ending", PastEnding(), _past_ending(lost))


def _setting_samples(view: View, legal: Mapping[str, Any], owing: View) -> Iterator[Sample]:
    judged, refused = propose(view, legal), propose(view, {"do": "place", "card": "red-2", "at": "7.2"})
    far = {"legal": judged, "illegal": refused, "rest": view, "debt": owing}
    for name, shown in far.items():
        yield Sample(f"far-{name}", Play(), replace(shown, settings=Settings(far=True)))
    for colours in ("high-contrast", "colour-blind"):
        for name in ("legal", "illegal", "debt"):
            shown = replace(far[name], settings=Settings(colours=colours))
            yield Sample(f"{colours}-{name}", Play(), shown)
        shown = replace(view, settings=Settings(colours=colours))
        yield Sample(f"{colours}-history", History(), shown)


def _owing_view(match: Match, past: tuple[tuple[Match, Event], ...], event: Event, locale: Locale) -> View:
    """The table after a card that costs some, which are not laid aside yet."""
    verdict, after = match.play(event)
    card, place = event.as_dict()["card"], event.as_dict()["at"]
    debt = Debt(verdict.player or "", verdict.discards, f"{locale.card(card)} · {place}")
    return view_game(after, (*past, (match, event)), locale, debt=debt, last_place=place)


def _playable(match: Match) -> str:
    return max(CARDS, key=lambda card: len(match.game.legal_places(match.state, card)))


def _next_priced(match: Match) -> Any:
    places = [event for event in legal_events(match.state) if event.do == "place"]
    return max(places, key=lambda event: match.judge(event).discards % 4)


def lost_view(match: Match, past: tuple[tuple[Match, Event], ...], locale: Locale) -> View:
    """The end of a game that was lost, with figures."""
    player = match.players[match.state.seats.mover]
    event = match.read_event({"do": "count", "player": player, "hand": 0, "pile": 0})
    lost = match.play(event)[1]
    labels = zip(("events", "illegal", "minutes"), ("42", "3", "67"), strict=True)
    figures = tuple(Figure(locale.say(f"screens.figures.{key}"), value) for key, value in labels)
    names = ", ".join(match.players)
    best = Figure(locale.say("screens.end.best"), locale.say("past.minutes", minutes=44), names)
    told = f"{locale.say('games.ascent')}\n{names}"
    ended = PastGame("a", "ascent", locale.say("games.ascent"), "", "", told, figures, best)
    return view_game(lost, (*past, (match, event)), locale, figures=figures, ended=ended)


def _past_view(view: View) -> View:
    locale = view.locale
    title, result = locale.say("games.ascent"), locale.say("past.result-won")
    past = PastGame("a", "ascent", title, "", result, title)
    return replace(
        view, past=(past,), match=None, table=None, opened=OpenedGame(view.match, view.table, view.history)
    )


def _past_ending(lost: View) -> View:
    past = () if lost.ended is None else (lost.ended,)
    opened = OpenedGame(lost.match, lost.table, lost.history)
    return View(lost.locale, past=past, opened=opened)
