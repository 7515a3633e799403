"""The frozen values that screens draw; they hold words ready to show, and nothing that can change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.config_keys import VOICE_LEVELS
from companion.game_setup import GameSetup
from companion.games.ask import Offer, Option, Where
from companion.games.events import Event
from companion.games.game import Match
from companion.games.table import NOTHING_SEEN, Seat, Seen
from companion.games.values import Verdict
from companion.games.view import ScoreSheet, TableView, Trick
from companion.intents import Intent
from companion.locale import Locale
from hardware.signals import Button

VOICE_OFF = VOICE_LEVELS[0]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person can change while playing."""

    language: str = "en"
    sounds: bool = True
    lights: bool = True
    brightness: int = 100
    larger_text: bool = False
    learning: bool = False
    learn_cards: bool = True
    far: bool = False  # for two metres: the verdict, whose turn it is and the discards only
    colours: str = "usual"
    motion: bool = True
    night_brightness: int = 100
    night_from: int = 21
    night_to: int = 7
    rotation: int = 0
    voice: str = VOICE_OFF
    voice_rate: int = 165  # words a minute
    keep_evening: bool = False  # until the companion ends

    def brightness_at(self, hour: int) -> int:
        """How bright the screen is at an hour of the day, in per cent."""
        since_dusk, night = (hour - self.night_from) % 24, (self.night_to - self.night_from) % 24
        return min(self.brightness, self.night_brightness) if since_dusk < night else self.brightness


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
    laid: Mapping[str, str] = field(default_factory=dict)  # the cards that it shows on places
    offers: tuple[Offer, ...] = ()  # what people can tell of it
    reasons: tuple[str, ...] = ()  # every broken rule in a sentence; `why` is the first
    undo_first: bool = False  # it stands in for the last event

    @property
    def legal(self) -> bool:
        return self.verdict.legal

    @property
    def kind(self) -> str:
        """How it is told: legal, illegal, or that it lacks an answer."""
        return "lacks" if self.lacks else "legal" if self.legal else "illegal"

    @property
    def answer(self) -> str:
        """What green means: that it is so, or that the card is taken or put back."""
        return "confirm" if self.legal else "put-back" if self.undo_first else "take-back"

    @property
    def asked(self) -> Offer | None:
        """What only people can see, and confirm with their answer."""
        return next((each for each in self.offers if each.confirms), None)

    @property
    def lacks(self) -> bool:
        """Whether only an answer is missing that a person can give."""
        return bool(self.verdict.breaks) and all(each.missing for each in self.verdict.breaks)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The eye's own question: which card is this, who played it; two to four answers, a button each."""

    title: str
    options: tuple[Option, ...]
    text: str = ""
    places: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # when given, "another card" picks from these
    offer: Offer | None = None  # when given, the last button tells something else


