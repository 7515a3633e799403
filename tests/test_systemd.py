"""The service and its package: the units as systemd reads them, the package in a root of our own."""

import configparser
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
from collections import defaultdict
from pathlib import Path

import pytest

from companion.config import template

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "systemd" / "companion.service"
DEBIAN = ROOT / "systemd" / "debian"


# the unit


class Keys(configparser.RawConfigParser):
    """A unit file: keys keep their case and may come several times."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def unit_keys() -> dict[str, list[str]]:
    keys = defaultdict(list)
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            keys[name].append(value)
    return keys


def test_the_unit_has_its_three_sections():
    parser = Keys(strict=False, interpolation=None)
    parser.read(UNIT)
    assert parser.sections() == ["Unit", "Service", "Install"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("Type", "notify"),
        ("NotifyAccess", "all"),
        ("SuccessExitStatus", "40 41 42 43"),
        ("RestartForceExitStatus", "42"),
        ("Restart", "on-failure"),
        ("User", "companion"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("PrivateTmp", "yes"),
        ("StateDirectory", "table-companion"),
        ("WantedBy", "multi-user.target"),
        ("CapabilityBoundingSet", ""),
    ],
)
def test_the_unit_says_what_it_must(key, value):
    assert unit_keys()[key] == [value]


def test_it_may_call_what_a_service_calls_and_nothing_that_only_root_could():
    assert unit_keys()["SystemCallFilter"] == ["@system-service", "~@privileged @resources"]


def test_the_watchdog_waits_longer_than_a_webcam_that_gives_up():
    assert int(unit_keys()["WatchdogSec"][0]) >= 20


def test_the_groups_are_those_it_needs_and_the_package_gives_them():
    groups = set(unit_keys()["SupplementaryGroups"][0].split())
    assert groups == {"video", "render", "input", "gpio", "audio", "systemd-journal"}
    given = re.findall(r"(?m)^m companion (\S+)$", (DEBIAN / "sysusers.conf").read_text(encoding="utf-8"))
    assert set(given) == groups


def test_it_waits_until_the_picture_of_the_boot_is_gone():
    assert "plymouth-quit-wait.service" in unit_keys()["After"][0].split()


def test_no_driver_is_forced_on_it():
    """Which card and which driver lead to the screen is found out, and remembered."""
    assert "SDL_VIDEODRIVER" not in " ".join(unit_keys()["Environment"])


def test_the_devices_of_a_table_stay_in_reach():
    keys = unit_keys()
    assert "PrivateDevices" not in keys
    assert "PrivateNetwork" not in keys  # hotplug messages come over netlink
    allowed = " ".join(keys["DeviceAllow"])
    for device in ("drm", "input", "video4linux", "media", "dma_heap", "gpiochip", "alsa"):
        assert f"char-{device} rw" in allowed


def test_what_must_be_written_can_be():
    keys = unit_keys()
    environment = " ".join(keys["Environment"])
    assert "XDG_DATA_HOME=/var/lib" in environment  # so the data folder is the state directory
    assert keys["ReadWritePaths"] == ["-/run/table-companion-stick"]
    assert "/etc/table-companion/config.toml" in keys["ExecStart"][0]


def test_systemd_itself_is_content(tmp_path):
    """Where systemd is installed it verifies the unit and finds little exposed; elsewhere the keys are counted."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        protections = [key for key in unit_keys() if key.startswith(("Protect", "Restrict", "Private"))]
        assert len(protections) >= 14
        return
    copy = tmp_path / "companion.service"
    words = re.sub(r"(?m)^(Exec\w+)=.*$", r"\1=/bin/true", UNIT.read_text(encoding="utf-8"))
    copy.write_text(words)  # the program itself is not installed here
    verified = subprocess.run([tool, "verify", str(copy)], capture_output=True, text=True)
    complaints = [line for line in verified.stderr.splitlines() if "companion.service" in line]
    assert complaints == []
    security = subprocess.run(
        [tool, "security", "--offline=true", "--no-pager", "--threshold=13", str(copy)],
        capture_output=True,
        text=True,
    )
    assert security.returncode == 0, security.stdout[-300:] + security.stderr


