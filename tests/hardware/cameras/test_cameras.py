"""Webcams, films, folders and drawn tables behind the one protocol."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from hardware.cameras import Camera, CameraOptions, CameraState, Frame, choose, open_camera
from hardware.cameras.files import FilmCamera, FolderCamera
from hardware.cameras.webcam import Webcam, list_webcams, webcam_source
from hardware.errors import BadCameraName, CameraMissing, HardwareError
from hardware.frames import grey_size
from tests.fakes.pins import Clock

SIZE = (640, 360)


def plain(value: int, size: tuple[int, int] = SIZE) -> np.ndarray:
    return np.full((size[1], size[0], 3), value, np.uint8)


class Plug:
    """A USB port: whether a camera sits in it, and every capture that was opened on it."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.plugged = clock, True
        self.dropped, self.manual_light = 0, 90
        self.captures: list[FakeCapture] = []
        self.tries: list[float] = []

    def open(self, source):
        self.tries.append(self.clock())
        self.captures.append(FakeCapture(self, source))
        return self.captures[-1]


class FakeCapture:
    """As cv2.VideoCapture on a device."""

    def __init__(self, plug: Plug, source) -> None:
        self.plug, self.source, self.here = plug, source, plug.plugged
        self.settings: dict[int, float] = {}
        self.releases = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.here

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def get(self, key: int) -> float:
        return 120.0 if key == cv2.CAP_PROP_EXPOSURE else 0.0

    def read(self):
        self.plug.clock.wait(0.05)
        self.here = self.here and self.plug.plugged
        if not self.here or self.plug.dropped > 0:
            self.plug.dropped -= 1
            return False, None
        manual = self.settings.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1
        return True, plain(self.plug.manual_light if manual else 90)

    def release(self) -> None:
        self.releases += 1


@pytest.fixture
def plug(clock) -> Plug:
    return Plug(clock)


def webcam(plug: Plug, name: str = "usb:0") -> Webcam:
    return Webcam(
        name,
        CameraOptions(size=SIZE, mains_hertz=50),
        clock=plug.clock,
        wait=plug.clock.wait,
        capture=plug.open,
        find=lambda name: 0,
    )


def test_a_webcam_gives_numbered_frames_with_their_time(plug, clock):
    with webcam(plug) as camera:
        first, second = camera.read(), camera.read()
    assert (first.number, second.number) == (1, 2)
    assert second.seconds - first.seconds == pytest.approx(0.05)
    assert first.grey.shape == (270, 480)
    assert first.picture.shape == (360, 640, 3)


