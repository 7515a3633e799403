"""What the comparison of two commits tells, on folders made by hand."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.compare import _cards_read, _differences


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("one", "other"):
        (tmp_path / name / "judge").mkdir(parents=True)
        (tmp_path / name / "judge" / "game.txt").write_text("legal\nillegal\n")
        cv2.imwrite(str(tmp_path / name / "screen.png"), np.zeros((10, 10, 3), np.uint8))
    return tmp_path / "one", tmp_path / "other"


def test_the_same_on_both_sides_is_nothing_to_tell(sides: tuple[Path, Path]) -> None:
    assert list(_differences(*sides)) == []


def test_a_line_that_differs_is_shown(sides: tuple[Path, Path]) -> None:
    (sides[1] / "judge" / "game.txt").write_text("legal\nlegal\n")
    assert list(_differences(*sides)) == ["judge/game.txt: 2 lines", "    -illegal", "    +legal"]


def test_pixels_that_differ_are_counted(sides: tuple[Path, Path]) -> None:
    picture = np.zeros((10, 10, 3), np.uint8)
    picture[0, :5] = 9
    cv2.imwrite(str(sides[1] / "screen.png"), picture)
    assert list(_differences(*sides)) == ["screen.png: 5.00% of the pixels"]


def test_what_only_one_side_has_is_named(sides: tuple[Path, Path]) -> None:
    (sides[1] / "new.txt").write_text("")
    (sides[0] / "screen.png").unlink()
    told = ["new.txt: only in the second", "screen.png: only in the second"]
    assert list(_differences(*sides)) == told


def test_of_a_read_picture_the_cards_and_their_places_count() -> None:
    answer = (
        '{"cards": [{"card": "red-2", "place": "1.2", "turn_degrees": 3.1}, {"card": null, "place": "1.1"}]}'
    )
    assert _cards_read(answer) == "1.1 None\n1.2 red-2\n"
    assert _cards_read("no such picture") == "no such picture"
