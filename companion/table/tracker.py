"""What lies on the table: steady readings come in one by one, the whole table as seen goes out.

Cards that lie anyhow are known by a number of their own. What is laid within one settling came in an unknown
order; a card that comes after an earlier one was taken away may stand in for it. Nothing is guessed: people
are asked.
"""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from companion.games.table import Lying, Seen, Table
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.read.suits import are_unlike
from vision.types import Point
from vision.watch.settings import SETTINGS
from vision.watch.table_watcher import Steady

_Group = frozenset[int]  # cards that came together
_Order = tuple[_Group, ...]


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Every possible order, the likeliest first; cards that were taken away keep their turn for a while."""

    orders: tuple[_Order, ...] = ((),)

    @property
    def cards(self) -> _Group:
        """Every card that has a turn, also those taken away."""
        return frozenset(card for order in self.orders for group in order for card in group)

    def after(self, here: Collection[int]) -> "Arrivals":
        """The orders once these cards lie on the table."""
        new = frozenset(here) - self.cards
        if not new:
            return self
        ways = (way for order in self.orders for way in _joined(order, new, here))
        return Arrivals(tuple(dict.fromkeys(ways)))

    def without(self, cards: Collection[int]) -> "Arrivals":
        rest = self.cards - frozenset(cards)
        return Arrivals(tuple(dict.fromkeys(_only(order, rest) for order in self.orders)))

    def then(self, later: "Arrivals") -> "Arrivals":
        return Arrivals(tuple((*one, *other) for one in self.orders for other in later.orders))

    def in_order(self) -> tuple[int, ...]:
        return tuple(card for group in self.orders[0] for card in sorted(group))

    def unsure(self, cards: Collection[int]) -> tuple[int, ...]:
        """Of these cards the ones of which any may have come next, where that is not known; else none."""
        ways = list(dict.fromkeys(_only(order, cards) for order in self.orders))
        for turn in range(max(map(len, ways))):
            groups = {way[turn] for way in ways if turn < len(way)}
            if len(groups) > 1 or any(len(group) > 1 for group in groups):
                return tuple(sorted(frozenset().union(*groups)))
        return ()

    def came_first(self, card: int, cards: Collection[int]) -> "Arrivals":
        others, ways = set(self.unsure(cards)) - {card}, []
        for order in self.orders:
            turn = {each: number for number, group in enumerate(order) for each in group}
            if all(turn[card] <= turn[other] for other in others):
                ways.append(_split(order, card))
        return Arrivals(tuple(dict.fromkeys(ways)) or self.orders)


def _joined(order: _Order, new: _Group, here: Collection[int]) -> Iterator[_Order]:
    """The ways in which new cards join an order: behind all others, or one in place of one taken away."""
    last = max((turn for turn, group in enumerate(order) if not group.isdisjoint(here)), default=-1)
    kept = order[: last + 1]
    yield (*kept, new)
    for turn, group in enumerate(kept):
        if not group <= frozenset(here):
            for card in sorted(new):
                rest = new - {card}
                stays = frozenset({card}) | group.intersection(here)
                yield (*kept[:turn], stays, *kept[turn + 1 :], *([rest] if rest else []))


def _only(order: _Order, cards: Collection[int]) -> _Order:
    groups = (group & frozenset(cards) for group in order)
    return tuple(group for group in groups if group)


def _split(order: _Order, card: int) -> _Order:
    """The order in which a card came before those it came together with."""
    found: list[_Group] = []
    for group in order:
        found += [frozenset({card}), group - {card}] if card in group and len(group) > 1 else [group]
    return tuple(found)


_MOST_CANDIDATES = 4
_LEAST_SHARE = 0.03  # of the confidence: a candidate below it is not worth a question
_UPSIDE_DOWN = 90.0  # degrees from which the other end of a card is up


@dataclass(frozen=True, slots=True)
class InZone:
    """Where a card lies that is shown, not played: in which zone, and how far to the right."""

    name: str
    x_mm: float


_ZoneOf = Callable[[CardSeen], InZone | None]


def _no_zone(card: CardSeen) -> InZone | None:
    return None


@dataclass(frozen=True, slots=True)
class _Loose:
    """A card lying anyhow: as it was last seen, its name if a person said it, whose open row it lies in."""

    seen: CardSeen
    said: str = ""
    zone: InZone | None = None
    key: int = 0  # its own number, as long as it is remembered

    @property
    def card(self) -> str | None:
        return self.said or self.seen.card

    def again(self, seen: CardSeen, zone: InZone | None) -> "_Loose":
        """The card seen once more, perhaps in another row; a sure reading is kept."""
        better = seen if seen.card is not None or self.card is None else self.seen
        return replace(self, seen=better, zone=zone)


@dataclass(frozen=True, slots=True)
class TableTracker:
    """The last reading of every place, in the order in which cards came; and what people said of them."""

    readings: dict[str, PlaceSeen] = field(default_factory=dict)
    loose: tuple[_Loose, ...] = ()  # cards lying anyhow, as the eye numbers them
    said: dict[str, str] = field(default_factory=dict)  # a place's card as a person named it
    hidden: frozenset[str] = frozenset()
    strays: tuple[CardSeen, ...] = ()  # cards that came to lie beside the places, or upon one that lies there
    backs: int = 0  # cards that lie anyhow, face down
    piles: int = 0  # those of them that lay there when something was recorded: they are meant to
    keys: int = 0  # how many cards lying anyhow have had a key so far
    arrivals: Arrivals = field(default_factory=Arrivals)  # of the trick under way
    gone: tuple[_Loose, ...] = ()  # cards of the trick under way that were taken away
    done: frozenset[int] = frozenset()  # cards of recorded tricks that still lie
    recorded: tuple[Arrivals, tuple[_Loose, ...]] = (Arrivals(), ())  # of the trick that was recorded last

    def after(self, steady: Steady, zone_of: _ZoneOf = _no_zone) -> "TableTracker":
        """The tracker after one more steady table; a person's word holds until another card seems to lie."""
        readings = dict(self.readings)
        said, hidden = dict(self.said), steady.hidden
        for seen in steady.places:
            if seen.state is PlaceState.HIDDEN and seen.place in said:
                hidden |= {seen.place}  # as it lay, until it is in sight again
                continue
            if not _same(readings.get(seen.place), seen, said.get(seen.place, "")):
                readings.pop(seen.place, None)  # so that it stands behind those that came before it
                said.pop(seen.place, None)
            readings[seen.place] = seen
        tracker = replace(self, readings=readings, said=said, hidden=hidden, strays=steady.strays)
        tracker = replace(tracker, backs=steady.face_down, piles=min(self.piles, steady.face_down))
        return tracker.with_cards(steady.cards, zone_of)

    def with_cards(self, cards: tuple[CardSeen, ...], zone_of: _ZoneOf = _no_zone) -> "TableTracker":
        """The tracker when these cards lie anyhow: new ones take their turn, those taken away keep it."""
        kept, new = _follow_loose(self.loose, cards, zone_of)
        came = (self.welcome(card, self.keys + number, zone_of(card)) for number, card in enumerate(new, 1))
        loose = (*kept, *came)
        lying, here = frozenset(each.key for each in loose), _in_trick(loose)
        left = [each for each in (*self.gone, *self.loose) if each.key not in lying]
        unnamed = [each.key for each in (*left, *loose) if each.card is None]
        mistaken = frozenset(unnamed) - here  # what was never named was no turn
        arrivals = self.arrivals.without(mistaken).after(here - self.done)
        gone = tuple(each for each in left if each.key in arrivals.cards)
        keys = self.keys + len(new)
        return replace(self, loose=loose, keys=keys, arrivals=arrivals, gone=gone, done=self.done & here)

    def welcome(self, card: CardSeen, key: int, zone: InZone | None = None) -> _Loose:
        """A card that comes to lie; one that was taken away is known again."""
        back = (each for each in self.gone if each.card is not None and each.card == card.card)
        return replace(next(back, _Loose(card, key=key)), seen=card, zone=zone)

    def close_trick(self) -> "TableTracker":
        """What lies anyhow is recorded: the next cards are another trick."""
        recorded = self.arrivals, (*self.gone, *self.loose)
        return replace(self, arrivals=Arrivals(), gone=(), done=_in_trick(self.loose), recorded=recorded)

    def leave_piles(self) -> "TableTracker":
        """Something is recorded: what lies face down now is a pile, not a slip."""
        return replace(self, piles=self.backs)

    def reopen_trick(self) -> "TableTracker":
        """The last trick was taken back: its cards count again, in their order."""
        before, cards = self.recorded
        here = frozenset(each.key for each in self.loose)
        gone = tuple(each for each in cards if each.key in before.cards and each.key not in here)
        arrivals, done = before.then(self.arrivals), self.done - before.cards
        return replace(
            self, arrivals=arrivals, gone=(*gone, *self.gone), done=done, recorded=(Arrivals(), ())
        )

    def is_unnamed(self) -> bool:
        return any(each.card is None for _, each in self.as_they_came())

    def unsure_order(self, places: Collection[str]) -> tuple[str, ...]:
        """Of cards lying anyhow the ones of which it is not known which came first; else none."""
        keys = {each.key: place for place, each in self.loose_places() if place in places}
        return tuple(keys[key] for key in self.arrivals.unsure(tuple(keys)))

    def came_first(self, place: str, places: Collection[str]) -> "TableTracker":
        keys = {name: each.key for name, each in self.loose_places() if name in places}
        return replace(self, arrivals=self.arrivals.came_first(keys[place], tuple(keys.values())))

    def name(self, place: str, card: str) -> "TableTracker":
        """A person says which card lies on a place, or which of the cards lying anyhow it is."""
        loose = tuple(
            replace(each, said=card) if name == place else each for name, each in self.loose_places()
        )
        if any(name == place for name, _ in self.loose_places()):
            return replace(self, loose=loose)
        return replace(self, said={**self.said, place: card})

    def forget_names(self, places: Collection[str]) -> "TableTracker":
        """What people said of these places counts no longer: the eye's own reading does."""
        return replace(self, said={place: card for place, card in self.said.items() if place not in places})

    def seen(self, recorded: Table) -> Seen:
        """The table as proposals need it; where a recorded card is among the candidates, it still lies."""
        table: dict[str, Lying] = {}
        doubts: dict[str, tuple[str, ...]] = {}
        hidden = set(self.hidden)
        for place, seen in self.readings.items():
            lying = self._sure_card(seen, recorded.get(place))
            if lying is not None:
                table[place] = lying
            elif seen.state is PlaceState.CARD and seen.card is not None:
                doubts[place] = _likely(seen.card)
            elif seen.state is not PlaceState.EMPTY:
                hidden.add(place)
        for place, loose in self.as_they_came():
            if loose.card:
                table[place] = Lying(loose.card)
            else:
                doubts[place] = _likely(loose.seen)
        return Seen(table, doubts, frozenset(hidden), self.zones(), self._open_ends(table, recorded))

    def _open_ends(self, table: Table, recorded: Table) -> frozenset[str]:
        """Where a person named a card that the eye does not read so: how it lies is not known either."""
        return frozenset(
            place
            for place, lying in table.items()
            if self.said.get(place) == lying.card and recorded.get(place) != lying and not self._reads(place)
        )

    def _reads(self, place: str) -> bool:
        """Whether the eye surely reads what a person said."""
        seen = self.readings[place]
        return seen.card is not None and seen.card.card == self.said[place]

    def candidates(self, place: str) -> tuple[str, ...]:
        """Every card that the eye thinks possible on a place, best first."""
        seen = self.readings.get(place)
        return () if seen is None or seen.card is None else tuple(name for name, _ in seen.card.candidates)

    def _sure_card(self, seen: PlaceSeen, recorded: Lying | None) -> Lying | None:
        card = None if seen.state is not PlaceState.CARD or seen.card is None else seen.card.card
        said = self.said.get(seen.place)
        if said and (recorded is None or recorded.card != said or card == said):
            return Lying(said, _is_turned(seen))
        if card is not None and not said:
            return Lying(card, _is_turned(seen))
        return recorded if recorded is not None and (said or _may_lie(seen, recorded.card)) else None

    def loose_places(self) -> list[tuple[str, _Loose]]:
        """Cards lying anyhow, numbered as the eye numbers them."""
        return [(f"loose {number}", card) for number, card in enumerate(self.loose, 1)]

    def zones(self) -> dict[str, tuple[str | None, ...]]:
        """The cards of each zone from left to right, None for one that is not sure."""
        lying = sorted(
            ((each.zone, each.card) for each in self.loose if each.zone is not None),
            key=lambda pair: pair[0].x_mm,
        )
        return {
            name: tuple(card for zone, card in lying if zone.name == name)
            for name in dict.fromkeys(zone.name for zone, _ in lying)
        }

    def as_they_came(self) -> list[tuple[str, _Loose]]:
        """The cards of the trick under way in the order of their arrival, each with its number.

        Each card once: an outline that people call by the name of a card read elsewhere is that card.
        """
        sure = {each.seen.card: each.key for each in self.loose if each.seen.card is not None}
        named = {
            each.key: (place, each)
            for place, each in self.loose_places()
            if each.zone is None and sure.get(each.card or "", each.key) == each.key
        }
        return [named[key] for key in self.arrivals.in_order() if key in named]

    def face_down(self) -> tuple[str, ...]:
        """The places where a back is seen and nobody said that it is a face."""
        backs = (place for place, seen in self.readings.items() if seen.state is PlaceState.BACK)
        return tuple(place for place in backs if place not in self.said)


