"""Whole games by button and ear: the players decide from what was spoken and from their own hands alone.

They never look at a screen, a view or the record. What they do is lay or take a card, press one of five
buttons, and listen. Who deals and draws the hidden cards follows the record, as real cards would.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion import intents
from companion.app.eye_thread import EyeReport
from companion.app.headless import HeadlessApp
from companion.app.preferences import Preferences, Remembered
from companion.games.values import Outcome
from companion.locale import load_locale
from companion.screens.view import Settings
from companion.simulation.dealer import bare, make_dealer
from hardware.frames import CameraState
from hardware.signals import Button, Press, PressKind
from tests.app.ear import Ear
from tests.app.steady import loose, steady
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady

KEY = re.compile(r"Button (\d): ([^,.]*)")
ROW = re.compile(r"Row (\d+): ([^.]*)\.")
CELL = re.compile(r"place (\d+), ([^;]*)")
OWES = re.compile(r"(\w+) discards (\d+)\.")
TURN = re.compile(r"(\w+) to play\.")
OVER = ("Well done!", "Not this time.", "The game is over.")
MOST_TURNS = 100


class Table:
    """The table, the panel and the loudspeaker: everything that a person without a screen has."""

    def __init__(self, folder: Path, header: dict[str, object], seed: int) -> None:
        self.ear, self.seconds = Ear(), 0.0
        preferences = Preferences(Remembered(settings=Settings(voice="everything")))
        self.app = HeadlessApp(folder, lambda: self.seconds, preferences=preferences, voice=self.ear)
        self.app.loop.dispatch(intents.StartGame(header), 0.0)
        assert self.app.game.controller is not None
        self.session = self.app.game.controller.session
        self.dealer = make_dealer(self.session.match, Random(seed))
        self._followed = 0
        self.said: list[str] = []  # in the whole game
        self.app.loop.turn(0.0)

    def see(self, table: Steady) -> list[str]:
        """The eye has read the table."""
        self.seconds += 1.0
        self.app.game.see(EyeReport(self.seconds, Phase.STILL, CameraState.RUNNING, table), self.seconds)
        self.app.loop.show(self.seconds)
        return self.listen()

    def press(self, number: int, *, hold: bool = False) -> list[str]:
        """One button, and what is heard then; the real cards move with what was recorded."""
        self.seconds += 1.0
        kind = PressKind.HELD if hold else PressKind.PRESSED
        self.app.loop.press(Press(list(Button)[number - 1], kind), self.seconds)
        for entry in self.session.events[self._followed :]:
            self.dealer.follow(entry.event, entry.verdict)
            self._followed += 1
        return self.listen()

    def listen(self) -> list[str]:
        """All that is said until the voice has nothing more to say."""
        while self.ear.is_speaking:
            self.ear.is_speaking = False
            self.app.loop.turn(self.seconds)
        heard = self.ear.take()
        self.said += heard
        return heard


class Listener:
    """A person: remembers what the buttons do and who is to play, as it was last told."""

    def __init__(self, table: Table) -> None:
        self.table, self.locale = table, load_locale("en")
        self.buttons: dict[str, int] = {}
        self.turn = ""
        self.over = False
        self.last: list[str] = []
        self.hear(table.listen())

    def hear(self, heard: list[str]) -> list[str]:
        for text in heard:
            for number, label in KEY.findall(text):
                self.buttons = {word: each for word, each in self.buttons.items() if each != int(number)}
                self.buttons[label] = int(number)
            for name in TURN.findall(text):
                self.turn = name
            self.over = self.over or text.startswith(OVER)
        self.last = heard
        return heard

    def press(self, label: str, *, hold: bool = False) -> list[str]:
        """Press the button that was said to do this."""
        assert label in self.buttons, (label, self.buttons, self.table.said[-12:])
        return self.hear(self.table.press(self.buttons[label], hold=hold))

    def has(self, start: str) -> str | None:
        return next((label for label in self.buttons if label.startswith(start)), None)

    def ask(self) -> str:
        """What lies here?"""
        return " ".join(self.hear(self.table.press(3, hold=True)))

    def board(self) -> dict[str, str]:
        """The cards that were told, by their places."""
        told = self.ask()
        return {
            f"{row}.{place}": card.strip()
            for row, cells in ROW.findall(told)
            for place, card in CELL.findall(cells)
        }

    def choose(self, start: str) -> list[str]:
        """Step through a list until the line is heard that begins so, and choose it."""
        heard = self.last
        for _ in range(20):
            if any(text.startswith(start) for text in heard):
                return self.press("Choose")
            heard = self.press("Next")
        raise AssertionError(f"{start} was never said: {self.table.said[-20:]}")

    def is_legal(self) -> bool:
        return "Legal." in self.last

    def cost(self) -> int:
        """How many cards the ruling costs."""
        return next((int(count) for text in self.last for _, count in OWES.findall(text)), 0)

    def confirm(self) -> None:
        """Confirm, discard what was told, and say that it is done."""
        cost, seat, gone = self.cost(), self.seat(), len(self.table.dealer.gone())
        self.press("Confirm")
        self.table.dealer.pay_all()
        assert len(self.table.dealer.gone()) - gone == cost  # what was heard is what was owed
        done = self.has(f"{self.name(seat)} is done")
        if done is not None and not self.over:
            self.press(done)

    def seat(self) -> int:
        return self.table.dealer.players.index(self.turn)

    def name(self, seat: int) -> str:
        return self.table.dealer.players[seat]

    def hand(self) -> list[str]:
        """The cards in the own hand, which the fingers know."""
        return [bare(card) for card in self.table.dealer.hand(self.seat())]

    def discard_two(self) -> None:
        self.press("Discard 2")
        assert self.is_legal()
        self.confirm()

    def give_up(self) -> None:
        """Nothing can be done any more: told through the list of actions."""
        self.press("Actions")
        self.choose("Stuck")
        self.choose("Do not show")
        self.press("Confirm")


def lay(listener: Listener, card: str, place: str) -> list[str]:
    return listener.hear(listener.table.see(steady(f"{card} {place}")))


def take_back(listener: Listener, place: str) -> None:
    listener.hear(listener.table.see(steady(f"- {place}")))


# Tranquility: The Ascent


def number_of(words: str) -> int | None:
    found = re.search(r"\d+$", words)
    return int(found[0]) if found else None


def mountain_places(board: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Where a row could go on: it grows from the left, upon two cards."""
    for row in range(1, 9):
        filled = [place for place in range(1, 11 - row) if f"{row}.{place}" in board]
        place = len(filled) + 1
        below = row == 1 or all(f"{row - 1}.{each}" in board for each in (place, place + 1))
        if place <= 10 - row and below:
            yield row, f"{row}.{place}"


