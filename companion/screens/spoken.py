"""The screens for the ear: a view comes in, sentences that say what they show and ask go out."""

from companion.games.values import Phrase
from companion.games.view import Cell, Goal, ScoreSheet, TableView
from companion.screens.base import Matter, Spoken, finished, spoken
from companion.screens.listing import tell_row
from companion.screens.side import say_turn
from companion.screens.view import ListRow, ProposalView, QuestionView, View


def tell_play(view: View, cursor: int = 0) -> tuple[Spoken, ...]:
    """What waits for an answer, else who is to play and what is owed; the cards of the trick as they come."""
    waiting = _tell_waiting(view)
    chosen = () if view.question is None else _tell_chosen(view, view.question, cursor)
    return (*_tell_trick(view), *waiting, *chosen)


def _tell_waiting(view: View) -> tuple[Spoken, ...]:
    if view.question is not None:
        places = ", ".join(dict.fromkeys(view.question.places))
        return spoken(view.question.title, places, view.question.text, matter=Matter.VERDICT)
    if view.proposal is not None:
        return _tell_verdict(view, view.proposal)
    return (*_tell_debt(view), *tell_turn(view))


def _tell_chosen(view: View, question: QuestionView, cursor: int) -> tuple[Spoken, ...]:
    """The answer that is chosen in a list; of two answers each has a button."""
    count = len(question.options)
    if count <= 2:
        return ()
    at = cursor % count
    chosen = tell_row(view, ListRow(question.options[at].label), at, count)
    return spoken(chosen, matter=Matter.VERDICT)


def _tell_verdict(view: View, proposal: ProposalView) -> tuple[Spoken, ...]:
    ruling = spoken(view.say(f"play.{proposal.kind}"), matter=Matter.VERDICT)
    does = spoken(proposal.does, matter=Matter.TURN)
    if proposal.legal:
        return (*ruling, *does, *spoken(*_costs(view, proposal), matter=Matter.VERDICT))
    cost = proposal.verdict.discards
    would = view.say("play.would-cost", discards=cost) if cost else ""
    return (*ruling, *does, *spoken(proposal.why, would, matter=Matter.VERDICT))


def _costs(view: View, proposal: ProposalView) -> tuple[str, ...]:
    verdict = proposal.verdict
    if verdict.discards and verdict.player is not None:
        cost = _owes(view, verdict.player, verdict.discards)
    else:
        headline = verdict.headline or Phrase("screens.play.free")
        cost = view.locale.say(headline.key, **headline.facts)
    asked = tuple(view.say(f"play.ask-{each.key}") for each in proposal.offers if each.confirms)
    return (cost, *proposal.remarks, *asked)


def _owes(view: View, player: str, discards: int) -> str:
    return view.locale.say("judge.owes", player=player, discards=discards)


def _tell_debt(view: View) -> tuple[Spoken, ...]:
    debt = view.debt
    return () if debt is None else spoken(_owes(view, debt.player, debt.discards), matter=Matter.VERDICT)


def tell_turn(view: View) -> tuple[Spoken, ...]:
    """Who is to play, and what they have to know or do now."""
    table, turn = view.table, say_turn(view)
    if table is None:
        return ()
    reminder = table.trick.reminder if table.trick is not None else ""
    more = table.prompt or reminder
    return spoken(turn, more if more != turn else "", matter=Matter.TURN)


def _tell_trick(view: View) -> tuple[Spoken, ...]:
    cards = view.trick.cards if view.trick is not None else ()
    lines = (
        view.locale.say("voice.played", player=each.player, card=view.locale.card(each.card))
        for each in cards
    )
    return spoken(*lines, matter=Matter.TURN)


def tell_scores(view: View, sheet: ScoreSheet | None, page: int = 0) -> tuple[Spoken, ...]:
    """The points of everybody: all rounds, or the parts of one and the sum up to it."""
    if sheet is None or not any(line.sums for line in sheet.lines):
        return spoken(view.say("scores.empty"))
    if page == 0:
        return spoken(*(_points(view, line.name, line.total) for line in sheet.lines), matter=Matter.TURN)
    told = []
    for line in sheet.lines:
        if page <= len(line.rounds):
            counted = zip(sheet.parts, line.rounds[page - 1], strict=True)
            parts = ", ".join(f"{part} {number}" for part, number in counted)
            points, total = line.sums[page - 1], sum(line.sums[:page])
            said = view.locale.say("voice.scored", name=line.name, points=points, total=total, parts=parts)
            told.append(said)
    return spoken(*(told or (view.say("scores.empty"),)), matter=Matter.TURN)


def _points(view: View, name: str, points: int) -> str:
    return view.locale.say("voice.points", name=name, points=points)


