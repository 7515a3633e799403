"""What holds for every test: chance is the same in every run, and a busy machine is no failure.

Here are also the clock that a test moves, and a board of mock pins that lives in its time.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.fakes.pins import Clock, StampedFactory

settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> Iterator[StampedFactory]:
    factory = StampedFactory(clock)
    yield factory
    factory.reset()
