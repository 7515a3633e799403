"""When to look: sequences of glances come in as small pictures of time, looks are counted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.watch.settings import SETTINGS
from vision.watch.settle import NONE, Cells, MotionReport, Phase, SettleDetector, find_hand, parts

GRID = (32, 18)
CARD = frozenset({(10, 10), (11, 10), (10, 11), (11, 11)})
OTHER = frozenset({(20, 5), (21, 5)})
ARM = frozenset((x, y) for x in range(9, 13) for y in range(9, 18))
ALL = frozenset((x, y) for x in range(32) for y in range(18))


def watch_through(
    *steps: tuple[float, Cells, Cells], lights: dict[float, float] | None = None
) -> list[SettleDetector]:
    """The watch after each (seconds, moving, changed)."""
    watch, seen = SettleDetector(GRID), []
    for seconds, moving, changed in steps:
        watch = watch.after(MotionReport(seconds, moving, changed), (lights or {}).get(seconds))
        seen.append(watch)
    return seen


def frames(start: float, end: float, moving: Cells, changed: Cells) -> list[tuple[float, Cells, Cells]]:
    """Ten glances a second."""
    return [(round(start + step / 10, 1), moving, changed) for step in range(round((end - start) * 10))]


def looks(watches: list[SettleDetector]) -> list[Cells]:
    return [watch.look.changed for watch in watches if watch.look is not None]


def test_nothing_happens() -> None:
    seen = watch_through(*frames(0, 5, NONE, NONE))
    assert looks(seen) == []
    assert all(watch.phase is Phase.STILL for watch in seen)


def test_a_card_is_looked_at_once_after_the_hand_has_left() -> None:
    seen = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 4, NONE, CARD))
    assert looks(seen) == [CARD]


def test_what_was_read_and_changes_without_moving_is_looked_at_again() -> None:
    """A lamp is switched just when a card was read: on its bright face the light differs more."""
    watch = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 2, NONE, CARD))[-1].when_read(ARM | CARD)
    light = frozenset({(10, 10)})
    later = [watch := watch.after(MotionReport(seconds, NONE, light)) for seconds in (2.0, 2.1, 2.2)]
    assert looks(later) == [light]


def test_a_hand_that_rests_beside_what_was_read_asks_for_nothing() -> None:
    watch = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 2, NONE, ARM | OTHER))[-1].when_read(OTHER)
    later = [watch := watch.after(MotionReport(seconds, NONE, ARM)) for seconds in (2.0, 2.1, 2.2)]
    assert looks(later) == []


def test_an_arm_as_grey_as_the_table_that_falls_apart_as_it_rests_is_still_whole() -> None:
    """Of an arm on wood only the hand and the sleeve were seen: the card under the hand was read as gone."""
    seen = frozenset(cell for cell in ARM if cell[1] not in (12, 13))
    resting = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 3, NONE, seen | OTHER))
    assert looks(resting) == [OTHER]
    long = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 6, NONE, seen | OTHER))
    assert [each.look.rests for each in long if each.look is not None][-1] == seen
    left = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 1.3, NONE, seen), *frames(1.3, 3, NONE, CARD))
    assert looks(left) == [CARD]


def test_the_look_comes_when_the_table_has_settled() -> None:
    watch = SettleDetector(GRID)
    times = []
    for seconds, moving, changed in [*frames(0, 1, ARM, ARM), *frames(1, 3, NONE, CARD)]:
        watch = watch.after(MotionReport(seconds, moving, changed))
        times += [seconds] if watch.look else []
    assert times == [pytest.approx(1 + SETTINGS.settle_seconds)]


@pytest.mark.parametrize("pause", [step / 10 for step in range(1, 4)])
def test_no_look_while_it_moves_again_and_again(pause: float) -> None:
    steps = []
    for start in range(10):
        steps += frames(start, start + 1 - pause, ARM, ARM) + frames(start + 1 - pause, start + 1, NONE, CARD)
    assert looks(watch_through(*steps)) == []


def test_a_resting_hand_hides_what_lies_under_it() -> None:
    seen = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 4, NONE, ARM | OTHER))
    assert looks(seen) == [OTHER]
    assert seen[-1].phase is Phase.COVERED
    assert seen[-1].hand == ARM


def test_a_resting_hand_alone_asks_for_nothing() -> None:
    """But for one glance at the tags: it may be the camera that moved."""
    assert looks(watch_through(*frames(0, 1, ARM, ARM), *frames(1, 4, NONE, ARM))) == [NONE]


def test_a_resting_arm_stays_one_when_bands_of_light_cut_it_off_from_the_edge() -> None:
    cut_off = frozenset(cell for cell in ARM if cell[1] < 16)
    course = [(1 + step / 10, NONE, cut_off if step % 2 else ARM) for step in range(30)]
    assert looks(watch_through(*frames(0, 1, ARM, ARM), *course)) == [NONE]


def test_what_rests_for_long_is_looked_at_once() -> None:
    """It may be a lamp's light or a cup; if it is an arm, the reader will say that it hides the place."""
    seen = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 11, NONE, ARM))
    assert looks(seen) == [NONE, ARM]


