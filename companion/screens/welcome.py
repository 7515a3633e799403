"""The first screen: go on with the table as it lay, or choose one of the games by its picture."""

from dataclasses import dataclass, replace

from companion.games import GAMES, load_game
from companion.games.svg import plain_scenery
from companion.intents import Intent, OpenCamera, Quit, ResumeGame
from companion.screens.base import Done, Key, Keys, Push, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import ListScreen, said_row, walking_keys
from companion.screens.menus import EnrolGames, Help, Lessons, Resumes, SettingsScreen, StickScreen, say_next
from companion.screens.new_game import NewGame
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import draw_notices, draw_players
from companion.screens.past import BestsScreen, PastGamesScreen
from companion.screens.stage import draw_thumbnail
from companion.screens.view import ListRow, Resume, View
from hardware.signals import Button

_RESUME_SHARE = 1.7  # how much wider the game that goes on is than a poster
_RADIUS = 0.1


@dataclass(frozen=True)
class More(ListScreen):
    """What the first screen has besides the games."""

    heading = "keys.more"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        earlier = said_row(view, "welcome.earlier", Push(Resumes()), "book", value=str(len(view.resumes)))
        rows = [earlier] if len(view.resumes) > 1 else []
        entries = {
            "past": (Push(PastGamesScreen()), "cup"),
            "bests": (Push(BestsScreen()), "crown"),
            "learn": (Push(Lessons()), "book"),
            "camera": (Done(OpenCamera()), "photo"),
            "enrol": (Push(EnrolGames()), "eye"),
            "settings": (Push(SettingsScreen()), "gear"),
            "help": (Push(Help()), "question"),
            "stick": (Push(StickScreen()), "book"),
            "quit": (Quit(), "no"),
        }
        if not view.machine.service and view.machine.stick is None:
            del entries["stick"]
        for name, (intent, icon) in entries.items():
            label, detail = view.say(f"menu.{name}"), view.say(f"welcome.{name}-detail")
            rows.append(ListRow(label, intent, icon=icon, detail=detail))
        return tuple(rows)


@dataclass(frozen=True)
class Welcome(Screen):
    """Pictures side by side; the chosen one has a paper rim, the game that stopped is chosen already."""

    cursor: int = 0

    def keys(self, view: View) -> Keys:
        choices = self.choices(view)
        return {
            Button.YES: Key(view.say("keys.choose"), choices[min(self.cursor, len(choices) - 1)]),
            Button.NO: Key(view.say("keys.quit"), Swap(self), view.say("keys.hold"), Quit()),
            Button.ACTION: Key(view.say("keys.more"), Push(More())),
            **walking_keys(view, len(choices), self.cursor, lambda at: replace(self, cursor=at)),
        }

    def choices(self, view: View) -> tuple[Intent, ...]:
        going = tuple(ResumeGame(each.path) for each in view.resumes[:1])
        return (*going, *(Push(NewGame(setup=replace(view.setup, game=name))) for name in GAMES))

    def tells(self, view: View) -> tuple[Spoken, ...]:
        names = [view.say(f"short.{name}") for name in GAMES]
        if view.resumes:
            last = view.resumes[0]
            names.insert(0, f"{view.say('welcome.go-on')}: {last.title}, {last.detail}")
        return spoken(view.say("welcome.title"), names[min(self.cursor, len(names) - 1)])

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        canvas.scenery(plain_scenery(box.w, box.h), box)
        box = draw_notices(canvas, view, box).inset(canvas.px(20), canvas.px(Space.BODY))
        head, rest = box.cut_top(max(canvas.px(52), canvas.line(Size.TITLE)), canvas.px(Space.SMALL))
        canvas.text(head, view.say("welcome.title"), Size.VERDICT, weight=Weight.BLACK)
        shares = ([_RESUME_SHARE] if view.resumes else []) + [1.0] * len(GAMES)
        spots = rest.columns(shares, canvas.px(Space.BODY))
        intents = self.choices(view)
        for index, (spot, intent) in enumerate(zip(spots, intents, strict=True)):
            if index == min(self.cursor, len(intents) - 1):
                canvas.panel(spot.inset(-canvas.px(5)), Hue.PAPER, radius=20)
            canvas.touch(spot, intent)
        if view.resumes:
            _draw_resume(canvas, view, view.resumes[0], spots.pop(0))
        for name, spot in zip(GAMES, spots, strict=True):
            _draw_game(canvas, view, name, spot)


def _draw_game(canvas: Canvas, view: View, name: str, box: Box) -> None:
    canvas.card(load_game(name).art.poster(box.w, box.h), box, _RADIUS)
    foot, _ = box.cut_bottom(max(canvas.px(74), 3 * canvas.least_line + canvas.px(6)))
    canvas.panel(foot, Hue.DEEP, radius=box.w * _RADIUS / canvas.scale)
    title, line = foot.inset(canvas.px(10), canvas.px(4)).rows((5, 4))
    canvas.text(title, view.say(f"short.{name}"), Size.BODY, weight=Weight.BLACK, lines=2)
    words = view.say("welcome.players", most=load_game(name).most_players)
    canvas.note(line, words, Size.TINY, colour=Hue.MIST)


def _draw_resume(canvas: Canvas, view: View, last: Resume, box: Box) -> None:
    canvas.panel(box, Hue.PAPER, radius=16)
    words, above = box.cut_bottom(max(canvas.px(152), 9 * canvas.least_line))
    draw_thumbnail(canvas, view, last.game, last.table, above, _RADIUS / _RESUME_SHARE)
    inner = words.inset(canvas.px(Space.WIDE), canvas.px(Space.SMALL))
    title, inner = inner.cut_top(canvas.line(Size.VERDICT))
    canvas.text(title, view.say("welcome.go-on"), Size.VERDICT, weight=Weight.BLACK, colour=Hue.INK)
    who, inner = inner.cut_bottom(max(canvas.px(24), canvas.line(Size.TINY)), canvas.px(2))
    when, name = inner.cut_bottom(canvas.line(Size.TINY))
    canvas.text(name, _say_standing(view, last), Size.NAME, colour=Hue.INK, lines=2, shorten=True)
    canvas.note(when, last.when, Size.TINY, colour=Hue.SOFT, shorten=True)
    draw_players(canvas, last.players, who, Hue.INK)


def _say_standing(view: View, last: Resume) -> str:
    """The game's short name and whose turn it is."""
    turn = say_next(view, last)
    return "\n".join(filter(None, (view.say(f"short.{last.game}"), turn)))
