"""The measure of enrolled reading: a folder of a real deck comes in, it is enrolled, read and counted.

A folder holds enrol/CARD.jpg (one upright picture a card), scenes/ and labels.json with `pictures`: file,
tags and cards, each with the name of its reference, and `covered` where half of it or more is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from vision.decks import Deck
from vision.enrolment import Refusal, Shot, shoot, shoot_like
from vision.errors import PictureError
from vision.eye import make_eye
from vision.lab.evaluate import AS_TOLD, LabelsError, read_labels, say_fault
from vision.observation import CardSeen
from vision.picture import load_picture
from vision.read.reader import Reader

PICTURES = (".jpg", ".jpeg", ".png")
LABELS, ENROL = "labels.json", "enrol"


@dataclass(frozen=True, slots=True)
class DeckPicture:
    """One picture of a deck's cards: what lies in it, and what of that is half covered."""

    file: str
    tags: tuple[str, ...]
    cards: tuple[str, ...]
    covered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckTally:
    """Counts that add up; cards that are half covered may be read or not, but not wrongly."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    right: int = 0  # surely
    unsure: int = 0
    first: int = 0  # right, surely or as the first guess
    wrong: int = 0  # surely
    strangers: int = 0  # cards that were never enrolled ...
    strangers_sure: int = 0  # ... in place of which the same number of cards at most was read surely

    def __add__(self, other: DeckTally) -> DeckTally:
        return DeckTally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def is_failure(self) -> bool:
        """Whether anything was missed, or read wrong though sure."""
        return self.found < self.cards or self.wrong > 0

    def as_dict(self) -> dict[str, int]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What was measured of one deck: all together, by tag, what was refused and what was surely wrong."""

    name: str
    overall: DeckTally
    tags: dict[str, DeckTally]
    refused: tuple[tuple[str, str], ...]  # card, why
    mistakes: tuple[tuple[str, str], ...]  # picture, card


def deck_folders(folder: Path) -> list[Path]:
    """The deck's folder itself, or those of the decks in it."""
    inside = sorted(each.parent for each in folder.glob(f"*/{LABELS}") if (each.parent / ENROL).is_dir())
    return [folder] if (folder / ENROL).is_dir() and (folder / LABELS).is_file() else inside


def load_deck_pictures(folder: Path) -> tuple[DeckPicture, ...]:
    """The labels of a deck's folder; LabelsError tells what is wrong with them."""
    file = folder / LABELS
    labels = read_labels(file)
    rows = labels.get("pictures") if isinstance(labels, dict) else None
    if not isinstance(rows, list):
        raise LabelsError(f"{file}: a list of pictures is expected; {AS_TOLD}")
    return tuple(_picture(row, number, file) for number, row in enumerate(rows, 1))


def _picture(row: Any, number: int, file: Path) -> DeckPicture:
    try:
        names: dict[bool, list[str]] = {True: [], False: []}
        for card in row["cards"]:
            names[bool(card.get("covered"))].append(str(card["card"]))
        tags = tuple(map(str, row.get("tags", ())))
        return DeckPicture(str(row["file"]), tags, tuple(names[False]), tuple(names[True]))
    except (KeyError, TypeError, AttributeError) as error:
        raise LabelsError(f"{file}: picture {number} {say_fault(error)}; {AS_TOLD}") from None


def enrol_pictures(
    reader: Reader, folder: Path, *, drop: int = 0
) -> tuple[Deck, tuple[tuple[str, str], ...]]:
    """A deck of the folder's references, as `companion enrol` takes them, and what was refused.

    `drop`: every so many references are left out, and the deck knows that it is incomplete.
    """
    files = sorted(each for each in (folder / ENROL).iterdir() if each.suffix.lower() in PICTURES)
    shots, refused = dict[Path, Shot | Refusal](), dict[str, str]()
    for file in (each for at, each in enumerate(files, 1) if not drop or at % drop):
        try:
            shots[file] = shoot(reader, load_picture(file))
        except PictureError as error:
            refused[file.stem] = str(error)
    fellows = [shot for shot in shots.values() if isinstance(shot, Shot)]
    deck = Deck(folder.name)
    for file, shot in shots.items():
        taken = shot if isinstance(shot, Shot) else shoot_like(reader, load_picture(file), fellows)
        if taken is not None:
            deck = deck.with_reference(file.stem, taken.patch)
        elif isinstance(shot, Refusal):
            refused[file.stem] = shot.name.lower()
    return replace(deck, complete=not refused and not drop), tuple(sorted(refused.items()))


def count_picture(picture: DeckPicture, seen: Sequence[CardSeen], known: frozenset[str]) -> DeckTally:
    """The counts of one picture, by names: where cards lie is not asked."""
    truth, covered = Counter(picture.cards), Counter(picture.covered)
    sure = Counter(card.card for card in seen if card.card is not None)
    right = truth & sure
    wrong = sure - right - covered
    rest = truth - right
    guesses = Counter(card.candidates[0][0] for card in seen if card.card is None and card.candidates)
    strangers = sum(count for card, count in truth.items() if card not in known)
    return DeckTally(
        pictures=1,
        cards=truth.total(),
        found=min(len(seen), truth.total() + covered.total()),
        right=right.total(),
        unsure=sum(card.card is None for card in seen),
        first=right.total() + (rest & guesses).total(),
        wrong=wrong.total(),
        strangers=strangers,
        strangers_sure=min(strangers, wrong.total()),
    )


def measure_deck(
    reader: Reader, folder: Path, *, drop: int = 0
) -> Iterator[tuple[DeckPicture, DeckTally, tuple[CardSeen, ...]] | DeckReport]:
    """Enrol a deck, read its pictures one by one, and at last give the report."""
    pictures = load_deck_pictures(folder)
    deck, refused = enrol_pictures(reader, folder, drop=drop)
    eye, known = make_eye(deck=deck, reader=reader), frozenset(deck.cards())
    overall, tags, mistakes = DeckTally(), dict[str, DeckTally](), list[tuple[str, str]]()
    for picture in pictures:
        seen = eye.look(load_picture(folder / picture.file)).cards
        tally = count_picture(picture, seen, known)
        names = Counter(card.card for card in seen if card.card is not None)
        wrong = tuple((names - Counter(picture.cards) - Counter(picture.covered)).elements())
        overall += tally
        mistakes += [(picture.file, name) for name in wrong]
        for tag in picture.tags:
            tags[tag] = tags.get(tag, DeckTally()) + tally
        yield picture, tally, seen
    yield DeckReport(folder.name, overall, tags, refused, tuple(mistakes))