def test_what_rests_for_long_may_still_be_a_hand_until_it_moves() -> None:
    steps = [
        *frames(0, 1, ARM, ARM),
        *frames(1, 6, NONE, ARM),
        *frames(6, 7, OTHER, OTHER),
        *frames(7, 8, NONE, OTHER),
        *frames(8, 9, ARM, ARM),
        *frames(9, 10, NONE, CARD),
    ]
    seen = [watch.look for watch in watch_through(*steps) if watch.look is not None]
    assert [(look.changed, look.rests) for look in seen] == [
        (NONE, NONE),
        (ARM, ARM),
        (OTHER, ARM),
        (CARD, NONE),
    ]


def test_after_a_resting_hand_leaves_the_card_is_looked_at() -> None:
    steps = [
        *frames(0, 1, ARM, ARM),
        *frames(1, 11, NONE, ARM),
        *frames(11, 12, ARM, ARM),
        *frames(12, 14, NONE, CARD),
    ]
    assert looks(watch_through(*steps)) == [NONE, ARM, CARD]


def test_light_switched_on_is_a_look_at_everything() -> None:
    seen = watch_through(*frames(0, 1, ALL, ALL), *frames(1, 3, NONE, ALL))
    assert [watch.look.everything for watch in seen if watch.look] == [True]


def test_our_own_lights_do_not_count() -> None:
    steps = frames(0, 0.3, CARD, CARD)
    seen = watch_through(*steps, lights={seconds: 0.0 for seconds, _, _ in steps})
    assert all(watch.phase is Phase.STILL for watch in seen)


def test_a_light_change_long_ago_is_forgotten() -> None:
    seen = watch_through((5.0, CARD, CARD), lights={5.0: 1.0})
    assert seen[0].phase is Phase.MOVING


def test_a_second_card_is_a_second_look() -> None:
    steps = [*frames(0, 2, NONE, CARD), *frames(2, 3, ARM, ARM | CARD), *frames(3, 5, NONE, CARD | OTHER)]
    assert looks(watch_through(*steps)) == [CARD, CARD | OTHER]


def test_a_change_that_grows_without_motion_is_looked_at_again() -> None:
    assert looks(watch_through(*frames(0, 2, NONE, CARD), *frames(2, 4, NONE, CARD | OTHER))) == [
        CARD,
        CARD | OTHER,
    ]


def test_parts_connect_at_corners() -> None:
    assert len(list(parts(frozenset({(0, 0), (1, 1), (5, 5)})))) == 2


@pytest.mark.parametrize(
    ("cells", "hand"),
    [
        pytest.param(CARD, NONE, id="a-card-in-the-middle"),
        pytest.param(ARM, ARM, id="an-arm"),
        pytest.param(ARM | OTHER, ARM, id="an-arm-and-a-card-apart"),
        pytest.param(frozenset({(0, 0), (1, 0)}), NONE, id="a-flicker-at-the-edge"),
    ],
)
def test_hands_reach_in_from_the_edge(cells: Cells, hand: Cells) -> None:
    assert find_hand(cells, GRID) == hand


CELLS = st.frozensets(st.tuples(st.integers(0, 31), st.integers(0, 17)), max_size=40)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.booleans(), CELLS), max_size=40))
def test_a_look_never_comes_before_the_table_is_still(course: list[tuple[bool, Cells]]) -> None:
    """Whatever happens: between a motion and a look lies the settle time, and no look shows a hand's cells."""
    watch, last_motion = SettleDetector(GRID), float("-inf")
    for step, (moves, changed) in enumerate(course):
        seconds = step / 10
        moving = changed if moves else NONE
        last_motion = seconds if moving else last_motion
        watch = watch.after(MotionReport(seconds, moving, changed))
        if watch.look is not None:
            assert seconds - last_motion >= SETTINGS.settle_seconds
            assert watch.look.changed or watch.look.hand or watch.look.touched
            assert not (watch.look.changed | watch.look.touched) & watch.look.hand


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.booleans(), CELLS), max_size=40))
def test_whatever_was_touched_is_asked_for_until_it_is_read(course: list[tuple[bool, Cells]]) -> None:
    watch, unread = SettleDetector(GRID), set[tuple[int, int]]()
    for step, (moves, changed) in enumerate(course):
        watch = watch.after(MotionReport(step / 10, changed if moves else NONE, changed))
        unread |= changed if moves else NONE
        if watch.look is not None:
            asked = watch.look.changed | watch.look.hand | watch.look.touched
            assert unread <= asked or watch.look.everything
            read = watch.look.changed or watch.look.touched
            watch = watch.when_read(read)
            unread -= read