def _same(before: PlaceSeen | None, now: PlaceSeen, said: str) -> bool:
    """Whether a place shows what it showed before, as far as was read."""
    if before is None or before.state is not now.state:
        return False
    if before.card is None or now.card is None:
        return True
    if now.card.card is not None:
        return before.card.card == now.card.card
    return not said or _is_still(before.card, said, now.card)


def _is_still(named: CardSeen, said: str, now: CardSeen) -> bool:
    """Whether a card that a person named may be what is seen now, though that is read otherwise."""
    if now.card is not None:
        return now.card == said or _may_be(named, now.card)
    if named.patch is not None and now.patch is not None and are_unlike(named.patch, now.patch):
        return False
    looked = [name for name, _ in named.candidates[:1]]
    return not now.candidates or any(_may_be(now, name) for name in (said, *looked))


def _may_be(seen: CardSeen, card: str) -> bool:
    return any(name == card and share >= SETTINGS.may_be for name, share in seen.candidates)


def _may_lie(seen: PlaceSeen, card: str) -> bool:
    return seen.state is PlaceState.CARD and seen.card is not None and _may_be(seen.card, card)


def _likely(card: CardSeen) -> tuple[str, ...]:
    """The candidates worth asking about, best first."""
    return tuple(name for name, share in card.candidates[:_MOST_CANDIDATES] if share >= _LEAST_SHARE)


