"""Training: shards come in, a trained network goes out.

python -m vision.lab.training.train --shards FOLDER --out reader.pt --minutes 30 --seed 5
"""

import argparse
import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.lab.training.network import ReaderNetwork
from vision.lab.training.shards import CARDS, REJECTS, VIEWS, Shard
from vision.read.network import HEADS, NO_NUMBER
from vision.read.patch import SIDE_PX

_REJECTS_A_DECK = 5
_TEMPERATURE = 0.1
_UPRIGHT_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class _Batch:
    """One step's patches and labels; cards come in pairs of views, then the rejects."""

    patches: Tensor
    numbers: Tensor
    colours: Tensor
    turns: Tensor
    half_turns: Tensor
    outlines: Tensor
    whole: Tensor
    decks: Tensor


def _draw_batch(shards: list[Shard], decks: int, side: int, rng: np.random.Generator) -> _Batch:
    picked = [shards[int(rng.integers(len(shards)))] for _ in range(decks)]
    parts = [_draw_deck(shard, int(rng.integers(len(shard.patches))), rng) for shard in picked]
    patches = np.concatenate([shrink(part[0], side) for part in parts])
    rows = [np.concatenate([part[i] for part in parts]) for i in range(1, 7)]
    numbers, colours, turns, half_turns, outlines, whole = rows
    of_deck = np.repeat(np.arange(len(parts)), len(parts[0][0]))
    return _Batch(
        _augment(torch.from_numpy(patches).permute(0, 3, 1, 2).float(), rng),
        torch.from_numpy(numbers.astype(np.int64)),
        torch.from_numpy(colours.astype(np.int64)),
        torch.from_numpy(turns.astype(np.int64)),
        torch.from_numpy(half_turns),
        torch.from_numpy(outlines),
        torch.from_numpy(whole.astype(np.float32)),
        torch.from_numpy(of_deck),
    )


def _draw_deck(shard: Shard, deck: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    views = np.stack([rng.permutation(VIEWS)[:2] for _ in range(CARDS)])
    cards = (np.arange(CARDS)[:, None] * VIEWS + views).reshape(-1)
    rejects = CARDS * VIEWS + rng.permutation(REJECTS)[:_REJECTS_A_DECK]
    index = np.concatenate([cards, rejects])
    upright = rng.random(CARDS) < _UPRIGHT_SHARE
    turns = np.where(upright, 0, rng.integers(0, 4, CARDS)).repeat(2)
    turns = np.concatenate([turns, rng.integers(0, 4, _REJECTS_A_DECK)])
    patches = np.stack([turned(shard.patches[deck, i], t) for i, t in zip(index, turns, strict=True)])
    outlines = np.stack(
        [_turned_outline(shard.offsets[deck, i], t) for i, t in zip(index, turns, strict=True)]
    )
    whole = np.arange(len(index)) < 2 * CARDS
    return (
        patches,
        shard.numbers[deck, index],
        shard.colours[deck, index],
        turns,
        shard.half_turns[deck, index],
        outlines,
        whole,
    )


def shrink(patches: np.ndarray, side: int) -> np.ndarray:
    """Patches at a smaller side."""
    if patches.shape[1] == side:
        return patches
    return np.stack([cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA) for patch in patches])


def turned(patch: np.ndarray, quarters: int) -> np.ndarray:
    """The patch turned clockwise by quarters."""
    return np.rot90(patch, -int(quarters))


def _turned_outline(offsets: np.ndarray, quarters: int) -> np.ndarray:
    points = offsets.reshape(4, 2)
    for _ in range(int(quarters)):
        points = np.roll(np.stack([-points[:, 1], points[:, 0]], axis=1), 1, axis=0)
    return points.reshape(8)


def _augment(patches: Tensor, rng: np.random.Generator) -> Tensor:
    count = len(patches)
    gains = torch.from_numpy(np.exp(rng.normal(0, 0.06, (count, 3, 1, 1))).astype(np.float32))
    level = torch.from_numpy(np.exp(rng.normal(0, 0.12, (count, 1, 1, 1))).astype(np.float32))
    lift = torch.from_numpy(rng.normal(0, 6, (count, 1, 1, 1)).astype(np.float32))
    return (patches * gains * level + lift).clamp_(0, 255).contiguous(memory_format=torch.channels_last)


def _split_heads(rows: Tensor) -> dict[str, Tensor]:
    return dict(zip(HEADS, rows.split(list(HEADS.values()), dim=1), strict=True))


