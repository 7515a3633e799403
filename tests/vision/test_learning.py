"""Learning while playing: what is confirmed is known, and what is confirmed wrongly poisons nothing."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.decks import Deck
from vision.learning import MOST_VIEWS, Sighting, learn_sighting
from vision.read.patch import GREY, SIDE_PX
from vision.read.reading import Reading
from vision.types import Picture

CARDS = ("red-1", "red-2", "red-3", "bridge", "summit")


def face(look: int, view: int = 0) -> Picture:
    """A face: its look tells cards apart, its view is another light on it."""
    picture = np.random.default_rng(view).integers(0, 40, (SIDE_PX, SIDE_PX, 3)).astype(np.uint8)
    picture[0, 0] = (look, view, 0)
    return picture


class Eyes:
    """Knows a look again in the same light, thinks of it in another, and reads the numbers it is told."""

    def __init__(self, numbers: dict[int, str] | None = None, share: float = 0.9) -> None:
        self.numbers, self.share = numbers or {}, share

    def read_patches(self, patches: Sequence[Picture], *, deck: Deck) -> list[Reading]:
        return [self._read(patch, deck) for patch in patches]

    def _read(self, patch: Picture, deck: Deck) -> Reading:
        look, view, _ = patch[0, 0].tolist()
        seen = {each.card: each.patch[0, 0].tolist()[:2] for each in deck.references}
        same = [each.card for each in deck.references if each.patch[0, 0].tolist()[:2] == [look, view]]
        like = [card for card, (other, _) in seen.items() if other == look and card not in same]
        names = [*same, *like, *seen]
        sure = same[0] if len(set(same)) == 1 else None
        return Reading(sure, None, None, tuple((name, 0.5) for name in names), 0, 1.0)

    def name_patches(
        self, patches: Sequence[Picture], inventory: Collection[str] | None, deck: Deck | None = None
    ) -> list[Reading]:
        told = [self.numbers.get(int(patch[0, 0, 0])) for patch in patches]
        return [
            Reading(None, None, None, (), 0, 1.0, numbers=() if each is None else ((each, self.share),))
            for each in told
        ]


def learnt(*sightings: tuple[str, int, int], eyes: Eyes | None = None, deck: Deck | None = None) -> Deck:
    """The deck after these cards were confirmed, each under its name: name, look, view."""
    deck = deck or Deck("mine", "ascent", complete=False)
    begun = sum(len(each.sightings) for each in deck.references)
    for number, (card, look, view) in enumerate(sightings, begun + 1):
        sighting = Sighting(card, face(look, view), f"game {number}")
        deck = learn_sighting(eyes or Eyes(), deck, sighting, CARDS)
    return deck


def told(deck: Deck) -> list[tuple[str, int, str]]:
    """Each reference: its card, its look, and how far it is trusted."""
    return [
        (each.card, int(each.patch[0, 0, 0]), "apart" if each.apart else "firm" if each.firm else "new")
        for each in deck.references
    ]


def test_a_confirmed_card_is_known_and_firm_the_second_time() -> None:
    assert told(learnt(("red-1", 1, 0))) == [("red-1", 1, "new")]
    assert told(learnt(("red-1", 1, 0), ("red-1", 1, 0))) == [("red-1", 1, "firm")]


def test_what_looks_like_a_firm_card_is_kept_apart_and_harms_it_not() -> None:
    deck = learnt(("red-1", 1, 0), ("red-1", 1, 0), ("red-2", 1, 0))
    assert told(deck) == [("red-1", 1, "firm"), ("red-2", 1, "apart")]
    assert deck.cards() == ("red-1",)


def test_of_two_names_for_one_look_seen_once_each_neither_is_believed() -> None:
    assert told(learnt(("red-1", 1, 0), ("red-2", 1, 0))) == [("red-1", 1, "apart"), ("red-2", 1, "apart")]


def test_what_was_apart_is_used_when_it_is_confirmed_again() -> None:
    deck = learnt(("red-1", 1, 0), ("red-2", 1, 0), ("red-2", 1, 0))
    assert told(deck) == [("red-1", 1, "apart"), ("red-2", 1, "firm")]
    assert deck.cards() == ("red-2",)


def test_a_number_that_says_another_card_keeps_it_apart_until_three_agree() -> None:
    """A blue 2 was called green 2 on two evenings."""
    eyes = Eyes({3: "3"})
    deck = learnt(("red-2", 3, 0), eyes=eyes)
    assert told(deck) == [("red-2", 3, "apart")]
    assert told(learnt(("red-3", 3, 0), eyes=eyes)) == [("red-3", 3, "new")]
    deck = learnt(("red-2", 3, 0), eyes=eyes, deck=deck)
    assert told(deck) == [("red-2", 3, "apart")]
    assert told(learnt(("red-2", 3, 0), eyes=eyes, deck=deck)) == [("red-2", 3, "firm")]


def test_a_slip_that_a_firm_card_and_its_number_deny_waits_until_three_agree() -> None:
    """An Alps 13 was called 12 on two evenings: agreeing, they were believed, and 13 was read as 12."""
    eyes = Eyes({3: "3"})
    firm = ("red-3", 3, 0), ("red-3", 3, 0)
    deck = learnt(*firm, ("red-2", 3, 0), ("red-2", 3, 0), eyes=eyes)
    assert told(deck) == [("red-3", 3, "firm"), ("red-2", 3, "apart")]
    assert deck.cards() == ("red-3",)


def test_a_card_that_is_always_taken_for_a_firm_one_is_asked_about_after_three_corrections() -> None:
    """Its number is read as the other's: it was surely read as that one for ever, whatever people said."""
    eyes = Eyes({3: "3"})
    deck = learnt(*[("red-3", 3, 0)] * 2, *[("red-2", 3, 0)] * 3, eyes=eyes)
    assert told(deck) == [("red-3", 3, "firm"), ("red-2", 3, "firm")]
    (seen,) = eyes.read_patches([face(3)], deck=deck)
    assert (seen.card, {name for name, _ in seen.candidates}) == (None, {"red-2", "red-3"})


