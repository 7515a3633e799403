"""What the failsafe shows: what broke and what is safe, in words for people."""

import traceback

from companion.errors import CompanionError
from companion.locale import Locale, finish, load_locale
from companion.screens.view import Failure, Settings, View
from hardware.errors import HardwareError


def failure_view(error: BaseException, settings: Settings, events: int | None) -> View:
    """The view of the failsafe screen; `events` are written, None where no game is played."""
    locale = load_locale(settings.language)
    return View(
        locale, settings, failure=Failure(say_what(error, locale), _say_safe(events, locale), _where(error))
    )


def say_what(error: BaseException, locale: Locale) -> str:
    """What broke: a device or a mistake in its own words, anything else by its name."""
    if isinstance(error, HardwareError):
        return finish(locale.say(f"hardware.{error.code}", **error.facts))
    if isinstance(error, CompanionError):
        return str(error)
    return locale.say("app.broke", error=f"{type(error).__name__}: {error}")


def _say_safe(events: int | None, locale: Locale) -> str:
    return locale.say("app.nothing-lost") if events is None else locale.say("app.all-written", events=events)


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
