"""The data files: locales, decks, fonts, models and sounds, found wherever the program is installed."""

from pathlib import Path

ASSETS = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """The path of a data file, as `asset("locales/en.toml")`."""
    return ASSETS / name
