"""The laptop's table for a header, as the tests of this folder want it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.locale import load_locale
from companion.record.session import Session
from companion.simulation.laptop.tabletop import Tabletop
from companion.table.practice import simulated_table
from tests.simulation.laptop.playing import MAKE


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MAKE]:
    """Makes a tabletop for a header; its sessions are closed afterwards."""
    opened: list[Session] = []

    def made(header: dict[str, Any], seed: int = 1, language: str = "en") -> Tabletop:
        session = Session.new(header, tmp_path, float(len(opened)))
        opened.append(session)
        variant = str(header.get("variant", "standard"))
        table = simulated_table(session.match.game.name, variant, size_px=(1280, 720))
        return Tabletop(session, table, Random(seed), load_locale(language), lambda intent: None)

    yield made
    for session in opened:
        session.close()
