"""The navigator shows the right screen, passes intents on, and draws only when something changed."""

from dataclasses import replace

import pygame
import pytest

from companion.game_setup import GameSetup
from companion.games import GAMES
from companion.games.ascent.dealer import legal_events
from companion.games.ascent.samples import ascent_game, lost_view
from companion.games.ask import Option
from companion.games.elevation.samples import elevation_game
from companion.games.values import Outcome
from companion.games.view import ScoreLine, ScoreSheet
from companion.intents import (
    AnswerQuestion,
    ChangeSetting,
    Confirm,
    CorrectCard,
    DiscardsDone,
    ProposeEvent,
    Quit,
    Refuse,
    ResumeGame,
    Retry,
    StartGame,
    Undo,
)
from companion.locale import load_locale
from companion.screens.asking import PlacesScreen
from companion.screens.base import Push, Swap
from companion.screens.endings import Differs, Ending, Failsafe
from companion.screens.menus import AskQuit, AskUndo, History, Menu, SettingsScreen
from companion.screens.navigator import Navigator
from companion.screens.new_game import NewGame
from companion.screens.pick import NAME_TREE, TypeScreen
from companion.screens.play import Play
from companion.screens.scores import ScoreScreen
from companion.screens.view import Debt, Difference, Failure, QuestionView, Resume, View
from companion.screens.welcome import Welcome
from companion.simulation.samples.making import open_sample, propose, view_game
from hardware.signals import Button, Press, PressKind

EN = load_locale("en")
GAME = view_game(*ascent_game(3, False), EN)


def shown(view: View) -> Navigator:
    navigator = Navigator()
    navigator.show(view)
    return navigator


def press(navigator: Navigator, *texts: str):
    intent = None
    for text in texts:
        intent = navigator.press(Press.parse(text))
    return intent


@pytest.mark.parametrize(
    ("view", "screen"),
    [
        (View(EN), Welcome),
        (GAME, Play),
        (replace(GAME, failure=Failure("a", "b")), Failsafe),
        (replace(GAME, differences=(Difference("1.1", "red-2", ""),)), Differs),
        (lost_view(*ascent_game(3, False), EN), Ending),
    ],
    ids=["welcome", "play", "failsafe", "differs", "ending"],
)
def test_the_view_decides_which_screen_lies_below(view, screen):
    assert isinstance(shown(view).screen, screen)


def test_the_game_that_stopped_is_one_press_away():
    view = View(EN, resumes=(Resume("a.jsonl", "ascent", "The Ascent"),))
    assert press(shown(view), "yes") == ResumeGame("a.jsonl")


def test_the_first_screen_is_walked_both_ways():
    navigator = shown(View(EN))
    navigator.press(Press(Button.NEXT, PressKind.HELD))
    assert navigator.screen == Welcome(cursor=len(GAMES) - 1)
    assert press(navigator, "next") is None
    assert navigator.screen == Welcome()


def test_a_game_with_the_last_choices_starts_in_three_presses():
    """New game, start, and past the pages that tell how it is set up."""
    setup = GameSetup(players=("Zoé", "Al")).choose(goats=True)
    intent = press(shown(View(EN, setup=setup)), "yes", "yes", "action")
    assert isinstance(intent, StartGame)
    assert intent.header == {"record": 1, "game": "ascent", "players": ["Zoé", "Al"], "modules": ["goats"]}
    assert intent.setup == setup


def test_choices_that_make_no_game_cannot_start():
    navigator = shown(View(EN, setup=GameSetup(players=())))
    assert press(navigator, "yes", "yes") is None
    assert isinstance(navigator.screen, NewGame)


def test_a_legal_proposal_is_confirmed_or_refused():
    view = propose(GAME, {"do": "discard"})
    assert press(shown(view), "yes") == Confirm()
    assert press(shown(view), "no") == Refuse()


def test_holding_no_asks_once_and_undoes():
    navigator = shown(GAME)
    assert navigator.press(Press(Button.NO, PressKind.HELD)) is None
    assert isinstance(navigator.screen, AskUndo)
    last = [line for line in GAME.history if line.legal and not line.undone][-1]
    assert navigator.screen.rows(GAME)[0].label == last.text
    assert press(navigator, "yes") == Undo()
    assert isinstance(navigator.screen, Play)


