"""What a hand hides: the simulated table and a place or a card come in, whether the hand is over it goes out.

The whole drawn hand counts: fingers, thumb, the back of the hand, wrist and arm.
"""

import cv2
import numpy as np

from companion.games.events import Event
from companion.games.game import Match
from companion.games.table import compare
from hardware.frames import grey_size
from hardware.simulated import SimulatedTable
from vision.lab.scene.hands import hand_mask
from vision.types import Mask, Place

_INNER = 0.8  # of a card's width and height: the part that tells whether a hand is over it
_NAMED = ("at", "to")


def is_under_hand(table: SimulatedTable, event: Event, match: Match) -> bool:
    """Whether the hand is over any card or place that an event changes."""
    if table.hand is None:
        return False
    mask = draw_mask(table)
    return any(is_over(table, mask, place) for place in _places_of(table, event, match))


def draw_mask(table: SimulatedTable) -> Mask:
    """Where the hand and its arm are on the small frame."""
    size_px = grey_size(table.camera.size_px)
    if table.hand is None:
        return np.zeros(size_px[::-1], np.uint8)
    skin, sleeve = hand_mask(size_px, table.hand)
    return np.asarray(cv2.bitwise_or(skin, sleeve), np.uint8)


def is_over(table: SimulatedTable, mask: Mask, place: Place) -> bool:
    """Whether the masked hand touches the inner part of a place."""
    return covered_share(table, mask, place) > 0


def covered_share(table: SimulatedTable, mask: Mask, place: Place) -> float:
    """How much of the inner part of a place the masked hand hides, from 0 to 1."""
    spread = Place(place.name, place.centre_mm, scaled(place.size_mm), place.turn_degrees)
    corners = np.asarray(table.camera.to_picture(spread.corners_mm()))
    share = mask.shape[1] / table.camera.size_px[0]
    inside = np.zeros_like(mask)
    cv2.fillConvexPoly(inside, np.round(corners * share).astype(np.int32), (255,))
    hidden, whole = int(np.count_nonzero(mask[inside > 0])), int(np.count_nonzero(inside))
    return hidden / max(1, whole)


def scaled(size_mm: tuple[float, float]) -> tuple[float, float]:
    """The inner part of a card's size."""
    return size_mm[0] * _INNER, size_mm[1] * _INNER


def _places_of(table: SimulatedTable, event: Event, match: Match) -> list[Place]:
    if table.layout.free:
        return _last_card(table, event)
    written, after = event.as_dict(), match.play(event)[1]
    changes = compare(match.game.lying(match.state), after.game.lying(after.state))
    names = {str(written[key]) for key in _NAMED if key in written} | {each.place for each in changes}
    return [place for place in table.layout.places if place.name in names]


def _last_card(table: SimulatedTable, event: Event) -> list[Place]:
    written = event.as_dict()
    names = [*written.get("cards", ()), *([written["phantom"]] if "phantom" in written else [])]
    size_mm = table.layout.card.size_mm
    return [
        Place(key, thing.centre_mm, size_mm, thing.turn_degrees)
        for key, thing in table.things.items()
        if thing.card in names[-1:]
    ]
