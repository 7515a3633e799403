"""Cues: what waits for the players comes in, which light shines and which sound is heard goes out."""

from dataclasses import dataclass

from companion.games.values import Outcome
from companion.record.session import Proposal, Question
from hardware.signals import Signal, Sound


@dataclass(frozen=True, slots=True)
class Cue:
    """The lights as they should be, and a sound to be heard once."""

    light: Signal
    sound: Sound | None = None


SOUNDS = {Signal.LEGAL: Sound.LEGAL, Signal.ILLEGAL: Sound.ILLEGAL, Signal.UNSURE: Sound.QUESTION}
ENDINGS = {Outcome.WON: Sound.WON, Outcome.DONE: Sound.WON, Outcome.LOST: Sound.LOST}


def choose_light(pending: Proposal | None, differs: bool) -> Signal:
    """Green a legal proposal waits, red an illegal one, both blink when the companion is not sure."""
    if differs or (pending is not None and pending.question is not Question.NONE):
        return Signal.UNSURE
    if pending is None:
        return Signal.OFF
    return Signal.LEGAL if pending.first.verdict.legal else Signal.ILLEGAL


def next_cue(light: Signal, before: Signal, outcome: Outcome, outcome_before: Outcome) -> Cue:
    """The lights now, and a sound when something new began or the game ended."""
    if outcome is not outcome_before and outcome in ENDINGS:
        return Cue(light, ENDINGS[outcome])
    return Cue(light, SOUNDS.get(light) if light is not before else None)
