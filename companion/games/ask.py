"""Questions to people: what can be told now, what is asked, the answers that are possible.

A script is a generator that asks and is answered, and ends with an event; replaying the answers leads to the
same question, so that one can go back. Functions or frozen values: two offers made alike are equal.

    def herd(talk: Talk) -> Script:
        start = yield Choose(talk.say("herd.which"), options)
        return Herd(path=(start, above))
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from companion.games.events import Event
from companion.games.table import NOTHING_SEEN, Seen
from companion.games.values import BadRecord, Language

if TYPE_CHECKING:
    from companion.games.game import Match


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: its value, how it reads, and what it marks on the table."""

    value: Any
    label: str
    detail: str = ""
    places: tuple[str, ...] = ()
    card: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Route(Option):
    """A way over the table, its places in order: where it starts, how long and which it is, what it costs.

    `told` are those three, each as a caption, what it is and a remark; `result` is what it comes to.
    """

    told: tuple[tuple[str, str, str], ...] = ()
    cost: int = 0
    result: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose one option; with `most` above one, from `least` to `most` of them."""

    title: str
    options: tuple[Option, ...]
    text: str = ""
    least: int = 1
    most: int = 1
    picked: tuple[Any, ...] = ()

    @property
    def routes(self) -> tuple[Route, ...]:
        """The options, where all of them are ways over the table."""
        found = tuple(option for option in self.options if isinstance(option, Route))
        return found if len(found) == len(self.options) else ()

    @property
    def many(self) -> bool:
        return self.most > 1 or self.least == 0


@dataclass(frozen=True, slots=True)
class Row:
    """A number to fill in, from low to high."""

    value: Any
    label: str
    low: int
    high: int
    number: int


@dataclass(frozen=True, slots=True)
class Fill:
    """Fill in numbers, perhaps with a sum that they must reach; the answer is a tuple of (value, number)."""

    title: str
    rows: tuple[Row, ...]
    text: str = ""
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PickCard:
    """Pick a card with one press out of five, again and again; without a list, any card of the game."""

    title: str
    cards: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Mend a row of cards, which must come to `count` of them: the answer is the row.

    `names` are those who laid them; `chosen` is the card that was called wrong already.
    """

    title: str
    cards: tuple[str, ...]
    count: int
    names: tuple[str, ...] = ()
    text: str = ""
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The script cannot go on; the sentence says why."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Talk:
    """What a script may look at: the match, the language, and what lies on the table as it was last seen."""

    match: "Match"
    language: Language
    seen: Seen = NOTHING_SEEN

    def say(self, key: str, **facts: Any) -> str:
        return self.language.say(f"dialogues.{key}", **facts)

    def event(self, **raw: Any) -> Event:
        """The event that these fields describe; None fields are left out."""
        fields = {key.rstrip("_"): value for key, value in raw.items() if value is not None}
        return self.match.read_event(fields)

    def stands(self, **raw: Any) -> bool:
        """Whether the event would be legal now."""
        try:
            return self.match.judge(self.event(**raw)).legal
        except BadRecord:
            return False


Question = Choose | Fill | PickCard | Arrange | Refused
Answers = tuple[Any, ...]
Script = Generator[Question, Any, Event]
Scripted = Callable[[Talk], Script]


