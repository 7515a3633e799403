"""List, show or mend what the companion knows of your cards.

A deck is named like its file; the deck of a game is named like the game. Each view of a card is shown on
purpose (enrol), or learnt from a game: new after one sighting, firm after two, apart while it looks like
another card.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.app.folders import Folders, find_running
from companion.commands import Subcommand, add_words, locale_of
from companion.commands.pictures import SURE, save_picture, write
from companion.config import add_language
from companion.config import load as load_config
from companion.decks import load_deck as load_game
from companion.error_words import say_error
from companion.errors import CompanionError
from companion.games import GAMES
from companion.locale import Locale
from storage import at_home
from vision.decks import (
    SHOWN,
    SUFFIX,
    Deck,
    Reference,
    load_deck,
    open_deck,
    previous_path,
    restore_deck,
    save_deck,
)
from vision.errors import VisionError
from vision.read.patch import SIDE_PX
from vision.types import Picture

_COLUMNS = 10  # of a picture of all cards
_GAP_PX, _LABEL_PX, _LARGER = 8, 22, 2
_PAPER = 245


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; without a word the decks are listed."""
    add_language(parser)
    # Suppressed: else the word's own default would hide a language told before it.
    add_words(parser, _WORDS, lambda inner: add_language(inner, argparse.SUPPRESS))


def run(arguments: argparse.Namespace) -> int:
    """Do what the word says."""
    return _WORDS[arguments.word or "list"].do(arguments, locale_of(arguments))


def _folders() -> Folders:
    return Folders.of(load_config().config)


def _find_deck(arguments: argparse.Namespace, locale: Locale) -> Path:
    """The file that a word names; the text of a CompanionError lists the decks that there are."""
    named = at_home(str(arguments.deck))
    path = named if named.suffix == SUFFIX else _folders().decks / f"{arguments.deck}{SUFFIX}"
    if path.exists() or previous_path(path).exists():
        return path
    decks = ", ".join(each.stem for each in _list_files()) or locale.say("deck.no-other")
    raise CompanionError(locale.say("deck.no-deck", name=arguments.deck, decks=decks))


def _list_files() -> list[Path]:
    return sorted(_folders().decks.glob(f"*{SUFFIX}"))


# looking


def _list_decks(arguments: argparse.Namespace, locale: Locale) -> int:
    files, damaged = _list_files(), 0
    for path in files:
        try:
            print(f"{path.stem}: {_tell_deck(load_deck(path), locale)}")
        except VisionError as error:
            print(f"{path.stem}: {say_error(error, locale)}")
            damaged = 2
    if not files:
        print(locale.say("deck.none", folder=_folders().decks))
    return damaged


def _tell_deck(deck: Deck, locale: Locale) -> str:
    """How many cards are known, how many of them surely, and how many views are kept apart."""
    known = len(deck.cards())
    total = len(load_game(deck.game)) if deck.game in GAMES else known
    facts = [locale.say("deck.known", known=known, total=total)]
    facts.append(locale.say("deck.firm", count=len(deck.firm_cards())))
    apart = sum(each.apart for each in deck.references)
    return ", ".join([*facts, *([locale.say("deck.apart", count=apart)] if apart else [])])


def _declare_show(parser: argparse.ArgumentParser) -> None:
    _declare_deck(parser)
    parser.add_argument("card", metavar="CARD", nargs="?", help="show only this card, by its name")
    parser.add_argument("--out", type=Path, metavar="FILE", help="save a picture of the views as this file")


def _show_deck(arguments: argparse.Namespace, locale: Locale) -> int:
    deck = load_deck(_find_deck(arguments, locale))
    views = list(_views(deck, arguments.card, locale))
    for _, view, reference in views:
        print(f"{reference.card} {view}: {_tell_view(reference, locale)}")
    print(_tell_deck(deck, locale))
    if arguments.out is not None:
        cells = [(deck.references[number].patch, f"{each.card} {view}") for number, view, each in views]
        save_picture(arguments.out, _draw_views(cells))
        print(locale.say("deck.saved", file=arguments.out))
    return 0


def _views(deck: Deck, card: str | None, locale: Locale) -> Iterator[tuple[int, int, Reference]]:
    """Each reference's place in the deck and which view of its card it is, counted from 1."""
    if card is not None and all(each.card != card for each in deck.references):
        raise CompanionError(locale.say("deck.no-card", card=card))
    seen: Counter[str] = Counter()
    for number, reference in enumerate(deck.references):
        seen[reference.card] += 1
        if card in (None, reference.card):
            yield number, seen[reference.card], reference


def _tell_view(reference: Reference, locale: Locale) -> str:
    if SHOWN in reference.sightings:
        return locale.say("deck.is-shown")
    key = "deck.is-apart" if reference.apart else "deck.is-firm" if reference.firm else "deck.is-new"
    return locale.say(key, sightings=", ".join(reference.sightings))


def _draw_views(cells: list[tuple[Picture, str]]) -> Picture:
    side = SIDE_PX * _LARGER
    width, height = side + _GAP_PX, side + _LABEL_PX + _GAP_PX
    columns = min(_COLUMNS, max(1, len(cells)))
    rows = -(-len(cells) // columns) or 1
    sheet = np.full((rows * height + _GAP_PX, columns * width + _GAP_PX, 3), _PAPER, np.uint8)
    for index, (patch, name) in enumerate(cells):
        x, y = index % columns * width + _GAP_PX, index // columns * height + _GAP_PX
        bottom = y + side + _LABEL_PX
        sheet[y : y + side, x : x + side] = cv2.resize(patch, (side, side), interpolation=cv2.INTER_LINEAR)
        write(sheet, name, ((x, y + side), (x + side, y + side), (x + side, bottom), (x, bottom)), SURE)
    return sheet


# changing


def _refuse_while_playing(locale: Locale) -> None:
    if find_running(_folders().running) is not None:
        raise CompanionError(locale.say("deck.running"))


def _declare_remove(parser: argparse.ArgumentParser) -> None:
    _declare_deck(parser)
    parser.add_argument("card", metavar="CARD", help="the card to forget, by its name")
    parser.add_argument("--view", type=int, metavar="N", help="forget only this view of it (1, 2 ...)")


def _remove_card(arguments: argparse.Namespace, locale: Locale) -> int:
    _refuse_while_playing(locale)
    path = _find_deck(arguments, locale)
    deck = open_deck(path, path.stem, None)
    views = {view: number for number, view, _ in _views(deck, arguments.card, locale)}
    if arguments.view is not None and arguments.view not in views:
        raise CompanionError(locale.say("deck.no-view", card=arguments.card, count=len(views)))
    left = (
        deck.without(arguments.card) if arguments.view is None else deck.without_view(views[arguments.view])
    )
    save_deck(left, path)
    gone = len(deck.references) - len(left.references)
    print(locale.say("deck.removed", card=arguments.card, count=gone))
    return 0


def _restore(arguments: argparse.Namespace, locale: Locale) -> int:
    _refuse_while_playing(locale)
    deck = restore_deck(_find_deck(arguments, locale))
    print(locale.say("deck.restored", deck=arguments.deck, known=len(deck.cards())))
    return 0


def _declare_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deck", metavar="DECK", help="the name of the deck, or a file that ends in .deck")


_WORDS = {
    "list": Subcommand("list all decks, and how many cards are known", _list_decks),
    "show": Subcommand("list the views of all cards or of one, and draw them", _show_deck, _declare_show),
    "remove": Subcommand("forget a card, or one view of it", _remove_card, _declare_remove),
    "restore": Subcommand("give back the deck as the evening before left it", _restore, _declare_deck),
}
