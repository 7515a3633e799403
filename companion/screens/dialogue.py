"""The dialogue screen: walks a dialogue question by question; its event is proposed, not yet recorded."""

from dataclasses import dataclass, replace
from operator import is_not
from typing import Any

from companion.decks import load_deck
from companion.games.ask import (
    Answers,
    Arrange,
    Choose,
    Fill,
    Node,
    Option,
    PickCard,
    Question,
    Refused,
    Route,
    Scripted,
    Talk,
    drive,
)
from companion.games.events import Event
from companion.intents import Confirm, Intent, ProposeEvent
from companion.screens.asking import ROUTE_BUTTONS, Arranging, CardRow, draw_choose, draw_fill, draw_route
from companion.screens.base import Back, Done, Key, Keys, Later, Push, Screen, Spoken, Swap, spoken
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.listing import draw_evening, tell_row, walking_keys
from companion.screens.palette import Size, Space
from companion.screens.parts import draw_head
from companion.screens.pick import Walk
from companion.screens.view import ListRow, View
from hardware.signals import Button


@dataclass(frozen=True, slots=True)
class Tell(Later):
    """Somebody tells something: its questions are asked; without any its event is proposed at once.

    Where the table itself waits for it (`records`), the answers are the confirmation.
    """

    script: Scripted
    records: bool = False

    def resolve(self, view: View) -> Intent:
        screen = DialogueScreen(self.script, records=self.records)
        event = screen.ask(view)
        return screen.told(view, event) if isinstance(event, Event) else Push(screen)


@dataclass(frozen=True, slots=True)
class _Answer(Later):
    """An answer to the question on the screen; the next question is worked out when it is given."""

    screen: "DialogueScreen"
    value: Any

    def resolve(self, view: View) -> Intent:
        return self.screen.answered(view, self.value)


class _LastQuestion:
    """Remembers what was worked out last: keys, words and picture of a screen ask for the same."""

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._question: Question | Event | None = None

    def ask(self, script: Scripted, answers: Answers, view: View) -> Question | Event | None:
        asked = (script, answers, view.match, view.locale, view.seen)
        if len(self._asked) != len(asked) or any(map(is_not, asked, self._asked)):
            talk = None if view.match is None else Talk(view.match, view.locale, view.seen)
            self._question = None if talk is None else drive(script(talk), answers)
            self._asked = asked
        return self._question


_last_question = _LastQuestion()


