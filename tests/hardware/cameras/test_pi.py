"""The Pi's camera over the real picamera2: streams, modes, light, focus and all that can go wrong."""

import gc
import os
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from hardware.cameras import CameraOptions, CameraState, choose, open_camera
from hardware.cameras.pi import PiCamera, exposure_seconds, pi_camera_names
from hardware.cameras.sensor import forget_focus
from hardware.errors import CameraBusy, CameraFailed, CameraMissing, FrameGone
from tests.fakes.real_picamera2 import PretendHeap, RealWorld, install

SIZE = (480, 270)  # small, so that the tests are quick; the streams' strides are wider
pytestmark = pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning")


@pytest.fixture
def make_world(monkeypatch):
    worlds = []

    def make(model: str = "imx708") -> RealWorld:
        forget_focus()
        world = RealWorld(model)
        install(monkeypatch, world)
        worlds.append(world)
        return world

    yield make
    for world in worlds:
        for each in world.opened:
            each.close()
        world.close()


@pytest.fixture
def world(make_world) -> RealWorld:
    return make_world()


def open_pi(
    world: RealWorld, size: tuple[int, int] | None = SIZE, megabytes: int = 4000, **options
) -> PiCamera:
    wanted = CameraOptions(size=size, **({"mains_hertz": 50} | options))
    return PiCamera(wanted, megabytes=megabytes, clock=world.clock, wait=world.clock.wait)


@pytest.fixture
def camera(world):
    with open_pi(world) as camera:
        yield camera


def read_until(camera, state: CameraState, most: int = 400):
    for _ in range(most):
        frame = camera.read(0.5)
        if camera.state is state:
            return frame
    raise AssertionError(f"never {state}: {camera.state}")


def set_since(world: RealWorld, name: str) -> list[dict]:
    return [controls for controls in world.controls_set if name in controls]


# streams and frames


def test_two_streams_of_the_same_shape_and_no_raw_one(camera, world):
    configuration = world.camera.camera_config
    assert (configuration["main"]["size"], configuration["main"]["format"]) == (SIZE, "YUV420")
    assert (configuration["lores"]["size"], configuration["lores"]["format"]) == ((480, 270), "YUV420")
    assert configuration["raw"] is None


@pytest.mark.parametrize(
    ("model", "megabytes", "mode", "size"),
    [
        ("imx708", 8000, (4608, 2592), (4608, 2592)),
        ("imx708", 1000, (2304, 1296), (2304, 1296)),
        ("imx708", 426, (2304, 1296), (2304, 1296)),
        ("imx219", 1000, (1640, 1232), (1640, 1232)),
        ("imx219", 8000, (3280, 2464), (3280, 2464)),
        ("imx477", 1000, (2028, 1520), (1728, 1296)),
        ("imx477", 8000, (4056, 3040), (3458, 2592)),
        ("ov5647", 1000, (2592, 1944), (1728, 1296)),
    ],
)
def test_every_sensor_shows_its_whole_view(make_world, model, megabytes, mode, size):
    world = make_world(model)
    with open_pi(world, None, megabytes):
        sensor = world.camera.camera_config["sensor"]
        assert sensor["output_size"] == mode
        assert world.camera.camera_controls["ScalerCrop"][1] == (0, 0, *world.sensor.full)
        assert world.camera.camera_config["main"]["size"] == size


@pytest.mark.parametrize("model", ["imx219", "imx477", "imx708", "ov5647"])
def test_small_pictures_show_the_whole_view_too(make_world, model):
    """Left to itself picamera2 takes the sensor's small mode for them, which is cropped."""
    world = make_world(model)
    with open_pi(world, (640, 480)):
        assert world.camera.camera_controls["ScalerCrop"][1] == (0, 0, *world.sensor.full)


def test_a_whole_module_3_takes_54_megabytes(make_world):
    world = make_world()
    with open_pi(world, None, 4000):
        buffers = [
            each
            for stream in world.sensor.configuration
            for each in [stream.frame_size * stream.buffer_count]
        ]
    assert sum(buffers) < 55_000_000


