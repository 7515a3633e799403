"""Install a newer version of the companion, or go back to the previous one.

companion update table-companion_1.2.0_arm64.deb
companion update --back

The new version checks every part before it is installed. If it then does not start, the previous version is
restored. Games, decks and settings are not changed. It needs administrator rights and asks for them.
"""

import argparse
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.app.folders import STICK, packages_on
from companion.commands import locale_of
from companion.config import add_language
from companion.errors import CompanionError
from companion.locale import Locale

_PACKAGE = "table-companion"
_SERVICE = "companion.service"
CACHE = Path("/var/cache/table-companion")  # root's own: what is checked is what is installed
_PROGRAM = "usr/lib/table-companion/program"
_AS_SERVICE = ("HOME=/var/lib/table-companion", "XDG_DATA_HOME=/var/lib", "XDG_CONFIG_HOME=/etc")
_SCRIPTS = ("postinst", "prerm", "postrm", "md5sums")
_NOT_CONTROL = ("Status:", "Conffiles:", "Config-Version:")

_Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def _run_tool(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Run a tool of the system; dpkg knows that the service is started by us."""
    environment = os.environ | {"COMPANION_UPDATES": "1", "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(list(words), capture_output=True, text=True, check=False, env=environment)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", type=Path, nargs="?", metavar="FILE", help="install this package")
    what.add_argument("--stick", action="store_true", help="install the newest package on the USB stick")
    what.add_argument("--back", action="store_true", help="go back to the previous version")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Update, and say what came of it; 1 when the old version had to be brought back."""
    locale = locale_of(arguments)
    if os.geteuid() != 0:
        raise CompanionError(locale.say("update.root"))
    updater = Updater(CACHE, Path("/"), _run_tool)
    try:
        if arguments.back:
            code, version = updater.go_back()
        else:
            file = _newest_on_stick(locale) if arguments.stick else arguments.file
            code, version = updater.update(file)
    except UpdateRefused as refused:
        updater._start_service()
        raise CompanionError(locale.say(f"update.{refused.code}", reason=refused.reason)) from refused
    print(locale.say(f"update.{code}", version=version))
    return 0 if code in ("done", "back") else 1


def _newest_on_stick(locale: Locale) -> Path:
    found = packages_on(STICK)
    if not found:
        raise CompanionError(locale.say("update.no-package"))
    return found[-1]


class UpdateRefused(Exception):
    """A package that is not installed: the sentence is `update.<code>`."""

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True)
class Updater:
    """Replaces the installed package; `root` and `run` are the machine's, or a test's."""

    cache: Path
    root: Path
    run: _Run

    @property
    def last(self) -> Path:
        return self.cache / "last.deb"

    def update(self, file: Path) -> tuple[str, str]:
        """Check, install, start; the code of a sentence, and the version that runs now."""
        new = self._take(file)
        before = self._installed_version()
        version = self._check_fields(new, before)
        self.run(["systemctl", "stop", _SERVICE])
        self._check_parts(new, version)
        if before:
            self._keep_installed()
        if self._install(new) and self._start_service():
            return "done", version
        self._install(self.last)
        self._start_service()
        return "brought-back", before

    def go_back(self) -> tuple[str, str]:
        if not self.last.exists():
            raise UpdateRefused("nothing-before")
        self.run(["systemctl", "stop", _SERVICE])
        if not self._install(self.last):
            raise UpdateRefused("not-back")
        self._start_service()
        return "back", self._installed_version()

    def _installed_version(self) -> str:
        done = self.run(["dpkg-query", "--show", "--showformat=${Version}", _PACKAGE])
        return done.stdout.strip() if done.returncode == 0 else ""

    def _start_service(self) -> bool:
        return self.run(["systemctl", "restart", _SERVICE]).returncode == 0

    def _take(self, file: Path) -> Path:
        self.cache.mkdir(parents=True, exist_ok=True)
        if not file.is_file():
            raise UpdateRefused("no-file", str(file))
        new = self.cache / "new.deb"
        shutil.copyfile(file, new)
        return new

    def _check_fields(self, new: Path, before: str) -> str:
        fields = self.run(
            ["dpkg-deb", "--show", "--showformat=${Package} ${Architecture} ${Version}", str(new)]
        )
        name, _, rest = fields.stdout.strip().partition(" ")
        architecture, _, version = rest.partition(" ")
        if fields.returncode != 0 or name != _PACKAGE:
            raise UpdateRefused("no-companion")
        if architecture != self.run(["dpkg", "--print-architecture"]).stdout.strip():
            raise UpdateRefused("other-machine", architecture)
        if before and self.run(["dpkg", "--compare-versions", version, "gt", before]).returncode != 0:
            raise UpdateRefused("not-newer", version)
        return version

    def _check_parts(self, new: Path, version: str) -> None:
        """What the new version says of the parts, before anything is changed."""
        tree = self.cache / "check"
        shutil.rmtree(tree, ignore_errors=True)
        if self.run(["dpkg-deb", "--extract", str(new), str(tree)]).returncode != 0:
            raise UpdateRefused("damaged")
        new_says = self._doctor(tree / _PROGRAM)
        shutil.rmtree(tree, ignore_errors=True)
        if new_says is None or new_says[0] != version:
            raise UpdateRefused("does-not-run")
        old_says = self._doctor(self.root / _PROGRAM)
        worse = new_says[1] - (old_says[1] if old_says is not None else new_says[1])
        if worse:
            raise UpdateRefused("worse", ", ".join(sorted(worse)))

    def _doctor(self, program: Path) -> tuple[str, set[str]] | None:
        words = ["runuser", "-u", "companion", "--", "env", "-C", "/", *_AS_SERVICE, str(program)]
        done = self.run([*words, "doctor", "--json"])
        try:
            told = json.loads(done.stdout)
            broken = {part["part"] for part in told["parts"] if part["state"] == "broken"}
            return str(told["version"]), broken
        except (ValueError, KeyError, TypeError):
            return None

    def _keep_installed(self) -> None:
        """Pack what is installed now, so that it can be brought back."""
        tree = self.cache / "installed"
        shutil.rmtree(tree, ignore_errors=True)
        listed = self.run(["dpkg-query", "--listfiles", _PACKAGE]).stdout.splitlines()
        for name in listed:
            _copy_one(self.root / name.lstrip("/"), tree / name.lstrip("/"))
        control = tree / "DEBIAN"
        control.mkdir(mode=0o755, parents=True)
        status = self.run(["dpkg-query", "--status", _PACKAGE]).stdout
        (control / "control").write_text(control_of(status), encoding="utf-8")
        for script in _SCRIPTS:
            source = self.root / f"var/lib/dpkg/info/{_PACKAGE}.{script}"
            if source.exists():
                shutil.copy(source, control / script)
        packed = self.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(self.last)])
        shutil.rmtree(tree, ignore_errors=True)
        if packed.returncode != 0:
            raise UpdateRefused("not-kept")

    def _install(self, package: Path) -> bool:
        return self.run(["dpkg", "--install", str(package)]).returncode == 0


def _copy_one(source: Path, target: Path) -> None:
    if source.is_dir() and not source.is_symlink():
        target.mkdir(parents=True, exist_ok=True)
    elif source.is_symlink() or source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target, follow_symlinks=False)


def control_of(status: str) -> str:
    """The control file of a package from what dpkg says of the installed one."""
    kept: list[str] = []
    dropping = False
    for line in status.splitlines():
        if not line.startswith(" "):
            dropping = line.startswith(_NOT_CONTROL)
        if not dropping:
            kept.append(line)
    return "\n".join(kept) + "\n"
