"""The whole eye on rendered tables, with a reader that knows the truth."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.simulation.demo.play import practice_eye
from companion.simulation.scenes import table_scene
from companion.table.layout import load_layout
from companion.table.practice import practice_deck, simulated_table
from hardware.simulated import SimulatedTable, Thing
from tests.vision.oracle import NOTHING, Oracle, choose_read, with_readings
from vision.decks import Deck
from vision.errors import PlaneError
from vision.eye import _believe_together, make_eye
from vision.find import Silhouettes
from vision.find.select_outlines import as_card, settle
from vision.lab.scene import Camera, LaidCard, Scene, Truth, corner_tags, render
from vision.lab.scene.board import ROUGH
from vision.observation import CardSeen, Observation, PlaceSeen, PlaceState
from vision.plane.layout import Drift
from vision.plane.mat import see_mat
from vision.read.judgement import combine
from vision.read.patch import SIDE_PX
from vision.read.reader import Reading
from vision.types import Picture, Plane, Quad, rectangle

BOARD = {"1.1": "green-5", "1.2": "blue-7", "2.1": "red-3", "1.4": "summit", "1.6": "bridge", "3.3": "red-12"}
SMALL = Camera(size_px=(1280, 720), tilt_degrees=6.0)
LAYOUT = load_layout("ascent")
PATCH = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)


def choose_cards(
    outlines: list[Observation], readings: list[Reading], *, size_known: bool = False
) -> tuple[CardSeen, ...]:
    return tuple(pick.seen for pick in choose_read(outlines, readings, size_known=size_known))


def shown(**more: object) -> tuple[Picture, Truth]:
    scene = table_scene("ascent", BOARD, placing=ROUGH, camera=SMALL)
    return render(replace(scene, **more), np.random.default_rng(4))


@pytest.fixture(scope="module")
def ascent() -> tuple[Picture, Truth]:
    return shown()


def test_each_place_with_its_card(ascent: tuple[Picture, Truth]) -> None:
    picture, truth = ascent
    sight = make_eye(LAYOUT, reader=Oracle(truth.cards)).look(picture)
    assert {card.place: card.card for card in sight.cards} == BOARD
    assert {seen.place for seen in sight.places if seen.state is PlaceState.CARD} == set(BOARD)


def test_a_picture_card_surely_read_in_a_clear_outline_is_a_card(ascent: tuple[Picture, Truth]) -> None:
    """Faces without a number look less like a card than others; their name and outline tell."""

    class Doubting(Oracle):
        def read(self, outline: Quad) -> Reading:
            return replace(super().read(outline), is_card=0.4)

    sight = make_eye(LAYOUT, reader=Doubting(ascent[1].cards)).look(ascent[0])
    assert {card.place: card.card for card in sight.cards} == BOARD


def test_the_reader_hears_which_cards_are_known_to_lie(ascent: tuple[Picture, Truth]) -> None:
    heard: list[tuple[str | None, ...]] = []

    class Told(Oracle):
        def read_outlines(
            self, *asked: Any, expected: Sequence[str | None] = (), **known: Any
        ) -> list[Reading]:
            heard.append(tuple(expected))
            return super().read_outlines(*asked, **known)

    eye, places = (
        make_eye(LAYOUT, reader=Told(ascent[1].cards)),
        [LAYOUT.place(name) for name in list(BOARD)[:2]],
    )
    known = {places[1].name: BOARD[places[1].name]}
    eye.look_at_places(ascent[0], see_mat(ascent[0]), places, known)
    eye.look_at_places(ascent[0], see_mat(ascent[0]), places)
    assert heard[:2] == [(None, BOARD[places[1].name]), ()]


def test_bare_places_are_empty(ascent: tuple[Picture, Truth]) -> None:
    picture, truth = ascent
    sight = make_eye(LAYOUT, reader=Oracle(truth.cards)).look(picture)
    rest = {seen.state for seen in sight.places if seen.place not in BOARD}
    assert rest == {PlaceState.EMPTY}


def test_a_face_that_cannot_be_read_is_no_empty_place(ascent: tuple[Picture, Truth]) -> None:
    """To a reader that sees no face, cards are backs: their outlines are there all the same."""
    sight = make_eye(LAYOUT, reader=Oracle()).look(ascent[0])
    states = {seen.place: seen.state for seen in sight.places}
    assert {states[place] for place in BOARD} == {PlaceState.BACK}
    assert sight.cards == ()


def test_something_over_a_place_hides_it(ascent: tuple[Picture, Truth]) -> None:
    """A dark sleeve over an empty place is neither a card nor bare table."""
    picture, mat = ascent[0].copy(), see_mat(ascent[0])
    assert mat.plane is not None
    quad = mat.plane.to_picture(LAYOUT.place("5.3").corners_mm())
    x, y = np.rint(quad.mean(axis=0)).astype(int)
    picture[y - 90 : y + 90, x - 90 : x + 90] = (70, 40, 30)
    seen = make_eye(LAYOUT, reader=Oracle()).look_at_places(picture, mat, [LAYOUT.place("5.3")])
    assert seen[0].state is PlaceState.HIDDEN


def test_a_layout_that_lies_off_is_followed() -> None:
    """All cards a quarter of a card to the right: the layout moves with them."""
    scene = table_scene("ascent", BOARD, camera=SMALL)
    moved = tuple(
        replace(card, centre_mm=(card.centre_mm[0] + 14, card.centre_mm[1])) for card in scene.cards
    )
    picture, truth = render(replace(scene, cards=moved), np.random.default_rng(4))
    eye, plane = make_eye(LAYOUT, reader=Oracle(truth.cards, 0.85)), see_mat(picture).plane
    assert plane is not None
    assert eye.align(picture, plane).shift_mm[0] == pytest.approx(10, abs=6)
    sight = eye.look(picture)
    assert {card.place: card.card for card in sight.cards} == BOARD


def test_a_layout_in_place_does_not_drift() -> None:
    picture, truth = render(table_scene("ascent", BOARD, camera=SMALL), np.random.default_rng(4))
    plane = see_mat(picture).plane
    assert plane is not None
    assert make_eye(LAYOUT, reader=Oracle(truth.cards)).align(picture, plane) == Drift()


def test_no_tags_and_no_calibration_is_an_error() -> None:
    picture, _ = shown(tags=())
    with pytest.raises(PlaneError, match="no corner tag is in sight and there is no stored calibration"):
        make_eye(LAYOUT, reader=Oracle()).look(picture)


def test_two_tags_are_too_few() -> None:
    picture, _ = shown(tags=corner_tags()[:2])
    with pytest.raises(PlaneError, match="only 2 of the 4 corner tags are in sight"):
        make_eye(LAYOUT, reader=Oracle()).look(picture)


def test_a_stored_plane_stands_in_for_tags(ascent: tuple[Picture, Truth]) -> None:
    plane = see_mat(ascent[0]).plane
    picture, truth = shown(tags=())
    sight = make_eye(LAYOUT, plane=plane, reader=Oracle(truth.cards)).look(picture)
    assert {card.place: card.card for card in sight.cards} == BOARD
    assert sight.notes == ("plane lost",)


def test_a_stored_plane_of_another_size_is_refused() -> None:
    picture, _ = shown(tags=())
    other = Plane((640, 480), (1, 0, 0, 0, 1, 0, 0, 0, 1))
    with pytest.raises(PlaneError, match="the picture is 1280 x 720 but the calibration is for 640 x 480"):
        make_eye(LAYOUT, plane=other, reader=Oracle()).look(picture)


def test_doubtful_places_are_read_with_other_outlines(ascent: tuple[Picture, Truth]) -> None:
    picture, _ = ascent
    none, every = Oracle(), Oracle(ascent[1].cards)
    for oracle in (none, every):
        make_eye(LAYOUT, reader=oracle).look(picture)
    assert every.asked == len(LAYOUT.places)
    assert none.asked > every.asked


def test_a_known_card_in_one_outline_is_none_where_another_shows_a_strangers_number(
    ascent: tuple[Picture, Truth],
) -> None:
    class Torn(Oracle):
        """Reads the number of a card that nobody has shown, and in further outlines surely one that is known."""

        def read(self, outline: Quad) -> Reading:
            stranger = Reading(None, None, None, (("blue-3", 0.9),), 0, 0.9, numbers=(("3", 0.9),))
            known = Reading("red-7", 7, "red", (("red-7", 0.9),), 0, 0.99)
            return (stranger if self.asked <= 2 * len(LAYOUT.places) else known).placed(outline)

    deck = Deck("mine", "ascent", complete=False).with_reference("red-7", PATCH)
    sight = make_eye(LAYOUT, deck, inventory=("red-7", "blue-3"), reader=Torn()).look(ascent[0])
    assert {card.card for card in sight.cards} == {None}
    assert any(dict(card.candidates).keys() == {"red-7", "blue-3"} for card in sight.cards)


def test_the_outline_of_a_neighbour_is_not_the_card_of_a_place(
    ascent: tuple[Picture, Truth], monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, truth = ascent
    beside = next(card.corners for card in truth.cards if card.name == "summit")
    monkeypatch.setattr("vision.eye.find_all_near", lambda *args, **most: [[Observation(beside, 0.9)]])
    eye, mat = make_eye(LAYOUT, reader=Oracle(truth.cards)), see_mat(picture)
    seen = {name: eye.look_at_places(picture, mat, [LAYOUT.place(name)])[0] for name in ("1.4", "1.5", "2.4")}
    assert [name for name, each in seen.items() if each.card and each.card.card] == ["1.4"]


# cards lying anyhow


def test_cards_lying_anyhow_are_each_seen_once() -> None:
    faces = table_scene("ascent", BOARD).cards
    spots = (
        (-200, -100, 10),
        (-80, 90, 50),
        (40, -60, 130),
        (160, 80, 200),
        (290, -90, 300),
        (-300, 110, 260),
    )
    cards = tuple(
        LaidCard(card.name, card.face, (x, y), card.size_mm, turn, number=card.number, colour=card.colour)
        for card, (x, y, turn) in zip(faces, spots, strict=True)
    )
    picture, truth = render(Scene(cards, corner_tags(), (), SMALL), np.random.default_rng(2))
    seen = make_eye(reader=Oracle(truth.cards)).look(picture).cards
    assert sorted(card.card or "" for card in seen) == sorted(BOARD.values())


SQUARE: Quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def reading(card: str | None, is_card: float, share: float = 0.9) -> Reading:
    return Reading(card, None, None, ((card or "red-1", share),), 0, is_card)


def at(x: float, y: float = 0.0, side: float = 100.0) -> Quad:
    return rectangle((x + 50, y + 50), (side, side), 0.0)


def test_of_overlapping_proposals_the_surest_is_kept() -> None:
    outlines = [Observation(at(0), 0.9), Observation(at(20), 1.0), Observation(at(300), 0.95)]
    readings = [reading("red-7", 0.99), reading(None, 0.6), reading("blue-2", 0.9)]
    assert {card.card for card in choose_cards(outlines, readings)} == {"red-7", "blue-2"}


def test_cards_that_overlap_a_little_are_two() -> None:
    outlines = [Observation(at(0), 0.9), Observation(at(75), 0.9)]
    assert len(choose_cards(outlines, [reading("red-7", 0.99), reading("red-8", 0.98)])) == 2


def test_what_the_reader_takes_for_no_card_is_none() -> None:
    assert choose_cards([Observation(SQUARE, 1.0)], [NOTHING]) == ()


def test_a_card_partly_under_another_needs_edges_only_where_it_is_seen() -> None:
    """The lower card's outline is drawn on four fifths of its length: the rest runs under the upper one."""
    lower, upper = Observation(at(0), 0.78), Observation(at(60, 60), 1.0)
    weak = [reading("red-7", 0.9), reading("blue-2", 0.99)]
    assert len(choose_cards([lower, upper], weak, size_known=True)) == 2
    assert len(choose_cards([lower, upper], weak)) == 1
    assert len(choose_cards([lower, upper], [reading("red-7", 0.97), weak[1]])) == 2
    assert len(choose_cards([lower], weak[:1], size_known=True)) == 0


