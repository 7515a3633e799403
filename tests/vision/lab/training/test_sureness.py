"""The fit of sureness: what tells the right cards gets a weight, what speaks against them gets none."""

from dataclasses import astuple, replace

import numpy as np

from vision.lab.training.sureness import Row, fit, report, tell
from vision.read.sureness import Features, load_calibration

BARS = load_calibration().enrolled


def rows() -> list[Row]:
    """Cards of two decks that likeness tells apart, whose error misleads, and strangers."""
    rng, found = np.random.default_rng(3), []
    for number in range(240):
        right = number % 3 != 0
        values = rng.normal(0, 0.3, 9)
        plain = Features(*values.tolist())
        told = replace(plain, likeness=float(values[7] + 2 * right), error=float(values[3] - right))
        found.append(Row("ab"[number % 2], number % 5 == 0, not right and number % 2 == 0, right, told))
    return found


def test_what_tells_right_cards_is_weighed_and_what_misleads_is_left_out() -> None:
    found = fit(rows(), BARS)
    assert found.weights.likeness > 1
    assert found.weights.error == 0
    assert min(astuple(found.weights)) >= 0


def test_the_report_tells_kept_pictures_and_decks_left_out() -> None:
    found, figures = report(rows(), BARS)
    assert set(figures["kept_pictures"]) == set(figures["deck_left_out"]) == {"a", "b"}
    kept = figures["kept_pictures"]["a"]
    assert kept["sure"] <= kept["first"] <= kept["found"]
    assert found == fit([row for row in rows() if not row.kept], BARS)


def test_halves_are_counted_apart() -> None:
    halved = [replace(row, half=not row.right and not row.stranger) for row in rows()]
    told = tell(halved, fit(halved, BARS))
    assert told["halves"] == sum(row.half for row in halved) > 0
    assert told["found"] + told["halves"] + told["strangers"] == len(halved)
