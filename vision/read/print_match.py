"""Fine detail: upright patches come in, how exactly a card shows the print of a reference goes out.

The network tells cards apart by what it learnt; where a deck shares its artwork and only small print differs,
comparing the print itself tells more, once a reference is brought exactly to where the card lies. What two
references share says nothing about which of them it is, so two are compared where they differ.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.fast_median import medians
from vision.read.align import STILL, Guide, Move, Vectors, Way, soften
from vision.read.patch import GREY, MARGIN, SIDE_PX
from vision.types import Picture

PRINT_PX = 48  # side of the compared picture
AREA_PX = 8.0  # light is evened out over about this
FLAT = 10.0  # contrast below this is noise, and is not blown up
LOOKS, LAST_LOOKS = (
    9,
    5,
)  # at a reference on its way, and at one that was shown it: unlike prints never settle
MOST_GUIDES = 256  # references whose guides are kept
FARTHEST_PX = 6.0  # a reference that had to be moved further does not fit at all
ASTRAY = 0.5  # a first reference less alike than this found no way
LAGS = 0.05  # less alike than the best by this: perhaps it went astray
MOST_UNLIKE, LEAST_UNLIKE = 2.0, 0.02  # what is left over of a print: opposite prints, and those of one card
LEAST_EXACT = -float(np.log(MOST_UNLIKE))
LEAST_LEFT = 0.03  # of a print's difference that noise alone leaves
SAME_PRINT = 0.3  # difference of two prints that a slightly different view makes
MOST_PRINT = 1.5  # beyond this a spot counts no more: many small differences tell more than a large one
LEAST_PRINT = 10.0  # prints that differ by less, all in all, hardly tell two cards apart
COLOUR_APART = 6.0  # difference of a and b (Lab) from which two references differ in colour
MOST_COLOUR = 15.0
COLOUR_LIGHT = 14.0  # what light may change of them over the whole card
COLOUR_LEFT = 2.0  # of a colour's difference that noise alone leaves
COLOUR_AREA = 0.01  # of the card that must differ in colour to tell two cards apart
TONE_PX = 8  # the coarse grid of colours
TONE_STEP = 10.0  # a difference that anybody sees
LIGHT = np.array([4.0, 0.8, 0.8], np.float32)  # what light may change over the whole card
FOREIGN = 2.2  # a cell further from its reference than this shows something else
RIM_PX = 3.0  # of a card's edge that the coarse grid leaves out


@dataclass(frozen=True, slots=True, eq=False)
class PrintPatch:
    """The inside of a card: its colours (Lab), and its lightness with the light evened out."""

    lab: Vectors
    even: Vectors

    @classmethod
    def of(cls, patch: Picture) -> "PrintPatch":
        """Take it from a patch."""
        move = shrink(*card_edges(patch))
        small = cv2.warpAffine(patch, move, (PRINT_PX, PRINT_PX), flags=cv2.INTER_AREA)
        lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float32)
        return cls(lab, even_out(lab))

    @property
    def tints(self) -> Vectors:
        """The two colours without the lightness: 2 x pixels."""
        return np.ascontiguousarray(self.lab[..., 1:].reshape(-1, 2).T)


@lru_cache(maxsize=64)
def shrink(left: float, top: float) -> npt.NDArray[np.float64]:
    """How a patch becomes a print of the card in it, which begins so far from its left and its top."""
    middle, centre = (SIDE_PX - 1) / 2, (PRINT_PX - 1) / 2
    across, down = (PRINT_PX / (SIDE_PX - 2 * edge) for edge in (left, top))
    return np.array([[across, 0.0, centre - across * middle], [0.0, down, centre - down * middle]])


def inside(rim: int, corner: float) -> Vectors:
    """One within a card, nothing at its rim and its round corners (both in pixels of the print)."""
    mask = np.zeros((PRINT_PX, PRINT_PX), np.float32)
    mask[rim:-rim, rim:-rim] = 1.0
    rows, columns = np.indices(mask.shape)
    nearest = [np.minimum(along, PRINT_PX - 1 - along) for along in (rows, columns)]
    mask[nearest[0] + nearest[1] < 2 * rim + corner] = 0.0
    return mask


# A card's edge is never quite where it was: beyond it lies whatever table it was enrolled on.
CARD = inside(2, 3.0)
PRINTED = inside(4, 4.0)
COLOURED = inside(2, 4.0)
ON_COLOURED = COLOURED > 0
PRINT_CORNERS = np.array([(x, y, 1) for x in (0, PRINT_PX) for y in (0, PRINT_PX)], np.float32)
CARD_SPREAD = np.asarray(cv2.GaussianBlur(CARD, (0, 0), AREA_PX), np.float32) + 1e-3


def even_out(lab: Vectors) -> Vectors:
    """Lightness without slow changes of light, at one contrast everywhere on the card."""
    light = lab[..., 0] * CARD
    flat = (light - cv2.GaussianBlur(light, (0, 0), AREA_PX) / CARD_SPREAD) * CARD
    contrast = np.sqrt(cv2.GaussianBlur(flat * flat, (0, 0), AREA_PX) / CARD_SPREAD) + FLAT
    return np.asarray(flat / contrast, np.float32)


def bring_all(references: Sequence[PrintPatch], seen: PrintPatch) -> list[PrintPatch]:
    """The references where the seen card lies: the first, the likeliest, shows the others the way.

    When the first finds no way, each searches for itself.
    """
    soft = soften(seen.even)
    first = align(references[0], soft, STILL, LOOKS)
    start, looks = (first.move, LAST_LOOKS) if first.alike > ASTRAY else (STILL, LOOKS)
    ways = [first, *(align(reference, soft, start, looks) for reference in references[1:])]
    best = max(ways, key=lambda way: way.alike)
    if first.alike < best.alike - LAGS:
        again = align(references[0], soft, best.move, LAST_LOOKS)
        ways[0] = max(first, again, key=lambda way: way.alike)
    return [carry(reference, way.move) for reference, way in zip(references, ways, strict=True)]


@lru_cache(maxsize=MOST_GUIDES)
def guide(reference: PrintPatch) -> Guide:
    """What a reference tells of how to bring it to where a card lies; worked out once."""
    return Guide.of(reference.even, CARD)


def align(reference: PrintPatch, soft: Vectors, start: Move, looks: int) -> Way:
    """Where the reference fits a softened print best, to a fraction of a pixel, searched from a start."""
    way = guide(reference).align(soft, start, looks)
    if np.abs(PRINT_CORNERS @ way.move.T - PRINT_CORNERS[:, :2]).max() > FARTHEST_PX:
        return Way(start, -1.0)
    return way


def carry(reference: PrintPatch, move: Move) -> PrintPatch:
    """The reference moved."""
    flags, size = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (PRINT_PX, PRINT_PX)
    moved = (
        cv2.warpAffine(picture, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for picture in (reference.lab, reference.even)
    )
    return PrintPatch(*(np.asarray(picture, np.float32) for picture in moved))


def exactness(seen: PrintPatch, brought: PrintPatch) -> float:
    """How exactly a reference is what was seen: minus the log of what is left over."""
    one, other = (seen.even * PRINTED).ravel(), (brought.even * PRINTED).ravel()
    alike = float(one @ other) / (float(np.sqrt(one @ one) * np.sqrt(other @ other)) + 1e-6)
    return -math.log(min(max(1 + LEAST_UNLIKE - alike, LEAST_UNLIKE), MOST_UNLIKE))


def favours_print(seen: PrintPatch, one: PrintPatch, other: PrintPatch) -> float:
    """How much the print speaks for one reference against another, where the two differ."""
    differs = cv2.GaussianBlur((one.even - other.even) ** 2, (0, 0), 1.0) * PRINTED
    weights = np.clip(differs - SAME_PRINT, 0.0, MOST_PRINT)
    total = float(weights.sum()) + LEAST_PRINT
    left = [float((weights * (seen.even - each.even) ** 2).sum()) / total for each in (one, other)]
    return float(np.log((left[1] + LEAST_LEFT) / (left[0] + LEAST_LEFT)))


def favours_colour(seen: PrintPatch, one: PrintPatch, other: PrintPatch) -> float:
    """How much the colours speak for one reference against another, where the two differ.

    Light that changes the whole card is told from what they share.
    """
    tints = [each.tints for each in (seen, one, other)]
    apart = np.abs(tints[1] - tints[2]).sum(axis=0).reshape(PRINT_PX, PRINT_PX)
    differs = np.asarray(cv2.GaussianBlur(apart, (0, 0), 1.0), np.float32)
    weights = np.clip(differs - COLOUR_APART, 0.0, MOST_COLOUR) * COLOURED
    if np.count_nonzero(weights) < COLOUR_AREA * weights.size:
        return 0.0
    shared = np.flatnonzero((differs < COLOUR_APART) & ON_COLOURED)
    left = [colour_left(tints[0] - each, shared, weights.ravel()) for each in tints[1:]]
    return float(np.log((left[1] + COLOUR_LEFT) / (left[0] + COLOUR_LEFT)))


def colour_left(change: Vectors, shared: npt.NDArray[np.intp], weights: Vectors) -> float:
    """The colour that differs where it matters, less what light changed all over the card."""
    enough = len(shared) > 0.1 * weights.size
    light = medians(change.take(shared, axis=1)) if enough else np.zeros(2, np.float32)
    apart = np.abs(change - np.clip(light, -COLOUR_LIGHT, COLOUR_LIGHT)[:, None]).sum(axis=0)
    return float((weights * apart).sum() / weights.sum())


def tones(patches: Sequence[Picture]) -> Vectors:
    """The colours (Lab) of a coarse grid over each card's inside: patches x cells x 3."""
    cells = []
    for patch in patches:
        left, top = (round(edge + RIM_PX) for edge in card_edges(patch))
        inside = patch[top : SIDE_PX - top, left : SIDE_PX - left]
        cells.append(cv2.resize(inside, (TONE_PX, TONE_PX), interpolation=cv2.INTER_AREA))
    grids = np.asarray(cv2.cvtColor(np.concatenate(cells), cv2.COLOR_BGR2LAB), np.float32)
    return grids.reshape(len(cells), -1, 3) / TONE_STEP