def climb(listener: Listener) -> None:
    """One turn: the cheapest card that seems to fit, else two are discarded, else nothing can be done."""
    board, hand = listener.board(), listener.hand()
    plays = []
    for card in hand:
        words = listener.locale.card(card)
        value = number_of(words)
        for row, place in mountain_places(board) if value is not None else ():
            left = board.get(f"{row}.{int(place.split('.')[1]) - 1}", "")
            if value >= row and words.split()[0] != left.split(" ")[0]:
                plays.append((abs(value - (number_of(left) or value)), card, place))
    for cost, card, place in sorted(plays)[:3]:
        if cost > 2 and len(hand) >= 2:
            break
        lay(listener, card, place)
        if listener.is_legal():
            listener.confirm()
            return
        take_back(listener, place)
    if len(hand) >= 2:
        listener.discard_two()
    else:
        listener.give_up()


# Tranquility


def places_in_order() -> list[str]:
    return [f"{row}.{column}" for row in range(1, 7) for column in range(1, 7)]


def sail(listener: Listener) -> None:
    board, hand = listener.board(), listener.hand()
    if "start" in hand and any("A Start is owed." in text for text in listener.last):
        lay(listener, "start", "start")
        split_start(listener)
        return
    if "finish" in hand and len(board) == 36:
        lay(listener, "finish", "finish")
        listener.confirm()
        return
    order = places_in_order()
    plays = []
    for card in hand:
        value = number_of(listener.locale.card(card))
        if value is None:
            continue
        low = max((order.index(p) for p, c in board.items() if (number_of(c) or 0) < value), default=-1)
        high = min((order.index(p) for p, c in board.items() if (number_of(c) or 99) > value), default=36)
        for at in range(low + 1, high):
            plays.append((abs(at - (value - 1) * 35 / 79), card, order[at]))
    for _, card, place in sorted(plays)[:4]:
        lay(listener, card, place)
        if listener.is_legal() and (listener.cost() <= 2 or len(hand) < 2):
            listener.confirm()
            return
        take_back(listener, place)
    if len(hand) >= 2:
        listener.discard_two()
    else:
        listener.give_up()


def split_start(listener: Listener) -> None:
    """The Start's discards are shared out anew: one less of the first number that is told, and one more."""
    listener.press("Correct")
    assert any(text.startswith("8 of 8") for text in listener.last)
    listener.press("More", hold=True)  # hold: less
    assert any(text.startswith("7 of 8") for text in listener.last)
    listener.press("More")
    listener.press("Done")
    assert listener.is_legal()
    gone = len(listener.table.dealer.gone())
    listener.press("Confirm")
    listener.table.dealer.pay_all()
    assert len(listener.table.dealer.gone()) - gone == 8


# Elevation