def _is_turned(seen: PlaceSeen) -> bool:
    """Whether the other end of a card is up."""
    if seen.card is None:
        return False
    turn = seen.card.turn_degrees % 360
    return _UPSIDE_DOWN < turn < 360 - _UPSIDE_DOWN


def _in_trick(loose: tuple[_Loose, ...]) -> frozenset[int]:
    return frozenset(each.key for each in loose if each.zone is None)


def _follow_loose(
    known: tuple[_Loose, ...], cards: tuple[CardSeen, ...], zone_of: _ZoneOf = _no_zone
) -> tuple[list[_Loose], list[CardSeen]]:
    left, kept = list(cards), []
    for card in known:
        again = next((each for each in left if _is_same_card(card, each)), None)
        if again is not None:
            left.remove(again)
            kept.append(card.again(again, zone_of(again)))
    return kept, left


def _is_same_card(known: _Loose, other: CardSeen) -> bool:
    if known.card is not None and known.card == other.card:
        return True
    if known.said:
        may_be = _is_still(known.seen, known.said, other)
    else:
        may_be = known.card is None or (other.card is None and known.card in _likely(other))
    side = math.dist(known.seen.corners[0], known.seen.corners[1])
    return may_be and math.dist(centre(known.seen), centre(other)) < side / 2


def centre(card: CardSeen) -> Point:
    """The middle of a card on the picture."""
    return sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4
