"""`companion doctor` as people call it: what it prints, its exit codes, and the buttons and lights tried live."""

import json

import pytest

from companion.cli import main
from companion.commands import doctor
from companion.commands.doctor_parts import Surroundings
from companion.config_keys import Config
from companion.locale import LANGUAGES, load_locale
from hardware.errors import CameraBusy
from hardware.signals import Button
from tests.commands.doctoring import PARTS, raiser


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
    assert {"version", "python", "system", "board", "memory_megabytes", "parts"} == set(told)
    assert [part["part"] for part in told["parts"]] == PARTS
    assert all(part["state"] == "ok" and part["said"] and part["do"] == [] for part in told["parts"])


def test_something_broken_is_exit_code_one(tmp_path, capsys, monkeypatch, world):
    world["run_tool"] = lambda words: "throttled=0x1"
    world["open_camera"] = raiser(CameraBusy("busy", reason="x"))
    monkeypatch.setattr(doctor, "Surroundings", lambda: Surroundings(**world))
    assert main(["doctor", "--json", "--lang", "fr", "--config", str(tmp_path / "c.toml")]) == 1
    told = {part["part"]: part for part in json.loads(capsys.readouterr().out)["parts"]}
    assert told["power"]["state"] == "broken"
    assert told["camera"]["facts"]["reason"] == "un autre programme utilise la caméra (x)"


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
    assert capsys.readouterr().out.splitlines()[0] == "Vert\u00a0: un coup permis."
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
    for words in ("was created", "is fine"):
        assert main(["doctor", "--make-config", "--lang", "en", "--config", str(path)]) == 0
        assert words in capsys.readouterr().out
    assert path.exists()
