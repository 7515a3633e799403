"""Every button has one meaning over all screens: the table of words is compared with what the screens say."""

import re
from dataclasses import replace

import pytest

from companion.games.ask import Arrange, Option, PickCard
from companion.games.elevation.samples import elevation_game
from companion.locale import load_locale
from companion.screens.base import Key
from companion.screens.dialogue import DialogueScreen
from companion.screens.pick import PickScreen, TypeScreen
from companion.screens.play import OFFER_BUTTONS, Play
from companion.screens.view import QuestionView
from companion.simulation.samples import all_samples
from companion.simulation.samples.making import Sample, view_game
from hardware.signals import Button
from tests.screens.button_meanings import HELD, MEANINGS

LANGUAGES = ("en", "fr")


def is_word(label: str, sentence: str) -> bool:
    """Whether a label is that sentence with its facts filled in."""
    parts = re.split(r"\{[^}]*\}", sentence)
    return re.fullmatch(".+".join(map(re.escape, parts)), label) is not None


def answers(sample: Sample) -> bool:
    """Whether each button stands for the answer that is drawn over it."""
    asked = sample.screen.ask(sample.view) if isinstance(sample.screen, DialogueScreen) else None
    return isinstance(sample.screen, PickScreen | TypeScreen) or isinstance(asked, PickCard | Arrange)


def of_the_game(sample: Sample) -> tuple[str, ...]:
    """The words of a game on the green button, as the next day; an answer to the eye's question; a card."""
    view = sample.view
    sheet = view.table.scores if view.table is not None else None
    rounds = sheet.rounds if sheet is not None else ()
    asked = view.question if isinstance(sample.screen, Play) else None
    offers = view.proposal.offers if view.proposal is not None and asked is None else ()
    cards = [view.say("mend.not-card", card=view.locale.card(each.card)) for each in offers if each.card]
    return (*rounds, *cards, *(option.label for option in (asked.options if asked is not None else ())))


def offered(sample: Sample) -> dict[Button, list[str]]:
    """What the game itself offers at each button now, by the names of the words."""
    view, found = sample.view, {button: [] for button in Button}
    if view.match is None:
        return found
    told = [*view.match.game.offers(view.match.state), *(view.proposal.offers if view.proposal else ())]
    for offer in (each for each in told if each.where in OFFER_BUTTONS and not each.card and not each.held):
        found[OFFER_BUTTONS[offer.where]].append(offer.key)
        found[Button.YES] += [f"without-{offer.key}"] if offer.confirms else []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_is_a_word_of_its_button(language: str) -> None:
    locale = load_locale(language)
    wrong = []
    for sample in all_samples(locale):
        for button, key in sample.screen.keys(sample.view).items():
            said = [(key.held_label, HELD)] if key.held_label else []
            said += [] if answers(sample) or key.label in of_the_game(sample) else [(key.label, MEANINGS)]
            for label, table in said:
                names = (*table[button], *offered(sample)[button])
                words = (locale.sentences[f"screens.keys.{name}"] for name in names)
                if not any(is_word(label, word) for word in words):
                    wrong.append((sample.name, button.value, label))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_says_the_same_word_at_two_buttons(language: str) -> None:
    for sample in all_samples(load_locale(language)):
        labels = [key.label for key in sample.screen.keys(sample.view).values()]
        assert len(set(labels)) == len(labels), sample.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_at_home_at_two_buttons(language: str) -> None:
    locale = load_locale(language)
    homes: dict[str, Button] = {}
    tables = [MEANINGS, *(offered(sample) for sample in all_samples(locale))]
    for button, names in (each for table in tables for each in table.items()):
        for name in names:
            assert homes.setdefault(locale.sentences[f"screens.keys.{name}"], button) is button, name


def test_the_table_lists_every_word_of_the_button_row() -> None:
    locale = load_locale("en")
    written = {key.removeprefix("screens.keys.") for key in locale.sentences if "screens.keys." in key}
    tables = [MEANINGS, HELD, *(offered(sample) for sample in all_samples(locale))]
    assert written == {name for table in tables for names in table.values() for name in names}


def test_a_list_goes_up_with_white_held() -> None:
    sample = next(each for each in all_samples(load_locale("en"), games=()) if each.name == "settings")
    key = sample.screen.keys(sample.view)[Button.NEXT]
    assert isinstance(key, Key)
    assert (key.label, key.held_label) == ("Next", "hold: up")
    assert Button.DISCARD not in sample.screen.keys(sample.view)


@pytest.mark.parametrize(
    ("answers", "label"), [(1, "None"), (2, "Neither"), (3, "None")], ids=("one", "two", "three")
)
def test_the_button_that_refuses_all_answers_counts_them(answers: int, label: str) -> None:
    options = tuple(Option(number, f"green {number}") for number in range(1, answers + 1))
    view = view_game(*elevation_game(3, False, 1, 0), load_locale("en"))
    asked = replace(view, question=QuestionView("Which card is it?", options=options))
    assert Play().keys(asked)[Button.NO].label == label
