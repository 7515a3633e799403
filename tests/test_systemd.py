"""The service and its installer: the unit as systemd reads it, the script against a root of our own."""

import configparser
import os
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "systemd" / "companion.service"
SCRIPT = ROOT / "systemd" / "install.sh"


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
        ("NotifyAccess", "main"),
        ("Restart", "on-failure"),
        ("User", "companion"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("PrivateTmp", "yes"),
        ("StateDirectory", "table-companion"),
        ("WantedBy", "multi-user.target"),
        ("CapabilityBoundingSet", ""),
        ("SystemCallFilter", "@system-service"),
    ],
)
def test_the_unit_says_what_it_must(key, value):
    assert unit_keys()[key] == [value]


def test_the_watchdog_waits_longer_than_a_webcam_that_gives_up():
    assert int(unit_keys()["WatchdogSec"][0]) >= 20


def test_the_groups_are_those_it_needs_and_the_script_gives_them():
    groups = unit_keys()["SupplementaryGroups"][0]
    assert set(groups.split()) == {"video", "render", "input", "gpio", "audio"}
    assert f'GROUPS_NEEDED="{groups}"' in SCRIPT.read_text(encoding="utf-8")


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
    assert keys["ReadWritePaths"] == ["-/etc/table-companion"]
    assert "/etc/table-companion/config.toml" in keys["ExecStart"][0]


def test_systemd_itself_is_content(tmp_path):
    """Where systemd is installed it verifies the unit and finds little exposed; elsewhere the keys are counted."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        protections = [key for key in unit_keys() if key.startswith(("Protect", "Restrict", "Private"))]
        assert len(protections) >= 14
        return
    copy = tmp_path / "companion.service"
    words = re.sub(r"(?m)^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text(encoding="utf-8"))
    copy.write_text(words)  # the program itself is not installed here
    verified = subprocess.run([tool, "verify", str(copy)], capture_output=True, text=True)
    complaints = [line for line in verified.stderr.splitlines() if "companion.service" in line]
    assert complaints == []
    security = subprocess.run(
        [tool, "security", "--offline=true", "--no-pager", "--threshold=20", str(copy)],
        capture_output=True,
        text=True,
    )
    assert security.returncode == 0, security.stdout[-300:] + security.stderr


# the installer


TOOLS = (
    *("apt-get", "apt-cache", "useradd", "usermod", "groupadd", "userdel", "getent", "systemctl"),
    *("runuser", "chown", "install", "python3", "id"),
)
STUB = """#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
case "$(basename "$0") $*" in
    "id -u") echo "${FAKE_ID:-0}" ;;
    "getent passwd"*) [ -e "$FAKE/account" ] ;;
    "getent group gpio") [ -e "$FAKE/gpio" ] ;;
    "useradd"*) touch "$FAKE/account" ;;
    "userdel"*) rm "$FAKE/account" ;;
    "groupadd"*) touch "$FAKE/gpio" ;;
    "apt-cache show"*) [ -z "${NO_PI:-}" ] ;;
    "systemctl get-default") cat "$FAKE/default" ;;
    "systemctl set-default"*) echo "$2" >"$FAKE/default" ;;
    "systemctl is-active"*) [ -n "${DESKTOP:-}" ] ;;
    "python3"*run.py*) mkdir -p "$ROOT/opt/table-companion/.venv/bin"
        cp "$0" "$ROOT/opt/table-companion/.venv/bin/python" ;;
    "runuser"*) echo made >"$ROOT/etc/table-companion/config.toml" ;;
    "install -d"*) for last in "$@"; do :; done; mkdir -p "$last" ;;
    "install -D"*) for last in "$@"; do :; done; mkdir -p "$(dirname "$last")"; cp "$4" "$last" ;;
