"""A Pi on which everything is fine, for `companion doctor` to look at."""

from pathlib import Path

import numpy as np
import pytest

from hardware.panel import Panel, Pins
from tests.fakes.still_camera import StillCamera
from vision.decks import Deck, save_deck
from vision.read.patch import SIDE_PX


@pytest.fixture
def world(tmp_path, clock, board):
    """A Pi on which everything is fine."""
    root, assets, data = tmp_path / "root", tmp_path / "assets", tmp_path / "data"
    write(root / "sys/class/drm/card1-HDMI-A-1/status", "connected\n")
    write(root / "sys/class/drm/card1-HDMI-A-1/modes", "800x480\n640x480\n")
    write(root / "sys/class/drm/card1-HDMI-A-2/status", "disconnected\n")
    write(root / "dev/dri/card1", "")
    write(root / "proc/asound/cards", " 0 [vc4hdmi0 ]: vc4-hdmi - vc4-hdmi-0\n          vc4-hdmi-0\n")
    write(root / "dev/snd/controlC0", "")
    write(assets / "fonts/Sans.ttf", "")
    (assets / "fonts/Sans.ttf").write_bytes(b"\x00\x01\x00\x00 and so on")
    (assets / "models").mkdir()
    (assets / "models/reader.onnx").write_bytes(tiny_onnx())
    save_deck(Deck("mine", "ascent").with_reference("green-5", patch()), data / "decks/mine.deck")
    picture = np.zeros((360, 640, 3), np.uint8)
    return {
        "root": root,
        "assets": assets,
        "data": data,
        "environment": {},
        "open_camera": lambda name, options: StillCamera(picture, clock.wait),
        "count_tags": lambda picture: 4,
        "make_panel": lambda config: Panel(
            Pins(**{part: getattr(config.pins, part) for part in Pins.__dataclass_fields__}),
            pin_factory=board,
            clock=clock,
        ),
        "run_tool": lambda words: "throttled=0x0",
        "which": lambda name: f"/usr/bin/{name}",
        "wait": clock.wait,
    }


def write(path: Path, words: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words)


def patch() -> np.ndarray:
    return np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)


def tiny_onnx() -> bytes:
    """The smallest model OpenCV loads: one Relu from x to y, of shape 1 x 1, written out in protobuf."""

    def field(number: int, value: bytes | int | str) -> bytes:
        if isinstance(value, int):
            return bytes([number << 3, value])
        value = value.encode() if isinstance(value, str) else value
        return bytes([number << 3 | 2, len(value)]) + value

    def tensor(name: str) -> bytes:
        dimension = field(1, field(1, 1))
        return field(1, name) + field(2, field(1, field(1, 1) + field(2, dimension + dimension)))

    node = field(1, "x") + field(2, "y") + field(3, "r") + field(4, "Relu")
    graph = field(1, node) + field(2, "g") + field(11, tensor("x")) + field(12, tensor("y"))
    return field(1, 7) + field(7, graph) + field(8, field(1, "") + field(2, 12))
