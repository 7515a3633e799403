"""What a person wants: screens turn presses into these frozen values, and the app carries them out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a person wants; the screens answer the ones about screens, the app all others."""


Handlers = dict[type[Intent], Callable[[Any, float], object]]  # the one receiver of each


@dataclass(frozen=True, slots=True)
class ProposeEvent(Intent):
    """Judge this event and show it as the proposal; nothing is recorded yet."""

    event: Event


@dataclass(frozen=True, slots=True)
class Confirm(Intent):
    """Record the proposal that waits, or this form of it: with a goat where the eye saw none."""

    event: Event | None = None


class DiscardsDone(Intent):
    """The cards that were owed lie on the pile."""


class Refuse(Intent):
    """Drop the proposal: the card is taken back, or the companion saw wrongly."""


@dataclass(frozen=True, slots=True)
class CorrectCard(Intent):
    """The card of the proposal, or the one on a place, is another one; the eye may learn from it."""

    card: str
    place: str = ""  # empty: where the proposal or the question is


@dataclass(frozen=True, slots=True)
class AnswerQuestion(Intent):
    """One answer of the eye's question: the value of the option chosen."""

    value: Any


class Undo(Intent):
    """Take back the last recorded event."""


@dataclass(frozen=True, slots=True)
class StartGame(Intent):
    """Begin a record with this header; `setup` is what to offer as default next time."""

    header: Mapping[str, Any] = field(hash=False)
    setup: Any = None


@dataclass(frozen=True, slots=True)
class ResumeGame(Intent):
    """Go on with a record."""

    path: str


@dataclass(frozen=True, slots=True)
class MendGame(Intent):
    """Mend a damaged record (`cut` or `trust`) and go on with it."""

    path: str
    how: str


@dataclass(frozen=True, slots=True)
class SaveElsewhere(Intent):
    """Keep the record that the disk refuses in this folder, then leave as was wished."""

    folder: str


class LeaveUnsaved(Intent):
    """Leave although events are not on the disk: they are lost."""


class Dismiss(Intent):
    """Decide nothing: everything stays as it is."""


class ShutDown(Intent):
    """The system ends the companion: save what can be saved, ask nobody."""


@dataclass(frozen=True, slots=True)
class OpenPastGame(Intent):
    """Look at a game that ended, by its name in the list; empty closes it."""

    name: str = ""


class LeaveGame(Intent):
    """Back to the welcome screen; the record stays and can be resumed."""


class AcceptTable(Intent):
    """The table is right: make the record follow it where the rules have an event for it."""


class RestoreTable(Intent):
    """The record is right: the players put the table back, look again."""


@dataclass(frozen=True, slots=True)
class ChangeSetting(Intent):
    """A new value of one of the settings, by its field's name."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class AskAloud(Intent):
    """Let the voice tell what lies on the table (`table`) or what happened last and what waits (`change`)."""

    about: str


class MuteVoice(Intent):
    """Silence the voice, or let it speak again."""


@dataclass(frozen=True, slots=True)
class OpenCamera(Intent):
    """Show the camera set-up (True) or leave it (False)."""

    shown: bool = True


class UseCamera(Intent):
    """Keep the plane that the set-up found."""


class NextCamera(Intent):
    """Try the next camera."""


@dataclass(frozen=True, slots=True)
class SetCorner(Intent):
    """A corner of the table given by hand, as a part (0..1) of the picture's width and height."""

    corner: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class OpenEnrolment(Intent):
    """Begin or continue to enrol the deck of a game; empty leaves."""

    game: str = ""


class TakeLayer(Intent):
    """Store all cards in view that are named surely, and ask for the others."""


@dataclass(frozen=True, slots=True)
class KeepShot(Intent):
    """Store the shot in view as this card."""

    card: str


class SkipShot(Intent):
    """Do not store this shot."""


class SaveBundle(Intent):
    """Save what happened in the last minutes in one file."""


class Retry(Intent):
    """Try again what failed."""


class Quit(Intent):
    """End the program; under the service this asks what is meant."""


@dataclass(frozen=True, slots=True)
class EndWith(Intent):
    """End the program with this exit status, whoever runs it."""

    status: int = 0


class StayHere(Intent):
    """Nothing is to end: back to what was shown."""


class WriteToStick(Intent):
    """Write what a helper needs to the USB stick."""


class TakeDecks(Intent):
    """Take the decks that lie on the USB stick."""


# What a press cannot do twice by running on, nor confirm at once by running on.
SETTLING = (
    Confirm,
    Undo,
    DiscardsDone,
    LeaveGame,
    StartGame,
    ProposeEvent,
    AnswerQuestion,
    CorrectCard,
    Refuse,
)
