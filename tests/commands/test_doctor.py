"""`companion doctor`: every part ok, missing and broken, in both languages, and never a traceback."""

import json
import os
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.commands import doctor, doctor_parts
from companion.commands.doctor_parts import Finding, State, Surroundings, examine
from companion.config import Loaded, choose_language, load
from companion.locale import LANGUAGES, load_locale
from companion.settings import Config
from hardware.cameras.files import DrawnCamera
from hardware.errors import SENTENCES, CameraBusy, CameraMissing
from hardware.frames import CameraBase, CameraState
from hardware.panel import Button, Panel, Pins
from tests.fakes.pins import Clock, StampedFactory
from vision.decks import Deck, save_deck
from vision.patch import SIDE_PX
from vision.scene import Scene, corner_tags, render

PARTS = [
    *("config", "camera", "tags", "display", "pins", "lights", "buzzer"),
    *("sound", "fonts", "model", "deck", "disk", "power"),
]


class SilentCamera(CameraBase):
    def read(self, timeout_seconds: float = 1.0) -> None:
        self.state = CameraState.LOST


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock):
    factory = StampedFactory(clock)
    yield factory
    factory.reset()


@pytest.fixture
def world(tmp_path, clock, board):
    """A Pi on which everything is fine."""
    root, assets, data = tmp_path / "root", tmp_path / "assets", tmp_path / "data"
    write(root / "sys/class/drm/card1-HDMI-A-1/status", "connected\n")
    write(root / "sys/class/drm/card1-HDMI-A-1/modes", "800x480\n640x480\n")
    write(root / "sys/class/drm/card1-HDMI-A-2/status", "disconnected\n")
    write(root / "dev/dri/card1", "")
    write(root / "proc/asound/cards", " 0 [vc4hdmi0 ]: vc4-hdmi - vc4-hdmi-0\n          vc4-hdmi-0\n")
    write(root / "dev/snd/controlC0", "")
    write(assets / "fonts/Sans.ttf", "")
    (assets / "fonts/Sans.ttf").write_bytes(b"\x00\x01\x00\x00 and so on")
    (assets / "models").mkdir()
    (assets / "models/reader.onnx").write_bytes(tiny_onnx())
    save_deck(Deck("mine", "ascent").with_reference("green-5", patch()), data / "decks/mine.deck")
    picture = np.zeros((360, 640, 3), np.uint8)
    return {
        "root": root,
        "assets": assets,
        "data": data,
        "environment": {},
        "open_camera": lambda name, size: DrawnCamera(lambda seconds: picture, clock=clock, wait=clock.wait),
        "count_tags": lambda picture: 4,
        "make_panel": lambda config: Panel(
            Pins(**{part: getattr(config.pins, part) for part in Pins.__dataclass_fields__}),
            pin_factory=board,
            clock=clock,
        ),
        "run_tool": lambda words: "throttled=0x0",
        "wait": clock.wait,
    }


def write(path: Path, words: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words)


def patch() -> np.ndarray:
    return np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)


def tiny_onnx() -> bytes:
    """The smallest model OpenCV loads: one Relu from x to y, of shape 1 x 1, written out in protobuf."""

    def field(number: int, value: bytes | int | str) -> bytes:
        if isinstance(value, int):
            return bytes([number << 3, value])
        value = value.encode() if isinstance(value, str) else value
        return bytes([number << 3 | 2, len(value)]) + value

    def tensor(name: str) -> bytes:
        dimension = field(1, field(1, 1))
        return field(1, name) + field(2, field(1, field(1, 1) + field(2, dimension + dimension)))

    node = field(1, "x") + field(2, "y") + field(3, "r") + field(4, "Relu")
    graph = field(1, node) + field(2, "g") + field(11, tensor("x")) + field(12, tensor("y"))
    return field(1, 7) + field(7, graph) + field(8, field(1, "") + field(2, 12))


def loaded(tmp_path, text: str = "") -> Loaded:
    path = tmp_path / "config.toml"
    path.write_text(text)
    return load(path)


def findings(tmp_path, world, text: str = "") -> dict[str, Finding]:
    return {each.part: each for each in examine(loaded(tmp_path, text), Surroundings(**world))}


def raiser(error: Exception):
    def refuse(*_words, **_facts):
        raise error

    return refuse


def test_on_a_pi_where_all_is_well_every_part_is_ok(tmp_path, world):
    found = findings(tmp_path, world)
    assert list(found) == PARTS
    assert {part: each.state for part, each in found.items()} == dict.fromkeys(PARTS, State.OK)


