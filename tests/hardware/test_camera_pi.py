"""The Pi's camera against a stand-in for picamera2: streams, light, focus and all that can go wrong."""

import sys

import numpy as np
import pytest

from hardware.camera import CameraState, choose, open_camera
from hardware.cameras.pi import PiCamera, exposure_seconds, pi_camera_names
from hardware.errors import CameraBusy, CameraFailed, CameraMissing, FrameGone
from tests.fakes.picamera2 import World, install

SIZE = (1000, 562)  # neither side a whole number of strides


@pytest.fixture
def world(monkeypatch) -> World:
    world = World()
    install(monkeypatch, world)
    return world


@pytest.fixture
def camera(world):
    with PiCamera(SIZE, clock=world.clock, wait=world.clock.wait) as camera:
        yield camera


def read_until(camera, state: CameraState, most: int = 200):
    for _ in range(most):
        frame = camera.read(0.5)
        if camera.state is state:
            return frame
    raise AssertionError(f"never {state}: {camera.state}")


def test_two_streams_of_the_same_shape_are_asked_for(camera, world):
    configuration = world.camera.camera_config
    assert configuration["main"] == {"size": SIZE, "format": "RGB888"}
    assert configuration["lores"]["format"] == "YUV420"
    assert configuration["lores"]["size"] == (480, 270)


def test_a_frame_has_the_luma_without_padding_and_the_picture_in_bgr(camera):
    frame = camera.read()
    assert frame.grey.shape == (270, 480)
    assert (frame.grey == frame.grey[0, 0]).all()
    assert frame.grey[0, 0] not in (128, 255)
    assert frame.grey.flags["C_CONTIGUOUS"]
    assert frame.picture.shape == (562, 1000, 3)
    assert tuple(frame.picture[0, 0]) == (10, 20, 30)
    assert frame.picture is frame.picture


def test_frames_are_numbered_and_carry_the_sensors_time(camera, world):
    frames = [camera.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert frames[2].seconds == pytest.approx(world.clock())
    assert frames[0].seconds < frames[1].seconds


@pytest.mark.parametrize(("stamp", "seconds"), [(99.9, 99.9), (0, 100.0), (5.0, 100.0), (2e9, 100.0)])
def test_a_stamp_of_another_clock_is_not_believed(stamp, seconds):
    assert exposure_seconds({"SensorTimestamp": stamp * 1e9}, 100.0) == pytest.approx(seconds)
    assert exposure_seconds({}, 100.0) == 100.0


def test_the_picture_is_there_until_the_next_read(camera):
    first = camera.read()
    kept = first.picture
    second = camera.read()
    camera.read()
    assert first.picture is kept
    with pytest.raises(FrameGone):
        _ = second.picture


def test_a_thousand_frames_leak_no_buffer(camera, world):
    for _ in range(1000):
        assert camera.read() is not None
    assert world.camera.free_buffers == 3  # four, and one held until the next read


def test_light_is_locked_at_what_it_settled_to(camera, world):
    assert camera.state is CameraState.SETTLING
    assert not any("AeEnable" in controls for controls in world.camera.controls_set)
    world.exposure = 9_500
    read_until(camera, CameraState.RUNNING)
    assert world.camera.controls_set[-1] == {
        "AeEnable": False,
        "ExposureTime": 9_500,
        "AnalogueGain": 2.5,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.4),
    }
    locked = len(world.camera.controls_set)
    for _ in range(100):
        camera.read()
    assert len(world.camera.controls_set) == locked


def test_settling_again_frees_the_light_and_locks_it_anew(camera, world):
    read_until(camera, CameraState.RUNNING)
    camera.settle()
    assert {"AeEnable": True, "AwbEnable": True} in world.camera.controls_set
    world.exposure = 30_000
    read_until(camera, CameraState.RUNNING)
    assert world.camera.controls_set[-1]["ExposureTime"] == 30_000


