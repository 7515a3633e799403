"""How The Ascent looks: its scenery, its poster and the ground of each card, as SVG."""

from functools import cache
from random import Random

from companion.games.svg import Picture, Point, ending_sky, mix
from companion.games.values import Outcome
from companion.games.view import Art, Face

PAPER, INK = "#F8F1E3", "#131B2A"
_GROUNDS = {  # light at the top, the middle, the dark ridge
    "green": ("#34834C", "#2A7442", "#17502B"),
    "blue": ("#3473BB", "#2A65AB", "#18467F"),
    "red": ("#BF4838", "#B03A2E", "#7C221C"),
}
_DUSK = (
    *((0, "#0F1732"), (0.36, "#1F2650"), (0.58, "#43386B"), (0.74, "#845074")),
    *((0.86, "#C8736C"), (0.95, "#EFA46B"), (1, "#F7C47E")),
)
_RIDGES = (
    (26, (46, 22, 60, 34, 66, 30, 62, 26, 54, 30, 64, 40)),
    (14, (8, 36, 14, 40, 16, 34, 8, 36, 12, 44, 18, 30)),
    (0, (22, 12, 26, 10, 24, 14, 22, 10, 24, 12, 26, 16)),
)
_DUSK_TONES = ("#6B4A77", "#3F3362", "#1D2143")
_NIGHT_TONES = ("#27305A", "#1B2244", "#11172F")
_MARKS = {"green": "tuft", "blue": "flake", "red": "rock"}
_SIGNS = {"bridge": "=", "summit": "▲"}


def _ground(card: str) -> str:
    """The ground of a card, 100 by 100, its corners cut by whoever draws it on its corner."""
    kind, _, value = card.partition("-")
    picture = Picture(100, 100)
    if kind in _GROUNDS:
        _draw_slope(picture, kind, value)
    elif kind == "campfire":
        _draw_campfire(picture, value)
    elif kind == "bridge":
        _draw_bridge(picture)
    else:
        _draw_summit(picture)
    return str(picture)


@cache
def facet(row: int) -> str:
    """An empty place: a piece of the mountain, lit from the left, snow at the top."""
    picture = Picture(100, 100)
    left, right, edge = _facet_colours(row)
    picture.polygon([(50, 0), (50, 100), (0, 50)], left)
    picture.polygon([(50, 0), (100, 50), (50, 100)], right)
    picture.line([(50, 0), (100, 50), (50, 100), (0, 50), (50, 0)], edge, 1.8)
    return str(picture)


def _facet_colours(row: int) -> tuple[str, str, str]:
    snow = max(0.0, (row - 5) / 4) * 0.62
    return (
        mix("#3A4570", "#C7D0EA", snow),
        mix("#2B3459", "#93A0C8", snow),
        mix("#1D2444", "#6E7BA6", snow * 0.8),
    )


def _draw_dusk(picture: Picture, span: tuple[float, float]) -> None:
    width, height = picture.width, picture.height
    picture.rect(0, 0, width, height, picture.fade(_DUSK))
    picture.stars(3, 26, span, 0.46)
    _draw_ridges(picture, _DUSK_TONES)


def _draw_ridges(picture: Picture, tones: tuple[str, ...]) -> None:
    height, scale = picture.height, picture.height / 416
    for (foot, tops), colour in zip(_RIDGES, tones, strict=True):
        picture.ridge(height - foot * scale, [top * scale for top in tops], colour)


def _draw_poster_place(picture: Picture, spot: Point, half: float, row: int, position: int) -> None:
    x, y = spot
    if row + abs(position - 5 + row / 2) >= 5.2:
        left, right, _ = _facet_colours(row)
        picture.polygon([(x, y - half), (x, y + half), (x - half, y)], left)
        picture.polygon([(x, y - half), (x + half, y), (x, y + half)], right)
        return
    light, _, dark = _GROUNDS[("red", "blue", "green")[(row * 2 + position) % 3]]
    inner = half * 0.86
    picture.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], "#1D2143")
    picture.polygon(
        [(x, y - inner), (x + inner, y), (x, y + inner), (x - inner, y)], light, stroke=half * 0.1
    )
    picture.polygon(
        [(x - inner * 0.7, y + inner * 0.3), (x + inner * 0.7, y + inner * 0.3), (x, y + inner)], dark
    )


def _draw_slope(picture: Picture, colour: str, number: str) -> None:
    light, middle, dark = _GROUNDS[colour]
    picture.rect(0, 0, 100, 100, picture.fade([(0, light), (0.55, middle), (1, middle)]))
    chance = Random(f"{colour}{number}")
    tops = [(index * 100 / 6, 67 - chance.random() * 9) for index in range(7)]
    picture.polygon([(0, 100), *tops, (100, 100)], dark)