class Where(Enum):
    """Where people find an offer: on a button of the panel, in the list of actions, or in the menu."""

    YES = "yes"
    NEXT = "next"
    DISCARD = "discard"
    ACTION = "action"
    LIST = "list"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that people can tell, and the script that asks for the rest of it.

    `key` names its sentences: `dialogues.KEY.label` and `.detail` in the list, else `screens.keys.KEY` on a
    button or `screens.menu.KEY` in the menu.
    """

    key: str
    script: Scripted
    where: Where = Where.LIST
    icon: str = ""
    confirms: bool = False  # of a proposal: the press records it in this form, and the screen asks for it
    held: bool = False  # on a button that is held
    card: str = ""  # named in its sentence


def drive(script: Script, answers: Answers) -> Question | Event:
    """The question that follows the answers so far, or the event at the end."""
    try:
        question = next(script)
        for answer in answers:
            question = script.send(answer)
    except StopIteration as end:
        event: Event = end.value
        return event
    return question


def choose_action(talk: Talk) -> Script:
    """The list of actions: choose one of the game's offers and go through its script."""
    offers = [each for each in talk.match.game.offers(talk.match.state) if each.where is Where.LIST]
    options = tuple(
        Option(each.key, talk.say(f"{each.key}.label"), talk.say(f"{each.key}.detail"), icon=each.icon)
        for each in offers
    )
    chosen = yield Choose(talk.say("actions"), options)
    offer = next(each for each in offers if each.key == chosen)
    return (yield from offer.script(talk))


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A script that asks nothing and ends with an event."""

    event: Event

    def __call__(self, talk: Talk) -> Script:
        yield from ()
        return self.event


def stuck(talk: Talk) -> Script:
    """The player to move has no action; the lone card may be shown."""
    options = (
        Option("", talk.say("stuck.hidden"), talk.say("stuck.hidden-detail"), icon="lock"),
        Option("show", talk.say("stuck.show"), talk.say("stuck.show-detail"), icon="eye"),
    )
    shown = yield Choose(talk.say("stuck.label"), options, talk.say("stuck.detail"))
    card = (yield PickCard(talk.say("stuck.which"))) if shown else None
    return talk.event(do="stuck", card=card)


def count(talk: Talk) -> Script:
    """Correct the hidden counts of a player."""
    standing = talk.match.standing
    options = tuple(
        Option(name, name, talk.say("count.now", hand=hand, pile=standing.piles[name]), icon="hand")
        for name, hand in standing.hands.items()
    )
    name = (yield Choose(talk.say("count.whose"), options)) if len(options) > 1 else options[0].value
    rows = (
        Row("hand", talk.say("count.hand"), 0, 20, standing.hands[name]),
        Row("pile", talk.say("count.pile"), 0, 90, standing.piles[name]),
    )
    filled = dict((yield Fill(name, rows, talk.say("count.how"))))
    return talk.event(do="count", player=name, hand=filled["hand"], pile=filled["pile"])


def who(talk: Talk, title: str, names: tuple[str, ...] | None = None) -> Generator[Question, Any, str]:
    """Which player; not asked when there is one."""
    names = talk.match.players if names is None else names
    if len(names) == 1:
        return names[0]
    chosen: str = yield Choose(title, tuple(Option(name, name, icon="hand") for name in names))
    return chosen


STUCK = Offer("stuck", stuck, icon="lock")
COUNTS = Offer("counts", count, Where.MENU, "hand")


FIVE = 5


@dataclass(frozen=True, slots=True)
class Node:
    """A branch with its label and what is under it, or a leaf with its value; `cards` are shown on it."""

    label: str
    value: Any = None
    children: tuple["Node", ...] = ()
    cards: tuple[str, ...] = ()


def leaf(card: str, label: str) -> Node:
    """A card as a leaf."""
    return Node(label, card, (), (card,))


def grow(leaves: Iterable[Node]) -> tuple[Node, ...]:
    """At most five branches over any number of leaves, as even as can be, each named after its ends."""
    leaves = tuple(leaves)
    if len(leaves) <= FIVE:
        return leaves
    size = -(-len(leaves) // FIVE)
    parts = [leaves[start : start + size] for start in range(0, len(leaves), size)]
    return tuple(part[0] if len(part) == 1 else branch(span(part), grow(part), part) for part in parts)


def branch(label: str, children: Iterable[Node], shown: Iterable[Node] = ()) -> Node:
    """A branch with a label of its own that shows a few cards: those of `shown`, else of its children."""
    children = tuple(children)
    cards = tuple(card for node in (tuple(shown) or children) for card in node.cards[:1])
    return Node(label, None, children, cards[:FIVE])


def span(part: tuple[Node, ...]) -> str:
    """What a branch over these leaves is called."""
    return f"{part[0].label}\u00a0–\u00a0{part[-1].label}"
