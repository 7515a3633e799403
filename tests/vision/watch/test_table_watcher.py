"""The watcher over the simulated table: hands, bumps and cards lying anyhow."""

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.table import Lying
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.table.practice import practice_face, simulated_table
from hardware.simulated import FRAME_SECONDS, SimulatedCamera, SimulatedTable, Thing
from tests.app.clear_eye import ClearEye, make_clear_eye
from tests.storage.faults import Fault, faulty_disk
from vision.eye import Eye
from vision.geometry import rotate_quad
from vision.lab.scene.flicker import Flicker
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.picture import load_picture
from vision.plane.mat import MatSeen
from vision.read.patch import SIDE_PX
from vision.types import Mask, Picture, Place, Plane, Quad, rectangle
from vision.watch.cards import once_each, still_there
from vision.watch.motion import Grey, Motion
from vision.watch.settle import MotionReport, Phase
from vision.watch.table_watcher import Steady, TableWatcher

SMALL = (960, 540)


class Watched:
    """A watcher over a simulated table, frame by frame."""

    def __init__(
        self,
        game: str,
        make_eye: Callable[[SimulatedTable], Eye] = make_clear_eye,
        size_px: tuple[int, int] = SMALL,
    ) -> None:
        self.seconds = 0.0
        self.table = simulated_table(game, size_px=size_px, seed=2)
        self.camera = SimulatedCamera(self.table, lambda: self.seconds)
        self.watcher = TableWatcher(make_eye(self.table))
        self.hands = Hands(self.table, Random(2))
        self.see(pause(12))

    def see(self, frames: Frames) -> list[Steady]:
        """The steady tables while something happens."""
        found = []
        for _ in frames:
            self.seconds = round(self.seconds + FRAME_SECONDS, 3)
            frame = self.camera.read()
            steady = None if frame is None else self.watcher.update(frame)
            found += [] if steady is None else [steady]
        return found


def cards(steady: Steady) -> list[str | None]:
    return [card.card for card in steady.cards]


def test_a_card_is_read_in_two_frames_when_both_are_sure() -> None:
    watched = Watched("ascent")
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    left = watched.seconds
    steady = watched.see(pause(12))[0]
    assert [(seen.place, seen.card.card) for seen in steady.places if seen.card] == [("1.1", "green-5")]
    assert steady.seconds - left <= 0.65


def test_what_is_taken_for_a_back_has_a_patch_and_is_no_card_beside_its_place() -> None:
    """A face never shown may be: once a person has named it, it can be learnt."""
    watched = Watched("ascent")
    watched.hands.placed.lay("1.1", Lying("green-5"), face_down=True)
    found = watched.see(pause(30))
    (back,) = [each for each in found[0].places if each.place == "1.1"]
    assert (back.state, back.card and back.card.card) == (PlaceState.BACK, None)
    assert back.card is not None
    assert back.card.patch is not None
    assert not any(each.strays for each in found)


