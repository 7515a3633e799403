"""Every command chooses its language alike, whatever machine it runs on."""

import argparse
import importlib
from pathlib import Path

import pytest

from companion.cli import COMMANDS, stopped
from companion.config import usual_language, wished_language
from companion.locale import LANGUAGES
from tests.commands.run import run

ENGLISH = {"judge", "bench", "evaluate", "screens"}  # for programs and developers; see docs/commands.md
OWN = {"start"}  # the window has its settings


def lang_of(name: str) -> argparse.Action | None:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"companion.commands.{name}").add_arguments(parser)
    if name == "evening":  # each of its words has options of its own; the first starts the window
        words = next(each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
        parser = words.choices["report"]
    return next((action for action in parser._actions if "--lang" in action.option_strings), None)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - ENGLISH - OWN))
def test_every_command_for_players_takes_a_language_and_presumes_none(name: str) -> None:
    option = lang_of(name)
    assert option is not None
    assert (tuple(option.choices or ()), option.default) == (LANGUAGES, None)


def test_judge_speaks_english_unless_told() -> None:
    option = lang_of("judge")
    assert option is not None
    assert option.default == "en"


@pytest.mark.parametrize(
    ("written", "system", "spoken"),
    [
        ('language = "fr"', "en_GB.UTF-8", "fr"),
        ('language = "en"', "fr_FR.UTF-8", "en"),
        ('language = "auto"', "fr_FR.UTF-8", "fr"),
        ("", "fr_FR.UTF-8", "fr"),
        ("", "xx", "en"),
        ("what is this", "fr_FR.UTF-8", "fr"),
        (None, "fr_FR.UTF-8", "fr"),
    ],
)
def test_the_config_comes_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str | None, system: str, spoken: str
) -> None:
    """Without a file none is made: looking leaves no trace."""
    file = tmp_path / "config.toml"
    if written is not None:
        file.write_text(written)
    monkeypatch.setenv("LANGUAGE", system)
    assert usual_language(file) == spoken
    assert file.exists() is (written is not None)


def test_a_config_that_cannot_be_read_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert usual_language(tmp_path) == "fr"


@pytest.mark.parametrize(
    ("words", "spoken"),
    [
        (["--lang", "fr"], "fr"),
        (["--lang=fr", "x"], "fr"),
        (["x"], "en"),
        (["--lang"], "en"),
        (["--lang", "xx"], "en"),
    ],
)
def test_the_wish_is_found_on_the_command_line(words: list[str], spoken: str) -> None:
    assert wished_language(words) == spoken


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        (
            "enrol",
            ["enrol", "--lang", "fr"],
            "arrêté\u00a0; chaque carte confirmée est gardée\u00a0; relancez la même commande pour continuer",
        ),
        ("enrol", ["enrol"], "stopped; every confirmed card is kept; run the same command to go on"),
        ("", [], "stopped; the game is kept"),
        ("read", ["read", "--lang=fr"], "arrêté"),
    ],
)
def test_what_ctrl_c_leaves_is_told_in_the_language(name: str, words: list[str], said: str) -> None:
    assert stopped(name, words) == said


def test_judge_stays_english_on_a_french_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert stopped("judge", ["judge", "-"]) == "stopped"


def test_a_french_machine_is_spoken_to_in_french(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    out = tmp_path / "mat.pdf"
    assert "à imprimer" in run(capsys, "mat", "--out", out).out
    assert "print at" in run(capsys, "mat", "--out", out, "--lang", "en").out
