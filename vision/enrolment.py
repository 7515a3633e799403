"""Enrolment: pictures of single cards and the person's answers come in, a growing deck goes out.

Pure: whoever shows it (command line or screen) takes a shot, proposes its name, confirms or corrects it.

    enrolment = Enrolment(deck, wanted=("red-1", "red-2"))
    shot = shoot(reader, picture, wanted=enrolment.wanted)     a Shot, or a Refusal with its reason
    enrolment = enrolment.confirm(shot, "red-1")
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.decks import Deck
from vision.errors import DeckError
from vision.find import find_cards
from vision.find.loose_cards import Anyhow
from vision.find.quads import near_size, side_lengths
from vision.find.select_outlines import choose
from vision.find.silhouette import find_lone
from vision.geometry import angle_between, is_one_card, quad_turn, rotate_quad
from vision.observation import Observation
from vision.plane.mat import MatSeen, see_mat
from vision.read.half_known import second_looks
from vision.read.naming import number_of, suit_of
from vision.read.patch import card_shape, measure_quality, rectify
from vision.read.reader import Reader, Reading
from vision.read.suits import suits_of
from vision.read.white import White, see_white
from vision.types import Laid, Picture, Plane, Point, Quad, area


@dataclass(frozen=True, slots=True)
class _ShotSettings:
    """What is taken for a card and what is refused; set by hand on the references of ../shared/decks."""

    smallest_card_px: float = 50.0
    most_glare: float = 0.2
    least_sharpness: float = 0.22
    least_card: float = 0.5
    lone_card: float = 0.3  # the same on a plain ground, by itself: SET cards with one pale sign come to 0.34
    sure_card: float = 0.9  # two such cards are two cards
    whole_lone: float = 0.8  # what is by itself on a plain ground and surely a card is not taken apart ...
    part_of_lone: float = 0.7  # ... into outlines smaller than this share of it (a court card's halves: 0.5)
    whole_card: float = 0.4  # of the area of the largest: smaller ones are plates and pictures on it
    outlines_tried: int = 20
    close_up: float = 0.1  # of a picture that the card fills; below, a part of it may have been taken ...
    much_larger: float = 2.5  # ... if what is found in a picture with more ground is so much larger
    like_size: float = 0.1  # of a side in millimetres: outlines of whole cards differ by a few hundredths
    like_fellows: float = 0.15  # of a side in pixels: how much the cards of one row of pictures differ
    plainly_drawn: float = (
        0.9  # an outline's score: of 129 references so searched 101 came to it, at most 2 elsewhere
    )
    like_shape: float = 0.2  # of the log of length over width: a slanting look changes it by no more
    most_slender: float = 0.5  # width over height of the most slender card
    usual_turn: float = 22.5  # degrees: between a card laid straight and one laid on its corner
    steady: int = 4  # of five looks


_SETTINGS = _ShotSettings()


class Refusal(Enum):
    """Why a shot was not taken."""

    NOTHING = "no card was found: lay one card on a plain background, all of it in the picture"
    SEVERAL = "several cards were found: show one card at a time"
    SMALL = "the card is too small in the picture: bring the camera closer"
    BLUR = "the picture is blurred: hold the camera still, or focus it"
    GLARE = "there is glare on the card: turn it or move the lamp"
    PART = "only part of a card, or its back, was seen: show the whole face"


@dataclass(frozen=True, slots=True)
class Shot:
    """One good view of one card, upright, with what it may be."""

    patch: Picture
    reading: Reading
    looks: tuple[str, ...] = ()  # what it is read as by itself and in slightly other pictures

    @property
    def likeliest(self) -> str:
        return Counter(self.looks).most_common(1)[0][0] if self.looks else ""

    @property
    def is_clear(self) -> bool:
        """Whether the first candidate leads clearly: where names share a number, it cannot."""
        first, second, *_ = (*(share for _, share in self.reading.candidates), 0.0, 0.0)
        return first > 2 * second

    @property
    def is_sure(self) -> bool:
        """Whether it was read surely, and every look says the same."""
        return self.reading.card is not None and set(self.looks) == {self.reading.card}


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A deck being enrolled, and which names it must have in the end (empty when nobody knows)."""

    deck: Deck
    wanted: tuple[str, ...] = ()
    again: tuple[str, ...] = ()  # cards of which another view is wanted: the eye hardly tells them apart

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
        return next(iter(self.likely(shot)), None)

    def likely(self, shot: Shot) -> tuple[str, ...]:
        """The names it may have: missing ones first; of equal ones that whose fellows have its colours."""
        missing, shares = {*self.missing(), *self.again}, dict(shot.reading.candidates)
        suits = suits_of(self.deck)

        def rank(name: str) -> tuple[bool, float, float]:
            return name not in missing, -round(shares[name], 1), suits.off(suit_of(name), shot.patch)

        return tuple(sorted(shares, key=rank))

    def take_layer(self, shots: Sequence[Shot]) -> tuple["Enrolment", tuple[Shot, ...]]:
        """The enrolment with all cards of a layer that are named by themselves, and those to be asked for.

        A copy of a card that is known is passed over; what is wanted `again` is asked for, since one of two
        that look alike may have been named wrongly. Where most missing cards lie in one layer, a name that
        only one of them may have is believed more easily.
        """
        enrolment, doubts = self, list[Shot]()
        wanted, counts = set(self.missing()), Counter(shot.likeliest for shot in shots)
        sure = Counter(shot.likeliest for shot in shots if shot.is_sure)
        most = 2 * len(shots) >= len(wanted)
        for shot in shots:
            name, clear = shot.likeliest, shot.is_clear
            alone = most and clear and counts[name] == 1 and shot.looks.count(name) >= _SETTINGS.steady
            if shot.is_sure and name not in wanted and name not in self.again:
                continue
            if name in wanted and ((shot.is_sure and sure[name] == 1) or alone):
                enrolment = enrolment.confirm(shot, name)
            else:
                doubts.append(shot)
        return enrolment.take_suits(doubts)

    def take_suits(self, shots: Sequence[Shot]) -> tuple["Enrolment", tuple[Shot, ...]]:
        """The enrolment with those that their number and the colours of the suits name, and the others.

        To be asked whenever one more card of a layer was named: each tells more of its suit.
        """
        told = [(shot, self._told_by_suit(shot)) for shot in shots]
        enrolment, doubts, claims = self, list[Shot](), Counter(name for _, name in told)
        for shot, name in told:
            if name is None or claims[name] > 1:
                doubts.append(shot)
            else:
                enrolment = enrolment.confirm(shot, name)
        return enrolment, tuple(doubts)

    def _told_by_suit(self, shot: Shot) -> str | None:
        """The missing card that a shot shows by its number, read so in every look, and its suit's colours."""
        suits, number = suits_of(self.deck), shot.reading.number
        if number is None or {number_of(name) for name in shot.looks} != {number}:
            return None
        name = suits.weigh(shot.reading.candidates, shot.patch)[0][0]
        shown = number_of(name) == number and name in self.missing()
        return name if shown and suits.tell(name, shot.patch, self.wanted) else None

    def ask_again(self, cards: Iterable[str]) -> "Enrolment":
        """The enrolment that wants another view of these cards."""
        return replace(self, again=tuple(dict.fromkeys(cards)))

    def confirm(self, shot: Shot, name: str) -> "Enrolment":
        """The enrolment with this card taken in; a second view of a card is added to its first."""
        self.check_name(name)
        again = tuple(card for card in self.again if card != name)
        return replace(self, deck=self.deck.with_reference(name, shot.patch), again=again)

    def check_name(self, name: str) -> None:
        """Raise DeckError for a name that the deck cannot have."""
        if not name or name != name.strip() or any(sign in name for sign in '/\\"\n\r\t '):
            raise DeckError(
                f"{name!r} is not a card name: names are small letters and digits, parts joined by dashes"
            )
        if self.wanted and name not in self.wanted:
            raise DeckError(f"the game has no card {name!r}")


