"""Feed damaged files to everything that reads files: each must be read, or refused in one sentence.

    python tools/fuzz.py                       one minute of everything
    python tools/fuzz.py --minutes 60 --seed 7 --kind record --kind bundle --keep /tmp/found

Whole files are made anew each time, then bytes are flipped, taken out and put in, and values in their JSON
are replaced by those that programs stumble over. Anything but the named refusals is a finding: it is printed
with its round, and --keep saves the file. Exit code 1 when there is one.
"""

import argparse
import io
import json
import os
import resource
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from companion.app.bundles import BadBundle, Bundle, BundleRecorder
from companion.app.evening_recorder import BadEvening, read_lines
from companion.app.evening_recorder import pack as pack_text
from companion.app.evening_report import make_evening_page, measure_evening
from companion.app.headless import BundlePlayer
from companion.app.preferences import load_remembered
from companion.config import read as read_config
from companion.config import template
from companion.errors import CompanionError
from companion.locale import load_locale
from companion.record.history import find_damage, read_history
from companion.record.index import Index
from companion.record.page import make_page
from companion.record.summary import write_csv
from companion.screens.view import Settings
from vision.decks import Deck, load_deck, pack
from vision.errors import VisionError
from vision.picture import load_picture
from vision.plane.plane_file import load_plane, save_plane
from vision.read.patch import SIDE_PX
from vision.types import Plane

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests" / "records"
MOST_MEMORY = 3 << 30
SLOW_SECONDS = 20.0
STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**63, 10**400, 1e308, float("inf"), float("nan"), "", "\0", "\x1b[2J", "\ud800"),
    *("a" * 5000, "../../etc/passwd", "=1+1", "9" * 5000, [], {}, [[]], [None], {"": None}, [1] * 2000),
)
PIECES = (b"", b"\0", b"\n", b'"', b"}", b"{", b"[" * 2000, b"\xff\xfe", b"null", b"-", b"9" * 5000, b"1e999")


@dataclass(frozen=True)
class Finding:
    """A file that was neither read nor refused."""

    kind: str
    number: int
    what: str
    data: bytes


@dataclass(frozen=True)
class Kind:
    """One sort of file: how a whole one is made, how it is read, and which exceptions refuse it."""

    ending: str
    make: Callable[[Random], bytes]
    read: Callable[[Path], object]
    refusals: tuple[type[Exception], ...]


# whole files


def make_record(rng: Random) -> bytes:
    """A record of the tests; sometimes with values replaced and without its seals."""
    path = rng.choice(sorted(path for path in RECORDS.glob("*.jsonl") if ".verdicts" not in path.name))
    lines = path.read_bytes().splitlines()[: rng.randrange(1, 40)]
    lines = [line for line in lines if line.strip()]
    if rng.random() < 0.6:
        at = rng.randrange(len(lines))
        lines[at] = dump(twist(json.loads(lines[at]), rng))
    return b"\n".join(lines) + b"\n"


def make_deck(rng: Random) -> bytes:
    """A deck of two cards; sometimes with another head."""
    patch = np.full((SIDE_PX, SIDE_PX, 3), rng.randrange(256), np.uint8)
    data = pack(Deck("home", "ascent").with_reference("red-7", patch).with_reference("bridge", patch))
    return repack(data, "deck.json", rng)


def make_bundle(rng: Random) -> bytes:
    """A bundle with a record, presses and a wish; sometimes with another index."""
    recorder = BundleRecorder()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.jsonl"
        record.write_bytes(b"".join((RECORDS / "ascent-two.jsonl").read_bytes().splitlines(True)[:8]))
        recorder.begin(record, {"language": "fr"}, {"game": "ascent", "players": ["Ann", "Ben"]})
        for number in range(4):
            recorder.press(number, rng.choice(["yes", "no", "next held", "action"]))
            recorder.touch(number + 0.5, rng.randrange(800), rng.randrange(480))
        recorder.wish(5.0, {"do": "discard"})
        recorder.line(6.0, {"do": "discard"}, 0)
        path = recorder.save(Path(folder) / "bundle.zip")
        return repack(path.read_bytes(), rng.choice(["moments.json", "moments.json", "app.json"]), rng)


def make_evening(rng: Random) -> bytes:
    """A kept evening of a few cards."""
    picture = cv2.imencode(".jpg", np.full((40, 40, 3), 90, np.uint8))[1].tobytes()
    card = {"place": "1.1", "card": "green-5", "candidates": [["green-5", 0.9]], "jpeg": pack_text(picture)}
    event = {"do": "place", "card": "green-5", "at": "1.1"}
    lines: list[Any] = [
        {"evening": 1, "version": "0", "when": 0},
        {"kind": "game", "game": "ascent", "variant": "standard", "players": 2, "deck": "mine"},
        {"kind": "look", "seconds": 1.0, "gone": [], "cards": [card], "light": 90},
        {"kind": "shown", "events": [event], "waited": 0.9},
        {"kind": "named", "place": "1.1", "card": "blue-5"},
        {"kind": "recorded", "event": event, "legal": True},
    ]
    return b"\n".join(dump(twist(line, rng) if rng.random() < 0.2 else line) for line in lines) + b"\n"


def read_evening_file(path: Path) -> None:
    """An evening as the report takes it."""
    make_evening_page(measure_evening(read_lines(path), path), load_locale("en"))


def make_config(rng: Random) -> bytes:
    """The commented defaults, some values replaced."""
    lines = template().splitlines()
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(lines))
        head = lines[at].partition("=")[0]
        lines[at] = f"{head}= {rng.choice(['[', '{', chr(34), '1_', '1979-05-27', 'inf', chr(34) * 3])}"
    return "\n".join(lines).encode()