def tone_likeness(seen: Vectors, references: Vectors) -> npt.NDArray[np.float64]:
    """How alike the colours are, lightness aside: minus their mean difference, patches x references."""
    ours, theirs = (grids[..., 1:].reshape(len(grids), -1) for grids in (seen, references))
    # One after the other: all differences at once no longer fit the processor's cache.
    apart = [np.abs(one - theirs).mean(axis=1) for one in ours]
    return -np.array(apart, np.float64).reshape(len(ours), len(theirs))


def foreign_share(seen: Vectors, references: Vectors) -> npt.NDArray[np.float64]:
    """The share of a card that shows something else than each reference: a hand, another card.

    A change of light that concerns the whole card does not count, if light can do it.
    """
    change = np.ascontiguousarray((seen - references).transpose(0, 2, 1))
    change -= np.clip(medians(change), -LIGHT, LIGHT)[..., None]
    size = np.sqrt(0.1 * change[:, 0] ** 2 + change[:, 1] ** 2 + change[:, 2] ** 2)
    return np.asarray((size > FOREIGN).sum(axis=1) / size.shape[1], np.float64)


def card_edges(patch: Picture) -> tuple[float, float]:
    """How far from the patch's left and from its top the card begins.

    Beside a card that is not square the patch is grey, then a margin of table is seen.
    """
    middle = SIDE_PX // 2
    beside = [grey_before(line) for line in (patch[middle], patch[:, middle])]
    left, top = (SIDE_PX * (MARGIN / (1 + 2 * MARGIN) if not n else MARGIN) + n for n in beside)
    return left, top


def grey_before(line: Picture) -> int:
    """How many pixels of a line are grey before the first that is not."""
    if tuple(line[0].tolist()) != GREY:
        return 0
    return int(np.argmin((line == GREY).all(axis=1)))
