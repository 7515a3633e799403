"""The config file: made with comments, read with patience, mistakes named by their lines."""

import dataclasses
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import (
    ConfigMissing,
    choose_language,
    config_path,
    data_folder,
    load,
    make,
    parse,
    template,
)
from companion.config_keys import Config
from companion.locale import LANGUAGES, load_locale
from tests.storage.faults import every_fault, faulty_disk, open_files


def named(text: str) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.key, problem.code) for problem in parse(text)[1]]


def test_the_first_start_makes_a_file_that_says_the_defaults(tmp_path):
    path = tmp_path / "new" / "config.toml"
    first = load(path)
    assert first.made
    assert not first.problems
    second = load(path)
    assert not second.made
    assert first.config == second.config == Config()
    assert path.read_text() == template()


def test_the_template_sets_every_key_and_explains_every_section():
    table = tomllib.loads(template())
    config = dataclasses.asdict(Config())
    assert table == config
    assert all("#" in line for line in template().splitlines() if line.startswith("["))
    assert "hold_seconds = 1.0" in template()


def test_a_file_that_is_there_is_never_written_over(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text('language = "fr"\n')
    assert not make(path)
    assert load(path).config.language == "fr"


def test_a_read_only_place_still_gives_the_defaults(tmp_path):
    (tmp_path / "file").write_text("")
    loaded = load(tmp_path / "file" / "config.toml")
    assert loaded.config == Config()
    assert not loaded.made


def test_a_folder_in_place_of_the_file_is_said(tmp_path):
    with pytest.raises(ConfigMissing, match="cannot be read"):
        load(tmp_path)


def test_what_is_set_counts_and_the_rest_is_default():
    config, problems = parse('language = "fr"\n[pins]\nyes = 4\n[camera]\nname = "usb:0"\nwidth = 1280\n')
    assert not problems
    assert (config.language, config.pins.yes, config.pins.no) == ("fr", 4, 6)
    assert config.camera.size == (1280, 4608)


def test_a_camera_may_be_bounded_and_its_mode_named():
    assert Config().camera.size is None
    assert Config().camera.sensor_mode is None
    config, problems = parse('[camera]\nwidth = 2304\nheight = 1296\nmode = "2028x1520"\n')
    assert not problems
    assert config.camera.size == (2304, 1296)
    assert config.camera.sensor_mode == (2028, 1520)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('language = "xx"', (1, "language", "one-of")),
        ("\n\nlanguage = 3", (3, "language", "one-of")),
        ("[pins]\nyes = 77", (2, "pins.yes", "whole")),
        ('[pins]\n# a comment\nno = "6"', (3, "pins.no", "whole")),
        ("[pins]\nno = true", (2, "pins.no", "whole")),
        ("[panel]\nhold_seconds = 60", (2, "panel.hold_seconds", "number")),
        ("[panel]\nbrightness = nan", (2, "panel.brightness", "number")),
        ("[display]\nrotation = 45", (2, "display.rotation", "one-of")),
        ("[display]\nlarger_text = 1", (2, "display.larger_text", "yes-no")),
        ("[sounds]\non = 'yes'", (2, "sounds.on", "yes-no")),
        ("[camera]\nname = 0", (2, "camera.name", "camera")),
        ('[camera]\nname = "webcam"', (2, "camera.name", "camera")),
        ("[camera]\nwidth = 100", (2, "camera.width", "whole-or-zero")),
        ('[camera]\nmode = "large"', (2, "camera.mode", "sensor-mode")),
        ("[folders]\ngames = 0", (2, "folders.games", "folder")),
        ('[folders]\ngames = "~nobody-of-this-name/games"', (2, "folders.games", "folder")),
        ('[folders]\ngames = "a\\u0000b"', (2, "folders.games", "folder")),
        ('[camera]\nname = "folder:a\\nb"', (2, "camera.name", "camera")),
        ("[pins]\nyes = " + "9" * 5000 + "\nno = 7", (2, "yes = " + "9" * 54 + "...", "no-toml")),
        ("[pins]\nyes = " + "[" * 3000 + "\nno = 7", (2, "yes = " + "[" * 54 + "...", "no-toml")),
        ("\nlanguage" + ".a" * 5000 + " = 1", (2, "language" + ".a" * 26 + "...", "no-toml")),
        ("language" + ".a" * 400 + " = 1", (0, "language", "one-of")),
        ("x" * 900 + " = 1", (1, "x" * 60 + "...", "unknown-key")),
        ("[folders]\nfilms = ''", (2, "folders.films", "unknown-key")),
        ("colour = 1", (1, "colour", "unknown-key")),
        ("\n[kamera]\nname = ''", (2, "kamera", "unknown-key")),
        ("pins = 5", (1, "pins", "not-a-section")),
        ("[pins]\nyes 5", (2, "yes 5", "no-toml")),
        ("[pins]\nyes = [5\nno = 7", (2, "yes = [5", "no-toml")),
        ('language = "fr\n[pins]\nno = 7', (1, 'language = "fr', "no-toml")),
        ("[pins]\nno = 7\nno = 8", (3, "no = 8", "no-toml")),
        ('[folders]\ngames = """\n[pins]\nno = 7', (2, 'games = """', "no-toml")),
        ("[pins]\nyes = 6", (2, "pins.yes", "pin-twice")),
    ],
)
def test_a_mistake_is_named_with_its_line_and_costs_only_its_key(text, problem):
    config, problems = parse(text + "\n")
    assert named(text) == [problem]
    if "no = 7" in text:
        assert config.pins.no == 7
        config = dataclasses.replace(config, pins=dataclasses.replace(config.pins, no=6))
    assert config == Config()
    for language in LANGUAGES:
        sentence = problems[0].said(load_locale(language))
        assert str(problem[0]) in sentence


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a" * 60_000, "too-large"),
        (b"nonsense\n" * 5000, "too-many"),
        (b"".join(b"key%d = 1\n" % number for number in range(4000)), "unknown-key"),
        (b"a = [\n" * 4000, "too-many"),
        (b"\0" * 1000, "no-toml"),
        (b"\xff\xfe" * 1000, "no-toml"),
    ],
    ids=["large", "nonsense", "keys", "brackets", "NUL", "binary"],
)
def test_a_file_that_is_no_config_is_read_soon_and_changes_nothing(tmp_path, data, code):
    (tmp_path / "config.toml").write_bytes(data)
    loaded = load(tmp_path / "config.toml")
    assert loaded.config == Config()
    assert loaded.problems[-1].code == code
    for language in LANGUAGES:
        assert all(problem.said(load_locale(language)) for problem in loaded.problems)


