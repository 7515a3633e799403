"""Games for the tests of keeping: a seed comes in, a header and events that were played by it go out."""

from pathlib import Path
from random import Random
from typing import Any

from companion.games.ascent.dealer import legal_events
from companion.games.events import Event, Note
from companion.record.history import open_match
from companion.record.recorder import Disk
from companion.record.session import Session

HEADER: dict[str, Any] = {"record": 1, "game": "ascent", "players": ["Ann", "Béa"]}
NOON = 1_800_000_000.0


class QuickDisk(Disk):
    """A disk that does not wait for the platter."""

    def sync(self, descriptor: int) -> None:
        pass


def play_events(seed: int, count: int) -> list[Event]:
    """Legal events of one game, by chance; notes once it has ended."""
    rng = Random(seed)
    match = open_match(1, HEADER)
    played: list[Event] = []
    while len(played) < count:
        legal = list(legal_events(match.state))
        event = rng.choice(legal or [Note(text=f"after the end: {len(played)}")])
        played.append(event)
        match = match.play(event)[1]
    return played


def keep_game(folder: Path, events: list[Event], disk: Disk | None = None) -> Path:
    """The record of a game, an event every ten seconds."""
    with Session.new(HEADER, folder, NOON, disk or QuickDisk()) as session:
        for number, event in enumerate(events, start=1):
            session.play(event, when=NOON + 10 * number)
        return session.path


def as_dicts(session: Session) -> list[dict[str, Any]]:
    """The session's history as the record writes it."""
    return [entry.event.as_dict() for entry in session.events]