def test_an_outline_half_on_one_card_and_half_on_the_next_gives_way_to_both() -> None:
    outlines = [Observation(at(50), 1.0), Observation(at(0), 0.95), Observation(at(102), 0.95)]
    readings = [reading(None, 0.99), reading("red-7", 0.99), reading("blue-2", 0.99)]
    assert {card.card for card in choose_cards(outlines, readings)} == {"red-7", "blue-2"}


def test_two_halves_do_not_take_the_place_of_a_card() -> None:
    halves = [rectangle((25, 50), (48, 100), 0.0), rectangle((75, 50), (48, 100), 0.0)]
    outlines = [Observation(at(0), 0.95), *(Observation(half, 0.95) for half in halves)]
    readings = [reading("red-7", 0.99), reading("red-1", 0.99), reading("red-2", 0.99)]
    assert [card.card for card in choose_cards(outlines, readings)] == ["red-7"]


def test_one_card_is_not_seen_twice_where_it_lies() -> None:
    """Two outlines that overlap and are both surely blue-2: the better drawn one alone has the name."""
    outlines = [Observation(at(60), 1.0), Observation(SQUARE, 0.93)]
    picks = choose_read(outlines, [reading("blue-2", 0.99), reading("blue-2", 0.98)], size_known=True)
    assert [pick.seen.card for pick in picks] == ["blue-2", None]


