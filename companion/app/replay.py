"""Replaying a bundle: the last minutes of an evening come in, the companion runs on them again, headless."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from companion.app.bundles import BadBundle, Bundle, Moment, as_frame
from companion.app.eye_thread import EyeReport
from companion.app.game_view import Chronicle, game_view
from companion.app.loop import Loop
from companion.decks import load_deck
from companion.games.events import Event
from companion.games.values import BadRecord
from companion.intents import ProposeEvent
from companion.locale import load_locale
from companion.record.loading import load
from companion.record.session import Session
from companion.screens.navigator import Navigator
from hardware.frames import CameraState
from hardware.panel import Panel
from hardware.signals import Press
from vision.eye import Eye
from vision.plane.layout import load_layout
from vision.watch.table_watcher import TableWatcher

SCREEN = (800, 480)


@dataclass
class Replay:
    """What a replay came to: the lines written then and now."""

    then: list[dict[str, Any]] = field(default_factory=list)
    now: list[dict[str, Any]] = field(default_factory=list)
    frames: int = 0
    presses: int = 0
    recorded: int = 0  # events of the record before the bundle begins

    @property
    def compared(self) -> bool:
        """Whether there was anything to run again."""
        return bool(self.frames or self.presses)

    @property
    def same(self) -> bool:
        """Whether the companion did the same again."""
        return self.then == self.now


class Player:
    """Runs one bundle on a companion of its own, in a folder of its own."""

    def __init__(self, bundle: Bundle, folder: Path, eye: Eye | None) -> None:
        self.bundle = bundle
        self.session = self.open_session(folder)
        self.navigator = Navigator()
        self.chronicle = Chronicle()
        self.seconds = 0.0
        self.surface = pygame.Surface(SCREEN)
        panel = Panel(None, clock=lambda: self.seconds)
        self.loop = Loop(panel, self.navigator, folder, lambda _: None, wall=lambda: self.seconds)
        self.loop.refresh = self.refresh
        self.loop.begin(self.session)
        self.lookout = TableWatcher(eye or self.usual_eye())

    def open_session(self, folder: Path) -> Session:
        """The game as it stood when the bundle begins."""
        lines = load(self.bundle.parts.get("record.jsonl", b""), trusting=True).lines
        if not lines:
            raise BadBundle("no-game")
        before = self.first_line(len(lines) - 1)
        try:
            session = Session.new(lines[0].raw, folder, 0.0)
            for line in lines[1 : 1 + before]:
                session.play(session.match.read_event(line.raw), when=0.0)
        except BadRecord as error:
            raise BadBundle("bad-record", reason=load_locale("en").bad_record(error)) from error
        return session

    def first_line(self, usual: int) -> int:
        """How many events were recorded before the bundle begins."""
        numbers = [int(moment.data["number"]) for moment in self.bundle.moments if moment.kind == "line"]
        return numbers[0] if numbers else usual

    def usual_eye(self) -> Eye:
        """The real eye, with the deck that the bundle holds or the practice deck."""
        from vision.practice import practice_deck
        from vision.read.reader import Reader

        game = self.session.match.game.name
        names = tuple(load_deck(game))
        layout = load_layout(game, str(self.session.header.get("variant", "standard")))
        return Eye(Reader.load(), deck=practice_deck(game, names), layout=layout, inventory=names)

    def run(self) -> Replay:
        """Everything that happened, in its order."""
        begun = len(self.session.history())
        result = Replay(recorded=begun)
        for moment in self.bundle.moments:
            self.seconds = moment.seconds
            self.take(moment, result)
            if self.loop.controller is not None:
                self.loop.controller.tick(moment.seconds)
            self.refresh()
        result.now = [entry.event.as_dict() for entry in self.session.history()[begun:]]
        self.loop.close()
        return result

    def take(self, moment: Moment, result: Replay) -> None:
        """One moment again."""
        if moment.kind == "frame":
            result.frames += 1
            frame = as_frame(moment)
            steady = self.lookout.update(frame, frame.light_change_seconds)
            now, phase, plane = moment.seconds, self.lookout.phase, self.lookout.mat.plane
            self.loop.see(EyeReport(now, phase, CameraState.RUNNING, steady, plane), now)
        elif moment.kind == "press":
            result.presses += 1
            self.loop.press(Press.parse(str(moment.data["press"])), moment.seconds)
        elif moment.kind == "touch":
            result.presses += 1
            self.navigator.draw(self.surface)
            self.loop.touch(int(moment.data["x"]), int(moment.data["y"]), moment.seconds)
        elif moment.kind == "wish":
            event = self.read_event(moment)
            self.loop.do(ProposeEvent(event), moment.seconds)
        elif moment.kind == "line":
            result.then.append(dict(moment.data["event"]))

    def read_event(self, moment: Moment) -> Event:
        """The event that a moment holds."""
        try:
            return self.session.match.read_event(dict(moment.data["event"]))
        except BadRecord as error:
            raise BadBundle("bad-record", reason=load_locale("en").bad_record(error)) from error

    def refresh(self) -> None:
        """The screens follow, unseen."""
        if self.loop.controller is not None:
            self.navigator.show(game_view(self.loop, self.loop.controller, self.chronicle))
