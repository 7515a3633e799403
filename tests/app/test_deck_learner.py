"""The growing deck: begun empty, kept through a pulled plug, and not mistaken for the practice deck."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.app.table_eyes import DeckLearner
from companion.decks import load_deck as load_game
from companion.simulation.strange_faces import StrangeFaces
from companion.table.layout import load_layout
from companion.table.practice import practice_deck, practice_face
from hardware.simulated import SimulatedTable, Thing
from tests.vision.test_learning import CARDS, Eyes, face
from vision.decks import Deck, load_deck, previous_path, save_deck
from vision.errors import DeckError
from vision.eye import make_eye
from vision.learning import Sighting
from vision.observation import CardSeen
from vision.types import Picture


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "decks/ascent.deck"


def sighting(card: str, look: int, number: int) -> Sighting:
    return Sighting(card, face(look), f"monday {number}")


def own(path: Path | None) -> DeckLearner:
    learner = DeckLearner("ascent", CARDS, path)
    learner.begin_empty()
    return learner


def test_a_game_begins_with_no_deck_and_knows_its_cards_afterwards(path: Path) -> None:
    learner = own(path)
    assert (learner.known, learner.used.complete) == ((0, 5), False)
    assert learner.confirm(Eyes(), [sighting("red-1", 1, 1), sighting("bridge", 4, 1)])
    assert (learner.known, learner.used.cards()) == ((2, 5), ("red-1", "bridge"))
    learner.save()
    assert load_deck(path).cards() == ("red-1", "bridge")
    assert DeckLearner("ascent", CARDS, path).known == (2, 5)


def test_each_new_card_is_on_the_disk_at_once(path: Path) -> None:
    learner = own(path)
    learner.confirm(Eyes(), [sighting("red-1", 1, 1)])
    assert load_deck(path).cards() == ("red-1",)
    learner.confirm(Eyes(), [sighting("red-2", 2, 2)])
    assert load_deck(path).cards() == ("red-1", "red-2")
    learner.forget("monday 2")
    assert load_deck(path).cards() == ("red-1",)


def test_a_card_that_is_known_is_not_written_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SD card is spared: a deck that is known stays as it is, evening by evening."""
    learner = own(path)
    for number in (1, 2):
        learner.confirm(Eyes(), [sighting("red-1", 1, number)])
    path.unlink()
    assert not learner.confirm(Eyes(), [sighting("red-1", 1, 3)])
    learner.save()
    assert not path.exists()


def test_yesterdays_deck_lies_beside_todays(path: Path) -> None:
    save_deck(Deck("ascent", "ascent", complete=False).with_reference("red-1", face(1)), path)
    learner = DeckLearner("ascent", CARDS, path)
    learner.confirm(Eyes(), [sighting("red-2", 2, 1)])
    learner.save()
    assert load_deck(previous_path(path)).cards() == ("red-1",)
    assert load_deck(path).cards() == ("red-1", "red-2")


def test_what_an_undone_event_taught_is_forgotten(path: Path) -> None:
    learner = own(path)
    learner.confirm(Eyes(), [sighting("red-1", 1, 1)])
    learner.confirm(Eyes(), [sighting("red-2", 2, 2)])
    assert learner.forget("monday 2")
    assert learner.used.cards() == ("red-1",)
    assert not learner.forget("monday 7")


def test_when_all_cards_are_firm_the_deck_is_whole(path: Path) -> None:
    learner = own(path)
    for number in (1, 2):
        learner.confirm(Eyes(), [sighting(card, look, number) for look, card in enumerate(CARDS)])
        assert learner.used.complete == (number == 2)


def test_a_whole_deck_that_loses_a_card_is_whole_no_longer(path: Path) -> None:
    learner = own(path)
    for number in (1, 2):
        for look, card in enumerate(CARDS):
            learner.confirm(Eyes(), [sighting(card, look, 10 * look + number)])
    assert learner.used.complete
    learner.forget("monday 1")
    assert learner.used.complete  # one sighting of it is left
    learner.forget("monday 2")
    assert (learner.used.complete, learner.known) == (False, (4, 5))


