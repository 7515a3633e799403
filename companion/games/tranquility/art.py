"""How Tranquility looks: its scenery, its poster and the ground of each card, as SVG."""

from functools import cache
from itertools import pairwise
from random import Random

from companion.games.svg import Picture, contrast, ending_sky, mix
from companion.games.tranquility.board import FINISH, ROCKS, START, WILD, island_number
from companion.games.values import Outcome
from companion.games.view import Art, Face

PAPER, INK = "#F8F1E3", "#131B2A"
_SUNSET = (  # the colour of a number; between two of them they mix
    *((1, "#136F7E"), (14, "#1E689D"), (28, "#4560AE"), (42, "#7350A6"), (54, "#A03F88")),
    *((66, "#B63E54"), (67, "#E2805A"), (74, "#EC9A56"), (80, "#F5C168")),
)


def _island_colour(number: int) -> str:
    number = min(max(number, 1), 80)
    for (low, first), (high, second) in pairwise(_SUNSET):
        if number <= high:
            return mix(first, second, (number - low) / (high - low))
    raise ValueError(number)


def _ink_on(colour: str) -> str:
    return INK if contrast(colour, INK) > contrast(colour, PAPER) else PAPER


def _ground(card: str, stands_for: int = 0) -> str:
    """The ground of a card, 100 by 100; a Wild has the colour of the number it stands for."""
    kind, _, value = card.partition("-")
    picture = Picture(100, 100)
    if kind == "start":
        _draw_start(picture)
    elif kind == "finish":
        _draw_finish(picture)
    elif kind == "rocks":
        _draw_rocks(picture)
    else:
        number = int(value) if value.isdigit() else stands_for
        _draw_sky_and_sea(picture, _island_colour(number) if number else "#3F5A6E", kind == "island")
    return str(picture)


@cache
def wild_ground(number: int) -> str:
    """A Wild that stands for a number: its colour, without the wave of an Island."""
    return _ground(WILD, number)


def _draw_sky_and_sea(picture: Picture, colour: str, wave: bool) -> None:
    ink = _ink_on(colour)
    sea = mix(colour, INK, 0.06 if ink == INK else 0.16)
    picture.rect(0, 0, 100, 100, picture.fade([(0, mix(colour, "#FFFFFF", 0.04)), (1, colour)]))
    picture.rect(0, 70, 100, 30, sea)
    if wave:
        picture.line([(30, 83), (42, 80), (50, 83), (58, 80), (70, 83)], ink, 2.8, opacity=0.55)


def _draw_start(picture: Picture) -> None:
    picture.rect(0, 0, 100, 100, picture.fade([(0, "#DFF3EA"), (1, "#8ED0C4")]))
    picture.rect(0, 70, 100, 30, picture.fade([(0, "#2F7FA8"), (1, "#1D5570")]))
    picture.line([(50, 70), (50, 14)], "#5B3A1C", 4.5)
    picture.polygon([(54, 18), (80, 60), (54, 60)], PAPER)
    picture.polygon([(46, 26), (26, 60), (46, 60)], "#F3E2C0")
    picture.polygon([(18, 65), (84, 65), (72, 80), (28, 80)], "#7A4A22")


def _draw_finish(picture: Picture) -> None:
    picture.rect(0, 0, 100, 100, picture.fade([(0, "#2A2F5E"), (0.75, "#E78F62"), (1, "#E78F62")]))
    picture.rect(0, 75, 100, 25, picture.fade([(0, "#2F6F93"), (1, "#1D5570")]))
    picture.polygon([(50, 24), (98, 12), (98, 38)], "#F9E7AD", opacity=0.9)
    picture.polygon([(38, 78), (42, 32), (58, 32), (62, 78)], PAPER)
    picture.polygon([(39.5, 60), (60.5, 60), (59.5, 48), (40.5, 48)], "#C23B32")
    picture.rect(41, 18, 18, 14, "#FFE28A", r=1)
    picture.polygon([(38, 18), (62, 18), (50, 8)], "#7E211C")


def _draw_rocks(picture: Picture) -> None:
    picture.rect(0, 0, 100, 100, picture.fade([(0, "#C3CBD6"), (1, "#8592A3")]))
    for x, top, half in ((31, 40, 16), (70, 47, 14), (51, 14, 19)):
        rock = [(-1, 73), (-0.2, top + 12), (0, top), (0.5, top + 24), (1, 73)]
        picture.polygon([(x + half * across, y) for across, y in rock], "#2B3038")
    picture.line([(14, 77), (32, 73), (50, 77), (68, 73), (86, 77)], "#2B3038", 6)


