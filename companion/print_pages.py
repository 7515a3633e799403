"""Printable sheets in true size: tags, labels, card faces, and the set-up of a game in words and stacks."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.setup import SetupPage, Stack
from companion.locale import Locale
from companion.pdf import BLACK, GREY, PAPERS, Colour, Jpeg, Page, text_width_mm

_MARGIN_MM = 12.0
RULER_MM = 150
_CUT: Colour = (0.6, 0.6, 0.6)
_WOOD: Colour = (0.93, 0.88, 0.8)
_BLUE: Colour = (0.15, 0.38, 0.68)
TINTS: dict[str, Colour] = {  # the screens' colours of the buttons, darker for white words on paper
    "yes": (0.13, 0.55, 0.27),
    "no": (0.75, 0.16, 0.14),
    "next": (0.22, 0.27, 0.3),
    "discard": _BLUE,
    "action": (0.76, 0.5, 0.06),
}
_STROKES = {  # of the signs of three buttons, in millimetres from their middle
    "yes": (((-4.5, 0.3), (-1.2, 3.6), (4.8, -3.6)),),
    "no": (((-3.8, -3.8), (3.8, 3.8)), ((-3.8, 3.8), (3.8, -3.8))),
    "next": (((-5.0, 0.0), (4.2, 0.0)), ((0.8, -4.0), (4.8, 0.0), (0.8, 4.0))),
}
_SHEET_MARGIN_MM = 16.0
_CARD_MM = 15.0
_WORDS_A_LINE = 88
_GROUND = (0.93, 0.95, 0.98)


@dataclass(frozen=True, slots=True)
class TagSheet:
    """What the mat's page needs: the tags' cells (0 is black), their sizes and the mat's, in millimetres."""

    cells: tuple[tuple[tuple[int, ...], ...], ...]
    side_mm: float
    paper_mm: float
    mat_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardSheet:
    """What a deck's pages need to know: the title, the size of a card and the faces with all their copies."""

    title: str
    size_mm: tuple[float, float]
    faces: tuple[Jpeg, ...]


def mat_pages(paper: str, sheet: TagSheet, locale: Locale) -> list[Page]:
    """The tags with a ruler and where to put them; then the labels of the buttons."""
    page = Page(*PAPERS[paper])
    page.text(_MARGIN_MM, 19, locale.say("print.mat-title"), 17, bold=True)
    gap = 8.0
    for index, cells in enumerate(sheet.cells):
        column, row = (0, 1, 1, 0)[index], (0, 0, 1, 1)[index]
        x = _MARGIN_MM + column * (sheet.paper_mm + gap)
        _tag(page, sheet, index, cells, x, 27 + row * (sheet.paper_mm + gap))
    left = _MARGIN_MM + 2 * sheet.paper_mm + gap + 9
    _steps(page, left, 31, page.width_mm - _MARGIN_MM - left, sheet, locale)
    ruler_top = 27 + 2 * sheet.paper_mm + gap + 15
    _ruler(page, _MARGIN_MM, ruler_top, locale)
    _plan(page, sheet, ruler_top + 17, locale)
    return [page, _labels_page(paper, locale)]


def _tag(
    page: Page, sheet: TagSheet, index: int, cells: tuple[tuple[int, ...], ...], x: float, y: float
) -> None:
    """One tag with its cutting line; its number and an arrow stand small at the edge of the white rim."""
    page.rectangle(x, y, sheet.paper_mm, sheet.paper_mm, line=_CUT, dash_mm=1.2)
    rim = (sheet.paper_mm - sheet.side_mm) / 2
    page.rectangle(x + rim, y + rim, sheet.side_mm, sheet.side_mm, fill=BLACK)
    cell = sheet.side_mm / len(cells)
    for row, line in enumerate(cells):
        for column, value in enumerate(line):
            if value:
                page.rectangle(x + rim + column * cell, y + rim + row * cell, cell, cell, fill=(1, 1, 1))
    middle = x + sheet.paper_mm / 2
    page.polygon([(middle - 1.1, y + 2.4), (middle, y + 0.8), (middle + 1.1, y + 2.4)], GREY)
    page.text(middle, y + sheet.paper_mm - 0.9, str(index + 1), 6, colour=GREY, align="middle")


def _steps(page: Page, x: float, y: float, width: float, sheet: TagSheet, locale: Locale) -> None:
    facts = {"length": RULER_MM, "width": f"{sheet.mat_mm[0]:g}", "height": f"{sheet.mat_mm[1]:g}"}
    for step in range(1, 6):
        page.text(x, y, f"{step}", 11, bold=True, colour=_BLUE)
        for line in wrapped(locale.sentences[f"print.mat-{step}"].format(**facts), 9, width - 6):
            page.text(x + 6, y, line, 9)
            y += 4.3
        y += 2.5


