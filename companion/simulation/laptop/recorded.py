"""The recorded table on the laptop: recorded events come in, cards on the table and in hands follow."""

from random import Random

from companion.games.events import Undo
from companion.games.match import Match
from companion.games.table import Table
from companion.record.history import open_match
from companion.record.session import Session
from companion.simulation.dealer import bare, make_dealer
from companion.simulation.laptop.mouse_table import MouseTable
from hardware.simulated import SimulatedTable, Thing


class RecordedTable:
    """A session's simulated table: real cards in hands and piles, and what lies on the table."""

    def __init__(self, session: Session, table: SimulatedTable, rng: Random) -> None:
        self.session, self.table, self.rng = session, table, rng
        self.dealt = make_dealer(open_match(1, dict(session.header)), rng)
        self.placed = MouseTable(table, rng)
        # The keys of cards that lie on the table but are not recorded, and whose they are.
        self.out: dict[str, int] = {}
        self.pocket: list[Thing] = []  # recorded cards that somebody took up
        self.turned_to: int | None = None  # the seat whose hand people asked for
        self.explorer_shown = False
        self._heard = 0
        self._stale = True
        self.follow(session.match)
        self.set_out()

    def follow(self, match: Match) -> None:
        """Let the real cards follow whatever has been recorded since the last call."""
        entries = self.session.events
        undone = False
        for entry in entries[self._heard :]:
            before = self.dealt.match
            self.dealt.follow(entry.event, entry.verdict)
            undone = undone or (isinstance(entry.event, Undo) and self.dealt.match is not before)
            self.account()
            if not isinstance(entry.event, Undo):
                self.tidy(lying(before), lying(self.dealt.match))
            if self.dealt.match is not before:
                self.turned_to, self.explorer_shown, self._stale = None, False, True
        self._heard = len(entries)
        if undone:
            self.restore()

    def account(self) -> None:
        """Cards that were recorded are no longer anybody's; those of an undone event are again."""
        for seat, card in self.dealt.left:
            keys = [key for key, whose in self.out.items() if whose == seat and self.is_card(key, card)]
            for key in keys[:1]:
                del self.out[key]
        if self.dealt.lays_tricks:
            self.out = {key: whose for key, whose in self.out.items() if whose >= 0 or not self.dealt.left}
        for seat, card in self.dealt.back:
            free = [key for key in reversed(self.table.things) if key not in self.out]
            mine = [key for key in free if self.is_card(key, card)]
            self.out.update(dict.fromkeys(mine[:1], seat))

    def is_card(self, key: str, card: str) -> bool:
        thing = self.table.things.get(key)
        return thing is not None and thing.card == bare(card)

    def tidy(self, before: Table, after: Table) -> None:
        """What the event took from the table leaves it, as an Island with its Sea Monster."""
        for place in [place for place in before if place not in after]:
            for key in self.placed.lift(place):
                self.out.pop(key, None)

    def restore(self) -> None:
        """After an undo: cards go back to their hands, and the table lies as the record says."""
        for key in [key for key in self.out if key in self.table.things]:
            self.table.lift(key)
            del self.out[key]
        if not self.table.layout.free:
            self.placed.arrange(self.placed.tops(), lying(self.dealt.match))
        self.pocket.clear()

    def set_out(self) -> None:
        """What the record says lies on the table, put there: the rocks, or a game that is resumed."""
        self.placed.arrange(self.placed.tops(), lying(self.session.match))


def lying(match: Match) -> Table:
    """What should lie on the table."""
    return match.game.lying(match.state)
