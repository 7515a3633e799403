"""The sentences of both languages: every number, every name, and only the words of the boxes."""

import re
import string
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.games.values import CardCount, CardName
from companion.locale import LANGUAGES, load_locale

NUMBERS = (0, 1, 2, 11)
NAMES = ("Ann", "Émile", "Ogier", "Ben")
CARD_FACTS = {"card", "beside", "there", "as"}
CARDS = ("green-8", "island-11", "bridge", "campfire-red", "alps-1", "storm-purple")
FRENCH = load_locale("fr").sentences
ENGLISH = load_locale("en").sentences
GLOSSARY = Path(__file__).resolve().parent.parent / "docs" / "glossary.md"
# What has another name in the boxes; the programs' own words for people who mend files are left out.
TECHNICAL = (
    "record.",
    "doctor.",
    "config.",
    "hardware.",
    "kinds.",
    "enrol.",
    "bundle.",
    "replay.",
    "calibrate.",
)
# The glossary's words where the word itself would find too much or too little; the rest is looked for as it is.
PATTERNS = {
    "vert": r"(?<!voyant )verts?",
    "bleu": r"bleus?",
    "couleur": r"(?:même|autre) couleur",  # the screen has colours too
    "Tranquility": r"tranquility",
    "pile": r"pile(?! d’explorateur)",
    "objectif": r"objectifs|objectif \{",  # a lens has the same name
    "ligne": r"ligne \{row\}",  # a list or a file has lines
}
ENGLISH_MISTAKES = re.compile(
    r"\b(an own|a own|1 cards|1 points|1 places|1 moves|1 goats|a [aeiou]\w+ island)\b", re.I
)
FRENCH_MISTAKES = re.compile(
    r"\b(de le|de les|à le|à les|de un|de une|que il|que elle|le [aeiouhéè]\w*is)\b|\b(1|0) (cartes|points|coups|emplacements|Bouquetins)\b",
    re.I,
)
# A number before a plural that does not choose its form, as there is never one of them.
COUNTED = re.compile(
    r"\{(count|found|all|players|events|places|pages|total|hand|pile|left)\} ([^\W\d_]+[sx])\b", re.I
)
NO_PLURALS = {"is", "has", "was", "plus", "dans", "sous", "pas", "as", "x"}
ALWAYS_SEVERAL = {
    "doctor.tags.ok",  # four tags
    "past.players.many",
    "print.saved",
    "prepare.ascent.panoramas",  # ten
    "prepare.sea.compasses",  # six
    "prepare.sea.removed",  # at least four
    "prepare.ascent.reveal",  # at least three
}


def facts_of(sentence: str) -> list[str]:
    return sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name})


def keys_with_facts() -> list[str]:
    return sorted(key for key, sentence in FRENCH.items() if facts_of(sentence))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", keys_with_facts())
def test_every_sentence_takes_every_number_and_name(language: str, key: str) -> None:
    """0, 1, 2 and 11, names that begin with a vowel, cards with and without an article."""
    locale = load_locale(language)
    names = facts_of(locale.sentences[key])
    mistakes = ENGLISH_MISTAKES if language == "en" else FRENCH_MISTAKES
    counted = {
        name for _, name, spec, _ in string.Formatter().parse(locale.sentences[key]) if spec and "|" in spec
    }
    for number, name, card in product(NUMBERS, NAMES, CARDS):
        whole = dict.fromkeys(names, number)
        said = [locale.say(key, **whole)]
        people = {each: number if each in counted else name for each in names}
        said.append(locale.say(key, **people))
        if set(names) & CARD_FACTS:
            cards = {each: CardName(card) if each in CARD_FACTS else people[each] for each in names}
            said.append(locale.say(key, **cards))
        if set(names) & {"cost", "spare", "needed", "owed", "given"} and not counted:
            said.append(locale.say(key, **{each: CardCount(number) for each in names}))
        for text in said:
            assert "{" not in text
            assert "|" not in text
            assert not mistakes.search(text.replace("\u00a0", " ")), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_before_a_plural_chooses_its_form(language: str) -> None:
    found = {
        key: match[0]
        for key, text in load_locale(language).sentences.items()
        for match in COUNTED.finditer(text)
        if match[2].lower() not in NO_PLURALS and key not in ALWAYS_SEVERAL
    }
    assert found == {}


def other_words(heading: str) -> Iterator[tuple[str, str]]:
    """The glossary's words, each with a word that a column such as "not in English" rules out."""
    column = None
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if heading in cells:
            column = cells.index(heading)
        elif cells and column is not None and not line.startswith("|-"):
            yield from ((cells[0], word) for word in filter(None, cells[column].split(", ")))


NOT_IN_FRENCH = sorted({word for _, word in other_words("not in French")})


@pytest.mark.parametrize("word", NOT_IN_FRENCH)
def test_french_sentences_use_the_words_of_the_box(word: str) -> None:
    wanted = PATTERNS.get(word, rf"{re.escape(word)}s?")
    pattern = re.compile(rf"(?<![{{\w])(?:{wanted})(?!\w)", re.I)
    found = {
        key: text for key, text in FRENCH.items() if not key.startswith(TECHNICAL) and pattern.search(text)
    }
    assert found == {}


def english_with(word: str, sentences: dict[str, str]) -> dict[str, str]:
    """The sentences for players that have a word, in the singular or the plural."""
    pattern = re.compile(rf"(?<![{{\w]){re.escape(word)}s?\b(?![:}}])", re.I)
    return {
        key: text for key, text in sentences.items() if not key.startswith(TECHNICAL) and pattern.search(text)
    }


@pytest.mark.parametrize("word", sorted(word for _, word in other_words("not in English")))
def test_english_sentences_use_the_words_of_the_box(word: str) -> None:
    assert english_with(word, dict(ENGLISH)) == {}


@pytest.mark.parametrize(
    "name", ["draw pile", "row", "mountain range", "day", "Storm: yellow, purple, orange"]
)
def test_the_glossary_rules_out_another_english_word(name: str) -> None:
    assert name in {name for name, _ in other_words("not in English")}


def test_the_english_check_sees_another_word() -> None:
    sentences = {"why.a": "two Slots are empty", "why.b": "{slot} is empty", "record.c": "no slot"}
    assert english_with("slot", sentences) == {"why.a": "two Slots are empty"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_speaks_of_own_cards_or_events(language: str) -> None:
    sentences = load_locale(language).sentences
    told = {
        key: text for key, text in sentences.items() if key.startswith(("screens.", "app.", "why.", "words."))
    }
    assert [
        key
        for key, text in told.items()
        if re.search(r"\ban own\b|(?<!{)\bevents?\b(?![:}])|événement", text)
    ] == []
