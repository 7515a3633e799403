"""Pictures from files: a path comes in, an upright BGR picture goes out, or one sentence on why not."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

import cv2
import numpy as np

from storage import FileTooLarge, read_file
from vision.errors import PictureError
from vision.types import Picture

_LARGEST_PIXELS = 50_000_000
_LARGEST_BYTES = 200_000_000
_SMALLEST_SIDE = 32
_BLACK_LEVEL = 12  # the brightest hundredth of a usable picture is lighter than this
_PNG = b"\x89PNG\r\n\x1a\n"
_FRAME_STARTS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def load_picture(path: Path | str) -> Picture:
    """The picture, turned upright as its EXIF says; PictureError tells what is wrong with it."""
    file = Path(path)
    data = _read(file)
    size = picture_size(data)
    if size is not None and _is_cut(data):
        raise PictureError.told("picture-cut", file=file.name)
    check_size(size, file.name)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError.told("picture-damaged", file=file.name)
    return check_picture(np.asarray(picture, np.uint8), file.name)


def check_picture(picture: Picture, name: str = "picture") -> Picture:
    """The same picture when it is large and light enough to look at."""
    height, width = picture.shape[:2]
    check_size((width, height), name)
    if float(np.percentile(picture[:: max(1, height // 200), :: max(1, width // 200)], 99)) < _BLACK_LEVEL:
        raise PictureError.told("picture-black", file=name)
    return picture


def check_size(size_px: tuple[int, int] | None, name: str) -> None:
    """Refuse sizes that are no picture of a table; an unknown size means it is no picture at all."""
    if size_px is None:
        raise PictureError.told("picture-none", file=name)
    width, height = size_px
    if width * height > _LARGEST_PIXELS:
        size = round(width * height / 1e6)
        most = _LARGEST_PIXELS // 10**6
        raise PictureError.told("picture-large", file=name, width=width, height=height, size=size, most=most)
    if min(width, height) < _SMALLEST_SIDE:
        raise PictureError.told("picture-small", file=name, width=width, height=height)


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from a file's head, without decoding it: a small file may unpack to gigabytes.

    0 where the file ends before it tells; nothing for another format.
    """
    if data.startswith(_PNG):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"\xff\xd8"):
        at = _jpeg_segment(data, _FRAME_STARTS)
        return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    if data[12:16] == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    plain = data[12:16] == b"VP8 "
    both = int.from_bytes(data[26:30] if plain else data[21:25], "little")
    return (both & 0x3FFF, both >> 16 & 0x3FFF) if plain else ((both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1)


def _read(file: Path) -> bytes:
    try:
        data = read_file(file, _LARGEST_BYTES)
    except FileTooLarge:
        raise PictureError.told("picture-bytes", file=file.name, most=_LARGEST_BYTES // 10**6) from None
    except IsADirectoryError:
        raise PictureError.told("picture-folder", file=file.name) from None
    except FileNotFoundError:
        raise PictureError.told("picture-missing", file=file) from None
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise PictureError.told("picture-unread", file=file, reason=reason) from None
    if not data:
        raise PictureError.told("picture-empty", file=file.name)
    return data


def _is_cut(data: bytes) -> bool:
    """Whether the end of a file is missing: decoders would fill it with grey."""
    if data.startswith(_PNG):
        return b"IEND" not in data[-65536:]
    if data.startswith(b"RIFF"):
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return data.rfind(b"\xff\xd9") < _jpeg_segment(data, {0xDA})


def _jpeg_segment(data: bytes, kinds: Container[int]) -> int:
    """Where the first segment of one of these kinds starts; the end if there is none."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind in kinds:
            return at
        if kind == 0xFF:
            at += 1
        elif kind == 0x01 or 0xD0 <= kind <= 0xD8:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)
