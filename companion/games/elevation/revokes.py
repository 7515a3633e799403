"""Proving revokes: tricks come in, only those go out of whom it is certain that they held the lead range.

Whoever does not follow claims to hold no card of the lead range. The claim belongs to the hand, not to the
seat: hands may be passed on. It is disproved once more cards of that range were played from the hand than it
has drawn since; until then the drawn cards may explain them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.elevation.cards import Card, Range


@dataclass(frozen=True, slots=True)
class _Claim:
    """Somebody did not follow: what the hand had drawn until then, and played of the range since."""

    seat: int
    drawn_before: int
    played: int = 0


_Claims = dict[tuple[int, Range], _Claim]


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proof: who did not follow which range though they could, and the card that shows it."""

    seat: int
    range: Range
    card: Card


@dataclass(frozen=True, slots=True)
class Ledger:
    """All open claims by hand and range; hands are known by the seat that was dealt them."""

    humans: int
    drawn: int = 0
    swaps: int = 0
    claims: Mapping[tuple[int, Range], _Claim] = field(default_factory=dict)  # copied, never changed

    def hand_at(self, seat: int) -> int:
        """The hand that a human holds now."""
        return (seat - self.swaps) % self.humans

    def after_trick(
        self, plays: list[tuple[int, Card]], lead: Range | None, drawn: int, swaps: int
    ) -> tuple["Ledger", list[Revoke]]:
        """The claims after a trick, each card with the seat that played it, and what the cards prove.

        Then every human hand has drawn (face-up cards count like others), and perhaps passed to the left.
        """
        claims, proofs = dict(self.claims), []
        for seat, card in plays:
            if seat < self.humans and card.range is not None:
                proofs += self.play(claims, seat, card, card.range)
                if lead is not None and card.range is not lead:
                    claims[self.hand_at(seat), lead] = _Claim(seat, self.drawn)
        ledger = Ledger(self.humans, self.drawn + drawn, self.swaps + swaps, claims)
        return ledger, proofs

    def play(self, claims: _Claims, seat: int, card: Card, mountain_range: Range) -> list[Revoke]:
        """One card is played from a hand; a disproved claim is dropped."""
        key = self.hand_at(seat), mountain_range
        claim = claims.get(key)
        if claim is None:
            return []
        if claim.played < self.drawn - claim.drawn_before:
            claims[key] = replace(claim, played=claim.played + 1)
            return []
        del claims[key]
        return [Revoke(claim.seat, mountain_range, card)]
