"""Measure how well cards are found and read in labelled pictures.

FOLDER holds labels.json: a list of pictures, each with file, kind, tags and cards (x y w h, quad if known,
number, colour). A card counts as found when its outline shares at least half of the area that label and
outline cover together (a label that boxes only the corner number must lie inside the outline). Numbers and
colours are counted separately, among the cards found; only sure readings count as right or wrong.

The folder of an enrolled deck also has enrol/CARD.jpg, and its labels name the cards. Each such deck in
FOLDER is enrolled again, its pictures are read, and the cards are counted by name.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.commands import check_number, locale_of, prepare_folder
from companion.commands.pictures import (
    TRUTH,
    add_eye_arguments,
    draw_cards,
    draw_outlines,
    eye_for,
    save_picture,
)
from vision.errors import VisionError
from vision.eye import Eye
from vision.lab.evaluate import (
    Labelled,
    Report,
    Tally,
    add_up,
    count,
    is_failure,
    load_labels,
    match,
)
from vision.lab.evaluate_deck import DeckReport, DeckTally, deck_folders, measure_deck
from vision.observation import CardSeen
from vision.picture import load_picture
from vision.read.reader import Reader
from vision.types import Picture

PATIENCE_SECONDS = 2.0  # from when on a line on standard error tells how far it is
_LEAST_DROP = 2  # with one every card would be left out
_COLUMNS = "  {:<16}{:>9}{:>7}{:>7}{:>7}{:>7} |{:>8}{:>7}{:>7}{:>7}{:>8}{:>8} |{:>8}{:>7}{:>7}{:>7}{:>8}{:>8}"
_HEAD = ("", "pictures", "cards", "found", "missed", "false")
_READ_HEAD = ("labels", "right", "wrong", "unsure", "of all", "guess")
_DECK_COLUMNS = "{:<18}{:>9}{:>7}{:>7}{:>8}{:>8}{:>8}{:>7}{:>7}{:>10}{:>7}"
_DECK_HEAD = (
    "",
    "pictures",
    "cards",
    "found",
    "right",
    "of all",
    "unsure",
    "first",
    "WRONG",
    "strangers",
    "sure",
)


class _Progress:
    """One line on standard error, from the third second on, that overwrites itself."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.shown = False

    def say(self, words: str) -> None:
        if time.monotonic() - self.begun > PATIENCE_SECONDS:
            print(f"\r{words:<70.70}", end="", file=sys.stderr, flush=True)
            self.shown = True

    def clear(self) -> None:
        if self.shown:
            print(file=sys.stderr)
            self.shown = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="the folder with labels.json and the pictures"
    )
    add_eye_arguments(parser)
    parser.add_argument(
        "--drop",
        metavar="N",
        type=int,
        help="leave every Nth card out of an enrolled deck, to measure how unknown cards are read",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--failures",
        metavar="OUT",
        type=Path,
        help="save a drawing of each picture with a mistake in this folder",
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; 2 when a picture could not be read."""
    _check(arguments)
    folders = deck_folders(arguments.folder)
    if folders:
        return _run_decks(folders, arguments)
    eye = eye_for(arguments)
    pictures = load_labels(arguments.folder)
    unread: list[str] = []
    progress = _Progress()
    try:
        counted = _measure(eye, arguments.folder, pictures, arguments.failures, unread, progress)
        report = add_up(counted)
    finally:
        progress.clear()
    print(json.dumps(_as_object(report, unread)) if arguments.json else _as_table(report))
    return 2 if unread else 0


def _check(arguments: argparse.Namespace) -> None:
    """Whatever can be refused, before the work that would be lost."""
    check_number("--drop", arguments.drop, _LEAST_DROP, locale_of(arguments))
    if arguments.failures is not None:
        prepare_folder(arguments.failures)


def _run_decks(folders: list[Path], arguments: argparse.Namespace) -> int:
    progress = _Progress()
    try:
        reports = _evaluate_decks(folders, arguments.drop or 0, arguments.failures, progress.say)
    finally:
        progress.clear()
    print(_decks_as_json(reports) if arguments.json else _decks_as_table(reports))
    return 0


def _measure(
    eye: Eye,
    folder: Path,
    pictures: tuple[Labelled, ...],
    failures: Path | None,
    unread: list[str],
    progress: _Progress,
) -> Iterator[tuple[Labelled, Tally]]:
    """Look at each picture; those that cannot be read are named and counted as unread."""
    for number, labelled in enumerate(pictures, 1):
        progress.say(f"{number} of {len(pictures)}: {labelled.file}")
        try:
            picture = load_picture(folder / labelled.file)
            cards = eye.look(picture).cards
        except VisionError as error:
            progress.clear()
            print(f"companion evaluate: {error}", file=sys.stderr)
            unread.append(labelled.file)
            continue
        if failures is not None:
            _save_failure(failures, labelled, picture, cards)
        yield labelled, count(labelled.cards, cards, match(labelled.cards, cards))


def _save_failure(folder: Path, labelled: Labelled, picture: Picture, cards: tuple[CardSeen, ...]) -> None:
    """A drawing of what was seen over what should have been, if they differ."""
    matches = match(labelled.cards, cards)
    if not is_failure(labelled.cards, cards, matches):
        return
    words = [
        "-".join(str(part) for part in (card.colour, card.number) if part is not None)
        for card in labelled.cards
    ]
    missed = draw_outlines(
        picture,
        [labelled.cards[index].quad for index in matches.missed],
        TRUTH,
        [words[index] for index in matches.missed],
    )
    scale = missed.shape[1] / picture.shape[1]
    seen = [replace(card, corners=tuple((x * scale, y * scale) for x, y in card.corners)) for card in cards]
    _save_drawing(folder, Path(labelled.file).stem, draw_cards(missed, seen))


def _as_object(report: Report, unread: list[str]) -> dict[str, object]:
    return {
        "overall": report.overall.as_dict(),
        "kinds": {name: tally.as_dict() for name, tally in report.kinds.items()},
        "tags": {name: tally.as_dict() for name, tally in report.tags.items()},
        "unread": unread,
    }


def _as_table(report: Report) -> str:
    lines = [
        _COLUMNS.format(*_HEAD, "NUMBERS", *_READ_HEAD[1:], "COLOURS", *_READ_HEAD[1:]),
        _COLUMNS.format("overall", *row(report.overall)),
    ]
    for title, group in (("by kind", report.kinds), ("by tag", report.tags)):
        lines += [title, *(_COLUMNS.format(name[:16], *row(tally)) for name, tally in sorted(group.items()))]
    lines.append("right, wrong and unsure: of the cards found; of all: right of all labelled, found or not;")
    lines.append("guess: right of those found when the first candidate counts, sure or not")
    return "\n".join(lines)


def row(tally: Tally) -> list[str]:
    """The figures of one line."""
    finding = [tally.pictures, tally.cards, tally.found, tally.missed, tally.false]
    numbers = [tally.numbers, tally.number_right, tally.number_wrong, tally.number_unsure]
    colours = [tally.colours, tally.colour_right, tally.colour_wrong, tally.colour_unsure]
    shares = [
        (tally.number_right, tally.numbers, tally.number_guessed, tally.numbers_found),
        (tally.colour_right, tally.colours, tally.colour_guessed, tally.colours_found),
    ]
    read = [
        [*map(str, counts), _percent(right, everything), _percent(guessed, found)]
        for counts, (right, everything, guessed, found) in zip((numbers, colours), shares, strict=True)
    ]
    return [*map(str, finding), *read[0], *read[1]]


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _evaluate_decks(
    folders: list[Path], drop: int, failures: Path | None, tell: Callable[[str], None]
) -> list[DeckReport]:
    reader, reports = Reader.load(), []
    for folder in folders:
        tell(f"{folder.name}: enrolling")
        for step in measure_deck(reader, folder, drop=drop):
            if isinstance(step, DeckReport):
                reports.append(step)
                continue
            picture, tally, seen = step
            tell(f"{folder.name}: {picture.file}")
            if failures is not None and tally.is_failure:
                drawing = draw_cards(load_picture(folder / picture.file), seen)
                _save_drawing(failures, f"{folder.name}-{Path(picture.file).stem}", drawing)
    return reports


def _save_drawing(folder: Path, name: str, drawing: Picture) -> None:
    save_picture(folder / f"{name}.jpg", drawing)


def _decks_as_json(reports: list[DeckReport]) -> str:
    return json.dumps(
        {
            report.name: {
                "overall": report.overall.as_dict(),
                "tags": {tag: tally.as_dict() for tag, tally in report.tags.items()},
                "refused": dict(report.refused),
                "mistakes": report.mistakes,
            }
            for report in reports
        }
    )


def _decks_as_table(reports: list[DeckReport]) -> str:
    """The reports for people: each deck, by tag, and what was surely wrong."""
    lines = [_DECK_COLUMNS.format(*_DECK_HEAD)]
    for report in reports:
        lines.append(_row(report.name, report.overall))
        parts = {tag: tally for tag, tally in report.tags.items() if tally.cards < report.overall.cards}
        lines += [_row(f"  {tag}", tally) for tag, tally in parts.items()]
        lines += [f"  refused: {card} ({why})" for card, why in report.refused]
        lines += [f"  wrong: {file}: {card}" for file, card in report.mistakes]
    lines.append("right, WRONG: surely; first: right surely or as the first guess;")
    lines.append("strangers: cards never enrolled, and how many were surely taken for another")
    return "\n".join(lines)


def _row(name: str, tally: DeckTally) -> str:
    of_all = f"{tally.right / tally.cards:.1%}" if tally.cards else "-"
    counts = (tally.pictures, tally.cards, tally.found, tally.right, of_all, tally.unsure, tally.first)
    return _DECK_COLUMNS.format(name[:18], *counts, tally.wrong, tally.strangers, tally.strangers_sure)