def _draw_island(picture: Picture, x: float, y: float, r: float, colour: str) -> None:
    far = f"M{x - r:.1f} {y:.1f} Q{x - r * 0.4:.1f} {y - r * 0.62:.1f} {x:.1f} {y - r * 0.5:.1f} "
    near = f"Q{x + r * 0.5:.1f} {y - r * 0.42:.1f} {x + r:.1f} {y:.1f}Z"
    picture.path(far + near, colour)


def _draw_palm(picture: Picture, x: float, y: float, size: float) -> None:
    top = (x + size * 0.12, y - size)
    picture.line([(x, y), top], "#37264F", size * 0.1)
    for across, down in ((-0.6, 0.1), (-0.45, -0.22), (0.1, -0.34), (0.6, -0.14), (0.64, 0.22), (-0.3, 0.36)):
        picture.line([top, (top[0] + size * across, top[1] + size * down)], "#37264F", size * 0.11)


def _draw_boat(picture: Picture, x: float, y: float, s: float) -> None:
    picture.line([(x, y), (x, y - s * 1.5)], "#4A2D18", s * 0.08)
    for shape, colour in (
        ([(0.08, -1.42), (0.78, -0.24), (0.08, -0.24)], PAPER),
        ([(-0.08, -1.15), (-0.56, -0.24), (-0.08, -0.24)], "#F3DDB8"),
        ([(-0.8, -0.12), (0.9, -0.12), (0.58, 0.26), (-0.54, 0.26)], "#6E3F1E"),
    ):
        picture.polygon([(x + s * across, y + s * down) for across, down in shape], colour)


class TranquilityArt(Art):
    """How its cards, its table and its poster look."""

    faces = "companion.games.tranquility.faces"

    def face(self, card: str) -> Face:
        number = island_number(card)
        if number is not None:
            colour = _island_colour(number)
            return Face(_ground(card), colour, str(number), ink=_ink_on(colour))
        icon = "action" if card == WILD else "" if card in (START, FINISH, ROCKS) else "question"
        return Face(_ground(card), "#23506B", sign=card[:1].upper(), icon=icon)

    def scenery(self, width: float, height: float) -> str:
        picture = Picture(width, height)
        tones = [(0, "#0D1A2E"), (0.5, "#132C47"), (0.78, "#1C4760"), (0.86, "#2C5F73")]
        picture.rect(0, 0, width, height, picture.fade(tones))
        picture.stars(8, 8, (0.64, 0.69), 0.6)
        picture.waves(height * 0.86, ["#17415A", "#123649", "#0E2A3B"])
        picture.glow(width * 0.35, height * 0.05, width * 0.42, "#F2A65E", 0.16)
        return str(picture)

    def ending(self, outcome: Outcome, width: float, height: float) -> str:
        lost = outcome is Outcome.LOST
        picture = ending_sky(width, height, lost, moon=(0.47, 0.08))  # above the Finish
        tones = ("#17415A", "#123649", "#0E2A3B") if lost else ("#2B5F7C", "#1F4E69", "#163E55")
        picture.waves(height * 0.89, tones)
        return str(picture)

    def poster(self, width: float, height: float) -> str:
        picture, shore = Picture(width, height), height * 0.56
        sky = [(0, "#2E2A66"), (0.35, "#7D3F8C"), (0.65, "#D15F6C"), (0.88, "#F19A58"), (1, "#FAD07A")]
        picture.rect(0, 0, width, shore, picture.fade(sky))
        picture.glow(width / 2, shore, width * 0.7, "#FFE7A6", 0.8)
        picture.disc(width / 2, shore - height * 0.02, width * 0.19, "#FFE9A8")
        water = [(0, "#E29A6C"), (0.12, "#5D6C9E"), (0.4, "#256D94"), (1, "#0F3F58")]
        picture.rect(0, shore, width, height - shore, picture.fade(water))
        chance = Random(4)
        for index in range(9):
            half = width * (0.16 - index * 0.011) * (0.7 + chance.random() / 2)
            y = shore + 5 + index * height * 0.034
            picture.rect(
                width / 2 - half, y, 2 * half, height * 0.009, "#FFE7A6", r=2, opacity=0.85 - index * 0.08
            )
        _draw_island(picture, width * 0.16, shore + 2, width * 0.22, "#4B3563")
        _draw_palm(picture, width * 0.12, shore - width * 0.09, width * 0.1)
        _draw_palm(picture, width * 0.2, shore - width * 0.1, width * 0.13)
        _draw_island(picture, width * 0.9, shore + 2, width * 0.15, "#6B4470")
        _draw_boat(picture, width * 0.66, height * 0.74, width * 0.2)
        picture.waves(height * 0.78, ["#1B5F80", "#164F6C", "#103F58"])
        return str(picture)
