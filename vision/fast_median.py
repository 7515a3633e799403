"""Quantiles: small arrays come in, their medians and quantiles go out; numpy's own are slow at these."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def medians(values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """As np.median over the last axis: sorting a few hundred numbers is quicker than parting them."""
    ordered, middle = np.sort(values, axis=-1), values.shape[-1] // 2
    first = middle if values.shape[-1] % 2 else middle - 1
    return np.asarray((ordered[..., first].astype(np.float32) + ordered[..., middle]) / 2, np.float32)


def quantiles(values: npt.NDArray[Any], shares: Sequence[float]) -> list[float]:
    """As np.quantile, but much quicker: small whole numbers are counted, not sorted."""
    upto = np.bincount(values.ravel()).cumsum()
    places = [share * (values.size - 1) for share in shares]
    below, above = (np.searchsorted(upto, np.floor(places) + step, side="right") for step in (0, 1))
    return [
        float(low + (high - low) * (place % 1)) for low, high, place in zip(below, above, places, strict=True)
    ]
