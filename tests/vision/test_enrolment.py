"""Enrolment: what is taken, what is refused and why, what is missing, and that it can be continued."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import enrol
from companion.decks import load_deck as load_cards
from companion.locale import load_locale
from companion.table.practice import simulated_table
from hardware.simulated import Thing
from tests.commands.run import run
from tests.vision.read.cards import card_picture, deck_of
from vision.decks import Deck, load_deck
from vision.enrolment import (
    Enrolment,
    Refusal,
    Shot,
    as_shown,
    has_shape,
    shoot_layer,
    shoot_like,
    take_shot,
    whole_picture,
)
from vision.enrolment import shoot as shoot_whole
from vision.errors import DeckError
from vision.find.silhouette import find_lone
from vision.geometry import quad_iou, rotate_quad
from vision.lab.scene import Camera, LaidCard, Scene, corner_tags, draw_face, render
from vision.observation import Observation
from vision.read.patch import SIDE_PX, measure_quality, rectify
from vision.read.reader import Reader
from vision.read.reading import Reading
from vision.types import Laid, Picture, Quad, rectangle

STYLE = deck_of(11)
SHOWN = rectangle((150, 150), (140, 140), 0)


def picture_with_card(blur: float = 0.0, glare: bool = False) -> Picture:
    """A pale card with sharp squares on it."""
    picture = np.full((300, 300, 3), 70, np.uint8)
    picture[80:220, 80:220] = 215
    for step in range(6):
        picture[95 + 20 * step : 105 + 20 * step, 95:205] = (40, 40, 160)
    if glare:
        picture[80:150, 80:220] = 255
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture


class Fake:
    """A reader that finds a given share of card-likeness in every outline."""

    def __init__(self, *is_card: float, names: Sequence[str] = ("red-7", "red-1")) -> None:
        self.is_card, self.names = is_card, names

    def read_outlines(
        self,
        picture: Picture,
        outlines: Sequence[Quad],
        *,
        white: object = None,
        laid: Laid = Laid.ANYHOW,
        deck: Deck | None = None,
        inventory: Collection[str] | None = None,
        expected: Sequence[str | None] = (),
    ) -> list[Reading]:
        candidates = tuple((name, 0.5) for name in self.names)
        return [
            Reading(None, None, None, candidates, 0, share, corners=tuple(quad))
            for quad, share in zip(outlines, self.is_card, strict=False)
        ]


def shoot(picture: Picture, *outlines: Quad, is_card: Sequence[float] = (0.99, 0.99)) -> Shot | Refusal:
    found = [Observation(quad, 1.0 - 0.04 * index) for index, quad in enumerate(outlines)]
    return take_shot(Fake(*is_card), picture, found)


def test_a_good_shot_is_taken() -> None:
    shot = shoot(picture_with_card(), SHOWN)
    assert isinstance(shot, Shot)
    assert [name for name, _ in shot.reading.candidates] == ["red-7", "red-1"]


@pytest.mark.parametrize(
    ("shot", "reason"),
    [
        pytest.param(shoot(picture_with_card(blur=5), SHOWN), Refusal.BLUR, id="blur"),
        pytest.param(shoot(picture_with_card(glare=True), SHOWN), Refusal.GLARE, id="glare"),
        pytest.param(
            shoot(picture_with_card(), SHOWN, is_card=[0.2]), Refusal.PART, id="half a card or a back"
        ),
        pytest.param(shoot(picture_with_card(), SHOWN, is_card=[0.001]), Refusal.NOTHING, id="bare table"),
        pytest.param(shoot(picture_with_card(), is_card=[0.001]), Refusal.NOTHING, id="no outline"),
        pytest.param(
            shoot(picture_with_card(), rectangle((150, 150), (30, 30), 0)), Refusal.SMALL, id="too small"
        ),
        pytest.param(
            shoot(picture_with_card(), SHOWN, rectangle((245, 55), (100, 100), 0)),
            Refusal.SEVERAL,
            id="two cards",
        ),
    ],
)
def test_a_bad_shot_is_refused_with_its_reason(shot: Shot | Refusal, reason: Refusal) -> None:
    assert shot is reason


def test_two_outlines_of_one_card_are_one_card() -> None:
    assert isinstance(shoot(picture_with_card(), SHOWN, rectangle((152, 150), (130, 138), 1)), Shot)


def test_a_pale_card_by_itself_is_taken_by_whichever_outline_is_better() -> None:
    """The second outline is not the silhouette's own, but what it shows lies by itself all the same."""
    shot = shoot(picture_with_card(), SHOWN, rectangle((152, 150), (130, 138), 1), is_card=[0.43, 0.48])
    assert isinstance(shot, Shot)


