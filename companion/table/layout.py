"""Where a game's cards lie on the mat in millimetres: its board, spaced as its deck file says."""

from typing import Any

from companion.decks import BadDeck, load_tables
from companion.games import load_game
from companion.games.game import STANDARD
from companion.games.table import BoardPlace
from vision.plane.layout import Layout, Sizes
from vision.types import Laid, Place


def card_sizes(game: str) -> Sizes:
    """How large a game's cards are."""
    return _sizes(load_tables(game))


def load_layout(game: str, variant: str = STANDARD, tables: dict[str, Any] | None = None) -> Layout:
    """The places of a game's variant, sizes and spacing from its deck file (or from these tables)."""
    offered = load_game(game)
    if variant not in offered.boards:
        raise BadDeck(f"{game} has no variant {variant!r}; it has {', '.join(offered.boards)}")
    tables = load_tables(game) if tables is None else tables
    card, board = _sizes(tables), offered.boards[variant]
    if board is None:
        return Layout(game, card, ())
    settings = tables.get("layout", {})
    step = settings.get(variant, {}).get("step_mm", settings.get("step_mm"))
    if not isinstance(step, int | float) or step <= 0:
        raise BadDeck(f"the deck file of {game} lacks step_mm in [layout]")
    x_mm, y_mm = settings.get("middle_mm", (0.0, 0.0))

    def place(each: BoardPlace) -> Place:
        centre = (x_mm + each.x * step, y_mm - each.y * step)
        return Place(each.name, centre, card.size_mm, board.turn_degrees)

    places = tuple(place(each) for each in (*board.places, *board.markers))
    return Layout(game, card, places, Laid.EITHER_END if board.either_end else Laid.UPRIGHT)


def _sizes(tables: dict[str, Any]) -> Sizes:
    size = tables.get("size", {})
    numbers = [size.get(key) for key in ("width_mm", "height_mm", "corner_mm")]
    if not all(isinstance(number, int | float) and number > 0 for number in numbers):
        raise BadDeck("the deck file needs [size] with width_mm, height_mm and corner_mm above zero")
    width, height, corner = (float(number) for number in numbers if number is not None)
    return Sizes(width, height, corner)
