"""Draw the pictures of docs/raspberry-pi.md: writing the card, plugging in, hanging the camera.

python tools/pi_pictures.py            all of them anew, into docs/pictures
"""

from collections.abc import Callable
from html import escape
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "docs" / "pictures"
INK, PAPER, GREY, PALE = "#1f2933", "#fffdf7", "#9aa5b1", "#e4e7eb"
GREEN, BLUE, RED, SAND = "#3f9142", "#2680c2", "#ba2525", "#e8d9b5"
CARDS = (GREEN, GREY, "#fff", SAND)


def text(x: float, y: float, words: str, size: int = 15, *, anchor: str = "middle", fill: str = INK) -> str:
    """Words around a point, or from it (`start`)."""
    place = f'x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f"<text {place}>{escape(words)}</text>"


def box(x: float, y: float, width: float, height: float, fill: str, round_by: int = 6) -> str:
    """A box with a dark edge."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="2"/>'
    )


def line(path: str, colour: str = INK, width: int = 2, *, dashed: bool = False) -> str:
    """A line along an SVG path."""
    dashes = ' stroke-dasharray="7 5"' if dashed else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def number(x: float, y: float, digit: int) -> str:
    """The number of a step."""
    return f'<circle cx="{x}" cy="{y}" r="15" fill="{BLUE}"/>' + text(x, y + 6, str(digit), 17, fill="#fff")


def arrow(x: float, y: float, length: float = 34) -> str:
    """An arrow to the right."""
    return line(f"M{x} {y} h{length} m-10 -8 l10 8 l-10 8", BLUE, 4)


def sd_card(x: float, y: float, words: str = "SD") -> str:
    """An SD card with its cut corner."""
    shape = f"M{x} {y} h26 l10 10 v38 h-36 z"
    return f'<path d="{shape}" fill="{INK}"/>' + text(x + 18, y + 36, words, 12, fill="#fff")


def picture(title: str, size: tuple[int, int], *parts: str) -> str:
    """A whole drawing."""
    width, height = size
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    ground = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *parts, "</svg>"]) + "\n"


# writing the card


def draw_card() -> str:
    """From the computer to the Pi in three steps."""
    steps = (_imager(20), _copy_files(352), _card_into_pi(708))
    return picture("Write the card", (1010, 330), *steps, arrow(310, 170), arrow(634, 170))


def _imager(x: float) -> str:
    rows = ("Device: your Raspberry Pi", "System: Pi OS Lite (64-bit)", "Storage: your SD card")
    fields = [
        box(x + 18, 104 + row * 40, 238, 30, "#fff") + text(x + 28, 124 + row * 40, words, 15, anchor="start")
        for row, words in enumerate(rows)
    ]
    window = box(x, 60, 274, 200, PALE) + text(x + 137, 86, "Raspberry Pi Imager", 16)
    button = box(x + 180, 224, 76, 28, GREEN) + text(x + 218, 243, "Write", 15, fill="#fff")
    return "".join(
        [
            number(x + 16, 32, 1),
            text(x + 42, 38, "Write the system", 17, anchor="start"),
            window,
            *fields,
            button,
        ]
    )


def _copy_files(x: float) -> str:
    files = "".join(
        _file(x + 46 + 108 * index, 122, words) for index, words in enumerate((".deb", "user-data"))
    )
    window = box(x, 60, 274, 200, PALE) + text(x + 137, 86, "the small disk “bootfs”", 16)
    below = text(x + 137, 232, "the package and the file user-data", 14)
    return (
        number(x + 16, 32, 2)
        + text(x + 42, 38, "Copy two files onto it", 17, anchor="start")
        + window
        + files
        + below
    )


def _file(x: float, y: float, words: str) -> str:
    shape = f'<path d="M{x} {y} h50 l16 16 v58 h-66 z" fill="#fff" stroke="{INK}" stroke-width="2"/>'
    return shape + text(x + 33, y + 50, words, 14)


def _card_into_pi(x: float) -> str:
    slot = box(x + 8, 138, 40, 62, GREY, 2)
    return "".join(
        [
            number(x + 16, 32, 3),
            text(x + 42, 38, "Put it into the Pi", 17, anchor="start"),
            _board(x + 30, 84),
            slot,
            sd_card(x - 24, 145),
            text(x + 145, 282, "the slot is underneath, at the edge", 14),
        ]
    )


def _board(x: float, y: float) -> str:
    pins = "".join(
        f'<rect x="{x + 22 + 8 * column}" y="{y + 8 + 8 * row}" width="5" height="5" fill="#ffd54f"/>'
        for column in range(20)
        for row in range(2)
    )
    holes = "".join(
        f'<circle cx="{x + dx}" cy="{y + dy}" r="5" fill="{PAPER}"/>' for dx in (11, 196) for dy in (11, 161)
    )
    chip = box(x + 72, y + 60, 54, 54, GREY, 4)
    sockets = "".join(box(x + 206, y + dy, 42, 36, PALE, 3) for dy in (14, 66, 118))
    return box(x, y, 240, 172, GREEN, 12) + pins + holes + chip + sockets


# plugging in


def draw_plugs() -> str:
    """What goes where, in the order in which it is plugged in."""
    x, y = 360, 120
    ports = "".join(
        [
            box(x + 18, y + 152, 34, 24, INK, 3),
            box(x + 66, y + 152, 48, 24, PALE, 3),
            box(x + 140, y + 100, 14, 66, "#f5f5f5", 2),
        ]
    )
    return picture(
        "Plug it in",
        (980, 470),
        _board(x, y),
        ports,
        *_camera_cable(x + 147, y + 166),
        *_plug(2, f"M{x + 90} {y + 176} V380 H300", 60, 352, "Screen", "on HDMI (or DSI: its own ribbon)"),
        *_plug(3, f"M{x + 248} {y + 32} H700", 700, 118, "Keyboard, or a USB webcam", "into any USB socket"),
        *_plug(
            4,
            f"M{x + 100} {y + 12} V56 H300",
            60,
            28,
            "Buttons, lights, buzzer",
            "on the 40 pins: the wiring page",
        ),
        *_plug(
            5,
            f"M{x + 35} {y + 176} V282 H300",
            60,
            254,
            "Power, last of all",
            "the supply made for your Pi",
            RED,
        ),
    )


def _plug(digit: int, path: str, x: float, y: float, name: str, where: str, colour: str = INK) -> list[str]:
    return [
        line(path, colour, 4),
        box(x, y, 240, 56, "#fff"),
        number(x + 24, y + 28, digit),
        text(x + 46, y + 24, name, 15, anchor="start"),
        text(x + 46, y + 44, where, 12, anchor="start"),
    ]


def _camera_cable(x: float, y: float) -> list[str]:
    ribbon = f'<path d="M{x - 12} {y} L{x + 150} 330 h26 L{x + 12} {y} z" fill="#fff" stroke="{INK}"/>'
    lens = f'<circle cx="{x + 170}" cy="352" r="12" fill="{INK}"/>'
    return [
        ribbon,
        box(x + 140, 326, 60, 52, GREEN),
        lens,
        box(620, 388, 340, 74, "#fff"),
        number(644, 425, 1),
        text(668, 412, "Camera, with the power off", 15, anchor="start"),
        text(668, 432, "lift the clip, push the ribbon straight in,", 13, anchor="start"),
        text(668, 450, "press the clip shut", 13, anchor="start"),
    ]


# hanging the camera


def draw_hanging() -> str:
    """The camera above the table, seen from the side, and the table with its four tags from above."""
    return picture("Hang the camera", (980, 420), *_table_from_the_side(), *_table_from_above(660, 130))


def _table_from_the_side() -> list[str]:
    tags = "".join(box(x, 322, 40, 8, INK, 1) for x in (110, 440))
    cards = "".join(box(x, 324, 44, 6, fill, 1) for x, fill in zip(range(180, 420, 60), CARDS, strict=True))
    return [
        line("M293 104 L130 322", GREY, dashed=True) + line("M297 104 L460 322", GREY, dashed=True),
        box(80, 330, 430, 18, SAND, 3) + box(100, 348, 16, 60, SAND, 2) + box(474, 348, 16, 60, SAND, 2),
        box(552, 60, 8, 348, INK, 1) + box(320, 60, 236, 8, INK, 1) + box(520, 402, 72, 8, INK, 2),
        box(264, 56, 62, 34, GREEN) + box(283, 90, 24, 12, INK, 2),
        tags + cards,
        line("M40 102 V330 m-8 -12 l8 12 l8 -12 M32 114 l8 -12 l8 12", BLUE, 3),
        text(50, 220, "80 cm to 1 m", 16, anchor="start", fill=BLUE),
        text(295, 36, "the camera looks straight down", 16),
    ]


def _table_from_above(x: float, y: float) -> list[str]:
    corners = [(dx, dy) for dx in (12, 234) for dy in (12, 154)]
    tags = [
        box(x + dx, y + dy, 34, 34, INK, 2) + box(x + dx + 9, y + dy + 9, 16, 16, "#fff", 0)
        for dx, dy in corners
    ]
    cards = [box(x + 66 + 40 * index, y + 78, 30, 44, fill, 3) for index, fill in enumerate(CARDS)]
    return [
        box(x, y, 280, 200, SAND),
        *tags,
        *cards,
        text(x + 140, y - 20, "from above: one tag in each corner", 16),
        text(x + 140, y + 228, "the camera sees all four,", 16),
        text(x + 140, y + 250, "nothing covers them", 16),
    ]


PICTURES: dict[str, Callable[[], str]] = {
    "write-card.svg": draw_card,
    "plug-in.svg": draw_plugs,
    "hang-camera.svg": draw_hanging,
}


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (OUT / name).write_text(draw(), encoding="utf-8")
