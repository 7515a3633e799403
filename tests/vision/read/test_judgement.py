"""Judgement: when a reading is sure, what the inventory may do, and how frames are put together."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.read.align import STILL, Way
from vision.read.judgement import Evidence, agree, combine, look_nearer, name_card, read_card, settle_ways
from vision.read.match import Candidate, Comparison
from vision.read.naming import number_of
from vision.read.prints import COMPARED
from vision.read.reading import Glimpse, Reading
from vision.read.sureness import load_calibration
from vision.types import COLOURS

CALIBRATION = replace(load_calibration(), number=0.9, colour=0.9, card=0.0)
CARDS = ("red-7", "red-1", "bridge")


def spread(count: int, **chances: float) -> np.ndarray:
    """Log-probabilities: those given (n7=0.9), the rest shared."""
    rest = (1 - sum(chances.values())) / (count - len(chances))
    logs = np.full(count, math.log(max(rest, 1e-9)))
    for name, chance in chances.items():
        logs[int(name[1:])] = math.log(chance)
    return logs


def glimpse(turn: int = 0, turn_share: float = 1.0, **numbers: float) -> Glimpse:
    colours = np.full(8, math.log(0.005))
    colours[COLOURS.index("red")] = math.log(0.965)
    return Glimpse(
        turn, math.log(turn_share), spread(101, **(numbers or {"n7": 0.99})), colours, 3.0, np.ones(1)
    )


def read(*glimpses: Glimpse, inventory: tuple[str, ...] | None = None) -> Reading:
    return name_card(glimpses, inventory, CALIBRATION)


@pytest.mark.parametrize(
    ("inventory", "card"),
    [
        (("island-7", "island-1", "start"), "island-7"),
        (("alps-7", "andes-7"), None),
        (("red-7", "blue-1"), None),
    ],
    ids=("the only 7", "two of them", "a colour that its name tells"),
)
def test_a_number_alone_names_a_card_whose_name_tells_no_colour(
    inventory: tuple[str, ...], card: str | None
) -> None:
    doubted = replace(glimpse(), colours=np.full(8, math.log(1 / 8)))
    reading = read(doubted, inventory=inventory)
    assert (reading.number, reading.colour, reading.card) == (7, None, card)


def differences(error: float, worst: float) -> np.ndarray:
    """Those of a print that is so far off nearly everywhere, and in one part so far."""
    field = np.full(COMPARED.shape, error, np.float32)
    field[20:28, 20:28] = worst
    return field[COMPARED]


def evidence(
    *leads: float,
    seen: Glimpse | None = None,
    alike: float = 0.9,
    error: float = 0.4,
    worst: float = 1.0,
    likeness: float = 0.95,
    number: tuple[float, ...] = (0.0, 0.0, 0.0),
    colour: tuple[float, ...] = (0.0, 0.0, 0.0),
) -> Evidence:
    """The first card leads over the second and the third by so much, and fits so well."""
    table = np.full((3, 3), np.inf)
    table[0, 1:], table[1:, 0] = leads, [-lead for lead in leads]
    table[1, 2], table[2, 1] = 0.5, -0.5
    candidates = tuple(Candidate(at, 0, Way(STILL, alike), alike) for at in range(3))
    comparison = Comparison(candidates, table, table, np.stack([differences(error, worst)] * 3))
    glimpses = (seen or glimpse(),) * 3
    return Evidence(comparison, CARDS, glimpses, np.array(number), np.array(colour), np.full(3, likeness))


def matched(
    *leads: float, inventory: tuple[str, ...] | None = None, card: float = 3.0, **others: object
) -> Reading:
    seen = replace(glimpse(), card=card)
    return read_card(evidence(*leads, seen=seen, **others), CARDS, inventory, CALIBRATION)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "alike", "lead", "sure"),
    [
        ("bridge", 0.93, 0.9, True),
        ("bridge", 0.85, 0.9, False),
        ("bridge", 0.93, 0.7, False),
        ("red-7", 0.93, 0.9, False),  # a sister may differ by its number alone
    ],
)
def test_a_picture_card_is_known_by_its_print_though_another_was_never_shown(
    name: str, alike: float, lead: float, sure: bool
) -> None:
    """A Bridge under another lamp was asked for as long as nobody had laid the Summit."""
    none = glimpse(n100=0.5, n7=0.4)
    seen = replace(evidence(lead, lead, seen=none, alike=alike), names=(name, "red-1", "red-2"))
    score = CALIBRATION.enrolled.score(seen.best_features())
    known = (name, "red-1", "red-2")
    reading = read_card(seen, known, (*known, "summit"), CALIBRATION, bar=score - 0.5)
    assert reading.card == (name if sure else None)


@pytest.mark.parametrize(
    ("inventory", "sure"),
    [
        pytest.param(CARDS, "red-7", id="all-enrolled"),
        pytest.param((*CARDS, "red-9"), "red-7", id="an-unlike-card-was-not"),
        pytest.param((*CARDS, "orange-7"), "red-7", id="one-of-another-colour-was-not"),
        pytest.param(("red-1", "bridge", "red-7"), "red-7", id="in-any-order"),
    ],
)
def test_a_card_is_sure_if_no_card_that_was_never_enrolled_fits_better(
    inventory: tuple[str, ...], sure: str | None
) -> None:
    assert read_card(evidence(0.8, 0.9), CARDS, inventory, CALIBRATION).card == sure


def test_a_card_that_was_never_enrolled_and_fits_better_leaves_its_sister_in_doubt() -> None:
    seen = evidence(0.8, 0.9, seen=glimpse(n9=0.99))
    reading = read_card(seen, CARDS, (*CARDS, "red-9"), CALIBRATION)
    assert reading.card is None
    assert [name for name, _ in reading.candidates[:2]] == ["red-9", "red-7"]
    assert read_card(seen, CARDS, None, CALIBRATION).card == "red-7"


@pytest.mark.parametrize(
    ("print_lead", "likeness", "sure"),
    [(0.3, 0.9, False), (0.3, 0.95, True), (0.5, 0.9, True)],
    ids=["by its number alone", "like to the network", "by its print"],
)
def test_a_deck_that_lacks_cards_knows_none_by_its_number_alone(
    print_lead: float, likeness: float, sure: bool
) -> None:
    """Of one painter's cards the 51 was read as 61, with certainty, and there the 61 was known."""
    seen = evidence(print_lead, print_lead, likeness=likeness)
    bar = CALIBRATION.enrolled.score(seen.best_features()) - 0.1
    assert read_card(seen, CARDS, CARDS, CALIBRATION, bar=bar).card == ("red-7" if sure else None)