def test_halves_of_a_card_that_lies_by_itself_are_no_two_cards() -> None:
    """A court card's two halves were each more surely a card than the whole of it."""
    halves = [rectangle((150, 150 + side * 38), (138, 80), 0) for side in (-1, 1)]
    shot = shoot(picture_with_card(), SHOWN, *halves, is_card=[0.86, 0.99, 0.99])
    assert isinstance(shot, Shot)
    assert shot.patch.mean() == pytest.approx(shoot(picture_with_card(), SHOWN).patch.mean(), abs=1.0)


def test_two_cards_that_touch_stay_two_cards() -> None:
    halves = [rectangle((150, 150 + side * 38), (138, 80), 0) for side in (-1, 1)]
    assert shoot(picture_with_card(), SHOWN, *halves, is_card=[0.3, 0.99, 0.99]) is Refusal.SEVERAL


def test_a_thing_by_itself_as_large_as_its_fellows_is_a_card_whatever_is_printed_on_it() -> None:
    """A photograph on a card looked like part of one; refused, it made its whole deck incomplete."""
    fellow = shoot(picture_with_card(), SHOWN)
    assert isinstance(fellow, Shot)
    shot = shoot_like(Fake(0.1), picture_with_card(), [fellow])
    assert shot is not None
    assert quad_iou(shot.reading.corners, SHOWN) > 0.95


def test_a_card_half_in_a_shadow_is_as_large_as_its_fellows() -> None:
    """What stood out from the ground was only its light half."""
    fellow = shoot(picture_with_card(), SHOWN)
    assert isinstance(fellow, Shot)
    picture = picture_with_card()
    picture[150:250, 50:250] = 0.38 * picture[150:250, 50:250]
    assert quad_iou(find_lone(picture) or SHOWN, SHOWN) < 0.6
    shot = shoot_like(Fake(0.1), picture, [fellow])
    assert shot is not None
    assert quad_iou(shot.reading.corners, SHOWN) > 0.95


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(cv2.resize(picture_with_card(), (400, 400)), id="larger-than-its-fellows"),
        pytest.param(np.full((300, 300, 3), 70, np.uint8), id="nothing-there"),
        pytest.param(picture_with_card(blur=5), id="blurred"),
    ],
)
def test_what_is_not_like_its_fellows_stays_refused(picture: Picture) -> None:
    fellow = shoot(picture_with_card(), SHOWN)
    assert isinstance(fellow, Shot)
    assert shoot_like(Fake(0.1), picture, [fellow]) is None


def test_a_plate_on_the_card_is_no_second_card() -> None:
    plates = [
        rectangle((110 + 80 * column, 110 + 80 * row), (44, 44), 0) for column in (0, 1) for row in (0, 1)
    ]
    assert isinstance(shoot(picture_with_card(), *plates, SHOWN, is_card=[0.99] * 5), Shot)


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("turn", [-20, 0, 8, 37, 45, 60])
def test_the_way_up_is_the_one_shown(turn: float, start: int) -> None:
    """Whatever corner the reader takes for the first: straight cards stay upright, others stand on a corner."""
    shown = rectangle((150, 150), (140, 140), turn)
    corners = as_shown(rotate_quad(shown, start))
    assert corners == shown


def test_an_outline_askew_has_a_way_up_too() -> None:
    """The corners of a quad need not be a quarter turn apart."""
    askew = ((100.0, 100.0), (200.0, 40.0), (190.0, 150.0), (100.0, 300.0))
    assert sorted(as_shown(askew)) == sorted(askew)


@pytest.mark.parametrize(("turn", "guess"), [(90, 0), (90, 2), (80, 0), (-85, 2), (3, 0), (-10, 0)])
def test_a_tall_card_on_its_side_stands_up_the_way_the_reader_guesses(turn: float, guess: int) -> None:
    outline = rotate_quad(rectangle((150, 150), (100, 160), turn), guess)
    assert as_shown(outline) == outline


