"""Exposure that keeps to the mains."""

import pytest

from hardware.cameras.sensor import flicker_controls, locked_controls, without_flicker


@pytest.mark.parametrize(("hertz", "period"), [(50, 10_000), (60, 8_333)])
def test_the_automatic_exposure_is_told_of_the_half_period(hertz, period):
    assert flicker_controls(hertz) == {"AeFlickerMode": 1, "AeFlickerPeriod": period}


@pytest.mark.parametrize(
    ("exposure", "gain", "hertz", "locked"),
    [
        (12_000, 2.5, 50, (10_000, 3.0)),
        (29_000, 1.0, 50, (20_000, 1.45)),
        (20_000, 2.0, 50, (20_000, 2.0)),
        (6_000, 2.0, 50, (10_000, 1.2)),
        (6_000, 1.0, 50, (6_000, 1.0)),
        (16_666, 4.0, 60, (16_666, 4.0)),
    ],
)
def test_a_locked_exposure_is_a_whole_number_of_half_periods_as_bright_as_before(
    exposure, gain, hertz, locked
):
    time, amplified = without_flicker(exposure, gain, hertz)
    assert (time, amplified) == (locked[0], pytest.approx(locked[1]))
    assert time * amplified == pytest.approx(exposure * gain)


def test_what_a_frame_does_not_tell_stays_automatic():
    assert locked_controls({"ExposureTime": 10_000}, 50) == {}
    assert locked_controls({"ColourGains": (1, 2)}, 50) == {"AwbEnable": False, "ColourGains": (1, 2)}
