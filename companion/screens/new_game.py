"""A new game: choices on one list, last time's already there; then how it is set up, page by page."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.decks import load_deck
from companion.game_setup import GameSetup, next_value, toggled
from companion.games import GAMES, load_game, new_match, read_game_name
from companion.games.events import Fields
from companion.games.game import Match
from companion.games.setup import SWITCH, Choice, Lesson, Page, SetupPage, Stack
from companion.games.table import NOTHING_SEEN
from companion.games.values import BadRecord
from companion.games.view import TableView
from companion.intents import Intent, StartGame
from companion.screens.base import Back, Done, Key, Keys, Leave, Push, Screen, Spoken, Swap, spoken
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import ListScreen
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import draw_card, draw_token
from companion.screens.pick import NAME_TREE, NUMBER_TREE, PickScreen, TypeScreen
from companion.screens.view import ListRow, View
from hardware.signals import Button

_NO_CHOICE = Choice("")
_LINES_BEFORE_CHOICES = 3  # begin, game, players
_TITLE, _LINE = 40, 26  # the sizes of the type
_BACK, _EDGE, _PEAK = "#2F3F74", "#F8F1E3", "#8E9FD6"
_MOST_IN_FAN = 10
_FAN_SHAPE = 1.6  # as wide as high
_FAN_STEP, _FAN_SPREAD = 16, 72  # degrees from card to card, and at most from the first to the last


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

    def draw_list(self, canvas: Canvas, view: View, box: Box) -> None:
        if self.choice.page is Page.PLACES:
            board, box = box.cut_left(round(box.w * 0.6), canvas.px(Space.WIDE))
            self._draw_places(canvas, view, board)
        super().draw_list(canvas, view, box)

    def _draw_places(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table as it will be, with the place that is chosen now."""
        options = self.choice.options
        try:
            match = _opened(self.setup)
        except BadRecord:  # more than the box has: the page of all choices tells it
            return
        table = match.game.view(match.opening, NOTHING_SEEN, view.locale)
        touch = {place: self._keep(toggled(self._kept, place)) for place in options}
        now = options[min(self.cursor, len(options) - 1)]
        draw_board(canvas, view.locale, table, box, Highlights(cursor=(now,), touch=touch))

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


def prepare(setup: GameSetup, view: View, begin: Intent | None = None) -> "Preparing | None":
    """The pages of a game that these choices make; None where it tells nothing."""
    return show_preparing(_opened(setup), view, begin)


def _opened(setup: GameSetup) -> Match:
    header = Fields(setup.header())
    name = read_game_name(header)
    return new_match(name, header, load_deck(name))


def show_preparing(match: Match, view: View, begin: Intent | None = None) -> "Preparing | None":
    """The pages of a game as it began; None where it tells nothing."""
    game, opening = match.game, match.opening
    pages = game.setup.pages(opening, view.locale.say)
    if not pages:
        return None
    table = game.view(opening, NOTHING_SEEN, view.locale)
    return Preparing((replace(pages[0], table=table), *pages[1:]), table, begin)


def show_lesson(game: str, lesson: Lesson, view: View) -> "Preparing":
    """The pages of a lesson: its example is played, and drawn as the table would be."""
    rules, say = load_game(game), view.locale.say
    match = new_match(game, Fields(dict(lesson.header)), load_deck(game))
    pages = []
    for number, page in enumerate(lesson.pages, 1):
        for move in page.moves:
            match = match.play(match.read_event(move))[1]
        table = None if page.cards else rules.view(match.state, NOTHING_SEEN, view.locale)
        stacks = tuple(replace(each, label=say(each.label) if each.label else "") for each in page.cards)
        lines = (say(f"learn.{lesson.key}.page-{number}"),)
        title = say(f"learn.{lesson.key}.title")
        pages.append(SetupPage(title, lines, stacks, table=table, marks=page.marks))
    return Preparing(tuple(pages), rules.view(match.opening, NOTHING_SEEN, view.locale))


