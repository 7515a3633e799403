"""Enrolled decks: patches of cards shown once come in, one small file of references goes out."""

from dataclasses import dataclass

from vision.types import Picture


@dataclass(frozen=True, slots=True)
class Reference:
    """One enrolled view of one card: its upright patch."""

    card: str
    patch: Picture


@dataclass(frozen=True, slots=True)
class Deck:
    """The references of one deck and the game it belongs to."""

    name: str
    game: str | None
    references: tuple[Reference, ...] = ()

    def cards(self) -> tuple[str, ...]:
        """The names of the enrolled cards, each once, in the order they were shown."""
        return tuple(dict.fromkeys(reference.card for reference in self.references))

    def with_reference(self, card: str, patch: Picture) -> "Deck":
        """This deck with one more view of a card."""
        return Deck(self.name, self.game, (*self.references, Reference(card, patch)))
