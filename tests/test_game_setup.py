"""Setting up: one press a choice, headers that the games accept, choices that are remembered."""

import json
from dataclasses import replace
from itertools import product

import pytest

from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.games import load_game, new_match, read_game_name
from companion.games.events import Fields
from companion.games.tranquility.setup import BOX
from companion.locale import load_locale
from companion.screens.new_game import NewGame, Players
from companion.screens.view import View
from hardware.signals import Button

VIEW = View(load_locale("en"))
NAMES = ("Ann", "Ben", "Chloé", "Dev", "Edith", "Fred")


VARIANTS = tuple(load_game("tranquility").boards)


def fault(setup: GameSetup) -> str:
    """Why no game can begin with these choices, as the first line tells; empty when it can."""
    begin = NewGame(setup=setup).rows(VIEW)[0]
    return "" if begin.intent is not None else begin.label


def choice(setup: GameSetup, key: str):
    return next(each for each in setup.choices() if each.key == key)


def switched(game: str, players: tuple[str, ...], *names: str) -> GameSetup:
    return GameSetup(game, players).choose(**dict.fromkeys(names, True))


@pytest.mark.parametrize("modules", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_choice_of_the_ascent_makes_a_game(modules, players):
    chosen = tuple(name for name, on in zip(("green-path", "panorama", "goats"), modules, strict=True) if on)
    assert fault(switched("ascent", NAMES[:players], *chosen)) == ""


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("modules", [(), ("rocks", "monsters", "storms", "wild")])
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_choice_of_the_sea_makes_a_game_or_says_why_not(variant, modules, players):
    setup = switched("tranquility", NAMES[:players], *modules).choose(variant=variant, removed=4)
    problem = fault(setup)
    assert bool(problem) == (variant == "competitive" and players != 2)


@pytest.mark.parametrize("players", range(1, 7))
def test_elevation_needs_only_players(players):
    assert fault(GameSetup("elevation", NAMES[:players])) == ""


def test_a_module_turns_on_and_off_with_one_press():
    setup = GameSetup()
    on = setup.step(choice(setup, "goats"))
    assert on.header()["modules"] == ["goats"]
    assert any(each.key == "goat-cards" for each in on.choices())
    assert on.step(choice(on, "goats")).header() == setup.header()


def test_three_four_or_five_objectives_are_offered():
    setup = GameSetup().choose(panorama=True)
    counts = []
    for _ in range(4):
        counts.append(len(setup.header()["objectives"]))
        setup = setup.step(choice(setup, "objective-count"))
    assert counts == [3, 4, 5, 3]


def test_two_objectives_remembered_from_before_are_filled_up():
    setup = GameSetup().choose(panorama=True, objectives=((1, 1), (2, 2)))
    assert "3" in fault(setup)
    more = setup.step(choice(setup, "objective-count"))
    assert (fault(more), more.chosen["objectives"][:2], len(more.chosen["objectives"])) == (
        "",
        ((1, 1), (2, 2)),
        3,
    )


def test_the_game_steps_on_and_seats_only_as_many_as_fit():
    setup = GameSetup("elevation", NAMES)
    after = NewGame(setup=setup).rows(VIEW)[1].intent.screen.setup
    assert after.game == "ascent"
    assert len(after.players) == load_game("ascent").most_players == 5


def test_choices_are_remembered():
    setup = GameSetup("tranquility", ("Zoë",)).choose(rocks=True, rocks_row=4, harder=True)
    setup = setup.play("ascent").choose(objectives=((1, 2),), goat_cards=("red-3",))
    assert GameSetup.from_dict(json.loads(json.dumps(setup.as_dict()))) == setup


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"game": "chess"},
        {"players": "Ann"},
        {"ropes": True},
        {"ropes": "3"},
        {"choices": 3},
        {"choices": {"ascent": {"ropes": "2"}}},
        {"new": 1},
    ],
)
def test_strange_memories_are_left_at_their_defaults(raw):
    assert GameSetup.from_dict(raw) == GameSetup()


def test_solo_sea_settings_are_the_players_own():
    header = GameSetup("tranquility", ("Ann",)).choose(hand=4, start_discards=6).header()
    assert (header["hand"], header["start_discards"]) == (4, 6)


