"""A finger that finds its way: a wish comes in, the presses that lead there through the screens go out.

It tries the five buttons on copies of the screens, nearest first, until one says what is wished for; within a
dialogue it first finds the answers, then the presses for each. The demonstration presses this way, and tests
prove with it that everything can be reached with five buttons.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.games.ask import Arrange, Choose, Fill, Node, PickCard, Question
from companion.games.events import Event
from companion.intents import Confirm, Intent, ProposeEvent
from companion.screens.base import Screen
from companion.screens.dialogue import DialogueScreen
from companion.screens.navigator import Navigator
from companion.screens.pick import card_tree
from companion.screens.view import View
from companion.simulation.demo.answers import find_answers, is_same
from hardware.signals import Button, Press, PressKind

MOST_STEPS = 1500
Wish = Callable[[Intent], bool]
Screens = tuple[Screen, tuple[Screen, ...]]
Presses = tuple[Press, ...]


def find_presses(navigator: Navigator, view: View, wish: Wish, most: int = MOST_STEPS) -> Presses | None:
    """The shortest presses after which the app hears the wished intent; None if there are none."""
    for presses, intent, _ in tries((navigator.base, navigator.above), view, most):
        if intent is not None and wish(intent):
            return presses
    return None


def find_event(navigator: Navigator, view: View, event: Event, most: int = MOST_STEPS) -> Presses | None:
    """Presses after which this event is proposed, through any dialogue that the buttons open."""
    for presses, intent, screens in tries((navigator.base, navigator.above), view, most):
        if proposes(intent, event):
            return presses
        dialogue = opened(screens)
        found = None if dialogue is None else _through_dialogue(dialogue, view, event)
        if found is not None:
            return (*presses, *found)
    return None


def proposes(intent: Intent | None, event: Event) -> bool:
    """Whether an intent proposes this event, or records it where that was asked for."""
    told = intent.event if isinstance(intent, ProposeEvent | Confirm) else None
    return told is not None and is_same(told, event)


def tries(start: Screens, view: View, most: int) -> Iterator[tuple[Presses, Intent | None, Screens]]:
    """Every way to press, nearest first: the presses, what the last one says, the screens after it."""
    queue: deque[tuple[Screens, Presses]] = deque([(start, ())])
    known = {repr(start)}
    while queue and most:
        (base, above), presses = queue.popleft()
        for button in Button:
            most -= 1
            copy = copied(base, above, view)
            intent = copy.press(Press(button))
            after = (copy.base, copy.above)
            yield (*presses, Press(button)), intent, after
            if intent is None and repr(after) not in known and not _is_deep(after):
                known.add(repr(after))
                queue.append((after, (*presses, Press(button))))


def copied(base: Screen, above: tuple[Screen, ...], view: View) -> Navigator:
    """The screens as they stand, to be tried on."""
    copy = Navigator()
    copy.base, copy.above, copy.view = base, above, view
    return copy


def opened(screens: Screens) -> DialogueScreen | None:
    """A dialogue that was just opened."""
    top = screens[1][-1] if screens[1] else None
    return top if isinstance(top, DialogueScreen) and top == DialogueScreen(top.script) else None


def _is_deep(screens: Screens) -> bool:
    return any(isinstance(screen, DialogueScreen) for screen in screens[1])


def _through_dialogue(dialogue: DialogueScreen, view: View, event: Event) -> Presses | None:
    cards = _all_cards(view)
    answers = find_answers(lambda given: DialogueScreen(dialogue.script, given).ask(view), event, cards)
    if answers is None:
        return None
    presses: list[Press] = []
    for number, answer in enumerate(answers):
        screen = DialogueScreen(dialogue.script, answers[:number])
        question = screen.ask(view)
        if question is None or isinstance(question, Event):
            return None
        if isinstance(question, Arrange):
            presses += _arrange_presses(view, question, answer)
        else:
            presses += _presses_for(screen, view, question, answer)
    copy, said = copied(dialogue, (dialogue,), view), None
    for press in presses:
        said = copy.press(press)
    return tuple(presses) if proposes(said, event) else None


def _all_cards(view: View) -> list[str]:
    return [] if view.match is None else list(leaves(card_tree(view.match.game.name, view.locale)))


def leaves(nodes: Sequence[Node]) -> Iterator[str]:
    """The cards under some branches."""
    for node in nodes:
        yield from leaves(node.children) if node.children else (node.value,)


_YES, _NEXT, _UP = Press(Button.YES), Press(Button.NEXT), Press(Button.NEXT, PressKind.HELD)
_DONE, _MORE = Press(Button.YES, PressKind.HELD), Press(Button.ACTION)
_LESS = Press(Button.ACTION, PressKind.HELD)


def _presses_for(screen: DialogueScreen, view: View, question: Question, answer: Any) -> list[Press]:
    if isinstance(question, PickCard):
        path = _path_to(screen.walk(view, question).tree, answer)
        return [Press(list(Button)[index]) for index in path or ()]
    if isinstance(question, Fill):
        return _fill_presses(question, dict(answer))
    if isinstance(question, Choose) and question.routes:
        return _route_presses([route.value for route in question.routes], answer)
    if isinstance(question, Choose) and question.many:
        return _tick_presses(question, answer)
    values = [option.value for option in question.options] if isinstance(question, Choose) else []
    return [*moves(0, values.index(answer), len(values)), _YES]


def _arrange_presses(view: View, question: Arrange, answer: Sequence[str]) -> list[Press]:
    """Card by card from the left: what is too much goes, what differs is replaced, what lacks is added."""
    row, wanted, presses = list(question.cards), list(answer), list[Press]()
    tree = () if view.match is None else card_tree(view.match.game.name, view.locale)
    if row == wanted:
        back = [Press(Button.NO, PressKind.HELD)] if question.chosen is not None else []
        return [*back, Press(Button.YES, PressKind.HELD)]
    chosen = question.chosen
    while row != wanted:
        differing = (turn for turn, pair in enumerate(zip(row, wanted, strict=False)) if pair[0] != pair[1])
        at = next(differing, min(len(row), len(wanted)))
        if chosen not in (None, at):
            presses.append(Press(Button.NO, PressKind.HELD))
        if chosen != at:
            presses.append(_spot_press(at))
        chosen = None
        if len(row) > len(wanted):
            presses.append(Press(Button.YES, PressKind.HELD))
            del row[at]
        else:
            presses += (Press(list(Button)[step]) for step in _path_to(tree, wanted[at]) or ())
            row[at : at + 1] = [wanted[at]]
    return presses


def _spot_press(at: int) -> Press:
    """The press of a card of a row of at most eight."""
    buttons = list(Button)
    return Press(buttons[at]) if at < len(buttons) else Press(buttons[at - 3], PressKind.HELD)


def moves(start: int, end: int, count: int) -> list[Press]:
    """Down or up a list, whichever is nearer; it goes round."""
    down, up = (end - start) % count, (start - end) % count
    return [_NEXT] * down if down <= up else [_UP] * up


def _route_presses(paths: list[tuple[str, ...]], wanted: tuple[str, ...]) -> list[Press]:
    """The start, then the length, then the way of that length."""
    starts = list(dict.fromkeys(path[0] for path in paths))
    mine = [path for path in paths if path[0] == wanted[0]]
    lengths = list(dict.fromkeys(len(path) for path in mine))
    same = [path for path in mine if len(path) == len(wanted)]
    steps = (
        (Button.ACTION, starts.index(wanted[0])),
        (Button.DISCARD, lengths.index(len(wanted))),
        (Button.NEXT, same.index(wanted)),
    )
    return [*(Press(button) for button, times in steps for _ in range(times)), Press(Button.YES)]


def _tick_presses(question: Choose, answer: Sequence[Any]) -> list[Press]:
    values = [option.value for option in question.options]
    steps = [*question.picked, *answer] if tuple(question.picked) != tuple(answer) else []
    presses: list[Press] = []
    at = 0
    for value in steps:
        presses += [*moves(at, values.index(value), len(values)), _YES]
        at = values.index(value)
    return [*presses, _DONE]


def _fill_presses(question: Fill, numbers: dict[Any, int]) -> list[Press]:
    presses: list[Press] = []
    for index, row in enumerate(question.rows):
        step = numbers[row.value] - row.number
        presses += [_NEXT] if index else []
        presses += [_MORE if step > 0 else _LESS] * abs(step)
    return [*presses, _YES]


def _path_to(nodes: Sequence[Node], value: Any) -> tuple[int, ...] | None:
    for index, node in enumerate(nodes):
        if not node.children and node.value == value:
            return (index,)
        below = _path_to(node.children, value)
        if below is not None:
            return (index, *below)
    return None
