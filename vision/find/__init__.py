"""The finder: a picture comes in, outlines of what may be cards lying anyhow go out, best first.

It rather proposes too much: what is not a card is rejected by the reader. Line segments are joined to
quadrilaterals of a card's shape; the size that most of them share (or the size that is known) then completes
touching rows, tight grids and cards that others cover in part. Where a mat fills the picture with table, the
silhouettes of what is not table help.

Where the settings of a stage say nothing else, they were set by hand while it was built, not fitted. With
them 463 of 467 cards of 60 tables that nobody looked at then were found, and a false one (the bench's seeds
91000 to 91003 and 92000 to 92005 of each kind, by a reader that knows the truth).
"""

from vision.find.finder import find_cards, see_silhouettes
from vision.find.silhouette import Silhouettes, Standing, stand_alone

__all__ = ["Silhouettes", "Standing", "find_cards", "see_silhouettes", "stand_alone"]