def test_a_full_table_takes_nobody_more():
    page = Players(setup=GameSetup("ascent", NAMES[:5]))
    rows = {each.label: each for each in page.rows(View(VIEW.locale, names=NAMES))}
    assert rows["Fred"].intent is None
    assert rows["Ann"].intent is not None


def test_the_list_shows_what_is_chosen():
    rows = NewGame(setup=GameSetup(players=("Ann", "Ben")).choose(panorama=True)).rows(VIEW)
    shown = {each.label: each.value for each in rows}
    assert shown["Players"] == "Ann, Ben"
    assert shown["Objectives"] == "3–4–3, 9–8–7, 1–2–2"


def test_who_is_not_the_first_can_sit_one_seat_earlier():
    page = Players(2, GameSetup("elevation", NAMES[:3]))
    assert Button.ACTION not in replace(page, cursor=0).keys(VIEW)
    moved = page.keys(VIEW)[Button.ACTION].intent.screen
    assert moved.setup.players == (NAMES[0], NAMES[2], NAMES[1])
    assert moved.cursor == 1


# piles that fall unevenly


def piles_row(setup: GameSetup):
    return next((each for each in setup.choices() if each.key == "piles"), None)


def opening(header):
    fields = Fields(dict(header))
    name = read_game_name(fields)
    return new_match(name, fields, load_deck(name)).state


@pytest.mark.parametrize(
    ("game", "players", "deals"),
    [
        ("ascent", 4, [[16, 17, 16, 16], [16, 16, 16, 17], [16, 17, 15, 17]]),
        ("tranquility", 3, [[24, 24, 25], [24, 25, 24]]),
        ("tranquility", 4, [[17, 17, 17, 18], [17, 17, 18, 17], [17, 18, 17, 17]]),
    ],
)
def test_every_uneven_deal_is_offered_and_written(game, players, deals):
    setup = GameSetup(game, NAMES[:players])
    offered = []
    for _ in deals:
        offered.append(setup.header()["piles"])
        assert list(opening(setup.header()).seats.piles) == offered[-1]
        setup = setup.step(piles_row(setup))
    assert sorted(offered) == sorted(deals)
    assert setup.header()["piles"] == offered[0]


@pytest.mark.parametrize(
    ("game", "players"), [("ascent", 2), ("ascent", 3), ("tranquility", 2), ("tranquility", 5)]
)
def test_piles_that_everybody_knows_are_not_asked_for(game, players):
    setup = GameSetup(game, NAMES[:players])
    assert piles_row(setup) is None
    assert "piles" not in setup.header()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "modules", [(), ("monsters",), ("storms",), ("wild",), ("monsters", "storms", "wild")]
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_deal_offered_is_the_one_that_the_rules_presume(variant, modules, players):
    setup = switched("tranquility", NAMES[:players], *modules).choose(
        variant=variant, removed=4, monsters_count=5
    )
    header = setup.header()
    if fault(setup) or "piles" not in header:
        return
    presumed = {name: value for name, value in header.items() if name != "piles"}
    assert opening(presumed).seats.piles == tuple(header["piles"])


def test_piles_of_another_number_of_players_are_forgotten():
    four = GameSetup("ascent", NAMES[:4]).choose(piles=(16, 17, 15, 17))
    five = GameSetup("ascent", NAMES[:5]).choose(piles=(16, 17, 15, 17))
    shown = {each.label: each.value for each in NewGame(setup=five).rows(VIEW)}
    assert four.header()["piles"] == [16, 17, 15, 17]
    assert five.header()["piles"] == [12, 13, 12, 12, 11]
    assert shown["Pile sizes, in turn order"] == "12 · 13 · 12 · 12 · 11"


def test_the_box_of_the_set_up_is_the_box_of_the_deck():
    deck = load_deck("tranquility")
    assert {name: deck[name] for name in BOX} == BOX


@pytest.mark.parametrize(("game", "most"), [("ascent", 5), ("tranquility", 5), ("elevation", 6)])
def test_more_players_than_a_game_takes_are_not_remembered(game: str, most: int):
    names = [f"player {number}" for number in range(20)]
    assert GameSetup.from_dict({"game": game, "players": names}).players == tuple(names[:most])
