"""Compare what two commits show and say: screens, judge texts, exported pages, printed sheets, read pictures.

    python tools/compare.py a4fbcf9             that commit and the one checked out
    python tools/compare.py a4fbcf9 main --keep /tmp/both

Only the command line of each commit is used, so code may move freely between them. Records and pictures of
tables come from the first commit, so both answer the same questions. Prints each thing that differs, and how
much. With --keep everything stays to be looked at, one folder a commit, and is not made again.
Exit code 1 when anything differs.
"""

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en", "fr")
TABLES = {"ascent-two": "ascent", "tranquility-two": "tranquility", "elevation-three": "elevation"}
MOST_CARDS = 14  # on a rendered table
SHOWN_LINES = 6  # of each text that differs

# Run in the first commit: the cards of a record, laid a little askew, as its simulated camera sees them.
RENDER = """
import json, random, sys
from pathlib import Path
import cv2
from companion.table.practice import simulated_table
from hardware.simulated import Thing
record, game, most, out = sys.argv[1:]
rng = random.Random(17)
table = simulated_table(game, seed=17)
events = [json.loads(line) for line in Path(record).read_text().splitlines()]
cards = [(event["card"], event["at"]) for event in events if event.get("do") == "place" and "at" in event]
for card, place in cards[:int(most)]:
    if place not in {spot.name for spot in table.layout.places}:
        continue
    off = (rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05))
    table.lay(place, card, place, off=off, turn_degrees=rng.uniform(-5, 5))
trick = next((event["cards"] for event in events if event.get("do") == "trick"), [])
for number, card in enumerate(trick if not cards else []):
    table.put(card, Thing(card, (150.0 + 90 * number, 180.0), rng.uniform(-40, 40)))
cv2.imwrite(out, table.picture())
"""


@contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="compare-") as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--detach", str(tree), commit)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


class _Commit:
    """One commit's command line, run in its own tree."""

    def __init__(self, tree: Path, out: Path) -> None:
        self.tree, self.out = tree, out
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        home = {"HOME": str(out), "XDG_DATA_HOME": str(out / "data"), "XDG_CONFIG_HOME": str(out / "config")}
        self.environment = os.environ | quiet | home | {"PYTHONPATH": str(tree), "TZ": "UTC"}

    def python(self, *words: str) -> str:
        """What Python says in this commit's tree; a crash is part of the answer."""
        command = [sys.executable, *words]
        done = subprocess.run(
            command, cwd=self.tree, env=self.environment, capture_output=True, text=True, check=False
        )
        crash = done.stderr if "Traceback" in done.stderr or (not done.stdout and done.returncode) else ""
        return done.stdout + crash

    def companion(self, *words: str) -> str:
        return self.python("-m", "companion", *words)

    def write(self, name: str, text: str) -> None:
        """Keep a text, without the names of this run's folders."""
        file = self.out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace(str(self.tree), "TREE").replace(str(self.out), "OUT"), encoding="utf-8")


def _make_all(commit: _Commit, records: list[Path], pictures: list[Path]) -> None:
    done = commit.out / "done.txt"
    if done.exists():
        return
    shutil.rmtree(commit.out, ignore_errors=True)
    commit.out.mkdir(parents=True)
    _make_screens_and_texts(commit, records)
    _make_printed(commit)
    for picture in pictures:
        words = ("read", str(picture), "--game", picture.stem, "--deck", "practice", "--json")
        commit.write(f"eye/{picture.stem}.txt", _cards_read(commit.companion(*words)))
    done.touch()


def _make_screens_and_texts(commit: _Commit, records: list[Path]) -> None:
    commit.companion("screens", "--out", str(commit.out / "screens"))
    for language in LANGUAGES:
        for record in records:
            name = f"{record.stem}-{language}"
            commit.write(f"judge/{name}.txt", commit.companion("judge", "--lang", language, str(record)))
            (commit.out / "pages").mkdir(exist_ok=True)
            page = str(commit.out / "pages" / f"{name}.html")
            told = commit.companion("games", "export", str(record), "--lang", language, "-o", page)
            if not Path(page).exists():
                commit.write(f"pages/{name}.html", told)
    files = [str(record) for record in records]
    commit.write("judge/all.jsonl", commit.companion("judge", "--json", *files))


