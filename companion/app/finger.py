"""A finger that finds its way: a wish comes in, the presses that lead there through the screens go out.

It tries the five buttons on copies of the screens, nearest first, until one says what is wished for. The
demonstration presses this way, and tests prove with it that everything can be reached with five buttons.
"""

from collections import deque
from collections.abc import Callable

from companion.buttons import Button, Press
from companion.intents import Intent
from companion.screens.base import Screen
from companion.screens.navigator import Navigator
from companion.views.values import View

MOST_STEPS = 4000
Wish = Callable[[Intent], bool]


def find_presses(
    navigator: Navigator, view: View, wish: Wish, most: int = MOST_STEPS
) -> tuple[Press, ...] | None:
    """The shortest presses after which the app hears the wished intent; None if there are none."""
    start = (navigator.base, navigator.above)
    queue: deque[tuple[tuple[Screen, tuple[Screen, ...]], tuple[Press, ...]]] = deque([(start, ())])
    known = {repr(start)}
    while queue and most:
        (base, above), presses = queue.popleft()
        for button in Button:
            most -= 1
            press = Press(button)
            copy = copied(base, above, view)
            intent = copy.press(press)
            if intent is not None and wish(intent):
                return (*presses, press)
            state = (copy.base, copy.above)
            if intent is None and repr(state) not in known:
                known.add(repr(state))
                queue.append((state, (*presses, press)))
    return None


def copied(base: Screen, above: tuple[Screen, ...], view: View) -> Navigator:
    """The screens as they stand, to be tried on."""
    copy = Navigator()
    copy.base, copy.above, copy.view = base, above, view
    return copy
