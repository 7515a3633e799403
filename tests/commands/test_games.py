"""`companion games`: list, show, export, stats, import, delete."""

import io
import json
from pathlib import Path

import pytest

from companion.games.ascent.events import Discard
from companion.record.lines import load
from companion.record.session import Session
from tests.commands.run import Ran, run
from tests.record.scripted import NOON
from tests.record.shelf import MONDAY, OPENING, fill, keep

RECORDS = Path(__file__).resolve().parent.parent / "records"


class Games:
    """The command on one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *words: object) -> Ran:
        return run(self.capsys, "games", *words, "--folder", self.folder, "--lang", "en")


@pytest.fixture
def games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Games:
    fill(tmp_path)
    return Games(tmp_path, capsys)


def test_the_list(games: Games) -> None:
    ran = games()
    assert ran.code == 0
    head, *rows = ran.out.splitlines()
    assert [len(rows), head.split()[0]] == [3, "no."]
    assert "Ann, Cem" in rows[1]
    assert "Lost" in rows[1]
    assert rows[0].split()[-1] == "2"


def test_the_list_for_programs(games: Games) -> None:
    rows = json.loads(games("list", "--json").out)
    assert [row["outcome"] for row in rows] == ["open", "lost", "lost"]


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "games", "--folder", tmp_path / "none", "--lang", "fr")
    assert ran.code == 0
    assert "pas encore de partie" in ran.out


def test_a_file_that_is_no_record_is_told_behind_the_list(games: Games) -> None:
    (games.folder / "junk.jsonl").write_text("no json\n")
    ran = games()
    assert ran.code == 0
    assert "junk: line 1: this is not JSON" in ran.err


def test_show_tells_the_course(games: Games) -> None:
    ran = games("show", 2)
    assert ran.code == 0
    assert "Ann plays green 5 on 1.1: legal" in ran.out
    assert "ILLEGAL (support)" in ran.out
    assert ran.out.rstrip().endswith("Lost")


def test_show_in_french(games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "games", "show", 1, "--folder", games.folder, "--lang", "fr")
    assert "Pas terminée" in ran.out


def test_a_game_is_named_by_the_beginning_of_its_name_or_its_file(games: Games) -> None:
    name = sorted(path.stem for path in games.folder.glob("*.jsonl"))[0]
    by_name, by_file = games("show", name[:17]), games("show", games.folder / f"{name}.jsonl")
    assert by_name.out == by_file.out
    assert "Béa" in by_name.out


@pytest.mark.parametrize(
    ("word", "sentence"), [("2026", "several games"), ("9", "no game 9"), ("x", "no game x")]
)
def test_a_word_that_names_no_game(games: Games, word: str, sentence: str) -> None:
    ran = games("show", word)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_export_a_page_and_a_table(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games.folder)
    assert "Written" in games("export", 2).out
    assert len(list(games.folder.glob("*.html"))) == 1
    assert games("export", 2, "--csv", "-o", "-").out.startswith("line,time,player")
    games("export", 2, "-o", games.folder / "game.csv")
    assert (games.folder / "game.csv").read_text(encoding="utf-8").count("\n") == 6
    assert games("export", 2, "-o", "-").out.startswith("<!DOCTYPE html>")


def test_a_place_that_cannot_be_written_is_one_line(games: Games) -> None:
    ran = games("export", 1, "-o", games.folder / "no" / "where.html")
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_stats(games: Games) -> None:
    ran = games("stats")
    assert "Games: 3, not finished: 1" in ran.out
    assert "no support below" in ran.out
    assert json.loads(games("stats", "--json").out)["illegal"] == 3
    games("stats", "-o", games.folder / "figures.html")
    assert "<svg" in (games.folder / "figures.html").read_text(encoding="utf-8")


def test_import_takes_in_a_record_once(games: Games) -> None:
    source = RECORDS / "v1-ascent.jsonl"
    assert "kept as v1-ascent" in games("import", source).out
    assert "here already" in games("import", source).out
    assert (games.folder / source.name).read_bytes() == source.read_bytes()


def test_import_gives_a_new_name_where_the_old_is_taken(games: Games) -> None:
    (games.folder / "v1-by-hand.jsonl").write_bytes((RECORDS / "v1-ascent.jsonl").read_bytes())
    assert "kept as v1-by-hand~2" in games("import", RECORDS / "v1-by-hand.jsonl").out


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (".hidden.jsonl", "hidden"),
        (".jsonl", "game"),
        ("-o.jsonl", "o"),
        ("a\x1b[2J\nb.jsonl", "a_[2J_b"),
        ("x" * 240, "x" * 60),
        ("game~².jsonl", "game~²"),
        ("\udcff.jsonl", "_"),
    ],
    ids=ascii,
)
def test_import_gives_odd_files_a_name_that_is_listed(
    games: Games, tmp_path: Path, name: str, kept: str
) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        header = {"record": 1, "game": "ascent", "players": [folder]}
        (tmp_path / folder / name).write_text(json.dumps(header) + "\n")
        assert games("import", tmp_path / folder / name).code == 0
    assert {path.stem for path in games.folder.glob("*.jsonl")} >= {kept, f"{kept}~2"}
    listed = json.loads(games("list", "--json").out)
    assert {each["name"] for each in listed} >= {kept, f"{kept}~2"}


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 9, "0", "²", "٣"])
def test_a_number_that_is_no_game_is_one_line(games: Games, number: str) -> None:
    ran = games("show", number)
    assert (ran.code, ran.err.count("\n")) == (2, 1) or number == "٣"


def test_import_refuses_what_is_no_record_and_takes_the_rest(games: Games, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text('{"record": 1, "game": "ascent", "players": ["Ann"]}\n{"do": "jump"}\n')
    ran = games("import", bad, RECORDS / "v1-by-hand.jsonl")
    assert ran.code == 2
    assert "bad.txt:2:" in ran.err
    assert (games.folder / "v1-by-hand.jsonl").exists()


def test_import_names_what_is_not_there_and_takes_the_rest(games: Games, tmp_path: Path) -> None:
    ran = games("import", tmp_path / "gone.jsonl", RECORDS / "v1-by-hand.jsonl")
    assert ran.code == 2
    assert ran.err == f"{tmp_path / 'gone.jsonl'}: no such file or folder; check the name\n"
    assert (games.folder / "v1-by-hand.jsonl").exists()


def test_import_names_the_folder_that_takes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "games", "import", RECORDS / "v1-ascent.jsonl", "--folder", "/proc", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("companion games: /proc cannot be written: ")


def test_a_file_is_no_folder_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    record = RECORDS / "v1-ascent.jsonl"
    for word in ("list", "stats", "show"):
        words = [word, "1"] if word == "show" else [word]
        ran = run(capsys, "games", *words, "--folder", record, "--lang", "en")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"companion games: {record} is no folder; name the folder that holds the games\n"


def test_no_name_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "only.jsonl").write_bytes((RECORDS / "v1-ascent.jsonl").read_bytes())
    only = Games(tmp_path, capsys)
    for word in (("delete", "--yes"), ("show",)):
        assert only(*word, "").code == 2
    assert (tmp_path / "only.jsonl").exists()


def test_import_asks_about_lines_that_were_changed(games: Games, tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes((RECORDS / "v1-ascent.jsonl").read_bytes().replace(b"blue-6", b"blue-7"))
    source = changed.rename(tmp_path / "elsewhere.txt")
    ran = games("import", source)
    assert ran.code == 2
    assert "--mended" in ran.err
    assert games("import", "--mended", source).code == 0
    loaded = load((games.folder / "elsewhere.txt.jsonl").read_bytes())
    assert loaded.fault is None
    assert loaded.lines[3].raw["card"] == "blue-7"


@pytest.mark.parametrize(("answer", "left"), [("y\n", 2), ("n\n", 3), ("", 3), ("\n", 3)])
def test_delete_asks(games: Games, monkeypatch: pytest.MonkeyPatch, answer: str, left: int) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    ran = games("delete", 1)
    assert "Delete" in ran.out
    assert ran.code == (0 if left == 2 else 1)
    assert len(list(games.folder.glob("*.jsonl"))) == left


def test_delete_takes_the_picture_along(games: Games) -> None:
    path = sorted(games.folder.glob("*.jsonl"))[-1]
    path.with_suffix(".png").write_bytes(b"x")
    assert games("delete", 1, "--yes").code == 0
    assert not path.exists()
    assert not path.with_suffix(".png").exists()


def test_a_game_being_played_is_not_deleted(games: Games) -> None:
    with Session.resume(sorted(games.folder.glob("*.jsonl"))[-1]):
        ran = games("delete", 1, "--yes")
    assert ran.code == 2
    assert "another companion" in ran.err
    assert len(list(games.folder.glob("*.jsonl"))) == 3


def test_the_folder_and_language_come_from_the_config_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANGUAGE", "fr_FR.UTF-8")
    keep(tmp_path / "data" / "table-companion" / "games", MONDAY, {"players": ["Ann"]}, OPENING)
    assert "Pas terminée" in run(capsys, "games").out


def test_judge_tells_a_line_that_was_changed_and_judges_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = keep(tmp_path, NOON, {"players": ["Ann", "Ben"]}, OPENING)
    assert run(capsys, "judge", path).err == ""
    path.write_bytes(path.read_bytes().replace(b"blue-6", b"blue-7"))
    ran = run(capsys, "judge", "--json", path)
    assert ran.code == 0
    assert ran.err.startswith(f"{path}:3: this line is not as the companion wrote it")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"do": "discard"}\n')
    assert f"{path}:4: " in run(capsys, "judge", path).err


def test_bench_records_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "bench", "records", "--events", 150, "--folder", tmp_path, "--json")
    figures = json.loads(ran.out)
    assert figures["events"] == 150
    assert figures["ratio"] > 0
    assert list(tmp_path.iterdir()) == []
    assert "ratio" in run(capsys, "bench", "records", "--events", 5, "--folder", tmp_path).out


@pytest.fixture
def damaged(games: Games) -> Path:
    """The latest game, a line of which a failing disk has changed."""
    path = keep(games.folder, MONDAY + 10**7, {"players": ["Zoé", "Al"]}, [*OPENING, Discard()])
    path.write_bytes(path.read_bytes().replace(b"blue-6", b"blue-8"))
    return path


@pytest.mark.parametrize(
    ("options", "answer", "code", "events"),
    [
        (["--keep"], "", 0, 1),
        (["--trust"], "", 0, 3),
        ([], "keep\n", 0, 1),
        ([], "Trust\n", 0, 3),
        ([], "\n", 1, None),
        (["--json"], "", 1, None),
    ],
)
def test_mend(
    games: Games,
    damaged: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    answer: str,
    code: int,
    events: int | None,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    before = damaged.read_bytes()
    ran = games("mend", "1", *options)
    assert ran.code == code
    assert "line 3" in ran.out or json.loads(ran.out) == {"line": 3, "ways": ["cut", "trust"]}
    if events is None:
        assert damaged.read_bytes() == before
    else:
        assert "plays green 5 on 1.1" in ran.out.lower().replace("places", "plays") or "1.1" in ran.out
        assert damaged.with_name(damaged.name + ".damaged").read_bytes() == before
        with Session.resume(damaged) as session:
            assert len(session.events) == events


def test_mend_says_that_a_record_is_whole(games: Games) -> None:
    assert "nothing to mend" in games("mend", "1").out


def test_mend_finds_a_record_whose_header_is_damaged(games: Games, damaged: Path) -> None:
    damaged.write_bytes(damaged.read_bytes().replace(b'"players"', b'"playerz"'))
    ran = games("mend", damaged.stem, "--keep")
    assert (ran.code, "nothing to keep" in ran.err) == (2, True)
    assert games("mend", damaged.stem, "--trust").code == 2
    assert games("list").code == 0


def test_mend_speaks_of_a_file_that_is_no_game(games: Games) -> None:
    (games.folder / "empty.jsonl").write_bytes(b"\n")
    assert games("mend", "empty").code == 2
