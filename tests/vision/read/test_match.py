"""Matching: the right card leads over every other, wherever and however it lies, and where cards differ."""

import cv2
import numpy as np
import pytest

from companion.table.practice import practice_deck
from tests.vision.read.faces import BLUE, GREEN, PURPLE, face, lit, moved
from vision.read.judgement import is_plainly
from vision.read.match import Comparison, check, match, matched_quad
from vision.read.network import HEADS, LEANS
from vision.read.prints import CardPrint, EnrolledPrints, View
from vision.types import Picture

TEXTS = ("1", "2", "3", "5", "6", "7", "8")


def deck_of(**faces: Picture) -> EnrolledPrints:
    rows = np.zeros((len(faces), sum(HEADS.values())), np.float32)
    return EnrolledPrints.of(list(faces), list(faces.values()), rows)


def numbers(frame: tuple[int, int, int] = BLUE) -> EnrolledPrints:
    return deck_of(**{text: face(text, frame) for text in TEXTS})


def best(found: Comparison, deck: EnrolledPrints) -> tuple[str, float]:
    """The card that leads over all others, and by how much at least."""
    leads = found.leads.min(axis=1)
    at = int(leads.argmax())
    return deck.cards[deck.owners[found.candidates[at].reference]], float(leads[at])


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("turn", "x", "y"), [(0, 0, 0), (2, 1.5, -1), (-3, -2, 2)])
def test_the_one_digit_tells_cards_apart_that_share_their_artwork(
    text: str, turn: float, x: float, y: float
) -> None:
    deck = numbers()
    name, lead = best(match(CardPrint.of(moved(face(text), turn, x, y)), deck), deck)
    assert (name, lead > 0.5) == (text, True)


@pytest.mark.parametrize("light", [(0.6, 0.7, 0.85), (1.0, 0.9, 0.8), (0.45, 0.45, 0.45)])
def test_dim_and_coloured_light_changes_no_answer(light: tuple[float, float, float]) -> None:
    deck = numbers()
    name, lead = best(match(CardPrint.of(lit(moved(face("3"), 2, 1, -1), *light)), deck), deck)
    assert (name, lead > 0.4) == ("3", True)


@pytest.mark.parametrize("shown", ["blue", "purple", "green"])
def test_cards_that_differ_in_colour_alone_are_told_apart(shown: str) -> None:
    frames = {"blue": BLUE, "purple": PURPLE, "green": GREEN}
    deck = deck_of(**{name: face("3", frame) for name, frame in frames.items()})
    seen = lit(face("3", frames[shown]), 0.9, 1.0, 1.08)
    assert best(match(CardPrint.of(seen), deck), deck)[0] == shown


