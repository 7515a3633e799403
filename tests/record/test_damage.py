"""Pulled plugs and failing disks: a record cut at every byte, and with every single bit flipped."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.values import BadRecord
from companion.record.history import GameHistory, Mend
from companion.record.lines import load, seal
from companion.record.session import Session
from tests.record.scripted import HEADER, QuickDisk, as_dicts, keep_game, play_events


@dataclass
class Kept:
    path: Path
    data: bytes
    raws: list[dict[str, Any]]

    @property
    def ends(self) -> list[int]:
        """Where each line's end of line stands."""
        return [index for index, byte in enumerate(self.data) if byte == 0x0A]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    path = keep_game(tmp_path, play_events(seed=4, count=6))
    data = path.read_bytes()
    return Kept(path, data, [line.raw for line in load(data).lines])


def test_a_record_cut_at_any_byte_keeps_every_whole_line(kept: Kept) -> None:
    for length in range(kept.ends[0], len(kept.data)):
        loaded = load(kept.data[:length])
        whole = sum(end <= length for end in kept.ends)  # a sealed line stands without its line feed
        assert loaded.fault is None
        assert [line.raw for line in loaded.lines] == kept.raws[:whole]
        assert (loaded.torn_bytes > 0) == (length not in {*kept.ends, *(end + 1 for end in kept.ends)})


def test_a_record_cut_in_its_header_is_the_new_game_or_none(kept: Kept) -> None:
    for length in range(kept.ends[0]):
        loaded = load(kept.data[:length])
        assert loaded.fault is None
        assert [line.raw for line in loaded.lines] in ([], [HEADER])


def test_a_torn_line_is_cut_off_reported_and_the_game_goes_on(kept: Kept) -> None:
    events = play_events(seed=4, count=7)
    for length in range(kept.ends[0] + 1, len(kept.data)):
        kept.path.write_bytes(kept.data[:length])
        with Session.resume(kept.path, QuickDisk()) as session:
            here = as_dicts(session)
            assert here == [event.as_dict() for event in events[: len(here)]]
            if session.torn_bytes:
                assert session.torn_line == len(here) + 2
                assert session.torn_bytes == length - kept.ends[len(here)] - 1
            session.play(events[len(here)], when=1.0)
        again = load(kept.path.read_bytes())
        assert again.fault is None
        assert not again.torn_bytes
        assert [line.raw for line in again.lines[1:]] == [
            event.as_dict() for event in events[: len(here) + 1]
        ]


def test_a_header_cut_short_is_no_game(kept: Kept) -> None:
    kept.path.write_bytes(kept.data[:20])
    with pytest.raises(BadRecord, match="no-header"):
        Session.resume(kept.path)


def test_no_flipped_bit_makes_another_game(kept: Kept) -> None:
    whole = GameHistory.of(load(kept.data).lines)
    for index in range(len(kept.data)):
        for bit in range(8):
            flipped = bytearray(kept.data)
            flipped[index] ^= 1 << bit
            loaded = load(bytes(flipped))
            raws = [line.raw for line in loaded.lines]
            assert raws == kept.raws[: len(raws)], f"byte {index}, bit {bit}"
            assert loaded.fault or loaded.torn_bytes, f"byte {index}, bit {bit} is not noticed"
            if raws:
                replayed = GameHistory.of(loaded.lines)
                assert [one.event for one in replayed.events] == [
                    one.event for one in whole.events[: len(replayed.events)]
                ]


def test_a_damaged_record_is_refused_with_the_line_and_left_alone(kept: Kept) -> None:
    for number, end in enumerate(kept.ends[:-2], start=2):
        flipped = bytearray(kept.data)
        flipped[end + 9] ^= 2
        kept.path.write_bytes(flipped)
        with pytest.raises(BadRecord) as caught:
            Session.resume(kept.path)
        assert caught.value.facts["line"] == number
        assert kept.path.read_bytes() == flipped


def test_a_damaged_record_can_be_cut_before_the_line_and_is_put_aside(kept: Kept) -> None:
    flipped = bytearray(kept.data)
    flipped[kept.ends[2] + 9] ^= 2
    kept.path.write_bytes(flipped)
    with Session.resume(kept.path, mend=Mend.CUT) as session:
        assert as_dicts(session) == kept.raws[1:3]
    assert kept.path.with_name(kept.path.name + ".damaged").read_bytes() == flipped
    assert kept.path.read_bytes() == kept.data[: kept.ends[2] + 1]


