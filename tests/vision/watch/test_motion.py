"""Motion on small grey frames: noise is quiet, cards and hands are seen, light as a whole is not."""

import numpy as np
import pytest

from companion.table.practice import simulated_table
from vision.lab.scene.flicker import Flicker
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


@pytest.mark.parametrize("hertz", [100, 120])
@pytest.mark.parametrize("exposure", [0.0005, 0.002, 0.004, 0.006, 0.008, 0.013, 0.02])
def test_bands_of_a_flickering_lamp_are_no_motion_and_no_change(hertz: int, exposure: float) -> None:
    rng, lamp = np.random.default_rng(7), Flicker(hertz, 0.3, exposure)
    frames = [lamp.light(table(rng, 2), seconds) for seconds in rng.uniform(0, 1, 8)]
    motion = settled(frames[0])
    for step, frame in enumerate(frames[1:]):
        glance = motion.glance(frame, step / 10)
        assert (glance.moving, glance.changed) == (frozenset(), frozenset())
    laid = motion.glance(lamp.light(with_card(table(rng, 2)), 0.123), 2.0)
    assert {(14, 7), (14, 8)} <= laid.moving & laid.changed


# On a pale table half of the small frame is blown out; one cell is no hand and no card.
@pytest.mark.parametrize(("seed", "most"), [(1, 0), (126, 1)], ids=["dark table", "pale table"])
@pytest.mark.parametrize("hertz", [100, 120])
def test_bands_are_no_change_where_the_light_is_so_bright_that_colours_are_blown_out(
    hertz: int, seed: int, most: int
) -> None:
    shown = simulated_table("ascent", seed=seed)
    for number, place in enumerate(shown.layout.places[:14]):
        shown.lay(place.name, f"red-{number % 12 + 1}", place.name)
    shown.gain, shown.flicker = 1.25, Flicker(hertz)
    motion = settled(shown.grey())
    for step in range(12):
        glance = motion.glance(shown.grey(), step / 10)
        assert len(glance.moving | glance.changed) <= most


@pytest.mark.parametrize(
    "arm", [np.s_[120:160, :270], np.s_[120:160, 200:], np.s_[90:, 220:270]], ids=["left", "right", "below"]
)
@pytest.mark.parametrize("lamp", [Flicker(depth=0.0), Flicker()], ids=["steady", "flickering"])
def test_an_arm_is_seen_although_rows_are_evened(arm: tuple[slice, slice], lamp: Flicker) -> None:
    rng = np.random.default_rng(8)
    motion = settled(lamp.light(table(rng, 2), 0.1))
    with_arm = table(rng, 2)
    with_arm[arm] = 170
    glance = motion.glance(lamp.light(with_arm, 0.234), 0.1)
    rows, columns = (range(*part.indices(side)) for part, side in zip(arm, SHAPE, strict=True))
    middle = (columns[len(columns) // 2] // 15, rows[len(rows) // 2] // 15)
    assert middle in glance.moving & glance.changed


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
    motion.accept(both, motion.glance(both, 0.1).changed - hidden)
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
