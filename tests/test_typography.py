"""French typography: one apostrophe, and no-break spaces where a line must not break."""

import re
from pathlib import Path

import pygame
import pytest

from companion.locale import load_locale
from companion.screens.painting import load_font, measure
from companion.screens.palette import Weight

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.fr.md", "docs/guide.fr.md")
CODE = re.compile(r"(?ms)^```.*?^```$|`[^`\n]+`|\]\([^)]*\)|Tranquility: The Ascent")
NO_BREAK = "\u00a0"
# What breaks the convention: a straight apostrophe; a mark, a quote or a unit without its no-break space.
APOSTROPHE, QUOTE = r"\w'[\w{«]", r"«(?!\u00a0)"
MARK = r"""(?<!\u00a0)(?:[;?»%]|!(?!\[)|(?<!"):(?=\s|$))"""
UNIT = r"[}\d] (?:mm|cm|Mo|ko|s|min|h)\b(?!’)"
BROKEN = re.compile("|".join((APOSTROPHE, QUOTE, MARK, UNIT)))


def strays(text: str) -> list[str]:
    """The places in a text that break the convention, with what stands around them."""
    return [text[max(0, found.start() - 12) : found.end() + 12] for found in BROKEN.finditer(text)]


def test_every_french_sentence_keeps_the_convention() -> None:
    sentences = load_locale("fr").sentences
    assert {key: strays(sentence) for key, sentence in sentences.items() if strays(sentence)} == {}


@pytest.mark.parametrize("page", PAGES)
def test_every_french_page_keeps_the_convention(page: str) -> None:
    assert strays(CODE.sub("", (ROOT / page).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "text",
    [
        "l'image",
        "oui ?",
        "oui?",
        "long : fini",
        "long: fini",
        "a ; b",
        "a; b",
        "« oui »",
        "«oui»",
        "100%",
        "5 %",
        "2 cm",
        "{n} s",
    ],
)
def test_the_check_sees_what_breaks_it(text: str) -> None:
    assert strays(text)


def test_the_check_lets_the_convention_pass() -> None:
    words = ["L’image", "usb:0", "«", "oui", "»", ":", "5", "%", ";", "quoi", "?", "non", "!"]
    assert strays(NO_BREAK.join(words)) == []


@pytest.mark.parametrize("weight", Weight)
def test_every_sign_of_both_languages_is_in_the_fonts(weight: Weight) -> None:
    """A sign that is not there would be drawn as a box."""
    pygame.font.init()
    signs = {
        sign
        for language in ("en", "fr")
        for text in load_locale(language).sentences.values()
        for sign in text
    }
    font = load_font(weight, 20)
    assert {NO_BREAK, "’"} <= signs
    assert [sign for sign in sorted(signs - {"\n"}) if font.metrics(sign)[0] is None] == []
    assert measure(NO_BREAK, weight, 20) == measure(" ", weight, 20)
