"""The menus: games to resume, the menu of a game, settings, history, help, leaving, a USB stick."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion import intents
from companion.config_keys import COLOUR_SCHEMES, TURNS, VOICE_LEVELS
from companion.games import GAMES, load_game
from companion.games.ask import Where
from companion.games.setup import Lesson
from companion.intents import Intent
from companion.locale import LANGUAGES
from companion.screens.asking import places_picker
from companion.screens.base import Back, Done, Key, Keys, Later, Push
from companion.screens.boards import Highlights
from companion.screens.canvas import Box, Canvas
from companion.screens.dialogue import Tell
from companion.screens.listing import ListScreen, draw_games, history_row, said_row
from companion.screens.new_game import show_lesson, show_preparing
from companion.screens.palette import Size, Weight
from companion.screens.parts import draw_notices
from companion.screens.pick import PickAny
from companion.screens.scores import ScoreScreen
from companion.screens.side import draw_panel
from companion.screens.stage import draw_aside, draw_scenery, inner_box
from companion.screens.view import VOICE_OFF, ListRow, Resume, View
from hardware.signals import Button

# The exit statuses that systemd/debian/after knows; the unit starts the companion anew after RESTART.
_SWITCH_OFF, _RESTART_PI, _RESTART, _UPDATE = 40, 41, 42, 43


@dataclass(frozen=True)
class Resumes(ListScreen):
    """All games that can go on."""

    heading = "welcome.earlier"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(each.title, Done(intents.ResumeGame(each.path)), say_next(view, each), "play")
            for each in view.resumes
        )

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        cursor = min(self.cursor, len(view.resumes) - 1)
        draw_games(canvas, view, self.rows(view), view.resumes, cursor, box)


def say_next(view: View, game: Resume) -> str:
    """Whose turn it is in a game that stopped, where that is known."""
    now = game.table.next if game.table is not None else None
    return view.say("play.turn", player=now) if now else ""


@dataclass(frozen=True)
class EnrolGames(ListScreen):
    """Which deck is to be enrolled."""

    heading = "menu.enrol"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(self._row(view, game) for game in GAMES)

    def _row(self, view: View, game: str) -> ListRow:
        known, total = view.decks.get(game, (0, 0))
        detail = view.say("menu.known", known=known, all=total) if known else ""
        enrol = Done(intents.OpenEnrolment(game))
        return ListRow(view.say(f"short.{game}"), enrol, icon="eye", detail=detail)


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
    heading = "menu.learn"
    icon = "book"
    game: str = ""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(
            ListRow(
                view.locale.say(f"learn.{lesson.key}.title"),
                _OpenLesson(game, lesson),
                icon="book",
                value="" if self.game else view.say(f"short.{game}"),
                verb=view.say("keys.open"),
            )
            for game in ((self.game,) if self.game else GAMES)
            for lesson in load_game(game).setup.lessons
        )


@dataclass(frozen=True)
class Menu(ListScreen):
    """Everything that is not a move."""

    passive = True
    heading = "menu.title"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        entries: _Entries = {
            **_voice_entries(view),
            "history": (Push(History()), "undo"),
            **_table_entries(view),
            "settings": (Push(SettingsScreen()), "gear"),
            "help": (Push(Help()), "question"),
            **_setup_entry(view),
            **_lessons_entry(view),
        }
        ways_out: _Entries = {
            "camera": (Done(intents.OpenCamera()), "photo"),
            "bundle": (Done(intents.SaveBundle()), "book"),
            "leave": (Done(intents.LeaveGame()), "no"),
        }
        rows = [*_face_up_rows(view), *_menu_rows(view, entries)]
        if view.known is not None:
            known, total = view.known
            rows.append(ListRow(view.say("menu.known", known=known, all=total), icon="eye"))
        return (*rows, *_menu_rows(view, ways_out))


_Entries = dict[str, tuple[Intent, str]]  # by the key of their words: what they do, their icon


def _menu_rows(view: View, entries: _Entries) -> list[ListRow]:
    return [ListRow(view.say(f"menu.{key}"), intent, icon=icon) for key, (intent, icon) in entries.items()]


def _face_up_rows(view: View) -> list[ListRow]:
    """A face may be taken for a back: people name the card."""

    def naming(place: str) -> Intent:
        return PickAny(view.say("pick.which"), lambda card: Done(intents.CorrectCard(card, place)))

    return [
        ListRow(view.say("menu.face-up", place=place), naming(place), icon="question")
        for place in view.face_down
    ]


def _voice_entries(view: View) -> _Entries:
    if view.settings.voice == VOICE_OFF:
        return {}
    return {
        "voice-table": (Done(intents.AskAloud("table")), "talk"),
        "voice-change": (Done(intents.AskAloud("change")), "talk"),
        "voice-mute": (Done(intents.MuteVoice()), "hush"),
    }


def _table_entries(view: View) -> _Entries:
    entries: _Entries = {}
    if view.table is None:
        return entries
    if view.table.scores is not None:
        entries["scores"] = (Push(ScoreScreen()), "cup")
    if view.table.rules:
        entries["rules"] = (Push(RuleCards()), "peaks")
    offer = view.offered(Where.MENU)
    if offer is not None and view.table.next is not None:
        entries[offer.key] = (Tell(offer.script), offer.icon)
    if view.settings.learning and view.table.board is not None:
        entries["places"] = (places_picker(view), "eye")
    return entries


def _setup_entry(view: View) -> _Entries:
    pages = None if view.match is None else show_preparing(view.match, view)
    return {} if pages is None else {"prepare": (Push(pages), "book")}


def _lessons_entry(view: View) -> _Entries:
    if view.match is None or not view.match.game.setup.lessons:
        return {}
    return {"learn": (Push(Lessons(game=view.match.game.name)), "book")}


@dataclass(frozen=True)
class RuleCards(ListScreen):
    """The cards that change the rules now, each with its sentence."""

    passive = True
    heading = "menu.rules"
    icon = "peaks"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        rules = view.table.rules if view.table is not None else ()
        return tuple(ListRow(name, icon="peaks", detail=text) for name, text in rules)


_ON_OFF = (False, True)
_BRIGHTNESS = (25, 50, 75, 100)
_VOICE_RATES = (100, 130, 165, 200, 250, 320)  # words a minute


@dataclass(frozen=True, slots=True)
class _Setting:
    """A setting with the values that it steps through, and how the present one is told."""

    name: str
    icon: str = "gear"
    values: tuple[Any, ...] = _ON_OFF
    told: Callable[[View, Any], str] = lambda view, now: ""


_SETTINGS = (
    _Setting("language", "book", LANGUAGES, lambda view, now: view.locale.say("words.language")),
    _Setting("sounds", "play"),
    _Setting("voice", "talk", VOICE_LEVELS, lambda view, now: view.say(f"settings.voice-{now}")),
    _Setting("voice_rate", "talk", _VOICE_RATES, lambda view, now: str(now)),
    _Setting("lights", "lantern"),
    _Setting("larger_text", "up"),
    _Setting("far", "eye"),
    _Setting("colours", "flake", COLOUR_SCHEMES, lambda view, now: view.say(f"settings.{now}")),
    _Setting("learning", "question"),
    _Setting("keep_evening", "photo"),
    _Setting("learn_cards", "hand"),
    _Setting("motion", "slide"),
    _Setting("brightness", "sun", _BRIGHTNESS, lambda view, now: f"{now} %"),
    _Setting("night_brightness", "moon", _BRIGHTNESS, lambda view, now: f"{now} %"),
    _Setting("night_from", "moon", tuple(range(24)), lambda view, now: f"{now}:00"),
    _Setting("night_to", "sun", tuple(range(24)), lambda view, now: f"{now}:00"),
    _Setting("rotation", "undo", TURNS, lambda view, now: f"{now}°"),
)


@dataclass(frozen=True)
class SettingsScreen(ListScreen):
    """What can be changed while playing; a press steps to the next value."""

    passive = True
    heading = "menu.settings"
    icon = "gear"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return tuple(self._row(view, setting) for setting in _SETTINGS)

    def _row(self, view: View, setting: _Setting) -> ListRow:
        now, values = getattr(view.settings, setting.name), setting.values
        after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
        return said_row(
            view,
            f"settings.{setting.name.replace('_', '-')}",
            intents.ChangeSetting(setting.name, after),
            setting.icon,
            value=setting.told(view, now),
            ticked=now if values == _ON_OFF else None,
            verb=view.say("keys.change"),
        )


@dataclass(frozen=True)
class AskQuit(ListScreen):
    """Whether the companion is really to end; every game is written down."""

    heading = "menu.ask-quit"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return (
            ListRow(view.say("menu.stay"), Back(), icon="play"),
            ListRow(
                view.say("menu.quit"), Done(intents.Quit()), icon="no", detail=view.say("welcome.quit-detail")
            ),
        )


@dataclass(frozen=True)
class AskUndo(ListScreen):
    """Whether the last event is really to be taken back; what it was stands there."""

    heading = "history.ask-undo"
    icon = "undo"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        standing = [line for line in view.history if line.legal and not line.undone]
        last = standing[-1].text if standing else view.say("history.empty")
        return (ListRow(last, Done(intents.Undo()), icon="undo", verb=view.say("keys.undo-last")),)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table with the card in question ringed, and the event on a panel."""
        draw_scenery(canvas, view, box)
        inner = inner_box(canvas, draw_notices(canvas, view, box))
        panel = inner.cut_right(canvas.px(300))[0]
        if view.table is not None:
            shown = Highlights(last=view.last_place)
            draw_aside(canvas, view, view.table, inner, panel, shown, view.last_place)
        room, row = draw_panel(canvas, panel, "lacks", self.title(view)), self.rows(view)[0]
        canvas.text(room, row.label, Size.VERDICT, weight=Weight.BLACK, lines=8)
        if row.intent is not None:
            canvas.touch(panel, row.intent)


