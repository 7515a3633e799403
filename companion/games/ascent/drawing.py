"""The mountain in text: a state comes in, lines for a terminal go out."""

from companion.games.ascent.cards import Card, Kind
from companion.games.ascent.goals import goats_on_top, green_row
from companion.games.ascent.mountain import BOARD, PLACES
from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State
from companion.games.game import Say

CELL = 6


def draw_mountain(state: State, say: Say) -> list[str]:
    """The rows from the summit down, then the goals."""
    texts = {place.name: draw_place(state, place.index, say) for place in PLACES}
    return [*BOARD.draw_text(texts, CELL, {}), *draw_goals(state, say)]


def draw_place(state: State, index: int, say: Say) -> str:
    """A card as a letter and a number, with a star for each goat on it."""
    text = draw_card(state.board[index], say)
    goats = state.goats[index]
    return text + (f"*{goats if goats > 1 else ''}" if goats else "")


def draw_card(card: Card | None, say: Say) -> str:
    """`G5` a green 5, `=` a Bridge, `(R)` the red Campfire, `^` the Summit; letters are the language's."""
    if card is None:
        return "."
    if card.kind is Kind.BRIDGE:
        return "="
    if card.kind is Kind.SUMMIT:
        return "^"
    letter = say(f"letters.{card.colour.value}") if card.colour else ""
    return f"({letter})" if card.kind is Kind.CAMPFIRE else f"{letter}{card.value}"


def draw_goals(state: State, say: Say) -> list[str]:
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