SHADOW = frozenset((x, y) for x in range(25, 28) for y in range(4, 8))


def stirred(seconds: float, moving: Cells, changed: Cells) -> MotionReport:
    return MotionReport(seconds, moving, changed, faint=True)


def test_a_shadow_elsewhere_keeps_nobody_waiting_and_what_it_touches_waits() -> None:
    watch = watch_through(*frames(0, 1, ARM, ARM))[-1]
    asked = []
    for step in range(10, 20):
        watch = watch.after(stirred(step / 10, SHADOW, SHADOW if asked else CARD | SHADOW))
        if watch.look is not None:
            asked.append((step, watch.look.changed, watch.look.hand))
            watch = watch.when_read(watch.look.changed | watch.look.touched)
    assert asked == [(13, CARD, SHADOW)]
    assert watch.phase is Phase.SETTLING
    later = [watch := watch.after(MotionReport(seconds, NONE, SHADOW)) for seconds in (2.0, 2.1, 2.2, 2.3)]
    assert looks(later) == [SHADOW]


def test_what_a_shadow_joins_is_not_looked_at() -> None:
    """A hand at rest whose fingers stir: all of what has changed with it is under it."""
    inside = frozenset((x, y) for x in range(8, 14) for y in range(6, 12))
    watch = watch_through(*frames(0, 1, inside, inside))[-1]
    tips = frozenset({(8, 6), (9, 6)})
    seen = [watch := watch.after(stirred(step / 10, tips, inside)) for step in range(10, 30)]
    assert looks(seen) == []


def test_what_a_lamp_flickers_on_is_looked_at_in_the_end() -> None:
    """Bands on a card of blown out colours move it time and again: it is read once, and then left alone."""
    watch, asked = watch_through(*frames(0, 1, ARM, ARM))[-1], []
    for step in range(10, 90):
        lit = frozenset({((10, 10), (11, 10), (11, 11), (10, 11))[step // 3 % 4]} if step % 3 else NONE)
        watch = watch.after(stirred(step / 10, lit, NONE if asked else CARD))
        if watch.look is not None and watch.look.changed:
            asked.append((step, watch.look.changed))
        if watch.look is not None:
            watch = watch.when_read(watch.look.changed or watch.look.touched)
    assert asked == [(40, CARD)]


def test_what_an_arm_passed_over_is_looked_at_although_nothing_changed() -> None:
    seen = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 4, NONE, NONE))
    assert [(watch.look.changed, watch.look.touched) for watch in seen if watch.look] == [(NONE, ARM)]


def test_what_was_touched_has_its_turn_after_what_changed() -> None:
    watch = watch_through(*frames(0, 1, ARM, ARM), *frames(1, 2, NONE, CARD))[-1].when_read(CARD)
    later = [watch := watch.after(MotionReport(seconds, NONE, NONE)) for seconds in (2.0, 2.1, 2.2)]
    assert [(each.look.changed, each.look.touched) for each in later if each.look] == [(NONE, ARM - CARD)]
    assert watch.when_read(ARM).after(MotionReport(2.3, NONE, NONE)).phase is Phase.STILL


@settings(max_examples=200, derandomize=True, deadline=None)
@given(CELLS)
def test_parts_are_a_partition(cells: Cells) -> None:
    found = list(parts(cells))
    assert sum(len(part) for part in found) == len(cells)
    assert frozenset().union(*found) == cells


def test_what_an_arm_uncovers_is_no_arm() -> None:
    """A resting arm was taken for the table; when it leaves, what it covered is read and not waited for."""
    watch = SettleDetector(GRID).after(MotionReport(0.0, ARM, ARM))
    for step in range(1, 8):
        watch = watch.after(MotionReport(step / 10, NONE, ARM, uncovered=ARM))
        if watch.look is not None:
            break
    assert watch.look is not None
    assert (watch.look.changed, watch.look.hand) == (ARM, NONE)


def test_noise_at_a_hands_edge_asks_for_no_new_look() -> None:
    watch = SettleDetector(GRID)
    asked = 0
    for step in range(30):
        flickering = ARM if step % 2 else ARM - {(9, 9)}
        watch = watch.after(MotionReport(step / 10, ARM if step == 0 else NONE, flickering))
        asked += watch.look is not None
    assert asked == 1


def test_a_cell_that_flickers_does_not_break_off_the_look_at_what_rests() -> None:
    """The table under a resting arm is read as a whole, however the changed cells come and go meanwhile."""
    more = ARM | {(3, 3)}
    steps = [*frames(0, 4.6, NONE, ARM), *frames(4.6, 5, NONE, more), *frames(5, 6, NONE, ARM)]
    seen = [watch.look for watch in watch_through(*steps) if watch.look is not None]
    assert [(look.changed, look.hand, look.everything) for look in seen[1:]] == [
        (ARM, NONE, True),
        (more, NONE, True),
    ]
