"""The card that was confirmed last lies elsewhere now: what is shown of it is what a button records."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import intents
from companion.app.eye_thread import EyeReport
from companion.app.game_controller import GameController
from companion.app.headless import HeadlessApp
from companion.games.game import STANDARD, Match
from companion.games.table import Table
from companion.games.values import Outcome, Verdict
from companion.record.session import Session
from companion.screens.play import Play
from companion.screens.view import View
from hardware.frames import CameraState
from hardware.signals import Button, Signal
from tests.app.ear import Ear
from tests.app.steady import steady
from vision.watch.settle import Phase
from vision.watch.table_watcher import Steady

ASCENT = {"game": "ascent", "players": ["Ann", "Ben"]}
TRANQUILITY = {"game": "tranquility", "players": ["Ann", "Ben"]}
CARDS = {
    "ascent": [f"{colour}-{number}" for colour in ("green", "blue", "red") for number in range(1, 13)],
    "tranquility": [f"island-{number}" for number in range(1, 81)],
}


class Room:
    """A game with its screens; each card lies where a short text says."""

    def __init__(self, folder: Path, header: dict[str, object]) -> None:
        self.seconds = 0.0
        self.app = HeadlessApp(folder, lambda: self.seconds, voice=Ear())
        self.app.loop.dispatch(intents.StartGame(header), 0.0)

    @property
    def controller(self) -> GameController:
        assert self.app.game.controller is not None
        return self.app.game.controller

    @property
    def session(self) -> Session:
        return self.controller.session

    def see(self, table: Steady) -> View:
        self.seconds += 1.0
        report = EyeReport(self.seconds, Phase.STILL, CameraState.RUNNING, table)
        self.app.game.see(report, self.seconds)
        return self.app.views.current()

    def act(self, intent: intents.Intent) -> View:
        self.seconds += 1.0
        self.app.loop.dispatch(intent, self.seconds)
        return self.app.views.current()

    def lay(self, *texts: str) -> None:
        for text in texts:
            self.see(steady(text))
            self.act(intents.Confirm())

    def events(self) -> list[tuple[str, str | None, bool]]:
        return [(each.event.do, each.verdict.player, each.verdict.legal) for each in self.session.events]


@pytest.fixture
def mountain(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path, ASCENT)
    room.lay("red-6 1.1", "blue-9 1.2")
    yield room
    room.session.close()


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path, TRANQUILITY)
    room.lay("island-40 4.3")
    yield room
    room.session.close()


def shown(view: View) -> list[tuple[str, str]]:
    """Every card on the screen, with its place."""
    assert view.table is not None
    laid = dict(view.proposal.laid) if view.proposal is not None else {}
    cells = [(each.place, each.card) for each in view.table.cells if each.card and each.place not in laid]
    return sorted([*cells, *laid.items()])


def notices(view: View) -> list[str]:
    return [each.text for each in view.notices if not each.grave]


def label(view: View) -> str:
    """What stands at the green button."""
    return Play().keys(view)[Button.YES].label


def test_the_words_say_from_where_to_where_a_card_was_moved(sea: Room) -> None:
    view = sea.see(steady("- 4.3, island-40 5.2"))
    assert view.proposal is not None
    assert (view.proposal.does, label(view)) == ("Ann plays island 40 on 5.2 instead of 4.3", "Confirm")
    sea.act(intents.ChangeSetting("voice", "everything"))
    sea.app.loop.show(sea.seconds)
    told = [each.text for each in Play().tells(sea.app.views.current())]
    assert told == ["Legal", "Ann plays island 40 on 5.2 instead of 4.3", "No discards"]


def test_an_illegal_move_of_a_card_is_put_back(mountain: Room) -> None:
    view = mountain.see(steady("- 1.2, blue-9 1.4"))
    assert view.proposal is not None
    assert (view.proposal.does, label(view)) == ("Ben plays blue 9 on 1.4 instead of 1.2", "Put back")


def test_the_words_say_which_move_another_one_stands_in_for(mountain: Room) -> None:
    view = mountain.see(steady("- 1.2, blue-8 2.1"))
    assert view.proposal is not None
    assert view.proposal.does == "Ben plays blue 8 on 2.1; taken back: Ben plays blue 9 on 1.2"
    view = mountain.act(intents.Refuse())
    assert notices(view) == ["On the table but not in the game: blue 8", "Put the table back as it was."]


def test_a_card_moved_to_a_legal_place_is_judged_without_the_move_it_replaces(sea: Room) -> None:
    view = sea.see(steady("- 4.3, island-40 5.2"))
    assert view.proposal is not None
    assert (view.proposal.legal, view.proposal.verdict.player, view.to_play) == (True, "Ann", "Ann")
    assert (sea.controller.light, shown(view)) == (Signal.LEGAL, [("5.2", "island-40")])
    sea.act(intents.Confirm())
    assert sea.events() == [("place", "Ann", True), ("undo", "Ben", True), ("place", "Ann", True)]


def test_a_card_moved_to_an_illegal_place_leaves_the_record_as_it_is(mountain: Room) -> None:
    before = mountain.session.events
    view = mountain.see(steady("- 1.2, blue-9 1.4"))
    assert view.proposal is not None
    assert (view.proposal.legal, view.proposal.verdict.player) == (False, "Ben")
    assert shown(view) == [("1.1", "red-6"), ("1.4", "blue-9")]
    mountain.act(intents.Confirm())
    assert (mountain.session.events, mountain.session.pending) == (before, None)
    assert "On the table but not in the game: blue 9" not in notices(mountain.app.views.current())
    assert "Put the table back as it was." in notices(mountain.app.views.current())
    view = mountain.see(steady("- 1.4, blue-9 1.2"))
    assert (notices(view), view.proposal, view.differences) == ([], None, ())


def test_the_moved_card_is_judged_anew_once_no_hand_hides_where_it_lay(sea: Room) -> None:
    view = sea.see(steady("island-40 5.2", hidden="4.3"))
    assert view.proposal is not None
    assert not view.proposal.legal
    view = sea.see(steady("- 4.3, island-40 5.2"))
    assert view.proposal is not None
    assert view.proposal.legal


def test_a_moved_card_in_doubt_is_asked_about_and_judged_as_shown(sea: Room) -> None:
    view = sea.see(steady("- 4.3, ? 5.2 island-40 island-48"))
    assert view.question is not None
    assert [each.label for each in view.question.options] == ["island 40", "island 48"]
    view = sea.act(intents.AnswerQuestion(view.question.options[0].value))
    assert view.proposal is not None
    assert (view.proposal.legal, view.proposal.verdict.player) == (True, "Ann")
    sea.act(intents.Confirm())
    assert sea.events()[1:] == [("undo", "Ben", True), ("place", "Ann", True)]


def test_what_people_tell_of_a_moved_card_still_stands_in_for_the_last_move(mountain: Room) -> None:
    view = mountain.see(steady("- 1.2, blue-9 1.3"))
    event = mountain.session.match.read_event({"do": "place", "card": "blue-9", "at": "1.2", "goat": True})
    view = mountain.act(intents.ProposeEvent(event))
    assert view.proposal is not None
    assert (view.proposal.legal, view.proposal.verdict.player) == (True, "Ben")


def test_a_resumed_game_judges_the_moved_card_alike(tmp_path: Path, mountain: Room) -> None:
    moved = steady("red-6 1.1, - 1.2, blue-9 1.4")
    before = mountain.see(moved).proposal
    killed = tmp_path / "killed.jsonl"
    killed.write_bytes(mountain.session.path.read_bytes())
    mountain.act(intents.ResumeGame(str(killed)))
    after = mountain.see(moved).proposal
    assert before is not None
    assert after is not None
    assert (after.verdict, after.does, len(mountain.session.events)) == (before.verdict, before.does, 2)


def play_some(match: Match, rng: Random) -> Iterator[dict[str, object]]:
    """Cards with several legal places, on any of them, as long as the game goes on."""
    while match.standing.outcome is Outcome.OPEN:
        cards = rng.sample(CARDS[match.game.name], 12)
        ways = {card: match.game.legal_places(match.state, card) for card in cards}
        card = max(cards, key=lambda each: len(ways[each]))
        if not ways[card]:
            return
        raw = {"do": "place", "card": card, "at": rng.choice(ways[card])}
        match = match.play(match.read_event(raw))[1]
        yield raw


def other_places(match: Match, card: str, taken: set[str]) -> list[str]:
    """Free places, every second one of them legal for this card of the last move, if any is."""
    board, before = match.game.boards[STANDARD], match.undone
    assert board is not None
    free = [place.name for place in board.places if place.row and place.name not in taken]
    legal = [place for place in before.game.legal_places(before.state, card) if place in free]
    return free + legal * (len(free) // max(1, len(legal)))


def as_text(table: Table) -> str:
    return ", ".join(f"{each.card} {place}" for place, each in table.items())


@pytest.mark.parametrize("header", [ASCENT, TRANQUILITY], ids=["ascent", "tranquility"])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_shown_of_a_moved_card_is_what_is_recorded(
    tmp_path: Path, header: dict[str, object], seed: int
) -> None:
    rng = Random(seed)
    with Session.new(header, tmp_path, 0.0) as session:
        for raw, _ in zip(play_some(session.match, rng), range(rng.randint(2, 15)), strict=False):
            session.play(session.match.read_event(raw), when=0.0)
        last = session.events[-1].event.places[0]
        for each in ("first", "again"):
            controller, lying = GameController(session), dict(session.match.game.lying(session.match.state))
            card = lying.pop(last)
            last = rng.choice(other_places(session.match, card.card, {last, *lying}))
            controller.on_table_seen(steady(as_text({**lying, last: card})), 1.0)
            last = agree(controller) or session.events[-1].event.places[0]
            assert last in session.match.game.lying(session.match.state), each


def agree(controller: GameController) -> str:
    """Confirm what waits, if anything does; where its card lies, if that was recorded."""
    session, before = controller.session, controller.session.events
    if session.pending is None:
        return ""
    proposed: Verdict = session.pending.candidates[0].verdict
    controller.act(intents.Confirm(), 2.0)
    if not proposed.legal:
        assert session.events == before
        return ""
    assert [each.event.do for each in session.events[len(before) :]] == ["undo", "place"]
    assert session.events[-1].verdict == proposed
    return session.events[-1].event.places[0]
