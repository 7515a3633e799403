"""`companion calibrate`: tags or corners in, millimetres and a drawing out."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.commands import calibrate
from companion.simulation.scenes import table_scene
from hardware.errors import CameraMissing
from tests.commands.run import run
from vision.lab.scene import MILD, Camera, Scene, corner_tags, render
from vision.plane.plane_file import load_plane
from vision.types import Picture

CAMERA = Camera(size_px=(1280, 720), tilt_degrees=10, k1=-0.06)


@pytest.fixture(scope="module")
def table() -> Picture:
    return render(
        table_scene("ascent", {"1.1": "green-5"}, camera=CAMERA, troubles=MILD), np.random.default_rng(1)
    )[0]


def saved(folder: Path, picture: Picture, name: str = "table.png") -> Path:
    path = folder / name
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return path


def test_tags_are_measured_drawn_and_stored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Picture
) -> None:
    store, out = tmp_path / "c.json", tmp_path / "seen.png"
    ran = run(capsys, "calibrate", saved(tmp_path, table), "--game", "ascent", "--store", store, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert "That is good." in ran.out
    assert "lens bend -6." in ran.out or "lens bend -5." in ran.out
    plane = load_plane(store)
    places = np.array([(0, 0), (300, 100), (-400, 158)])
    assert plane.to_mm(CAMERA.to_picture(places)) == pytest.approx(places, abs=0.6)
    assert (cv2.imread(str(out)) != table).any()


def test_french(capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Picture) -> None:
    words = ("--lang", "fr", "--store", tmp_path / "c.json", "--out", tmp_path / "o.jpg")
    assert "C’est bon." in run(capsys, "calibrate", saved(tmp_path, table), *words).out


def test_corners_by_hand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    camera = Camera(size_px=(1280, 720))
    bare = saved(tmp_path, render(Scene(camera=camera), np.random.default_rng(0))[0])
    corners = camera.to_picture([(-450, -250), (450, -250), (450, 250), (-450, 250)])
    words = [f"{x:.2f},{y:.2f}" for x, y in corners]
    ran = run(
        capsys,
        "calibrate",
        bare,
        "--corners",
        *words,
        "--store",
        tmp_path / "c.json",
        "--out",
        tmp_path / "o.png",
    )
    assert ran.code == 0
    assert "Your corners are used" in ran.out
    assert load_plane(tmp_path / "c.json").to_mm((639.5, 359.5)) == pytest.approx((0, 0), abs=0.1)


def test_a_camera_of_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Picture) -> None:
    (tmp_path / "film").mkdir()
    saved(tmp_path / "film", table)
    words = (
        "--camera",
        f"folder:{tmp_path / 'film'}",
        "--store",
        tmp_path / "c.json",
        "--out",
        tmp_path / "o.png",
    )
    ran = run(capsys, "calibrate", *words)
    assert (ran.code, ran.err) == (0, "")


def test_tags_laid_badly_are_too_rough(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tags = corner_tags((840.0, 500.0))
    shifted = (*tags[:2], *corner_tags((900.0, 460.0))[2:])
    picture = render(Scene(tags=shifted, camera=CAMERA), np.random.default_rng(0))[0]
    ran = run(
        capsys,
        "calibrate",
        saved(tmp_path, picture),
        "--store",
        tmp_path / "c.json",
        "--out",
        tmp_path / "o.png",
    )
    assert ran.code == 1
    assert "not exact enough" in ran.out


def test_three_tags_are_a_guess(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = render(Scene(tags=corner_tags()[:3], camera=CAMERA), np.random.default_rng(0))[0]
    ran = run(
        capsys,
        "calibrate",
        saved(tmp_path, picture),
        "--store",
        tmp_path / "c.json",
        "--out",
        tmp_path / "o.png",
    )
    assert "Only the tags 1, 2, 3 are in sight" in ran.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--corners", "1,1", "900,1", "900,600", "9,9000"], "outside the picture"),
        (["--corners", "1,1", "900,600", "900,1", "1,600"], "in this order"),
        (["--corners", "1,1", "900,1", "900,600", "x"], "not a point"),
        ([], "not in sight (seen: 0)"),
        (["--game", "ascent", "--variant", "pyramid"], "no variant"),
        (["--out", "seen.pdf"], "not in sight"),
    ],
)
def test_what_cannot_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], sentence: str
) -> None:
    bare = saved(tmp_path, render(Scene(camera=CAMERA), np.random.default_rng(0))[0])
    ran = run(capsys, "calibrate", bare, *words)
    assert ran.code == 2
    assert sentence in ran.err
    assert not (tmp_path / "c.json").exists()


def test_bad_drawings_stores_and_cameras(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Picture
) -> None:
    good = saved(tmp_path, table)
    drawing = run(capsys, "calibrate", good, "--out", tmp_path / "seen.pdf", "--store", tmp_path / "c.json")
    assert (drawing.code, "saved as .png" in drawing.err) == (2, True)
    (tmp_path / "file").write_text("")
    store = run(
        capsys, "calibrate", good, "--out", tmp_path / "o.png", "--store", tmp_path / "file" / "c.json"
    )
    assert (store.code, "cannot be written" in store.err) == (2, True)
    assert run(capsys, "calibrate", "--camera", "balloon").code == 2
    assert run(capsys, "calibrate", tmp_path / "none.jpg").code == 2


def test_the_simulated_table_can_be_calibrated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["--game", "elevation", "--store", tmp_path / "c.json", "--out", tmp_path / "o.png"]
    ran = run(capsys, "calibrate", "--camera", "simulated", *words)
    assert ran.code == 0
    assert "That is good." in ran.out


def test_without_a_camera_it_says_what_to_do_in_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise CameraMissing("no-camera")

    monkeypatch.setattr(calibrate, "open_camera", refuse)
    assert "aucune caméra trouvée. Branchez-en une" in run(capsys, "calibrate", "--lang", "fr").err
