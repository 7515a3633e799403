"""Export: a trained network comes in, an ONNX file that OpenCV runs goes out, normalisation folded in."""

import copy
from pathlib import Path

import torch
from torch import nn

from vision.lab.training.network import ReaderNetwork, Step
from vision.read.patch import SIDE_PX


def export(network: ReaderNetwork, path: Path) -> None:
    """Write the network as plain ONNX with a free batch size."""
    plain = fold(network)
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


def fold(network: ReaderNetwork) -> ReaderNetwork:
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
