"""Pictures as SVG text: shapes in units of the picture come in, one string goes out for screen and page.

Only what every small renderer knows is used: no clip paths, no text, gradients in per cent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random
from zlib import crc32

Point = tuple[float, float]
_Stop = tuple[float, str] | tuple[float, str, float]  # where, colour, opacity
_EVENING = [(0, "#0F1732"), (0.45, "#1A2146"), (0.8, "#382F5C"), (1, "#4A3560")]
_BRIGHT = [(0, "#1D2350"), (0.4, "#5B3A78"), (0.7, "#A34B70"), (0.92, "#D9785C"), (1, "#E89A5C")]
_DIMMED = [(0, "#0A101C", 0.0), (1, "#0A101C", 0.28)]  # so that words below stay readable
_NIGHT = [(0, "#070C1C"), (0.5, "#101A38"), (0.8, "#22305C"), (1, "#3B4478")]
_MOON = "#F4EDD3"
_HILLS = (  # the foot and the tops of each row of hills, as parts of the height
    (0.96, (0.1, 0.17, 0.08, 0.2, 0.12, 0.24, 0.14, 0.19, 0.09), "#2A2550"),
    (1.0, (0.12, 0.06, 0.15, 0.1, 0.05, 0.13, 0.07, 0.14, 0.08), "#1B1D40"),
)


def plain_scenery(width: float, height: float) -> str:
    """A quiet evening over far hills, for what has no scenery of its own: dark where words stand."""
    picture = Picture(width, height)
    picture.rect(0, 0, width, height, picture.fade(_EVENING))
    picture.glow(width * 0.7, height * 0.86, width * 0.5, "#C8736C", 0.2)
    for foot, tops, colour in _HILLS:
        picture.ridge(height * foot, [height * top for top in tops], colour)
    return str(picture)


def ending_sky(width: float, height: float, lost: bool, moon: Point = (0.47, 0.14)) -> "Picture":
    """The sky at the end of a game: a bright dusk, or a clear night with the moon at parts of the size."""
    picture = Picture(width, height)
    if not lost:
        picture.rect(0, 0, width, height, picture.fade(_BRIGHT))
        picture.rect(0, 0, width, height, picture.fade(_DIMMED))
        return picture
    picture.rect(0, 0, width, height, picture.fade(_NIGHT))
    picture.stars(3, 60, (0.0, 0.52), 0.46)
    x, y, reach = width * moon[0], height * moon[1], height / 416
    picture.glow(x, y, 90 * reach, _MOON, 0.16)
    picture.moon(x, y, 46 * reach, _MOON)
    return picture


def plain_ground(family: str) -> tuple[str, str]:
    """A card's ground without a picture, and its colour: one for each family of cards."""
    colour = "#" + "".join(f"{70 + crc32(f'{family}{part}'.encode()) % 110:02x}" for part in range(3))
    picture = Picture(100, 100)
    picture.rect(0, 0, 100, 100, colour)
    return str(picture), colour


def mix(one: str, other: str, part: float) -> str:
    """A colour between two, `part` of the way to the other."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """How well one colour is read on the other: 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def star(x: float, y: float, outer: float, inner: float, tips: int = 5) -> list[Point]:
    """The corners of a star that stands on two tips."""
    reach = (outer, inner)
    angles = [-pi / 2 + index * pi / tips for index in range(2 * tips)]
    return [(x + reach[i % 2] * cos(a), y + reach[i % 2] * sin(a)) for i, a in enumerate(angles)]


