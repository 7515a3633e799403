"""A fourth game goes through the whole house by the ordinary code, and nothing there knows its name."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from companion.cli import main
from companion.games.game import Match
from companion.locale import LANGUAGES, load_locale
from companion.record.history import open_match
from companion.record.session import Session
from companion.screens.navigator import draw_screen
from companion.screens.play import Play
from companion.simulation.dealer import play_out
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.play import Demo, Plan, practice_eye
from companion.simulation.laptop.tabletop import Tabletop
from companion.simulation.samples.making import propose, view_game
from companion.table.practice import simulated_table

SIZES = ((800, 480), (480, 320))
SEED = 3


def header(players: int = 2) -> dict[str, Any]:
    return demo_header("stairs", players)


def opened(*events: dict[str, str]) -> Match:
    match = open_match(1, header())
    for raw in events:
        verdict, match = match.play(match.read_event(raw))
        assert verdict.legal, verdict.rules
    return match


def place(card: int, at: str) -> dict[str, str]:
    return {"do": "place", "card": f"step-{card}", "at": at}


@pytest.mark.usefixtures("stairs")
@pytest.mark.parametrize(
    ("raw", "rules"),
    [
        (place(9, "1.4"), ()),
        (place(9, "1.1"), ("order",)),
        (place(3, "1.3"), ("order",)),
        (place(9, "1.2"), ("occupied",)),
        (place(5, "2.1"), ("deck",)),
        (place(21, "2.1"), ("deck",)),
        (place(9, "3.1"), ("slot",)),
        ({"do": "take-off", "at": "1.2"}, ()),
        ({"do": "take-off", "at": "1.5"}, ("empty",)),
    ],
)
def test_numbers_rise_along_a_flight(raw: dict[str, str], rules: tuple[str, ...]) -> None:
    match = opened(place(5, "1.2"))
    verdict = match.judge(match.read_event(raw))
    assert verdict.rules == rules
    for language in LANGUAGES:
        assert "{" not in load_locale(language).why("stairs", verdict.breaks)


@pytest.mark.usefixtures("stairs")
def test_a_game_is_played_by_real_cards_to_its_end() -> None:
    for seed in range(5):
        match = open_match(1, header(1 + seed % 4))
        for event in play_out(match, Random(seed)):
            match = match.play(event)[1]
        assert match.standing.winners
        assert sum(match.standing.scores.values()) <= 10


@pytest.mark.usefixtures("stairs")
def test_rendered_tables_are_read_proposed_confirmed_and_recorded(tmp_path: Path) -> None:
    """From the hand over the rendered table to the record, which is what was really played, and resumes."""
    told: list[str] = []
    plan = Plan(header(), SEED, 5, size_px=(1280, 720))
    demo = Demo(plan, tmp_path, practice_eye, told.append, load_locale("fr"))
    result = demo.run()
    assert result.problems == []
    assert len(result.truth.events) == 5
    assert any("pose la marche" in line for line in told)
    demo.session.close()
    with Session.resume(demo.session.path) as again:
        assert again.match.state == demo.people.match.state


@pytest.mark.usefixtures("stairs")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_screen_shows_the_stairs_and_why_not(language: str, size: tuple[int, int]) -> None:
    locale, match = load_locale(language), opened(place(5, "1.2"), place(12, "1.4"))
    view = view_game(match, (), locale)
    rest, wrong = pygame.Surface(size), pygame.Surface(size)
    draw_screen(rest, Play(), view)
    proposed = propose(view, place(17, "1.3"))
    draw_screen(wrong, Play(), proposed)
    assert pygame.image.tobytes(rest, "RGB") != pygame.image.tobytes(wrong, "RGB")
    assert proposed.proposal is not None
    assert locale.card("step-12") in str(proposed.proposal)
    assert view.table is not None
    assert len(view.table.cells) == 10


@pytest.mark.usefixtures("stairs")
@pytest.mark.parametrize(("language", "name"), [("en", "Stairs"), ("fr", "L’Escalier")])
def test_a_record_is_judged_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, name: str
) -> None:
    match = open_match(1, header())
    lines = [header(), *(event.as_dict() for event in play_out(match, Random(SEED)))]
    record, page = tmp_path / "stairs.jsonl", tmp_path / "stairs.html"
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert main(["judge", "--lang", language, str(record)]) == 0
    assert name in capsys.readouterr().out
    assert main(["games", "export", str(record), "--lang", language, "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert name in text
    assert load_locale(language).card(lines[1]["card"]) in text


@pytest.mark.usefixtures("stairs")
def test_the_laptop_s_table_deals_and_plays_it(tmp_path: Path) -> None:
    with Session.new(header(), tmp_path, 0.0) as session:
        table = simulated_table("stairs", size_px=(1280, 720))
        sent: list[Any] = []
        tabletop = Tabletop(session, table, Random(1), load_locale("en"), sent.append)
        assert len(tabletop.hand()) == 4
        tabletop.play_for_me()
        assert [thing.card for thing in table.things.values()] == [sent[0].event.card]
        tabletop.draw(pygame.Surface((880, 664)))


@pytest.mark.usefixtures("stairs")
def test_its_practice_deck_is_printed(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.pdf"
    assert main(["cards", "--game", "stairs", "--out", str(sheet)]) == 0
    assert sheet.read_bytes().startswith(b"%PDF")