def test_the_table_beside_a_card_is_no_card_but_what_a_card_covers_is() -> None:
    """An unread outline under a card is a gap where the rest of it is table, else a card without a name."""
    above, beside = Observation(at(60), 1.0), Observation(SQUARE, 0.75, visible=0.6)
    own = Reading(None, None, None, (("red-7", 0.97),), 0, 0.2)
    echo = replace(own, candidates=(("blue-2", 0.97),))
    for seen in (own, echo):
        observed = with_readings([above, beside], [reading("blue-2", 0.99), seen])
        table, filled = (Silhouettes(np.full((200, 200), tone, np.uint8), 1.0) for tone in (0, 255))
        assert [card.card for card in settle(observed, table)] == ["blue-2"]
        assert [card.card for card in settle(observed, filled)] == ["blue-2", None]


@pytest.mark.parametrize(("printed", "seen"), [(0, 0), (20, 1)])
def test_the_seams_of_a_table_are_no_card(printed: int, seen: int) -> None:
    """An unread outline that touches no card is one if anything inside it is not table: its number at least."""
    observed = with_readings([Observation(SQUARE, 0.95)], [reading(None, 0.9)])
    white = np.zeros((200, 200), np.uint8)
    white[30 : 30 + printed, 30:50] = 255
    assert len(settle(observed, Silhouettes(white, 1.0))) == seen


