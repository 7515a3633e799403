"""The fourth game as docs/adding.md adds one: a line in the registry, a deck file, sentences in each language."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import assets
from companion.decks import load_deck, load_deck_file
from companion.games import GAMES
from companion.locale import LANGUAGES, load_locale
from companion.table.practice import practice_deck, practice_face

FOLDER = Path(__file__).resolve().parent
CACHES = (load_deck, load_deck_file, load_locale, practice_deck, practice_face)


def add_sentences(whole: str, more: str) -> str:
    """A locale file with more lines in its tables, and tables that it did not have behind them."""
    for head, lines in re.findall(r"^(\[[\w.-]+\])\n(.*?)(?=^\[|\Z)", more, re.DOTALL | re.MULTILINE):
        known = f"\n{head}\n" in whole
        whole = (
            whole.replace(f"\n{head}\n", f"\n{head}\n{lines}", 1) if known else f"{whole}\n{head}\n{lines}"
        )
    return whole


@pytest.fixture
def stairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The house with a fourth game in it."""
    house = tmp_path / "assets"
    shutil.copytree(assets.ASSETS, house, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(FOLDER / "deck.toml", house / "decks" / "stairs.toml")
    for language in LANGUAGES:
        file = house / "locales" / f"{language}.toml"
        more = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
        file.write_text(add_sentences(file.read_text(encoding="utf-8"), more), encoding="utf-8")
    monkeypatch.setattr(assets, "ASSETS", house)
    monkeypatch.setitem(GAMES, "stairs", "tests.stairs")
    for each in CACHES:
        each.cache_clear()
    yield "stairs"
    for each in CACHES:
        each.cache_clear()
