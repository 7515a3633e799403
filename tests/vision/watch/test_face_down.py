"""Cards face down where cards lie anyhow: counted while they lie, and never where a face is read."""

from dataclasses import replace

from companion.simulation.demo.hands import pause
from tests.vision.watch.test_table_watcher import Watched


def counts(watched: Watched) -> list[int]:
    return [each.face_down for each in watched.see(pause(12))]


def test_a_card_face_down_is_counted_until_it_is_turned_or_taken() -> None:
    watched = Watched("elevation")
    watched.see(watched.hands.play_card("alps-3", face_down=True))
    assert counts(watched)[-1] == 1
    watched.see(watched.hands.play_card("alps-9"))
    assert counts(watched)[-1] == 1
    key, thing = next(iter(watched.table.things.items()))
    watched.see(watched.hands.reach(thing.centre_mm))
    watched.table.lift(key)
    watched.see(watched.hands.withdraw())
    assert counts(watched)[-1] == 0


def test_a_card_that_is_read_or_taken_away_is_none() -> None:
    watched = Watched("elevation")
    for card in ("alps-3", "andes-5"):
        watched.see(watched.hands.play_card(card))
        assert set(counts(watched)) == {0}
    watched.see(watched.hands.sweep())
    assert set(counts(watched)) == {0}


def test_a_card_that_is_turned_where_it_lies_is_counted() -> None:
    watched = Watched("elevation")
    watched.see(watched.hands.play_card("alps-3"))
    watched.see(watched.hands.play_card("alps-9"))
    assert counts(watched)[-1] == 0
    key, thing = list(watched.table.things.items())[-1]
    watched.see(watched.hands.reach(thing.centre_mm))
    watched.table.change(key, replace(thing, face_down=True))
    watched.see(watched.hands.withdraw())
    assert counts(watched)[-1] == 1
    watched.see(watched.hands.reach(thing.centre_mm))
    watched.table.change(key, thing)
    watched.see(watched.hands.withdraw())
    assert counts(watched)[-1] == 0
