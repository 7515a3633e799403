"""Drawings of the table's lines over a picture."""

import numpy as np

from companion.commands.pictures import draw_plane
from companion.table.layout import load_layout
from vision.lab.scene import Camera, Scene, corner_tags, render
from vision.plane.mat import Mat, see_mat


def test_the_drawing_marks_the_places_and_leaves_the_picture_alone() -> None:
    camera = Camera(size_px=(960, 540), tilt_degrees=10, k1=-0.05)
    picture, _ = render(
        Scene(tags=corner_tags(), camera=camera, table="dark plain"), np.random.default_rng(0)
    )
    before = picture.copy()
    seen = see_mat(picture)
    assert seen.plane is not None
    layout = load_layout("ascent")
    drawn = draw_plane(picture, seen.plane, Mat(), layout, seen.tags)
    assert np.array_equal(picture, before)
    for place in layout.places[::7]:
        for corner in camera.to_picture(place.corners_mm()).round().astype(int):
            near = drawn[corner[1] - 2 : corner[1] + 3, corner[0] - 2 : corner[0] + 3].astype(int)
            assert (near[..., 1] - near[..., 2]).max() > 60, place.name
