"""Building views: a match, an event and its verdict come in, tables and proposals with words go out."""

import importlib
from typing import Any

from companion.games.events import Event
from companion.games.match import Match
from companion.games.values import Verdict
from companion.locale import Locale
from companion.views.values import HistoryLine, ProposalView, Table

PLACE_FIELDS = ("at", "to")


def view_table(match: Match, locale: Locale) -> Table:
    """The table as the companion believes it."""
    table: Table = importlib.import_module(f"companion.views.{match.game.name}").view_table(match, locale)
    return table


def view_proposal(
    match: Match, event: Event, verdict: Verdict, locale: Locale, candidates: tuple[str, ...] = ()
) -> ProposalView:
    """A proposal with its sentences; `candidates` are other cards that the eye thinks possible."""
    game = match.game.name
    written = event.as_dict()
    marks = tuple(dict.fromkeys(place for each in verdict.breaks for place in each.marks))
    return ProposalView(
        event,
        verdict,
        sentence(locale.does(game, event, verdict.player)),
        locale.why(game, verdict.breaks),
        str(written.get("card", "")),
        event_places(written),
        marks,
        candidates,
        tuple(sentence(locale.code(game, each)) for each in (*verdict.warnings, *verdict.remarks)),
        goat_choice(match, event),
    )


def goat_choice(match: Match, event: Event) -> bool | None:
    """Whether the card brings a goat, where the game has goats and the card may show one."""
    if match.game.name != "ascent" or event.do != "place" or "goats" not in match.state.setup.modules:
        return None
    written: Any = event
    return bool(written.goat) if written.card not in ("bridge", "summit") else None


def event_places(written: dict[str, Any]) -> tuple[str, ...]:
    """The places that an event touches, in its own order."""
    places = [str(written[name]) for name in PLACE_FIELDS if name in written]
    return tuple(places + [str(place) for place in written.get("path", ())])


def view_event(
    match: Match, event: Event, verdict: Verdict, locale: Locale, undone: bool = False
) -> HistoryLine:
    """A line of the history."""
    text = sentence(locale.does(match.game.name, event, verdict.player))
    return HistoryLine(text, verdict.legal, undone, verdict.discards)


def sentence(text: str) -> str:
    """A capital at the start."""
    return text[:1].upper() + text[1:]
