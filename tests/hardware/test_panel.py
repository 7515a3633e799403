"""The whole panel on mock pins: what fingers do to the wires is what the app is told."""

import os
import random
import threading
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.board import default_factory
from hardware.panel import Panel, Pins
from hardware.signals import Button, Press, PressKind, Signal, Sound

PINS = Pins(yes=5, no=6, next=13, discard=19, action=26, green=16, red=20, buzzer=21)


@pytest.fixture
def panel(clock, board):
    with Panel(PINS, pin_factory=board, clock=clock) as panel:
        yield panel


def drive(board, name: str, down: bool) -> None:
    pin = board.pin(PINS.of(Button(name)))
    if down:
        pin.drive_low()
    else:
        pin.drive_high()


def told(panel: Panel) -> list[str]:
    return [spell(press) for press in panel.poll()]


def spell(press: Press) -> str:
    return f"{press.button.value} {press.kind.value}"


def test_a_press_on_the_wire_is_a_press_for_the_app(panel, board, clock):
    drive(board, "yes", True)
    clock.wait(0.01)
    assert [(event.button, event.kind, event.seconds) for event in panel.poll()] == [
        (Button.YES, PressKind.PRESSED, 100.0)
    ]
    drive(board, "yes", False)
    clock.wait(0.05)
    assert told(panel) == ["yes released"]


def test_nothing_is_told_before_the_poll_and_nothing_twice(panel, board, clock):
    drive(board, "next", True)
    clock.wait(0.1)
    drive(board, "next", False)
    clock.wait(0.1)
    assert told(panel) == ["next pressed", "next released"]
    assert told(panel) == []


def test_no_held_for_a_second_is_undo_and_not_a_refusal(panel, board, clock):
    drive(board, "no", True)
    clock.wait(0.9)
    assert told(panel) == []
    clock.wait(0.2)
    assert told(panel) == ["no held"]
    drive(board, "no", False)
    clock.wait(0.1)
    assert told(panel) == ["no released"]


def test_released_just_before_the_hold_time_is_a_press(panel, board, clock):
    drive(board, "no", True)
    clock.wait(0.99)
    drive(board, "no", False)
    clock.wait(0.015)
    assert told(panel) == []
    clock.wait(0.02)
    assert told(panel) == ["no pressed", "no released"]


def test_six_thousand_bouncing_presses_in_a_minute(panel, board, clock):
    """100 presses a second over five buttons, each edge fluttering: all told, none invented, in order."""
    chance = random.Random(7)
    plan = []
    for number in range(6000):
        name = list(Button)[number % 5].value
        for moment, down in ((number * 0.01, True), (number * 0.01 + 0.02, False)):
            plan += [
                (100 + moment, name, down),
                (100 + moment + chance.uniform(0.0002, 0.0008), name, not down),
            ]
            plan += [(100 + moment + chance.uniform(0.0010, 0.0020), name, down)]
    events, next_poll = [], 100.016
    for seconds, name, down in sorted(plan):
        while next_poll < seconds:
            clock.seconds = next_poll
            events += panel.poll()
            next_poll += 0.016
        clock.seconds = seconds
        drive(board, name, down)
    clock.wait(1)
    events += panel.poll()
    pressed = [event.button for event in events if event.kind is PressKind.RELEASED]
    assert pressed == [list(Button)[number % 5] for number in range(6000)]
    assert sum(event.kind is PressKind.PRESSED for event in events) == 6000
    assert not any(event.kind is PressKind.HELD for event in events)


def test_five_at_once_while_fluttering(panel, board, clock):
    """All five go down within five milliseconds, each fluttering for twenty, and come up in another order."""
    names = [button.value for button in (Button.ACTION, Button.YES, Button.NO, Button.DISCARD, Button.NEXT)]
    plan = []
    for index, name in enumerate(names):
        plan += [(100 + index * 0.001 + step * 0.002, name, step % 2 == 0) for step in range(11)]
    for index, name in enumerate(reversed(names)):
        plan += [(100.5 + index * 0.001 + step * 0.002, name, step % 2 == 1) for step in range(11)]
    events = []
    for seconds, name, down in sorted(plan):
        clock.seconds = seconds
        drive(board, name, down)
        events += panel.poll()
    clock.wait(0.1)
    events += panel.poll()
    pressed = [event.button.value for event in events if event.kind is PressKind.PRESSED]
    assert pressed == ["action", "yes", "discard", "next", "no"]  # no tells when it comes up: it may be held
    released = [event.button.value for event in events if event.kind is PressKind.RELEASED]
    assert released == list(reversed(names))
    assert len(events) == 10