@dataclass(frozen=True)
class DialogueScreen(Screen):
    """A dialogue with the answers so far and the state of the question on the screen."""

    script: Scripted
    answers: Answers = ()
    cursor: int = 0
    arrives = Moving.HERD
    picked: tuple[Any, ...] | None = None
    numbers: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    row: CardRow | None = None
    records: bool = False  # whether the event is recorded at once where it is legal

    def ask(self, view: View) -> Question | Event | None:
        return _last_question.ask(self.script, self.answers, view)

    def answered(self, view: View, answer: Any) -> Intent:
        after = DialogueScreen(self.script, (*self.answers, answer), records=self.records)
        question = after.ask(view)
        return Done(self.told(view, question)) if isinstance(question, Event) else Swap(after)

    def told(self, view: View, event: Event) -> Intent:
        """The event is proposed, or recorded where the questions were the confirmation."""
        legal = self.records and view.match is not None and view.match.judge(event).legal
        return Confirm(event) if legal else ProposeEvent(event)

    def back(self) -> Intent:
        before = DialogueScreen(self.script, self.answers[:-1], records=self.records)
        return Swap(before) if self.answers else Back()

    def keys(self, view: View) -> Keys:
        question = self.ask(view)
        keys: dict[Button, Key] = {Button.NO: Key(view.say("keys.back"), self.back())}
        if isinstance(question, Choose):
            keys |= self._choose_keys(view, question)
        elif isinstance(question, Fill):
            keys |= self._fill_keys(view, question)
        elif isinstance(question, PickCard):
            return self.walk(view, question).keys(view)
        elif isinstance(question, Arrange):
            return self._arranging(view, question).keys(view)
        return keys

    def _choose_keys(self, view: View, question: Choose) -> Keys:
        if question.routes:
            return self._route_keys(view, question.routes)
        count = len(question.options)
        option, ticked = question.options[min(self.cursor, count - 1)], self.ticked(question)
        verb = "choose" if not question.many else "remove" if option.value in ticked else "add"
        yes = Key(view.say(f"keys.{verb}"), self.choose(question, option))
        if question.many and question.least <= len(ticked) <= question.most:
            yes = replace(yes, held_label=view.say("keys.hold-done"), held=_Answer(self, ticked))
        return {Button.YES: yes, **walking_keys(view, count, self.cursor, self._moved)}

    def _moved(self, cursor: int) -> Screen:
        return replace(self, cursor=cursor)

    def _route_keys(self, view: View, routes: tuple[Route, ...]) -> Keys:
        at = min(self.cursor, len(routes) - 1)
        turns = [_turn(routes[at], each) for each in routes]
        keys = {Button.YES: Key(view.say("keys.climb"), _Answer(self, routes[at].value))}
        for key, button in ROUTE_BUTTONS.items():
            ways = [index for index, turn in enumerate(turns) if index == at or turn == key]
            after = next((index for index in ways if index > at), ways[0])
            if after != at:
                keys[button] = Key(view.say(f"keys.{key}"), Swap(self._moved(after)))
        return keys

    def ticked(self, question: Choose) -> tuple[Any, ...]:
        return question.picked if self.picked is None else self.picked

    def choose(self, question: Choose, option: Option) -> Intent:
        if not question.many:
            return _Answer(self, option.value)
        ticked = self.ticked(question)
        if option.value in ticked:
            return Swap(replace(self, picked=tuple(each for each in ticked if each != option.value)))
        if len(ticked) >= question.most:
            return Swap(self)
        return Swap(replace(self, picked=(*ticked, option.value)))

    def filled(self, question: Fill) -> tuple[int, ...]:
        return self.numbers or tuple(row.number for row in question.rows)

    def _fill_keys(self, view: View, question: Fill) -> Keys:
        numbers = self.filled(question)
        more, less = self._stepped(question, 1), self._stepped(question, -1)
        keys = dict(walking_keys(view, len(question.rows), self.cursor, self._moved))
        keys[Button.ACTION] = Key(view.say("keys.more"), more, view.say("keys.hold-less"), less)
        if question.total is None or sum(numbers) == question.total:
            answer = tuple((row.value, number) for row, number in zip(question.rows, numbers, strict=True))
            keys[Button.YES] = Key(view.say("keys.done"), _Answer(self, answer))
        return keys

    def _stepped(self, question: Fill, step: int) -> Intent:
        row = question.rows[self.cursor]
        numbers = list(self.filled(question))
        numbers[self.cursor] = row.low + (numbers[self.cursor] + step - row.low) % (row.high - row.low + 1)
        return Swap(replace(self, numbers=tuple(numbers)))

    def walk(self, view: View, question: PickCard) -> Walk:
        return Walk(
            _tree(view, question.cards),
            self.path,
            lambda path: Swap(replace(self, path=path)),
            lambda card: _Answer(self, card),
            self.back(),
        )

    def tells(self, view: View) -> tuple[Spoken, ...]:
        question = self.ask(view)
        if question is None or isinstance(question, Event):
            return ()
        chosen, reached = "", ""
        if isinstance(question, Choose):
            at = min(self.cursor, len(question.options) - 1)
            option = question.options[at]
            tick = option.value in self.ticked(question) if question.many else None
            row = ListRow(option.label, detail=option.detail, ticked=tick)
            chosen = tell_row(view, row, at, len(question.options))
        elif isinstance(question, Fill):
            numbers = self.filled(question)
            row = ListRow(question.rows[self.cursor].label, value=str(numbers[self.cursor]))
            chosen = tell_row(view, row, self.cursor, len(question.rows))
            if question.total is not None:
                reached = view.say("dialogue.sum", sum=sum(numbers), total=question.total)
        return spoken(question.title, question.text, chosen, reached)

    def _arranging(self, view: View, question: Arrange) -> Arranging:
        row = self.row or CardRow(question.cards, question.chosen)
        return Arranging(
            question,
            row,
            () if row.chosen is None else _tree(view),
            self.path,
            lambda row, path: Swap(replace(self, row=row, path=path)),
            lambda cards: _Answer(self, cards),
            self.back(),
        )

    def draw(self, canvas: Canvas, view: View, box: Box) -> None:
        question = self.ask(view)
        if not isinstance(question, Choose):
            draw_evening(canvas, view, box)
        if isinstance(question, Arrange):
            self._arranging(view, question).draw(canvas, view, box)
        elif isinstance(question, PickCard):
            head = draw_head(canvas, question.title, box, icon="question", detail=question.text)
            self.walk(view, question).draw(canvas, view, head)
        elif isinstance(question, Choose) and question.routes:
            route = question.routes[min(self.cursor, len(question.routes) - 1)]
            draw_route(canvas, view, question, route, box)
        elif isinstance(question, Choose):
            intents = tuple(self.choose(question, option) for option in question.options)
            ticked = self.ticked(question) if question.many else None
            draw_choose(canvas, view, question, self.cursor, ticked, intents, box)
        elif isinstance(question, Fill):
            box = draw_head(canvas, question.title, box, icon="action")
            draw_fill(canvas, view, question, self.filled(question), self.cursor, box)
        elif isinstance(question, Refused):
            box = draw_head(canvas, question.title, box, icon="action")
            canvas.text(box.inset(canvas.px(Space.HUGE)), question.text, Size.TITLE, align=0.5, lines=6)


def _tree(view: View, cards: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """The cards to pick from: some, else all of the game."""
    if view.match is None:
        return ()
    game = view.match.game
    return game.card_tree(cards or tuple(load_deck(game.name)), view.locale)


def _turn(now: Route, other: Route) -> str:
    """What is changed first to come from one way to another."""
    if other.value[0] != now.value[0]:
        return "other-start"
    return "other-path" if len(other.value) == len(now.value) else "longer"
