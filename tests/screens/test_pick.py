"""Any card is corrected in at most four presses, and names are spelled with five buttons."""

import pytest

from companion.decks import load_deck
from companion.games.ascent.samples import ascent_game
from companion.games.ask import Node, grow
from companion.intents import CorrectCard
from companion.locale import load_locale
from companion.screens.base import Done, Later, Leave, Push, Swap
from companion.screens.pick import NAME_TREE, PickScreen, TypeScreen, card_tree
from companion.screens.play import Play
from companion.screens.view import View
from companion.simulation.samples.making import propose, view_game
from hardware.signals import Button, Press, PressKind

EN = load_locale("en")
VIEW = View(EN)


def depths(nodes: tuple[Node, ...], depth: int = 1) -> dict[str, int]:
    found = {}
    for node in nodes:
        found |= depths(node.children, depth + 1) if node.children else {node.value: depth}
    return found


@pytest.mark.parametrize("game", ["ascent", "tranquility", "elevation"])
def test_every_card_is_three_presses_deep_at_most(game):
    found = depths(card_tree(game, EN))
    if game == "tranquility":
        assert {f"island-{number}" for number in range(1, 81)} | {"start", "finish", "wild"} == set(found)
    else:
        assert set(load_deck(game)) == set(found)
    assert max(found.values()) <= 3


def test_any_card_is_named_in_five_presses():
    view = propose(view_game(*ascent_game(3, False), EN), {"do": "place", "card": "red-2", "at": "6.1"})
    opened = Play().press(view, Press(Button.NO))
    assert isinstance(opened, Push)
    wanted = opened.screen.press(view, Press(Button.YES))
    assert isinstance(wanted, Later)
    intent = wanted.resolve(view)
    assert isinstance(intent, Push)
    screen = intent.screen
    for button in (Button.NEXT, Button.NO, Button.YES):
        intent = screen.press(view, Press(button))
        if isinstance(intent, Swap):
            screen = intent.screen
    assert intent == Leave(Done(CorrectCard("green-8")))


def test_holding_no_goes_back_one_level():
    screen = PickScreen("which", card_tree("ascent", EN), CorrectCard, (1, 1))
    intent = screen.press(VIEW, Press(Button.NO, PressKind.HELD))
    assert isinstance(intent, Swap)
    assert intent.screen.path == (1,)


@pytest.mark.parametrize("count", [1, 5, 6, 24, 25, 80, 125])
def test_trees_have_at_most_five_branches(count):
    leaves = tuple(Node(str(number), number) for number in range(count))
    found = depths(grow(leaves))
    assert list(found) == list(range(count))
    assert max(found.values()) <= 3

    def widths(nodes):
        return max([len(nodes), *(widths(node.children) for node in nodes if node.children)])

    assert widths(grow(leaves)) <= 5


def spell(*presses: str) -> TypeScreen:
    screen = TypeScreen("name", NAME_TREE, CorrectCard)
    for text in presses:
        intent = screen.press(VIEW, Press.parse(text))
        assert isinstance(intent, Swap)
        screen = intent.screen
    return screen


def test_a_name_is_spelled_with_a_capital_first():
    # A is under the first branch, N under the third, fourth letter.
    screen = spell("yes", "yes", "next", "discard", "next", "discard")
    assert screen.shown() == "Ann"
    assert screen.press(VIEW, Press.parse("yes held")) == Leave(CorrectCard(("Ann",)))


def test_holding_no_erases_a_letter():
    assert spell("yes", "yes", "next", "discard", "no held").shown() == "A"


def test_accents_can_be_spelled():
    assert spell("action", "discard", "yes", "yes").shown() == "É"


def test_every_letter_of_the_alphabet_can_be_spelled():
    found = depths(NAME_TREE)
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÀÇÜØŁ -'") <= set(found)