def test_of_outlines_of_one_card_the_best_is_taken() -> None:
    """They come best first; a crooked one that is a little larger does not win."""
    crooked = ((70.0, 60.0), (240.0, 75.0), (225.0, 230.0), (75.0, 225.0))
    shot = shoot(picture_with_card(), SHOWN, crooked)
    assert isinstance(shot, Shot)
    assert shot.reading.corners == SHOWN


@pytest.mark.parametrize(("size", "fits"), [((63, 63), True), ((63, 88), False), ((60, 64), True)])
def test_the_shape_of_the_games_cards_is_kept_to(size: tuple[float, float], fits: bool) -> None:
    assert has_shape(SHOWN, size) is fits


def test_a_wide_picture_without_an_outline_is_not_the_card() -> None:
    wide = np.full((300, 530, 3), 90, np.uint8)
    assert shoot(wide, is_card=[0.99]) is Refusal.NOTHING


def test_tags_are_no_cards() -> None:
    """Under the mounted camera the four tags lie beside the card that is enrolled."""
    face = draw_face(STYLE, 7, "red", 200)
    card = LaidCard("red-7", face, (20.0, 10.0), (63.0, 63.0), 4.0)
    picture, _ = render(Scene((card,), corner_tags(), (), Camera()), np.random.default_rng(1))
    shot = shoot_whole(Reader.load(), picture, size_mm=(63.0, 63.0))
    assert isinstance(shot, Shot)


def test_a_card_that_fills_the_picture_is_taken_whole() -> None:
    """Close-ups were refused, or a plate on the card was taken for it."""
    picture, quad = card_picture(STYLE, 7, "red", 3, 240)
    first = np.floor(np.min(quad, axis=0)).astype(int) - 8
    last = np.ceil(np.max(quad, axis=0)).astype(int) + 8
    close = np.ascontiguousarray(picture[first[1] : last[1], first[0] : last[0]])
    shot = shoot_whole(Reader.load(), close)
    assert isinstance(shot, Shot)
    assert shot.reading.corners is not None
    assert quad_iou(shot.reading.corners, tuple((x - first[0], y - first[1]) for x, y in quad)) > 0.9


def good_shot() -> Shot:
    shot = shoot(picture_with_card(), SHOWN)
    assert isinstance(shot, Shot)
    return shot


def test_what_is_missing_is_known_when_the_game_is() -> None:
    enrolment = Enrolment(Deck("home"), ("red-1", "red-7", "bridge"))
    assert enrolment.proposal(good_shot()) == "red-7"
    later = enrolment.confirm(good_shot(), "red-7")
    assert (later.missing(), later.progress()) == (("red-1", "bridge"), (1, 3))
    assert later.proposal(good_shot()) == "red-1"


def test_without_a_game_any_name_is_taken() -> None:
    later = Enrolment(Deck("home")).confirm(good_shot(), "joker")
    assert (later.deck.cards(), later.missing(), later.progress()) == (("joker",), (), (1, 1))


@pytest.mark.parametrize("name", ["", " red-7", "red 7", "../x", "red-99"])
def test_a_name_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(DeckError):
        Enrolment(Deck("home"), ("red-7",)).confirm(good_shot(), name)


# the command


def save_card(folder: Path, number: int, colour: str = "red") -> Path:
    folder.mkdir(exist_ok=True)
    picture, _ = card_picture(STYLE, number, colour, seed=number, card_px=200)
    path = folder / f"{colour}-{number}.png"
    cv2.imwrite(str(path), picture)
    return path


