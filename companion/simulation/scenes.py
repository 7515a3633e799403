"""Tables of the games as rendered scenes of the practice deck."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.games.game import STANDARD
from companion.table.layout import load_layout
from companion.table.practice import practice_face
from vision.lab.scene import Scene
from vision.lab.scene import board as scene_board


def table_scene(game: str, board: Mapping[str, str], *, variant: str = STANDARD, **how: Any) -> Scene:
    """The practice deck's cards lying as the board says; `how` as `vision.lab.scene.table_scene` takes it."""
    return scene_board.table_scene(load_layout(game, variant), partial(practice_face, game), board, **how)
