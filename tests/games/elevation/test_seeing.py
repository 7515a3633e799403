"""A trick growing on the table, card by card."""

import pytest

from companion.games.table import Kind, Lying, Seen
from companion.table.proposals import propose
from tests.games.shorthand import play, start

DAY = {"do": "day"}


def look(*cards: str) -> Seen:
    return Seen({f"loose {number}": Lying(card) for number, card in enumerate(cards, 1)})


@pytest.mark.parametrize(
    ("cards", "kind", "trick"),
    [
        pytest.param([], Kind.NOTHING, None, id="nothing"),
        pytest.param(["alps-3"], Kind.GROWING, None, id="one"),
        pytest.param(["alps-3", "alps-9"], Kind.GROWING, None, id="two"),
        pytest.param(["alps-9", "alps-3", "andes-1"], Kind.MOVE, ["alps-9", "alps-3", "andes-1"], id="in-order-of-arrival"),
    ],
)  # fmt: skip
def test_a_trick_grows(cards: list[str], kind: Kind, trick: list[str] | None) -> None:
    _, match = play(start("elevation", "Ann", "Ben", "Cem"), DAY)
    finding = propose(match, look(*cards))
    assert finding.kind is kind
    assert [event.as_dict().get("cards") for event in finding.events] == ([trick] if trick else [])


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        pytest.param(["andes-2", "alps-4", "andes-3", "andes-5"], ("count",), id="one-too-many"),
        pytest.param(["alps-9", "alps-4", "andes-3"], ("duplicate",), id="one-of-a-trick-already-played"),
        pytest.param(["alps-5", "alps-4", "andes-3", "alps-9"], ("count", "duplicate"), id="both"),
    ],
)
def test_an_illegal_trick_is_proposed_with_its_codes(cards: list[str], rules: tuple[str, ...]) -> None:
    trick = {"do": "trick", "cards": ["alps-3", "alps-9", "andes-1"]}
    _, match = play(start("elevation", "Ann", "Ben", "Cem"), DAY, trick)
    finding = propose(match, look(*cards))
    assert finding.kind is Kind.MOVE
    assert [match.judge(event).rules for event in finding.events] == [rules]


def test_a_finished_trick_may_wait_to_be_cleared() -> None:
    trick = {"do": "trick", "cards": ["alps-3", "alps-9", "andes-1"]}
    _, match = play(start("elevation", "Ann", "Ben", "Cem"), DAY, trick)
    assert propose(match, look("alps-3", "alps-9", "andes-1")).kind is Kind.NOTHING
    assert propose(match, look("alps-9")).kind is Kind.NOTHING
    assert propose(match, look("alps-9", "alps-4")).kind is Kind.GROWING


def test_outside_a_day_cards_wait_for_the_day_to_be_told() -> None:
    assert propose(start("elevation", "Ann", "Ben", "Cem"), look("alps-3")).kind is Kind.GROWING


def test_the_phantom_plays_last() -> None:
    _, match = play(start("elevation", "Ann", "Ben", "Cem"), {"do": "day", "approach": ["free-climbing"]})
    assert propose(match, look("alps-3", "alps-9", "andes-1")).kind is Kind.GROWING
    (event,) = propose(match, look("alps-3", "alps-9", "andes-1", "alps-2")).events
    assert event.as_dict()["phantom"] == "alps-2"


def test_rapid_ascent_takes_two_cards_each() -> None:
    _, match = play(start("elevation", "Ann", "Ben", "Cem"), {"do": "day", "approach": ["rapid-ascent"]})
    cards = ["alps-3", "alps-9", "andes-1", "alps-2", "alps-4", "andes-2"]
    assert propose(match, look(*cards[:3])).kind is Kind.GROWING
    assert propose(match, look(*cards)).kind is Kind.MOVE