# the package


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package without the libraries of Python, made by the tool as a person would."""
    out = tmp_path_factory.mktemp("package")
    words = [sys.executable, str(ROOT / "tools/deb.py"), "--without-libraries", "--architecture", "amd64"]
    done = subprocess.run([*words, "--out", str(out)], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


@pytest.fixture(scope="module")
def members(package: Path) -> dict[str, tarfile.TarInfo]:
    done = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(package)], capture_output=True, check=True)
    path = package.with_suffix(".tar")
    path.write_bytes(done.stdout)
    with tarfile.open(path) as tar:
        return {member.name.removeprefix("./"): member for member in tar.getmembers()}


def test_everything_in_the_package_is_roots_and_only_root_may_change_it(members):
    assert {(member.uname, member.gname) for member in members.values()} == {("root", "root")}
    assert not [name for name, member in members.items() if member.mode & 0o022]
    assert not [name for name, member in members.items() if member.mode & (stat.S_ISUID | stat.S_ISGID)]


@pytest.mark.parametrize(
    "name",
    [
        "usr/bin/companion",
        "usr/lib/table-companion/app/companion/cli.py",
        "usr/lib/table-companion/app/assets/locales/fr.toml",
        "usr/lib/table-companion/program",
        "usr/lib/table-companion/python3.11",
        "usr/lib/table-companion/python3.13",
        "usr/lib/systemd/system/companion.service",
        "usr/lib/systemd/system/companion-stick@.service",
        "usr/lib/udev/rules.d/70-table-companion.rules",
        "usr/lib/sysusers.d/table-companion.conf",
        "usr/share/table-companion/config.toml",
        "usr/share/doc/table-companion/copyright",
    ],
)
def test_the_package_holds_what_it_needs(members, name):
    assert name in members


def test_the_package_holds_nothing_else(members):
    assert not [
        name for name in members if "__pycache__" in name or "/training/" in name or "/tests/" in name
    ]
    assert {name.split("/")[0] for name in members} - {"", "."} == {"usr"}


def test_every_package_of_the_program_is_in_it(members):
    include = re.search(r"include = \[(.*)\]", (ROOT / "pyproject.toml").read_text())[1]
    for word in include.split(","):
        name = word.strip(' "*')
        assert f"usr/lib/table-companion/app/{name}" in members


def field(package: Path, name: str) -> str:
    done = subprocess.run(
        ["dpkg-deb", "--field", str(package), name], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_package_names_itself(package):
    from companion import __version__

    assert (field(package, "Package"), field(package, "Version")) == ("table-companion", __version__)
    assert field(package, "Architecture") == "amd64"
    assert "python3 (>= 3.11)" in field(package, "Depends")


# its scripts, in a root of our own with stubs in place of everything that would change a system


TOOLS = (
    "systemctl",
    "systemd-sysusers",
    "udevadm",
    "chown",
    "mount",
    "umount",
    "blkid",
    "mountpoint",
    "findmnt",
)
TOOLS += ("systemd-run", "sudo", "id")
STUB = """#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
case "$(basename "$0") $*" in
    "id -u") echo "${FAKE_ID:-0}" ;;
    "systemctl"*"get-default") cat "$FAKE/default" ;;
    "systemctl"*"set-default"*) for last in "$@"; do :; done; echo "$last" >"$FAKE/default" ;;
    "blkid"*) echo "${FAKE_TYPE:-vfat}" ;;
    "mountpoint"*) [ -e "$FAKE/mounted" ] ;;
    "findmnt"*) cat "$FAKE/mounted" ;;
    "mount"*) echo /dev/sda1 >"$FAKE/mounted" ;;
    "sudo"*) echo "$@" ;;
