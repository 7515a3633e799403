"""The drawing of the laptop's table: a scene comes in, the picture with the hand strip below it goes out."""

from functools import lru_cache

import cv2
import numpy as np
import pygame

from companion.games.table import Seat
from companion.screens import painting
from companion.screens.canvas import BLENDED, Box, Canvas
from companion.screens.palette import Colour, Hue, Size, Space, Weight
from companion.screens.parts import draw_seat
from companion.simulation.dealer import GOAT, bare
from companion.simulation.laptop.mouse_table import Area
from companion.simulation.laptop.scene import (
    Part,
    Scene,
    hint_box,
    hint_of,
    parts_of,
    plate_of,
    tall_of,
    zoom_of,
)
from companion.table.layout import card_sizes
from companion.table.practice import practice_face
from hardware.simulated import card_back
from vision.types import Picture

_FACE_PX = 192
_SCALE = 0.85  # of the type in the strip of a small window
FAINT, CLEAR = 110, 220  # how strongly free places show, at rest and while a card is dragged
_WOOD: Colour = (46, 34, 21)  # the plate of the strip, and a spot on it
_SPOT: Colour = (66, 50, 33)
_GRAIN: Colour = (186, 166, 138)  # quiet words and lines on it


def draw_scene(surface: pygame.Surface, picture: Picture, scene: Scene) -> Canvas:
    """The table's picture, the strip, and the card between the fingers on top of all."""
    canvas = Canvas(surface, scale=_SCALE * zoom_of(scene.area))
    canvas.clear(Hue.NIGHT)
    table = pygame.image.frombuffer(picture.tobytes(), scene.area.table_size, "BGR")
    surface.blit(table, (0, 0))
    _draw_places(surface, scene)
    draw_plate(canvas, scene.area, table)
    for part in parts_of(scene):
        _PAINTERS[part.kind](canvas, scene, part)
    _draw_hint(canvas, scene)
    if scene.held is not None:
        _draw_aim(surface, scene)
        at = scene.mouse_at
        tall = scene.lying_px if scene.area.is_on_table(at) else tall_of(scene.area)
        face = _face_of(scene.game, scene.held, tall, scene.turned)
        surface.blit(face, (at[0] - face.get_width() // 2, at[1] - face.get_height() // 2))
    return canvas


def draw_plate(canvas: Canvas, area: Area, table: pygame.Surface) -> None:
    """The plate of the strip; the table goes on below it."""
    strip, plate = area.strip, plate_of(area)
    wide, high = table.get_size()
    colour = pygame.transform.average_color(table, (0, high - 8, wide, 8))[:3]
    canvas.surface.fill(colour, (strip.x, strip.y, strip.w, strip.h))
    canvas.panel(plate, _WOOD, radius=16)


def _draw_aim(surface: pygame.Surface, scene: Scene) -> None:
    """The place under a dragged card glows: soft light around it, and its outline bright."""
    if not scene.aim:
        return
    across = [x for x, _ in scene.aim]
    middle = sum(across) // len(across), sum(y for _, y in scene.aim) // len(scene.aim)
    strength = round(40 + 130 * scene.glow)
    light = painting.draw_glow(max(across) - min(across), (255, 214, 120), strength)
    surface.blit(light, light.get_rect(center=middle), special_flags=BLENDED)
    pygame.draw.lines(surface, (255, 226, 150), True, scene.aim, 2 + round(2 * scene.glow))


def _box_of(part: Part) -> Box:
    return Box(part.box.x, part.box.y, part.box.w, part.box.h)


def _draw_places(surface: pygame.Surface, scene: Scene) -> None:
    """Outlines where cards may lie, dark and light for any table, for people only: the eye sees none."""
    sheet = pygame.Surface(scene.area.table_size, pygame.SRCALPHA)
    strength = CLEAR if scene.held else FAINT
    for outline in scene.free:
        pygame.draw.lines(sheet, (*Hue.INK, strength // 2), True, [(x, y + 1) for x, y in outline])
        pygame.draw.lines(sheet, (*Hue.PAPER, strength), True, outline)
    for outline in scene.borders:
        pygame.draw.lines(sheet, (*Hue.SAND, 230), True, outline, 3)
    surface.blit(sheet, (0, 0))


def _draw_tab(canvas: Canvas, scene: Scene, part: Part) -> None:
    seat, box = int(part.name), _box_of(part)
    note = str(scene.dealt.held(seat)) if box.w > 90 else ""
    draw_seat(canvas, seat, Seat(scene.dealt.players[seat], note=note), box, seat == scene.seat)


def _draw_button(canvas: Canvas, scene: Scene, part: Part) -> None:
    canvas.panel(_box_of(part), Hue.AMBER, radius=part.box.h)
    text = scene.locale.say(f"tabletop.{part.kind}")
    canvas.text(_box_of(part).inset(Space.BODY, 2), text, Size.TINY, colour=Hue.INK, align=0.5, lines=2)


def _draw_card(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A card of the hand, raised under the mouse; the one that an auto-ascender plays is framed."""
    raised = part.box.collidepoint(scene.mouse_at) and scene.held is None
    face = _face_of(scene.game, part.name, part.box.h, scene.turned)
    at = part.box.move(0, -4 if raised else 0)
    if part.name == scene.offered:
        canvas.panel(
            Box(at.x - 3, at.y - 3, at.w + 6, at.h + 6), Hue.DEEP_AMBER, edge=Hue.AMBER, radius=8, thick=3
        )
    canvas.surface.blit(face, face.get_rect(center=at.center))


def _draw_pocket(canvas: Canvas, scene: Scene, part: Part) -> None:
    face = _face_of(scene.game, part.name, part.box.h, scene.turned).copy()
    face.set_alpha(150)
    canvas.surface.blit(face, face.get_rect(center=part.box.center))


def _draw_row(canvas: Canvas, scene: Scene, part: Part) -> None:
    face = _face_of(scene.game, part.name, part.box.w, scene.turned)
    canvas.surface.blit(face, face.get_rect(center=part.box.center))


def _draw_pile(canvas: Canvas, scene: Scene, part: Part) -> None:
    count = scene.dealt.pile(scene.seat)
    box = _spot_with_word(canvas, scene, part, "pile")
    if count:
        back = back_of(scene.game, box.h)
        canvas.surface.blit(back, back.get_rect(center=box.centre))
    canvas.text(box, str(count), Size.TITLE, weight=Weight.BLACK, align=0.5)


def _draw_shown(canvas: Canvas, scene: Scene, part: Part) -> None:
    box = _spot_with_word(canvas, scene, part, "face-up")
    if part.name:
        face = _face_of(scene.game, part.name, box.h)
        canvas.surface.blit(face, face.get_rect(center=box.centre))


def _draw_discard(canvas: Canvas, scene: Scene, part: Part) -> None:
    owed, aside = scene.dealt.owed(scene.seat), scene.dealt.aside(scene.seat)
    box = _spot_with_word(canvas, scene, part, "discards", eager=owed > 0 or bool(aside))
    gone = scene.dealt.gone()
    if aside or gone:
        face = _face_of(scene.game, aside[-1] if aside else gone[-1], box.h).copy()
        face.set_alpha(255 if aside else 90)
        canvas.surface.blit(face, face.get_rect(center=box.centre))
    if owed or aside:
        canvas.text(box, str(owed or len(aside)), Size.BIG, weight=Weight.BLACK, colour=Hue.AMBER, align=0.5)


def _draw_explorer(canvas: Canvas, scene: Scene, part: Part) -> None:
    box = _spot_with_word(canvas, scene, part, "explorers")
    name = "storm-purple" if part.name == "storm" else part.name
    face = _face_of(scene.game, name, box.h) if scene.explorer_shown else back_of(scene.game, box.h)
    canvas.surface.blit(face, face.get_rect(center=box.centre))


def _spot_with_word(canvas: Canvas, scene: Scene, part: Part, word: str, *, eager: bool = False) -> Box:
    canvas.panel(_box_of(part), _SPOT, edge=Hue.AMBER if eager else _GRAIN, radius=10, thick=1.5)
    below, room = _box_of(part).inset(Space.TIGHT).cut_bottom(18, 2)
    canvas.text(below, scene.locale.say(f"tabletop.{word}"), Size.TINY, colour=Hue.MIST, align=0.5)
    return room


def _draw_hint(canvas: Canvas, scene: Scene) -> None:
    words = hint_of(scene)
    canvas.text(hint_box(scene.area), words, Size.TINY, weight=Weight.REGULAR, colour=Hue.PAPER, lines=2)


_PAINTERS = {
    "tab": _draw_tab,
    "play": _draw_button,
    "sweep": _draw_button,
    "trick": _draw_button,
    "card": _draw_card,
    "pocket": _draw_pocket,
    "row": _draw_row,
    "pile": _draw_pile,
    "shown": _draw_shown,
    "discard": _draw_discard,
    "explorer": _draw_explorer,
}


# faces


@lru_cache(maxsize=512)
def _face_of(game: str, card: str, tall: int, turned: bool = False) -> pygame.Surface:
    face = practice_face(game, bare(card), _FACE_PX, marked=card.endswith(GOAT))
    return _as_card(game, face, tall, turned)


@lru_cache(maxsize=16)
def back_of(game: str, tall: int) -> pygame.Surface:
    """The back of a game's cards."""
    return _as_card(game, card_back(card_sizes(game)), tall, False)


def _as_card(game: str, face: Picture, tall: int, turned: bool) -> pygame.Surface:
    """A face with round corners, on its corner in The Ascent, scaled to a height."""
    high, wide = face.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    round_ = wide // 16
    cv2.rectangle(mask, (round_, 0), (wide - 1 - round_, high - 1), (255,), -1)
    cv2.rectangle(mask, (0, round_), (wide - 1, high - 1 - round_), (255,), -1)
    for x in (round_, wide - 1 - round_):
        for y in (round_, high - 1 - round_):
            cv2.circle(mask, (x, y), round_, (255,), -1, cv2.LINE_AA)
    pixels = np.dstack([face[:, :, ::-1], mask])
    image = pygame.image.frombuffer(pixels.tobytes(), (wide, high), "RGBA")
    if game == "ascent":
        image = pygame.transform.rotozoom(image, -45, 1.0)
    if turned:
        image = pygame.transform.rotate(image, 180)
    wide, high = image.get_size()
    return pygame.transform.smoothscale(image, (round(wide * tall / high), tall))
