"""What is kept between evenings besides the records: the last set-up, names, settings, as one small file."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from companion import intents
from companion.config_keys import COLOUR_SCHEMES, FASTEST, SLOWEST, TURNS, VOICE_LEVELS
from companion.decks import load_deck
from companion.game_setup import GameSetup
from companion.games import new_match, read_game_name
from companion.games.events import Event, Fields
from companion.games.game import Match
from companion.games.values import BadRecord
from companion.locale import LANGUAGES, Locale, load_locale
from companion.screens.view import Settings
from storage import read_file, replace_file

_MOST_NAMES = 12
_THIS_EVENING = ("keep_evening",)  # what is asked for anew each time
_MOST_BYTES = 100_000
_DARKEST = 20  # of the screen, in percent; below it nobody finds the way back


@dataclass(frozen=True, slots=True)
class Remembered:
    """The choices of last time; `names` the players seen, most recent first; `told` what was told once."""

    setup: GameSetup = field(default_factory=GameSetup)
    names: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)
    told: tuple[str, ...] = ()

    def with_game(self, setup: GameSetup) -> "Remembered":
        names = tuple(dict.fromkeys((*setup.players, *self.names)))[:_MOST_NAMES]
        return replace(self, setup=setup, names=names)

    def save(self, path: Path, usual: Settings) -> bool:
        """Write it whole or not at all; False when the disk refuses, which costs nobody anything.

        Only settings that differ from the config file's are kept, so that the file goes on to count.
        """
        changed = {
            name: value
            for name, value in asdict(self.settings).items()
            if value != getattr(usual, name) and name not in _THIS_EVENING
        }
        written = {
            "setup": self.setup.as_dict(),
            "names": list(self.names),
            "settings": changed,
            "told": list(self.told),
        }
        try:
            replace_file(path, json.dumps(written, indent=1).encode())
        except OSError:
            return False
        return True


class Preferences:
    """Settings and choices as they are now; every change is kept at once, where there is a file for it."""

    def __init__(
        self, kept: Remembered | None = None, path: Path | None = None, usual: Settings | None = None
    ) -> None:
        self.kept = kept or Remembered()
        self._path, self._usual = path, usual or Settings()

    @property
    def settings(self) -> Settings:
        return self.kept.settings

    @property
    def locale(self) -> Locale:
        return load_locale(self.settings.language)

    def change_setting(self, intent: intents.ChangeSetting, seconds: float) -> None:
        changes: dict[str, Any] = {intent.name: intent.value}
        self._remember(replace(self.kept, settings=replace(self.settings, **changes)))

    def tell_once(self, what: str) -> bool:
        """Whether something is to be told that never was; from now on it was."""
        if what in self.kept.told:
            return False
        self._remember(replace(self.kept, told=(*self.kept.told, what)))
        return True

    def remember_game(self, setup: GameSetup) -> None:
        self._remember(self.kept.with_game(setup))

    def from_own_deck(self, match: Match, event: Event) -> Event:
        """An event that the eye saw, with what the owner has told of the deck."""
        setup = self.kept.setup
        if match.game.name not in setup.values:
            return event  # nothing was ever told
        return match.game.setup.from_own_deck(event, replace(setup, game=match.game.name).chosen)

    def _remember(self, kept: Remembered) -> None:
        if kept != self.kept:
            self.kept = kept
            if self._path is not None:
                kept.save(self._path, self._usual)


def load_remembered(path: Path, usual: Settings) -> Remembered:
    """What was kept; anything missing, damaged or unknown is as usual: a bad file prevents no start."""
    try:
        raw = json.loads(read_file(path, _MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Remembered(settings=usual)
    if not isinstance(raw, dict):
        return Remembered(settings=usual)
    names = raw["names"][:_MOST_NAMES] if _fits(raw.get("names"), tuple[str, ...]) else []
    settings = kept_settings(raw.get("settings"), usual)
    told = raw["told"][:_MOST_NAMES] if _fits(raw.get("told"), tuple[str, ...]) else []
    people = tuple(name for name in names if name.strip())
    return Remembered(kept_setup(raw.get("setup")), people, settings, tuple(told))


def kept_setup(raw: Any) -> GameSetup:
    """The choices of last time, if a game could begin with them."""
    if not isinstance(raw, dict):
        return GameSetup()
    try:
        setup = GameSetup.from_dict(raw)
        header = Fields(setup.header())
        name = read_game_name(header)
        new_match(name, header, load_deck(name))
    except (BadRecord, RecursionError):
        return GameSetup()
    return setup if all(player.isprintable() for player in setup.players) else GameSetup()


def kept_settings(raw: Any, usual: Settings) -> Settings:
    """The settings that were changed on the screen; one that no screen offers does not count."""
    if not isinstance(raw, dict):
        return usual
    fit = {name: raw[name] for name, hint in get_type_hints(Settings).items() if _fits(raw.get(name), hint)}
    kept = replace(usual, **fit)
    return replace(
        kept,
        keep_evening=usual.keep_evening,
        language=kept.language if kept.language in LANGUAGES else usual.language,
        colours=kept.colours if kept.colours in COLOUR_SCHEMES else usual.colours,
        rotation=kept.rotation if kept.rotation in TURNS else usual.rotation,
        brightness=max(_DARKEST, min(100, kept.brightness)),
        night_brightness=max(_DARKEST, min(100, kept.night_brightness)),
        night_from=kept.night_from % 24,
        night_to=kept.night_to % 24,
        voice=kept.voice if kept.voice in VOICE_LEVELS else usual.voice,
        voice_rate=max(SLOWEST, min(FASTEST, kept.voice_rate)),
    )


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value of JSON is what a field holds; a list stands for a tuple, and texts can be shown."""
    if get_origin(hint) is tuple:
        return isinstance(value, list) and all(_fits(each, get_args(hint)[0]) for each in value)
    return type(value) is hint and (hint is not str or value.isprintable())
