"""The network: patches come in, one row a patch goes out (number, colour, turn, outline, embedding).

Plain convolutions, residual sums, pooling and one linear layer a head, so that OpenCV runs it anywhere.
"""

import copy
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.read.network import EMBEDDING, HEADS
from vision.read.patch import SIDE_PX

CHANNELS = (16, 32, 64, 96)
_FLAT = 12  # channels of the small map whose places matter
_SMALL_MAP = 6
_RELU_GAIN = 1.7139588594436646


class Step(nn.Module):  # type: ignore[misc]
    """Convolution with standardised weights, then rectification.

    Standardising the few weights instead of the many activations halves the time of a training step on a
    CPU, and leaves a plain convolution to export.
    """

    def __init__(self, inputs: int, outputs: int, stride: int = 1, size: int = 3, groups: int = 1) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups)
        nn.init.zeros_(self.convolution.bias)
        self.gain = nn.Parameter(torch.ones(outputs, 1, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        plain = self.convolution
        return functional.relu(
            functional.conv2d(x, self.weight(), plain.bias, plain.stride, plain.padding, 1, plain.groups)
        )

    def weight(self) -> Tensor:
        """The weights, standardised so that the signal keeps its size through the rectifier."""
        raw = self.convolution.weight
        centred = raw - raw.mean(dim=(1, 2, 3), keepdim=True)
        size = centred.pow(2).sum(dim=(1, 2, 3), keepdim=True).add(1e-6).rsqrt()
        return centred * size * (self.gain * _RELU_GAIN)


class _Residual(nn.Module):  # type: ignore[misc]
    """What comes in, plus what some steps make of it."""

    def __init__(self, *steps: nn.Module) -> None:
        super().__init__()
        self.steps = nn.Sequential(*steps)
        self.share = nn.Parameter(torch.full((1, 1, 1, 1), 0.5))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.share * self.steps(x)


class ReaderNetwork(nn.Module):  # type: ignore[misc]
    """Patches (N x 3 x 96 x 96, blue green red, 0 to 255) to rows (N x the heads' widths)."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = CHANNELS
        self.trunk = nn.Sequential(
            Step(3, a, 2),
            Step(a, b, 2),
            _Residual(Step(b, b)),
            Step(b, c, 2),
            _Residual(Step(c, c), Step(c, c)),
            Step(c, d, 2),
            _Residual(Step(d, d, groups=d), Step(d, d, size=1)),
        )
        self.small = Step(d, _FLAT, size=1)
        flat = _FLAT * _SMALL_MAP * _SMALL_MAP
        self.names = nn.Linear(
            2 * d, sum(HEADS[name] for name in ("number", "tens", "units", "colour", "card"))
        )
        self.places = nn.Linear(flat, HEADS["turn"] + HEADS["outline"])
        self.embedding = nn.Linear(2 * d + flat, EMBEDDING)
        self.dropout = nn.Dropout(0.1)

    def forward(self, patches: Tensor) -> Tensor:
        """One row a patch; the heads lie side by side in the order of `HEADS`."""
        features = self.trunk((patches - 128.0) * (1 / 64.0))
        if patches.shape[-1] != SIDE_PX:
            features = functional.interpolate(features, (_SMALL_MAP, _SMALL_MAP), mode="bilinear")
        mean = functional.avg_pool2d(features, _SMALL_MAP).flatten(1)
        most = functional.max_pool2d(features, _SMALL_MAP).flatten(1)
        seen = torch.cat([mean, most], dim=1)
        flat = self.small(features).flatten(1)
        return torch.cat(
            [
                self.names(self.dropout(seen)),
                self.places(flat),
                self.embedding(torch.cat([seen, flat], dim=1)),
            ],
            dim=1,
        )


def export(network: ReaderNetwork, path: Path) -> None:
    """Write the network as plain ONNX with a free batch size."""
    plain = _fold(network)
    example = torch.zeros(1, 3, SIDE_PX, SIDE_PX)
    torch.onnx.export(
        plain,
        (example,),
        str(path),
        input_names=["patches"],
        output_names=["rows"],
        dynamic_axes={"patches": {0: "count"}, "rows": {0: "count"}},
        opset_version=12,
        dynamo=False,
    )


def _fold(network: ReaderNetwork) -> ReaderNetwork:
    """A copy whose standardised weights are plain numbers."""
    plain: ReaderNetwork = copy.deepcopy(network).eval()
    for parent in list(plain.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, Step):
                setattr(parent, name, _plain_step(child))
    return plain


def _plain_step(step: Step) -> nn.Sequential:
    convolution = copy.deepcopy(step.convolution)
    with torch.no_grad():
        convolution.weight.copy_(step.weight())
    return nn.Sequential(convolution, nn.ReLU())
