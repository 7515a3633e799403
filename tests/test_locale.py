"""Both languages are complete and agree on the facts that every sentence takes."""

import string

import pytest

from companion.games import NAMES, load_game
from companion.games.values import BadRecord, Break, CardCount, CardName, Word
from companion.locale import LANGUAGES, load_locale


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "code"), [(game, code) for game in NAMES for code in load_game(game).codes])
def test_every_code_has_a_sentence(language: str, game: str, code: str) -> None:
    locale = load_locale(language)
    assert locale.has(f"why.{game}.{code}") or locale.has(f"why.{code}")


def test_both_languages_have_the_same_keys() -> None:
    english, french = (set(load_locale(language).sentences) for language in LANGUAGES)
    assert english == french


@pytest.mark.parametrize("key", sorted(load_locale("en").sentences))
def test_both_languages_take_the_same_facts(key: str) -> None:
    english, french = (load_locale(language).sentences[key] for language in LANGUAGES)
    assert facts(english) == facts(french)


@pytest.mark.parametrize(
    ("fact", "english", "french"),
    [
        (CardName("green-5"), "green 5", "le 5 vert"),
        (CardName("bridge"), "a Bridge", "un Pont"),
        (CardName("unknown-5"), "unknown-5", "unknown-5"),
        (CardCount(1), "1 card", "1 carte"),
        (CardCount(3), "3 cards", "3 cartes"),
        (Word("green"), "green", "vert"),
        ((Word("green"), Word("red"), Word("blue")), "green, red and blue", "vert, rouge et bleu"),
        ("Zoë", "Zoë", "Zoë"),
    ],
)
def test_facts_are_said_in_each_language(fact: object, english: str, french: str) -> None:
    assert [load_locale(language).word(fact) for language in LANGUAGES] == [english, french]


def test_several_codes_make_one_sentence() -> None:
    breaks = (Break("over"), Break("undo"))
    assert load_locale("en").why("ascent", breaks).count(".") == 1
    assert load_locale("en").why("ascent", breaks)[0].isupper()


def test_bad_records_are_explained() -> None:
    error = BadRecord("field-type", field="goat", kind="flag")
    assert load_locale("fr").bad_record(error) == "le champ « goat » doit être true ou false"
