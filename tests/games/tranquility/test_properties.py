"""What always holds in Tranquility, over many dealt games of every variant and expansion."""

from collections import Counter
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.events import Event
from companion.games.game import Match
from companion.games.tranquility.board import EXPLORERS, KEPT, island_number
from companion.games.values import Outcome
from companion.simulation.dealer import make_dealer, play_out
from companion.simulation.demo.headers import make_header
from tests.games.shorthand import start
from tests.games.tranquility.legal import legal_events
from tests.games.tranquility.words import after

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve")
MODULES = ("rocks", "monsters", "storms", "wild")
VARIANTS = ("standard", "high-arch", "pyramid", "day-night", "competitive")
CAREFUL = settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck), derandomize=True)


def open_match(rng: Random, players: int, variant: str, modules: list[str]) -> Match:
    header = make_header("tranquility", rng, NAMES[:players], variant, modules)
    return start(
        header.pop("game"), *header.pop("players"), **{k: v for k, v in header.items() if k != "record"}
    )


@st.composite
def matches(draw: st.DrawFn) -> tuple[Match, Random]:
    """A new match of any size, variant and modules, and the chance that deals it."""
    rng = Random(draw(st.integers(0, 10**6)))
    variant = draw(st.sampled_from(VARIANTS))
    modules = draw(st.lists(st.sampled_from(MODULES), unique=True)) if variant == "standard" else []
    players = 2 if variant == "competitive" else draw(st.integers(1, 5))
    return open_match(rng, players, variant, modules), rng


def positions(match: Match, rng: Random) -> list[tuple[Match, Event]]:
    """Every match of a dealt game with the event that comes next."""
    seen = []
    for event in play_out(match, rng):
        seen.append((match, event))
        match = match.play(event)[1]
    return seen


@CAREFUL
@given(matches())
def test_the_counts_are_those_of_real_cards(dealt: tuple[Match, Random]) -> None:
    """No card is lost and none comes from nowhere: the judge's counts are the hidden cards' at every event."""
    match, rng = dealt
    dealer = make_dealer(match, rng)
    for _ in dealer.play_out():
        match, table = dealer.match, dealer.cards
        seats = match.state.seats
        assert tuple(map(len, table.hands)) == seats.hands
        assert tuple(map(len, table.piles)) == seats.piles
        lying = [f"island-{laid.number}" for laid in match.state.board if laid and not laid.wild]
        hidden = [card for hand in table.hands for card in hand] + table.row
        islands = Counter(card for card in (*lying, *hidden) if island_number(card))
        assert not islands or max(islands.values()) == 1


@CAREFUL
@given(matches())
def test_every_part_ascends(dealt: tuple[Match, Random]) -> None:
    for match, _ in positions(*dealt):
        for part in match.state.setup.grid.parts:
            numbers = [laid.number for index in part if (laid := match.state.board[index])]
            assert all(low < high for low, high in pairwise(numbers))


@CAREFUL
@given(matches())
def test_undo_restores_the_exact_state(dealt: tuple[Match, Random]) -> None:
    for before, event in positions(*dealt):
        _, after_event = before.play(event)
        _, undone = after_event.play(after_event.read_event({"do": "undo"}))
        assert undone == before


@CAREFUL
@given(matches())
def test_replaying_the_written_events_gives_the_same_verdicts(dealt: tuple[Match, Random]) -> None:
    match, rng = dealt
    live = [(event, before.judge(event)) for before, event in positions(match, rng)]
    for event, verdict in live:
        again = match.read_event(event.as_dict())
        assert again == event
        replayed, match = match.play(again)
        assert (replayed.as_dict(1), replayed.after) == (verdict.as_dict(1), verdict.after)


