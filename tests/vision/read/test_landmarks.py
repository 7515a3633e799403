"""Landmarks: where a card lies is told by spots of its print, where its outline is another one's too."""

import cv2
import numpy as np

from tests.vision.read.cards import deck_of
from vision.decks import Deck
from vision.geometry import quad_iou
from vision.lab.scene import draw_face
from vision.read.landmarks import Landmarks
from vision.read.patch import rectify
from vision.read.reader import Reader
from vision.types import Picture, Quad

NUMBERS = (3, 5, 12, 17, 31, 48)
TOP: Quad = ((300.0, 205.0), (498.0, 215.0), (488.0, 413.0), (290.0, 403.0))  # a card over another one
BOTH: Quad = ((200.0, 190.0), (500.0, 190.0), (500.0, 420.0), (200.0, 420.0))


def faces() -> list[Picture]:
    return [draw_face(deck_of(23), number, "blue", 200) for number in NUMBERS]


def patch_of(face: Picture) -> Picture:
    lain = cv2.copyMakeBorder(face, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(60, 70, 60))
    corners = [(60, 60), (259, 60), (259, 259), (60, 259)]
    return rectify(np.asarray(lain, np.uint8), corners)


def two_cards(under: Picture, over: Picture) -> Picture:
    """One card half over another, on a table with grain."""
    table = np.random.default_rng(4).normal(80, 6, (600, 700, 3)).clip(0, 255).astype(np.uint8)
    table[200:400, 210:410] = under
    corners = np.array([(0, 0), (199, 0), (199, 199), (0, 199)], np.float32)
    move = cv2.getPerspectiveTransform(corners, np.array(TOP, np.float32))
    laid = cv2.warpPerspective(over, move, (700, 600))
    there = cv2.warpPerspective(np.full(over.shape[:2], 255, np.uint8), move, (700, 600))
    return np.where(there[..., None] > 0, laid, table)


def test_the_upper_card_is_placed_where_two_were_taken_for_one() -> None:
    cards = faces()
    marks = Landmarks.of([patch_of(each) for each in cards])
    placed = marks.place(two_cards(cards[0], cards[4]), BOTH)
    assert max(quad_iou(quad, TOP) for quad in placed) > 0.85


def test_bare_table_has_no_landmarks() -> None:
    marks = Landmarks.of([patch_of(each) for each in faces()])
    table = np.full((600, 700, 3), 80, np.uint8)
    assert marks.place(table, BOTH) == []
    assert marks.place(table, ((900.0, 0.0), (990.0, 0.0), (990.0, 90.0), (900.0, 90.0))) == []


def test_an_outline_around_two_cards_is_read_as_the_upper_one() -> None:
    cards, deck = faces(), Deck("test")
    for number, each in zip(NUMBERS, cards, strict=True):
        deck = deck.with_reference(f"blue-{number}", patch_of(each))
    reading = Reader.load().read_outlines(two_cards(cards[0], cards[4]), [BOTH], deck=deck)[0]
    assert reading.card == f"blue-{NUMBERS[4]}"
    assert reading.corners is not None
    assert quad_iou(reading.corners, TOP) > 0.85


def test_a_card_that_is_read_already_is_not_read_again_for_a_lost_outline() -> None:
    cards, deck = faces(), Deck("test")
    for number, each in zip(NUMBERS, cards, strict=True):
        deck = deck.with_reference(f"blue-{number}", patch_of(each))
    beside: Quad = ((130.0, 190.0), (420.0, 190.0), (420.0, 420.0), (130.0, 420.0))
    readings = Reader.load().read_outlines(two_cards(cards[0], cards[4]), [TOP, beside], deck=deck)
    assert [reading.card for reading in readings].count(f"blue-{NUMBERS[4]}") == 1
