"""Opening the app: the config comes in, a shell with camera, panel, screens and records goes out."""

import os
import signal
import time
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pygame

from companion import intents
from companion.app.camera_setup import Workshop
from companion.app.devices import camera_options, make_panel
from companion.app.eye_thread import EyeThread
from companion.app.folders import Folders
from companion.app.loop import Loop
from companion.app.preferences import Remembered, load_remembered
from companion.app.silence_stderr import silence_stderr
from companion.app.sound import make_speaker
from companion.app.window import SideTable, Window
from companion.config import Loaded, choose_language
from companion.decks import load_deck
from companion.games.events import Event
from companion.games.values import Outcome
from companion.locale import Locale, load_locale
from companion.record.past.index import Index
from companion.record.session import Session
from companion.screens.navigator import Navigator
from companion.settings import Config
from companion.setup import GameSetup
from companion.views.values import Notice, Resume, Settings, View
from hardware.camera import Camera, choose, open_camera
from hardware.cameras.patient import PatientCamera
from hardware.errors import HardwareError
from hardware.simulated import SimulatedCamera, SimulatedTable
from hardware.watchdog import Watchdog
from vision.decks import Deck, save_deck
from vision.decks import load_deck as load_enrolled
from vision.errors import VisionError
from vision.eye import Eye
from vision.plane.layout import load_layout
from vision.plane.plane_file import load_plane
from vision.practice import practice_deck
from vision.read.reader import Reader
from vision.types import Plane
from vision.watch.table_watcher import TableWatcher

TABLETOP_SIZE = (880, 664)
NO_SCREEN = ("dummy", "offscreen", "")


def has_display() -> bool:
    """Whether there is a screen to draw on; a driver that somebody chose counts."""
    try:
        with silence_stderr():
            pygame.display.init()
    except pygame.error:
        return False
    return bool(os.environ.get("SDL_VIDEODRIVER")) or pygame.display.get_driver() not in NO_SCREEN


@lru_cache(maxsize=1)
def load_reader() -> Reader:
    """The reader, loaded when a table is first looked at."""
    return Reader.load()


