"""The memory of the table: cards lying anyhow keep their order and what people said of them."""

from dataclasses import replace

from companion.app.memory import Memory
from vision.lookout import Steady
from vision.types import CardSeen


def card(name: str | None, x: float, *candidates: str) -> CardSeen:
    """A card lying at some spot, sure or with candidates."""
    corners = ((x, 0.0), (x + 60.0, 0.0), (x + 60.0, 90.0), (x, 90.0))
    shares = tuple((each, 0.4) for each in candidates) or ((name or "", 0.99),)
    return CardSeen(corners, name, candidates=shares)


def remembered(*tables: tuple[CardSeen, ...]) -> Memory:
    memory = Memory()
    for cards in tables:
        memory = memory.after(Steady(0.0, cards=cards))
    return memory


def names(memory: Memory) -> list[str]:
    return [lying.card for lying in memory.seen({}).table.values()]


ALPS, ANDES = card("alps-3", 0), card("andes-5", 100)


def test_cards_keep_the_order_of_their_arrival() -> None:
    assert names(remembered((ANDES,), (ALPS, ANDES))) == ["andes-5", "alps-3"]


def test_a_card_moved_aside_keeps_its_turn() -> None:
    assert names(remembered((ANDES,), (ALPS, card("andes-5", 300)))) == ["andes-5", "alps-3"]


def test_a_swept_trick_is_forgotten_with_what_was_said_of_it() -> None:
    doubt = card(None, 0, "alps-3", "alps-8")
    memory = remembered((doubt,)).name("loose 1", "alps-8")
    assert names(memory) == ["alps-8"]
    after = memory.after(Steady(1.0)).after(Steady(2.0, cards=(ANDES,)))
    assert names(after) == ["andes-5"]


def test_a_persons_word_holds_against_a_later_misreading_of_the_same_spot() -> None:
    memory = remembered((card(None, 0, "alps-3", "alps-8"),)).name("loose 1", "alps-8")
    assert names(memory.after(Steady(1.0, cards=(ALPS,)))) == ["alps-8"]


def test_another_sure_card_in_the_same_spot_is_another_card() -> None:
    assert names(remembered((ALPS, ANDES), (card("rockies-2", 0), ANDES))) == ["andes-5", "rockies-2"]


def test_a_sure_card_stays_sure_when_a_frame_doubts_it() -> None:
    assert names(remembered((ALPS,), (replace(ALPS, card=None),))) == ["alps-3"]
