"""The icons: a name comes in, a small picture goes out; each is a few strokes, drawn by us."""

import math
from functools import lru_cache
from typing import Any

import pygame

from companion.screens.palette import Colour
from companion.screens.sprites import Brush, paint

# Each stroke: "line" points thickness · "fill" points · "disc" centre radius · "ring" centre radius thickness
# · "hole" as disc, but clear · "card" x y w h radius
Stroke = tuple[Any, ...]


def star(
    centre: tuple[float, float], outer: float, inner: float, points: int
) -> tuple[tuple[float, float], ...]:
    """The corners of a star."""
    angles = [math.pi * step / points - math.pi / 2 for step in range(2 * points)]
    return tuple(
        (
            centre[0] + (outer if step % 2 == 0 else inner) * math.cos(angle),
            centre[1] + (outer if step % 2 == 0 else inner) * math.sin(angle),
        )
        for step, angle in enumerate(angles)
    )


def spokes(inner: float, outer: float, count: int, thick: float) -> tuple[Stroke, ...]:
    """Rays around the middle."""
    return tuple(
        (
            "line",
            tuple(
                (0.5 + reach * math.cos(math.tau * k / count), 0.5 + reach * math.sin(math.tau * k / count))
                for reach in (inner, outer)
            ),
            thick,
        )
        for k in range(count)
    )


