"""Teach the companion your own deck by showing it each card once.

With a camera, lay one card at a time, the same way up as in the game, press Enter, and confirm or correct the
name that is proposed. With --from, take one upright picture of each card, named like the card (red-7.jpg).
Each card is saved as soon as it is confirmed, so you can stop at any time and continue later with the same
command. A deck is one small file that you can copy to another Pi.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.commands import locale_of, prepare_folder
from companion.commands.pictures import TRUTH, draw_outlines, save_picture
from companion.config import add_language, data_folder
from companion.decks import load_deck as load_game
from companion.error_words import say_error
from companion.errors import CompanionError
from companion.games import GAMES
from companion.games.values import CardCount
from companion.locale import Locale
from companion.table.layout import card_sizes
from hardware.cameras import Camera, open_camera
from hardware.errors import HardwareError
from storage import at_home
from vision.deck_check import DeckCheck, check_deck
from vision.decks import SUFFIX, Deck, open_deck, save_deck
from vision.enrolment import Enrolment, Refusal, Shot, shoot, shoot_like
from vision.errors import VisionError
from vision.picture import load_picture
from vision.read.reader import Reader
from vision.types import Picture, Point

_PICTURES = {".jpg", ".jpeg", ".png", ".webp"}
_LISTED = 12  # missing cards named in one line
YES, NO = ("", "y", "yes", "o", "oui"), ("n", "no", "non", "q")  # what a person may type, in any language
_CARD_NAME = re.compile(r'[^\s/\\"]+')

_Ask = Callable[[str], str]
_Shots = dict[Path, Shot | None]  # what was taken of each picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("deck", metavar="DECK", help="the name of the deck, or a file that ends in .deck")
    parser.add_argument("--game", choices=GAMES, help="accept only the cards of this game")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--camera",
        metavar="NAME",
        default="auto",
        help="use this camera: auto, pi, usb:0 ... (default: auto)",
    )
    source.add_argument(
        "--from",
        dest="folder",
        metavar="FOLDER",
        type=Path,
        help="use the pictures in this folder, each named like its card",
    )
    parser.add_argument(
        "--again", action="store_true", help="with --from: also enrol cards that are already in the deck"
    )
    parser.add_argument(
        "--outlines",
        metavar="OUT",
        type=Path,
        help="with --from: save each picture with the outline that was taken for the card",
    )
    parser.add_argument(
        "--incomplete",
        action="store_true",
        help="say that the deck has more cards than these, so that a similar card is asked about",
    )
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Enrol; 0 when nothing is missing, 1 when something still is."""
    locale = locale_of(arguments)
    path = _deck_path(arguments.deck, locale)
    if arguments.folder is not None and arguments.outlines is not None:
        prepare_folder(arguments.outlines)
    enrolment, reader = _begin(path, arguments.game, locale), Reader.load()
    shots: _Shots = {}
    if arguments.folder is None:
        enrolment = enrol_camera(reader, enrolment, path, arguments.camera, locale)
    else:
        enrolment, shots = _enrol_folder(
            reader, enrolment, path, arguments.folder, locale, again=arguments.again
        )
        if arguments.outlines is not None:
            _draw_shots(shots, arguments.outlines)
    known = enrolment.deck.cards()
    refused = [file.stem for file, shot in shots.items() if shot is None and file.stem not in known]
    if enrolment.deck.references:
        save_deck(replace(enrolment.deck, complete=not refused and not arguments.incomplete), path)
        for line in _tell_check(check_deck(reader, enrolment.deck), enrolment.deck, locale):
            print(line)
    print(_tell_progress(enrolment, locale))
    if refused:
        print(locale.say("enrol.lacks", count=len(refused), cards=_list_names(refused, locale)))
    return 1 if refused or enrolment.missing() else 0


def _deck_path(name: str, locale: Locale) -> Path:
    file = at_home(name)
    if file.suffix == SUFFIX:
        return file
    if not name or file.name != name:
        raise CompanionError(locale.say("enrol.no-deck", name=name, suffix=SUFFIX))
    return data_folder() / "decks" / f"{name}{SUFFIX}"


