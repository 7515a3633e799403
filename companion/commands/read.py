"""Tell which cards lie on photographed tables.

For a game with places, each place with its card: the picture must show the four corner tags, or the camera
must have been calibrated. Otherwise every card found, wherever and however it lies. Exit code 2 when a
picture could not be read; the others are read all the same.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2

from companion.commands.eyes import add_eye_arguments, make_eye, stored_plane
from companion.errors import CompanionError
from vision.draw import draw_cards
from vision.errors import VisionError
from vision.eye import Eye, Sight
from vision.picture import load_picture
from vision.types import CardSeen, Plane


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help="JPEG, PNG, WebP, BMP or TIFF")
    add_eye_arguments(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each picture")
    parser.add_argument(
        "--draw", metavar="OUT.png", type=Path, help="save the picture with what was seen drawn over it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read each picture; the exit code is 2 when one could not be read."""
    eye, plane = make_eye(arguments), stored_plane(arguments)
    targets = drawing_paths(arguments.draw, arguments.pictures)
    codes = [
        read_picture(eye, plane, name, target, arguments.json)
        for name, target in zip(arguments.pictures, targets, strict=True)
    ]
    return max(codes)


def read_picture(eye: Eye, plane: Plane | None, name: str, target: Path | None, as_json: bool) -> int:
    """Read one picture and print it; a picture that cannot be read is one line on standard error."""
    try:
        picture = load_picture(name)
        sight = eye.look(picture, known=plane)
        if target is not None:
            save(target, draw_cards(picture, sight.cards))
    except (VisionError, CompanionError) as error:
        sys.stdout.flush()
        print(f"companion read: {sentence(name, error)}", file=sys.stderr)
        return 2
    print(json.dumps(as_object(name, sight)) if as_json else as_text(name, sight))
    return 0


def sentence(name: str, error: Exception) -> str:
    """The error's sentence, beginning with the picture it is about."""
    words = str(error)
    return words if words.startswith((name, Path(name).name)) else f"{Path(name).name}: {words}"


def drawing_paths(target: Path | None, pictures: list[str]) -> list[Path | None]:
    """Where each drawing goes: as named for one picture, numbered for several."""
    if target is None or len(pictures) == 1:
        return [target] * len(pictures)
    return [
        target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, len(pictures) + 1)
    ]


def save(path: Path, picture: Any) -> None:
    """Write a drawing; the suffix tells the format."""
    try:
        done, data = cv2.imencode(path.suffix or ".png", picture)
        if not done:
            raise CompanionError(f"{path}: a drawing cannot be saved as {path.suffix}")
        path.write_bytes(bytes(data))
    except cv2.error:
        raise CompanionError(
            f"{path}: a drawing cannot be saved as {path.suffix}; use .png or .jpg"
        ) from None
    except OSError as error:
        raise CompanionError(f"{path}: {(error.strerror or 'cannot be written').lower()}") from None


def as_object(name: str, sight: Sight) -> dict[str, Any]:
    """One picture for programs."""
    return {"picture": name, "cards": [card_object(card) for card in sight.cards]}


def card_object(card: CardSeen) -> dict[str, Any]:
    """One card for programs."""
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
        "card": card.card,
        "number": card.number,
        "colour": card.colour,
        "candidates": [[candidate, round(share, 4)] for candidate, share in card.candidates],
        "place": card.place,
        "turn_degrees": round(card.turn_degrees, 1),
    }


def as_text(name: str, sight: Sight) -> str:
    """One picture for people: a line for each card, after it what limited the eye."""
    number = len(sight.cards)
    head = f"{name}: {number} card{'' if number == 1 else 's'}"
    notes = [f"  ({note})" for note in sight.notes]
    return "\n".join([head, *(f"  {card_text(card)}" for card in sight.cards), *notes])


def card_text(card: CardSeen) -> str:
    """One card for people."""
    where = f"{card.place}:" if card.place else "at {:.0f}, {:.0f}:".format(*middle(card))
    guesses = ", ".join(f"{candidate} {share:.0%}" for candidate, share in card.candidates[:3])
    read = "-".join(str(part) for part in (card.colour, card.number) if part is not None)
    what = card.card or read or "not sure"
    return f"{where:<14}{what:<16}{guesses:<44} turned {card.turn_degrees:.0f}°"


def middle(card: CardSeen) -> tuple[float, float]:
    """The middle of a card's outline."""
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4
