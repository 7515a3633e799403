"""What the commands that look share: the eye that arguments ask for, and drawings over a picture."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

import drawing
from companion.commands import writing
from companion.config import data_folder
from companion.errors import CompanionError
from companion.games import GAMES
from companion.table.layout import load_layout
from companion.table.practice import practice_deck
from vision.decks import SUFFIX, Deck, load_deck
from vision.eye import Eye, make_eye
from vision.observation import CardSeen
from vision.plane.layout import Layout
from vision.plane.mat import Mat
from vision.plane.plane_file import load_plane
from vision.types import Floats, Picture, Plane, Point, Quad

_PRACTICE = "practice"  # the name of the printed deck
_Ink = tuple[int, int, int]  # blue, green, red
SURE: _Ink = (90, 220, 60)
UNSURE: _Ink = (40, 190, 255)
TRUTH: _Ink = (255, 120, 60)
_LONGEST_SIDE = 2400  # larger pictures are drawn smaller
_MAT_COLOUR = (60, 200, 255)
_GRID_COLOUR = (255, 255, 255)
_PLACE_COLOUR = (90, 230, 120)
_TAG_COLOUR = (255, 120, 60)
_GRID_MM = 100.0


def add_eye_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what an eye is made from."""
    parser.add_argument("--game", choices=GAMES, help="expect the places and cards of this game")
    parser.add_argument(
        "--variant", default="standard", help="expect the places of this variant (default: standard)"
    )
    parser.add_argument(
        "--deck",
        metavar="DECK",
        help="read with this enrolled deck, by name or file; practice is the printed practice deck",
    )
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        type=Path,
        help="use this stored calibration instead of the usual one",
    )


def eye_for(arguments: argparse.Namespace) -> Eye:
    """The eye for these arguments."""
    deck = find_deck(arguments.deck, arguments.game) if arguments.deck else None
    return make_eye(find_layout(arguments.game, arguments.variant), deck, _stored_plane(arguments))


def find_layout(game: str | None, variant: str) -> Layout | None:
    """The layout of a game, if one is named."""
    return None if game is None else load_layout(game, variant)


def find_deck(name: str, game: str | None) -> Deck:
    """An enrolled deck by its file or by its name; `practice` is the printed deck of the game."""
    file = Path(name)
    if name == _PRACTICE and game is not None:
        return practice_deck(game)
    return load_deck(
        file if file.suffix == SUFFIX or file.is_file() else data_folder() / "decks" / f"{name}{SUFFIX}"
    )


def _stored_plane(arguments: argparse.Namespace) -> Plane | None:
    """The stored calibration: the file that is named, or the usual one if it is there."""
    file: Path = arguments.calibration or data_folder() / "calibration.json"
    if arguments.calibration is None and not file.exists():
        return None
    return load_plane(file)


def save_picture(path: Path, picture: Picture) -> None:
    """Write a drawing; the suffix tells the format."""
    try:
        done, data = cv2.imencode(path.suffix or ".png", picture)
    except cv2.error:
        done = False
    if not done:
        raise CompanionError(f"{path}: a drawing is saved as .png, .jpg or .webp, not as {path.suffix}")
    with writing(path):
        path.write_bytes(bytes(data))


def draw_cards(picture: Picture, cards: Sequence[CardSeen]) -> Picture:
    """The picture with each card's outline, a bar along its own top edge, and what it was read as."""
    drawn, scale = _shrunk(picture)
    for card in cards:
        ink = SURE if _is_sure(card) else UNSURE
        _draw_quad(drawn, _scaled(card.corners, scale), ink)
        write(drawn, describe(card), _scaled(card.corners, scale), ink)
    return drawn


def draw_outlines(
    picture: Picture, outlines: Sequence[Quad], ink: _Ink, words: Sequence[str] = ()
) -> Picture:
    """The picture with plain outlines, for what should have been seen."""
    drawn, scale = _shrunk(picture)
    for index, quad in enumerate(outlines):
        _draw_quad(drawn, _scaled(quad, scale), ink)
        if index < len(words):
            write(drawn, words[index], _scaled(quad, scale), ink)
    return drawn


def describe(card: CardSeen) -> str:
    """What a card was read as, in a few characters; a question mark when not sure."""
    if card.card is not None:
        words = card.card
    elif card.number is not None or card.colour is not None:
        words = "-".join(str(part) for part in (card.colour, card.number) if part is not None)
    elif card.candidates:
        words = card.candidates[0][0] + "?"
    else:
        words = "?"
    return f"{card.place} {words}" if card.place else words


