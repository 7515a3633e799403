"""Dialogues end in an event that the game accepts, and can be walked back step by step."""

import pytest

from companion.games.ascent.samples import ascent_game
from companion.games.ask import Arrange, Choose, Fill, PickCard, Refused, Talk, Where, drive
from companion.games.elevation.samples import elevation_game, unseen_cards
from companion.games.events import Event
from companion.games.table import Lying, Seen
from companion.locale import load_locale
from companion.simulation.samples.making import open_sample
from tests.games.asking import actions, counts, discard, offer

EN = load_locale("en")


def ascent_talk() -> Talk:
    return Talk(ascent_game(3, False)[0], EN)


def elevation_talk(cards: tuple[str, ...] = ()) -> Talk:
    match = elevation_game(4, False, 1)[0]
    return Talk(match, EN, Seen({f"loose {number}": Lying(card) for number, card in enumerate(cards, 1)}))


def labels(question: Choose) -> list[object]:
    return [option.value for option in question.options]


def test_the_ascent_offers_herding_only_with_goats():
    assert labels(actions(ascent_talk(), ())) == ["herd", "stuck"]
    plain = open_sample({"game": "ascent", "players": ["Ann", "Ben"]})
    assert labels(actions(Talk(plain, EN), ())) == ["stuck"]


def test_a_solo_game_offers_the_rope():
    solo = Talk(open_sample({"game": "ascent", "players": ["Ann"], "ropes": 1}), EN)
    assert labels(actions(solo, ())) == ["rope", "stuck"]
    assert actions(solo, ("rope",)).as_dict() == {"do": "rope"}


def test_every_herd_that_the_dialogue_builds_is_legal():
    talk = ascent_talk()
    finished = []

    def follow(answers: tuple) -> None:
        question = actions(talk, answers)
        if isinstance(question, Event):
            finished.append(question)
        elif isinstance(question, Choose):
            for option in question.options:
                follow((*answers, option.value))

    follow(("herd",))
    assert finished
    assert all(talk.match.judge(event).legal for event in finished)


def test_every_way_of_a_herd_tells_its_size_and_cost():
    talk = ascent_talk()
    question = actions(talk, ("herd",))
    assert isinstance(question, Choose)
    assert len({route.value for route in question.routes}) == len(question.options)
    for route in question.routes:
        assert route.cost == len(route.value) - 1 <= talk.match.state.seats.hand
        assert route.told[0][1] == f"From {route.value[0]}"
        assert route.told[2][1] == ", ".join(route.value[1:])
        assert route.result.endswith(f"on {route.value[-1]}")


def test_without_a_herd_that_can_climb_the_dialogue_says_so():
    header = {"game": "ascent", "players": ["Ann", "Ben"], "modules": ["goats"]}
    assert isinstance(actions(Talk(open_sample(header), EN), ("herd",)), Refused)


def test_stuck_may_show_the_card():
    talk = ascent_talk()
    assert actions(talk, ("stuck", "")).as_dict() == {"do": "stuck"}
    assert isinstance(actions(talk, ("stuck", "show")), PickCard)
    assert actions(talk, ("stuck", "show", "red-7")).as_dict() == {"do": "stuck", "card": "red-7"}


def test_counts_are_corrected_for_a_named_player():
    talk = ascent_talk()
    question = counts(talk, ("Ben",))
    assert isinstance(question, Fill)
    event = counts(talk, ("Ben", (("hand", 4), ("pile", 11))))
    assert event.as_dict() == {"do": "count", "player": "Ben", "hand": 4, "pile": 11}
    assert talk.match.judge(event).legal


def test_the_discard_needs_no_question():
    assert discard(ascent_talk(), ()).as_dict() == {"do": "discard"}


def test_a_day_begins_with_the_cards_picked():
    fresh = Talk(open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cy"]}), EN)
    question = actions(fresh, ("day",))
    assert isinstance(question, Choose)
    assert question.many
    assert "harness" in labels(question)
    event = actions(fresh, ("day", ("harness",)))
    assert fresh.match.judge(event).legal


def test_every_approach_card_is_read_out_in_both_languages():
    for language in ("en", "fr"):
        fresh = Talk(
            open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cy"]}), load_locale(language)
        )
        assert all(option.label and option.detail for option in actions(fresh, ("day",)).options)


def test_the_trick_seen_is_confirmed_in_two_answers():
    cards = unseen_cards(elevation_talk().match)
    talk = elevation_talk(cards)
    assert isinstance(discard(talk, (cards,)), Choose)
    event = discard(talk, (cards, "up"))
    assert event.as_dict() == {"do": "trick", "cards": list(cards), "draw": "up"}
    assert talk.match.judge(event).legal


def test_of_a_trick_that_waits_a_mended_row_is_the_whole_answer():
    cards = unseen_cards(elevation_talk().match)
    talk = elevation_talk(cards)
    seen = talk.event(do="trick", cards=list(cards), draw="up")
    mend = offer(talk, Where.DISCARD, seen).script
    row = drive(mend(talk), ())
    assert isinstance(row, Arrange)
    assert (row.cards, row.count, len(row.names), row.chosen) == (cards, 4, 4, 1)
    mended = ("alps-2", *cards[1:])
    assert drive(mend(talk), (mended,)).as_dict() == {"do": "trick", "cards": list(mended), "draw": "up"}
    assert isinstance(drive(mend(talk), (cards,)), Choose)  # nothing is wrong: what was drawn?


def test_a_phantoms_card_is_the_last_of_the_row():
    match = open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cy"]})
    match = match.play(match.read_event({"do": "day", "approach": ["free-climbing"]}))[1]
    assert match.state.day.has_phantom
    event = discard(Talk(match, EN), ("alps-3", "alps-9", "alps-2", "andes-1", "down"))
    assert event.as_dict()["cards"] == ["alps-3", "alps-9", "alps-2"]
    assert event.as_dict()["phantom"] == "andes-1"


def test_a_trick_can_be_told_without_the_eye():
    talk = elevation_talk()
    cards = ("andes-4", "andes-11", "avalanche-4", "alps-2")
    assert isinstance(discard(talk, cards[:2]), PickCard)
    assert discard(talk, (*cards, "down")).as_dict()["cards"] == list(cards)


@pytest.mark.parametrize("card", ["gentle-incline", "oxygen-boost"])
def test_the_day_asks_only_what_its_cards_need(card):
    match = open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cy"]})
    match = match.play(match.read_event({"do": "day", "approach": [card]}))[1]
    question = actions(Talk(match, EN), ("end-day",))
    assert isinstance(question, Choose | Event)


def test_the_ice_axe_asks_about_sevens_only():
    match = open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cy"]})
    match = match.play(match.read_event({"do": "day", "approach": ["ice-axe"]}))[1]
    talk = Talk(match, EN)
    plain = discard(talk, ("alps-3", "alps-9", "alps-2", "down"))
    assert plain.as_dict() == {"do": "trick", "cards": ["alps-3", "alps-9", "alps-2"]}
    asked = discard(talk, ("alps-3", "alps-7", "alps-2", "down"))
    assert labels(asked) == ["alps-7"]
    event = discard(talk, ("alps-3", "alps-7", "alps-2", "down", ("alps-7",)))
    assert event.as_dict()["sevens_low"] == ["alps-7"]