def climb_a_day(listener: Listener) -> None:
    """A day: it begins without approach cards, tricks are laid card by card as was told, it is scored."""
    listener.press("Begin the day")
    assert any("hold: done" in text for text in listener.last)
    listener.press("Add", hold=True)
    while not listener.has("Score the day"):
        lay_trick(listener)
    listener.press("Score the day")
    assert any(re.match(r"Ann scores -?\d+ points?, -?\d+ in all:", text) for text in listener.last)
    listener.press(listener.has("Day ") or "Go on")


def lay_trick(listener: Listener) -> None:
    lying: list[str] = []
    while not listener.is_legal():
        follow = [text.split()[2] for text in listener.last if text.startswith("Follow the ")]
        held = [card for card in listener.hand() if card not in lying]
        fitting = [card for card in held if listener.locale.card(card).split()[0] in follow]
        lying.append((fitting or held)[0])
        listener.hear(listener.table.see(loose(*lying)))
        assert f"{listener.locale.card(lying[-1])}." in " ".join(listener.last)
    listener.press("Confirm")
    listener.hear(listener.table.see(loose()))


@pytest.mark.parametrize(
    ("game", "players", "turn", "seed", "end"),
    [
        pytest.param("ascent", "Ann Ben", climb, 5, "Not this time.", id="ascent"),
        pytest.param("tranquility", "Ann Ben", sail, 5, "Well done!", id="tranquility"),
        pytest.param(
            "elevation", "Ann Ben Cara Dan Eve", climb_a_day, 5, "The game is over.", id="elevation"
        ),
    ],
)
def test_a_whole_game_is_played_by_button_and_ear(
    game: str, players: str, turn: Callable[[Listener], None], seed: int, end: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, {"record": 1, "game": game, "players": players.split()}, seed)
    listener = Listener(table)
    for _ in range(MOST_TURNS):
        if listener.over:
            break
        turn(listener)
    assert end in table.said
    assert table.session.outcome is not Outcome.OPEN
    assert all(entry.verdict.legal for entry in table.session.events)
    assert len(table.session.events) > 30
    table.app.close()


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    table = Table(tmp_path, {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}, 1)
    yield Listener(table)
    table.app.close()


def test_a_card_in_doubt_is_named_by_ear(listener: Listener) -> None:
    """It is none of those that are offered: all cards are a tree of five buttons."""
    lay(listener, "?", "1.1 blue-6 blue-9")
    assert listener.last[:2] == ["Which card is it?", "Row 1, place 1."]
    for start in ("Other card", "10 to 12", "12", "Red 12"):
        label = listener.has(start) or listener.has(start.lower())
        assert label is not None, (start, listener.buttons)
        listener.press(label)
    assert listener.is_legal()
    assert "Ann plays red 12 on row 1, place 1." in listener.last


def test_a_move_is_taken_back_by_ear(listener: Listener) -> None:
    lay(listener, "green-5", "1.1")
    listener.press("Confirm")
    assert listener.turn == "Ben"
    listener.press("Menu", hold=True)
    assert listener.last[0] == "Take this back?"
    assert listener.last[1].startswith("Ann plays green 5 on row 1, place 1.")
    listener.press("Undo last")
    assert "Ann plays green 5 on row 1, place 1." in listener.last  # it lies there still, and waits again
    assert "1.1" not in listener.board()


def test_a_card_that_is_taken_for_its_back_is_named_by_ear(listener: Listener) -> None:
    """The face of a card that nobody has shown yet may look like a back: no question came, no card was played."""
    listener.hear(listener.table.see(steady("# 1.1")))
    assert "Face down: row 1, place 1 (if not: menu)." in listener.last
    listener.press("Menu")
    listener.choose("The card on row 1, place 1 lies face up")
    for start in ("10 to 12", "12", "Red 12"):
        label = listener.has(start) or listener.has(start.lower())
        assert label is not None, (start, listener.buttons)
        listener.press(label)
    assert listener.is_legal()
    assert "Ann plays red 12 on row 1, place 1." in listener.last
    listener.confirm()
    assert listener.board() == {"1.1": "red 12"}
    assert not any("Face down" in text for text in listener.hear(listener.table.see(steady("# 1.1"))))


def test_what_lies_here_tells_a_card_that_waits_for_its_button(listener: Listener) -> None:
    """It was told that no card lies on the table, while one lay there and was judged."""
    lay(listener, "green-5", "1.1")
    told = listener.ask()
    assert "No card lies on the table." not in told
    assert told.endswith("Legal. Ann plays green 5 on row 1, place 1. No discards.")
    lay(listener, "?", "1.1 blue-6 blue-9")
    assert listener.ask().endswith("Which card is it? Row 1, place 1.")
    take_back(listener, "1.1")
    assert listener.ask().startswith("No card lies on the table.")
