"""What is kept between evenings besides the records: the last set-up, names, settings, as one small file."""

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.setup import GameSetup
from companion.views.values import Settings

MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Remembered:
    """The choices of last time; `names` the players seen, most recent first."""

    setup: GameSetup = field(default_factory=GameSetup)
    names: tuple[str, ...] = ()
    settings: Settings = field(default_factory=Settings)

    def with_game(self, setup: GameSetup) -> "Remembered":
        """A game was begun with these choices."""
        names = tuple(dict.fromkeys((*setup.players, *self.names)))[:MOST_NAMES]
        return replace(self, setup=setup, names=names)

    def save(self, path: Path, usual: Settings) -> bool:
        """Write it whole or not at all; False when the disk refuses, which costs nobody anything.

        Only settings that differ from the config file's are kept, so that the file goes on to count.
        """
        changed = {
            name: value for name, value in asdict(self.settings).items() if value != getattr(usual, name)
        }
        written = {
            "setup": self.setup.as_dict(),
            "names": list(self.names),
            "settings": changed,
        }
        part = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(written, ensure_ascii=False, indent=1), encoding="utf-8")
            part.replace(path)
        except OSError:
            return False
        return True


def load_remembered(path: Path, usual: Settings) -> Remembered:
    """What was kept; anything missing or damaged is as usual."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Remembered(settings=usual)
    if not isinstance(raw, dict):
        return Remembered(settings=usual)
    names = tuple(name for name in raw.get("names", ()) if isinstance(name, str) and name.strip())
    setup = GameSetup.from_dict(raw["setup"]) if isinstance(raw.get("setup"), dict) else GameSetup()
    return Remembered(setup, names, kept_settings(raw.get("settings"), usual))


def kept_settings(raw: Any, usual: Settings) -> Settings:
    """The settings that were changed on the screen; a value of another type does not count."""
    if not isinstance(raw, dict):
        return usual
    known = {each.name: getattr(usual, each.name) for each in fields(Settings)}
    fit = {name: value for name, value in raw.items() if name in known and type(value) is type(known[name])}
    return replace(usual, **fit)