def test_a_view_that_denies_its_own_name_goes_when_the_card_is_named() -> None:
    """So a deck heals that believed two slips."""
    poisoned = learnt(("red-2", 3, 0), ("red-2", 3, 0), ("red-2", 2, 0))
    poisoned = learnt(("red-2", 2, 0), deck=poisoned)
    assert told(poisoned) == [("red-2", 3, "firm"), ("red-2", 2, "firm")]
    deck = learnt(("red-3", 3, 0), deck=poisoned, eyes=Eyes({2: "2", 3: "3"}))
    assert told(deck) == [("red-2", 2, "firm"), ("red-3", 3, "new")]


class _Credulous(Eyes):
    """Takes any card for the only one it is shown."""

    def _read(self, patch: Picture, deck: Deck) -> Reading:
        only = deck.references[0].card
        return replace(super()._read(patch, deck), card=only if len(deck.references) == 1 else None)


def test_a_slip_and_the_card_itself_do_not_agree_where_their_numbers_differ() -> None:
    """An island 20 was called 29; cards of that deck differ by nothing but the number, so the 29 agreed."""
    eyes = _Credulous({2: "2", 3: "3"})
    deck = learnt(("red-2", 3, 0), eyes=eyes)
    assert told(deck) == [("red-2", 3, "apart")]
    assert told(learnt(("red-2", 2, 0), eyes=eyes, deck=deck)) == [("red-2", 3, "apart"), ("red-2", 2, "new")]


def test_against_a_firm_card_three_must_agree() -> None:
    """The summit is called bridge twice, and has no number that would deny it."""
    slips = [("summit", 5, 0), ("summit", 5, 0), ("bridge", 5, 0), ("bridge", 5, 0)]
    assert told(learnt(*slips)) == [("summit", 5, "firm"), ("bridge", 5, "apart")]
    assert told(learnt(*slips, ("bridge", 5, 0))) == [("summit", 5, "firm"), ("bridge", 5, "firm")]


def test_a_card_without_a_number_is_doubted_where_one_is_read() -> None:
    assert told(learnt(("bridge", 4, 0), eyes=Eyes({4: "2"}))) == [("bridge", 4, "apart")]
    assert told(learnt(("bridge", 4, 0), eyes=Eyes({4: "none"}))) == [("bridge", 4, "new")]


def test_a_card_of_a_number_that_is_hardly_read_is_kept_apart_until_it_is_confirmed_again() -> None:
    """A Campfire was confirmed as the blue 1, and read surely so on the next evening."""
    eyes = Eyes({4: "none"}, share=0.4)
    assert told(learnt(("red-1", 4, 0), eyes=eyes)) == [("red-1", 4, "apart")]
    assert told(learnt(("red-1", 4, 0), ("red-1", 4, 0), eyes=eyes)) == [("red-1", 4, "firm")]