def shoot(
    reader: Reader, picture: Picture, *, wanted: Sequence[str] = (), size_mm: Point | None = None
) -> Shot | Refusal:
    """One card out of a picture, in the light that the mat's tags tell, if they are in view.

    `size_mm`: how large the game's cards are, if that is known; it keeps a card apart from its parts.
    """
    mat = see_mat(picture)
    white = see_white(picture, mat.tags)
    shot = take_shot(reader, picture, _outlines(picture, mat, size_mm), wanted=wanted, white=white)
    if mat.plane is not None or _share(shot, picture) >= _SETTINGS.close_up:
        return shot
    beside = max(picture.shape[:2]) // 2  # a close-up as if more of the ground around the card were in sight
    far = np.asarray(cv2.copyMakeBorder(picture, *(beside,) * 4, cv2.BORDER_REPLICATE), np.uint8)
    closer = take_shot(reader, far, _outlines(far, mat, size_mm), wanted=wanted)
    larger = _share(closer, picture) > _SETTINGS.much_larger * _share(shot, picture)
    if isinstance(closer, Refusal) or not larger:
        return shot
    corners = tuple((x - beside, y - beside) for x, y in closer.reading.corners or ())
    return replace(closer, reading=replace(closer.reading, corners=corners))


def _outlines(picture: Picture, mat: MatSeen, size_mm: Point | None) -> list[Observation]:
    """What may be cards, best first: the one thing on a plain ground before all."""
    size = size_mm if mat.plane else None
    found = find_cards(picture, size_mm=size, plane=mat.plane, tags=mat.tags.values())
    lone = find_lone(picture) if mat.plane is None else None
    found = found if lone is None else [Observation(lone, 1.0), *found]
    return [outline for outline in found if size_mm is None or has_shape(outline.corners, size_mm)]


