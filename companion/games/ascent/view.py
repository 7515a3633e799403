"""The mountain as a screen shows it: places with cards and goats, players with counts, the modules' goals."""

from collections.abc import Collection

from companion.games.ascent.art import facet
from companion.games.ascent.cards import CARDS
from companion.games.ascent.goals import GOATS_NEEDED, goats_on_top, green_row
from companion.games.ascent.mountain import BOARD, PLACES, TOP_ROW
from companion.games.ascent.state import GOATS, GREEN_PATH, PANORAMA, State
from companion.games.card_tree import Node, branch, leaf, span
from companion.games.table import Seen
from companion.games.values import Language
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
    """A line for each module in play, and the ropes of a solo game."""
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
