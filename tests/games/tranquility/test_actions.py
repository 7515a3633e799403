"""Tranquility's dialogues: every way through them ends in an event, and what they offer is allowed."""

import pytest

from companion.games.ask import Choose, Fill, PickCard, Refused, Talk
from companion.games.events import Event
from companion.games.game import Match
from companion.games.tranquility.samples import ALL_MODULES, bare, priced_stormy, tranquility_game
from companion.locale import load_locale
from companion.simulation.samples.making import open_sample, view_game
from tests.games.asking import actions, discard, lacking

EN = load_locale("en")


def stormy() -> Talk:
    return Talk(tranquility_game(3, False, "standard", ALL_MODULES, 22)[0], EN)


def discard_round(match: Match) -> Match:
    """Everybody discards two and draws: a Start may be in any hand."""
    for _ in match.players:
        match = match.play(match.read_event({"do": "discard"}))[1]
    return match


def values(question: Choose) -> list[object]:
    return [option.value for option in question.options]


@pytest.mark.parametrize(
    ("variant", "modules", "offered"),
    [
        ("standard", (), ["start", "finish", "stuck"]),
        ("standard", ("monsters",), ["start", "finish", "monster", "stuck"]),
        ("standard", ("storms",), ["start", "finish", "storm", "compass", "discard-hand", "stuck"]),
        ("standard", ("wild",), ["start", "finish", "wild", "stuck"]),
        ("high-arch", (), ["finish", "stuck"]),
        ("pyramid", (), ["finish", "reopen", "wild", "stuck"]),
        ("day-night", (), ["start", "finish", "flip", "rotate", "stuck"]),
        ("competitive", (), ["refresh", "stuck"]),
    ],
)
def test_only_what_the_game_has_is_offered(variant, modules, offered):
    talk = Talk(tranquility_game(2, False, variant, modules, 4)[0], EN)
    assert values(actions(talk, ())) == offered


def test_the_start_begins_with_a_fair_split_and_is_legal():
    match = discard_round(open_sample({"game": "tranquility", "players": ["Ann", "Ben", "Cy"]}))
    talk = Talk(match, EN)
    question = actions(talk, ("start",))
    assert isinstance(question, Fill)
    assert question.total == 8
    shares = tuple((row.value, row.number) for row in question.rows)
    assert sum(number for _, number in shares) == 8
    event = actions(talk, ("start", shares))
    assert isinstance(event, Event)
    assert match.judge(event).legal


def test_a_discard_asks_where_the_rocks_go_and_offers_legal_rows_only():
    talk = stormy()
    question = discard(talk, ())
    assert isinstance(question, Choose)
    assert talk.match.state.rocks not in values(question)
    for answer in values(question):
        event = discard(talk, (answer,))
        assert isinstance(event, Event)
        assert talk.match.judge(event).legal


def test_what_the_eye_cannot_see_is_asked():
    talk = stormy()
    view = view_game(talk.match, (), EN)
    seen = talk.match.read_event(bare(priced_stormy(view)))
    assert talk.match.judge(seen).rules == ("rocks-missing",)
    question = lacking(talk, seen, ())
    assert isinstance(question, Choose)
    event = lacking(talk, seen, (values(question)[0],))
    assert isinstance(event, Event)
    assert talk.match.judge(event).legal


def test_a_storm_is_told_with_its_row():
    talk = Talk(tranquility_game(2, False, "standard", ("storms",), 6)[0], EN)
    question = actions(talk, ("storm", "purple", "Ann"))
    while isinstance(question, Choose) and values(question)[:1] == [False]:
        question = actions(talk, ("storm", "purple", "Ann", False))
    assert isinstance(question, Choose)
    assert set(values(question)) <= set(range(1, 7))


def test_a_compass_without_a_storm_is_refused_kindly():
    talk = Talk(open_sample({"game": "tranquility", "players": ["Ann", "Ben"], "modules": ["storms"]}), EN)
    question = actions(talk, ("compass",))
    assert isinstance(question, Refused)
    assert question.text == "There is no Storm now."


