"""Elevation as a screen, a terminal and a camera show it: trick, score sheet, cards to pick from."""

from collections.abc import Collection
from dataclasses import replace

from companion.games.ask import Node, branch, grow, leaf
from companion.games.elevation import events
from companion.games.elevation.cards import (
    CARDS,
    Card,
    Cards,
    Range,
    choose_card,
    hand_size,
    lead_range,
    winning_index,
)
from companion.games.elevation.scoring import DayScore
from companion.games.elevation.state import DAYS, State
from companion.games.table import GROWING, SETTLED, Explanation, Seat, Seen, Table
from companion.games.values import CardName, Language, Outcome, Say, Word
from companion.games.view import Goal, Played, ScoreLine, ScoreSheet, Steps, TableView, Trick

_Row = tuple[str | None, ...]
_PARTS = ("alps", "andes", "himalayas", "rockies", "approach")


def view(state: State, seen: Seen, language: Language) -> TableView:
    """The climbers, what applies today, the trick under way and the score sheet."""
    return TableView(
        "elevation",
        _view_seats(state, language),
        state.next,
        state.outcome,
        prompt=_prompt(state, language),
        goals=_view_goals(state, language),
        trick=_view_trick(state, seen, language),
        scores=_view_scores(state, language),
        winners=tuple(state.winners),
        rules=_view_rules(state, language),
        steps=_view_steps(state, language),
    )


def _view_steps(state: State, language: Language) -> Steps | None:
    if state.day is not None or state.outcome is not Outcome.OPEN:
        return None
    day, say = len(state.days) + 1, language.say
    way = "right" if day == 2 else "left"
    lines = (
        say("screens.steps.deal", count=hand_size(state.setup.humans)),
        say("screens.steps.flip"),
        say("screens.steps.approach", count=day),
        say(f"screens.steps.pass-{way}"),
    )
    icons = ("hand", "eye", "peaks", "next" if way == "right" else "left")
    leads = say("screens.steps.leads", player=state.next or "")
    return Steps(say("screens.scores.day", day=day), leads, lines, icons, day, DAYS)


def _view_rules(state: State, language: Language) -> tuple[tuple[str, str], ...]:
    if state.day is None:
        return ()
    titles = [(card.id, language.card(card.id)) for card in state.day.cards]
    for seat, card in state.day.own:
        titles.append((card.id, f"{language.card(card.id)} ({state.setup.climbers[seat]})"))
    return tuple((title, language.say(f"approach.{name}")) for name, title in titles)


def _view_seats(state: State, language: Language) -> tuple[Seat, ...]:
    seats = []
    for seat, name in enumerate(state.setup.climbers):
        won = state.day.tricks[seat] if state.day else None
        note = "" if won is None else language.say("screens.goals.won", count=won)
        seats.append(Seat(name, moves=name == state.next, note=note, won=won))
    return tuple(seats)


def _prompt(state: State, language: Language) -> str:
    """What the climbers do before a day begins, and that it can be scored."""
    if state.outcome is not Outcome.OPEN:
        return ""
    if state.day is None:
        return language.say("screens.goals.deal", day=len(state.days) + 1)
    return language.say("screens.goals.all-tricks") if state.day.tricks_left == 0 else ""


def _view_goals(state: State, language: Language) -> tuple[Goal, ...]:
    day = state.day
    if day is None:
        if state.outcome is not Outcome.OPEN:
            return ()
        return (Goal("sun", language.say("screens.goals.before-day", day=len(state.days) + 1)),)
    left, say = day.tricks_left, language.say
    tricks = say("screens.goals.tricks-unknown") if left is None else say("screens.goals.tricks", count=left)
    return (
        Goal("sun", say("screens.goals.day", day=len(state.days) + 1)),
        Goal("hand", tricks),
        *(Goal("peaks", language.card(card.id)) for card in day.cards),
    )


def _view_scores(state: State, language: Language) -> ScoreSheet:
    lines = tuple(_score_line(state, seat, name, language) for seat, name in enumerate(state.setup.scorers))
    days = tuple(language.say("screens.scores.day", day=day + 1) for day in range(DAYS))
    parts = tuple(language.say(f"screens.ranges.{part}") for part in _PARTS)
    marks = tuple("" if part == "approach" else f"{part}-14" for part in _PARTS)
    return ScoreSheet(days, parts, lines, marks, language.say("screens.scores.how"))


def _score_line(state: State, seat: int, name: str, language: Language) -> ScoreLine:
    scores = [day.scores[seat] for day in state.days]
    days = tuple(tuple(int(getattr(score, part)) for part in _PARTS) for score in scores)
    counted = tuple(_say_counted(day, seat, language) for day in state.days)
    return ScoreLine(name, days, state.points(seat), sum(state.points(seat)), counted)


def _say_counted(day: DayScore, seat: int, language: Language) -> tuple[str, ...]:
    """How each part of a day's line was counted: `14 - 3`, one card alone, none; what each card gave."""
    ends = zip(Range, day.counted[seat], strict=True)
    said = {each.value: _say_span(numbers, language) for each, numbers in ends}
    name, points = day.scores[seat].name, day.scores[seat].approach
    gains = [value for gain in day.gains for who, value in gain.points if who == name]
    said["approach"] = " ".join(f"{value:+d}" for value in gains) if sum(gains) == points else ""
    return tuple(said[part] for part in _PARTS)


