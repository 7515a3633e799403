"""The size of cards that nobody told: most of the picture tells it, and the table that it leaves over."""

import numpy as np
import pytest

from tests.vision.oracle import with_readings
from tests.vision.test_eye import reading
from vision.eye import make_eye
from vision.find import Silhouettes
from vision.find.loose_cards import likely_sizes, told_by
from vision.geometry import quad_iou
from vision.lab.bench.finding import without_mat
from vision.lab.bench.tables import render_table
from vision.lab.evaluate import FOUND_AT_LEAST
from vision.observation import CardSeen, Observation
from vision.plane.mat import plane_from_corners
from vision.types import rectangle


def test_plates_and_blocks_do_not_tell_the_size_of_cards() -> None:
    """Four cards in a block, a plate in two corners of each; all read but the block and one card."""
    plane = plane_from_corners(((0.0, 0.0), (959.0, 0.0), (959.0, 539.0), (0.0, 539.0)), (960, 540))
    centres = [(100.0, 100.0), (200.0, 100.0), (100.0, 200.0), (200.0, 200.0)]
    cards = [rectangle(centre, (98, 98), 0.0) for centre in centres]
    plates = [rectangle((x + d, y + d), (30, 30), 0.0) for x, y in centres for d in (-30, 30)]
    blocks = [rectangle((x, 150), (198, 198), 0.0) for x in (150.0, 700.0)]
    outlines = [Observation(quad, 0.95) for quad in (*plates, *blocks, *cards)]
    names = [*(["red-7"] * len(plates)), None, None, None, "red-7", "red-7", "red-7"]
    sizes = likely_sizes(with_readings(outlines, [reading(name, 0.99) for name in names]), plane)
    sides = np.ptp(np.asarray(plane.to_mm(cards[0])), axis=0)
    assert sizes[0] == pytest.approx(tuple(sorted(sides)), rel=0.02)
    assert likely_sizes(with_readings(outlines[:1], [reading("red-7", 0.99)]), plane) == []


def test_plates_are_too_small_for_cards_however_well_they_are_read() -> None:
    plane = plane_from_corners(((0.0, 0.0), (959.0, 0.0), (959.0, 539.0), (0.0, 539.0)), (960, 540))
    centres = [(100.0, 100.0), (300.0, 100.0), (500.0, 100.0)]
    plates = [
        rectangle((x + dx, y + dy), (36, 36), 0.0) for x, y in centres for dx in (-28, 28) for dy in (-28, 28)
    ]
    cards = [rectangle(centre, (98, 98), 0.0) for centre in centres]
    outlines = [*(Observation(quad, 1.0) for quad in plates), *(Observation(quad, 0.8) for quad in cards)]
    readings = [reading("red-7", 0.99)] * len(plates) + [reading(None, 0.92)] * len(cards)
    sides = np.ptp(np.asarray(plane.to_mm(cards[0])), axis=0)
    sizes = likely_sizes(with_readings(outlines, readings), plane)
    assert sizes == [pytest.approx(tuple(sorted(sides)), rel=0.02)]


def test_table_in_a_card_and_cards_on_cards_speak_against_them() -> None:
    """Two cards apart, unread: an outline around both covers them too, and the table between them."""
    white = np.zeros((200, 400), np.uint8)
    white[50:150, 50:150] = white[50:150, 250:350] = 255
    silhouettes = Silhouettes(white, 1.0)
    cards = [CardSeen(rectangle((x, 100.0), (100.0, 100.0), 0.0), None) for x in (100.0, 300.0)]
    block = CardSeen(rectangle((200.0, 100.0), (300.0, 100.0), 0.0), None)
    read = [CardSeen(card.corners, "red-7") for card in cards]
    assert told_by(read, silhouettes) > told_by(cards, silhouettes) > told_by([block], silhouettes)
    assert told_by(cards, silhouettes) > told_by([*cards, cards[0]], silhouettes) > 0


def test_a_tight_grid_tells_the_size_of_its_cards() -> None:
    """By the outlines alone two cards side by side are as likely one: as cards they are not read."""
    rendered = render_table("grid", 2032)
    found = without_mat(make_eye())(rendered)
    hits = [
        any(quad_iou(truth.corners, card.corners) > FOUND_AT_LEAST for card in found)
        for truth in rendered.truth.cards
    ]
    assert sum(hits) >= 11
