"""A game that draws no text of its own is shown in a terminal by its board."""

import pytest

from companion.locale import load_locale
from companion.record.history import open_match
from companion.simulation.demo.headers import demo_header


@pytest.mark.usefixtures("stairs")
def test_the_board_is_drawn_in_text() -> None:
    match = open_match(1, demo_header("stairs", 2))
    for card, at in (("step-5", "1.2"), ("step-12", "2.4")):
        match = match.play(match.read_event({"do": "place", "card": card, "at": at}))[1]
    assert match.game.drawing(match.state, load_locale("en").say) == [
        "2      .    .    .   12    .",
        "1      .    5    .    .    .",
    ]
