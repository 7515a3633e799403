"""Updating: a package proves itself before and after it is installed, and the last one can be brought back."""

import json
import subprocess
from pathlib import Path

import pytest

from companion.commands import update
from companion.commands.update import Updater, UpdateRefused, control_of
from companion.errors import CompanionError

STATUS = """Package: table-companion
Status: install ok installed
Architecture: arm64
Version: 1.0.0
Conffiles:
 /etc/x 123
Description: a companion
 of the table
"""


class Pi:
    """A machine with a version installed: every tool that the update calls, in words."""

    def __init__(self, folder: Path) -> None:
        self.root, self.cache = folder / "root", folder / "cache"
        self.program = self.root / "usr/lib/table-companion/program"
        self.program.parent.mkdir(parents=True)
        self.program.write_text("#!/bin/sh")
        self.program.chmod(0o755)
        (self.root / "var/lib/dpkg/info").mkdir(parents=True)
        (self.root / "var/lib/dpkg/info/table-companion.postinst").write_text("#!/bin/sh")
        self.installed = "1.0.0"
        self.broken = {"1.0.0": set(), "1.1.0": set()}
        self.comes_up = {"1.0.0", "1.1.0"}
        self.new = "table-companion arm64 1.1.0"
        self.last_holds = ""
        self.did: list[str] = []

    def run(self, words):
        self.did.append(" ".join(words).replace(str(self.cache), "CACHE").replace(str(self.root), "ROOT"))
        out, code = self.answer(list(words))
        return subprocess.CompletedProcess(words, code, out, "")

    def answer(self, words: list[str]) -> tuple[str, int]:
        match words[:2]:
            case ["dpkg-query", "--show"]:
                return self.installed, 0 if self.installed else 1
            case ["dpkg-query", "--status"]:
                return STATUS, 0
            case ["dpkg-query", "--listfiles"]:
                return "/.\n/usr\n/usr/lib\n/usr/lib/table-companion\n/usr/lib/table-companion/program\n", 0
            case ["dpkg-deb", "--show"]:
                return self.new, 0
            case ["dpkg-deb", "--extract"]:
                return "", 0
            case ["dpkg-deb", _] if "--build" in words:
                tree = Path(words[-2])
                assert (tree / "usr/lib/table-companion/program").stat().st_mode & 0o100
                assert (tree / "DEBIAN/postinst").exists()
                self.last_holds = self.installed
                Path(words[-1]).write_text("packed")
                return "", 0
            case ["dpkg", "--print-architecture"]:
                return "arm64\n", 0
            case ["dpkg", "--compare-versions"]:
                return "", 0 if words[2] > words[4] else 1
            case ["dpkg", "--install"]:
                self.installed = self.last_holds if words[2].endswith("last.deb") else self.new.split()[2]
                return "", 0
            case ["runuser", _]:
                version = self.installed if str(self.root) in " ".join(words) else self.new.split()[2]
                parts = [{"part": part, "state": "broken"} for part in self.broken[version]]
                return json.dumps({"version": version, "parts": parts}), 0
            case ["systemctl", "restart"]:
                return "", 0 if self.installed in self.comes_up else 1
        return "", 0

    def updater(self) -> Updater:
        return Updater(self.cache, self.root, self.run)


@pytest.fixture
def pi(tmp_path) -> Pi:
    return Pi(tmp_path)


@pytest.fixture
def file(tmp_path) -> Path:
    (tmp_path / "new.deb").write_text("a package")
    return tmp_path / "new.deb"


def test_a_newer_version_is_checked_installed_and_started(pi, file):
    assert pi.updater().update(file) == ("done", "1.1.0")
    assert pi.installed == "1.1.0"
    order = [
        "doctor --json",
        "dpkg-deb --root-owner-group",
        "dpkg --install CACHE/new.deb",
        "systemctl restart",
    ]
    places = [next(i for i, line in enumerate(pi.did) if word in line) for word in order]
    assert places == sorted(places)


