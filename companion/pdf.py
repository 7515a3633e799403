"""A small PDF writer: lines, shapes, words and pictures in millimetres come in, the bytes of a file go out.

Everything is true size: millimetres from the top left corner of the page, and the file asks not to be scaled.
"""

import math
import unicodedata
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4  # points per millimetre
Colour = tuple[float, float, float]  # red, green, blue, 0 to 1
BLACK: Colour = (0.0, 0.0, 0.0)
GREY: Colour = (0.45, 0.45, 0.45)

# Advance widths of Helvetica from the space to the tilde, in thousandths of the size.
_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
    "556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 "
    "556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_ADVANCE = dict(zip(map(chr, range(32, 127)), map(int, _WIDTHS.split()), strict=True))
_BOLD_WIDER = 1.07  # Helvetica-Bold is about this much wider: near enough to centre a word


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A picture as the bytes of a JPEG file, with its size in pixels."""

    data: bytes
    width_px: int
    height_px: int


@dataclass(slots=True)
class Page:
    """One sheet of paper; what is drawn later lies on top."""

    width_mm: float
    height_mm: float
    marks: list[str] = field(default_factory=list)
    pictures: list[Jpeg] = field(default_factory=list)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        line: Colour | None = None,
        line_mm: float = 0.2,
        dash_mm: float = 0.0,
    ) -> None:
        box = f"{_pt(x)} {self._up(y + height)} {_pt(width)} {_pt(height)} re"
        self._paint(box, fill, line, line_mm, dash_mm)

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        self._paint(self._path(points) + " h", fill, None, 0.2, 0.0)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        angles = [2 * math.pi * step / 72 for step in range(72)]
        self.polygon([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], fill)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour = BLACK,
        line_mm: float = 0.2,
        dash_mm: float = 0.0,
    ) -> None:
        self._paint(self._path(points), None, colour, line_mm, dash_mm)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size_pt: float,
        *,
        bold: bool = False,
        colour: Colour = BLACK,
        align: str = "left",
    ) -> None:
        """Words with their baseline at y, to the right of x, around it or to its left."""
        back = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * text_width_mm(words, size_pt, bold)
        font = "F2" if bold else "F1"
        shown = _escaped(words)
        self.marks.append(
            f"{_rgb(colour)} rg BT /{font} {size_pt:g} Tf {_pt(x - back)} {self._up(y)} Td ({shown}) Tj ET"
        )

    def picture(self, jpeg: Jpeg, x: float, y: float, width: float, height: float) -> None:
        if jpeg not in self.pictures:
            self.pictures.append(jpeg)
        name = f"/I{self.pictures.index(jpeg)}"
        self.marks.append(f"q {_pt(width)} 0 0 {_pt(height)} {_pt(x)} {self._up(y + height)} cm {name} Do Q")

    def _paint(
        self, path: str, fill: Colour | None, line: Colour | None, line_mm: float, dash_mm: float
    ) -> None:
        inks = []
        if fill is not None:
            inks.append(f"{_rgb(fill)} rg")
        if line is not None:
            dash = f"[{_pt(dash_mm)}] 0 d" if dash_mm else "[] 0 d"
            inks.append(f"{_rgb(line)} RG {_pt(line_mm)} w {dash}")
        verb = "B" if fill is not None and line is not None else "f" if fill is not None else "S"
        self.marks.append(" ".join([*inks, path, verb]))

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        steps = (f"{_pt(x)} {self._up(y)}" for x, y in points)
        return f"{next(steps)} m " + " ".join(f"{step} l" for step in steps)

    def _up(self, y: float) -> str:
        return _pt(self.height_mm - y)


def text_width_mm(words: str, size_pt: float, bold: bool = False) -> float:
    """How wide words are in Helvetica."""
    plain = unicodedata.normalize("NFD", words)
    thousandths = sum(_ADVANCE.get(letter, 0 if unicodedata.combining(letter) else 556) for letter in plain)
    return thousandths / 1000 * size_pt / POINTS * (_BOLD_WIDER if bold else 1.0)


def write_pdf(pages: Sequence[Page], title: str) -> bytes:
    """The whole file; a picture used on many pages is stored once."""
    return _File(title).written(pages)


class _File:
    def __init__(self, title: str) -> None:
        self.objects: list[bytes] = [
            b"",
            b"",
        ]  # the catalogue and the list of pages come last but are numbered first
        self.stored: dict[Jpeg, int] = {}
        self.fonts = [self._font("Helvetica"), self._font("Helvetica-Bold")]
        self.information = self._add(
            b"<< /Title (" + _escaped(title).encode("cp1252") + b") /Producer (companion) >>"
        )

    def written(self, pages: Sequence[Page]) -> bytes:
        numbers = [self._page(page) for page in pages]
        kids = " ".join(f"{number} 0 R" for number in numbers)
        self.objects[0] = b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
        self.objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(numbers)} >>".encode()
        return self._joined()

    def _page(self, page: Page) -> int:
        content = self._stream("", zlib.compress("\n".join(page.marks).encode("cp1252")), "/FlateDecode")
        pictures = " ".join(
            f"/I{index} {self._picture(jpeg)} 0 R" for index, jpeg in enumerate(page.pictures)
        )
        fonts = " ".join(f"/F{index + 1} {number} 0 R" for index, number in enumerate(self.fonts))
        box = f"[0 0 {_pt(page.width_mm)} {_pt(page.height_mm)}]"
        resources = f"<< /Font << {fonts} >> /XObject << {pictures} >> >>"
        head = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {resources} /Contents {content} 0 R >>"
        )
        return self._add(head.encode())

    def _picture(self, jpeg: Jpeg) -> int:
        if jpeg not in self.stored:
            head = f"/Type /XObject /Subtype /Image /Width {jpeg.width_px} /Height {jpeg.height_px} "
            head += "/ColorSpace /DeviceRGB /BitsPerComponent 8"
            self.stored[jpeg] = self._stream(head, jpeg.data, "/DCTDecode")
        return self.stored[jpeg]

    def _font(self, name: str) -> int:
        words = f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        return self._add(words.encode())

    def _stream(self, head: str, data: bytes, packed: str) -> int:
        start = f"<< {head} /Length {len(data)} /Filter {packed} >>\nstream\n".encode()
        return self._add(start + data + b"\nendstream")

    def _add(self, content: bytes) -> int:
        self.objects.append(content)
        return len(self.objects)

    def _joined(self) -> bytes:
        parts, starts, at = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"], [], 15
        for number, content in enumerate(self.objects, start=1):
            starts.append(at)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
            at += len(parts[-1])
        table = "".join(f"{start:010d} 00000 n \n" for start in starts)
        count = len(starts) + 1
        trailer = (
            f"trailer\n<< /Size {count} /Root 1 0 R /Info {self.information} 0 R >>\nstartxref\n{at}\n%%EOF\n"
        )
        parts.append(f"xref\n0 {count}\n0000000000 65535 f \n{table}{trailer}".encode())
        return b"".join(parts)


def _pt(millimetres: float) -> str:
    return f"{millimetres * POINTS:.3f}"


def _rgb(colour: Colour) -> str:
    return " ".join(f"{channel:.3f}" for channel in colour)


def _escaped(words: str) -> str:
    known = words.encode("cp1252", errors="replace").decode("cp1252")
    return known.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