def test_where_a_card_never_enrolled_is_read_too_its_sister_must_fit_well() -> None:
    seen, inventory = evidence(0.8, 0.9, seen=glimpse(n7=0.95, n9=0.03)), (*CARDS, "red-9")
    score = CALIBRATION.enrolled.score(seen.best_features())
    assert read_card(seen, CARDS, CARDS, CALIBRATION, bar=score - 0.1).card == "red-7"
    assert read_card(seen, CARDS, inventory, CALIBRATION, bar=score - 0.1).card is None
    surely = read_card(seen, CARDS, inventory, CALIBRATION, bar=score - 2.1)
    assert (surely.card, surely.candidates[0][0]) == ("red-7", "red-7")


def test_where_only_its_print_tells_a_card_its_print_must_lead() -> None:
    """A Rockies 4 that nobody had shown was taken for the Avalanche 4: the number led, the print did not."""
    seen = evidence(0.1, 0.9, number=(0.0, -9.0, 0.0), likeness=0.99)
    assert read_card(seen, CARDS, CARDS, CALIBRATION, bar=-9.0).card == "red-7"
    assert read_card(seen, CARDS, (*CARDS, "crimson-7"), CALIBRATION, bar=-9.0).card is None
    seen = evidence(0.6, 0.9, number=(0.0, -9.0, 0.0), likeness=0.99)
    assert read_card(seen, CARDS, (*CARDS, "crimson-7"), CALIBRATION, bar=-9.0).card == "red-7"


