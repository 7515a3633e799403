"""The eye's own measure: counting, classes, troubles and tables, without the long run."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.simulation.benches import eye as bench
from companion.simulation.benches.eye import mountain_frame
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from tests.vision.oracle import Oracle
from vision.decks import Deck
from vision.eye import make_eye
from vision.lab.bench import cost
from vision.lab.bench.cost import best_of, idle_grey, ratio
from vision.lab.bench.finding import (
    CLASSES,
    Finds,
    classify,
    count_false,
    measure_finding,
    with_mat,
    without_mat,
)
from vision.lab.bench.reading import (
    Count,
    Owned,
    count_cards,
    grid_layout,
    hidden_cards,
    laid_scene,
    look_at,
    measure_trouble,
    tell,
)
from vision.lab.bench.tables import Rendered, render_table
from vision.lab.bench.troubles import BESIDE, DRESSES, OWN, hand
from vision.lab.scene import draw_face, random_deck, render
from vision.observation import CardSeen
from vision.read.reader import Reading
from vision.types import Picture, Quad
from vision.watch.motion import Grey, Motion
from vision.watch.settle import MotionReport

GREY = np.full((108, 192, 3), 120, np.uint8)


def test_counts_add_up() -> None:
    total = tell("red-7", "red-7") + tell("red-7", None) + tell("red-7", "red-1") + tell("red-1", "red-1")
    assert total == Count(right=2, unsure=1, wrong=1)
    assert total.as_dict()["n"] == 4
    assert total.share("wrong") == 0.25


@pytest.mark.parametrize(
    ("kind", "visible", "name"),
    [
        ("isolated", 1.0, "isolated"),
        ("rows", 1.0, "touching rows"),
        ("grid", 1.0, "tight grids"),
        ("light on light", 1.0, "light on light"),
        ("overlapping", 1.0, "85 % visible"),
        ("overlapping", 0.9, "85 % visible"),
        ("half hidden", 0.5, "half visible"),
        ("overlapping", 0.7, None),
        ("half hidden", 0.2, None),
    ],
)
def test_each_card_counts_for_its_target(kind: str, visible: float, name: str | None) -> None:
    assert classify(kind, visible) == name
    assert name is None or name in CLASSES


def test_every_target_is_measured() -> None:
    assert set(bench.FINDING_TARGETS) == set(CLASSES)


class Knowing(Oracle):
    """An oracle that is told each table before it is asked."""


def test_finding_is_counted_from_what_the_eye_reports() -> None:
    """With a reader that knows the truth nearly all is found and nothing is false."""
    oracle = Knowing()

    def find(rendered: Rendered) -> tuple[CardSeen, ...]:
        oracle.cards = rendered.truth.cards
        return tuple(with_mat(make_eye(reader=oracle))(rendered))

    finds, false = measure_finding(find, 1, 11, ["isolated"])
    assert false == 0
    assert finds["isolated"].found == finds["isolated"].cards > 0
    blind, _ = measure_finding(without_mat(make_eye(reader=Oracle())), 1, 11, ["isolated"])
    assert all(found == Finds(found.cards, 0) for found in blind.values())


def test_outlines_on_tags_are_not_false_cards() -> None:
    rendered = render_table("isolated", 3)
    on_tag, on_table = rendered.truth.tags[0], ((900.0, 2.0), (980.0, 2.0), (980.0, 80.0), (900.0, 80.0))
    on_card = rendered.truth.cards[0].corners
    assert [count_false(rendered, [CardSeen(quad)]) for quad in (on_tag, on_table, on_card)] == [0, 1, 0]


def owned() -> Owned:
    style = random_deck(np.random.default_rng(5), held_out=True, square=True)
    faces = {f"red-{number}": draw_face(style, number, "red", 120) for number in range(1, 13)}
    return Owned(faces, Deck("mine"), 0)


def test_cards_of_a_laid_table_are_counted_by_place() -> None:
    rng = np.random.default_rng(2)
    scene = laid_scene(owned(), rng, 90)
    picture, truth = render(scene, rng)
    assert picture.shape == (1080, 1920, 3)
    side = np.median([np.hypot(*np.subtract(card.corners[0], card.corners[1])) for card in truth.cards])
    assert side == pytest.approx(90, rel=0.08)
    seen = look_at(make_eye(grid_layout(), reader=Oracle(truth.cards)))(picture)
    assert count_cards(scene, seen) == Count(right=45)
    assert count_cards(scene, {}) == Count(unsure=45)
    assert look_at(make_eye(grid_layout(), reader=Oracle()))(GREY) == {}
    hidden = hidden_cards(scene, picture, hand(picture, np.random.default_rng(1)))
    assert 1 <= sum(hidden) <= 20
    assert not any(hidden_cards(scene, picture, picture))


@pytest.mark.parametrize("name", [*OWN, *BESIDE])
def test_own_troubles_change_the_picture_and_keep_its_size(name: str) -> None:
    picture = np.random.default_rng(3).integers(0, 255, (108, 192, 3), dtype=np.uint8)
    worse = {**OWN, **BESIDE}[name](picture, np.random.default_rng(1))
    assert worse.shape == picture.shape
    assert worse.dtype == np.uint8
    assert bool((worse != picture).any()) is (name != "none")


@pytest.mark.parametrize(("name", "covers"), [("sleeves", False), ("photographed hands", True)])
def test_cards_under_a_hand_are_counted_apart(name: str, covers: bool) -> None:
    mine = [owned()]
    count, covered = measure_trouble(Oracle(), mine, OWN["none"], DRESSES[name], 1, 7)  # type: ignore[arg-type]
    assert count.number + covered == 45
    assert bool(covered) is covers


def test_troubles_come_from_a_file_that_defines_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.py"
    file.write_text("TROUBLES = {'none': lambda picture, rng: picture}\n")
    troubles, source = bench.load_troubles(file)
    assert (set(troubles), source) == ({"none"}, "mine.py")
    monkeypatch.setattr(bench, "TROUBLES", tmp_path / "gone.py")
    troubles, source = bench.load_troubles(None)
    assert (set(troubles), source) == (set(OWN), "the renderer's own equivalents")
    with pytest.raises(CompanionError, match="no such file"):
        bench.load_troubles(tmp_path / "gone.py")


def test_mild_troubles_together_are_milder_than_one_alone() -> None:
    rng = np.random.default_rng(1)
    mild = bench.together(OWN)(GREY, rng).mean()
    assert OWN["dark"](GREY, rng).mean() < mild < GREY.mean()


def test_the_shortest_time_counts() -> None:
    ticks = iter([0.0, 5.0, 10.0, 12.0, 20.0, 24.0])
    assert best_of(3, lambda: next(ticks), lambda: None) == 2.0


def test_a_machine_that_slows_down_does_not_change_the_ratio() -> None:
    """It takes longer and longer for everything, the unit as well as the job."""
    now, pace = [0.0], [1.0]

    def job() -> None:
        now[0] += 30 * pace[0]

    def unit() -> None:
        now[0] += 2 * pace[0]

    def clock() -> float:
        pace[0] *= 1.001
        return now[0]

    assert ratio(5, clock, job, unit) == pytest.approx(15, rel=0.05)


def measured_cost(reader: Any) -> cost.Cost:
    ticks, layout = itertools.count(), load_layout("ascent")
    deck, names = practice_deck("ascent"), ("red-1", "red-2")
    return cost.measure_cost(reader, deck, layout, names, mountain_frame(), lambda: float(next(ticks)))


def test_places_are_measured_with_a_deck_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a game the eye knows the white, the game's cards and, in half of the jobs, a deck."""
    decks, whites = [], []

    class Noting(Oracle):
        def read_outlines(self, picture: Picture, outlines: Sequence[Quad], **known: Any) -> list[Reading]:
            decks.append(known["deck"] and known["deck"].name)
            whites.append(known["white"])
            return super().read_outlines(picture, outlines, **known)

    monkeypatch.setattr(cost, "TRIES", 1)
    measured = measured_cost(Noting())
    assert set(cost.TARGETS) <= set(measured.jobs)
    assert set(decks) == {"practice", None}
    assert None not in whites


