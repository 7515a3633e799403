"""The variants on a grid of 6 x 6 or an arch: the standard game, High Arch, Day & Night, Competitive."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.events import Event
from companion.games.game import CardCounts
from companion.games.table import Seats, put, short_hand
from companion.games.tranquility import events
from companion.games.tranquility.board import ARCH, ARCH_BOARD, COMPASS, HIGHEST, MOON, ROWS_BOARD, SUN, Laid
from companion.games.tranquility.state import (
    Contest,
    Play,
    Rule,
    Sky,
    State,
    Variant,
    add,
    in_play,
    islands,
    no_such_card,
    said,
)
from companion.games.values import BrokenRule, CardName, Outcome, Phrase, Ruling, Say, Standing, Word


class Standard(Variant):
    """The 6 x 6 grid with Start and Finish."""

    name = "standard"


class HighArch(Variant):
    """Two pillars without a price, then the roof; no Starts."""

    name = "high-arch"
    grid = ARCH
    board = ARCH_BOARD
    has_start = False

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        """The roof opens when both pillars are full."""
        pillars = [place for place in ARCH.places if not ARCH.shapes[place.part].priced]
        missing = tuple(place.name for place in pillars if not state.board[place.index])
        if play.place in pillars or not missing:
            return []
        return [BrokenRule("phase", {"at": play.place.name, "count": len(missing)}, missing)]


_OTHER = {SUN: MOON, MOON: SUN}
MOON_ROWS = 3


class DayNight(Variant):
    """Rows 1-3 end moon up, rows 4-6 sun up."""

    name = "day-night"

    def rules(self) -> Mapping[type[Event], Rule]:
        return {events.Flip: _judge_flip, events.Rotate: _judge_rotate}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return super().cards(deck, chosen) + deck.get(COMPASS, 0)

    def open(self, state: State) -> State:
        return replace(state, sky=Sky(SUN))

    def facing(self, state: State, chosen: str | None) -> str:
        return chosen or in_play(state.sky).facing

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        facing = in_play(state.sky).facing
        return [] if play.facing == facing else [BrokenRule("orientation", {"facing": Word(f"{facing}-up")})]

    def finish_hinders(self, state: State, event: events.Finish) -> list[BrokenRule]:
        """Every card lies as its half of the grid wants it."""
        wrong = tuple(
            place.name
            for place in self.grid.places
            if turned_wrong(state.board[place.index], place.row < MOON_ROWS)
        )
        return [BrokenRule("finish-orientation", {"places": wrong}, wrong)] if wrong else []

    def way_out(self, state: State, card: str | None) -> str:
        return "card-turns" if any(state.board) else ""

    def lines(self, state: State, say: Say) -> list[str]:
        return [say("drawing.hands", facing=Word(f"{in_play(state.sky).facing}-up"))]


def turned_wrong(laid: Laid | None, night: bool) -> bool:
    """Whether a card lies otherwise than its half of the grid wants it."""
    return laid is not None and laid.facing != (MOON if night else SUN)


def _judge_flip(state: State, event: events.Flip) -> Ruling:
    sky = in_play(state.sky)
    if sky.flips >= state.setup.deck.get(COMPASS, 0):
        return state.refuse([no_such_card(COMPASS)])
    seat = state.seats.seat(event.player)
    if not state.seats.hands[seat]:
        return state.refuse([short_hand(1, 0)])
    turned = replace(state.spend(seat, 1), sky=Sky(_OTHER[sky.facing], sky.flips + 1))
    remark = BrokenRule("hands-turn", {"facing": Word(f"{_OTHER[sky.facing]}-up")})
    return Ruling((), 0, state.setup.variant.check_hands(turned.draw(seat)), (remark,))


def _judge_rotate(state: State, event: events.Rotate) -> Ruling:
    place = state.setup.grid.by_name.get(event.at)
    laid = None if place is None else state.board[place.index]
    if place is None or laid is None:
        return state.refuse([BrokenRule("rotate-target", {"at": event.at}, (event.at,))], 1)
    board = put(state.board, place.index, replace(laid, facing=_OTHER[laid.facing]))
    after = replace(state.spend(state.seats.mover, 1), board=board)
    return state.conclude(Ruling((), 1, after), event)


_ROW = 5
_FACINGS = (SUN, MOON)
_POINTS_PLACED = 2
_SHORTEST_RUN = 3


@dataclass(frozen=True, slots=True)
class _Score:
    """A player's score and what it is made of; `longest` counts runs of any length."""

    placed: int
    discarded: int
    runs: tuple[int, ...]
    longest: int

    @property
    def points(self) -> int:
        """Two for each card placed, one less for each discarded, the length of each run."""
        return _POINTS_PLACED * self.placed - self.discarded + sum(self.runs)

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The greater wins: points, cards placed, fewer discards, the longest run."""
        return self.points, self.placed, -self.discarded, self.longest


class Competitive(Variant):
    """Islands only, no Start, no Finish, nobody loses."""

    name = "competitive"
    board = ROWS_BOARD
    has_start = False
    has_finish = False

    def rules(self) -> Mapping[type[Event], Rule]:
        return {events.Refresh: _judge_refresh}

    def cards(self, deck: CardCounts, chosen: int) -> int:
        return islands(deck)

    def open(self, state: State) -> State:
        """One pile for both, a row of five beside it."""
        hands = sum(state.seats.hands)
        pile = islands(state.setup.deck) - state.setup.removed - hands - _ROW
        seats = replace(state.seats, piles=(pile,) * len(state.seats.players))
        return replace(state, seats=seats, contest=Contest(_ROW, (0,) * len(seats.players)))

    def facing(self, state: State, chosen: str | None) -> str:
        return _FACINGS[state.seats.mover]

    def hinders(self, state: State, play: Play) -> list[BrokenRule]:
        """A play may not leave fewer numbers than places; judged only if the order holds."""
        here = play.place.index, play.number
        below, above = _around(state, play)
        if not below[1] < play.number < above[1]:
            return []
        for low, high in ((below, here), (here, above)):
            if high[1] - low[1] < high[0] - low[0]:
                return [_impossible(state, low, high)]
        return []

    def closing(self, ruling: Ruling, event: events.Action) -> Ruling:
        state: State = ruling.after
        contest = in_play(state.contest)
        discarded = add(contest.discarded, state.seats.mover, ruling.discards)
        return replace(ruling, after=replace(state, contest=Contest(contest.row, discarded)))

    def draw(self, state: State, seat: int) -> State:
        """Cards come from the row, and the row is filled up from the pile."""
        seats, contest = state.seats, in_play(state.contest)
        taken = max(0, min(state.limit(seat) - seats.hands[seat], contest.row))
        left = contest.row - taken
        filled = max(0, min(_ROW - left, seats.piles[0]))
        hands = put(seats.hands, seat, seats.hands[seat] + taken)
        piles = (seats.piles[0] - filled,) * len(seats.players)
        return replace(
            state,
            seats=Seats(seats.players, hands, piles, seats.mover),
            contest=Contest(left + filled, contest.discarded),
        )

    def count(self, state: State, seat: int, hand: int, pile: int) -> State:
        """The pile is the common one."""
        seats = state.seats
        piles = (pile,) * len(seats.players)
        return replace(state, seats=replace(seats, hands=put(seats.hands, seat, hand), piles=piles))

    def check_hands(self, state: State) -> State:
        """Over when the grid is full or both hold at most one card; an empty hand is skipped."""
        if state.outcome is not Outcome.OPEN:
            return state
        if state.is_full or max(state.seats.hands) <= 1:
            return replace(state, outcome=Outcome.DONE)
        return replace(state, seats=state.seats.pass_turn()) if state.seats.hand == 0 else state

    def give_up(self, state: State) -> State:
        return self.pass_turn(state)

    def way_out(self, state: State, card: str | None) -> str:
        return "row-left" if in_play(state.contest).row else ""

    def remarks(self, before: State, after: State) -> tuple[BrokenRule, ...]:
        found = [BrokenRule("score", {"scores": self.standing(after).scores})]
        if after.outcome is Outcome.DONE and before.outcome is Outcome.OPEN:
            found.append(BrokenRule("ranking", {"what": _ranking(after)}))
        return tuple(found)

    def standing(self, state: State) -> Standing:
        points = {player: score(state, seat).points for seat, player in enumerate(state.seats.players)}
        return replace(super().standing(state), scores=points, winners=_winners(state))

    def lines(self, state: State, say: Say) -> list[str]:
        lines = [say("drawing.row", row=in_play(state.contest).row)]
        for seat, player in enumerate(state.seats.players):
            each = score(state, seat)
            facts = {"points": each.points, "placed": each.placed, "discarded": each.discarded}
            facing, runs = say(f"letters.{_FACINGS[seat]}"), "+".join(map(str, each.runs)) or "0"
            lines.append(say("drawing.score", player=player, facing=facing, runs=runs, **facts))
        return lines


_Mark = tuple[int, int]  # a place's index and its number; beyond the grid's ends 0 and 81


def _around(state: State, play: Play) -> tuple[_Mark, _Mark]:
    lying = [(index, laid.number) for index, laid in enumerate(state.board) if laid is not None]
    before = [mark for mark in lying if mark[0] < play.place.index]
    after = [mark for mark in lying if mark[0] > play.place.index]
    return max(before, default=(-1, 0)), min(after, default=(len(state.board), HIGHEST + 1))


def _impossible(state: State, low: _Mark, high: _Mark) -> BrokenRule:
    """Between two cards, or a card and an end, the numbers run out."""
    places, names = state.setup.grid.places, {0: said("first-number"), HIGHEST + 1: said("last-number")}
    facts = {
        "low": names.get(low[1], CardName(f"island-{low[1]}")),
        "high": names.get(high[1], CardName(f"island-{high[1]}")),
        "numbers": high[1] - low[1] - 1,
        "places": high[0] - low[0] - 1,
    }
    marks = tuple(places[index].name for index, number in (low, high) if number not in names)
    return BrokenRule("impossible", facts, marks)


def _judge_refresh(state: State, event: events.Refresh) -> Ruling:
    seats, contest = state.seats, in_play(state.contest)
    hands = put(seats.hands, seats.mover, contest.row)
    taken = replace(state, seats=replace(seats, hands=hands), contest=replace(contest, row=0))
    return state.conclude(Ruling((), seats.hand, taken), event)


def score(state: State, seat: int) -> _Score:
    """What a player has so far."""
    own = _FACINGS[seat]
    mine = "".join("o" if laid is not None and laid.facing == own else " " for laid in state.board)
    runs = [len(run) for run in mine.split()]
    long_runs = tuple(length for length in runs if length >= _SHORTEST_RUN)
    return _Score(sum(runs), in_play(state.contest).discarded[seat], long_runs, max(runs, default=0))


def _winners(state: State) -> tuple[str, ...]:
    """Both after a draw, nobody before the end."""
    if state.outcome is not Outcome.DONE:
        return ()
    ranks = {player: score(state, seat).rank for seat, player in enumerate(state.seats.players)}
    return tuple(player for player, rank in ranks.items() if rank == max(ranks.values()))


_TIE_BREAKS = ("points", "placed", "discarded", "run")


def _ranking(state: State) -> Phrase:
    first, second = (score(state, seat).rank for seat in range(2))
    decided = next((way for way, a, b in zip(_TIE_BREAKS, first, second, strict=True) if a != b), None)
    if decided is None:
        return said("ranking-draw")
    return said(f"ranking-{decided}", winner=_winners(state)[0])
