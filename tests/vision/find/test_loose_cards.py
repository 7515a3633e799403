"""The quick way to cards that lie anyhow: those by themselves are read at once, all else the whole way."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.decks import load_deck
from companion.table.layout import load_layout
from companion.table.practice import practice_deck, simulated_table
from hardware.simulated import Thing
from vision.eye import Eye, make_eye
from vision.find import Standing, see_silhouettes, stand_alone
from vision.find.loose_cards import Anyhow, Read, joined
from vision.geometry import as_quad, quad_iou
from vision.observation import Observation
from vision.plane.mat import see_mat
from vision.read.reading import Reading
from vision.read.white import White, see_white
from vision.types import Laid, Picture, Point, Quad, Region, rectangle

SIZE_MM = load_layout("elevation").card.size_mm
NEW = Thing("alps-3", (40.0, 20.0), 0.0)
OLD = Thing("andes-7", (-150.0, -60.0), 100.0)
MIDDLE = Region(250, 150, 1670, 930)  # without the tags
TOUCHING = Thing("rockies-2", (41.0 + SIZE_MM[0], 30.0), 0.0)


class Table:
    """A picture of these cards, and what is known of it."""

    def __init__(self, *things: Thing) -> None:
        table = simulated_table("elevation", seed=3)
        for number, thing in enumerate(things):
            table.put(f"trick#{number}", thing)
        self.picture = table.picture()
        mat = see_mat(self.picture)
        assert mat.plane is not None
        self.plane, self.tags = mat.plane, tuple(mat.tags.values())
        self.white = see_white(self.picture, mat.tags)

    def quad(self, thing: Thing) -> Quad:
        """Where a card lies on the picture."""
        return as_quad(self.plane.to_picture(rectangle(thing.centre_mm, SIZE_MM, thing.turn_degrees)))

    def around(self, thing: Thing) -> Region:
        """The part of the picture that a card changes."""
        x, y = map(float, self.plane.to_picture([thing.centre_mm])[0])
        return Region(x, y, x, y).grown(self.plane.scale_at((0.0, 0.0)) * math.hypot(*SIZE_MM) / 2)

    def standing(self, region: Region, *known: Thing) -> Standing:
        silhouettes = see_silhouettes(self.picture).without(self.tags)
        return stand_alone(silhouettes, SIZE_MM, self.plane, region, [self.quad(each) for each in known])


def test_a_card_by_itself_stands_alone() -> None:
    table = Table(NEW, OLD)
    standing = table.standing(table.around(NEW))
    assert len(standing.alone) == 1
    assert quad_iou(standing.alone[0], table.quad(NEW)) > 0.9
    assert standing.crowds == ()


def test_a_card_that_is_known_is_not_told_again() -> None:
    table = Table(NEW)
    assert table.standing(table.around(NEW), NEW) == Standing((), ())


@pytest.mark.parametrize("known", [(), (TOUCHING,)])
def test_cards_that_touch_are_a_crowd(known: tuple[Thing, ...]) -> None:
    table = Table(NEW, TOUCHING)
    standing = table.standing(table.around(NEW), *known)
    (crowd,) = standing.crowds
    assert standing.alone == ()
    for point in (*table.quad(NEW), *table.quad(TOUCHING)):
        assert crowd.grown(5).holds(point)
        assert not crowd.grown(-30).holds(point)


def test_cards_that_touch_and_are_all_known_are_no_crowd() -> None:
    table = Table(NEW, TOUCHING)
    assert table.standing(table.around(NEW), NEW, TOUCHING) == Standing((), ())


def test_a_card_beside_a_crowd_still_stands_alone() -> None:
    table = Table(NEW, TOUCHING, OLD)
    standing = table.standing(MIDDLE)
    assert (len(standing.alone), len(standing.crowds)) == (1, 1)


@pytest.mark.parametrize(("thick", "crowds"), [(10, 0), (30, 1)])
def test_the_seam_between_two_boards_is_no_crowd(thick: int, crowds: int) -> None:
    table = Table(NEW)
    around = table.around(NEW).grown(60)
    left, bottom = round(around.left), round(around.bottom)
    table.picture[bottom - 4 - thick : bottom - 4, left : left + 100] = (20, 30, 40)
    standing = table.standing(around)
    assert (len(standing.alone), len(standing.crowds)) == (1, crowds)


@pytest.fixture(scope="module")
def eye() -> Eye:
    names = tuple(load_deck("elevation"))
    return make_eye(load_layout("elevation"), practice_deck("elevation"), inventory=names)


class Counting:
    """Reads with the eye's own reader, counts the outlines, and may be made less sure at first."""

    def __init__(self, eye: Eye, unsure: int = 0) -> None:
        self.eye, self.unsure, self.counts = eye, unsure, list[int]()

    def read(self, picture: Picture, outlines: Sequence[Quad], white: White | None) -> list[Reading]:
        self.counts.append(len(outlines))
        readings = self.eye.reader.read_outlines(
            picture, outlines, white=white, laid=Laid.ANYHOW, deck=self.eye.deck, inventory=self.eye.inventory
        )
        unsure = len(self.counts) <= self.unsure
        return [replace(each, card=None, number=None) if unsure else each for each in readings]