def make_remembered(rng: Random) -> bytes:
    """The settings of last time, some replaced."""
    setup = {"game": "tranquility", "players": ["Ann"], "variant": "standard", "goat_cards": ["green-5"]}
    kept = {"setup": setup, "names": ["Ann"], "settings": {"language": "fr", "brightness": 50}}
    return dump(twist(kept, rng))


def make_plane(rng: Random) -> bytes:
    """A calibration, some values replaced."""
    plane = Plane((1920, 1080), (0.5, 0.0, -480.0, 0.0, 0.5, -270.0, 0.0, 0.0, 1.0), -0.05, 0.12)
    with tempfile.TemporaryDirectory() as folder:
        save_plane(Path(folder) / "c.json", plane)
        return dump(twist(json.loads((Path(folder) / "c.json").read_text()), rng))


def make_picture(rng: Random) -> bytes:
    """A small picture in any of the formats that are read."""
    tones = np.array([rng.randrange(256) for _ in range(48 * 64 * 3)], np.uint8).reshape(48, 64, 3)
    ending = rng.choice([".jpg", ".png", ".webp"])
    return bytes(cv2.imencode(ending, tones)[1])


def repack(data: bytes, name: str, rng: Random) -> bytes:
    """A zip file with one of its files twisted, now and then."""
    if rng.random() < 0.4:
        return data
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for each in old.namelist():
            inner = old.read(each)
            new.writestr(each, dump(twist(json.loads(inner), rng)) if each == name else inner)
    return out.getvalue()


# damage


def twist(value: Any, rng: Random) -> Any:
    """JSON with one value, somewhere in it, replaced, taken out or doubled."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.15:
        return rng.choice(STRANGE)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    if rng.random() < 0.15:
        del value[key]
    else:
        value[key] = twist(value[key], rng)
    return value


def dump(value: Any) -> bytes:
    """JSON as bytes, whatever it holds."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


def damage(data: bytes, rng: Random) -> bytes:
    """The same bytes with a few of them changed; sometimes none."""
    junk = bytearray(data)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4, 12])):
        at = rng.randrange(len(junk) + 1)
        junk[at : at + rng.choice([0, 1, 1, 4, 40])] = rng.choice(
            [*PIECES, rng.randbytes(1), rng.randbytes(4)]
        )
    return bytes(junk[: rng.randrange(len(junk) + 1)] if rng.random() < 0.1 else junk)


# reading


def read_record_file(path: Path) -> None:
    """Everything that is done with a record: list it, look for damage, make its page and its table."""
    index = Index(path.parent)
    index.games()
    index.problems()
    find_damage(path)
    history, locale = read_history(path), load_locale("fr")
    make_page(history, locale)
    write_csv(history, locale)


def read_bundle_file(path: Path) -> None:
    """Load a bundle and run it again, without pictures."""
    with tempfile.TemporaryDirectory() as folder:
        BundlePlayer(Bundle.load(path), Path(folder), _blind_eye).run()


def _blind_eye(layout: Any, deck: Any, plane: Any, names: Any) -> Any:
    return SimpleNamespace(layout=layout, deck=deck, plane=plane, inventory=names)


KINDS: dict[str, Kind] = {
    "record": Kind(".jsonl", make_record, read_record_file, (CompanionError,)),
    "bundle": Kind(".zip", make_bundle, read_bundle_file, (BadBundle,)),
    "evening": Kind(".jsonl", make_evening, read_evening_file, (BadEvening,)),
    "deck": Kind(".deck", make_deck, load_deck, (VisionError,)),
    "config": Kind(".toml", make_config, read_config, ()),
    "remembered": Kind(".json", make_remembered, lambda path: load_remembered(path, Settings()), ()),
    "plane": Kind(".json", make_plane, load_plane, (VisionError,)),
    "picture": Kind(".bin", make_picture, load_picture, (VisionError,)),
}


def try_one(name: str, seed: int, number: int, folder: Path) -> Finding | None:
    """One damaged file of a kind; what is wrong with how it was taken, if anything is."""
    kind, rng = KINDS[name], Random(f"{name} {seed} {number}")
    data = damage(kind.make(rng), rng)
    path = folder / f"file{kind.ending}"
    path.write_bytes(data)
    started = time.monotonic()
    try:
        kind.read(path)
    except kind.refusals as error:
        if "\n" in str(error):
            return Finding(name, number, f"a refusal of several lines: {error!r}", data)
    except Exception:
        return Finding(name, number, traceback.format_exc(limit=-3), data)
    finally:
        path.unlink()
    spent = time.monotonic() - started
    return Finding(name, number, f"took {spent:.0f} seconds", data) if spent > SLOW_SECONDS else None


def fuzz(names: list[str], seed: int, rounds: Iterator[int]) -> Iterator[Finding]:
    """Round after round, one file of each kind; what was found."""
    with tempfile.TemporaryDirectory() as folder:
        for number in rounds:
            for name in names:
                found = try_one(name, seed, number, Path(folder))
                if found is not None:
                    yield found


def until(seconds: float) -> Iterator[int]:
    """Rounds until the time is over."""
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        yield number
        number += 1


def main(words: list[str]) -> int:
    """Fuzz for a while and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="may be repeated (all)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="save each file that was found")
    arguments = parser.parse_args(words)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    count = 0
    for found in fuzz(arguments.kind or sorted(KINDS), arguments.seed, until(60 * arguments.minutes)):
        count += 1
        print(f"{found.kind}, round {found.number}:\n{found.what}", flush=True)
        if arguments.keep is not None:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / f"{found.kind}-{found.number}").write_bytes(found.data)
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
