"""The demonstration's window: who watches sees table, screen and commentary, and may close it at any time."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.locale import load_locale
from companion.screens import painting
from companion.screens.palette import Hue, Weight
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.play import Demo, Plan
from companion.simulation.demo.window import LEAST_WORDS_PX, WIDE, DemoWindow, lay_out
from hardware.signals import Button
from hardware.simulated import FRAME_SECONDS
from tests.app.clear_eye import make_clear_eye

SIZES = [(480, 320), (800, 480), (1280, 720)]


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, milliseconds: int) -> int:
        self.seconds += milliseconds / 1000
        return milliseconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pygame.time, "wait", clock.wait)
    return clock


@pytest.fixture
def window() -> Iterator[DemoWindow]:
    window = DemoWindow(load_locale("en"), (480, 320))
    yield window
    window.close()


def make_demo(folder: Path, window: DemoWindow, language: str = "en", events: int = 1) -> Demo:
    plan = Plan(demo_header("ascent", 2), 1, events, mishaps=False, size_px=(640, 360))
    return Demo(plan, folder, make_clear_eye, window.tell, load_locale(language))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_window_has_room_for_screen_and_commentary(width: int, height: int) -> None:
    rooms = lay_out(width, height)
    assert rooms.screen.w >= 480
    assert rooms.words.h >= 3 * painting.line_height(Weight.REGULAR, LEAST_WORDS_PX)
    assert (rooms.table is not None) is (width >= WIDE)
    boxes = [box for box in (rooms.screen, rooms.words, rooms.table) if box is not None]
    assert sum(box.w * box.h for box in boxes) == width * height


def test_the_window_shows_something_before_the_table_is_ready(window: DemoWindow) -> None:
    assert is_inked(window, lay_out(480, 320).words.y)


def is_inked(window: DemoWindow, from_row: int) -> bool:
    pixels = pygame.surfarray.array3d(window.surface)[:, from_row:]
    return bool((pixels != Hue.NIGHT).any())


def test_it_plays_at_human_speed(tmp_path: Path, window: DemoWindow, clock: Clock) -> None:
    demo = make_demo(tmp_path, window)
    result = window.play(demo, clock)
    assert result is not None
    assert result.good
    assert clock.seconds >= result.seconds - FRAME_SECONDS
    assert window.lines[-1].strip().startswith("confirmed")


def test_the_end_stays_for_a_while(tmp_path: Path, window: DemoWindow, clock: Clock) -> None:
    demo = make_demo(tmp_path, window)
    window.play(demo, clock)
    before = clock.seconds
    window.linger(demo, clock)
    assert clock.seconds - before > 5


@pytest.mark.parametrize(
    "event",
    [pygame.event.Event(pygame.QUIT), pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE)],
    ids=["closed", "escape"],
)
def test_closing_the_window_ends_it(
    tmp_path: Path, window: DemoWindow, clock: Clock, event: pygame.event.Event
) -> None:
    demo = make_demo(tmp_path, window)
    pygame.event.post(event)
    assert window.play(demo, clock) is None
    assert clock.seconds < 1


def test_a_window_closed_while_a_button_is_pressed_ends_it_too(
    tmp_path: Path, window: DemoWindow, clock: Clock
) -> None:
    demo = make_demo(tmp_path, window, events=3)
    push = demo.stage.push

    def push_and_close(button: Button, down_seconds: float) -> None:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        push(button, down_seconds)

    demo.stage.push = push_and_close  # type: ignore[method-assign]
    assert window.play(demo, clock) is None


def test_screen_and_commentary_speak_one_language(tmp_path: Path, window: DemoWindow, clock: Clock) -> None:
    demo = make_demo(tmp_path, window, "fr")
    window.play(demo, clock)
    canvas = demo.stage.navigator.canvas
    assert canvas is not None
    assert "Journal" in {inked.text for inked in canvas.inked}
    assert window.lines[-1].strip().startswith("confirmé")


def test_a_resized_window_is_drawn_anew(tmp_path: Path, window: DemoWindow) -> None:
    demo = make_demo(tmp_path, window)
    next(demo.frames())
    demo.step()
    window.draw(demo)
    pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
    window.draw(demo)
    assert demo.stage.navigator.canvas is not None
    assert demo.stage.navigator.canvas.box.w == 768
    demo.stage.close()
