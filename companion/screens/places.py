"""Learning mode: a card is named, and the places where it could legally lie now are shown; off by default."""

from dataclasses import dataclass

from companion.intents import Intent
from companion.screens.base import Back, Key, Keys, Push, Screen
from companion.screens.boards import Highlights, draw_board
from companion.screens.canvas import Canvas
from companion.screens.faces import draw_square_card
from companion.screens.layout import Box
from companion.screens.palette import Size, Space
from companion.screens.parts import draw_head
from companion.screens.pick import PickAny
from companion.screens.view import View
from hardware.signals import Button


def places_picker(view: View) -> Intent:
    """Name the card first."""
    game = view.table.game if view.table is not None else ""
    return PickAny(view.say("menu.places"), game, _show_places)


def _show_places(card: str) -> Intent:
    return Push(PlacesScreen(card))


@dataclass(frozen=True)
class PlacesScreen(Screen):
    """The table with a dot on every legal place of one card."""

    card: str
    passive = True

    def keys(self, view: View) -> Keys:
        """Back."""
        return {Button.NO: Key(view.say("keys.back"), Back())}

    def places(self, view: View) -> tuple[str, ...]:
        """Where the card could lie now."""
        return view.match.game.legal_places(view.match.state, self.card) if view.match is not None else ()

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table at the left, the card and how many places at the right."""
        box = draw_head(canvas, view.locale.card(self.card), box, icon="eye")
        box = box.inset(canvas.px(Space.BODY), 0).cut_top(box.h - canvas.px(Space.SMALL))[0]
        board, side = box.cut_left(round(box.w * 0.62), canvas.px(Space.BODY))
        places = self.places(view)
        if view.table is not None:
            draw_board(canvas, view.locale, view.table, board, Highlights(learning=places))
        face, words = side.rows((1, 1), canvas.px(Space.BODY))
        size = min(face.w, face.h, canvas.px(150))
        draw_square_card(canvas, view.locale, face.middle(size, size), self.card)
        text = view.say("places.count", count=len(places)) if places else view.say("places.none")
        canvas.text(words, text, Size.TITLE, align=0.5, valign=0.0, lines=4)