def in_colour(card: str, look: int, colour: tuple[int, int, int]) -> Sighting:
    patch = np.full((SIDE_PX, SIDE_PX, 3), colour, np.uint8)
    patch[0, 0] = (look, 0, 0)
    return Sighting(card, patch, f"game {look}")


@pytest.mark.parametrize(("colour", "apart"), [((90, 60, 70), True), ((60, 60, 110), False)])
def test_a_card_in_the_colours_of_another_suit_is_kept_apart(
    colour: tuple[int, int, int], apart: bool
) -> None:
    """A Rockies 4 confirmed as the Alps 4 has the right number."""
    red, blue = (60, 60, 100), (100, 60, 60)
    deck = Deck("mine", "elevation", complete=False)
    for look, (card, shown) in enumerate(
        [("alps-1", red), ("alps-2", red), ("andes-1", blue), ("andes-2", blue), ("alps-4", colour)], 1
    ):
        deck = learn_sighting(Eyes(), deck, in_colour(card, look, shown), ("alps-4",))  # type: ignore[arg-type]
    assert [(each.card, each.apart) for each in deck.references if each.card == "alps-4"] == [
        ("alps-4", apart)
    ]


def test_a_card_in_the_colours_of_another_suit_waits_as_soon_as_its_own_is_known() -> None:
    """An Andes 10 was called Alps 10 before any card of the Alps was known."""
    red, blue = (60, 60, 100), (100, 60, 60)
    deck = Deck("mine", "elevation", complete=False)
    cards = [("andes-1", blue), ("andes-2", blue), ("alps-4", blue), ("alps-1", red), ("alps-2", red)]
    for look, (card, shown) in enumerate(cards, 1):
        deck = learn_sighting(Eyes(), deck, in_colour(card, look, shown), ("alps-4",))  # type: ignore[arg-type]
    assert [each.card for each in deck.references if each.apart] == ["alps-4"]


@pytest.mark.parametrize("again", ["the card itself", "another slip"])
def test_a_slip_in_the_colours_of_another_suit_agrees_with_nothing_soon(again: str) -> None:
    """A Himalayas 7 was called Andes 7; the true one agreed with it, and the Himalayas' became the Andes'."""
    red, blue = (60, 60, 100), (100, 60, 60)
    shown = blue if again == "the card itself" else red
    cards = [("alps-1", red), ("alps-2", red), ("andes-1", blue), ("andes-2", blue)]
    deck = Deck("mine", "elevation", complete=False)
    for look, (card, colour) in enumerate([*cards, ("andes-7", red), ("andes-7", shown)], 1):
        eyes = Eyes() if look <= len(cards) else _Credulous()
        deck = learn_sighting(eyes, deck, in_colour(card, look, colour), ("andes-7",))  # type: ignore[arg-type]
    sevens = [(each.apart, each.patch[1, 1].tolist()) for each in deck.references if each.card == "andes-7"]
    assert sevens == [(True, list(red)), *([(False, list(blue))] if shown == blue else [])]