@pytest.mark.parametrize(("shadow", "seen"), [(17, 2), (34, 3)])
def test_the_shadow_in_a_gap_between_cards_is_no_card(shadow: int, seen: int) -> None:
    """Two cards leave a third of an outline free; a card shows in all of it, a shadow in half of it."""
    outlines = [Observation(at(0), 1.0), Observation(at(134), 1.0), Observation(at(67), 0.75, visible=0.6)]
    unread = Reading(None, None, None, (("red-7", 0.3),), 0, 0.2)
    observed = with_readings(outlines, [reading("blue-2", 0.99), reading("red-9", 0.99), unread])
    white = np.zeros((200, 300), np.uint8)
    white[:100, : 100 + shadow] = white[:100, 134:234] = 255
    assert len(settle(observed, Silhouettes(white, 1.0))) == seen


def test_a_second_outline_of_a_card_keeps_its_place_but_not_its_name() -> None:
    observed = with_readings(
        [Observation(at(60), 1.0), Observation(SQUARE, 0.93)],
        [reading("blue-2", 0.99), reading("blue-2", 0.98)],
    )
    filled = Silhouettes(np.full((200, 200), 255, np.uint8), 1.0)
    assert [card.card for card in settle(observed, filled)] == ["blue-2", None]


def test_half_hidden_cards_are_reported_unread_when_their_size_is_known() -> None:
    above, outline = Observation(at(50), 1.0), Observation(SQUARE, 0.7, visible=0.55)
    over, half = reading("blue-2", 0.99), reading("red-7", 0.1)
    assert len(choose_cards([above, outline], [over, half])) == 1
    assert choose_cards([outline], [half], size_known=True) == ()
    _, seen = choose_cards([above, outline], [over, half], size_known=True)
    assert (seen.card, seen.number, seen.corners) == (None, None, SQUARE)
    assert seen.candidates


