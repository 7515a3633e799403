"""What people read: the score sheet as a table, every card's sentence, and the docs' example."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.commands.judge import describe
from companion.games.elevation import approach
from companion.games.elevation.approach import Approach, Own, Sheet
from companion.games.elevation.scoring import Scorer
from companion.games.elevation.view import draw_sheet
from companion.games.values import CardName, Pairs
from companion.locale import LANGUAGES, load_locale
from companion.record.history import JudgedEvent
from companion.simulation.dealer import play_out
from tests.games.elevation.test_summit import scored
from tests.games.elevation.words import NAMES, at_dusk, begin, cards, end_day, trick
from tests.games.shorthand import play, start

DOCS = Path(__file__).resolve().parents[3] / "docs" / "adding.md"


def test_the_score_sheet_is_a_table() -> None:
    assert draw_sheet(scored((8, 13, -5), (1, 0, 12)).state, load_locale("en").say) == [
        "Name  Day  Alps  Andes  Himalayas  Rockies  Approach  Points  Total",
        "-------------------------------------------------------------------",
        "Ann     1     8      0          0        0         0       8      8",
        "        2     1      0          0        0         0       1      9",
        "-------------------------------------------------------------------",
        "Ben     1    13      0          0        0         0      13     13",
        "        2     0      0          0        0         0       0     13",
        "-------------------------------------------------------------------",
        "Cem     1    -5      0          0        0         0      -5     -5",
        "        2    12      0          0        0         0      12      7",
        "-------------------------------------------------------------------",
        "1 day to go.",
    ]


@pytest.mark.parametrize(
    ("days", "line"),
    [
        ([(1, 2, 3)] * 3, "Summit: Cem wins with 9 points."),
        (
            [(9, 5, 0), (0, 5, 0), (1, 0, 0)],
            "Summit: a tie at 10 points; Ann wins with the best single day.",
        ),
        (
            [(5, 5, 0), (5, 0, 0), (0, 5, 0)],
            "Summit: Ann and Ben share the win with 10 points; a yodel-off may decide.",
        ),
    ],
)
def test_the_summit(days: list[tuple[int, ...]], line: str) -> None:
    assert draw_sheet(scored(*days).state, load_locale("en").say)[-1] == line


def test_before_the_first_score() -> None:
    assert draw_sheet(begin(3).state, load_locale("fr").say) == ["Aucune journée n’a encore été comptée."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", sorted(approach.CARDS))
def test_every_card_has_a_name_and_a_sentence(card: str, language: str) -> None:
    locale = load_locale(language)
    assert locale.card(CardName(card)) != card
    assert len(locale.say(f"approach.{card}")) > 20


def test_there_are_36_named_cards_and_three_blank_ones() -> None:
    assert len(approach.CARDS) == 39
    assert sum(card.scores for card in approach.CARDS.values()) == 20
    assert sum(not card.free_solo for card in approach.CARDS.values()) == 5
    assert sum(card.trump is not None for card in approach.CARDS.values()) == 4


@pytest.mark.parametrize(
    ("text", "approach_card", "sentence"),
    [
        ("a3 a9 a5", "harness", "Ben wins with Alps 9, the highest of the Alps."),
        ("a3 v1 a5", "harness", "Ben wins with Avalanche 1, the highest Avalanche."),
        ("a3 n2 a5", "andes-mints", "Ben wins with Andes 2: the Andes beat every range today."),
        ("a3 a2 a5", "descent", "Ben wins with Alps 2, the lowest of the Alps: today the lowest wins."),
        ("a3 a7 a9", "ice-axe", "Ben wins with Alps 7: Ice Axe puts it above all of the Alps."),
    ],
)
def test_a_trick_says_who_won_and_why(text: str, approach_card: str, sentence: str) -> None:
    verdict = play(begin(3, approach_card), trick(text))[0][0]
    assert load_locale("en").why("elevation", verdict.remarks[:1]) == sentence


def test_each_approach_card_says_what_it_gave() -> None:
    verdict = end_day(at_dusk("figure-8", "crevasse-rescue", "scree", "descent", won=["a8 a9", "n8", ""]))
    said = [load_locale("en").why("elevation", (one,)) for one in verdict.remarks]
    assert said == [
        "Descent: no points of its own (lower numbers are stronger in play, Avalanches too).",
        "Crevasse Rescue: Ann -2.",
        "Figure 8: Ann +3 and Ben +3.",
        "Scree: nothing for anybody.",
    ]


def test_a_missing_answer_says_which_and_for_whom() -> None:
    match = at_dusk("seconding", "custom-1", won=["a1 n1", "i1 r1", ""])
    why = load_locale("en").why("elevation", end_day(match).breaks)
    assert why == (
        "An answer is missing or wrong: Seconding for Ann, Seconding for Ben "
        "and custom card 1 for Ann, Ben and Cem."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: str) -> None:
    """Every event, legal or not, has its sentences in both languages."""
    locale, match = load_locale(language), start("elevation", *NAMES[:2])
    nonsense = [{"do": "trick", "cards": ["alps-77"]}, {"do": "trick", "cards": []}, {"do": "stuck"}]
    told = []
    for event in play_out(match, Random(5)):
        for each in (event, *map(match.read_event, nonsense)):
            verdict, after = match.play(each)
            told += describe(JudgedEvent(each, verdict, after, 1), locale)
            match = after if each is event else match
    assert len(told) > 100
    assert not any("{" in line for line in told)


def test_the_example_of_the_docs_works() -> None:
    source = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
    card = eval(source, {"Approach": Approach})  # noqa: S307 (our own docs)
    sheet = Sheet(("Ann",), (cards("a13 n13 v1"),), (1,), 3, (), 0, frozenset(), {}, Pairs())
    assert card.bonus(Own(sheet, 0, (0,))) == 6
    assert card.scores
    assert Scorer((card,), (), 1).bonus_points(card, sheet)[0] == [6]
