"""The few exceptions of the eye: bad pictures, unknown faces, tables that cannot be measured."""


class VisionError(Exception):
    """The base of everything the eye refuses; its text is one sentence for a person."""


class PictureError(VisionError, ValueError):
    """A file that cannot be used as a picture."""


class PlaneError(VisionError, ValueError):
    """A table plane that cannot be measured from what was given."""


class DeckError(VisionError, ValueError):
    """A deck file, a card name or a layout that does not exist."""