@contextmanager
def unusable(path: Path, monkeypatch):
    """A path that this user may not use; root may use everything, so the question is answered for it."""
    real = os.access
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda asked, mode: Path(asked) != path and real(asked, mode))
        yield


@pytest.mark.parametrize(
    ("part", "state", "code", "change"),
    [
        ("camera", "missing", "missing", {"open_camera": raiser(CameraMissing("no-camera"))}),
        ("camera", "broken", "broken", {"open_camera": raiser(CameraBusy("busy", reason="x"))}),
        ("camera", "broken", "silent", {"open_camera": lambda name, size: SilentCamera("pi")}),
        ("tags", "missing", "no-picture", {"open_camera": raiser(CameraMissing("no-camera"))}),
        ("tags", "missing", "none", {"count_tags": lambda picture: 0}),
        ("tags", "missing", "some", {"count_tags": lambda picture: 3}),
        ("display", "ok", "desktop", {"environment": {"WAYLAND_DISPLAY": "wayland-0"}}),
        ("display", "missing", "missing", {"root": Path("/nonesuch")}),
        ("sound", "missing", "missing", {"root": Path("/nonesuch")}),
        ("pins", "missing", "missing", {"make_panel": lambda config: no_pins()}),
        ("lights", "missing", "missing", {"make_panel": lambda config: no_pins()}),
        ("buzzer", "missing", "missing", {"make_panel": lambda config: no_pins()}),
        ("fonts", "missing", "missing", {"assets": Path("/nonesuch")}),
        ("model", "missing", "missing", {"assets": Path("/nonesuch")}),
        ("deck", "missing", "none", {"data": Path("/nonesuch")}),
        ("power", "ok", "no-pi", {"run_tool": lambda words: None}),
        ("power", "broken", "unknown", {"run_tool": lambda words: "what"}),
        ("power", "broken", "voltage-now", {"run_tool": lambda words: "throttled=0x50005"}),
        ("power", "broken", "slow-now", {"run_tool": lambda words: "throttled=0x2"}),
        ("power", "broken", "hot-now", {"run_tool": lambda words: "throttled=0x8"}),
        ("power", "broken", "voltage-before", {"run_tool": lambda words: "throttled=0x50000"}),
        ("power", "broken", "slow-before", {"run_tool": lambda words: "throttled=0x40000"}),
        ("power", "broken", "hot-before", {"run_tool": lambda words: "throttled=0x80000"}),
    ],
)
def test_what_is_wrong_is_found(tmp_path, world, part, state, code, change):
    found = findings(tmp_path, world | change)[part]
    assert (found.state.value, found.code) == (state, code)


def no_pins() -> Panel:
    panel = Panel(None)
    panel._attempt("pins", raiser(OSError("no chip")))
    return panel


def test_mistakes_in_the_config_are_found_and_said(tmp_path, world, capsys):
    config = loaded(tmp_path, "[pins]\nyes = 99\n")
    found = list(examine(config, Surroundings(**world)))
    doctor.print_findings(found, config, load_locale("en"))
    assert found[0].state is State.BROKEN
    assert "Line 2 of the config: pins.yes = 99" in capsys.readouterr().out


def test_a_config_that_cannot_be_made_is_missing(tmp_path, world):
    (tmp_path / "file").write_text("")
    config = load(tmp_path / "file" / "config.toml")
    assert next(examine(config, Surroundings(**world))).code == "absent"


def test_devices_that_may_not_be_used_are_broken(tmp_path, world, monkeypatch):
    for part, path in [
        ("display", world["root"] / "dev/dri/card1"),
        ("sound", world["root"] / "dev/snd/controlC0"),
        ("disk", world["data"]),
    ]:
        with unusable(path, monkeypatch):
            found = findings(tmp_path, world)[part]
        assert (found.state, found.code) == (State.BROKEN, "denied")


def test_a_full_disk_is_broken(tmp_path, world, monkeypatch):
    usage = type("Usage", (), {"free": 5 * 2**20})
    monkeypatch.setattr(doctor_parts.shutil, "disk_usage", lambda path: usage)
    assert findings(tmp_path, world)["disk"].code == "full"


def test_a_stuck_button_is_found(tmp_path, world, board):
    make = world["make_panel"]

    def make_and_press(config: Config) -> Panel:
        panel = make(config)
        board.pin(13).drive_low()
        return panel

    found = findings(tmp_path, world | {"make_panel": make_and_press})["pins"]
    assert (found.code, found.facts["buttons"]) == ("stuck", "next")


