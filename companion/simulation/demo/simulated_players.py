"""Simulated people: a dealt game comes in; hands, cards and presses on the simulated table go out.

They lay cards roughly, answer questions, tell what a camera cannot see, and know what really happened, so
that the record can be compared with it. Each `yield` is one frame of the camera.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.app.game_controller import Naming
from companion.app.game_view import sentence
from companion.games.events import Event
from companion.games.game import Match
from companion.games.table import Lying, Table
from companion.intents import AnswerQuestion, Confirm, CorrectCard, Intent, Refuse
from companion.locale import Locale
from companion.record.history import JudgedEvent
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.simulation.demo.report import Truth, describe, same_table
from companion.simulation.demo.stage import Stage
from companion.simulation.placed_cards import EDGE, ROUGH

PATIENCE_FRAMES = 80  # how long people wait for the companion before they give up
READ_FRAMES = 10  # a table that was touched is read by then
_EDGE_SHARE = 0.1  # of the cards come to lie at the very edge of their place
_MARKER = "row "


class GaveUp(Exception):
    """The companion did not understand in time; the text tells what was waited for."""


@dataclass
class People:
    """Everybody at the table; `match` is the game as they really play it."""

    hands: Hands
    match: Match
    stage: Stage
    rng: Random
    say: Callable[[str], None]
    locale: Locale
    cards: tuple[str, ...]
    truth: Truth = field(default_factory=Truth)
    careless: bool = True  # whether mishaps belong to the way they lay cards

    def tell(self, key: str, **facts: Any) -> None:
        self.say(self.locale.say(f"demo.{key}", **facts))

    def does(self, event: Event, player: str | None = None) -> str:
        """What somebody does, in words; the player to move if nobody is named."""
        player = player or self.match.judge(event).player
        return sentence(self.locale.does(self.match.game.name, event, player))

    def set_out(self) -> Frames:
        for place, lying in self.lying().items():
            self.hands.placed.lay(place, lying)
        yield

    def lying(self) -> Table:
        return self.match.game.lying(self.match.state)

    # one event

    def play(self, event: Event) -> Frames:
        """One event of the game as people do it: cards, then buttons, then what goes away afterwards."""
        self.tell("plays", what=self.does(event))
        yield from self.lay_out(event)
        yield from self.press_until(event)
        yield from self.tidy()
        yield from pause(2)

    def lay_out(self, event: Event) -> Frames:
        """The cards of an event come to lie; the companion has understood before anybody presses."""
        before, shown = self.lying(), self.shown(event)
        if event.do == "campfire":
            yield from self.light_campfire(event)
        else:
            how = EDGE if self.rng.random() < _EDGE_SHARE else ROUGH
            yield from self.hands.move_cards(before, shown, how)
        if self.is_seen(event, shown):
            yield from self.wait_for(event)
        elif before != shown:
            yield from pause(READ_FRAMES)

    def light_campfire(self, event: Event) -> Frames:
        """A Campfire and the card it moves, in either order, with a pause between."""
        written = event.as_dict()
        fire = (str(written["at"]), Lying(str(written["card"])))
        steps = [fire, (str(written["to"]), self.lying()[fire[0]])]
        if self.rng.random() < 0.5:
            steps.reverse()
        yield from self.hands.lift(fire[0])
        for place, lying in steps:
            yield from self.hands.lay(place, lying)
            yield from pause(self.rng.randrange(3, 16))

    def tidy(self) -> Frames:
        after = self.lying()
        stray = [place for place in self.hands.placed.tops() if place not in after]
        for place in stray:
            yield from self.hands.lift(place, most=None)
        if stray:
            yield from self.settle("the table was tidied")

    def shown(self, event: Event) -> Table:
        """The table when an event is shown to the companion: cards that leave with it still lie."""
        before, after = self.lying(), dict(self.after(event))
        written = event.as_dict()
        at, card = str(written.get("at", "")), str(written.get("card", event.do))
        if event.do not in ("place", "monster") or at in after:
            return after
        kept = {place: lying for place, lying in before.items() if not place.startswith(_MARKER)}
        markers = {place: lying for place, lying in after.items() if place.startswith(_MARKER)}
        return {**kept, **markers, at: Lying(card)}

    def after(self, event: Event) -> Table:
        after = self.match.play(event)[1]
        return after.game.lying(after.state)

    def is_seen(self, event: Event, shown: Table) -> bool:
        found = self.match.game.explain(self.match.state, shown)
        return any(same_table(each, event) for each in found.events)

    def record(self, event: Event) -> None:
        self.truth.events.append(self.stage.as_written(event).as_dict())
        self.match = self.match.play(event)[1]
        self.tell("confirmed", number=len(self.truth.events))

    # what lies there

    def any_key(self) -> str | None:
        """Some card that nothing lies on."""
        keys = list(self.hands.placed.top_keys().values())
        return self.rng.choice(keys) if keys else None

    def any_card(self) -> str:
        return self.rng.choice(self.cards)

    def free_place(self) -> str | None:
        taken = self.hands.placed.tops()
        free = [each.name for each in self.hands.table.layout.places if each.name not in taken]
        return self.rng.choice(free) if free else None

    def is_plain(self, match: Match, event: Event) -> bool:
        """Whether the companion sees all of an event at once, and it is the only one it would see."""
        after = match.play(event)[1]
        found = match.game.explain(match.state, after.game.lying(after.state)).events
        return len(found) == 1 and match.play(found[0])[1].state == after.state

    def find_illegal(self) -> Event | None:
        """A card on a place where the rules refuse it, if chance finds one."""
        for _ in range(30):
            place, card = self.free_place(), self.any_card()
            if place is None:
                return None
            seen = {**self.lying(), place: Lying(card)}
            for event in self.match.game.explain(self.match.state, seen).events:
                broken = self.match.judge(event).breaks
                if event.do == "place" and card != "wild" and not all(each.missing for each in broken):
                    return event
        return None

    # what the companion says

    def settle(self, what: str) -> Frames:
        """The table is still and as recorded; anything else the companion says is a problem."""
        for _ in range(PATIENCE_FRAMES):
            yield
            if self.stage.is_calm():
                return
        self.truth.problems.append(f"{what}, but {self.stage.describe()}")

    def press(self, kind: type[Intent]) -> Frames:
        if not self.wish(lambda intent: isinstance(intent, kind)):
            raise GaveUp(f"no button does {kind.__name__}; {self.stage.describe()}")
        yield from pause(2)

    def wish(self, wish: Callable[[Intent], bool]) -> bool:
        """Press what leads to a wish, and count the presses."""
        presses = self.stage.wish(wish)
        self.truth.presses += presses or 0
        return presses is not None

    def wait_for(self, event: Event) -> Frames:
        """Until the companion has understood; a question is answered with what really happened."""
        for _ in range(PATIENCE_FRAMES):
            yield
            yield from self.name_cards()
            pending = self.stage.pending()
            if pending is None:
                continue
            if pending.asks:
                yield from self.answer(event)
            elif same_table(pending.candidates[0].event, event):
                self.tell_ruling(pending.candidates[0])
                return
            elif self.is_misread(pending.candidates[0].event, event):
                yield from self.correct(str(event.as_dict()["card"]))
        raise GaveUp(f"{describe(event)} was not understood; {self.stage.describe()}")

    def tell_ruling(self, proposed: JudgedEvent) -> None:
        verdict = proposed.verdict
        self.tell("proposed", what=self.does(proposed.event, verdict.player))
        if verdict.breaks:
            self.tell("refused", why=self.locale.why(self.match.game.name, verdict.breaks))
        else:
            self.tell("allowed", count=verdict.discards)

    def name_cards(self) -> Frames:
        """Cards lying anyhow that the eye is not sure of are named when it asks."""
        naming = self.stage.controller.naming()
        if naming is None:
            return
        card = self.card_at(naming.place)
        if card is not None:
            yield from self.say_card(card)

    def card_at(self, place: str) -> str | None:
        """The card that really lies where the companion asks; None if nothing does."""
        return None

    def say_card(self, card: str) -> Frames:
        """One button for the card, or the way to it through all cards."""
        self.truth.asked += 1

        def right(intent: Intent) -> bool:
            if isinstance(intent, AnswerQuestion) and isinstance(intent.value, Naming):
                return intent.value.card == card
            return intent == CorrectCard(card)

        if not self.wish(right):
            raise GaveUp(f"{card} cannot be named; {self.stage.describe()}")
        self.tell("asked", what=self.locale.card(card))
        yield from pause(3)

    def answer(self, event: Event) -> Frames:
        """One button for the right candidate; if it is not among them, the way to it."""
        self.truth.asked += 1
        self.tell("asked", what=self.does(event))

        ruled, card = self.rules(event), self.card_in_question(event)

        def alike(intent: Intent) -> bool:
            return isinstance(intent, AnswerQuestion) and same_table(intent.value, event)

        def right(intent: Intent) -> bool:
            return isinstance(intent, AnswerQuestion) and alike(intent) and self.rules(intent.value) == ruled

        def named(intent: Intent) -> bool:
            return intent == CorrectCard(card)

        if not (self.wish(right) or self.wish(alike) or self.propose(event) or self.wish(named)):
            raise GaveUp(f"{describe(event)} is not among the answers; {self.stage.describe()}")
        yield from pause(3)

    def card_in_question(self, event: Event) -> str:
        """The card that really lies where the companion asks, which may not be the one just laid."""
        lying = self.hands.placed.tops().get(self.stage.place_in_question() or "")
        return str(event.as_dict().get("card", "")) if lying is None else lying.card

    def rules(self, event: Event) -> tuple[str, ...]:
        """The rules that an event would break; another way up may be the illegal one."""
        return self.match.judge(event).rules

    def is_misread(self, proposed: Event, event: Event) -> bool:
        shown, real = proposed.as_dict(), event.as_dict()
        return bool(
            shown["do"] == real["do"] == "place"
            and shown["at"] == real["at"]
            and shown["card"] != real["card"]
        )

    def correct(self, card: str) -> Frames:
        self.truth.corrected += 1
        self.tell("corrected", what=self.locale.card(card))
        if not self.wish(lambda intent: intent == CorrectCard(card)):
            raise GaveUp(f"{card} cannot be named; {self.stage.describe()}")
        yield from pause(3)

    def propose(self, event: Event) -> bool:
        """Choose exactly this event with the buttons."""
        presses = self.stage.choose(self.stage.as_written(event))
        self.truth.presses += presses or 0
        if presses:
            self.tell("told", count=presses, what=self.does(event))
        return presses is not None

    def press_until(self, event: Event) -> Frames:
        """Choose this event with the buttons if it does not wait already, then confirm it."""
        proposed = self.waiting(event)
        if proposed is None and self.confirm_as(event):
            yield from pause(3)
            self.record(event)
            return
        if proposed is None:
            if not self.propose(event):
                yield from self.refuse_first(event)
            yield from pause(3)
        if proposed is not None or self.stage.pending() is not None:  # else the answers recorded it
            yield from self.press(Confirm)
        self.record(proposed or event)

    def confirm_as(self, event: Event) -> bool:
        """The press that records what waits in exactly this form, as with a goat on the card."""
        written, proposal = self.stage.as_written(event), self.stage.view().proposal
        if proposal is None or not any(each.confirms for each in proposal.offers):
            return False
        return self.wish(lambda intent: isinstance(intent, Confirm) and intent.event == written)

    def refuse_first(self, event: Event) -> Frames:
        """What waits is not what happened: it is refused; if the event is not seen then, it is told."""
        if self.stage.pending() is not None:
            yield from self.press(Refuse)
        for _ in range(PATIENCE_FRAMES):
            if self.waiting(event) is not None:
                return
            yield
        pending = self.stage.pending()
        if pending is not None and pending.asks:  # which card came first
            yield from self.answer(event)
        if self.waiting(event) is None and not self.propose(event):
            raise GaveUp(f"no buttons lead to {describe(event)}; {self.stage.describe()}")

    def waiting(self, event: Event) -> Event | None:
        """What waits if it is this event, perhaps in other words: the game that follows is the same."""
        pending = self.stage.pending()
        if pending is None or pending.asks or pending.candidates[0].event.do != event.do:
            return None
        verdict, after = self.match.play(pending.candidates[0].event)
        same = verdict.legal and after.state == self.match.play(event)[1].state
        return pending.candidates[0].event if same else None