@dataclass(frozen=True)
class Preparing(Screen):
    """One page at a time; the last one begins the game, one press skips the rest."""

    pages: tuple[SetupPage, ...]
    table: TableView  # the empty table
    begin: Intent | None = None  # None: only shown again
    at: int = 0

    def keys(self, view: View) -> Keys:
        is_last = self.at == len(self.pages) - 1
        back: Intent = Swap(replace(self, at=self.at - 1)) if self.at else Back()
        on: Intent = Swap(replace(self, at=self.at + 1))
        end = self.begin or Back()
        keys = {Button.NO: Key(view.say("keys.back"), back), Button.YES: Key(view.say("keys.go-on"), on)}
        if is_last:
            keys[Button.YES] = Key(view.say("keys.done" if self.begin is None else "keys.begin"), end)
        elif self.begin is not None:
            keys[Button.ACTION] = Key(view.say("keys.skip-setup"), end)
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        page = self.pages[self.at]
        count = view.say("prepare.page", page=self.at + 1, pages=len(self.pages))
        stacks = ", ".join(f"{stack.number} {stack.label}" for stack in page.stacks if stack.label)
        return spoken(page.title, count, *page.lines, stacks)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        page = self.pages[self.at]
        canvas.scenery(load_game(self.table.game).art.scenery(box.w, box.h), box)
        box = box.inset(canvas.px(20), canvas.px(Space.BODY))
        head, box = box.cut_top(max(canvas.px(58), canvas.line(_TITLE)), canvas.px(Space.TIGHT))
        dots, head = head.cut_right(canvas.px(20) * len(self.pages), canvas.px(Space.BODY))
        for index, spot in enumerate(dots.columns(len(self.pages))):  # a longer one for this page
            wide, colour = (16, Hue.PAPER) if index == self.at else (7, Hue.LINE)
            canvas.panel(spot.middle(canvas.px(wide), canvas.px(7)), colour, radius=canvas.px(7))
        canvas.text(head, page.title, _TITLE, weight=Weight.BLACK)
        table = page.table
        if table is not None and table.board is not None:
            board, box = box.cut_right(round(box.w * 0.55), canvas.px(Space.BODY))
            draw_board(canvas, view.locale, table, board, Highlights(options=page.marks))
        elif page.stacks:
            drawing, box = box.cut_top(round(box.h * 0.5), canvas.px(Space.SMALL))
            _draw_stacks(canvas, view, page, [seat.name for seat in self.table.seats], drawing)
        elif page.icon:
            drawing, box = box.cut_left(round(box.w * 0.3), canvas.px(Space.BODY))
            canvas.icon(drawing.inset(canvas.px(Space.HUGE), canvas.px(Space.HUGE)), page.icon, Hue.AMBER)
        canvas.veil(box, Hue.NIGHT, 0.7)
        box = box.inset(canvas.px(Space.WIDE), canvas.px(Space.TIGHT))
        canvas.note(box, "\n".join(page.lines), _LINE, lines=20)


def _draw_stacks(canvas: Canvas, view: View, page: SetupPage, names: list[str], box: Box) -> None:
    width = box.w // len(page.stacks)
    for stack in page.stacks:
        part, box = box.cut_left(width)
        words, cards = part.cut_bottom(canvas.line(Size.SMALL) + canvas.px(Space.TIGHT))
        _draw_cards(canvas, view, stack, cards)
        is_told = (stack.card or stack.icon) and stack.count > 1
        text = f"{stack.count} × {stack.label}" if is_told else stack.label
        side = canvas.px(22) if stack.label in names else 0  # for the sign of a player
        ink = canvas.note(words.inset(side, 0), text, Size.SMALL, align=0.5, shorten=True)
        if side:
            sign = Box(ink.x - side - canvas.px(Space.TIGHT), words.y, side, words.h)
            draw_token(canvas, names.index(stack.label), sign)


def _draw_cards(canvas: Canvas, view: View, stack: Stack, box: Box) -> None:
    if stack.hand:
        hand, box = box.cut_left(round(box.w * 0.55) if stack.count else box.w)
        _draw_hand(canvas, stack.hand, hand)
    if not stack.count:
        return
    side = min(box.h, round(box.w * 0.8))
    place = box.middle(side, side)
    if stack.card:
        draw_card(canvas, view.locale, place, stack.card)
        return
    canvas.drawing(_PILE, place)
    top = place.inset(side // 5, side // 5)
    if stack.icon:
        canvas.icon(top, stack.icon)
    else:
        canvas.text(top, str(stack.count), Size.BIG, weight=Weight.BLACK, align=0.5)
    if stack.passes:
        arrow = "next" if stack.passes > 0 else "left"
        canvas.icon(box.cut_right(side // 3)[0], arrow, Hue.AMBER)


def _draw_hand(canvas: Canvas, cards: int, box: Box) -> None:
    width = min(box.w, round(box.h * _FAN_SHAPE))
    place = box.middle(width, round(width / _FAN_SHAPE))
    canvas.drawing(_fan(cards), place)
    plate, _ = place.cut_bottom(round(place.h * 0.4))
    plate = plate.middle(round(plate.h * 1.3), plate.h)
    canvas.panel(plate, Hue.NIGHT, edge=Hue.AMBER, radius=8)
    canvas.text(plate, str(cards), Size.BODY, weight=Weight.BLACK, align=0.5)


def _back(x: float, y: float, side: float, turned: str = "") -> str:
    """The back of a card: our own mountains on blue."""
    peaks = [(0.15, 0.8), (0.4, 0.42), (0.53, 0.6), (0.64, 0.5), (0.85, 0.8)]
    points = " ".join(f"{x + side * px:.1f},{y + side * py:.1f}" for px, py in peaks)
    square = f'x="{x}" y="{y}" width="{side}" height="{side}" rx="{side * 0.13:.1f}"'
    card = f'<rect {square} fill="{_BACK}" stroke="{_EDGE}" stroke-width="4"/>'
    return f'<g {turned}>{card}<polygon points="{points}" fill="{_PEAK}" fill-opacity="0.45"/></g>'


def _svg(width: int, *parts: str) -> str:
    size = f'width="{width}" height="100" viewBox="0 0 {width} 100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


_PILE = _svg(100, _back(4, 18, 78), _back(10, 12, 78), _back(16, 6, 78))


def _fan(held: int) -> str:
    shown = min(held, _MOST_IN_FAN)
    step = min(_FAN_STEP, _FAN_SPREAD / max(1, shown - 1))
    turns = [(index - (shown - 1) / 2) * step for index in range(shown)]
    cards = (_back(57, 12, 46, f'transform="rotate({turn:.1f} 80 120)"') for turn in turns)
    return _svg(round(100 * _FAN_SHAPE), *cards)
