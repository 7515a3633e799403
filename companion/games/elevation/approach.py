"""The approach cards, one small unit each: what a card changes, hook by hook; all else is the rulebook's.

The sentence of each card is in the locale files under [approach], its name under [cards]. The order of CARDS
is the order in which cards act at the end of a day (ruling).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from companion.games.elevation.cards import CARDS as MOUNTAINS
from companion.games.elevation.cards import HIGHEST, Card, Cards, Level, Range, Ranker, numbers_of
from companion.games.events import Fields
from companion.games.table import put
from companion.games.values import Pairs


@dataclass(frozen=True, slots=True)
class Question:
    """An answer that is missing or cannot be: of which approach card, for whom."""

    card: str
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The climbers who score, clockwise, with the cards and tricks they won, and the answers given.

    `last` is the seat that won the last trick, None for the phantom; a seat behind all names does not score.
    """

    names: tuple[str, ...]
    piles: tuple[Cards, ...]
    tricks: tuple[int, ...]
    climbers: int
    phantom: Cards
    last: int | None
    seen: frozenset[Card]
    heights: Mapping[str, int]
    answers: Pairs
    rulings: Mapping[str, str | int] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()

    def ask(self, card: str, *who: str) -> "Sheet":
        return replace(self, questions=(*self.questions, Question(card, who)))

    def unseen(self, names: Sequence[str]) -> Cards | None:
        """Cards by name, None unless all exist, differ and have not been seen today."""
        cards = [MOUNTAINS.get(name) for name in names]
        known = tuple(card for card in cards if card is not None and card not in self.seen)
        return known if len(set(known)) == len(cards) else None

    def give(self, seat: int | None, cards: Cards) -> "Sheet":
        """Cards join a climber's pile, or the phantom's."""
        seen = self.seen | set(cards)
        if seat is None:
            return replace(self, phantom=self.phantom + cards, seen=seen)
        return replace(self, piles=put(self.piles, seat, self.piles[seat] + cards), seen=seen)

    def with_fewest_tricks(self) -> tuple[int, ...]:
        return tuple(seat for seat, won in enumerate(self.tricks) if won == min(self.tricks))


@dataclass(frozen=True, slots=True)
class Own:
    """What one climber scores with; `sharers` are the seats that score the same approach card."""

    sheet: Sheet
    seat: int
    sharers: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.sheet.names[self.seat]

    @property
    def cards(self) -> Cards:
        return self.sheet.piles[self.seat]

    def numbers(self, mountain_range: Range | None) -> list[int]:
        """The numbers won in a range, lowest first; Avalanches for None."""
        return numbers_of(self.cards, mountain_range)

    def count(self, number: int) -> int:
        """How many cards of this number were won in the ranges."""
        return sum(card.number == number and card.range is not None for card in self.cards)

    def ranges_with(self, least: int, most: int) -> int:
        """In how many ranges at least and at most so many cards were won."""
        return sum(least <= len(self.numbers(each)) <= most for each in Range)


