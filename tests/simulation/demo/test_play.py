"""Whole demonstrations: what the eye, the rules and the buttons record is what was really played."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.games import GAMES, load_game
from companion.games.events import Event, Note
from companion.games.game import Match
from companion.locale import load_locale
from companion.simulation.demo.hands import Frames
from companion.simulation.demo.headers import BadDemo, demo_header
from companion.simulation.demo.mishaps import show_covered
from companion.simulation.demo.play import Ahead, Demo, Plan, Result
from companion.simulation.demo.simulated_players import People
from companion.simulation.demo.trick_players import Climbers, cards_of
from tests.app.clear_eye import make_clear_eye
from tests.simulation.demo.many_demos import chance_header, play

FEW = 5


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *(("ascent", seed) for seed in (1, 2, 4)),
        *(("tranquility", seed) for seed in (1, 2, 3, 4, 7, 9)),
        *(("elevation", seed) for seed in (0, 2)),
    ],
)
def test_the_record_is_what_was_played(game: str, seed: int) -> None:
    result = play(game, seed, FEW)
    assert result.problems == []
    assert len(result.truth.events) >= FEW


def play_with(monkeypatch: pytest.MonkeyPatch, game: str, seed: int, events: int, **shares: float) -> Result:
    """A game in which something happens always or never: `trick_players__SWEPT_SHARE=1`."""
    for name, share in shares.items():
        module, constant = name.split("__")
        monkeypatch.setattr(f"companion.simulation.demo.{module}.{constant}", share)
    result = play(game, seed, events)
    assert result.problems == []
    return result


def test_a_hand_that_lingers_over_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("tranquility", "elevation"):
        play_with(monkeypatch, game, 2, 2, play__LINGER_SHARE=1.0, play__MISHAP_SHARE=0.0)


def test_two_quick_moves_while_the_jagged_rocks_move(monkeypatch: pytest.MonkeyPatch) -> None:
    result = play_with(monkeypatch, "tranquility", 7, 4, play__QUICK_SHARE=1.0, play__MISHAP_SHARE=0.0)
    assert all("rocks" in event for event in result.truth.events)
    assert result.truth.asked >= 2


def test_a_bridge_that_is_covered_at_once_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No camera has seen a card on which another was laid at once: people take that one up again."""
    shown: list[str] = []

    def show(people: People, first: Event) -> Frames:
        shown.append(first.as_dict()["card"])
        yield from show_covered(people, first)

    def scripted(match: Match, rng: Random, **options: Any) -> Iterator[Event]:
        moves = (("green-5", "1.1"), ("bridge", "1.2"), ("red-5", "1.2"))
        return iter([match.read_event({"do": "place", "card": card, "at": at}) for card, at in moves])

    monkeypatch.setattr("companion.simulation.demo.mishaps.show_covered", show)
    monkeypatch.setattr("companion.simulation.demo.play.play_out", scripted)
    monkeypatch.setattr(
        "companion.simulation.demo.play.may_be_quick", lambda people, first, second: first.card == "bridge"
    )
    result = play_with(monkeypatch, "ascent", 44, 3, play__QUICK_SHARE=1.0, play__MISHAP_SHARE=0.0)
    assert (shown, len(result.truth.events)) == (["bridge"], 3)


CALM = {f"trick_players__{name}_SHARE": 0.0 for name in ("QUICK", "SWEPT", "MISHAP", "ILLEGAL", "WRONG_CARD")}


