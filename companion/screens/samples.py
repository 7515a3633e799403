"""Sample views: every screen with something on it, for the documentation and the tests; seeded, no clock."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pygame

from companion.decks import load_deck
from companion.dialogues.games import actions, counts
from companion.dialogues.values import Option
from companion.games import NAMES, new_match, read_game_name
from companion.games.fields import Fields
from companion.games.match import Match
from companion.games.values import Event
from companion.intents import CorrectCard
from companion.locale import Locale
from companion.screens.base import Screen, Swap
from companion.screens.dialogue import DialogueScreen
from companion.screens.endings import Differs, Ending, Failsafe
from companion.screens.lists import EnrolGames, Help, History, Menu, Resumes, SettingsScreen, Welcome
from companion.screens.newgame import Border, GoatCards, NewGame, Objectives, Players
from companion.screens.pick import PickScreen, card_tree
from companion.screens.play import Play
from companion.screens.setting_up import CameraScreen, EnrolScreen
from companion.screens.typing import NAME_TREE, NUMBER_TREE, TypeScreen
from companion.setup import GameSetup
from companion.views.build import view_event, view_proposal, view_table
from companion.views.values import (
    CameraView,
    Difference,
    EnrolView,
    Failure,
    Figure,
    Notice,
    QuestionView,
    Resume,
    Settings,
    View,
)

SHORT_NAMES = ("Ann", "Ben", "Chloé", "Dev", "Edith", "Fred")
LONG_NAMES = (
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
    return [name[:20] for name in (LONG_NAMES if long else SHORT_NAMES)[:count]]


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


def choose_ascent(dice: random.Random, match: Match) -> Event | None:
    """A cheap placement, so that the mountain grows."""
    events: list[Any] = [
        event for event in match.game.legal_events(match.state) if event.do in ("place", "campfire")
    ]
    if not events:
        return next(iter(match.game.legal_events(match.state)), None)
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
    match, past = play_on(open_sample(header), 7, count, choose_ascent)
    return match, tuple(past)


def view_game(match: Match, past: tuple[tuple[Match, Event], ...], locale: Locale, **more: Any) -> View:
    """A view of a match with its history."""
    history = tuple(view_event(before, event, before.judge(event), locale) for before, event in past[-30:])
    return View(locale, match=match, table=view_table(match, locale), history=history, **more)


def propose(view: View, raw: Mapping[str, Any], candidates: tuple[str, ...] = ()) -> View:
    """The view with a proposal."""
    if view.match is None:
        return view
    event = view.match.read_event(raw)
    verdict = view.match.judge(event)
    return replace(view, proposal=view_proposal(view.match, event, verdict, view.locale, candidates))


def ascent_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """The Ascent: at rest, legal, free, illegal, asked, herding, ended."""
    match, past = ascent_game(3, long)
    view = view_game(match, past, locale)
    yield Sample("play", Play(), view)
    yield Sample(
        "play-five",
        Play(),
        view_game(*ascent_game(5, long, 12), locale, notices=(Notice(sample_text(locale, 0)),)),
    )
    yield Sample(
        "play-learning",
        Play(),
        replace(view, legal_places=tuple(match.game.legal_places(match.state, "green-7"))),
    )
    priced = next_priced(match)
    yield Sample("play-legal", Play(), propose(view, priced.as_dict(), ("green-6", "red-6", "blue-8")))
    yield Sample(
        "play-illegal", Play(), propose(view, {"do": "place", "card": "red-2", "at": "7.2"}, ("red-3",))
    )
    yield Sample("play-free", Play(), propose(view, {"do": "discard"}))
    options = (
        Option(0, locale.card("green-6"), card="green-6"),
        Option(1, locale.card("green-9"), card="green-9"),
    )
    question = QuestionView(sample_text(locale, 1), options, places=("5.1",), cards=("green-6",))
    yield Sample("play-question", Play(), replace(view, question=question))
    yield Sample(
        "correct",
        PickScreen(
            view.say("pick.correct"), card_tree("ascent", locale), CorrectCard, first=("green-6", "red-6")
        ),
        view,
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
    yield Sample("history", History(), view)
    yield Sample("menu", Menu(), view)
    yield Sample("counts", DialogueScreen(counts), view)
    yield Sample("end-lost", Ending(), lost_view(match, past, locale))


def next_priced(match: Match) -> Any:
    """A legal placement that costs something."""
    places = [event for event in match.game.legal_events(match.state) if event.do == "place"]
    return max(places, key=lambda event: match.judge(event).discards % 4)


def lost_view(match: Match, past: tuple[tuple[Match, Event], ...], locale: Locale) -> View:
    """The end of a game that was lost, with figures."""
    lost = match.play(
        match.read_event(
            {"do": "count", "player": match.players[match.state.seats.mover], "hand": 0, "pile": 0}
        )
    )[1]
    figures = tuple(
        Figure(sample_text(locale, 3 + index), value) for index, value in enumerate(("42", "3", "1:07"))
    )
    return view_game(lost, past, locale, figures=figures)


def dialogue_samples(name: str, view: View, answers: tuple[Any, ...]) -> Iterator[Sample]:
    """The steps of an action dialogue, always taking the last option, until its event is proposed."""
    screen = DialogueScreen(actions, answers)
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


TEXTS = {
    "en": (
        "The table is not seen whole: the last position holds",
        "Which card lies on 5.1?",
        "The camera stopped answering.",
        "Events",
        "Illegal placements caught",
        "Hours played",
        "Everything confirmed so far is on the disk: 26 events. The game goes on where it stopped.",
        "Glare on the card: tilt it a little",
    ),
    "fr": (
        "La table n’est pas vue entière : la dernière position reste",
        "Quelle carte est en 5.1 ?",
        "La caméra ne répond plus.",
        "Événements",
        "Poses interdites relevées",
        "Heures de jeu",
        "Tout ce qui est confirmé est sur le disque : 26 événements. La partie reprend où elle était.",
        "Reflet sur la carte : inclinez-la un peu",
    ),
}


def sample_text(locale: Locale, index: int) -> str:
    """Words that the app would say; samples only."""
    return TEXTS[locale.language][index]


def plain_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """Screens without a game."""
    names = tuple(names_for(6, long))
    setup = GameSetup(
        players=names[:3], ascent_modules=("panorama", "goats"), goat_cards=("green-3", "red-12")
    )
    resumes = tuple(
        Resume(f"game-{n}", "ascent", locale.say("screens.short.ascent"), ", ".join(names[:3]))
        for n in range(3)
    )
    view = View(locale, resumes=resumes, setup=setup, names=names)
    yield Sample("welcome", Welcome(), view)
    yield Sample("resumes", Resumes(cursor=1), view)
    yield Sample("new-game", NewGame(2, setup), view)
    yield Sample(
        "new-game-sea",
        NewGame(1, replace(setup, game="tranquility", sea_modules=("rocks", "monsters"))),
        view,
    )
    yield Sample("players", Players(1, setup), view)
    yield Sample(
        "spell",
        TypeScreen(
            view.say("setup.new-name"),
            NAME_TREE,
            no_finish,
            tuple("MAXIMILIENNE-HÉLÈNEE" if long else "CHLO"),
        ),
        view,
    )
    yield Sample(
        "spell-accents",
        TypeScreen(view.say("setup.new-name"), NAME_TREE, no_finish, tuple("CHLO"), (4, 3)),
        view,
    )
    yield Sample("objectives", Objectives(0, setup), view)
    yield Sample(
        "sequence",
        TypeScreen(
            view.say("setup.new-objective"),
            NUMBER_TREE,
            no_finish,
            ("10", "11", "12", "11", "10", "12"),
            joint="–",
        ),
        view,
    )
    yield Sample("goat-cards", GoatCards(0, setup), view)
    yield Sample("border", Border(9, replace(setup, border=("2.3",))), view)
    yield Sample("settings", SettingsScreen(4), view)
    yield Sample("help", Help(), view)
    yield Sample("enrol-games", EnrolGames(), view)
    yield from device_samples(view)


def no_finish(tokens: tuple[str, ...]) -> Any:
    """Samples end nowhere."""
    return Swap(Welcome())


def device_samples(view: View) -> Iterator[Sample]:
    """Camera, enrolment and failsafe."""
    locale = view.locale
    camera = CameraView(
        sample_picture(), 1, "Pi camera 3", (0, 1, 3), error_mm=0.8, outlines=sample_outlines()
    )
    yield Sample("camera", CameraScreen(), replace(view, camera=camera))
    yield Sample(
        "camera-by-hand",
        CameraScreen(1, (0.8, 0.2)),
        replace(view, camera=replace(camera, outlines=(), tags=())),
    )
    yield Sample("camera-none", CameraScreen(), replace(view, camera=CameraView(name="USB")))
    missing = tuple(f"blue-{n}" for n in range(1, 13))
    enrol = EnrolView("ascent", sample_picture(), 1, "green-7", ("green-1",), have=29, missing=missing)
    yield Sample("enrol", EnrolScreen(), replace(view, enrol=enrol))
    yield Sample(
        "enrol-glare", EnrolScreen(), replace(view, enrol=replace(enrol, problem=sample_text(locale, 7)))
    )
    failure = Failure(sample_text(locale, 2), sample_text(locale, 6), "CameraStalled: no frame for 5 s")
    yield Sample("failsafe", Failsafe(), replace(view, failure=failure))


def sample_picture() -> Any:
    """A plain brown table as a picture (rows x columns x BGR)."""
    surface = pygame.Surface((480, 270))
    surface.fill((122, 96, 70))
    surface.fill((150, 128, 96), (90, 60, 300, 150))
    return pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1]


def sample_outlines() -> tuple[tuple[tuple[float, float], ...], ...]:
    """A row of diamonds in parts of the picture."""
    return tuple(
        ((x, 0.5), (x + 0.04, 0.43), (x + 0.08, 0.5), (x + 0.04, 0.57))
        for x in (0.2 + 0.085 * n for n in range(7))
    )


GAMES: dict[str, Callable[[Locale, bool], Iterator[Sample]]] = {"ascent": ascent_samples}


def all_samples(
    locale: Locale, *, long: bool = False, larger: bool = False, games: tuple[str, ...] = NAMES
) -> Iterator[Sample]:
    """Every screen; names of pictures begin with the game where it is one game's."""
    found = [*plain_samples(locale, long)]
    for game in games:
        if game in GAMES:
            found += [replace(each, name=f"{game}-{each.name}") for each in GAMES[game](locale, long)]
    settings = Settings(locale.language, larger_text=larger)
    for each in found:
        yield replace(each, view=replace(each.view, settings=settings))
