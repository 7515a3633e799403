"""What is shown now: a failure, the welcome screen with the set-ups, or the game under way."""

from dataclasses import replace

from companion.app.announcer import Announcer
from companion.app.bundles import BundleRecorder
from companion.app.camera_setup import CameraCheck, CameraSetup
from companion.app.current_game import CurrentGame
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.evening_recorder import EveningRecorder
from companion.app.failure_view import decision_view, failure_view, say_what
from companion.app.game_view import GameViews
from companion.app.machine_menu import MachineMenu
from companion.app.past_games import PastGames
from companion.app.preferences import Preferences
from companion.config import Problem
from companion.games.values import Outcome
from companion.locale import Locale, load_locale
from companion.screens.view import Notice, Resume, View


class AppViews:
    """The views of the whole app."""

    def __init__(
        self,
        game: CurrentGame,
        preferences: Preferences,
        bundles: BundleRecorder,
        camera_setup: CameraSetup,
        enrolment: DeckEnrolment,
        machine: MachineMenu,
        *,
        past: PastGames,
        problems: tuple[Problem, ...] = (),
        camera_check: CameraCheck | None = None,
        has_pins: bool = True,
        announcer: Announcer | None = None,
        evening: EveningRecorder | None = None,
    ) -> None:
        self._game, self._preferences = game, preferences
        self._camera_setup, self._enrolment, self._machine = camera_setup, enrolment, machine
        self._game_views = GameViews(game, preferences, bundles)
        self._past, self._problems, self._has_pins = past, problems, has_pins
        self._camera_check, self._tellers = camera_check, (announcer, evening)
        self._resumes: tuple[Resume, ...] | None = None  # looked up once each time the welcome screen comes
        self._language = ""

    @property
    def live(self) -> bool:
        """Whether a picture moves, or the welcome screen waits for what others do."""
        return self._game.controller is None or self._camera_setup.is_open

    def current(self) -> View:
        below = self._below()
        more = [notice for each in self._tellers if each is not None for notice in each.notices(below.locale)]
        return replace(below, machine=self._machine.view(), notices=(*below.notices, *more))

    def _below(self) -> View:
        session = None if self._game.controller is None else self._game.controller.session
        if self._game.decision is not None:
            return decision_view(self._game.decision, self._preferences.settings, session)
        if self._game.error is not None:
            return failure_view(self._game.error, self._preferences.settings, session)
        if session is None:
            return self._welcome()
        self._resumes = None
        below = replace(self._game_views.current(), camera=self._camera_setup.view())
        if session.outcome is Outcome.OPEN:
            self._past.forget()
            return below
        name = session.path.stem
        ended = next((each for each in self._past.games(below.locale) if each.name == name), None)
        return replace(below, ended=ended)

    def _welcome(self) -> View:
        kept = self._preferences.kept
        locale = load_locale(kept.settings.language)
        return View(
            locale,
            kept.settings,
            resumes=self._list_resumes(locale),
            past=self._past.games(locale),
            bests=self._past.bests(locale),
            opened=self._past.opened(locale),
            setup=kept.setup,
            names=kept.names,
            notices=self._list_notices(locale),
            camera=self._camera_setup.view(),
            enrol=self._enrolment.view(),
            decks=self._enrolment.known(),
        )

    def _list_resumes(self, locale: Locale) -> tuple[Resume, ...]:
        if self._resumes is None or locale.language != self._language:
            self._language = locale.language
            index = self._past.index
            self._resumes = tuple(
                Resume(
                    str(index.path(each)),
                    each.game,
                    locale.say(f"games.{each.game}"),
                    locale.say("app.resume", players=tuple(each.players), events=each.events),
                    self._past.table(each, locale) if first == 0 else None,
                )
                for first, each in enumerate(index.unfinished())
            )
        return self._resumes

    def _list_notices(self, locale: Locale) -> tuple[Notice, ...]:
        mistakes = [Notice(problem.said(locale)) for problem in self._problems[:1]]
        moved = self._game.saved_elsewhere
        elsewhere = [] if moved is None else [Notice(locale.say("app.kept-elsewhere", file=moved))]
        trouble = None if self._camera_check is None else self._camera_check.trouble
        camera = [] if trouble is None else [Notice(say_what(trouble, locale), grave=True)]
        return (
            *elsewhere,
            *camera,
            *mistakes,
            *([] if self._has_pins else [Notice(locale.say("app.no-pins"))]),
        )
