"""Read the cards in photographs of a table.

For a game with places it prints each place with its card; the picture must show the four corner tags, or the
camera must have been calibrated. Otherwise it prints every card that it finds. The exit code is 2 if a
picture could not be opened; the other pictures are still read.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.commands import locale_of
from companion.commands.pictures import add_eye_arguments, draw_cards, eye_for, save_picture
from companion.config import add_language
from companion.error_words import say_error
from companion.errors import CompanionError
from companion.locale import Locale
from vision.errors import VisionError
from vision.eye import Eye
from vision.observation import CardSeen, Sight
from vision.picture import load_picture

_Printer = Callable[[str, Sight], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help="a JPEG, PNG or WebP file")
    add_eye_arguments(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per picture, each on a line"
    )
    add_language(parser)
    parser.add_argument(
        "--draw",
        metavar="OUT.png",
        type=Path,
        help="save the picture, with the cards drawn over it, as this file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read each picture; the exit code is 2 when one could not be read."""
    eye = eye_for(arguments)
    locale = locale_of(arguments)
    printer = _as_json if arguments.json else lambda name, sight: _as_text(name, sight, locale)
    targets = _drawing_paths(arguments.draw, arguments.pictures)
    return max(
        _read_picture(eye, name, target, printer, locale)
        for name, target in zip(arguments.pictures, targets, strict=True)
    )


def _read_picture(eye: Eye, name: str, target: Path | None, printer: _Printer, locale: Locale) -> int:
    """Read one picture and print it; a picture that cannot be read is one line on standard error."""
    try:
        picture = load_picture(name)
        sight = eye.look(picture)
        print(printer(name, sight))
        if target is not None:
            save_picture(target, draw_cards(picture, sight.cards))
    except (VisionError, CompanionError) as error:
        sys.stdout.flush()
        print(f"companion read: {_sentence(name, say_error(error, locale))}", file=sys.stderr)
        return 2
    return 0


def _sentence(name: str, words: str) -> str:
    return words if words.startswith((name, Path(name).name)) else f"{Path(name).name}: {words}"


def _drawing_paths(target: Path | None, pictures: list[str]) -> list[Path | None]:
    if target is None or len(pictures) == 1:
        return [target] * len(pictures)
    return [
        target.with_name(f"{target.stem}-{number}{target.suffix}") for number in range(1, len(pictures) + 1)
    ]


def _as_json(name: str, sight: Sight) -> str:
    return json.dumps({"picture": name, "cards": [_card_object(card) for card in sight.cards]})


def _card_object(card: CardSeen) -> dict[str, Any]:
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
        "card": card.card,
        "number": card.number,
        "colour": card.colour,
        "candidates": [[candidate, round(share, 4)] for candidate, share in card.candidates],
        "place": card.place,
        "turn_degrees": round(card.turn_degrees, 1),
    }


def _as_text(name: str, sight: Sight, locale: Locale) -> str:
    """One picture for people: a line for each card, after it what limited the eye."""
    number = len(sight.cards)
    key = "none" if number == 0 else "one" if number == 1 else "many"
    head = locale.say(f"read.{key}", picture=name, count=number)
    notes = [f"  ({locale.say('read.' + note.replace(' ', '-'))})" for note in sight.notes]
    return "\n".join([head, *(f"  {_card_text(card, locale)}" for card in sight.cards), *notes])


def _card_text(card: CardSeen, locale: Locale) -> str:
    x, y = (round(sum(side) / 4) for side in zip(*card.corners, strict=True))
    where = card.place or locale.say("read.at", x=x, y=y)
    guesses = ", ".join(f"{candidate} {share:.0%}" for candidate, share in card.candidates[:3])
    read = "-".join(str(part) for part in (card.colour, card.number) if part is not None)
    what = card.card or read or locale.say("read.unsure")
    turned = locale.say("read.turned", degrees=round(card.turn_degrees))
    return f"{where + ':':<14}{what:<16}{guesses:<44} {turned}"
