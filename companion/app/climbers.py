"""Simulated climbers: the tricks of Elevation come in, cards laid one by one anyhow go out."""

import math

from companion.app.hands import Frames, pause
from companion.app.people import PATIENCE_FRAMES, READ_FRAMES, GaveUp, People, describe
from companion.games.values import Event
from vision.types import Point

WRONG_CARD_SHARE = 0.05


class Climbers(People):
    """People who play tricks; nothing has to lie on the table between two of them."""

    def lay_out(self, event: Event) -> Frames:
        """The cards of a trick come one after the other, anyhow; all other events are told."""
        if event.do != "trick":
            return
        written = event.as_dict()
        for card in [*written["cards"], *([written["phantom"]] if "phantom" in written else [])]:
            yield from self.play_card(card)
        yield from self.wait_for(event)

    def play_card(self, card: str) -> Frames:
        """One card, sometimes after another that is taken back at once."""
        if self.rng.random() < WRONG_CARD_SHARE:
            yield from self.wrong_card(card)
        known = len(self.hands.table.things)
        yield from self.hands.play_card(card)
        yield from self.wait_until_seen(known + 1)

    def wait_until_seen(self, count: int) -> Frames:
        """The next climber waits until the card is counted: that is how the order is known."""
        for _ in range(PATIENCE_FRAMES):
            yield
            yield from self.name_cards()
            if self.stage.cards_seen() >= count:
                return
        raise GaveUp(f"{count} cards lie and {self.stage.cards_seen()} are seen; {self.stage.describe()}")

    def wrong_card(self, card: str) -> Frames:
        """Somebody lays a card and takes it back."""
        played = [thing.card for thing in self.hands.table.things.values()]
        other = next(each for each in self.cards if each not in (card, *played) and not self.is_gone(each))
        self.tell("took-back", what=self.locale.card(other))
        known = len(self.hands.table.things)
        yield from self.hands.play_card(other)
        yield from self.wait_until_seen(known + 1)
        key = list(self.hands.table.things)[-1]
        yield from self.hands.reach(self.hands.table.things[key].centre_mm)
        self.hands.take_card(key)
        yield from self.hands.withdraw()
        yield from pause(READ_FRAMES)

    def is_gone(self, card: str) -> bool:
        """Whether a card was played today."""
        day = self.match.state.day
        return day is not None and any(each.name == card for each in day.seen)

    def tidy(self) -> Frames:
        """The trick is swept up."""
        if self.hands.table.things:
            yield from self.hands.sweep()
            yield from self.settle("the trick was swept up")

    def card_at(self, place: str) -> str | None:
        """The card that really lies where the companion sees one."""
        spot = self.stage.spot_of(place)
        if spot is None:
            return None
        camera = self.hands.table.camera
        near = [
            (math.dist(spot, point_of(camera.to_picture([thing.centre_mm])[0])), thing.card)
            for thing in self.hands.table.things.values()
        ]
        return min(near)[1] if near else None

    def find_illegal(self) -> Event | None:
        """None: every card may be laid; what breaks a rule is seen at the end of the day."""
        return None


def point_of(pair: "tuple[float, float]") -> Point:
    """Two numbers of any kind as a point."""
    return float(pair[0]), float(pair[1])


__all__ = ["Climbers", "describe"]
