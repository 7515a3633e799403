"""What people must decide before the game goes on, or ends: a damaged record, events that wait for a disk."""

from companion import intents
from companion.app.current_game import Damaged, Unsaved
from companion.app.failure_view import say_safe
from companion.locale import Locale, finish, load_locale
from companion.record.mending import Damage
from companion.record.session import Session
from companion.screens.view import DecisionOption, DecisionView, Settings, View

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
    return DecisionView(locale.say("screens.unsaved.title"), say_safe(session, locale) + hint, options)


def _say_loss(session: Session | None, locale: Locale) -> str:
    return locale.say("screens.unsaved.lose-detail", waiting=0 if session is None else session.waiting)
