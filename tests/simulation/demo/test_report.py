"""How a demonstration ends, told in both languages: the result, and what was amiss."""

import errno
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.demo import sum_up
from companion.games.events import Event
from companion.games.game import Match
from companion.locale import load_locale
from companion.record.history import open_match, read_history
from companion.simulation.demo.hands import Frames
from companion.simulation.demo.play import Demo, Plan
from companion.simulation.demo.report import compare, tell_ending
from companion.simulation.demo.simulated_players import GaveUp, People
from tests.app.clear_eye import make_clear_eye
from tests.commands.run import run
from tests.simulation.demo.many_demos import chance_header

RECORDS = Path(__file__).resolve().parents[2] / "records"
GREEN = {"do": "place", "card": "green-5", "at": "1.1", "player": "Ann"}
RED = {"do": "place", "card": "red-5", "at": "1.1", "player": "Ann"}


@pytest.fixture
def match() -> Match:
    return open_match(1, {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]})


@pytest.mark.parametrize(
    ("record", "english", "french"),
    [
        (
            "ascent-won",
            "The game is won. The whole mountain is built, and the Summit lies on top.",
            "La partie est gagnée. Toute la montagne est construite et le Sommet la couronne.",
        ),
        (
            "ascent-solo-ropes",
            "The game is lost. The mountain wins today.",
            "La partie est perdue. La montagne gagne aujourd’hui.",
        ),
    ],
)
def test_the_ending_says_who_won(record: str, english: str, french: str) -> None:
    match = read_history(RECORDS / f"{record}.jsonl").match
    assert tell_ending(match, load_locale("en")) == [english]
    assert tell_ending(match, load_locale("fr")) == [french]


def test_points_are_told_where_there_are_any() -> None:
    match = read_history(RECORDS / "elevation-two.jsonl").match
    totals, winners = (match.game.summary(match.state)[key] for key in ("totals", "winners"))
    said = " ".join(tell_ending(match, load_locale("fr")))
    assert said.startswith(
        f"La partie est terminée. {winners[0]} gagne avec {max(totals.values())} points. Points\u00a0: "
    )
    assert all(f"{name} {points}" in said for name, points in totals.items())


def test_a_game_that_was_cut_short_is_not_ended(match: Match) -> None:
    assert tell_ending(match, load_locale("en")) == ["The game goes on."]


def test_a_record_that_differs_is_told_in_sentences(match: Match) -> None:
    found = compare([GREEN, GREEN], [RED], match, load_locale("fr"))
    assert [problem.said for problem in found] == [
        "coup 1\u00a0: noté «\u00a0Ann joue le 5 herbeux en 1.1\u00a0», joué «\u00a0Ann joue le 5 rocheux en 1.1\u00a0»",
        "coup 2\u00a0: noté «\u00a0Ann joue le 5 herbeux en 1.1\u00a0», joué «\u00a0rien\u00a0»",
    ]
    assert compare([GREEN], [GREEN], match, load_locale("en")) == []


@pytest.mark.parametrize(
    ("language", "words"), [("en", "could not agree"), ("fr", "n’ont pas pu s’accorder")]
)
def test_a_demonstration_that_gives_up_says_at_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    def give_up(people: People, event: Event) -> Frames:
        yield
        raise GaveUp("what a developer wants to know")

    monkeypatch.setattr(People, "play", give_up)
    plan = Plan(chance_header("ascent", 1), 1, 1, mishaps=False, size_px=(320, 180))
    demo = Demo(plan, tmp_path, make_clear_eye, lambda _: None, load_locale(language))
    result = demo.run()
    lines = sum_up(demo, result, load_locale(language))
    assert not result.good
    assert words in lines[2]
    assert lines[3].endswith("what a developer wants to know")


def test_ctrl_c_loses_nothing_of_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(demo: Demo) -> None:
        demo.session.play(demo.session.match.read_event({"do": "discard"}), when=0.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(Demo, "step", interrupt)
    record = tmp_path / "kept.jsonl"
    ran = run(capsys, "demo", "--headless", "--record", record, "--lang", "fr")
    assert (ran.code, ran.err) == (130, "companion demo: arrêté\n")
    assert len(read_history(record).events) == 1
    assert str(record) in ran.out
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("links", [True, False])
def test_a_pulled_plug_leaves_the_record_where_it_was_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Each event is there before the next; a disk that cannot give a file two names has it at the end."""
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", refuse_link)
    record = tmp_path / "kept.jsonl"
    there: list[int] = []

    def interrupt(demo: Demo) -> None:
        demo.session.play(demo.session.match.read_event({"do": "discard"}), when=0.0)
        there.append(len(read_history(record).events) if record.exists() else 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(Demo, "step", interrupt)
    assert main(["demo", "--headless", "--record", str(record)]) == 130
    assert there == [int(links)]
    assert len(read_history(record).events) == 1


def refuse_link(path: Path, target: Path) -> None:
    raise OSError(errno.EPERM, "no links here")


def test_a_record_that_cannot_be_kept_is_told_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "demo", "--headless", "--record", tmp_path / "nowhere" / "kept.jsonl")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert f"{tmp_path / 'nowhere'} for the record is not there; make it first" in ran.err