def _say_span(numbers: tuple[int, ...] | None, language: Language) -> str:
    if numbers is None:
        return ""
    if len(numbers) == 2:
        return f"{numbers[1]}\u00a0–\u00a0{numbers[0]}"
    return language.say("screens.scores.only", number=numbers[0]) if numbers else "–"


def _view_trick(state: State, seen: Seen, language: Language) -> Trick:
    day, known = state.day, trick_cards(state, seen.table)
    if day is None:
        return Trick()
    climbers = state.setup.climbers
    order = [climbers[(day.leader + step) % len(climbers)] for step in range(len(climbers) * day.cards_each)]
    best = winning_index(known, day.rankers) if known else -1
    played = tuple(
        Played(name, card.name, index == best)
        for index, (name, card) in enumerate(zip(order, known, strict=False))
    )
    waiting = order[len(known)] if len(known) < len(order) else None
    row = seen.zones.get(waiting or "", ())
    reminder = "" if waiting is None else _remind(state, known, waiting, language, row)
    led = known[0].name if lead_range(known) is not None else ""
    return Trick(played, waiting, reminder, led)


def _remind(state: State, trick: Cards, waiting: str, language: Language, row: _Row) -> str:
    """What whoever is to play must know: an auto-ascender's card, or the range to follow.

    `row` are an auto-ascender's face-up cards from left to right, None for a card in doubt.
    """
    card = _auto_card(state, trick, row)
    if card is not None:
        facts = {"player": waiting, "card": CardName(card.name), "count": len(row)}
        return language.say("screens.play.auto", **facts)
    lead = lead_range(trick)
    return "" if lead is None else language.say("screens.play.follow", range=Word(lead.value))


def _auto_card(state: State, trick: Cards, row: _Row) -> Card | None:
    cards = [CARDS.get(name or "") for name in row]
    known = [card for card in cards if card is not None]
    if state.day is None or not known or len(known) < len(cards) or state.day.seen.intersection(known):
        return None
    return choose_card(known, trick, state.day.rankers)


def card_tree(names: Collection[str], language: Language) -> tuple[Node, ...]:
    """By range, then by number; the Avalanches last."""
    groups = []
    for each in (Range.ALPS, Range.ROCKIES, Range.ANDES, Range.HIMALAYAS, None):
        cards = [card for card in CARDS.values() if card.range is each and card.name in names]
        leaves = [leaf(card.name, str(card.number)) for card in cards]
        label = language.say(f"screens.ranges.{each.value if each else 'avalanche'}")
        groups += [branch(label, grow(leaves), leaves[:1])] if leaves else []
    return tuple(groups)


def draw_sheet(state: State, say: Say) -> list[str]:
    """The pad so far as a table, each climber with every day scored; after three days the summit."""
    if not state.days:
        return [say("drawing.no-day-scored")]
    head = [say(f"drawing.{key}") for key in ("name", "day-row", *(each.value for each in Range))]
    head += [say(f"drawing.{key}") for key in ("approach", "day-points", "total")]
    rows = [row for seat in range(len(state.setup.scorers)) for row in _climber_rows(state, seat, say)]
    return [*_align([head, *rows]), *_summit(state, say)]


def _climber_rows(state: State, seat: int, say: Say) -> list[list[str]]:
    rows, total = [], 0
    for number, day in enumerate(state.days, 1):
        score = day.scores[seat]
        total += score.day
        name = score.name if number == 1 else ""
        ranges = [str(getattr(score, each.value)) for each in Range]
        rows.append([name, str(number), *ranges, str(score.approach), str(score.day), str(total)])
    return rows


def _align(rows: list[list[str]]) -> list[str]:
    """The first column to the left, a rule below the head and before each name."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines: list[str] = []
    for row in rows:
        if row[0] and lines:
            lines.append(rule)
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return [*lines, rule]


def _summit(state: State, say: Say) -> list[str]:
    if state.outcome is not Outcome.DONE:
        return [say("drawing.days-left", left=DAYS - len(state.days))]
    winners, best = state.winners, max(state.totals.values())
    tied = sum(total == best for total in state.totals.values())
    if len(winners) > 1:
        return [say("drawing.summit-shared", winners=tuple(winners), total=best)]
    key = "drawing.summit" if tied == 1 else "drawing.summit-day"
    return [say(key, winner=winners[0], total=best)]


def explain(state: State, seen: Table) -> Explanation:
    """A trick once all its cards lie, legal or not; those of tricks already played may wait to be cleared."""
    cards = trick_cards(state, seen)
    if not cards:
        return SETTLED
    day = state.day
    if day is None or not day.goes_on:
        return GROWING
    if len(cards) < day.cards_needed:
        return replace(GROWING, order=tuple(seen))
    names = tuple(card.name for card in cards)
    people = names[:-1] if day.has_phantom else names
    trick = events.Trick(cards=people, phantom=names[-1] if day.has_phantom else None)
    return Explanation((trick,), order=tuple(seen))


def trick_cards(state: State, seen: Table) -> Cards:
    """The cards of the trick under way in the order of their arrival; none while all were played before.

    A card that was played today and comes again belongs to the trick: that is a mistake to be told.
    """
    played = frozenset() if state.day is None else state.day.seen
    found = (CARDS.get(each.card) for each in seen.values())
    cards = tuple(card for card in found if card is not None)
    return () if played.issuperset(cards) else cards
