"""Whole games whose every verdict is written down."""

from pathlib import Path

import pytest

from tests.records.make import judge_text

FOLDER = Path(__file__).resolve().parent / "records"
RECORDS = sorted(path for path in FOLDER.glob("*.jsonl") if path.with_suffix(".verdicts.jsonl").exists())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_record(path: Path) -> None:
    expected = path.with_suffix(".verdicts.jsonl").read_text(encoding="utf-8")
    assert judge_text(path.read_text(encoding="utf-8")) == expected


def test_there_are_golden_records() -> None:
    assert len(RECORDS) >= 3
