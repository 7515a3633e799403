"""One press out of five: a tree of at most five branches a level is walked with the five buttons."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.decks import load_deck
from companion.games import load_game
from companion.games.ask import FIVE, Node
from companion.intents import Intent
from companion.locale import Locale
from companion.screens.base import Back, Key, Keys, Later, Leave, Push, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.listing import draw_evening
from companion.screens.palette import SLATE, Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.view import View
from hardware.signals import Button


@lru_cache(maxsize=8)
def card_tree(game: str, locale: Locale) -> tuple[Node, ...]:
    """Every card of a game, three presses deep at most."""
    return load_game(game).card_tree(tuple(load_deck(game)), locale)


@dataclass(frozen=True, slots=True)
class PickAny(Later):
    """Any card of a game is to be picked; its tree is grown when it is really wanted."""

    heading: str
    game: str
    make: Callable[[Any], Intent]

    def resolve(self, view: View) -> Intent:
        tree = card_tree(self.game, view.locale)
        return Push(PickScreen(self.heading, tree, self.make))


@dataclass(frozen=True)
class Walk:
    """Where somebody stands in a tree, and what a step down, a leaf and a step back mean."""

    tree: tuple[Node, ...]
    path: tuple[int, ...]
    at: Callable[[tuple[int, ...]], Intent]
    leaf: Callable[[Any], Intent]
    leave: Intent

    def nodes(self) -> tuple[Node, ...]:
        nodes = self.tree
        for step in self.path:
            nodes = nodes[step].children
        return nodes

    def chosen(self, index: int) -> Intent:
        node = self.nodes()[index]
        return self.at((*self.path, index)) if node.children else self.leaf(node.value)

    def back(self) -> Intent:
        return self.at(self.path[:-1]) if self.path else self.leave

    def keys(self, view: View, back_label: str = "keys.hold-back") -> dict[Button, Key]:
        keys = {
            button: Key(node.label, self.chosen(index))
            for index, (button, node) in enumerate(zip(Button, self.nodes(), strict=False))
        }
        no = keys.get(Button.NO)
        if no is None:
            keys[Button.NO] = Key(view.say("keys.back"), self.back())
        else:
            keys[Button.NO] = Key(no.label, no.intent, view.say(back_label), self.back())
        return keys

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        room = Box(box.x + canvas.px(4), box.y, box.w - 2 * canvas.px(4), box.h - canvas.px(Space.SMALL))
        columns = room.columns(FIVE, canvas.px(Space.TIGHT))
        for index, (node, column) in enumerate(zip(self.nodes(), columns, strict=False)):
            _draw_node(canvas, view, node, column)
            canvas.touch(column, self.chosen(index))


@dataclass(frozen=True)
class PickScreen(Screen):
    """Walks a tree; at a leaf, `make` turns its value into the intent that leaves this screen."""

    heading: str
    tree: tuple[Node, ...]
    make: Callable[[Any], Intent]
    path: tuple[int, ...] = ()
    text: str = ""

    def walk(self) -> Walk:
        return Walk(
            self.tree,
            self.path,
            lambda path: Swap(replace(self, path=path)),
            lambda value: Leave(self.make(value)),
            Back(),
        )

    def keys(self, view: View) -> Keys:
        return self.walk().keys(view)

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return spoken(self.heading, self.text)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = draw_head(canvas, self.heading, box, icon="question", detail=self.text)
        self.walk().draw(canvas, view, box)


def _draw_node(canvas: Canvas, view: View, node: Node, box: Box) -> None:
    canvas.veil(box, SLATE, 0.9, radius=16)
    inner = box.inset(canvas.px(Space.SMALL))
    if not node.cards:
        canvas.text(inner, node.label, Size.BIG, weight=Weight.BLACK, align=0.5, lines=4)
        return
    label, rest = inner.cut_bottom(round(inner.h * 0.4), canvas.px(Space.TIGHT))
    canvas.text(label, node.label, Size.TITLE, weight=Weight.BLACK, align=0.5, lines=4)
    shown = node.cards[:3]
    rows = len(shown) if not node.children else max(2, len(shown))
    for card, row in zip(shown, rest.rows(rows, canvas.px(Space.TIGHT)), strict=False):
        side = min(row.w, row.h, canvas.px(84 if node.children else 130))
        draw_square_card(canvas, view.locale, row.middle(side, side), card)