ICONS: dict[str, tuple[Stroke, ...]] = {
    "yes": (("line", ((0.16, 0.55), (0.4, 0.78), (0.84, 0.24)), 0.15),),
    "no": (("line", ((0.22, 0.22), (0.78, 0.78)), 0.15), ("line", ((0.78, 0.22), (0.22, 0.78)), 0.15)),
    "next": (
        ("line", ((0.14, 0.5), (0.8, 0.5)), 0.14),
        ("line", ((0.54, 0.22), (0.82, 0.5), (0.54, 0.78)), 0.14),
    ),
    "discard": (
        ("card", 0.3, 0.1, 0.46, 0.58, 0.08),
        ("clear", 0.15, 0.26, 0.52, 0.66, 0.1),
        ("card", 0.18, 0.29, 0.46, 0.6, 0.08),
    ),
    "action": (("fill", star((0.5, 0.53), 0.46, 0.2, 5)),),
    "warn": (
        ("fill", ((0.5, 0.08), (0.96, 0.9), (0.04, 0.9))),
        ("cut", ((0.5, 0.38), (0.5, 0.6)), 0.1),
        ("hole", (0.5, 0.76), 0.06),
    ),
    "question": (
        ("ring", (0.5, 0.3), 0.22, 0.12),
        ("clear", 0.1, 0.3, 0.37, 0.24, 0.0),
        ("line", ((0.5, 0.47), (0.5, 0.64)), 0.12),
        ("disc", (0.5, 0.86), 0.08),
    ),
    "hand": (
        ("card", 0.1, 0.22, 0.34, 0.56, 0.06),
        ("clear", 0.27, 0.16, 0.4, 0.7, 0.06),
        ("card", 0.3, 0.18, 0.34, 0.6, 0.06),
        ("clear", 0.52, 0.1, 0.4, 0.74, 0.06),
        ("card", 0.55, 0.14, 0.36, 0.64, 0.06),
    ),
    "pile": (
        ("card", 0.2, 0.08, 0.6, 0.52, 0.06),
        ("clear", 0.16, 0.5, 0.68, 0.14, 0.0),
        ("card", 0.2, 0.66, 0.6, 0.1, 0.02),
        ("card", 0.2, 0.82, 0.6, 0.1, 0.02),
    ),
    "goat": (
        ("fill", ((0.3, 0.5), (0.68, 0.44), (0.86, 0.5), (0.84, 0.7), (0.32, 0.7))),
        ("line", ((0.36, 0.66), (0.36, 0.9)), 0.09),
        ("line", ((0.76, 0.66), (0.78, 0.9)), 0.09),
        ("line", ((0.5, 0.66), (0.5, 0.88)), 0.08),
        ("fill", ((0.1, 0.42), (0.3, 0.28), (0.44, 0.46), (0.36, 0.62), (0.24, 0.52), (0.12, 0.54))),
        ("line", ((0.28, 0.32), (0.34, 0.16), (0.5, 0.12)), 0.07),
        ("line", ((0.16, 0.52), (0.18, 0.64)), 0.05),
    ),
    "path": (
        ("line", ((0.2, 0.88), (0.42, 0.68), (0.3, 0.48), (0.58, 0.32), (0.74, 0.12)), 0.11),
        ("disc", (0.2, 0.86), 0.1),
        ("disc", (0.75, 0.15), 0.1),
    ),
    "photo": (
        ("card", 0.06, 0.26, 0.88, 0.58, 0.08),
        ("card", 0.34, 0.14, 0.32, 0.2, 0.04),
        ("hole", (0.5, 0.55), 0.19),
        ("disc", (0.5, 0.55), 0.11),
    ),
    "rope": (
        ("ring", (0.5, 0.42), 0.34, 0.09),
        ("ring", (0.5, 0.42), 0.2, 0.06),
        ("line", ((0.62, 0.7), (0.72, 0.94)), 0.09),
    ),
    "undo": (
        ("ring", (0.54, 0.54), 0.34, 0.12),
        ("clear", 0.0, 0.3, 0.5, 0.3, 0.0),
        ("fill", ((0.06, 0.36), (0.4, 0.1), (0.44, 0.5))),
    ),
    "gear": (*spokes(0.2, 0.42, 8, 0.15), ("disc", (0.5, 0.5), 0.3), ("hole", (0.5, 0.5), 0.13)),
    "book": (
        ("fill", ((0.06, 0.2), (0.46, 0.28), (0.46, 0.86), (0.06, 0.78))),
        ("fill", ((0.94, 0.2), (0.54, 0.28), (0.54, 0.86), (0.94, 0.78))),
    ),
    "cup": (
        ("fill", ((0.24, 0.1), (0.76, 0.1), (0.7, 0.46), (0.56, 0.6), (0.44, 0.6), (0.3, 0.46))),
        ("ring", (0.24, 0.26), 0.14, 0.07),
        ("ring", (0.76, 0.26), 0.14, 0.07),
        ("card", 0.45, 0.56, 0.1, 0.22, 0.0),
        ("card", 0.28, 0.78, 0.44, 0.12, 0.03),
    ),
    "sun": (("disc", (0.5, 0.5), 0.22), *spokes(0.32, 0.44, 8, 0.08)),
    "moon": (("disc", (0.5, 0.5), 0.4), ("hole", (0.66, 0.38), 0.34)),
    "storm": (
        ("disc", (0.34, 0.34), 0.2),
        ("disc", (0.58, 0.28), 0.24),
        ("disc", (0.76, 0.4), 0.16),
        ("card", 0.2, 0.36, 0.66, 0.18, 0.08),
        (
            "fill",
            ((0.5, 0.56), (0.32, 0.8), (0.46, 0.8), (0.4, 0.98), (0.66, 0.7), (0.52, 0.7), (0.62, 0.56)),
        ),
    ),
    "rocks": (
        (
            "fill",
            ((0.04, 0.84), (0.24, 0.36), (0.38, 0.6), (0.56, 0.14), (0.76, 0.56), (0.84, 0.46), (0.96, 0.84)),
        ),
    ),
    "monster": (
        ("line", ((0.16, 0.84), (0.2, 0.4), (0.36, 0.24), (0.5, 0.42), (0.44, 0.62)), 0.13),
        ("line", ((0.58, 0.84), (0.62, 0.6), (0.76, 0.54), (0.84, 0.66), (0.84, 0.84)), 0.12),
        ("disc", (0.36, 0.26), 0.13),
        ("hole", (0.36, 0.24), 0.04),
    ),
    "compass": (
        ("ring", (0.5, 0.5), 0.46, 0.09),
        ("fill", ((0.5, 0.14), (0.6, 0.5), (0.5, 0.86), (0.4, 0.5))),
        ("hole", (0.5, 0.5), 0.06),
    ),
    "flame": (
        (
            "fill",
            (
                (0.5, 0.04),
                (0.66, 0.3),
                (0.72, 0.24),
                (0.86, 0.6),
                (0.72, 0.86),
                (0.5, 0.96),
                (0.28, 0.86),
                (0.14, 0.6),
                (0.3, 0.36),
                (0.36, 0.44),
            ),
        ),
        ("hole", (0.5, 0.74), 0.13),
    ),
    "bridge": (
        ("line", ((0.06, 0.36), (0.3, 0.54), (0.7, 0.54), (0.94, 0.36)), 0.08),
        ("card", 0.06, 0.66, 0.88, 0.09, 0.0),
        *(("line", ((x, 0.5), (x, 0.7)), 0.05) for x in (0.22, 0.36, 0.5, 0.64, 0.78)),
        ("line", ((0.08, 0.36), (0.08, 0.84)), 0.08),
        ("line", ((0.92, 0.36), (0.92, 0.84)), 0.08),
    ),
    "summit": (
        ("fill", ((0.06, 0.9), (0.44, 0.34), (0.62, 0.58), (0.7, 0.48), (0.96, 0.9))),
        ("line", ((0.44, 0.4), (0.44, 0.08)), 0.06),
        ("fill", ((0.44, 0.06), (0.74, 0.15), (0.44, 0.26))),
    ),
    "tuft": (
        ("fill", ((0.5, 0.1), (0.62, 0.9), (0.38, 0.9))),
        ("fill", ((0.1, 0.34), (0.42, 0.9), (0.24, 0.9))),
        ("fill", ((0.9, 0.34), (0.76, 0.9), (0.58, 0.9))),
    ),
    "flake": (*spokes(0.0, 0.44, 6, 0.11),),
    "rock": (("fill", ((0.1, 0.86), (0.24, 0.3), (0.58, 0.12), (0.9, 0.5), (0.84, 0.86))),),
    "peaks": (("fill", ((0.0, 0.9), (0.32, 0.2), (0.5, 0.58), (0.68, 0.1), (1.0, 0.9))),),
    "slide": (
        *(
            ("disc", centre, size)
            for centre, size in (
                ((0.24, 0.3), 0.15),
                ((0.5, 0.52), 0.2),
                ((0.78, 0.74), 0.17),
                ((0.24, 0.76), 0.11),
                ((0.74, 0.28), 0.1),
            )
        ),
    ),
    "wild": (("fill", star((0.5, 0.5), 0.48, 0.18, 4)),),
    "anchor": (
        ("ring", (0.5, 0.18), 0.12, 0.07),
        ("line", ((0.5, 0.3), (0.5, 0.88)), 0.09),
        ("line", ((0.3, 0.42), (0.7, 0.42)), 0.08),
        ("line", ((0.14, 0.6), (0.22, 0.78), (0.5, 0.9), (0.78, 0.78), (0.86, 0.6)), 0.09),
    ),
    "lantern": (
        ("line", ((0.36, 0.28), (0.36, 0.12), (0.64, 0.12), (0.64, 0.28)), 0.07),
        ("card", 0.28, 0.28, 0.44, 0.5, 0.1),
        ("card", 0.2, 0.8, 0.6, 0.12, 0.04),
        ("hole", (0.5, 0.53), 0.11),
    ),
    "play": (("fill", ((0.24, 0.12), (0.86, 0.5), (0.24, 0.88))),),
    "up": (("line", ((0.22, 0.58), (0.5, 0.3), (0.78, 0.58)), 0.14),),
    "down": (("line", ((0.22, 0.4), (0.5, 0.68), (0.78, 0.4)), 0.14),),
    "dot": (("disc", (0.5, 0.5), 0.2),),
    "ring": (("ring", (0.5, 0.5), 0.4, 0.1),),
    "crown": (
        (
            "fill",
            ((0.08, 0.84), (0.08, 0.3), (0.3, 0.54), (0.5, 0.14), (0.7, 0.54), (0.92, 0.3), (0.92, 0.84)),
        ),
    ),
    "lock": (
        ("card", 0.16, 0.44, 0.68, 0.48, 0.06),
        ("ring", (0.5, 0.42), 0.26, 0.1),
        ("hole", (0.5, 0.66), 0.07),
    ),
    "eye": (
        (
            "fill",
            (
                (0.02, 0.5),
                (0.26, 0.26),
                (0.5, 0.18),
                (0.74, 0.26),
                (0.98, 0.5),
                (0.74, 0.74),
                (0.5, 0.82),
                (0.26, 0.74),
            ),
        ),
        ("hole", (0.5, 0.5), 0.2),
        ("disc", (0.5, 0.5), 0.12),
    ),
}


