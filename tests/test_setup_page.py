"""docs/setup.md tells the same as the screen; make it anew with: python -m tests.test_setup_page"""

from pathlib import Path

from companion.decks import load_deck
from companion.games import GAMES, load_game, new_match
from companion.games.fields import Fields
from companion.locale import load_locale

PAGE = Path(__file__).resolve().parent.parent / "docs" / "setup.md"
HEAD = """# Setting up
What the companion tells after "New game", for each number of players without modules. For your own choices look at the screen, or print them: `companion sheet --game ascent --players 4 --with goats`.
"""


def make_page() -> str:
    """The pages of every game for every number of players."""
    say = load_locale("en").say
    parts = [HEAD]
    for name in GAMES:
        parts.append(f"## {say(f'games.{name}')}\n")
        for count in range(1, load_game(name).most_players + 1):
            players = [say("prepare.player", number=number + 1) for number in range(count)]
            match = new_match(name, Fields({"players": players}), load_deck(name))
            parts.append(f"### {count} {'player' if count == 1 else 'players'}\n")
            for page in match.game.setup_pages(match.state, say):
                stacks = ", ".join(f"{stack.label} {stack.count}" for stack in page.stacks)
                parts.append(f"**{page.title}.** {' '.join(page.lines)}{f' *{stacks}.*' if stacks else ''}\n")
    return "\n".join(parts)


def test_the_page_tells_what_the_screen_tells() -> None:
    assert PAGE.read_text(encoding="utf-8") == make_page()


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
