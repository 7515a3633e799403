"""The menus: welcome, games to resume, the menu of a game, settings, history, help."""

from dataclasses import dataclass, replace
from typing import Any

from companion.config_keys import COLOUR_SCHEMES, TURNS, VOICE_LEVELS
from companion.games import GAMES, load_game
from companion.games.ask import Where
from companion.games.setup import Lesson
from companion.intents import (
    AskAloud,
    ChangeSetting,
    Intent,
    LeaveGame,
    MuteVoice,
    OpenCamera,
    OpenEnrolment,
    Quit,
    ResumeGame,
    SaveBundle,
    Undo,
)
from companion.locale import LANGUAGES
from companion.screens.asking import places_picker
from companion.screens.base import Back, Done, Key, Keys, Later, Push
from companion.screens.dialogue import Tell, offered
from companion.screens.listing import ListRow, ListScreen, history_row
from companion.screens.preparing import show_lesson, show_preparing
from companion.screens.scores import ScoreScreen
from companion.screens.view import VOICE_OFF, View
from hardware.signals import Button

_BRIGHTNESS = (25, 50, 75, 100)
_VOICE_RATES = (100, 130, 165, 200, 250, 320)  # words a minute
_ICONS = {
    "language": "book",
    "sounds": "play",
    "voice": "play",
    "voice_rate": "play",
    "lights": "flame",
    "larger_text": "up",
    "far": "eye",
    "colours": "flake",
    "learning": "question",
    "motion": "slide",
    "brightness": "sun",
    "night_brightness": "moon",
    "night_from": "moon",
    "night_to": "sun",
    "rotation": "undo",
}


@dataclass(frozen=True)
class Resumes(ListScreen):
    """All games that can go on."""

    def title(self, view: View) -> str:
        return view.say("welcome.earlier")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(each.title, Done(ResumeGame(each.path)), detail=each.detail, icon="play")
            for each in view.resumes
        )


@dataclass(frozen=True)
class EnrolGames(ListScreen):
    """Which deck is to be enrolled."""

    def title(self, view: View) -> str:
        return view.say("menu.enrol")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(
                view.say(f"short.{game}"), Done(OpenEnrolment(game)), icon="eye", detail=_known(view, game)
            )
            for game in GAMES
        )


def _known(view: View, game: str) -> str:
    known, total = view.decks.get(game, (0, 0))
    return view.say("menu.known", known=known, all=total) if known else ""


@dataclass(frozen=True, slots=True)
class _OpenLesson(Later):
    """A lesson; its example is played only when somebody opens it."""

    game: str
    lesson: Lesson

    def resolve(self, view: View) -> Intent:
        return Push(show_lesson(self.game, self.lesson, view))


@dataclass(frozen=True)
class Lessons(ListScreen):
    """What the modules and variants change, of one game or of all."""

    passive = True
    game: str = ""

    def title(self, view: View) -> str:
        return view.say("menu.learn")

    def icon(self) -> str:
        return "book"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(
                view.locale.say(f"learn.{lesson.key}.title"),
                _OpenLesson(game, lesson),
                icon="book",
                value="" if self.game else view.say(f"short.{game}"),
                verb=view.say("keys.open"),
            )
            for game in (GAMES if not self.game else (self.game,))
            for lesson in load_game(game).setup.lessons
        )


@dataclass(frozen=True)
class Menu(ListScreen):
    """Everything that is not a move."""

    passive = True

    def title(self, view: View) -> str:
        return view.say("menu.title")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        rows = [*_voice_rows(view), ListRow(view.say("menu.history"), Push(History()), icon="undo")]
        if view.table is not None and view.table.scores is not None:
            rows.append(ListRow(view.say("menu.scores"), Push(ScoreScreen()), icon="cup"))
        if view.table is not None and view.table.rules:
            rows.append(ListRow(view.say("menu.rules"), Push(RuleCards()), icon="peaks"))
        offer = offered(view, Where.MENU)
        if offer is not None and view.table is not None and view.table.next is not None:
            rows.append(ListRow(view.say(f"menu.{offer.key}"), Tell(offer.script), icon=offer.icon))
        if view.settings.learning and view.table is not None and view.table.board is not None:
            rows.append(ListRow(view.say("menu.places"), places_picker(view), icon="eye"))
        rows += [
            ListRow(view.say("menu.settings"), Push(SettingsScreen()), icon="gear"),
            ListRow(view.say("menu.help"), Push(Help()), icon="question"),
            *_setup_row(view),
            *_learn_row(view),
            *_deck_row(view),
            ListRow(view.say("menu.camera"), Done(OpenCamera()), icon="photo"),
            ListRow(view.say("menu.bundle"), Done(SaveBundle()), icon="book"),
            ListRow(view.say("menu.leave"), Done(LeaveGame()), icon="no"),
        ]
        return tuple(rows)


def _voice_rows(view: View) -> tuple[ListRow, ...]:
    if view.settings.voice == VOICE_OFF:
        return ()
    asked = {"table": AskAloud("table"), "change": AskAloud("change"), "mute": MuteVoice()}
    return tuple(
        ListRow(view.say(f"menu.voice-{name}"), Done(intent), icon="hush" if name == "mute" else "talk")
        for name, intent in asked.items()
    )


def _deck_row(view: View) -> tuple[ListRow, ...]:
    if view.known is None:
        return ()
    known, total = view.known
    return (ListRow(view.say("menu.known", known=known, all=total), icon="eye"),)


