"""The measure: labelled pictures and what was seen on them come in, counts go out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.errors import VisionError
from vision.geometry import quad_iou
from vision.observation import CardSeen
from vision.types import Quad, area

FOUND_AT_LEAST = 0.5  # shared over united area from which a label counts as found
AS_TOLD = "write it as companion evaluate --help tells"
_INSIDE_AT_LEAST = 0.8  # of a label that boxes only the corner number, inside the outline


class LabelsError(VisionError, ValueError):
    """Labels that cannot be used."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a card really is and where: a turned outline, a plain box, or a box of its corner number only."""

    quad: Quad
    turned: bool = False
    corner_only: bool = False
    number: int | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture with its labels."""

    file: str
    kind: str
    tags: tuple[str, ...]
    cards: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class _Matches:
    """Which label was seen as which card; the rest was missed, or seen where nothing is labelled."""

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    false: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts that add up; readings are counted among the cards that were found and have such a label."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    false: int = 0
    numbers: int = 0  # labelled with a number, found or not
    numbers_found: int = 0
    number_right: int = 0
    number_wrong: int = 0
    number_guessed: int = 0  # sure or not, the first candidate has the right number
    colours: int = 0
    colours_found: int = 0
    colour_right: int = 0
    colour_wrong: int = 0
    colour_guessed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def missed(self) -> int:
        return self.cards - self.found

    @property
    def number_unsure(self) -> int:
        """Found with a labelled number and not read surely."""
        return self.numbers_found - self.number_right - self.number_wrong

    @property
    def colour_unsure(self) -> int:
        """Found with a labelled colour and not read surely."""
        return self.colours_found - self.colour_right - self.colour_wrong

    def as_dict(self) -> dict[str, int]:
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | {
            "missed": self.missed,
            "number_unsure": self.number_unsure,
            "colour_unsure": self.colour_unsure,
        }


def load_labels(folder: Path) -> tuple[Labelled, ...]:
    """The labels of a folder; LabelsError tells what is wrong with them."""
    file = folder / "labels.json"
    rows = read_labels(file)
    if not isinstance(rows, list):
        raise LabelsError(f"{file}: a list of pictures is expected; {AS_TOLD}")
    return tuple(_labelled(row, number, file) for number, row in enumerate(rows, 1))


def read_labels(file: Path) -> Any:
    """What a file of labels holds, whatever it is."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LabelsError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
    except (ValueError, RecursionError):
        raise LabelsError(f"{file}: not JSON; {AS_TOLD}") from None


