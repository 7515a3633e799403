"""The frozen values that screens draw; they hold words ready to show, and nothing that can change."""

from dataclasses import dataclass, field
from typing import Any

from companion.dialogues.values import Option
from companion.games.events import Event
from companion.games.match import Match
from companion.games.values import Outcome, Verdict
from companion.locale import Locale
from companion.setup import GameSetup

LACKING = {"rocks-missing", "explorer-missing"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person can change while playing."""

    language: str = "en"
    sounds: bool = True
    lights: bool = True
    brightness: int = 100
    larger_text: bool = False
    learning: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the table as the companion believes it; `closed` and `facing` where a game has them."""

    place: str
    card: str = ""
    goats: int = 0
    facing: str = ""
    closed: str = ""
    border: bool = False
    ground: str = ""  # what an empty place looks like, as SVG


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with the hidden counts; `note` is what lies before them."""

    name: str
    hand: int | None = None
    pile: int | None = None
    moves: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A line about the game: a goal and whether it is reached, or a fact (`done` is None)."""

    icon: str
    text: str
    done: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A climber on the score sheet: for each day the parts and the day's sum; None while not scored."""

    name: str
    days: tuple[tuple[tuple[str, int], ...], ...]
    sums: tuple[int | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Table:
    """The table of one game: `shape` names the drawing (mountain, grid, arch, pyramid, trick)."""

    game: str
    shape: str
    cells: tuple[Cell, ...]
    seats: tuple[Seat, ...]
    next: str | None
    outcome: Outcome
    goals: tuple[Goal, ...] = ()
    scores: tuple[ScoreLine, ...] = ()
    winners: tuple[str, ...] = ()
    day: int = 0
    row_marks: tuple[tuple[int, str], ...] = ()
    rules: tuple[tuple[str, str], ...] = ()  # cards that change the rules now, each with its sentence

    def cell(self, place: str) -> Cell | None:
        """The cell of a place."""
        return next((each for each in self.cells if each.place == place), None)


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the trick on the table: who played it, and whether it is winning now."""

    climber: str
    card: str
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick as it grows: cards in the order of arrival, who is to play, what to remember."""

    cards: tuple[Played, ...] = ()
    waiting: str | None = None
    reminder: str = ""
    complete: bool = False


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What waits for a button: the event, its verdict, the sentences, and the cards that make it so."""

    event: Event
    verdict: Verdict
    does: str
    why: str = ""
    card: str = ""
    places: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    goat: bool | None = None  # None where a goat cannot come

    @property
    def legal(self) -> bool:
        """Whether it can be confirmed."""
        return self.verdict.legal

    @property
    def lacks(self) -> bool:
        """Whether only something is missing that a person can tell, as where the Jagged Rocks go."""
        return bool(self.verdict.breaks) and set(self.verdict.rules) <= LACKING


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The eye's own question: which card is this, who played it; two to four answers, a button each."""

    title: str
    options: tuple[Option, ...]
    text: str = ""
    places: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # when given, "another card" picks from these
    wild: Event | None = None  # when given, "another number" tells what this Wild stands for


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the table is not as recorded; empty names mean no card."""

    place: str
    recorded: str
    seen: str


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event of the record in words."""

    text: str
    legal: bool = True
    undone: bool = False
    discards: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to know now, as a lost plane or a full disk; `grave` ones are red."""

    text: str
    grave: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """A game that can go on: its record, and what the welcome screen says of it."""

    path: str
    game: str
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CameraView:
    """The camera set-up: picture (rows x columns x BGR), tags found, layout lines in parts of the picture."""

    picture: Any = field(default=None, compare=False)
    frame: int = 0
    name: str = ""
    tags: tuple[int, ...] = ()
    wanted: tuple[int, ...] = (0, 1, 2, 3)
    error_mm: float | None = None
    outlines: tuple[tuple[tuple[float, float], ...], ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class EnrolView:
    """Enrolling a deck: the shot, what it seems to be, how far the deck is."""

    game: str
    picture: Any = field(default=None, compare=False)
    frame: int = 0
    card: str = ""
    candidates: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    have: int = 0
    missing: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """What broke, what is safe."""

    what: str
    safe: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number about a finished game."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the screens show at one moment; the app makes a new one when something changed."""

    locale: Locale
    settings: Settings = Settings()
    match: Match | None = None
    table: Table | None = None
    trick: Trick | None = None
    proposal: ProposalView | None = None
    question: QuestionView | None = None
    differences: tuple[Difference, ...] = ()
    legal_places: tuple[str, ...] = ()  # filled in learning mode only
    history: tuple[HistoryLine, ...] = ()
    notices: tuple[Notice, ...] = ()
    resumes: tuple[Resume, ...] = ()
    setup: GameSetup = field(default_factory=GameSetup)
    names: tuple[str, ...] = ()
    camera: CameraView | None = None
    enrol: EnrolView | None = None
    failure: Failure | None = None
    figures: tuple[Figure, ...] = ()
    busy: str = ""  # a word on what the eye is doing: hands in the picture, looking

    def say(self, key: str, **facts: Any) -> str:
        """A sentence of the screens."""
        return self.locale.say(f"screens.{key}", **facts)
