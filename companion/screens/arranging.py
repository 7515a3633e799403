"""A row of cards that is mended card by card: one is chosen, then replaced, removed, moved or preceded."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.games.ask import FIVE, Arrange, Node, grow, leaf
from companion.intents import Intent
from companion.screens.base import Key, Keys
from companion.screens.canvas import Box, Canvas
from companion.screens.faces import draw_square_card
from companion.screens.palette import Hue, Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.pick import Walk
from companion.screens.text_fitting import measure
from companion.screens.view import View
from hardware.signals import Button

_HELD = (Button.NEXT, Button.DISCARD, Button.ACTION)  # held, they are the cards after the fifth
_MOST = FIVE + len(_HELD)  # cards of which each has a press of its own


@dataclass(frozen=True, slots=True)
class Row:
    """The cards as they stand, which of them was chosen, and whether another is to come before it."""

    cards: tuple[str, ...]
    chosen: int | None = None
    before: bool = False

    def with_card(self, card: str) -> "Row":
        at = self.chosen or 0
        return Row((*self.cards[:at], card, *self.cards[at + (not self.before) :]))

    def without(self) -> "Row":
        at = self.chosen or 0
        return Row((*self.cards[:at], *self.cards[at + 1 :]))

    def moved(self, step: int) -> "Row":
        rest, at = list(self.without().cards), (self.chosen or 0) + step
        rest.insert(at, self.cards[self.chosen or 0])
        return Row(tuple(rest))


@dataclass(frozen=True)
class Arranging:
    """Where somebody stands: `stay` leads on within the row, `done` ends it, `leave` gives it up."""

    question: Arrange
    row: Row
    tree: tuple[Node, ...]
    path: tuple[int, ...]
    stay: Callable[[Row, tuple[int, ...]], Intent]
    done: Callable[[tuple[str, ...]], Intent]
    leave: Intent

    @property
    def _spots(self) -> int:
        """How many cards can be chosen; one that is missing is added at the end."""
        return len(self.row.cards) + (len(self.row.cards) < self.question.count)

    def _settle(self, row: Row) -> Intent:
        """A mended row is the answer as soon as it has as many cards as it must."""
        return self.done(row.cards) if len(row.cards) == self.question.count else self.stay(row, ())

    def _choose(self, at: int) -> Intent:
        return self.stay(replace(self.row, chosen=at), ())

    def _node(self, view: View, at: int) -> Node:
        card = self.row.cards[at] if at < len(self.row.cards) else ""
        label = view.locale.card(card) if card else view.locale.say("dialogues.trick.more")
        return replace(leaf(card, label), value=at, cards=(card,) if card else ())

    def _walk(self, view: View) -> Walk:
        """The tree that is walked now: of the cards of the row where there are many, else of all cards."""
        if self.row.chosen is None:
            nodes = tuple(self._node(view, at) for at in range(self._spots))
            nodes = nodes[:FIVE] if len(nodes) <= _MOST else grow(nodes)
            return Walk(nodes, self.path, lambda path: self.stay(self.row, path), self._choose, self.leave)
        return Walk(
            self.tree,
            self.path,
            lambda path: self.stay(self.row, path),
            lambda card: self._settle(self.row.with_card(card)),
            self.stay(Row(self.row.cards), ()),
        )

    def keys(self, view: View) -> Keys:
        keys = self._walk(view).keys(view)
        held = self._held_choices(view) if self.row.chosen is None else self._mends(view)
        for button, (label, intent) in held.items():
            key = keys.get(button, Key(label, intent))
            ends = self.row.chosen is None and button is Button.YES
            keys[button] = replace(
                key, held_label=view.say("keys.hold-done" if ends else "keys.hold"), held=intent
            )
        return keys

    def _held_choices(self, view: View) -> dict[Button, tuple[str, Intent]]:
        found: dict[Button, tuple[str, Intent]] = {}
        if len(self.row.cards) == self.question.count:
            found[Button.YES] = (view.say("keys.done"), self.done(self.row.cards))
        if FIVE < self._spots <= _MOST:
            late = range(FIVE, self._spots)
            found |= {
                button: (self._node(view, at).label, self._choose(at))
                for button, at in zip(_HELD, late, strict=False)
            }
        return found

    def _mends(self, view: View) -> dict[Button, tuple[str, Intent]]:
        """What can be done with the chosen card besides replacing it; not in the midst of the tree."""
        row, at = self.row, self.row.chosen or 0
        if self.path or row.before or at >= len(row.cards):
            return {}
        found = {Button.YES: ("not-played", self._settle(row.without()))}
        if at + 1 < len(row.cards):
            found[Button.NEXT] = ("later", self._settle(row.moved(1)))
        if at:
            found[Button.DISCARD] = ("earlier", self._settle(row.moved(-1)))
        found[Button.ACTION] = ("before", self.stay(replace(row, before=True), ()))
        return {button: (view.say(f"mend.{key}"), intent) for button, (key, intent) in found.items()}

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        if self.row.chosen is None:
            box = draw_head(canvas, self.question.title, box, icon="action", detail=self.question.text)
            self._draw_row(canvas, view, box)
            return
        at = self.row.chosen
        title = view.locale.say("dialogues.trick.card", number=at + 1)
        card = "" if self.row.before or at >= len(self.row.cards) else view.locale.card(self.row.cards[at])
        box = draw_head(canvas, title, box, icon="question", detail=card)
        mends = self._mends(view)
        if mends:
            strip, box = box.cut_top(canvas.line(Size.SMALL) + canvas.px(Space.BODY), canvas.px(Space.SMALL))
            self._draw_mends(canvas, mends, strip)
        self._walk(view).draw(canvas, view, box)

    def _draw_mends(self, canvas: Canvas, mends: dict[Button, tuple[str, Intent]], box: Box) -> None:
        for button, column in zip(Button, box.columns(FIVE, canvas.px(Space.TIGHT)), strict=True):
            if button in mends:
                label, intent = mends[button]
                canvas.panel(column, Hue.INK, edge=Hue.AMBER, radius=8)
                canvas.text(column, label, Size.SMALL, colour=Hue.PAPER, align=0.5)
                canvas.touch(column, intent)

    def _draw_row(self, canvas: Canvas, view: View, box: Box) -> None:
        if self._spots > _MOST:
            self._walk(view).draw(canvas, view, box)
            return
        room = Box(box.x + canvas.px(4), box.y, box.w - 2 * canvas.px(4), box.h - canvas.px(Space.SMALL))
        lines = room.rows((3, 2), canvas.px(Space.TIGHT)) if self._spots > FIVE else (room,)
        for line, start in zip(lines, (0, FIVE), strict=False):
            columns = line.columns(FIVE, canvas.px(Space.TIGHT))
            columns = columns if start == 0 else columns[-len(_HELD) :]
            for at, column in zip(range(start, self._spots), columns, strict=False):
                self._draw_spot(canvas, view, at, column)
                canvas.touch(column, self._choose(at))

    def _draw_spot(self, canvas: Canvas, view: View, at: int, box: Box) -> None:
        canvas.panel(box, Hue.SLATE, edge=Hue.STEEL, radius=10)
        inner = box.inset(canvas.px(Space.SMALL))
        names = self.question.names
        head, inner = inner.cut_top(canvas.line(Size.SMALL), canvas.px(Space.TIGHT))
        turn = f"{at + 1}. {names[at]}" if at < len(names) else str(at + 1)
        fits = measure(turn, Weight.BOLD, canvas.type_px(Size.SMALL)) <= head.w
        canvas.text(head, turn if fits else str(at + 1), Size.SMALL, colour=Hue.MIST, align=0.5)
        node = self._node(view, at)
        label, inner = inner.cut_bottom(canvas.line(Size.SMALL) * 2, canvas.px(Space.TIGHT))
        canvas.text(label, node.label, Size.SMALL, weight=Weight.BOLD, align=0.5, lines=2)
        spot = inner.middle(canvas.px(140), canvas.px(196))
        if node.cards:
            draw_square_card(canvas, view.locale, spot, node.cards[0])
        else:
            canvas.icon(spot.inset(spot.w // 4), "action", Hue.AMBER)