def test_the_idle_frame_is_one_in_which_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    changed: list[bool] = []

    class Noting(Motion):
        def glance(self, grey: Grey, seconds: float) -> MotionReport:
            seen = super().glance(grey, seconds)
            changed.append(bool(seen.changed or seen.moving))
            return seen

    monkeypatch.setattr(cost, "TRIES", 1)
    monkeypatch.setattr(cost, "Motion", Noting)
    measured_cost(Oracle())
    assert len(changed) > 2
    assert not any(changed[1:])  # the first one begins


def test_the_idle_frame_is_small() -> None:
    assert idle_grey(np.zeros((1080, 1920, 3), np.uint8)).shape == (270, 480)


def test_tables_for_people_show_targets() -> None:
    count = Count(right=97, unsure=3).as_dict()
    found = {name: Finds(10, 9).as_dict() for name in CLASSES} | {"false_a_picture": 0.1}
    figures = {
        "enrolled": {"120": {"single_frame": count, "several_frames": count, "unsure_target": 0.05}},
        "plain": {
            "numbers": count,
            "colours": count,
            "numbers_guessed_share": 1.0,
            "colours_guessed_share": 1.0,
        },
        "finding": {"with_mat": found, "without_mat": found},
        "troubles": {"defined_by": "mine.py", "warm": count | {"covered": 0}},
        "cost": {
            "grey_milliseconds": 0.5,
            "jobs": {"idle frame": {"times_grey": 0.1, "target": 0.3}},
            "peak_megabytes": 200,
        },
    }
    text = bench.as_text(json.loads(json.dumps(figures)))
    for words in ("≤5%", "≥97%", "≥99%", "≤0.2", "mine.py", "≤0.3", "<400", "97.00%"):
        assert words in text