@pytest.mark.parametrize(("log", "sure"), [(0.0, "red-7"), (-2.0, "red-7"), (-6.0, None)])
@pytest.mark.parametrize("what", ["number", "colour"])
def test_a_card_on_which_another_number_or_colour_is_read_is_in_doubt(
    what: str, log: float, sure: str | None
) -> None:
    others = {what: (log, log, log)}
    assert read_card(evidence(0.9, 0.9, **others), CARDS, None, CALIBRATION).card == sure  # type: ignore[arg-type]


def test_the_same_number_decides_between_prints_that_hardly_differ() -> None:
    assert matched(0.05, 0.9, likeness=0.8).card is None
    assert matched(0.05, 0.9, likeness=0.8, number=(0.0, -9.0, 0.0)).card == "red-7"
    assert matched(-0.1, 1.2, colour=(0.0, -9.0, 0.0)).card == "red-7"


@pytest.mark.parametrize("what", [{"likeness": 0.5, "worst": 5.0}, {"likeness": 0.3, "card": 0.2}])
def test_a_card_that_leads_and_does_not_fit_is_in_doubt(what: dict[str, float]) -> None:
    assert matched(0.9, 0.9).card == "red-7"
    assert matched(0.3, 0.9, **what).card is None


def test_a_card_that_fits_badly_is_sure_if_its_number_and_colour_are_read_too() -> None:
    badly = {"alike": 0.5, "error": 1.4, "worst": 3.0}
    assert matched(0.2, 0.9, number=(0.0, -9.0, -9.0), **badly).card == "red-7"
    assert matched(0.2, 0.9, number=(-4.0, -4.0, -4.0), colour=(-2.0, -2.0, -2.0), **badly).card is None


def test_no_card_is_sure_that_hardly_leads() -> None:
    assert matched(0.19, 0.9, likeness=0.99).card is None
    assert matched(0.21, 0.9, likeness=0.99).card == "red-7"


def test_a_number_that_is_half_read_decides_nothing_between_twins() -> None:
    assert matched(0.0, 0.9, number=(0.0, -1.4, 0.0), colour=(0.0, -0.5, 0.0)).card is None
    assert matched(0.0, 0.9, number=(0.0, -4.0, 0.0), colour=(0.0, -0.5, 0.0)).card == "red-7"


def test_a_card_that_leads_and_is_further_off_than_another_is_in_doubt() -> None:
    seen = evidence(0.9, 0.9)
    for off, card in ((1.1, "red-7"), (1.3, None)):
        errors = seen.comparison.differences * np.array([[off], [1.0], [1.0]], np.float32)
        further = replace(seen, comparison=replace(seen.comparison, differences=errors))
        assert read_card(further, CARDS, None, CALIBRATION).card == card


@pytest.mark.parametrize(
    ("lead", "number", "card"),
    [
        pytest.param(0.4, 0.0, "red-7", id="print-leads"),
        pytest.param(0.05, -2.0, None, id="print-tells-nothing"),
        pytest.param(0.05, -4.0, "red-7", id="the-other-number-is-denied"),
    ],
)
def test_a_card_whose_print_does_not_lead_is_in_doubt(lead: float, number: float, card: str | None) -> None:
    """An empty sign led over a striped one by what the network reads, which light changes as much."""
    seen = evidence(lead, lead, number=(0.0, number, number))
    assert read_card(seen, CARDS, None, CALIBRATION).card == card


@pytest.mark.parametrize(
    ("lead", "number", "card"),
    [
        pytest.param(-0.3, 0.0, "red-7", id="lightness-hardly-denies"),
        pytest.param(-0.7, 0.0, None, id="lightness-denies"),
        pytest.param(-0.7, -4.0, "red-7", id="the-other-number-is-denied"),
    ],
)
def test_a_card_that_leads_only_by_light_is_in_doubt(lead: float, number: float, card: str | None) -> None:
    """A 6 upside down led over a 9 whose reference had another light, but not in evened lightness."""
    seen = evidence(0.9, 0.9, number=(0.0, number, number))
    even_leads = np.array([[np.inf, lead, lead]] * 3)
    other = replace(seen, comparison=replace(seen.comparison, even_leads=even_leads))
    assert read_card(other, CARDS, None, CALIBRATION).card == card
    assert read_card(other, CARDS, None, CALIBRATION, on_paper=True).card == "red-7"  # it tells the light