def test_an_undo_can_be_thought_better_of():
    navigator = shown(GAME)
    navigator.press(Press(Button.NO, PressKind.HELD))
    assert press(navigator, "no") is None
    assert isinstance(navigator.screen, Play)


@pytest.mark.parametrize(("button", "goat"), [("yes", None), ("action", True)])
def test_a_goat_is_asked_for_and_either_answer_is_the_one_press(button, goat):
    legal = next(
        each
        for each in legal_events(GAME.match.state)
        if each.do == "place" and each.card.startswith(("green", "red", "blue"))
    )
    intent = press(shown(propose(GAME, legal.as_dict())), button)
    assert isinstance(intent, Confirm)
    assert (intent.event.as_dict()["goat"] if intent.event else None) is goat


def test_misread_offers_the_likely_cards_and_that_nothing_was_played():
    view = propose(GAME, {"do": "place", "card": "green-7", "at": "2.8"}, ("green-7", "red-7", "green-1"))
    navigator = shown(view)
    assert press(navigator, "no") is None
    assert [row.card for row in navigator.screen.rows(view)] == ["red-7", "green-1", "", ""]
    assert press(navigator, "yes") == CorrectCard("red-7")
    press(navigator, "no")
    assert press(navigator, "next", "next", "next", "yes") == Refuse()


def test_what_is_owed_stays_until_green_says_done():
    view = replace(GAME, debt=Debt("Ann", 3, "Ann plays red 10"))
    assert press(shown(view), "yes") == DiscardsDone()
    assert press(shown(GAME), "yes") is None


def test_the_discard_button_proposes_the_discard():
    intent = press(shown(GAME), "discard")
    assert isinstance(intent, ProposeEvent)
    assert intent.event.do == "discard"


def test_herding_ends_in_a_proposal_and_closes_the_dialogue():
    navigator = shown(GAME)
    intent = None
    press(navigator, "action")
    for _ in range(12):
        intent = press(navigator, "yes")
        if intent is not None:
            break
    assert isinstance(intent, ProposeEvent)
    assert intent.event.do == "herd"
    assert GAME.match is not None
    assert GAME.match.judge(intent.event).legal
    assert isinstance(navigator.screen, Play)


def test_two_candidates_have_a_button_each():
    question = QuestionView("Which?", (Option(0, "green 6"), Option(1, "green 9")))
    navigator = shown(replace(GAME, question=question))
    assert press(navigator, "yes") == AnswerQuestion(0)
    assert press(navigator, "next") == AnswerQuestion(1)
    assert press(navigator, "no") == Refuse()


def test_a_proposal_closes_what_only_shows_something():
    navigator = shown(GAME)
    press(navigator, "no", "next", "next", "yes")
    assert not isinstance(navigator.screen, Play)
    navigator.show(propose(GAME, {"do": "discard"}))
    assert isinstance(navigator.screen, Play)


def test_a_proposal_does_not_close_a_dialogue():
    navigator = shown(GAME)
    press(navigator, "action")
    navigator.show(propose(GAME, {"do": "discard"}))
    assert not isinstance(navigator.screen, Play)


def test_settings_change_while_playing_and_the_list_stays():
    navigator = shown(GAME)
    press(navigator, "no")
    assert isinstance(navigator.screen, Menu)
    press(navigator, "next", "next", "yes")
    assert isinstance(navigator.screen, SettingsScreen)
    assert press(navigator, "yes") == ChangeSetting("language", "fr")
    french = replace(GAME, locale=load_locale("fr"), settings=replace(GAME.settings, language="fr"))
    navigator.show(french)
    assert isinstance(navigator.screen, SettingsScreen)
    assert navigator.screen.title(french) == "Réglages"


def test_history_shows_the_newest_first_and_undoes():
    navigator = shown(GAME)
    press(navigator, "next")
    assert isinstance(navigator.screen, History)
    assert navigator.screen.rows(GAME)[0].label == GAME.history[-1].text
    assert press(navigator, "no held") is None
    assert press(navigator, "yes") == Undo()


