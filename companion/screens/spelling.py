"""Spelling with five buttons: a tree of letters or numbers is walked until the word is done."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.games.ask import Node
from companion.intents import Intent
from companion.screens.base import Back, Key, Keys, Leave, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.listing import draw_evening
from companion.screens.palette import AMBER, SLATE, Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.pick import Walk
from companion.screens.view import View
from hardware.signals import Button

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
        canvas.panel(word, SLATE, edge=AMBER, radius=16)
        room = word.inset(canvas.px(Space.BODY), 2)
        canvas.text(room, self.shown() + "_", Size.BIG, weight=Weight.BLACK, align=0.5)
        done = self.done()
        if done is not None:
            canvas.touch(word, done)
        self.walk().draw(canvas, view, box)