def test_a_pin_that_two_want_is_broken(tmp_path, world, clock, board):
    pins = Pins(yes=5, no=5, next=13, discard=19, action=26, green=16, red=16, buzzer=16)
    panel = Panel(pins, pin_factory=board, clock=clock)
    found = findings(tmp_path, world | {"make_panel": lambda config: panel})
    assert [found[part].code for part in ("pins", "lights", "buzzer")] == ["broken"] * 3
    assert found["pins"].facts["names"] == "no"


def test_pins_held_by_another_program_are_busy(tmp_path, world, clock, board, monkeypatch):
    monkeypatch.setattr("gpiozero.DigitalInputDevice", raiser(RuntimeError("'GPIO busy'")))
    panel = Panel(Pins(5, 6, 13, 19, 26, 16, 20, 21), pin_factory=board, clock=clock)
    found = findings(tmp_path, world | {"make_panel": lambda config: panel})["pins"]
    assert (found.state, found.code) == (State.BROKEN, "busy")


def test_damaged_files_are_broken(tmp_path, world):
    (world["assets"] / "fonts/Sans.ttf").write_bytes(b"<html>")
    (world["assets"] / "models/reader.onnx").write_bytes(b"<html>")
    found = findings(tmp_path, world)
    assert (found["fonts"].code, found["model"].code) == ("broken", "broken")


def test_a_damaged_deck_file_is_broken(tmp_path, world, monkeypatch):
    monkeypatch.setattr(doctor_parts, "load_deck", raiser(doctor_parts.BadDeck("no table")))
    assert findings(tmp_path, world)["deck"].code == "broken"


def test_the_tags_are_found_on_a_drawn_mat_and_missed_without_one(tmp_path, world):
    picture, _ = render(Scene(tags=corner_tags()), np.random.default_rng(7))
    world = {key: value for key, value in world.items() if key != "count_tags"}
    for seen, code in ((picture, "ok"), (np.full_like(picture, 90), "none")):
        world["open_camera"] = lambda name, size, seen=seen: DrawnCamera(lambda seconds: seen, paced=False)
        assert findings(tmp_path, world)["tags"].code == code


def test_own_decks_are_named_with_their_cards_and_a_damaged_one_is_broken(tmp_path, world):
    assert findings(tmp_path, world)["deck"].facts["names"] == "mine (1)"
    (world["data"] / "decks/other.deck").write_bytes(b"half of it")
    found = findings(tmp_path, world)["deck"]
    assert (found.state, found.code) == (State.BROKEN, "damaged")


