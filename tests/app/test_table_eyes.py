"""An evening that begins with no deck at all, through the app's own eye, screens and buttons.

The cards are those of a painter that training never saw; time is simulated, and the eye takes one frame a step.
"""

import shutil
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.app.bundles import BundleRecorder
from companion.app.devices import Cameras
from companion.app.evening_recorder import EveningRecorder, list_evenings, read_lines
from companion.app.evening_report import measure_evening
from companion.app.eye_thread import EyeThread
from companion.app.headless import HeadlessApp
from companion.app.preferences import Preferences, Remembered
from companion.app.table_eyes import TableEyes
from companion.decks import load_deck as load_game
from companion.games.events import Event
from companion.intents import AnswerQuestion, Confirm, CorrectCard, Undo
from companion.locale import load_locale
from companion.record.session import Session
from companion.screens.menus import Menu
from companion.screens.view import Settings
from companion.simulation.dealer import play_out
from companion.simulation.demo.hands import Frames, Hands, pause
from companion.simulation.demo.headers import demo_header
from companion.simulation.demo.simulated_players import People
from companion.simulation.demo.stage import HOLD_SECONDS, Stage, SteppedEye
from companion.simulation.strange_faces import StrangeFaces
from companion.table.layout import load_layout
from hardware.frames import Camera
from hardware.panel import Panel
from hardware.signals import Button
from hardware.simulated import SimulatedCamera, SimulatedTable, Thing
from hardware.watchdog import Watchdog
from vision.decks import load_deck
from vision.lab.scene import MILD
from vision.learning import Sighting
from vision.read.patch import SIDE_PX

SEED = 3
LAID = ("blue-4", "green-5", "blue-12", "bridge", "green-12")  # the first cards of the game that it deals
_TELLS = load_locale("en").say("app.learns-cards")


class OneTable(Cameras):
    """A camera over one table, in the stage's time."""

    def __init__(self, table: SimulatedTable, stage: Stage) -> None:
        self._table, self._stage = table, stage

    def watch(self, game: str, variant: str) -> Camera:
        return SimulatedCamera(self._table, lambda: self._stage.seconds)


class Players(People):
    """They note what they are offered where a card is asked for."""

    offered: dict[str, list[str]]

    def answer(self, event: Event) -> Frames:
        pending = self.stage.pending()
        assert pending is not None
        offered = [str(each.event.as_dict().get("card")) for each in pending.candidates]
        self.offered[str(event.as_dict()["card"])] = offered
        yield from super().answer(event)


class Evening(Stage):
    """A stage whose eye is the app's own, with the owner's decks in a folder."""

    def __init__(self, folder: Path, table: SimulatedTable, session: Session) -> None:
        self.seconds, self.session, self.deck = 0.0, session, folder / "decks/ascent.deck"
        keeping = Preferences(Remembered(settings=Settings(keep_evening=True)))
        self.kept = EveningRecorder(folder / "evenings", keeping, lambda: self.seconds)
        eyes = TableEyes(
            OneTable(table, self),
            Panel(None),
            Watchdog.from_environment(("eye",), start_seconds=0.0),
            BundleRecorder(),
            self.kept,
            decks=folder / "decks",
            plane=folder / "plane.json",
        )
        self.sit_down(session, HeadlessApp(folder, lambda: self.seconds, eyes=eyes, evening=self.kept))
        locale, cards = load_locale("en"), tuple(load_game("ascent"))
        hands, rng = Hands(table, Random(1)), Random(1)
        self.people = Players(hands, session.match, self, rng, lambda _: None, locale, cards, careless=False)
        self.people.offered = {}
        self.told = 0  # steps on which the screen told that cards are learnt
        self.rest()

    def rest(self) -> None:
        """Time passes."""
        for _ in pause(12):
            self.step()

    def play(self, events: Sequence[Event]) -> None:
        """Cards are laid, questions answered, everything confirmed."""
        for event in events:
            for _ in self.people.play(event):
                self.step()
                self.told += any(each.text == _TELLS for each in self.view().notices)

    def read_with(self) -> list[str]:
        """The decks by which the cards were read, as the kept evening tells."""
        self.kept.close()
        lines = read_lines(list_evenings(self.deck.parent.parent / "evenings")[0])
        return [each.deck for each in measure_evening(lines).cards]

    def menu(self) -> list[str]:
        """The lines of the menu."""
        return [row.label for row in Menu().rows(self.view())]

    def after_power_cut(self, folder: Path, table: SimulatedTable) -> "Evening":
        """The next evening, from what is on the disk now; nothing of this one is closed or written."""
        shutil.copytree(self.session.path.parent, folder)
        return Evening(folder, table, Session.resume(folder / self.session.path.name))


@pytest.fixture
def table() -> SimulatedTable:
    layout = load_layout("ascent")
    return SimulatedTable(layout, StrangeFaces(1).draw, size_px=(1280, 720), troubles=MILD, seed=1)


