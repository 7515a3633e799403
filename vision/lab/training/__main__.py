"""Train the reader anew, from drawn cards to the files in assets/models/: one command.

    pip install -e '.[train]'
    python -m vision.lab.training --work WORK [--fonts FOLDER] [--minutes 120] [--threads 4]

Shards of drawn cards and the network after each stage are kept in WORK, so that it can be interrupted and
continued. `--fonts` widens the bundled fonts with a folder of open fonts; those that look like a font kept
from training are left out. The stages: gentle views, then small patches, then full size.
"""

import argparse
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import torch

from assets import asset
from vision.lab.training.glyphs import load_fonts
from vision.lab.training.network import ReaderNetwork, export
from vision.lab.training.shards import make_shard
from vision.lab.training.train import train
from vision.read.network import MODEL
from vision.read.patch import SIDE_PX

_DECKS_A_SHARD = 100
_GENTLE_SHARDS = 5
_GENTLE_SEED = 900


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of the training: which shards, which side of the patches, which share of the time."""

    name: str
    shards: str
    side: int
    share: float
    rate: float
    decks: int


_STAGES = (
    Stage("gentle", "gentle", SIDE_PX, 0.08, 2e-3, 3),
    Stage("small", "full", 64, 0.42, 2e-3, 4),
    Stage("large", "full", SIDE_PX, 0.5, 1.5e-3, 4),
)


def main() -> None:
    """Draw, train, export, calibrate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    _draw_shards(arguments.work, arguments.fonts, arguments.shards)
    trained = _run_stages(arguments.work, arguments.minutes, arguments.seed)
    ship(trained, arguments.work)


def _draw_shards(work: Path, folder: Path | None, count: int) -> None:
    jobs = [("gentle", _GENTLE_SEED + index) for index in range(_GENTLE_SHARDS)]
    jobs += [("full", index) for index in range(count)]
    missing = [job for job in jobs if not (work / job[0] / f"train-{job[1]}-offsets.npy").exists()]
    fonts = load_fonts("train", folder) if missing else []
    for kind, seed in missing:
        (work / kind).mkdir(parents=True, exist_ok=True)
        shard = make_shard(fonts, _DECKS_A_SHARD, seed, "train", gentle=kind == "gentle")
        shard.save(work / kind / f"train-{seed}")
        print(f"drawn {kind} {seed}", flush=True)  # noqa: T201


def _run_stages(work: Path, minutes: float, seed: int) -> Path:
    last: Path | None = None
    for stage in _STAGES:
        out = work / f"{stage.name}.pt"
        if not out.with_suffix(".done").exists():
            spent = minutes * stage.share
            train(work / stage.shards, spent, seed, last, out, stage.rate, stage.decks, stage.side)
            out.with_suffix(".done").touch()
        last = out
    if last is None:
        raise SystemExit("there is no stage to train")
    return last


def ship(weights: Path, work: Path) -> None:
    """Export the network, calibrate it, and put both where the reader finds them."""
    network = ReaderNetwork()
    network.load_state_dict(torch.load(weights))
    export(network.eval(), work / "reader.onnx")
    calibrate = [sys.executable, "-m", "vision.lab.training.calibrate"]
    names = ["--network", str(work / "reader.onnx"), "--out", str(work / "reader.json")]
    subprocess.run([*calibrate, *names], check=True)
    shutil.copy(work / "reader.onnx", asset(MODEL))
    shutil.copy(work / "reader.json", asset(MODEL).with_suffix(".json"))


if __name__ == "__main__":
    main()