def test_a_sensor_that_nobody_knows_is_asked_for_its_modes(make_world, monkeypatch):
    monkeypatch.setattr("hardware.cameras.sensor.WHOLE_VIEW", {})
    world = make_world("imx219")
    with open_pi(world, (1920, 1080)):
        assert world.camera.camera_config["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}


def test_the_owner_may_name_the_sensors_mode(make_world):
    world = make_world("imx219")
    with open_pi(world, (1920, 1080), sensor_mode=(640, 480)):
        assert world.camera.camera_config["sensor"]["output_size"] == (640, 480)


def test_a_frame_has_the_luma_without_padding_and_the_picture_in_bgr(world):
    with open_pi(world, (500, 282)) as camera:
        frame = camera.read()
        assert frame.grey.shape == (268, 480)
        assert (frame.grey == frame.grey[0, 0]).all()
        assert frame.grey[0, 0] not in (128, 255)
        assert frame.grey.flags["C_CONTIGUOUS"]
        assert frame.picture.shape[2] == 3
        assert frame.picture.shape[:2] == world.camera.camera_config["main"]["size"][::-1]
        assert (frame.picture == frame.picture[0, 0]).all()
        assert frame.picture is frame.picture


def test_the_large_picture_is_only_copied_when_somebody_looks(camera, monkeypatch):
    copied = []
    from picamera2.request import CompletedRequest

    original = CompletedRequest.make_array
    monkeypatch.setattr(
        CompletedRequest, "make_array", lambda self, name: copied.append(name) or original(self, name)
    )
    frames = [camera.read() for _ in range(5)]
    assert copied == ["lores"] * 5
    assert frames[-1].picture is not None
    assert copied[-1] == "main"


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


def test_hundreds_of_frames_leak_no_buffer(camera, world):
    for _ in range(300):
        assert camera.read() is not None
    assert len(world.sensor.queued) == 2  # three, and one held until the next read


# light


def test_light_is_locked_at_what_it_settled_to(camera, world):
    assert camera.state is CameraState.SETTLING
    assert not set_since(world, "AeEnable")
    world.sensor.exposure = 20_000
    read_until(camera, CameraState.RUNNING)
    camera.read()
    assert world.controls_set[-1] == {
        "AeEnable": False,
        "ExposureTime": 20_000,
        "ExposureTimeMode": 1,
        "AnalogueGain": 2.5,
        "AnalogueGainMode": 1,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.4),
    }
    locked = len(world.controls_set)
    for _ in range(100):
        camera.read()
    assert len(world.controls_set) == locked


def test_settling_again_frees_the_light_and_locks_it_anew(camera, world):
    read_until(camera, CameraState.RUNNING)
    camera.read()
    camera.settle()
    world.sensor.exposure = 30_000
    read_until(camera, CameraState.RUNNING)
    camera.read()
    assert [controls["AeEnable"] for controls in set_since(world, "AeEnable")] == [False, True, False]
    assert world.controls_set[-1]["ExposureTime"] == 30_000


@pytest.mark.parametrize(("mains", "period"), [(50, 10_000), (60, 8_333)])
def test_the_exposure_keeps_to_the_mains_from_the_start(make_world, mains, period):
    world = make_world()
    with open_pi(world, mains_hertz=mains):
        first = world.controls_set[0]
    assert (first["AeFlickerMode"], first["AeFlickerPeriod"]) == (1, period)


def test_an_old_libcamera_without_flicker_control_still_locks_to_the_mains(make_world):
    world = make_world()
    world.sensor.flicker = False
    world.sensor.exposure = 12_000
    with open_pi(world) as camera:
        read_until(camera, CameraState.RUNNING)
        camera.read()
        assert not set_since(world, "AeFlickerMode")
        assert world.controls_set[-1]["ExposureTime"] == 10_000
        assert world.controls_set[-1]["AnalogueGain"] == pytest.approx(3.0)


# focus


def lens_moves(world: RealWorld) -> list[tuple[int, float | None]]:
    return [(int(each["AfMode"]), each.get("LensPosition")) for each in set_since(world, "AfMode")]


