"""Elevation as a view: climbers, approach cards, the score sheet, the trick as it grows."""

from companion.games.elevation.cards import CARDS, Card
from companion.games.elevation.solo import choose_card
from companion.games.elevation.state import State
from companion.games.elevation.tricks import lead_range, winning_index
from companion.games.match import Match
from companion.games.values import CardName, Outcome, Word
from companion.locale import Locale
from companion.views.values import Goal, Played, ScoreLine, Seat, Table, Trick

Row = tuple[str | None, ...]
Rows = tuple[Row, ...]
PARTS = ("alps", "andes", "himalayas", "rockies", "approach")


def view_table(match: Match, locale: Locale) -> Table:
    """The climbers, what applies today, and the score sheet."""
    state: State = match.state
    return Table(
        "elevation",
        "trick",
        (),
        view_seats(state, locale),
        state.next,
        state.outcome,
        view_goals(state, locale),
        view_scores(state),
        tuple(state.winners),
        len(state.days) + (state.day is not None),
        rules=view_rules(state, locale),
    )


def view_rules(state: State, locale: Locale) -> tuple[tuple[str, str], ...]:
    """The approach cards of the day with their sentences, the climbers' own ones too."""
    if state.day is None:
        return ()
    climbers = state.setup.climbers
    shared = [(locale.card(card.id), locale.say(f"approach.{card.id}")) for card in state.day.cards]
    own = [
        (f"{locale.card(card.id)} ({climbers[seat]})", locale.say(f"approach.{card.id}"))
        for seat, card in state.day.own
    ]
    return (*shared, *own)


def view_seats(state: State, locale: Locale) -> tuple[Seat, ...]:
    """Every climber; during a day with the tricks won."""
    day = state.day
    notes = [locale.say("screens.goals.won", count=count) for count in day.tricks] if day else []
    return tuple(
        Seat(name, moves=name == state.next, note=notes[seat] if day else "")
        for seat, name in enumerate(state.setup.climbers)
    )


def view_goals(state: State, locale: Locale) -> tuple[Goal, ...]:
    """The day, the tricks left, the approach cards in play."""
    day = state.day
    if day is None:
        if state.outcome is not Outcome.OPEN:
            return ()
        return (Goal("sun", locale.say("screens.goals.before-day", day=len(state.days) + 1)),)
    left = day.tricks_left
    key = "screens.goals.tricks-unknown" if left is None else "screens.goals.tricks"
    return (
        Goal("sun", locale.say("screens.goals.day", day=len(state.days) + 1)),
        Goal("hand", locale.say(key, count=left) if left is not None else locale.say(key)),
        *(Goal("peaks", locale.card(card.id)) for card in day.cards),
    )


def view_scores(state: State) -> tuple[ScoreLine, ...]:
    """The score sheet: a line a climber who scores."""
    return tuple(score_line(state, seat, name) for seat, name in enumerate(state.setup.scorers))


def score_line(state: State, seat: int, name: str) -> ScoreLine:
    """One climber's days and total."""
    scores = [day.scores[seat] for day in state.days]
    days = tuple(tuple((part, int(getattr(score, part))) for part in PARTS) for score in scores)
    return ScoreLine(name, days, tuple(score.day for score in scores), sum(score.day for score in scores))


def view_trick(match: Match, cards: tuple[str, ...], locale: Locale, rows: Rows = ()) -> Trick:
    """The cards on the table so far: who played each, who is winning, what is to be followed.

    `rows` are the face-up cards of each auto-ascender from left to right, None for a card in doubt.
    """
    state: State = match.state
    day = state.day
    known = [card for card in map(Card.parse, cards) if card is not None]
    if day is None or len(known) != len(cards):
        return Trick()
    climbers = state.setup.climbers
    order = [climbers[(day.leader + step) % len(climbers)] for step in range(len(climbers) * day.cards_each)]
    best = winning_index(known, day.conditions.rankers) if known else -1
    played = tuple(
        Played(name, card.name, index == best)
        for index, (name, card) in enumerate(zip(order, known, strict=False))
    )
    waiting = order[len(known)] if len(known) < len(order) else None
    return Trick(played, waiting, remind(state, known, waiting, locale, rows), waiting is None)


def remind(state: State, trick: list[Card], waiting: str | None, locale: Locale, rows: Rows) -> str:
    """What whoever is to play must know: an auto-ascender's card, or the range to follow."""
    if waiting is None:
        return ""
    seat = state.setup.climbers.index(waiting) - state.setup.humans
    card = auto_card(state, trick, rows[seat]) if 0 <= seat < len(rows) else None
    if card is not None:
        count = len(rows[seat])
        return locale.say("screens.play.auto", player=waiting, card=CardName(card.name), count=count)
    lead = lead_range(trick)
    return "" if lead is None else locale.say("screens.play.follow", range=locale.word(Word(lead.value)))


def auto_card(state: State, trick: list[Card], row: Row) -> Card | None:
    """The card that an auto-ascender plays of its face-up ones; None unless all that lie there are sure."""
    cards = [CARDS.get(name or "") for name in row]
    known = [card for card in cards if card is not None]
    if state.day is None or not known or len(known) < len(cards) or state.day.seen.intersection(known):
        return None
    return choose_card(known, trick, state.day.conditions.rankers)