def _make_printed(commit: _Commit) -> None:
    (commit.out / "printed").mkdir()
    commit.companion("mat", "--lang", "en", "--out", str(commit.out / "printed" / "mat.pdf"))
    for game in TABLES.values():
        sheet = str(commit.out / "printed" / f"{game}.pdf")
        commit.companion("cards", "--lang", "en", "--game", game, "--out", sheet)


def _cards_read(answer: str) -> str:
    try:
        cards = json.loads(answer)["cards"]
    except (ValueError, KeyError):
        return answer
    return "".join(f"{line}\n" for line in sorted(f"{card.get('place')} {card['card']}" for card in cards))


def _render_tables(commit: _Commit, folder: Path, records: Path) -> list[Path]:
    folder.mkdir(exist_ok=True)
    for name, game in TABLES.items():
        out = folder / f"{game}.png"
        if not out.exists():
            commit.python("-c", RENDER, str(records / f"{name}.jsonl"), game, str(MOST_CARDS), str(out))
    return [folder / f"{game}.png" for game in TABLES.values()]


def _copy_records(tree: Path, folder: Path) -> list[Path]:
    folder.mkdir(exist_ok=True, parents=True)
    files = (tree / "tests" / "records").glob("*.jsonl")
    return sorted(Path(shutil.copy(file, folder)) for file in files if ".verdicts" not in file.name)


def _differences(one: Path, other: Path) -> Iterator[str]:
    files = [(side, file) for side in (one, other) for file in side.rglob("*") if file.is_file()]
    for name in sorted({str(file.relative_to(side)) for side, file in files}):
        before, after = one / name, other / name
        if not before.exists() or not after.exists():
            yield f"{name}: only in the {'second' if after.exists() else 'first'}"
        elif before.read_bytes() != after.read_bytes():
            yield from _tell(name, before, after)


def _tell(name: str, before: Path, after: Path) -> Iterator[str]:
    if before.suffix == ".png":
        yield from _pixels(name, before, after)
        return
    if before.suffix == ".pdf":
        yield f"{name}: {before.stat().st_size} bytes became {after.stat().st_size}"
        return
    texts = [file.read_text(encoding="utf-8").splitlines() for file in (before, after)]
    lines = [
        line for line in difflib.unified_diff(*texts, n=0, lineterm="") if line[:2] not in ("--", "++", "@@")
    ]
    yield f"{name}: {len(lines)} lines"
    yield from (f"    {line[:160]}" for line in lines[:SHOWN_LINES])


def _pixels(name: str, before: Path, after: Path) -> Iterator[str]:
    one, other = (np.asarray(cv2.imread(str(file))) for file in (before, after))
    if one.shape != other.shape:
        yield f"{name}: {one.shape} became {other.shape}"
        return
    differing = (cv2.absdiff(one, other).max(axis=2) > 0).mean()
    if differing:
        yield f"{name}: {differing:.2%} of the pixels"


def main() -> int:
    """Make everything with both commits and tell what differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commits", nargs="+", help="the yardstick, and the other (HEAD)")
    parser.add_argument("--keep", type=Path, help="keep what was made in this folder")
    arguments = parser.parse_args()
    first, second = (_git("rev-parse", each) for each in [*arguments.commits, "HEAD"][:2])
    with tempfile.TemporaryDirectory(prefix="compare-") as scratch:
        found = list(_compare(first, second, Path(arguments.keep or scratch).resolve()))
    print("\n".join(found) or "nothing differs")
    return int(bool(found))


def _compare(first: str, second: str, folder: Path) -> Iterator[str]:
    with _checked_out(first) as one, _checked_out(second) as other:
        sides = [_Commit(one, folder / first[:7]), _Commit(other, folder / second[:7])]
        records = _copy_records(one, folder / f"records-{first[:7]}")
        pictures = _render_tables(sides[0], folder / f"tables-{first[:7]}", records[0].parent)
        for side in sides:
            _make_all(side, records, pictures)
    yield from _differences(sides[0].out, sides[1].out)


if __name__ == "__main__":
    sys.exit(main())