def _draw_campfire(picture: Picture, colour: str) -> None:
    _, middle, dark = _GROUNDS[colour]
    picture.rect(0, 0, 100, 100, picture.fade([(0, mix(dark, INK, 0.45)), (1, middle)]))
    picture.disc(50, 48, 23, mix(middle, "#F5B742", 0.35), opacity=0.8)
    flame = [(0, 50), (-34, 36), (-40, 6), (-22, -18), (-16, 0), (0, -55), (18, -10), (26, -24), (40, 10)]
    core = [(0, 46), (-16, 34), (-12, 12), (2, -14), (16, 16), (15, 36)]
    picture.polygon([(50 + x * 0.34, 45 + y * 0.34) for x, y in (*flame, (32, 36))], "#F39A2B", stroke=2)
    picture.polygon([(50 + x * 0.34, 45 + y * 0.34) for x, y in core], "#FDE08A")
    picture.line([(33, 65), (67, 61)], "#6B4220", 6)
    picture.line([(33, 61), (67, 65)], "#8A5A2E", 6)


def _draw_bridge(picture: Picture) -> None:
    picture.rect(0, 0, 100, 100, picture.fade([(0, "#C9D6DA"), (0.5, "#93AEBB"), (1, "#54788C")]))
    for side in (-1, 1):
        edge = 50 + side * 50
        cliff = [(edge, 41), (50 + side * 23, 45), (50 + side * 20, 59), (50 + side * 14, 100), (edge, 100)]
        picture.polygon(cliff, "#5A4B3B")
        picture.polygon([(edge, 39), (50 + side * 23, 44), (50 + side * 23, 48), (edge, 48)], "#6F8A4C")
    parts = (-1, -0.67, -0.33, 0, 0.33, 0.67, 1)
    sag = {part: 48 + 8 * (1 - part * part) for part in parts}
    for part in (-1, -0.33, 0.33, 1):
        picture.line([(50 + part * 25, sag[part]), (50 + part * 25, sag[part] - 14)], "#4A321B", 2.8)
    picture.line([(50 + part * 25, sag[part] - 13) for part in parts], "#4A321B", 2.8)
    picture.line([(50 + part * 28, sag[part] + 1.5) for part in parts], "#4A321B", 9.5)
    picture.line([(50 + part * 28, sag[part]) for part in parts], "#C48B4E", 5.6, dash="4 7")


def _draw_summit(picture: Picture) -> None:
    picture.rect(0, 0, 100, 100, picture.fade([(0, "#FCE8B2"), (1, "#F2B66D")]))
    rock = [(-0.95, 0.8), (-0.3, 0.02), (-0.1, 0.12), (0.06, -0.22), (0.3, 0.1), (0.95, 0.8)]
    snow = [(-0.16, 0.22), (0.06, -0.22), (0.28, 0.12), (0.1, 0.2), (0, 0.1)]
    picture.polygon([(50 + x * 50, 50 + y * 50) for x, y in rock], "#54606E")
    picture.polygon([(50 + x * 50, 50 + y * 50) for x, y in snow], PAPER)
    picture.line([(53, 40), (53, 15)], INK, 2.8)
    picture.polygon([(53, 15), (72, 21), (53, 29)], "#C8322B")


class AscentArt(Art):
    """How its cards, its table and its poster look."""

    faces = "companion.games.ascent.faces"

    def face(self, card: str) -> Face:
        family, _, number = card.rpartition("-")
        if family in _GROUNDS:
            _, colour, dark = _GROUNDS[family]
            return Face(_ground(card), colour, number, edge=dark, mark=_MARKS[family])
        if family == "campfire":
            return Face(_ground(card), _GROUNDS[number][1], sign="♨", mark=_MARKS[number])
        return Face(_ground(card), "#8A6A48" if card == "bridge" else "#7C8CA8", sign=_SIGNS.get(card, "?"))

    def scenery(self, width: float, height: float) -> str:
        picture = Picture(width, height)
        _draw_dusk(picture, (0.3, 0.68))
        picture.glow(width / 2, height - 150 * height / 416, width * 0.42, "#F0A070", 0.22)
        return str(picture)

    def ending(self, outcome: Outcome, width: float, height: float) -> str:
        lost = outcome is Outcome.LOST
        picture = ending_sky(width, height, lost)
        _draw_ridges(picture, _NIGHT_TONES if lost else _DUSK_TONES)
        return str(picture)

    def poster(self, width: float, height: float) -> str:
        picture = Picture(width, height)
        _draw_dusk(picture, (0.0, 1.0))
        picture.glow(width / 2, height * 0.72, width * 0.9, "#F4A66C", 0.5)
        side = width / 4.5
        picture.rect(0, height * 0.8 - side / 2, width, height, "#181C36")
        for row in range(9, 0, -1):
            for position in range(1, 11 - row):
                x = width / 2 - 4.5 * side + side / 2 + (position - 1) * side + (row - 1) * side / 2
                _draw_poster_place(
                    picture, (x, height * 0.8 - side / 2 - (row - 1) * side / 2), side / 2, row, position
                )
        return str(picture)
