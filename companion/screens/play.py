"""The play screen: the table as the companion believes it, and beside it the verdict, as large as can be."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.view import TableView
from companion.screens.base import Keys, Screen, Spoken
from companion.screens.boards import Highlights, draw_board, leaves_corners, place_boxes
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import Space
from companion.screens.parts import draw_notices
from companion.screens.play_keys import idle_keys, proposal_keys, question_keys
from companion.screens.side import (
    PANEL_UNITS,
    draw_debt,
    draw_facts,
    draw_goals,
    draw_question,
    draw_seats,
    draw_turn,
    draw_verdict,
)
from companion.screens.telling import tell_play
from companion.screens.trick import draw_trick
from companion.screens.view import View

_LONG_NAME = 11  # letters
_FEW_PLAYERS = 3  # leave room for the goals below them


@dataclass(frozen=True, slots=True)
class Play(Screen):
    """The screen of a game under way; what it shows is in the view, and which answer is chosen here."""

    cursor: int = 0

    def keys(self, view: View) -> Keys:
        """Buttons for the question that waits, else for the proposal, else for the player to move."""
        if view.question is not None:
            return question_keys(view, view.question, self.cursor, Play)
        if view.proposal is not None:
            return proposal_keys(view, view.proposal)
        return idle_keys(view)

    def tells(self, view: View) -> tuple[Spoken, ...]:
        """Verdict or question, else whose turn it is."""
        return tell_play(view, self.cursor)

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        """The table before its scenery, whose turn it is, and the panel or the players that tell."""
        draw_scenery(canvas, view, box)
        box = draw_notices(canvas, view, box)
        inner = box.inset(canvas.px(Space.WIDE), canvas.px(14))
        telling = view.question is not None or view.proposal is not None
        wide = canvas.px(PANEL_UNITS) if telling else _seats_width(canvas, view, inner)
        side, room = inner.cut_right(wide, canvas.px(Space.BODY))
        if view.table is not None and leaves_corners(view.table):
            _draw_on_sky(canvas, view, inner, side if telling else None)
        else:
            _draw_beside(canvas, view, room, side)
        if view.question is not None:
            draw_question(canvas, view, view.question, side, self.cursor)
        elif view.proposal is not None:
            draw_verdict(canvas, view, view.proposal, side)


def draw_scenery(canvas: Canvas, view: View, box: Box) -> None:
    """The game's own evening behind everything."""
    if view.match is not None:
        canvas.scenery(view.match.game.scenery(box.w, box.h), box)


def doing(view: View) -> str:
    """What the player to move is doing, has to know, or what the eye is waiting for."""
    if view.proposal is not None:
        return view.proposal.does + "."
    if view.table is not None and view.table.prompt:
        return view.table.prompt
    trick = view.table.trick if view.table is not None else None
    return (trick.reminder if trick is not None else "") or ("" if view.debt is not None else view.busy)


def _draw_on_sky(canvas: Canvas, view: View, box: Box, panel: Box | None) -> None:
    """A mountain fills the screen: words stand in the corners of its sky; for a panel it slides aside."""
    board = box.cut_bottom(round(box.h * 0.88))[0]
    if panel is not None and view.table is not None and view.table.board is not None:
        board = aside(board, place_boxes(view.table.board, board), panel, _shown_places(view))
    draw_table(canvas, view, board)
    high = 0.36 if view.debt is None else 0.55
    corner = Box(box.x, box.y, round(box.w * 0.28), round(box.h * high))
    canvas.cover(corner)
    left = draw_debt(canvas, view, draw_turn(canvas, view, corner, doing(view)))
    if panel is not None or view.table is None:
        return
    right = draw_seats(canvas, view, box.cut_right(_seats_width(canvas, view, box))[0])
    if len(view.table.seats) > _FEW_PLAYERS:
        right = Box(box.x, left.y, round(box.w * 0.25), round(box.h * 0.5))
        canvas.cover(right)
    draw_goals(canvas, view.table.goals, _above_cards(view.table, board, right), float(right.x > box.x))


def _above_cards(table: TableView, board: Box, box: Box) -> Box:
    """As much of a box as no card lies in."""
    places = place_boxes(table.board, board) if table.board is not None else {}
    lying = [places[cell.place] for cell in table.cells if cell.card and cell.place in places]
    below = [each.y for each in lying if each.x < box.right and box.x < each.right and each.y > box.y]
    return Box(box.x, box.y, box.w, min([box.h, *(top - box.y for top in below)]))


def _seats_width(canvas: Canvas, view: View, box: Box) -> int:
    longest = max((len(seat.name) for seat in view.table.seats), default=0) if view.table else 0
    return canvas.px(216) if longest <= _LONG_NAME else max(canvas.px(216), round(box.w * 0.37))


def aside(board: Box, places: Mapping[str, Box], panel: Box, shown: tuple[str, ...]) -> Box:
    """The board moved to the left edge, and further where a card in question would lie under the panel."""
    first = min(place.x for place in places.values())
    right = max((places[place].right for place in shown if place in places), default=0)
    shift = max(first - board.x, right - panel.x + board.x)
    return Box(board.x - shift, board.y, board.w, board.h)


def _shown_places(view: View) -> tuple[str, ...]:
    if view.question is not None:
        return view.question.places
    return (*view.proposal.places, *view.proposal.marks) if view.proposal is not None else ()


def _draw_beside(canvas: Canvas, view: View, board: Box, side: Box) -> None:
    if view.question is not None or view.proposal is not None:
        board = draw_turn(canvas, view, board)
        draw_table(canvas, view, board)
        return
    draw_table(canvas, view, board)
    rest = draw_debt(canvas, view, draw_turn(canvas, view, side, doing(view)))
    if view.table is not None and view.table.board is not None:
        draw_goals(canvas, view.table.goals, draw_seats(canvas, view, rest), 1.0)
    else:
        draw_facts(canvas, view, rest)


def draw_table(canvas: Canvas, view: View, box: Box) -> None:
    """The table with the proposal where it lies."""
    if view.table is None:
        return
    if view.table.board is None:
        draw_trick(canvas, view, box)
    else:
        draw_board(canvas, view.locale, view.table, box, highlights(view))


def highlights(view: View) -> Highlights:
    """The proposal on its place, the cards that make it illegal, the places in doubt."""
    proposal, question = view.proposal, view.question
    if question is not None:
        return Highlights(options=question.places)
    if proposal is None:
        return Highlights(learning=view.legal_places, last=view.last_place)
    return Highlights(
        laid=proposal.laid,
        learning=() if proposal.legal else view.legal_places,
        legal=None if proposal.lacks else proposal.legal,
        marks=tuple(place for place in proposal.marks if place not in proposal.places),
        cursor=() if proposal.laid else proposal.places,
    )
