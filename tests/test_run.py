"""`run.py`, the front door: what it makes, when it makes it again, and what it says when something is missing."""

import ast
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A copy of run.py in a folder of its own, with every call to a program written down instead of made."""
    (tmp_path / "run.py").write_text((ROOT / "run.py").read_text())
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    spec = importlib.util.spec_from_file_location("door", tmp_path / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.calls = []  # type: ignore[attr-defined]

    def pretend(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        module.calls.append(words)  # type: ignore[attr-defined]
        if words[1:3] == ["-m", "venv"]:
            module.PYTHON.parent.mkdir(parents=True)
            module.PYTHON.touch()
        return subprocess.CompletedProcess(words, module.codes.get(words[-1], 0))  # type: ignore[attr-defined]

    module.codes = {}  # type: ignore[attr-defined]
    monkeypatch.setattr(module, "has_libcamera", lambda: False)
    monkeypatch.setattr(module.subprocess, "run", pretend)
    monkeypatch.setattr(module, "set_up", lambda words: pretend(words).returncode)
    return module


def kinds(door: ModuleType) -> list[str]:
    return ["venv" if "venv" in words else "pip" if "pip" in words else words[-1] for words in door.calls]


def test_it_installs_once(door: ModuleType) -> None:
    assert (door.prepare(""), door.prepare("")) == ("", "")
    assert kinds(door) == ["venv", "pip"]


def test_a_change_of_pyproject_installs_again(door: ModuleType) -> None:
    door.prepare("")
    (door.ROOT / "pyproject.toml").write_text("[project]\n# changed\n")
    door.prepare("")
    assert kinds(door).count("pip") == 2
    assert kinds(door).count("venv") == 1


def test_a_half_made_environment_is_made_anew(door: ModuleType) -> None:
    (door.VENV / "bin").mkdir(parents=True)
    (door.VENV / "leftover").touch()
    assert door.prepare("") == ""
    assert not (door.VENV / "leftover").exists()


def test_a_failed_install_is_tried_again(door: ModuleType) -> None:
    door.codes[f"{door.ROOT}[dev]"] = 1
    assert "network" in door.prepare("[dev]")
    door.codes.clear()
    assert door.prepare("[dev]") == ""


def test_on_a_pi_the_system_packages_are_used(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "has_libcamera", lambda: True)
    door.prepare("")
    assert any("--system-site-packages" in words for words in door.calls)


def test_an_environment_made_before_libcamera_is_remade_after_it_appears(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    door.prepare("")
    (door.VENV / "leftover").touch()
    monkeypatch.setattr(door, "has_libcamera", lambda: True)
    assert door.prepare("") == ""
    assert not (door.VENV / "leftover").exists()
    assert "--system-site-packages" in [words for words in door.calls if "venv" in words][-1]
    door.prepare("")
    assert kinds(door) == ["venv", "pip", "venv", "pip"]


def test_libcamera_is_looked_for_beside_the_python_that_runs() -> None:
    words = [sys.executable, "-c", "import run; print(run.has_libcamera())"]
    without = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert without.stdout == "False\n"
    fakes = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / "fakes")}
    with_it = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, env=fakes)
    assert with_it.stdout == "True\n"


def test_the_tests_libraries_come_without_what_they_require(door: ModuleType) -> None:
    (door.ROOT / "tests").mkdir()
    (door.ROOT / "tests" / "requirements.txt").write_text("picamera2==0.3.38\n")
    door.prepare("[dev]")
    assert door.calls[-1][-3:] == ["--no-deps", "-r", str(door.ROOT / "tests" / "requirements.txt")]
    (door.ROOT / "tests" / "requirements.txt").write_text("picamera2==0.3.39\n")
    door.prepare("[dev]")
    assert kinds(door).count("pip") == 4


def test_a_32_bit_system_is_refused_in_one_sentence(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(door.sys, "maxsize", 2**31 - 1)
    assert door.main([]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert door.calls == []


def test_elsewhere_they_are_not(door: ModuleType) -> None:
    door.prepare("")
    assert not any("--system-site-packages" in words for words in door.calls)


def test_a_missing_venv_module_is_one_sentence(door: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    assert door.prepare("") == "Python's venv module is missing: sudo apt install python3-venv"


def test_a_french_machine_is_set_up_in_french(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr_FR.UTF-8")
    assert door.prepare("") == ""
    assert capsys.readouterr().err == "Mise en place (une seule fois, une demi-minute environ)…\n"


def test_its_sentences_need_nothing_but_python() -> None:
    """No package is there yet when they are said."""
    words = [
        sys.executable,
        "-S",
        "-I",
        "-c",
        "import sys; sys.path.insert(0, '.'); import run; print(run.say('stopped'))",
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Stopped. Run the same command to go on.\n", "")


def test_an_old_python_is_one_sentence(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(door.sys, "version_info", (3, 9, 2))
    assert door.main([]) == 2
    assert "3.11" in capsys.readouterr().err


def test_tests_run_in_order_and_stop_at_the_first_failure(
    door: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    door.codes["mypy"] = 1
    assert door.main(["test"]) == 1
    assert kinds(door)[-3:] == [".", ".", "mypy"]


def test_with_arguments_pytest_alone(door: ModuleType) -> None:
    door.main(["test", "-k", "goats"])
    assert door.calls[-1][1:] == ["-m", "pytest", "-k", "goats"]


def test_an_older_python_reaches_that_sentence() -> None:
    """The file itself uses nothing that Python 3.7 cannot read."""
    text = (ROOT / "run.py").read_text()
    ast.parse(text, feature_version=(3, 7))
    assert "from __future__ import annotations" in text


STEP = """
import subprocess, sys
print("begun", flush=True)
subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"])
"""


def test_ctrl_c_during_the_set_up_is_one_sentence() -> None:
    """The step and what it started end with it; neither shows where in its code it was."""
    body = f"import run, sys; run.prepare = lambda _: run.set_up([sys.executable, '-c', {STEP!r}])"
    door = subprocess.Popen(
        [sys.executable, "-c", f"{body}; sys.exit(run.enter(['doctor']))"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert door.stdout is not None
    assert door.stdout.readline() == "begun\n"
    os.killpg(door.pid, signal.SIGINT)
    out, err = door.communicate(timeout=20)  # the pipes are closed only when all have ended
    assert (door.returncode, out) == (130, "")
    assert err == "\nStopped. Run the same command to go on.\n"
