"""The window: the whole height is used, buttons can be pressed, the screen turns and grows dark at night."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion import intents
from companion.app.app import App
from companion.config import Loaded, parse
from hardware.signals import Button, Press, PressKind


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    config, problems = parse('language = "en"\n')
    app = App(Loaded(config, tmp_path / "config.toml", problems), simulated=True, seed=1)
    yield app
    app.close()


def mouse(app: App, kind: int, at: tuple[int, int], seconds: float) -> None:
    app.window.take(pygame.event.Event(kind, pos=at, button=1), seconds)


def test_a_button_of_the_device_is_pressed_and_held_with_the_mouse(laptop: App) -> None:
    heard: list[Press] = []
    laptop.loop.press = lambda press, seconds: heard.append(press)  # type: ignore[method-assign]
    assert laptop.window.frame is not None
    at = laptop.window.frame.button_boxes()[Button.NEXT].centre
    for start, length in ((1.0, 0.2), (5.0, 2.0)):
        mouse(laptop, pygame.MOUSEBUTTONDOWN, at, start)
        laptop.loop.follow_buttons(start + length)
        mouse(laptop, pygame.MOUSEBUTTONUP, (3, 3), start + length)
        laptop.loop.follow_buttons(start + length + 1)
    assert [press for press in heard if press.kind is not PressKind.RELEASED] == [
        Press(Button.NEXT),
        Press(Button.NEXT, PressKind.HELD),
    ]


def test_a_finger_on_the_shown_screen_touches_what_is_drawn_there(laptop: App) -> None:
    touched: list[tuple[int, int]] = []
    laptop.loop.touch = lambda x, y, seconds: touched.append((x, y))  # type: ignore[method-assign]
    box, drawn = laptop.window.screen_box, laptop.window.screen.get_size()
    mouse(laptop, pygame.MOUSEBUTTONDOWN, (box.x, box.y), 0.0)
    mouse(laptop, pygame.MOUSEBUTTONDOWN, (box.right - 1, box.bottom - 1), 0.0)
    assert touched[0] == (0, 0)
    assert drawn[0] - 3 <= touched[1][0] < drawn[0]
    assert drawn[1] - 3 <= touched[1][1] < drawn[1]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_the_screen_turns_while_it_runs_and_fingers_with_it(laptop: App, rotation: int) -> None:
    laptop.main.turn()
    zone = laptop.loop.screens.canvas.zones[0].box  # type: ignore[union-attr]
    laptop.loop.dispatch(intents.ChangeSetting("rotation", rotation), 0.0)
    laptop.main.turn()
    window = laptop.window
    shown = window.whole.subsurface(tuple(getattr(window.screen_box, each) for each in "xywh"))
    width, height = window.screen.get_size()
    assert (shown.get_width() > shown.get_height()) is (rotation == 180)
    spot = (zone.x + 3, zone.y + 3)
    turned = {
        90: (height - 1 - spot[1], spot[0]),
        180: (width - 1 - spot[0], height - 1 - spot[1]),
        270: (spot[1], width - 1 - spot[0]),
    }
    assert window.unrotated(*turned[rotation]) == spot


def test_the_screen_is_darker_at_night_and_only_then(laptop: App) -> None:
    hour = [20]
    laptop.window._hour = lambda: hour[0]
    for name, value in (("night_brightness", 50), ("night_from", 21), ("night_to", 6)):
        laptop.loop.dispatch(intents.ChangeSetting(name, value), 0.0)
    laptop.loop.show(0.0)
    levels, drawn = [], []
    for now in (20, 21, 23, 0, 5, 6):
        hour[0] = now
        drawn.append(laptop.window.draw(float(now)))
        laptop.window.screen.fill((200, 200, 200))
        levels.append(laptop.window.dimmed().get_at((0, 0))[0])
    assert levels == [200, 100, 100, 100, 100, 200]
    assert drawn == [True, True, False, False, False, True]  # an hour without a change draws nothing


def test_an_idle_window_draws_nothing(laptop: App) -> None:
    laptop.loop.dispatch(intents.StartGame({"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}), 0.0)
    laptop.loop.show(0.0)
    laptop.window.draw(0.0)
    laptop.window.draw(10.0)
    assert not laptop.window.draw(20.0)


def test_a_finger_on_the_words_of_a_button_can_hold_it(laptop: App) -> None:
    """Who has only a touch screen can undo, and leave the end of a game."""
    laptop.main.turn()
    heard: list[Press] = []
    laptop.loop.press = lambda press, seconds: heard.append(press)  # type: ignore[method-assign]
    box = laptop.window.screen_box
    at = (box.x + round(box.w * 0.3), box.bottom - 12)  # the second of five
    mouse(laptop, pygame.MOUSEBUTTONDOWN, at, 5.0)
    laptop.loop.follow_buttons(7.0)
    mouse(laptop, pygame.MOUSEBUTTONUP, at, 7.0)
    laptop.loop.follow_buttons(7.1)
    assert [press for press in heard if press.kind is not PressKind.RELEASED] == [
        Press(Button.NO, PressKind.HELD)
    ]