def test_readings_that_are_sure_of_different_cards_are_unsure() -> None:
    both = combine([reading("red-7", 0.9), reading("red-1", 0.9, 0.8)])
    assert both.card is None
    assert [name for name, _ in both.candidates] == ["red-7", "red-1"]


def test_a_sure_reading_is_preferred() -> None:
    assert combine([reading(None, 0.9, 0.6), reading("red-7", 0.8)]).card == "red-7"


@pytest.mark.parametrize("steps", range(4))
def test_a_card_starts_at_its_own_top_left(steps: int) -> None:
    """A card read a quarter turn clockwise starts at the picture's top right, turned by 90 degrees."""
    turned = SQUARE[steps:] + SQUARE[:steps]
    card = as_card(replace(reading("red-7", 0.9), corners=turned), SQUARE, "1.1")
    assert card.corners[0] == SQUARE[steps]
    assert card.turn_degrees % 360 == pytest.approx(90 * steps)
    assert card.place == "1.1"


# The lowest card first: a bridge under the blue 8, which covers the 1 of the green 12.
COVERED_ONE = (
    ("bridge", (-139.80252082487291, 113.80914685841428), 42.2942968290138),
    ("blue-2", (-43.28782298087607, 111.46213820140588), 42.23639390736659),
    ("green-12", (-100.08, 67.05240541599078), 47.64105043224426),
    ("red-10", (-0.2824160660424256, 62.622585539297035), 49.48113196996523),
    ("bridge", (-124.92, 25.97274079350469), 46.564897689730714),
    ("red-12", (-48.56809662848109, 17.471447654160528), 51.11274259793049),
    ("red-11", (-178.31815002494716, 67.32995069465387), 50.16831524659049),
    ("blue-8", (-131.86823846039815, 27.821202496879337), 38.35696760514486),
)


# Neighbours' edges make outlines of the covered cards that lie off by an eighth of them.
UNDER_TWO = (
    ("green-11", (-184.2139303694649, 154.9994097118637), 43.03861137255428),
    ("bridge", (-89.55333483646673, 160.03562695292482), 43.28556407808353),
    ("green-8", (-130.13318323466075, 110.06841088210274), 48.43696041348514),
    ("blue-7", (-179.7912526733673, 65.75305144626347), 47.53463803641668),
    ("red-9", (-42.31379704087967, 110.55377915671428), 48.5622658976488),
    ("red-6", (-91.32648663101953, 73.63528813961744), 39.13476574398225),
)
BETWEEN_FOUR = (
    ("blue-6", (-178.61323838635906, 63.711569313230115), 49.31858975662014),
    ("green-6", (-79.92, 70.69104174304832), 47.11956725025024),
    ("red-6", (3.7178368064827665, 68.52758815015534), 47.28126825220112),
    ("green-5", (-145.08, 21.189531594175115), 43.825108555980265),
    ("red-5", (-45.874455013799064, 18.72639296818737), 45.50989282444012),
    ("red-9", (-93.2022073120003, -19.11036050839147), 40.72153541749237),
    ("green-8", (-138.528439787557, 118.55281043817659), 51.78161670621397),
    ("blue-10", (-42.796159191469414, 108.35888829348298), 41.532013956884406),
)


