"""The drawing of the laptop's table: a scene comes in, the picture with the hand strip below it goes out."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import pygame

from companion.app.dealt import GOAT, Dealt, bare
from companion.app.dealt_climb import DealtClimb
from companion.app.felt import TABLE_SIZE, Position
from companion.games.values import CardName
from companion.locale import Locale
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import (
    AMBER,
    CARDS,
    DEEP_AMBER,
    INK,
    MIST,
    NIGHT,
    PAPER,
    SLATE,
    STEEL,
    Size,
    Space,
    Weight,
)
from hardware.simulated import card_back
from vision.faces import practice_face
from vision.types import Picture

WIDTH, HEIGHT = 880, 664
STRIP = Box(0, TABLE_SIZE[1], WIDTH, HEIGHT - TABLE_SIZE[1])
FACE_PX = 192
TALL = 92  # of a card in the strip
FAINT, CLEAR = 70, 130  # how strongly free places show, at rest and while a card is dragged
TAB, BUTTON, SPOT = 150, 132, 96  # widths

Outline = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is drawn besides the table's own picture."""

    game: str
    locale: Locale
    dealt: Dealt | DealtClimb
    seat: int
    hand: tuple[str, ...]
    pocket: tuple[str, ...]
    trick: tuple[str, ...]
    held: str | None
    mouse_at: Position
    turned: bool = False
    swept: bool = False
    explorer_met: bool = False
    explorer_shown: bool = False
    finished: bool = False
    phantom: bool = False
    free: tuple[Outline, ...] = ()
    aim: Outline = ()
    borders: tuple[Outline, ...] = ()

    @property
    def climb(self) -> DealtClimb | None:
        """Elevation's cards, None in the other games."""
        return self.dealt if isinstance(self.dealt, DealtClimb) else None

    @property
    def offered(self) -> str | None:
        """The card that an auto-ascender plays by the rules."""
        return None if self.climb is None else self.climb.offered(self.seat, list(self.trick))


@dataclass(frozen=True, slots=True)
class Part:
    """Something in the strip that can be pressed; `name` is its card or its seat."""

    kind: str
    name: str
    box: pygame.Rect


def parts_of(scene: Scene) -> list[Part]:
    """Everything in the strip, later parts on top."""
    area = STRIP.inset(Space.BODY, Space.SMALL)
    head, rest = area.cut_top(30, Space.SMALL)
    cards, _ = rest.cut_top(TALL)
    buttons, tabs = lay_buttons(head, scene)
    spots, left = lay_spots(cards, scene)
    return [*lay_tabs(tabs, scene), *buttons, *spots, *lay_hand(left, scene)]


def lay_buttons(head: Box, scene: Scene) -> tuple[list[Part], Box]:
    """The buttons at the right, and what is left for the names."""
    kinds = ["play", "sweep"] if scene.climb is not None else ["play"]
    found, rest = [], head
    for kind in kinds:
        spot, rest = rest.cut_right(BUTTON, Space.SMALL)
        found.append(Part(kind, "", rect(spot)))
    return found, rest


