"""What `companion evaluate` prints of enrolled decks: each is enrolled, read and counted."""

import json
from collections.abc import Callable
from pathlib import Path

from vision.lab.evaluate_deck import DeckReport, DeckTally, measure_deck
from vision.read.reader import Reader

_COLUMNS = "{:<18}{:>9}{:>7}{:>7}{:>8}{:>8}{:>8}{:>7}{:>7}{:>10}{:>7}"
HEAD = ("", "pictures", "cards", "found", "right", "of all", "unsure", "first", "WRONG", "strangers", "sure")


def evaluate_decks(folders: list[Path], drop: int, tell: Callable[[str], None]) -> list[DeckReport]:
    """The reports of decks; `tell` hears how far it is."""
    reader, reports = Reader.load(), []
    for folder in folders:
        tell(f"{folder.name}: enrolling")
        for step in measure_deck(reader, folder, drop=drop):
            if isinstance(step, DeckReport):
                reports.append(step)
            else:
                tell(f"{folder.name}: {step[0].file}")
    return reports


def decks_as_json(reports: list[DeckReport]) -> str:
    """The reports for programs."""
    return json.dumps(
        {
            report.name: {
                "overall": report.overall.as_dict(),
                "tags": {tag: tally.as_dict() for tag, tally in report.tags.items()},
                "refused": {card: refusal.name.lower() for card, refusal in report.refused},
                "mistakes": report.mistakes,
            }
            for report in reports
        }
    )


def decks_as_table(reports: list[DeckReport]) -> str:
    """The reports for people: each deck, by tag, and what was surely wrong."""
    lines = [_COLUMNS.format(*HEAD)]
    for report in reports:
        lines.append(_row(report.name, report.overall))
        parts = {tag: tally for tag, tally in report.tags.items() if tally.cards < report.overall.cards}
        lines += [_row(f"  {tag}", tally) for tag, tally in parts.items()]
        lines += [f"  refused: {card} ({refusal.name.lower()})" for card, refusal in report.refused]
        lines += [f"  wrong: {file}: {card}" for file, card in report.mistakes]
    lines.append("right, WRONG: surely; first: right surely or as the first guess;")
    lines.append("strangers: cards never enrolled, and how many were surely taken for another")
    return "\n".join(lines)


def _row(name: str, tally: DeckTally) -> str:
    of_all = f"{tally.right / tally.cards:.1%}" if tally.cards else "-"
    counts = (tally.pictures, tally.cards, tally.found, tally.right, of_all, tally.unsure, tally.first)
    return _COLUMNS.format(name[:18], *counts, tally.wrong, tally.strangers, tally.strangers_sure)
