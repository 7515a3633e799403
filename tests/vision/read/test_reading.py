"""A reading knows where its card lies, and can be taken back."""

from vision.read.reading import Reading, withdraw


def test_a_placed_reading_starts_at_the_cards_own_top_left() -> None:
    quad = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    placed = Reading("red-7", 7, "red", (("red-7", 0.9),), 90, 1.0).placed(quad)
    assert placed.corners == ((10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0))


def test_a_reading_that_is_taken_back_keeps_what_it_may_be() -> None:
    doubt = withdraw(Reading("red-7", 7, "red", (("red-7", 0.9),), 0, 1.0, matched=True))
    assert (doubt.card, doubt.number, doubt.colour, doubt.matched) == (None, None, None, False)
    assert doubt.candidates == (("red-7", 0.9),)
