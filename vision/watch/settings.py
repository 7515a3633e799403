"""All figures of the watch: how long, how much and how far."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _WatchSettings:
    """Set by hand and held by tests/vision/watch, on rendered tables and the film of a real hand.

    Where a figure was measured, that stands beside it. A cell is one square of a coarse grid over the small
    grey frame; shares of outlines are shared over united area.
    """

    # When the table is read, and what lasts.
    settle_seconds: float = 0.3  # how long it must be still
    frames: int = 3  # over which it is read
    rest_seconds: float = 4.0  # as long as a hand may rest: what lies so for longer is light, a cup or a card
    light_seconds: float = 0.4  # how long our own lights disturb the picture when they change
    moment_seconds: float = 1.0  # a pause of what moves; a shorter blindness is not worth a word
    lasting_seconds: float = 3.0  # what stirs on one spot for longer is a lamp, what never does is frozen

    # What moves and what has changed, in grey levels.
    cell_px: int = 15
    moving: float = 6.0  # mean of a cell between two frames
    faint: float = 30.0  # the same for a hand, at least: on the film a person's shadow came to 29
    changed: float = 7.0  # mean of a cell against the table as it was read
    point_changed: int = 10  # the same at one point
    noise_factor: float = 2.5  # a cell stands out when it differs this much more than the median cell
    band_parts: int = 3  # of a row that must agree on the light ...
    band_samples: int = 16  # ... with so many points each, a quarter of them not blown out ...
    band_agree: float = 1.08  # ... and within this factor
    blown_out: int = 245  # from which a point tells too little of its light ...
    bleaches: float = 0.55  # ... how much less that rises: of a row's change of light ...
    most_bleached: float = 0.16  # ... and at most ...
    never_bleached: int = 120  # ... but below this none of its colours is blown out

    # What is a hand.
    smallest_hand: int = 6  # cells: a smaller change at the picture's edge is no arm
    largest_hand: float = 0.3  # of all cells: a greater change is the light or the camera, nor is it a shadow
    inner: float = 0.8  # the part of a card that tells whether a hand is over it

    # What the cards do that lie there.
    touched: float = 0.3  # of a card that has changed: with less, a neighbour came or went
    everywhere: float = 0.5  # of the picture: where more has changed, all of it is looked at
    whole: float = 0.9  # 99 in 100 outlines that nothing covers are drawn better, half covered ones never
    half: float = 0.75  # of 255 cards that came all were drawn to 0.9 but one, half under a hand, to 0.52
    fades: float = 0.1  # of an outline: what is drawn of it may vary so much from look to look
    # Confidence from which an unsure card may be the one that lay there. Of 44 cards that very bad light left
    # unsure two thirds had so much of it for themselves, and one like card each; ten thousandths had three.
    # A card that a person named is another when it may be neither that one nor what it was first taken for:
    # so were 97 of 100 that others were exchanged for, 1 of 1,100 that lay there in another light and 6 of
    # 830 that were moved a little, all of them unsure and of invented decks that nobody had enrolled.
    may_be: float = 0.1

    # Cards beside the places, upon them, and face down.
    around: float = 1.5  # of a card on a place: so far its edge and its shadow change the picture
    near: float = 1.8  # the same: so far the middle of one lies that covers a part of it
    stray_cells: int = 3  # of a change beside the places that may be a card
    upon: float = 0.03  # from which a card lies upon another one
    back_size_off: float = 0.22  # how far its sides may be from a card's: the shadow belongs to the change
    back_share: float = 0.5  # of a back that is not table: it may have the table's colour here and there
    back_gaps_px: int = 5  # that are closed: a back may have the table's colour here and there

    # When the camera sees nothing. Fitted on empty rendered tables of every kind, lit from 0.25 to 2 times as
    # brightly, whose detail came to 1.42 at least, and on frames of one colour with noise of 6 grey levels,
    # whose detail came to 1.1 at most.
    dark: float = 30.0  # mean grey level
    bright: float = 240.0
    detail: float = 1.4  # grey levels by which a coarse picture differs from its own blur
    coarse_px: int = 6  # of a frame that become one: noise is averaged out, and a tag still shows
    coarse_blur: int = 7
    even: float = 3.0  # spread of grey levels over a whole frame of one colour


SETTINGS = _WatchSettings()
