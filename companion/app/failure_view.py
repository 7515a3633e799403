"""The failsafe's view: an error comes in, what broke and what is safe goes out in words for people."""

import traceback

from companion.app.loop import Loop
from companion.errors import CompanionError
from companion.locale import Locale, finish, load_locale
from companion.views.values import Failure, View
from hardware.errors import HardwareError


def view_failure(loop: Loop, error: BaseException) -> View:
    """The view of the failsafe screen."""
    locale = load_locale(loop.settings.language)
    return View(
        locale, loop.settings, failure=Failure(say_what(error, locale), say_safe(loop, locale), where(error))
    )


def say_what(error: BaseException, locale: Locale) -> str:
    """What broke: a device or a mistake in its own words, anything else by its name."""
    if isinstance(error, HardwareError):
        return finish(locale.say(f"hardware.{error.code}", **error.facts))
    if isinstance(error, CompanionError):
        return str(error)
    return locale.say("app.broke", error=f"{type(error).__name__}: {error}")


def say_safe(loop: Loop, locale: Locale) -> str:
    """How much of the game is written."""
    if loop.controller is None:
        return locale.say("app.nothing-lost")
    return locale.say("app.all-written", events=len(loop.controller.session.history()))


def where(error: BaseException) -> str:
    """The place in the code, for a report."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