def test_a_damaged_deck_is_told_and_never_written_over(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no deck")
    learner = own(path)
    assert isinstance(learner.problem, DeckError)
    learner.confirm(Eyes(), [sighting("red-1", 1, 1)])
    learner.save()
    assert path.read_bytes() == b"no deck"


def test_a_disk_that_refuses_costs_only_what_was_learnt() -> None:
    learner = own(Path("/proc/nothing/ascent.deck"))
    learner.confirm(Eyes(), [sighting("red-1", 1, 1)])
    learner.save()
    assert learner.used.cards() == ("red-1",)


class PracticeEyes(Eyes):
    """Knows every dark patch as a card of the practice deck."""

    def _read(self, patch, deck):  # type: ignore[no-untyped-def]
        reading = super()._read(patch, deck)
        is_practice = deck.name == "practice" and int(patch[0, 0, 0]) < 10
        return (
            reading
            if deck.name != "practice"
            else type(reading)("red-1" if is_practice else None, None, None, reading.candidates, 0, 1.0)
        )


def test_the_practice_deck_needs_no_learning(path: Path) -> None:
    learner = DeckLearner("ascent", CARDS, path)
    assert learner.used.references == practice_deck("ascent").references
    for number in range(5):
        is_third = number == 2
        assert learner.confirm(PracticeEyes(), [sighting("red-1", 1, number)]) == is_third
    assert learner.is_practice
    assert learner.used == practice_deck("ascent")
    learner.save()
    assert not path.exists()


def test_the_practice_deck_is_a_guess_until_three_cards_prove_it(path: Path) -> None:
    learner = DeckLearner("ascent", CARDS, path)
    for number in range(3):
        assert (learner.used.guess, learner.used.complete) == (True, False)
        learner.confirm(PracticeEyes(), [sighting("red-1", 1, number)])
    assert (learner.used.guess, learner.used.complete) == (False, True)


def test_a_card_that_the_practice_deck_takes_for_another_is_not_its_own(path: Path) -> None:
    learner = DeckLearner("ascent", CARDS, path)
    for number in range(3):
        learner.confirm(PracticeEyes(), [sighting("red-2", 1, number)])
    assert not learner.is_practice


def read_first_cards(game: str, draw: Callable[..., Picture], cards: tuple[str, ...]) -> tuple[CardSeen, ...]:
    """What is read of cards on the table while nobody knows whose they are."""
    table = SimulatedTable(load_layout(game), draw, size_px=(1920, 1080), seed=1)
    middle = [(-120.0, 0.0), (0.0, 0.0), (120.0, 0.0)]
    spots = middle if table.layout.free else [place.centre_mm for place in table.layout.places[::5]]
    turn = 0.0 if table.layout.free else table.layout.places[0].turn_degrees
    for card, spot in zip(cards, spots, strict=False):
        table.put(card, Thing(card, spot, turn))
    names = tuple(load_game(game))
    seen = make_eye(table.layout, DeckLearner(game, names, None).used, inventory=names).look(table.picture())
    assert len(seen.cards) == len(cards)
    return seen.cards


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("tranquility", ("island-7", "island-24", "island-52")),
        ("ascent", ("red-2", "green-3", "blue-4")),
        ("elevation", ("avalanche-4", "alps-7", "himalayas-7")),
    ],
)
@pytest.mark.parametrize("painter", ["tiles", "hills"])
def test_the_first_cards_of_an_own_deck_are_asked_for_by_their_numbers(
    game: str, cards: tuple[str, ...], painter: str
) -> None:
    """Those of Elevation were surely read as the practice deck's of the same number and another suit."""
    card = load_layout(game).card
    faces = StrangeFaces(8, card.height_mm / card.width_mm, tuple(load_game(game)), painter)
    for seen in read_first_cards(game, faces.draw, cards):
        assert seen.card is None
        assert {name for name, _ in seen.candidates} & set(cards)


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("tranquility", ("island-7", "monster", "compass")),
        ("ascent", ("red-2", "bridge", "red-11")),
        ("elevation", ("avalanche-4", "alps-7", "himalayas-7")),
    ],
)
def test_the_first_cards_of_the_practice_deck_are_surely_read(game: str, cards: tuple[str, ...]) -> None:
    """Some of them by no number, or by one that is not read as it is written."""
    seen = read_first_cards(game, partial(practice_face, game), cards)
    assert {each.card for each in seen} == set(cards)


def test_three_cards_of_another_look_are_an_own_deck_and_all_are_learnt(path: Path) -> None:
    learner = DeckLearner("ascent", CARDS, path)
    for number, card in enumerate(("red-1", "red-2", "red-3"), 1):
        assert learner.is_practice
        changed = learner.confirm(PracticeEyes(), [sighting(card, 20 + number, number)])
    assert changed
    assert learner.used.cards() == ("red-1", "red-2", "red-3")


def test_a_card_undone_before_the_deck_is_known_does_not_count(path: Path) -> None:
    learner = DeckLearner("ascent", CARDS, path)
    for number, card in enumerate(("red-1", "red-2"), 1):
        learner.confirm(PracticeEyes(), [sighting(card, 20 + number, number)])
    learner.forget("monday 2")
    learner.confirm(PracticeEyes(), [sighting("red-3", 23, 3)])
    assert learner.is_practice


def test_patches_are_kept_as_they_were_when_confirmed(path: Path) -> None:
    learner, seen = own(path), face(1)
    learner.confirm(Eyes(), [Sighting("red-1", seen, "monday 1")])
    learner.save()
    assert np.abs(load_deck(path).references[0].patch.astype(int) - seen).mean() < 6