esac
"""


class Machine:
    """A root of our own with stubs in place of everything that would change a system."""

    def __init__(self, folder: Path, default: str) -> None:
        self.root, self.fake, self.bin = folder / "root", folder / "fake", folder / "bin"
        self.log = folder / "log"
        for path in (self.root / "etc", self.root / "opt", self.fake, self.bin):
            path.mkdir(parents=True)
        (self.root / "etc/os-release").write_text("ID=debian\nVERSION_CODENAME=trixie\n")
        (self.fake / "default").write_text(default + "\n")
        for tool in TOOLS:
            (self.bin / tool).write_text(STUB)
            (self.bin / tool).chmod(0o755)

    def run(self, *words: str, script: Path = SCRIPT, **environment: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("")
        own = {"ROOT": str(self.root), "FAKE": str(self.fake), "LOG": str(self.log)}
        path = f"{self.bin}:{os.environ['PATH']}"
        return subprocess.run(
            [str(script), *words],
            env=os.environ | own | {"PATH": path} | environment,
            capture_output=True,
            text=True,
        )

    def did(self) -> list[str]:
        return self.log.read_text().splitlines()

    def files(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path, "multi-user.target")


def test_shellcheck_has_nothing_to_say():
    """Where shellcheck is not installed, the shell at least reads the whole script."""
    tool = shutil.which("shellcheck")
    command = [tool, str(SCRIPT)] if tool else ["sh", "-n", str(SCRIPT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert os.access(SCRIPT, os.X_OK)


def test_one_command_installs_everything(machine):
    done = machine.run()
    assert done.returncode == 0, done.stderr
    did = machine.did()
    packages = next(line for line in did if line.startswith("apt-get install"))
    for package in ("python3-venv", "python3-picamera2", "python3-lgpio", "libgbm1"):
        assert f" {package}" in packages
    assert any(line.startswith("useradd --system") and "nologin" in line for line in did)
    for group in ("video", "render", "input", "gpio", "audio"):
        assert f"usermod --append --groups {group} companion" in did
    assert "systemctl enable companion.service" in did
    assert "systemctl restart companion.service" in did
    assert did.index("systemctl daemon-reload") < did.index("systemctl enable companion.service")
    assert {
        "opt/table-companion/run.py",
        "opt/table-companion/companion/cli.py",
        "opt/table-companion/assets/locales/fr.toml",
        "opt/table-companion/systemd/install.sh",
        "etc/systemd/system/companion.service",
        "etc/table-companion/config.toml",
    } <= machine.files()


def test_the_code_belongs_to_root_and_the_config_to_the_account(machine):
    machine.run()
    opt = machine.root / "opt/table-companion"
    assert f"chown -R root:root {opt}" in machine.did()
    assert f"install -d -o companion -g companion -m 0755 {machine.root}/etc/table-companion" in machine.did()
    assert not any(path.stat().st_mode & 0o022 for path in opt.rglob("*") if not path.is_symlink())


def test_the_command_sees_what_the_service_sees(machine):
    """The same account, config and games: what is enrolled on the command line is there on the screen."""
    machine.run()
    command = machine.root / "usr/local/bin/companion"
    (machine.bin / "sudo").write_text('#!/bin/sh\necho "$@"\n')
    (machine.bin / "sudo").chmod(0o755)
    path = f"{machine.bin}:{os.environ['PATH']}"
    words = [str(command), "games", "show", "two words"]
    done = subprocess.run(
        words, env=os.environ | {"PATH": path, "LANG": "fr"}, capture_output=True, text=True
    )
    assert (
        done.stdout.split("/opt/")[1]
        == "table-companion/.venv/bin/python -P -m companion games show two words\n"
    )
    service = dict(word.split("=") for line in unit_keys()["Environment"] for word in line.split())
    given = dict(word.split("=") for word in done.stdout.split() if "=" in word)
    assert {name: given[name] for name in ("HOME", "XDG_DATA_HOME")} == {
        name: service[name] for name in ("HOME", "XDG_DATA_HOME")
    }
    assert (given["XDG_CONFIG_HOME"], given["LANG"]) == ("/etc", "fr")
    assert done.stdout.startswith(f"-u {unit_keys()['User'][0]} ")


def test_removing_what_is_not_there_says_so(machine):
    done = machine.run("uninstall", "--purge")
    assert (done.returncode, machine.did()) == (0, ["id -u"])
    assert "nothing to remove" in done.stdout


def test_a_dry_run_does_not_say_that_it_is_done(machine):
    said = machine.run("--dry-run").stdout
    assert "Done" not in said
    assert "Nothing was changed" in said


def test_it_can_be_run_again(machine):
    machine.run()
    before = machine.files()
    (machine.root / "etc/table-companion/config.toml").write_text("mine\n")
    (machine.root / "opt/table-companion/.venv/kept").write_text("")
    (machine.root / "opt/table-companion/companion/stale.py").write_text("")
    done = machine.run("install")
    assert done.returncode == 0, done.stderr
    assert (machine.root / "etc/table-companion/config.toml").read_text() == "mine\n"
    assert machine.files() == before | {"opt/table-companion/.venv/kept"}
    assert not any(line.startswith(("useradd", "groupadd", "runuser")) for line in machine.did())


def test_upgrade_needs_an_installation_and_takes_the_new_files(machine):
    refused = machine.run("upgrade")
    assert refused.returncode == 2
    assert "not installed yet" in refused.stderr
    machine.run("install")
    (machine.root / "opt/table-companion/run.py").write_text("old")
    assert machine.run("upgrade").returncode == 0
    assert (machine.root / "opt/table-companion/run.py").read_text() == (ROOT / "run.py").read_text()
    assert "systemctl restart companion.service" in machine.did()


def test_the_installed_script_can_repair_its_own_installation(machine):
    machine.run()
    done = machine.run("upgrade", script=machine.root / "opt/table-companion/systemd/install.sh")
    assert done.returncode == 0, done.stderr
    assert "opt/table-companion/run.py" in machine.files()


def test_remove_takes_the_program_away_and_keeps_the_games(machine):
    machine.run()
    (machine.root / "var/lib/table-companion/game.jsonl").write_text("a game")
    done = machine.run("remove")
    assert done.returncode == 0, done.stderr
    assert "systemctl disable --now companion.service" in machine.did()
    assert "systemctl enable getty@tty1.service" in machine.did()
    assert machine.files() == {
        "etc/os-release",
        "etc/table-companion/config.toml",
        "var/lib/table-companion/game.jsonl",
    }
    again = machine.run("remove")
    assert again.returncode == 0, again.stderr


def test_purge_takes_everything_away(machine):
    machine.run()
    assert machine.run("remove", "--purge").returncode == 0
    assert machine.files() == {"etc/os-release"}
    assert "userdel companion" in machine.did()
    assert machine.run("remove", "--purge").returncode == 0


def test_a_desktop_makes_room_at_the_next_boot_and_comes_back(tmp_path):
    machine = Machine(tmp_path, "graphical.target")
    for _ in range(2):
        done = machine.run("install", DESKTOP="yes")
        assert done.returncode == 0, done.stderr
        assert "sudo reboot" in done.stdout
        assert "systemctl restart companion.service" not in machine.did()
        assert (machine.fake / "default").read_text() == "multi-user.target\n"
    machine.run("remove")
    assert (machine.fake / "default").read_text() == "graphical.target\n"


def test_a_dry_run_changes_nothing_and_needs_no_root(machine):
    before = machine.files()
    done = machine.run("install", "--dry-run", FAKE_ID="1000")
    assert done.returncode == 0, done.stderr
    assert "+ systemctl enable companion.service" in done.stdout
    assert machine.files() == before
    changing = ("apt-get", "useradd", "usermod", "chown", "install ", "runuser", "python3")
    assert not any(line.startswith(changing) for line in machine.did())


def test_without_root_it_says_how(machine):
    done = machine.run("install", FAKE_ID="1000")
    assert done.returncode == 2
    assert "sudo" in done.stderr
    assert machine.files() == {"etc/os-release"}


def test_a_word_it_does_not_know_is_refused(machine):
    done = machine.run("uninstal")
    assert done.returncode == 2
    assert "unknown word: uninstal" in done.stderr


def test_help_is_the_head_of_the_script(machine):
    done = machine.run("--help")
    assert done.returncode == 0
    assert "--dry-run" in done.stdout
    assert "#" not in done.stdout


def test_where_there_is_no_pi_the_rest_is_installed(machine):
    done = machine.run(NO_PI="yes")
    assert done.returncode == 0, done.stderr
    assert "no package python3-picamera2 here" in done.stdout
    assert "picamera2" not in next(line for line in machine.did() if line.startswith("apt-get install"))


def test_another_system_is_warned_and_served(machine):
    (machine.root / "etc/os-release").write_text("VERSION_CODENAME=noble\n")
    assert "this is noble" in machine.run().stdout


def test_everything_the_program_is_made_of_is_copied():
    """A package of pyproject.toml that the script forgot would be missing on the Pi."""
    parts = re.search(r'PARTS="([^"]+)"', SCRIPT.read_text(encoding="utf-8"))[1].split()
    include = re.search(r"include = \[(.*)\]", (ROOT / "pyproject.toml").read_text())[1]
    assert {word.strip(' "*') for word in include.split(",")} <= set(parts)
    assert all((ROOT / part).exists() for part in parts)
