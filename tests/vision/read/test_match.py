"""Matching: what cannot change the answer is left out, and nothing else."""

import numpy as np
import pytest

from tests.vision.read.test_print_match import face, moved
from vision.read.match import References, Seen, Weights, match
from vision.read.network import Values
from vision.read.print_match import PrintPatch, tones

WEIGHTS = Weights(likeness=16.0, detail=1.5, tone=1.5, number=0.4, colour=0.8)
FACES = ("3", "8", "1", "3")
OWNERS = np.array([0, 1, 2, 0])  # the first card was shown twice
ALIKE, APART = 0.98, 0.3  # likeness of the second card to the first


def embeddings(likeness: float) -> Values:
    """Of each reference: the second card's is so like the first's, the third's is not at all."""
    first, second = [1.0, 0.0, 0.0], [likeness, float(np.sqrt(1 - likeness**2)), 0.0]
    return np.array([first, second, [0.0, 0.0, 1.0], first])


def deck(likeness: float) -> References:
    patches = [face(text) for text in FACES]
    same = np.ones((len(FACES), 1))
    return References(
        embeddings(likeness), same, same, tuple(map(PrintPatch.of, patches)), tones(patches), OWNERS
    )


def seen(likeness: float) -> Seen:
    one = np.ones((1, 1))
    return Seen(embeddings(likeness)[:1], one, one, (moved(face("3"), 1.0, 1.0, -1.0),))


def parts(likeness: float, enough: float | None) -> Values:
    """Parts x references."""
    needed = None if enough is None else np.array([enough])
    return np.asarray(match(seen(likeness), deck(likeness), WEIGHTS, needed)[:, 0])


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many references were brought to a card, each time."""
    counts: list[int] = []
    real = match.__globals__["compare_prints"]

    def count(print_: PrintPatch, references: list[PrintPatch]) -> object:
        counts.append(len(references))
        return real(print_, references)

    monkeypatch.setitem(match.__globals__, "compare_prints", count)
    return counts


def test_the_print_of_a_lone_reference_that_fits_anyhow_is_not_compared(compared: list[int]) -> None:
    parts(APART, 10.0)
    assert compared == []


def test_leaving_it_out_changes_no_lead_and_only_lowers_the_score() -> None:
    full, quick = (WEIGHTS.total(parts(APART, enough)) for enough in (None, 10.0))
    assert quick - quick.max() == pytest.approx(full - full.max())
    assert 10.0 <= quick.max() < full.max()


@pytest.mark.parametrize("enough", [None, 15.9, np.inf])
def test_the_print_is_compared_where_the_score_may_need_it(compared: list[int], enough: float | None) -> None:
    """Without its print the card scores 16 less what tones differ, and the print may cost one more."""
    parts(APART, enough)
    assert compared == [1]


def test_prints_are_always_compared_where_two_cards_are_close(compared: list[int]) -> None:
    full, quick = parts(ALIKE, None), parts(ALIKE, 0.0)
    assert compared == [2, 2]
    assert quick[:5] == pytest.approx(full[:5])
    assert WEIGHTS.total(quick).argmax() == 0


@pytest.mark.parametrize("likeness", [ALIKE, APART])
def test_the_print_of_what_is_no_card_is_not_compared(compared: list[int], likeness: float) -> None:
    quick = WEIGHTS.total(parts(likeness, -np.inf))
    assert compared == []
    assert quick.argmax() == 0
    assert quick.max() < WEIGHTS.total(parts(likeness, None)).max()


@pytest.mark.parametrize(("likeness", "asked"), [(ALIKE, [0, 1, 3]), (APART, [0, 3])])
def test_what_is_foreign_is_told_of_every_view_of_the_cards_in_question(
    likeness: float, asked: list[int]
) -> None:
    full, quick = parts(likeness, None)[-1], parts(likeness, 0.0)[-1]
    assert quick[asked] == pytest.approx(full[asked])
    assert set(quick[[at for at in range(4) if at not in asked]].tolist()) == {1.0}
