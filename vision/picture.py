"""Pictures from files: a path comes in, an upright BGR picture goes out, or one sentence on why not."""

from __future__ import annotations

import struct
from collections.abc import Container
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError
from vision.types import Picture

_LARGEST_PIXELS = 50_000_000
_LARGEST_BYTES = 200_000_000
_SMALLEST_SIDE = 32
_BLACK_LEVEL = 12  # the brightest hundredth of a usable picture is lighter than this
HEAD_BYTES = 1 << 20
_FRAME_STARTS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def load_picture(path: Path | str) -> Picture:
    """The picture, turned upright as its EXIF says; PictureError tells what is wrong with it."""
    file = Path(path)
    data = _read(file)
    size = picture_size(data[:HEAD_BYTES])
    if size is not None:
        _check_complete(data, file.name)
    check_size(size, file.name)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError(f"{file.name}: the picture is damaged and cannot be opened")
    return check_picture(np.asarray(picture, np.uint8), file.name)


def check_picture(picture: Picture, name: str = "picture") -> Picture:
    """The same picture when it is large and light enough to look at."""
    height, width = picture.shape[:2]
    check_size((width, height), name)
    if float(np.percentile(picture[:: max(1, height // 200), :: max(1, width // 200)], 99)) < _BLACK_LEVEL:
        raise PictureError(f"{name}: the picture is black; is the lens covered or the light off?")
    return picture


def check_size(size: tuple[int, int] | None, name: str) -> None:
    """Refuse sizes that are no picture of a table; an unknown size means it is no picture at all."""
    if size is None:
        raise PictureError(f"{name}: not a picture (JPEG, PNG, WebP, BMP and TIFF are read)")
    width, height = size
    if width * height > _LARGEST_PIXELS:
        share = f"{width} x {height} is {width * height / 1e6:.0f} megapixels"
        raise PictureError(
            f"{name}: {share}, more than {_LARGEST_PIXELS // 1_000_000}; make it smaller first"
        )
    if min(width, height) < _SMALLEST_SIDE:
        raise PictureError(f"{name}: {width} x {height} pixels are too few to see a card")


def picture_size(head: bytes) -> tuple[int, int] | None:
    """Width and height from a file's first bytes, without decoding it; nothing for an unknown format."""
    if head[:8] == b"\x89PNG\r\n\x1a\n" and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
        return width, height
    if head[:2] == b"\xff\xd8":
        return _jpeg_size(head)
    if head[:2] == b"BM" and len(head) >= 26:
        width, height = struct.unpack("<ii", head[18:26])
        return width, abs(height)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _webp_size(head)
    if head[:4] in (b"II*\0", b"MM\0*") and len(head) >= 8:
        return _tiff_size(head)
    return None


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > _LARGEST_BYTES:
            raise PictureError(f"{file.name}: the file is larger than {_LARGEST_BYTES // 1_000_000} MB")
        data = file.read_bytes()
    except IsADirectoryError:
        raise PictureError(f"{file.name}: a folder, not a picture") from None
    except OSError as error:
        raise PictureError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
    if not data:
        raise PictureError(f"{file.name}: the file is empty")
    return data


def _check_complete(data: bytes, name: str) -> None:
    """JPEG and PNG decoders fill what is missing with grey; a truncated file is refused instead."""
    jpeg_cut = data[:2] == b"\xff\xd8" and data.rfind(b"\xff\xd9") < (
        _jpeg_segment(data, {0xDA}) or len(data)
    )
    png_cut = data[:4] == b"\x89PNG" and b"IEND" not in data[-65536:]
    riff_cut = data[:4] == b"RIFF" and len(data) < int.from_bytes(data[4:8], "little") + 8
    if jpeg_cut or png_cut or riff_cut:
        raise PictureError(f"{name}: the file is cut off; copy it again")


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    at = _jpeg_segment(head, _FRAME_STARTS)
    if at is None or at + 9 > len(head):
        return 0, 0  # a JPEG that ends before it says how large it is
    height, width = struct.unpack(">HH", head[at + 5 : at + 9])
    return width, height


def _jpeg_segment(data: bytes, kinds: Container[int]) -> int | None:
    """Where the first segment of one of these kinds starts."""
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
    return None


def _webp_size(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if kind == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(head) >= 30:
        return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    return None


def _tiff_size(head: bytes) -> tuple[int, int] | None:
    order = "<" if head[:2] == b"II" else ">"
    start = struct.unpack(order + "I", head[4:8])[0]
    if start + 2 > len(head):
        return None
    found: dict[int, int] = {}
    for index in range(struct.unpack(order + "H", head[start : start + 2])[0]):
        entry = head[start + 2 + 12 * index : start + 14 + 12 * index]
        if len(entry) < 12:
            break
        tag, kind = struct.unpack(order + "HH", entry[:4])
        value = struct.unpack(order + ("H" if kind == 3 else "I"), entry[8 : 10 if kind == 3 else 12])[0]
        found[tag] = value
    return (found[256], found[257]) if 256 in found and 257 in found else None
