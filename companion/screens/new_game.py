"""A new game: the last choices are there already; every line changes with one press or opens a page."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion.decks import load_deck
from companion.game_setup import GameSetup, next_value, toggled
from companion.games import GAMES, new_match, read_game_name
from companion.games.events import Fields
from companion.games.setup import SWITCH, Choice, Page
from companion.games.values import BadRecord
from companion.intents import Intent, StartGame
from companion.screens.base import Done, Key, Keys, Leave, Push, Screen, Swap
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import ListRow, ListScreen
from companion.screens.pick import NAME_TREE, NUMBER_TREE, PickScreen, TypeScreen
from companion.screens.preparing import prepare, show_lesson
from companion.screens.view import View
from hardware.signals import Button

_NO_CHOICE = Choice("")
_LINES_BEFORE_CHOICES = 3  # begin, game, players


def fault(setup: GameSetup, view: View) -> str:
    """Why no game can begin with these choices; empty when it can."""
    header = Fields(setup.header())
    try:
        name = read_game_name(header)
        new_match(name, header, load_deck(name))
    except BadRecord as error:
        return view.locale.bad_record(error)
    return ""


@dataclass(frozen=True)
class NewGame(ListScreen):
    """All choices of a game on one list; the first line begins."""

    setup: GameSetup = field(default_factory=GameSetup)

    def title(self, view: View) -> str:
        return view.say("setup.title")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        games = tuple(GAMES)
        other = Swap(replace(self, setup=self.setup.play(next_value(games, self.setup.game))))
        change = view.say("keys.change")
        return (
            self._begin(view),
            ListRow(view.say("setup.game"), other, view.say(f"short.{self.setup.game}"), verb=change),
            self.page(view, "players", Players, ", ".join(self.setup.players)),
            *(self.entry(view, choice) for choice in self.setup.choices()),
        )

    def more_keys(self, view: View) -> Keys:
        index = self.cursor - _LINES_BEFORE_CHOICES
        choices = self.setup.choices()
        if not 0 <= index < len(choices):
            return {}
        value = self.setup.chosen[choices[index].name]
        names = (choices[index].key, value)
        lesson = next((each for each in self.setup.rules.setup.lessons if each.key in names), None)
        if lesson is None:
            return {}
        return {Button.ACTION: Key(view.say("keys.learn"), Push(show_lesson(self.setup.game, lesson, view)))}

    def _begin(self, view: View) -> ListRow:
        wrong = fault(self.setup, view)
        if wrong:
            return ListRow(wrong, icon="warn")
        start = Done(StartGame(self.setup.header(), self.setup))
        pages = prepare(self.setup, view, start)
        label, verb = view.say("setup.begin"), view.say("keys.begin")
        return ListRow(label, Push(pages) if pages else start, icon="play", verb=verb)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        poster, left = box.cut_right(round(box.w * 0.24))
        super().draw(canvas, view, left)
        canvas.scenery(self.setup.rules.art.poster(poster.w, poster.h), poster)

    def page(self, view: View, key: str, page: Any, value: str) -> ListRow:
        opened = Push(page(setup=self.setup, line=self.cursor))
        return ListRow(view.say(f"setup.{key}"), opened, value, verb=view.say("keys.open"))

    def entry(self, view: View, choice: Choice) -> ListRow:
        value = self.setup.value(choice)
        if choice.page is not None:
            page = partial(_PAGES[choice.page], choice=choice)
            return self.page(view, choice.key, page, _value_text(view, choice, value))
        switch = choice.values == SWITCH
        return ListRow(
            view.say(f"setup.{choice.key}"),
            Swap(replace(self, setup=self.setup.step(choice))),
            "" if switch else _value_text(view, choice, value),
            ticked=value if switch else None,
            verb=view.say("keys.change"),
        )


def _value_text(view: View, choice: Choice, value: Any) -> str:
    if isinstance(value, str):
        return view.say(f"setup.values.{value}")
    if choice.page is Page.NUMBERS:
        return ", ".join("–".join(map(str, each)) for each in value)
    if choice.key == "piles":
        return " · ".join(map(str, value))
    return str(len(value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class _SetupPage(ListScreen):
    """A page of the set-up; leaving it hands the changed choices to the list below, at its own line."""

    setup: GameSetup = field(default_factory=GameSetup)
    line: int = 0

    def title(self, view: View) -> str:
        return view.say(f"setup.{self.key}")

    @property
    def key(self) -> str:
        return "players"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return ()

    def _with_setup(self, setup: GameSetup) -> Intent:
        own: Any = self
        return Swap(replace(own, setup=setup))

    def done(self) -> Intent:
        return Leave(Swap(NewGame(self.line, self.setup)))

    def more_keys(self, view: View) -> Keys:
        return {Button.NO: Key(view.say("keys.back"), self.done())}


@dataclass(frozen=True)
class Players(_SetupPage):
    """Who plays: earlier names take a seat with one press, new ones are spelled."""

    def detail(self, view: View) -> str:
        return view.say("setup.players-how")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        seated = self.setup.players
        names = (*seated, *(name for name in view.names if name not in seated))
        return (
            *(self.row(view, name) for name in names),
            ListRow(view.say("setup.new-name"), Push(self._speller(view)), icon="book"),
        )

    def row(self, view: View, name: str) -> ListRow:
        seated = self.setup.players
        at = view.say("setup.seat", seat=seated.index(name) + 1) if name in seated else ""
        full = name not in seated and len(seated) >= self.setup.rules.most_players
        intent = None if full else self._with_setup(replace(self.setup, players=toggled(seated, name)))
        return ListRow(
            name,
            intent,
            at,
            ticked=name in seated,
            player=seated.index(name) if at else None,
            verb=view.say("keys.remove" if at else "keys.seat"),
        )

    def more_keys(self, view: View) -> Keys:
        keys, seated = dict(super().more_keys(view)), list(self.setup.players)
        if 0 < self.cursor < len(seated):
            seated.insert(self.cursor - 1, seated.pop(self.cursor))
            moved = replace(self, setup=replace(self.setup, players=tuple(seated)), cursor=self.cursor - 1)
            keys[Button.ACTION] = Key(view.say("keys.earlier-seat"), Swap(moved))
        return keys

    def _speller(self, view: View) -> TypeScreen:
        return TypeScreen(view.say("setup.new-name"), NAME_TREE, self.named)

    def named(self, tokens: tuple[str, ...]) -> Intent:
        name = tokens[0]
        players = self.setup.players
        if name and name not in players and len(players) < self.setup.rules.most_players:
            players = (*players, name)
        return self._with_setup(replace(self.setup, players=players))


@dataclass(frozen=True)
class _ChoicePage(_SetupPage):
    """The page of one choice: several things that are told one by one; a press on one removes it."""

    choice: Choice = _NO_CHOICE

    @property
    def key(self) -> str:
        return self.choice.key

    @property
    def kept(self) -> tuple[Any, ...]:
        told: tuple[Any, ...] = self.setup.chosen[self.choice.name]
        return told

    def keep(self, values: tuple[Any, ...]) -> Intent:
        return self._with_setup(self.setup.choose(**{self.choice.name: values}))

    def detail(self, view: View) -> str:
        key = f"setup.{self.key}-how"
        return view.say(key) if view.locale.has(f"screens.{key}") else ""

    def _removable(self, view: View, value: Any, label: str, card: str = "") -> ListRow:
        left = self.keep(toggled(self.kept, value))
        return ListRow(
            label, left, icon="" if card else self.choice.icon, card=card, verb=view.say("keys.remove")
        )

    def another(self, view: View, screen: Screen) -> tuple[ListRow, ...]:
        if len(self.kept) >= self.choice.most:
            return ()
        return (ListRow(view.say(f"setup.{self.key}-new"), Push(screen), icon="action"),)

    def told(self, value: Any) -> Intent:
        return self.keep(self.kept if value in self.kept else (*self.kept, value))


@dataclass(frozen=True)
class Sequences(_ChoicePage):
    """Sequences of two to six numbers."""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        told = [self._removable(view, each, "–".join(map(str, each))) for each in self.kept]
        title = view.say(f"setup.{self.key}-new")
        speller = TypeScreen(title, NUMBER_TREE, self.spelled, joint="–", least=2, most=6)
        return (*told, *self.another(view, speller))

    def spelled(self, tokens: tuple[str, ...]) -> Intent:
        return self.told(tuple(int(token) for token in tokens))


@dataclass(frozen=True)
class CardsPage(_ChoicePage):
    """Some cards of the deck."""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        told = [self._removable(view, card, view.locale.card(card), card) for card in self.kept]
        tree = self.setup.rules.card_tree(self.choice.options, view.locale)
        return (*told, *self.another(view, PickScreen(self.title(view), tree, self.told)))


@dataclass(frozen=True)
class PlacesPage(_ChoicePage):
    """Some places of the table."""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        kept, change = self.kept, view.say("keys.change")
        return tuple(
            ListRow(place, self.keep(toggled(kept, place)), ticked=place in kept, verb=change)
            for place in self.choice.options
        )


_PAGES: dict[Page, Any] = {Page.NUMBERS: Sequences, Page.CARDS: CardsPage, Page.PLACES: PlacesPage}
