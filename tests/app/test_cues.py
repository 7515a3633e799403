"""Lights and sounds: each comes with what is new."""

from pathlib import Path
from typing import cast

import pytest

from companion.app.cues import CuePlayer
from companion.app.game_controller import GameController
from companion.app.preferences import Preferences
from companion.games.events import Note
from companion.games.values import Outcome
from companion.record.session import Session
from hardware.panel import Panel
from hardware.signals import Signal, Sound
from tests.app.steady import steady


class Loud:
    """A panel and a loudspeaker of which only the sounds matter."""

    def __init__(self) -> None:
        self.light, self.heard = Signal.OFF, list[Sound]()

    def show(self, light: Signal, seconds: float) -> None:
        self.light = light

    def play(self, sound: Sound, seconds: float) -> None:
        self.heard.append(sound)


@pytest.mark.parametrize(
    ("table", "light", "sound"),
    [("green-5 1.1", Signal.LEGAL, Sound.LEGAL), ("green-5 2.1", Signal.ILLEGAL, Sound.ILLEGAL)],
)
def test_a_sound_comes_once_with_what_is_new_and_again_in_another_game(
    tmp_path: Path, table: str, light: Signal, sound: Sound
) -> None:
    loud = Loud()
    player = CuePlayer(cast(Panel, loud), Preferences())
    for when in (0.0, 1.0):
        session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, when)
        controller = GameController(session)
        player.show(controller, 0.0)
        controller.on_table_seen(steady(table), 1.0)
        player.show(controller, 1.0)
        player.show(controller, 2.0)
        assert (loud.light, loud.heard) == (light, [sound])
        loud.heard.clear()
    player.show(None, 3.0)
    assert (loud.light, loud.heard) == (Signal.OFF, [])


def test_the_end_of_a_game_is_heard_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loud, session = Loud(), Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    player, controller = CuePlayer(cast(Panel, loud), Preferences()), GameController(session)
    player.show(controller, 0.0)
    session.play(Note(text="nothing new"), when=1.0)
    player.show(controller, 1.0)
    assert loud.heard == []
    monkeypatch.setattr(Session, "outcome", Outcome.LOST)
    player.show(controller, 2.0)
    player.show(controller, 3.0)
    assert loud.heard == [Sound.LOST]
