"""The keyboard reaches every button, by the letters that the help names."""

import pygame
import pytest

from companion.app.window import KEYS, QUIT_KEY, button_of_key
from companion.locale import load_locale
from hardware.signals import Button, Press


def test_every_button_has_a_key():
    assert set(KEYS.values()) == set(Button)


def test_the_help_names_the_keys():
    pygame.display.init()
    for language, letter in (("en", "y"), ("fr", "o")):
        named = load_locale(language).say("screens.help.keyboard").partition(":")[2].split()
        codes = [pygame.key.key_code(name) for name in named]
        assert [button_of_key(code) for code in codes] == list(Button)
        assert named[0].lower() == letter


def test_the_key_that_ends_the_program_is_no_button_too():
    assert button_of_key(QUIT_KEY) is None


def test_other_keys_are_nothing():
    assert button_of_key(pygame.K_q) is None


@pytest.mark.parametrize("text", ["yes", "no held", "next", "discard held", "action"])
def test_presses_have_a_text_form(text):
    assert str(Press.parse(text)) == text


@pytest.mark.parametrize("text", ["", "maybe", "yes twice"])
def test_other_texts_are_no_presses(text):
    with pytest.raises(ValueError, match=r".+"):
        Press.parse(text)
