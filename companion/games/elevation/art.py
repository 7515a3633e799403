"""How Elevation looks: its scenery, its poster and the ground of each card, as SVG."""

from random import Random

from companion.games.svg import Picture, ending_sky, mix
from companion.games.values import Outcome
from companion.games.view import Art, Face

_PAPER = "#F8F1E3"
_RANGE_COLOURS = {  # sky, mountain, deep
    "alps": ("#CFE8C6", "#3B8F4E", "#17552C"),
    "rockies": ("#F9D6C7", "#C4472F", "#7D1B18"),
    "andes": ("#CFE4F7", "#3A78BE", "#163F77"),
    "himalayas": ("#E2D4F1", "#8450AE", "#46206B"),
    "avalanche": ("#FFFFFF", "#A9B5C2", "#3F4A57"),
}
_CARD_HEIGHT = 140  # where the width is 100


_MARKS = {"alps": "tuft", "rockies": "rock", "andes": "flake", "himalayas": "peaks", "avalanche": "slide"}


def _ground(card: str) -> str:
    """The ground of a card, 100 by 140, with room for its number above and its name below."""
    mountain, _, value = card.partition("-")
    sky, hill, deep = _RANGE_COLOURS[mountain]
    picture = Picture(100, _CARD_HEIGHT)
    picture.rect(0, 0, 100, _CARD_HEIGHT, _PAPER)
    low = mix(sky, hill, 0.25 if mountain == "avalanche" else 0.4)
    picture.rect(5.5, 5.5, 89, 129, picture.fade([(0, sky), (1, low)]), r=5)
    if mountain == "avalanche":
        _draw_avalanche(picture, int(value), deep)
    else:
        _draw_mountain(picture, int(value), hill, deep)
    picture.rect(5.5, 108, 89, 26.5, deep, r=5)
    picture.rect(5.5, 108, 89, 10, deep)
    return str(picture)


def _draw_mountain(picture: Picture, number: int, hill: str, deep: str) -> None:
    foot, top = 112, 70 - 28 * number / 14
    back = [(5.5, foot), (20, 81), (40, 98), (90, 73), (94.5, 84), (94.5, foot)]
    picture.polygon(back, mix(hill, _PAPER, 0.5))
    _draw_peak(picture, (60, top), 0, foot, hill, mix(hill, deep, 0.45), left=5.5, right=94.5)


def _draw_avalanche(picture: Picture, number: int, deep: str) -> None:
    picture.polygon([(5.5, 130), (94.5, 42), (94.5, 130)], deep)
    chance = Random(number * 13)
    for _ in range(8 + number * 4):
        along, size = chance.random(), 4 + chance.random() * 8
        x = min(max(8 + along * 90, 7 + size), 93 - size)
        y = 120 - along * 77 + (chance.random() - 0.5) * 20
        picture.disc(x, y, size, "#AEB9C6")
        picture.disc(x, y, size - 0.7, _PAPER)


def _draw_peak(
    picture: Picture,
    peak: tuple[float, float],
    half: float,
    foot: float,
    light: str,
    dark: str,
    *,
    left: float | None = None,
    right: float | None = None,
) -> None:
    x, top = peak
    left = x - half if left is None else left
    right = x + half if right is None else right
    picture.polygon([(left, foot), (x, top), (right, foot)], light)
    picture.polygon([(x, top), (right, foot), (x + (right - x) * 0.12, foot)], dark)
    cap, west, east = (foot - top) * 0.26, (x - left) * 0.26, (right - x) * 0.26
    snow = [(x - west, top + cap), (x, top), (x + east, top + cap), (x + east * 0.35, top + cap * 0.84)]
    picture.polygon([*snow, (x, top + cap * 1.22), (x - west * 0.4, top + cap * 0.86)], "#FDFBF5")


def _draw_ranges(picture: Picture, far: str, near: str) -> None:
    height, scale = picture.height, picture.height / 416
    behind = (20, 96, 40, 128, 70, 30, 104, 60, 140, 50, 90, 24)
    before = (10, 50, 20, 66, 30, 12, 48, 26, 70, 20, 52, 14)
    picture.ridge(height - 40 * scale, [top * scale for top in behind], far)
    picture.ridge(height - 12 * scale, [top * scale for top in before], near)


class ElevationArt(Art):
    """How its cards, its table and its poster look."""

    faces = "companion.games.elevation.faces"

    def face(self, card: str) -> Face:
        family, _, number = card.rpartition("-")
        _, hill, deep = _RANGE_COLOURS[family]
        label = f"screens.ranges.{family}"
        return Face(_ground(card), hill, number, edge=deep, mark=_MARKS[family], label=label, tall=True)

    def scenery(self, width: float, height: float) -> str:
        picture = Picture(width, height)
        picture.rect(0, 0, width, height, picture.fade([(0, "#101A33"), (0.55, "#223056"), (1, "#4C4A74")]))
        picture.stars(5, 14, (0.02, 0.24), 0.4)
        _draw_ranges(picture, "#2B3560", "#1C2547")
        return str(picture)

    def ending(self, outcome: Outcome, width: float, height: float) -> str:
        picture = ending_sky(width, height, outcome is Outcome.LOST)
        _draw_ranges(picture, "#54396B", "#30264F")
        return str(picture)

    def poster(self, width: float, height: float) -> str:
        picture = Picture(width, height)
        sky = [(0, "#7EB4DE"), (0.45, "#C6DEEA"), (0.7, "#F7E3C0"), (1, "#F6D9A8")]
        picture.rect(0, 0, width, height, picture.fade(sky))
        picture.glow(width * 0.24, height * 0.2, width * 0.42, "#FFF3C9", 0.9)
        picture.disc(width * 0.24, height * 0.2, width * 0.085, "#FFF6DA")
        for x, top, half, foot, light, dark in (
            (0.66, 0.12, 0.55, 0.72, "#8F63B8", "#6F4596"),
            (0.2, 0.3, 0.5, 0.8, "#4B86C8", "#3569A8"),
            (0.86, 0.4, 0.46, 0.84, "#C95440", "#A33B2D"),
            (0.4, 0.49, 0.5, 0.88, "#46985A", "#2F7A43"),
        ):
            _draw_peak(picture, (width * x, height * top), width * half, height * foot, light, dark)
        tops = [top * width / 170 for top in (10, 24, 8, 20, 12, 26, 10)]
        picture.ridge(height * 0.82, tops, "#1E5A32")
        return str(picture)
