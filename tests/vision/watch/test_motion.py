"""Motion on small grey frames: noise is quiet, cards and hands are seen, light as a whole is not."""

import numpy as np
import pytest

from vision.watch.motion import Grey, Motion

SHAPE = (270, 480)


def table(rng: np.random.Generator, noise: float = 0.0) -> Grey:
    """A wooden table with stripes."""
    stripes = 120 + 20 * np.sin(np.arange(SHAPE[1]) / 7)[None, :] + np.zeros(SHAPE)
    return np.clip(stripes + rng.normal(0, noise, SHAPE) if noise else stripes, 0, 255).astype(np.uint8)


def with_card(grey: Grey, value: int = 230, at: tuple[int, int] = (100, 200)) -> Grey:
    out = grey.copy()
    out[at[0] : at[0] + 36, at[1] : at[1] + 36] = value
    return out


def settled(frame: Grey) -> Motion:
    motion = Motion()
    motion.glance(frame, 0.0)
    motion.accept(frame)
    return motion


def test_before_anything_is_read_everything_has_changed() -> None:
    grey = table(np.random.default_rng(1))
    glance = Motion().glance(grey, 0.0)
    assert (len(glance.changed), len(glance.moving)) == (32 * 18, 0)


@pytest.mark.parametrize("seed", range(5))
def test_camera_noise_is_quiet(seed: int) -> None:
    rng = np.random.default_rng(seed)
    motion = settled(table(rng, 4))
    glance = motion.glance(table(rng, 4), 0.1)
    assert not glance.moving
    assert not glance.changed


@pytest.mark.parametrize("value", [20, 60, 180, 230, 255])
def test_a_card_moves_then_has_changed(value: int) -> None:
    grey = table(np.random.default_rng(2))
    motion = settled(grey)
    first = motion.glance(with_card(grey, value), 0.1)
    second = motion.glance(with_card(grey, value), 0.2)
    assert first.moving
    assert not second.moving
    assert {(14, 7), (14, 8)} <= second.changed


@pytest.mark.parametrize("gain", [0.6, 0.8, 1.2, 1.4])
def test_light_as_a_whole_is_no_change(gain: float) -> None:
    grey = table(np.random.default_rng(3))
    motion = settled(grey)
    brighter = np.clip(grey * gain, 0, 255).astype(np.uint8)
    motion.glance(brighter, 0.1)
    assert not motion.glance(brighter, 0.2).changed


def test_a_card_is_seen_under_other_light() -> None:
    grey = table(np.random.default_rng(4))
    motion = settled(grey)
    darker = np.clip(with_card(grey) * 0.7, 0, 255).astype(np.uint8)
    assert (14, 7) in motion.glance(darker, 0.1).changed


def test_accepted_cells_are_quiet_and_kept_ones_stay() -> None:
    grey = table(np.random.default_rng(5))
    motion = settled(grey)
    both = with_card(with_card(grey), at=(20, 20))
    hidden = motion.glance(both, 0.1).changed & frozenset((x, y) for x in range(8) for y in range(8))
    motion.accept(both, except_cells=hidden)
    assert motion.glance(both, 0.2).changed == hidden


def test_another_frame_size_starts_anew() -> None:
    motion = settled(table(np.random.default_rng(6)))
    small = np.zeros((135, 240), np.uint8)
    assert len(motion.glance(small, 0.1).changed) == 16 * 9


@pytest.mark.parametrize("moved", [False, True])
def test_what_was_seen_before_the_camera_moved_uncovers_nothing(moved: bool) -> None:
    """A card that lay there before was taken and comes again; seen from elsewhere, it is anything."""
    grey = table(np.random.default_rng(4))
    motion = settled(with_card(grey))
    motion.accept(grey, moved=moved)
    glance = motion.glance(with_card(grey), 0.1)
    assert glance.changed
    assert bool(glance.uncovered) is not moved
