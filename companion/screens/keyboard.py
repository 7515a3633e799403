"""The keyboard as a panel: a pygame key comes in, the button that it stands for goes out."""

import pygame

from companion.intents import AskAloud, Intent, MuteVoice
from hardware.signals import Button

# The first key of each button is the one that the help names.
KEYS: dict[int, Button] = {
    pygame.K_y: Button.YES,
    pygame.K_o: Button.YES,
    pygame.K_RETURN: Button.YES,
    pygame.K_KP_ENTER: Button.YES,
    pygame.K_n: Button.NO,
    pygame.K_BACKSPACE: Button.NO,
    pygame.K_TAB: Button.NEXT,
    pygame.K_RIGHT: Button.NEXT,
    pygame.K_DOWN: Button.NEXT,
    pygame.K_d: Button.DISCARD,
    pygame.K_a: Button.ACTION,
    pygame.K_SPACE: Button.ACTION,
    pygame.K_1: Button.YES,
    pygame.K_2: Button.NO,
    pygame.K_3: Button.NEXT,
    pygame.K_4: Button.DISCARD,
    pygame.K_5: Button.ACTION,
}


# What people ask the voice, while it is on: what Lies here, what Changed, and be Mute.
VOICE_KEYS: dict[int, Intent] = {
    pygame.K_l: AskAloud("table"),
    pygame.K_c: AskAloud("change"),
    pygame.K_m: MuteVoice(),
}
UP_KEY = pygame.K_UP  # a list goes up: white held, without waiting
FULL_SCREEN_KEY = pygame.K_F11
QUIT_KEY = pygame.K_ESCAPE  # in a window; on a bare screen there is only this key and the menu


def button_of_key(key: int) -> Button | None:
    """The button that a key stands for, by its pygame code; holding the key holds the button."""
    return KEYS.get(key)