def test_what_lies_as_it_did_is_read_in_one_frame_and_only_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand passed over two cards and swapped one of them: the other needs no second frame."""
    watched, looks = Watched("ascent"), []
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    watched.see(watched.hands.lay("1.2", Lying("red-5")))
    watched.see(pause(12))
    look = ClearEye._look

    def note(self: ClearEye, plane: Plane, place: Place, mask: Mask) -> PlaceSeen:
        looks.append(place.name)
        return look(self, plane, place, mask)

    monkeypatch.setattr(ClearEye, "_look", note)
    watched.see(watched.hands.reach(watched.hands.spot("1.2")))
    key = list(watched.table.things)[-1]
    watched.table.change(key, replace(watched.table.things[key], card="red-6"))
    watched.see(watched.hands.withdraw())
    watched.see(pause(12))
    assert {place: looks.count(place) for place in looks if place != "1.2"} == {"2.2": 1}


def test_where_a_game_goes_on_what_lies_as_recorded_is_read_in_one_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched, looks = Watched("ascent"), []
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    watched.see(watched.hands.lay("1.2", Lying("red-5")))
    look = ClearEye._look

    def note(self: ClearEye, plane: Plane, place: Place, mask: Mask) -> PlaceSeen:
        looks.append(place.name)
        return look(self, plane, place, mask)

    monkeypatch.setattr(ClearEye, "_look", note)
    watched.watcher = TableWatcher(watched.watcher.eye, lying={"1.1": "green-5", "1.2": "red-6"})
    (steady,) = watched.see(pause(12))
    assert {seen.card.card for seen in steady.places if seen.card} == {"green-5", "red-5"}
    assert (looks.count("1.1"), looks.count("1.2")) == (1, 2)


def test_nothing_is_read_while_an_arm_lies_over_the_trick() -> None:
    watched = Watched("elevation")
    watched.see(watched.hands.play_card("alps-3"))
    assert [cards(each) for each in watched.see(pause(12))] == [["alps-3"]]
    assert watched.see(watched.hands.reach((0.0, 0.0))) == []
    assert watched.see(pause(20)) == []


def test_a_card_is_read_while_a_lamp_flickers_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched("elevation")
    watched.see(watched.hands.play_card("alps-3"))
    glance = Motion.glance

    def see_flicker(self: Motion, grey: Grey, seconds: float) -> MotionReport:
        seen = glance(self, grey, seconds)
        return seen if seen.moving else replace(seen, moving=frozenset({(30, 1)}), faint=True)

    monkeypatch.setattr(Motion, "glance", see_flicker)
    assert [cards(each) for each in watched.see(pause(16))][:1] == [["alps-3"]]


def test_cards_lying_anyhow_keep_the_order_of_their_arrival() -> None:
    watched = Watched("elevation")
    watched.table.put("trick#1", Thing("alps-3", (100.0, 0.0), 30.0))
    watched.see(pause(12))
    watched.table.things = {"trick#0": Thing("andes-5", (-100.0, 0.0), 70.0), **watched.table.things}
    watched.table.put("trick#1", Thing("alps-3", (100.0, 0.0), 30.0))
    assert cards(watched.see(pause(12))[-1]) == ["alps-3", "andes-5"]


def test_a_card_laid_while_the_camera_was_bumped_is_seen_at_once() -> None:
    """A bump that a hand interrupts is not forgotten: what shifted at the edge is no arm."""
    watched = Watched("elevation")
    watched.table.knock((20.0, 14.0), 1.0)
    watched.see(pause(7))
    watched.see(watched.hands.play_card("rockies-2"))
    assert [cards(each) for each in watched.see(pause(12))] == [["rockies-2"]]


@pytest.mark.parametrize("sure", [False, True])
def test_nothing_is_read_under_a_hand_that_rests(monkeypatch: pytest.MonkeyPatch, sure: bool) -> None:
    """A card under it is not gone, and one of which enough is in sight is not proposed."""
    watched = Watched("tranquility")
    watched.see(watched.hands.lay("4.4", Lying("island-48")))
    watched.see(pause(12))

    def take_hands_for_the_table(self: ClearEye, plane: Plane, place: Place, mask: Mask) -> PlaceSeen:
        card = CardSeen(((0, 0), (1, 0), (1, 1), (0, 1)), "island-47")
        return PlaceSeen(place.name, PlaceState.CARD if sure else PlaceState.EMPTY, card if sure else None)

    monkeypatch.setattr(ClearEye, "_look", take_hands_for_the_table)
    watched.see(watched.hands.reach(watched.hands.spot("4.4")))
    resting = watched.see(pause(60))
    assert [each.hidden >= {"4.4"} for each in resting] == [True] * len(resting) != []
    assert "4.4" not in {seen.place for each in resting for seen in each.places}
    monkeypatch.undo()
    watched.see(watched.hands.withdraw())
    read = [seen for each in watched.see(pause(12)) for seen in each.places if seen.card]
    assert ("4.4", "island-48") in [(seen.place, seen.card.card) for seen in read if seen.card]


def test_a_whole_card_beside_a_resting_arm_is_read() -> None:
    """What changed with the arm and touches it is not under it: its whole outline is in sight."""
    watched = Watched("tranquility")
    watched.see(watched.hands.reach(watched.hands.spot("4.4")))
    watched.see(pause(60))
    watched.table.lay("4.3#1", "island-47", "4.3", turn_degrees=0.0, off=(0.0, 0.0))
    read = [seen for each in watched.see(pause(20)) for seen in each.places]
    assert ("4.3", "island-47") in [(seen.place, seen.card.card) for seen in read if seen.card]


@pytest.mark.parametrize(
    ("name", "drawn", "told_within"),
    [
        pytest.param(None, 0.6, range(40, 60), id="unread"),
        pytest.param("island-48", 0.6, range(40, 60), id="read from half of it"),
        pytest.param(None, 1.0, range(3, 8), id="unread, whole"),
        pytest.param("island-48", 0.8, range(3, 8), id="read, an edge faint"),
    ],
)
def test_a_card_that_came_and_is_not_whole_may_be_under_a_hand_and_waits(
    monkeypatch: pytest.MonkeyPatch, name: str | None, drawn: float, told_within: range
) -> None:
    """A hand of the table's own grey hardly changes the small frame; what it covers half is no question yet."""

    def see_half(self: ClearEye, plane: Plane, place: Place, mask: Mask) -> PlaceSeen:
        card = CardSeen(((0, 0), (1, 0), (1, 1), (0, 1)), name, candidates=((name or "storm-yellow", 0.5),))
        return PlaceSeen(place.name, PlaceState.CARD, card, drawn)

    watched = Watched("tranquility")
    watched.see(watched.hands.lay("4.4", Lying("island-48")))
    monkeypatch.setattr(ClearEye, "_look", see_half)
    told = [place_seen(watched.see(pause(1)), "4.4") for _ in range(70)]
    assert next(frame for frame, states in enumerate(told) if states) in told_within


