"""Setting type: what it costs while the companion runs."""

from companion.screens.painting import load_font
from companion.screens.palette import Weight
from tests.storage.faults import open_files


def test_many_sizes_of_type_hold_no_file_open() -> None:
    load_font(Weight.BOLD, 20)
    before = open_files()
    fonts = [load_font(weight, pixels) for weight in Weight for pixels in range(30, 60)]
    assert not open_files() - before
    assert len({font.size("companion") for font in fonts}) > 30
