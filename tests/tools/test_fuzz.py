"""The fuzz script: a short run finds nothing, and it would find something if there were anything."""

from pathlib import Path
from random import Random

import pytest

from tools import fuzz


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("name", fuzz.KINDS)
def test_damaged_files_are_read_or_refused(name: str) -> None:
    rounds = 12 if name in ("bundle", "record") else 60
    assert [found.what for found in fuzz.fuzz([name], 22, iter(range(rounds)))] == []


@pytest.mark.parametrize("name", fuzz.KINDS)
def test_undamaged_files_are_read(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the damage, and not the making, is what is refused."""
    monkeypatch.setattr(fuzz, "twist", lambda value, rng: value)
    kind = fuzz.KINDS[name]
    (tmp_path / f"file{kind.ending}").write_bytes(kind.make(Random(3)))
    kind.read(tmp_path / f"file{kind.ending}")


def test_a_reader_that_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(path: Path) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(fuzz.KINDS, "deck", fuzz.Kind(".deck", fuzz.make_deck, stumble, (ValueError,)))
    found = list(fuzz.fuzz(["deck"], 1, iter(range(2))))
    assert [each.number for each in found] == [0, 1]
    assert "ZeroDivisionError" in found[0].what


def test_the_same_seed_makes_the_same_damage() -> None:
    assert fuzz.damage(bytes(100), Random(1)) == fuzz.damage(bytes(100), Random(1))
