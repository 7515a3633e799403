"""Boxes: a rectangle comes in, smaller ones that never overlap go out; pure arithmetic on whole pixels."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.w // 2, self.y + self.h // 2

    def inset(self, across: int, down: int | None = None) -> "Box":
        """Smaller by that much on every side."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, max(0, self.w - 2 * across), max(0, self.h - 2 * down))

    def cut_top(self, height: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the top, and what is left below it."""
        height = min(height, self.h)
        rest = max(0, self.h - height - gap)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.bottom - rest, self.w, rest)

    def cut_bottom(self, height: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the bottom, and what is left above it."""
        height = min(height, self.h)
        return Box(self.x, self.bottom - height, self.w, height), Box(
            self.x, self.y, self.w, max(0, self.h - height - gap)
        )

    def cut_left(self, width: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the left, and what is left of the box."""
        width = min(width, self.w)
        rest = max(0, self.w - width - gap)
        return Box(self.x, self.y, width, self.h), Box(self.right - rest, self.y, rest, self.h)

    def cut_right(self, width: int, gap: int = 0) -> tuple["Box", "Box"]:
        """A strip from the right, and what is left of the box."""
        width = min(width, self.w)
        return Box(self.right - width, self.y, width, self.h), Box(
            self.x, self.y, max(0, self.w - width - gap), self.h
        )

    def columns(self, parts: int | Sequence[float], gap: int = 0) -> list["Box"]:
        """Side by side, equally wide or in proportion to the parts."""
        return [Box(self.x + start, self.y, size, self.h) for start, size in _shares(self.w, parts, gap)]

    def rows(self, parts: int | Sequence[float], gap: int = 0) -> list["Box"]:
        return [Box(self.x, self.y + start, self.w, size) for start, size in _shares(self.h, parts, gap)]

    def middle(self, width: int, height: int) -> "Box":
        """A box of that size in the middle."""
        width, height = min(width, self.w), min(height, self.h)
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def holds(self, other: "Box") -> bool:
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )


def _shares(length: int, parts: int | Sequence[float], gap: int) -> list[tuple[int, int]]:
    """A length divided into parts with gaps between them: where each begins and how long it is."""
    weights = [1.0] * parts if isinstance(parts, int) else list(parts)
    room = max(0, length - gap * (len(weights) - 1))
    whole = sum(weights) or 1.0
    edges = [round(room * sum(weights[:index]) / whole) for index in range(len(weights) + 1)]
    return [(edges[i] + gap * i, edges[i + 1] - edges[i]) for i in range(len(weights))]
