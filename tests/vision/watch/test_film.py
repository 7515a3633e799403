"""A real hand on a real film: no look while it is in the picture, and every card that it laid is noticed soon.

The film is test data beside the project (its README says what happens in it) and is no part of it: where it is
not there, neither is this test.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.frames import shrink
from vision.watch.motion import Motion
from vision.watch.settle import Cells, Phase, SettleDetector

FILM = Path(__file__).resolve().parents[4] / "shared" / "films" / "codenames.gif"
CROP = np.s_[100:400, 14:384]  # the table with a margin
CARD_X, CARD_Y = (66, 128, 195, 260, 327), (166, 211, 258, 305, 352)  # middles of columns and rows
HALF_CARD = (22, 13)
CELL_PX, FRAMES_A_SECOND = 15, 10
HANDS = ((17, 28), (31, 38), (75, 83), (103, 109), (131, 135), (142, 145))  # first and last frame of each
LAID = {
    (0, 1): 38,
    (1, 1): 38,
    (2, 0): 83,
    (4, 2): 109,
    (3, 4): 135,
}  # row, column: when it lay without a hand
NOTICED = 0.65  # of a card's middle; that of one that the hand pushed a little comes to 0.58


@dataclass(frozen=True)
class Look:
    frame: int
    changed: Cells


def watch_film() -> list[Look]:
    """Every look that the film gives rise to, each followed by a reading."""
    film, motion, looks = cv2.VideoCapture(str(FILM)), Motion(), list[Look]()
    watch: SettleDetector | None = None
    for frame in range(round(film.get(cv2.CAP_PROP_FRAME_COUNT))):
        grey = shrink(np.ascontiguousarray(film.read()[1][CROP]))
        glance = motion.glance(grey, frame / FRAMES_A_SECOND)
        watch = (watch or SettleDetector(motion.grid(grey))).after(glance)
        if watch.look is not None:
            looks.append(Look(frame, watch.look.changed))
            read = watch.look.changed | watch.look.touched
            motion.accept(grey, read if watch.look.hand else None)
            watch = watch.when_read(read)
        elif watch.phase is Phase.STILL:
            motion.refresh(grey)
    return looks


def share_of(row: int, column: int, cells: Cells) -> float:
    """How much of a card's middle lies on these cells."""
    (x, y), (half_x, half_y) = (CARD_X[column] - 14, CARD_Y[row] - 100), HALF_CARD
    across, down = range(x - half_x, x + half_x + 1, 4), range(y - half_y, y + half_y + 1, 4)
    inside = [(u // CELL_PX, v // CELL_PX) in cells for u in across for v in down]
    return sum(inside) / len(inside)


if FILM.exists():

    def test_a_real_hand_is_waited_for_and_what_it_laid_is_noticed_within_a_second() -> None:
        first, *looks = watch_film()
        assert first.frame < HANDS[0][0]
        under_a_hand = [look.frame for look in looks if any(start < look.frame < end for start, end in HANDS)]
        assert under_a_hand == []
        noticed = {
            (row, column, look.frame)
            for look in looks
            for row in range(5)
            for column in range(5)
            if share_of(row, column, look.changed) >= NOTICED
        }
        expected = {
            (row, column, look.frame)
            for (row, column), left in LAID.items()
            for look in looks
            if left < look.frame <= left + FRAMES_A_SECOND
        }
        assert noticed <= expected
        assert {(row, column) for row, column, _ in noticed} == set(LAID)
