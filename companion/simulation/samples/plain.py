"""Samples of the screens without a game: welcome, set-up, camera, enrolment, failsafe."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pygame

from companion.app.game_view import sentence
from companion.game_setup import GameSetup
from companion.games import GAMES, load_game
from companion.games.ascent.dealer import legal_events
from companion.games.events import Event
from companion.games.game import Match
from companion.games.setup import Page
from companion.games.table import NOTHING_SEEN
from companion.games.view import TableView
from companion.intents import Dismiss
from companion.locale import Locale
from companion.screens.base import Swap
from companion.screens.camera_screens import CameraScreen, EnrolScreen
from companion.screens.canvas import Box, Canvas
from companion.screens.endings import CodeScreen, Decision, Failsafe
from companion.screens.menus import (
    AskQuit,
    EnrolGames,
    Help,
    LeaveScreen,
    Lessons,
    Resumes,
    SettingsScreen,
    StickScreen,
)
from companion.screens.new_game import ChoicePage, NewGame, Players, prepare, show_lesson
from companion.screens.parts import draw_card
from companion.screens.past import BestsScreen, PastGamesScreen
from companion.screens.pick import NAME_TREE, NUMBER_TREE, TypeScreen
from companion.screens.play import Reasons
from companion.screens.view import (
    CameraView,
    DecisionView,
    EnrolView,
    Failure,
    Figure,
    ListRow,
    MachineView,
    PastGame,
    Resume,
    StickView,
    View,
)
from companion.screens.welcome import More, Welcome
from companion.simulation.samples.making import Sample, names_for, open_sample, play_on

_REASONS = ("why.tranquility.rocks-missing", "why.tranquility.start-again", "why.ascent.bridge-end")


def _table_as_it_lay(locale: Locale, players: tuple[str, ...]) -> TableView:
    """A mountain after its first evening."""
    match = open_sample({"game": "ascent", "players": list(players)})

    def choose(dice: random.Random, now: Match) -> Event | None:
        return dice.choice([each for each in legal_events(now.state) if each.do == "place"])

    match, _ = play_on(match, 3, 14, choose)
    return match.game.view(match.state, NOTHING_SEEN, locale)


def plain_samples(locale: Locale, long: bool) -> Iterator[Sample]:
    """Screens without a game."""
    names = tuple(names_for(6, long))
    setup = GameSetup(players=names[:3]).choose(panorama=True, goats=True, goat_cards=("green-3", "red-12"))
    table = _table_as_it_lay(locale, names[:3])
    resumes = tuple(
        Resume(
            f"game-{n}",
            "ascent",
            locale.say("games.ascent"),
            ", ".join(names[:3]),
            table,
            names[:3],
            f"{16 - n}.11.2026 20:41",
        )
        for n in range(3)
    )
    view = View(locale, resumes=resumes, setup=setup, names=names)
    yield Sample("welcome", Welcome(), view)
    yield Sample("more", More(), view)
    three = ", ".join(names[:3])
    result = locale.say("past.result-won")
    told = f"{locale.say('games.ascent')}\n16.11.2026 20:41\n{three}\n{result}"
    figures = tuple(
        Figure(locale.say(f"screens.figures.{key}"), value)
        for key, value in (("events", "42"), ("illegal", "3"), ("minutes", "67"))
    )
    best = Figure(locale.say("screens.end.best"), locale.say("past.minutes", minutes=44), three)
    past = PastGame(
        "a",
        "ascent",
        locale.say("games.ascent"),
        f"16.11.2026 · {three}",
        result,
        told,
        figures,
        best,
        table,
        names[:3],
        "16.11.2026 20:41",
        "yes",
    )
    lost = replace(past, result=locale.say("past.result-lost"), sign="moon", players=names[:5])
    yield Sample("past", PastGamesScreen(), replace(view, past=(past, lost, past, lost)))
    bests = (
        Figure(locale.say("games.ascent"), locale.say("past.won-of", won=4, played=9)),
        Figure(
            names[0],
            locale.say("past.best-points", points=98),
            locale.say("past.best-when", day="16.11.2026", points=41),
        ),
    )
    yield Sample("bests", BestsScreen(), replace(view, bests=bests))
    yield Sample("code", CodeScreen(told), view)
    yield Sample("ask-quit", AskQuit(), view)
    yield Sample("resumes", Resumes(cursor=1), view)
    yield Sample("new-game", NewGame(2, setup), view)
    yield Sample(
        "new-game-tranquility",
        NewGame(1, setup.play("tranquility").choose(rocks=True, monsters=True)),
        view,
    )
    reasons = tuple(sentence(words) for key, words in locale.sentences.items() if key in _REASONS)
    yield Sample("reasons", Reasons(lines=reasons), view)
    for name in ("ascent", "tranquility", "elevation"):
        prepared = prepare(setup.play(name), view, Dismiss())
        if prepared is not None:
            yield Sample(f"prepare-{name}", replace(prepared, at=1), view)
    yield Sample("lessons", Lessons(), view)
    for name in GAMES:
        for lesson in load_game(name).setup.lessons:
            for page in range(len(lesson.pages)):
                shown = replace(show_lesson(name, lesson, view), at=page)
                yield Sample(f"learn-{lesson.key}-{page + 1}", shown, view)
    yield Sample("players", Players(1, setup), view)
    yield Sample(
        "spell",
        TypeScreen(
            view.say("setup.new-name"),
            NAME_TREE,
            _no_finish,
            tuple("MAXIMILIENNE-HÉLÈNEE" if long else "CHLO"),
        ),
        view,
    )
    yield Sample(
        "spell-accents",
        TypeScreen(view.say("setup.new-name"), NAME_TREE, _no_finish, tuple("CHLO"), (4, 3)),
        view,
    )
    pages = {choice.key: choice for choice in load_game(setup.game).setup.all_choices}
    yield Sample("objectives", ChoicePage(0, setup, choice=pages["objectives"]), view)
    yield Sample(
        "sequence",
        TypeScreen(
            view.say("setup.objectives-new"),
            NUMBER_TREE,
            _no_finish,
            ("10", "11", "12", "11", "10", "12"),
            joint="–",
        ),
        view,
    )
    yield Sample("goat-cards", ChoicePage(0, setup, choice=pages["goat-cards"]), view)
    pyramid = setup.play("tranquility").choose(variant="pyramid", border=("2.3",))
    border = next(choice for choice in pyramid.choices() if choice.page is Page.PLACES)
    yield Sample("border", ChoicePage(9, pyramid, choice=border), view)
    yield Sample("settings", SettingsScreen(4), view)
    yield Sample("help", Help(), view)
    yield Sample("enrol-games", EnrolGames(), view)
    yield from _device_samples(view)


def _no_finish(tokens: tuple[str, ...]) -> Any:
    return Swap(Welcome())


def _device_samples(view: View) -> Iterator[Sample]:
    locale = view.locale
    camera = CameraView(
        _sample_picture(locale),
        1,
        "Pi camera 3",
        (0, 1, 3),
        error_mm=0.8,
        outlines=_sample_outlines(),
        sharpness=62,
    )
    yield Sample("camera", CameraScreen(), replace(view, camera=camera))
    yield Sample(
        "camera-by-hand",
        CameraScreen(1, (0.8, 0.2)),
        replace(view, camera=replace(camera, outlines=(), tags=())),
    )
    yield Sample("camera-none", CameraScreen(), replace(view, camera=CameraView(name="USB")))
    missing = tuple(f"blue-{n}" for n in range(1, 13))
    shot = _sample_picture(locale, "green-7")
    enrol = EnrolView("ascent", shot, 1, "green-7", ("green-1",), have=29, missing=missing)
    yield Sample("enrol", EnrolScreen(), replace(view, enrol=enrol))
    yield Sample(
        "enrol-glare",
        EnrolScreen(),
        replace(view, enrol=replace(enrol, problem=locale.say("refusals.glare"))),
    )
    layers = {
        "several": replace(enrol, card="", several=True),
        "doubt": replace(enrol, card="", named=14, doubts=3),
        "again": replace(enrol, card="", have=41, missing=(), settled=True, again=("green-6", "green-9")),
        "done": replace(enrol, card="", have=41, missing=(), settled=True),
    }
    for name, layer in layers.items():
        yield Sample(f"enrol-{name}", EnrolScreen(), replace(view, enrol=layer))
    failure = Failure(
        locale.say("app.broke", error="ZeroDivisionError: division by zero"),
        locale.say("app.all-written", events=26),
        "start, line 112",
    )
    stick = MachineView(service=True, stick=StickView("KINGSTON", decks=2, version="0.2.0"))
    yield Sample("stick", StickScreen(), replace(view, machine=stick))
    yield Sample("leave", LeaveScreen(1), replace(view, machine=MachineView(service=True, leaving=True)))
    yield Sample("failsafe", Failsafe(), replace(view, failure=failure))
    yield from _decisions(locale, view)


def _decisions(locale: Locale, view: View) -> Iterator[Sample]:
    reason = locale.say("record.seal-broken")
    damaged = DecisionView(
        locale.say("screens.damaged.title"),
        locale.say("screens.damaged.line", line=12, reason=reason),
        (
            *(
                ListRow(
                    locale.say(f"screens.damaged.{way}"),
                    Dismiss(),
                    detail=locale.say(f"screens.damaged.{way}-detail"),
                )
                for way in ("cut", "trust")
            ),
            ListRow(locale.say("screens.damaged.leave"), Dismiss()),
        ),
    )
    unsaved = DecisionView(
        locale.say("screens.unsaved.title"),
        locale.say("app.part-written", written=24, waiting=3, reason=locale.say("disk.why-full")),
        (
            ListRow(
                locale.say("screens.unsaved.again"),
                Dismiss(),
                detail=locale.say("screens.unsaved.again-detail"),
            ),
            ListRow(locale.say("screens.unsaved.place", folder="/media/pi/STICK"), Dismiss()),
            ListRow(
                locale.say("screens.unsaved.lose"),
                Dismiss(),
                detail=locale.say("screens.unsaved.lose-detail", waiting=3),
            ),
            ListRow(locale.say("screens.unsaved.stay"), Dismiss()),
        ),
    )
    yield Sample("damaged", Decision(), replace(view, decision=damaged))
    yield Sample("unsaved", Decision(), replace(view, decision=unsaved))


def _sample_picture(locale: Locale, card: str = "") -> Any:
    surface = pygame.Surface((480, 270))
    surface.fill((122, 96, 70))
    surface.fill((150, 128, 96), (90, 40, 300, 190))
    if card:
        draw_card(Canvas(surface), locale, Box(170, 65, 140, 140), card)
    return pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1]


def _sample_outlines() -> tuple[tuple[tuple[float, float], ...], ...]:
    return tuple(
        ((x, 0.5), (x + 0.04, 0.43), (x + 0.08, 0.5), (x + 0.04, 0.57))
        for x in (0.2 + 0.085 * n for n in range(7))
    )
