"""Every ruling that a header may change stands on its game's page, with both readings."""

from pathlib import Path

import pytest

from companion.games.ascent.state import RULINGS as ASCENT
from companion.games.elevation.approach import RULINGS as ELEVATION
from companion.games.tranquility.state import RULINGS as TRANQUILITY

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULINGS = {"ascent": ASCENT, "tranquility": TRANQUILITY, "elevation": ELEVATION}


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, rulings in RULINGS.items() for name in rulings]
)
def test_every_ruling_is_on_the_page_of_its_game(game: str, name: str) -> None:
    rows = [line for line in (DOCS / f"{game}.md").read_text(encoding="utf-8").splitlines() if name in line]
    row = next(line for line in rows if '"rulings"' in line)
    assert all(str(value) in row for value in RULINGS[game][name])
    assert len([cell for cell in row.split("|") if cell.strip()]) == 4