@pytest.mark.parametrize("shift_mm", [2.0, 5.0, 20.0])
def test_a_small_bump_of_the_camera_is_no_hand(shift_mm: float) -> None:
    watched = Watched("ascent")
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    watched.see(pause(12))
    watched.table.knock((shift_mm, 0.7 * shift_mm), 0.5)
    seen = watched.see(pause(12))
    assert [each.hidden for each in seen] == [frozenset()] * len(seen) != []
    assert ("1.1", "green-5") in [(each.place, each.card.card) for each in seen[-1].places if each.card]


def test_what_a_resting_arm_covered_is_read_when_it_leaves() -> None:
    watched = Watched("tranquility")
    watched.see(watched.hands.reach(watched.hands.spot("1.2")))
    watched.see(pause(60))
    watched.see(watched.hands.withdraw())
    watched.see(pause(3))
    watched.see(watched.hands.lay("1.2", Lying("island-3")))
    read = [seen for each in watched.see(pause(12)) for seen in each.places]
    assert ("1.2", "island-3") in [(seen.place, seen.card.card) for seen in read if seen.card]


def test_only_what_changed_is_looked_at_and_the_other_cards_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is not found again beside a new one, where nothing changed on it, still lies."""
    watched = Watched("elevation")
    watched.table.put("trick#1", Thing("alps-3", (0.0, 0.0), 0.0))
    watched.see(pause(12))
    read, asked = ClearEye.read_anyhow, []

    def miss_the_old_one(
        self: ClearEye, picture: Picture, mat: MatSeen, **known: Any
    ) -> tuple[CardSeen, ...]:
        asked.append(known["region"])
        return tuple(card for card in read(self, picture, mat, **known) if card.card != "alps-3")

    monkeypatch.setattr(ClearEye, "read_anyhow", miss_the_old_one)
    watched.see(watched.hands.reach((100.0, 0.0)))
    watched.table.put("trick#2", Thing("andes-5", (100.0, 0.0), 0.0))
    watched.see(watched.hands.withdraw())
    assert cards(watched.see(pause(12))[-1]) == ["alps-3", "andes-5"]
    assert all(region is not None for region in asked)
    watched.table.lift("trick#1")
    assert cards(watched.see(pause(12))[-1]) == ["andes-5"]


@pytest.mark.parametrize(("lies", "searches"), [(True, 1), (False, 2)])
def test_a_card_that_came_is_searched_for_once_and_only_checked_then(
    monkeypatch: pytest.MonkeyPatch, lies: bool, searches: int
) -> None:
    """Where nothing came to lie though something changed, it is searched for again."""
    watched, read, asked = Watched("elevation"), ClearEye.read_anyhow, []

    def note(self: ClearEye, picture: Picture, mat: MatSeen, **known: Any) -> tuple[CardSeen, ...]:
        asked.append(known["region"])
        return read(self, picture, mat, **known) if lies else ()

    monkeypatch.setattr(ClearEye, "read_anyhow", note)
    watched.see(watched.hands.play_card("alps-3"))
    asked.clear()
    watched.see(pause(12))
    assert len(asked) == searches


def test_an_unread_outline_where_nothing_came_is_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three quarters of it are the table as it was, the rest is the card that came."""
    watched = Watched("elevation")
    read = ClearEye.read_anyhow

    def find_one_more(self: ClearEye, picture: Picture, mat: MatSeen, **known: Any) -> tuple[CardSeen, ...]:
        assert mat.plane is not None
        echo = rectangle((50.0, 0.0), watched.table.layout.card.size_mm, 90.0)
        corners = tuple((float(x), float(y)) for x, y in mat.plane.to_picture(echo))
        return (*read(self, picture, mat, **known), CardSeen(corners, candidates=(("andes-1", 0.6),)))

    monkeypatch.setattr(ClearEye, "read_anyhow", find_one_more)
    watched.see(watched.hands.reach((100.0, 0.0)))
    watched.table.put("trick#1", Thing("andes-13", (110.0, 0.0), 30.0))
    watched.see(watched.hands.withdraw())
    assert cards(watched.see(pause(12))[-1]) == ["andes-13"]
    watched.see(watched.hands.reach((50.0, 0.0)))
    watched.table.put("trick#2", Thing("andes-1", (50.0, 0.0), 90.0))
    watched.see(watched.hands.withdraw())
    monkeypatch.setattr(
        ClearEye, "_card", lambda self, thing, quad, place: CardSeen(quad, candidates=((thing.card, 0.6),))
    )
    assert cards(watched.see(pause(12))[-1]) == ["andes-13", None]


