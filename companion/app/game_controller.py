"""A game under way: steady tables and intents come in; proposals, the record and facts for views go out.

One thread owns it. It never writes what nobody confirmed, and the eye never changes what was confirmed.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion import intents
from companion.games.events import Event, Note
from companion.games.game import Match
from companion.games.table import SETTLED, WAITING, Difference, Explanation, Kind, Seen, Table, compare
from companion.games.values import Outcome, Verdict
from companion.record.history import JudgedEvent, find_undone
from companion.record.session import Session
from companion.table.proposals import confirmed_cards, propose
from companion.table.tracker import InZone, TableTracker, centre
from hardware.signals import Signal
from vision.learning import Sighting
from vision.observation import CardSeen
from vision.types import Plane
from vision.watch.table_watcher import Steady

PATIENCE_SECONDS = 6.0  # a move under way for longer than this is a table that differs
MOVED_SECONDS = 1.0  # the same where nobody holds a card any more: what left a place lies on another one
_FromOwnDeck = Callable[[Match, Event], Event]  # adds what the owner has told of the deck


@dataclass(frozen=True, slots=True)
class Naming:
    """Which card lies there: a candidate, or without a card the question itself."""

    place: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class CameFirst:
    """Of several cards that came together the one on this place came first."""

    place: str


class GameController:
    """A game under way with the table before it."""

    def __init__(
        self,
        session: Session,
        *,
        learn: Callable[[tuple[Sighting, ...]], object] | None = None,
        forget: Callable[[str], object] | None = None,  # what an event of the record taught
        from_own_deck: _FromOwnDeck | None = None,
        wall: Callable[[], float] = time.time,  # for the record; all else is timed by the monotonic clock
    ) -> None:
        self.session = session
        self._learn, self._forget = learn, forget
        self._from_own_deck, self._wall = from_own_deck, wall
        self.resumed_at = len(session.events)  # how many events were there when the game was resumed
        self.tracker = TableTracker()
        self.finding = SETTLED
        self.restoring = False
        self._waiting_since: float | None = None
        self._refused: frozenset[Event] = frozenset()  # what did not happen, until the table changes
        self._amended: tuple[Event, ...] = ()  # what the table said when a person changed the proposal
        self._tolerated: tuple[Difference, ...] = ()  # what differs and is accepted
        self._told: dict[str, float] = {}  # places of what buttons recorded, not seen yet, since when
        # Events whose discards nobody has to be told of any longer; those of the last one may still be owed.
        self._settled = max(0, self.resumed_at - 1)
        self._disordered = False  # people would not say which card came first, until the table changes
        self._seen = Seen()
        self._seen_from: tuple[object, object, object] = (None, None, None)  # what it was worked out from

    def on_table_seen(self, steady: Steady, seconds: float, plane: Plane | None = None) -> None:
        """A steady table: what happened is worked out anew; the plane tells where cards lie on the mat."""
        before, first = self.seen(), self.tracker == TableTracker()
        self.tracker = self.tracker.after(steady, lambda card: self.zone_of(card, plane))
        if self.seen() != before:
            self._refused, self._disordered = frozenset(), False
        self._update_proposal(seconds)
        if first and self.finding.kind is Kind.NOTHING:
            self.tracker = self.tracker.close_trick()

    def seen(self) -> Seen:
        """The table as it was last seen, with what is tolerated as recorded."""
        made_of = (self.tracker, self.session.match, self._tolerated)
        if any(one is not other for one, other in zip(made_of, self._seen_from, strict=True)):
            recorded = self.recorded()
            self._seen = _tolerate(self.tracker.seen(recorded), recorded, self._tolerated)
            self._seen_from = made_of
        return self._seen

    def zone_of(self, card: CardSeen, plane: Plane | None) -> InZone | None:
        """In which of the game's zones a card lies, where it has any and the mat is known."""
        match = self.session.match
        zones = match.game.zones(match.state)
        if not zones or plane is None:
            return None
        x_mm, y_mm = map(float, plane.to_mm([centre(card)])[0])
        return next((InZone(zone.name, x_mm) for zone in zones if zone.holds(x_mm, y_mm)), None)

    def recorded(self) -> Table:
        match = self.session.match
        return match.game.lying(match.state)

    def _update_proposal(self, seconds: float) -> None:
        """Find what explains the table and let it wait for a button; what people chose themselves stays."""
        finding = self._explain_table(seconds)
        self.finding = self._until_seen(finding, seconds)
        if self._is_told():
            return
        events = tuple(event for event in self.finding.events if event not in self._refused)
        undo_first, asks = self.finding.undo_first, self.finding.kind is Kind.WHICH
        amended = self._amended == self.finding.events and self._stands_in == undo_first
        if not amended:
            self._amended = ()
        if not events:
            self.session.refuse()
        elif self.session.pending is None or not amended:
            self.session.propose(map(self._as_owned, events), asks=asks, undo_first=undo_first)
        if self.finding.kind is Kind.NOTHING:
            self.restoring = False

    def _explain_table(self, seconds: float) -> Explanation:
        """What happened at the table; after the end people only gather the cards."""
        if self.session.outcome is not Outcome.OPEN:
            return SETTLED
        return self.in_order(self.patient(propose(self.session.match, self.seen()), seconds))

    def _as_owned(self, event: Event) -> Event:
        return event if self._from_own_deck is None else self._from_own_deck(self.session.match, event)

    def _is_told(self) -> bool:
        """Whether what waits for a button was told with buttons: the table is not asked about then."""
        return self.session.pending is not None and self.session.pending.told

    @property
    def _stands_in(self) -> bool:
        """Whether what waits stands in for the last event."""
        return self.session.pending is not None and self.session.pending.undo_first

    def _until_seen(self, finding: Explanation, seconds: float) -> Explanation:
        """What was told with the buttons may not have been seen yet: that is waited for."""
        if not self._told:
            return finding
        differing = {each.place for each in compare(self.recorded(), self.seen().table)}
        self._told = {
            place: since
            for place, since in self._told.items()
            if place in differing and seconds - since < PATIENCE_SECONDS
        }
        return WAITING if self._told else finding

    def in_order(self, finding: Explanation) -> Explanation:
        """While a card is not named or it is not known which came first, who played what is not known."""
        if not finding.order:
            return finding
        unsure = self.tracker.is_unnamed() or self.tracker.unsure_order(finding.order)
        return replace(finding, kind=Kind.GROWING, events=()) if unsure else finding

    def ordering(self) -> tuple[str, ...]:
        """The places of cards of which people are asked which came first."""
        if not self.finding.order or self._disordered or self._is_told() or self.naming() is not None:
            return ()
        return self.tracker.unsure_order(self.finding.order)

    def left_lying(self) -> tuple[str, ...]:
        """The cards that lie there though people said that they are not played."""
        if not self._is_refused():
            return ()
        recorded, seen = self.recorded(), self.seen().table
        lying, known = ([each.card for each in table.values()] for table in (seen, recorded))
        strange = Counter(lying) - Counter(known)
        here = (each.seen.card for each in compare(recorded, seen) if each.seen is not None)
        return tuple(card for card in here if card in strange)

    def _is_refused(self) -> bool:
        return bool(self.finding.events) and self._refused.issuperset(self.finding.events)

    @property
    def must_restore(self) -> bool:
        """Whether people said that the table goes back, or that the last card does not lie where it lies."""
        return self.restoring or (self.finding.undo_first and self._is_refused())

    def patient(self, finding: Explanation, seconds: float) -> Explanation:
        """A move that stays half made for too long is a table that differs."""
        if finding.kind is not Kind.WAITING:
            self._waiting_since = None
            return finding
        self._waiting_since = seconds if self._waiting_since is None else self._waiting_since
        patience = MOVED_SECONDS if _is_moved(finding.differences) else PATIENCE_SECONDS
        late = seconds - self._waiting_since >= patience
        return replace(finding, kind=Kind.DIFFERS) if late else finding

    def tick(self, seconds: float) -> bool:
        """Time passes: whether a half-made move has become a difference."""
        if self.finding.kind is not Kind.WAITING:
            return False
        self._update_proposal(seconds)
        return self.finding.kind is not Kind.WAITING

    @property
    def differs(self) -> bool:
        """Whether the table differs from the record and nobody has said what to do."""
        return self.finding.kind is Kind.DIFFERS and not self.restoring

    def act(self, intent: intents.Intent, seconds: float) -> Verdict | None:
        """Carry out what a person wants at this time; a verdict comes back when something was recorded."""
        action = ACTIONS.get(type(intent))
        return None if action is None else action(self, intent, seconds)

    def confirm(self, intent: intents.Confirm, seconds: float) -> Verdict | None:
        """Record the proposal that waits."""
        if intent.event is not None:
            self._propose_event(intents.ProposeEvent(intent.event), seconds)
        pending = self.session.pending
        if pending is None:
            return None
        event, self._amended = pending.candidates[0].event, ()
        undone, before, seen = find_undone(self.session.events), self.session.judged_on, self.seen()
        verdict = self.session.confirm(when=self._wall())
        if pending.told:
            self._told |= dict.fromkeys(event.places, seconds)
        self._forget_undone(undone)
        self._learn_cards(before, event, seen, verdict)
        self.tracker = self.tracker.leave_piles()
        lying = {each.card for _, each in self.tracker.as_they_came()}
        if not verdict.legal:
            self._refused |= {event, *self.finding.events}
        elif lying.intersection(event.loose_cards):
            self.tracker = self.tracker.close_trick()
        self._trust_record(event)
        self._update_proposal(seconds)
        return verdict

    def _trust_record(self, event: Event) -> None:
        """A card that people once called otherwise is known by its recorded name from now on."""
        lying = self.recorded()
        for place in event.places:
            if place in self.tracker.said and place in lying:
                self.tracker = self.tracker.name(place, lying[place].card)

    def _learn_cards(self, before: Match, event: Event, seen: Seen, verdict: Verdict) -> None:
        if self._learn is None or not verdict.legal:
            return
        source = self._source(len(self.session.events))
        cards = confirmed_cards(before, self.session.match, event, seen, self.tracker, source)
        if cards:
            self._learn(cards)

    def _forget_undone(self, before: set[int]) -> None:
        """What was learnt from an event goes with it."""
        if self._forget is not None:
            for index in find_undone(self.session.events) - before:
                self._forget(self._source(index + 1))

    def _ask_anew(self, before: set[int]) -> None:
        """The name that people gave a card of an undone event may have been the slip."""
        for index in find_undone(self.session.events) - before:
            self.tracker = self.tracker.forget_names(self.session.events[index].event.places)

    def _source(self, number: int) -> str:
        return f"{self.session.path.stem} {number}"

    def refuse(self, intent: intents.Refuse, seconds: float) -> None:
        """Nothing of the sort happened; it is not proposed again until the table changes."""
        pending = self.session.pending
        if pending is not None and not pending.told:
            self._refused |= {each.event for each in pending.candidates} | set(self.finding.events)
        self._amended = ()
        self._disordered = self._disordered or bool(self.ordering())
        self.session.refuse()
        self._update_proposal(seconds)

    def _propose_event(self, intent: intents.ProposeEvent, seconds: float) -> None:
        pending = self.session.pending
        same = pending is not None and not pending.told and pending.candidates[0].event.do == intent.event.do
        if same:
            self._name_mended(intent.event, seconds)
        self._amended = self.finding.events if same else ()
        self.session.propose([intent.event], told=not same, undo_first=same and self._stands_in)

    def _name_mended(self, event: Event, seconds: float) -> None:
        """A card that a person calls by another name is known by it from now on, as it lies."""
        lying, told = self.seen().table, event.loose_cards
        row = [(place, lying[place].card) for place in self.finding.order if place in lying]
        wrong = [(place, card) for (place, name), card in zip(row, told, strict=False) if name != card]
        if len(wrong) == 1 and wrong[0][1] not in (name for _, name in row):
            self.tracker = self.tracker.name(*wrong[0])
            self._update_proposal(seconds)

    def _correct_card(self, intent: intents.CorrectCard, seconds: float) -> None:
        place, pending = intent.place or self.place_in_question(), self.session.pending
        if place is not None:
            self.name(place, intent.card, seconds)
        if place is not None and pending is not None and pending.told:
            event = pending.candidates[0].event
            rest = {key: value for key, value in event.as_dict().items() if key not in event.of_card}
            told = self.session.match.read_event({**rest, "card": intent.card})
            self.session.propose([self._as_owned(told)], told=True)

    def name(self, place: str, card: str, seconds: float) -> None:
        self._amended = ()
        self.tracker = self.tracker.name(place, card)
        self._update_proposal(seconds)

    def naming(self) -> Naming | None:
        """The card lying anyhow that must be named before the trick goes on."""
        if self.finding.kind is not Kind.GROWING or self._is_told():
            return None
        return next((Naming(place) for place in self.seen().doubts), None)

    def place_in_question(self) -> str | None:
        """Where the card lies that the proposal or the question is about."""
        pending = self.session.pending
        written: dict[str, Any] = pending.candidates[0].event.as_dict() if pending else {}
        if "at" in written:
            return str(written["at"])
        naming = self.naming()
        return naming.place if naming is not None else next(iter(self.seen().doubts), None)

    def answer(self, intent: intents.AnswerQuestion, seconds: float) -> None:
        """One of several candidates it is; its verdict is shown before anything is recorded."""
        if isinstance(intent.value, Naming):
            self.name(intent.value.place, intent.value.card, seconds)
        elif isinstance(intent.value, CameFirst):
            self.tracker = self.tracker.came_first(intent.value.place, self.finding.order)
            self._update_proposal(seconds)
        elif isinstance(intent.value, Event):
            undo_first = self._stands_in
            self.name_card(intent.value)
            self._update_proposal(seconds)
            self._amended = self.finding.events
            self.session.propose([intent.value], undo_first=undo_first)

    def name_card(self, event: Event) -> None:
        """A person's answer tells which card lies there."""
        written = event.as_dict()
        if "card" in written and "at" in written and written["at"] in self.seen().doubts:
            self.tracker = self.tracker.name(written["at"], written["card"])

    def undo(self, intent: intents.Undo, seconds: float) -> Verdict:
        self.session.refuse()
        self._told = {}
        undone = find_undone(self.session.events)
        verdict = self.session.undo(when=self._wall())
        self._forget_undone(undone)
        self._ask_anew(undone)
        self.tracker = self.tracker.reopen_trick()
        self._update_proposal(seconds)
        return verdict

    def _accept_table(self, intent: intents.AcceptTable, seconds: float) -> Verdict | None:
        self._tolerated += self.finding.differences
        places = ", ".join(each.place for each in self.finding.differences)
        verdict = self.session.play(Note(text=f"table accepted as it lies: {places}"), when=self._wall())
        self._update_proposal(seconds)
        return verdict

    def _restore_table(self, intent: intents.RestoreTable, seconds: float) -> None:
        self.restoring = True

    def _discards_done(self, intent: intents.DiscardsDone, seconds: float) -> None:
        self._settled = len(self.session.events)

    def owed(self) -> JudgedEvent | None:
        """The last event if cards are still to be discarded for it, as far as anybody said."""
        entries = self.session.events
        last = entries[-1] if len(entries) > self._settled else None
        return last if last is not None and last.verdict.legal and last.verdict.discards else None

    @property
    def light(self) -> Signal:
        """Green a legal proposal waits, red an illegal one, both blink when the companion is not sure."""
        pending = self.session.pending
        if self.differs or self.naming() is not None or self.ordering() or (pending and pending.asks):
            return Signal.UNSURE
        if pending is None:
            return Signal.OFF
        return Signal.LEGAL if pending.candidates[0].verdict.legal else Signal.ILLEGAL


def _is_moved(differences: tuple[Difference, ...]) -> bool:
    left = {each.recorded.card for each in differences if each.recorded is not None}
    return bool(left) and left <= {each.seen.card for each in differences if each.seen is not None}


def _tolerate(seen: Seen, recorded: Table, tolerated: tuple[Difference, ...]) -> Seen:
    table, covered = dict(seen.table), set(seen.covered)
    for each in tolerated:
        if table.get(each.place) == each.seen and recorded.get(each.place) == each.recorded:
            covered.add(each.place)
    return replace(seen, table=table, covered=frozenset(covered))


ACTIONS: dict[type[intents.Intent], Callable[..., Verdict | None]] = {
    intents.Confirm: GameController.confirm,
    intents.Refuse: GameController.refuse,
    intents.ProposeEvent: GameController._propose_event,
    intents.CorrectCard: GameController._correct_card,
    intents.AnswerQuestion: GameController.answer,
    intents.Undo: GameController.undo,
    intents.AcceptTable: GameController._accept_table,
    intents.RestoreTable: GameController._restore_table,
    intents.DiscardsDone: GameController._discards_done,
}
