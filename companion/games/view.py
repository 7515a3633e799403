"""What a screen shows of a game: frozen values with words ready to show, made by the game's `view`."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.svg import ending_sky, plain_ground, plain_scenery
from companion.games.table import Board, Seat
from companion.games.values import Outcome

_PAPER = "#F8F1E3"


@dataclass(frozen=True, slots=True)
class Face:
    """How a card looks on screens and pages; colours as web pages write them.

    `ground` is its picture as SVG, `colour` stands for it where there is no room for one. A number with its
    ink and edge, or a `sign` of a letter or two on pages; an icon, a mark of its family, and the key of a
    word below the picture of a `tall` card.
    """

    ground: str
    colour: str
    number: str = ""
    sign: str = ""
    ink: str = _PAPER
    edge: str = ""
    icon: str = ""
    mark: str = ""
    label: str = ""
    tall: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A small sign over a card with a number, as pieces that stand on it."""

    icon: str
    count: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the table as the companion believes it.

    `sign` is an icon: small over the card that lies there, large where the place is empty; `ground` is what
    the empty place looks like, as SVG, or the card where it lies for another one, with an icon as its `mark`.
    A `closed` place takes no card now.
    """

    place: str
    card: str = ""
    badge: Badge | None = None
    sign: str = ""
    ground: str = ""
    mark: str = ""
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A line about the game: a goal and whether it is reached, or a fact (`done` is None)."""

    icon: str
    text: str
    done: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player on the score sheet: the parts and the sum of each round played so far.

    `counted` says below each part how it was counted, as `14 - 3`.
    """

    name: str
    rounds: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    total: int
    counted: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of a game scored in rounds: what each is called and made of, who has what."""

    rounds: tuple[str, ...]
    parts: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    marks: tuple[str, ...] = ()  # a card for each part whose colour and mark stand for it, or nothing
    how: str = ""  # how the parts are counted


@dataclass(frozen=True, slots=True)
class Played:
    """A card of the trick on the table: who played it, and whether it is winning now."""

    player: str
    card: str
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick as it grows: cards in the order of arrival, who is to play, what to remember."""

    cards: tuple[Played, ...] = ()
    waiting: str | None = None
    reminder: str = ""
    lead: str = ""  # the card that says what is followed


@dataclass(frozen=True, slots=True)
class Steps:
    """What people do before a round begins: a title, a sentence, and a line for each step."""

    title: str
    text: str
    lines: tuple[str, ...]
    icons: tuple[str, ...]  # one a line
    at: int  # which round it is, counted from 1
    rounds: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of a game: its places or its trick, the players, and what is to know about it.

    `row_marks` are icons beside rows; `rules` are cards that change the rules now, each with its sentence.
    """

    game: str
    seats: tuple[Seat, ...]
    next: str | None
    outcome: Outcome
    board: Board | None = None  # None: cards lie anyhow, in tricks
    cells: tuple[Cell, ...] = ()
    goals: tuple[Goal, ...] = ()
    row_marks: tuple[tuple[int, str], ...] = ()
    trick: Trick | None = None
    scores: ScoreSheet | None = None
    winners: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    steps: Steps | None = None  # before a round
    prompt: str = ""  # what people have to do now, before the green button goes on

    def cell(self, place: str) -> Cell | None:
        return next((each for each in self.cells if each.place == place), None)


class Art:
    """How a game looks; by default plain cards before an evening without a landscape."""

    # The module whose draw(card, width_px, height_px, marked) makes the practice deck, loaded when drawn;
    # without one the deck shows plain numbers.
    faces: ClassVar[str] = ""

    def face(self, card: str) -> Face:
        """How one of its cards looks on screens and pages."""
        family, _, number = card.rpartition("-")
        ground, colour = plain_ground(family or card)
        return Face(ground, colour, *((number, "") if number.isdigit() else ("", card[:2].upper())))

    def scenery(self, width: float, height: float) -> str:
        """The picture behind everything, as SVG; dark where words stand."""
        return plain_scenery(width, height)

    def ending(self, outcome: Outcome, width: float, height: float) -> str:
        """The picture behind the end, as SVG: a bright dusk, or a night where the game was lost."""
        return str(ending_sky(width, height, outcome is Outcome.LOST))

    def poster(self, width: float, height: float) -> str:
        """The picture by which people choose the game, as SVG."""
        return self.scenery(width, height)
