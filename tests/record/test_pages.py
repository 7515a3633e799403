"""Pages, charts and tables: they hold what they should, need nothing from outside, and are well-formed."""

import base64
import csv
import io
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games import load_game
from companion.games.ascent.events import Discard
from companion.games.events import Note, Undo
from companion.games.values import Outcome
from companion.games.view import Cell, TableView
from companion.locale import load_locale
from companion.record.figures import compute_figures, make_stats_page, write_stats
from companion.record.history import GameHistory, read_history
from companion.record.index import Index
from companion.record.page import (
    MOST_PICTURE_BYTES,
    Bar,
    Series,
    draw_bars,
    draw_lines,
    draw_table,
    levels,
    make_page,
)
from companion.record.summary import guard, make_sheets, write_csv
from tests.record.shelf import MISTAKE, MONDAY, OPENING, fill, keep

VOID = {"meta", "img", "rect", "line", "circle", "br"}
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Balanced(HTMLParser):
    """Counts every element and notices one that is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        for name, value in attrs:
            if name in ("src", "href") and value and not value.startswith("data:"):
                self.outside.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def history(tmp_path: Path) -> GameHistory:
    header = {"players": ["Ann <b>", "Béa & Co"], "modules": ["goats"]}
    return read_history(keep(tmp_path, MONDAY, header, [*OPENING, MISTAKE, MISTAKE]))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_is_whole_and_needs_nothing_from_outside(history: GameHistory, language: str) -> None:
    text = make_page(history, load_locale(language))
    page = Balanced(text)
    assert page.open == []
    assert page.outside == []
    assert "url(" not in text
    assert "<script" not in text
    assert "Ann &lt;b&gt;" in text
    assert "Ann <b>" not in text
    assert f'lang="{language}"' in text


def test_a_page_shows_the_course_the_mistakes_and_the_table(history: GameHistory) -> None:
    locale = load_locale("en")
    text = make_page(history, locale)
    assert text.count('<tr class="illegal">') == 2
    assert text.count('<tr class="legal">') == 2
    assert locale.why("ascent", history.events[2].verdict.breaks) in text
    assert 'class="table"' in text
    assert "no support below" in text
    assert "<strong>2</strong><span>illegal placements caught</span>" in text


@pytest.mark.parametrize("ending", [".png", ".jpg"])
def test_a_picture_beside_the_record_is_put_into_the_page(history: GameHistory, ending: str) -> None:
    history.path.with_suffix(ending).write_bytes(PIXEL)
    text = make_page(history, load_locale("en"))
    assert base64.b64encode(PIXEL).decode() in text
    assert 'class="table"' not in text


def test_a_damaged_record_is_told_on_its_page(history: GameHistory) -> None:
    history.path.write_bytes(history.path.read_bytes().replace(b"blue-6", b"blue-7"))
    text = make_page(read_history(history.path), load_locale("en"))
    assert "damaged from line 3" in text


def test_a_game_without_an_event_has_a_page(tmp_path: Path) -> None:
    history = read_history(keep(tmp_path, MONDAY, {"players": ["Ann"]}, []))
    assert Balanced(make_page(history, load_locale("fr"))).open == []


def test_the_sheet_counts_turns_discards_mistakes_and_time(history: GameHistory) -> None:
    (sheet,) = make_sheets(history, load_locale("en"))
    assert sheet.rows[0][:5] == ["Ann <b>", "1", "0", "2", "60 s"]
    assert sheet.rows[1][:5] == ["Béa & Co", "1", "1", "0", "20 s"]


def test_what_was_taken_back_is_no_turn_and_struck_out(tmp_path: Path) -> None:
    events = [OPENING[0], Discard(), Undo(), Note(text="rain"), OPENING[1]]
    history = read_history(keep(tmp_path, MONDAY, {"players": ["Ann", "Béa"]}, events))
    assert [step.undone for step in history.events] == [False, True, False, False, False]
    assert [step.is_turn for step in history.events] == [True, False, False, False, True]
    (sheet,) = make_sheets(history, load_locale("en"))
    assert [row[1:4] for row in sheet.rows] == [["1", "0", "0"], ["1", "1", "0"]]
    assert make_page(history, load_locale("en")).count('<tr class="undone">') == 1


def test_the_table_of_events_is_csv(history: GameHistory) -> None:
    rows = list(csv.DictReader(io.StringIO(write_csv(history, load_locale("en")))))
    assert [row["do"] for row in rows] == ["place"] * 4
    assert [row["legal"] for row in rows] == ["yes", "yes", "no", "no"]
    assert rows[2]["rules"] == "support"
    assert rows[0]["time"] == f"{MONDAY + 20:.3f}"
    assert rows[1]["player"] == "Béa & Co"


@pytest.mark.parametrize(
    ("text", "safe"),
    [("=1+1", "'=1+1"), (" @SUM(1)", "' @SUM(1)"), ("\r=1", "' =1"), ("Ann", "Ann"), ("", ""), ("\0", "")],
)
def test_a_spreadsheet_is_not_given_formulas(text: str, safe: str) -> None:
    assert guard(text) == safe


def test_no_cell_of_the_table_is_a_formula(tmp_path: Path) -> None:
    players = ["=cmd|' /C calc'!A0", "@SUM(A1)"]
    history = read_history(keep(tmp_path, MONDAY, {"players": players}, OPENING))
    rows = list(csv.reader(io.StringIO(write_csv(history, load_locale("en")))))
    assert sum(cell.startswith("'") for row in rows for cell in row) == 6
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "@")]


def test_a_page_allows_nothing_from_outside_and_no_scripts(history: GameHistory) -> None:
    page = make_page(history, load_locale("en"))
    head = page[: page.index("<title>")]
    assert "default-src 'none'; img-src data:; style-src 'unsafe-inline'" in head
    assert "<script" not in page


def test_a_page_holds_no_control_characters(tmp_path: Path) -> None:
    header = {"players": ["An\0n", "B\x1b[31m"]}
    page = make_page(read_history(keep(tmp_path, MONDAY, header, OPENING)), load_locale("en"))
    assert not [sign for sign in page if ord(sign) < 32 and sign != "\n"]
    assert "An\ufffdn" in page


def test_a_picture_too_large_for_a_page_is_left_out(history: GameHistory) -> None:
    with history.path.with_suffix(".png").open("wb") as file:
        file.truncate(MOST_PICTURE_BYTES + 1)
    assert "<img" not in make_page(history, load_locale("en"))


def test_the_figures_have_a_page_and_lines(tmp_path: Path) -> None:
    fill(tmp_path)
    figures = compute_figures(Index(tmp_path).games())
    for language in ("en", "fr"):
        locale = load_locale(language)
        page = Balanced(make_stats_page(figures, locale))
        assert page.open == []
        assert page.seen.count("svg") == 6
        assert len(write_stats(figures, locale)) > 20


def test_charts_are_well_formed_drawings() -> None:
    bars = draw_bars("a < b", [Bar("Ann & Ben", 3, "3"), Bar("Cem", 0, "0")])
    lines = draw_lines("t", [Series("Ann", [(0, 0), (1, 5)]), Series("Ben", [])], "x", "y")
    for text in (bars, lines, draw_bars("none", [])):
        assert ElementTree.fromstring(text).tag == "svg"  # noqa: S314 (our own text)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 4, [0, 1, 2, 3, 4]),
        (0, 22, [0, 5, 10, 15, 20, 25]),
        (-7, 30, [-10, 0, 10, 20, 30]),
        (0, 1, [0, 1]),
    ],
)
def test_the_grid_has_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert levels(low, high) == expected


@pytest.mark.parametrize(
    ("game", "variant", "places"),
    [
        ("ascent", "standard", 45),
        ("tranquility", "standard", 36),
        ("tranquility", "pyramid", 36),
        ("tranquility", "high-arch", 40),
    ],
)
def test_every_place_of_the_rows_is_drawn(game: str, variant: str, places: int) -> None:
    table = TableView(game, (), None, Outcome.OPEN, load_game(game).boards[variant])
    assert draw_table(table, load_game(game).art.face, "t").count("<rect") == places


def test_the_end_that_lies_up_is_drawn() -> None:
    game = load_game("tranquility")
    cells = (Cell("1.1", "island-3", sign="sun"), Cell("1.2", "island-5", sign="moon"))
    drawn = draw_table(
        TableView(game.name, (), None, Outcome.OPEN, game.boards["standard"], cells), game.art.face, "t"
    )
    assert "3☀" in drawn
    assert "5☾" in drawn
