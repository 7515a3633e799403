"""A new game: the last choices are there already; every line changes with one press or opens a page."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.fields import Fields
from companion.games.values import BadRecord
from companion.intents import Intent, StartGame
from companion.screens.base import Done, Key, Keys, Leave, Push, Swap
from companion.screens.listing import ListRow, ListScreen
from companion.screens.pick import PickScreen, card_tree
from companion.screens.spelling import NAME_TREE, NUMBER_TREE, TypeScreen
from companion.screens.view import View
from companion.setup import MOST_PLAYERS, GameSetup, SetupRow, change, setup_rows, toggled
from hardware.signals import Button

MOST_OBJECTIVES = 5
MOST_GOAT_CARDS = 12


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
    """All choices of a game on one list; the action button begins."""

    setup: GameSetup = field(default_factory=GameSetup)

    def title(self, view: View) -> str:
        """What the list is."""
        return view.say("setup.title")

    def detail(self, view: View) -> str:
        """What is still wrong."""
        return fault(self.setup, view)

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line a choice."""
        return tuple(self.entry(view, row) for row in setup_rows(self.setup))

    def entry(self, view: View, row: SetupRow) -> ListRow:
        """A choice with its value; a module has a tick."""
        label = view.say(f"setup.{row.key}")
        if row.module:
            ticked = row.module in getattr(self.setup, row.field)
            return ListRow(
                label,
                Swap(replace(self, setup=change(self.setup, row))),
                ticked=ticked,
                verb=view.say("keys.change"),
            )
        if row.page:
            return ListRow(
                label,
                Push(PAGES[row.page](setup=self.setup, line=self.cursor)),
                value_text(view, row, self.setup),
                verb=view.say("keys.open"),
            )
        return ListRow(
            label,
            Swap(replace(self, setup=change(self.setup, row))),
            value_text(view, row, self.setup),
            verb=view.say("keys.change"),
        )

    def more_keys(self, view: View) -> Keys:
        """Begin, when the choices make a game."""
        if fault(self.setup, view):
            return {}
        start = Done(StartGame(self.setup.header(), self.setup))
        return {Button.ACTION: Key(view.say("keys.start"), start)}


