"""Setting up: one press a choice, headers that the games accept, choices that are remembered."""

from itertools import product

import pytest

from companion.locale import load_locale
from companion.screens.newgame import NewGame, Players, fault
from companion.screens.view import View
from companion.setup import MOST_PLAYERS, VARIANTS, GameSetup, change, setup_rows

VIEW = View(load_locale("en"))
NAMES = ("Ann", "Ben", "Chloé", "Dev", "Edith", "Fred")


def row(setup: GameSetup, key: str):
    return next(each for each in setup_rows(setup) if each.key == key)


@pytest.mark.parametrize("modules", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_choice_of_the_ascent_makes_a_game(modules, players):
    chosen = tuple(name for name, on in zip(("green-path", "panorama", "goats"), modules, strict=True) if on)
    assert fault(GameSetup("ascent", NAMES[:players], ascent_modules=chosen), VIEW) == ""


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("modules", [(), ("rocks", "monsters", "storms", "wild")])
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_choice_of_the_sea_makes_a_game_or_says_why_not(variant, modules, players):
    setup = GameSetup("tranquility", NAMES[:players], variant=variant, sea_modules=modules, removed=4)
    problem = fault(setup, VIEW)
    assert bool(problem) == (variant == "competitive" and players != 2)


@pytest.mark.parametrize("players", range(1, 7))
def test_elevation_needs_only_players(players):
    assert fault(GameSetup("elevation", NAMES[:players]), VIEW) == ""


def test_a_module_turns_on_and_off_with_one_press():
    setup = GameSetup()
    on = change(setup, row(setup, "goats"))
    assert on.ascent_modules == ("goats",)
    assert any(each.key == "goat-cards" for each in setup_rows(on))
    assert change(on, row(on, "goats")) == setup


def test_three_four_or_five_objectives_are_offered():
    setup = GameSetup(ascent_modules=("panorama",))
    counts = []
    for _ in range(4):
        counts.append(len(setup.header()["objectives"]))
        setup = change(setup, row(setup, "objective-count"))
    assert counts == [3, 4, 5, 3]


def test_two_objectives_remembered_from_before_are_filled_up():
    setup = GameSetup(ascent_modules=("panorama",), objectives=((1, 1), (2, 2)))
    assert "3" in fault(setup, VIEW)
    more = change(setup, row(setup, "objective-count"))
    assert (fault(more, VIEW), more.objectives[:2], len(more.objectives)) == ("", ((1, 1), (2, 2)), 3)


def test_the_game_steps_on_and_seats_only_as_many_as_fit():
    setup = GameSetup("elevation", NAMES)
    after = change(setup, row(setup, "game"))
    assert after.game == "ascent"
    assert len(after.players) == MOST_PLAYERS["ascent"]


def test_choices_are_remembered():
    setup = GameSetup(
        "tranquility", ("Zoë",), objectives=((1, 2),), sea_modules=("rocks",), rocks=4, harder=True
    )
    assert GameSetup.from_dict(setup.as_dict()) == setup


@pytest.mark.parametrize(
    "raw", [{}, {"game": "chess"}, {"players": "Ann"}, {"ropes": True}, {"ropes": "3"}, {"new": 1}]
)
def test_strange_memories_are_left_at_their_defaults(raw):
    assert GameSetup.from_dict(raw) == GameSetup()


def test_solo_sea_settings_are_the_players_own():
    header = GameSetup("tranquility", ("Ann",), hand=4, start_discards=6).header()
    assert (header["hand"], header["start_discards"]) == (4, 6)


def test_a_full_table_takes_nobody_more():
    page = Players(setup=GameSetup("ascent", NAMES[:5]))
    rows = {each.label: each for each in page.rows(View(VIEW.locale, names=NAMES))}
    assert rows["Fred"].intent is None
    assert rows["Ann"].intent is not None


def test_the_list_shows_what_is_chosen():
    rows = NewGame(setup=GameSetup(players=("Ann", "Ben"), ascent_modules=("panorama",))).rows(VIEW)
    shown = {each.label: each.value for each in rows}
    assert shown["Players"] == "Ann, Ben"
    assert shown["Sequences"] == "3–4–3, 9–8–7, 1–2–2"
