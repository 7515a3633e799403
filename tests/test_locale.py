"""All languages are complete and agree on the facts that every sentence takes."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, load_game
from companion.games.values import BadRecord, BrokenRule, CardCount, CardName, Word
from companion.locale import LANGUAGES, load_locale

ROOT = Path(__file__).resolve().parent.parent
HOLE = "([^.]*)"  # what an f-string fills in: one part of a key


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "code"), [(game, code) for game in GAMES for code in load_game(game).codes])
def test_every_code_has_a_sentence(language: str, game: str, code: str) -> None:
    locale = load_locale(language)
    assert locale.has(f"why.{game}.{code}") or locale.has(f"why.{code}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert set(load_locale(language).sentences) == set(load_locale("en").sentences)


@pytest.mark.parametrize("key", sorted(load_locale("en").sentences))
def test_all_languages_take_the_same_facts(key: str) -> None:
    wanted = facts(load_locale("en").sentences[key])
    found = {language: facts(load_locale(language).sentences.get(key, "")) for language in LANGUAGES}
    assert found == dict.fromkeys(LANGUAGES, wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_doubled_braces(language: str) -> None:
    """A sentence without facts is said as it is written: doubled braces would stay doubled."""
    sentences = load_locale(language).sentences
    assert [key for key, sentence in sentences.items() if "{{" in sentence or "}}" in sentence] == []


@pytest.mark.parametrize(
    ("fact", "english", "french"),
    [
        (CardName("green-5"), "green 5", "le 5 herbeux"),
        (CardName("bridge"), "a Bridge", "un Pont"),
        (CardName("unknown-5"), "unknown-5", "unknown-5"),
        (CardCount(1), "1 card", "1 carte"),
        (CardCount(3), "3 cards", "3 cartes"),
        (Word("green"), "green", "herbeux"),
        ((Word("green"), Word("red"), Word("blue")), "green, red and blue", "herbeux, rocheux et enneigé"),
        ("Zoë", "Zoë", "Zoë"),
    ],
)
def test_facts_are_said_in_each_language(fact: object, english: str, french: str) -> None:
    assert [load_locale(language).word(fact) for language in ("en", "fr")] == [english, french]


def test_several_codes_make_one_sentence() -> None:
    breaks = (BrokenRule("over"), BrokenRule("undo"))
    assert load_locale("en").why("ascent", breaks).count(".") == 1
    assert load_locale("en").why("ascent", breaks)[0].isupper()


def test_french_sets_off_semicolons_and_writes_decimal_commas() -> None:
    breaks = (BrokenRule("over"), BrokenRule("undo"))
    assert "\u00a0; " in load_locale("fr").why("ascent", breaks)
    assert [load_locale(language).decimal(-4.06, 1) for language in ("en", "fr")] == ["-4.1", "-4,1"]


def test_bad_records_are_explained() -> None:
    error = BadRecord("field-type", field="goat", kind="flag")
    assert load_locale("fr").bad_record(error) == "le champ «\u00a0goat\u00a0» doit être true ou false"


def texts_in(tree: ast.AST) -> Iterator[str]:
    """The texts of a file as patterns: literals, f-strings, and names as the written form of an enum."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(re.escape(part.value) if is_text(part) else HOLE for part in node.values)
        elif is_text(node) and id(node) not in prose:
            yield re.escape(node.value)
        elif isinstance(node, ast.Name):
            yield re.escape(node.id.lower().replace("_", "-"))


def is_text(node: Any) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class Spoken:
    """What the code can say: whole texts, and f-strings around them."""

    def __init__(self, texts: set[str]) -> None:
        self.words = {re.sub(r"\\(.)", r"\1", text) for text in texts if HOLE not in text}
        self.words |= {word for text in self.words for word in text.split()}
        self.patterns = [re.compile(text) for text in sorted(texts) if HOLE in text and text != HOLE]

    def makes(self, text: str) -> bool:
        """Whether the text stands in the code, or an f-string makes it of texts that do."""
        if not text or text.isdigit() or text in self.words:
            return True
        return any(self.fits(pattern, text) for pattern in self.patterns)

    def fits(self, pattern: re.Pattern[str], text: str) -> bool:
        """Whether a pattern makes the text."""
        match = pattern.fullmatch(text)
        return match is not None and all(part != text and self.makes(part) for part in match.groups())

    def says(self, key: str) -> bool:
        """Whether the code names the key; a room's own `say` may put the first parts before the rest."""
        parts = key.split(".")
        return any(self.names(".".join(parts[start:])) for start in range(len(parts) - 1))

    def names(self, tail: str) -> bool:
        """Whether the code has these last parts of a key; an f-string must name one part itself."""
        telling = [pattern for pattern in self.patterns if re.search("[a-z]{2}", pattern.pattern)]
        return tail in self.words or any(self.fits(pattern, tail) for pattern in telling)


@cache
def spoken() -> Spoken:
    sources = [path for room in ("companion", "hardware", "vision") for path in (ROOT / room).rglob("*.py")]
    sources.append(ROOT / "run.py")
    texts = {text for path in sources for text in texts_in(ast.parse(path.read_text(encoding="utf-8")))}
    decks = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "assets/decks").glob("*.toml"))
    return Spoken(texts | set(re.findall(r'"([\w-]+)"', decks)))


def test_every_sentence_is_said_somewhere() -> None:
    """A sentence that no code names, whole or put together, is dead: cut it in both languages."""
    assert [key for key in load_locale("en").sentences if not spoken().says(key)] == []


def test_the_check_sees_a_sentence_that_nobody_says() -> None:
    assert spoken().says("app.camera-lost")
    assert not spoken().says("app.nobody-says-this")
    assert not spoken().says("screens.notices.no-panel")