def test_a_last_line_that_cannot_be_verified_was_never_written(kept: Kept) -> None:
    for index in range(kept.ends[-2] + 1, len(kept.data) - 1):
        flipped = bytearray(kept.data)
        flipped[index] ^= 2
        kept.path.write_bytes(flipped)
        with Session.resume(kept.path, QuickDisk()) as session:
            assert as_dicts(session) == kept.raws[1:-1]
            assert session.torn_bytes
            assert session.torn_line == len(kept.raws)
        assert kept.path.read_bytes() == kept.data[: kept.ends[-2] + 1]
        aside = kept.path.with_name(kept.path.name + ".damaged")
        assert not aside.exists() or aside.read_bytes() == flipped
        aside.unlink(missing_ok=True)


def test_a_record_mended_by_hand_can_be_trusted_and_is_sealed_anew(kept: Kept) -> None:
    text = kept.data.replace('"Béa"'.encode(), b'"Bea"')
    kept.path.write_bytes(text)
    with pytest.raises(BadRecord, match="seal-broken"):
        Session.resume(kept.path)
    with Session.resume(kept.path, mend=Mend.TRUST) as session:
        assert session.match.players == ("Ann", "Bea")
        assert len(session.events) == 6
    again = load(kept.path.read_bytes())
    assert again.sealed
    assert again.fault is None
    assert again.lines[3].when == load(kept.data).lines[3].when


def test_a_line_taken_out_or_doubled_is_noticed(kept: Kept) -> None:
    lines = kept.data.splitlines(keepends=True)
    without = load(b"".join(lines[:2] + lines[3:]))
    doubled = load(b"".join([*lines[:3], lines[2], *lines[3:]]))
    swapped = load(b"".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    assert [each.fault and each.fault.facts["line"] for each in (without, doubled, swapped)] == [3, 4, 3]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="BOM"),
        pytest.param(lambda data: data.replace(b"\n", b"\n\n"), id="blank lines"),
    ],
)
def test_what_mailers_do_to_a_record_is_no_damage(kept: Kept, change: Any) -> None:
    loaded = load(change(kept.data))
    assert loaded.fault is None
    assert [line.raw for line in loaded.lines] == kept.raws


def test_a_hand_made_record_without_seals_is_taken_over_and_sealed(tmp_path: Path) -> None:
    path = tmp_path / "by-hand.jsonl"
    path.write_text('{"record": 1, "game": "ascent", "players": ["Ann"]}\n\n{"do": "discard"}')
    with Session.resume(path) as session:
        session.play(play_events(seed=1, count=1)[0], when=50.0)
    loaded = load(path.read_bytes())
    assert loaded.sealed
    assert [line.when for line in loaded.lines] == [None, None, 50.0]
    assert not list(tmp_path.glob(".*"))


def test_a_header_is_written_with_the_names_as_they_are(kept: Kept) -> None:
    assert kept.raws[0] == HEADER
    assert "Béa".encode() in kept.data


@pytest.mark.parametrize("sealed", [True, False])
def test_no_junk_crashes_the_reader(kept: Kept, sealed: bool) -> None:
    """Bytes changed, taken out and put in, in records with and without seals."""
    rng = Random(77)
    data = kept.data if sealed else b"".join(line.rstrip() + b"\n" for line in kept.data.splitlines())
    for _ in range(400):
        junk = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            start = rng.randrange(len(junk))
            junk[start : start + rng.randrange(4)] = rng.choice([b"", rng.randbytes(2), b"\n", b'"', b"}\n{"])
        loaded = load(bytes(junk))
        raws = [line.raw for line in loaded.lines]
        if loaded.sealed:
            assert raws == kept.raws[: len(raws)]
        elif raws:
            with suppress(BadRecord):
                assert GameHistory.of(loaded.lines).header == raws[0]


def test_a_time_beyond_all_calendars_is_unknown() -> None:
    line, _ = seal(json.dumps(HEADER).encode(), 2**48 - 1, 0)
    assert load(line + b"\n").lines[0].when is None
