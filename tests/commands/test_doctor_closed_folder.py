"""`companion doctor` by an account that may not enter the folder it was started in, over gpiozero's own lgpio factory."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY = 65534

# As the real one when it is imported: it makes a pipe in LG_WD and opens it in the current folder.
LGPIO = """
import os
from tests.fakes.lgpio import make_lgpio
os.mkfifo(os.path.join(os.environ["LG_WD"], ".lgd-nfy0"))
os.close(os.open(".lgd-nfy0", os.O_RDWR))
globals().update(make_lgpio({11: "pinctrl-rp1"}).__dict__)
"""

# The first doctor is root's and loads the program, which another account may not be able to read.
DOCTOR = f"""
import contextlib, io, os, sys
import gpiozero.pins.local
from gpiozero import Device
from companion.cli import main
from hardware import board

gpiozero.pins.local.get_pi_revision = lambda: 0xC04170
board.chip_numbers = lambda: [11]
config, closes = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()):
    main(["doctor", "--config", config])
Device.pin_factory.close()
Device.pin_factory = None
gpiozero.pins.local.LocalPiFactory.pins.clear()
del sys.modules["lgpio"]
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
if closes == "closes":
    os.chmod(".", 0)
try:
    os.chdir(os.getcwd())
except PermissionError:
    main(["doctor", "--json", "--config", config])
"""


@pytest.fixture
def public():
    """A folder that every account may use, with a home in it that only its owner may enter."""
    with tempfile.TemporaryDirectory(prefix="companion-test-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "lgpio.py").write_text(LGPIO)
        (folder / "config.toml").write_text(f'[camera]\nname = "folder:{folder}"\n')
        (folder / "home").mkdir(mode=0o700)
        yield folder
        (folder / "home").chmod(0o700)


def look(public: Path, closes: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", DOCTOR, str(public / "config.toml"), closes],
        cwd=public / "home",
        env=os.environ
        | {"PYTHONPATH": f"{public}:{ROOT}", "HOME": str(public), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return {part["part"]: part["state"] for part in json.loads(done.stdout)["parts"]}


def test_pins_are_found_from_a_folder_that_was_closed_meanwhile(public):
    if os.geteuid() == 0:
        os.chown(public / "home", NOBODY, NOBODY)
    assert look(public, "closes")["pins"] == "ok"


if os.geteuid() == 0:  # only root can become somebody else

    def test_another_account_finds_the_pins_from_a_home_of_mode_0700(public):
        """As the service's account does, when somebody calls `companion doctor` at home."""
        assert look(public, "stays")["pins"] == "ok"
