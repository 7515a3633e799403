"""No game is known outside its own folder: identifiers and strings of product code, docstrings apart."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.decks import load_deck
from companion.games import GAMES, load_game
from companion.games.game import STANDARD

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "vision", "hardware", "assets", "storage", "drawing")
APART = ("companion/games/", "companion/simulation/", "vision/lab/")  # the games, and the laboratory
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

THEIRS = {"get_ascent"}  # the words of libraries
OURS_TOO = {"rock"}  # an icon
WORDS = {"campfire", "summit", "island", "explorer", "avalanche", "climber", "climbers", "auto-ascender"}


def forbidden_names() -> set[str]:
    """Every game, module and variant, one piece of a module too, and the words that stand in no other game."""
    games = [load_game(name) for name in GAMES]
    names = {name for game in games for name in (game.name, *game.boards, *game.modules)}
    pieces = {name.removesuffix("s") for game in games for name in game.modules}
    return (names | pieces | WORDS) - {STANDARD} - OURS_TOO


def card_families() -> set[str]:
    """What stands before the number of a card's name."""
    cards = [card for name in GAMES for card in load_deck(name)]
    return {card.rpartition("-")[0] for card in cards if card.rpartition("-")[2].isdigit()}


NAMES = forbidden_names()
CARD = re.compile(rf"\b({'|'.join(sorted(card_families()))})-(\d+|\{{)")


def product_files() -> list[Path]:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return sorted(path for path in files if not str(path.relative_to(ROOT)).startswith(APART))


def written(tree: ast.AST) -> Iterator[str]:
    """Every identifier and every string that is not a docstring."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, (ast.FunctionDef | ast.ClassDef, ast.alias)):
            yield node.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def named_in(text: str) -> set[str]:
    """The forbidden names in a text: as a word of it, or of an identifier in either case."""
    words = {word.lower() for word in WORD.findall(text)}
    plain = text.lower().replace("_", "-")
    found = {name for name in NAMES if name in words or ("-" in name and name in plain)}
    return found | {match[0] for match in CARD.finditer(text)}


@pytest.mark.parametrize("path", product_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {name for text in written(tree) if text not in THEIRS for name in named_in(text)}
    assert not found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ascent_header", {"ascent"}),
        ("AscentRows", {"ascent"}),
        ("companion.games.elevation.solo", {"elevation"}),
        ("screens.high_arch", {"high-arch"}),
        ("green-12", {"green-12"}),
        ("an ascending row", set()),
    ],
)
def test_the_reader_of_names_can_fail(text: str, found: set[str]) -> None:
    assert named_in(text) == found
