"""The scene on the laptop: hands, piles and the mouse come in; the strip's parts and its hint go out."""

from dataclasses import dataclass, field

import pygame

from companion.locale import Locale
from companion.screens.canvas import Box
from companion.screens.palette import Space
from companion.simulation.dealer import Dealer
from companion.simulation.laptop.mouse_table import Area, Position
from companion.table.layout import card_sizes

TAB, BUTTON = 150, 132  # the widest
_HEAD, _HINT = 34, 30  # the heights of the players and of the hint
_STRIP = 178  # the height of the strip for which these are made; a higher one has larger parts
_FEW = 4  # players whose pills leave room for wide buttons
_GAP = 14  # between players: an arrow stands before one of them

_Outline = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is drawn besides the table's own picture."""

    game: str
    locale: Locale
    dealt: Dealer
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
    astray: bool = False  # whether a card of a hand lies on no place
    free: tuple[_Outline, ...] = ()
    aim: _Outline = ()
    borders: tuple[_Outline, ...] = ()
    area: Area = field(default_factory=Area)
    lying_px: int = 0  # how tall a card is that lies on the table
    glow: float = 1.0  # how bright the place under a dragged card is by now, 0 to 1

    @property
    def offered(self) -> str | None:
        return self.dealt.offered(self.seat, list(self.trick))


@dataclass(frozen=True, slots=True)
class Part:
    """Something in the strip that can be pressed; `name` is its card or its seat."""

    kind: str
    name: str
    box: pygame.Rect


def zoom_of(area: Area) -> float:
    """How much larger than in a small window the parts of the strip are."""
    return max(1.0, area.strip.h / _STRIP)


def parts_of(scene: Scene) -> list[Part]:
    """Everything in the strip, later parts on top."""
    high = round(_HEAD * zoom_of(scene.area))
    head, rest = plate_of(scene.area).inset(Space.WIDE, Space.SMALL).cut_top(high, Space.SMALL)
    cards, _ = rest.cut_top(tall_of(scene.area))
    buttons, tabs = _lay_buttons(head, scene)
    spots, left = _lay_spots(cards, scene)
    return [*_lay_tabs(tabs, scene), *buttons, *spots, *_lay_hand(left, scene)]


def plate_of(area: Area) -> Box:
    """The plate of the strip: a little inside of it."""
    return area.strip.inset(Space.SMALL, Space.SMALL)


def tall_of(area: Area) -> int:
    """How tall a card in the strip is."""
    return plate_of(area).h - round((_HEAD + _HINT) * zoom_of(area)) - 3 * Space.SMALL


def hint_box(area: Area) -> Box:
    """Where the hint stands."""
    return plate_of(area).inset(Space.WIDE, Space.TIGHT).cut_bottom(round(_HINT * zoom_of(area)))[0]


def _lay_buttons(head: Box, scene: Scene) -> tuple[list[Part], Box]:
    kinds = ["play", "sweep" if scene.swept else "trick"] if scene.dealt.lays_tricks else ["play"]
    found, rest = [], head
    wide = min(round(BUTTON * zoom_of(scene.area)), head.w // (5 if len(scene.dealt.players) <= _FEW else 8))
    for kind in kinds:
        spot, rest = rest.cut_right(wide, Space.SMALL)
        found.append(Part(kind, "", _rect(spot)))
    return found, rest


def _lay_tabs(room: Box, scene: Scene) -> list[Part]:
    count = len(scene.dealt.players)
    width = min(round(TAB * zoom_of(scene.area)), (room.w - _GAP * count) // count)
    step = width + _GAP
    return [
        Part("tab", str(seat), pygame.Rect(room.x + _GAP // 2 + seat * step, room.y, width, room.h))
        for seat in range(count)
    ]


def _lay_spots(room: Box, scene: Scene) -> tuple[list[Part], Box]:
    kinds = [("pile", "")]
    kinds.append(("shown", scene.dealt.face_up() or "") if scene.dealt.lays_tricks else ("discard", ""))
    found, rest, wide = [], room, max(84, room.h)
    for kind, name in kinds:
        spot, rest = rest.cut_right(wide, Space.SMALL)
        found.append(Part(kind, name, _rect(spot)))
    further, row = scene.dealt.further(), scene.dealt.row()
    if further is not None:
        spot, rest = rest.cut_right(wide, Space.SMALL)
        found.append(Part("explorer", further, _rect(spot)))
    if row:
        spot, rest = rest.cut_right(wide * 2, Space.SMALL)
        found += [Part("row", card, box) for card, box in _fan(list(row), spot, 56)]
    return found, rest


def _lay_hand(room: Box, scene: Scene) -> list[Part]:
    apart = list(scene.dealt.set_apart(scene.seat))
    if apart:
        return [Part("row", card, box) for card, box in _fan(apart, room, _card_width(scene))]
    cards = [*(("card", card) for card in scene.hand), *(("pocket", card) for card in scene.pocket)]
    boxes = _fan([card for _, card in cards], room, _card_width(scene))
    return [Part(kind, card, box) for (kind, card), (_, box) in zip(cards, boxes, strict=True)]


def _fan(cards: list[str], room: Box, width: int) -> list[tuple[str, pygame.Rect]]:
    step = min(width + Space.SMALL, (room.w - width) // max(1, len(cards) - 1))
    return [
        (card, pygame.Rect(room.x + index * step, room.y, width, room.h)) for index, card in enumerate(cards)
    ]


def _card_width(scene: Scene) -> int:
    wide, high = card_sizes(scene.game).size_mm
    return round(tall_of(scene.area) * wide / high)


def _rect(box: Box) -> pygame.Rect:
    return pygame.Rect(box.x, box.y, box.w, box.h)


def hint_of(scene: Scene) -> str:
    """The sentence."""
    say, name = scene.locale.say, scene.dealt.players[scene.seat]
    if scene.finished:
        return say("tabletop.finished")
    if scene.astray:
        return say("tabletop.astray")
    owed = scene.dealt.owed(scene.seat)
    if owed:
        return say("tabletop.owes-one" if owed == 1 else "tabletop.owes", player=name, count=owed)
    if scene.dealt.aside(scene.seat):
        return say("tabletop.aside")
    hint = scene.dealt.hint(scene.seat, list(scene.trick), met=scene.explorer_met)
    return say("tabletop.hint", player=name) if hint is None else say(hint[0], **hint[1])
