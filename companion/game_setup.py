"""The set-up of a game as it is remembered: which game, who plays, and what was chosen for every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import GAMES, load_game
from companion.games.game import Game
from companion.games.setup import Choice, Chosen

_FIRST = next(iter(GAMES))


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The choices of all games, so that switching between them forgets nothing."""

    game: str = _FIRST
    players: tuple[str, ...] = ("Ann", "Ben")
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by game, what differs from usual

    @property
    def rules(self) -> Game[Any]:
        return load_game(self.game)

    @property
    def chosen(self) -> Chosen:
        """What is chosen for this game, with the usual values of all else."""
        usual = {choice.name: choice.usual for choice in self.rules.setup.all_choices}
        return Chosen(self.players, {**usual, **self.values.get(self.game, {})})

    def choices(self) -> tuple[Choice, ...]:
        return self.rules.setup.choices(self.chosen)

    def choose(self, **values: Any) -> "GameSetup":
        """The same with other values for this game; `-` in a name is written `_`."""
        named = {name.replace("_", "-"): value for name, value in values.items()}
        return replace(self, values={**self.values, self.game: {**self.values.get(self.game, {}), **named}})

    def value(self, choice: Choice) -> Any:
        """What is chosen on a line; the usual value where that does not fit any more."""
        value = self.chosen[choice.name]
        return value if choice.page or value in choice.values else choice.usual

    def step(self, choice: Choice) -> "GameSetup":
        """The set-up after one press on a line: its next value."""
        return self.choose(**{choice.name: next_value(choice.values, self.value(choice))})

    def play(self, game: str) -> "GameSetup":
        """Another game, with as many players as fit."""
        return replace(self, game=game, players=self.players[: load_game(game).most_players])

    def header(self) -> dict[str, Any]:
        """The header of a record of this game, without fields that do not apply."""
        header = {"record": 1, "game": self.game, "players": list(self.players)}
        return header | self.rules.setup.header(self.chosen)

    def as_dict(self) -> dict[str, Any]:
        return {"game": self.game, "players": list(self.players), "choices": _plain(self.values)}

    @staticmethod
    def from_dict(raw: Mapping[str, Any]) -> "GameSetup":
        """What was remembered; unknown and unfit parts are left as usual."""
        players = _frozen(raw.get("players"))
        setup = GameSetup(players=players) if _is_like(players, ("",)) and players else GameSetup()
        values = {name: _remembered(name, raw) for name in GAMES}
        known = {name: chosen for name, chosen in values.items() if chosen}
        game = raw.get("game", _FIRST)
        return (
            replace(setup, values=known).play(game)
            if isinstance(game, str) and game in GAMES
            else GameSetup()
        )


def next_value(values: tuple[Any, ...], value: Any) -> Any:
    """The value after this one, round and round."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def toggled(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """With the value where it was missing, without it where it was there."""
    return tuple(each for each in values if each != value) if value in values else (*values, value)


def _remembered(game: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    kept = raw.get("choices")
    own = kept.get(game) if isinstance(kept, dict) else None
    found = {}
    for choice in load_game(game).setup.all_choices:
        value = _frozen(own.get(choice.name) if isinstance(own, dict) else None)
        if _is_like(value, choice.usual) and value != choice.usual:
            found[choice.name] = value
    return found


def _is_like(value: Any, usual: Any) -> bool:
    if isinstance(usual, tuple):
        return isinstance(value, tuple) and all(_is_like(each, (*usual, "")[0]) for each in value)
    return type(value) is type(usual) and (not isinstance(value, str) or value.isprintable())


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value