@dataclass(frozen=True)
class History(ListScreen):
    """What happened, the newest first; undo takes back the last."""

    passive = True
    heading = "menu.history"
    icon = "undo"

    def detail(self, view: View) -> str:
        return view.say("history.count", count=len(view.history))

    def rows(self, view: View) -> tuple[ListRow, ...]:
        if not view.history:
            return (ListRow(view.say("history.empty")),)
        return tuple(history_row(view, line) for line in reversed(view.history))

    def more_keys(self, view: View) -> Keys:
        keys = {Button.ACTION: Key(view.say("keys.bundle"), Done(intents.SaveBundle()))}
        if view.history:
            keys[Button.NO] = Key(view.say("keys.back"), Back(), view.say("keys.hold-undo"), Push(AskUndo()))
        return keys


_HELP_ICONS = {"hold": "lock", "voice": "talk", "keyboard": "book", "table": "eye"}


@dataclass(frozen=True)
class Help(ListScreen):
    """How this game is set up, and what the buttons are for."""

    passive = True
    heading = "menu.help"
    icon = "question"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        buttons = (said_row(view, f"help.{each.value}", button=each) for each in Button)
        told = (said_row(view, f"help.{name}", icon=icon) for name, icon in _HELP_ICONS.items())
        return (*_menu_rows(view, _setup_entry(view)), *buttons, *told)