class App:
    """Everything of one evening: what is open, what is kept."""

    def __init__(self, loaded: Loaded, *, simulated: bool | None = None, seed: int | None = None) -> None:
        self.config, self.problems = loaded.config, loaded.problems
        self.folders = Folders.of(self.config)
        self.folders.make()
        self.simulated = not has_camera(self.config) if simulated is None else simulated
        self.rng = Random(seed)
        self.kept = load_remembered(self.folders.memory, usual_settings(self.config))
        self.panel = make_panel(self.config)
        self.navigator = Navigator()
        self.watchdog = Watchdog.from_environment(("loop", "eye"), start_seconds=time.monotonic())
        self.loop = Loop(
            self.panel,
            self.navigator,
            self.folders.games,
            self.make_eyes,
            wall=time.time,
            settings=self.kept.settings,
            teach=self.teach,
            from_own_deck=self.from_own_deck,
            heard=self.hear,
        )
        self.workshop = Workshop(self)
        self.window = self.make_shell()
        self._resumes: tuple[Resume, ...] | None = None
        self._laid: tuple[Session, SimulatedTable] | None = None  # the simulated table of the game under way

    def make_shell(self) -> Window:
        """The window around the loop."""
        display = self.config.display
        full = display.fullscreen == "yes" or (display.fullscreen == "auto" and on_bare_screen())
        return Window(
            self.loop,
            self.navigator,
            self.panel,
            self.watchdog,
            size=display.size,
            fullscreen=full and not self.simulated,
            rotation=display.rotation,
            side_room=TABLETOP_SIZE if self.simulated else (0, 0),
            welcome=self.welcome,
            recorded=self.recorded,
            camera=self.workshop.camera_view,
            speaker=make_speaker(self.config.sounds.volume),
        )

    # the eye

    def make_eyes(self, session: Session) -> EyeThread:
        """An eye on the table of this game, through the camera or over the simulated table."""
        self._resumes = None
        header = session.header
        game, variant = session.match.game.name, str(header.get("variant", "standard"))
        if self.simulated:
            camera: Any = SimulatedCamera(self.simulated_table(session), time.monotonic, paced=True)
        else:
            camera = PatientCamera(self.config.camera.name, self.open_camera)
        names = tuple(load_deck(game))
        eye = Eye(load_reader(), deck=self.deck(game), layout=load_layout(game, variant), inventory=names)
        lookout = TableWatcher(eye, known=self.stored_plane())
        return EyeThread(
            camera,
            lookout,
            light_change=lambda: self.panel.last_light_change_seconds,
            bundles=self.loop.bundles,
            beat=lambda seconds: self.watchdog.beat("eye", seconds),
        ).start()

    def open_camera(self) -> Camera:
        """The camera that the config names."""
        return open_camera(self.config.camera.name, options=camera_options(self.config))

    def simulated_table(self, session: Session) -> SimulatedTable:
        """The table of this game: as it lies when the eye only looked away, else laid as recorded."""
        if self._laid is not None and self._laid[0] is session:
            return self._laid[1]
        variant = str(session.header.get("variant", "standard"))
        table = SimulatedTable(session.match.game.name, variant, seed=self.rng.randrange(10**6))
        self._laid = (session, table)
        self.window.set_side(self.lay_out(session, table))
        return table

    def stored_plane(self) -> Plane | None:
        """The plane of the last calibration, for a table without tags."""
        try:
            return load_plane(self.folders.plane)
        except VisionError:
            return None

    def reader(self) -> Reader:
        """The reader, loaded once."""
        return load_reader()

    def locale(self) -> Locale:
        """The language of the screens."""
        return load_locale(self.loop.settings.language)

    def say(self, key: str) -> str:
        """A sentence in the language of the screens."""
        return self.locale().say(key)

    def lay_out(self, session: Session, table: SimulatedTable) -> SideTable:
        """The simulated table as the record has it, to be played with the mouse."""
        from companion.simulation.laptop.tabletop import Tabletop

        match = session.match
        for place, lying in match.game.lying(match.state).items():
            table.lay(f"{place}#0", lying.card, place, turn_degrees=180.0 if lying.turned else 0.0)
        tabletop = Tabletop(session, table, Random(session.path.name), self.locale())
        tabletop.send = lambda intent: self.loop.wish(intent, time.monotonic())
        return tabletop

    def deck(self, game: str) -> Deck:
        """The owner's enrolled deck, else the practice deck."""
        path = self.folders.decks / f"{game}.deck"
        if not self.simulated and path.exists():
            try:
                return load_enrolled(path)
            except VisionError as error:
                self.loop.error = error
        return practice_deck(game, tuple(load_deck(game)))

    def teach(self, place: str, card: str) -> None:
        """A correction becomes one more reference, kept in the owner's deck."""
        if isinstance(self.loop.eyes, EyeThread):
            self.loop.eyes.ask(lambda lookout: self.keep_deck(lookout.learn(place, card)))

    def from_own_deck(self, event: Event) -> Event:
        """A card that shows the goat in the owner's deck brings it, until the player says otherwise."""
        written = event.as_dict()
        if written["do"] != "place" or written["card"] not in self.kept.setup.goat_cards:
            return event
        controller = self.loop.controller
        return event if controller is None else controller.session.match.read_event(written | {"goat": True})

    def recorded(self, session: Session) -> None:
        """A game that has ended keeps a picture of its table beside the record."""
        eyes = self.loop.eyes
        if (
            session.outcome is not Outcome.OPEN
            and isinstance(eyes, EyeThread)
            and not session.picture.exists()
        ):
            eyes.ask(lambda lookout: lookout.save_picture(session.picture))

    def keep_deck(self, deck: Deck | None) -> None:
        """Store a deck that has learned something; the practice deck is ours and stays as it is."""
        if deck is not None and deck.name != "practice" and deck.game:
            save_deck(deck, self.folders.decks / f"{deck.game}.deck")

    # what the loop does not know

    def hear(self, intent: intents.Intent) -> None:
        """Intents beyond the game: set-up rooms, bundles, another try."""
        if isinstance(intent, intents.SaveBundle):
            self.save_bundle()
        elif isinstance(intent, intents.Retry):
            self.loop.try_again()
        elif isinstance(intent, intents.StartGame) and isinstance(intent.setup, GameSetup):
            self.remember(self.kept.with_game(intent.setup))
        else:
            self.visit(intent)

    def visit(self, intent: intents.Intent) -> None:
        """The set-up rooms; while one is open in a game the eye gives its camera away."""
        if isinstance(intent, intents.OpenCamera) and intent.shown:
            self.loop.rest_eyes()
        before = self.workshop.room
        self.workshop.hear(intent)
        if before and not self.workshop.room:
            self.loop.try_again()

    def table_shown(self) -> tuple[str, str]:
        """The game and the variant whose places the camera room draws: those under way, else the last."""
        if self.loop.controller is None:
            return self.kept.setup.game, self.kept.setup.variant
        session = self.loop.controller.session
        return session.match.game.name, str(session.header.get("variant", "standard"))

    def table_seen(self) -> SimulatedTable:
        """The simulated table that a camera without a game sees too."""
        controller = self.loop.controller
        return SimulatedTable("ascent") if controller is None else self.simulated_table(controller.session)

    def run(self) -> None:
        """Until somebody leaves or SIGTERM asks to; SIGUSR1 saves a bundle meanwhile (`companion bundle`)."""
        with suppress(OSError):  # on a full disk only `companion bundle` does not find us
            self.folders.running.write_text(str(os.getpid()))
        signal.signal(signal.SIGUSR1, lambda *_: self.loop.wishes.put(intents.SaveBundle()))
        signal.signal(signal.SIGTERM, lambda *_: self.loop.wishes.put(intents.Quit()))
        try:
            self.window.run()
        finally:
            self.folders.running.unlink(missing_ok=True)

    def save_bundle(self) -> Path:
        """The last minutes in one file, beside the pictures."""
        saved = self.loop.bundles.save_in(self.folders.pictures, time.time(), self.loop.bundle_parts())
        self.loop.saved = saved.name
        return saved

    def remember(self, kept: Remembered) -> None:
        """Keep the choices for next time."""
        if kept != self.kept:
            self.kept = kept
            self.kept.save(self.folders.memory, usual_settings(self.config))

    # the view without a game

    def welcome(self) -> View:
        """The welcome screen, or the room that is open."""
        if self.simulated and self.window.side is not None:
            self.window.set_side(None)
        self.remember(replace(self.kept, settings=self.loop.settings))
        locale = load_locale(self.loop.settings.language)
        return View(
            locale,
            self.loop.settings,
            resumes=self.resumes(locale),
            setup=self.kept.setup,
            names=self.kept.names,
            notices=self.notices(locale),
            camera=self.workshop.camera_view(),
            enrol=self.workshop.enrol_view(),
        )

    def resumes(self, locale: Locale) -> tuple[Resume, ...]:
        """The games that can go on; looked up once each time the welcome screen comes."""
        if self._resumes is None:
            index = Index(self.folders.games)
            self._resumes = tuple(
                Resume(
                    str(index.path(each)),
                    each.game,
                    locale.say(f"games.{each.game}"),
                    locale.say("app.resume", players=tuple(each.players), events=each.events),
                )
                for each in index.unfinished()
            )
        return self._resumes

    def notices(self, locale: Locale) -> tuple[Notice, ...]:
        """Mistakes in the config, and a panel that is not there."""
        mistakes = [Notice(problem.said(locale)) for problem in self.problems[:1]]
        no_pins = not self.simulated and not self.panel.has_pins
        return (*mistakes, *([Notice(locale.say("app.no-pins"))] if no_pins else []))


def has_camera(config: Config) -> bool:
    """Whether the config's camera is there; `auto` without any means the simulated table."""
    if config.camera.name == "simulated":
        return False
    try:
        return bool(choose(config.camera.name))
    except HardwareError:
        return False


def on_bare_screen() -> bool:
    """Whether there is a screen but no desktop, as on Raspberry Pi OS Lite."""
    return not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def usual_settings(config: Config) -> Settings:
    """The settings as the config file has them."""
    return Settings(
        language=choose_language(config.language),
        sounds=config.sounds.on,
        brightness=round(config.display.brightness * 100),
        larger_text=config.display.larger_text,
    )
