"""The finder: a picture comes in, outlines of what may be cards lying anyhow go out, best first.

It rather proposes too much: what is not a card is rejected by the reader. Line segments are joined to
quadrilaterals of a card's shape; the size that most of them share (or the size that is known) then completes
touching rows, tight grids and cards that others cover in part. Where a mat fills the picture with table, the
silhouettes of what is not table help.
"""

from vision.find.finder import find_cards, see_silhouettes
from vision.find.silhouette import Silhouettes, Standing, stand_alone

__all__ = ["Silhouettes", "Standing", "find_cards", "see_silhouettes", "stand_alone"]