def test_one_held_while_others_are_pressed(panel, board, clock):
    drive(board, "no", True)
    clock.wait(0.01)
    seen = []
    for _ in range(15):
        drive(board, "next", True)
        clock.wait(0.05)
        seen += told(panel)
        drive(board, "next", False)
        clock.wait(0.05)
        seen += told(panel)
    drive(board, "no", False)
    clock.wait(0.05)
    seen += told(panel)
    assert seen.count("next pressed") == seen.count("next released") == 15
    assert [event for event in seen if event.startswith("no")] == ["no held", "no released"]
    assert seen.index("no held") == 20  # after ten presses of a tenth of a second


def test_presses_from_many_threads_all_arrive(clock):
    """Callbacks come from threads of the pin library; they only queue, and the loop gets everything."""

    def tap(button: Button) -> None:
        for number in range(500):
            panel.inject(button, True, 100 + number * 0.01)
            panel.inject(button, False, 100 + number * 0.01 + 0.005)

    with Panel(None, clock=clock) as panel:
        threads = [threading.Thread(target=tap, args=(button,)) for button in Button]
        for thread in threads:
            thread.start()
        events = []
        while any(thread.is_alive() for thread in threads):
            events += panel.poll(200.0)
        for thread in threads:
            thread.join()
        events += panel.poll(200.0)
    for button in Button:
        mine = [event.kind for event in events if event.button is button]
        assert mine == [PressKind.PRESSED, PressKind.RELEASED] * 500


def test_an_edge_lost_on_the_way_is_made_good(panel, board, clock):
    board.pin(PINS.yes)._state = False  # the level changed and no callback came
    told(panel)
    clock.wait(0.02)
    assert told(panel) == ["yes pressed"]


def test_a_callback_that_comes_late_still_knows_when_it_was(panel, board, clock):
    """Both edges of a 30 ms press are delivered together, a second late."""
    drive(board, "yes", True)
    clock.wait(0.03)
    drive(board, "yes", False)
    clock.wait(1.0)
    assert [(spell(event), round(event.seconds, 3)) for event in panel.poll()] == [
        ("yes pressed", 100.0),
        ("yes released", 100.03),
    ]


def test_keys_are_the_same_buttons(panel, clock):
    panel.inject(Button.YES, True, 100.0)
    panel.inject(Button.NO, True, 100.1)
    clock.seconds = 101.5
    assert told(panel) == ["yes pressed", "yes held", "no held"]


