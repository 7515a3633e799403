"""Make the golden records anew, after a rule was changed on purpose: python -m tests.records.make

Each is a dealt game with illegal events mixed in, and beside it what `companion judge --json` says to it.
"""

import importlib
import io
import json
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.judge import print_json
from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.fields import Fields
from companion.judging import judge_stream
from companion.locale import load_locale
from tests.games.ascent.words import FULL_ROWS

FOLDER = Path(__file__).resolve().parent
TWO, FIVE = ["Ann", "Ben"], ["Ann", "Ben", "Cem", "Dora", "Zoë"]
HEADERS: dict[str, dict[str, Any]] = {
    "ascent-two": {"game": "ascent", "players": TWO},
    "ascent-solo-ropes": {"game": "ascent", "players": ["Ann"], "ropes": 2},
    "ascent-five-all-modules": {
        "game": "ascent", "players": FIVE, "modules": ["green-path", "panorama", "goats"],
        "objectives": [[3, 4, 3], [9, 8, 7], [1, 2]],
    },
}  # fmt: skip
NONSENSE = [
    {"do": "place", "card": "green-1", "at": "8.2"},
    {"do": "place", "card": "summit", "at": "9.1"},
    {"do": "place", "card": "bridge", "at": "1.1"},
    {"do": "herd", "path": ["1.1", "3.1"]},
    {"do": "campfire", "card": "campfire-red", "at": "1.2", "to": "2.1"},
]


def make_record(header: dict[str, Any], seed: int) -> list[str]:
    """A dealt game, now and then an illegal event, an undo and the same event again."""
    rng, fields = Random(seed), Fields({"record": 1, **header})
    match = new_match(read_game_name(fields), fields, load_deck(header["game"]))
    dealing = importlib.import_module(f"companion.games.{header['game']}.dealing")
    lines = [json.dumps({"record": 1, **header}, ensure_ascii=False)]
    for event in dealing.play_out(match, Random(seed)):
        if rng.random() < 0.2:
            lines.append(json.dumps(rng.choice(NONSENSE)))
        lines.append(json.dumps(event.as_dict(), ensure_ascii=False))
        if rng.random() < 0.05:
            lines += ['{"do": "undo"}', lines[-1]]
    return lines


def won_record() -> list[str]:
    """The mountain row by row up to the Summit, with piles that nobody ever had but that last."""
    lines = [json.dumps({"record": 1, "game": "ascent", "players": TWO})]
    for row, cards in FULL_ROWS.items():
        for position, card in enumerate(cards.split(), 1):
            lines.append(json.dumps({"do": "place", "card": card, "at": f"{row}.{position}"}))
            lines.append(json.dumps({"do": "count", "hand": 5, "pile": 20}))
    return [*lines, json.dumps({"do": "place", "card": "summit", "at": "9.1"}), json.dumps({"do": "discard"})]


def write(name: str, lines: list[str]) -> None:
    """A record and the verdicts beside it."""
    record = "\n".join(lines) + "\n"
    (FOLDER / f"{name}.jsonl").write_text(record, encoding="utf-8")
    (FOLDER / f"{name}.verdicts.jsonl").write_text(judge_text(record), encoding="utf-8")


def judge_text(record: str) -> str:
    """What `companion judge --json` prints for a record."""
    out: list[str] = []
    print_json(judge_stream(io.BytesIO(record.encode())), load_locale("en"), out.append, None)
    return "".join(out)


if __name__ == "__main__":
    for seed, (name, header) in enumerate(HEADERS.items()):
        write(name, make_record(header, seed))
    write("ascent-won", won_record())