@pytest.mark.parametrize("what", ["QUICK", "SWEPT", "MISHAP", "WRONG_CARD"])
def test_what_goes_wrong_while_a_trick_grows(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    shares = {**CALM, f"trick_players__{what}_SHARE": 1.0}
    result = play_with(monkeypatch, "elevation", 3, 3, play__MISHAP_SHARE=0.0, **shares)
    assert (result.truth.asked > 0) is (what == "QUICK")


def test_an_illegal_trick_is_flagged_and_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {**CALM, "trick_players__ILLEGAL_SHARE": 1.0}
    result = play_with(monkeypatch, "elevation", 3, 5, play__MISHAP_SHARE=0.0, **shares)
    tricks = [event for event in result.truth.events if event["do"] == "trick"]
    assert result.truth.illegal_shown >= 4
    assert len(tricks) > 4  # some of the mistakes were recorded


@pytest.mark.parametrize("what", ["ILLEGAL", "WRONG_CARD"])
def test_in_the_last_trick_nobody_holds_another_card(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Six climbers play all the cards of a day: then a wrong card can only be one that was played before."""
    played, deal = Climbers.played_before, Climbers.lay_out

    def all_gone(self: Climbers, event: Event) -> Frames:
        if played(self):
            self.cards = tuple(cards_of(event)) if event.do == "trick" else ()
        yield from deal(self, event)

    monkeypatch.setattr(Climbers, "lay_out", all_gone)
    shares = {**CALM, f"trick_players__{what}_SHARE": 1.0}
    result = play_with(monkeypatch, "elevation", 3, 4, play__MISHAP_SHARE=0.0, **shares)
    assert len(result.truth.events) >= 4


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = play("ascent", 3, 4), play("ascent", 3, 4)
    assert (first.truth.events, first.seconds) == (second.truth.events, second.seconds)


def test_the_commentary_tells_what_was_seen_ruled_and_confirmed(tmp_path: Path) -> None:
    lines: list[str] = []
    plan = Plan(chance_header("ascent", 1), 1, 1, mishaps=False, size_px=(1280, 720))
    demo = Demo(plan, tmp_path, make_clear_eye, lines.append, load_locale("en"))
    steps: list[int] = []
    result = demo.run(lambda demo: steps.append(len(demo.people.truth.events)))
    assert result.good
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["seen and proposed", "verdict", "confirmed"]
    assert steps[0] == 0


def test_the_next_event_is_known_ahead() -> None:
    ahead = Ahead(iter([Note(text="one"), Note(text="two")]))
    seen = [(event, ahead.next) for event in ahead]
    assert seen == [(Note(text="one"), Note(text="two")), (Note(text="two"), None)]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hundred_chance_headers_meet_everything(game: str) -> None:
    """Every variant with every number of players, and every set of modules."""
    headers = [chance_header(game, seed) for seed in range(100)]
    met = {(each.get("variant", "standard"), len(each["players"])) for each in headers}
    numbers = range(1, load_game(game).most_players + 1)
    assert met == {
        (variant, number)
        for variant in load_game(game).boards
        for number in ((2,) if variant == "competitive" else numbers)
    }
    standard = [each for each in headers if each.get("variant", "standard") == "standard"]
    assert len({tuple(each.get("modules", ())) for each in standard}) == 2 ** len(load_game(game).modules)
    pyramids = [each for each in headers if each.get("variant") == "pyramid"]
    assert len({(each.get("harder"), each.get("easier")) for each in pyramids}) == (4 if pyramids else 0)


@pytest.mark.parametrize(
    ("game", "players", "variant", "modules"),
    [
        ("ascent", 6, "standard", ()),
        ("ascent", 2, "pyramid", ()),
        ("ascent", 2, "standard", ("rocks",)),
        ("tranquility", 3, "competitive", ()),
        ("tranquility", 2, "pyramid", ("rocks",)),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    game: str, players: int, variant: str, modules: tuple[str, ...]
) -> None:
    with pytest.raises(BadDemo):
        demo_header(game, players, variant, modules)


def test_bad_arguments_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--players", "9"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_plays_with_the_real_eye_and_keeps_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "game.jsonl"
    arguments = ["--game", "tranquility", "--headless", "--smooth", "--events", "1", "--lang", "fr"]
    assert main(["demo", *arguments, "--record", str(kept)]) == 0
    assert "exactement ce qui a été joué" in capsys.readouterr().out
    assert len(kept.read_text().splitlines()) == 2
