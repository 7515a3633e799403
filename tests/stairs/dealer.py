"""Real cards for Stairs: everybody lays the card that fits best, or takes one off."""

from companion.games.events import Event
from companion.simulation.seat_dealer import Cards, SeatDealer
from tests.stairs import HAND, Place, TakeOff, number_of


class StairsDealer(SeatDealer):
    """Everybody has an own pile."""

    def deal(self) -> Cards:
        """The shuffled deck, an own pile for everybody."""
        state = self.match.state
        deck = list(state.deck)
        self.rng.shuffle(deck)
        sizes = zip(state.seats.hands, state.seats.piles, strict=True)
        groups = [
            ([deck.pop() for _ in range(hand)], [deck.pop() for _ in range(pile)]) for hand, pile in sizes
        ]
        return Cards([hand for hand, _ in groups], [pile for _, pile in groups])

    def leaving(self, event: Event) -> tuple[str, ...]:
        """Only what is laid."""
        return (event.card,) if isinstance(event, Place) else ()

    def choose(self) -> Event:
        """The lowest card that fits, as far to the left as it may."""
        state = self.match.state
        for card in sorted(self.cards.hands[self.mover], key=number_of):
            places = self.match.game.legal_places(state, card)
            if places:
                ideal = (number_of(card) - 1) // HAND
                return Place(card=card, at=min(places, key=lambda at: abs(int(at[-1]) - 1 - ideal)))
        return TakeOff(at=self.rng.choice(state.board)[0])


DEALER = StairsDealer
