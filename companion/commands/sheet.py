"""Make a PDF that explains how to set up a game: cards, piles, hands, and what you may talk about.

companion sheet --game ascent --players 4 --out sheet.pdf
"""

import argparse

from companion.commands import add_print_arguments, locale_of, save_pdf
from companion.decks import load_deck
from companion.errors import CompanionError
from companion.game_setup import GameSetup
from companion.games import GAMES, load_game, new_match, read_game_name
from companion.games.events import Fields
from companion.games.values import BadRecord
from companion.locale import Locale
from companion.pdf import write_pdf
from companion.print_pages import setup_sheet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--game", choices=GAMES, required=True, help="explain this game")
    parser.add_argument(
        "--players", metavar="N", type=int, default=2, help="explain it for this many players (default: 2)"
    )
    parser.add_argument("--with", dest="chosen", action="append", default=[], metavar="NAME", help=_WITH)
    add_print_arguments(parser, "sheet.pdf")


_WITH = "add this module or variant, named as in a record (may be repeated)"


def run(arguments: argparse.Namespace) -> int:
    """Write the sheet and say where it is."""
    locale = locale_of(arguments)
    _check_players(arguments.game, arguments.players, locale)
    setup = _setup_of(arguments, locale)
    header = Fields(setup.header())
    try:
        name = read_game_name(header)
        match = new_match(name, header, load_deck(name))
    except BadRecord as error:
        raise CompanionError(locale.bad_record(error)) from error
    title = f"{locale.say(f'games.{name}')} · {arguments.players}"
    sheets = setup_sheet(arguments.paper, title, match.game.setup.pages(match.state, locale.say))
    save_pdf(arguments.out, write_pdf(sheets, title), len(sheets), locale)
    return 0


def _check_players(game: str, players: int, locale: Locale) -> None:
    """Before their piles are divided: the ways in which many piles can lie have no end."""
    most = load_game(game).most_players
    if not 1 <= players <= most:
        raise CompanionError(locale.say("record.players-count", count=players, most=most))


def _setup_of(arguments: argparse.Namespace, locale: Locale) -> GameSetup:
    names = tuple(locale.say("prepare.player", number=number + 1) for number in range(arguments.players))
    setup, game = GameSetup(arguments.game, names), load_game(arguments.game)
    for name in arguments.chosen:
        if name in game.boards:
            setup = setup.choose(variant=name)
        elif name in game.modules:
            setup = setup.choose(**{name: True})
        else:
            known = ", ".join((*game.boards, *game.modules))
            raise CompanionError(f"{name} is no module or variant of {arguments.game}; there are {known}")
    return setup
