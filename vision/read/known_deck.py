"""Known decks: a deck comes in, what the reader worked out of its references goes out, and is kept.

Of a deck that grew only what is new is worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.decks import MOST_REFERENCES, Deck
from vision.read.judgement import Evidence
from vision.read.landmarks import Landmarks
from vision.read.match import Comparison, match
from vision.read.network import LEANS, Network, Values
from vision.read.prints import EnrolledPrints, View, are_on_paper, card_quad
from vision.read.straighten import HABITS, Looks, glimpse, hold_upright
from vision.read.sureness import Features, Sureness
from vision.types import Laid


@dataclass(frozen=True, slots=True)
class _DeckSettings:
    """How references are looked at; set by hand on ../shared/decks and bench learning."""

    straight: float = (
        0.015  # an outline off by less of its patch is good enough: every card is compared with it
    )
    few_cards: int = 8  # of a deck that is being learnt: fewer do not tell how strangers look to it
    looked_at_again: int = 6  # references of a deck that grew


_SETTINGS = _DeckSettings()


@dataclass(slots=True, eq=False)
class KnownDeck:
    """A deck that was looked at, and its bar against strangers, once it is needed."""

    deck: Deck
    prints: EnrolledPrints
    views: tuple[View, ...]
    bar: float | None = None


class KnownDecks:
    """The deck that was looked at last, and what is known of references by themselves; for one thread."""

    def __init__(self, network: Network, sureness: Sureness) -> None:
        self._network = network
        self._sureness = sureness
        self._last: KnownDeck | None = None
        self._views: dict[int, View] = {}  # of references looked at before, by their patch
        self._landmarks: Landmarks | None = None  # of the deck that was last asked for them
        self._strangers: dict[int, Features] = {}  # what speaks for another card where its own is left out

    def learn(self, deck: Deck) -> KnownDeck:
        """What is known of a deck's references."""
        if self._last is None or self._last.deck is not deck:
            views = self._look_at(deck)
            names = [reference.card for reference in deck.references]
            self._last = KnownDeck(deck, EnrolledPrints.joined(names, views), views)
        return self._last

    def landmarks(self, deck: Deck) -> Landmarks:
        """The spots of its references' prints, once they are needed."""
        patches = [reference.patch for reference in deck.references]
        if self._landmarks is None or [*map(id, self._landmarks.patches)] != [*map(id, patches)]:
            self._landmarks = Landmarks.of(patches, self._landmarks)
        return self._landmarks

    def stranger_bar(self, known: KnownDeck) -> float:
        """The bar against cards never enrolled: how well a deck's cards fit it, each left out in turn."""
        if known.bar is None and len(known.prints.cards) < _SETTINGS.few_cards:
            known.bar = self._sureness.incomplete + 1.0
        elif known.bar is None:
            self._find_strangers(known)
            known.bar = self._sureness.bar_against([self._strangers[id(each.patch)] for each in known.views])
        return known.bar

    def _look_at(self, deck: Deck) -> tuple[View, ...]:
        patches = {id(each.patch): each.patch for each in deck.references}
        new = [key for key in patches if key not in self._views]
        seen = [patches[key] for key in new]
        rows = self._network.look(seen)
        leaning = [self._network.read_leaning(seen, rows, lean) for lean in LEANS]
        if len(self._views) > MOST_REFERENCES:
            self._views = {key: view for key, view in self._views.items() if key in patches}
            self._strangers = {key: each for key, each in self._strangers.items() if key in patches}
        moves = Looks(seen, rows, [card_quad(patch) for patch in seen]).moves(_SETTINGS.straight)
        for at, key in enumerate(new):
            self._views[key] = View.of(seen[at], np.stack([each[at] for each in leaning]), moves.get(at))
        on_paper = are_on_paper([self._views[key] for key in patches])
        self._views |= {key: self._views[key].as_print(on_paper=on_paper) for key in patches}
        return tuple(self._views[id(each.patch)] for each in deck.references)

    def _find_strangers(self, known: KnownDeck) -> None:
        """How each new reference looks to the others, and some again for which the deck was smaller."""
        deck, keys = known.prints, {id(each.patch): at for at, each in enumerate(known.views)}
        old = [key for key in self._strangers if key in keys][: _SETTINGS.looked_at_again]
        due = [*(key for key in keys if key not in self._strangers), *old]
        views = [known.views[keys[key]] for key in due]
        found = [
            match(each.print, deck, without={int(deck.owners[keys[key]])})
            for key, each in zip(due, views, strict=True)
        ]
        rows = np.array([each.rows[LEANS.index(deck.lean)] for each in views])
        looks = Looks([each.patch for each in views], rows, [])
        evidence = weigh(self._network, looks, found, deck, HABITS[Laid.ANYHOW])
        for key, each in zip(due, evidence, strict=True):
            self._strangers.pop(key, None)  # so that it stands behind those that were looked at before
            self._strangers[key] = each.best_features()


def weigh(
    network: Network, looks: Looks, found: Sequence[Comparison], deck: EnrolledPrints, usual: Values
) -> list[Evidence]:
    """Comparisons together with what the network says at each way up that they hold a card.

    The rows of the looks hold numbers as they lean on the deck's cards.
    """
    ways = [(at, turn) for at, each in enumerate(found) for turn in {c.turn for c in each.candidates}]
    turned = [(at, turn) for at, turn in ways if turn]
    held = [hold_upright(looks.patches[at], turn) for at, turn in turned]
    more = network.read_leaning(held, network.look(held), deck.lean)
    by_way = {(at, 0): row for at, row in enumerate(looks.rows)} | dict(zip(turned, more, strict=True))
    return [
        Evidence.of(
            each,
            deck,
            {turn: glimpse(by_way[at, turn], turn, float(usual[turn])) for i, turn in ways if i == at},
        )
        for at, each in enumerate(found)
    ]
