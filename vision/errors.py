"""The few exceptions of the eye: bad pictures, unknown faces, tables that cannot be measured."""

from collections.abc import Mapping
from typing import Any, Self

# What a screen may have to show, by its code; the locales have the same in their languages under [vision].
SENTENCES = {
    "corners-order": "set the four corners in this order: top left, top right, bottom right, bottom left",
    "corners-close": "the four corners are too close together",
    "deck-full": "the deck is full: no further view of a card fits in",
    "deck-large": "the deck is full: {path} would have more than {most} MB",
    "deck-damaged": "{path} is not a deck or is damaged: enrol it again or copy it anew",
    "deck-first": "no earlier deck is kept beside {path}",
    "deck-newer": "{path} was made by a newer companion: update this one",
    "no-network": "the reader's network {path} cannot be loaded",
    "no-calibration": "the reader's calibration {path} cannot be read: {reason}",
    "picture-cut": "{file}: the file is cut off; copy it again",
    "picture-damaged": "{file}: the picture is damaged and cannot be opened",
    "picture-black": "{file}: the picture is black; is the lens covered or the light off?",
    "picture-none": "{file}: not a picture (JPEG, PNG and WebP are read)",
    "picture-large": "{file}: {width} x {height} is {size} megapixels (at most {most}); make it smaller",
    "picture-small": "{file}: {width} x {height} pixels are too few to see a card",
    "picture-bytes": "{file}: the file is larger than {most} MB",
    "picture-folder": "{file}: a folder, not a picture",
    "picture-empty": "{file}: the file is empty",
    "picture-missing": "{file}: no such file; check the name",
    "picture-unread": "{file}: {reason}",
}


class VisionError(Exception):
    """The base of everything the eye refuses; its text is one English sentence for a person."""

    code: str = ""
    facts: Mapping[str, Any] = {}

    @classmethod
    def told(cls, code: str, **facts: Any) -> Self:
        """An error whose sentence every language has: its code, and the facts in it."""
        error = cls(SENTENCES[code].format(**facts))
        error.code, error.facts = code, facts
        return error


class PictureError(VisionError, ValueError):
    """A file that cannot be used as a picture."""


class PlaneError(VisionError, ValueError):
    """A table plane that cannot be measured from what was given."""


class DeckError(VisionError, ValueError):
    """A deck file, a card name or a layout that does not exist."""
