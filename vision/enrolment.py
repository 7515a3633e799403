"""Enrolment: pictures of single cards and the person's answers come in, a growing deck goes out.

Pure: whoever shows it (command line or screen) takes a shot, proposes its name, confirms or corrects it.

    enrolment = Enrolment(deck, wanted=("red-1", "red-2"))
    shot = shoot(reader, picture, wanted=enrolment.wanted)     a Shot, or a Refusal with its reason
    enrolment = enrolment.confirm(shot, "red-1")
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.choice import share_of_smaller
from vision.colour import White
from vision.decks import Deck
from vision.errors import DeckError
from vision.eye import ON_TAG, CardReader
from vision.find import find_cards
from vision.find.lone import find_lone
from vision.geometry import quad_iou, quad_turn, rotate_quad
from vision.mat import MatSeen, see_mat
from vision.patch import card_shape, measure_quality, rectify
from vision.read import Reading
from vision.types import Picture, Point, Quad
from vision.white import see_white

SMALLEST_CARD_PX = 50.0
MOST_GLARE = 0.2
LEAST_SHARPNESS = 0.22
LEAST_CARD = 0.5
SAME_CARD = 0.5  # shared area from which two outlines are one card
WHOLE_CARD = 0.65  # of the area of one outline of a card: smaller ones are parts of it
OUTLINES_TRIED = 20
LIKE_SHAPE = 0.2  # of the log of length over width: a slanting look changes it by no more
MOST_SLENDER = 0.5  # width over height of the most slender card
USUAL_TURN = 22.5  # degrees: between a card laid straight and one laid on its corner

Finder = Callable[[Picture], Sequence[Quad]]  # outlines of what may be cards, best first


class Refusal(Enum):
    """Why a shot was not taken."""

    NOTHING = "no card was found: lay one card on a plain ground, all of it in the picture"
    SEVERAL = "several cards were found: show one card at a time"
    SMALL = "the card is too small in the picture: bring the camera closer"
    BLUR = "the picture is blurred: hold the camera still, or focus it"
    GLARE = "light is reflected in the card: turn it or move the lamp"
    PART = "only a part of a card, or its back, was seen: show the whole face"


@dataclass(frozen=True, slots=True)
class Shot:
    """One good view of one card, upright, with what it may be."""

    patch: Picture
    reading: Reading

    @property
    def proposals(self) -> tuple[str, ...]:
        """The names it may have, best first."""
        return tuple(name for name, _ in self.reading.candidates)


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A deck being enrolled, and which names it must have in the end (empty when nobody knows)."""

    deck: Deck
    wanted: tuple[str, ...] = ()

    def missing(self) -> tuple[str, ...]:
        """The wanted names that were not shown yet, in their order."""
        shown = set(self.deck.cards())
        return tuple(name for name in self.wanted if name not in shown)

    def progress(self) -> tuple[int, int]:
        """How many cards are enrolled, and of how many (the same when nobody knows)."""
        shown = len(self.deck.cards())
        return (shown, max(len(self.wanted), shown) if self.wanted else shown)

    def proposal(self, shot: Shot) -> str | None:
        """The likeliest name: one that is still missing when there is one."""
        names = shot.proposals
        missing = set(self.missing())
        return next((name for name in names if name in missing), names[0] if names else None)

    def confirm(self, shot: Shot, name: str) -> "Enrolment":
        """The enrolment with this card taken in; a second view of a card is added to its first."""
        self.check_name(name)
        return replace(self, deck=self.deck.with_reference(name, shot.patch))

    def check_name(self, name: str) -> None:
        """Raise DeckError for a name that the deck cannot have."""
        if not name or name != name.strip() or any(sign in name for sign in '/\\"\n\r\t '):
            raise DeckError(f"{name!r} is not a card name: names look like red-7 or bridge")
        if self.wanted and name not in self.wanted:
            raise DeckError(f"the game has no card {name!r}")


def shoot(
    reader: CardReader, picture: Picture, *, wanted: Sequence[str] = (), size_mm: Point | None = None
) -> Shot | Refusal:
    """One card out of a picture, in the light that the mat's tags tell, if they are in view.

    `size_mm`: how large the game's cards are, if that is known; it keeps a card apart from its parts.
    """
    mat = see_mat(picture)
    field = see_white(picture, mat.tags)

    def outlines(shown: Picture) -> list[Quad]:
        found = find_cards(shown, size_mm=size_mm if mat.plane else None, plane=mat.plane)
        lone = find_lone(shown) if mat.plane is None else None
        free = [each.corners for each in found if not on_a_tag(each.corners, mat)]
        quads = free if lone is None else [lone, *free]
        return [quad for quad in quads if size_mm is None or has_shape(quad, size_mm)]

    return take_shot(reader, picture, outlines, wanted=wanted, white=field.mean() if field else None)


