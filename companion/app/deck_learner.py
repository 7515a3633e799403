"""A deck that grows while it is played with: confirmed cards come in, the deck to read with goes out.

It belongs to the eye's thread: what it works out may take a moment, and nothing else may wait for it.
"""

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from companion.table.practice import practice_deck
from vision.decks import Deck, open_deck, save_deck
from vision.errors import VisionError
from vision.learning import Sighting, learn_sighting
from vision.read.reader import Reader

_OTHER_CARDS = 3  # cards unlike the practice deck's, after which it is not the deck that lies there
logger = logging.getLogger(__name__)


class DeckLearner:
    """The owner's deck of a game: read from its file, and written with each card that is new in it.

    Writing costs less than learning the card, a pulled plug takes nothing, and a deck that is known is not
    written any more.
    """

    def __init__(self, game: str, inventory: Collection[str], path: Path | None) -> None:
        self._game, self.inventory, self._path = game, tuple(inventory), path
        self.deck = Deck(game, game, complete=False)  # with what is kept apart
        self.problem: VisionError | None = None
        self._practice: Deck | None = None  # as long as nobody knows whose cards lie there
        self._unlike: list[Sighting] = []  # confirmed cards that the practice deck does not know
        self._changed = False
        self._open()
        self._used = self.deck.used()

    def _open(self) -> None:
        if self._path is not None and self._path.exists():
            try:
                self.deck = open_deck(self._path, self._game, self._game)
                return
            except VisionError as error:
                self.problem, self._path = error, None
            except OSError as error:
                logger.warning("the deck of the evening before cannot be kept: %s", error)
        self._practice = practice_deck(self._game)

    @property
    def used(self) -> Deck:
        """The deck to read with: the owner's, or the practice deck as long as it may be that."""
        return self._used if self._practice is None else self._practice

    @property
    def known(self) -> tuple[int, int]:
        if self._practice is not None:
            return (len(self.inventory), len(self.inventory))
        return len(self.deck.cards()), len(self.inventory)

    @property
    def is_practice(self) -> bool:
        """Whether it is taken for the practice deck, which needs no learning."""
        return self._practice is not None

    def begin_empty(self) -> None:
        """These are the owner's own cards, and none of them is known."""
        self._practice = None

    def confirm(self, reader: Reader, sightings: Sequence[Sighting]) -> bool:
        """Learn cards that people confirmed; whether the deck to read with has changed."""
        before = self.used
        for sighting in sightings:
            self._take(reader, sighting)
        self.save()
        return self.used is not before

    def forget(self, source: str) -> bool:
        """An event was taken back; whether the deck to read with has changed."""
        before = self.used
        self._unlike = [each for each in self._unlike if each.source != source]
        self._replace(self.deck.without_sighting(source))
        self.save()
        return self.used is not before

    def save(self) -> None:
        """Write the deck if it has changed; a disk that refuses is asked again with the next card."""
        if not self._changed or self._path is None:
            return
        try:
            save_deck(self.deck, self._path)
            self._changed = False
        except (VisionError, OSError) as error:
            logger.warning("what was learnt cannot be written: %s", error)

    def _take(self, reader: Reader, sighting: Sighting) -> None:
        if self._practice is None:
            self._replace(learn_sighting(reader, self.deck, sighting, self.inventory, self._used))
        elif reader.read_patches([sighting.patch], deck=self._practice)[0].card is None:
            self._unlike.append(sighting)
            if len(self._unlike) >= _OTHER_CARDS:
                self._practice, cards = None, self._unlike
                for each in cards:
                    self._take(reader, each)

    def _replace(self, deck: Deck) -> None:
        if deck is self.deck:
            return
        complete = deck.complete or deck.firm_cards().issuperset(self.inventory)
        self.deck, self._changed = replace(deck, complete=complete), True
        self._used = self.deck.used()