@pytest.mark.parametrize("game", ["ascent", "elevation"])
@pytest.mark.parametrize("flicker", [Flicker(), Flicker(120, 0.3, 0.001)], ids=["100 Hz", "120 Hz"])
def test_a_lamp_that_flickers_does_not_keep_the_table_moving(game: str, flicker: Flicker) -> None:
    watched = Watched(game)
    watched.table.flicker = flicker
    for _ in range(20):
        assert [*(each for table in watched.see(pause(1)) for each in (*table.places, *table.cards))] == []
        assert watched.watcher.phase is not Phase.MOVING
    acts = {"ascent": lambda: watched.hands.lay("1.1", Lying("green-5")), "elevation": lambda: play("alps-3")}
    play = watched.hands.play_card
    watched.see(acts[game]())
    seen = watched.see(pause(8))
    lying = [
        *(card for each in seen for card in each.cards),
        *(at.card for each in seen for at in each.places),
    ]
    assert {card.card for card in lying if card} == {"green-5" if game == "ascent" else "alps-3"}


def test_what_was_read_beside_something_at_rest_is_read_again_later() -> None:
    """Cards lie in a row from the picture's edge, as an arm would: what they touch is not forgotten."""
    watched = Watched("tranquility")
    watched.see(watched.hands.lay("4.1", Lying("island-30")))
    assert place_seen(watched.see(pause(12)), "4.1") == [PlaceState.CARD]
    watched.see(watched.hands.lay("1.6", Lying("island-6")))
    watched.see(pause(12))
    x, y = watched.hands.spot("4.1")
    for step in range(1, 8):
        watched.table.put(f"stray#{step}", Thing("island-70", (x - 45.0 * step, y), 0.0))
    watched.hands.placed.lift("4.1")
    assert place_seen(watched.see(pause(60)), "4.1") == []
    watched.see(watched.hands.reach((x, y)))
    watched.see(watched.hands.withdraw())
    assert place_seen(watched.see(pause(12)), "4.1") == [PlaceState.EMPTY]


def place_seen(steady: list[Steady], place: str) -> list[PlaceState]:
    return [seen.state for each in steady for seen in each.places if seen.place == place]


def seen_at(x: float, card: str | None, *candidates: tuple[str, float]) -> CardSeen:
    return CardSeen(rectangle((x, 0.0), (60.0, 90.0), 10.0), card, None, None, candidates)


