"""Gaps between cards are no cards, whatever edges surround them; backs are backs."""

from companion.decks import load_deck
from companion.table.practice import practice_deck, simulated_table
from vision.eye import make_eye
from vision.observation import PlaceState
from vision.plane.mat import see_mat


def test_an_empty_place_among_cards_and_a_back_is_empty() -> None:
    """Seen in a demonstration: the edges of four neighbours around 4.6 were taken for an unread card."""
    names = tuple(load_deck("ascent"))
    table = simulated_table("ascent", seed=1)
    cards = {"2.6": "red-7", "2.7": "bridge", "2.8": "green-2", "3.6": "red-5", "3.7": "green-5"}
    for number, (place, card) in enumerate(cards.items()):
        table.lay(place, card, place, off=(0.03 * (number % 3 - 1), 0.02), turn_degrees=4.0 - 2 * number)
    table.lay("5.5", "red-1", "5.5", off=(0.05, 0.03), turn_degrees=5.0, face_down=True)
    picture = table.picture()
    mat = see_mat(picture)
    eye = make_eye(table.layout, practice_deck("ascent"), inventory=names)
    wanted = [table.layout.place(name) for name in ("4.6", "5.5", "3.6", "1.1")]
    seen = eye.look_at_places(picture, mat, wanted)
    assert [each.state for each in seen] == [
        PlaceState.EMPTY,
        PlaceState.BACK,
        PlaceState.CARD,
        PlaceState.EMPTY,
    ]