def test_focus_is_found_once_and_held(camera, world):
    read_until(camera, CameraState.RUNNING)
    focus = [controls for controls in world.camera.controls_set if "AfMode" in controls]
    assert focus == [{"AfMode": 1, "AfTrigger": 0}, {"AfMode": 0, "LensPosition": 1.75}]


def test_a_fixed_lens_is_left_alone(world):
    world.autofocus = False
    with PiCamera(SIZE, clock=world.clock, wait=world.clock.wait) as camera:
        read_until(camera, CameraState.RUNNING)
        assert not any("AfMode" in controls for controls in world.camera.controls_set)


def test_a_focus_that_never_ends_does_not_stop_the_frames(world):
    world.focus_ends = False
    with PiCamera(SIZE, clock=world.clock, wait=world.clock.wait) as camera:
        assert camera.read() is not None
        read_until(camera, CameraState.RUNNING)


def test_no_camera_says_to_check_the_cable(world):
    world.cameras = []
    with pytest.raises(CameraMissing, match="connector"):
        PiCamera(SIZE, clock=world.clock, wait=world.clock.wait)


def test_a_webcam_is_not_taken_for_the_pis_camera(world):
    world.cameras = [{"Model": "C920", "Id": "/base/scb/pcie/usb@1/video", "Num": 0}]
    assert pi_camera_names() == []
    with pytest.raises(CameraMissing):
        PiCamera(SIZE, clock=world.clock, wait=world.clock.wait)


def test_a_busy_camera_says_so(world):
    world.busy = True
    with pytest.raises(CameraBusy, match="another program"):
        PiCamera(SIZE, clock=world.clock, wait=world.clock.wait)


def test_a_camera_that_does_not_start_is_let_go(world):
    world.broken_start = True
    with pytest.raises(CameraFailed, match="Input/output error"):
        PiCamera(SIZE, clock=world.clock, wait=world.clock.wait)
    assert world.camera.closes == 1


def test_without_picamera2_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert pi_camera_names() == []
    with pytest.raises(CameraMissing, match="python3-picamera2"):
        PiCamera(SIZE)


def test_a_late_frame_is_waited_for_and_not_lost(camera, world):
    world.stalled = True
    assert camera.read(0.2) is None
    assert camera.read(0.2) is None
    world.stalled = False
    frame = camera.read(0.2)
    assert frame is not None
    assert len(world.opened) == 1
    assert world.camera.jobs == []
    assert world.camera.free_buffers == 3


def test_a_stalled_camera_is_opened_anew_and_comes_back(camera, world):
    for _ in range(20):
        camera.read()
    world.stalled = True
    read_until(camera, CameraState.LOST)
    assert world.camera.closes == 1
    world.stalled = False
    for _ in range(100):
        if camera.read(0.5) is not None:
            break
    assert len(world.opened) == 2
    assert world.camera.is_open
    assert world.camera.controls_set[1] == {"AfMode": 0, "LensPosition": 1.75}  # the lens goes where it was
    read_until(camera, CameraState.RUNNING)


def test_a_camera_that_stays_away_is_tried_ever_more_seldom(camera, world):
    camera.read()
    world.stalled = True
    read_until(camera, CameraState.LOST)
    world.cameras = []
    tries = []
    original = type(world.camera).global_camera_info.__func__
    type(world.camera).global_camera_info = classmethod(
        lambda cls: tries.append(world.clock()) or original(cls)
    )
    while world.clock() < 150:
        assert camera.read(0.1) is None
    assert np.diff(tries) == pytest.approx([2, 5, 10, 10, 10], abs=0.2)


def test_closing_twice_and_with_a_waiting_job(world):
    camera = PiCamera(SIZE, clock=world.clock, wait=world.clock.wait)
    camera.read()
    world.stalled = True
    camera.read(0.1)
    camera.close()
    camera.close()
    assert camera.state is CameraState.CLOSED
    assert world.camera.closes == 1
    assert camera.read() is None
    camera.settle()


def test_auto_prefers_the_pis_camera(world):
    assert choose("auto") == "pi"
    with open_camera("auto", size=SIZE) as camera:
        assert isinstance(camera, PiCamera)