def test_a_folder_is_enrolled_and_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two cards, later a third: the first two are not taken again, and nothing is lost."""
    folder, deck = tmp_path / "cards", tmp_path / "home.deck"
    save_card(folder, 1)
    save_card(folder, 2)
    first = run(capsys, "enrol", deck, "--from", folder)
    assert (first.code, load_deck(deck).cards()) == (0, ("red-1", "red-2"))
    save_card(folder, 5)
    again = run(capsys, "enrol", deck, "--from", folder)
    assert (again.code, load_deck(deck).cards()) == (0, ("red-1", "red-2", "red-5"))
    assert "red-1.png" not in again.out
    assert "3 cards enrolled" in again.out


def test_bad_pictures_are_named_and_the_others_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, deck = tmp_path / "cards", tmp_path / "home.deck"
    save_card(folder, 1)
    path = save_card(folder, 2)
    cv2.imwrite(str(path), cv2.GaussianBlur(cv2.imread(str(path)), (0, 0), 9))
    (folder / "red-3.jpg").write_bytes(b"not a picture")
    ran = run(capsys, "enrol", deck, "--from", folder)
    assert (ran.code, load_deck(deck).cards()) == (1, ("red-1",))
    assert {line.split(":")[0] for line in ran.err.splitlines()} == {"red-2.png", "red-3.jpg"}


def test_a_card_that_is_refused_by_itself_is_taken_among_its_fellows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, deck = tmp_path / "cards", tmp_path / "home.deck"
    save_card(folder, 1)
    path = save_card(folder, 2)
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    picture[50:250, 50:250] = 240
    picture[65:135, 65:235], picture[165:235, 65:235] = (200, 120, 40), (40, 120, 200)
    cv2.imwrite(str(path), picture)
    assert isinstance(shoot_whole(Reader.load(), picture), Refusal)
    ran = run(capsys, "enrol", deck, "--from", folder)
    assert (ran.code, load_deck(deck).cards()) == (0, ("red-1", "red-2"))


def test_a_game_tells_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, deck = tmp_path / "cards", tmp_path / "home.deck"
    save_card(folder, 1)
    save_card(folder, 77)
    ran = run(capsys, "enrol", deck, "--game", "ascent", "--from", folder)
    assert ran.code == 1
    assert "missing: green-1" in ran.out
    assert "no card red-77" in ran.err
    other = run(capsys, "enrol", deck, "--game", "tranquility", "--from", folder)
    assert (other.code, "a deck of ascent" in other.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sub/home", "--from", "."], "neither a deck's name"),
        (["x.deck", "--from", "/nowhere/at/all"], "no such file"),
        (["broken.deck", "--from", "."], "not a deck or is damaged"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.deck").write_bytes(b"broken")
    ran = run(capsys, "enrol", *words)
    assert (ran.code, ran.err.count("\n"), sentence in ran.err) == (2, 1, True)


@pytest.mark.parametrize(("language", "leave_out"), [("en", "n"), ("fr", "non")])
def test_with_a_camera_the_person_confirms_and_corrects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, leave_out: str
) -> None:
    """The proposal, a correction after a wrong name, a card left out, then stop."""
    folder, path = tmp_path / "cards", tmp_path / "home.deck"
    for number in (1, 2, 5):
        save_card(folder, number)
    answers = iter(["", "red-1", "", "no such name", "red-2", "", leave_out, "q"])
    locale = load_locale(language)
    enrolment = enrol.enrol_camera(
        enrol.Reader.load(),
        Enrolment(Deck("home")),
        path,
        f"folder:{folder}",
        locale,
        lambda _: next(answers),
    )
    assert enrolment.deck.cards() == ("red-1", "red-2")
    assert load_deck(path).cards() == ("red-1", "red-2")
    out = capsys.readouterr().out
    assert locale.say("enrol.lay") in out
    assert locale.say("enrol.bad-name", name="no such name") in out


@pytest.mark.parametrize(("language", "told"), [("en", "Plug one in"), ("fr", "Branchez-en une")])
def test_without_a_camera_nobody_is_asked_to_lay_a_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, told: str
) -> None:
    ran = run(capsys, "enrol", tmp_path / "home.deck", "--camera", "usb:99", "--lang", language)
    assert (ran.code, ran.out) == (2, "")
    assert "--from" in ran.err
    assert told in ran.err


def test_a_folder_is_enrolled_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, deck = tmp_path / "cards", tmp_path / "home.deck"
    save_card(folder, 1)
    save_card(folder, 77)
    ran = run(capsys, "enrol", deck, "--game", "ascent", "--from", folder, "--lang", "fr")
    assert "red-1.png\u00a0: apprise" in ran.out
    assert "cartes apprises\u00a0: 1 sur 41\u00a0; manquent\u00a0: green-1" in ran.out
    assert "le jeu n’a pas de carte red-77" in ran.err


def test_quality_limits_let_a_real_card_pass() -> None:
    picture, outline = card_picture(STYLE, 3, "blue", seed=2, card_px=200)
    assert measure_quality(rectify(picture, outline)).sharpness > 0.22
    assert whole_picture(picture)[2] == (picture.shape[1] - 1.0, picture.shape[0] - 1.0)


def layer_shot(card: str, *looks: str, sure: bool = False, share: float = 0.9) -> Shot:
    names = tuple(dict.fromkeys((card, *looks, "red-4")))
    shares = tuple((name, share if number == 0 else 0.3) for number, name in enumerate(names))
    return Shot(PATCH, Reading(card if sure else None, None, None, shares, 0, 1.0), looks or (card,) * 5)


PATCH = np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8)
FOUR = ("red-1", "red-2", "red-3", "red-4")


@pytest.mark.parametrize(
    ("shots", "named", "asked"),
    [
        pytest.param([layer_shot("red-1", sure=True)], ["red-1"], 0, id="sure"),
        pytest.param([layer_shot("red-1", sure=True)] * 2, [], 2, id="two of one name"),
        pytest.param([layer_shot("red-1"), layer_shot("red-2")], ["red-1", "red-2"], 0, id="each alone"),
        pytest.param([layer_shot("red-1")], [], 1, id="alone, but most cards lie elsewhere"),
        pytest.param([layer_shot("red-1"), layer_shot("red-2", share=0.3)], ["red-1"], 1, id="not clear"),
        pytest.param(
            [layer_shot("red-1"), layer_shot("red-2", *["red-2", "red-3"] * 2)], ["red-1"], 1, id="unsteady"
        ),
    ],
)
def test_of_a_layer_what_is_plain_is_named_and_the_rest_asked_for(
    shots: list[Shot], named: list[str], asked: int
) -> None:
    shots = [replace(each, reading=each.reading) for each in shots]
    enrolment, doubts = Enrolment(Deck("mine"), FOUR).take_layer(shots)
    assert (list(enrolment.deck.cards()), len(doubts)) == (named, asked)


def test_a_copy_of_a_known_card_is_passed_over_unless_it_is_wanted_again() -> None:
    known = Enrolment(Deck("mine").with_reference("red-1", PATCH), FOUR)
    assert known.take_layer([layer_shot("red-1", sure=True)]) == (known, ())
    again, (doubt,) = known.ask_again(["red-1"]).take_layer([layer_shot("red-1", sure=True)])
    assert again.again == ("red-1",)
    told = again.confirm(doubt, "red-1")
    assert (len(told.deck.references), told.again) == (2, ())


SUITS = {"alps": (60, 60, 110), "andes": (110, 60, 60)}
SUITED = tuple(f"{suit}-{number}" for suit in SUITS for number in range(1, 6))


def suit_shot(suit: str, number: int, *, steady: bool = True) -> Shot:
    """A card whose number is sure; any suit may have it."""
    names = tuple((f"{each}-{number}", 0.5) for each in SUITS)
    looks = (f"alps-{number}", f"andes-{number if steady else 9}")
    patch = np.full((SIDE_PX, SIDE_PX, 3), SUITS[suit], np.uint8)
    return Shot(patch, Reading(None, number, None, names, 0, 1.0), looks)


@pytest.mark.parametrize(
    ("doubts", "named"),
    [
        pytest.param([suit_shot("andes", 3), suit_shot("alps", 4)], ["andes-3", "alps-4"], id="by suit"),
        pytest.param([suit_shot("andes", 3)] * 2, [], id="two of one name"),
        pytest.param([suit_shot("andes", 1)], [], id="a copy of a known card"),
        pytest.param([suit_shot("andes", 3, steady=False)], [], id="another number in another look"),
    ],
)
def test_the_colours_of_known_suits_name_the_next_cards(doubts: list[Shot], named: list[str]) -> None:
    begun = Enrolment(Deck("mine"), SUITED)
    for suit in SUITS:
        for number in (1, 2):
            assert begun.take_layer(doubts) == (begun, tuple(doubts))
            begun = begun.confirm(suit_shot(suit, number), f"{suit}-{number}")
    enrolment, left = begun.take_layer(doubts)
    assert list(enrolment.deck.cards())[4:] == named
    assert len(left) == len(doubts) - len(named)


@pytest.mark.parametrize("seed", [4, 6, 7, 9])
def test_every_card_on_the_mat_is_found_once_and_held_upright(seed: int) -> None:
    table = simulated_table("ascent", size_px=(1280, 720), seed=seed)
    cards = ("red-7", "blue-2", "green-5")
    for number, card in enumerate(cards):
        table.put(card, Thing(card, (number * 90.0 - 90.0, 20.0), 3.0))
    shots = shoot_layer(
        Reader.load(), table.picture(), wanted=tuple(load_cards("ascent")), size_mm=table.layout.card.size_mm
    )
    assert not isinstance(shots, Refusal)
    assert sorted(each.likeliest for each in shots) == sorted(cards)