@pytest.mark.parametrize(
    ("found", "named"),
    [
        (seen_at(3, None, ("alps-3", 0.6), ("alps-13", 0.4)), "alps-3"),
        (seen_at(3, None, ("alps-13", 0.95), ("alps-3", 0.05)), None),
        (seen_at(50, None, ("alps-3", 0.6)), None),
        (seen_at(3, "andes-5", ("andes-5", 0.99)), "andes-5"),
    ],
    ids=["may be the one that lay there", "hardly can be", "lies elsewhere", "is another one"],
)
def test_a_card_that_is_not_sure_any_more_is_still_the_one_that_lay_there(
    found: CardSeen, named: str | None
) -> None:
    known = seen_at(0, "alps-3", ("alps-3", 0.99))
    again = still_there(found, [known])
    assert again.card == named
    assert again.corners == found.corners


def test_one_card_is_not_in_two_spots_at_once() -> None:
    cards = [seen_at(0, "alps-3"), seen_at(100, None), seen_at(200, "alps-3"), seen_at(300, None)]
    assert [card.card for card in once_each(cards)] == ["alps-3", None, None, None]


def test_the_deck_is_learnt_before_the_first_card_comes() -> None:
    watched = Watched("elevation")
    ready: list[bool] = []
    eye = watched.watcher.eye
    watched.watcher = TableWatcher(eye)
    eye.get_ready = lambda: ready.append(True)  # type: ignore[method-assign]
    watched.see(pause(5))
    assert ready == [True]


def test_a_picture_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    watched = Watched("ascent")
    assert watched.watcher.save_picture(tmp_path / "table.png")
    kept = (tmp_path / "table.png").read_bytes()
    assert load_picture(tmp_path / "table.png").shape == (540, 960, 3)
    with faulty_disk(Fault(number=2, error=errno.ENOSPC)) as disk:
        assert not watched.watcher.save_picture(tmp_path / "table.png")
    assert disk.called[1] == "write"
    assert (tmp_path / "table.png").read_bytes() == kept
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]


def shows_face(patch: Picture | None, game: str, card: str, turn: int = 0) -> bool:
    """Whether a patch shows a card's face, held this many quarter turns anticlockwise."""
    face = cv2.resize(practice_face(game, card), (48, 48)).astype(float)
    seen = None if patch is None else cv2.resize(np.rot90(patch[8:-8, 8:-8], -turn), (48, 48)).astype(float)
    likeness = (
        [] if seen is None else [np.corrcoef(seen.ravel(), np.rot90(face, k).ravel())[0, 1] for k in range(4)]
    )
    return bool(likeness) and int(np.argmax(likeness)) == 0


def test_each_card_that_was_read_has_its_patch_for_who_learns() -> None:
    watched = Watched("ascent")
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    seen = watched.see(pause(12))[0].places[0]
    assert seen.card is not None
    assert seen.card.patch is not None
    assert seen.card.patch.shape == (SIDE_PX, SIDE_PX, 3)
    assert shows_face(seen.card.patch, "ascent", "green-5")


def test_an_unread_card_is_held_as_its_place_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    watched, read = Watched("ascent"), ClearEye._card

    def unread(self: ClearEye, thing: Thing, quad: Quad, place: str | None) -> CardSeen:
        return replace(read(self, thing, rotate_quad(quad, 1), place), card=None)

    monkeypatch.setattr(ClearEye, "_card", unread)
    watched.see(watched.hands.lay("1.1", Lying("green-5")))
    seen = watched.see(pause(12))[0].places[0]
    assert seen.card is not None
    assert shows_face(seen.card.patch, "ascent", "green-5")


def test_a_card_lying_anyhow_has_its_patch_and_keeps_it() -> None:
    watched = Watched("elevation")
    watched.see(watched.hands.play_card("alps-3"))
    first = watched.see(pause(12))[-1].cards[0]
    assert first.patch is not None
    watched.see(watched.hands.play_card("andes-5"))
    both = watched.see(pause(12))[-1].cards
    assert [card.card for card in both] == ["alps-3", "andes-5"]
    assert both[0].patch is first.patch
