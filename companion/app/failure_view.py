"""What the failsafe shows: what broke and what is safe, in words for people."""

import traceback

from companion.errors import CompanionError
from companion.games.values import BadRecord
from companion.locale import Locale, finish, load_locale
from companion.record.recorder import RecordRefused
from companion.record.session import Session
from companion.screens.view import Failure, Settings, View
from hardware.errors import HardwareError


def failure_view(error: BaseException, settings: Settings, session: Session | None) -> View:
    """The view of the failsafe screen, with how much of the game is written where one is played."""
    locale = load_locale(settings.language)
    failure = Failure(say_what(error, locale), say_safe(session, locale), _where(error))
    return View(locale, settings, failure=failure)


def say_what(error: BaseException, locale: Locale) -> str:
    """What broke: a device or a mistake in its own words, anything else by its name."""
    if isinstance(error, HardwareError):
        return finish(locale.say(f"hardware.{error.code}", **error.facts))
    if isinstance(error, BadRecord):
        return finish(locale.bad_record(error))
    if isinstance(error, RecordRefused):
        return finish(locale.say(f"disk.{error.key}", **error.facts))
    if isinstance(error, CompanionError):
        return str(error)
    return locale.say("app.broke", error=f"{type(error).__name__}: {error}")


def say_safe(session: Session | None, locale: Locale) -> str:
    """What is written of the game, and what waits for the disk."""
    if session is None:
        return locale.say("app.nothing-lost")
    events, status = len(session.history()), session.status
    if status is None:
        return locale.say("app.all-written", events=events)
    written = events - session.waiting
    return locale.say("app.part-written", written=written, waiting=session.waiting, reason=status.reason)


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
