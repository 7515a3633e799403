"""A new game: the last choices are there already; every line changes with one press or opens a page."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.game_setup import GameSetup, next_value, toggled
from companion.games import GAMES
from companion.games.setup import SWITCH, Choice, Page
from companion.games.values import BadRecord
from companion.intents import Intent, StartGame
from companion.screens.base import Done, Key, Keys, Leave, Push, Screen, Swap
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import ListScreen
from companion.screens.pick import NAME_TREE, NUMBER_TREE, PickScreen, TypeScreen
from companion.screens.preparing import prepare, show_lesson
from companion.screens.view import ListRow, View
from hardware.signals import Button

_NO_CHOICE = Choice("")
_LINES_BEFORE_CHOICES = 3  # begin, game, players


@dataclass(frozen=True)
class NewGame(ListScreen):
    """All choices of a game on one list; the first line begins."""

    heading = "setup.title"
    setup: GameSetup = field(default_factory=GameSetup)

    def rows(self, view: View) -> tuple[ListRow, ...]:
        games = tuple(GAMES)
        other = Swap(replace(self, setup=self.setup.play(next_value(games, self.setup.game))))
        change, players = view.say("keys.change"), Players(setup=self.setup, line=self.cursor)
        return (
            self._begin(view),
            ListRow(view.say("setup.game"), other, view.say(f"short.{self.setup.game}"), verb=change),
            self._page(view, "players", players, ", ".join(self.setup.players)),
            *(self._entry(view, choice) for choice in self.setup.choices()),
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
        start = Done(StartGame(self.setup.header(), self.setup))
        try:
            pages = prepare(self.setup, view, start)
        except BadRecord as error:
            return ListRow(view.locale.bad_record(error), icon="warn")
        label, verb = view.say("setup.begin"), view.say("keys.begin")
        return ListRow(label, Push(pages) if pages else start, icon="play", verb=verb)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        poster, left = box.cut_right(round(box.w * 0.24))
        super().draw(canvas, view, left)
        canvas.scenery(self.setup.rules.art.poster(poster.w, poster.h), poster)

    def _page(self, view: View, key: str, page: Screen, value: str) -> ListRow:
        return ListRow(view.say(f"setup.{key}"), Push(page), value, verb=view.say("keys.open"))

    def _entry(self, view: View, choice: Choice) -> ListRow:
        value = self.setup.value(choice)
        if choice.page is not None:
            page = ChoicePage(setup=self.setup, line=self.cursor, choice=choice)
            return self._page(view, choice.key, page, _value_text(view, choice, value))
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

    def rows(self, view: View) -> tuple[ListRow, ...]:
        return ()

    def _with_setup(self, setup: GameSetup) -> Intent:
        own: Any = self
        return Swap(replace(own, setup=setup))

    def more_keys(self, view: View) -> Keys:
        chosen = Leave(Swap(NewGame(self.line, self.setup)))
        return {Button.NO: Key(view.say("keys.back"), chosen)}


@dataclass(frozen=True)
class Players(_SetupPage):
    """Who plays: earlier names take a seat with one press, new ones are spelled."""

    heading = "setup.players"

    def detail(self, view: View) -> str:
        return view.say("setup.players-how")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        seated, new_name = self.setup.players, view.say("setup.new-name")
        names = (*seated, *(name for name in view.names if name not in seated))
        speller = TypeScreen(new_name, NAME_TREE, self._named)
        return (*(self._row(view, name) for name in names), ListRow(new_name, Push(speller), icon="book"))

    def _row(self, view: View, name: str) -> ListRow:
        seated = self.setup.players
        at = seated.index(name) if name in seated else None
        full = at is None and len(seated) >= self.setup.rules.most_players
        return ListRow(
            name,
            None if full else self._with_setup(replace(self.setup, players=toggled(seated, name))),
            "" if at is None else view.say("setup.seat", seat=at + 1),
            ticked=at is not None,
            player=at,
            verb=view.say("keys.seat" if at is None else "keys.remove"),
        )

    def more_keys(self, view: View) -> Keys:
        """Back; who is not the first can sit one seat earlier."""
        keys, seated = dict(super().more_keys(view)), list(self.setup.players)
        if 0 < self.cursor < len(seated):
            seated.insert(self.cursor - 1, seated.pop(self.cursor))
            moved = replace(self, setup=replace(self.setup, players=tuple(seated)), cursor=self.cursor - 1)
            keys[Button.ACTION] = Key(view.say("keys.earlier-seat"), Swap(moved))
        return keys

    def _named(self, tokens: tuple[str, ...]) -> Intent:
        name, players = tokens[0], self.setup.players
        if name and name not in players and len(players) < self.setup.rules.most_players:
            players = (*players, name)
        return self._with_setup(replace(self.setup, players=players))


@dataclass(frozen=True)
class ChoicePage(_SetupPage):
    """Several things of one choice: number sequences or cards told one by one, or places that are ticked."""

    choice: Choice = _NO_CHOICE

    @property
    def _kept(self) -> tuple[Any, ...]:
        told: tuple[Any, ...] = self.setup.chosen[self.choice.name]
        return told

    def _keep(self, values: tuple[Any, ...]) -> Intent:
        return self._with_setup(self.setup.choose(**{self.choice.name: values}))

    def _told(self, value: Any) -> Intent:
        return self._keep(self._kept if value in self._kept else (*self._kept, value))

    def title(self, view: View) -> str:
        return view.say(f"setup.{self.choice.key}")

    def detail(self, view: View) -> str:
        key = f"setup.{self.choice.key}-how"
        return view.say(key) if view.locale.has(f"screens.{key}") else ""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        if self.choice.page is Page.PLACES:
            return tuple(self._place_row(view, place) for place in self.choice.options)
        told = tuple(self._told_row(view, value) for value in self._kept)
        if len(self._kept) >= self.choice.most:
            return told
        new = view.say(f"setup.{self.choice.key}-new")
        return (*told, ListRow(new, Push(self._asks_for_one(view, new)), icon="action"))

    def _place_row(self, view: View, place: str) -> ListRow:
        toggle = self._keep(toggled(self._kept, place))
        return ListRow(place, toggle, ticked=place in self._kept, verb=view.say("keys.change"))

    def _told_row(self, view: View, value: Any) -> ListRow:
        """A sequence or a card; a press removes it."""
        removed, verb = self._keep(toggled(self._kept, value)), view.say("keys.remove")
        if self.choice.page is Page.CARDS:
            return ListRow(view.locale.card(value), removed, card=value, verb=verb)
        return ListRow("–".join(map(str, value)), removed, icon=self.choice.icon, verb=verb)

    def _asks_for_one(self, view: View, title: str) -> Screen:
        if self.choice.page is Page.CARDS:
            tree = self.setup.rules.card_tree(self.choice.options, view.locale)
            return PickScreen(self.title(view), tree, self._told)
        return TypeScreen(title, NUMBER_TREE, self._spelled, joint="–", least=2, most=6)

    def _spelled(self, tokens: tuple[str, ...]) -> Intent:
        return self._told(tuple(int(token) for token in tokens))
