"""Exposure and white balance: keeping to the mains, so that no lamp flickers, holding what has settled."""

from typing import Any

_MANUAL_FLICKER = 1  # libcamera's AeFlickerMode: 0 off, 1 manual
LEAST_GAIN = 1.0


def half_period_microseconds(mains_hertz: int) -> int:
    """How long one brightness of a lamp lasts: it flickers twice in a period of the mains."""
    return round(1e6 / (2 * mains_hertz))


def flicker_controls(mains_hertz: int) -> dict[str, Any]:
    """Let the automatic exposure keep to whole multiples of the mains' half period."""
    return {"AeFlickerMode": _MANUAL_FLICKER, "AeFlickerPeriod": half_period_microseconds(mains_hertz)}


def locked_controls(metadata: dict[str, Any], mains_hertz: int) -> dict[str, Any]:
    """The controls that keep the light as this frame had it; what the frame does not tell stays automatic."""
    controls: dict[str, Any] = {}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        exposure, gain = without_flicker(metadata["ExposureTime"], metadata["AnalogueGain"], mains_hertz)
        controls |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain}
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": metadata["ColourGains"]}
    return controls


def without_flicker(exposure: int, gain: float, mains_hertz: int) -> tuple[int, float]:
    """The same brightness from a whole number of half periods; daylight too bright for one stays as it is."""
    period = half_period_microseconds(mains_hertz)
    whole = max(1, exposure // period) * period
    fitting = gain * exposure / whole
    return (whole, fitting) if fitting >= LEAST_GAIN else (exposure, gain)
