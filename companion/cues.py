"""Cues: what waits for the players comes in, which light shines and which sound is heard goes out."""

from dataclasses import dataclass
from enum import Enum

from companion.games.values import Outcome
from companion.session import Proposal, Question


class Light(Enum):
    """What the two lights say; the panel knows these words."""

    OFF = "off"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNSURE = "unsure"


class Sound(Enum):
    """The occasions that have a sound; the panel knows these words."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    QUESTION = "question"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Cue:
    """The lights as they should be, and a sound to be heard once."""

    light: Light
    sound: Sound | None = None


SOUNDS = {Light.LEGAL: Sound.LEGAL, Light.ILLEGAL: Sound.ILLEGAL, Light.UNSURE: Sound.QUESTION}
ENDINGS = {Outcome.WON: Sound.WON, Outcome.DONE: Sound.WON, Outcome.LOST: Sound.LOST}


def choose_light(pending: Proposal | None, differs: bool) -> Light:
    """Green a legal proposal waits, red an illegal one, both blink when the companion is not sure."""
    if differs or (pending is not None and pending.question is not Question.NONE):
        return Light.UNSURE
    if pending is None:
        return Light.OFF
    return Light.LEGAL if pending.first.verdict.legal else Light.ILLEGAL


def next_cue(light: Light, before: Light, outcome: Outcome, outcome_before: Outcome) -> Cue:
    """The lights now, and a sound when something new began or the game ended."""
    if outcome is not outcome_before and outcome in ENDINGS:
        return Cue(light, ENDINGS[outcome])
    return Cue(light, SOUNDS.get(light) if light is not before else None)