def test_a_deck_is_learnt_from_nothing_and_survives_a_power_cut(
    tmp_path: Path, table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EyeThread, "start", lambda eye: SteppedEye(eye))
    header = demo_header("ascent", 2, seed=SEED)
    evening = Evening(tmp_path / "one", table, Session.new(header, tmp_path / "one", 0.0))
    events = list(islice(play_out(evening.session.match, Random(SEED)), 7))
    evening.play(events[:5])
    evening.rest()
    assert load_deck(evening.deck).cards() == LAID
    assert "5 of 41 cards known" in evening.menu()
    assert evening.told > 0
    assert _TELLS not in [each.text for each in evening.view().notices]  # once is not the whole evening
    assert [evening.people.offered[card][0] for card in LAID[:3]] == [*LAID[:3]]
    assert "bridge" in evening.people.offered["bridge"][:3]
    assert "green-12" not in evening.people.offered  # read by its number
    assert evening.read_with() == ["practice"] * 3 + ["ascent"] * 2

    later = evening.after_power_cut(tmp_path / "two", table)
    assert later.view().known == (5, 41)
    later.play(events[5:])
    later.rest()
    assert load_deck(later.deck).cards() == (*LAID, "red-11")

    later.push(Button.NO, HOLD_SECONDS)
    assert later.wish(lambda intent: isinstance(intent, Undo))
    later.rest()
    assert load_deck(later.deck).cards() == LAID
    assert later.view().known == (5, 41)
    later.close()
    evening.close()


def test_a_false_name_leaves_the_deck_and_the_card_is_asked_about_again(
    tmp_path: Path, table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EyeThread, "start", lambda eye: SteppedEye(eye))
    header = demo_header("ascent", 2, seed=SEED)
    evening = Evening(tmp_path / "one", table, Session.new(header, tmp_path / "one", 0.0))
    *first, event = islice(play_out(evening.session.match, Random(SEED)), 7)
    evening.play(first)
    place = table.layout.place(event.places[0])
    table.put("laid", Thing("red-11", place.centre_mm, place.turn_degrees))
    evening.rest()
    for wish in (CorrectCard("red-12"), Confirm(), Undo()):
        evening.app.loop.dispatch(wish, evening.seconds)
        evening.rest()
        assert ("red-12" in known(evening.deck)) == isinstance(wish, Confirm)
    pending = evening.pending()
    assert pending is not None
    assert pending.asks
    evening.app.loop.dispatch(AnswerQuestion(event), evening.seconds)
    evening.app.loop.dispatch(Confirm(), evening.seconds)
    evening.rest()
    assert known(evening.deck) == {*LAID, "red-11"}
    evening.close()


def test_a_card_confirmed_while_the_eye_rests_is_learnt(
    tmp_path: Path, table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People look through the camera meanwhile, or leave right after the press: no frame comes any more."""
    monkeypatch.setattr(EyeThread, "start", lambda eye: SteppedEye(eye))
    header = demo_header("ascent", 2, seed=SEED)
    evening = Evening(tmp_path / "one", table, Session.new(header, tmp_path / "one", 0.0))
    evening.play(list(islice(play_out(evening.session.match, Random(SEED)), 5)))
    evening.rest()
    game, before = evening.app.game, load_deck(evening.deck).references[0]
    game.eyes.learn((Sighting("red-11", before.patch[::-1].copy(), "asked for before"),))
    game.rest_eye()
    assert "asked for before" in learnt_from(evening.deck)
    game.eyes.learn((Sighting("red-12", before.patch[:, ::-1].copy(), "while it rests"),))
    assert "while it rests" in learnt_from(evening.deck)
    game.try_again()
    assert {"asked for before", "while it rests"} <= learnt_from(evening.deck)
    evening.close()


def test_the_first_cards_of_an_unknown_deck_outlast_an_eye_that_is_opened_anew(
    tmp_path: Path, table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They count only from the third on, until which it may be the practice deck."""
    monkeypatch.setattr(EyeThread, "start", lambda eye: SteppedEye(eye))
    header = demo_header("ascent", 2, seed=SEED)
    evening = Evening(tmp_path / "one", table, Session.new(header, tmp_path / "one", 0.0))
    game, faces = evening.app.game, StrangeFaces(1)
    for card in ("red-1", "green-2", "blue-3"):
        game.rest_eye()
        game.try_again()
        game.eyes.learn((Sighting(card, faces.draw(card, SIDE_PX), f"the {card}"),))
        game.rest_eye()
    assert learnt_from(evening.deck) == {"the red-1", "the green-2", "the blue-3"}
    evening.close()


def known(path: Path) -> set[str]:
    """The cards of which a view is kept, also those that wait for another sighting."""
    return {each.card for each in load_deck(path).references}


def learnt_from(path: Path) -> set[str]:
    return {source for each in load_deck(path).references for source in each.sightings}