def test_a_webcam_is_asked_for_the_size_and_the_newest_frame(plug):
    with webcam(plug):
        settings = plug.captures[0].settings
    assert settings[cv2.CAP_PROP_FRAME_WIDTH] == 640
    assert settings[cv2.CAP_PROP_FRAME_HEIGHT] == 360
    assert settings[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_webcams_light_is_locked_after_settling(plug):
    with webcam(plug) as camera:
        camera.read()
        assert camera.state is CameraState.SETTLING
        for _ in range(60):
            camera.read()
        settings = plug.captures[0].settings
        assert camera.state is CameraState.RUNNING
        assert (settings[cv2.CAP_PROP_AUTO_EXPOSURE], settings[cv2.CAP_PROP_AUTO_WB]) == (1, 0)
        assert settings[cv2.CAP_PROP_EXPOSURE] == 100  # in 100 us: the mains' half period nearest to 120
        camera.settle()
        assert (settings[cv2.CAP_PROP_AUTO_EXPOSURE], settings[cv2.CAP_PROP_AUTO_WB]) == (3, 1)


@pytest.mark.parametrize("light", [20, 200])
def test_a_webcam_that_jumps_when_locked_stays_automatic(plug, light):
    plug.manual_light = light
    with webcam(plug) as camera:
        for _ in range(100):
            frame = camera.read()
        assert camera.state is CameraState.RUNNING
        assert plug.captures[0].settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
        assert frame.grey.mean() == 90


def test_a_frame_or_two_may_be_lost(plug):
    with webcam(plug) as camera:
        camera.read()
        plug.dropped = 2
        assert [camera.read() is None for _ in range(4)] == [True, True, False, False]
        assert len(plug.captures) == 1


def test_unplugged_and_plugged_again(plug, clock):
    with webcam(plug) as camera:
        assert camera.read() is not None
        plug.plugged = False
        assert [camera.read() for _ in range(3)] == [None] * 3
        assert camera.state is CameraState.LOST
        for _ in range(10):
            assert camera.read(1.0) is None
        plug.plugged = True
        found = [camera.read(1.0) for _ in range(6)]
        assert found[-1] is not None
        assert camera.state is CameraState.SETTLING
        assert found[-1].number > 1
    assert all(capture.releases == 1 for capture in plug.captures)


def test_a_webcam_that_stays_away_is_tried_ever_more_seldom(plug, clock):
    with webcam(plug) as camera:
        plug.plugged = False
        while clock() < 140:
            assert camera.read(0.5) is None
        pauses = np.diff(plug.tries[1:])
        assert pauses[0] < pauses[1] < pauses[2]
        assert pauses[2:] == pytest.approx(5.0, abs=0.6)


def test_waiting_for_a_webcam_never_takes_longer_than_asked(plug, clock):
    with webcam(plug) as camera:
        plug.plugged = False
        for _ in range(3):
            camera.read()
        before = clock()
        camera.read(0.1)
        assert clock() - before <= 0.11


def test_no_webcam_at_the_start_is_said(plug):
    plug.plugged = False
    with pytest.raises(CameraMissing, match="usb:3"):
        webcam(plug, "usb:3")
    assert plug.captures[0].releases == 1


def test_closing_a_webcam_twice(plug):
    camera = webcam(plug)
    camera.close()
    camera.close()
    assert plug.captures[0].releases == 1
    assert camera.read() is None
    camera.settle()


def test_usb_names_follow_the_plug_and_not_the_number(tmp_path):
    for name in ("usb-B_cam-video-index0", "usb-A_cam-video-index0", "usb-A_cam-video-index1"):
        (tmp_path / name).touch()
    assert webcam_source("usb:0", tmp_path).endswith("usb-A_cam-video-index0")
    assert webcam_source("usb:1", tmp_path).endswith("usb-B_cam-video-index0")
    assert webcam_source("usb:5", tmp_path) == 5
    assert webcam_source("/dev/video3", tmp_path) == "/dev/video3"
    assert list_webcams(tmp_path / "nowhere") == []


def test_a_grey_webcam_becomes_colour(plug, clock, monkeypatch):
    monkeypatch.setattr(FakeCapture, "read", lambda self: (True, plain(7)[:, :, 0]))
    with webcam(plug) as camera:
        assert camera.read().picture.shape == (360, 640, 3)


def frames(camera: Camera) -> Iterator[Frame]:
    """Every frame until the camera is finished or closed."""
    while camera.state not in (CameraState.FINISHED, CameraState.CLOSED):
        frame = camera.read()
        if frame is not None:
            yield frame


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for value in (10, 100, 200):
        writer.write(plain(value, (64, 48)))
    writer.release()
    return path


def test_a_film_is_seen_at_its_own_pace_and_ends(film, clock):
    with FilmCamera(film, clock=clock, wait=clock.wait) as camera:
        seen = list(frames(camera))
        assert camera.state is CameraState.FINISHED
        assert camera.read() is None
    assert [round(frame.seconds - 100, 3) for frame in seen] == [0.0, 0.05, 0.1]
    assert [
        abs(int(frame.picture.mean()) - value) < 6 for frame, value in zip(seen, (10, 100, 200), strict=True)
    ]
    assert clock() == pytest.approx(100.1)


def test_a_film_can_be_read_as_fast_as_it_goes(film, clock):
    with FilmCamera(film, paced=False, clock=clock, wait=clock.wait) as camera:
        assert len(list(frames(camera))) == 3
    assert clock() == 100.0


def test_what_is_no_film_is_said(tmp_path):
    (tmp_path / "film.avi").write_text("no film")
    for name in ("film.avi", "absent.avi"):
        with pytest.raises(CameraMissing, match=name):
            open_camera(f"video:{tmp_path / name}")


@pytest.fixture
def folder(tmp_path):
    for name, value in (("b.png", 200), ("a.jpg", 10), ("notes.txt", 0)):
        if name.endswith("txt"):
            (tmp_path / name).write_text("not a picture")
        else:
            cv2.imwrite(str(tmp_path / name), plain(value, (64, 48)))
    return tmp_path


def test_a_folder_shows_each_picture_for_a_while_in_order(folder, clock):
    with FolderCamera(folder, frames_each=3, clock=clock, wait=clock.wait) as camera:
        seen = list(frames(camera))
    assert [int(frame.picture.mean()) > 100 for frame in seen] == [False] * 3 + [True] * 3
    assert seen[1].picture is seen[0].picture
    assert seen[-1].seconds == pytest.approx(100.5)


def test_a_folder_in_the_home_of_nobody_is_said():
    with pytest.raises(CameraMissing):
        open_camera("folder:~nobody-of-that-name/pictures")


def test_an_empty_folder_and_a_broken_picture_are_said(tmp_path):
    with pytest.raises(CameraMissing, match="no pictures"):
        FolderCamera(tmp_path)
    (tmp_path / "a.png").write_text("broken")
    with pytest.raises(CameraMissing, match=r"a\.png"):
        FolderCamera(tmp_path, paced=False).read()


def test_every_camera_opens_by_its_name(folder, film):
    assert isinstance(open_camera(f"folder:{folder}"), FolderCamera)
    assert isinstance(open_camera(f"video:{film}"), FilmCamera)
    with pytest.raises(CameraMissing):
        open_camera("simulated")
    with pytest.raises(CameraMissing, match="webcam /dev/nonesuch"):
        open_camera("/dev/nonesuch")


@pytest.mark.parametrize("name", ["", "kamera", "usb", "usb:x", "pi:", "video:", "/tmp/film"])
def test_a_name_that_means_nothing_is_refused(name):
    with pytest.raises(BadCameraName, match="simulated"):
        open_camera(name)
    assert issubclass(BadCameraName, HardwareError)


def test_auto_finds_a_webcam_or_says_that_there_is_none(monkeypatch):
    monkeypatch.setattr("hardware.cameras.pi_camera_names", list)
    monkeypatch.setattr("hardware.cameras.list_webcams", lambda: ["/dev/v4l/by-id/a"])
    assert choose("auto") == "usb:0"
    monkeypatch.setattr("hardware.cameras.list_webcams", list)
    with pytest.raises(CameraMissing, match="no camera"):
        open_camera("auto")


@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((2304, 1296), (480, 270)),
        ((640, 480), (480, 360)),
        ((320, 240), (320, 240)),
        ((1001, 563), (480, 270)),
    ],
)
def test_the_small_frame_has_the_shape_of_the_large(size, small):
    assert grey_size(size) == small
