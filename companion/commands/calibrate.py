"""Calibrate the camera: find the corner tags, draw where the cards will lie, and keep the result.

    companion calibrate --camera auto --game ascent --out seen.png
    companion calibrate table.jpg --game tranquility
    companion calibrate table.jpg --corners 210,140 1700,150 1790,1010 130,1000

Without tags, give the corners of the mat as you see them from your seat: top left, top right, bottom right,
bottom left.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from companion.commands import locale_of, writing
from companion.commands.pictures import draw_plane, find_layout, save_picture
from companion.config import add_language, data_folder
from companion.errors import CompanionError
from companion.games import GAMES
from companion.locale import Locale
from companion.table.practice import simulated_table
from hardware.cameras import Camera, open_camera
from hardware.errors import HardwareError
from hardware.simulated import SimulatedCamera
from vision.picture import check_picture, load_picture
from vision.plane.mat import Mat, MatSeen, MatStatus, plane_from_corners, see_mat
from vision.plane.plane_file import save_plane
from vision.types import Picture, Plane, Point

_TRIES = 30  # camera frames until all four tags must have been seen once
GOOD_MM, FAIR_MM = 0.6, 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "picture", nargs="?", metavar="PICTURE", help="use this picture of the table instead of the camera"
    )
    parser.add_argument(
        "--camera",
        default="auto",
        help="use this camera: auto, pi, usb:0, simulated, folder:DIR ... (default: auto)",
    )
    parser.add_argument(
        "--corners",
        nargs=4,
        metavar="X,Y",
        type=_corner,
        help="use these four corners of the mat instead of the tags",
    )
    parser.add_argument("--game", choices=GAMES, help="draw the places of this game")
    parser.add_argument(
        "--variant", default="standard", help="use the places of this variant (default: standard)"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=Path("calibration.png"),
        help="save the drawing as this file (default: calibration.png)",
    )
    parser.add_argument(
        "--store", metavar="FILE", type=Path, help="keep the result in this file instead of the usual one"
    )
    add_language(parser)


def _corner(text: str) -> Point:
    """`210,140` as a point."""
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a point like 210,140") from None
    return x, y


def run(arguments: argparse.Namespace) -> int:
    """Measure, draw, tell and store; 1 when the result is too rough to play with."""
    locale = locale_of(arguments)
    try:
        layout = find_layout(arguments.game, arguments.variant)
        picture = _take_picture(arguments)
        seen = _measure(picture, arguments.corners, locale)
    except HardwareError as error:
        said = locale.say(f"hardware.{error.code}", **error.facts)
        raise CompanionError(f"{said}. {locale.say('calibrate.no-camera')}") from error
    plane = seen.plane
    if plane is None:
        raise CompanionError(locale.sentences["calibrate.no-tags"].format(found=_tags_named(seen)))
    store = arguments.store or data_folder() / "calibration.json"
    with writing(store):
        save_plane(store, plane, Path(arguments.picture).name if arguments.picture else arguments.camera)
    save_picture(arguments.out, draw_plane(picture, plane, Mat(), layout, seen.tags))
    for line in _report(seen, plane, locale):
        print(line)
    print(locale.sentences["calibrate.saved"].format(drawing=arguments.out, store=store))
    return 0 if plane.error_mm <= FAIR_MM else 1


def _take_picture(arguments: argparse.Namespace) -> Picture:
    """The picture named, or the first frame of the camera on which all tags are seen (else the last one)."""
    if arguments.picture is not None:
        return load_picture(arguments.picture)
    picture: Picture | None = None
    with _open_camera(arguments) as camera:
        for _ in range(_TRIES):
            frame = camera.read(timeout_seconds=2.0)
            if frame is None:
                break
            picture = np.asarray(frame.picture, np.uint8).copy()
            if arguments.corners is None and see_mat(picture).status is MatStatus.FRESH:
                break
    if picture is None:
        raise CompanionError(f"the camera {arguments.camera} gave no picture")
    return check_picture(picture, arguments.camera)


def _open_camera(arguments: argparse.Namespace) -> Camera:
    """The camera that is named; a simulated one sees an empty table with the four tags."""
    if arguments.camera != "simulated":
        return open_camera(arguments.camera)
    table = simulated_table(arguments.game or next(iter(GAMES)), arguments.variant)
    return SimulatedCamera(table, time.monotonic)


def _measure(picture: Picture, corners: list[Point] | None, locale: Locale) -> MatSeen:
    if corners is None:
        return see_mat(picture)
    height, width = picture.shape[:2]
    outside = [point for point in corners if not (0 <= point[0] < width and 0 <= point[1] < height)]
    if outside:
        facts = {"x": f"{outside[0][0]:g}", "y": f"{outside[0][1]:g}", "width": width, "height": height}
        raise CompanionError(locale.sentences["calibrate.outside"].format(**facts))
    return MatSeen(plane_from_corners(tuple(corners), (width, height)), MatStatus.FRESH)


def _report(seen: MatSeen, plane: Plane, locale: Locale) -> list[str]:
    facts = {
        "error": locale.decimal(plane.error_mm, 2),
        "scale": locale.decimal(plane.scale_at((0.0, 0.0)), 2),
        "bend": ("+" if plane.bend >= 0 else "") + locale.decimal(plane.bend * 100, 1),
    }
    if not seen.tags:
        return [locale.sentences["calibrate.by-hand"].format(**facts)]
    grade = "good" if plane.error_mm <= GOOD_MM else "fair" if plane.error_mm <= FAIR_MM else "poor"
    lines = [locale.sentences["calibrate.measured"].format(**facts), locale.say(f"calibrate.{grade}")]
    if seen.status is MatStatus.PARTIAL:
        lines.append(locale.sentences["calibrate.partial"].format(found=_tags_named(seen)))
    return lines


def _tags_named(seen: MatSeen) -> str:
    return ", ".join(str(number + 1) for number in sorted(seen.tags)) or "0"
