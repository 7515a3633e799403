"""Reading lines: in linear time and bounded memory, whatever stands in them."""

from pathlib import Path

import pytest

from companion.games.values import BadRecord
from companion.record.lines import MOST_BYTES, MOST_RECORD_BYTES, parse, read_record


@pytest.mark.timeout(20)
def test_a_long_line_whose_last_field_is_given_twice_is_refused_at_once() -> None:
    """90,000 fields: comparing each with each would take minutes."""
    fields = ", ".join(f'"{number}": 1' for number in (*range(90_000), 89_999))
    assert len(fields) < MOST_BYTES * 2
    with pytest.raises(BadRecord, match="field-twice") as caught:
        parse(f"{{{fields}}}")
    assert caught.value.facts["field"] == "89999"


def test_a_file_larger_than_any_game_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST_RECORD_BYTES + 1)
    with pytest.raises(BadRecord, match="record-long"):
        read_record(path)
