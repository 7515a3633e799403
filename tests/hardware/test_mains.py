"""The mains' frequency by country."""

from pathlib import Path

import pytest

from hardware.board import guess_mains

ZONES = "# a comment\nDE\t+5230+01322\tEurope/Berlin\nUS\t+340308-1181434\tAmerica/Los_Angeles\tPacific\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "etc").mkdir()
    table = tmp_path / "usr/share/zoneinfo/zone.tab"
    table.parent.mkdir(parents=True)
    table.write_text(ZONES)
    return tmp_path


@pytest.mark.parametrize(
    ("zone", "language", "hertz"),
    [
        ("Europe/Berlin", "en_US.UTF-8", 50),
        ("America/Los_Angeles", "de_DE.UTF-8", 60),
        ("Etc/UTC", "en_US.UTF-8", 60),
        ("Etc/UTC", "fr_FR.UTF-8", 50),
        ("Etc/UTC", "C.UTF-8", 50),
    ],
)
def test_the_time_zone_counts_then_the_language(root, zone, language, hertz):
    (root / "etc/timezone").write_text(zone + "\n")
    assert guess_mains(root, {"LANG": language}) == hertz


def test_a_system_that_only_links_its_zone(root):
    (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/America/Los_Angeles")
    assert guess_mains(root, {}) == 60


def test_nothing_known_is_50(tmp_path):
    assert guess_mains(tmp_path, {}) == 50
