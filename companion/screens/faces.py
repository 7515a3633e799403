"""Card faces: a card's name comes in, its picture goes out; a mark and a letter stand beside each colour."""

from dataclasses import dataclass

from companion.locale import Locale
from companion.screens.canvas import Canvas
from companion.screens.layout import Box
from companion.screens.palette import AMBER, CARDS, INK, PAPER, Colour, Size, Weight

MARKS = {"green": "tuft", "blue": "flake", "red": "rock"}
RANGES = {"alps": "green", "rockies": "red", "andes": "blue", "himalayas": "purple", "avalanche": "white"}
RANGE_MARKS = {
    "alps": "tuft",
    "rockies": "rock",
    "andes": "flake",
    "himalayas": "peaks",
    "avalanche": "slide",
}
PICTURES = {
    "bridge": ("wood", "bridge"),
    "summit": ("snow", "summit"),
    "start": ("sea", "anchor"),
    "finish": ("sea", "lantern"),
    "wild": ("sea", "wild"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """How a card looks: ground and ink, a number or a picture, a mark with the letter of its family."""

    ground: Colour
    ink: Colour = PAPER
    number: str = ""
    picture: str = ""
    mark: str = ""
    family: str = ""


def face(card: str) -> Face:
    """The face of a card; an unknown one shows a question mark."""
    family, _, number = card.rpartition("-")
    if card in PICTURES:
        ground, picture = PICTURES[card]
        return Face(CARDS[ground], INK if ground == "snow" else PAPER, picture=picture)
    if family == "campfire":
        return Face(CARDS[number], AMBER, picture="flame", family=number)
    if family in MARKS:
        return Face(CARDS[family], number=number, mark=MARKS[family], family=family)
    if family == "island":
        return Face(CARDS["sand"], INK, number=number)
    if family in RANGES:
        colour = CARDS[RANGES[family]]
        return Face(colour, INK if family == "avalanche" else PAPER, number, "", RANGE_MARKS[family], family)
    return Face(CARDS["wood"], picture="question")


def draw_diamond_card(
    canvas: Canvas, locale: Locale, box: Box, card: str, edge: Colour | None = None
) -> None:
    """A card on its corner: the number in the middle, mark and letter under it."""
    look = face(card)
    canvas.diamond(box, look.ground, edge=edge or darker(look.ground), thick=3 if edge else 1.5)
    if look.picture:
        side = round(box.w * 0.42)
        spot = box.middle(side, side)
        if look.family:
            spot = Box(spot.x, spot.y - round(box.h * 0.06), spot.w, spot.h)
        canvas.icon(spot, look.picture, look.ink)
    else:
        core = Box(
            box.x + round(box.w * 0.22), box.y + round(box.h * 0.16), round(box.w * 0.56), round(box.h * 0.46)
        )
        canvas.text(core, look.number, 26, weight=Weight.BLACK, colour=look.ink, align=0.5)
    draw_mark(
        canvas,
        locale,
        Box(box.x + round(box.w * 0.3), box.y + round(box.h * 0.6), round(box.w * 0.4), round(box.h * 0.24)),
        look,
    )


def draw_mark(canvas: Canvas, locale: Locale, box: Box, look: Face) -> None:
    """The mark of a colour, and its letter where there is room for one."""
    if not look.family:
        return
    letter = locale.say(f"screens.letters.{look.family}")
    if box.h < canvas.least_line or box.w < 2 * canvas.least_line or not look.mark:
        side = box.h
        canvas.icon(box.middle(side, side), look.mark or MARKS[look.family], look.ink)
        return
    left, right = box.columns(2, canvas.px(2))
    side = min(left.w, round(left.h * 0.8))
    canvas.icon(Box(left.right - side, left.y + (left.h - side) // 2, side, side), look.mark, look.ink)
    canvas.text(right, letter, Size.TINY, colour=look.ink)


def draw_square_card(canvas: Canvas, locale: Locale, box: Box, card: str, edge: Colour | None = None) -> None:
    """A card lying straight."""
    look = face(card)
    canvas.panel(
        box,
        look.ground,
        edge=edge or darker(look.ground),
        radius=max(4, box.w / canvas.scale * 0.1),
        thick=3 if edge else 1.5,
    )
    inner = box.inset(max(1, box.w // 10))
    if look.picture:
        upper, lower = inner.rows((3, 1)) if look.family else (inner, None)
        side = round(min(upper.w, upper.h) * 0.8)
        canvas.icon(upper.middle(side, side), look.picture, look.ink)
        if lower:
            draw_mark(canvas, locale, lower, look)
        return
    upper, lower = inner.rows((2, 1)) if look.family else (inner, None)
    canvas.text(
        upper,
        look.number,
        round(box.h / canvas.type_scale * 0.62),
        weight=Weight.BLACK,
        colour=look.ink,
        align=0.5,
    )
    if lower:
        draw_family(canvas, locale, lower, look)


def draw_family(canvas: Canvas, locale: Locale, box: Box, look: Face) -> None:
    """The mark and the word of a card's family, as much as fits."""
    if box.h < canvas.least_line or box.w < 2 * canvas.least_line:
        side = min(box.w, box.h)
        canvas.icon(box.middle(side, side), look.mark, look.ink)
        return
    word = locale.say(f"screens.letters.{look.family}")
    left, right = box.columns(2, canvas.px(2))
    side = min(left.w, left.h)
    canvas.icon(Box(left.right - side, left.y + (left.h - side) // 2, side, side), look.mark, look.ink)
    canvas.text(right, word, Size.BODY, colour=look.ink)


def darker(colour: Colour) -> Colour:
    """A shade for edges."""
    return (colour[0] * 3 // 5, colour[1] * 3 // 5, colour[2] * 3 // 5)
