"""The PDF writer: true sizes, every object where the table of contents has it, words in both languages."""

import re
import zlib

import pytest

from companion.locale import LANGUAGES, load_locale
from companion.pdf import PAPERS, POINTS, Jpeg, Page, text_width_mm, write_pdf
from companion.print_pages import RULER_MM, CardSheet, TagSheet, card_pages, grid_on, mat_pages, wrapped

CELLS = tuple(
    tuple(tuple((row + column + tag) % 2 for column in range(6)) for row in range(6)) for tag in range(4)
)
TAGS = TagSheet(CELLS, 40.0, 56.0, (900.0, 500.0))


def objects(data: bytes) -> dict[int, bytes]:
    """The file's objects, found through its cross-reference table as a reader does."""
    start = int(data[data.rindex(b"startxref") :].split()[1])
    lines = data[start:].split(b"\n")
    assert lines[0] == b"xref"
    count = int(lines[1].split()[1])
    found = {}
    for number in range(1, count):
        offset = int(lines[2 + number].split()[0])
        assert data[offset:].startswith(b"%d 0 obj\n" % number)
        found[number] = data[offset : data.index(b"endobj", offset)]
    return found


def marks(page: Page) -> str:
    return "\n".join(page.marks)


def test_a_file_holds_its_pages_in_true_size() -> None:
    data = write_pdf([Page(210, 297), Page(215.9, 279.4)], "Two (pages)")
    assert data.startswith(b"%PDF-1.4")
    assert data.endswith(b"%%EOF\n")
    parts = objects(data)
    boxes = [re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", part) for part in parts.values()]
    sizes = [(float(box[1]), float(box[2])) for box in boxes if box]
    assert sizes == [pytest.approx((595.276, 841.89), abs=0.01), pytest.approx((612, 792), abs=0.01)]
    assert b"/PrintScaling /None" in parts[1]
    assert b"Two \\(pages\\)" in data


def test_shapes_are_measured_in_millimetres_from_the_top() -> None:
    page = Page(100, 100)
    page.rectangle(10, 20, 30, 40, fill=(1, 0, 0))
    numbers = [float(word) for word in marks(page).split()[4:8]]
    assert numbers == pytest.approx([10 * POINTS, 40 * POINTS, 30 * POINTS, 40 * POINTS], abs=0.001)


def test_a_picture_used_often_is_stored_once() -> None:
    jpeg = Jpeg(b"\xff\xd8 not really \xff\xd9", 10, 10)
    pages = []
    for _ in range(3):
        page = Page(100, 100)
        page.picture(jpeg, 0, 0, 50, 50)
        page.picture(jpeg, 50, 50, 50, 50)
        pages.append(page)
    data = write_pdf(pages, "pictures")
    assert data.count(b"/DCTDecode") == 1
    assert data.count(jpeg.data) == 1


def test_words_keep_their_accents() -> None:
    page = Page(100, 100)
    page.text(10, 10, "Étiquettes (à couper) ’", 12)
    stream = next(part for part in objects(write_pdf([page], "é")).values() if b"FlateDecode" in part)
    content = zlib.decompress(stream[stream.index(b"stream\n") + 7 : stream.rindex(b"\nendstream")])
    assert "Étiquettes \\(à couper\\) ’".encode("cp1252") in content


@pytest.mark.parametrize(("align", "left"), [("left", 50.0), ("middle", None), ("right", None)])
def test_words_are_aligned(align: str, left: float | None) -> None:
    page = Page(100, 100)
    page.text(50, 10, "yes", 20, align=align)
    x = float(marks(page).split(" Tf ")[1].split()[0]) / POINTS
    wide = text_width_mm("yes", 20)
    assert x == pytest.approx({"left": 50, "middle": 50 - wide / 2, "right": 50 - wide}[align], abs=0.01)


def test_text_width() -> None:
    assert text_width_mm("0000", 10) == pytest.approx(4 * 0.556 * 10 / POINTS)
    assert text_width_mm("é", 10) == text_width_mm("e", 10)


def test_lines_are_broken_between_words() -> None:
    lines = wrapped("one two three four five six seven", 10, 25)
    assert " ".join(lines) == "one two three four five six seven"
    assert len(lines) > 2
    assert all(text_width_mm(line, 10) <= 25 for line in lines)


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_mat_pages_is_on_the_paper(paper: str, language: str) -> None:
    width, height = PAPERS[paper]
    for page in mat_pages(paper, TAGS, load_locale(language)):
        for mark in page.marks:
            box = re.search(r"([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re [fSB]", mark)
            if box:
                x, y, wide, tall = (float(word) / POINTS for word in box.groups())
                assert 0 <= x <= x + wide <= width
                assert 0 <= y <= y + tall <= height
            text = re.search(r"/F(\d) ([\d.]+) Tf ([\d.]+) ([\d.-]+) Td \((.*)\) Tj", mark)
            if text:
                end = float(text[3]) / POINTS + text_width_mm(
                    text[5].replace("\\", ""), float(text[2]), text[1] == "2"
                )
                assert end <= width - 4, text[5]
                assert float(text[4]) / POINTS >= 3, text[5]


def test_the_tags_and_the_ruler_are_true_size() -> None:
    page = mat_pages("a4", TAGS, load_locale("en"))[0]
    squares = [mark for mark in page.marks if mark.startswith("0.000 0.000 0.000 rg") and " re" in mark]
    sizes = [[float(word) / POINTS for word in mark.split(" re")[0].split()[-2:]] for mark in squares]
    assert sizes.count(pytest.approx([40.0, 40.0], abs=0.01)) == 4  # type: ignore[comparison-overlap]
    ruler = next(mark for mark in page.marks if mark.endswith("l S") and "0.850 w" in mark)
    numbers = [float(word) / POINTS for word in re.findall(r"([\d.]+) [\d.]+ [ml]", ruler)]
    assert numbers[1] - numbers[0] == pytest.approx(RULER_MM, abs=0.01)


@pytest.mark.parametrize(
    ("paper", "size", "grid"),
    [
        ("a4", (63.0, 63.0), (3, 4)),
        ("letter", (63.0, 63.0), (3, 4)),
        ("a4", (63.0, 88.0), (3, 3)),
        ("letter", (63.0, 88.0), (3, 3)),
        ("a4", (56.0, 56.0), (3, 5)),
        ("letter", (56.0, 56.0), (3, 4)),
    ],
)
def test_how_many_cards_fit(paper: str, size: tuple[float, float], grid: tuple[int, int]) -> None:
    assert grid_on(paper, size) == grid


@pytest.mark.parametrize("count", [1, 12, 13, 85])
def test_every_card_is_printed_in_true_size(count: int) -> None:
    faces = tuple(Jpeg(b"%d" % index, 10, 10) for index in range(count))
    pages = card_pages("a4", CardSheet("Deck", (63.0, 63.0), faces), load_locale("fr"))
    drawn = [mark for page in pages for mark in page.marks if " Do Q" in mark]
    assert len(drawn) == count
    assert len(pages) == -(-count // 12)
    for mark in drawn:
        width, _, _, height, x, y = (float(word) / POINTS for word in mark.split()[1:7])
        assert (width, height) == pytest.approx((63, 63), abs=0.001)
        assert 4 < x < 210 - 63 - 4
        assert 6 < y < 297 - 63 - 4
