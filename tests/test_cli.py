"""The command line itself: help, version, and what it says to nonsense."""

import pytest

from companion import __version__
from companion.cli import COMMANDS
from tests.commands.run import run


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "--help")
    assert ran.code == 0
    assert all(f"  {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    ran = run(capsys, name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"usage: companion {name}" in ran.out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version").out == f"companion {__version__}\n"


def test_an_unknown_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "juggle")
    assert (ran.code, ran.err) == (
        2,
        "companion: there is no command 'juggle'; companion --help lists them\n",
    )


def test_a_missing_argument_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "judge")
    assert ran.code == 2
    assert "FILE" in ran.err