def test_sounds_that_are_off_need_no_sound_card(tmp_path, world):
    assert (
        findings(tmp_path, world | {"root": Path("/nonesuch")}, "[sounds]\non = false\n")["sound"].code
        == "muted"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_sentence_and_its_advice(language):
    """Each code in the source, said with every fact it could have."""
    locale = load_locale(language)
    source = Path(doctor_parts.__file__).read_text(encoding="utf-8")
    keys = [key for key in locale.sentences if key.startswith("doctor.")]
    for part in PARTS:
        codes = {key.split(".")[2] for key in keys if key.startswith(f"doctor.{part}.")}
        assert codes
        for code in codes - {"ok", "made", "desktop", "muted", "no-pi"}:
            assert code.endswith("-do") or f"{code}-do" in codes, (part, code)
            assert code.removesuffix("-do").split("-")[0] in source


@pytest.mark.parametrize("code", SENTENCES)
def test_what_a_device_refuses_has_a_sentence_in_both_languages(code):
    assert load_locale("en").sentences[f"hardware.{code}"] == SENTENCES[code]
    assert load_locale("fr").has(f"hardware.{code}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_runs_where_nothing_is_connected(language, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonesuch")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "config.toml"
    path.write_text(f'[camera]\nname = "folder:{tmp_path}"\n')
    code = main(["doctor", "--lang", language, "--config", str(path)])
    out = capsys.readouterr().out
    assert code == int("BROKEN" in out or "EN PANNE" in out)
    locale = load_locale(language)
    for part in PARTS:
        assert locale.say(f"doctor.parts.{part}") in out
    assert locale.say("hardware.no-pictures", path=str(tmp_path)) in out


def test_json_holds_everything_a_helper_asks_for(tmp_path, capsys, monkeypatch, world):
    monkeypatch.setattr(doctor, "Surroundings", lambda: Surroundings(**world))
    assert main(["doctor", "--json", "--config", str(tmp_path / "c.toml")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {"version", "python", "system", "board", "parts"} == set(told)
    assert [part["part"] for part in told["parts"]] == PARTS
    assert all(part["state"] == "ok" and part["said"] and part["do"] == [] for part in told["parts"])


def test_something_broken_is_exit_code_one(tmp_path, capsys, monkeypatch, world):
    world["run_tool"] = lambda words: "throttled=0x1"
    world["open_camera"] = raiser(CameraBusy("busy", reason="x"))
    monkeypatch.setattr(doctor, "Surroundings", lambda: Surroundings(**world))
    assert main(["doctor", "--json", "--lang", "fr", "--config", str(tmp_path / "c.toml")]) == 1
    told = {part["part"]: part for part in json.loads(capsys.readouterr().out)["parts"]}
    assert told["power"]["state"] == "broken"
    assert told["camera"]["facts"]["reason"] == "la caméra est prise par un autre programme (x)"


def test_buttons_are_shown_live_until_all_five_work(capsys, clock, board, world):
    panel = world["make_panel"](Config())
    fingers = iter(sorted(Button, key=lambda button: button.value))
    waits = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.wait(seconds)
        if len(waits) % 20 == 0:
            board.pin(getattr(Config().pins, next(fingers).value)).drive_low()
        if len(waits) % 20 == 10:
            for button in Button:
                board.pin(getattr(Config().pins, button.value)).drive_high()

    assert doctor.show_buttons(panel, load_locale("en"), clock=clock, wait=wait) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("pressed" in line for line in lines[1:-1]) == 5
    assert lines[-1] == "All five buttons work."
    panel.close()


def test_lights_go_round_and_end_dark(capsys, clock, board, world):
    panel = world["make_panel"](Config())
    seen = []

    def wait(seconds: float) -> None:
        clock.wait(seconds)
        lit = (bool(board.pin(16).state), bool(board.pin(20).state))
        if not seen or seen[-1] != lit:
            seen.append(lit)

    assert doctor.show_lights(panel, load_locale("fr"), clock=clock, wait=wait) == 0
    assert seen[:3] == [(True, False), (False, True), (True, True)]
    assert seen[-1] == (False, False)
    assert capsys.readouterr().out.splitlines()[0] == "Vert : un coup permis."
    panel.close()


@pytest.mark.parametrize("option", ["--buttons", "--lights"])
def test_without_pins_there_is_nothing_to_show(option, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonesuch")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    assert main(["doctor", option, "--config", str(tmp_path / "c.toml")]) == 2
    assert "no pins" in capsys.readouterr().err


def test_the_wiring_is_drawn_for_the_own_pins(tmp_path, capsys):
    (tmp_path / "c.toml").write_text("[pins]\nyes = 4\n")
    assert main(["doctor", "--config", str(tmp_path / "c.toml"), "--wiring", str(tmp_path / "w.svg")]) == 0
    assert "GPIO4, pin 7" in (tmp_path / "w.svg").read_text()
    assert main(["doctor", "--config", str(tmp_path / "c.toml"), "--wiring", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_config_can_be_made_alone(tmp_path, capsys):
    path = tmp_path / "new" / "config.toml"
    for words in ("was made", "is understood"):
        assert main(["doctor", "--make-config", "--lang", "en", "--config", str(path)]) == 0
        assert words in capsys.readouterr().out
    assert path.exists()


@pytest.mark.parametrize(
    ("written", "environment", "language"),
    [
        ("fr", {"LANG": "en_GB.UTF-8"}, "fr"),
        ("auto", {"LANG": "fr_CH.UTF-8"}, "fr"),
        ("auto", {"LANG": "de_CH.UTF-8"}, "en"),
        ("auto", {"LC_ALL": "fr_FR", "LANG": "en_US"}, "fr"),
        ("auto", {}, "en"),
    ],
)
def test_the_language_is_as_written_or_the_systems(written, environment, language):
    assert choose_language(written, environment) == language


def test_a_system_tool_that_is_not_there_says_nothing():
    assert doctor_parts.run_tool(["no-such-tool-at-all"]) is None
    assert doctor_parts.run_tool(["false"]) is None
    assert doctor_parts.run_tool(["echo", "throttled=0x0"]) == "throttled=0x0"
