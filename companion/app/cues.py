"""Which light shines and which sound is heard, for what waits for the players."""

from dataclasses import dataclass

from companion.app.preferences import Preferences
from companion.games.values import Outcome
from companion.record.session import Proposal, Question
from hardware.buzzer import Speaker
from hardware.panel import Panel
from hardware.signals import Signal, Sound


@dataclass(frozen=True, slots=True)
class Cue:
    """The lights as they should be, and a sound to be heard once."""

    light: Signal
    sound: Sound | None = None


_SOUNDS = {Signal.LEGAL: Sound.LEGAL, Signal.ILLEGAL: Sound.ILLEGAL, Signal.UNSURE: Sound.QUESTION}
_ENDINGS = {Outcome.WON: Sound.WON, Outcome.DONE: Sound.WON, Outcome.LOST: Sound.LOST}


def choose_light(pending: Proposal | None, differs: bool) -> Signal:
    """Green a legal proposal waits, red an illegal one, both blink when the companion is not sure."""
    if differs or (pending is not None and pending.question is not Question.NONE):
        return Signal.UNSURE
    if pending is None:
        return Signal.OFF
    return Signal.LEGAL if pending.first.verdict.legal else Signal.ILLEGAL


def next_cue(light: Signal, before: Signal, outcome: Outcome, outcome_before: Outcome) -> Cue:
    """The lights now, and a sound when something new began or the game ended."""
    if outcome is not outcome_before and outcome in _ENDINGS:
        return Cue(light, _ENDINGS[outcome])
    return Cue(light, _SOUNDS.get(light) if light is not before else None)


class CuePlayer:
    """Lights, buzzer and loudspeaker, as far as people want them."""

    def __init__(self, panel: Panel, preferences: Preferences, speaker: Speaker | None = None) -> None:
        self._panel, self._preferences, self._speaker = panel, preferences, speaker

    def show(self, cue: Cue, seconds: float) -> None:
        """Let the lights say it, and the sound be heard."""
        settings = self._preferences.settings
        self._panel.show(cue.light if settings.lights else Signal.OFF, seconds)
        if cue.sound is None or not settings.sounds:
            return
        self._panel.play(cue.sound, seconds)
        if self._speaker is not None:
            self._speaker.play(cue.sound, seconds)
