"""What is shown now: a failure, the welcome screen with the set-ups, or the game under way."""

import traceback
from dataclasses import dataclass, replace

from companion import intents
from companion.app.camera_setup import CameraCheck, CameraSetup
from companion.app.cues import Announcer
from companion.app.current_game import CurrentGame, Unsaved
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.devices import say_what
from companion.app.evening_recorder import EveningRecorder
from companion.app.game_view import GameViews
from companion.app.machine_menu import MachineMenu
from companion.app.past_games import PastGames
from companion.app.preferences import Preferences
from companion.config import Problem
from companion.games.values import Outcome
from companion.locale import Locale, finish
from companion.record.history import Damage
from companion.record.session import Session
from companion.record.summary import say_when
from companion.screens.view import DecisionView, Failure, ListRow, Notice, Resume, View

_MOST_TABLES = 4  # of unfinished games, as they lay


@dataclass
class AppViews:
    """The views of the whole app."""

    game: CurrentGame
    game_views: GameViews
    preferences: Preferences
    camera_setup: CameraSetup
    enrolment: DeckEnrolment
    machine: MachineMenu
    past: PastGames
    camera_check: CameraCheck
    tellers: tuple[Announcer, EveningRecorder]  # who may have something to tell besides
    problems: tuple[Problem, ...]  # of the config file
    has_pins: bool
    _resumes: tuple[Resume, ...] | None = None  # looked up once each time the welcome screen comes
    _language: str = ""

    @property
    def live(self) -> bool:
        """Whether a picture moves, or the welcome screen waits for what others do."""
        return self.game.controller is None or self.camera_setup.is_open

    def current(self) -> View:
        below = self._below()
        more = [notice for each in self.tellers for notice in each.notices(below.locale)]
        return replace(below, machine=self.machine.view(), notices=(*below.notices, *more))

    def _below(self) -> View:
        session, decision, error = self.game.session, self.game.decision, self.game.error
        locale, settings = self.preferences.locale, self.preferences.settings
        if isinstance(decision, Damage):
            return View(locale, settings, decision=_damaged_view(decision, locale))
        if decision is not None:
            return View(locale, settings, decision=_unsaved_view(decision, session, locale))
        if error is not None:
            return View(locale, settings, failure=_failure_view(error, session, locale))
        if session is None:
            return self._welcome()
        self._resumes = None
        below = replace(self.game_views.current(), camera=self.camera_setup.view())
        if session.outcome is Outcome.OPEN:
            self.past.forget()
            return below
        name = session.path.stem
        ended = next((each for each in self.past.games(below.locale) if each.name == name), None)
        return replace(below, ended=ended)

    def _welcome(self) -> View:
        kept, locale = self.preferences.kept, self.preferences.locale
        return View(
            locale,
            kept.settings,
            resumes=self._list_resumes(locale),
            past=self.past.games(locale),
            bests=self.past.bests(locale),
            opened=self.past.opened(locale),
            setup=kept.setup,
            names=kept.names,
            notices=self._list_notices(locale),
            camera=self.camera_setup.view(),
            enrol=self.enrolment.view(),
            decks=self.enrolment.known(),
        )

    def _list_resumes(self, locale: Locale) -> tuple[Resume, ...]:
        if self._resumes is None or locale.language != self._language:
            self._language = locale.language
            index = self.past.index
            self._resumes = tuple(
                Resume(
                    str(index.path_of(each.name)),
                    each.game,
                    locale.say(f"games.{each.game}"),
                    locale.say("app.resume", players=tuple(each.players), events=each.events),
                    self.past.table(each, locale) if number < _MOST_TABLES else None,
                    tuple(each.players),
                    say_when(locale, each.began),
                )
                for number, each in enumerate(index.unfinished())
            )
        return self._resumes

    def _list_notices(self, locale: Locale) -> tuple[Notice, ...]:
        mistakes = [Notice(problem.said(locale)) for problem in self.problems[:1]]
        moved = self.game.saved_elsewhere
        elsewhere = [] if moved is None else [Notice(locale.say("app.kept-elsewhere", file=moved))]
        trouble = self.camera_check.trouble
        camera = [] if trouble is None else [Notice(say_what(trouble, locale), grave=True)]
        return (
            *elsewhere,
            *camera,
            *mistakes,
            *([] if self.has_pins else [Notice(locale.say("app.no-pins"))]),
        )


def _failure_view(error: BaseException, session: Session | None, locale: Locale) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return Failure(say_what(error, locale), _say_safe(session, locale), where)


def _say_safe(session: Session | None, locale: Locale) -> str:
    if session is None:
        return locale.say("app.nothing-lost")
    events, status = len(session.events), session.status
    if status is None:
        return locale.say("app.all-written", events=events)
    written, reason = events - session.waiting, locale.say(f"disk.why-{status.key}", reason=status.reason)
    return locale.say("app.part-written", written=written, waiting=session.waiting, reason=reason)


_ICONS = {"cut": "undo", "trust": "yes"}


def _damaged_view(damage: Damage, locale: Locale) -> DecisionView:
    """What is wrong with a record, its last good event, and the ways to go on with it."""
    ways = [
        ListRow(
            locale.say(f"screens.damaged.{way.value}"),
            intents.MendGame(str(damage.path), way.value),
            detail=locale.say(f"screens.damaged.{way.value}-detail"),
            icon=_ICONS[way.value],
        )
        for way in damage.ways
    ]
    leave = ListRow(locale.say("screens.damaged.leave"), intents.Dismiss(), icon="no")
    reason = locale.say("screens.damaged.line", line=damage.line, reason=locale.bad_record(damage.error))
    last = locale.say("screens.damaged.nothing-before")
    if damage.last is not None and damage.before is not None:
        does = locale.does(damage.before.match.game.name, damage.last.event, damage.last.verdict.player)
        last = locale.say("screens.damaged.last", event=finish(does), events=len(damage.before.events))
    return DecisionView(locale.say("screens.damaged.title"), f"{reason} {last}", (*ways, leave))


def _unsaved_view(decision: Unsaved, session: Session | None, locale: Locale) -> DecisionView:
    """What waits for the disk, where else it could be kept, and the way that loses it."""
    again = intents.Quit() if decision.quitting else intents.LeaveGame()
    waiting = 0 if session is None else session.waiting
    loss = locale.say("screens.unsaved.lose-detail", waiting=waiting)
    places = [
        ListRow(
            locale.say("screens.unsaved.place", folder=place), intents.SaveElsewhere(str(place)), icon="book"
        )
        for place in decision.places
    ]
    options = (
        ListRow(
            locale.say("screens.unsaved.again"),
            again,
            detail=locale.say("screens.unsaved.again-detail"),
            icon="undo",
        ),
        *places,
        ListRow(locale.say("screens.unsaved.lose"), intents.LeaveUnsaved(), detail=loss, icon="warn"),
        ListRow(locale.say("screens.unsaved.stay"), intents.Dismiss(), icon="play"),
    )
    hint = "" if places else " " + locale.say("screens.unsaved.no-place")
    return DecisionView(locale.say("screens.unsaved.title"), _say_safe(session, locale) + hint, options)
