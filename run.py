#!/usr/bin/env python3
"""The front door: makes the project's own environment, then hands over to the companion or to the tests.

./run.py [arguments of companion]
./run.py test [arguments of pytest]      without arguments: ruff, mypy and pytest, in that order
"""

from __future__ import annotations  # an older Python must reach the sentence that refuses it

import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.txt"
FOR_TESTS = ROOT / "tests" / "requirements.txt"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)


def enter(arguments: list[str]) -> int:
    """Come in; Ctrl-C on the way is one sentence."""
    try:
        return main(arguments)
    except KeyboardInterrupt:
        return refuse("\n" + say("stopped"), 130)


def main(arguments: list[str]) -> int:
    """Make the environment if it is not there, then hand over."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        return refuse(f"Python 3.11 or newer is needed and this is {found}: sudo apt install python3")
    if sys.maxsize < 2**32:
        return refuse(say("32-bit"))
    testing = arguments[:1] == ["test"]
    extra = "[dev]" if testing or "[dev]" in installed() else ""
    problem = prepare(extra)
    if problem:
        return refuse(problem)
    if testing:
        return run_tests(arguments[1:])
    return hand_over(arguments)


def hand_over(arguments: list[str]) -> NoReturn:
    """Become the companion, so that signals and the terminal are its own."""
    os.execv(PYTHON, [str(PYTHON), "-m", "companion", *arguments])  # noqa: S606 (no shell is wanted)


def run_tests(arguments: list[str]) -> int:
    """Ruff, mypy and pytest in that order; with arguments pytest alone."""
    if arguments:
        return call("-m", "pytest", *arguments)
    steps = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", "--numprocesses=auto", "--dist=worksteal"],
    ]
    for step in steps:
        print("== " + " ".join(step), flush=True)
        code = call("-m", *step)
        if code:
            return code
    return 0


def prepare(extra: str) -> str:
    """Make or mend the environment; an empty answer means it is ready, else it is what to do."""
    wanted = fingerprint(extra)
    if installed() == wanted and PYTHON.exists():
        return ""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return say("no-venv")
    print(say("begins"), file=sys.stderr, flush=True)
    system = ["--system-site-packages"] if has_libcamera() else []
    if not (STAMP.exists() and PYTHON.exists() and kind(installed()) == kind(wanted)):
        shutil.rmtree(VENV, ignore_errors=True)
    STAMP.unlink(missing_ok=True)
    if not PYTHON.exists() and set_up([sys.executable, "-m", "venv", *system, str(VENV)]):
        return say("no-environment")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    steps = [["-e", f"{ROOT}{extra}"]]
    if extra and FOR_TESTS.exists():
        steps.append(["--no-deps", "-r", str(FOR_TESTS)])
    if any(set_up([*pip, *step]) for step in steps):
        return say("no-packages")
    STAMP.write_text(wanted)
    return ""


def set_up(words: list[str]) -> int:
    """Run one step of the set-up; Ctrl-C reaches only us, and we end all that the step has started."""
    with subprocess.Popen(words, cwd=ROOT, start_new_session=True) as step:
        try:
            return step.wait()
        except KeyboardInterrupt:
            os.killpg(step.pid, signal.SIGKILL)
            raise


def fingerprint(extra: str) -> str:
    """What an environment made now would be made from."""
    sources = [ROOT / "pyproject.toml", *([FOR_TESTS] if extra and FOR_TESTS.exists() else [])]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    system = "system" if has_libcamera() else "own"
    return f"{digest} {extra} {system} {sys.version_info[:2]}"


def kind(made_from: str) -> list[str]:
    """What cannot be changed in an environment: whether it has the system's packages, and its Python."""
    return made_from.split(" ")[2:]


def installed() -> str:
    """What the environment on disk was made from."""
    return STAMP.read_text() if STAMP.exists() else ""


def has_libcamera() -> bool:
    """On a Raspberry Pi the system's picamera2 and libcamera are used, never pip's."""
    return importlib.util.find_spec("libcamera") is not None


def call(*arguments: str) -> int:
    """Run the environment's Python with these arguments."""
    return subprocess.run([str(PYTHON), *arguments], cwd=ROOT).returncode


def say(key: str) -> str:
    """A sentence of the set-up in the person's language; these files need nothing but Python itself."""
    from companion.config import usual_language
    from companion.locale import load_locale

    return load_locale(usual_language()).say(f"setup.{key}")


def refuse(sentence: str, code: int = 2) -> int:
    """Say in one sentence what to do."""
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(enter(sys.argv[1:]))
