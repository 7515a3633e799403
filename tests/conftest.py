"""What holds for every test: chance is the same in every run, and a busy machine is no failure.

Neither is its language: commands speak English where no test says otherwise, whatever the machine speaks.

Here are also the clock that a test moves, and a board of mock pins that lives in its time.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.fakes.pins import Clock, StampedFactory

settings.register_profile("house", derandomize=True, deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def plain_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A machine that speaks English and on which nobody has set anything yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", "en")
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> Iterator[StampedFactory]:
    factory = StampedFactory(clock)
    yield factory
    factory.reset()
