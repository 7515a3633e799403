"""Day & Night: which way cards lie, flips and turns, rule by rule."""

import pytest

from companion.games.values import Outcome
from companion.locale import load_locale
from tests.games.tranquility.words import DAY_NIGHT, after, full, last, sea


@pytest.mark.parametrize(
    ("cards", "event", "codes", "discards"),
    [
        pytest.param("", "20 4.1", [], 0, id="a-missing-facing-is-as-the-hands-are"),
        pytest.param("", "20 4.1 facing=sun", [], 0, id="sun-up-at-first"),
        pytest.param("", "20 4.1 facing=moon", ["orientation"], 0, id="moon-up-at-first"),
        pytest.param("20s 4.1", "rotate 4.1", [], 1, id="turn-costs-a-card"),
        pytest.param("20s 4.1", "rotate 4.2", ["rotate-target"], 1, id="nothing-to-turn"),
        pytest.param("20s 4.1", "rotate 9.9", ["rotate-target"], 1, id="no-such-place"),
        pytest.param("", "finish", ["finish-early"], 0, id="finish-early"),
        pytest.param("20s 1.1", "finish", ["finish-early", "finish-orientation"], 0, id="as-they-lie"),
        pytest.param("20m 1.1, 60s 6.1", "finish", ["finish-early"], 0, id="as-they-lie-right"),
    ],
)
def test_day_and_night(cards: str, event: str, codes: list[str], discards: int) -> None:
    verdict = last(sea(cards, **DAY_NIGHT), event)
    assert (list(verdict.rules), verdict.discards) == (codes, discards)


def test_a_drawn_compass_turns_every_hand_and_is_replaced() -> None:
    verdict = last(sea(**DAY_NIGHT), "Ben: flip")
    assert (verdict.player, verdict.hand, verdict.pile, verdict.next) == ("Ben", 5, 19, "Ann")
    match = after(sea(**DAY_NIGHT), "Ben: flip")
    assert last(match, "5 1.1 facing=sun").rules == ("orientation",)
    match = after(match, "5 1.1, flip, 60 6.1")
    assert match.game.summary(match.state)["facing"] == {"1.1": "moon", "6.1": "sun"}


def test_six_flips_in_a_game() -> None:
    match = after(sea(**DAY_NIGHT), ", ".join(["flip"] * 6))
    assert last(match, "flip").rules == ("deck",)


def test_a_flip_needs_a_hand() -> None:
    match = after(sea(**DAY_NIGHT), "Ben: count hand=0 pile=2")
    assert last(match, "Ben: flip").rules == ("hand",)
    match = after(sea(**DAY_NIGHT), "count hand=1 pile=0")
    assert last(match, "flip").outcome is Outcome.LOST


def test_turning_cards_to_the_win() -> None:
    match = after(sea(full("s"), pile=30, **DAY_NIGHT), "start Ann=4 Ben=4")
    assert last(match, "finish").rules == ("finish-orientation",)
    places = [f"{row}.{column}" for row in (1, 2, 3) for column in range(1, 7)]
    match = after(match, ", ".join(f"rotate {place}" for place in places))
    assert last(match, "finish").outcome is Outcome.WON


def test_the_places_that_lie_wrong_are_named() -> None:
    match = after(sea("20s 1.1, 30s 3.6", **DAY_NIGHT), "discard")
    why = load_locale("en").why("tranquility", last(match, "finish").breaks)
    assert "1.1 and 3.6" in why
