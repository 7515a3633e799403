"""What a game offers the house, most of it with a default, and a match: a game under way with its past.

A game is one package that offers `GAME`, an instance of a subclass of `Game`, registered by one line in
companion/games/__init__.py. Its functions are pure: states are immutable, chance and clocks stay outside.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, Optional, TypeVar

from companion.games.ask import COUNTS, STUCK, Node, Offer, grow, leaf
from companion.games.events import Count, Event, Fields, Note, Undo, read_event
from companion.games.setup import GuidedSetup
from companion.games.table import Board, Explanation, Seen, Table, Zone
from companion.games.values import BrokenRule, Language, Outcome, Ruling, Say, Standing, Verdict
from companion.games.view import Art, TableView

State = TypeVar("State")
CardCounts = Mapping[str, int]  # how often each card is in the box
STANDARD = "standard"


class Game(ABC, Generic[State]):
    """One game: its rules, its table, and all that people are asked and told about it."""

    name: ClassVar[str]  # as records write it; also the name of its deck file in assets/decks/
    most_players: ClassVar[int] = 5
    # where cards lie on the table of each variant; None: they lie anyhow, as in tricks
    boards: ClassVar[Mapping[str, Board | None]] = {STANDARD: None}
    modules: ClassVar[tuple[str, ...]] = ()  # what a header may add to any of its variants
    codes: ClassVar[tuple[str, ...]]  # every code that its verdicts can carry, warnings included
    events: ClassVar[tuple[type[Event], ...]]  # what can happen, besides undo and note

    @cached_property
    def _kinds(self) -> dict[str, type[Event]]:
        kinds: tuple[type[Event], ...] = (Undo, Note, *self.events)
        return {kind.do: kind for kind in kinds}

    # rules

    @abstractmethod
    def new_game(self, header: Fields, deck: CardCounts) -> State:
        """The state before the first event; takes the header's own fields, raises BadRecord."""

    def read_event(self, state: State, line: Fields) -> Event:
        """The event that a line of the record describes; raises BadRecord for what is no event."""
        return read_event(self._kinds, line)

    @abstractmethod
    def judge(self, state: State, event: Event) -> Ruling:
        """All rules that the event breaks, what it costs, and the state after it; the turn is checked."""

    def takes_turn(self, state: State, event: Event) -> bool:
        """Whether only the player to move may do this."""
        return not isinstance(event, Count)

    @abstractmethod
    def standing(self, state: State) -> Standing:
        """Outcome, who is next, hidden cards, points, winners, and what every verdict shows besides."""

    def summary(self, state: State) -> dict[str, Any]:
        """What the last line of a judgement shows of the game."""
        standing = self.standing(state)
        scores = {"scores": standing.scores, "winners": list(standing.winners)} if standing.scores else {}
        return {
            "hands": standing.hands,
            "piles": standing.piles,
            "board": {place: each.card for place, each in self.lying(state).items()},
            **scores,
        }

    def legal_places(self, state: State, card: str) -> tuple[str, ...]:
        """Where the player to move could legally play that card now, if it is in the hand (learning mode)."""
        return ()

    # the table

    def lying(self, state: State) -> Table:
        """What a camera should see on the table."""
        return {}

    def zones(self, state: State) -> tuple[Zone, ...]:
        """Parts of the mat whose cards are shown, not played."""
        return ()

    def is_in_play(self, state: State, card: str) -> bool:
        """Whether the game under way is played with this card of the box."""
        return True

    def laid(self, state: State, event: Event) -> Mapping[str, str]:
        """The cards that a proposal shows on places: here its card on its first place."""
        card = event.as_dict().get("card", "")
        return {event.places[0]: card} if card and event.places else {}

    @abstractmethod
    def explain(self, state: State, seen: Table) -> Explanation:
        """The events, legal or not, any of which would make the table look as it was seen."""

    # people

    setup: ClassVar[GuidedSetup] = GuidedSetup()  # what they choose, prepare and can be taught

    def offers(self, state: State, event: Event | None = None) -> tuple[Offer, ...]:
        """What people can tell now, or of this proposal: on which button, by which questions."""
        return () if event is not None else (STUCK, *((COUNTS,) if Count in self.events else ()))

    def card_tree(self, names: Collection[str], language: Language) -> tuple[Node, ...]:
        """These cards as a tree to pick from, at most three presses deep."""
        return grow(leaf(name, language.card(name)) for name in names)

    @abstractmethod
    def view(self, state: State, seen: Seen, language: Language) -> TableView:
        """What a screen shows of the table, in words of a language."""

    def drawing(self, state: State, say: Say) -> list[str]:
        """The table in lines of text for a terminal; `say` gives words in the reader's language."""
        board, lying = self.boards[STANDARD], self.lying(state)
        if board is None:
            return []
        texts = {place.name: "." for place in board.places if place.row}
        for place, each in lying.items():
            look = self.art.face(each.card)
            texts[place] = look.number or look.sign
        return board.draw_text(texts, 5, {})

    art: ClassVar[Art] = Art()  # how its cards and its table look


