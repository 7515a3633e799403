"""Enrolled decks: patches of cards shown once come in, one small file of references goes out.

A deck file is a zip archive (.npz) with one JPEG a reference and a JSON head; it can be copied to another Pi.
"""

import io
import json
import zipfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from storage.archives import Archive, BadArchive, open_archive
from storage.files import keep_copy, replace_file
from vision.errors import DeckError
from vision.picture import picture_size
from vision.read.patch import SIDE_PX
from vision.types import Picture

VERSION = 1
SUFFIX = ".deck"
HEAD = "deck.json"
# Colours at full size: halved, as JPEG does by itself, the faint stripes of a card are gone.
JPEG = (
    *(cv2.IMWRITE_JPEG_QUALITY, 96),
    *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
)
LARGEST_FILE = 64 << 20
PREVIOUS = ".previous"  # the end of the name under which a deck is kept as it was
MOST_REFERENCES = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One enrolled view of one card: its upright patch, as under plain light."""

    card: str
    patch: Picture


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The references of one deck and the game it belongs to."""

    name: str
    game: str | None = None
    references: tuple[Reference, ...] = ()
    complete: bool = True  # whether there is no card beside these

    def cards(self) -> tuple[str, ...]:
        """The names of the enrolled cards, each once, in the order they were shown."""
        return tuple(dict.fromkeys(reference.card for reference in self.references))

    def with_reference(self, card: str, patch: Picture) -> "Deck":
        """The deck with one more view of a card; a correction at the table teaches it this way."""
        if patch.shape != (SIDE_PX, SIDE_PX, 3):
            raise DeckError(f"a reference is a patch of {SIDE_PX} pixels, not {patch.shape}")
        if len(self.references) >= MOST_REFERENCES:
            raise DeckError(f"the deck is full: it has {MOST_REFERENCES} views of cards")
        return replace(self, references=(*self.references, Reference(card, patch.copy())))

    def without(self, card: str) -> "Deck":
        """The deck without any view of a card, as when it was enrolled under a wrong name."""
        kept = tuple(reference for reference in self.references if reference.card != card)
        return replace(self, references=kept)


def save_deck(deck: Deck, path: Path) -> None:
    """Write a deck so that a power cut leaves the old file or the new one, never half of one."""
    data = pack(deck)
    if len(data) > LARGEST_FILE:
        raise DeckError(f"the deck is full: {path} would have more than {LARGEST_FILE >> 20} MB")
    replace_file(path, data)


def open_deck(path: Path, name: str, game: str | None) -> Deck:
    """A deck to be added to: the one that is there, kept beside it as it is now, else a new one.

    Raises DeckError for a file that cannot be read, so that it is never written over.
    """
    if not path.exists():
        return Deck(name, game)
    deck = load_deck(path)
    keep_copy(path, path.with_name(path.name + PREVIOUS))
    return deck


def pack(deck: Deck) -> bytes:
    """The bytes of a deck file."""
    head = {"version": VERSION, "name": deck.name, "game": deck.game, "side_px": SIDE_PX}
    head["complete"] = deck.complete
    head["cards"] = [reference.card for reference in deck.references]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(HEAD), json.dumps(head, ensure_ascii=False))
        for index, reference in enumerate(deck.references):
            archive.writestr(zipfile.ZipInfo(f"{index}.jpg"), encode(reference.patch))
    return buffer.getvalue()


def encode(patch: Picture) -> bytes:
    """A patch as JPEG."""
    done, data = cv2.imencode(".jpg", patch, JPEG)
    if not done:
        raise DeckError("a reference could not be stored")
    return bytes(data)


def load_deck(path: Path) -> Deck:
    """Read a deck file; DeckError says what is wrong with one that cannot be used."""
    try:
        with open_archive(path, most_bytes=LARGEST_FILE, most_files=MOST_REFERENCES + 1) as archive:
            return unpack(archive, path)
    except FileNotFoundError as error:
        raise DeckError(f"there is no deck {path}; `companion enrol` makes one") from error
    except (OSError, BadArchive, KeyError) as error:
        raise DeckError(f"{path} is not a deck or is damaged: enrol it again or copy it anew") from error


def unpack(archive: Archive, path: Path) -> Deck:
    """The deck inside an opened file."""
    head = archive.read_json(HEAD)
    if not isinstance(head, dict) or not isinstance(head.get("version"), int):
        raise DeckError(f"{path} is not a deck")
    if head["version"] > VERSION:
        raise DeckError(f"{path} was made by a newer companion: update this one")
    cards, game = head["cards"], head["game"]
    named = isinstance(cards, list) and all(isinstance(card, str) and card for card in cards)
    if not named or len(cards) > MOST_REFERENCES or not (game is None or isinstance(game, str)):
        raise DeckError(f"{path} is damaged: its list of cards cannot be read")
    references = (Reference(card, decode(archive.read(f"{i}.jpg"), path)) for i, card in enumerate(cards))
    return Deck(str(head["name"]), game, tuple(references), head.get("complete", True) is not False)


def decode(data: bytes, path: Path) -> Picture:
    """A stored patch as a picture."""
    patch = None
    if picture_size(data) == (SIDE_PX, SIDE_PX):
        with suppress(cv2.error):
            patch = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if patch is None or patch.shape != (SIDE_PX, SIDE_PX, 3):
        raise DeckError(f"{path} is damaged: one of its pictures cannot be read")
    return np.asarray(patch, np.uint8)