class UprightEyes(Eyes):
    """Know no card, and read a 2 where its mark is up; upside down they see that it is."""

    def _read(self, patch: Picture, deck: Deck) -> Reading:
        return Reading(None, None, None, (), 0, 1.0)

    def name_patches(
        self, patches: Sequence[Picture], inventory: Collection[str] | None, deck: Deck | None = None
    ) -> list[Reading]:
        return [self._name(patch) for patch in patches]

    def _name(self, patch: Picture) -> Reading:
        up, down = (patch[row, SIDE_PX // 2 - low].tolist() == [250, 0, 0] for row, low in ((8, 0), (-9, 1)))
        number = "2" if up or down else "none"
        return Reading(None, None, None, (), 180 if down else 0, 1.0, numbers=((number, 0.9),))


def oblong(look: int, *, marked: bool = True) -> Picture:
    patch = face(look)
    patch[:, :16], patch[:, -16:] = GREY, GREY
    patch[8, SIDE_PX // 2] = (250, 0, 0) if marked else (0, 0, 0)
    return patch


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_card_that_was_cut_out_on_its_side_is_held_as_the_others_are(turns: int) -> None:
    """A 7 of the Alps was learnt so, and taken for a 5 from then on."""
    deck = Deck("mine", complete=False)
    for look in range(3):
        deck = deck.with_reference(f"red-{look + 4}", oblong(look))
    lying = np.ascontiguousarray(np.rot90(oblong(7), turns))
    learnt = learn_sighting(UprightEyes(), deck, Sighting("red-2", lying, "game 1"), CARDS)  # type: ignore[arg-type]
    assert learnt.references[-1].card == "red-2"
    assert (learnt.references[-1].patch == oblong(7)).all()
    blank = np.ascontiguousarray(np.rot90(oblong(8, marked=False)))
    assert learn_sighting(UprightEyes(), deck, Sighting("red-2", blank, "game 1"), CARDS) is deck  # type: ignore[arg-type]


def test_what_was_learnt_on_its_side_before_the_others_waits() -> None:
    deck = Deck("mine", complete=False)
    lying = np.ascontiguousarray(np.rot90(oblong(7, marked=False)))
    for number, patch in enumerate((lying, *(oblong(look, marked=False) for look in range(3))), 1):
        deck = learn_sighting(UprightEyes(), deck, Sighting(f"card {number}", patch, "game"), CARDS)  # type: ignore[arg-type]
    assert [each.card for each in deck.references if each.apart] == ["card 1"]


def test_another_look_under_the_name_of_a_known_card_is_kept_apart() -> None:
    """A wrong confirmation of a card that is not known yet must not become a second view."""
    deck = learnt(("red-1", 1, 0), ("red-1", 1, 0), ("red-2", 2, 0), ("red-1", 3, 0))
    assert told(deck)[-1] == ("red-1", 3, "apart")


def test_a_card_that_looks_unlike_itself_gets_a_second_view() -> None:
    sightings = ("red-1", 1, 0), ("red-2", 2, 0), ("red-1", 1, 7)
    once = [("red-1", 1, "new"), ("red-2", 2, "new")]
    assert told(learnt(*sightings, eyes=Eyes({1: "1"}))) == [*once, ("red-1", 1, "new")]
    assert told(learnt(*sightings)) == [*once, ("red-1", 1, "apart")]  # until it is seen like this again
    assert told(learnt(*sightings, ("red-1", 1, 7))) == [*once, ("red-1", 1, "firm")]


def test_a_view_that_was_apart_counts_among_the_four() -> None:
    """A card without a number that looks unlike itself waits for a second sighting each time."""
    deck = Deck("mine", "ascent", complete=False)
    for view in range(6):
        deck = learnt(("bridge", 4, view), ("bridge", 4, view), deck=deck)
        assert len([each for each in deck.references if not each.apart]) == min(view + 1, MOST_VIEWS)


def test_a_card_has_at_most_four_views_the_most_different_ones() -> None:
    eyes = Eyes({1: "1"})
    deck = learnt(*(("red-1", 1, view) for view in range(4)), ("red-1", 1, 2), eyes=eyes)
    twin = face(1, 2)
    twin[5:9] = 0  # nearly the third view
    twin[0, 0] = (1, 9, 0)
    again = learn_sighting(eyes, deck, Sighting("red-1", twin, "game 9"), CARDS)
    assert [int(each.patch[0, 0, 1]) for each in again.references] == [0, 1, 2, 3]  # the third is firm
    deck = deck.without_sighting("game 5")
    other = learn_sighting(eyes, deck, Sighting("red-1", twin, "game 9"), CARDS)
    assert sorted(int(each.patch[0, 0, 1]) for each in other.references) == [0, 1, 3, 9]
    assert len(other.references) == MOST_VIEWS


def test_of_what_is_apart_only_the_latest_is_kept_for_a_card() -> None:
    deck = learnt(("red-1", 1, 0), ("red-1", 1, 0), ("red-2", 1, 0), ("red-3", 3, 0), ("red-3", 3, 0))
    deck = learnt(("red-2", 3, 0), deck=deck)
    assert [each for each in told(deck) if each[0] == "red-2"] == [("red-2", 3, "apart")]


@pytest.mark.parametrize("undone", ["game 2", "game 1"])
def test_an_undone_sighting_makes_a_firm_card_new_again(undone: str) -> None:
    deck = learnt(("red-1", 1, 0), ("red-1", 1, 0)).without_sighting(undone)
    assert told(deck) == [("red-1", 1, "new")]


def test_one_wrong_confirmation_in_between_does_not_stay() -> None:
    """The bridge is once called a summit; both are learnt rightly before and after."""
    deck = learnt(("bridge", 4, 0), ("summit", 4, 0), ("bridge", 4, 0), ("summit", 5, 0), ("summit", 5, 0))
    assert {(card, look) for card, look, trust in told(deck) if trust == "firm"} == {
        ("bridge", 4),
        ("summit", 5),
    }
    assert deck.cards() == ("bridge", "summit")
