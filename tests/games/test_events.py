"""Events are read, written, told and placed by the annotations of their fields."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from companion.games.events import (
    CardText,
    CardTexts,
    Event,
    Fields,
    Note,
    Person,
    PlaceText,
    Undo,
    read_event,
)
from companion.games.values import BadRecord, CardName, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Event):
    """Everything that an annotation can say."""

    do: ClassVar[str] = "lay"
    card: CardText
    at: PlaceText
    as_: CardText | None = None
    cards: CardTexts = ()
    to: Person | None = None
    tone: Annotated[str, lambda line, name: line.choice(name, ("dark", "light")), Word] = "dark"
    count: int = 0
    up: bool = False


KINDS = {kind.do: kind for kind in (Undo, Note, Lay)}
PLAIN = {"do": "lay", "card": "red-3", "at": "1.2"}


def read(**raw: Any) -> Event:
    return read_event(KINDS, Fields({**PLAIN, **raw}, ("Ann", "Ben")))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"player": "Ann"},
        {"as": "red-4", "cards": ["a-1", "a-2"], "to": "Ben", "tone": "light", "count": 3, "up": True},
    ],
)
def test_what_is_read_is_written_again(more: dict[str, Any]) -> None:
    assert read(**more).as_dict() == {**PLAIN, **more}


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"do": "jump"}, "do-unknown"),
        ({"card": "Red 3"}, "card-form"),
        ({"card": 3}, "field-type"),
        ({"at": "there"}, "place-form"),
        ({"to": "Zoe"}, "not-a-player"),
        ({"player": "Zoe"}, "not-a-player"),
        ({"tone": "grey"}, "field-choice"),
        ({"count": True}, "field-type"),
        ({"cards": "a-1"}, "field-type"),
        ({"new": 1}, "field-unknown"),
    ],
)
def test_what_no_annotation_allows_is_a_bad_record(more: dict[str, Any], key: str) -> None:
    with pytest.raises(BadRecord) as error:
        read(**more)
    assert error.value.key == key


def test_a_field_without_a_default_is_required() -> None:
    with pytest.raises(BadRecord, match="field-missing field='at'"):
        read_event(KINDS, Fields({"do": "lay", "card": "red-3"}))


def test_fields_of_other_games_mean_nothing() -> None:
    assert read(goat=True, rocks=4) == read()


def test_cards_and_words_are_told_as_a_language_names_them() -> None:
    facts = read(cards=["a-1"], tone="light", count=2).facts()
    kinds = {name: type(value) for name, value in facts.items()}
    assert (kinds["card"], kinds["tone"], kinds["count"]) == (CardName, Word, int)
    assert facts["cards"] == (CardName("a-1"),)


def test_an_event_tells_the_places_that_it_touches() -> None:
    assert read().places == ("1.2",)
    assert Undo().places == ()
