"""In which order cards came that lie anyhow: what is certain is never asked, what is not is never guessed."""

import pytest

from companion.table.tracker import Arrivals


def came(*tables: str) -> Arrivals:
    """Tables one after the other, each with its cards by number: `12` are the cards 1 and 2."""
    arrivals = Arrivals()
    for table in tables:
        arrivals = arrivals.after([int(card) for card in table])
    return arrivals


def told(arrivals: Arrivals, cards: str) -> str:
    return "".join(str(card) for card in arrivals.in_order() if str(card) in cards)


def unsure(arrivals: Arrivals, cards: str) -> str:
    return "".join(map(str, arrivals.unsure([int(card) for card in cards])))


@pytest.mark.parametrize(
    ("tables", "here", "order"),
    [
        pytest.param(["1", "12", "123"], "123", "123", id="one-by-one"),
        pytest.param(["1", "12", "", "12", "123"], "123", "123", id="swept-and-put-back-together"),
        pytest.param(["1", "12", "", "2", "12"], "12", "12", id="swept-and-put-back-one-by-one"),
        pytest.param(["1", "", "2", "23"], "23", "23", id="the-first-card-taken-back"),
        pytest.param(["1", "12", "1", "13"], "13", "13", id="the-last-card-taken-back"),
        pytest.param(["1", "12", "2", "12"], "12", "12", id="a-card-lifted-and-laid-again"),
    ],
)
def test_an_order_that_is_certain(tables: list[str], here: str, order: str) -> None:
    arrivals = came(*tables)
    assert (told(arrivals, here), unsure(arrivals, here)) == (order, "")


@pytest.mark.parametrize(
    ("tables", "here", "question"),
    [
        pytest.param(["12"], "12", "12", id="two-at-once"),
        pytest.param(["1", "123"], "123", "23", id="two-at-once-after-one"),
        pytest.param(["123"], "123", "123", id="three-at-once"),
        pytest.param(["1", "12", "2", "23"], "23", "23", id="in-place-of-an-earlier-card-or-after-all"),
        pytest.param(["12", "1", "13"], "13", "13", id="in-place-of-one-of-two-that-came-together"),
        pytest.param(["1", "12", "123", "23", "234"], "234", "24", id="in-place-of-the-first-of-three"),
    ],
)
def test_an_order_that_is_asked_for(tables: list[str], here: str, question: str) -> None:
    assert unsure(came(*tables), here) == question


@pytest.mark.parametrize(
    ("tables", "here", "answers", "order"),
    [
        (["12"], "12", "2", "21"),
        (["12"], "12", "1", "12"),
        (["123"], "123", "32", "321"),
        (["1", "12", "2", "23"], "23", "3", "32"),
        (["1", "12", "2", "23"], "23", "2", "23"),
        (["1", "12", "123", "23", "234"], "234", "4", "423"),
        (["1", "12", "123", "23", "234"], "234", "2", "234"),
    ],
)
def test_as_many_questions_as_answers(tables: list[str], here: str, answers: str, order: str) -> None:
    arrivals = came(*tables)
    for answer in answers:
        assert answer in unsure(arrivals, here)
        arrivals = arrivals.came_first(int(answer), [int(card) for card in here])
    assert (told(arrivals, here), unsure(arrivals, here)) == (order, "")


def test_an_answer_holds_when_more_cards_come() -> None:
    arrivals = came("12").came_first(2, [1, 2]).after([1, 2, 3])
    assert (told(arrivals, "123"), unsure(arrivals, "123")) == ("213", "")


def test_what_came_before_stays_before() -> None:
    both = came("1", "12").then(came("3"))
    assert (told(both, "123"), unsure(both, "123")) == ("123", "")