@dataclass(frozen=True, slots=True)
class _Past:
    """What can be undone: the state before the last legal event, and what came before that."""

    state: Any
    before: Optional["_Past"]


@dataclass(frozen=True, slots=True)
class Match:
    """A game, the header's players, the state now and its past; immutable like the state."""

    game: Game[Any]
    players: tuple[str, ...]
    state: Any
    past: _Past | None = None

    @property
    def standing(self) -> Standing:
        return self.game.standing(self.state)

    @property
    def opening(self) -> Any:
        """The state before the first event, as far as it can be undone."""
        state, past = self.state, self.past
        while past is not None:
            state, past = past.state, past.before
        return state

    @property
    def undone(self) -> "Match":
        """The match without its last event; as it is where nothing can be undone."""
        past = self.past
        return self if past is None else Match(self.game, self.players, past.state, past.before)

    def read_event(self, raw: Mapping[str, Any]) -> Event:
        return self.game.read_event(self.state, Fields(raw, self.players))

    def judge(self, event: Event) -> Verdict:
        """The verdict on an event: who acted, what is broken, what everybody has afterwards."""
        before = self.standing
        ruling = self._rule(event, before)
        after = self.game.standing(ruling.after)
        player = event.player or ruling.player or before.next
        hand, pile = after.counts(player)
        return Verdict(
            ruling.breaks,
            ruling.discards,
            ruling.after,
            ruling.remarks,
            ruling.warnings,
            {**after.shows, **ruling.shows},
            player,
            ruling.headline,
            ruling.draws,
            do=event.do,
            hand=hand,
            pile=pile,
            next=after.next,
            outcome=after.outcome,
        )

    def _rule(self, event: Event, standing: Standing) -> Ruling:
        if isinstance(event, Note):
            return Ruling((), 0, self.state)
        if isinstance(event, Undo) and self.past is not None:
            return Ruling((), 0, self.past.state)
        if isinstance(event, Undo):
            return Ruling((BrokenRule("undo"),), 0, self.state)
        if standing.outcome is not Outcome.OPEN:
            return Ruling((BrokenRule("over"),), 0, self.state)
        quiet = (None, standing.next)
        if standing.next and event.player not in quiet and self.game.takes_turn(self.state, event):
            facts = {"player": event.player, "next": standing.next}
            return Ruling((BrokenRule("turn", facts),), 0, self.state)
        return self.game.judge(self.state, event)

    def follow(self, event: Event, verdict: Verdict) -> "Match":
        if verdict.breaks or isinstance(event, Note):
            return self
        if isinstance(event, Undo):
            return self.undone
        return Match(self.game, self.players, verdict.after, _Past(self.state, self.past))

    def play(self, event: Event) -> tuple[Verdict, "Match"]:
        verdict = self.judge(event)
        return verdict, self.follow(event, verdict)