def test_no_fault_of_the_disk_leaves_half_a_config(tmp_path):
    for fault, folder in every_fault(tmp_path, lambda place, _: load(place / "new" / "config.toml")):
        before = open_files()
        with faulty_disk(fault), suppress(ConfigMissing):
            load(folder / "new" / "config.toml")
        assert not open_files() - before, fault
        if (folder / "new" / "config.toml").exists():
            assert (folder / "new" / "config.toml").read_text() == template(), fault


def test_several_mistakes_come_top_to_bottom_and_good_keys_count():
    text = 'language = "xx"\n[pins]\nyes = 4\nno = 99\nnext ==\n[sounds]\nvolume = 0.5\nloud = true\n'
    config, _ = parse(text)
    assert named(text) == [
        (1, "language", "one-of"),
        (4, "pins.no", "whole"),
        (5, "next ==", "no-toml"),
        (8, "sounds.loud", "unknown-key"),
    ]
    assert (config.pins.yes, config.sounds.volume) == (4, 0.5)


def test_swapping_two_pins_is_fine():
    config, problems = parse("[pins]\nyes = 6\nno = 5\n")
    assert (config.pins.yes, config.pins.no, problems) == (6, 5, ())


def test_pins_that_cannot_be_parted_are_all_default():
    config, problems = parse("[pins]\nyes = 6\nno = 13\nnext = 6\n")
    assert problems
    pins = dataclasses.astuple(config.pins)
    assert len(set(pins)) == len(pins)


@given(st.text(alphabet='ab=[]"\n #.5{},', max_size=60))
def test_any_text_at_all_gives_a_config(text):
    config, problems = parse(text)
    assert isinstance(config, Config)
    assert all(problem.line >= 0 for problem in problems)


@given(st.integers(0, 60), st.sampled_from(['"', "[", "=", "\x01", "yes", "{"]))
def test_the_template_survives_a_slip_of_the_finger(line, slip):
    lines = template().splitlines()
    line %= len(lines)
    lines[line] += slip
    config, problems = parse("\n".join(lines))
    different = [
        name for name in dataclasses.asdict(config) if getattr(config, name) != getattr(Config(), name)
    ]
    assert different == []
    assert len(problems) <= 12


@pytest.mark.parametrize(
    ("environment", "platform", "config", "data"),
    [
        ({"HOME": "/home/a"}, "linux", "/home/a/.config", "/home/a/.local/share"),
        ({"HOME": "/home/a", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "linux", "/c", "/d"),
        (
            {"HOME": "/home/a", "XDG_CONFIG_HOME": "relative"},
            "linux",
            "/home/a/.config",
            "/home/a/.local/share",
        ),
        ({"HOME": "/Users/a"}, "darwin", *["/Users/a/Library/Application Support"] * 2),
        ({"HOME": "/u", "APPDATA": "/roaming"}, "win32", "/roaming", "/roaming"),
    ],
)
def test_files_are_where_the_platform_keeps_them(environment, platform, config, data):
    assert config_path(environment, platform) == Path(config, "table-companion", "config.toml")
    assert data_folder(environment, platform) == Path(data, "table-companion")


def test_folders_are_as_set_or_in_the_usual_place():
    config, _ = parse('[folders]\ngames = "/srv/games"\n')
    assert config.folders.place("games", Path("/data")) == Path("/srv/games")
    assert config.folders.place("decks", Path("/data")) == Path("/data/decks")


@pytest.mark.parametrize(
    ("written", "environment", "language"),
    [
        ("fr", {"LANG": "en_GB.UTF-8"}, "fr"),
        ("auto", {"LANG": "fr_CH.UTF-8"}, "fr"),
        ("auto", {"LANG": "xx_YY.UTF-8"}, "en"),
        ("auto", {"LC_ALL": "fr_FR", "LANG": "en_US"}, "fr"),
        ("auto", {}, "en"),
    ],
)
def test_the_language_is_as_written_or_the_systems(written, environment, language):
    assert choose_language(written, environment) == language