def test_cards_that_are_mostly_paper_must_fit_better() -> None:
    """They differ by small signs: on decks of pictures nothing between the two bars was wrong."""
    seen = evidence(0.4, 0.9)
    score = CALIBRATION.enrolled.score(seen.features(0, 0.4))
    for bar, card in ((score - 0.1, "red-7"), (score + 0.1, None)):
        strict = replace(CALIBRATION, enrolled=replace(CALIBRATION.enrolled, paper=bar))
        assert read_card(seen, CARDS, None, strict, on_paper=True).card == card
        assert read_card(seen, CARDS, None, strict).card == "red-7"


def test_where_cards_may_be_lacking_the_bar_is_higher() -> None:
    seen = evidence(0.4, 0.9)
    assert read_card(seen, CARDS, None, CALIBRATION).card == "red-7"
    assert read_card(seen, CARDS, None, CALIBRATION, bar=9.0).card is None


@pytest.mark.parametrize(
    ("name", "deck", "inventory", "either_end", "sure"),
    [
        pytest.param("red-6", (), None, True, False, id="its-9-was-never-shown"),
        pytest.param("red-6", ("red-9",), None, True, True, id="both-were"),
        pytest.param("red-6", ("blue-9",), None, True, False, id="only-anothers-9"),
        pytest.param("red-6", (), None, False, True, id="cards-lie-upright"),
        pytest.param("red-6", (), ("red-6", "red-1", "bridge"), True, True, id="the-game-has-no-9"),
        pytest.param("sea-68", (), None, True, False, id="68-is-89"),
        pytest.param("red-8", (), None, True, True, id="an-8-stays-one"),
        pytest.param("red-7", (), None, True, True, id="a-7-is-nothing-upside-down"),
        pytest.param("red-10", (), None, True, True, id="no-number-begins-with-0"),
    ],
)
def test_a_card_that_is_another_upside_down_is_in_doubt_while_that_one_is_lacking(
    name: str, deck: tuple[str, ...], inventory: tuple[str, ...] | None, either_end: bool, sure: bool
) -> None:
    cards = (name, *CARDS[1:], *deck)
    seen = replace(evidence(0.9, 0.9), names=(name, *CARDS[1:]))
    lacking = read_card(seen, cards, inventory, CALIBRATION, bar=0.0, either_end=either_end)
    assert lacking.card == (name if sure else None)
    assert read_card(seen, cards, inventory, CALIBRATION, either_end=either_end).card == name


def test_what_is_hardly_sure_is_no_card_against_its_edges() -> None:
    readings = [matched(0.21, 0.9, likeness=likeness) for likeness in np.arange(0.3, 1.0, 0.02)]
    kinds = list(dict.fromkeys((reading.card, reading.matched) for reading in readings))
    assert kinds == [(None, False), ("red-7", False), ("red-7", True)]


def test_what_differs_everywhere_is_only_part_of_a_card() -> None:
    assert matched(0.9, 0.9, error=1.7).card == "red-7"
    assert matched(0.9, 0.9, error=1.9).card is None


def test_what_is_hardly_alike_must_look_like_a_whole_card() -> None:
    assert matched(0.9, 0.9, alike=0.4, card=2.5).card == "red-7"
    assert matched(0.9, 0.9, alike=0.4, card=1.5).card is None
    assert matched(0.9, 0.9, alike=0.5, card=1.5).card == "red-7"


def test_a_clear_number_and_colour_are_sure() -> None:
    reading = read(glimpse())
    assert (reading.card, reading.number, reading.colour) == ("red-7", 7, "red")
    assert reading.candidates[0][0] == "red-7"


def test_a_doubtful_number_has_candidates_only() -> None:
    reading = read(glimpse(n7=0.6, n1=0.35))
    assert (reading.card, reading.number, reading.colour) == (None, None, "red")
    assert [name for name, _ in reading.candidates[:2]] == ["red-7", "red-1"]