def on_a_tag(corners: Quad, mat: MatSeen) -> bool:
    """Whether an outline is that of a tag."""
    return any(share_of_smaller(corners, tag) > ON_TAG for tag in mat.tags.values())


def has_shape(corners: Quad, size_mm: Point) -> bool:
    """Whether an outline is about as long for its width as a card of this size, however it is turned."""
    seen, real = (max(size) / min(size) for size in (card_shape(np.array(corners, np.float32)), size_mm))
    return abs(float(np.log(seen / real))) < LIKE_SHAPE


def take_shot(
    reader: CardReader,
    picture: Picture,
    finder: Finder,
    *,
    wanted: Sequence[str] = (),
    white: White | None = None,
) -> Shot | Refusal:
    """One card out of a picture, or why it cannot be used."""
    outlines = list(finder(picture))[:OUTLINES_TRIED] or cut_picture(picture)
    if not outlines:
        return Refusal.NOTHING
    readings = reader.read_outlines(picture, outlines, white=white, inventory=list(wanted) or None)
    cards = [reading for reading in readings if reading.is_card >= LEAST_CARD and reading.corners]
    if not cards:
        return Refusal.PART if any(reading.is_card > 0.02 for reading in readings) else Refusal.NOTHING
    whole = without_parts(cards)
    best = max(whole, key=lambda reading: (round(reading.is_card, 1), area_of(reading)))
    if any(apart(best, other) for other in whole):
        return Refusal.SEVERAL
    return check_shot(picture, best, white)


def without_parts(readings: Sequence[Reading]) -> list[Reading]:
    """Each card once: a number's plate looks like a small card, and a card has several outlines.

    Of outlines of about one size the first is kept: they come best first.
    """
    kept: list[Reading] = []
    for reading in sorted(readings, key=area_of, reverse=True):
        around = [larger for larger in kept if shared_area(reading, larger) > SAME_CARD * area_of(reading)]
        if not around:
            kept.append(reading)
        elif area_of(reading) > WHOLE_CARD * area_of(around[0]) and comes_before(
            reading, around[0], readings
        ):
            kept[index_of(around[0], kept)] = reading
    return kept


def comes_before(one: Reading, other: Reading, readings: Sequence[Reading]) -> bool:
    """Whether one reading is listed before another."""
    return index_of(one, readings) < index_of(other, readings)


def index_of(reading: Reading, readings: Sequence[Reading]) -> int:
    """Where a reading is listed."""
    return next(index for index, each in enumerate(readings) if each is reading)


def check_shot(picture: Picture, reading: Reading, white: White | None) -> Shot | Refusal:
    """The shot, unless the card is too small, blurred or lost in glare."""
    corners = as_shown(reading.corners or whole_picture(picture))
    if max(card_shape(np.array(corners, np.float32))) < SMALLEST_CARD_PX:
        return Refusal.SMALL
    raw = rectify(picture, corners)
    quality = measure_quality(raw)
    if quality.glare > MOST_GLARE:
        return Refusal.GLARE
    if quality.sharpness < LEAST_SHARPNESS:
        return Refusal.BLUR
    return Shot(rectify(picture, corners, white=white), reading)


def cut_picture(picture: Picture) -> list[Quad]:
    """The picture itself, if it can be one that was cut to the card: upright, not wide."""
    height, width = picture.shape[:2]
    return [whole_picture(picture)] if MOST_SLENDER * height < width < 1.2 * height else []


def as_shown(corners: Quad) -> Quad:
    """The outline from the corner that is its top left as the person laid it: straight, or on a corner.

    The reader's own guess of the way up fails for a few cards of a deck; people do not. A card that was laid
    on its side is taken for an upright one, the way the reader guesses.
    """
    width, height = card_shape(np.array(corners, np.float32))
    steps = [step for step in range(4) if -45 <= quad_turn(rotate_quad(corners, step)) - USUAL_TURN < 45]
    shown = rotate_quad(corners, steps[0])
    on_its_side = (width < height) if steps[0] % 2 else (width > height)
    return shown if not on_its_side else corners if width < height else rotate_quad(corners, 1)


def whole_picture(picture: Picture) -> Quad:
    """The picture's own corners: for pictures that are cut to the card."""
    height, width = picture.shape[:2]
    return ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))


def area_of(reading: Reading) -> float:
    """The area of a reading's outline."""
    width, height = card_shape(np.array(reading.corners, np.float32))
    return width * height


def shared_area(one: Reading, other: Reading) -> float:
    """The area that the outlines of two readings share."""
    if one.corners is None or other.corners is None:
        return 0.0
    overlap = quad_iou(one.corners, other.corners)
    return overlap / (1 + overlap) * (area_of(one) + area_of(other))


def apart(one: Reading, other: Reading) -> bool:
    """Whether two readings are of two cards."""
    return one is not other and other.is_card > 0.9