def losses(rows: Tensor, batch: _Batch) -> dict[str, Tensor]:
    """What each head still gets wrong."""
    heads = _split_heads(rows)
    whole = batch.whole > 0
    readable = whole & ((batch.turns == 0) | ((batch.turns == 2) & batch.half_turns))
    numbers = batch.numbers.clamp(min=0)
    tens = torch.where(numbers == NO_NUMBER, 10, torch.where(numbers < 10, 10, numbers // 10))
    units = torch.where(numbers == NO_NUMBER, 10, numbers % 10)
    coloured = batch.colours >= 0
    return {
        "number": functional.cross_entropy(heads["number"][readable], numbers[readable]),
        "tens": 0.5 * functional.cross_entropy(heads["tens"][readable], tens[readable]),
        "units": 0.5 * functional.cross_entropy(heads["units"][readable], units[readable]),
        "colour": 0.5 * functional.cross_entropy(heads["colour"][coloured], batch.colours[coloured]),
        "card": 0.5 * functional.binary_cross_entropy_with_logits(heads["card"][:, 0], batch.whole),
        "turn": 0.5 * _turn_loss(heads["turn"][whole], batch.turns[whole], batch.half_turns[whole]),
        "outline": 2
        * functional.smooth_l1_loss(20 * heads["outline"][whole], 20 * batch.outlines[whole], beta=0.3),
        "embedding": 0.7 * _pair_loss(heads["embedding"][whole], batch.decks[whole]),
    }


def _turn_loss(scores: Tensor, turns: Tensor, half_turns: Tensor) -> Tensor:
    logs = functional.log_softmax(scores, dim=1)
    right = logs.gather(1, turns[:, None])[:, 0]
    other = logs.gather(1, (turns[:, None] + 2) % 4)[:, 0]
    return -torch.where(half_turns, torch.logaddexp(right, other), right).mean()


def _pair_loss(embeddings: Tensor, decks: Tensor) -> Tensor:
    unit = functional.normalize(embeddings, dim=1)
    likeness = unit @ unit.T / _TEMPERATURE
    same_deck = decks[:, None] == decks[None, :]
    likeness = likeness + 0.5 * same_deck.float()
    likeness.fill_diagonal_(-1e4)
    partner = torch.arange(len(unit)) ^ 1
    return functional.cross_entropy(likeness, partner)


def train(
    shards_in: Path,
    minutes: float,
    seed: int,
    start: Path | None,
    out: Path,
    top_rate: float,
    decks: int,
    side: int,
) -> ReaderNetwork:
    """Train for some minutes; the learning rate falls to nothing at the end."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = ReaderNetwork().to(memory_format=torch.channels_last)
    if start is not None:
        network.load_state_dict(torch.load(start))
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimiser = torch.optim.AdamW(network.parameters(), lr=top_rate, weight_decay=0.01)
    began, step, shards = time.monotonic(), 0, _load_shards(shards_in)
    sums: dict[str, float] = {}
    ahead = ThreadPoolExecutor(1)
    coming = ahead.submit(_draw_batch, shards, decks, side, rng)
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = (
                top_rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
            )
        batch = coming.result()
        coming = ahead.submit(_draw_batch, shards, decks, side, rng)
        parts = losses(network(batch.patches), batch)
        optimiser.zero_grad(set_to_none=True)
        torch.stack(list(parts.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(network)
        step += 1
        for name, value in parts.items():
            sums[name] = sums.get(name, 0.0) * 0.98 + 0.02 * float(value.detach())
        if step % 100 == 0:
            report(step, time.monotonic() - began, sums)
            shards = _load_shards(shards_in)
        if step % 200 == 0:
            torch.save(average.module.state_dict(), out)
    torch.save(average.module.state_dict(), out)
    trained: ReaderNetwork = average.module
    return trained


def _load_shards(folder: Path) -> list[Shard]:
    names = sorted(path.name.removesuffix("-offsets.npy") for path in folder.glob("train-*-offsets.npy"))
    return [Shard.load(folder / name) for name in names]


def report(step: int, seconds: float, sums: dict[str, float]) -> None:
    """One line of progress."""
    text = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
    print(f"{step} {seconds:.0f}s {text}", flush=True)  # noqa: T201


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decks", type=int, default=4, help="a step")
    parser.add_argument(
        "--side", type=int, default=SIDE_PX, help="patches are shrunk to this side: 64 for the first lessons"
    )
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(
        arguments.shards,
        arguments.minutes,
        arguments.seed,
        arguments.start,
        arguments.out,
        arguments.rate,
        arguments.decks,
        arguments.side,
    )


if __name__ == "__main__":
    main()
