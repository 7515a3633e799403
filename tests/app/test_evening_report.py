"""What a kept evening proves: how each confirmed card had been read, without any labels."""

import base64
from typing import Any

import numpy as np
import pytest

from companion.app.bundles import encode
from companion.app.evening_recorder import BadEvening
from companion.app.evening_report import (
    Kind,
    describe_page,
    make_evening_page,
    make_tables,
    measure_evening,
    missed_cards,
)
from companion.locale import LANGUAGES, load_locale

JPEG = base64.b64encode(encode(np.full((60, 60, 3), 120, np.uint8))).decode()
GAME = {"kind": "game", "game": "ascent", "deck": "mine"}


def look(place: str, card: str | None, light: int = 90, gone: tuple[str, ...] = ()) -> dict[str, Any]:
    seen = {"place": place, "card": card, "candidates": [], "jpeg": JPEG}
    return {"kind": "look", "light": light, "gone": list(gone), "cards": [seen]}


def shown(*cards: str, at: str = "1.1", waited: float | None = 0.8) -> dict[str, Any]:
    events = [{"do": "place", "card": card, "at": at} for card in cards]
    return {"kind": "shown", "events": events, "waited": waited}


def named(place: str, card: str) -> dict[str, Any]:
    return {"kind": "named", "place": place, "card": card}


def recorded(card: str, at: str = "1.1", legal: bool = True) -> dict[str, Any]:
    return {"kind": "recorded", "event": {"do": "place", "card": card, "at": at}, "legal": legal}


BOTH = {"kind": "shown", "events": [recorded("red-5")["event"], recorded("red-6", "1.2")["event"]]}
CAMPFIRE = {
    "kind": "recorded",
    "event": {"do": "campfire", "card": "campfire-red", "at": "1.1", "to": "1.2"},
    "legal": True,
}
UNDO = {"kind": "recorded", "event": {"do": "undo"}, "legal": True}
RIGHT, ASKED, WRONG, TOLD = Kind


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        pytest.param([look("1.1", "red-5"), shown("red-5"), recorded("red-5")], [RIGHT], id="right at once"),
        pytest.param(
            [look("1.1", None), shown("red-5", "red-6"), named("1.1", "red-6"), recorded("red-6")],
            [ASKED],
            id="asked",
        ),
        pytest.param(
            [look("1.1", "red-5"), shown("red-5"), named("1.1", "blue-5"), recorded("blue-5")],
            [WRONG],
            id="corrected",
        ),
        pytest.param(
            [look("1.1", "red-5"), shown("red-5"), recorded("red-5"), UNDO, recorded("blue-5")],
            [WRONG],
            id="found later",
        ),
        pytest.param(
            [look("1.1", "red-5"), look("1.2", "red-6"), BOTH, named("1.1", "red-5"), recorded("red-5")],
            [RIGHT],
            id="asked which came first",
        ),
        pytest.param([recorded("red-5")], [TOLD], id="told by button"),
        pytest.param([look("1.1", "red-5"), recorded("red-5", legal=False)], [], id="illegal"),
        pytest.param([look("1.1", "red-5"), recorded("red-5"), UNDO], [], id="taken back"),
        pytest.param(
            [look("1.1", "red-5"), recorded("red-5"), look("1.1", "bridge"), recorded("bridge")],
            [RIGHT, RIGHT],
            id="another card on the place",
        ),
        pytest.param(
            [look("1.1", "red-5"), look("1.2", "red-9", gone=("1.1",)), recorded("red-5")],
            [TOLD],
            id="gone before",
        ),
        pytest.param(
            [look("1.1", "bridge"), recorded("bridge"), recorded("red-5")],
            [RIGHT, TOLD],
            id="told by button of a card upon another",
        ),
        pytest.param(
            [recorded("bridge"), look("1.1", "bridge"), recorded("red-5")],
            [TOLD, TOLD],
            id="seen after it was told",
        ),
        pytest.param(
            [look("1.1", "bridge"), recorded("bridge"), look("1.1", None), recorded("red-5")],
            [RIGHT, ASKED],
            id="asked for upon another card",
        ),
        pytest.param(
            [look("1.2", "red-7"), CAMPFIRE, look("1.2", "red-7"), recorded("red-9", "1.2")],
            [TOLD, TOLD],
            id="told by button of a card upon a moved one",
        ),
    ],
)
def test_what_people_confirm_is_the_truth(lines: list[dict[str, Any]], kinds: list[Kind]) -> None:
    assert [each.kind for each in measure_evening([GAME, *lines]).cards] == kinds


