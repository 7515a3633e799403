"""The mountain as a screen and a terminal show it, and its cards as a tree to pick from."""

from collections.abc import Collection

from companion.games.ascent.art import facet
from companion.games.ascent.board import BOARD, PLACES, TOP_ROW
from companion.games.ascent.cards import BRIDGE, CARDS, Card, Kind
from companion.games.ascent.goals import GOATS_NEEDED, goats_on_top, green_row
from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State
from companion.games.ask import Node, branch, leaf, span
from companion.games.table import Seen
from companion.games.values import Language, Say
from companion.games.view import Badge, Cell, Goal, TableView


def view(state: State, seen: Seen, language: Language) -> TableView:
    """The mountain as the companion believes it."""
    cells = []
    for place in PLACES:
        card, goats = state.board[place.index], state.goats[place.index]
        badge = Badge("goat", goats) if goats else None
        cells.append(Cell(place.name, card.name if card else "", badge, ground=facet(place.row)))
    return TableView(
        "ascent",
        state.seats.view(state.outcome),
        state.seats.standing(state.outcome).next,
        state.outcome,
        BOARD,
        tuple(cells),
        view_goals(state, language),
    )


def view_goals(state: State, language: Language) -> tuple[Goal, ...]:
    """A line for each module in play, Bridges that must be covered, and the ropes of a solo game."""
    goals: list[Goal] = []
    if state.has(GREEN_PATH):
        row = green_row(state.board)
        goals.append(Goal("path", language.say("screens.goals.green-path", row=row), row == TOP_ROW))
    if state.has(PANORAMA):
        goals += [
            Goal("photo", "–".join(map(str, sequence)), done)
            for sequence, done in zip(state.setup.objectives, state.objectives, strict=True)
        ]
    if state.has(GOATS):
        top = goats_on_top(state)
        goals.append(Goal("goat", language.say("screens.goals.goats", top=top), top >= GOATS_NEEDED))
    bridges = sum(card is BRIDGE for card in state.board)
    if bridges:
        goals.append(Goal("bridge", language.say("screens.goals.bridges", count=bridges), False))
    if state.setup.solo:
        goals.append(Goal("rope", language.say("screens.goals.ropes", count=state.ropes)))
    return tuple(goals)


def card_tree(names: Collection[str], language: Language) -> tuple[Node, ...]:
    """By number, then by colour; the cards without a number last."""
    slopes = [card for card in CARDS.values() if card.name in names and card.value is not None]
    numbers = []
    for value in sorted({card.value for card in slopes if card.value is not None}):
        same = [leaf(card.name, language.card(card.name)) for card in slopes if card.value == value]
        numbers.append(branch(str(value), same, same[:1]))
    groups = [numbers[start : start + 3] for start in range(0, len(numbers), 3)]
    others = [card.name for card in CARDS.values() if card.name in names and card.value is None]
    rest = [leaf(name, language.card(name)) for name in others]
    last = [branch(language.say("screens.pick.others"), rest, rest[:2])] if rest else []
    return (*(branch(span(tuple(group)), group) for group in groups), *last)


_CELL = 6


def draw_mountain(state: State, say: Say) -> list[str]:
    """The rows from the summit down, then the goals."""
    texts = {place.name: _draw_place(state, place.index, say).center(_CELL) for place in PLACES}
    return [*BOARD.draw_text(texts, _CELL, {}), *_draw_goals(state, say)]


def _draw_place(state: State, index: int, say: Say) -> str:
    """A card as a letter and a number, with a star for each goat on it."""
    text = _draw_card(state.board[index], say)
    goats = state.goats[index]
    return text + (f"*{goats if goats > 1 else ''}" if goats else "")


def _draw_card(card: Card | None, say: Say) -> str:
    """`G5` a green 5, `=` a Bridge, `(R)` the red Campfire, `^` the Summit; letters are the language's."""
    if card is None:
        return "."
    if card.kind is Kind.BRIDGE:
        return "="
    if card.kind is Kind.SUMMIT:
        return "^"
    letter = say(f"letters.{card.colour.value}") if card.colour else ""
    return f"({letter})" if card.kind is Kind.CAMPFIRE else f"{letter}{card.value}"


def _draw_goals(state: State, say: Say) -> list[str]:
    """A line for each module in play."""
    lines = []
    if state.has(GREEN_PATH):
        lines.append(say("drawing.green-path", row=green_row(state.board)))
    if state.has(PANORAMA):
        for sequence, done in zip(state.setup.objectives, state.objectives, strict=True):
            key = "drawing.objective-done" if done else "drawing.objective-open"
            lines.append(say(key, sequence="-".join(map(str, sequence))))
    if state.has(GOATS):
        lines.append(say("drawing.goats", top=goats_on_top(state), all=sum(state.goats)))
    return lines
