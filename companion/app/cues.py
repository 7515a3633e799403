"""What people are told besides the screen: which light shines, which sound is heard, what is spoken."""

import re
from collections.abc import Sequence
from typing import Protocol

from companion import intents
from companion.app.game_controller import GameController
from companion.app.preferences import Preferences
from companion.config_keys import VOICE_LEVELS
from companion.games.values import Outcome
from companion.locale import Locale
from companion.screens.base import Keys, Matter, Spoken, finished
from companion.screens.navigator import Navigator
from companion.screens.spoken import tell_change, tell_table
from companion.screens.view import Notice, View
from hardware.panel import Panel, Speaker
from hardware.signals import Button, Signal, Sound
from hardware.voice import Speech

_SOUNDS = {Signal.LEGAL: Sound.LEGAL, Signal.ILLEGAL: Sound.ILLEGAL, Signal.UNSURE: Sound.QUESTION}
_ENDINGS = {Outcome.WON: Sound.WON, Outcome.DONE: Sound.WON, Outcome.LOST: Sound.LOST}


class CuePlayer:
    """Lights, buzzer and loudspeaker, as far as people want them."""

    def __init__(self, panel: Panel, preferences: Preferences, speaker: Speaker | None = None) -> None:
        self._panel, self._preferences, self._speaker = panel, preferences, speaker
        self._controller: GameController | None = None
        self._before = (Signal.OFF, Outcome.OPEN)  # what was shown last of this game

    def show(self, controller: GameController | None, seconds: float) -> None:
        """The lights now, and a sound once: when something new began or the game ended."""
        if controller is not self._controller:
            self._controller, self._before = controller, (Signal.OFF, Outcome.OPEN)
        light = Signal.OFF if controller is None else controller.light
        outcome = Outcome.OPEN if controller is None else controller.session.outcome
        ends = outcome is not self._before[1] and outcome in _ENDINGS
        sound = _ENDINGS[outcome] if ends else None if light is self._before[0] else _SOUNDS.get(light)
        self._before, settings = (light, outcome), self._preferences.settings
        self._panel.show(light if settings.lights else Signal.OFF, seconds)
        if sound is None or not settings.sounds:
            return
        self._panel.play(sound, seconds)
        if self._speaker is not None:
            self._speaker.play(sound, seconds)


_OFF, _VERDICTS, _TURNS, _EVERYTHING = VOICE_LEVELS
_LEAST = {_VERDICTS: Matter.VERDICT, _TURNS: Matter.TURN, _EVERYTHING: Matter.KEYS}  # that a level tells
_PLACE = re.compile(r"(?<![\w.])([0-9]+)\.([0-9]+)(?!\w|\.[0-9]|\smm)")


class SpeakingVoice(Protocol):
    """Speaks without holding anybody up, as `hardware.voice.Voice` does; by itself it knows no language."""

    failed: bool = False

    @property
    def is_speaking(self) -> bool:
        """Whether a sentence is being made or heard."""
        return False

    def speaks(self, language: str) -> bool:
        return False

    def say(self, speech: Speech) -> None:
        """Speak this now, in place of what is said."""
        return

    def stop(self) -> None:
        return


class _NoVoice(SpeakingVoice):
    """Where nothing can speak."""


