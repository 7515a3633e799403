"""Archives from elsewhere: capped before they are unpacked, every decoder's error one exception."""

import zipfile
from pathlib import Path
from random import Random

import pytest

from storage import BadArchive, open_archive

KILOBYTE = 1000


def pack(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def read_all(path: Path, *, most_bytes: int = 10 * KILOBYTE, most_files: int = 10) -> dict[str, bytes]:
    with open_archive(path, most_bytes=most_bytes, most_files=most_files) as archive:
        return {name: archive.read(name) for name in archive.names()}


def test_an_archive_is_read(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", {"a": b"1", "b.json": b'{"c": 2}'})
    assert read_all(path) == {"a": b"1", "b.json": b'{"c": 2}'}
    with open_archive(path, most_bytes=KILOBYTE, most_files=2) as archive:
        assert archive.read_json("b.json") == {"c": 2}


@pytest.mark.parametrize("files", [{"a": bytes(20 * KILOBYTE)}, {str(n): bytes(KILOBYTE) for n in range(11)}])
def test_what_would_unpack_to_more_than_it_may_is_refused(tmp_path: Path, files: dict[str, bytes]) -> None:
    path = pack(tmp_path / "bomb.zip", files)
    assert path.stat().st_size < 10 * KILOBYTE
    with pytest.raises(BadArchive, match="more than it may"):
        read_all(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packings_that_cannot_be_bounded_are_refused(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("a", bytes(500))
    with pytest.raises(BadArchive, match="another way"):
        read_all(tmp_path / "a.zip")


def test_a_size_that_lies_is_noticed(tmp_path: Path) -> None:
    path = pack(tmp_path / "lie.zip", {"a": bytes(50 * KILOBYTE)})
    size, small = (50 * KILOBYTE).to_bytes(4, "little"), (100).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, small))
    with pytest.raises(BadArchive):
        read_all(path)


def test_the_same_file_read_over_and_over_is_capped(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", {"a": bytes(600)})
    with open_archive(path, most_bytes=KILOBYTE, most_files=2) as archive:
        archive.read("a")
        with pytest.raises(BadArchive, match="more than it may"):
            archive.read("a")


def test_a_long_list_of_names_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack(tmp_path / "names.zip", {"n" * 60 + str(number): b"" for number in range(200)})
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(BadArchive, match="too many"):
        read_all(path, most_bytes=100 * KILOBYTE)


@pytest.mark.parametrize("data", [b"[" * 100_000, b"{", b"\xff", b"1" * 5000])
def test_what_is_no_json_is_one_exception(tmp_path: Path, data: bytes) -> None:
    path = pack(tmp_path / "a.zip", {"a": data})
    with open_archive(path, most_bytes=200 * KILOBYTE, most_files=1) as archive, pytest.raises(BadArchive):
        archive.read_json("a")


def test_a_missing_file_of_it_and_a_missing_archive(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.zip", {})
    with (
        open_archive(path, most_bytes=KILOBYTE, most_files=1) as archive,
        pytest.raises(BadArchive, match="b"),
    ):
        archive.read("b")
    with pytest.raises(FileNotFoundError):
        read_all(tmp_path / "none.zip")
    with pytest.raises(BadArchive):
        read_all(tmp_path)


def test_no_junk_raises_anything_else(tmp_path: Path) -> None:
    rng = Random(9)
    whole = pack(tmp_path / "a.zip", {"a": rng.randbytes(300), "b": bytes(500)}).read_bytes()
    path = tmp_path / "junk.zip"
    refused = 0
    for _ in range(600):
        junk = bytearray(whole)
        for _ in range(rng.randint(1, 5)):
            junk[rng.randrange(len(junk))] = rng.randrange(256)
        path.write_bytes(junk[: rng.choice([len(junk), rng.randrange(len(junk))])])
        try:
            read_all(path)
        except BadArchive:
            refused += 1
    assert refused > 300
