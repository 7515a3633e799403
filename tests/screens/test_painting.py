"""Setting type: what it costs while the companion runs."""

import pytest

from companion.screens.painting import load_font, measure
from companion.screens.palette import Weight
from tests.storage.faults import open_files


def test_many_sizes_of_type_hold_no_file_open() -> None:
    load_font(Weight.BOLD, 20)
    before = open_files()
    fonts = [load_font(weight, pixels) for weight in Weight for pixels in range(30, 60)]
    assert not open_files() - before
    assert len({font.size("companion") for font in fonts}) > 30


@pytest.mark.parametrize("weight", Weight)
def test_two_words_stay_apart_where_the_font_draws_an_a_below_the_other(weight: Weight) -> None:
    gap = measure("À Ann", weight, 40) - measure("À", weight, 40) - measure("Ann", weight, 40)
    assert gap > 0.75 * measure(" ", weight, 40)