def say_ending(view: View, table: TableView) -> str:
    """Why it was won or lost: the rule's reason, or who won."""
    ends = next((each.ends for each in reversed(view.history) if each.ends and not each.undone), "")
    if ends:
        return finished(ends)
    if table.winners and view.match is not None:
        key = "end.winner" if len(table.winners) == 1 else "end.winners"
        points = view.match.standing.scores[table.winners[0]]
        return view.say(key, winners=view.locale.listed(table.winners), points=points)
    return view.say(f"end.{table.game}-{table.outcome.value}")


def tell_result(view: View) -> tuple[Spoken, ...]:
    """How it ended and who won, or that it goes on."""
    table = view.table
    if table is None:
        return ()
    outcome = view.say(f"end.{table.outcome.value}")
    return spoken(outcome, say_ending(view, table), matter=Matter.VERDICT)


def tell_ending(view: View) -> tuple[Spoken, ...]:
    """How it ended, who won, the points and the figures."""
    table, result = view.table, tell_result(view)
    if table is None:
        return ()
    points = tell_scores(view, table.scores) if table.scores is not None else ()
    figures = (view.locale.say("voice.figure", label=each.label, value=each.value) for each in view.figures)
    return (*result, *points, *spoken(*figures))


def tell_differences(view: View) -> tuple[Spoken, ...]:
    """Where the table is not as recorded."""
    lines = []
    for each in view.differences:
        recorded, seen = (
            view.locale.card(card) if card else view.locale.say("voice.nothing")
            for card in (each.recorded, each.seen)
        )
        lines.append(view.locale.say("voice.difference", place=each.place, recorded=recorded, seen=seen))
    return (
        *spoken(view.say("differs.title"), *lines, matter=Matter.VERDICT),
        *spoken(view.say("differs.how")),
    )


def tell_table(view: View) -> str:
    """All that lies there: cards row by row or the trick; then goals, hands, points and what waits."""
    table, locale = view.table, view.locale
    if table is None:
        return locale.say("voice.no-table")
    lines = [*_tell_rows(view, table), *_tell_cards(view, table)]
    lines += [_tell_goal(view, goal) for goal in table.goals]
    for seat in table.seats:
        counts = "" if seat.hand is None else locale.say("judge.counts", hand=seat.hand, pile=seat.pile or 0)
        told = ", ".join(filter(None, (counts, seat.note)))
        lines.append(f"{seat.name}: {told}" if told else "")
    points = tell_scores(view, table.scores) if table.scores is not None else ()
    lines += [each.text for each in (*points, *_tell_waiting(view))]
    return " ".join(finished(line) for line in lines if line)


def _tell_goal(view: View, goal: Goal) -> str:
    named = f"voice.goals.{goal.icon}"
    text = view.locale.say(named, goal=goal.text) if view.locale.has(named) else goal.text
    return f"{text}, {view.locale.say('voice.reached')}" if goal.done else text


def _tell_rows(view: View, table: TableView) -> list[str]:
    if table.board is None:
        return []
    say, marks, lines = view.locale.say, dict(table.row_marks), []
    for row in sorted({place.row for place in table.board.places}):
        named = {place.name for place in table.board.places if place.row == row}
        told = [_tell_cell(view, cell) for cell in table.cells if cell.place in named]
        mark = f"voice.marks.{marks.get(row, '')}"
        words = [say(mark)] if view.locale.has(mark) else []
        words += [each for each in told if each]
        if row and words:
            lines.append(f"{say('voice.row', row=row)}: {'; '.join(words)}")
        lines += words if not row else []
    waits = view.proposal is not None or view.question is not None  # what is asked about lies there
    return lines or ([] if waits else [say("voice.empty-table")])


def _tell_cell(view: View, cell: Cell) -> str:
    sign = f"voice.signs.{cell.sign}"
    more = [view.locale.say(sign)] if view.locale.has(sign) else []
    if cell.badge is not None and view.locale.has(f"voice.badges.{cell.badge.icon}"):
        more.append(view.locale.say(f"voice.badges.{cell.badge.icon}", count=cell.badge.count))
    words = ", ".join([*([view.locale.card(cell.card)] if cell.card else []), *more])
    number = cell.place.rpartition(".")[2]
    return view.locale.say("voice.at", place=number, card=words) if words and number != cell.place else words


def _tell_cards(view: View, table: TableView) -> list[str]:
    if table.trick is None:
        return []
    if not table.trick.cards:
        return [view.locale.say("voice.empty-table")]
    winner = next((each.player for each in table.trick.cards if each.wins), None)
    winning = "" if winner is None else view.locale.say("voice.winning", player=winner)
    return [*(each.text for each in _tell_trick(view)), winning]


def tell_change(view: View) -> str:
    """What happened last, as far as it stands."""
    lines = [line for line in view.history if not line.undone]
    if not lines:
        return view.say("history.empty")
    last = lines[-1]
    return finished(last.text) if last.legal else f"{last.text}, {view.say('history.illegal')}."
