"""The app put together: the config comes in; camera, panel, screens and records, ready to run, go out."""

import logging
import os
import platform
import signal
import time
from collections.abc import Callable
from queue import SimpleQueue
from random import Random

from companion import __version__, intents
from companion.app.app_views import AppViews
from companion.app.bundles import MOST_BYTES, BundleRecorder
from companion.app.camera_setup import CameraCheck, CameraSetup
from companion.app.cues import Announcer, CuePlayer
from companion.app.current_game import CurrentGame
from companion.app.deck_enrolment import DeckEnrolment
from companion.app.devices import (
    Cameras,
    SideTable,
    SimulatedCameras,
    VoicePlayer,
    has_camera,
    make_panel,
    make_speaker,
)
from companion.app.evening_recorder import EveningRecorder
from companion.app.folders import Folders, running_instance
from companion.app.game_view import GameViews
from companion.app.loop import Loop, MainLoop
from companion.app.machine_menu import MachineMenu
from companion.app.past_games import PastGames
from companion.app.preferences import Preferences, load_remembered
from companion.app.table_eyes import MakeEye, TableEyes
from companion.app.window import Window
from companion.config import Loaded, choose_language
from companion.config_keys import Config
from companion.intents import Handlers
from companion.locale import LANGUAGES, Locale
from companion.record.index import Index
from companion.record.session import Session
from companion.screens.navigator import Navigator
from companion.screens.view import Settings
from hardware.board import memory_megabytes
from hardware.cameras import choose
from hardware.simulated import SimulatedTable
from hardware.voice import Voice, find_programs
from hardware.watchdog import Watchdog
from vision.eye import make_eye, shipped_reader

_MakeSide = Callable[[Session, SimulatedTable, Locale, Callable[[intents.Intent], object]], SideTable]
logger = logging.getLogger(__name__)