def _begin(path: Path, game: str | None, locale: Locale) -> Enrolment:
    """Continue the deck that is there, or begin a new one."""
    deck = open_deck(path, path.stem, game)
    if game is not None and deck.game not in (None, game):
        raise CompanionError(locale.say("enrol.other-game", file=path, game=deck.game, wanted=game))
    played = deck.game or game
    wanted = tuple(load_game(played)) if played else ()
    return Enrolment(Deck(deck.name, played, deck.references, complete=False), wanted)


# from a folder


def _enrol_folder(
    reader: Reader, enrolment: Enrolment, path: Path, folder: Path, locale: Locale, *, again: bool
) -> tuple[Enrolment, _Shots]:
    """Take in every picture of a folder; gives back what was taken of each.

    What is refused by itself is looked at again when its fellows are known.
    """
    shots: _Shots = {}
    reasons: dict[Path, str] = {}
    for file in _list_pictures(folder, locale):
        if file.stem in enrolment.deck.cards() and not again:
            continue
        shots[file], reasons[file] = _shoot_file(reader, enrolment, file, locale)
        enrolment = _take_in(enrolment, file, shots[file], path, locale)
    fellows = [shot for shot in shots.values() if shot is not None]
    for file in [file for file, shot in shots.items() if shot is None]:
        shots[file] = _shoot_like_file(reader, enrolment, file, fellows)
        if shots[file] is None:
            print(locale.say("enrol.refused", file=file.name, why=reasons[file]), file=sys.stderr)
        enrolment = _take_in(enrolment, file, shots[file], path, locale)
    return enrolment, shots


def _take_in(enrolment: Enrolment, file: Path, shot: Shot | None, path: Path, locale: Locale) -> Enrolment:
    if shot is None:
        return enrolment
    enrolment = Enrolment(enrolment.deck.without(file.stem), enrolment.wanted).confirm(shot, file.stem)
    save_deck(enrolment.deck, path)
    print(locale.say("enrol.enrolled", file=file.name) + _doubt(shot, file.stem, locale))
    return enrolment


def _shoot_like_file(
    reader: Reader, enrolment: Enrolment, file: Path, fellows: Sequence[Shot]
) -> Shot | None:
    try:
        enrolment.check_name(file.stem)
        return shoot_like(reader, load_picture(file), fellows)
    except VisionError:
        return None


def _draw_shots(shots: _Shots, out: Path) -> None:
    """Each picture with the outline that was taken for the card; one that cannot be read was told before."""
    for file, shot in shots.items():
        with suppress(VisionError):
            picture = load_picture(file)
            quads = [shot.reading.corners] if shot is not None and shot.reading.corners else []
            save_picture(out / f"{file.stem}.jpg", draw_outlines(picture, quads, TRUTH, [file.stem]))


def _list_pictures(folder: Path, locale: Locale) -> list[Path]:
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _PICTURES)
    if not files:
        raise CompanionError(locale.say("enrol.no-picture", folder=folder))
    return files


def _shoot_file(reader: Reader, enrolment: Enrolment, file: Path, locale: Locale) -> tuple[Shot | None, str]:
    try:
        enrolment.check_name(file.stem)
    except VisionError:
        return None, _bad_name(enrolment, file.stem, locale)
    try:
        shot = shoot(reader, load_picture(file), wanted=enrolment.wanted, size_mm=_card_size(enrolment))
    except VisionError as error:
        return None, re.sub(rf"^{re.escape(file.name)}\s?: ", "", say_error(error, locale))
    return (None, said(shot, locale)) if isinstance(shot, Refusal) else (shot, "")


def _doubt(shot: Shot, name: str, locale: Locale) -> str:
    """A remark when the eye would have called it otherwise, surely."""
    read = shot.reading.card
    return " " + locale.say("enrol.looks", card=read) if read is not None and read != name else ""


# from a camera