@dataclass(frozen=True)
class LeaveScreen(ListScreen):
    """What leaving means under the service: switch off, restart, or back."""

    heading = "machine.leave"
    icon = "no"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        ways: _Entries = {
            "stay": (intents.StayHere(), "play"),
            "off": (intents.EndWith(_SWITCH_OFF), "no"),
            "restart-pi": (intents.EndWith(_RESTART_PI), "undo"),
            "restart": (intents.EndWith(_RESTART), "undo"),
        }
        return tuple(said_row(view, f"machine.{way}", intent, icon) for way, (intent, icon) in ways.items())

    def more_keys(self, view: View) -> Keys:
        return {Button.NO: Key(view.say("keys.back"), intents.StayHere())}


@dataclass(frozen=True)
class StickScreen(ListScreen):
    """What a USB stick is good for now: write a report, take decks, take an update; first what was done."""

    icon = "book"

    def title(self, view: View) -> str:
        stick = view.machine.stick
        if stick is None:
            return view.say("machine.stick")
        return view.say("machine.stick-named", name=stick.name)

    def rows(self, view: View) -> tuple[ListRow, ...]:
        stick, note = view.machine.stick, view.machine.note
        rows = [ListRow(note, icon="yes")] if note else []
        if stick is None:
            return (*rows, ListRow(view.say("machine.no-stick"), icon="question"))
        rows.append(said_row(view, "machine.report", intents.WriteToStick(), "book"))
        if stick.decks:
            rows.append(said_row(view, "machine.decks", intents.TakeDecks(), "eye", value=str(stick.decks)))
        if stick.version and view.machine.service:
            update = intents.EndWith(_UPDATE)
            rows.append(said_row(view, "machine.update", update, "action", value=stick.version))
        return tuple(rows)
