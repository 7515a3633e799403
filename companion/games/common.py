"""Reading the events that every game shares: undo, note, stuck, count."""

from collections.abc import Callable, Mapping

from companion.games.fields import Fields
from companion.games.values import BadRecord, Count, Event, Note, Stuck, Undo

Read = Callable[[Fields], Event]


def read_undo(fields: Fields) -> Event:
    """`{"do": "undo"}`."""
    return Undo(player=fields.player())


def read_note(fields: Fields) -> Event:
    """`{"do": "note", "text": "..."}`."""
    return Note(player=fields.player(), text=fields.text("text"))


def read_stuck(fields: Fields) -> Event:
    """`{"do": "stuck"}`, perhaps with the lone card."""
    return Stuck(player=fields.player(), card=fields.card("card") if fields.has("card") else None)


def read_count(fields: Fields) -> Event:
    """`{"do": "count", "hand": 4, "pile": 20}`."""
    return Count(player=fields.player(), hand=fields.number("hand"), pile=fields.number("pile"))


ALWAYS: Mapping[str, Read] = {"undo": read_undo, "note": read_note, "stuck": read_stuck}
COUNTED: Mapping[str, Read] = {**ALWAYS, "count": read_count}
# Fields that mean nothing where they do not apply, in whichever game.
IGNORED = ("rocks", "explorer", "facing", "goat")


def read_event(fields: Fields, readers: Mapping[str, Read]) -> Event:
    """The event that a line describes, by the game's table of readers."""
    do = fields.text("do")
    reader = readers.get(do)
    if reader is None:
        raise BadRecord("do-unknown", do=do)
    event = reader(fields)
    if fields.rest:
        fields.ignore(*IGNORED)
        fields.reject_unknown()
    return event