def test_focus_is_found_once_and_held(camera, world):
    read_until(camera, CameraState.RUNNING)
    camera.read()
    assert lens_moves(world) == [(1, None), (0, 1.75)]
    assert camera.trouble is None


def test_frames_come_while_the_lens_is_moving(camera, world):
    assert camera.read() is not None
    assert camera.state is CameraState.SETTLING


def test_the_next_game_does_not_focus_again(world):
    for _ in range(2):
        with open_pi(world) as camera:
            camera.settle()  # the camera room asks for it while it is settling anyhow
            read_until(camera, CameraState.RUNNING)
    assert lens_moves(world) == [(1, None), (0, 1.75), (0, 1.75)]


def test_settling_on_purpose_focuses_again(camera, world):
    read_until(camera, CameraState.RUNNING)
    camera.settle()
    read_until(camera, CameraState.RUNNING)
    camera.read()
    assert lens_moves(world) == [(1, None), (0, 1.75)] * 2


def test_a_failed_focus_is_tried_again(make_world):
    world = make_world()
    world.sensor.focus = ["failed", "focused"]
    with open_pi(world) as camera:
        read_until(camera, CameraState.RUNNING)
        camera.read()
        assert lens_moves(world) == [(1, None), (1, None), (0, 1.75)]
        assert camera.trouble is None


@pytest.mark.parametrize("ends", ["failed", "never"])
def test_a_focus_that_is_not_found_is_told_and_the_lens_rests_at_the_table(make_world, ends):
    world = make_world()
    world.sensor.focus = [ends]
    with open_pi(world) as camera:
        read_until(camera, CameraState.RUNNING)
        camera.read()
        assert lens_moves(world) == [(1, None)] * 3 + [(0, 1.1)]
        assert camera.trouble.code == "no-focus"


def test_the_owner_may_set_the_lens(make_world):
    world = make_world()
    with open_pi(world, lens_dioptres=2.5) as camera:
        read_until(camera, CameraState.RUNNING)
        assert lens_moves(world) == [(0, 2.5)]


def test_a_fixed_lens_is_left_alone(make_world):
    world = make_world("imx219")
    with open_pi(world) as camera:
        read_until(camera, CameraState.RUNNING)
        assert lens_moves(world) == []


# what can go wrong


def open_descriptors() -> int:
    gc.collect()
    return len(os.listdir("/proc/self/fd"))


def test_no_camera_says_to_check_the_cable(world):
    world.unplug()
    with pytest.raises(CameraMissing, match="connector"):
        open_pi(world)


def test_a_webcam_is_not_taken_for_the_pis_camera(world):
    world.sensor.id = "/base/scb/pcie/usb@1/video"
    assert pi_camera_names() == []
    with pytest.raises(CameraMissing):
        open_pi(world)


def test_a_busy_camera_says_so_and_fifty_tries_leak_no_descriptor(world):
    world.sensor.held = True
    with pytest.raises(CameraBusy, match=r"another program.*resource busy"):
        open_pi(world)
    before = open_descriptors()
    for _ in range(50):
        with pytest.raises(CameraBusy):
            open_pi(world)
    assert open_descriptors() == before


def test_no_permission_for_the_buffers_says_so_and_lets_the_camera_go(world, monkeypatch):
    monkeypatch.setattr(PretendHeap, "denied", True)
    with pytest.raises(CameraFailed, match=r"no permission to use the camera.*Permission denied"):
        open_pi(world)
    assert world.sensor.released == world.sensor.acquired
    before = open_descriptors()
    for _ in range(5):
        with pytest.raises(CameraFailed):
            open_pi(world)
    assert open_descriptors() == before  # which also lets go of all that is left


def test_a_camera_that_does_not_start_says_why_and_is_let_go(world):
    world.sensor.broken_start = True
    with pytest.raises(CameraFailed, match=r"did not start.*Input/output error"):
        open_pi(world)
    assert world.sensor.released == 1


def test_without_picamera2_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert pi_camera_names() == []
    with pytest.raises(CameraMissing, match="python3-picamera2"):
        PiCamera(CameraOptions())