def test_what_is_not_a_whole_card_is_never_sure() -> None:
    reading = read(replace(glimpse(), card=-0.1))
    assert (reading.card, reading.number, reading.colour) == (None, None, None)


def test_six_or_nine_either_way_up_is_unsure() -> None:
    """Which way up is unknown, and each way reads another number: nobody can tell."""
    reading = read(glimpse(0, 0.5, n6=0.99), glimpse(2, 0.5, n9=0.99))
    assert reading.number is None
    assert {name for name, _ in reading.numbers[:2]} == {"6", "9"}


def test_the_same_number_either_way_up_is_sure() -> None:
    assert read(glimpse(0, 0.5, n8=0.99), glimpse(2, 0.5, n8=0.99)).number == 8


def test_without_a_number_nothing_is_sure() -> None:
    reading = read(glimpse(n100=0.99))
    assert reading.number is None
    assert reading.numbers[0][0] == "none"


def test_names_of_the_inventory_are_proposed_by_number_and_colour() -> None:
    reading = read(glimpse(), inventory=("island-7", "island-8", "start"))
    assert reading.candidates[0][0] == "island-7"
    assert reading.card == "island-7"


def test_two_names_with_one_number_stay_open() -> None:
    reading = read(glimpse(), inventory=("alps-7", "andes-7"))
    assert reading.card is None
    assert {name for name, _ in reading.candidates} == {"alps-7", "andes-7"}


@pytest.mark.parametrize(
    ("leads", "card"),
    [
        pytest.param((0.9, 0.8), "red-7", id="far ahead"),
        pytest.param((0.1, 0.8), None, id="two are close"),
        pytest.param((0.8, 0.05), None, id="the third is close"),
    ],
)
def test_an_enrolled_card_is_sure_when_it_leads_over_all(leads: tuple[float, ...], card: str | None) -> None:
    reading = matched(*leads)
    assert reading.card == card
    assert reading.candidates[0][0] == "red-7"


def test_an_enrolled_card_half_covered_is_unsure() -> None:
    assert matched(0.9, 0.9, card=-1.0).card is None


def test_the_inventory_breaks_a_tie() -> None:
    assert matched(0.1, 0.9, inventory=("red-7", "bridge")).card == "red-7"


def test_a_card_that_cannot_come_is_never_sure() -> None:
    """The best match is used up: it is not read as the next best, and not as itself either."""
    reading = matched(0.9, 0.9, inventory=("red-1", "bridge"))
    assert reading.card is None
    assert reading.candidates[0][0] == "red-7"


def test_the_inventory_does_not_make_the_second_best_sure() -> None:
    assert matched(0.05, 0.9, inventory=("red-1", "bridge")).card is None


def test_a_sure_card_is_a_card_whatever_the_network_thinks_of_its_face() -> None:
    assert matched(0.9, 0.9, card=0.1).is_card > 0.9
    assert matched(0.1, 0.9, card=0.1).is_card < 0.6


def test_readings_of_two_outlines_that_differ_surely_leave_a_card_in_doubt() -> None:
    one, other = reading("red-7", red_7=0.9), reading("red-1", red_1=0.8)
    assert combine([one, other]).card is None
    assert {name for name, _ in combine([one, other]).candidates} == {"red-7", "red-1"}
    assert combine([one, reading(None, red_1=0.9)]).card == "red-7"


def test_a_nearer_look_is_believed_if_it_plainly_shows_a_card_and_else_heard() -> None:
    hardly, other = reading("red-7", red_7=0.9), reading("red-1", red_1=0.8)
    assert look_nearer(hardly, replace(other, matched=True)).card == "red-1"
    assert look_nearer(hardly, other).card is None
    doubted = look_nearer(hardly, reading(None, red_1=0.8))
    assert doubted.card is None
    assert {name for name, _ in doubted.candidates} == {"red-7", "red-1"}
    assert look_nearer(hardly, reading(None, red_7=0.6)).card == "red-7"
    assert look_nearer(reading(None, red_7=0.6), other).card == "red-1"