def test_cards_of_a_trick_are_found_by_what_was_believed_of_them() -> None:
    cards = [look("card 1", "alps-3"), look("card 2", None), look("card 3", "andes-9")]
    said = [named("card 2", "alps-5"), named("card 3", "andes-8")]
    trick = {"kind": "recorded", "event": {"do": "trick", "cards": ["alps-3", "alps-5", "andes-8"]}}
    evening = measure_evening([{**GAME, "game": "elevation"}, *cards, *said, {**trick, "legal": True}])
    assert [each.kind for each in evening.cards] == [RIGHT, ASKED, WRONG]
    assert [each.is_corrected for each in evening.cards] == [False, False, True]


def whole_evening() -> list[dict[str, Any]]:
    return [
        *(GAME, look("1.1", "red-5", 30), shown("red-5", waited=1.0), recorded("red-5")),
        *(look("1.2", None, 90), shown("red-6", "red-9", at="1.2", waited=3.0), recorded("red-6", "1.2")),
        *(
            {**GAME, "deck": "practice"},
            look("1.1", "blue-1", 200),
            named("1.1", "blue-7"),
            recorded("blue-7"),
        ),
    ]


def test_the_tables_part_the_cards_by_game_deck_and_light() -> None:
    by_game, by_deck, by_light, waiting = make_tables(measure_evening(whole_evening()), load_locale("en"))
    third = "1 (33.3 %)"
    assert by_game.rows == (("Tranquility: The Ascent", "3", third, third, third, third, "0 (0.0 %)"),)
    assert [row[:3] for row in by_deck.rows] == [
        ("mine", "2", "1 (50.0 %)"),
        ("practice deck", "1", "0 (0.0 %)"),
    ]
    assert [row[0] for row in by_light.rows] == ["dark", "medium", "bright"]
    assert waiting.rows == (("Tranquility: The Ascent", "2", "2.0 s", "3.0 s"),)


def test_the_practice_deck_is_called_so_in_french() -> None:
    decks = make_tables(measure_evening(whole_evening()), load_locale("fr"))[1]
    assert [row[0] for row in decks.rows] == ["mine", "paquet d’essai"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_holds_what_was_said_and_nothing_else(language: str) -> None:
    evening, locale = measure_evening(whole_evening()), load_locale(language)
    words = describe_page(evening, locale, pictures=True)
    assert ": 2. " in words.replace("\u00a0:", ":")
    page = make_evening_page(evening, locale)
    assert page.count("data:image/jpeg;base64,") == 2
    assert "<script" not in page
    assert "data:image" not in make_evening_page(evening, locale, pictures=False)
    assert [each.kind for each in missed_cards(evening)] == [WRONG, ASKED]


def test_what_a_file_calls_things_cannot_break_the_page() -> None:
    evil = "<script>alert(1)</script>"
    lines = [{**GAME, "game": evil, "deck": evil}, look("1.1", evil), named("1.1", "x"), recorded("x")]
    page = make_evening_page(measure_evening(lines), load_locale("en"))
    assert "<script" not in page
    assert "&lt;script" in page


def test_a_picture_that_is_none_is_left_out() -> None:
    broken = look("1.1", None)
    broken["cards"][0]["jpeg"] = base64.b64encode(b"<script>").decode()
    page = make_evening_page(measure_evening([GAME, broken, recorded("red-5")]), load_locale("en"))
    assert "data:image" not in page


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"kind": "dance"},
        {"kind": ["look"]},
        {"kind": "look", "gone": 7, "cards": []},
        {"kind": "look", "gone": [], "cards": [{"place": 1, "card": "red-5"}]},
        {"kind": "look", "gone": [], "cards": [{"place": "1.1", "card": "red-5", "jpeg": "%%%"}]},
        {"kind": "look", "gone": [], "cards": [None]},
        {"kind": "shown", "events": [3]},
        {"kind": "recorded", "event": [], "legal": True},
        {"kind": "recorded", "event": {"do": "trick", "cards": [[]]}, "legal": True},
        {"kind": "game"},
    ],
)
def test_a_line_that_no_companion_wrote_is_named(line: dict[str, Any]) -> None:
    with pytest.raises(BadEvening, match="line 3"):
        measure_evening([GAME, line], "file")


@pytest.mark.parametrize("waited", [float("nan"), float("inf"), 10**400, -1, 1e9, "long", None, True])
def test_a_waiting_time_that_cannot_be_is_not_counted(waited: Any) -> None:
    line = {"kind": "shown", "events": [], "waited": waited}
    assert sum(map(len, measure_evening([GAME, line]).waits.values())) == (waited is True)
