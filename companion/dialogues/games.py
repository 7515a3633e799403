"""Which dialogue a button opens: special actions, the discard, the counts, what an event still lacks."""

import importlib
from functools import partial
from typing import Any

from companion.dialogues import scripts
from companion.dialogues.scripts import Script
from companion.dialogues.values import Answers, Dialogue, Question, Talk
from companion.games.events import Event


def of_game(talk: Talk) -> Any:
    """The dialogues of the game that is played."""
    return importlib.import_module(f"companion.dialogues.{talk.match.game.name}")


def actions(talk: Talk, answers: Answers) -> Question | Event:
    """The game's special actions."""
    return scripts.drive(of_game(talk).actions(talk), answers)


def trick(talk: Talk, answers: Answers) -> Question | Event:
    """Elevation: the trick on the table."""
    return scripts.drive(of_game(talk).trick(talk), answers)


def discard(talk: Talk, answers: Answers) -> Question | Event:
    """Two cards are discarded; where the Jagged Rocks are in the game, they move."""
    return scripts.drive(discard_script(talk), answers)


def discard_script(talk: Talk) -> Script:
    """The discard with what it lacks."""
    if talk.match.game.name == "tranquility":
        script: Script = of_game(talk).discard(talk)
        return (yield from script)
    return scripts.event(talk, do="discard")


def counts(talk: Talk, answers: Answers) -> Question | Event:
    """Correct the hidden counts."""
    return scripts.drive(scripts.count(talk), answers)


def amending(do: str) -> Dialogue:
    """The dialogue of an event that the eye has seen and a person tells more of."""
    return partial(amend, do)


def amend(do: str, talk: Talk, answers: Answers) -> Question | Event:
    """The script of the game that is named like the event."""
    return scripts.drive(getattr(of_game(talk), do)(talk), answers)


def number(event: Event) -> Dialogue:
    """Which number a Wild that the eye has seen stands for."""
    return partial(tell_number, event)


def tell_number(event: Event, talk: Talk, answers: Answers) -> Question | Event:
    """Ask for the Wild's number."""
    return scripts.drive(of_game(talk).number(talk, event.as_dict()), answers)


def lacking(event: Event) -> Dialogue:
    """What an event seen by the eye still lacks, as where the Jagged Rocks go."""
    return partial(tell_lacking, event)


def tell_lacking(event: Event, talk: Talk, answers: Answers) -> Question | Event:
    """Ask for what the event lacks."""
    return scripts.drive(of_game(talk).complete(talk, event.as_dict()), answers)
