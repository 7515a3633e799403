"""Write docs/setup.md and docs/setup.fr.md: what the screens tell after "New game", for every choice.

python tools/setup_page.py
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.games import GAMES, load_game, new_match, read_game_name
from companion.games.events import Fields
from companion.games.setup import SWITCH, SetupPage, Stack
from companion.games.values import BadRecord
from companion.locale import load_locale

DOCS = Path(__file__).resolve().parent.parent / "docs"
Say = Callable[..., str]
HEADS = {
    "en": (
        "# Setting up",
        'What the companion tells after "New game": first without modules, then what each module or variant '
        "changes. *5 + 16* are five cards in hand and sixteen in the pile. For exactly your game look at the "
        "screen, or print it: `companion sheet --game ascent --players 4 --with goats`. "
        "[En français](setup.fr.md)",
    ),
    "fr": (
        "# Mise en place",
        "Ce que dit le compagnon après « Nouvelle partie » : d’abord sans module, puis ce que change chaque "
        "module ou variante. *5 + 16*, ce sont cinq cartes en main et seize dans la pioche. Pour votre "
        "partie exactement, regardez l’écran, ou imprimez-la : `companion sheet --lang fr --game ascent "
        "--players 4 --with goats`. [In English](setup.md)",
    ),
}
ALL = {"en": "All modules together", "fr": "Tous les modules ensemble"}


def make_page(language: str) -> str:
    """The page of one language."""
    say = load_locale(language).say
    parts = ["\n".join(HEADS[language]) + "\n"]
    for game in GAMES:
        parts += [f"## {say(f'games.{game}')}\n", *_plain_parts(game, say)]
        for title, choices in _variations(game, language, say):
            parts += [f"### {title}\n", *_changed_parts(game, choices, say)]
    return "\n".join(parts)


def _plain_parts(game: str, say: Say) -> Iterator[str]:
    for count in _player_counts(game):
        yield f"### {_players((count,), say)}\n"
        yield from (_told(page, say) for page in _pages(game, count, {}, say))


def _changed_parts(game: str, choices: dict[str, object], say: Say) -> Iterator[str]:
    """The pages that these choices change, once for all numbers of players that they are the same for."""
    counts_of: dict[SetupPage, list[int]] = {}
    for count in _player_counts(game):
        plain = _pages(game, count, {}, say)
        for page in _pages(game, count, choices, say):
            if page not in plain:
                counts_of.setdefault(page, []).append(count)
    groups: dict[tuple[int, ...], list[SetupPage]] = {}
    for page, counts in counts_of.items():
        groups.setdefault(tuple(counts), []).append(page)
    for group in sorted(groups, key=lambda each: (-len(each), each)):
        if len(group) < len(_player_counts(game)):
            yield f"*{_players(group, say)}*\n"
        yield from (_told(page, say) for page in groups[group])


def _variations(game: str, language: str, say: Say) -> Iterator[tuple[str, dict[str, object]]]:
    """Each module by itself, all of them together, each variant."""
    usual = GameSetup(game, tuple(_names(2, say))).choices()
    switches = [each.key for each in usual if each.values == SWITCH and not each.key.startswith("ruling")]
    for key in switches:
        yield say(f"screens.setup.{key}"), {key: True}
    if len(switches) > 1:
        yield ALL[language], dict.fromkeys(switches, True)
    for variant in tuple(load_game(game).boards)[1:]:
        yield say(f"screens.setup.values.{variant}"), {"variant": variant}


def _pages(game: str, count: int, choices: dict[str, object], say: Say) -> tuple[SetupPage, ...]:
    """What is told; nothing where these choices make no game for so many."""
    named = {name.replace("-", "_"): value for name, value in choices.items()}
    header = Fields(GameSetup(game, tuple(_names(count, say))).choose(**named).header())
    try:
        match = new_match(read_game_name(header), header, load_deck(game))
    except BadRecord:
        return ()
    return match.game.setup.pages(match.state, say)


def _player_counts(game: str) -> range:
    return range(1, load_game(game).most_players + 1)


def _names(count: int, say: Say) -> list[str]:
    return [say("prepare.player", number=number + 1) for number in range(count)]


def _players(counts: tuple[int, ...], say: Say) -> str:
    if counts == (1,):
        return say("past.players.one")
    return say("past.players.many", count=", ".join(map(str, counts)))


def _told(page: SetupPage, say: Say) -> str:
    stacks = ", ".join(_counted(stack, say) for stack in page.stacks)
    return f"**{page.title}.** {' '.join(page.lines)}{f' *{stacks}.*' if stacks else ''}\n"


def _counted(stack: Stack, say: Say) -> str:
    return say("past.pad.part", round=stack.label, part=stack.sum)


PAGES = {"en": DOCS / "setup.md", "fr": DOCS / "setup.fr.md"}

if __name__ == "__main__":
    for language, path in PAGES.items():
        path.write_text(make_page(language), encoding="utf-8")