def _setup_row(view: View) -> tuple[ListRow, ...]:
    pages = None if view.match is None else show_preparing(view.match, view)
    return () if pages is None else (ListRow(view.say("menu.prepare"), Push(pages), icon="book"),)


def _learn_row(view: View) -> tuple[ListRow, ...]:
    if view.match is None or not view.match.game.setup.lessons:
        return ()
    return (ListRow(view.say("menu.learn"), Push(Lessons(game=view.match.game.name)), icon="book"),)


@dataclass(frozen=True)
class RuleCards(ListScreen):
    """The cards that change the rules now, each with its sentence."""

    passive = True

    def title(self, view: View) -> str:
        return view.say("menu.rules")

    def icon(self) -> str:
        return "peaks"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        rules = view.table.rules if view.table is not None else ()
        return tuple(ListRow(name, icon="peaks", detail=text) for name, text in rules)


@dataclass(frozen=True)
class SettingsScreen(ListScreen):
    """What can be changed while playing; a press steps to the next value."""

    passive = True

    def title(self, view: View) -> str:
        return view.say("menu.settings")

    def icon(self) -> str:
        return "gear"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        now = view.settings
        return (
            self.row(
                view,
                "language",
                view.locale.say("words.language"),
                _step(LANGUAGES, now.language),
            ),
            self.flag(view, "sounds", now.sounds),
            self.row(view, "voice", view.say(f"settings.voice-{now.voice}"), _step(VOICE_LEVELS, now.voice)),
            self.row(view, "voice_rate", str(now.voice_rate), _step(_VOICE_RATES, now.voice_rate)),
            self.flag(view, "lights", now.lights),
            self.flag(view, "larger_text", now.larger_text),
            self.flag(view, "far", now.far),
            self.row(
                view, "colours", view.say(f"settings.{now.colours}"), _step(COLOUR_SCHEMES, now.colours)
            ),
            self.flag(view, "learning", now.learning),
            self.flag(view, "keep_evening", now.keep_evening),
            self.flag(view, "learn_cards", now.learn_cards),
            self.flag(view, "motion", now.motion),
            self.row(view, "brightness", f"{now.brightness} %", _step(_BRIGHTNESS, now.brightness)),
            self.row(
                view,
                "night_brightness",
                f"{now.night_brightness} %",
                _step(_BRIGHTNESS, now.night_brightness),
            ),
            self.row(view, "night_from", f"{now.night_from}:00", (now.night_from + 1) % 24),
            self.row(view, "night_to", f"{now.night_to}:00", (now.night_to + 1) % 24),
            self.row(view, "rotation", f"{now.rotation}°", _step(TURNS, now.rotation)),
        )

    def row(self, view: View, name: str, value: str, after: Any) -> ListRow:
        key = name.replace("_", "-")
        return ListRow(
            view.say(f"settings.{key}"),
            ChangeSetting(name, after),
            value,
            icon=_ICONS.get(name, "gear"),
            detail=view.say(f"settings.{key}-detail"),
            verb=view.say("keys.change"),
        )

    def flag(self, view: View, name: str, on: bool) -> ListRow:
        return replace(self.row(view, name, "", not on), ticked=on)


def _step(values: tuple[Any, ...], value: Any) -> Any:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


@dataclass(frozen=True)
class AskQuit(ListScreen):
    """Whether the companion is really to end; every game is written down."""

    def title(self, view: View) -> str:
        return view.say("menu.ask-quit")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return (
            ListRow(view.say("menu.stay"), Back(), icon="play"),
            ListRow(view.say("menu.quit"), Done(Quit()), icon="no", detail=view.say("welcome.quit-detail")),
        )


@dataclass(frozen=True)
class AskUndo(ListScreen):
    """Whether the last event is really to be taken back; what it was stands there."""

    def title(self, view: View) -> str:
        return view.say("history.ask-undo")

    def icon(self) -> str:
        return "undo"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        standing = [line for line in view.history if line.legal and not line.undone]
        last = standing[-1].text if standing else view.say("history.empty")
        return (ListRow(last, Done(Undo()), icon="undo", verb=view.say("keys.undo-last")),)


@dataclass(frozen=True)
class History(ListScreen):
    """What happened, the newest first; undo takes back the last."""

    passive = True

    def title(self, view: View) -> str:
        return view.say("menu.history")

    def icon(self) -> str:
        return "undo"

    def detail(self, view: View) -> str:
        return view.say("history.count", count=len(view.history))

    def rows(self, view: View) -> tuple[ListRow, ...]:
        if not view.history:
            return (ListRow(view.say("history.empty")),)
        return tuple(history_row(view, line) for line in reversed(view.history))

    def more_keys(self, view: View) -> Keys:
        keys = {Button.ACTION: Key(view.say("keys.bundle"), Done(SaveBundle()))}
        if view.history:
            keys[Button.NO] = Key(view.say("keys.back"), Back(), view.say("keys.hold-undo"), Push(AskUndo()))
        return keys


_HELP = ("yes", "no", "next", "discard", "action", "hold", "voice", "keyboard", "table")


@dataclass(frozen=True)
class Help(ListScreen):
    """What the buttons are for."""

    passive = True

    def title(self, view: View) -> str:
        return view.say("menu.help")

    def icon(self) -> str:
        return "question"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        icons = {"hold": "lock", "voice": "talk", "keyboard": "book", "table": "eye"}
        buttons = tuple(
            ListRow(
                view.say(f"help.{name}"), icon=icons.get(name, name), detail=view.say(f"help.{name}-detail")
            )
            for name in _HELP
        )
        return (*_setup_row(view), *buttons)