def test_the_failsafe_retries():
    assert press(shown(replace(GAME, failure=Failure("a", "b"))), "yes") == Retry()


def test_nothing_is_drawn_when_nothing_changed():
    surface = pygame.Surface((480, 320))
    navigator = shown(GAME)
    assert navigator.draw(surface)
    assert not navigator.draw(surface)
    navigator.show(replace(GAME))
    assert not navigator.draw(surface)
    navigator.show(replace(GAME, busy="looking"))
    assert navigator.draw(surface)


def test_a_finger_on_a_label_is_its_button():
    navigator = shown(propose(GAME, {"do": "discard"}))
    navigator.draw(pygame.Surface((800, 480)))
    assert navigator.touch(40, 450) == Confirm()
    assert navigator.touch(200, 450) == Refuse()
    assert navigator.touch(400, 20) is None


def test_a_finger_on_a_line_chooses_it():
    view = View(EN, resumes=(Resume("a.jsonl", "ascent", "The Ascent"),))
    navigator = shown(view)
    navigator.draw(pygame.Surface((800, 480)))
    assert navigator.touch(150, 200) == ResumeGame("a.jsonl")


def test_a_finger_on_the_event_that_is_asked_about_undoes_it():
    navigator = shown(GAME)
    navigator.press(Press(Button.NO, PressKind.HELD))
    navigator.draw(pygame.Surface((800, 480)))
    assert navigator.touch(650, 250) == Undo()


def test_every_button_with_a_label_does_something_and_the_others_do_nothing():
    navigator = shown(GAME)
    for button in Button:
        labelled = button in navigator.screen.keys(GAME)
        assert labelled == (navigator.screen.press(GAME, Press(button)) is not None)


def test_an_ended_game_says_how_it_ended():
    view = lost_view(*ascent_game(3, False), EN)
    assert view.table is not None
    assert view.table.outcome is Outcome.LOST


def test_legal_places_are_offered_in_learning_mode_only():
    def labels(view):
        return [row.label for row in Menu().rows(view)]

    learning = replace(GAME, settings=replace(GAME.settings, learning=True))
    assert "Where could a card go?" not in labels(GAME)
    assert "Where could a card go?" in labels(learning)
    navigator = shown(learning)
    press(navigator, "no", "next", "next", "yes", "next", "yes", "yes")
    assert isinstance(navigator.screen, PlacesScreen)
    assert navigator.screen.card == "green-7"
    assert navigator.screen.places(learning) == tuple(
        GAME.match.game.legal_places(GAME.match.state, "green-7")
    )


def test_without_a_time_nothing_moves():
    navigator = shown(GAME)
    navigator.draw(pygame.Surface((480, 320)))
    navigator.show(propose(GAME, {"do": "discard"}))
    navigator.draw(pygame.Surface((480, 320)))
    assert not navigator.moving


def test_screens_made_twice_are_the_same_value():
    learning = replace(GAME, settings=replace(GAME.settings, learning=True))
    for view in (GAME, learning, propose(GAME, {"do": "discard"})):
        for button in Button:
            one, other = (repr(Play().press(view, Press(button))) for _ in range(2))
            assert one == other
    assert repr(Menu().rows(learning)) == repr(Menu().rows(learning))


def test_a_name_is_typed_on_a_keyboard_as_anywhere():
    screen = TypeScreen("name", NAME_TREE, lambda words: StartGame({"name": words[0]}))
    navigator = shown(GAME)
    navigator.above = (screen,)
    assert navigator.screen.takes_letters
    for letter in "McCoyx\b":
        assert navigator.type_letter(letter) is None
    assert navigator.screen.shown() == "McCoy"
    assert navigator.type_letter("\r") == StartGame({"name": "McCoy"})


def test_letters_typed_after_letters_chosen_keep_them():
    screen = TypeScreen("name", NAME_TREE, StartGame, tokens=("A", "N"))
    intent = screen.type_letter(GAME, "N")
    assert isinstance(intent, Swap)
    assert intent.screen.shown() == "AnN"


def test_letters_are_buttons_where_no_word_is_asked_for():
    assert not Play().takes_letters
    assert Play().type_letter(GAME, "y") is None


