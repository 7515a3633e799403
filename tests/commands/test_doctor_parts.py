"""`companion doctor`: every part ok, missing and broken, in both languages, and never a traceback."""

import os
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion.app.display import Tried
from companion.commands import doctor, doctor_parts
from companion.commands.doctor_parts import Finding, State, Surroundings, examine, look_at_display
from companion.config import Loaded, load
from companion.config_keys import Config
from companion.locale import LANGUAGES, load_locale
from hardware.errors import SENTENCES, CameraBusy, CameraFailed, CameraMissing
from hardware.frames import CameraBase, CameraState
from hardware.panel import Panel, Pins
from tests.commands.doctoring import PARTS, raiser
from tests.fakes.still_camera import StillCamera
from vision.lab.scene import Scene, corner_tags, render


class SilentCamera(CameraBase):
    def read(self, timeout_seconds: float = 1.0) -> None:
        self.state = CameraState.LOST


BLACK = np.zeros((360, 640, 3), np.uint8)


class BlurredCamera(StillCamera):
    @property
    def trouble(self) -> CameraFailed:
        return CameraFailed("no-focus")


def loaded(tmp_path, text: str = "") -> Loaded:
    path = tmp_path / "config.toml"
    path.write_text(text)
    return load(path)


def findings(tmp_path, world, text: str = "") -> dict[str, Finding]:
    return {each.part: each for each in examine(loaded(tmp_path, text), Surroundings(**world))}


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
        ("camera", "broken", "silent", {"open_camera": lambda name, options: SilentCamera("pi")}),
        ("tags", "missing", "no-picture", {"open_camera": raiser(CameraMissing("no-camera"))}),
        ("tags", "missing", "none", {"count_tags": lambda picture: 0}),
        ("tags", "missing", "some", {"count_tags": lambda picture: 3}),
        ("display", "ok", "desktop", {"environment": {"WAYLAND_DISPLAY": "wayland-0"}}),
        ("display", "missing", "missing", {"root": Path("/nonesuch")}),
        (
            "camera",
            "broken",
            "troubled",
            {"open_camera": lambda name, options: BlurredCamera(BLACK)},
        ),
        ("sound", "missing", "missing", {"root": Path("/nonesuch")}),
        ("voice", "missing", "missing", {"which": lambda name: None}),
        ("voice", "ok", "ok", {"which": lambda name: f"/usr/bin/{name}"}),
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


@pytest.mark.parametrize(
    ("language", "told", "advised"),
    [
        ("en", "cannot be made: {place} is not a folder.", "Move {place} away"),
        ("fr", "ne peut pas être créé\u00a0: {place} n’est pas un dossier.", "Déplacez {place}"),
    ],
)
def test_a_folder_that_cannot_be_is_told_as_such(tmp_path, world, language, told, advised):
    """A file in its place is no full disk."""
    (tmp_path / "file").write_text("")
    place, locale = tmp_path / "file", load_locale(language)
    found = findings(tmp_path, world | {"data": place / "data"})["disk"]
    assert (found.state, found.code) == (State.BROKEN, "impossible")
    assert told.format(place=place) in doctor.said(found, locale)
    advice = doctor.advice(found, loaded(tmp_path), locale)
    assert advice[0].startswith(advised.format(place=place))


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
        world["open_camera"] = lambda name, options, seen=seen: StillCamera(seen)
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
        for code in codes - {"ok", "made", "desktop", "muted", "no-pi", "journal", "terminal"}:
            assert code.endswith("-do") or f"{code}-do" in codes, (part, code)
            assert code.removesuffix("-do").split("-")[0] in source


@pytest.mark.parametrize("code", SENTENCES)
def test_what_a_device_refuses_has_a_sentence_in_both_languages(code):
    assert load_locale("en").sentences[f"hardware.{code}"] == SENTENCES[code]
    assert load_locale("fr").has(f"hardware.{code}")


def test_a_system_tool_that_is_not_there_says_nothing():
    assert doctor_parts.run_tool(["no-such-tool-at-all"]) is None
    assert doctor_parts.run_tool(["false"]) is None
    assert doctor_parts.run_tool(["echo", "throttled=0x0"]) == "throttled=0x0"


def test_a_screen_that_only_fbtft_drives_is_named(world):
    for status in (world["root"] / "sys/class/drm").glob("*/status"):
        status.write_text("disconnected\n")
    names = {"fb0": "vc4drmfb", "fb1": "fb_ili9486"}
    for folder, name in names.items():
        path = world["root"] / "sys/class/graphics" / folder
        path.mkdir(parents=True)
        (path / "name").write_text(name + "\n")
    finding = look_at_display(Surroundings(**world))
    assert (finding.code, finding.facts) == ("fbtft", {"name": "fb_ili9486"})


def test_a_screen_that_did_not_open_tells_what_was_tried(world):
    path = world["data"] / "display.json"
    Tried("", (("kmsdrm:1", "no mode"), ("cage", "did not come up"))).save(path)
    finding = look_at_display(Surroundings(**world))
    assert (finding.state, finding.code) == (State.BROKEN, "dark")
    assert finding.facts["tried"] == "kmsdrm:1: no mode; cage: did not come up"
    Tried("kmsdrm:0", (("kmsdrm:1", "no mode"),)).save(path)
    assert look_at_display(Surroundings(**world)).code == "ok"


def test_on_a_pi_the_owner_gets_a_checklist(monkeypatch, capsys):
    doctor.print_checklist(load_locale("fr"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + doctor.CHECKS
    assert all(line.startswith("  [ ] ") for line in lines[1:])
    assert f"doctor.checklist.{doctor.CHECKS + 1}" not in load_locale("en").sentences
