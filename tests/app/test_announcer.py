"""What is spoken at each level, what cuts what short, and what people can ask."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import intents
from companion.app.cues import for_ear
from companion.app.eye_thread import EyeReport
from companion.app.headless import HeadlessApp
from companion.app.preferences import Preferences, Remembered
from companion.locale import load_locale
from companion.screens.view import Settings, View
from hardware.frames import CameraState
from hardware.signals import Button, Press, PressKind
from tests.app.ear import Ear
from tests.app.steady import steady
from vision.watch.settle import Phase

HEADER = {"record": 1, "game": "ascent", "players": ["Ann", "Ben"]}
HOLD = PressKind.HELD


class Table:
    """A game under way with an ear; everything that waits is let out before it is asked what was heard."""

    def __init__(self, folder: Path, level: str, language: str = "en", ear: Ear | None = None) -> None:
        self.ear = ear or Ear()
        settings = Settings(language=language, voice=level)
        preferences = Preferences(Remembered(settings=settings))
        self.app = HeadlessApp(folder, lambda: 0.0, preferences=preferences, voice=self.ear)
        self.app.loop.dispatch(intents.StartGame(HEADER), 0.0)
        self.seconds = 0.0
        self.app.loop.turn(0.0)

    def see(self, table: str) -> None:
        self.app.game.see(EyeReport(0.0, Phase.STILL, CameraState.RUNNING, steady(table)), self.seconds)
        self.app.loop.show(self.seconds)

    def press(self, button: Button, kind: PressKind = PressKind.PRESSED) -> None:
        self.seconds += 1.0
        self.app.loop.press(Press(button, kind), self.seconds)

    def heard(self) -> list[str]:
        """All that is said until the voice has nothing more to say."""
        while self.ear.is_speaking:
            self.ear.is_speaking = False
            self.app.loop.turn(self.seconds)
        return self.ear.take()


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def make(level: str, **more: object) -> Table:
        tables.append(Table(tmp_path, level, **more))  # type: ignore[arg-type]
        return tables[-1]

    yield make
    for table in tables:
        table.app.close()


def lay_two(table: Table) -> None:
    table.see("green-5 1.1")
    table.press(Button.YES)
    table.heard()
    table.see("green-5 1.1, red-7 1.2")


def test_only_verdicts_says_the_ruling_and_the_discards(sit: Callable[..., Table]) -> None:
    table = sit("verdicts")
    assert table.heard() == ["The voice is on."]
    lay_two(table)
    assert table.heard() == ["Legal.", "Ben discards 2."]
    table.press(Button.YES)
    assert table.heard() == []


def test_discards_are_heard_though_somebody_presses_before_they_are_said(sit: Callable[..., Table]) -> None:
    table = sit("verdicts")
    lay_two(table)
    table.press(Button.YES)  # while the ruling is said
    assert table.heard() == ["Legal.", "Ben discards 2."]


def test_a_card_in_doubt_that_may_be_one_only_is_asked_for_by_its_name(sit: Callable[..., Table]) -> None:
    table = sit("verdicts")
    table.heard()
    table.see("? 1.1 green-5")
    assert table.heard()[0] == "Which card is it?"


def test_turns_too_says_who_plays_what(sit: Callable[..., Table]) -> None:
    table = sit("turns")
    assert table.heard() == ["The voice is on.", "Ann to play."]
    lay_two(table)
    played = "Ben plays red 7 on row 1, place 2."
    assert table.heard() == ["Legal.", played, "Ben discards 2."]
    table.press(Button.YES)
    assert table.heard() == ["Ann to play."]


def test_everything_says_the_buttons_and_the_chosen_line(sit: Callable[..., Table]) -> None:
    table = sit("everything")
    first = table.heard()
    assert first[0].startswith("The voice is on. Hold button 3")
    assert "Button 2: Menu, hold: undo." in first
    table.press(Button.NO)
    title, chosen, *_ = table.heard()
    assert title == "Menu."
    assert re.fullmatch(r"Say what is on the table\. Line 1 of \d+\.", chosen)
    table.press(Button.NEXT)
    (chosen,) = table.heard()
    assert re.fullmatch(r"Say what has changed\. Line 2 of \d+\.", chosen)


def test_french_is_spoken_in_french(sit: Callable[..., Table]) -> None:
    table = sit("turns", language="fr")
    lay_two(table)
    assert table.heard() == [
        *("Permis.", "Ben joue le 7 rocheux en rangée 1, emplacement 2.", "Ben défausse 2."),
    ]
    assert {speech.language for speech in table.ear.speeches} == {"fr"}


def test_an_illegal_card_is_told_with_its_reason(sit: Callable[..., Table]) -> None:
    table = sit("verdicts")
    lay_two(table)
    table.press(Button.YES)
    table.heard()
    table.see("green-5 1.1, red-7 1.2, blue-1 4.1")
    heard = table.heard()
    assert heard[0] == "Not allowed."
    assert heard[1].endswith(".")


def test_a_verdict_cuts_a_turn_short_but_a_notice_waits_for_a_verdict(sit: Callable[..., Table]) -> None:
    table = sit("everything")
    table.see("green-5 1.1")
    assert table.ear.heard[-1] == "Legal."
    assert table.app.game.controller is not None
    table.app.game.controller.restoring = True  # a notice appears
    table.app.loop.show(0.0)
    assert table.ear.heard[-1] == "Legal."
    assert "Put the table back as it was." in table.heard()
    table.ear.cut.clear()
    table.press(Button.YES)
    assert table.ear.heard[-1] == "Ben to play."
    table.see("green-5 1.1, red-7 1.2")
    assert table.ear.cut == ["Ben to play."]
    assert table.ear.heard[-1] == "Legal."


def test_a_press_cuts_short_what_is_being_said(sit: Callable[..., Table]) -> None:
    table = sit("turns")
    table.heard()
    table.see("green-5 1.1")
    table.press(Button.YES)
    assert table.ear.cut == ["Legal."]
    assert "Ben to play." in table.heard()


def test_one_press_silences_the_voice_and_one_lets_it_speak_again(sit: Callable[..., Table]) -> None:
    table = sit("turns")
    table.heard()
    table.press(Button.ACTION, HOLD)
    assert table.heard() == ["The voice is silent."]
    lay_two(table)
    assert table.heard() == []
    table.press(Button.ACTION, HOLD)
    assert table.heard()[0] == "The voice is on."
    table.press(Button.YES)
    assert "Ann to play." in table.heard()


@pytest.mark.parametrize("level", ["verdicts", "everything"])
def test_what_lies_here_is_answered_at_every_level(level: str, sit: Callable[..., Table]) -> None:
    table = sit(level)
    lay_two(table)
    table.press(Button.YES)
    table.heard()
    table.press(Button.NEXT, HOLD)
    (told,) = table.heard()
    assert told.startswith("Row 1: place 1, green 5; place 2, red 7. ")
    assert "Ann: hand " in told
    assert told.endswith("Ben discards 2. Ann to play.")


def test_what_changed_tells_the_last_move_what_waits_and_the_buttons(sit: Callable[..., Table]) -> None:
    table = sit("verdicts")
    lay_two(table)
    table.heard()
    table.press(Button.DISCARD, HOLD)
    heard = table.heard()
    assert heard[0] == "Ann plays green 5 on row 1, place 1."
    assert heard[1:3] == ["Legal.", "Ben plays red 7 on row 1, place 2."]
    assert "Button 1: Confirm." in heard


def test_the_menu_asks_the_same(sit: Callable[..., Table]) -> None:
    table = sit("everything")
    table.press(Button.NO)
    table.press(Button.YES)
    assert any("No card lies on the table." in each for each in table.heard())
    for button in (Button.NO, Button.NEXT, Button.NEXT, Button.YES):
        table.press(button)
    assert table.heard()[-1] == "The voice is silent."


def test_off_means_silence_and_buttons_as_ever(sit: Callable[..., Table]) -> None:
    table = sit("off")
    lay_two(table)
    for button in (Button.NEXT, Button.DISCARD, Button.ACTION):
        table.app.loop.dispatch(intents.AskAloud("table"), 0.0)
        table.app.loop.dispatch(intents.MuteVoice(), 0.0)
        table.press(button, HOLD)
    assert table.heard() == []


def test_without_a_voice_it_is_said_once_on_the_screen(sit: Callable[..., Table]) -> None:
    table = sit("verdicts", ear=Ear("none"))
    locale = load_locale("en")
    assert "espeak-ng" in table.app.announcer.notices(locale)[0].text
    table.press(Button.NEXT)
    assert table.app.announcer.notices(locale) == ()


def test_turning_it_off_while_it_speaks_is_silence_at_once(sit: Callable[..., Table]) -> None:
    table = sit("everything")
    table.app.loop.dispatch(intents.ChangeSetting("voice", "off"), 0.0)
    table.app.loop.show(0.0)
    assert not table.ear.is_speaking
    table.heard()
    table.see("green-5 1.1")
    assert table.heard() == []


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("on 1.1", "on row 1, place 1"),
        ("3.2, 9.9 and 4.5 mm", "row 3, place 2, 9.9 and 4.5 mm"),
        ("A\u00a0–\u00a0E", "A to E"),
        ("3–4–5", "3, 4, 5"),
        ("red 9 · 1.2", "red 9, row 1, place 2"),
        ("Blue 6. 1.3. and so on", "Blue 6. Row 1, place 3. And so on"),
    ],
)
def test_signs_are_made_for_the_ear(text: str, spoken: str, sit: Callable[..., Table]) -> None:
    view = sit("off").app.views.current()
    assert for_ear(text, view) == spoken
    assert for_ear("1.1", View(load_locale("en"))) == "1.1"  # there is no table: no place