@dataclass
class Picture:
    """A picture that grows shape by shape; `str` of it is the whole SVG."""

    width: float
    height: float
    shapes: list[str] = field(default_factory=list)
    gradients: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        size = f'width="{_n(self.width)}" height="{_n(self.height)}"'
        box = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        defs = f"<defs>{''.join(self.gradients)}</defs>" if self.gradients else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{defs}{"".join(self.shapes)}</svg>'

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str, *, r: float = 0, opacity: float = 1
    ) -> None:
        box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" rx="{_n(r)}"'
        self.shapes.append(f'<rect {box} fill="{fill}"{_see_through(opacity)}/>')

    def polygon(self, points: Iterable[Point], fill: str, *, opacity: float = 1, stroke: float = 0) -> None:
        """A filled shape; a stroke of its own colour rounds its corners."""
        edge = f' stroke="{fill}" stroke-width="{_n(stroke)}" stroke-linejoin="round"' if stroke else ""
        self.shapes.append(
            f'<polygon points="{_points(points)}" fill="{fill}"{edge}{_see_through(opacity)}/>'
        )

    def line(
        self, points: Iterable[Point], colour: str, width: float, *, opacity: float = 1, dash: str = ""
    ) -> None:
        """A line through points, round at its ends unless it is dashed."""
        cap = f'stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
        stroke = f'stroke="{colour}" stroke-width="{_n(width)}" stroke-linejoin="round" {cap}'
        self.shapes.append(
            f'<polyline points="{_points(points)}" fill="none" {stroke}{_see_through(opacity)}/>'
        )

    def disc(self, x: float, y: float, r: float, fill: str, *, opacity: float = 1, ring: float = 0) -> None:
        """A disc, or a ring of some width."""
        paint = f'fill="none" stroke="{fill}" stroke-width="{_n(ring)}"' if ring else f'fill="{fill}"'
        self.shapes.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" {paint}{_see_through(opacity)}/>')

    def oval(self, x: float, y: float, across: float, down: float, fill: str, *, opacity: float = 1) -> None:
        box = f'cx="{_n(x)}" cy="{_n(y)}" rx="{_n(across)}" ry="{_n(down)}"'
        self.shapes.append(f'<ellipse {box} fill="{fill}"{_see_through(opacity)}/>')

    def path(self, d: str, fill: str) -> None:
        self.shapes.append(f'<path d="{d}" fill="{fill}"/>')

    def fade(self, stops: Sequence[_Stop]) -> str:
        """A fill that changes from top to bottom."""
        way = 'x1="0%" y1="0%" x2="0%" y2="100%"'
        return self._gradient("linearGradient", way, stops)

    def glow(self, x: float, y: float, r: float, colour: str, opacity: float) -> None:
        """A soft spot of light."""
        self.disc(x, y, r, self._gradient("radialGradient", "", [(0, colour, opacity), (1, colour, 0)]))

    def stars(self, seed: int, count: int, span: tuple[float, float], down: float) -> None:
        """Stars between two parts of the width, down to a part of the height."""
        chance = Random(seed)
        for _ in range(count):
            x, y = chance.uniform(*span) * self.width, chance.random() * self.height * down
            light = chance.random()
            self.disc(x, y, 0.6 + light * 0.7, "#DDE4F5", opacity=0.25 + light / 2)

    def moon(self, x: float, y: float, size: float, fill: str) -> None:
        """A moon on the wane."""
        tip, horn = (x + size * 0.12, y - size * 0.48), (x + size * 0.48, y + size * 0.2)
        outer, inner = _n(size * 0.5), _n(size * 0.42)
        back = f"A{outer} {outer} 0 1 0 {_n(horn[0])} {_n(horn[1])}"
        front = f"A{inner} {inner} 0 0 1 {_n(tip[0])} {_n(tip[1])}"
        self.path(f"M{_n(tip[0])} {_n(tip[1])} {back} {front}Z", fill)

    def ridge(self, foot: float, tops: Sequence[float], colour: str) -> None:
        """Hills along the whole width, their tops so high above `foot`, filled to the picture's end."""
        step = self.width / (len(tops) - 1)
        slope = [(index * step, foot - top) for index, top in enumerate(tops)]
        self.polygon([(0, self.height + 2), *slope, (self.width, self.height + 2)], colour)

    def waves(self, top: float, colours: Sequence[str]) -> None:
        """Waves along the whole width, from `top` to the picture's end."""
        deep = (self.height + 2 - top) / len(colours)
        for index, colour in enumerate(colours):
            xs = range(0, int(self.width) + 9, 8)
            crest = [(x, top + index * deep + 3 * sin(x / 24 + index * 2.1)) for x in xs]
            self.polygon([(0, self.height + 2), *crest, (self.width, self.height + 2)], colour)

    def _gradient(self, kind: str, way: str, stops: Sequence[_Stop]) -> str:
        name = f"g{len(self.gradients)}"
        colours = "".join(_stop(*stop) for stop in stops)
        self.gradients.append(f'<{kind} id="{name}" {way}>{colours}</{kind}>')
        return f"url(#{name})"


def _stop(offset: float, colour: str, opacity: float = 1) -> str:
    seen = f' stop-opacity="{_n(opacity)}"' if opacity != 1 else ""
    return f'<stop offset="{_n(offset)}" stop-color="{colour}"{seen}/>'


def _see_through(opacity: float) -> str:
    return f' opacity="{_n(opacity)}"' if opacity != 1 else ""


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = [value / 255 for value in _channels(colour)]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