def word_card(text: str) -> Picture:
    """A square card with nothing but a word on it."""
    card = np.full((384, 384, 3), 235, np.uint8)
    cv2.rectangle(card, (27, 27), (357, 357), (225, 240, 250), -1)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2.0, 5)
    at = ((384 - width) // 2, 192 + height // 2)
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_DUPLEX, 2.0, (60, 50, 50), 5, cv2.LINE_AA)
    return cv2.resize(card, (96, 96), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize(("word", "x", "y"), [("ember", -2, -2), ("mirror", 4, -2)])
def test_a_word_is_not_taken_for_another_one_upside_down(word: str, x: float, y: float) -> None:
    words = "river stone cloud ember frost maple tiger wagon piano ocean candle bridge window garden silver mirror"
    deck = deck_of(**{each: word_card(each) for each in words.split()})
    centre = 95 / 2
    smaller = np.array([[0.97, 0, 0.03 * centre + x], [0, 0.97, 0.03 * centre + y]])
    seen = cv2.warpAffine(word_card(word), smaller, (96, 96), borderMode=cv2.BORDER_REPLICATE)
    name, lead = best(match(CardPrint.of(seen), deck), deck)
    assert (name, lead > 0.5) == (word, True)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_square_card_is_known_on_each_of_its_sides(quarters: int) -> None:
    deck = numbers()
    found = match(CardPrint.of(np.ascontiguousarray(np.rot90(face("5"), -quarters))), deck)
    assert best(found, deck)[0] == "5"
    assert found.candidates[int(found.leads.min(axis=1).argmax())].turn == quarters


def test_equal_prints_lead_over_none() -> None:
    """A card enrolled under two names is neither of them surely."""
    deck = deck_of(one=face("3"), other=face("3", table=200), third=face("8"))
    found = match(CardPrint.of(face("3")), deck)
    assert abs(best(found, deck)[1]) < 0.2


def test_the_rim_of_a_reference_that_was_cut_too_tight_tells_nothing() -> None:
    """Of two alike cards the one whose outline was exact won, whichever lay there."""
    shown, side = face("7"), face("7").shape[0]
    larger = np.float32([[1.05, 0, -0.02 * side], [0, 1.05, -0.03 * side]])
    tight = cv2.warpAffine(shown, larger, (side, side), borderMode=cv2.BORDER_REPLICATE)
    found = match(CardPrint.of(shown), deck_of(seven=shown, twin=np.asarray(tight, np.uint8)))
    assert abs(found.leads[0, 1]) < 0.2


def test_a_shadow_over_half_a_card_is_light_and_not_print() -> None:
    shadow = face("3").copy()
    shadow[:, 48:] = (shadow[:, 48:] * 0.7).astype(np.uint8)
    deck = numbers()
    assert best(match(CardPrint.of(shadow), deck), deck)[0] == "3"


def small_number(text: str) -> Picture:
    """A card on which nothing is printed but a small number."""
    card = face("", art=False)
    cv2.putText(card, text, (28, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    return card


def in_shadow(patch: Picture) -> Picture:
    """The same with the soft shadow of a warm lamp over a corner."""
    corner = np.add.outer(np.arange(96), np.arange(96)) > 110
    depth = cv2.GaussianBlur(corner.astype(np.float32), (0, 0), 5)[..., None]
    return np.asarray(patch * (1 - 0.15 * depth * np.array([0.6, 0.9, 1.1])), np.uint8)


@pytest.mark.parametrize(("text", "other"), [("3", "8"), ("5", "6"), ("1", "7")])
def test_a_shadow_on_a_reference_outvotes_small_print_but_on_paper(text: str, other: str) -> None:
    """What is seen in plain light is more like the other card, whose reference has no shadow, almost everywhere."""
    patches = [in_shadow(small_number(text)), small_number(other)]
    rows = np.zeros((len(LEANS), sum(HEADS.values())), np.float32)
    for on_paper in (False, True):
        views = [View.of(patch, rows, on_paper=on_paper) for patch in patches]
        deck = EnrolledPrints.joined([text, other], views)
        found = match(CardPrint.of(small_number(text), on_paper=on_paper), deck)
        assert (best(found, deck)[0] == text) == on_paper


def test_cards_left_out_are_no_candidates() -> None:
    deck = numbers()
    found = match(CardPrint.of(face("3")), deck, without={2})
    assert 2 not in {int(deck.owners[each.reference]) for each in found.candidates}


def test_a_stranger_fits_worse_than_any_card_of_the_deck() -> None:
    deck = numbers()

    def least_worst(text: str) -> float:
        found = match(CardPrint.of(moved(face(text), 1, 1, 0)), deck)
        return min(found.worst(at) for at in range(len(found.candidates)))

    own, strange = [least_worst(text) for text in TEXTS], least_worst("4")
    assert strange > 1.5 * max(own)


def test_several_views_of_a_card_count_as_one() -> None:
    rows = np.zeros((3, sum(HEADS.values())), np.float32)
    views = [face("3"), lit(face("3"), 0.9, 0.9, 0.9), face("8")]
    deck = EnrolledPrints.of(["three", "three", "eight"], views, rows)
    found = match(CardPrint.of(face("3")), deck)
    assert [int(deck.owners[each.reference]) for each in found.candidates] == [0, 1]


@pytest.mark.parametrize("quarters", [0, 1, 2])
def test_the_outline_goes_where_the_card_was_found(quarters: int) -> None:
    """Four pixels of the patch are a twentieth of the card: so far the outline must move to be on it."""
    quad = ((100.0, 100.0), (182.0, 100.0), (182.0, 182.0), (100.0, 182.0))
    deck = numbers()
    seen = moved(np.ascontiguousarray(np.rot90(face("5"), -quarters)), 0, 4, -3)
    found = match(CardPrint.of(seen), deck)
    at = int(found.leads.min(axis=1).argmax())
    off = np.array(matched_quad(quad, found.candidates[at])) - np.array(quad)
    assert off == pytest.approx(np.tile([4.0, -3.0], (4, 1)), abs=1.2)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (5, 0), (-4, 4)])
def test_no_card_is_believed_only_because_it_was_expected(x: float, y: float) -> None:
    """Cards that share a digit, each cut out a little off and expected to be each of the others."""
    found = {each.card: each.patch for each in practice_deck("tranquility").references}
    deck = deck_of(**{f"island-{number}": found[f"island-{number}"] for number in range(60, 70)})
    plain: dict[bool, int] = {True: 0, False: 0}
    for card in deck.cards:
        seen = CardPrint.of(moved(found[card], 0, x, y))
        for at, other in enumerate(deck.cards):
            plain[card == other] += is_plainly(check(seen, deck, at, (0, 2)))
    assert plain[False] == 0
    assert plain[True] >= 5


@pytest.mark.parametrize(("x", "y"), [(6, -6), (7, 7)])
def test_an_expected_card_is_plain_along_an_outline_that_is_a_tenth_off(x: float, y: float) -> None:
    deck = numbers()
    for at, text in enumerate(TEXTS):
        seen = CardPrint.of(moved(face(text), 0, x, y))
        plain = [is_plainly(check(seen, deck, other, (0, 2))) for other in range(len(TEXTS))]
        assert plain == [other == at for other in range(len(TEXTS))]