def _draw_quad(picture: Picture, quad: Quad, ink: _Ink) -> None:
    points = np.rint(np.array(quad)).astype(np.int32)
    thick = _pen(picture)
    cv2.polylines(picture, [points], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [points], True, ink, thick, cv2.LINE_AA)
    cv2.line(picture, tuple(points[0].tolist()), tuple(points[1].tolist()), ink, thick * 3, cv2.LINE_AA)


def write(picture: Picture, words: str, quad: Quad, ink: _Ink) -> None:
    """Words in the middle of an outline, in place, no wider than it."""
    thick = max(1, _pen(picture) // 2)
    width = float(np.ptp(np.array(quad)[:, 0]))
    plain = words.encode("ascii", "replace").decode()
    natural = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 1.0, thick)[0]
    scale = float(np.clip(width / max(natural[0], 1), 0.4, max(0.5, picture.shape[0] / 900)))
    size = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)[0]
    middle = np.mean(quad, axis=0)
    at = (int(middle[0] - size[0] / 2), int(middle[1] + size[1] / 2))
    for colour, weight in (((0, 0, 0), thick + 3), (ink, thick)):
        cv2.putText(picture, plain, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, weight, cv2.LINE_AA)


def _is_sure(card: CardSeen) -> bool:
    return card.card is not None or card.number is not None


def _pen(picture: Picture) -> int:
    height, width = picture.shape[:2]
    return max(1, int(max(height, width)) // 600)


def _shrunk(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, _LONGEST_SIDE / max(picture.shape[:2]))
    if scale == 1.0:
        return picture.copy(), 1.0
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _scaled(quad: Quad, scale: float) -> Quad:
    return tuple((x * scale, y * scale) for x, y in quad)


def draw_plane(
    picture: Picture,
    plane: Plane,
    mat: Mat,
    layout: Layout | None = None,
    tags: dict[int, Quad] | None = None,
) -> Picture:
    """A copy of the picture with the mat, a grid of 10 cm, the places and the tags drawn over it."""
    drawn = picture.copy()
    faint = picture.copy()
    for line in _grid(mat):
        _line(faint, plane, line, _GRID_COLOUR, 1)
    cv2.addWeighted(faint, 0.45, drawn, 0.55, 0, drawn)
    thick = max(1, round(picture.shape[1] / 800))
    _line(drawn, plane, _closed(mat.corners_mm()), _MAT_COLOUR, thick)
    for place in layout.places if layout else ():
        _line(drawn, plane, _closed(place.corners_mm()), _PLACE_COLOUR, thick)
        _name(drawn, plane, place.name, place.centre_mm, min(place.size_mm))
    for quad in (tags or {}).values():
        points = np.round(np.array(quad) * 16).astype(np.int32)
        cv2.polylines(drawn, [points], True, _TAG_COLOUR, thick * 2, cv2.LINE_AA, 4)
    return drawn


def _grid(mat: Mat) -> list[list[Point]]:
    half_x, half_y = mat.size_mm[0] / 2, mat.size_mm[1] / 2
    xs = np.arange(-half_x // _GRID_MM * _GRID_MM + _GRID_MM, half_x, _GRID_MM).tolist()
    ys = np.arange(-half_y // _GRID_MM * _GRID_MM + _GRID_MM, half_y, _GRID_MM).tolist()
    return [[(x, -half_y), (x, half_y)] for x in xs] + [[(-half_x, y), (half_x, y)] for y in ys]


def _closed(quad: Quad) -> list[Point]:
    return [*quad, quad[0]]


def _line(
    picture: Picture, plane: Plane, points: list[Point], colour: tuple[int, int, int], thick: int
) -> None:
    """A line of the table, bent as the lens bends it."""
    steps = np.linspace(0, 1, 13)[:, None]
    pairs = pairwise(points)
    way: Floats = np.concatenate([np.array(a) + steps * np.subtract(b, a) for a, b in pairs])
    seen = np.clip(plane.to_picture(way), -1e5, 1e5)
    cv2.polylines(picture, [np.round(seen * 16).astype(np.int32)], False, colour, thick, cv2.LINE_AA, 4)


def _name(picture: Picture, plane: Plane, name: str, centre: Point, size_mm: float) -> None:
    height = plane.scale_at(centre) * size_mm * 0.17
    x, y = plane.to_picture((centre[0], centre[1] + size_mm * 0.32)).tolist()
    outline = drawing.placed(drawing.fitted(drawing.DEFAULT, name, (height * 4, height)), (x, y))
    if height > 4:
        drawing.stroke(picture, outline, (0, 0, 0), max(2.0, height * 0.25))
        drawing.fill(picture, outline, _PLACE_COLOUR)
