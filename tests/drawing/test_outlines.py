"""The fonts' outlines: digits of many fonts, some of them kept from training."""

from pathlib import Path

import numpy as np
import pytest

import drawing
from assets import asset


def painted(font: str, text: str, side: int = 64) -> np.ndarray:
    picture = np.zeros((side, side, 3), np.uint8)
    contours = drawing.placed(drawing.fitted(font, text, (side * 0.8, side * 0.8)), (side / 2, side / 2))
    drawing.fill(picture, contours, (255, 255, 255))
    return picture[..., 0]


def test_every_font_has_all_digits_and_they_differ() -> None:
    for font in drawing.all_fonts():
        shapes = [painted(font.name, digit) for digit in "0123456789"]
        assert all(0.01 < (shape > 127).mean() < 0.75 for shape in shapes), font.name
        assert len({shape.tobytes() for shape in shapes}) == 10, font.name


def test_held_out_fonts_are_never_training_fonts() -> None:
    training, kept = ({font.name for font in drawing.fonts(held_out)} for held_out in (False, True))
    assert not training & kept
    assert len(training) > 200
    assert len(kept) > 50
    families = [{name.split()[0] for name in names} for names in (training, kept)]
    assert not families[0] & families[1]


def test_every_font_is_listed_with_a_licence_that_lies_beside() -> None:
    lines = asset("fonts/FONTS.txt").read_text(encoding="utf-8").splitlines()[2:]
    listed = {line.split(" | ")[0]: line.split(" | ")[1] for line in lines}
    assert set(listed) == {font.name for font in drawing.all_fonts()}
    for licence in set(listed.values()):
        assert Path(asset(f"fonts/{licence}.txt")).stat().st_size > 1000


def test_the_outlines_stay_small() -> None:
    assert asset("fonts/glyphs.npz").stat().st_size < 1_500_000


@pytest.mark.parametrize("text", ["0", "8", "10", "47"])
def test_text_fills_its_box(text: str) -> None:
    width, height = drawing.ink_size(drawing.fitted(drawing.DEFAULT, text, (90, 40)))
    assert width <= 90.01
    assert height <= 40.01
    assert width == pytest.approx(90, abs=0.1) or height == pytest.approx(40, abs=0.1)


def test_a_zero_keeps_its_hole() -> None:
    zero = painted("Lato Regular", "0")
    assert zero[32, 32] == 0
    assert zero.max() == 255


def test_a_half_turn_makes_a_six_of_a_nine_upside_down() -> None:
    upright = painted("Lato Black", "6", 65)
    turned = np.zeros((65, 65, 3), np.uint8)
    contours = drawing.fitted("Lato Black", "6", (65 * 0.8, 65 * 0.8))
    drawing.fill(turned, drawing.placed(contours, (32.5, 32.5), 180), (255, 255, 255))
    assert np.abs(upright.astype(int) - turned[::-1, ::-1, 0]).mean() < 8
