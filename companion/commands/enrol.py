"""Teach the eye your own deck: show each card once.

With a camera, lay one card at a time, the way up it is played, press Enter, and confirm or correct the name
that the eye proposes. With --from FOLDER, one picture a card, upright, named like the card (red-7.jpg). Every card is kept as soon as it is
confirmed: stop at any time and continue later with the same command. A deck is one small file that another
Pi can use too.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.config import data_folder
from companion.decks import load_deck as load_game
from companion.errors import CompanionError
from vision.decks import SUFFIX, Deck, load_deck, save_deck
from vision.enrolment import Enrolment, Refusal, Shot, shoot
from vision.errors import VisionError
from vision.layout import GAMES, card_sizes, load_deck_tables
from vision.picture import load_picture
from vision.read import Reader
from vision.types import Picture, Point

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
LISTED = 12  # missing cards named in one line

Ask = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("deck", metavar="DECK", help="its name, or a file ending in .deck")
    parser.add_argument(
        "--game", choices=GAMES, help="the game it belongs to: its cards are expected, others refused"
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="NAME", default="auto", help="auto, pi, usb:0, ... (auto)")
    source.add_argument(
        "--from", dest="folder", metavar="FOLDER", type=Path, help="pictures named like the cards"
    )
    parser.add_argument(
        "--again", action="store_true", help="with --from: also cards that are enrolled already"
    )


def run(arguments: argparse.Namespace) -> int:
    """Enrol; 0 when nothing is missing, 1 when something still is."""
    path = deck_path(arguments.deck)
    try:
        enrolment = begin(path, arguments.game)
        reader = Reader.load()
        if arguments.folder is not None:
            enrolment, refused = enrol_folder(reader, enrolment, path, arguments.folder, arguments.again)
        else:
            enrolment, refused = enrol_camera(reader, enrolment, path, arguments.camera), 0
    except VisionError as error:
        raise CompanionError(str(error)) from error
    print(tell_progress(enrolment))
    return 1 if refused or enrolment.missing() else 0


def deck_path(name: str) -> Path:
    """Where a deck of this name, or this file, is kept."""
    file = Path(name).expanduser()
    if file.suffix == SUFFIX:
        return file
    if file.name != name:
        raise CompanionError(f"{name!r} is neither a deck's name nor a file ending in {SUFFIX}")
    return data_folder() / "decks" / f"{name}{SUFFIX}"


def begin(path: Path, game: str | None) -> Enrolment:
    """Continue the deck that is there, or begin a new one."""
    deck = load_deck(path) if path.exists() else Deck(path.stem, game)
    if game is not None and deck.game not in (None, game):
        raise CompanionError(f"{path} is a deck of {deck.game}, not of {game}")
    played = deck.game or game
    wanted = tuple(load_game(played)) if played else ()
    return Enrolment(Deck(deck.name, played, deck.references), wanted)


# from a folder


def enrol_folder(
    reader: Reader, enrolment: Enrolment, path: Path, folder: Path, again: bool
) -> tuple[Enrolment, int]:
    """Take in every picture of a folder; gives back how many were refused."""
    refused = 0
    for file in list_pictures(folder):
        if file.stem in enrolment.deck.cards() and not again:
            continue
        shot, reason = shoot_file(reader, enrolment, file)
        if shot is None:
            refused += 1
            print(f"{file.name}: {reason}", file=sys.stderr)
            continue
        enrolment = Enrolment(enrolment.deck.without(file.stem), enrolment.wanted).confirm(shot, file.stem)
        save_deck(enrolment.deck, path)
        print(f"{file.name}: enrolled{doubt(shot, file.stem)}")
    return enrolment, refused


def list_pictures(folder: Path) -> list[Path]:
    """The pictures of a folder by name."""
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
    except OSError as error:
        raise CompanionError(f"{folder}: {(error.strerror or 'cannot be read').lower()}") from error
    if not files:
        raise CompanionError(f"{folder}: there is no picture in it")
    return files


def shoot_file(reader: Reader, enrolment: Enrolment, file: Path) -> tuple[Shot | None, str]:
    """The shot of one picture file, or why there is none."""
    try:
        enrolment.check_name(file.stem)
        shot = shoot(reader, load_picture(file), wanted=enrolment.wanted, size_mm=card_size(enrolment))
    except VisionError as error:
        return None, str(error).removeprefix(f"{file.name}: ")
    return (None, shot.value) if isinstance(shot, Refusal) else (shot, "")


def doubt(shot: Shot, name: str) -> str:
    """A remark when the eye would have called it otherwise, surely."""
    read = shot.reading.card
    return f" (it looks like {read}: is the name right?)" if read is not None and read != name else ""


# from a camera


def enrol_camera(
    reader: Reader, enrolment: Enrolment, path: Path, camera: str, ask: Ask = input
) -> Enrolment:
    """Take in card after card until the person stops."""
    print("Lay one card under the camera, the way up it is played, and press Enter; q and Enter stops.")
    with_pictures = camera_pictures(camera)
    while enrolment.missing() or not enrolment.wanted:
        print(tell_progress(enrolment))
        if answer(ask, "card> ") == "q":
            break
        shot = shoot(reader, next(with_pictures), wanted=enrolment.wanted, size_mm=card_size(enrolment))
        if isinstance(shot, Refusal):
            print(f"  not taken: {shot.value}")
            continue
        enrolment = confirm(enrolment, shot, ask, path)
    return enrolment


def confirm(enrolment: Enrolment, shot: Shot, ask: Ask, path: Path) -> Enrolment:
    """Ask for the name until it is one the deck can have; n leaves the card out."""
    proposal = enrolment.proposal(shot)
    while True:
        hint = f"{proposal}? [y, n or its name] " if proposal else "its name? [n for none] "
        said = answer(ask, hint)
        name = proposal if said in ("", "y", "yes") else said
        if name in (None, "n", "no", "q"):
            return enrolment
        try:
            enrolment = enrolment.confirm(shot, name)
        except VisionError as error:
            print(f"  {error}")
            continue
        save_deck(enrolment.deck, path)
        return enrolment


def answer(ask: Ask, question: str) -> str:
    """What the person types; the end of the input means stop."""
    try:
        return ask(question).strip()
    except EOFError:
        return "q"


def camera_pictures(name: str) -> Iterator[Picture]:
    """Pictures of a camera, each taken when it is asked for."""
    from hardware.camera import open_camera
    from hardware.errors import HardwareError

    try:
        with open_camera(name) as camera:
            while True:
                frame = camera.read(5.0)
                if frame is None:
                    raise CompanionError(f"the camera {name} gives no picture")
                yield frame.picture
    except HardwareError as error:
        raise CompanionError(str(error)) from error


# both


def card_size(enrolment: Enrolment) -> Point | None:
    """How large the game's cards are, if the game is known."""
    game = enrolment.deck.game
    return None if game is None else card_sizes(load_deck_tables(game)).size_mm


def tell_progress(enrolment: Enrolment) -> str:
    """How far the deck is and what is missing, in one line."""
    done, total = enrolment.progress()
    missing = enrolment.missing()
    if not enrolment.wanted:
        return f"{done} card{'' if done == 1 else 's'} enrolled"
    if not missing:
        return f"all {total} cards enrolled"
    more = "" if len(missing) <= LISTED else f" and {len(missing) - LISTED} more"
    return f"{done} of {total} cards enrolled; missing: {', '.join(missing[:LISTED])}{more}"
