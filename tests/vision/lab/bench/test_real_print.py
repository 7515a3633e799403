"""Real print on rendered tables: cards are cut out of scenes, and places follow their shape."""

import json
from pathlib import Path

import cv2
import pytest

from companion.table.layout import load_layout
from tests.vision.read.cards import deck_of, lay, on_a_table
from vision.lab.bench.reading import Count
from vision.lab.bench.real_print import TableCount, fit_layout, load_printed_deck, measure_table
from vision.lab.evaluate import LabelsError
from vision.lab.scene import NONE, draw_face
from vision.read.reader import Reader
from vision.types import Picture

NUMBERS = (1, 2, 3, 5, 7)


def table_picture(face: Picture) -> tuple[Picture, list[list[float]]]:
    """A card on a table, and its corners."""
    picture, quad = lay(face, 2, 160, NONE)
    return on_a_table(picture), [[x + 300, y + 300] for x, y in quad]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A drawn deck; in its scenes the middle of each card is dotted, which its enrolled picture is not."""
    root, style = tmp_path_factory.mktemp("print") / "drawn", deck_of(22)
    (root / "enrol").mkdir(parents=True)
    (root / "scenes").mkdir()
    pictures = []
    for number in NUMBERS:
        face = draw_face(style, number, "blue", 200)
        cv2.imwrite(str(root / "enrol" / f"blue-{number}.jpg"), table_picture(face)[0])
        face[4:12, 4:12] = (255, 0, 255)
        scene, quad = table_picture(face)
        cv2.imwrite(str(root / "scenes" / f"{number}.png"), scene)
        card = {"card": f"blue-{number}", "quad": quad}
        covered = {"card": "blue-1", "quad": quad, "covered": True}
        beyond = {"card": f"blue-{number}", "quad": [quad[0], *([x + 160, y] for x, y in quad[1:3]), quad[3]]}
        larger = [beyond] if number == 3 else []  # more than the card
        cards = [card, covered, *larger]
        pictures.append({"file": f"scenes/{number}.png", "cards": cards})
    (root / "labels.json").write_text(json.dumps({"pictures": pictures}))
    return root


def test_cards_are_cut_out_of_the_scenes_and_read_on_a_table(folder: Path) -> None:
    reader = Reader.load()
    printed = load_printed_deck(reader, folder)
    assert set(printed.faces) == {f"blue-{number}" for number in NUMBERS}
    dot = printed.face("blue-3", 200)[6:10, 6:10].reshape(-1, 3).mean(axis=0)
    assert dot[0] > 180 > 80 > dot[1]
    told = measure_table(printed, load_layout("tranquility"), reader, 3)
    assert (told.cards.number, told.cards.wrong, told.false) == (5, 0, 0)
    assert told.cards.right >= 4


def test_a_deck_without_corners_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "enrol").mkdir()
    (tmp_path / "labels.json").write_text(json.dumps({"pictures": []}))
    with pytest.raises(LabelsError, match="no card has its four corners"):
        load_printed_deck(Reader.load(), tmp_path)


@pytest.mark.parametrize("aspect", [1.0, 1.5])
def test_cards_of_another_shape_lie_inside_the_game_s_own(aspect: float) -> None:
    own = load_layout("ascent")
    fitted = fit_layout(own, aspect)
    width, height = fitted.card.size_mm
    assert height / width == pytest.approx(aspect)
    assert max(width / own.card.width_mm, height / own.card.height_mm) == pytest.approx(1.0)
    assert {place.size_mm for place in fitted.places} == {(width, height)}


def test_counts_add_up() -> None:
    total = TableCount(Count(right=2), 1) + TableCount(Count(wrong=1), 2)
    assert (total.cards.number, total.false) == (3, 3)