def test_what_is_installed_is_the_copy_that_was_checked(pi, file):
    """A stick can be pulled out or changed meanwhile."""
    pi.updater().update(file)
    assert not any(str(file) in line for line in pi.did)


def test_one_that_does_not_come_up_is_replaced_by_the_last(pi, file):
    pi.comes_up = {"1.0.0"}
    assert pi.updater().update(file) == ("brought-back", "1.0.0")
    assert pi.installed == "1.0.0"
    assert pi.did[-1] == "systemctl restart companion.service"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"new": "solitaire arm64 1.1.0"}, "no-companion"),
        ({"new": "table-companion amd64 1.1.0"}, "other-machine"),
        ({"new": "table-companion arm64 1.0.0"}, "not-newer"),
        ({"broken": {"1.0.0": set(), "1.1.0": {"camera"}}}, "worse"),
        ({"broken": {"1.0.0": set()}}, "does-not-run"),
    ],
)
def test_a_package_that_does_not_prove_itself_changes_nothing(pi, file, change, code):
    for name, value in change.items():
        setattr(pi, name, value)
    original = pi.answer

    def answer(words):
        try:
            return original(words)
        except KeyError:
            return "Traceback", 1

    pi.answer = answer
    with pytest.raises(UpdateRefused) as refused:
        pi.updater().update(file)
    assert refused.value.code == code
    assert pi.installed == "1.0.0"
    assert not any("dpkg --install" in line for line in pi.did)


def test_what_was_broken_before_does_not_count(pi, file):
    pi.broken = {"1.0.0": {"camera"}, "1.1.0": {"camera"}}
    assert pi.updater().update(file)[0] == "done"


def test_going_back(pi, file):
    with pytest.raises(UpdateRefused, match="nothing-before"):
        pi.updater().go_back()
    pi.updater().update(file)
    assert pi.updater().go_back() == ("back", "1.0.0")


def test_a_file_that_is_not_there(pi, tmp_path):
    with pytest.raises(UpdateRefused, match="no-file"):
        pi.updater().update(tmp_path / "none.deb")


def test_without_root_it_says_how(monkeypatch, tmp_path):
    from companion.cli import main

    monkeypatch.setattr(update.os, "geteuid", lambda: 1000)
    assert main(["update", "--back"]) == 2
    with pytest.raises(CompanionError, match="sudo companion update"):
        update.run(update_arguments("--back"))


def update_arguments(*words: str):
    import argparse

    parser = argparse.ArgumentParser()
    update.add_arguments(parser)
    return parser.parse_args(words)


def test_a_refused_update_starts_the_service_again(monkeypatch, pi, file):
    pi.new = "table-companion amd64 1.1.0"
    monkeypatch.setattr(update.os, "geteuid", lambda: 0)
    monkeypatch.setattr(update, "Updater", lambda *_: pi.updater())
    with pytest.raises(CompanionError, match="amd64"):
        update.run(update_arguments(str(file)))
    assert pi.did[-1] == "systemctl restart companion.service"


def test_the_newest_package_on_a_stick_is_taken(monkeypatch, pi, tmp_path, capsys):
    monkeypatch.setattr(update.os, "geteuid", lambda: 0)
    monkeypatch.setattr(update, "Updater", lambda *_: pi.updater())
    monkeypatch.setattr(update, "STICK", tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    with pytest.raises(CompanionError, match="no package"):
        update.run(update_arguments("--stick"))
    (tmp_path / "stick/table-companion_1.1.0_arm64.deb").write_text("x")
    assert update.run(update_arguments("--stick")) == 0
    assert "1.1.0" in capsys.readouterr().out


def test_the_control_file_of_what_is_installed():
    assert control_of(STATUS) == (
        "Package: table-companion\nArchitecture: arm64\nVersion: 1.0.0\nDescription: a companion\n of the table\n"
    )