def test_without_pins_it_says_so_once_and_the_keyboard_goes_on(clock, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonesuch")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    with Panel(PINS, pin_factory=None, clock=clock) as panel:
        assert [problem.part for problem in panel.problems] == ["pins"]
        assert not panel.has_pins
        panel.inject(Button.YES, True, 100.0)
        assert told(panel) == ["yes pressed"]
        panel.show(Signal.LEGAL)
        panel.play(Sound.WON)


def test_the_pin_library_starts_in_a_folder_it_can_write(tmp_path, monkeypatch):
    """lgpio makes a pipe where it starts, and a service starts where nothing can be written."""
    seen = []

    def factory():
        Path(os.environ["LG_WD"], ".lgd-nfy0").touch()
        seen.append((Path.cwd() / ".lgd-nfy0").exists())
        return MockFactory()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LG_WD", "/nonesuch")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setattr("gpiozero.Device._default_pin_factory", factory)
    assert isinstance(default_factory(), MockFactory)
    assert seen == [True]
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_panel_without_pins_on_purpose_has_no_complaint(clock):
    with Panel(None, clock=clock) as panel:
        assert panel.problems == ()


def test_one_bad_pin_costs_one_part_only(clock, board):
    pins = Pins(yes=5, no=6, next=13, discard=19, action=99, green=16, red=5, buzzer=21)
    with Panel(pins, pin_factory=board, clock=clock) as panel:
        assert [problem.part for problem in panel.problems] == ["action", "red"]
        board.pin(5).drive_low()
        clock.wait(0.1)
        assert told(panel) == ["yes pressed"]


def test_closing_twice_is_fine_and_gives_the_pins_back(clock, board):
    panel = Panel(PINS, pin_factory=board, clock=clock)
    panel.show(Signal.LEGAL)
    panel.close()
    panel.close()
    assert panel.poll() == []
    again = Panel(PINS, pin_factory=board, clock=clock)
    assert again.problems == ()
    again.close()


def test_green_is_legal_and_red_is_not(panel, board):
    for signal, green, red in [(Signal.LEGAL, 1, 0), (Signal.ILLEGAL, 0, 1), (Signal.OFF, 0, 0)]:
        panel.show(signal)
        assert (board.pin(16).state, board.pin(20).state) == (green, red)


def test_both_blink_together_when_unsure(panel, board, clock):
    panel.show(Signal.UNSURE)
    seen = []
    for _ in range(4):
        panel.poll()
        seen.append((board.pin(16).state, board.pin(20).state))
        clock.wait(0.5)
    assert seen == [(1, 1), (0, 0), (1, 1), (0, 0)]


def test_the_eye_knows_when_our_lights_change(panel, clock):
    assert panel.last_light_change_seconds == float("-inf")
    panel.show(Signal.LEGAL)
    clock.wait(1)
    panel.show(Signal.LEGAL)
    panel.poll()
    assert panel.last_light_change_seconds == 100.0
    clock.wait(1)
    panel.show(Signal.UNSURE)
    assert panel.last_light_change_seconds == 102.0
    clock.wait(0.6)
    panel.poll()
    assert panel.last_light_change_seconds == 102.6


def test_brightness_dims_the_lights_where_the_pins_can(clock, board):
    with Panel(PINS, pin_factory=board, clock=clock, brightness=0.25) as panel:
        panel.show(Signal.ILLEGAL)
        assert board.pin(20).state == 0.25


def test_lights_work_on_pins_that_cannot_dim(clock):
    factory = MockFactory(pin_class=MockPin)
    with Panel(PINS, pin_factory=factory, clock=clock, brightness=0.25) as panel:
        panel.show(Signal.ILLEGAL)
        assert factory.pin(20).state == 1
        assert [problem.part for problem in panel.problems] == ["buzzer"]
    factory.reset()


def pitches(panel, board, clock, seconds: float) -> list[int]:
    heard = [0]
    for _ in range(int(seconds / 0.01)):
        frequency = board.pin(21).frequency
        pitch = round(frequency) if frequency and board.pin(21).state else 0
        if pitch != heard[-1]:
            heard.append(pitch)
        clock.wait(0.01)
        panel.poll()
    return heard


def test_every_cue_has_a_tune_of_its_own_and_ends_in_silence(panel, board, clock):
    heard = {}
    for sound in Sound:
        panel.play(sound)
        heard[sound] = tuple(pitches(panel, board, clock, 2.0))
    assert heard[Sound.LEGAL] == (0, 659, 880, 0)
    assert len(set(heard.values())) == len(Sound)
    assert all(tune[-1] == 0 and len(tune) > 2 for tune in heard.values())


def test_a_new_cue_takes_the_place_of_the_old(panel, board, clock):
    panel.play(Sound.LOST)
    panel.play(Sound.LEGAL)
    assert pitches(panel, board, clock, 1.0) == [0, 659, 880, 0]


def test_muted_is_silent(clock, board):
    with Panel(PINS, pin_factory=board, clock=clock, muted=True) as panel:
        panel.play(Sound.WON)
        assert pitches(panel, board, clock, 1.0) == [0]
