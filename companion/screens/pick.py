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
from companion.screens.canvas import Box, Canvas
from companion.screens.listing import draw_evening
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import draw_card, draw_head
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
    make: Callable[[Any], Intent]
    game: str = ""  # else that of the table

    def resolve(self, view: View) -> Intent:
        game = self.game or (view.table.game if view.table is not None else "")
        return Push(PickScreen(self.heading, card_tree(game, view.locale), self.make))


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
            return {**keys, Button.NO: Key(view.say("keys.back"), self.back())}
        return {**keys, Button.NO: replace(no, held_label=view.say(back_label), held=self.back())}

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
        return spoken(self.heading)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = draw_head(canvas, self.heading, box, icon="question")
        self.walk().draw(canvas, view, box)


def _draw_node(canvas: Canvas, view: View, node: Node, box: Box) -> None:
    canvas.veil(box, Hue.SLATE, 0.9, radius=16)
    inner = box.inset(canvas.px(Space.SMALL))
    if not node.cards:
        leaves = bool(node.children) and not any(child.children for child in node.children)
        words = " ".join(child.label for child in node.children) if leaves else node.label
        canvas.text(inner, words, Size.BIG, weight=Weight.BLACK, align=0.5, lines=4)
        return
    shown, gap = node.cards[:3], canvas.px(Space.TIGHT)  # the words stand at the button
    if len(shown) == 1:
        draw_card(canvas, view.locale, inner.middle(canvas.px(140), canvas.px(196)), shown[0])
        return
    side = min(inner.w, (inner.h + gap) // len(shown) - gap, canvas.px(130))
    stack = inner.middle(side, (side + gap) * len(shown) - gap)
    for card, row in zip(shown, stack.rows(len(shown), gap), strict=True):
        draw_card(canvas, view.locale, row, card)


_LONGEST_NAME = 20


def _letters(text: str) -> tuple[Node, ...]:
    return tuple(Node(each, each) for each in text)


def _group(text: str) -> Node:
    """A branch named by its first and last letter."""
    return Node(f"{text[0]}\u00a0–\u00a0{text[-1]}", None, _letters(text))


_ACCENTS = ("ÉÈÊË", "ÀÂÄÅ", "ÏÎÔÖØ", "ÜÛÙÑ", "ÇŒŁŠŽ")
NAME_TREE = (
    _group("ABCDE"),
    _group("FGHIJ"),
    _group("KLMNO"),
    _group("PQRST"),
    Node(
        "U\u00a0–\u00a0Z\u00a0…",
        None,
        (
            *_letters("UV"),
            _group("WXYZ"),
            Node("É À Ï …", None, tuple(Node(" ".join(each), None, _letters(each)) for each in _ACCENTS)),
            Node("_ - '", None, (Node("_", " "), Node("-", "-"), Node("'", "'"), Node(".", "."))),
        ),
    ),
)
NUMBER_TREE = tuple(
    Node(f"{low}\u00a0–\u00a0{low + 2}", None, tuple(Node(str(n), str(n)) for n in range(low, low + 3)))
    for low in (1, 4, 7, 10)
)


@dataclass(frozen=True)
class TypeScreen(Screen):
    """Tokens are added one by one; holding `yes` ends, holding `no` erases or leaves."""

    heading: str
    tree: tuple[Node, ...]
    finish: Callable[[tuple[str, ...]], Intent]
    tokens: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    joint: str = ""
    least: int = 1
    most: int = _LONGEST_NAME
    exact: bool = False  # typed on a keyboard: every letter as it was typed

    @property
    def takes_letters(self) -> bool:  # type: ignore[override]
        return not self.joint

    def type_letter(self, view: View, letter: str) -> Intent | None:
        if letter in "\r\n":
            return self.done()
        if letter == "\b":
            return self._erased()
        if not letter.isprintable():
            return None
        return replace(self, tokens=tuple(self.shown()), exact=True, path=()).typed(letter)

    def shown(self) -> str:
        if self.joint or self.exact:
            return self.joint.join(self.tokens)
        word = ""
        for token in self.tokens:
            word += token if not word or word[-1] in " -'." else token.lower()
        return word

    def walk(self) -> Walk:
        return Walk(
            self.tree, self.path, lambda path: Swap(replace(self, path=path)), self.typed, self._erased()
        )

    def typed(self, token: str) -> Intent:
        tokens = self.tokens if len(self.tokens) >= self.most else (*self.tokens, token)
        return Swap(replace(self, tokens=tokens, path=()))

    def _erased(self) -> Intent:
        return Swap(replace(self, tokens=self.tokens[:-1])) if self.tokens else Back()

    def done(self) -> Intent | None:
        if len(self.tokens) < self.least:
            return None
        return Leave(self.finish(self.tokens if self.joint else (self.shown().strip(),)))

    def keys(self, view: View) -> Keys:
        keys = self.walk().keys(view, "keys.hold-erase" if self.tokens or self.path else "keys.hold-back")
        done = self.done()
        if done is not None:
            yes = keys[Button.YES]
            keys[Button.YES] = Key(yes.label, yes.intent, view.say("keys.hold-done"), done)
        return keys

    def tells(self, view: View) -> tuple[Spoken, ...]:
        return spoken(self.heading, view.say("typing.how"), self.shown())

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        draw_evening(canvas, view, box)
        box = draw_head(canvas, self.heading, box, icon="book", detail=view.say("typing.how"))
        word, box = box.cut_top(round(box.h * 0.34), canvas.px(Space.SMALL))
        word = word.inset(canvas.px(Space.BODY), 0)
        canvas.panel(word, Hue.SLATE, edge=Hue.AMBER, radius=16)
        room = word.inset(canvas.px(Space.BODY), 2)
        canvas.text(room, self.shown() + "_", Size.BIG, weight=Weight.BLACK, align=0.5)
        done = self.done()
        if done is not None:
            canvas.touch(word, done)
        self.walk().draw(canvas, view, box)
