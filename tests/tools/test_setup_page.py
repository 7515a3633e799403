"""docs/setup.md and docs/setup.fr.md tell the same as the screens; make them anew: python tools/setup_page.py"""

import pytest

from companion.locale import LANGUAGES, load_locale
from tools.setup_page import PAGES, make_page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_what_the_screen_tells(language: str) -> None:
    assert PAGES[language].read_text(encoding="utf-8") == make_page(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_module_and_variant_has_its_part(language: str) -> None:
    say = load_locale(language).say
    page = make_page(language)
    modules = ("green-path", "panorama", "goats", "rocks", "monsters", "storms", "wild")
    variants = ("high-arch", "pyramid", "day-night", "competitive")
    names = [f"screens.setup.{each}" for each in modules]
    names += [f"screens.setup.values.{each}" for each in variants]
    for name in names:
        part = page.split(f"### {say(name)}\n")[1].split("###")[0]
        assert "**" in part