esac
"""


class Machine:
    """A root of our own, and what the scripts did to it."""

    def __init__(self, folder: Path, package: Path, default: str = "multi-user.target") -> None:
        self.root, self.fake, self.bin = folder / "root", folder / "fake", folder / "bin"
        self.log, self.scripts = folder / "log", folder / "scripts"
        for path in (self.root / "etc", self.root / "var/lib", self.fake, self.bin):
            path.mkdir(parents=True)
        (self.fake / "default").write_text(default + "\n")
        for tool in TOOLS:
            (self.bin / tool).write_text(STUB)
            (self.bin / tool).chmod(0o755)
        for words in (
            ["--extract", str(package), str(self.root)],
            ["--control", str(package), str(self.scripts)],
        ):
            subprocess.run(["dpkg-deb", *words], check=True)

    def run(self, script: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("")
        own = {"DPKG_ROOT": str(self.root), "FAKE": str(self.fake), "LOG": str(self.log)}
        path = f"{self.bin}:{os.environ['PATH']}"
        return subprocess.run(
            [str(script), *words],
            env=os.environ | own | {"PATH": path} | environment,
            capture_output=True,
            text=True,
        )

    def script(self, name: str, *words: str) -> list[str]:
        done = self.run(self.scripts / name, *words)
        assert done.returncode == 0, done.stderr
        return self.log.read_text().splitlines()

    def etc(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in (self.root / "etc").rglob("*") if path.is_file()}


@pytest.fixture
def machine(tmp_path, package) -> Machine:
    return Machine(tmp_path, package)


@pytest.mark.parametrize(
    "path",
    sorted(path for path in DEBIAN.iterdir() if path.read_bytes().startswith(b"#!/bin/sh")),
    ids=lambda path: path.name,
)
def test_the_shell_reads_every_script(path):
    """Where shellcheck is installed it has nothing to say either."""
    tool = shutil.which("shellcheck")
    command = [tool, str(path)] if tool else ["sh", "-n", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert os.access(path, os.X_OK)


def test_installing_makes_account_config_and_service(machine):
    did = machine.script("postinst", "configure")
    root = f"--root={machine.root}"
    assert did[0] == f"systemd-sysusers {root} table-companion.conf"
    assert f"systemctl {root} enable companion.service" in did
    assert (machine.root / "etc/table-companion/config.toml").read_text() == template()
    assert not any("restart" in line for line in did)  # a test root or an image starts nothing


def test_installing_again_keeps_the_owners_config(machine):
    machine.script("postinst", "configure")
    (machine.root / "etc/table-companion/config.toml").write_text("mine\n")
    machine.script("postinst", "configure", "0.0.9")
    assert (machine.root / "etc/table-companion/config.toml").read_text() == "mine\n"


def test_root_takes_the_config_folder_before_it_writes_there(machine):
    did = machine.script("postinst", "configure")
    assert did[1] == f"chown -h root:root {machine.root}/etc/table-companion"


def test_what_the_old_script_had_installed_is_replaced_and_its_games_stay(machine):
    old = ["etc/systemd/system/companion.service", "opt/table-companion/run.py", "usr/local/bin/companion"]
    kept = ["etc/table-companion/config.toml", "var/lib/table-companion/games/one.jsonl"]
    for name in [*old, *kept]:
        (machine.root / name).parent.mkdir(parents=True, exist_ok=True)
        (machine.root / name).write_text("old")
    (machine.root / "var/lib/table-companion/boot-target-before").write_text("graphical.target\n")
    machine.script("postinst", "configure")
    assert not any((machine.root / name).exists() for name in old)
    assert [(machine.root / name).read_text() for name in kept] == ["old", "old"]
    machine.script("prerm", "remove")
    machine.script("postrm", "remove")
    assert (machine.fake / "default").read_text() == "graphical.target\n"


def test_the_program_is_compiled_when_it_is_installed_and_nothing_of_that_stays(machine):
    program = machine.root / "usr/lib/table-companion"
    machine.script("postinst", "configure")
    assert list(program.glob("app/companion/__pycache__/cli.*.pyc"))
    machine.script("prerm", "upgrade", "0.2.0")
    assert not list(program.rglob("__pycache__"))


def test_removing_keeps_games_and_config_and_gives_the_console_back(machine):
    machine.script("postinst", "configure")
    game = machine.root / "var/lib/table-companion/game.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("a game")
    did = machine.script("prerm", "remove") + machine.script("postrm", "remove")
    root = f"--root={machine.root}"
    assert f"systemctl {root} disable companion.service" in did
    assert f"systemctl {root} enable getty@tty1.service" in did
    assert game.exists()
    assert machine.etc() == {"etc/table-companion/config.toml"}


def test_purging_takes_everything(machine):
    machine.script("postinst", "configure")
    (machine.root / "var/lib/table-companion").mkdir(parents=True)
    machine.script("prerm", "remove")
    machine.script("postrm", "purge")
    assert machine.etc() == set()
    assert not (machine.root / "var/lib/table-companion").exists()


def test_an_upgrade_leaves_the_service_to_the_new_version(machine):
    assert machine.script("prerm", "upgrade", "0.2.0") == []
    assert machine.script("postrm", "upgrade", "0.2.0") == []


def test_a_desktop_makes_room_at_the_next_boot_and_comes_back(tmp_path, package):
    machine = Machine(tmp_path, package, "graphical.target")
    for _ in range(2):
        machine.script("postinst", "configure")
        assert (machine.fake / "default").read_text() == "multi-user.target\n"
    machine.script("prerm", "remove")
    machine.script("postrm", "remove")
    assert (machine.fake / "default").read_text() == "graphical.target\n"


# the command, what is asked for on the screen, and the stick


def test_the_command_sees_what_the_service_sees(machine):
    """The same account, config and games: what is enrolled on the command line is there on the screen."""
    done = machine.run(DEBIAN / "companion", "games", "show", "two words", LANG="fr")
    words = done.stdout.split("/usr/lib/")
    assert words[1] == "table-companion/program games show two words\n"
    service = dict(word.split("=") for line in unit_keys()["Environment"] for word in line.split())
    given = dict(word.split("=") for word in done.stdout.split() if "=" in word)
    assert {name: given[name] for name in ("HOME", "XDG_DATA_HOME")} == {
        name: service[name] for name in ("HOME", "XDG_DATA_HOME")
    }
    assert (given["XDG_CONFIG_HOME"], given["LANG"]) == ("/etc", "fr")
    assert done.stdout.startswith(f"-u {unit_keys()['User'][0]} ")


def test_the_command_leaves_a_folder_that_may_be_closed_to_the_account(machine):
    (machine.bin / "sudo").write_text("#!/bin/sh\npwd\n")
    assert machine.run(DEBIAN / "companion", "doctor").stdout == "/\n"


def test_only_an_update_asks_for_root(machine):
    done = machine.run(DEBIAN / "companion", "update", "--back", FAKE_ID="1000")
    assert done.stdout == f"-- {DEBIAN / 'companion'} update --back\n"


@pytest.mark.parametrize(
    ("status", "did"),
    [
        ("40", ["systemctl --no-block poweroff"]),
        ("41", ["systemctl --no-block reboot"]),
        ("42", []),
        (
            "43",
            ["systemd-run --no-block --collect --unit=companion-update /usr/bin/companion update --stick"],
        ),
        ("0", []),
        ("TERM", []),
    ],
)
def test_what_was_asked_for_on_the_screen_is_done_by_root(machine, status, did):
    machine.run(DEBIAN / "after", EXIT_STATUS=status)
    assert machine.log.read_text().splitlines() == did


@pytest.mark.parametrize(("kind", "owned"), [("vfat", True), ("exfat", True), ("ext4", False)])
def test_a_stick_is_mounted_so_that_nothing_on_it_can_be_run(machine, kind, owned):
    place = machine.root / "run/stick"
    machine.run(DEBIAN / "stick", "mount", "sda1", STICK=str(place), FAKE_TYPE=kind)
    line = machine.log.read_text().splitlines()[-1]
    assert line.startswith("mount -o nosuid,nodev,noexec")
    assert ("uid=companion" in line) == owned
    assert line.endswith(f" /dev/sda1 {place}")


def test_a_second_stick_waits_and_only_the_first_is_unmounted(machine):
    place = str(machine.root / "run/stick")
    machine.run(DEBIAN / "stick", "mount", "sda1", STICK=place)
    machine.run(DEBIAN / "stick", "mount", "sdb1", STICK=place)
    assert "mount -o" not in machine.log.read_text()
    machine.run(DEBIAN / "stick", "unmount", "sdb1", STICK=place)
    assert "umount" not in machine.log.read_text()
    machine.run(DEBIAN / "stick", "unmount", "sda1", STICK=place)
    assert f"umount --lazy {place}" in machine.log.read_text()
