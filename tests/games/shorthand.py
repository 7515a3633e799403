"""Short texts for tests: a header and events as few words come in, verdicts go out."""

from typing import Any

from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.events import Fields
from companion.games.game import Match
from companion.games.values import Verdict


def start(game: str, *players: str, **options: Any) -> Match:
    """A match of a game with these players (Ann and Ben if none are named)."""
    header = Fields({"record": 1, "game": game, "players": list(players) or ["Ann", "Ben"], **options})
    name = read_game_name(header)
    return new_match(name, header, load_deck(name))


def play(match: Match, *raws: dict[str, Any]) -> tuple[list[Verdict], Match]:
    """Every event judged in turn."""
    verdicts = []
    for raw in raws:
        verdict, match = match.play(match.read_event(raw))
        verdicts.append(verdict)
    return verdicts, match