def test_escape_asks_before_anything_ends():
    navigator = shown(GAME)
    navigator.ask_to_quit()
    navigator.ask_to_quit()
    assert isinstance(navigator.screen, AskQuit)
    assert press(navigator, "yes") is None
    assert isinstance(navigator.screen, Play)
    navigator.ask_to_quit()
    assert press(navigator, "next", "yes") == Quit()


def test_the_score_sheet_opens_by_itself_after_a_round():
    line = ScoreLine("Ann", (), (), 0)
    sheet = ScoreSheet(("Day 1", "Day 2"), ("Alps",), (line,))
    before = replace(GAME, table=replace(GAME.table, scores=sheet))
    navigator = shown(before)
    scored = replace(sheet, lines=(ScoreLine("Ann", ((7,),), (7,), 7),))
    navigator.show(replace(before, table=replace(GAME.table, scores=scored)))
    assert navigator.screen == ScoreScreen(page=1, opened_itself=True)
    assert navigator.screen.keys(navigator.view)[Button.YES].label == "Day 2"
    assert press(navigator, "yes") is None
    assert isinstance(navigator.screen, Play)


def test_the_last_round_is_on_the_sheet_before_the_end():
    sheet = ScoreSheet(("Day 1",), ("Alps",), (ScoreLine("Ann", (), (), 0),))
    before = replace(GAME, table=replace(GAME.table, scores=sheet))
    navigator = shown(before)
    scored = replace(sheet, lines=(ScoreLine("Ann", ((7,),), (7,), 7),))
    navigator.show(replace(before, table=replace(GAME.table, scores=scored, outcome=Outcome.DONE)))
    assert isinstance(navigator.screen, ScoreScreen)
    assert press(navigator, "yes") is None
    assert isinstance(navigator.screen, Ending)


def test_a_resumed_game_does_not_open_its_sheet():
    scored = ScoreSheet(("Day 1",), ("Alps",), (ScoreLine("Ann", ((7,),), (7,), 7),))
    navigator = shown(View(EN))
    navigator.show(replace(GAME, table=replace(GAME.table, scores=scored)))
    assert isinstance(navigator.screen, Play)


def test_a_card_laid_under_a_dialogue_is_shown_when_the_dialogue_closes():
    """The menu below it closes too: nothing covers what came meanwhile."""
    navigator = shown(GAME)
    press(navigator, "no")
    navigator.follow(Push(AskQuit()))
    navigator.show(propose(GAME, {"do": "discard"}))
    assert isinstance(navigator.screen, AskQuit)
    assert press(navigator, "no") is None
    assert isinstance(navigator.screen, Play)


def test_what_is_opened_over_a_proposal_stays():
    navigator = shown(GAME)
    navigator.show(propose(GAME, {"do": "place", "card": "red-2", "at": "6.1"}))
    navigator.follow(Push(History()))
    navigator.follow(Push(AskQuit()))
    assert press(navigator, "no") is None
    assert isinstance(navigator.screen, History)


def test_three_answers_are_a_list():
    asked = QuestionView("Which?", tuple(Option(n, f"card {n}") for n in range(3)))
    navigator = shown(replace(GAME, question=asked))
    assert press(navigator, "next", "next", "yes") == AnswerQuestion(2)
    assert press(navigator, "next held", "yes") == AnswerQuestion(1)
    navigator.show(replace(GAME, question=replace(asked, title="Another?")))
    assert press(navigator, "yes") == AnswerQuestion(0)


def test_a_day_begins_and_is_scored_with_two_presses_at_most():
    """Beside naming the approach cards: open, done by holding; and one press for the score."""
    fresh = view_game(open_sample({"game": "elevation", "players": ["Ann", "Ben", "Cleo"]}), (), EN)
    navigator = shown(fresh)
    assert press(navigator, "yes", "yes") is None  # the first card is named
    day = press(navigator, "yes held")
    assert isinstance(day, Confirm)
    assert day.event.do == "day"
    played, past = elevation_game(4, False, 1, 0)
    scored = press(shown(view_game(played, past, EN)), "yes")
    assert isinstance(scored, Confirm)
    assert scored.event.do == "end-day"
