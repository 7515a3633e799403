"""Every screen, both sizes, both languages, long names, larger text: no text leaves its box, none overlap."""

from dataclasses import replace
from itertools import combinations

import pygame
import pytest

from companion.games.elevation.cards import AUTO_ASCENDERS
from companion.locale import LANGUAGES, load_locale
from companion.screens.canvas import Canvas
from companion.screens.navigator import draw_screen
from companion.screens.view import Notice
from companion.simulation.samples import Sample, all_samples

SIZES = ((800, 480), (480, 320))


def drawn(sample: Sample, size: tuple[int, int]) -> Canvas:
    return draw_screen(pygame.Surface(size), sample.screen, sample.view)


def faults(canvas: Canvas) -> list[str]:
    found = [f"does not fit: {each.text!r} in {each.room}" for each in canvas.inked if not each.fits]
    found += [f"leaves its box: {each.text!r}" for each in canvas.inked if not each.room.holds(each.ink)]
    found += [f"leaves the screen: {each.text!r}" for each in canvas.inked if not canvas.box.holds(each.ink)]
    found += [
        f"overlap: {one.text!r} and {other.text!r}"
        for one, other in combinations(canvas.inked, 2)
        if one.ink.overlaps(other.ink)
    ]
    return found


@pytest.mark.parametrize("larger", [False, True], ids=["usual", "larger"])
@pytest.mark.parametrize("size", SIZES, ids=["800x480", "480x320"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_off_or_overlaps(language, size, larger):
    bad = {}
    for sample in all_samples(load_locale(language), long=True, larger=larger):
        found = faults(drawn(sample, size))
        if found:
            bad[sample.name] = found
    assert not bad


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_fit_too(language):
    for sample in all_samples(load_locale(language)):
        assert faults(drawn(sample, (480, 320))) == [], sample.name


@pytest.mark.parametrize("size", SIZES, ids=["800x480", "480x320"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_nobody_chose_are_never_cut(language, size):
    cut = {
        f"{name[:end].rstrip()}…" for name in AUTO_ASCENDERS for end in range(3, len(name))
    }  # Ed… is Edith
    for sample in all_samples(load_locale(language), games=("elevation",)):
        shown = {each.text for each in drawn(sample, size).inked}
        assert shown.isdisjoint(cut), sample.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_held_button_asks_the_voice_fits_under_its_label(language):
    for sample in all_samples(load_locale(language), long=True):
        view = replace(sample.view, settings=replace(sample.view.settings, voice="everything"))
        assert faults(drawn(replace(sample, view=view), (480, 320))) == [], sample.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["voice.missing", "evening.kept", "evening.full"])
def test_what_stays_at_the_top_of_the_screen_fits(key, language):
    locale = load_locale(language)
    sample = next(each for each in all_samples(locale) if each.name == "settings")
    view = replace(sample.view, notices=(Notice(locale.say(key)),))
    assert faults(drawn(replace(sample, view=view), (480, 320))) == []


@pytest.mark.parametrize("size", SIZES, ids=["800x480", "480x320"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("grave", ["app.mat-lost", "app.camera-lost"])
def test_of_two_notices_the_graver_is_told_and_the_other_told_or_counted(grave, language, size):
    locale = load_locale(language)
    sample = next(each for each in all_samples(locale) if each.name == "settings")
    other, more = locale.say("app.hand-rests"), locale.say("screens.keys.more-reasons", count=1)
    notices = (Notice(other), Notice(locale.say(grave), grave=True))
    canvas = drawn(replace(sample, view=replace(sample.view, notices=notices)), size)
    assert faults(canvas) == []
    strip = next(each.text for each in canvas.inked if each.text.startswith(locale.say(grave)))
    assert strip in (f"{locale.say(grave)} {other}", f"{locale.say(grave)} {more}")


def test_two_notices_are_two_sentences():
    """A card beside the game while the evening is kept: both stood in one line without a stop."""
    locale = load_locale("en")
    sample = next(each for each in all_samples(locale) if each.name == "settings")
    left_lying = locale.say("app.left-lying", cards="green 1", count=1)
    notices = (Notice(left_lying), Notice(locale.say("evening.kept")))
    canvas = drawn(replace(sample, view=replace(sample.view, notices=notices)), (800, 480))
    assert f"{left_lying}. {locale.say('evening.kept')}" in [each.text for each in canvas.inked]


def test_the_check_sees_an_overlap_and_a_text_that_is_too_long():
    canvas = Canvas(pygame.Surface((480, 320)))
    box = canvas.box.inset(200, 150)
    canvas.text(box, "Donaudampfschifffahrtsgesellschaft")
    canvas.text(box, "over it")
    kinds = {fault.split(":")[0] for fault in faults(canvas)}
    assert kinds == {"does not fit", "leaves its box", "overlap"}