@dataclass(frozen=True, slots=True)
class Debt:
    """Cards that somebody still has to discard, and what they are owed for."""

    player: str
    discards: int
    text: str


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
    player: str = ""
    ends: str = ""  # why the game ended with it


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
    table: TableView | None = None  # as it lay
    players: tuple[str, ...] = ()
    when: str = ""  # it began


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list: words, a value at its right, an icon or a card at its left, its intent."""

    label: str
    intent: Intent | None = None
    value: str = ""
    icon: str = ""
    card: str = ""
    detail: str = ""
    verb: str = ""
    ticked: bool | None = None
    player: int | None = None  # whose sign it bears, by the seat
    button: Button | None = None  # whose cap it bears


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What people must decide before anything goes on; the last option changes nothing."""

    title: str
    text: str
    options: tuple[ListRow, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number about finished games: what it counts, when and with whom."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that ended: what the list says of it, and the text that a phone takes over."""

    name: str
    game: str
    title: str
    detail: str
    result: str
    told: str
    figures: tuple[Figure, ...] = ()
    best: Figure | None = None  # of all games of its kind so far
    table: TableView | None = None  # as it lay at the end, of the latest ones
    players: tuple[str, ...] = ()
    when: str = ""
    sign: str = ""  # of the result


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A past game that is looked at: its final table and its course, or why it cannot be read."""

    match: Match | None = None
    table: TableView | None = None
    history: tuple[HistoryLine, ...] = ()
    problem: str = ""


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
    sharpness: int | None = None  # the higher, the better the lens is set


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
    settled: bool = False  # whether the card in sight was kept already, or was not wanted
    several: bool = False  # whether several cards lie there, which can be taken together
    busy: bool = False  # whether they are looked at now, or the deck is read against itself
    named: int = 0  # cards that were named by themselves, of those taken together
    doubts: int = 0  # those that must be asked for
    spot: tuple[float, float] | None = None  # where the card in question lies, in parts of the picture
    again: tuple[str, ...] = ()  # cards that look alike, of which another view is wanted


@dataclass(frozen=True, slots=True)
class Failure:
    """What broke, what is safe."""

    what: str
    safe: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class StickView:
    """A USB stick: its name, how many decks lie on it, and the version of a newer package."""

    name: str
    decks: int = 0
    version: str = ""


@dataclass(frozen=True, slots=True)
class MachineView:
    """The machine: whether we are its service, whether leaving is asked, the stick and what became of it."""

    service: bool = False
    leaving: bool = False
    stick: StickView | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the screens show at one moment; the app makes a new one when something changed."""

    locale: Locale
    settings: Settings = Settings()
    match: Match | None = None
    table: TableView | None = None
    seen: Seen = NOTHING_SEEN
    proposal: ProposalView | None = None
    question: QuestionView | None = None
    debt: Debt | None = None
    last_place: str = ""  # where the card lies that was confirmed last
    differences: tuple[Difference, ...] = ()
    face_down: tuple[str, ...] = ()  # places where a back is seen
    legal_places: tuple[str, ...] = ()  # filled in learning mode only
    history: tuple[HistoryLine, ...] = ()
    notices: tuple[Notice, ...] = ()
    resumes: tuple[Resume, ...] = ()
    past: tuple[PastGame, ...] = ()
    bests: tuple[Figure, ...] = ()
    ended: PastGame | None = None  # what is kept of the game that has just ended
    opened: OpenedGame | None = None  # the past game that is looked at
    setup: GameSetup = field(default_factory=GameSetup)
    names: tuple[str, ...] = ()
    camera: CameraView | None = None
    enrol: EnrolView | None = None
    failure: Failure | None = None
    decision: DecisionView | None = None
    machine: MachineView = MachineView()
    figures: tuple[Figure, ...] = ()
    known: tuple[int, int] | None = None  # cards of the owner's deck that are known, and of how many
    decks: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # the same by game, while nobody plays
    busy: str = ""  # a word on what the eye is doing: hands in the picture, looking

    @property
    def trick(self) -> Trick | None:
        return self.table.trick if self.table is not None else None

    @property
    def scores(self) -> ScoreSheet | None:
        return self.table.scores if self.table is not None else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.seats if self.table is not None else ()

    def seat_of(self, name: str | None) -> int | None:
        """Which seat a player of this name has; None for other words."""
        return next((index for index, seat in enumerate(self.seats) if seat.name == name), None)

    @property
    def to_play(self) -> str | None:
        """Whose turn it is: in a trick under way the player who plays next, else the player to move."""
        if self.trick is not None and self.trick.cards and self.trick.waiting:
            return self.trick.waiting
        return self.table.next if self.table is not None else None

    @property
    def scored_rounds(self) -> int:
        """How many rounds are on the score sheet by now."""
        return (
            max((len(line.sums) for line in self.scores.lines), default=0) if self.scores is not None else 0
        )

    def offered(self, where: Where) -> Offer | None:
        """What the game offers on a button now."""
        offers = self.match.game.offers(self.match.state) if self.match is not None else ()
        return next((each for each in offers if each.where is where), None)

    def say(self, key: str, **facts: Any) -> str:
        return self.locale.say(f"screens.{key}", **facts)
