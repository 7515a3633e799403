"""The set-up of a game on paper: pages of words and cards to draw come in, a printable sheet goes out."""

import textwrap
from collections.abc import Sequence

from companion.games.setup import SetupPage, Stack
from companion.pdf import BLACK, GREY, PAPERS, Page, text_width_mm

_MARGIN_MM = 16.0
CARD_MM = 15.0
_WORDS_A_LINE = 88
_GROUND = (0.93, 0.95, 0.98)


def setup_sheet(paper: str, title: str, pages: Sequence[SetupPage]) -> list[Page]:
    """All pages of a set-up one below the other, on as many sheets as it takes."""
    sheet = Page(*PAPERS[paper])
    sheet.text(_MARGIN_MM, 22, title, 18, bold=True)
    sheets, y = [sheet], 34.0
    for page in pages:
        if y + _height(page) > sheet.height_mm - _MARGIN_MM:
            sheet = Page(*PAPERS[paper])
            sheets, y = [*sheets, sheet], 22.0
        y = _draw(sheet, page, y)
    return sheets


def _height(page: SetupPage) -> float:
    lines = sum(len(_wrapped(line)) for line in page.lines)
    return 14 + lines * 6 + (CARD_MM + 8 if page.stacks else 0)


def _draw(sheet: Page, page: SetupPage, y: float) -> float:
    sheet.text(_MARGIN_MM, y, page.title, 13, bold=True)
    y += 7
    for line in page.lines:
        for words in _wrapped(line):
            sheet.text(_MARGIN_MM, y, words, 10.5, colour=BLACK)
            y += 6
    if page.stacks:
        _draw_stacks(sheet, page.stacks, y)
        y += CARD_MM + 8
    return y + 5


def _draw_stacks(sheet: Page, stacks: Sequence[Stack], y: float) -> None:
    step = min(34.0, (sheet.width_mm - 2 * _MARGIN_MM) / len(stacks))
    for index, stack in enumerate(stacks):
        x = _MARGIN_MM + index * step
        sheet.rectangle(x, y - 3, CARD_MM, CARD_MM, fill=_GROUND, line=GREY)
        count = stack.sum
        size = 16 if len(count) < 4 else 11
        sheet.text(x + (CARD_MM - text_width_mm(count, size, True)) / 2, y + 7, count, size, bold=True)
        sheet.text(x, y + CARD_MM + 2, stack.label[:20], 8, colour=GREY)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WORDS_A_LINE) or [""]
