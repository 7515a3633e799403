"""Answers: a dialogue and a wished event come in, the answers that lead there go out.

Dialogues are pure: the same answers lead to the same question. So the search asks at the level of answers,
tries those first that the wished event itself names, and leaves the buttons to the finger.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.ask import Answers, Arrange, Choose, Fill, Option, PickCard, Question, Refused, Route
from companion.games.events import Event

_MOST_ASKED = 3000
Ask = Callable[[Answers], Question | Event | None]
# What the action menu calls an event where its own name is not an entry.
_ENTRIES: Mapping[str, tuple[str, ...]] = {"place": ("wild",), "compass": ("compass", "reopen")}


class _OutOfPatience(Exception):
    """So much was asked that the event seems out of reach."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the wished event says: its words, its lists and its tables, by their keys."""

    do: str
    cards: frozenset[str]  # every card that can be picked
    words: tuple[Any, ...]
    lists: tuple[tuple[str, tuple[Any, ...]], ...]
    tables: tuple[tuple[str, Mapping[str, Any]], ...]

    @staticmethod
    def of(event: Event, cards: Collection[str]) -> "_Facts":
        written = event.as_dict()
        nodes = list(walk("", written))
        return _Facts(
            event.do,
            frozenset(cards),
            tuple(value for _, value in nodes if not isinstance(value, dict | list)),
            tuple((key, tuple(value)) for key, value in nodes if isinstance(value, list)),
            tuple((key, value) for key, value in nodes if isinstance(value, dict)),
        )

    def says(self, value: Any) -> bool:
        """Whether the event names a value; True is not 1."""
        return any(type(word) is type(value) and word == value for word in self.words)


def walk(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A written value and everything inside it, each with the key it stands under."""
    yield key, value
    if isinstance(value, dict):
        for name, each in value.items():
            yield from walk(name, each)
    elif isinstance(value, list):
        for each in value:
            yield from walk(key, each)


def find_answers(ask: Ask, wanted: Event, cards: Collection[str], most: int = _MOST_ASKED) -> Answers | None:
    """The answers after which the dialogue gives the wished event; None if there are none."""
    facts, left = _Facts.of(wanted, cards), most

    def deeper(answers: Answers) -> Answers | None:
        nonlocal left
        left -= 1
        if left < 0:
            raise _OutOfPatience
        found = ask(answers)
        if found is None or isinstance(found, Event):
            return answers if found is not None and is_same(found, wanted) else None
        ways = (deeper((*answers, answer)) for answer in candidates(found, facts, answers))
        return next((way for way in ways if way is not None), None)

    try:
        return deeper(())
    except _OutOfPatience:
        return None


def is_same(one: Event, other: Event) -> bool:
    """Whether two events are written alike, in whatever order their tables are."""
    return one.as_dict() == other.as_dict()


def candidates(question: Question, facts: _Facts, answers: Answers) -> Iterable[Any]:
    """Answers worth trying, the likeliest first."""
    if isinstance(question, Refused):
        return ()
    if isinstance(question, Fill):
        return filled(question, facts)
    if isinstance(question, PickCard):
        return _picked_cards(question, facts, answers)
    if isinstance(question, Arrange):
        return [_arranged(facts)]
    if question.many:
        return ticked(question, facts)
    entries = _menu_entries(question, facts)
    return entries or [
        option.value for option in sorted(question.options, key=lambda each: rank(question, each, facts))
    ]


def _menu_entries(question: Choose, facts: _Facts) -> list[Any]:
    names = (facts.do, *_ENTRIES.get(facts.do, ()))
    return [option.value for option in question.options if option.value in names]


def rank(question: Choose, option: Option, facts: _Facts) -> int:
    """How far an option is from what the event says: less is nearer."""
    value = option.value
    if isinstance(option, Route):
        return 0 if any(value == named for _, named in facts.lists) else 3
    if any(key_value == value for key_value in _asked_for(question, facts)):
        return 0
    if isinstance(value, tuple):
        return 1 if all(facts.says(each) for _, each in value) else 3
    if facts.says(value):
        return 1
    return 2 if not value else 3


def _asked_for(question: Choose, facts: _Facts) -> list[Any]:
    return [table[question.title] for _, table in facts.tables if question.title in table]


def ticked(question: Choose, facts: _Facts) -> list[tuple[Any, ...]]:
    """The options that a list of the event names, in its order; then none."""
    values = [option.value for option in question.options]
    found = [tuple(each for each in named if each in values) for _, named in facts.lists]
    return list(dict.fromkeys([*(each for each in found if each), ()]))


def filled(question: Fill, facts: _Facts) -> list[tuple[tuple[Any, int], ...]]:
    """The numbers that a table of the event gives; what it leaves out is nothing."""
    names = [row.value for row in question.rows]
    found = []
    for _, table in facts.tables:
        numbers = {name: number_of(table, name) for name in names}
        if any(number is not None for number in numbers.values()):
            found.append(tuple((name, numbers[name] or 0) for name in names))
    as_it_stands = tuple((row.value, row.number) for row in question.rows)
    return list(dict.fromkeys([*found, tuple((name, 0) for name in names), as_it_stands]))


def number_of(table: Mapping[str, Any], name: str) -> int | None:
    """A number under a name or a longer name that ends with it, as `monsters_held` for `held`."""
    keys = (key for key in table if key == name or key.endswith(f"_{name}"))
    value = next((table[key] for key in keys), None)
    return value if isinstance(value, int) else None


def _arranged(facts: _Facts) -> tuple[Any, ...]:
    """The cards of the event in their order, a phantom's last."""
    cards = next((named for key, named in facts.lists if key == "cards"), ())
    return (*cards, *(value for key, value in singles(facts) if key == "phantom"))


def _picked_cards(question: PickCard, facts: _Facts, answers: Answers) -> list[str]:
    groups = [*facts.lists, *((key, (value,)) for key, value in singles(facts))]
    nexts = [(order(question, key, group, answers), _next_of(group, answers)) for key, group in groups]
    ranked = sorted((pair for pair in nexts if pair[1] is not None), key=lambda pair: pair[0])
    possible = question.cards or facts.cards
    return list(dict.fromkeys(str(card) for _, card in ranked if card in possible))


def singles(facts: _Facts) -> Iterator[tuple[str, str]]:
    """The words of the event that may be cards."""
    for _, table in facts.tables[:1]:
        yield from ((key, value) for key, value in table.items() if isinstance(value, str) and key != "do")


def _next_of(group: Sequence[Any], answers: Answers) -> Any:
    return next((each for each in group if isinstance(each, str) and each not in answers), None)


def order(question: PickCard, key: str, group: Sequence[Any], answers: Answers) -> int:
    """A group that was begun comes first, then one whose key the title names."""
    if any(each in answers for each in group):
        return 0
    return 1 if key and key in question.title else 2
