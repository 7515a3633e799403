"""The measure of finding: tables of cards lying anyhow are looked at, what was found is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.eye import Eye, make_eye
from vision.geometry import overlap_share, quad_iou
from vision.lab.bench.tables import KINDS, Rendered, render_table
from vision.lab.evaluate import FOUND_AT_LEAST
from vision.observation import CardSeen
from vision.plane.layout import Layout, Sizes
from vision.plane.mat import see_mat

CLASSES = ("isolated", "85 % visible", "half visible", "touching rows", "tight grids", "light on light")
_TAG_SHARE = 0.3  # an outline that lies on a tag is no card, and no false one either: mats have tags

Find = Callable[[Rendered], Sequence[CardSeen]]


@dataclass(frozen=True, slots=True)
class Finds:
    """Cards that lie there and those of them that were found."""

    cards: int = 0
    found: int = 0

    def __add__(self, other: Finds) -> Finds:
        return Finds(self.cards + other.cards, self.found + other.found)

    def as_dict(self) -> dict[str, float]:
        share = round(self.found / max(self.cards, 1), 4)
        return {"n": self.cards, "found": self.found, "found_share": share}


def classify(kind: str, visible: float) -> str | None:
    """Which target a card counts for; None for one that no target speaks of."""
    named = {"rows": "touching rows", "grid": "tight grids"}.get(kind, kind)
    if visible > 0.99:
        return named if named in CLASSES else "isolated" if kind == "isolated" else "85 % visible"
    if visible >= 0.85:
        return "85 % visible"
    return "half visible" if 0.4 <= visible < 0.65 else None


def measure_finding(
    find: Find, tables: int, seed: int, kinds: Sequence[str] = KINDS
) -> tuple[dict[str, Finds], float]:
    """Found cards by class, and false cards a picture."""
    finds = {name: Finds() for name in CLASSES}
    false = pictures = 0
    for kind in kinds:
        for table in range(tables):
            rendered = render_table(kind, seed + table)
            cards = find(rendered)
            false += count_false(rendered, cards)
            pictures += 1
            for truth in rendered.truth.cards:
                name = classify(kind, truth.visible)
                if name is not None:
                    hit = any(quad_iou(truth.corners, card.corners) >= FOUND_AT_LEAST for card in cards)
                    finds[name] += Finds(1, int(hit))
    return finds, false / max(pictures, 1)


def count_false(rendered: Rendered, cards: Sequence[CardSeen]) -> int:
    """Cards seen where none lies, tags apart."""
    real = [truth.corners for truth in rendered.truth.cards]
    tags = list(rendered.truth.tags.values())
    return sum(
        all(quad_iou(quad, card.corners) < FOUND_AT_LEAST for quad in real)
        and not any(overlap_share(card.corners, tag) > _TAG_SHARE for tag in tags)
        for card in cards
    )


def with_mat(eye: Eye) -> Find:
    """As in a game: the tags tell the plane and the deck file tells the size of the cards."""

    def find(rendered: Rendered) -> Sequence[CardSeen]:
        layout = Layout("bench", Sizes(*rendered.size_mm, 3.0), ())
        known = make_eye(layout, eye.deck, reader=eye.reader)
        return known.read_anyhow(rendered.picture, see_mat(rendered.picture))

    return find


def without_mat(eye: Eye) -> Find:
    """As in `companion read` of any photograph: nothing is known."""

    def find(rendered: Rendered) -> Sequence[CardSeen]:
        return eye.look(rendered.picture).cards

    return find