def draw_stroke(brush: Brush, stroke: Stroke, colour: Colour) -> None:
    """One stroke of an icon."""
    kind, *rest = stroke
    if kind == "line":
        brush.line(rest[0], colour, rest[1])
    elif kind == "fill":
        brush.polygon(rest[0], colour)
    elif kind in ("disc", "ring"):
        brush.disc(rest[0], rest[1], colour, rest[2] if kind == "ring" else 0.0)
    elif kind == "card":
        brush.rounded((rest[0], rest[1], rest[2], rest[3]), rest[4], colour)
    else:
        clear(brush, kind, rest)


def clear(brush: Brush, kind: str, rest: list[Any]) -> None:
    """A stroke that takes paint away."""
    nothing: Any = (0, 0, 0, 0)
    if kind == "hole":
        brush.disc(rest[0], rest[1], nothing)
    elif kind == "cut":
        brush.line(rest[0], nothing, rest[1])
    else:
        brush.rounded((rest[0], rest[1], rest[2], rest[3]), rest[4], nothing)


@lru_cache(maxsize=512)
def icon(name: str, side: int, colour: Colour) -> pygame.Surface:
    """An icon of that size and colour, painted once."""

    def painter(brush: Brush) -> None:
        for stroke in ICONS[name]:
            draw_stroke(brush, stroke, colour)

    return paint(side, side, painter)
