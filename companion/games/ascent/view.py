"""The mountain as a screen, a terminal and a camera show it, and its cards as a tree to pick from."""

from collections.abc import Collection

from companion.games.ascent import events
from companion.games.ascent.art import facet
from companion.games.ascent.board import BOARD, BRIDGE, CARDS, PLACES, TOP_ROW, Card, Kind
from companion.games.ascent.state import GOATS, GOATS_NEEDED, GREEN_PATH, State, goats_on_top, green_row
from companion.games.ask import Node, branch, leaf, span
from companion.games.table import (
    SETTLED,
    UNEXPLAINED,
    WAITING,
    Explanation,
    Lying,
    Seen,
    Table,
    compare,
    upright,
)
from companion.games.values import Language, Say
from companion.games.view import Badge, Cell, Goal, TableView

_CELL = 6
_Change = tuple[str, str, str]  # a place, what lies there, what lay there


def view(state: State, seen: Seen, language: Language) -> TableView:
    """The mountain as the companion believes it."""
    cells = []
    for place, card, goats in zip(PLACES, state.board, state.goats, strict=True):
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
    for sequence, done in zip(state.setup.objectives, state.objectives, strict=True):
        goals.append(Goal("photo", "–".join(map(str, sequence)), done))
    if state.has(GOATS):
        top = goats_on_top(state)
        goals.append(Goal("goat", language.say("screens.goals.goats", top=top), top >= GOATS_NEEDED))
    bridges = state.board.count(BRIDGE)
    if bridges:
        goals.append(Goal("bridge", language.say("screens.goals.bridges", count=bridges), False))
    if state.setup.solo:
        goals.append(Goal("rope", language.say("screens.goals.ropes", count=state.ropes)))
    return tuple(goals)


def card_tree(names: Collection[str], language: Language) -> tuple[Node, ...]:
    """By number, then by colour; the cards without a number last."""
    by_value: dict[int | None, list[Node]] = {}
    for card in CARDS.values():
        if card.name in names:
            by_value.setdefault(card.value, []).append(leaf(card.name, language.card(card.name)))
    rest = by_value.pop(None, [])
    numbers = [branch(str(value), same, same[:1]) for value, same in sorted(by_value.items())]
    groups = [tuple(numbers[start : start + 3]) for start in range(0, len(numbers), 3)]
    last = [branch(language.say("screens.pick.others"), rest, rest[:2])] if rest else []
    return (*(branch(span(group), group) for group in groups), *last)


def draw_mountain(state: State, say: Say) -> list[str]:
    """The rows from the summit down, then the goals."""
    texts = {}
    for place, card, goats in zip(PLACES, state.board, state.goats, strict=True):
        stars = f"*{goats if goats > 1 else ''}" if goats else ""
        texts[place.name] = (_draw_card(card, say) + stars).center(_CELL)
    return [*BOARD.draw_text(texts, _CELL, {}), *_draw_goals(state, say)]


def _draw_card(card: Card | None, say: Say) -> str:
    """`G5` a green 5, `=` a Bridge, `(R)` the red Campfire, `^` the Summit; letters are the language's."""
    if card is None or card.colour is None:
        return "." if card is None else "=" if card is BRIDGE else "^"
    letter = say(f"letters.{card.colour.value}")
    return f"({letter})" if card.kind is Kind.CAMPFIRE else f"{letter}{card.value}"


def _draw_goals(state: State, say: Say) -> list[str]:
    lines = []
    if state.has(GREEN_PATH):
        lines.append(say("drawing.green-path", row=green_row(state.board)))
    for sequence, done in zip(state.setup.objectives, state.objectives, strict=True):
        key = "drawing.objective-done" if done else "drawing.objective-open"
        lines.append(say(key, sequence="-".join(map(str, sequence))))
    if state.has(GOATS):
        lines.append(say("drawing.goats", top=goats_on_top(state), all=sum(state.goats)))
    return lines


def lying(state: State) -> Table:
    """What a camera should see: the top card of every place."""
    return {
        place.name: Lying(card.name)
        for place, card in zip(PLACES, state.board, strict=True)
        if card is not None
    }


def explain(state: State, seen: Table) -> Explanation:
    """The move that turns the recorded mountain into the one seen, legal or not."""
    covered = state.bridges > state.board.count(BRIDGE)  # whoever lifts a card may uncover one
    lit: list[_Change] = []
    gone: list[_Change] = []
    laid: list[_Change] = []
    for change in compare(lying(state), upright(seen)):
        card = change.seen.card if change.seen else ""
        before = change.recorded.card if change.recorded else ""
        group = laid
        if not card or (covered and before and card == BRIDGE.name):
            group = gone
        elif before and card in CARDS and CARDS[card].kind is Kind.CAMPFIRE:
            group = lit
        group.append((change.place, card, before))
    if lit:
        return _explain_campfire(lit, laid) if not gone else UNEXPLAINED
    if gone:
        lifted = not laid or (len(laid) == 1 and laid[0][1] == gone[0][2])
        return WAITING if len(gone) == 1 and lifted else UNEXPLAINED
    moves = tuple(events.Place(card=card, at=place) for place, card, _ in laid)
    return Explanation(moves) if moves else SETTLED


def _explain_campfire(lit: list[_Change], laid: list[_Change]) -> Explanation:
    if len(lit) > 1 or len(laid) > 1:
        return UNEXPLAINED
    if not laid:
        return WAITING
    (at, fire, moved), (to, card, _) = lit[0], laid[0]
    return Explanation((events.Campfire(card=fire, at=at, to=to),)) if card == moved else UNEXPLAINED
