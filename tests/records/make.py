"""Make the golden records anew, after a rule was changed on purpose: python -m tests.records.make

Each is a dealt game with illegal events mixed in, and beside it what `companion judge --json` says to it.
"""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

from companion.commands.judge import print_json
from companion.decks import load_deck
from companion.games import new_match, read_game_name
from companion.games.events import Fields
from companion.games.game import Match
from companion.locale import load_locale
from companion.record.history import judge_lines
from companion.record.lines import LineReader
from companion.simulation.dealer import play_out
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
    "elevation-solo": {"game": "elevation", "players": ["Ann"], "heights": {"alps-1": 11000, "andes-14": 22841}},
    "elevation-two": {"game": "elevation", "players": TWO},
    "elevation-three": {"game": "elevation", "players": FIVE[:3]},
    "elevation-five": {"game": "elevation", "players": FIVE},
}  # fmt: skip
SEAS = {"modules": ["rocks", "monsters", "storms", "wild"], "rocks": 2, "monsters": 3}
BORDER = ["1.2", "1.5", "2.2", "2.5", "3.3", "4.1", "5.2"]
# With the seeds of games that get far.
TRANQUILITY: dict[str, tuple[int, dict[str, Any]]] = {
    "tranquility-two": (1, {"players": TWO}),
    "tranquility-five-removed": (4, {"players": FIVE, "removed": 6}),
    "tranquility-solo": (3, {"players": ["Ann"], "hand": 6, "start_discards": 5}),
    "tranquility-rocks": (4, {"players": TWO, "modules": ["rocks"], "rocks": 3}),
    "tranquility-monsters": (6, {"players": TWO, "modules": ["monsters"], "monsters": 4}),
    "tranquility-storms": (19, {"players": TWO, "modules": ["storms"]}),
    "tranquility-seas": (0, {"players": FIVE[:3], **SEAS}),
    "tranquility-high-arch": (7, {"players": TWO, "variant": "high-arch"}),
    "tranquility-pyramid": (10, {"players": TWO, "variant": "pyramid", "border": BORDER}),
    "tranquility-day-night": (14, {"players": TWO, "variant": "day-night"}),
    "tranquility-competitive": (10, {"players": TWO, "variant": "competitive"}),
}
ASCENT_NONSENSE = [
    {"do": "place", "card": "green-1", "at": "8.2"},
    {"do": "place", "card": "summit", "at": "9.1"},
    {"do": "place", "card": "bridge", "at": "1.1"},
    {"do": "herd", "path": ["1.1", "3.1"]},
    {"do": "campfire", "card": "campfire-red", "at": "1.2", "to": "2.1"},
]
ELEVATION_NONSENSE = [
    {"do": "day", "approach": ["alpaca-wool", "andes-mints"]},
    {"do": "trick", "cards": ["alps-1", "alps-1"]},
    {"do": "trick", "cards": ["alps-15", "andes-3", "rockies-2"]},
    {"do": "approach", "card": "ski-lift"},
    {"do": "day", "approach": ["ski-lift"]},
    {"do": "stuck"},
]
TRANQUILITY_NONSENSE = [
    {"do": "place", "card": "island-40", "at": "1.1"},
    {"do": "place", "card": "island-12", "at": "roof 1.1"},
    {"do": "place", "card": "wild", "as": "island-5", "at": "6.1"},
    {"do": "place", "card": "island-77", "at": "5.2", "explorer": "storm", "rocks": "stay"},
    {"do": "finish", "monsters_held": 1},
    {"do": "start", "split": {"Ann": 9}},
    {"do": "monster", "at": "3.3"},
    {"do": "compass", "colour": "purple", "row": 4},
    {"do": "rotate", "at": "9.9"},
    {"do": "stuck"},
]
NONSENSE = {"tranquility": TRANQUILITY_NONSENSE, "ascent": ASCENT_NONSENSE, "elevation": ELEVATION_NONSENSE}


def make_record(header: dict[str, Any], seed: int) -> list[str]:
    """A dealt game, now and then an illegal event, an undo and the same event again."""
    rng, fields = Random(seed), Fields({"record": 1, **header})
    match = new_match(read_game_name(fields), fields, load_deck(header["game"]))
    lines = [json.dumps({"record": 1, **header}, ensure_ascii=False)]
    for event in play_out(match, Random(seed)):
        if rng.random() < 0.2:
            lines += illegal(match, rng.choice(NONSENSE[header["game"]]))
        match = match.play(event)[1]
        lines.append(json.dumps(event.as_dict(), ensure_ascii=False))
        if rng.random() < 0.05:
            lines += ['{"do": "undo"}', lines[-1]]
    return lines


def illegal(match: Match, raw: dict[str, Any]) -> list[str]:
    """The line of an event, if the judge would refuse it now."""
    return [] if match.judge(match.read_event(raw)).legal else [json.dumps(raw)]


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
    print_json(
        judge_lines(LineReader(io.BytesIO(record.encode()), print)), load_locale("en"), out.append, None
    )
    return "".join(out)


if __name__ == "__main__":
    for seed, (name, header) in enumerate(HEADERS.items()):
        write(name, make_record(header, seed))
    write("ascent-won", won_record())
    for name, (seed, header) in TRANQUILITY.items():
        write(name, make_record({"game": "tranquility", **header}, seed))
