"""Pictures from files: good ones are opened upright, each kind of bad one has its own sentence."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.picture import check_picture, load_picture, picture_size

PICTURE = np.random.default_rng(1).integers(30, 220, (60, 80, 3), dtype=np.uint8)


def encoded(suffix: str, picture: np.ndarray = PICTURE) -> bytes:
    return bytes(cv2.imencode(suffix, picture)[1].tobytes())


def refusal(folder: Path, data: bytes, name: str = "a.jpg") -> str:
    path = folder / name
    path.write_bytes(data)
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    return str(caught.value)


def exif_turned(data: bytes, orientation: int) -> bytes:
    """A JPEG with an EXIF block that says how it is turned."""
    tiff = (
        b"II*\0"
        + struct.pack("<IH", 8, 1)
        + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
        + b"\0\0\0\0"
    )
    block = b"Exif\0\0" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that claims a size but holds hardly any data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 100))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("suffix", [".png", ".webp", ".jpg"])
def test_the_size_is_read_before_the_picture(suffix: str) -> None:
    assert picture_size(encoded(suffix)) == (80, 60)


def test_the_size_of_a_webp_without_loss_is_read() -> None:
    data = cv2.imencode(".webp", PICTURE, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert data[12:16] == b"VP8L"
    assert picture_size(data) == (80, 60)


@pytest.mark.parametrize("suffix", [".png", ".webp", ".jpg"])
def test_pictures_are_opened(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(encoded(suffix, np.full((60, 80, 3), (30, 90, 200), np.uint8)))
    assert np.abs(load_picture(path).astype(int) - (30, 90, 200)).max() < 9


def test_a_turned_picture_comes_upright(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(exif_turned(encoded(".jpg"), 6))
    assert load_picture(tmp_path / "a.jpg").shape == (80, 60, 3)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"hello, this is no picture at all" * 10, "not a picture"),
        (encoded(".tiff"), "JPEG, PNG and WebP are read"),
        (encoded(".jpg")[:900], "cut off"),
        (exif_turned(encoded(".jpg"), 6)[:60], "cut off"),
        (encoded(".png")[:900], "cut off"),
        (encoded(".webp")[:300], "cut off"),
        (encoded(".png", PICTURE[:1, :1]), "1 x 1 pixels are too few"),
        (encoded(".png", PICTURE * 0), "black"),
        (png_of_size(12000, 9000), "108 megapixels"),
        (png_of_size(100, 100), "damaged"),
    ],
    ids=[
        "empty",
        "text",
        "another format",
        "jpeg cut",
        "jpeg head cut",
        "png cut",
        "webp cut",
        "one pixel",
        "black",
        "100 megapixels",
        "damaged",
    ],
)
def test_each_bad_picture_has_its_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    sentence = refusal(tmp_path, data)
    assert words in sentence
    assert sentence.startswith("a.jpg: ")
    assert "\n" not in sentence


def test_a_thumbnail_does_not_hide_that_a_jpeg_is_cut(tmp_path: Path) -> None:
    whole = encoded(".jpg", cv2.resize(PICTURE, (400, 300)))
    thumbnail = encoded(".jpg")[:4000]
    block = b"Exif\0\0" + thumbnail + b"\xff\xd9"
    data = whole[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + whole[2:]
    assert "cut off" in refusal(tmp_path, data[:-3000])


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "none.png")
    with pytest.raises(PictureError, match="folder"):
        load_picture(tmp_path)


def test_a_camera_frame_is_checked_the_same_way() -> None:
    assert check_picture(PICTURE) is PICTURE
    with pytest.raises(PictureError, match="black"):
        check_picture(np.zeros((50, 50, 3), np.uint8), "camera")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_a_picture_cut_anywhere_in_its_head_is_refused(tmp_path: Path, ending: str) -> None:
    whole = bytes(cv2.imencode(ending, np.full((48, 64, 3), 90, np.uint8))[1])
    for length in range(min(64, len(whole))):
        (tmp_path / "cut").write_bytes(whole[:length])
        with pytest.raises(PictureError):
            load_picture(tmp_path / "cut")
