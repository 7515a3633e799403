"""Words for people: keys and facts come in, sentences in English or French go out; one file a language."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import Any

from assets import asset
from companion.errors import CompanionError
from companion.games.events import Event
from companion.games.values import BadRecord, BrokenRule, CardCount, CardName, Phrase, Word

_FILES = {file.stem for file in asset("locales").glob("*.toml")}
_LINES = {ord(sign): " " for sign in "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"}
LANGUAGES = ("en", *sorted(_FILES - {"en"}))  # one file each; what is not chosen is English


@dataclass(frozen=True, slots=True)
class _Number:
    """A whole number that chooses words: `{n} {n:card|cards}` says "1 card" and "2 cards"."""

    value: int
    is_one: bool

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return format(self.value, spec)
        one, many = spec.split("|")
        return one if self.is_one else many

    def __str__(self) -> str:
        return str(self.value)


class Locale:
    """One language: every sentence by its dotted key, as `why.ascent.colour`."""

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self.sentences = sentences

    def say(self, key: str, **facts: Any) -> str:
        """The sentence of a key with its facts filled in; an unknown key is a bug and raises KeyError."""
        sentence = self.sentences[key]
        return (
            sentence.format_map({name: self.word(value) for name, value in facts.items()})
            if facts
            else sentence
        )

    def has(self, key: str) -> bool:
        return key in self.sentences

    def word(self, value: Any) -> Any:
        if isinstance(value, CardName):
            return self.card(value)
        if isinstance(value, CardCount):
            return self.say("words.cards", n=int(value))
        if isinstance(value, Word):
            return self.sentences.get(f"words.{value}", value)
        if isinstance(value, tuple | list):
            return self.listed(value)
        if isinstance(value, dict):
            return self.listed([f"{name} {self.word(each)}" for name, each in value.items()])
        if isinstance(value, Phrase):
            return self.say(value.key, **value.facts)
        if isinstance(value, int) and not isinstance(value, bool):
            # 0 is like 1 in French, like 2 in English.
            return _Number(value, abs(value) < 2 if self.language == "fr" else value == 1)
        return one_line(str(value)) if isinstance(value, str | PurePath) else value

    def listed(self, values: Iterable[Any]) -> str:
        """Several facts in a row: "a, b and c"."""
        words = [str(self.word(value)) for value in values]
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + f" {self.sentences['words.and']} {words[-1]}"

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits after the point, which is a comma in French."""
        return f"{value:.{digits}f}".replace(".", self.sentences["words.point"])

    def card(self, name: str) -> str:
        """A card's name: its own sentence, or that of its family with the number; else as written."""
        whole = self.sentences.get(f"cards.{name}")
        if whole is not None:
            return whole
        family, _, number = name.rpartition("-")
        pattern = self.sentences.get(f"cards.{family}")
        return pattern.format(number=number) if pattern and "{number}" in pattern else name

    def why(self, game: str, breaks: Iterable[BrokenRule]) -> str:
        """One sentence for all broken rules: the codes' own sentences, joined."""
        parts = [self.code(game, each) for each in breaks]
        return finish(self.sentences["words.then"].join(parts))

    def code(self, game: str, each: BrokenRule) -> str:
        """The sentence of one code: the game's own, else the one that all games share."""
        key = f"why.{game}.{each.code}"
        return self.say(key if key in self.sentences else f"why.{each.code}", **each.facts)

    def does(self, game: str, event: Event, player: str | None) -> str:
        """What somebody did, as "Ann plays green 5 on 1.1"; the game may have several forms of a sentence."""
        key = f"does.{game}.{event.form}"
        facts = event.facts()
        facts["player"] = player or self.sentences["words.somebody"]
        return self.say(key if key in self.sentences else f"does.{event.do}", **facts)

    def bad_record(self, error: BadRecord) -> str:
        facts = {
            name: self.say(f"kinds.{value}") if name == "kind" else value
            for name, value in error.facts.items()
        }
        return self.say(f"record.{error.key}", **facts)


class ToldError(CompanionError):
    """Something wrong that has a sentence in each language: the sentence's key, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts = key, facts

    def __str__(self) -> str:
        return self.said(load_locale("en"))

    def said(self, locale: Locale) -> str:
        """What is wrong, in a sentence."""
        raise NotImplementedError


def one_line(text: str) -> str:
    """A text that stays within its line."""
    return text.translate(_LINES)


def finish(sentence: str) -> str:
    """A capital at the start and a full stop at the end."""
    return sentence[:1].upper() + sentence[1:] + "." if sentence else ""


def _flatten(table: Mapping[str, Any], head: str = "") -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{head}{key}.")
        else:
            yield head + key, value


@cache
def load_locale(language: str) -> Locale:
    """The sentences of a language."""
    with asset(f"locales/{language}.toml").open("rb") as file:
        return Locale(language, dict(_flatten(tomllib.load(file))))
