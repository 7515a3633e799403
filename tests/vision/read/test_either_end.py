"""Cards with a sun and a moon end lie either way up, and each is read with the end that is up."""

import numpy as np
import pytest

from companion.decks import load_deck
from companion.table.layout import load_layout
from companion.table.practice import practice_deck, simulated_table
from vision.eye import make_eye
from vision.types import Laid


@pytest.mark.parametrize("turned", [0.0, 180.0])
def test_islands_are_read_either_way_up(turned: float) -> None:
    rng, names = np.random.default_rng(3), tuple(load_deck("tranquility"))
    table = simulated_table("tranquility", size_px=(1920, 1080), seed=3)
    layout = load_layout("tranquility")
    board = {place.name: f"island-{15 + number}" for number, place in enumerate(layout.places[:36])}
    for place, card in board.items():
        table.lay(
            place,
            card,
            place,
            off=tuple(rng.uniform(-0.05, 0.05, 2)),
            turn_degrees=turned + rng.uniform(-4, 4),
        )
    eye = make_eye(layout, practice_deck("tranquility"), inventory=names)
    seen = eye.look(table.picture()).cards
    assert {card.place for card in seen} == set(board)
    sure = [card for card in seen if card.card is not None]
    assert [card.card for card in sure] == [board[card.place or ""] for card in sure]
    assert {abs(card.turn_degrees) > 90 for card in sure} == {turned > 90}
    assert len(sure) >= 35


def test_only_tranquility_is_laid_either_way_up() -> None:
    ways = {game: load_layout(game).laid for game in ("ascent", "tranquility", "elevation")}
    assert ways == {"ascent": Laid.UPRIGHT, "tranquility": Laid.EITHER_END, "elevation": Laid.UPRIGHT}