def shoot_like(reader: Reader, picture: Picture, fellows: Sequence[Shot]) -> Shot | None:
    """The one thing, by itself or plainly drawn, as large as its fellows, however little of a card it shows.

    A refused card costs more than itself: its deck is incomplete, so that every other one needs more proof.
    """
    quads = [each.reading.corners for each in fellows if each.reading.corners]
    if not quads:
        return None
    shorter, longer = np.median(side_lengths(np.array(quads)), axis=0).tolist()
    height, width = picture.shape[:2]
    flat = Plane((width, height), tuple(np.eye(3).ravel().tolist()))  # a pixel is a millimetre
    found = find_cards(picture, size_mm=(shorter, longer), plane=flat)
    plain = [outline.corners for outline in found if outline.drawn >= _SETTINGS.plainly_drawn]
    lone = find_lone(picture)
    alike = [
        quad
        for quad in (*(() if lone is None else (lone,)), *plain)
        if near_size(np.array([quad]), (shorter, longer), _SETTINGS.like_fellows)[0]
    ]
    if not alike or any(not is_one_card(quad, alike[0], overlapping=True) for quad in alike):
        return None
    corners = alike[0]
    shot = _check_shot(picture, replace(reader.read_outlines(picture, [corners])[0], corners=corners), None)
    return shot if isinstance(shot, Shot) else None


def _share(shot: Shot | Refusal, picture: Picture) -> float:
    """How much of a picture the card fills that was taken; of one that is all card, little is found."""
    corners = None if isinstance(shot, Refusal) else shot.reading.corners
    return 0.0 if corners is None else abs(area(corners)) / (picture.shape[0] * picture.shape[1])


def shoot_layer(
    reader: Reader, picture: Picture, *, wanted: Sequence[str], size_mm: Point
) -> tuple[Shot, ...] | Refusal:
    """All cards that lie on the mat, each by itself; without a mat the one card in the picture."""
    mat = see_mat(picture)
    if mat.plane is None:
        shot = shoot(reader, picture, wanted=wanted, size_mm=size_mm)
        return shot if isinstance(shot, Refusal) else (_look_around(reader, shot, wanted),)
    white = see_white(picture, mat.tags)

    def read(shown: Picture, quads: Sequence[Quad], lit: White | None) -> list[Reading]:
        return reader.read_outlines(shown, quads, white=lit, inventory=wanted)

    found = Anyhow(picture, read, size_mm, mat.plane, white, tuple(mat.tags.values())).cards()
    corners_mm = mat.plane.to_mm(np.array([card.corners for card in found]).reshape(-1, 4, 2))
    whole = near_size(corners_mm, size_mm, _SETTINGS.like_size)  # a part of a card is not as large
    upright = [as_shown(card.corners) for card, is_whole in zip(found, whole, strict=True) if is_whole]
    readings = reader.read_outlines(picture, upright, white=white, laid=Laid.UPRIGHT, inventory=wanted)
    shots = [_check_shot(picture, reading, white) for reading in readings]
    good = tuple(_look_around(reader, shot, wanted) for shot in shots if isinstance(shot, Shot))
    return good or next((shot for shot in shots if isinstance(shot, Refusal)), Refusal.NOTHING)


