"""Enrolled decks: patches of cards shown once come in, one small file of references goes out.

A deck file is a zip archive (.npz) with one JPEG a reference and a JSON head; it can be copied to another Pi.
"""

import io
import json
import time
import zipfile
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from storage import Archive, BadArchive, free_name, keep_copy, open_archive, replace_file, sync_folder
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
PREVIOUS = ".previous"  # the end of the name under which the deck of the evening before is kept
_EVENING_SECONDS = 6 * 3600.0  # a deck that was not written for so long is that of an evening before
MOST_REFERENCES = 2000
SHOWN = "shown"  # the sighting of a card that somebody showed on purpose


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One view of one card: its upright patch, as under plain light, and who says that it is this card."""

    card: str
    patch: Picture
    sightings: tuple[str, ...] = (SHOWN,)  # shown on purpose, or the records and events that named it
    apart: bool = False  # it looks like another card, so nothing is read with it until it is seen again

    @property
    def firm(self) -> bool:
        """Whether it was shown on purpose, or two sightings agree."""
        return SHOWN in self.sightings or len(self.sightings) > 1


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The references of one deck and the game it belongs to; one that is learnt while playing grows."""

    name: str
    game: str | None = None
    references: tuple[Reference, ...] = ()
    complete: bool = True  # whether there is no card beside these
    guess: bool = False  # whether another deck may lie there instead: then none of its cards is firm

    def cards(self) -> tuple[str, ...]:
        """The names of the cards that are known, each once, in the order they were shown."""
        return tuple(dict.fromkeys(each.card for each in self.references if not each.apart))

    def firm_cards(self) -> frozenset[str]:
        """The names of the cards that two sightings agree on, or that were shown on purpose."""
        if self.guess:
            return frozenset()
        return frozenset(each.card for each in self.references if each.firm and not each.apart)

    def used(self) -> "Deck":
        """The deck as cards are read with it: without what is kept apart."""
        if not any(each.apart for each in self.references):
            return self
        return replace(self, references=tuple(each for each in self.references if not each.apart))

    def with_reference(
        self, card: str, patch: Picture, sightings: tuple[str, ...] = (SHOWN,), *, apart: bool = False
    ) -> "Deck":
        """The deck with one more view of a card."""
        if patch.shape != (SIDE_PX, SIDE_PX, 3):
            raise DeckError(f"a reference is a patch of {SIDE_PX} pixels, not {patch.shape}")
        if len(self.references) >= MOST_REFERENCES:
            raise DeckError.told("deck-full")
        new = Reference(card, patch.copy(), sightings, apart)
        return replace(self, references=(*self.references, new))

    def without(self, card: str) -> "Deck":
        """The deck without any view of a card, as when it was enrolled under a wrong name."""
        kept = tuple(reference for reference in self.references if reference.card != card)
        return replace(self, references=kept)

    def without_view(self, number: int) -> "Deck":
        """The deck without its reference of this number, counted from 0."""
        return replace(self, references=(*self.references[:number], *self.references[number + 1 :]))

    def without_sighting(self, sighting: str) -> "Deck":
        """The deck as if an event had never been confirmed: what only it tells goes."""
        if not any(sighting in each.sightings for each in self.references):
            return self
        left = (
            replace(each, sightings=tuple(told for told in each.sightings if told != sighting))
            for each in self.references
        )
        return replace(self, references=tuple(each for each in left if each.sightings))


def save_deck(deck: Deck, path: Path) -> None:
    """Write a deck so that a power cut leaves the old file or the new one, never half of one."""
    data = pack(deck)
    if len(data) > LARGEST_FILE:
        raise DeckError.told("deck-large", path=path, most=LARGEST_FILE >> 20)
    replace_file(path, data)


def open_deck(path: Path, name: str, game: str | None, now: float | None = None) -> Deck:
    """A deck to be added to: the one that is there, that of the evening before kept beside it, or a new one.

    `now` is the wall's time. Raises DeckError for a file that cannot be read: it is never written over.
    """
    if not path.exists():
        return Deck(name, game)
    deck, previous = load_deck(path), previous_path(path)
    aged = (time.time() if now is None else now) - path.stat().st_mtime > _EVENING_SECONDS
    if aged or not previous.exists():
        keep_copy(path, previous)
    return deck


