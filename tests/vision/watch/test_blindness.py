"""A camera that sees nothing is told within five seconds, nothing is read meanwhile, and it goes on by itself."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.table.practice import simulated_table
from hardware.frames import Frame, shrink
from hardware.simulated import FRAME_SECONDS
from tests.app.clear_eye import make_clear_eye
from vision.lab.scene.table import KINDS
from vision.types import Picture
from vision.watch.blindness import Blind, Blindness
from vision.watch.table_watcher import Steady, TableWatcher

SIZE = (960, 540)
NOISE = [np.random.default_rng(seed).normal(0, 1, (540, 960, 1)).astype(np.float32) for seed in range(3)]
COUNT = itertools.count()
Failure = Callable[[Picture], Picture]


def plain(level: int, noise: float = 2.0) -> Failure:
    def fail(picture: Picture) -> Picture:
        return noisy(np.full_like(picture, level), noise)

    return fail


def noisy(picture: Picture, noise: float = 2.0) -> Picture:
    """A sensor's noise, another one each time."""
    grain = NOISE[next(COUNT) % len(NOISE)] * noise
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def covered(picture: Picture) -> Picture:
    """Cloth close to the lens: no edge is left, but it is darker on one side."""
    ramp = np.linspace(50, 120, picture.shape[1])[None, :, None]
    return noisy(np.broadcast_to(ramp, picture.shape).astype(np.uint8))


def smaller(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (640, 480)), np.uint8)


def elsewhere(picture: Picture) -> Picture:
    """A room with furniture, and no tag."""
    room = np.full_like(picture, 60)
    for number in range(12):
        left, top = (number % 4) * 240, (number // 4) * 180
        cv2.rectangle(room, (left, top), (left + 150, top + 120), (40 + 15 * number, 200, 90), -1)
    return noisy(room)


@dataclass
class Filmed:
    """A watcher before a table with cards, filmed by a camera that may fail."""

    failure: Failure | None = None
    frozen: bool = False

    def __post_init__(self) -> None:
        self.table = simulated_table("ascent", size_px=SIZE, seed=2)
        for number in range(1, 5):
            self.table.lay(f"{number}", f"green-{number}", f"1.{number}")
        self.watcher = TableWatcher(make_clear_eye(self.table))
        self.seconds, self.last = 0.0, self.table.picture()
        self.film(20)

    def film(self, frames: int) -> list[Steady]:
        read = [self._frame() for _ in range(frames)]
        return [each for each in read if each is not None]

    def _frame(self) -> Steady | None:
        self.seconds = round(self.seconds + FRAME_SECONDS, 3)
        picture = self.last if self.frozen else self.table.picture()
        self.last = picture
        seen = picture if self.failure is None else self.failure(picture)
        return self.watcher.update(Frame(shrink(seen), self.seconds, 0, lambda: seen))


FAILURES = [
    (plain(0), Blind.DARK),
    (plain(12, 5), Blind.DARK),
    (plain(255), Blind.BRIGHT),
    (plain(128), Blind.PLAIN),
    (covered, Blind.PLAIN),
    (smaller, Blind.SIZE),
    (elsewhere, Blind.AWAY),
]


@pytest.mark.parametrize(
    ("failure", "blind"),
    FAILURES,
    ids=["black", "lens cap", "white", "grey", "cloth", "size", "knocked away"],
)
def test_a_blind_camera_is_told_and_nothing_is_read(failure: Failure, blind: Blind) -> None:
    filmed = Filmed()
    assert filmed.watcher.blind is None
    filmed.failure = failure
    assert filmed.film(50) == []
    assert filmed.watcher.blind is blind
    assert filmed.film(40) == []
    assert filmed.watcher.blind is blind


@pytest.mark.parametrize(("failure", "blind"), FAILURES)
def test_it_goes_on_by_itself(failure: Failure, blind: Blind) -> None:
    """A card that came while the camera was blind is read when it sees again."""
    filmed = Filmed(failure=None)
    filmed.failure = failure
    filmed.film(60)
    filmed.table.lay("new", "red-7", "2.1")
    filmed.failure = None
    read = {each.place: each.card.card for table in filmed.film(30) for each in table.places if each.card}
    assert filmed.watcher.blind is None
    assert read["2.1"] == "red-7"


def test_a_camera_that_freezes_is_told() -> None:
    filmed = Filmed()
    filmed.frozen = True
    assert filmed.film(50) == []
    assert filmed.watcher.blind is Blind.FROZEN
    filmed.frozen = False
    filmed.film(2)
    assert filmed.watcher.blind is None


def test_a_dark_moment_is_not_worth_a_word() -> None:
    filmed = Filmed()
    filmed.failure = plain(0)
    filmed.film(5)
    assert filmed.watcher.blind is None
    filmed.failure = None
    assert [each for each in filmed.film(20) if not each.places] == []


@pytest.mark.parametrize("table", KINDS)
@pytest.mark.parametrize("light", [0.25, 0.5, 1.0, 1.6])
def test_an_empty_table_in_little_or_much_light_is_seen(table: str, light: float) -> None:
    simulated = simulated_table("elevation", table=table, size_px=SIZE, seed=5)
    simulated.gain = light
    assert Blindness().update(simulated.grey(), 0.0, has_tags=True) is None


def test_a_plain_table_without_tags_is_no_cover() -> None:
    """Cards were taken from a plain cloth, on which no mat lies, in the light of one lamp."""
    filmed = Filmed()
    cloth = shrink(covered(filmed.last))
    assert Blindness().update(cloth, 0.0, has_tags=False) is None
    assert Blindness().update(cloth, 0.0, has_tags=True) is Blind.PLAIN