def look(
    table: Table, read: Read, thing: Thing | None, *known: Thing, half_known: bool = False
) -> list[str | None]:
    """The cards around one of them, or all."""
    anyhow = Anyhow(table.picture, read, SIZE_MM, table.plane, table.white, table.tags, half_known)
    region = MIDDLE if thing is None else table.around(thing)
    return [card.card for card in anyhow.cards(region, [table.quad(each) for each in known])]


def test_a_card_by_itself_is_read_at_once(eye: Eye) -> None:
    reader = Counting(eye)
    assert look(Table(NEW, OLD), reader.read, NEW, OLD) == ["alps-3"]
    assert reader.counts == [1]


def test_what_is_not_sure_at_once_is_looked_at_the_whole_way(eye: Eye) -> None:
    reader = Counting(eye, unsure=1)
    assert look(Table(NEW, OLD), reader.read, NEW, OLD) == ["alps-3"]
    assert len(reader.counts) == 2


def test_a_card_that_a_deck_may_lack_is_asked_for_without_a_search(eye: Eye) -> None:
    reader = Counting(eye, unsure=9)
    assert look(Table(NEW, OLD), reader.read, NEW, OLD, half_known=True) == [None]
    assert reader.counts == [1]


def test_cards_that_touch_are_looked_at_the_whole_way(eye: Eye) -> None:
    reader = Counting(eye)
    assert look(Table(NEW, TOUCHING), reader.read, NEW) == ["alps-3"]
    assert len(reader.counts) == 1
    assert reader.counts[0] > 2


def test_a_known_card_that_another_touches_is_not_read_again(eye: Eye) -> None:
    readers = Counting(eye), Counting(eye)
    table = Table(NEW, TOUCHING)
    assert look(table, readers[0].read, NEW) == look(table, readers[1].read, NEW, TOUCHING) == ["alps-3"]
    assert sum(readers[1].counts) < sum(readers[0].counts)


def test_only_what_touches_is_looked_at_the_whole_way(eye: Eye) -> None:
    reader = Counting(eye)
    assert sorted(map(str, look(Table(NEW, TOUCHING, OLD), reader.read, None))) == [
        "alps-3",
        "andes-7",
        "rockies-2",
    ]
    assert reader.counts[0] == 1
    assert len(reader.counts) == 2


@pytest.mark.parametrize("specks", [False, True])
def test_a_region_in_which_nothing_stands_out_is_searched_if_it_is_not_all_table(
    eye: Eye, specks: bool
) -> None:
    """A pale card on a pale table has no silhouette but for a little of its print."""
    reader, table = Counting(eye), Table(OLD)
    x, y = table.plane.to_picture([NEW.centre_mm])[0].round().astype(int)
    if specks:
        table.picture[y : y + 12, x : x + 12] = (20, 30, 40)
    assert look(table, reader.read, NEW, OLD) == []
    assert len(reader.counts) == specks


@pytest.mark.parametrize(
    ("lefts", "expected"), [((0, 20, 40), 3), ((0, 5, 40), 2), ((0, 16, 8), 1), ((), 0), ((0, 10), 2)]
)
def test_regions_that_meet_are_one(lefts: tuple[int, ...], expected: int) -> None:
    regions = [Region(left, 0, left + 10, 10) for left in lefts]
    found = joined(regions)
    assert len(found) == expected
    assert all(any(each.within(other) == each for other in found) for each in regions)


def test_regions_that_meet_only_what_two_others_became_are_one_with_them() -> None:
    corner, across, down = Region(12, 12, 18, 18), Region(0, 0, 20, 5), Region(0, 0, 5, 20)
    assert joined([corner, across, down]) == [Region(0, 0, 20, 20)]


def test_without_a_plane_the_shape_of_a_card_still_counts(eye: Eye, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Point | None] = []

    def find(picture: Picture, *, size_mm: Point | None, **rest: object) -> list[Observation]:
        asked.append(size_mm)
        return []

    monkeypatch.setattr("vision.find.loose_cards.find_cards", find)
    assert Anyhow(Table(NEW).picture, Counting(eye).read, SIZE_MM).cards() == ()
    assert asked == [SIZE_MM]


def test_what_lies_half_beside_a_card_that_was_read_at_once_is_not_that_card_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A spot on the table makes a crowd; an outline between it and the card shows the card's own number."""
    table = Table(NEW)
    x, y = (value + SIZE_MM[0] * 0.6 for value in NEW.centre_mm)
    between = table.quad(replace(NEW, centre_mm=(x, NEW.centre_mm[1])))
    spot = table.plane.to_picture([(x + SIZE_MM[0] * 0.5, y)])[0].round().astype(int)
    table.picture[spot[1] : spot[1] + 40, spot[0] : spot[0] + 40] = (20, 30, 40)

    def find(picture: Picture, **known: object) -> list[Observation]:
        return [Observation(between, 0.95)]

    def read(picture: Picture, outlines: Sequence[Quad], white: White | None) -> list[Reading]:
        return [Reading("alps-3", 3, "green", (("alps-3", 0.99),), 0, 0.99) for _ in outlines]

    monkeypatch.setattr("vision.find.loose_cards.find_cards", find)
    region = table.around(NEW).grown(80)
    cards = Anyhow(table.picture, read, SIZE_MM, table.plane, table.white, table.tags).cards(region)
    assert [card.card for card in cards] == ["alps-3"]
    assert quad_iou(cards[0].corners, table.quad(NEW)) > 0.9
