"""Prints: a card's patch becomes four channels that hardly depend on the light, and how far each can be off.

The channels are lightness at one local contrast, two chromas, and lightness as it is. Noise is what two
photographs of one card differ by, so that candidates can be compared where they truly differ. What depends on
a deck's references alone is worked out once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.read.align import NO_SLOPE, SLOPE, Guide
from vision.read.naming import number_of
from vision.read.network import LEANS, Rows, Values, colour_logs, number_logs, unit_embeddings
from vision.read.patch import GREY, MARGIN, SIDE_PX
from vision.types import Picture, Quad

Vectors = npt.NDArray[np.float32]
_Pixels = npt.NDArray[np.bool_]
_Indices = npt.NDArray[np.int64]

PRINT_PX = 48  # side of a print: 48, 64 and 96 read equally well ...
FINE_PX = 96  # ... but for suits, whose pips are five pixels of 48 wide: twins are looked at so closely
_BARELY = 0.02  # of a card's side: its very edge may be table
_CHANNELS = 4
_NEARLY = 4  # levels by which the grey beside a card may be off


@dataclass(frozen=True, slots=True)
class _PrintSettings:
    """How a print is made; noise was measured on right pairs of ../shared/decks (see reader.md)."""

    margin: float = 0.06  # of table around the card, in shares of its side
    rim: float = 0.045  # of a card's side that is not compared: its edge is never quite where it was
    corner: float = 0.06  # the same for its round corners
    white: float = 0.9  # quantile of each colour that counts as white, where paper does not tell it
    soft_px: float = 0.75
    area: float = 0.12  # of a card's side over which contrast is evened out
    plain: float = 0.04  # blur of lightness as it is
    flat: float = 0.2  # contrast below which a part is plain: else paper's grain would look like print
    dye: float = 1.2  # keeps the chroma of dark ink small
    chroma: float = 8.0  # the channels' units: a difference of one is plain to see in each
    light: float = 3.5
    even_noise: float = 0.15
    chroma_noise: float = 0.05
    light_noise: float = 0.3
    slope_px: float = 0.22  # how far a candidate is brought beside the card
    tint_noise: float = 0.12  # of a spot's own chroma
    dark_noise: float = 0.15  # of chroma, on black
    # Where cards are mostly paper, that tells the light beside the print, and no edge of a shadow is print.
    # Swapped decks of SET (972 cards): 99 % sure and right instead of 94.
    print_width: float = 0.3  # of a card's side: wider is no print; 0.2 and 0.45 had wrong ones of SET
    smooth: float = 0.03  # of a card's side
    shadow: float = 0.35  # of the card's white: what is darker is no paper in a shadow ...
    # ... nor is what differs by twice as much from its tint, as a hand or the table does; less counts in part
    shadow_tint: float = 0.12
    darkest: float = 0.05  # share of a card that tells how dark its darkest part is
    paper_light: float = 0.88  # of its surroundings' light: what is as light is paper
    # Of the middle card of such a deck: SET, Rummikub 0.80 and more, suits with pips 0.70; UNO, the practice
    # decks of the three games 0.49 and less.
    paper_share: float = 0.6
    few_cards: int = 8  # of which fewer tell nothing of a deck


_SETTINGS = _PrintSettings()
_EDGES = cv2.BORDER_REPLICATE


def blur(picture: Vectors, sigma: float) -> Vectors:
    """A Gaussian blur, of every channel."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def blur_widely(pictures: Vectors, sigma: float) -> Vectors:
    """The same of square pictures (... x side x side), a fifth of the work where it reaches far."""
    across = _blurring(pictures.shape[-1], sigma)
    return np.asarray(across @ pictures @ across.T, np.float32)