def test_a_monster_takes_an_island_that_lies_there():
    talk = Talk(tranquility_game(2, False, "standard", ("monsters",), 10)[0], EN)
    question = actions(talk, ("monster",))
    assert isinstance(question, Choose)
    board = talk.match.game.summary(talk.match.state)["board"]
    assert all(board[option.value] == option.card for option in question.options)
    event = actions(talk, ("monster", values(question)[0]))
    assert isinstance(event, Event)
    assert talk.match.judge(event).legal


def test_a_wild_names_its_island_and_its_place():
    talk = Talk(open_sample({"game": "tranquility", "players": ["Ann", "Ben"], "modules": ["wild"]}), EN)
    question = actions(talk, ("wild",))
    assert isinstance(question, PickCard)
    assert len(question.cards) == 80
    event = actions(talk, ("wild", "island-12", "2.3"))
    assert event.as_dict() == {"do": "place", "card": "wild", "as": "island-12", "at": "2.3"}


def test_turning_a_card_and_the_drawn_compass():
    talk = Talk(tranquility_game(2, False, "day-night", (), 8)[0], EN)
    place = values(actions(talk, ("rotate",)))[0]
    assert actions(talk, ("rotate", place)).as_dict() == {"do": "rotate", "at": place}
    assert actions(talk, ("flip", "Ben")).as_dict() == {"do": "flip", "player": "Ben"}


def test_the_finish_asks_for_monsters_only_with_their_module():
    plain = Talk(tranquility_game(2, False, "standard", (), 4)[0], EN)
    assert actions(plain, ("finish",)).as_dict() == {"do": "finish"}
    monsters = Talk(tranquility_game(2, False, "standard", ("monsters",), 4)[0], EN)
    assert isinstance(actions(monsters, ("finish",)), Fill)
    assert actions(monsters, ("finish", (("held", 2),))).as_dict() == {"do": "finish", "monsters_held": 2}


def test_a_wild_may_stand_in_for_a_monster():
    talk = stormy()
    place = values(actions(talk, ("monster",)))[0]
    assert values(actions(talk, ("monster", place))) == ["", "wild"]
    rocks = actions(talk, ("monster", place, "wild"))
    event = actions(talk, ("monster", place, "wild", values(rocks)[0]))
    assert event.as_dict()["card"] == "wild"
    assert talk.match.judge(event).legal


def test_under_a_yellow_storm_two_discards_may_come_from_the_pile():
    header = {"game": "tranquility", "players": ["Ann", "Ben", "Cy"], "modules": ["storms"]}
    match = discard_round(open_sample(header))
    match = match.play(match.read_event({"do": "storm", "player": "Ben", "colour": "yellow"}))[1]
    talk = Talk(match, EN)
    split = (("Ann", 3), ("Ben", 2), ("Cy", 3))
    assert values(actions(talk, ("start", split))) == [False, True]
    event = actions(talk, ("start", split, True))
    assert event.as_dict()["from_pile"] == {"Ben": 2}
    assert match.judge(event).legal
    assert "from_pile" not in actions(talk, ("start", split, False)).as_dict()


def test_a_kept_explorer_card_is_never_asked_for_and_may_be_played_as_a_wild():
    header = {"game": "tranquility", "players": ["Ann"], "variant": "pyramid", "border": ["1.1", "1.2"]}
    match = open_sample(header)
    covering = match.read_event({"do": "place", "card": "island-5", "at": "1.1"})
    question = lacking(Talk(match, EN), covering, ())
    assert values(question) == ["start", "storm", "monster", "rocks", "kept"]
    kept = lacking(Talk(match, EN), covering, ("kept",))
    talk = Talk(match.play(kept)[1], EN)
    wild = actions(talk, ("wild", "island-12", "2.3"))
    assert talk.match.judge(wild).legal
    assert values(actions(talk, ("finish",))) == ["", "wild"]
