"""A game with its screens and buttons but no window: for replays, demonstrations and tests."""

from collections.abc import Callable
from pathlib import Path

from companion import intents
from companion.app.announcer import Announcer, SpeakingVoice
from companion.app.bundles import USUAL_SCREEN, BundleRecorder
from companion.app.cues import CuePlayer
from companion.app.current_game import CurrentGame, EyeSource
from companion.app.evening_recorder import EveningRecorder
from companion.app.game_view import GameViews
from companion.app.loop import Loop
from companion.app.preferences import Preferences
from companion.screens.navigator import Navigator
from hardware.buttons import PATIENT_ALL
from hardware.panel import Panel

# What concerns the camera, the deck or the disk of a machine: nothing here receives it.
_OUTSIDE = (
    *(intents.OpenCamera, intents.NextCamera, intents.SetCorner, intents.UseCamera),
    *(intents.OpenEnrolment, intents.TakeLayer, intents.KeepShot, intents.SkipShot, intents.SaveBundle),
    *(intents.StayHere, intents.WriteToStick, intents.TakeDecks),
)


class HeadlessApp:
    """The parts that play a game; the caller's clock is both clocks unless a wall is given."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float],
        *,
        eyes: EyeSource | None = None,
        preferences: Preferences | None = None,
        screen: tuple[int, int] = USUAL_SCREEN,
        wall: Callable[[], float] | None = None,
        voice: SpeakingVoice | None = None,
        evening: EveningRecorder | None = None,
    ) -> None:
        self.preferences = preferences or Preferences()
        self.panel = Panel(None, clock=clock, patient=PATIENT_ALL)
        self.screens = Navigator()
        self.bundles = BundleRecorder(screen=screen)
        evening = evening or EveningRecorder(None, self.preferences)
        self.game = CurrentGame(
            folder, eyes or EyeSource(), self.preferences, self.bundles, evening, wall or clock
        )
        self.views = GameViews(self.game, self.preferences, self.bundles)
        self.announcer = Announcer(self.preferences, voice)
        self.loop = Loop(
            self.panel,
            self.screens,
            self.views,
            self.game,
            CuePlayer(self.panel, self.preferences),
            self.bundles,
            self.announcer,
            {
                **dict.fromkeys(_OUTSIDE, lambda intent, seconds: None),
                **self.game.handlers,
                **self.announcer.handlers,
                intents.ChangeSetting: self.preferences.change_setting,
                intents.Quit: self.game.quit,
            },
        )

    def close(self) -> None:
        self.game.leave()
        self.panel.close()
