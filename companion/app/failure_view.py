"""What the failsafe shows: what broke and what is safe, and what people must decide, in words for them."""

import traceback

from companion import intents
from companion.app.current_game import Damaged, Unsaved
from companion.errors import CompanionError
from companion.games.values import BadRecord
from companion.locale import Locale, finish, load_locale
from companion.record.mending import Damage
from companion.record.recorder import RecordRefused
from companion.record.session import Session
from companion.screens.view import DecisionOption, DecisionView, Failure, Settings, View
from hardware.errors import HardwareError


def failure_view(error: BaseException, settings: Settings, session: Session | None) -> View:
    """The view of the failsafe screen, with how much of the game is written where one is played."""
    locale = load_locale(settings.language)
    failure = Failure(say_what(error, locale), _say_safe(session, locale), _where(error))
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


def _say_safe(session: Session | None, locale: Locale) -> str:
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


_ICONS = {"cut": "undo", "trust": "yes"}


def decision_view(decision: Damaged | Unsaved, settings: Settings, session: Session | None) -> View:
    """The view of the decision's screen."""
    locale = load_locale(settings.language)
    if isinstance(decision, Damaged):
        return View(locale, settings, decision=_damaged_view(decision, locale))
    return View(locale, settings, decision=_unsaved_view(decision, session, locale))


def _damaged_view(decision: Damaged, locale: Locale) -> DecisionView:
    """What is wrong with a record, its last good event, and the ways to go on with it."""
    ways = [
        DecisionOption(
            locale.say(f"screens.damaged.{way.value}"),
            intents.MendGame(str(decision.path), way.value),
            locale.say(f"screens.damaged.{way.value}-detail"),
            _ICONS[way.value],
        )
        for way in decision.damage.ways
    ]
    leave = DecisionOption(locale.say("screens.damaged.leave"), intents.Dismiss(), icon="no")
    title = locale.say("screens.damaged.title")
    return DecisionView(title, _say_damage(decision.damage, locale), (*ways, leave))


def _say_damage(damage: Damage, locale: Locale) -> str:
    reason = locale.say("screens.damaged.line", line=damage.line, reason=locale.bad_record(damage.error))
    if damage.last is None or damage.before is None:
        return f"{reason} {locale.say('screens.damaged.nothing-before')}"
    does = locale.does(damage.before.match.game.name, damage.last.event, damage.last.verdict.player)
    last = locale.say("screens.damaged.last", event=finish(does), events=len(damage.before.events))
    return f"{reason} {last}"


def _unsaved_view(decision: Unsaved, session: Session | None, locale: Locale) -> DecisionView:
    """What waits for the disk, where else it could be kept, and the way that loses it."""
    again = intents.Quit() if decision.quitting else intents.LeaveGame()
    places = [
        DecisionOption(
            locale.say("screens.unsaved.place", folder=place), intents.SaveElsewhere(str(place)), icon="book"
        )
        for place in decision.places
    ]
    options = (
        DecisionOption(
            locale.say("screens.unsaved.again"), again, locale.say("screens.unsaved.again-detail"), "undo"
        ),
        *places,
        DecisionOption(
            locale.say("screens.unsaved.lose"), intents.LeaveUnsaved(), _say_loss(session, locale), "warn"
        ),
        DecisionOption(locale.say("screens.unsaved.stay"), intents.Dismiss(), icon="play"),
    )
    hint = "" if places else " " + locale.say("screens.unsaved.no-place")
    return DecisionView(locale.say("screens.unsaved.title"), _say_safe(session, locale) + hint, options)


def _say_loss(session: Session | None, locale: Locale) -> str:
    return locale.say("screens.unsaved.lose-detail", waiting=0 if session is None else session.waiting)