def names_at(place: str, table: SimulatedTable, cards: Sequence[Any], frames: int) -> set[str | None]:
    """What is surely read at a place of a simulated table with these cards in some frames."""
    for key, (card, spot, turn) in enumerate(cards):
        table.put(str(key), Thing(card, spot, turn))
    eye, seen = practice_eye(table), list[PlaceSeen]()
    for _ in range(frames):
        picture = table.picture()
        seen += eye.look_at_places(picture, see_mat(picture), [table.layout.place(place)])
    return {each.card.card for each in seen if each.card is not None}


def test_a_twelve_whose_one_is_covered_is_no_two() -> None:
    """What is left of it fits a 2, but a smaller one than cards are; in some frames that was believed."""
    table = simulated_table("ascent", seed=105)
    table.gain = 1.25
    table.knock((20.0, -14.0), 0.6164561253790162)
    assert names_at("3.3", table, COVERED_ONE, 6) <= {None, "green-12"}


@pytest.mark.parametrize(
    ("place", "cards", "card", "gain", "turned", "seed"),
    [
        ("2.3", UNDER_TWO, "green-8", 1.25, -0.25215808066246637, 170),
        ("3.3", BETWEEN_FOUR, "green-6", 1.0, 0.35808543087065914, 159),
    ],
    ids=["an 8 as a 5", "a 6 as an 8"],
)
def test_a_covered_card_whose_outline_lies_off_is_read_where_it_lies(
    place: str, cards: Sequence[Any], card: str, gain: float, turned: float, seed: int
) -> None:
    table = simulated_table("ascent", seed=seed)
    table.gain = gain
    table.knock((-20.0, 14.0), turned)
    assert names_at(place, table, cards, 4) <= {None, card}


def test_numbers_on_cards_that_lie_on_a_corner_are_read_as_they_stand_on_known_ones() -> None:
    """Read straight, five of the practice deck's numbers are surely others; three known cards tell it."""
    table, laid = simulated_table("ascent", seed=5), ("blue-8", "red-7", "green-6", "blue-9", "red-12")
    places = [table.layout.place(f"1.{number}") for number in range(1, 10, 2)]
    for place, card in zip(places, laid, strict=True):
        table.put(place.name, Thing(card, place.centre_mm, place.turn_degrees))
    picture, whole = table.picture(), practice_deck("ascent")
    known = [each for each in whole.references if each.card in ("green-2", "red-3", "blue-5", "bridge")]
    names = {}
    for count in (0, len(known)):
        deck = Deck("mine", "ascent", tuple(known[:count]), complete=False)
        eye = make_eye(table.layout, deck, None, whole.cards())
        seen = eye.look_at_places(picture, see_mat(picture), places)
        names[count] = [each.card.card if each.card else "" for each in seen]
    assert names == {0: [None] * len(laid), len(known): [*laid]}


def test_a_card_of_the_wrong_size_in_one_outline_is_sure_in_none_and_what_is_unread_stays_as_it_is() -> None:
    """A 12 whose 1 is covered was a smaller 2 in one outline and a 2 of the right size in another."""
    place, small = rectangle((100, 100), (80, 120), 0), rectangle((100, 100), (60, 120), 0)
    card = Reading("red-2", 2, "red", (("red-2", 0.9),), 0, 0.99)
    unread = Reading(None, 7, None, (("red-7", 0.5),), 0, 0.99).placed(place)
    believed = _believe_together(place, [card.placed(small), card.placed(place), unread])
    assert [each.card for each in believed] == [None, None, None]
    assert believed[2] == unread
    assert _believe_together(place, [card.placed(place), unread])[0].card == "red-2"
