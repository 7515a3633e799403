"""Playing a trick: a day and a trick come in, what is wrong with it or the day after it goes out."""

from dataclasses import dataclass, replace

from companion.games.elevation.cards import Card, Cards
from companion.games.elevation.events import Trick
from companion.games.elevation.piles import Piles
from companion.games.elevation.revokes import Ledger, Revoke
from companion.games.elevation.state import Day, State
from companion.games.elevation.tricks import lead_range, rank, why_it_won, winning_index
from companion.games.seats import put
from companion.games.values import Break, CardCount, CardName, Phrase, Word

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
    return next((name for name in named if Card.parse(name) is None), None)


def judge_trick(state: State, day: Day, event: Trick) -> list[Break]:
    """What is wrong with a trick of known cards."""
    return [*count_breaks(state, day, event), *duplicates(day, event)]


def count_breaks(state: State, day: Day, event: Trick) -> list[Break]:
    """One card of each climber, two with Rapid Ascent; the phantom's exactly when a pile holds a card."""
    needed = day.cards_each * len(state.setup.climbers)
    reasons = []
    if len(event.cards) != needed:
        facts = {"needed": CardCount(needed), "given": CardCount(len(event.cards))}
        reasons.append(Phrase("trick.cards", facts))
    plays = day.conditions.phantom and day.piles.total > 0
    if plays != (event.phantom is not None):
        reasons.append(Phrase("trick.phantom-plays" if plays else "trick.phantom-rests"))
    return [Break("count", {"reason": tuple(reasons)})] if reasons else []


def duplicates(day: Day, event: Trick) -> list[Break]:
    """Every card is seen once a day."""
    seen, again = set(day.seen), []
    for card in known_cards(event):
        if card in seen:
            again.append(CardName(card.name))
        seen.add(card)
    return [Break("duplicate", {"cards": tuple(again)})] if again else []


def known_cards(event: Trick) -> list[Card]:
    """The cards of a trick in the order played, the phantom's last."""
    names = event.cards if event.phantom is None else (*event.cards, event.phantom)
    return [card for card in map(Card.parse, names) if card is not None]


def play_trick(state: State, day: Day, event: Trick) -> Played:
    """The day after a legal trick: it is won, everybody has drawn, and the next leader is known."""
    cards = tuple(known_cards(event))
    seats = len(state.setup.climbers)
    index = winning_index(cards, day.conditions.rankers, event.sevens_low)
    winner = None if index == len(event.cards) else (day.leader + index) % seats
    top = cards[index]
    after = keep_trick(day, cards, winner, top)
    chooser = day.leader if winner is None else winner
    top_up = day.conditions.draws_face_up or (event.draw == "up" and chooser < state.setup.humans)
    after = draw_cards(after, len(event.cards) // seats, top_up, event.phantom is not None)
    ledger, revokes = follow_claims(after.ledger, day, cards[: len(event.cards)], seats)
    if after.piles.total < day.piles.total - (event.phantom is not None):
        ledger = ledger.draw(day.conditions.cards_each)
    if any(card.passes_hands and card.passes_hands(cards) for card in day.cards):
        ledger = ledger.swap()
    after = replace(after, ledger=ledger, leader=next_leader(day, winner, seats))
    won_by = rank(top, lead_range(cards), day.conditions.rankers, event.sevens_low)
    return Played(after, winner, top, why_it_won(won_by), revokes)


def keep_trick(day: Day, cards: Cards, winner: int | None, top: Card) -> Day:
    """The cards go to the winner, or aside where an approach card says so; the trick counts in any case."""
    lost = any(card.is_lost and card.is_lost(top) for card in day.cards)
    kept = () if lost else cards
    return replace(
        day,
        seen=day.seen.union(cards),
        won=day.won if winner is None else put(day.won, winner, day.won[winner] + kept),
        tricks=day.tricks if winner is None else put(day.tricks, winner, day.tricks[winner] + 1),
        phantom=day.phantom + kept if winner is None else day.phantom,
        lost=day.lost + cards if lost else day.lost,
        last=winner,
        ended=any(card.ends_day and card.ends_day(day.piles.down) for card in day.cards),
    )


def draw_cards(day: Day, played: int, top_up: bool, phantom: bool) -> Day:
    """Only humans draw, all of them or nobody; the phantom's card has left the piles before."""
    each, humans = day.conditions.cards_each, day.ledger.humans
    piles: Piles = day.piles.take(1) if phantom else day.piles
    drawn = piles.draw(each * humans, top_up=top_up)
    gained = each if drawn.total < piles.total else 0
    return replace(day, piles=drawn, hand=day.hand - played + gained, auto=day.auto - played)


def follow_claims(ledger: Ledger, day: Day, cards: Cards, seats: int) -> tuple[Ledger, list[Revoke]]:
    """What the cards claim and prove about the hands."""
    plays = [((day.leader + index) % seats, card) for index, card in enumerate(cards)]
    return ledger.after_trick(plays, lead_range(cards))


def next_leader(day: Day, winner: int | None, seats: int) -> int:
    """The winner leads, or whom an approach card names; after the phantom's trick its leader again."""
    if winner is None:
        return day.leader
    for card in day.cards:
        if card.next_leader is not None:
            winner = card.next_leader(winner, seats)
    return winner


def trick_remarks(state: State, played: Played) -> tuple[Break, ...]:
    """For people: who won and why, and what is left."""
    setup, day = state.setup, played.day
    who = Word(PHANTOM) if played.winner is None else setup.climbers[played.winner]
    of = Word(played.card.range.value) if played.card.range else ""
    left = day.tricks_left
    key = "tricks-unknown" if left is None else "tricks-left" if left else "day-over"
    return (
        Break(played.reason, {"who": who, "card": CardName(played.card.name), "range": of}),
        Break(key, {"left": left, "up": CardCount(day.piles.up)}),
    )