def _look_around(reader: Reader, shot: Shot, wanted: Sequence[str]) -> Shot:
    named = reader.name_patches([shot.patch, *second_looks(shot.patch)], wanted)
    return replace(shot, looks=tuple(each.candidates[0][0] for each in named if each.candidates))


def has_shape(corners: Quad, size_mm: Point) -> bool:
    """Whether an outline is about as long for its width as a card of this size, however it is turned."""
    seen, real = (max(size) / min(size) for size in (card_shape(np.array(corners, np.float32)), size_mm))
    return abs(float(np.log(seen / real))) < _SETTINGS.like_shape


def take_shot(
    reader: Reader,
    picture: Picture,
    outlines: Sequence[Observation],
    *,
    wanted: Sequence[str] = (),
    white: White | None = None,
) -> Shot | Refusal:
    """One card out of these outlines on a picture, or why it cannot be used."""
    outlines = outlines[: _SETTINGS.outlines_tried] or _cut_picture(picture)
    if not outlines:
        return Refusal.NOTHING
    quads = [outline.corners for outline in outlines]
    readings = reader.read_outlines(picture, quads, white=white, inventory=list(wanted) or None)
    read = [replace(each, reading=told) for each, told in zip(outlines, readings, strict=True)]
    least = _SETTINGS.lone_card if any(outline.drawn >= 1.0 for outline in outlines) else _SETTINGS.least_card
    picks = [pick for pick in choose(_without_halves(read)) if pick.reading.is_card >= least]
    if not picks:
        return Refusal.PART if any(reading.is_card > 0.02 for reading in readings) else Refusal.NOTHING
    largest = max(abs(area(pick.seen.corners)) for pick in picks)
    whole = [pick for pick in picks if abs(area(pick.seen.corners)) > _SETTINGS.whole_card * largest]
    if sum(pick.reading.is_card > _SETTINGS.sure_card for pick in whole) > 1:
        return Refusal.SEVERAL
    return _check_shot(picture, max(whole, key=lambda pick: pick.reading.is_card).reading, white)


def _without_halves(read: list[Observation]) -> list[Observation]:
    """Outlines without parts of the one thing on a plain ground, if all of it is a card."""
    lone = next((each for each in read if each.drawn >= 1.0), None)
    if lone is None or lone.reading.is_card < _SETTINGS.whole_lone:
        return read
    most = _SETTINGS.part_of_lone * abs(area(lone.corners))
    return [
        each
        for each in read
        if abs(area(each.corners)) > most or not is_one_card(each.corners, lone.corners, overlapping=True)
    ]


def _check_shot(picture: Picture, reading: Reading, white: White | None) -> Shot | Refusal:
    corners = as_shown(reading.corners or whole_picture(picture))
    if max(card_shape(np.array(corners, np.float32))) < _SETTINGS.smallest_card_px:
        return Refusal.SMALL
    quality = measure_quality(rectify(picture, corners))
    if quality.glare > _SETTINGS.most_glare:
        return Refusal.GLARE
    if quality.sharpness < _SETTINGS.least_sharpness:
        return Refusal.BLUR
    return Shot(rectify(picture, corners, white=white), reading)


def _cut_picture(picture: Picture) -> list[Observation]:
    height, width = picture.shape[:2]
    is_cut = _SETTINGS.most_slender * height < width < 1.2 * height
    return [Observation(whole_picture(picture), 1.0)] if is_cut else []


def as_shown(corners: Quad) -> Quad:
    """The outline from the corner that is its top left as the person laid it: straight, or on a corner.

    The reader's own guess of the way up fails for a few cards of a deck; people do not. A card that was laid
    on its side is taken for an upright one, the way the reader guesses.
    """
    width, height = card_shape(np.array(corners, np.float32))
    step = min(
        range(4), key=lambda each: angle_between(quad_turn(rotate_quad(corners, each)), _SETTINGS.usual_turn)
    )
    shown = rotate_quad(corners, step)
    on_its_side = (width < height) if step % 2 else (width > height)
    return shown if not on_its_side else corners if width < height else rotate_quad(corners, 1)


def whole_picture(picture: Picture) -> Quad:
    """The picture's own corners: for pictures that are cut to the card."""
    height, width = picture.shape[:2]
    return ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))
