"""Make a PDF with a practice deck: all cards of a game in true size, drawn by us, with lines to cut along.

companion cards --game ascent --paper a4 --out ascent.pdf
"""

import argparse

import cv2

from companion.commands import add_print_arguments, locale_of, save_pdf
from companion.decks import load_deck
from companion.games import GAMES
from companion.locale import Locale
from companion.pdf import Jpeg, write_pdf
from companion.print_pages import CardSheet, card_pages
from companion.table.layout import card_sizes
from companion.table.practice import marked_cards, practice_face
from vision.types import Picture

DOTS_PER_MM = 300 / 25.4
_QUALITY = 92


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--game", choices=GAMES, required=True, help="make the deck of this game")
    add_print_arguments(parser, "cards.pdf")


def run(arguments: argparse.Namespace) -> int:
    """Draw every card, write the PDF and say where it is."""
    locale = locale_of(arguments)
    sheet = practice_sheet(arguments.game, locale)
    pages = card_pages(arguments.paper, sheet, locale)
    save_pdf(arguments.out, write_pdf(pages, sheet.title), len(pages), locale)
    return 0


def practice_sheet(game: str, locale: Locale, dots_per_mm: float = DOTS_PER_MM) -> CardSheet:
    """Every card of a game's deck, copies included; the first copy of a marked card shows its symbol."""
    size, marked = card_sizes(game).size_mm, marked_cards(game)
    width_px = round(size[0] * dots_per_mm)
    faces = [
        _as_jpeg(practice_face(game, card, width_px, marked=copy == 0 and card in marked))
        for card, copies in load_deck(game).items()
        for copy in range(copies)
    ]
    key = f"games.{game}"
    name = locale.say(key) if locale.has(key) else game.capitalize()
    return CardSheet(locale.sentences["print.cards-title"].format(game=name), size, tuple(faces))


def _as_jpeg(face: Picture) -> Jpeg:
    stored = cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
    return Jpeg(stored.tobytes(), face.shape[1], face.shape[0])
