"""Quantiles: the quick ways give what numpy gives."""

import numpy as np
import pytest

from vision.fast_median import medians, quantiles


@pytest.mark.parametrize("size", [1, 2, 7, 100, 9216])
@pytest.mark.parametrize("most", [1, 40, 1020])
def test_counted_quantiles_are_those_of_sorting(size: int, most: int) -> None:
    values = np.random.default_rng(size).integers(0, most + 1, size).astype(np.int16)
    shares = (0.0, 0.02, 0.37, 0.5, 0.98, 1.0)
    assert quantiles(values, shares) == pytest.approx(np.quantile(values, shares).tolist())


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_sorted_medians_are_the_medians(size: int) -> None:
    values = np.random.default_rng(size).normal(size=(2, 3, size)).astype(np.float32)
    assert medians(values) == pytest.approx(np.median(values, axis=-1))


def test_bright_grey_levels_do_not_overflow() -> None:
    assert medians(np.array([250, 255], np.uint8)) == 252.5
