"""Whatever is written in a record, the judge answers, in both languages, or names the bad line."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.events import Event
from companion.games.game import Match
from companion.games.values import BadRecord
from companion.locale import LANGUAGES, load_locale
from companion.simulation.dealer import play_out
from tests.games.tranquility.test_properties import MODULES, VARIANTS, open_match

PLACES = ["1.1", "2.3", "6.6", "3.4", "9.9", "0.0", "left 1.1", "roof 4.7", "right 3.2", "here", 5]
CARDS = [
    "island-1",
    "island-40",
    "island-80",
    "island-81",
    "wild",
    "start",
    "finish",
    "monster",
    "compass",
    "x y",
    None,
]
FIELDS = {
    "card": st.sampled_from(CARDS),
    "as": st.sampled_from(CARDS),
    "at": st.sampled_from(PLACES),
    "rocks": st.sampled_from([1, 6, 7, 0, -3, "stay", "go", None, True, 10**30]),
    "player": st.sampled_from(["Ann", "Ben", "Zoë", 1]),
    "colour": st.sampled_from(["yellow", "purple", "orange", "green", 2]),
    "row": st.sampled_from([1, 4, 6, 7, 0, -1, "4", 10**30]),
    "averted": st.sampled_from([True, False, "yes"]),
    "explorer": st.sampled_from(
        ["start", "storm", "compass", "monster", "finish", "rocks", "border", "kept", "cat"]
    ),
    "facing": st.sampled_from(["sun", "moon", "up"]),
    "split": st.sampled_from([{"Ann": 4, "Ben": 4}, {"Ann": 8}, {}, {"Zoë": 1}, {"Ann": "4"}, [4, 4]]),
    "from_pile": st.sampled_from([{"Ann": 2}, {"Ben": 1}, {"Zoë": 2}, 2]),
    "monsters_held": st.sampled_from([0, 1, 99, -1, "two"]),
    "hand": st.sampled_from([0, 1, 5, 99, -1]),
    "pile": st.sampled_from([0, 1, 30, -1]),
    "text": st.text(max_size=5),
}
WANTED = {
    "place": ("card", "at"),
    "start": ("split",),
    "monster": ("at",),
    "storm": ("colour",),
    "compass": ("colour", "row"),
    "rotate": ("at",),
    "count": ("hand", "pile"),
    "note": ("text",),
}
DOS = [*WANTED, "finish", "discard", "discard-hand", "flip", "refresh", "stuck", "undo", "herd"]


@st.composite
def raws(draw: st.DrawFn) -> dict[str, Any]:
    """An event that looks like one: mostly the fields that it needs, sometimes others."""
    do = draw(st.sampled_from(DOS))
    more = draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=2, unique=True))
    return {"do": do, **{name: draw(FIELDS[name]) for name in (*WANTED.get(do, ()), *more)}}


def played_half(seed: int, variant: str, modules: list[str]) -> Match:
    rng = Random(seed)
    match = open_match(rng, 2, variant, modules)
    for event, _ in zip(play_out(match, rng), range(seed % 60), strict=False):
        match = match.play(event)[1]
    return match


def read(match: Match, raw: dict[str, Any]) -> Event | BadRecord:
    try:
        return match.read_event(raw)
    except BadRecord as error:
        return error


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.integers(0, 10**6),
    st.sampled_from(VARIANTS),
    st.lists(st.sampled_from(MODULES), unique=True),
    st.lists(raws(), min_size=20, max_size=40),
)
def test_nonsense(seed: int, variant: str, modules: list[str], events: list[dict[str, Any]]) -> None:
    match = played_half(seed, variant, modules if variant == "standard" else [])
    for raw in events:
        event = read(match, raw)
        if isinstance(event, BadRecord):
            assert all(load_locale(language).bad_record(event) for language in LANGUAGES)
            continue
        verdict, match = match.play(event)
        assert verdict.discards >= 0
        assert min(match.state.seats.hands) >= 0
        assert min(match.state.seats.piles) >= 0
        for language in LANGUAGES:
            locale = load_locale(language)
            assert locale.does("tranquility", event, verdict.player)
            assert locale.why("tranquility", verdict.breaks) or verdict.legal
            assert all(locale.why("tranquility", (each,)) for each in verdict.remarks)
            assert all("{" not in line for line in match.game.drawing(match.state, locale.say))
