"""Messages to systemd, read from a real datagram socket."""

import os
import socket

import pytest

from hardware.watchdog import Notifier, Watchdog, watchdog_period


@pytest.fixture
def listener(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(tmp_path / "notify"))
        channel.settimeout(5)
        yield channel


def make(listener, *parts: str) -> Watchdog:
    environment = {"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "20000000"}
    return Watchdog.from_environment(parts, start_seconds=0.0, environment=environment)


def heard(listener) -> list[bytes]:
    listener.setblocking(False)
    messages = []
    while True:
        try:
            messages.append(listener.recv(1000))
        except BlockingIOError:
            return messages


def test_systemd_hears_ready_and_stopping(listener):
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": listener.getsockname()})
    assert notifier.ready()
    assert notifier.stopping()
    assert heard(listener) == [b"READY=1", b"STOPPING=1"]


def test_a_socket_without_a_file_is_reached_too():
    name = f"companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind("\0" + name)
        assert Notifier("@" + name).ready()
        assert channel.recv(100) == b"READY=1"


def test_without_systemd_everything_is_silent():
    assert not Notifier.from_environment({}).ready()
    watchdog = Watchdog.from_environment(("loop",), start_seconds=0.0, environment={})
    watchdog.beat("loop", 1.0)
    assert not watchdog.feed(1.0)
    assert watchdog.late(1e9) == ()


def test_a_socket_that_is_gone_is_no_crash(tmp_path):
    assert not Notifier(str(tmp_path / "nobody")).ready()


def test_the_watchdog_is_fed_while_loop_and_eye_are_alive(listener):
    watchdog = make(listener, "loop", "eye")
    for seconds in range(60):
        watchdog.beat("loop", seconds)
        watchdog.beat("eye", seconds)
        fed = watchdog.feed(seconds)
        assert heard(listener) == [b"WATCHDOG=1"] * (seconds % 5 == 0)
        assert fed == (seconds % 5 == 0)


def test_a_listener_that_does_not_listen_never_stops_the_loop(listener):
    notifier = Notifier(listener.getsockname())
    assert [notifier.ready() for _ in range(1000)][-1] is False


def test_a_dead_eye_starves_the_watchdog(listener):
    watchdog = make(listener, "loop", "eye")
    watchdog.beat("eye", 5.0)
    for seconds in range(100):
        watchdog.beat("loop", seconds)
        watchdog.feed(seconds)
    assert watchdog.late(99) == ("eye",)
    assert heard(listener) == [b"WATCHDOG=1"] * 4  # at 0, 5, 10 and 15, then never again


def test_an_unknown_part_cannot_beat(listener):
    with pytest.raises(KeyError):
        make(listener, "loop").beat("lungs", 1.0)


@pytest.mark.parametrize(
    ("environment", "period"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_period_is_the_one_meant_for_us(environment, period):
    assert watchdog_period(environment) == period