def value_text(view: View, row: SetupRow, setup: GameSetup) -> str:
    """A choice's value in words."""
    value: Any = getattr(setup, row.field)
    if row.key == "game":
        return view.say(f"short.{value}")
    if row.key == "variant":
        return view.say(f"variants.{value}")
    if row.key == "players":
        return ", ".join(value)
    if row.key == "objectives":
        return ", ".join("–".join(map(str, each)) for each in value)
    if isinstance(value, bool):
        return view.say("on" if value else "off")
    return str(len(value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class SetupPage(ListScreen):
    """A page of the set-up; leaving it hands the changed choices to the list below, at its own line."""

    setup: GameSetup = field(default_factory=GameSetup)
    line: int = 0

    def title(self, view: View) -> str:
        """What the page is."""
        return view.say(f"setup.{self.key()}")

    def key(self) -> str:
        """The page's line on the list."""
        return ""

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """The lines of the page."""
        return ()

    def with_setup(self, **changes: Any) -> Intent:
        """The page with changed choices."""
        own: Any = self
        return Swap(replace(own, setup=replace(self.setup, **changes)))

    def done(self) -> Intent:
        """Back to the list with these choices."""
        return Leave(Swap(NewGame(self.line, self.setup)))

    def more_keys(self, view: View) -> Keys:
        """Done, by two buttons."""
        return {
            Button.NO: Key(view.say("keys.done"), self.done()),
            Button.ACTION: Key(view.say("keys.done"), self.done()),
        }


@dataclass(frozen=True)
class Players(SetupPage):
    """Who plays: earlier names take a seat with one press, new ones are spelled."""

    def key(self) -> str:
        """Its line."""
        return "players"

    def detail(self, view: View) -> str:
        """The order of seats is the order of turns."""
        return view.say("setup.players-how")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """Those at the table in their order, those of earlier games, a new name."""
        seated = self.setup.players
        names = (*seated, *(name for name in view.names if name not in seated))
        return (
            *(self.row(view, name) for name in names),
            ListRow(view.say("setup.new-name"), Push(self.speller(view)), icon="book"),
        )

    def row(self, view: View, name: str) -> ListRow:
        """A name, with its seat if it has one."""
        seated = self.setup.players
        at = view.say("setup.seat", seat=seated.index(name) + 1) if name in seated else ""
        full = name not in seated and len(seated) >= MOST_PLAYERS[self.setup.game]
        intent = None if full else self.with_setup(players=toggled(seated, name))
        return ListRow(
            name, intent, at, ticked=name in seated, verb=view.say("keys.remove" if at else "keys.seat")
        )

    def speller(self, view: View) -> TypeScreen:
        """Spell a name; it takes the next seat."""
        return TypeScreen(view.say("setup.new-name"), NAME_TREE, self.named)

    def named(self, tokens: tuple[str, ...]) -> Intent:
        """The page with the new name seated."""
        name = tokens[0]
        players = self.setup.players
        if name and name not in players and len(players) < MOST_PLAYERS[self.setup.game]:
            players = (*players, name)
        return self.with_setup(players=players)


@dataclass(frozen=True)
class Objectives(SetupPage):
    """The revealed Panorama sequences; a press on one removes it."""

    def key(self) -> str:
        """Its line."""
        return "objectives"

    def detail(self, view: View) -> str:
        """Where they are found."""
        return view.say("setup.objectives-how")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """Each sequence, then a new one."""
        kept = self.setup.objectives
        rows = [
            ListRow(
                "–".join(map(str, each)),
                self.with_setup(objectives=kept[:index] + kept[index + 1 :]),
                icon="photo",
                verb=view.say("keys.remove"),
            )
            for index, each in enumerate(kept)
        ]
        if len(kept) < MOST_OBJECTIVES:
            rows.append(ListRow(view.say("setup.new-objective"), Push(self.speller(view)), icon="action"))
        return tuple(rows)

    def speller(self, view: View) -> TypeScreen:
        """Two to six numbers."""
        return TypeScreen(view.say("setup.new-objective"), NUMBER_TREE, self.told, joint="–", least=2, most=6)

    def told(self, tokens: tuple[str, ...]) -> Intent:
        """The page with the new sequence."""
        numbers = tuple(int(token) for token in tokens)
        return self.with_setup(objectives=(*self.setup.objectives, numbers))


@dataclass(frozen=True)
class GoatCards(SetupPage):
    """Which cards of the own deck show the goat symbol; a press on one removes it."""

    def key(self) -> str:
        """Its line."""
        return "goat-cards"

    def detail(self, view: View) -> str:
        """Why it is asked."""
        return view.say("setup.goat-cards-how")

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """Each card, then another."""
        cards = self.setup.goat_cards
        rows = [
            ListRow(
                view.locale.card(card),
                self.with_setup(goat_cards=toggled(cards, card)),
                card=card,
                verb=view.say("keys.remove"),
            )
            for card in cards
        ]
        if len(cards) < MOST_GOAT_CARDS:
            tree = card_tree("ascent", view.locale)[:-1]
            screen = PickScreen(view.say("setup.goat-cards"), tree, self.told)
            rows.append(ListRow(view.say("setup.new-goat-card"), Push(screen), icon="goat"))
        return tuple(rows)

    def told(self, card: str) -> Intent:
        """The page with one more card."""
        cards = self.setup.goat_cards
        return self.with_setup(goat_cards=cards if card in cards else (*cards, card))


@dataclass(frozen=True)
class Border(SetupPage):
    """The pyramid's places that show a border card, a row after the other."""

    def key(self) -> str:
        """Its line."""
        return "border"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """Every place with a tick."""
        places = [f"{row}.{position}" for row in range(1, 9) for position in range(1, 10 - row)]
        return tuple(
            ListRow(
                place,
                self.with_setup(border=toggled(self.setup.border, place)),
                ticked=place in self.setup.border,
                verb=view.say("keys.change"),
            )
            for place in places
        )


PAGES: dict[str, Any] = {
    "players": Players,
    "objectives": Objectives,
    "goat-cards": GoatCards,
    "border": Border,
}