_LOW_PEAK_FEET = 12_000
_HIGH_PEAK_FEET = 22_000
# Ruling: the book's "-28" does not fit its own text; the header may name another reading.
SHORTCUT, SHORTCUT_POINTS = "treacherous-shortcut", -10
RULINGS: dict[str, tuple[str | int, ...]] = {SHORTCUT: (-7, -28)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Approach:
    """An approach card: its written name, what it cannot go with, and the hooks that it uses."""

    id: str
    # conflicts
    trump: Range | None = None  # only one trump a day
    free_solo: bool = True
    at_deal_only: bool = False  # cannot come in the middle of a day
    # deal: how many cards leave the face-down pile, for so many humans and climbers
    sets_aside: Callable[[int, int], int] | None = None
    # play
    cards_each: int = 1  # played by everyone to a trick, and drawn after it
    phantom: bool = False  # a card from the piles is played last
    rank: Ranker | None = None
    # trick winner, and who leads next: the winner's seat among so many climbers
    is_lost: Callable[[Card], bool] | None = None  # whether a trick won by this card scores for nobody
    next_leader: Callable[[int, int], int] | None = None
    # draw
    draws_face_up: bool = False  # somebody always draws the face-up card
    passes_hands: Callable[[Cards], bool] | None = None
    # end of day: whether a trick that began with so many face-down cards is the last
    ends_day: Callable[[int], bool] | None = None
    draws_another: bool = False  # another approach card when the face-down pile is gone
    gives_own: bool = False  # everyone has an own approach card
    # scoring: cards that join the piles, then piles that change hands among the seats the card is for
    joins: Callable[[Sheet], Sheet] | None = None
    trades: Callable[[Sheet, tuple[int, ...]], Sheet] | None = None
    skips_highest: int = 0
    skips_lowest: int = 0
    counts_avalanches: bool = False
    subtracts: bool = False
    bonus: Callable[[Own], int | None] | None = None  # None: an answer is missing or cannot be
    answer: Callable[[Fields, str], Any] | None = None  # how its answer is read

    @property
    def scores(self) -> bool:
        """Whether the card concerns scoring alone, so that one climber can have it (Pathfinder)."""
        return bool(self.trades or self.bonus or self.changes_ranges)

    @property
    def changes_ranges(self) -> bool:
        return bool(self.skips_highest or self.skips_lowest or self.counts_avalanches or self.subtracts)


def _points_answer(fields: Fields, name: str) -> Pairs:
    return fields.by_player(name, lambda inner, key: inner.number(key, -(10**9)))


def _trump(id: str, mountain_range: Range) -> Approach:
    """A range that beats every other; following suit is unchanged."""
    return Approach(
        id=id,
        trump=mountain_range,
        rank=lambda rank, card, low: (
            rank._replace(level=Level.TRUMP) if card.range is mountain_range else rank
        ),
    )


def _join_anchor(sheet: Sheet) -> Sheet:
    given: Pairs = sheet.answers.get("anchor", Pairs())
    for seat, name in enumerate(sheet.names):
        cards = sheet.unseen(given.get(name, ()))
        if cards is None or len(cards) != 2 or any(card.range is None for card in cards):
            sheet = sheet.ask("anchor", name)
        else:
            sheet = sheet.give(seat, cards)
    return sheet


def _join_supply_cache(sheet: Sheet) -> Sheet:
    if sheet.last is not None and sheet.last >= len(sheet.names):
        return sheet
    cards = sheet.unseen(sheet.answers.get("supply-cache", ()))
    if cards is None or len(cards) != sheet.climbers + 1:
        return sheet.ask("supply-cache")
    return sheet.give(sheet.last, cards)


def _give_phantom_cards(sheet: Sheet) -> Sheet:
    fewest = sheet.with_fewest_tricks()
    names = tuple(sheet.names[seat] for seat in fewest)
    if not sheet.phantom:
        return sheet
    if len(fewest) > 1 and sheet.answers.get("free-climbing") not in names:
        return sheet.ask("free-climbing", *names)
    seat = fewest[0] if len(fewest) == 1 else sheet.names.index(sheet.answers.get("free-climbing"))
    return replace(sheet.give(seat, sheet.phantom), phantom=())


def _belay(sheet: Sheet, seats: tuple[int, ...]) -> Sheet:
    """Everyone the card is for scores the right neighbour's cards and tricks."""
    everyone = len(sheet.names)
    sources = [(seat - 1) % everyone if seat in seats else seat for seat in range(everyone)]
    return replace(
        sheet,
        piles=tuple(sheet.piles[source] for source in sources),
        tricks=tuple(sheet.tricks[source] for source in sources),
    )


def _second(sheet: Sheet, seats: tuple[int, ...]) -> Sheet:
    """Everyone the card is for passes the cards of the smallest range to the left, all at once."""
    after = sheet
    for seat in seats:
        choices = _smallest_ranges(sheet.piles[seat])
        wish = sheet.answers.get("seconding", Pairs()).get(sheet.names[seat])
        wanted = [each for each in choices if len(choices) == 1 or each.value == wish]
        if choices and not wanted:
            after = after.ask("seconding", sheet.names[seat])
        elif wanted:
            after = _pass_range(after, seat, wanted[0], sheet.piles[seat])
    return after


def _smallest_ranges(cards: Cards) -> list[Range]:
    held = {each: sum(card.range is each for card in cards) for each in Range}
    fewest = min((count for count in held.values() if count), default=0)
    return [each for each, count in held.items() if count == fewest and count]


def _pass_range(sheet: Sheet, seat: int, mountain_range: Range, pile: Cards) -> Sheet:
    passed = tuple(card for card in pile if card.range is mountain_range)
    kept = tuple(card for card in sheet.piles[seat] if card not in passed)
    piles = tuple(kept if each == seat else old for each, old in enumerate(sheet.piles))
    return replace(sheet, piles=piles).give((seat + 1) % len(sheet.names), passed)


def _peak_bonus(id: str, reached: Callable[[int], bool]) -> Approach:

    def is_won(own: Own, seat: int) -> bool | None:
        """Whether a climber has such a card; None when the known heights do not tell."""
        # Ruling: an Avalanche is no peak and has no height, unless the header gives it one.
        piles, heights = own.sheet.piles, own.sheet.heights
        feet = [heights.get(card.name, None if card.range else -1) for card in piles[seat]]
        if any(height is not None and height >= 0 and reached(height) for height in feet):
            return True
        return None if None in feet else False

    def bonus(own: Own) -> int | None:
        """Whether the answer is needed at all depends on everyone who scores the card."""
        won, named = is_won(own, own.seat), own.sheet.answers.get(id)
        if won or all(is_won(own, seat) is not None for seat in own.sharers):
            return 5 if won else 0
        if named is None or (won is False and own.name in named):
            return None
        return 5 if own.name in named else 0

    return Approach(id=id, bonus=bonus, answer=Fields.people)


def _custom(number: int) -> Approach:
    """One of the three blank cards: no effect in play, its points are told at scoring."""
    id = f"custom-{number}"

    def bonus(own: Own) -> int | None:
        """The points told for the climber; who is not named gets none."""
        points: Pairs | None = own.sheet.answers.get(id)
        return None if points is None else int(points.get(own.name, 0))

    return Approach(id=id, bonus=bonus, answer=_points_answer)


def _shortcut_bonus(own: Own) -> int:
    lost = int(own.sheet.rulings.get(SHORTCUT, SHORTCUT_POINTS))
    return 20 * own.ranges_with(HIGHEST, HIGHEST) + lost * own.ranges_with(7, HIGHEST - 1)


def _each_range(own: Own, test: Callable[[list[int]], bool]) -> int:
    return sum(test(own.numbers(each)) for each in Range)


_START_OF_DAY = (
    Approach(id="route-finding", free_solo=False, at_deal_only=True),
    Approach(id="off-course", draws_another=True),
    Approach(id="pathfinder", gives_own=True),
)
_PLAY = (
    _trump("alpaca-wool", Range.ALPS),
    _trump("andes-mints", Range.ANDES),
    _trump("himalayan-salt", Range.HIMALAYAS),
    _trump("rocky-road-ice-cream", Range.ROCKIES),
    # Ruling: the lower Avalanche is the stronger one, too.
    Approach(id="descent", rank=lambda rank, card, low: rank._replace(number=-rank.number)),
    Approach(
        id="ice-axe",
        rank=lambda rank, card, low: (
            rank._replace(raised=True) if card.number == 7 and card.name not in low else rank
        ),
    ),
    Approach(id="low-visibility", free_solo=False),
    Approach(id="rapid-ascent", cards_each=2),
)
_AFTER_A_TRICK = (
    Approach(id="lost-in-the-snow", is_lost=lambda winner: winner.range is None),
    Approach(id="lead-climber", next_leader=lambda winner, climbers: (winner + 1) % climbers),
    Approach(id="king-of-the-mountain", free_solo=False, draws_face_up=True),
    Approach(
        id="equipment-swap",
        free_solo=False,
        passes_hands=lambda cards: any(card.range is None for card in cards),
    ),
    Approach(id="precipice", ends_day=lambda face_down: face_down == 0),
)
_END_OF_DAY = (
    Approach(
        id="anchor",
        free_solo=False,
        at_deal_only=True,
        sets_aside=lambda humans, climbers: 2 * humans,
        joins=_join_anchor,
        answer=lambda fields, name: fields.by_player(name, Fields.cards),
    ),
    Approach(
        id="supply-cache",
        at_deal_only=True,
        sets_aside=lambda humans, climbers: climbers + 1,
        joins=_join_supply_cache,
        answer=Fields.cards,
    ),
    Approach(id="free-climbing", phantom=True, joins=_give_phantom_cards, answer=Fields.person),
    Approach(id="belay-partner", trades=_belay),
    Approach(id="seconding", trades=_second, answer=lambda fields, name: fields.by_player(name, Fields.text)),
)
_RANGES = (
    Approach(id="acclimating", skips_highest=1),
    Approach(id="bouldering", skips_lowest=1),
    Approach(id="avalanche-destruction", counts_avalanches=True),
    Approach(id="crevasse-rescue", subtracts=True),
)
_BONUSES = (
    Approach(id="buried-in-an-avalanche", bonus=lambda own: -5 * len(own.numbers(None))),
    Approach(id="figure-8", bonus=lambda own: 3 * own.count(8)),
    Approach(id="fourteener", bonus=lambda own: HIGHEST - len({card.number for card in own.cards})),
    _peak_bonus("gentle-incline", lambda feet: feet <= _LOW_PEAK_FEET),
    Approach(id="harness", bonus=lambda own: 5 * (own.seat in own.sheet.with_fewest_tricks())),
    _peak_bonus("oxygen-boost", lambda feet: feet >= _HIGH_PEAK_FEET),
    Approach(id="packing-light", bonus=lambda own: 5 * own.ranges_with(0, 0)),
    Approach(id="scree", bonus=lambda own: 5 * _each_range(own, lambda won: {1, 2, 3} <= set(won))),
    Approach(id="stuck-at-basecamp", bonus=lambda own: -5 * own.ranges_with(0, 1)),
    Approach(id=SHORTCUT, bonus=_shortcut_bonus),
    Approach(id="world-renowned-climber", bonus=lambda own: 7 * (own.ranges_with(0, 0) == 0)),
)
CUSTOM = tuple(map(_custom, (1, 2, 3)))

_GROUPS = (_START_OF_DAY, _PLAY, _AFTER_A_TRICK, _END_OF_DAY, _RANGES, _BONUSES, CUSTOM)
CARDS = {card.id: card for card in chain(*_GROUPS)}


def why_not(
    card: Approach,
    others: tuple[Approach, ...],
    *,
    free_solo: bool,
    under_way: bool,
    earlier: Collection[str] = (),
) -> str:
    """Why a card cannot join the others of the day: the key of a reason, empty if it can."""
    if card in others:
        return "approach-twice"
    if card.id in earlier:
        return "approach-earlier"
    if card.trump and any(other.trump for other in others):
        return "approach-trump"
    if free_solo and not card.free_solo:
        return "approach-solo"
    return "approach-late" if under_way and card.at_deal_only else ""
