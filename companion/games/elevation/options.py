"""What the rules surely allow now, as far as it can be listed."""

from collections.abc import Iterator

from companion.games.elevation import approach, events
from companion.games.elevation.judging import judge
from companion.games.elevation.state import State
from companion.games.events import Event


def legal_events(state: State) -> Iterator[Event]:
    """Every legal event but tricks: a trick is a choice of several hidden hands, too many to list.

    Days are listed without approach cards and with each single one, end-day only without answers.
    """
    return (event for event in candidates(state) if not judge(state, event).breaks)


def candidates(state: State) -> Iterator[Event]:
    """The events that are worth trying."""
    yield events.EndDay()
    yield events.Day()
    for name in approach.CARDS:
        yield events.Day(approach=(name,))
        yield events.ApproachCard(card=name)
        for climber in state.setup.climbers:
            yield events.ApproachCard(card=name, player=climber)
