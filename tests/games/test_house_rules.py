"""House rules and pile sizes, chosen on the new-game screen, stand in the record's header."""

import pytest

from companion.game_setup import GameSetup
from companion.games.ascent.setup import pile_deals

FOUR = ("Ann", "Ben", "Cem", "Dora")


@pytest.mark.parametrize(
    ("game", "choice", "rulings"),
    [
        ("ascent", {"ruling_campfire": True}, {"campfire": "frozen"}),
        ("ascent", {"ruling_one_card": True}, {"one-card": "lost"}),
        ("tranquility", {"ruling_one_card": True}, {"one-card": "lost"}),
        ("tranquility", {"storms": True, "ruling_compasses": True}, {"compasses": "back"}),
        ("elevation", {"treacherous_shortcut": -7}, {"treacherous-shortcut": -7}),
        ("elevation", {"treacherous_shortcut": -28}, {"treacherous-shortcut": -28}),
        ("ascent", {}, None),
        ("elevation", {}, None),
        ("tranquility", {"ruling_compasses": True}, None),
    ],
)
def test_a_house_rule_is_in_the_header(game: str, choice: dict, rulings: dict | None) -> None:
    setup = GameSetup(players=FOUR[:2]).play(game).choose(**choice)
    assert setup.header().get("rulings") == rulings


@pytest.mark.parametrize(("players", "deals"), [(1, 0), (2, 1), (3, 1), (4, 3), (5, 6)])
def test_the_deals_of_the_ascent(players: int, deals: int) -> None:
    """Two players divide 84 cards, three 84; four 83, five 83: the first has one of the larger piles."""
    found = pile_deals(players)
    assert len(found) == deals
    assert all(deal[0] == max(deal[0], *(pile - 1 for pile in deal)) for deal in found)


def test_pile_sizes_are_asked_for_where_the_deal_is_uneven() -> None:
    setup = GameSetup(players=FOUR)
    choice = next(each for each in setup.choices() if each.key == "piles")
    piles = []
    for _ in choice.values:
        piles.append(setup.header()["piles"])
        setup = setup.step(choice)
    assert piles[0] == [16, 17, 16, 16]
    assert sorted(piles) == [[16, 16, 16, 17], [16, 17, 15, 17], [16, 17, 16, 16]]
    assert all(each.key != "piles" for each in GameSetup(players=FOUR[:3]).choices())
