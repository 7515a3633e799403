"""Silhouettes: what is not table is white, whatever the table looks like; cards are put into them."""

import cv2
import numpy as np
import pytest

from vision.eye import make_eye
from vision.find import find_cards, see_silhouettes
from vision.find.select_outlines import SETTINGS
from vision.find.silhouette import card_like, draw_silhouettes, put_in_corners, trace
from vision.geometry import quad_iou
from vision.lab.bench.finding import without_mat
from vision.lab.bench.tables import render_table
from vision.plane.mat import see_mat
from vision.types import Floats, Picture, Quad, rectangle

Tone = tuple[int, int, int]


def lit(tone: Tone, noise: float = 2.0) -> Floats:
    """A bare table, lit from one side."""
    light = np.linspace(0.8, 1.2, 600)[None, :, None]
    return np.full((340, 600, 3), tone) * light + np.random.default_rng(1).normal(0, noise, (340, 600, 1))


def laid(table: Floats, cards: list[Quad], tone: Tone) -> Picture:
    picture = table.clip(0, 255).astype(np.uint8)
    for card in cards:
        cv2.fillPoly(picture, [np.rint(card).astype(np.int32)], tone)
    return picture


def grain() -> Floats:
    """Wood: its lightness changes a lot, its colour does not."""
    rows = 1 + 0.3 * np.sin(np.arange(340) / 3.0)[:, None, None]
    return lit((60, 100, 140)) * rows


@pytest.mark.parametrize(
    ("table", "tone"),
    [
        (lit((28, 28, 28)), (12, 12, 12)),
        (lit((190, 190, 190)), (225, 228, 230)),
        (grain(), (60, 60, 200)),
        (lit((44, 40, 42)), (38, 42, 38)),
    ],
    ids=["black on black", "white on white", "red on wood", "dark green on dark grey"],
)
def test_a_card_is_white_and_the_table_black(table: Floats, tone: Tone) -> None:
    card = rectangle((300, 170), (80, 80), 20)
    white = draw_silhouettes(laid(table, [card], tone)) > 0
    wanted = laid(np.zeros((340, 600, 3)), [card], (255, 255, 255))[..., 0] > 0
    assert (white & wanted).sum() / (white | wanted).sum() > 0.85


def test_a_bare_table_has_no_silhouettes() -> None:
    assert not trace(draw_silhouettes(laid(lit((40, 90, 60)), [], (0, 0, 0))))


def test_a_table_in_glaring_light_has_no_silhouettes() -> None:
    """Where a camera has no brighter red left, wood turns yellow: that is no card."""
    assert not trace(draw_silhouettes(laid(lit((140, 195, 230)), [], (0, 0, 0))))


def test_cards_apart_are_found_by_their_size() -> None:
    """Two cards and a coin: the coin is no card, nor is a card of another game."""
    cards = [rectangle((150, 120), (80, 80), 10), rectangle((380, 210), (80, 80), 50)]
    picture = laid(lit((60, 60, 60)), [*cards, rectangle((520, 80), (60, 120), 0)], (150, 60, 90))
    cv2.circle(picture, (250, 280), 25, (200, 200, 200), -1)
    looked = [card_like(each, (80, 80)) for each in trace(draw_silhouettes(picture))]
    found = [card for card in looked if card is not None]
    assert len(found) == 2
    for card in cards:
        assert max(quad_iou(card, quad) for quad in found) > 0.9


def test_both_of_two_cards_are_put_into_the_corners_of_their_silhouette() -> None:
    cards = [rectangle((250, 170), (80, 110), 10), rectangle((300, 190), (80, 110), 30)]
    contours = trace(draw_silhouettes(laid(lit((60, 60, 60)), cards, (150, 60, 90))))
    assert len(contours) == 1
    found = put_in_corners(contours[0], (80, 110))
    for card in cards:
        assert max(quad_iou(card, tuple(map(tuple, quad))) for quad in found) > 0.8


def test_how_much_of_an_outline_is_not_table() -> None:
    card = rectangle((300, 170), (80, 80), 0)
    seen = see_silhouettes(laid(lit((60, 60, 60)), [card], (150, 60, 90)))
    beside = rectangle((340, 170), (80, 80), 0)
    assert seen.share(card) == 1.0
    assert 0.4 < seen.share(beside) < 0.6
    assert seen.share(beside, [card]) < SETTINGS.own
    assert seen.share(card, [card]) == 0.0
    assert seen.share(card, [beside]) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(("kind", "seed"), [("isolated", 2034), ("half hidden", 2034)])
def test_dark_cards_on_a_dark_table_are_proposed(kind: str, seed: int) -> None:
    """Seen on the bench: black cards with bright prints on a black table had no outlines at all."""
    rendered = render_table(kind, seed)
    mat = see_mat(rendered.picture)
    outlines = find_cards(rendered.picture, plane=mat.plane, size_mm=rendered.size_mm, tags=mat.tags.values())
    for card in rendered.truth.cards:
        assert max(quad_iou(card.corners, outline.corners) for outline in outlines) > 0.75


def test_nothing_is_proposed_on_tags() -> None:
    rendered = render_table("isolated", 3)
    mat = see_mat(rendered.picture)
    outlines = find_cards(rendered.picture, plane=mat.plane, size_mm=rendered.size_mm, tags=mat.tags.values())
    for tag in mat.tags.values():
        assert all(quad_iou(tag, outline.corners) < 0.3 for outline in outlines)


def test_half_hidden_cards_are_found_by_the_size_that_others_tell() -> None:
    """Tags in sight, but no layout that tells the size: none of the three was found."""
    rendered = render_table("half hidden", 2026)
    cards = without_mat(make_eye())(rendered)
    hidden = [card for card in rendered.truth.cards if card.visible < 0.65]
    assert len(hidden) == 3
    for card in hidden:
        assert max(quad_iou(card.corners, seen.corners) for seen in cards) > 0.5
