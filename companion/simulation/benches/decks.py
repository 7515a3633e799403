"""Measure how real print is read on the rendered tables of all games, lying still and laid by hands.

FOLDER holds one deck or several as `evaluate` takes them: enrol/CARD.jpg, scenes/ and labels.json with the
corners of each card. The cards are cut out of the scenes, never out of the enrolled pictures.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import cv2

from companion.errors import CompanionError
from companion.games import GAMES
from companion.games.table import Lying
from companion.simulation.demo.hands import Hands, pause
from companion.table.layout import load_layout
from hardware.frames import Frame
from hardware.simulated import FRAME_SECONDS, SimulatedTable
from vision.eye import shipped_reader
from vision.lab.bench.reading import Count, tell
from vision.lab.bench.real_print import (
    PrintedDeck,
    TableCount,
    fit_layout,
    load_printed_deck,
    measure_table,
)
from vision.lab.evaluate_deck import deck_folders
from vision.read.reader import Reader
from vision.watch.table_watcher import Steady, TableWatcher

_STILL_FRAMES = 12  # after each card, for the table to settle and be read
_HEAD = ("deck", "game", "cards", "sure, wrong", "unsure", "right", "false", "laid", "sure, wrong", "unsure")
_COLUMNS = "{:<14}{:<13}{:>6}{:>13}{:>8}{:>8}{:>7} |{:>6}{:>13}{:>8}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the measurement's arguments."""
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="the folder of a real deck, or of several"
    )
    parser.add_argument(
        "--tables", type=int, default=3, help="use this many tables of each game (default: 3)"
    )
    parser.add_argument("--laid", type=int, default=6, help="lay this many cards by hand (default: 6)")
    parser.add_argument("--seed", type=int, default=1, help="use the tables of this number (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    cv2.setNumThreads(1)
    folders = deck_folders(arguments.folder)
    if not folders:
        raise CompanionError(f"{arguments.folder}: no deck with enrol/ and labels.json")
    reader = shipped_reader()
    decks = [load_printed_deck(reader, folder) for folder in folders]
    rows = [row for deck in decks for row in _measure_deck(deck, reader, arguments)]
    rows.sort(key=lambda row: (-row["wrong"] - row["watched_wrong"], -row["unsure"] / max(row["cards"], 1)))
    print(json.dumps(rows) if arguments.json else as_text(rows))
    return 0


def as_text(rows: list[dict[str, Any]]) -> str:
    """A table, the worst first."""
    lines = [_COLUMNS.format(*_HEAD)]
    for row in rows:
        figures = (row[name] for name in ("cards", "wrong", "unsure"))
        watched = (row[f"watched_{name}"] for name in ("cards", "wrong", "unsure"))
        right = f"{row['right'] / max(row['cards'], 1):.1%}"
        lines.append(_COLUMNS.format(row["deck"], row["game"], *figures, right, row["false"], *watched))
    return "\n".join([*lines, "false: seen where no card lies; laid: one by one by a hand, and watched"])


def _measure_deck(
    printed: PrintedDeck, reader: Reader, arguments: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    for game in GAMES:
        layout = load_layout(game)
        tables = range(arguments.seed, arguments.seed + arguments.tables)
        total = sum((measure_table(printed, layout, reader, seed) for seed in tables), TableCount())
        watched = _measure_watching(printed, reader, game, arguments.laid, arguments.seed)
        yield {
            "deck": printed.name,
            "game": game,
            **_counts(total.cards),
            "false": total.false,
            **{f"watched_{name}": count for name, count in _counts(watched).items()},
        }


def _counts(count: Count) -> dict[str, int]:
    return {"cards": count.number, "right": count.right, "unsure": count.unsure, "wrong": count.wrong}


def _measure_watching(printed: PrintedDeck, reader: Reader, game: str, laid: int, seed: int) -> Count:
    """Cards that a hand lays one by one, each as the watcher tells it once the hand has left."""
    layout = fit_layout(load_layout(game), printed.aspect)
    table = SimulatedTable(layout, printed.face, seed=seed)
    watcher, rng = TableWatcher(printed.eye(layout, reader)), Random(seed)
    hands, total, frames = Hands(table, rng), Count(), 0
    cards, places = rng.sample(sorted(printed.faces), laid), [place.name for place in layout.places]
    spots = rng.sample(places, laid) if places else [""] * laid
    for spot, card in zip(spots, cards, strict=True):
        laying, told = hands.lay(spot, Lying(card)) if spot else hands.play_card(card), list[Steady]()
        for _ in chain(pause(0 if frames else _STILL_FRAMES), laying, pause(_STILL_FRAMES)):
            frames += 1
            steady = watcher.update(Frame(table.grey(), frames * FRAME_SECONDS, 0, table.picture))
            told += [] if steady is None else [steady]
        total += tell(card, name_told(told, spot, cards[: cards.index(card)]))
    return total


def name_told(told: list[Steady], spot: str, before: list[str]) -> str | None:
    """The last name told of a place; where cards lie anyhow, of one that did not lie there before."""
    seen = [each.card for steady in told for each in steady.places if each.place == spot]
    if not spot and told:
        seen = [each for each in told[-1].cards if each.card not in before]
    names = [each.card for each in seen if each is not None and each.card is not None]
    return names[-1] if names else None