class Announcer:
    """Tells what is new on the screen, as much as people want; what matters more cuts the rest short."""

    def __init__(self, preferences: Preferences, voice: SpeakingVoice | None = None) -> None:
        self._preferences, self._voice = preferences, voice or _NoVoice()
        self._muted = False
        self._view: View | None = None
        self._shown: tuple[Spoken, ...] = ()  # what the screen told when it was last looked at
        self._said: Spoken | None = None  # what is being said
        self._waiting: list[Spoken] = []
        self._told_missing = False
        self._level = _OFF

    @property
    def handlers(self) -> intents.Handlers:
        return {intents.AskAloud: self._ask, intents.MuteVoice: self._mute}

    def show(self, screens: Navigator, view: View) -> None:
        """The screen is seen now: what it did not tell a moment ago is told."""
        self._view, before, level = view, self._shown, view.settings.voice
        if level != self._level:
            self._greet(level, view.locale)
        if level == _OFF:
            self._shown = ()
            return
        screen = screens.screen
        notices = (
            Spoken(each.text, Matter.VERDICT if each.grave else Matter.SCREEN) for each in view.notices
        )
        self._shown = (*screen.tells(view), *notices, *_tell_keys(screen.keys(view), view.locale))
        self._announce([each for each in self._shown if each.matter >= _LEAST[level] and each not in before])

    def hush(self) -> None:
        """Somebody pressed a button: what was being said has been heard or is not wanted.

        Of what waited, rulings and discards that the screen shows still are told anew.
        """
        self._shown = tuple(
            each for each in self._shown if each.matter < Matter.VERDICT or each not in self._waiting
        )
        self._told_missing = self._told_missing or self._is_missing()
        self._silence()

    def tick(self) -> None:
        if self._voice.is_speaking:
            return
        self._said = None
        if self._waiting:
            self._speak(self._waiting.pop(0))

    def notices(self, locale: Locale) -> tuple[Notice, ...]:
        """That nobody can speak, until the next press: said once."""
        missing = self._is_missing() and not self._told_missing
        return (Notice(locale.say("voice.missing")),) if missing else ()

    def _is_missing(self) -> bool:
        settings = self._preferences.settings
        silent = self._voice.failed or not self._voice.speaks(settings.language)
        return settings.voice != _OFF and silent

    def _greet(self, level: str, locale: Locale) -> None:
        self._level, self._muted = level, False
        self._silence()
        if level != _OFF:
            self._waiting = [
                Spoken(locale.say("voice.greeting" if level == _EVERYTHING else "voice.unmuted"))
            ]

    def _announce(self, new: Sequence[Spoken]) -> None:
        if not new or self._muted:
            return
        if self._said is None or max(each.matter for each in new) >= self._said.matter:
            greeting = self._waiting if self._said is None else []
            self._silence()
            self._waiting = [*greeting, *new]
            self._speak(self._waiting.pop(0))
        else:
            self._waiting += new

    def _speak(self, each: Spoken) -> None:
        settings = self._preferences.settings
        self._said = each
        text = finished(for_ear(each.text, self._view))
        self._voice.say(Speech(text, settings.language, settings.voice_rate))

    def _silence(self) -> None:
        self._said, self._waiting = None, []
        self._voice.stop()

    def _ask(self, intent: intents.AskAloud, seconds: float) -> None:
        view = self._view
        if view is None or self._level == _OFF:
            return
        told, shown = (tell_table(view), ()) if intent.about == "table" else (tell_change(view), self._shown)
        self._silence()
        self._waiting = list(shown)
        self._speak(Spoken(told, Matter.ANSWER))

    def _mute(self, intent: intents.MuteVoice, seconds: float) -> None:
        if self._level == _OFF:
            return
        self._silence()
        self._muted = not self._muted
        key = "voice.muted" if self._muted else "voice.unmuted"
        self._speak(Spoken(self._preferences.locale.say(key), Matter.ANSWER))


def _tell_keys(keys: Keys, locale: Locale) -> tuple[Spoken, ...]:
    told = []
    for number, button in enumerate(Button, 1):
        key = keys.get(button)
        if key is not None:
            label = ", ".join(filter(None, (key.label, _tell_held(key.held_label, locale))))
            told.append(Spoken(locale.say("voice.key", number=number, label=label), Matter.KEYS))
    return tuple(told)


def _tell_held(label: str, locale: Locale) -> str:
    """What holding a button does; on the screen a short word stands for holding it."""
    _, colon, does = label.partition(":")
    return locale.say("voice.held", label=does.strip()) if colon else label


def for_ear(text: str, view: View | None) -> str:
    """A text as it is spoken: places by row and number, signs as words or pauses."""
    if view is None:
        return text
    locale, board = view.locale, view.table.board if view.table is not None else None
    places = {name.split(" ")[-1] for name in board.by_name} if board is not None else set()

    def place(found: re.Match[str]) -> str:
        if found[0] not in places:
            return found[0]
        return locale.say("voice.place", row=int(found[1]), place=int(found[2]))

    words = _PLACE.sub(place, text).replace("\u00a0–\u00a0", f" {locale.say('voice.to')} ")
    for sign, spoken_as in _SIGNS.items():
        words = words.replace(sign, spoken_as)
    return _SENTENCE.sub(lambda found: found[0].upper(), " ".join(words.split()))


_SENTENCE = re.compile(r"(?<=[.!?] )[^\W\d_]")  # a small letter there would let a voice read on
_SIGNS = {"–": ", ", " · ": ", ", " × ": " ", "…": "", "\n": ". ", "«": "", "»": ""}