def _labelled(row: Any, number: int, file: Path) -> Labelled:
    try:
        cards = tuple(_label(card) for card in row["cards"])
        return Labelled(
            str(row["file"]), str(row.get("kind", "")), tuple(map(str, row.get("tags", ()))), cards
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise LabelsError(f"{file}: picture {number} {say_fault(error)}; {AS_TOLD}") from None


def say_fault(error: Exception) -> str:
    """What a picture's labels lack."""
    return f"has no {error.args[0]}" if isinstance(error, KeyError) else "has a label that cannot be read"


def _label(card: dict[str, Any]) -> Label:
    x, y, width, height = (float(card[key]) for key in "xywh")
    quad: Quad = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    if card.get("quad"):
        quad = tuple((float(a), float(b)) for a, b in card["quad"])
    if len(quad) != 4:
        raise ValueError("a quad needs four points")
    number, colour = card.get("number"), card.get("colour")
    return Label(
        quad=quad if area(quad) > 0 else quad[::-1],
        turned=bool(card.get("quad")),
        corner_only="corner" in str(card.get("box", "")),
        number=int(number) if number is not None else None,
        colour=str(colour) if colour is not None else None,
    )


def overlap(label: Label, corners: Quad) -> float:
    """How well an outline fits a label, 0 to 1; below FOUND_AT_LEAST it does not."""
    if label.corner_only:
        own, seen = np.array(label.quad, np.float32), np.array(corners, np.float32)
        inside = cv2.intersectConvexConvex(own, seen)[0] / max(area(label.quad), 1e-9)
        return FOUND_AT_LEAST + 0.01 * inside if inside >= _INSIDE_AT_LEAST else 0.0
    return quad_iou(label.quad, corners if label.turned else _box(corners))


def _box(quad: Quad) -> Quad:
    (left, top), (right, bottom) = np.min(quad, axis=0).tolist(), np.max(quad, axis=0).tolist()
    return (left, top), (right, top), (right, bottom), (left, bottom)


def match(labels: Sequence[Label], cards: Sequence[CardSeen]) -> _Matches:
    """Labels and cards paired one to one, the best overlap first."""
    fits = [
        (overlap(label, card.corners), label_index, card_index)
        for label_index, label in enumerate(labels)
        for card_index, card in enumerate(cards)
    ]
    pairs: dict[int, int] = {}
    for fit, label_index, card_index in sorted(fits, key=lambda each: (-each[0], each[1], each[2])):
        if fit >= FOUND_AT_LEAST and label_index not in pairs and card_index not in pairs.values():
            pairs[label_index] = card_index
    missed = tuple(index for index in range(len(labels)) if index not in pairs)
    false = tuple(index for index in range(len(cards)) if index not in pairs.values())
    return _Matches(tuple(sorted(pairs.items())), missed, false)


def count(labels: Sequence[Label], cards: Sequence[CardSeen], matches: _Matches) -> Tally:
    """The counts of one picture."""
    total = Tally(
        pictures=1,
        cards=len(labels),
        found=len(matches.pairs),
        false=len(matches.false),
        numbers=sum(label.number is not None for label in labels),
        colours=sum(label.colour is not None for label in labels),
    )
    for label_index, card_index in matches.pairs:
        total += _count_reading(labels[label_index], cards[card_index])
    return total


def _count_reading(label: Label, card: CardSeen) -> Tally:
    number, colour = best_guess(card)
    asked_number, asked_colour = label.number is not None, label.colour is not None
    return Tally(
        numbers_found=asked_number,
        number_right=asked_number and card.number == label.number,
        number_wrong=asked_number and card.number not in (None, label.number),
        number_guessed=asked_number and number == label.number,
        colours_found=asked_colour,
        colour_right=asked_colour and card.colour == label.colour,
        colour_wrong=asked_colour and card.colour not in (None, label.colour),
        colour_guessed=asked_colour and colour == label.colour,
    )


def best_guess(card: CardSeen) -> tuple[int | None, str | None]:
    """Number and colour as read, or else of the first candidate (`red-7`)."""
    first = card.candidates[0][0] if card.candidates else ""
    colour, _, number = first.rpartition("-")
    guess = int(number) if number.isdigit() else None
    return (
        card.number if card.number is not None else guess,
        card.colour if card.colour is not None else (colour or (first if guess is None else "") or None),
    )


def is_failure(labels: Sequence[Label], cards: Sequence[CardSeen], matches: _Matches) -> bool:
    """Whether anything was missed, seen where nothing is, or read wrong though sure."""
    tally = count(labels, cards, matches)
    return bool(tally.missed or tally.false or tally.number_wrong or tally.colour_wrong)


@dataclass(frozen=True, slots=True)
class Report:
    """The counts of a whole folder: all together, for each kind and for each tag."""

    overall: Tally
    kinds: dict[str, Tally]
    tags: dict[str, Tally]


def add_up(tallies: Iterable[tuple[Labelled, Tally]]) -> Report:
    """The report of pictures and their counts."""
    overall = Tally()
    kinds: dict[str, Tally] = {}
    tags: dict[str, Tally] = {}
    for picture, tally in tallies:
        overall += tally
        kinds[picture.kind] = kinds.get(picture.kind, Tally()) + tally
        for tag in picture.tags:
            tags[tag] = tags.get(tag, Tally()) + tally
    return Report(overall, kinds, tags)
