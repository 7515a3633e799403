"""CHANGELOG.md: a section a release with its date, newest first, a line for everything a player notices."""

import re
from datetime import date
from pathlib import Path

from companion import __version__

TEXT = (Path(__file__).resolve().parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
HEADS = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
RELEASES = [
    match for head in HEADS if (match := re.fullmatch(r"(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)", head))
]


def test_every_section_is_a_release_with_its_date_or_not_yet_released() -> None:
    assert len(RELEASES) == len([head for head in HEADS if head != "Not yet released"]) >= 1
    assert "Not yet released" not in HEADS[1:]
    days = [date.fromisoformat(each[2]) for each in RELEASES]
    assert days == sorted(days, reverse=True)


def test_this_version_has_its_section() -> None:
    assert __version__ in {each[1] for each in RELEASES} or HEADS[0] == "Not yet released"


def test_every_other_line_tells_one_thing() -> None:
    body = TEXT.split("\n## ", 1)[1].splitlines()[1:]
    assert all(line.startswith(("- ", "## ")) for line in body if line)
