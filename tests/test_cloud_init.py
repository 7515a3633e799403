"""The file that makes a card install itself: its parts in a shape that cloud-init reads, and what it names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "systemd" / "user-data").read_text(encoding="utf-8")


def test_it_is_a_cloud_config_of_known_parts():
    assert TEXT.startswith("#cloud-config\n")
    assert "\t" not in TEXT
    keys = re.findall(r"(?m)^([a-z_]+):", TEXT)
    assert keys == ["hostname", "users", "ssh_pwauth", "package_update", "runcmd", "power_state"]


def test_nobody_can_log_in_with_a_password():
    assert "lock_passwd: true" in TEXT
    assert "ssh_pwauth: false" in TEXT
    assert "passwd:" not in TEXT.replace("lock_passwd:", "")


def test_it_installs_our_package_and_what_it_recommends():
    assert "/boot/firmware/table-companion_*_arm64.deb" in TEXT
    control = (ROOT / "systemd/debian/control").read_text(encoding="utf-8")
    recommended = re.search(r"(?m)^Recommends: (.*)$", control)
    assert recommended is not None
    assert all(name in TEXT for name in recommended[1].split(", "))
