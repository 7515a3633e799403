"""Open fonts come in, their digits go out as outlines in assets/fonts/glyphs.npz with a list of the fonts.

    python tools/glyphs.py FONT_FOLDER...       needs fonttools; run by hand when fonts are added

Only fonts whose own licence field names the SIL Open Font License, Apache or Bitstream Vera are taken.
"""

import hashlib
import re
import sys
from pathlib import Path

import cv2
import numpy as np
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "assets" / "fonts"
DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -.,'éèêàçôûîÉ"
LETTERED = {"DejaVu Sans Bold", "Lato Black", "Lato Regular", "Vollkorn Bold", "Quicksand Bold"}
LICENCES = {
    "SIL Open Font License": "OFL-1.1",
    "OFL": "OFL-1.1",
    "Apache": "Apache-2.0",
    "Bitstream Vera": "Bitstream-Vera",
}
UNWANTED = re.compile(  # pictures in place of digits, hairlines, and slanted faces of which there are enough
    r"linux biolinum keyboard|oraeorae|klingon|initial|patch|^neo |hidekel|kimchi|sayphan|strokes|josef|^eco"
    r"|rampart|barcode|solide|sixtyfour|thin|hairline|extralight|ultralight|mono(?!ton).*(italic|oblique)|symbol"
    r"|icon|emoji|math|condensed.*(italic|oblique)",
    re.I,
)
EM = 1000
MOST_PER_FAMILY = 4
THUMB = 24
SAME_DESIGN = 0.86


class Flatten(BasePen):
    """A pen that turns outlines into polygons."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.contours = []

    def _moveTo(self, point):  # noqa: N802
        self.contours.append([point])

    def _lineTo(self, point):  # noqa: N802
        self.contours[-1].append(point)

    def _curveToOne(self, one, two, three):  # noqa: N802
        start = np.array(self._getCurrentPoint())
        for t in np.linspace(0, 1, 9)[1:]:
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            self.contours[-1].append(
                tuple(a * start + b * np.array(one) + c * np.array(two) + d * np.array(three))
            )


def outline(font, glyphs, character):
    """The polygons of one character in thousandths of an em, y down, and its advance."""
    name = font.getBestCmap()[ord(character)]
    pen = Flatten(glyphs)
    glyphs[name].draw(pen)
    scale = EM / font["head"].unitsPerEm
    contours = []
    for contour in pen.contours:
        points = np.round(np.array(contour) * (scale, -scale)).astype(np.int16)
        simple = cv2.approxPolyDP(points.astype(np.int32)[:, None], 1.2, True)[:, 0].astype(np.int16)
        if len(simple) > 2:
            contours.append(simple)
    return contours, round(glyphs[name].width * scale)


def overlaps(contours):
    """Whether even-odd filling would punch holes where contours overlap."""
    if not contours:
        return False
    shift = np.vstack(contours).min(axis=0) - 5
    size = np.vstack(contours).max(axis=0) - shift + 5
    winding = np.zeros(size[::-1], np.int32)
    evenodd = np.zeros(size[::-1], np.uint8)
    moved = [(contour - shift).astype(np.int32) for contour in contours]
    cv2.fillPoly(evenodd, moved, 1)
    for contour in moved:
        one = np.zeros(size[::-1], np.uint8)
        cv2.fillPoly(one, [contour], 1)
        winding += one.astype(np.int32) * (1 if cv2.contourArea(contour.astype(np.float32), True) > 0 else -1)
    return ((winding != 0) != (evenodd > 0)).mean() > 0.02


def licence(font):
    """The short name of the font's licence, or nothing when it is not one we may use."""
    text = " ".join(str(font["name"].getDebugName(key) or "") for key in (13, 14, 0))
    return next((short for words, short in LICENCES.items() if words in text), None)


def read_font(path):
    """One font's name, family, licence, copyright and outlines; nothing when it cannot be used."""
    font = TTFont(path, fontNumber=0, lazy=True)
    family = font["name"].getDebugName(16) or font["name"].getDebugName(1)
    style = font["name"].getDebugName(17) or font["name"].getDebugName(2)
    name, short, table = " ".join(f"{family} {style}".split()), licence(font), font.getBestCmap() or {}
    if not short or UNWANTED.search(name) or any(ord(digit) not in table for digit in DIGITS):
        return None
    glyphs = font.getGlyphSet()
    wanted = DIGITS + (LETTERS if name in LETTERED else "")
    drawn = {character: outline(font, glyphs, character) for character in wanted if ord(character) in table}
    if any(overlaps(contours) for contours, _ in drawn.values()) or any(
        not drawn[digit][0] for digit in DIGITS
    ):
        return None
    copyright_line = " ".join(str(font["name"].getDebugName(0) or "").split())[:160]
    return name, family, short, copyright_line, drawn


