"""The judge of short records, for every page of the contract."""

from pathlib import Path

import pytest

from tests.contract.words import Judge


@pytest.fixture
def judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Judge:
    return Judge(tmp_path, capsys)
