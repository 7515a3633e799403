"""The words around the companion's screen on a laptop: they fit, and leave the screen and the table alone."""

import pygame
import pytest

from companion.app.window import draw_surround
from companion.locale import LANGUAGES, load_locale

SIZES = [(800, 480), (480, 320), (480, 800)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("empty", [True, False])
def test_the_words_fit_beside_the_screen(screen: tuple[int, int], language: str, empty: bool) -> None:
    whole = pygame.Surface((screen[0] + 880, max(screen[1], 664)))
    canvas = draw_surround(whole, screen, load_locale(language), empty=empty)
    assert [each.text for each in canvas.inked if not each.fits] == []
    kept = whole.subsurface((0, 0, *screen)), whole.subsurface((screen[0], 0, 880, 664))
    assert not any(pygame.image.tobytes(kept[0], "RGB"))
    assert any(pygame.image.tobytes(kept[1], "RGB")) == empty


def test_the_keys_are_named_below_the_screen() -> None:
    canvas = draw_surround(pygame.Surface((1680, 664)), (800, 480), load_locale("en"), empty=False)
    assert [each.text[:10] for each in canvas.inked] == ["Keys: Y ye"]