def lay_tabs(room: Box, scene: Scene) -> list[Part]:
    """A name for each seat."""
    count = len(scene.dealt.players)
    width = min(TAB, (room.w - Space.TIGHT * (count - 1)) // count)
    step = width + Space.TIGHT
    return [
        Part("tab", str(seat), pygame.Rect(room.x + seat * step, room.y, width, room.h))
        for seat in range(count)
    ]


def lay_spots(room: Box, scene: Scene) -> tuple[list[Part], Box]:
    """The pile and the discards at the right (Elevation: both piles), and what is left for the hand."""
    kinds = [("pile", "")]
    if scene.climb is not None:
        kinds.append(("shown", scene.climb.face_up() or ""))
    else:
        kinds.append(("discard", ""))
    found, rest = [], room
    for kind, name in kinds:
        spot, rest = rest.cut_right(SPOT, Space.SMALL)
        found.append(Part(kind, name, rect(spot)))
    if isinstance(scene.dealt, Dealt) and scene.dealt.cards.explorers:
        spot, rest = rest.cut_right(SPOT, Space.SMALL)
        found.append(Part("explorer", scene.dealt.cards.explorers[-1], rect(spot)))
    if isinstance(scene.dealt, Dealt) and scene.dealt.cards.row:
        spot, rest = rest.cut_right(SPOT * 2, Space.SMALL)
        found += [Part("row", card, box) for card, box in fan(scene.dealt.cards.row, spot, 56)]
    return found, rest


def lay_hand(room: Box, scene: Scene) -> list[Part]:
    """The hand from the left, then cards taken up from the table; after a day what was set apart."""
    if scene.climb is not None and scene.climb.set_apart(scene.seat):
        apart = list(scene.climb.set_apart(scene.seat))
        return [Part("row", card, box) for card, box in fan(apart, room, card_width(scene.game))]
    cards = [*(("card", card) for card in scene.hand), *(("pocket", card) for card in scene.pocket)]
    boxes = fan([card for _, card in cards], room, card_width(scene.game))
    return [Part(kind, card, box) for (kind, card), (_, box) in zip(cards, boxes, strict=True)]


def fan(cards: list[str], room: Box, width: int) -> list[tuple[str, pygame.Rect]]:
    """Cards side by side, overlapping where there are many."""
    step = min(width + Space.SMALL, (room.w - width) // max(1, len(cards) - 1))
    return [
        (card, pygame.Rect(room.x + index * step, room.y, width, room.h)) for index, card in enumerate(cards)
    ]


def card_width(game: str) -> int:
    """How wide a card is in the strip."""
    return round(TALL * 63 / 88) if game == "elevation" else TALL


def rect(box: Box) -> pygame.Rect:
    """A box for pygame."""
    return pygame.Rect(box.x, box.y, box.w, box.h)


def box_of(part: Part) -> Box:
    """A part's box for the canvas."""
    return Box(part.box.x, part.box.y, part.box.w, part.box.h)


# drawing


def draw_scene(surface: pygame.Surface, picture: Picture, scene: Scene) -> Canvas:
    """The table's picture, the strip, and the card between the fingers on top of all."""
    canvas = Canvas(surface)
    canvas.clear(NIGHT)
    surface.blit(pygame.image.frombuffer(picture.tobytes(), TABLE_SIZE, "BGR"), (0, 0))
    draw_places(surface, scene)
    canvas.rule((0, STRIP.y), (WIDTH, STRIP.y), STEEL, 2)
    for part in parts_of(scene):
        PAINTERS[part.kind](canvas, scene, part)
    draw_hint(canvas, scene)
    if scene.held is not None:
        face = face_of(scene.game, scene.held, TALL, scene.turned)
        at = scene.mouse_at
        surface.blit(face, (at[0] - face.get_width() // 2, at[1] - face.get_height() // 2))
    return canvas


def draw_places(surface: pygame.Surface, scene: Scene) -> None:
    """Faint outlines where cards may lie, for people only: the eye's picture has none."""
    sheet = pygame.Surface(TABLE_SIZE, pygame.SRCALPHA)
    for outline in scene.free:
        pygame.draw.lines(sheet, (*PAPER, CLEAR if scene.held else FAINT), True, outline)
    for outline in scene.borders:
        pygame.draw.lines(sheet, (*CARDS["sand"], 230), True, outline, 3)
    if scene.held and scene.aim:
        pygame.draw.lines(sheet, (*AMBER, 255), True, scene.aim, 3)
    surface.blit(sheet, (0, 0))


def draw_tab(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A name with the number of cards in the hand; whose hand is shown stands out."""
    seat, box = int(part.name), box_of(part)
    shown = seat == scene.seat
    canvas.panel(box, AMBER if shown else SLATE, edge=None if shown else STEEL, radius=8)
    count, name = box.inset(Space.SMALL, 2).cut_right(26, Space.TIGHT)
    colour = INK if shown else MIST
    canvas.text(name, scene.dealt.players[seat], Size.TINY, colour=colour)
    canvas.text(count, str(hand_count(scene, seat)), Size.TINY, colour=colour, align=1.0)


def hand_count(scene: Scene, seat: int) -> int:
    """How many cards somebody has left to play."""
    if scene.climb is not None:
        return scene.climb.table.cards_at(seat)
    return len(scene.dealt.hand(seat)) + len(scene.dealt.aside(seat))


def draw_button(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A button; the sweep is bright when a trick waits for it."""
    ready = part.kind == "play" or scene.swept
    canvas.panel(box_of(part), STEEL if ready else NIGHT, edge=MIST if ready else STEEL, radius=8)
    text, colour = scene.locale.say(f"tabletop.{part.kind}"), PAPER if ready else STEEL
    canvas.text(box_of(part).inset(Space.SMALL, 2), text, Size.TINY, colour=colour, align=0.5)


def draw_card(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A card of the hand, raised under the mouse; the one that an auto-ascender plays is framed."""
    raised = part.box.collidepoint(scene.mouse_at) and scene.held is None
    face = face_of(scene.game, part.name, part.box.h, scene.turned)
    at = part.box.move(0, -4 if raised else 0)
    if part.name == scene.offered:
        canvas.panel(Box(at.x - 3, at.y - 3, at.w + 6, at.h + 6), DEEP_AMBER, edge=AMBER, radius=8, thick=3)
    canvas.surface.blit(face, face.get_rect(center=at.center))


def draw_pocket(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A card that belongs on the table and was taken up."""
    face = face_of(scene.game, part.name, part.box.h, scene.turned).copy()
    face.set_alpha(150)
    canvas.surface.blit(face, face.get_rect(center=part.box.center))


def draw_row(canvas: Canvas, scene: Scene, part: Part) -> None:
    """A card of the common row."""
    face = face_of(scene.game, part.name, part.box.w, scene.turned)
    canvas.surface.blit(face, face.get_rect(center=part.box.center))


def draw_pile(canvas: Canvas, scene: Scene, part: Part) -> None:
    """The pile that is drawn from, with its count."""
    count = scene.dealt.pile(scene.seat)
    box = spot_with_word(canvas, scene, part, "pile")
    if count:
        back = back_of(scene.game, box.h)
        canvas.surface.blit(back, back.get_rect(center=box.centre))
    canvas.text(box, str(count), Size.TITLE, weight=Weight.BLACK, align=0.5)


def draw_shown(canvas: Canvas, scene: Scene, part: Part) -> None:
    """Elevation's face-up pile."""
    box = spot_with_word(canvas, scene, part, "face-up")
    if part.name:
        face = face_of(scene.game, part.name, box.h)
        canvas.surface.blit(face, face.get_rect(center=box.centre))


def draw_discard(canvas: Canvas, scene: Scene, part: Part) -> None:
    """Where discards go: what is set aside now, else the last that went, and how many are owed."""
    owed, aside = scene.dealt.owed(scene.seat), scene.dealt.aside(scene.seat)
    box = spot_with_word(canvas, scene, part, "discards", eager=owed > 0 or bool(aside))
    gone = scene.dealt.cards.gone if isinstance(scene.dealt, Dealt) else []
    if aside or gone:
        face = face_of(scene.game, aside[-1] if aside else gone[-1], box.h).copy()
        face.set_alpha(255 if aside else 90)
        canvas.surface.blit(face, face.get_rect(center=box.centre))
    if owed or aside:
        canvas.text(box, str(owed or len(aside)), Size.BIG, weight=Weight.BLACK, colour=AMBER, align=0.5)


def draw_explorer(canvas: Canvas, scene: Scene, part: Part) -> None:
    """The explorer deck; a click shows its top card."""
    box = spot_with_word(canvas, scene, part, "explorers")
    name = "storm-purple" if part.name == "storm" else part.name
    face = face_of(scene.game, name, box.h) if scene.explorer_shown else back_of(scene.game, box.h)
    canvas.surface.blit(face, face.get_rect(center=box.centre))


def spot_with_word(canvas: Canvas, scene: Scene, part: Part, word: str, *, eager: bool = False) -> Box:
    """A spot's frame and its word below; gives the room for a card."""
    canvas.panel(box_of(part), SLATE, edge=AMBER if eager else STEEL, radius=8)
    below, room = box_of(part).inset(Space.TIGHT).cut_bottom(16, 2)
    canvas.text(below, scene.locale.say(f"tabletop.{word}"), Size.TINY - 3, colour=MIST, align=0.5)
    return room


def draw_hint(canvas: Canvas, scene: Scene) -> None:
    """One sentence about what the mouse can do now."""
    line, _ = STRIP.inset(Space.BODY, Space.TIGHT).cut_bottom(20)
    canvas.text(line, hint_of(scene), Size.TINY, weight=Weight.REGULAR, colour=MIST)


def hint_of(scene: Scene) -> str:
    """The sentence."""
    say, name = scene.locale.say, scene.dealt.players[scene.seat]
    if scene.finished:
        return say("tabletop.finished")
    if scene.climb is not None:
        return climb_hint(scene, scene.climb, name)
    owed = scene.dealt.owed(scene.seat)
    if owed:
        return say("tabletop.owes-one" if owed == 1 else "tabletop.owes", player=name, count=owed)
    if scene.dealt.aside(scene.seat):
        return say("tabletop.aside")
    if scene.explorer_met and isinstance(scene.dealt, Dealt):
        return say("tabletop.explorer", card=CardName(f"explorer-{scene.dealt.cards.explorers[-1]}"))
    drawn = scene.dealt.drawn if isinstance(scene.dealt, Dealt) else None
    if drawn is not None and drawn[0] == scene.seat:
        return say("tabletop.drawn", player=name, card=CardName(drawn[1]))
    return say("tabletop.hint", player=name)


def climb_hint(scene: Scene, climb: DealtClimb, name: str) -> str:
    """The sentence in Elevation."""
    say = scene.locale.say
    if climb.day is None:
        return say("tabletop.no-day")
    if not climb.day.goes_on:
        return say("tabletop.set-apart" if climb.set_apart(scene.seat) else "tabletop.day-over")
    if scene.phantom:
        return say("tabletop.phantom")
    if climb.seat_after(len(scene.trick)) is None:
        return say("tabletop.complete")
    if scene.offered is not None:
        return say("tabletop.auto", player=name, card=CardName(scene.offered))
    return say("tabletop.climber", player=name)


PAINTERS = {
    "tab": draw_tab,
    "play": draw_button,
    "sweep": draw_button,
    "card": draw_card,
    "pocket": draw_pocket,
    "row": draw_row,
    "pile": draw_pile,
    "shown": draw_shown,
    "discard": draw_discard,
    "explorer": draw_explorer,
}


# faces


@lru_cache(maxsize=512)
def face_of(game: str, card: str, tall: int, turned: bool = False) -> pygame.Surface:
    """A card's practice face as it lies in a hand, so tall."""
    face = practice_face(game, bare(card), FACE_PX, goat=card.endswith(GOAT))
    return as_card(game, face, tall, turned)


@lru_cache(maxsize=16)
def back_of(game: str, tall: int) -> pygame.Surface:
    """A card's back, so tall."""
    return as_card(game, card_back(game), tall, False)


def as_card(game: str, face: Picture, tall: int, turned: bool) -> pygame.Surface:
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