def shape_key(drawn):
    """The same digits under another name are taken once."""
    joined = b"".join(contour.tobytes() for digit in DIGITS for contour in drawn[digit][0])
    return hashlib.sha256(joined).hexdigest()


def collect(folders):
    """All usable fonts, a few per family, each design once, sorted by name."""
    seen, names, per_family, fonts = set(), set(), {}, []
    files = [path for folder in folders for path in Path(folder).rglob("*")]
    paths = [path for path in files if path.suffix.lower() in (".ttf", ".otf", ".ttc")]
    for path in sorted(paths, key=lambda path: ("talic" in path.stem or "blique" in path.stem, path.name)):
        try:
            found = read_font(path)
        except Exception as error:
            sys.stderr.write(f"{path.name}: {error}\n")
            continue
        if not found or found[0] in names or shape_key(found[4]) in seen:
            continue
        if per_family.get(found[1], 0) >= MOST_PER_FAMILY and found[0] not in LETTERED:
            continue
        seen.add(shape_key(found[4]))
        names.add(found[0])
        per_family[found[1]] = per_family.get(found[1], 0) + 1
        fonts.append(found)
    return sorted(fonts, key=lambda found: found[0])


def thumbnails(drawn):
    """The ten digits as small squares, each stretched to fill its own, for comparing designs."""
    squares = np.zeros((10, THUMB, THUMB), np.uint8)
    for digit in DIGITS:
        points = np.vstack(drawn[digit][0]).astype(float)
        low, size = points.min(axis=0), np.ptp(points, axis=0) + 1
        scaled = [np.round((part - low) / size * (THUMB - 1)).astype(np.int32) for part in drawn[digit][0]]
        cv2.fillPoly(squares[int(digit)], scaled, 1)
    return squares.reshape(-1).astype(np.float32)


def groups(fonts):
    """A group number for each font: those of one family or of nearly the same design share it."""
    shapes = np.stack([thumbnails(found[4]) for found in fonts])
    shared = shapes @ shapes.T
    total = shapes.sum(axis=1)
    overlap = shared / (total[:, None] + total[None] - shared)
    group = list(range(len(fonts)))
    for one in range(len(fonts)):
        for other in range(one):
            related = fonts[one][1].split()[0] == fonts[other][1].split()[0]
            if (related or overlap[one, other] > SAME_DESIGN) and group[one] != group[other]:
                old, new = max(group[one], group[other]), min(group[one], group[other])
                group = [new if number == old else number for number in group]
    return group


def held_out(fonts):
    """Which fonts are kept from training: whole groups, about one font in five, never a lettered one."""
    group = groups(fonts)
    lettered = {number for number, found in zip(group, fonts, strict=True) if found[0] in LETTERED}
    order = sorted(
        set(group) - lettered, key=lambda number: hashlib.sha256(fonts[number][0].encode()).digest()
    )
    kept, chosen = 0, set()
    for number in order:
        if kept >= len(fonts) / 5:
            break
        if group.count(number) <= 12:
            chosen.add(number)
            kept += group.count(number)
    return [number in chosen for number in group]


def pack(fonts):
    """The arrays of glyphs.npz."""
    points, contour_size, glyph_contours, glyph_font, glyph_character, glyph_advance = [], [], [], [], [], []
    for index, (*_, drawn) in enumerate(fonts):
        for character, (contours, advance) in drawn.items():
            points.extend(contours)
            contour_size.extend(len(contour) for contour in contours)
            glyph_contours.append(len(contours))
            glyph_font.append(index)
            glyph_character.append(ord(character))
            glyph_advance.append(advance)
    return {
        "points": np.vstack(points),
        "contour_size": np.array(contour_size, np.uint16),
        "glyph_contours": np.array(glyph_contours, np.uint8),
        "glyph_font": np.array(glyph_font, np.uint16),
        "glyph_character": np.array(glyph_character, np.uint16),
        "glyph_advance": np.array(glyph_advance, np.int16),
        "font_name": np.array([found[0] for found in fonts]),
        "font_held_out": np.array(held_out(fonts)),
    }


def main(folders):
    """Write the outlines and the list of fonts with their licences."""
    fonts = collect(folders)
    np.savez_compressed(OUT / "glyphs.npz", **pack(fonts))
    lines = [f"{name} | {short} | {line}" for name, _, short, line, _ in fonts]
    head = "The fonts in glyphs.npz: name | licence (its text lies beside this file) | copyright\n\n"
    (OUT / "FONTS.txt").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(fonts)} fonts, {sum(held_out(fonts))} held out\n")


if __name__ == "__main__":
    main(sys.argv[1:])