class App:
    """Everything of one evening; each part gets what it needs when it is made."""

    def __init__(
        self,
        loaded: Loaded,
        *,
        simulated: bool | None = None,
        seed: int | None = None,
        service: bool = False,
        keep_evening: bool = False,
        make_eye: MakeEye = make_eye,
        make_side: _MakeSide | None = None,
    ) -> None:
        config = loaded.config
        if service and simulated is None:  # where people wait for a camera nothing else is shown
            simulated = config.camera.name == "simulated"
        self.simulated = not has_camera(config) if simulated is None else simulated
        self.folders = Folders.of(config)
        self.folders.make()
        self.wishes: SimpleQueue[intents.Intent] = SimpleQueue()
        self._recall(config, keep_evening=keep_evening)
        self._open_devices(config, seed, make_side or _open_tabletop)
        self._seat_game(make_eye)
        self._add_pages(loaded, service=service)
        self._start_screens(loaded, service=service)
        self._log_devices()

    def _recall(self, config: Config, *, keep_evening: bool) -> None:
        """What was kept of other evenings, and what is kept of this one."""
        usual, memory = _usual_settings(config), self.folders.memory
        self.preferences = Preferences(load_remembered(memory, usual), memory, usual)
        if keep_evening:
            self.preferences.change_setting(intents.ChangeSetting("keep_evening", True), 0.0)
        self.evening = EveningRecorder(self.folders.evenings, self.preferences)
        most = min(MOST_BYTES, memory_megabytes() * 1_000_000 // 20 or MOST_BYTES)
        self.bundles = BundleRecorder(self.folders.pictures, config.display.size, most)

    def _open_devices(self, config: Config, seed: int | None, make_side: _MakeSide) -> None:
        """Buttons and lights, sound and voice, the cameras; none of them need be there."""
        self.panel = make_panel(config)
        self.speaker = make_speaker(config.sounds.volume)
        programs = {} if self.speaker is None else find_programs(LANGUAGES, self.folders.voices)
        self.voice = Voice(programs, VoicePlayer(config.sounds.volume))
        self.watchdog = Watchdog.from_environment(("loop", "eye"), start_seconds=time.monotonic())
        self.cameras = self._make_cameras(config, seed, make_side)
        self.camera_check = CameraCheck(lambda: choose(config.camera.name))

    def _seat_game(self, make_eye: MakeEye) -> None:
        eyes = TableEyes(
            self.cameras,
            self.panel,
            self.watchdog,
            self.bundles,
            self.evening,
            decks=None if self.simulated else self.folders.decks,
            plane=self.folders.plane,
            make_eye=make_eye,
        )
        self.game = CurrentGame(self.folders.games, eyes, self.preferences, self.bundles, self.evening)

    def _add_pages(self, loaded: Loaded, *, service: bool) -> None:
        self.camera_setup = CameraSetup(self.game, self.cameras, self.preferences, self.folders.plane)
        self.enrolment = DeckEnrolment(
            self.game, self.cameras, self.preferences, self.folders.decks, shipped_reader
        )
        self.machine = MachineMenu(loaded, self.preferences, self.panel, self.bundles, self.folders, service)
        self.past = PastGames(self.folders.games)

    def _start_screens(self, loaded: Loaded, *, service: bool) -> None:
        """What is shown, lit and spoken, and the loop that turns it all."""
        self.announcer = Announcer(self.preferences, self.voice)
        self.views = AppViews(
            self.game,
            GameViews(self.game, self.preferences, self.bundles),
            self.preferences,
            self.camera_setup,
            self.enrolment,
            self.machine,
            self.past,
            self.camera_check,
            (self.announcer, self.evening),
            loaded.problems,
            has_pins=self.simulated or self.panel.has_pins,
        )
        self.loop = Loop(
            self.panel,
            Navigator(),
            self.views,
            self.game,
            CuePlayer(self.panel, self.preferences, self.speaker),
            self.bundles,
            self.announcer,
            self._collect_handlers(service),
            self.wishes,
        )
        self.window = self._make_window(loaded.config)
        self.main = MainLoop(self.loop, self.window, self.watchdog)

    def run(self) -> None:
        """Until somebody leaves or SIGTERM asks to; SIGUSR1 saves a bundle meanwhile (`companion bundle`)."""
        signal.signal(signal.SIGUSR1, lambda *_: self.wishes.put(intents.SaveBundle()))
        signal.signal(signal.SIGTERM, lambda *_: self.wishes.put(intents.ShutDown()))
        if not self.simulated:
            self.camera_check.start()
        with running_instance(self.folders.running):
            self.main.run()
        self.camera_check.close()
        self.voice.close()
        self.evening.close()
        logger.info("stopped")

    def resume_last(self) -> None:
        """Go on with the game that stopped, where nobody can choose one on a screen."""
        unfinished = Index(self.folders.games).unfinished()
        if unfinished:
            logger.warning("no screen: going on with the last game, by lights and sounds")
            self.wishes.put(intents.ResumeGame(str(Index(self.folders.games).path_of(unfinished[0].name))))

    def close(self) -> None:
        """Everything at rest, where it did not run."""
        self.game.leave()
        self.panel.close()
        self.voice.close()
        self.evening.close()

    def _make_cameras(self, config: Config, seed: int | None, make_side: _MakeSide) -> Cameras:
        if not self.simulated:
            return Cameras(config)
        return SimulatedCameras(
            config,
            Random(seed),
            lambda session, table: make_side(session, table, self.preferences.locale, self.wishes.put),
            lambda game, table, cards: _open_deck_table(game, table, cards, self.preferences.locale),
        )

    def _collect_handlers(self, service: bool) -> Handlers:
        return join_handlers(
            self.game.handlers,
            self.camera_setup.handlers,
            self.enrolment.handlers,
            self.machine.handlers,
            self.past.handlers,
            self.announcer.handlers,
            {
                intents.ChangeSetting: self.preferences.change_setting,
                intents.SaveBundle: self.bundles.save_here,
            },
            {} if service else {intents.Quit: self.game.quit},  # the service asks what is meant
        )

    def _make_window(self, config: Config) -> Window:
        display = config.display
        desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        full = display.fullscreen == "yes" or (display.fullscreen == "auto" and not desktop)
        return Window(
            self.loop,
            self.cameras,
            self.preferences,
            size=display.size,
            fullscreen=full and not self.simulated,
            laptop=self.simulated,
        )

    def _log_devices(self) -> None:
        logger.info(
            "companion %s, Python %s, %s", __version__, platform.python_version(), platform.platform()
        )
        camera = "the simulated table" if self.simulated else "a real table"
        pins = "buttons on pins" if self.panel.has_pins else "no pins"
        sound = "a loudspeaker" if self.speaker is not None else "no loudspeaker"
        logger.info("on %s, with %s, %s", camera, pins, sound)
        voices = [language for language in LANGUAGES if self.voice.speaks(language)]
        logger.info("a voice for: %s", ", ".join(voices) or "no language")


def join_handlers(*tables: Handlers) -> Handlers:
    """All receivers in one table; raises ValueError where an intent would have two."""
    joined: Handlers = {}
    for table in tables:
        twice = joined.keys() & table.keys()
        if twice:
            raise ValueError(f"two receivers of {sorted(each.__name__ for each in twice)}")
        joined |= table
    return joined


def _open_tabletop(
    session: Session, table: SimulatedTable, locale: Locale, send: Callable[[intents.Intent], object]
) -> SideTable:
    from companion.simulation.laptop.tabletop import Tabletop

    return Tabletop(session, table, Random(session.path.name), locale, send)


def _open_deck_table(game: str, table: SimulatedTable, cards: tuple[str, ...], locale: Locale) -> SideTable:
    from companion.simulation.laptop.tabletop import DeckTable

    return DeckTable(game, table, cards, Random(game), locale)


def _usual_settings(config: Config) -> Settings:
    return Settings(
        language=choose_language(config.language),
        sounds=config.sounds.on,
        brightness=round(config.display.brightness * 100),
        night_brightness=round(config.display.night_brightness * 100),
        night_from=config.display.night_from,
        night_to=config.display.night_to,
        larger_text=config.display.larger_text,
        far=config.display.far,
        colours=config.display.colours,
        motion=config.display.motion,
        rotation=config.display.rotation,
        voice=config.voice.level,
        voice_rate=config.voice.rate,
    )
