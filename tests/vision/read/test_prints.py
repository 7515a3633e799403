"""Prints: the same card gives the same print in any light, and noise is largest where print is."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.practice import practice_deck
from tests.vision.read.faces import BLUE, face, lit
from vision.decks import Deck, decode, encode
from vision.read.known_deck import KnownDecks
from vision.read.naming import number_of
from vision.read.network import Network
from vision.read.patch import SIDE_PX
from vision.read.prints import COMPARED, PRINT_PX, CardPrint, Vectors, blur, blur_widely, card_edges
from vision.read.sureness import load_calibration
from vision.types import Picture


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.8, 0.9, 1.0), (1.0, 0.9, 0.75)])
def test_light_hardly_changes_a_print(light: tuple[float, float, float]) -> None:
    plain, changed = CardPrint.of(face("3")), CardPrint.of(lit(face("3"), *light))
    apart = np.abs(plain.channels - changed.channels)[COMPARED].mean(axis=0)
    other = np.abs(plain.channels - CardPrint.of(face("8")).channels)[COMPARED].mean(axis=0)
    assert apart[0] < 0.5 * other[0]
    assert apart.max() < 0.1


def test_a_print_is_square_and_tells_the_cards_shape() -> None:
    tall = face("3")
    tall[:, :20] = tall[:, -20:] = (128, 128, 128)
    seen = CardPrint.of(tall)
    assert seen.channels.shape == (PRINT_PX, PRINT_PX, 4)
    assert 0.4 < seen.shape < 0.6
    assert CardPrint.of(face("3")).shape == 1.0


def test_noise_is_larger_where_there_is_print_than_on_plain_paper() -> None:
    noise = CardPrint.of(face("3", art=False)).noise()[..., 0]
    assert noise[COMPARED].min() > 0
    assert noise[COMPARED].max() > 2 * noise[COMPARED].min()


def test_the_chroma_of_black_ink_is_known_least() -> None:
    seen = CardPrint.of(face("3", frame=BLUE, art=False))
    noise, dark = seen.noise()[..., 1][COMPARED], seen.darkness[COMPARED]
    assert noise[dark > 0.7].mean() > noise[dark < 0.2].mean()


def test_grey_beside_a_card_is_not_the_card() -> None:
    patch = face("3")
    left, top = card_edges(patch)
    assert left == top == pytest.approx(SIDE_PX * 0.08 / 1.16)
    patch[:, :15] = patch[:, -15:] = (128, 128, 128)
    assert card_edges(patch)[0] > 15


def test_a_card_stored_as_jpeg_keeps_its_shape() -> None:
    tall = face("3", table=200)
    tall[:, :20] = tall[:, -20:] = (128, 128, 128)
    stored = decode(encode(tall), Path("x.deck"))
    assert card_edges(stored)[0] == pytest.approx(card_edges(tall)[0], abs=1.0)
    apart = CardPrint.of(stored).channels - CardPrint.of(tall).channels
    assert np.abs(apart)[COMPARED].mean() < 0.05


def on_paper(text: str, ink: tuple[int, int, int] = (20, 20, 20)) -> Picture:
    """A white card with a large number."""
    patch = face("", frame=(235, 235, 235), art=False)
    cv2.putText(patch, text, (32, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.3, ink, 3, cv2.LINE_AA)
    return patch


def half(patch: Picture, upon: tuple[float, float, float]) -> Picture:
    """The right half of a card under a light of this colour, its edge as sharp as a sleeve's."""
    patch = patch.copy()
    patch[:, SIDE_PX // 2 :] = lit(patch[:, SIDE_PX // 2 :], *upon)
    return patch


def off(one: CardPrint, other: CardPrint) -> Vectors:
    return np.abs(one.channels - other.channels)[COMPARED].mean(axis=0)


@pytest.mark.parametrize("shadow", [(0.5, 0.5, 0.5), (0.65, 0.6, 0.58)])
def test_the_edge_of_a_shadow_on_paper_is_no_print(shadow: tuple[float, float, float]) -> None:
    card, shaded = on_paper("3"), half(on_paper("3"), shadow)
    told = off(*(CardPrint.of(each, on_paper=True) for each in (card, shaded)))
    assert told.sum() < 0.1 * off(CardPrint.of(card), CardPrint.of(shaded)).sum()
    assert told.sum() < off(*(CardPrint.of(on_paper(each), on_paper=True) for each in "35")).sum()


def test_what_lies_in_a_shadow_on_paper_tells_less() -> None:
    """A striped sign whose reference lay in a shadow was surely taken for its tinted twin, four times of 54."""
    plain, shaded = (
        CardPrint.of(each, on_paper=True) for each in (on_paper(""), half(on_paper(""), (0.5,) * 3))
    )
    more = shaded.noise().mean(axis=2) / plain.noise().mean(axis=2)
    assert more[20:28, 30:40].mean() == pytest.approx(4.0, rel=0.2)  # a quarter of the light squared
    assert more[20:28, 8:16].mean() == pytest.approx(1.0, rel=0.1)
    assert np.all(CardPrint.of(half(on_paper(""), (0.5,) * 3)).shade == 1)  # else it may be printed


@pytest.mark.parametrize("upon", [(0.47, 0.59, 0.8), (0.15, 0.15, 0.15)])
def test_what_covers_paper_is_no_shadow(upon: tuple[float, float, float]) -> None:
    """A hand and the table have another tint; black cloth is too dark."""
    card, covered = (CardPrint.of(each, on_paper=True) for each in (on_paper("3"), half(on_paper("3"), upon)))
    assert off(card, covered)[1:].max() > 0.5


def grounds(*colours: tuple[int, int, int]) -> list[Picture]:
    patches = [on_paper(str(at)) for at in range(8)]
    for patch, colour in zip(patches, colours, strict=False):
        patch[(patch > 200).all(axis=2)] = colour
    return patches


def artwork(seed: int) -> Picture:
    noise = np.random.default_rng(seed).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(noise, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize(
    ("patches", "paper"),
    [
        pytest.param(grounds(), True, id="white paper"),
        pytest.param(grounds(*[(215, 230, 235)] * 8), True, id="ivory"),
        pytest.param([*grounds()[:5], *map(artwork, range(3))], True, id="paper and pictures"),
        pytest.param(grounds()[:7], False, id="too few to tell"),
        pytest.param([*map(artwork, range(8))], False, id="artwork"),
    ],
)
def test_a_deck_whose_cards_are_mostly_paper_is_known(patches: list[Picture], paper: bool) -> None:
    deck = Deck("d")
    for at, patch in enumerate(patches):
        deck = deck.with_reference(f"card-{at}", patch)
    assert KnownDecks(Network(), load_calibration().enrolled).learn(deck).prints.on_paper == paper


def test_a_deck_that_grows_is_looked_at_anew_once_its_paper_is_known() -> None:
    decks, patches = KnownDecks(Network(), load_calibration().enrolled), grounds()
    deck = Deck("d")
    for at, patch in enumerate(patches):
        deck = deck.with_reference(f"card-{at}", patch)
        views = decks.learn(deck).views
        assert {each.print.on_paper for each in views} == {at == 7}


@pytest.mark.parametrize(("game", "lean"), [("ascent", -45), ("tranquility", 0), ("elevation", 0)])
def test_the_references_tell_how_numbers_stand_on_cards(game: str, lean: int) -> None:
    """The Ascent's are looked at on a corner: read straight, a third of its numbers were others."""
    deck = practice_deck(game)
    prints = KnownDecks(Network(), load_calibration().enrolled).learn(deck).prints
    assert prints.lean == lean
    owners = [prints.cards[owner] for owner in prints.owners]
    told = [
        (name, int(row.argmax()))
        for name, row in zip(owners, prints.numbers, strict=True)
        if number_of(name) is not None
    ]
    assert told == [(name, number_of(name)) for name, _ in told]


@pytest.mark.parametrize("off", [0, 1])
def test_numbers_that_references_do_not_show_tell_nothing(off: int) -> None:
    """The network reads other numbers than poker cards' small indices, now and then surely."""
    numbered = [each for each in practice_deck("tranquility").references if number_of(each.card) is not None]
    deck = Deck("d")
    for reference in numbered[:10]:
        deck = deck.with_reference(f"card-{(number_of(reference.card) or 0) + off}", reference.patch)
    numbers = KnownDecks(Network(), load_calibration().enrolled).learn(deck).prints.numbers
    assert (numbers.max(axis=1) > 0.9).all() == (off == 0)
    assert (np.ptp(numbers) == 0) == (off == 1)


@pytest.mark.parametrize("sigma", [0.8, 5.2, 6.4])
def test_a_wide_blur_is_a_blur(sigma: float) -> None:
    pictures = np.random.default_rng(2).normal(size=(3, PRINT_PX, PRINT_PX)).astype(np.float32)
    apart = np.stack([blur(each, sigma) for each in pictures]) - blur_widely(pictures, sigma)
    assert np.abs(apart).max() < 1e-5
