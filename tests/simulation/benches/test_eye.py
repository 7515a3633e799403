"""Where the eye's measurement looks for what it needs."""

from companion.simulation.benches import eye


def test_the_root_is_the_project_s() -> None:
    assert (eye.ROOT / "run.py").exists()
