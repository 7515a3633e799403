"""Simulated climbers: the tricks of Elevation come in, cards laid one by one anyhow go out."""

import math
from dataclasses import dataclass, field

from companion.app.game_controller import CameFirst
from companion.games.events import Event
from companion.games.values import BrokenRule
from companion.intents import AnswerQuestion, Confirm, Intent
from companion.simulation.demo.hands import Frames, pause
from companion.simulation.demo.mishaps import HARMLESS
from companion.simulation.demo.report import describe
from companion.simulation.demo.simulated_players import PATIENCE_FRAMES, READ_FRAMES, GaveUp, People
from hardware.simulated import Thing
from vision.types import Point

WRONG_CARD_SHARE = 0.05
QUICK_SHARE = 0.06  # of the cards come while the hand before has hardly left
SAME_SPOT_SHARE = 0.3  # of the leads lie where the last one lay, turned as it was
SWEPT_SHARE = 0.03  # of the cards after which the trick is swept up by mistake and put back
MISHAP_SHARE = 0.03  # of the cards after which something else happens
ILLEGAL_SHARE = 0.12  # of the tricks


@dataclass
class Climbers(People):
    """People who play tricks; nothing has to lie on the table between two of them."""

    turns: dict[str, float] = field(default_factory=dict)  # when each card of the trick was really played
    led: Thing | None = None  # the lead of the last trick, as it lay

    def lay_out(self, event: Event) -> Frames:
        """The cards of a trick come one after the other, anyhow; all other events are told."""
        if event.do != "trick":
            return
        cards = cards_of(event)
        self.turns = {card: float(turn) for turn, card in enumerate(cards)}
        if self.careless and self.rng.random() < ILLEGAL_SHARE:
            yield from self.lay_illegal(event, cards)
        else:
            yield from self.lay_cards(cards)
        yield from self.wait_for(event)
        self.check_ruling(event)
        if self.careless and self.rng.random() < SWEPT_SHARE:
            yield from self.swept_up()
            yield from self.wait_for(event)

    def check_ruling(self, event: Event) -> None:
        """What is shown with the trick is what the rules say, a proved revoke too."""
        pending, expected = self.stage.pending(), self.match.judge(event)
        shown = None if pending is None else pending.candidates[0].verdict
        wanted = (expected.rules, codes(expected.warnings))
        found = None if shown is None else (shown.rules, codes(shown.warnings))
        if found != wanted:
            self.truth.problems.append(f"{describe(event)}: {found} shown, {wanted} expected")
        if expected.warnings:
            self.truth.illegal_shown += 1
            self.tell("warned", why=self.locale.why(self.match.game.name, expected.warnings))

    # laying

    def lay_cards(self, cards: list[str]) -> Frames:
        known = len(self.hands.table.things)
        for turn, card in enumerate(cards):
            if self.careless and self.rng.random() < WRONG_CARD_SHARE:
                yield from self.wrong_card(card)
            again = self.led if turn == 0 and self.careless and self.rng.random() < SAME_SPOT_SHARE else None
            yield from self.hands.play_card(card, like=again)
            self.led = list(self.hands.table.things.values())[-1] if turn == 0 else self.led
            if turn + 1 < len(cards) and self.careless and self.rng.random() < QUICK_SHARE:
                self.tell("quick", first=self.locale.card(card), second=self.locale.card(cards[turn + 1]))
                continue
            yield from self.wait_until_seen(known + turn + 1)
            if turn + 1 < len(cards) and self.careless:
                yield from self.between_cards()

    def between_cards(self) -> Frames:
        if self.rng.random() < SWEPT_SHARE:
            yield from self.swept_up()
        if self.rng.random() < MISHAP_SHARE:
            yield from self.rng.choice(HARMLESS)(self)

    def wait_until_seen(self, count: int) -> Frames:
        """The next climber waits until the card is counted: that is how the order is known."""
        for _ in range(PATIENCE_FRAMES):
            yield
            yield from self.name_cards()
            if self.stage.cards_seen() >= count and not self.stage.controller.ordering():
                return
        raise GaveUp(f"{count} cards lie and {self.stage.cards_seen()} are seen; {self.stage.describe()}")

    def name_cards(self) -> Frames:
        """Cards that the eye is not sure of are named; which came first is told where nobody saw it."""
        yield from super().name_cards()
        places = self.stage.controller.ordering()
        if not places:
            return
        first = min(places, key=self.turn_of)
        self.truth.asked += 1
        self.tell("asked", what=self.locale.card(self.card_at(first) or ""))

        def right(intent: Intent) -> bool:
            return isinstance(intent, AnswerQuestion) and intent.value == CameFirst(first)

        if not self.wish(right):
            raise GaveUp(f"nobody can say that {first} came first; {self.stage.describe()}")
        yield from pause(3)

    def turn_of(self, place: str) -> float:
        return self.turns.get(self.card_at(place) or "", math.inf)

    # what goes wrong

    def wrong_card(self, card: str) -> Frames:
        """Somebody lays a card and takes it back; in the last trick nobody may hold another one."""
        other = self.fresh_card()
        if other is None:
            return
        self.tell("took-back", what=self.locale.card(other))
        known = len(self.hands.table.things)
        self.turns[other] = self.turns[card]
        yield from self.hands.play_card(other)
        yield from self.wait_until_seen(known + 1)
        yield from self.take_away(other)
        yield from pause(READ_FRAMES)

    def take_away(self, card: str) -> Frames:
        things = self.hands.table.things
        key = next(key for key, thing in things.items() if thing.card == card)
        yield from self.hands.act(things[key].centre_mm, lambda: self.hands.table.lift(key))

    def lay_illegal(self, event: Event, cards: list[str]) -> Frames:
        """A trick with a card too many or one that was played before; it is flagged and put right."""
        turn = self.rng.randrange(len(cards))
        played = self.played_before()
        fresh = None if played and self.rng.random() < 0.6 else self.fresh_card()
        again = fresh is None
        wrong = self.rng.choice(played) if fresh is None else fresh
        self.turns[wrong] = turn - 0.5
        self.tell("mistake", what=self.locale.card(wrong))
        laid = [*cards[:turn], wrong, *cards[turn + again :]]
        for number, card in enumerate(laid, 1):
            yield from self.hands.play_card(card)
            yield from self.wait_until_seen(number)
        yield from self.see_flagged(event, laid)
        yield from self.take_away(wrong)
        yield from pause(READ_FRAMES)
        if again:
            yield from self.hands.play_card(cards[turn])

    def see_flagged(self, event: Event, laid: list[str]) -> Frames:
        """The illegal trick is proposed with the right codes; sometimes the mistake is recorded."""
        shown = self.with_cards(event, laid)
        expected = self.match.judge(shown).rules
        yield from self.wait_for(shown)
        pending = self.stage.pending()
        found = () if pending is None else pending.candidates[0].verdict.rules
        if found != expected or not expected:
            self.truth.problems.append(f"{describe(shown)}: {found} shown, {expected} expected")
        self.truth.illegal_shown += 1
        if pending is not None and self.rng.random() < 0.5:
            yield from self.press(Confirm)
            self.truth.events.append(pending.candidates[0].event.as_dict())

    def with_cards(self, event: Event, cards: list[str]) -> Event:
        """A trick of these cards, the last one the phantom's where one plays."""
        phantom = {"phantom": cards[-1]} if "phantom" in event.as_dict() else {}
        whole = {"do": "trick", "cards": cards[: len(cards) - len(phantom)], **phantom}
        return self.match.read_event(whole)

    def swept_up(self) -> Frames:
        """What lies of the trick is swept up by mistake, and put back in some order, or all at once."""
        things = dict(self.hands.table.things)
        self.tell("swept")
        yield from self.hands.sweep()
        yield from self.settle("the trick was swept up by mistake")
        keys = list(things)
        self.rng.shuffle(keys)
        together = self.rng.random() < 0.5
        for number, key in enumerate(keys, 1):
            yield from self.put_back(key, things[key])
            if not together:
                yield from self.wait_until_seen(number)
        yield from self.wait_until_seen(len(keys))

    def put_back(self, key: str, thing: Thing) -> Frames:
        yield from self.hands.reach(thing.centre_mm)
        self.hands.table.put(key, thing)
        yield
        yield from self.hands.withdraw()

    def propose(self, event: Event) -> bool:
        """A trick with several wrong cards is mended one card after the other."""
        pending = self.stage.pending()
        if pending is not None and pending.candidates[0].event.do == event.do == "trick":
            wanted, shown = cards_of(event), cards_of(pending.candidates[0].event)
            for turn in range(len(wanted)) if len(wanted) == len(shown) else ():
                if shown[turn] != wanted[turn]:
                    shown[turn] = wanted[turn]
                    super().propose(self.with_cards(pending.candidates[0].event, shown))
        return super().propose(event)

    # what lies there

    def fresh_card(self) -> str | None:
        """Some card that was not played today and does not belong to this trick, if one is left."""
        gone = {*self.played_before(), *self.turns}
        left = [each for each in self.cards if each not in gone]
        return self.rng.choice(left) if left else None

    def played_before(self) -> list[str]:
        day = self.match.state.day
        return [] if day is None else sorted(card.name for card in day.seen)

    def tidy(self) -> Frames:
        if self.hands.table.things:
            yield from self.hands.sweep()
            yield from self.settle("the trick was swept up")

    def card_at(self, place: str) -> str | None:
        spot = self.stage.spot_of(place)
        if spot is None:
            return None
        camera = self.hands.table.camera
        near = [
            (math.dist(spot, _point_of(camera.to_picture([thing.centre_mm])[0])), thing.card)
            for thing in self.hands.table.things.values()
        ]
        return min(near)[1] if near else None

    def find_illegal(self) -> Event | None:
        """None: a single card breaks no rule; what a whole trick breaks, `lay_illegal` tries."""
        return None


def cards_of(event: Event) -> list[str]:
    """The cards of a trick as they come, the phantom's last."""
    written = event.as_dict()
    return [*written["cards"], *([written["phantom"]] if "phantom" in written else [])]


def codes(warnings: tuple[BrokenRule, ...]) -> tuple[str, ...]:
    """The codes of warnings."""
    return tuple(each.code for each in warnings)


def _point_of(pair: tuple[float, float]) -> Point:
    return float(pair[0]), float(pair[1])
