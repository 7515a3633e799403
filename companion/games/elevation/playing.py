"""Playing a trick: a day and a trick come in, what is wrong with it or the day after it goes out."""

from dataclasses import dataclass, replace
from typing import Any

from companion.games.elevation.cards import CARDS, Card, Cards, Piles
from companion.games.elevation.events import Trick
from companion.games.elevation.state import Day, State
from companion.games.elevation.tricks import Ledger, Revoke, lead_range, why_it_won, winning_index
from companion.games.seats import put
from companion.games.values import BrokenRule, CardCount, CardName, Phrase, Word

PHANTOM = "phantom"


@dataclass(frozen=True, slots=True)
class Played:
    """A trick that stands: the day after it, who won it (None: the phantom) with what, and what it proved."""

    day: Day
    winner: int | None
    card: Card
    reason: str
    revokes: list[Revoke]


def unknown_card(event: Trick) -> str | None:
    """The first card of a trick that the game does not have."""
    named = (*event.cards, *((event.phantom,) if event.phantom else ()), *event.sevens_low)
    return next((name for name in named if name not in CARDS), None)


def known_cards(event: Trick) -> Cards:
    """The cards of a trick in the order played, the phantom's last."""
    names = event.cards if event.phantom is None else (*event.cards, event.phantom)
    return tuple([CARDS[name] for name in names])


def judge_trick(state: State, day: Day, event: Trick, cards: Cards) -> list[BrokenRule]:
    """What is wrong with a trick of known cards."""
    return [*_count_breaks(state, day, event), *_duplicates(day, cards)]


def _count_breaks(state: State, day: Day, event: Trick) -> list[BrokenRule]:
    needed = day.cards_each * len(state.setup.climbers)
    reasons = []
    if len(event.cards) != needed:
        facts = {"needed": CardCount(needed), "given": CardCount(len(event.cards))}
        reasons.append(Phrase("trick.cards", facts))
    plays = day.conditions.phantom and day.piles.total > 0
    if plays != (event.phantom is not None):
        reasons.append(Phrase("trick.phantom-plays" if plays else "trick.phantom-rests"))
    return [BrokenRule("count", {"reason": tuple(reasons)})] if reasons else []


def _duplicates(day: Day, cards: Cards) -> list[BrokenRule]:
    if day.seen.isdisjoint(cards) and len(set(cards)) == len(cards):
        return []
    again = [card for index, card in enumerate(cards) if card in day.seen or card in cards[:index]]
    return [BrokenRule("duplicate", {"cards": tuple(CardName(card.name) for card in again)})]


def play_trick(state: State, day: Day, event: Trick, cards: Cards) -> Played:
    """The day after a legal trick: it is won, everybody has drawn, and the next leader is known."""
    seats, rankers = len(state.setup.climbers), day.conditions.rankers
    index = winning_index(cards, rankers, event.sevens_low)
    winner = None if index == len(event.cards) else (day.leader + index) % seats
    top, played = cards[index], len(event.cards) // seats
    piles, drawn = _draw_cards(day, event, day.leader if winner is None else winner)
    ledger, revokes = _follow_claims(day, cards, len(event.cards), drawn)
    after = replace(
        day,
        hand=0 if _ends_day(day) else day.hand - played + drawn,
        auto=day.auto - played,
        piles=piles,
        leader=_next_leader(day, winner, seats),
        ledger=ledger,
        seen=day.seen.union(cards),
        **_won_cards(day, cards, winner, top),
    )
    return Played(after, winner, top, why_it_won(cards, index, rankers, event.sevens_low), revokes)


def _ends_day(day: Day) -> bool:
    """Whether an approach card ends the day with the next trick: the hands are then discarded."""
    return any(ends(day.piles.down) for ends in day.conditions.ends_day)


def _won_cards(day: Day, cards: Cards, winner: int | None, top: Card) -> dict[str, Any]:
    lost = any(loses(top) for loses in day.conditions.is_lost)
    changed: dict[str, Any] = {"last": winner}
    if winner is not None:
        changed["tricks"] = put(day.tricks, winner, day.tricks[winner] + 1)
    if lost:
        changed["lost"] = day.lost + cards
    elif winner is None:
        changed["phantom"] = day.phantom + cards
    else:
        changed["won"] = put(day.won, winner, day.won[winner] + cards)
    return changed


def _draw_cards(day: Day, event: Trick, first: int) -> tuple[Piles, int]:
    """The piles after everyone drew, and how many cards each drew; the phantom's card has left them before.

    Only humans draw, all of them or nobody; `first` may take the face-up card if human.
    """
    each, humans = day.conditions.cards_each, day.ledger.humans
    before = day.piles.take(1) if event.phantom is not None else day.piles
    top_up = day.conditions.draws_face_up or (event.draw == "up" and first < humans)
    after = before.draw(each * humans, top_up=top_up)
    return after, each if after.total < before.total else 0


def _follow_claims(day: Day, cards: Cards, count: int, drawn: int) -> tuple[Ledger, list[Revoke]]:
    seats = len(day.tricks)
    plays = [((day.leader + index) % seats, card) for index, card in enumerate(cards[:count])]
    swaps = any(passes(cards) for passes in day.conditions.passes_hands)
    return day.ledger.after_trick(plays, lead_range(cards), drawn, int(swaps))


def _next_leader(day: Day, winner: int | None, seats: int) -> int:
    """The winner leads, or whom an approach card names; after the phantom's trick its leader again."""
    if winner is None:
        return day.leader
    for change in day.conditions.next_leader:
        winner = change(winner, seats)
    return winner


def trick_remarks(state: State, event: Trick, played: Played) -> tuple[BrokenRule, ...]:
    """For people: what the phantom played, who won and why, and what is left."""
    setup, day = state.setup, played.day
    who = Word(PHANTOM) if played.winner is None else setup.climbers[played.winner]
    of = Word(played.card.range.value) if played.card.range else ""
    left = day.tricks_left
    key = "tricks-unknown" if left is None else "tricks-left" if left else "day-over"
    phantom = (
        [] if event.phantom is None else [BrokenRule("phantom-played", {"card": CardName(event.phantom)})]
    )
    return (
        *phantom,
        BrokenRule(played.reason, {"who": who, "card": CardName(played.card.name), "range": of}),
        BrokenRule(key, {"left": left, "up": CardCount(day.piles.up)}),
    )