def test_looks_at_one_card_are_joined_with_those_that_fit_it_as_well() -> None:
    hardly = replace(reading("red-7", red_7=0.7), alike=0.91)
    other = replace(reading(None, red_1=0.6, red_7=0.4), alike=0.9)
    assert combine([hardly, other]).card is None
    assert combine([hardly, replace(other, alike=0.8)]).card == "red-7"
    assert combine([replace(hardly, matched=True), other]).card == "red-7"
    assert combine([hardly, hardly, other]).card is None


@pytest.mark.parametrize("alike", [(0.95, 0.9), (0.9, 0.9), (0.8, 0.9), (0.0, 0.0)])
@pytest.mark.parametrize("matched", [(False, False), (True, False), (False, True), (True, True)])
def test_looks_that_are_sure_of_different_cards_are_in_doubt(
    alike: tuple[float, float], matched: tuple[bool, bool]
) -> None:
    seven, one = (
        replace(reading(name, **{name.replace("-", "_"): share}), alike=like, matched=told)
        for name, share, like, told in zip(("red-7", "red-1"), (0.7, 0.9), alike, matched, strict=True)
    )
    assert combine([seven, one]).card is None
    assert combine([one, seven]).card is None


def reading(card: str | None, **candidates: float) -> Reading:
    names = tuple((name.replace("_", "-"), chance) for name, chance in candidates.items())
    return Reading(card, None, None, names, 0, 1.0)


def test_one_sure_frame_settles_it_when_the_others_lean_that_way() -> None:
    frames = [reading(None, red_7=0.7, red_1=0.3), reading("red-7", red_7=0.99, red_1=0.01)]
    card, candidates = agree([(each.card, each.candidates) for each in frames])
    assert card == "red-7"
    assert candidates[0][1] > 0.8


def test_frames_sure_of_different_cards_are_unsure_together() -> None:
    assert agree([("red-7", (("red-7", 0.99),)), ("red-1", (("red-1", 0.99),))])[0] is None


def test_a_sure_frame_against_many_is_unsure() -> None:
    doubt = (None, (("red-1", 0.95), ("red-7", 0.05)))
    assert agree([("red-7", (("red-7", 0.9), ("red-1", 0.1))), *[doubt] * 3])[0] is None


def test_two_frames_that_lean_to_another_card_outweigh_a_sure_one() -> None:
    """A 63 that nobody had shown yet was read as 68 in one frame of three, and as both in the others."""
    torn, sure = (None, (("red-1", 0.4999), ("red-7", 0.4991))), ("red-7", (("red-7", 0.998),))
    assert agree([sure, torn, torn])[0] is None
    assert agree([sure, sure, torn])[0] == "red-7"


@pytest.mark.parametrize(
    ("name", "number"),
    [("red-7", 7), ("island-37", 37), ("bridge", None), ("campfire-green", None), ("x-100", None)],
)
def test_the_number_in_a_name(name: str, number: int | None) -> None:
    assert number_of(name) == number


@pytest.mark.parametrize(
    ("number", "looks", "open_ways"),
    [
        pytest.param("n3", (0.99, 0.95), 1, id="steady"),
        pytest.param("n3", (0.99, 0.6), 2, id="hardly-read-in-one-look"),
        pytest.param("n6", (0.99, 0.95), 2, id="another-number-upside-down"),
        pytest.param("n100", (0.99, 0.95), 2, id="no-number"),
    ],
)
def test_the_way_up_is_settled_where_a_number_is_read_steadily(
    number: str, looks: tuple[float, ...], open_ways: int
) -> None:
    """UNO cards have their print at both ends: upside down a 3 was half an 8, so that neither was sure."""
    ways = [glimpse(0, 0.1, n8=0.8), glimpse(2, 0.3, **{number: 0.99})]
    logs = np.stack([spread(101, **{number: chance}) for chance in looks])
    settled = settle_ways(ways, logs, 0.9)
    assert len(settled) == open_ways
    assert settled[-1] is ways[1]