def broken_import(tmp_path: Path, monkeypatch, line: str) -> None:
    (tmp_path / "picamera2.py").write_text(line + "\n")
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("raise ValueError('numpy.dtype size changed')", "ValueError: numpy.dtype size changed"),
        ("raise OSError('libcamera.so.0.5: no such file')", "OSError: libcamera.so"),
        ("import simplejpeg_of_another_python", "simplejpeg_of_another_python"),
    ],
)
def test_an_import_that_fails_otherwise_is_one_sentence(tmp_path, monkeypatch, line, reason):
    broken_import(tmp_path, monkeypatch, line)
    monkeypatch.setattr("hardware.cameras.list_webcams", list)
    with pytest.raises(CameraFailed, match=f"does not load.*{reason}"):
        PiCamera(CameraOptions())
    with pytest.raises(CameraFailed, match=reason):
        choose("auto")
    monkeypatch.setattr("hardware.cameras.list_webcams", lambda: ["/dev/video0"])
    assert choose("auto") == "usb:0"


def test_an_enumeration_that_fails_is_one_sentence(monkeypatch):
    def refuse() -> None:
        raise PermissionError(13, "Permission denied", "/dev/media0")

    module = types.ModuleType("picamera2")
    module.Picamera2 = types.SimpleNamespace(global_camera_info=refuse)
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(CameraFailed, match=r"no permission to use the camera.*media0"):
        PiCamera(CameraOptions())


def test_a_late_frame_is_waited_for_and_not_lost(camera, world):
    world.sensor.stalled = True
    assert camera.read(0.2) is None
    assert camera.read(0.2) is None
    world.sensor.stalled = False
    assert camera.read(0.2) is not None
    assert len(world.opened) == 1
    assert world.camera._job_list == []
    assert len(world.sensor.queued) == 2


def test_a_cancelled_job_is_asked_for_again(camera, world):
    world.sensor.stalled = True
    assert camera.read(0.2) is None
    world.camera.cancel_all_and_flush()
    world.sensor.stalled = False
    assert camera.read(0.2) is None
    assert camera.read(0.2) is not None


def test_a_camera_whose_wait_breaks_is_opened_anew(camera, world, monkeypatch):
    camera.read()

    def break_down(job, timeout=None):
        raise RuntimeError("Camera frontend has timed out")

    monkeypatch.setattr(world.camera, "wait", break_down)
    assert camera.read(0.2) is None
    assert camera.state is CameraState.LOST
    for _ in range(100):
        if camera.read(0.5) is not None:
            break
    assert len(world.opened) == 2
    assert camera.state is not CameraState.LOST


def test_a_stalled_camera_is_opened_anew_and_comes_back(camera, world):
    for _ in range(20):
        camera.read()
    world.sensor.stalled = True
    read_until(camera, CameraState.LOST)
    assert world.sensor.released == 1
    world.sensor.stalled = False
    for _ in range(100):
        if camera.read(0.5) is not None:
            break
    assert len(world.opened) == 2
    assert world.camera.is_open
    read_until(camera, CameraState.RUNNING)
    assert lens_moves(world)[-1] == (0, 1.75)  # the lens goes where it was


def test_a_camera_that_stays_away_is_tried_ever_more_seldom(camera, world, monkeypatch):
    camera.read()
    world.sensor.stalled = True
    read_until(camera, CameraState.LOST)
    world.unplug()
    tries = []
    monkeypatch.setattr("hardware.cameras.pi.pi_camera_names", lambda: tries.append(world.clock()) or [])
    while world.clock() < 150:
        assert camera.read(0.1) is None
    assert np.diff(tries) == pytest.approx([2, 5, 10, 10, 10], abs=0.2)


def test_closing_twice_and_with_a_waiting_job(world):
    camera = open_pi(world)
    camera.read()
    world.sensor.stalled = True
    camera.read(0.1)
    camera.close()
    camera.close()
    assert camera.state is CameraState.CLOSED
    assert world.sensor.released == 1
    assert camera.read() is None
    camera.settle()


def test_auto_prefers_the_pis_camera(world):
    assert choose("auto") == "pi"
    with open_camera("auto", options=CameraOptions(size=SIZE)) as camera:
        assert isinstance(camera, PiCamera)
