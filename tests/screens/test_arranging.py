"""A trick is mended card by card on the screen, with few presses and without lifting anything."""

from random import Random

import pytest

from companion.decks import load_deck
from companion.games.game import Match
from companion.intents import Intent, ProposeEvent
from companion.locale import load_locale
from companion.record.history import open_match
from companion.screens.navigator import Navigator
from companion.screens.pick import card_tree
from companion.simulation.samples import all_samples
from companion.simulation.samples.making import propose, view_game
from hardware.signals import Button, Press

EN = load_locale("en")
CARDS = ("alps-3", "alps-9", "andes-2", "rockies-5", "himalayas-14", "avalanche-2", "alps-1", "alps-2")
WRONG = ("next", "discard", "action", "next held", "discard held", "action held")  # each card's own press
NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve", "Fay")


def game_of(players: int, *approach: str) -> Match:
    match = open_match(1, {"record": 1, "game": "elevation", "players": list(NAMES[:players])})
    return match.play(match.read_event({"do": "day", "approach": list(approach)}))[1]


def shown(match: Match, cards: tuple[str, ...]) -> Navigator:
    """The screens while a trick waits."""
    navigator = Navigator()
    navigator.show(propose(view_game(match, (), EN), {"do": "trick", "cards": list(cards)}))
    return navigator


def press(navigator: Navigator, *presses: str) -> Intent | None:
    return [navigator.press(Press.parse(each)) for each in presses][-1]


def proposed(intent: Intent | None) -> list[str]:
    assert isinstance(intent, ProposeEvent)
    return list(intent.event.as_dict()["cards"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_any_wrong_card_of_a_trick_is_mended_in_at_most_four_presses(players: int) -> None:
    match, cards, rng = game_of(players), CARDS[:players], Random(players)
    for at in range(players):
        for card in rng.sample(load_deck_without(cards), 8):
            mended = [*cards[:at], card, *cards[at + 1 :]]
            presses = (WRONG[at], *path_to(card))
            assert len(presses) <= 4
            assert proposed(press(shown(match, cards), *presses)) == mended


def load_deck_without(cards: tuple[str, ...]) -> list[str]:
    return [card for card in load_deck("elevation") if card not in cards]


@pytest.mark.parametrize(
    ("presses", "cards"),
    [
        (("next", "next held"), ["alps-9", "alps-3", "andes-2"]),
        (("action", "discard held"), ["alps-3", "andes-2", "alps-9"]),
    ],
    ids=["later", "earlier"],
)
def test_a_card_of_a_trick_is_moved_in_two_presses(presses: tuple[str, ...], cards: list[str]) -> None:
    assert proposed(press(shown(game_of(3), CARDS[:3]), *presses)) == cards


def test_a_card_that_was_not_played_goes_and_the_one_that_lacks_is_added() -> None:
    navigator = shown(game_of(3), CARDS[:3])
    assert press(navigator, "next", "yes held") is None  # two are left, and three make a trick
    assert press(navigator, "next") is None  # the empty place at the end
    path = path_to("rockies-5")
    assert proposed(press(navigator, *path)) == ["alps-9", "andes-2", "rockies-5"]


def test_a_card_is_put_before_another() -> None:
    navigator = shown(game_of(3), CARDS[:2])
    assert proposed(press(navigator, "discard", "action held", *path_to("rockies-5"))) == [
        "alps-3",
        "rockies-5",
        "alps-9",
    ]


def test_a_card_too_many_is_taken_out_of_the_trick() -> None:
    assert proposed(press(shown(game_of(3), CARDS[:4]), "discard", "yes held")) == [
        "alps-3",
        "andes-2",
        "rockies-5",
    ]


def test_back_from_a_card_leads_to_the_row_and_back_from_there_to_the_trick() -> None:
    navigator = shown(game_of(3), CARDS[:3])
    press(navigator, "next", "no held")
    assert len(navigator.above) == 1
    press(navigator, "no held")
    assert navigator.above == ()


@pytest.mark.parametrize("count", [10, 12])
def test_of_a_long_trick_every_card_can_be_reached(count: int) -> None:
    match, deck = game_of(count // 2, "rapid-ascent"), list(load_deck("elevation"))
    cards = tuple(deck[:count])
    for at in range(count):
        navigator = shown(match, cards)
        press(navigator, "action", *(f"{button.value}" for button in buttons_to(at, count)))
        mended = proposed(press(navigator, *path_to(deck[-1])))
        assert mended == [*cards[:at], deck[-1], *cards[at + 1 :]]


def buttons_to(at: int, count: int) -> list[Button]:
    size = -(-count // 5)
    return [list(Button)[at // size], list(Button)[at % size]]


def path_to(card: str) -> list[str]:
    nodes, path = card_tree("elevation", EN), list[str]()
    while nodes:
        index = next(i for i, node in enumerate(nodes) if node.value == card or card in leaves(node.children))
        path.append(list(Button)[index].value)
        nodes = nodes[index].children
    return path


def leaves(nodes: tuple) -> set[str]:  # type: ignore[type-arg]
    return {leaf for node in nodes for leaf in (leaves(node.children) if node.children else {node.value})}


def test_green_held_records_that_the_open_card_was_drawn() -> None:
    match = game_of(3)
    while not match.state.day.piles.up:
        match = match.play(match.read_event({"do": "trick", "cards": list(CARDS[:3])}))[1]
    navigator = shown(match, ("andes-7", "andes-8", "andes-9"))
    said = press(navigator, "yes held")
    assert said.event.as_dict()["draw"] == "up"  # type: ignore[union-attr]


def test_a_trick_that_is_right_says_how_it_is_left() -> None:
    sample = next(each for each in all_samples(EN, games=("elevation",)) if each.name == "elevation-trick")
    assert sample.screen.keys(sample.view)[Button.YES].held_label == "hold: done"
