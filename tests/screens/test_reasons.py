"""A card that breaks several rules: the first stands large, the others are one press away."""

from companion.app.game_view import view_proposal
from companion.locale import load_locale
from companion.screens.base import Push
from companion.screens.play import Reasons, proposal_keys
from companion.screens.view import View
from hardware.signals import Button
from tests.games.shorthand import start

EN = load_locale("en")


def proposal(card: str, at: str):
    match = start("ascent", "Ann", "Ben")
    event = match.read_event({"do": "place", "card": card, "at": at})
    return view_proposal(match, event, match.judge(event), EN)


def test_the_first_reason_is_told_and_the_rest_counted():
    told = proposal("green-2", "3.2")
    assert told.verdict.rules == ("row-start", "support", "row-value")
    assert told.why == told.reasons[0]
    key = proposal_keys(View(EN), told)[Button.NEXT]
    assert key.label == "+2 more"
    assert isinstance(key.intent, Push)
    assert isinstance(key.intent.screen, Reasons)
    assert [row.detail for row in key.intent.screen.rows(View(EN))] == list(told.reasons)


def test_a_single_reason_has_no_more():
    assert Button.NEXT not in proposal_keys(View(EN), proposal("green-2", "1.2"))
