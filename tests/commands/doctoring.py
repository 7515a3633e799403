"""What the tests of `companion doctor` share: the parts in their order, and a device that refuses."""

PARTS = [
    *("config", "camera", "tags", "display", "pins", "lights", "buzzer"),
    *("sound", "voice", "fonts", "model", "deck", "disk", "power", "log"),
]


def raiser(error: Exception):
    def refuse(*_words, **_facts):
        raise error

    return refuse
