"""What always holds in The Ascent, over many dealt games."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.decks import load_deck
from companion.games.ascent.board import CARDS, PLACES
from companion.games.ascent.dealer import legal_events
from companion.games.events import Event
from companion.games.game import Match
from companion.simulation.dealer import play_out
from tests.games.shorthand import start

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve")
MODULES = ("green-path", "panorama", "goats")
OBJECTIVES = [[3, 4, 3], [9, 8, 7], [1, 2]]
CAREFUL = settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck), derandomize=True)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Match, Random]:
    """A new match of any size with any modules, and the chance that deals it."""
    players = draw(st.integers(1, 5))
    modules = draw(st.lists(st.sampled_from(MODULES), unique=True))
    options = {"objectives": OBJECTIVES} if "panorama" in modules else {}
    match = start("ascent", *NAMES[:players], modules=modules, **options)
    return match, Random(draw(st.integers(0, 10**6)))


def positions(match: Match, rng: Random) -> list[tuple[Match, Event]]:
    """Every match of a dealt game with the event that comes next."""
    seen = []
    for event in play_out(match, rng):
        seen.append((match, event))
        match = match.play(event)[1]
    return seen


def cards_on_table(match: Match) -> int:
    state = match.state
    covered = state.bridges - sum(card is CARDS["bridge"] for card in state.board)
    return sum(card is not None for card in state.board) + covered


@CAREFUL
@given(matches())
def test_cards_are_conserved(dealt: tuple[Match, Random]) -> None:
    """Hands, piles, table and discards always add up to the deck."""
    match, rng = dealt
    discarded = 0
    deck = sum(match.state.seats.hands + match.state.seats.piles)
    for before, event in positions(match, rng):
        verdict, after = before.play(event)
        assert verdict.legal, (event, verdict.rules)
        discarded += verdict.discards
        seats = after.state.seats
        assert sum(seats.hands) + sum(seats.piles) + cards_on_table(after) + discarded == deck


@CAREFUL
@given(matches())
def test_undo_restores_the_exact_state(dealt: tuple[Match, Random]) -> None:
    for before, event in positions(*dealt):
        _, after = before.play(event)
        _, undone = after.play(after.read_event({"do": "undo"}))
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
        assert replayed == verdict


@settings(parent=CAREFUL, max_examples=15)
@given(matches(), st.integers(0, 1000))
def test_legal_places_agree_with_the_judge(dealt: tuple[Match, Random], pick: int) -> None:
    """On every place and for every card."""
    seen = positions(*dealt)
    match, _ = seen[pick % len(seen)]
    for name, card in CARDS.items():
        if card.kind.value == "campfire":
            judged = {place.name for place in PLACES if any(campfire_fits(match, name, place.name))}
        else:
            raws = [{"do": "place", "card": name, "at": place.name} for place in PLACES]
            judged = {raw["at"] for raw in raws if match.judge(match.read_event(raw)).legal}
        assert set(match.game.legal_places(match.state, name)) == judged


def campfire_fits(match: Match, card: str, at: str) -> list[bool]:
    raws = [{"do": "campfire", "card": card, "at": at, "to": place.name} for place in PLACES]
    return [match.judge(match.read_event(raw)).legal for raw in raws]


@settings(parent=CAREFUL, max_examples=15)
@given(matches(), st.integers(0, 1000))
def test_every_legal_event_is_legal(dealt: tuple[Match, Random], pick: int) -> None:
    seen = positions(*dealt)
    match, _ = seen[pick % len(seen)]
    for event in legal_events(match.state):
        assert match.judge(event).legal, event


def test_counted_openings() -> None:
    """36 cards or a discard open a game; then what lies within reach of the first card, a Bridge, or a discard."""
    match = start("ascent")
    first = list(legal_events(match.state))
    replies = [len(list(legal_events(match.play(event)[1].state))) for event in first]
    near = [sum(abs(value - other) <= 4 for other in range(1, 13)) for value in range(1, 13)]
    assert len(first) == 37
    assert sum(replies) == 3 * sum(2 * count + 2 for count in near) + 37


def test_the_deck_has_85_cards() -> None:
    assert sum(load_deck("ascent").values()) == 85
