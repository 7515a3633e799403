"""What the screens are given of a game under way and at its end."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion import intents
from companion.app.headless import HeadlessApp
from companion.record.session import Session
from companion.screens.play import highlights
from companion.screens.spoken import say_ending
from companion.screens.view import Figure, View
from tests.app.steady import CORNERS, steady
from vision.observation import CardSeen, PlaceSeen, PlaceState
from vision.watch.table_watcher import Steady

RECORDS = Path(__file__).resolve().parent.parent / "records"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Ann laid a card, and one where it may not lie six minutes later."""
    session = Session.new({"game": "ascent", "players": ["Ann", "Ben"]}, tmp_path, 0.0)
    play(session, 60.0, {"do": "place", "card": "green-5", "at": "1.1"})
    play(session, 420.0, {"do": "place", "card": "green-6", "at": "1.2"})
    return session


def play(session: Session, now: float, raw: dict[str, object]) -> None:
    session.play(session.match.read_event(raw), when=now)


def view_of(session: Session, folder: Path) -> View:
    app = HeadlessApp(folder, lambda: 0.0)
    app.game.begin(session)
    return app.views.current()


def test_a_game_under_way_shows_no_figures(tmp_path: Path, session: Session) -> None:
    assert view_of(session, tmp_path).figures == ()


def test_what_a_misread_card_may_be_is_a_card_of_this_game(tmp_path: Path) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.game.begin(Session.new({"game": "tranquility", "players": ["Ann", "Ben"]}, tmp_path, 0.0))
    assert app.game.controller is not None
    shares = (("island-40", 0.9), ("rocks", 0.05), ("wild", 0.03), ("island-46", 0.02))
    read = PlaceSeen("4.3", PlaceState.CARD, CardSeen(CORNERS, "island-40", candidates=shares, place="4.3"))
    app.game.controller.on_table_seen(Steady(0.0, (read,)), 1.0)
    proposal = app.views.current().proposal
    assert proposal is not None
    assert proposal.candidates == ("island-40", "island-46")


def test_the_end_tells_events_illegal_plays_and_minutes(tmp_path: Path, session: Session) -> None:
    """A night between two events is no time of play."""
    play(session, 480.0, {"do": "count", "player": "Ann", "hand": 5, "pile": 20})
    play(session, 40_000.0, {"do": "count", "player": "Ben", "hand": 0, "pile": 0})
    assert view_of(session, tmp_path).figures == (
        Figure("Moves", "4"),
        Figure("Illegal moves caught", "1"),
        Figure("Minutes", "7"),
    )


NO_CARD = {"do": "count", "player": "Ben", "hand": 0, "pile": 0}
ONE_CARD = {"do": "count", "player": "Ben", "hand": 1, "pile": 0}


@pytest.mark.parametrize(
    ("events", "english", "french"),
    [
        (
            [NO_CARD],
            "Ben has no card left: the game is lost.",
            "Ben n’a plus de carte\u00a0: la partie est perdue.",
        ),
        (
            [ONE_CARD, {"do": "stuck"}],
            "Ben can neither play the last card nor do anything else: the game is lost.",
            "Ben ne peut ni jouer sa dernière carte ni faire autre chose\u00a0: la partie est perdue.",
        ),
    ],
)
def test_the_end_says_by_which_rule_the_game_is_lost(
    tmp_path: Path, session: Session, events: list[dict[str, object]], english: str, french: str
) -> None:
    for event in events:
        play(session, 480.0, event)
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.game.begin(session)
    for language, said in (("en", english), ("fr", french)):
        app.loop.dispatch(intents.ChangeSetting("language", language), 0.0)
        view = app.views.current()
        assert view.table is not None
        assert say_ending(view, view.table) == said


def test_the_end_says_with_how_many_points_somebody_won(tmp_path: Path) -> None:
    lines = (RECORDS / "elevation-three.jsonl").read_bytes()
    (tmp_path / "elevation.jsonl").write_bytes(lines)
    with Session.resume(tmp_path / "elevation.jsonl") as session:
        view = view_of(session, tmp_path)
        points = max(session.match.standing.scores.values())
    assert view.table is not None
    assert say_ending(view, view.table) == f"{view.table.winners[0]} wins with {points} points."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "On the table but not in the game: Green 9"),
        ("fr", "Sur la table, mais pas dans la partie\u00a0: le 9 herbeux"),
    ],
)
def test_a_card_that_was_not_played_and_still_lies_is_named(
    tmp_path: Path, session: Session, language: str, said: str
) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.loop.dispatch(intents.ChangeSetting("language", language), 0.0)
    app.game.begin(session)
    assert app.game.controller is not None
    app.game.controller.on_table_seen(steady("green-5 1.1, green-9 3.1"), 1.0)
    app.loop.dispatch(intents.Confirm(), 2.0)
    view = app.views.current()
    assert [notice.text.lower() for notice in view.notices] == [said.lower()]


def test_a_record_that_was_deleted_during_the_game_is_told(tmp_path: Path, session: Session) -> None:
    session.path.unlink()
    play(session, 10.0, {"do": "note", "text": "still here"})
    assert session.path.exists()
    assert "saved again" in view_of(session, tmp_path).notices[0].text
    play(session, 20.0, {"do": "note", "text": "told once"})
    assert not view_of(session, tmp_path).notices


@pytest.mark.parametrize("over", [False, True])
def test_cards_gathered_after_the_end_are_not_told(tmp_path: Path, session: Session, over: bool) -> None:
    if over:
        play(session, 480.0, NO_CARD)
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.game.begin(session)
    assert app.game.controller is not None
    aside = CardSeen(CORNERS, "red-7", candidates=(("red-7", 0.99),))
    app.game.controller.on_table_seen(replace(steady("green-5 1.1"), strays=(aside,)), 1.0)
    told = [notice.text for notice in app.views.current().notices]
    assert told == ([] if over else ["Not on a place: red 7"])


def test_what_covers_a_card_is_told_in_both_languages(tmp_path: Path, session: Session) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.game.begin(session)
    assert app.game.controller is not None
    covers = CardSeen(CORNERS, place="1.1")
    app.game.controller.on_table_seen(replace(steady("green-5 1.1"), strays=(covers,)), 1.0)
    assert [each.text for each in app.views.current().notices] == ["Something covers the card on 1.1"]
    app.loop.dispatch(intents.ChangeSetting("language", "fr"), 2.0)
    assert [each.text for each in app.views.current().notices] == ["Quelque chose couvre la carte en 1.1"]


def test_learning_shows_the_places_of_a_card_held_into_the_picture(tmp_path: Path, session: Session) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.game.begin(session)
    assert app.game.controller is not None
    held = CardSeen(CORNERS, "red-7", candidates=(("red-7", 0.99),))
    app.game.controller.on_table_seen(replace(steady("green-5 1.1"), strays=(held,)), 1.0)
    assert app.views.current().legal_places == ()
    app.loop.dispatch(intents.ChangeSetting("learning", True), 2.0)
    assert app.views.current().legal_places == ("1.2",)


def test_learning_shows_where_a_card_could_have_gone(tmp_path: Path, session: Session) -> None:
    app = HeadlessApp(tmp_path, lambda: 0.0)
    app.loop.dispatch(intents.ChangeSetting("learning", True), 0.0)
    app.game.begin(session)
    assert app.game.controller is not None
    app.game.controller.on_table_seen(steady("green-5 1.1, red-7 4.1"), 1.0)
    view = app.views.current()
    assert view.proposal is not None
    assert not view.proposal.legal
    assert highlights(view).learning == ("1.2",)