def enrol_camera(
    reader: Reader, enrolment: Enrolment, path: Path, camera: str, locale: Locale, ask: _Ask = input
) -> Enrolment:
    """Take in card after card until the person stops."""
    with _open_named(camera, locale) as opened:
        print(locale.say("enrol.lay"))
        while enrolment.missing() or not enrolment.wanted:
            print(_tell_progress(enrolment, locale))
            if _answer(ask, locale.say("enrol.card") + " ") == "q":
                break
            shot = shoot(
                reader, _take_picture(opened, locale), wanted=enrolment.wanted, size_mm=_card_size(enrolment)
            )
            if isinstance(shot, Refusal):
                print("  " + locale.say("enrol.not-taken", why=said(shot, locale)))
                continue
            enrolment = confirm(enrolment, shot, ask, path, locale)
    return enrolment


def confirm(enrolment: Enrolment, shot: Shot, ask: _Ask, path: Path, locale: Locale) -> Enrolment:
    """Ask for the name until it is one the deck can have; n leaves the card out."""
    proposal = enrolment.proposal(shot)
    while True:
        hint = locale.say("enrol.is", card=proposal) if proposal else locale.say("enrol.name")
        typed = _answer(ask, hint + " ")
        name = proposal if typed in YES else typed
        if name is None or name in NO:
            return enrolment
        try:
            enrolment.check_name(name)
        except VisionError:
            print("  " + _bad_name(enrolment, name, locale))
            continue
        enrolment = enrolment.confirm(shot, name)
        save_deck(enrolment.deck, path)
        return enrolment


def _answer(ask: _Ask, question: str) -> str:
    """What the person types; the end of the input means stop."""
    try:
        return ask(question).strip()
    except EOFError:
        return "q"


@contextmanager
def _open_named(name: str, locale: Locale) -> Iterator[Camera]:
    try:
        with open_camera(name) as camera:
            yield camera
    except HardwareError as error:
        why = locale.say(f"hardware.{error.code}", **error.facts)
        raise CompanionError(locale.say("enrol.no-camera", why=why)) from error


def _take_picture(camera: Camera, locale: Locale) -> Picture:
    frame = camera.read(5.0)
    if frame is None:
        raise CompanionError(locale.say("enrol.no-frame", camera=camera.name))
    return np.asarray(frame.picture, np.uint8)


# both


def said(refusal: Refusal, locale: Locale) -> str:
    """Why a shot was not taken."""
    return locale.say(f"refusals.{refusal.name.lower()}")


def _bad_name(enrolment: Enrolment, name: str, locale: Locale) -> str:
    unknown = _CARD_NAME.fullmatch(name) and enrolment.wanted
    return locale.say("enrol.unknown-card" if unknown else "enrol.bad-name", name=name)


def _card_size(enrolment: Enrolment) -> Point | None:
    game = enrolment.deck.game
    return None if game is None else card_sizes(game).size_mm


def _tell_check(check: DeckCheck, deck: Deck, locale: Locale) -> Iterator[str]:
    """How well a deck reads itself, and what to show again."""
    for card, oddity in check.odd:
        yield locale.say(f"enrol.odd-{oddity.value}", card=card)
    for one, other in check.alike:
        yield locale.say("enrol.alike", one=one, other=other)
    yield locale.say("enrol.told", told=check.told, total=len(deck.references))


def _tell_progress(enrolment: Enrolment, locale: Locale) -> str:
    done, total = enrolment.progress()
    missing = enrolment.missing()
    if not enrolment.wanted:
        return locale.say("enrol.so-far", done=CardCount(done))
    if not missing:
        return locale.say("enrol.all", total=total)
    return locale.say("enrol.progress", done=done, total=total, cards=_list_names(missing, locale))


def _list_names(names: Sequence[str], locale: Locale) -> str:
    """The first of these names, and how many more there are."""
    more = locale.say("enrol.more", count=len(names) - _LISTED) if len(names) > _LISTED else ""
    return " ".join(filter(None, (", ".join(names[:_LISTED]), more)))
