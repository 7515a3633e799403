"""What is remembered: it comes back, and whatever stands in its file, the app starts."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.preferences import Remembered, load_remembered
from companion.game_setup import GameSetup
from companion.locale import load_locale
from companion.screens.view import Settings
from tests.storage.faults import Disk, every_fault, faulty_disk, open_files

USUAL = Settings()
KEPT = Remembered(settings=Settings(language="fr", brightness=60, learning=True)).with_game(
    GameSetup("ascent", ("Ann", "Zoé", "Al")).choose(goats=True, goat_cards=("green-5",)).play("elevation")
)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    assert KEPT.save(tmp_path / "deep" / "remembered.json", USUAL)
    assert load_remembered(tmp_path / "deep" / "remembered.json", USUAL) == KEPT
    assert load_remembered(tmp_path / "none.json", USUAL) == Remembered()


@pytest.mark.parametrize(
    "raw",
    [
        {"settings": {"language": "xx"}},
        {"settings": {"language": None, "sounds": 1, "brightness": "80"}},
        {"settings": None, "names": None, "setup": None},
        {"settings": [], "names": "Ann", "setup": []},
        {"names": [1, None]},
        {"setup": {"players": [None, 3]}},
        {"setup": {"players": ["Ann", "Ann"]}},
        {"setup": {"players": ["a\x1b[2J"]}},
        {"setup": {"game": "chess"}},
        {"setup": {"game": {"": None}}},
        {"setup": {"game": []}},
        {"setup": {"game": "tranquility", "choices": {"tranquility": {"variant": "spiral"}}}},
        {"setup": {"choices": {"ascent": {"objectives": [["x"]]}}}},
        [],
        None,
    ],
    ids=json.dumps,
)
def test_what_cannot_be_is_as_usual(tmp_path: Path, raw: Any) -> None:
    (tmp_path / "remembered.json").write_text(json.dumps(raw))
    assert load_remembered(tmp_path / "remembered.json", USUAL) == Remembered()


def test_a_screen_is_never_remembered_black(tmp_path: Path) -> None:
    (tmp_path / "remembered.json").write_text('{"settings": {"brightness": -5}}')
    assert load_remembered(tmp_path / "remembered.json", USUAL).settings == replace(USUAL, brightness=20)


def test_settings_of_the_screen_that_cannot_be_are_as_usual(tmp_path: Path) -> None:
    kept = {"colours": "pink", "rotation": 45, "night_from": 31, "night_to": 9, "night_brightness": 3}
    (tmp_path / "remembered.json").write_text(json.dumps({"settings": kept}))
    found = load_remembered(tmp_path / "remembered.json", USUAL).settings
    assert found == replace(USUAL, night_from=7, night_to=9, night_brightness=20)


@pytest.mark.parametrize(
    ("kept", "voice", "rate"),
    [('"turns", "voice_rate": 200', "turns", 200), ('"loud", "voice_rate": 9', "off", 80)],
)
def test_a_voice_is_remembered_as_far_as_there_is_such_a_one(
    tmp_path: Path, kept: str, voice: str, rate: int
) -> None:
    (tmp_path / "remembered.json").write_text(f'{{"settings": {{"voice": {kept}}}}}')
    settings = load_remembered(tmp_path / "remembered.json", USUAL).settings
    assert (settings.voice, settings.voice_rate) == (voice, rate)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 5000, b"1" * 5000, b" " * 200_000, b"{\0}"])
def test_what_is_no_json_is_as_usual(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "remembered.json").write_bytes(data)
    assert load_remembered(tmp_path / "remembered.json", USUAL) == Remembered()


def test_no_junk_prevents_a_start(tmp_path: Path) -> None:
    path, rng = tmp_path / "remembered.json", Random(14)
    KEPT.save(path, USUAL)
    whole = path.read_bytes()
    for _ in range(300):
        junk = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(junk))
            junk[at : at + rng.randrange(3)] = rng.choice([b"", b"null", b"-1", b"[", rng.randbytes(1)])
        path.write_bytes(junk)
        kept = load_remembered(path, USUAL)
        load_locale(kept.settings.language)
        assert kept.setup.header()["game"] == kept.setup.game


def test_no_fault_of_the_disk_costs_more_than_the_last_choice(tmp_path: Path) -> None:
    def save(folder: Path, disk: Disk) -> None:
        Remembered(names=("Ann",)).save(folder / "kept" / "remembered.json", USUAL)
        KEPT.save(folder / "kept" / "remembered.json", USUAL)

    for fault, folder in every_fault(tmp_path, save):
        before = open_files()
        with faulty_disk(fault) as disk:
            save(folder, disk)
        assert not open_files() - before, fault
        kept = load_remembered(folder / "kept" / "remembered.json", USUAL)
        assert kept in (Remembered(), Remembered(names=("Ann",)), KEPT), fault


def test_choices_nested_too_deep_are_as_usual(tmp_path: Path) -> None:
    deep = "[" * 900 + "]" * 900
    (tmp_path / "remembered.json").write_text(f'{{"setup": {{"players": {deep}}}}}')
    assert load_remembered(tmp_path / "remembered.json", USUAL) == Remembered()