def previous_path(path: Path) -> Path:
    """Where the deck of the evening before is kept."""
    return path.with_name(path.name + PREVIOUS)


def restore_deck(path: Path) -> Deck:
    """Give back the deck of the evening before; today's takes its place, so that it can come back.

    Meanwhile today's has a copy beside it: a plug pulled in the middle may leave that, and loses neither.
    """
    previous = previous_path(path)
    if not previous.exists():
        raise DeckError.told("deck-first", path=path)
    deck, today = load_deck(previous), free_name(path)
    if today != path:
        keep_copy(path, today)
    keep_copy(previous, path)
    if today != path:
        today.replace(previous)
        sync_folder(path.parent)
    return deck


def pack(deck: Deck) -> bytes:
    """The bytes of a deck file."""
    head = {"version": VERSION, "name": deck.name, "game": deck.game, "side_px": SIDE_PX}
    head |= {"complete": deck.complete, "cards": [each.card for each in deck.references]}
    head["sightings"] = [each.sightings for each in deck.references]
    head["apart"] = [number for number, each in enumerate(deck.references) if each.apart]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(HEAD), json.dumps(head, ensure_ascii=False))
        for index, reference in enumerate(deck.references):
            archive.writestr(zipfile.ZipInfo(f"{index}.jpg"), encode(reference.patch))
    return buffer.getvalue()


def encode(patch: Picture) -> bytes:
    """A patch as JPEG."""
    return bytes(cv2.imencode(".jpg", patch, JPEG)[1])


def load_deck(path: Path) -> Deck:
    """Read a deck file; DeckError says what is wrong with one that cannot be used."""
    try:
        with _open(path) as archive:
            return _unpack(archive, path)
    except FileNotFoundError as error:
        raise DeckError(f"there is no deck {path}; `companion enrol` makes one") from error
    except (OSError, BadArchive, KeyError) as error:
        raise DeckError.told("deck-damaged", path=path) from error


def count_known(path: Path) -> int:
    """How many cards a deck file knows, without its pictures; none where it cannot be read."""
    try:
        with _open(path) as archive:
            head = archive.read_json(HEAD)
        apart = set(head.get("apart", []))
        return len({card for number, card in enumerate(head["cards"]) if number not in apart})
    except (OSError, BadArchive, KeyError, TypeError, AttributeError):
        return 0


def _open(path: Path) -> AbstractContextManager[Archive]:
    return open_archive(path, most_bytes=LARGEST_FILE, most_files=MOST_REFERENCES + 1)


def _unpack(archive: Archive, path: Path) -> Deck:
    """The deck inside an opened file; where it does not tell who named its references, they were shown."""
    head = archive.read_json(HEAD)
    if not isinstance(head, dict) or not isinstance(head.get("version"), int):
        raise DeckError.told("deck-damaged", path=path)
    if head["version"] > VERSION:
        raise DeckError.told("deck-newer", path=path)
    cards, game, apart = head["cards"], head["game"], head.get("apart", [])
    whole = _is_list(cards, str) and isinstance(apart, list) and isinstance(game, str | None)
    sightings: Any = head.get("sightings", [[SHOWN]] * len(cards)) if whole else None
    if not _is_list(sightings, list) or not len(sightings) == len(cards) <= MOST_REFERENCES:
        raise DeckError.told("deck-damaged", path=path)
    references = (
        Reference(card, decode(archive.read(f"{at}.jpg"), path), tuple(map(str, sightings[at])), at in apart)
        for at, card in enumerate(cards)
    )
    return Deck(str(head["name"]), game, tuple(references), head.get("complete", True) is not False)


def _is_list(values: Any, kind: type) -> bool:
    return isinstance(values, list) and all(isinstance(each, kind) and each for each in values)


def decode(data: bytes, path: Path) -> Picture:
    """A stored patch as a picture."""
    patch = None
    if picture_size(data) == (SIDE_PX, SIDE_PX):
        with suppress(cv2.error):
            patch = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if patch is None or patch.shape != (SIDE_PX, SIDE_PX, 3):
        raise DeckError.told("deck-damaged", path=path)
    return np.asarray(patch, np.uint8)
