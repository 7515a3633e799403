"""A decision before anything goes on: what is wrong, and the ways to go on as a list."""

from dataclasses import dataclass

from companion.screens.base import Key, Keys
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.listing import ListRow, ListScreen, draw_rows
from companion.screens.palette import Size, Space, Weight
from companion.screens.parts import draw_head
from companion.screens.view import DecisionView, View
from hardware.signals import Button

_TEXT_PART = 0.36  # of the height


@dataclass(frozen=True)
class Decision(ListScreen):
    """What is wrong, and what can be done; the button No is the way that changes nothing."""

    def title(self, view: View) -> str:
        """What is wrong, in short."""
        return self._decision(view).title

    def rows(self, view: View) -> tuple[ListRow, ...]:
        """A line a way."""
        options = self._decision(view).options
        return tuple(ListRow(each.label, each.intent, detail=each.detail, icon=each.icon) for each in options)

    def more_keys(self, view: View) -> Keys:
        """No: the way that changes nothing."""
        options = self._decision(view).options
        return {Button.NO: Key(view.say("keys.back"), options[-1].intent)} if options else {}

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """Head, what is wrong, the ways."""
        box = draw_head(canvas, self.title(view), box, icon="warn")
        box = box.inset(canvas.px(Space.BODY), 0)
        words, rest = box.cut_top(round(box.h * _TEXT_PART), canvas.px(Space.SMALL))
        canvas.text(words, self._decision(view).text, Size.BODY, weight=Weight.REGULAR, lines=5, valign=0.0)
        draw_rows(canvas, view, self.rows(view), self.cursor, rest)

    def _decision(self, view: View) -> DecisionView:
        return view.decision or DecisionView("", "", ())
