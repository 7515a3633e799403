"""What the kernel tells of the board."""

from hardware.board import board_model, memory_megabytes


def test_model_and_memory(tmp_path):
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    (tmp_path / "proc/meminfo").write_text("MemTotal:        3884380 kB\nMemFree:  1 kB\n")
    assert board_model(tmp_path) == "Raspberry Pi 4 Model B Rev 1.4"
    assert memory_megabytes(tmp_path) == 3793


def test_another_machine_tells_nothing(tmp_path):
    assert (board_model(tmp_path), memory_megabytes(tmp_path)) == ("", 0)
