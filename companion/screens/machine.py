"""The machine: what leaving means under the service, and what can be done with a USB stick."""

from dataclasses import dataclass

from companion.intents import EndWith, Intent, StayHere, TakeDecks, WriteToStick
from companion.screens.base import Key, Keys
from companion.screens.listing import ListRow, ListScreen
from companion.screens.view import View
from hardware.signals import Button

# The exit statuses that systemd/debian/after knows; the unit starts the companion anew after RESTART.
SWITCH_OFF, RESTART_PI, RESTART, UPDATE = 40, 41, 42, 43


@dataclass(frozen=True)
class LeaveScreen(ListScreen):
    """Switch off, restart, or back."""

    def title(self, view: View) -> str:
        return view.say("machine.leave")

    def icon(self) -> str:
        return "no"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        ways = (("off", SWITCH_OFF, "no"), ("restart-pi", RESTART_PI, "undo"), ("restart", RESTART, "undo"))
        back = ListRow(
            view.say("machine.stay"), StayHere(), icon="play", detail=view.say("machine.stay-detail")
        )
        return back, *(
            ListRow(
                view.say(f"machine.{key}"),
                EndWith(status),
                icon=icon,
                detail=view.say(f"machine.{key}-detail"),
            )
            for key, status, icon in ways
        )

    def more_keys(self, view: View) -> Keys:
        return {Button.NO: Key(view.say("keys.back"), StayHere())}


@dataclass(frozen=True)
class StickScreen(ListScreen):
    """Write a report, take decks, take an update."""

    def title(self, view: View) -> str:
        stick = view.machine.stick
        return (
            view.say("machine.stick") if stick is None else view.say("machine.stick-named", name=stick.name)
        )

    def icon(self) -> str:
        return "book"

    def rows(self, view: View) -> tuple[ListRow, ...]:
        stick, note = view.machine.stick, view.machine.note
        rows = [ListRow(note, icon="yes")] if note else []
        if stick is None:
            return (*rows, ListRow(view.say("machine.no-stick"), icon="question"))
        rows.append(self._row(view, "report", WriteToStick(), "book"))
        if stick.decks:
            rows.append(self._row(view, "decks", TakeDecks(), "eye", str(stick.decks)))
        if stick.version and view.machine.service:
            rows.append(self._row(view, "update", EndWith(UPDATE), "action", stick.version))
        return tuple(rows)

    def _row(self, view: View, key: str, intent: Intent, icon: str, value: str = "") -> ListRow:
        label, detail = view.say(f"machine.{key}"), view.say(f"machine.{key}-detail")
        return ListRow(label, intent, value, icon, detail=detail)