def ways(match: Match, raw: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """An action with everything that may have to be told with it."""
    state = match.state
    if state.rocks:
        return [{**raw, "rocks": row} for row in (1, 2, 3, 4, 5, 6)]
    index = state.setup.grid.by_name[place].index
    if index in state.setup.border:
        return [raw, *({**raw, "explorer": kind} for kind in (*EXPLORERS, KEPT))]
    return [raw]


def is_legal(match: Match, raw: dict[str, Any], place: str) -> bool:
    return any(match.judge(match.read_event(each)).legal for each in ways(match, raw, place))


@settings(parent=CAREFUL, max_examples=8)
@given(matches(), st.integers(0, 1000))
def test_legal_places_agree_with_the_judge(dealt: tuple[Match, Random], pick: int) -> None:
    """On every place and for every Island; Monsters and Compasses on every place too."""
    seen = positions(*dealt)
    match = seen[pick % len(seen)][0]
    places = [place.name for place in match.state.setup.grid.places]
    for card in [f"island-{number}" for number in range(0, 82, 2)]:
        judged = {at for at in places if is_legal(match, {"do": "place", "card": card, "at": at}, at)}
        assert set(match.game.legal_places(match.state, card)) == judged
    for card in ("monster", "compass"):
        judged = {at for at in places if is_legal(match, {"do": card, "at": at}, at)}
        assert set(match.game.legal_places(match.state, card)) == judged


@settings(parent=CAREFUL, max_examples=6)
@given(st.integers(1, 3), st.integers(0, 10**6), st.integers(0, 1000))
def test_legal_places_of_a_wild_agree_with_the_judge(players: int, seed: int, pick: int) -> None:
    rng = Random(seed)
    match = open_match(rng, players, "standard", ["wild"])
    seen = positions(match, rng)
    match = seen[pick % len(seen)][0]
    places = [place.name for place in match.state.setup.grid.places]
    named = [f"island-{number}" for number in range(1, 81)]
    raw = {"do": "place", "card": "wild"}
    judged = {
        at for at in places if any(is_legal(match, {**raw, "as": name, "at": at}, at) for name in named)
    }
    assert set(match.game.legal_places(match.state, "wild")) - {"start", "finish"} == judged


@settings(parent=CAREFUL, max_examples=8)
@given(matches(), st.integers(0, 1000), st.integers(1, 40))
def test_every_legal_event_is_legal(dealt: tuple[Match, Random], pick: int, step: int) -> None:
    seen = positions(*dealt)
    match = seen[pick % len(seen)][0]
    for event in islice(legal_events(match.state), step, 3000, 20):
        assert match.judge(event).legal, event


@settings(parent=CAREFUL, max_examples=8)
@given(matches())
def test_what_is_played_is_among_the_legal_places(dealt: tuple[Match, Random]) -> None:
    for match, event in positions(*dealt):
        if event.do == "place":
            assert event.at in match.game.legal_places(match.state, event.card)  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_variant_from_set_up_to_its_end(variant: str, players: int) -> None:
    """Among a dozen dealt games one at least is won, whoever plays; a contest is always decided."""
    wanted = Outcome.DONE if variant == "competitive" else Outcome.WON
    seats = 2 if variant == "competitive" else players
    assert any(outcome_of(seed, seats, variant, []) is wanted for seed in range(12))


@pytest.mark.parametrize("modules", [["rocks"], ["monsters"], ["storms"], ["wild"]], ids=str)
def test_an_expansion_from_set_up_to_a_win(modules: list[str]) -> None:
    assert any(outcome_of(seed, 2, "standard", modules) is Outcome.WON for seed in range(20))


@pytest.mark.parametrize("modules", [MODULES[:3], MODULES], ids=["three", "four"])
def test_all_expansions_together_can_be_won(modules: tuple[str, ...]) -> None:
    assert any(outcome_of(seed, 1, "standard", list(modules)) is Outcome.WON for seed in range(40))


def outcome_of(seed: int, players: int, variant: str, modules: list[str]) -> Outcome:
    rng = Random(seed)
    match = open_match(rng, players, variant, modules)
    for event in play_out(match, rng):
        match = match.play(event)[1]
    outcome: Outcome = match.state.outcome
    return outcome


def test_counted_openings() -> None:
    """Any of 80 Islands on any of 36 places, the two-card discard; later the ways from 1+7 to 6+2 to split."""
    match = start("tranquility")
    first = Counter(event.do for event in legal_events(match.state))
    assert first == {"place": 80 * 36, "discard": 1}
    match = after(match, "discard, discard")
    later = Counter(event.do for event in legal_events(match.state))
    assert later == {"place": 80 * 36, "discard": 1, "start": 6}


def test_legal_events_after_the_end_are_none() -> None:
    match = after(start("tranquility"), "count hand=0 pile=0")
    assert list(legal_events(match.state)) == []
    assert match.game.legal_places(match.state, "island-5") == ()
