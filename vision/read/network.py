"""The network at run time: patches come in, one row of raw scores a patch goes out, by OpenCV alone."""

from collections.abc import Sequence
from itertools import accumulate

import cv2
import numpy as np
import numpy.typing as npt

from assets import asset
from vision.errors import VisionError
from vision.types import Picture

MODEL = "models/reader.onnx"
EMBEDDING = 64
NO_NUMBER = 100
_TOGETHER = 5  # patches looked at in one go: more no longer fit the processor's cache
# The heads lie side by side in a row, in this order.
HEADS = {
    "number": 101,
    "tens": 11,
    "units": 11,
    "colour": 8,
    "card": 1,
    "turn": 4,
    "outline": 8,
    "embedding": EMBEDDING,
}
_ENDS = dict(zip(HEADS, accumulate(HEADS.values()), strict=True))
_FIRST_DIGITS = np.array([10 if number < 10 else number // 10 for number in range(100)])  # ten is none
_LAST_DIGITS = np.arange(100) % 10
LEANS = (0, -45, 45)  # degrees that a patch is turned, counter-clockwise, for its number to stand upright
Rows = npt.NDArray[np.float32]
Values = npt.NDArray[np.float64]


class Network:
    """The trained reader; not to be shared between threads."""

    def __init__(self, path: str | None = None) -> None:
        name = path or str(asset(MODEL))
        try:
            self._net = cv2.dnn.readNetFromONNX(name)
        except cv2.error as error:
            raise VisionError.told("no-network", path=name) from error

    def look(self, patches: Sequence[Picture]) -> Rows:
        """One row of scores a patch; patches are blue-green-red squares of the network's side."""
        if not patches:
            return np.zeros((0, sum(HEADS.values())), np.float32)
        parts = [
            self._look(patches[start : start + _TOGETHER]) for start in range(0, len(patches), _TOGETHER)
        ]
        return np.concatenate(parts)

    def read_leaning(self, patches: Sequence[Picture], rows: Rows, lean: int) -> Rows:
        """The rows of patches with the numbers that are read when they are held at one of `LEANS`.

        Cards that are made to be looked at on a corner have theirs so.
        """
        if not lean or not patches:
            return rows
        numbers = self.look([_turned(patch, lean) for patch in patches])[:, : _ENDS["units"]]
        return np.concatenate([numbers, rows[:, _ENDS["units"] :]], axis=1)

    def _look(self, patches: Sequence[Picture]) -> Rows:
        blob = np.ascontiguousarray(np.stack(patches).transpose(0, 3, 1, 2), dtype=np.float32)
        self._net.setInput(blob)
        return np.array(self._net.forward(), np.float32).reshape(len(patches), -1)


def _turned(patch: Picture, degrees: int) -> Picture:
    height, width = patch.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(patch, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def head(rows: Rows, name: str) -> Values:
    """The columns of one head."""
    return rows[:, _ENDS[name] - HEADS[name] : _ENDS[name]].astype(np.float64)


def unit_embeddings(rows: Rows) -> Values:
    """Embeddings of length one."""
    embeddings = head(rows, "embedding")
    result: Values = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    return result


def number_logs(rows: Rows) -> Values:
    """Log-probabilities of 0-99 and none: the joint head and the two digit heads together."""
    joint = log_softmax(head(rows, "number"))
    tens, units = log_softmax(head(rows, "tens")), log_softmax(head(rows, "units"))
    digits = tens[:, _FIRST_DIGITS] + units[:, _LAST_DIGITS]
    both = np.concatenate([digits, tens[:, 10:] + units[:, 10:]], axis=1)
    return log_softmax(joint + 0.5 * both)


def colour_logs(rows: Rows) -> Values:
    """Log-probabilities of the colours."""
    return log_softmax(head(rows, "colour"))


def log_softmax(scores: Values) -> Values:
    """Log-probabilities of rows of scores."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    result: Values = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result