def wrapped(words: str, size_pt: float, width_mm: float) -> list[str]:
    """Words broken into lines no wider than this."""
    lines: list[str] = []
    for word in words.split(" "):  # not at no-break spaces
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_mm(longer, size_pt) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _ruler(page: Page, x: float, y: float, locale: Locale) -> None:
    page.line([(x, y), (x + RULER_MM, y)], line_mm=0.3)
    for tick in range(RULER_MM + 1):
        tall = 5.0 if tick % 10 == 0 else 3.6 if tick % 5 == 0 else 2.2
        page.line([(x + tick, y), (x + tick, y - tall)], line_mm=0.15)
        if tick % 10 == 0:
            page.text(x + tick, y - 5.8, str(tick // 10), 7, align="middle")
    page.text(
        x + RULER_MM + 3, y, locale.sentences["print.mat-ruler"].format(length=RULER_MM), 8, colour=GREY
    )


def _plan(page: Page, sheet: TagSheet, top: float, locale: Locale) -> None:
    """The table from above: where each tag goes and how far apart."""
    room = page.height_mm - top - 24
    width = min(130.0, room * sheet.mat_mm[0] / sheet.mat_mm[1])
    height = width * sheet.mat_mm[1] / sheet.mat_mm[0]
    left = (page.width_mm - width) / 2
    side = width * sheet.side_mm / sheet.mat_mm[0] * 1.35
    page.rectangle(left - 15, top - 5, width + 30, height + 12, fill=_WOOD)
    for index, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        x, y = left + column * (width - side), top + row * (height - side)
        page.rectangle(x - 1, y - 1, side + 2, side + 2, fill=(1, 1, 1))
        page.rectangle(x, y, side, side, fill=BLACK)
        page.text(
            x + side / 2, y + side / 2 + 1.5, str(index + 1), 12, bold=True, colour=(1, 1, 1), align="middle"
        )
    _measure(page, (left, top + height + 3), (left + width, top + height + 3), f"{sheet.mat_mm[0]:g} mm")
    _measure(page, (left - 6, top), (left - 6, top + height), f"{sheet.mat_mm[1]:g} mm")
    page.text(
        left + width / 2, top + height / 2 + 1, locale.say("print.mat-table"), 10, colour=GREY, align="middle"
    )
    foot = top + height + 11
    middle = left + width / 2
    page.disc(middle, foot + 2.2, 2.0, GREY)
    page.text(middle + 4, foot + 3.4, locale.say("print.mat-player"), 9, colour=GREY)


def _measure(page: Page, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
    page.line([start, end], TINTS["next"], 0.25)
    flat = start[1] == end[1]
    for (x, y), sign in ((start, 1), (end, -1)):
        tips = [(x, y), (x + sign * 2, y - 0.8), (x + sign * 2, y + 0.8)]
        page.polygon(
            tips if flat else [(x, y), (x - 0.8, y + sign * 2), (x + 0.8, y + sign * 2)], TINTS["next"]
        )
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    wide = text_width_mm(words, 9, True) + 3
    page.rectangle(x - wide / 2, y - 2.4, wide, 4.8, fill=_WOOD)
    page.text(x, y + 1.2, words, 9, bold=True, colour=_BLUE, align="middle")


def _labels_page(paper: str, locale: Locale) -> Page:
    page = Page(*PAPERS[paper])
    page.text(_MARGIN_MM, 19, locale.say("print.labels-title"), 17, bold=True)
    page.text(_MARGIN_MM, 27, locale.say("print.labels-hint"), 10, colour=GREY)
    for index, (name, tint) in enumerate(TINTS.items()):
        _label(page, 36 + index * 32, name, tint, locale)
    return page


def _label(page: Page, y: float, name: str, tint: Colour, locale: Locale) -> None:
    x, width, height = _MARGIN_MM, 92.0, 26.0
    page.rectangle(x, y, width, height, line=_CUT, dash_mm=1.2)
    page.rectangle(x + 2, y + 2, width - 4, height - 4, fill=tint)
    page.disc(x + 14, y + height / 2, 9, (1, 1, 1))
    _draw_sign(page, name, x + 14, y + height / 2, tint)
    page.text(x + 28, y + 14, locale.say(f"print.label-{name}"), 24, bold=True, colour=(1, 1, 1))
    page.text(x + 28, y + 20.5, locale.say(f"print.hint-{name}"), 10, colour=(1, 1, 1))


def _draw_sign(page: Page, name: str, x: float, y: float, tint: Colour) -> None:
    for stroke in _STROKES.get(name, ()):
        page.line([(x + right, y + down) for right, down in stroke], tint, 2.0)
    if name == "discard":
        page.rectangle(x - 5, y - 5, 6.4, 8, fill=tint)
        page.rectangle(x - 1.6, y - 3, 6.4, 8, fill=tint, line=(1, 1, 1), line_mm=0.8)
    elif name == "action":
        turns = [math.pi * corner / 5 for corner in range(10)]
        reach = [6.0 if corner % 2 == 0 else 2.5 for corner in range(10)]
        star = [(x + r * math.sin(t), y - r * math.cos(t)) for t, r in zip(turns, reach, strict=True)]
        page.polygon(star, tint)


def card_pages(paper: str, sheet: CardSheet, locale: Locale) -> list[Page]:
    """All cards in true size, edge to edge, with cutting lines in the margins."""
    width_mm, height_mm = PAPERS[paper]
    columns, rows = grid_on(paper, sheet.size_mm)
    per_page = columns * rows
    groups = [sheet.faces[start : start + per_page] for start in range(0, len(sheet.faces), per_page)]
    pages = []
    for number, faces in enumerate(groups, start=1):
        page = Page(width_mm, height_mm)
        _cards(page, faces, columns, rows, sheet.size_mm)
        facts = {
            "width": f"{sheet.size_mm[0]:g}",
            "height": f"{sheet.size_mm[1]:g}",
            "page": number,
            "pages": len(groups),
        }
        foot = f"{sheet.title}   ·   " + locale.sentences["print.cards-foot"].format(**facts)
        page.text(width_mm / 2, height_mm - 4.2, foot, 7, colour=GREY, align="middle")
        pages.append(page)
    return pages


def grid_on(paper: str, size_mm: tuple[float, float]) -> tuple[int, int]:
    """How many cards fit across and down, with room for the cutting lines."""
    width_mm, height_mm = PAPERS[paper]
    return max(1, int((width_mm - 12) // size_mm[0])), max(1, int((height_mm - 15) // size_mm[1]))


def _cards(page: Page, faces: Sequence[Jpeg], columns: int, rows: int, size: tuple[float, float]) -> None:
    left = (page.width_mm - columns * size[0]) / 2
    top = (page.height_mm - 6 - rows * size[1]) / 2
    for column in range(columns + 1):
        x = left + column * size[0]
        page.line([(x, top - 4.5), (x, top + rows * size[1] + 3.5)], _CUT, 0.1)
    for row in range(rows + 1):
        y = top + row * size[1]
        page.line([(left - 4.5, y), (left + columns * size[0] + 4.5, y)], _CUT, 0.1)
    for index, face in enumerate(faces):
        row, column = divmod(index, columns)
        page.picture(face, left + column * size[0], top + row * size[1], *size)


def setup_sheet(paper: str, title: str, pages: Sequence[SetupPage]) -> list[Page]:
    """All pages of a set-up one below the other, on as many sheets as it takes."""
    sheet = Page(*PAPERS[paper])
    sheet.text(_SHEET_MARGIN_MM, 22, title, 18, bold=True)
    sheets, y = [sheet], 34.0
    for page in pages:
        if y + _height(page) > sheet.height_mm - _SHEET_MARGIN_MM:
            sheet = Page(*PAPERS[paper])
            sheets, y = [*sheets, sheet], 22.0
        y = _draw(sheet, page, y)
    return sheets


def _height(page: SetupPage) -> float:
    lines = sum(len(_wrapped(line)) for line in page.lines)
    return 14 + lines * 6 + (_CARD_MM + 8 if page.stacks else 0)


def _draw(sheet: Page, page: SetupPage, y: float) -> float:
    sheet.text(_SHEET_MARGIN_MM, y, page.title, 13, bold=True)
    y += 7
    for line in page.lines:
        for words in _wrapped(line):
            sheet.text(_SHEET_MARGIN_MM, y, words, 10.5, colour=BLACK)
            y += 6
    if page.stacks:
        _draw_stacks(sheet, page.stacks, y)
        y += _CARD_MM + 8
    return y + 5


def _draw_stacks(sheet: Page, stacks: Sequence[Stack], y: float) -> None:
    step = min(34.0, (sheet.width_mm - 2 * _SHEET_MARGIN_MM) / len(stacks))
    for index, stack in enumerate(stacks):
        x = _SHEET_MARGIN_MM + index * step
        sheet.rectangle(x, y - 3, _CARD_MM, _CARD_MM, fill=_GROUND, line=GREY)
        count = stack.sum
        size = 16 if len(count) < 4 else 11
        sheet.text(x + (_CARD_MM - text_width_mm(count, size, True)) / 2, y + 7, count, size, bold=True)
        sheet.text(x, y + _CARD_MM + 2, stack.label[:20], 8, colour=GREY)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WORDS_A_LINE) or [""]
