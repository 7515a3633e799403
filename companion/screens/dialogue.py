"""The dialogue screen: walks a dialogue question by question; its event is proposed, not yet recorded."""

from collections.abc import Callable
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
    Offer,
    Option,
    PickCard,
    Question,
    Refused,
    Route,
    Scripted,
    Talk,
    Where,
    drive,
)
from companion.games.events import Event
from companion.intents import Confirm, Intent, ProposeEvent
from companion.screens.arranging import Arranging
from companion.screens.arranging import Row as CardRow
from companion.screens.asking import draw_choose, draw_fill, draw_refused, draw_route
from companion.screens.base import Back, Done, Key, Keys, Later, Push, Screen, Spoken, Swap
from companion.screens.canvas import Box, Canvas, Moving
from companion.screens.listing import draw_evening, walking_keys
from companion.screens.parts import draw_head
from companion.screens.pick import Walk
from companion.screens.spoken import tell_asked
from companion.screens.view import View
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


def offered(view: View, where: Where) -> Offer | None:
    """What the game offers on a button now."""
    if view.match is None:
        return None
    offers = view.match.game.offers(view.match.state)
    return next((each for each in offers if each.where is where), None)


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
        option = question.options[min(self.cursor, count - 1)]
        yes = Key(self.verb(view, question, option), self.choose(question, option))
        ticked = self.ticked(question)
        if question.many and question.least <= len(ticked) <= question.most:
            yes = replace(yes, held_label=view.say("keys.hold-done"), held=_Answer(self, ticked))
        return {Button.YES: yes, **walking_keys(view, count, self.cursor, self._moved)}

    def _moved(self, cursor: int) -> Screen:
        return replace(self, cursor=cursor)

    def _route_keys(self, view: View, routes: tuple[Route, ...]) -> Keys:
        at = min(self.cursor, len(routes) - 1)
        keys = {Button.YES: Key(view.say("keys.climb"), _Answer(self, routes[at].value))}
        turns = (
            (Button.NEXT, "other-path", lambda one, other: _same_length(one, other)),
            (Button.DISCARD, "longer", lambda one, other: one.value[0] == other.value[0]),
            (Button.ACTION, "other-start", lambda one, other: True),
        )
        for button, key, alike in turns:
            after = _next_route(routes, at, button, alike)
            if after != at:
                keys[button] = Key(view.say(f"keys.{key}"), Swap(replace(self, cursor=after)))
        return keys

    def verb(self, view: View, question: Choose, option: Option) -> str:
        if not question.many:
            return view.say("keys.choose")
        return view.say("keys.remove" if option.value in self.ticked(question) else "keys.add")

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
        count = len(question.rows)
        numbers = self.filled(question)
        more, less = self._stepped(question, 1), self._stepped(question, -1)
        keys = dict(walking_keys(view, count, self.cursor, self._moved))
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
        numbers = self.filled(question) if isinstance(question, Fill) else ()
        ticked = self.ticked(question) if isinstance(question, Choose) else ()
        asked = None if isinstance(question, Event) else question
        return tell_asked(view, asked, self.cursor, numbers, ticked)

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
            draw_route(
                canvas, view, question, question.routes[min(self.cursor, len(question.routes) - 1)], box
            )
        elif isinstance(question, Choose):
            intents = tuple(self.choose(question, option) for option in question.options)
            ticked = self.ticked(question) if question.many else None
            draw_choose(canvas, view, question, self.cursor, ticked, intents, box)
        elif isinstance(question, Fill):
            draw_fill(
                canvas,
                view,
                question,
                self.filled(question),
                self.cursor,
                draw_head(canvas, question.title, box, icon="action"),
            )
        elif isinstance(question, Refused):
            draw_refused(canvas, question, draw_head(canvas, question.title, box, icon="action"))


def _tree(view: View, cards: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """The cards to pick from: some, else all of the game."""
    if view.match is None:
        return ()
    game = view.match.game
    return game.card_tree(cards or tuple(load_deck(game.name)), view.locale)


def _same_length(one: Route, other: Route) -> bool:
    return one.value[0] == other.value[0] and len(one.value) == len(other.value)


def _next_route(
    routes: tuple[Route, ...], at: int, button: Button, alike: Callable[[Route, Route], bool]
) -> int:
    """The next way that a button leads to: round and round among those that are alike otherwise."""
    now = routes[at]
    others = [index for index, each in enumerate(routes) if alike(now, each)]
    if button is Button.DISCARD:
        others = [index for index in others if index == at or len(routes[index].value) != len(now.value)]
    elif button is Button.ACTION:
        others = [index for index in others if index == at or routes[index].value[0] != now.value[0]]
    later = [index for index in others if index > at]
    return later[0] if later else others[0]