@lru_cache(maxsize=8)
def _blurring(side: int, sigma: float) -> Vectors:
    """What each pixel of a row counts for each blurred one."""
    kernel = cv2.getGaussianKernel(round(8 * sigma + 1) | 1, sigma).astype(np.float32)
    pixels = np.eye(side, dtype=np.float32)
    return np.asarray(cv2.sepFilter2D(pixels, cv2.CV_32F, np.ones(1, np.float32), kernel), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The spots of square prints of one side, and which of them show the card."""

    side: int
    edge: float  # where the card begins
    card: float  # its side
    compared: _Pixels
    on_card: _Pixels

    @classmethod
    def of(cls, side: int) -> Grid:
        edge = side * _SETTINGS.margin / (1 + 2 * _SETTINGS.margin)
        card = side - 2 * edge
        y, x = (np.indices((side, side)) + 0.5 - edge) / card
        across, down = np.minimum(x, 1 - x), np.minimum(y, 1 - y)
        rim, corner = _SETTINGS.rim, _SETTINGS.corner
        compared = (across > rim) & (down > rim) & (across + down > 2 * rim + corner)
        return cls(side, edge, card, compared, (across > _BARELY) & (down > _BARELY))

    @property
    def corners(self) -> Vectors:
        """Where the card has its corners, clockwise from its top left."""
        unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        return np.asarray(unit * self.card + np.float32(self.edge - 0.5), np.float32)


@lru_cache(maxsize=2)
def _weights(grid: Grid) -> tuple[Vectors, Vectors, Vectors]:
    """One on the card, and that widely and slightly blurred: what a blur must be divided by near its edge."""
    share = grid.on_card.astype(np.float32)
    widely, nearby = (blur(share, part * grid.card) + 1e-3 for part in (_SETTINGS.area, _SETTINGS.plain))
    return share, widely, nearby


COARSE, FINE = Grid.of(PRINT_PX), Grid.of(FINE_PX)
EDGE, CARD_PX, COMPARED = COARSE.edge, COARSE.card, COARSE.compared
COMPARED_SHARE = COMPARED.astype(np.float32)
_BASE = np.square(
    np.array(
        [_SETTINGS.even_noise, _SETTINGS.chroma_noise, _SETTINGS.chroma_noise, _SETTINGS.light_noise],
        np.float32,
    )
)
SMALL_PX = 16  # side of the prints among which candidates are looked up
# How much evened lightness, the chromas and plain lightness count for looking up: of nine mixtures on
# ../shared/decks the one that ranked the right card best.
CHANNEL_WEIGHTS = np.array([1.0, 2.5, 2.5, 0.3], np.float32)
_LEAST_NUMBERS = 3  # references that tell how numbers stand on a deck's cards ...
# ... if so many more of the named numbers are read so than otherwise: of The Ascent's practice deck, made to
# be looked at on a corner, 1.00 instead of 0.67; of Tranquility's and Elevation's 0.15 and 0.25 more ...
_LEANS_BY = 0.1
_ENOUGH_NUMBERS = 8  # ... and so many in any case: large numbers are read either way
_SHOWN = 0.5  # mean chance of the named numbers: on decks that the network can read 0.997 and more, else 0.2
_SQUARE = 0.89  # width over height from which a card may lie on any of its four sides
# How much of each small spot is compared, and what it counts for their mean.
_SHARE = cv2.resize(COMPARED_SHARE, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA).reshape(-1, 1)
_MEAN = np.ones((1, len(_SHARE)), np.float32) / _SHARE.sum()


@dataclass(frozen=True, slots=True, eq=False)
class CardPrint:
    """The print of one card, square whatever its shape."""

    channels: Vectors  # side x side x 4
    darkness: Vectors  # 0 as white as the card gets, 1 black
    shade: Vectors  # how light its paper is over where that is lightest; 1 where paper does not tell it
    shape: float  # width over height
    patch: Picture
    quad: Quad | None  # where the card lies in its patch, if not as it should
    grid: Grid
    on_paper: bool

    @classmethod
    def of(
        cls, patch: Picture, quad: Quad | None = None, grid: Grid = COARSE, *, on_paper: bool = False
    ) -> CardPrint:
        """Take it from a patch; `quad` where the card does not lie in it as it should.

        `on_paper`: the cards of its deck are mostly paper, which tells the light.
        """
        lit = _put_straight(patch, quad, grid)
        white = _paper_around(lit, grid) if on_paper else _white_of(lit, grid)
        shade = _share_of_light(white) if on_paper else np.ones(grid.compared.shape, np.float32)
        channels, light = _channels(blur(lit / (white + 5.0), _SETTINGS.soft_px), grid)
        left, top = card_edges(patch)
        shape = (SIDE_PX - 2 * left) / (SIDE_PX - 2 * top)
        return cls(channels, np.clip(1 - light, 0, 1), shade, shape, patch, quad, grid, on_paper)

    def finer(self) -> CardPrint:
        """The same print with all that its patch shows."""
        return CardPrint.of(self.patch, self.quad, FINE, on_paper=self.on_paper)

    @property
    def even(self) -> Vectors:
        """Lightness at one local contrast."""
        return np.ascontiguousarray(self.channels[..., 0])

    def noise(self) -> Vectors:
        """The variance of each channel at each spot, between two photographs of this card."""
        across = cv2.sepFilter2D(self.channels, cv2.CV_32F, SLOPE, NO_SLOPE)
        down = cv2.sepFilter2D(self.channels, cv2.CV_32F, NO_SLOPE, SLOPE)
        result = _BASE + _SETTINGS.slope_px**2 * (across * across + down * down)
        dyed = _SETTINGS.tint_noise**2 * np.square(self.channels[..., 1:3]).sum(axis=2)
        result[..., 1:3] += (dyed + np.square(_SETTINGS.dark_noise * self.darkness))[..., None]
        return np.asarray(result / np.square(self.shade)[..., None], np.float32)


def _put_straight(patch: Picture, quad: Quad | None, grid: Grid) -> Vectors:
    """The card of a patch on a grid."""
    size = (grid.side, grid.side)
    if quad is None:
        move = _to_print(*card_edges(patch), grid)
        small = cv2.warpAffine(patch, move, size, flags=cv2.INTER_AREA, borderMode=_EDGES)
    else:
        straight = cv2.getPerspectiveTransform(np.array(quad, np.float32), grid.corners)
        small = cv2.warpPerspective(patch, straight, size, flags=cv2.INTER_LINEAR, borderMode=_EDGES)
    return small.astype(np.float32)


def _white_of(lit: Vectors, grid: Grid) -> Vectors:
    """What counts as white of the whole card, of each colour."""
    on_card = lit[grid.on_card]
    at = int(_SETTINGS.white * len(on_card))
    return np.asarray(np.maximum(np.partition(on_card, at, axis=0)[at], 1.0), np.float32)


def _paper_around(lit: Vectors, grid: Grid) -> Vectors:
    """How light the paper is at each spot: print is closed over from around it, edges of shadows stay.

    What has another tint than the rest, or is much darker, lies upon the card.
    """
    share, width = grid.on_card.astype(np.float32), int(_SETTINGS.print_width * grid.card) | 1
    window, on_card = np.ones((width, width), np.uint8), grid.on_card[..., None]
    soft = blur(lit, _SETTINGS.soft_px * grid.side / PRINT_PX)
    lightest = cv2.dilate(np.where(on_card, soft, 0), window)
    white = _white_of(lit, grid)
    closed = cv2.erode(np.where(on_card, lightest, 255), window)
    light = (closed / white).mean(axis=2)[..., None]
    tint = np.abs(closed / white - light).max(axis=2)[..., None] / light
    is_paper = np.clip(2 - tint / _SETTINGS.shadow_tint, 0, 1) * (light >= _SETTINGS.shadow)
    paper = np.where(on_card, white + is_paper * (closed - white), 0)
    near = _SETTINGS.smooth * grid.card
    smooth = blur(paper, near) / (blur(share, near) + 1e-3)[..., None]
    return np.asarray(np.maximum(smooth, 1.0), np.float32)


def _share_of_light(paper: Vectors) -> Vectors:
    """How light paper is at each spot, over where it is lightest."""
    light = paper.mean(axis=2)
    return np.asarray(np.maximum(light / light.max(), _SETTINGS.shadow), np.float32)


def _share_of_paper(patch: Picture, quad: Quad | None) -> float:
    """How much of a card is as light as what is lightest around it."""
    lit = _put_straight(patch, quad, COARSE)
    light = np.min(blur(lit, _SETTINGS.soft_px) / _paper_around(lit, COARSE), axis=2)
    return float((light[COMPARED] >= _SETTINGS.paper_light).mean())


def _channels(lit: Vectors, grid: Grid) -> tuple[Vectors, Vectors]:
    """The four channels of a picture whose white is one, and its lightness."""
    blue, green, red = lit[..., 0], lit[..., 1], lit[..., 2]
    total = red + green + blue
    light = np.asarray(total / 3, np.float32)
    share, widely, nearby = _weights(grid)
    on_card = light * share
    wide = _SETTINGS.area * grid.card
    apart = light - blur_widely(on_card, wide) / widely
    contrast = blur_widely(apart * apart * share, wide) / widely
    dye = _SETTINGS.chroma / (total + _SETTINGS.dye)
    result = np.empty((*light.shape, _CHANNELS), np.float32)
    result[..., 0] = apart / np.sqrt(contrast + _SETTINGS.flat**2)
    result[..., 1] = dye * (red - green)
    result[..., 2] = dye * (blue - (red + green) / 2)
    result[..., 3] = _SETTINGS.light * blur(on_card, _SETTINGS.plain * grid.card) / nearby
    return result, light


@lru_cache(maxsize=64)
def _to_print(left: float, top: float, grid: Grid) -> npt.NDArray[np.float64]:
    middle, centre = (SIDE_PX - 1) / 2, (grid.side - 1) / 2
    across, down = (grid.card / (SIDE_PX - 2 * edge) for edge in (left, top))
    return np.array([[across, 0.0, centre - across * middle], [0.0, down, centre - down * middle]])


def card_edges(patch: Picture) -> tuple[float, float]:
    """How far from the patch's left and from its top the card begins.

    Beside a card that is not square the patch is grey, then a margin of table is seen.
    """
    middle = SIDE_PX // 2
    beside = [_grey_before(line) for line in (patch[middle], patch[:, middle])]
    left, top = (SIDE_PX * (MARGIN / (1 + 2 * MARGIN) if not n else MARGIN) + n for n in beside)
    return left, top


def card_quad(patch: Picture) -> Quad:
    """Where the card has its corners in a patch."""
    left, top = (edge - 0.5 for edge in card_edges(patch))
    right, bottom = SIDE_PX - 1 - left, SIDE_PX - 1 - top
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _grey_before(line: Picture) -> int:
    """How many pixels of a line are grey before the first that is not; JPEG leaves it nearly so."""
    grey = (np.abs(line.astype(np.int16) - GREY) <= _NEARLY).all(axis=1)
    return int(np.argmin(grey)) if grey[0] else 0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One reference by itself: a deck that grows works out only what is new."""

    patch: Picture
    rows: Rows  # what the network says of it, for each lean that its number may have
    print: CardPrint
    noise: Vectors
    guide: Guide
    paper: float  # how much of it is

    @classmethod
    def of(cls, patch: Picture, rows: Rows, quad: Quad | None = None, *, on_paper: bool = False) -> View:
        """Look at a reference (see `CardPrint.of`)."""
        seen = CardPrint.of(patch, quad, on_paper=on_paper)
        guide = Guide.of(seen.even, COMPARED_SHARE)
        return cls(patch, rows, seen, seen.noise(), guide, _share_of_paper(patch, quad))

    def as_print(self, *, on_paper: bool) -> View:
        """The same reference in a deck whose cards are mostly paper, or are not."""
        if self.print.on_paper == on_paper:
            return self
        return View.of(self.patch, self.rows, self.print.quad, on_paper=on_paper)


def are_on_paper(views: Sequence[View]) -> bool:
    """Whether the cards of a deck are mostly paper; a few tell nothing."""
    median = np.median([each.paper for each in views]) if len(views) >= _SETTINGS.few_cards else 0.0
    return bool(median >= _SETTINGS.paper_share)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledPrints:
    """The references of a deck: prints, how to bring them to a card, and what the network reads on them."""

    cards: tuple[str, ...]
    owners: _Indices  # the card that each reference shows
    prints: tuple[CardPrint, ...]
    noises: tuple[Vectors, ...]
    guides: tuple[Guide, ...]
    vectors: Vectors
    numbers: Values  # how likely each is
    colours: Values
    embeddings: Values
    square: bool
    on_paper: bool  # whether they are mostly paper
    told_lean: int | None  # of `LEANS`, how numbers stand on the cards; none where too few tell

    @classmethod
    def of(cls, names: Sequence[str], patches: Sequence[Picture], rows: Rows) -> EnrolledPrints:
        """Take it from the references' names, their patches and what the network says of them."""
        pairs = zip(patches, rows, strict=True)
        return cls.joined(names, [View.of(patch, np.stack([row] * len(LEANS))) for patch, row in pairs])

    @classmethod
    def joined(cls, names: Sequence[str], views: Sequence[View]) -> EnrolledPrints:
        """Take it from the references' names and what was worked out of each by itself."""
        prints = tuple(each.print for each in views)
        cards = tuple(dict.fromkeys(names))
        small = np.stack([shrunk(each.channels) for each in prints])
        leaning = np.stack([each.rows for each in views], axis=1)
        lean = _find_lean(names, leaning)
        rows = leaning[lean or 0]
        return cls(
            cards=cards,
            owners=np.array([cards.index(name) for name in names], np.int64),
            prints=prints,
            noises=tuple(each.noise for each in views),
            guides=tuple(each.guide for each in views),
            vectors=unit_vectors(small),
            numbers=_read_numbers(names, rows),
            colours=np.exp(colour_logs(rows)),
            embeddings=unit_embeddings(rows),
            square=float(np.median([each.shape for each in prints])) > _SQUARE,
            on_paper=prints[0].on_paper,
            told_lean=None if lean is None else LEANS[lean],
        )

    @property
    def lean(self) -> int:
        """How numbers stand on the cards, as far as is known."""
        return self.told_lean or 0

    def read_as(self, numbers: Values, colours: Values, most: int) -> list[int]:
        """The references whose number and colour are likeliest the same as these (each a row of chances)."""
        same = (self.numbers @ numbers) * (self.colours @ colours)
        return [int(at) for at in np.argsort(-same)[:most]]

    def numbers_of(self, names: Collection[str]) -> set[int]:
        """The places of these cards among `cards`; of unknown ones none."""
        return {at for at, card in enumerate(self.cards) if card in names}

    @property
    def shades(self) -> Values:
        """How light the paper of each reference is where it is darkest, over where it is lightest."""
        return np.array(
            [np.quantile(each.shade[each.grid.compared], _SETTINGS.darkest) for each in self.prints]
        )

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns that an outline of such a card leaves open."""
        return (0, 1, 2, 3) if self.square else (0, 2)


def _read_numbers(names: Sequence[str], rows: Rows) -> Values:
    """How likely each number is on references; on a deck whose named numbers are not read, all are the same.

    Indices of poker cards are too small to the network, which is sure of other numbers now and then.
    """
    numbers: Values = np.exp(number_logs(rows))
    own = [(at, number) for at, name in enumerate(names) if (number := number_of(name)) is not None]
    shown = np.mean([numbers[each] for each in own]) if len(own) >= _LEAST_NUMBERS else 1.0
    return numbers if shown >= _SHOWN else np.full_like(numbers, 1 / numbers.shape[1])


def _find_lean(names: Sequence[str], leaning: Rows) -> int | None:
    """Which of `LEANS` shows the most numbers as the cards are named; leans x references x scores."""
    own = [(at, number) for at, name in enumerate(names) if (number := number_of(name)) is not None]
    if len(own) < _LEAST_NUMBERS:
        return None
    at, numbers = np.array(own).T
    shown = np.array([np.exp(number_logs(rows[at]))[np.arange(len(at)), numbers].mean() for rows in leaning])
    best = int(shown.argmax())
    lean = best if shown[best] >= shown[0] + _LEANS_BY else 0
    plain = shown[lean] - np.delete(shown, lean).max() >= _LEANS_BY
    return lean if plain or len(own) >= _ENOUGH_NUMBERS else None


def shrunk(channels: Vectors) -> Vectors:
    """A print small enough for looking up."""
    return np.asarray(cv2.resize(channels, (SMALL_PX, SMALL_PX), interpolation=cv2.INTER_AREA), np.float32)


def unit_vectors(small: Vectors) -> Vectors:
    """Small prints (... x side x side x 4) as vectors of length one that tell nothing of the mean."""
    weighed = small.reshape(*small.shape[:-3], -1, _CHANNELS) * (_SHARE * CHANNEL_WEIGHTS)
    weighed -= _SHARE * (_MEAN @ weighed)
    flat = weighed.reshape(*small.shape[:-3], -1)
    size = np.sqrt(np.einsum("...i,...i->...", flat, flat))
    return np.asarray(flat / (size[..., None] + 1e-6), np.float32)
