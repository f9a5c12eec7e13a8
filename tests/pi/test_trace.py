"""Traces: what is recorded is decided again, the first difference is named, and no file can do harm."""

from __future__ import annotations

import json
import os
import re
import signal
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.trace.content import start_of
from tacotable.trace.file import MAGIC, Ring, TraceError, TraceWriter, read_trace, segments
from tacotable.trace.replay_decisions import replay
from tacotable.trace.replay_drivers import retrace
from tacotable_engine import Match
from traces.recorded import recorded_table

TESTS = Path(__file__).parents[1]
FAULTY = TESTS / "traces" / "faulty-tacocat.trace"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Record a game's beginning, with a refused card and a reader that is unplugged and comes back."""
    target = tmp_path / "trace"
    with recorded_table(target, "tacocat") as rig:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
            rig.tap(button)
        for face, seat in (("9", "YAY"), ("5", "WOW")):
            rig.place(face, f"{seat}.pad")
        for seat in ("YAY", "WOW"):
            rig.table.place(rig.table.truth.at(f"{seat}.pad")[0].tag, "discard")
        rig.wait(1.0)
        rig.place("7", "WOW.pad")
        rig.table.switchboard.set("reader YAY.pad", "unplug", on=True)
        rig.wait(3.0)
        rig.table.switchboard.set("reader YAY.pad", "unplug", on=False)
        rig.wait(5.0)
        rig.place("8", "YAY.pad")
    return target


def rows(folder: Path) -> Iterator[list[object]]:
    for path in segments(folder):
        yield from read_trace(path).rows


def test_bytes_edges_events_facts_and_what_is_shown_are_kept(folder: Path) -> None:
    kinds = {str(row[1]) for row in rows(folder)}

    assert kinds == {"in", "out", "open", "lost", "refused", "shut", "edge", "pin", "heard", "fact", "shown", "end"}


def test_a_recording_is_decided_again_alike(folder: Path) -> None:
    replayed, retraced = replay(folder), retrace(folder)

    assert (replayed.difference, retraced.difference) == (None, None)
    assert replayed.facts == 12
    assert retraced.edges > 20


def test_no_true_number_of_a_tag_is_in_a_trace(tmp_path: Path) -> None:
    with recorded_table(tmp_path, "tacocat") as rig:
        rig.place("9", "YAY.pad")
        tags = [card.tag for place in rig.table.truth.places for card in rig.table.truth.at(place)]

    told = json.dumps([read_trace(path).header for path in segments(tmp_path)] + list(rows(tmp_path))).upper()
    assert [tag for tag in tags if tag[2:] in told] == []


def test_equal_tags_stay_equal(folder: Path) -> None:
    heard = [row[2] for row in rows(folder) if row[1] == "heard"]
    told = [event["tag"] for event in heard if isinstance(event, dict) and event["is"] == "TagArrived"]
    faces = read_trace(segments(folder)[0]).header["faces"]

    assert isinstance(faces, dict)
    assert [faces[tag] for tag in told] == ["9", "5", "7", "8"]


def test_a_changed_rule_is_named_at_its_first_decision(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid attacks with an 8, as another version might."""
    judge = Match.act

    def forbids_attacks(match: Match, seat: str, act: dict[str, object]) -> object:
        return judge(match, seat, {"do": "show", "card": "1"} if act.get("cards") == ["8"] else act)

    def why_not(match: Match, seat: str, act: dict[str, object]) -> object:
        return allowed(match, seat, {"do": "show", "card": "1"} if act.get("cards") == ["8"] else act)

    allowed = Match.why_not
    monkeypatch.setattr(Match, "act", forbids_attacks)
    monkeypatch.setattr(Match, "why_not", why_not)

    difference = replay(folder).difference

    assert difference is not None
    assert "TagArrived(zone='YAY.pad'" in difference.event
    assert difference.then == "YAY {'do': 'attack', 'cards': ['8']}: accepted, by "
    assert difference.now != difference.then
    assert difference.at_s > 9.0


def test_the_command_tells_what_is_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["replay", str(folder)])

    assert status == 0
    assert capsys.readouterr().out.count("all the same") == 2


def test_a_folder_of_traces_with_names_is_replayed(folder: Path) -> None:
    for number, path in enumerate(segments(folder)):
        path.rename(path.with_name(f"evening-{number}.trace"))

    assert replay(folder).events > 0
    assert retrace(folder).difference is None


def test_a_folder_without_a_trace_says_so(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="there is no trace in this folder"):
        replay(tmp_path)


def test_simulated_players_are_not_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "--auto"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("tacotable record: --auto: ")
    assert "--trace" not in told


@pytest.mark.long(keep=0)
def test_a_ring_keeps_its_bounds_and_each_of_its_files_is_replayed(tmp_path: Path) -> None:
    room = 100_000
    with recorded_table(tmp_path, "tacocat", room=room) as rig:
        for _ in range(12):
            rig.tap("YAY.no")
            rig.wait(60.0)
            assert sum(path.stat().st_size for path in segments(tmp_path)) <= room

    files = segments(tmp_path)
    assert files[0].name != "000001.trace"
    assert replay(tmp_path).difference is None


@pytest.mark.long(keep=0)
def test_a_file_that_cannot_be_closed_is_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: TraceWriter) -> None:
        raise OSError("no room")

    monkeypatch.setattr(TraceWriter, "close", fail)
    with recorded_table(tmp_path, "tacocat", room=100_000) as rig:
        for _ in range(6):
            rig.tap("YAY.no")
            rig.wait(60.0)

    assert [path.name for path in segments(tmp_path)] == ["000001.trace"]


def test_a_ring_that_is_too_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="a trace needs at least 100000 bytes; 5 are given"):
        Ring(tmp_path, 5)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "this file is empty; the recording stopped before it had begun"),
        (b"PK\x03\x04 something else", "this is no trace of format 1"),
        (MAGIC, "there is no header"),
        (MAGIC + struct.pack(">II", 2_000_000_000, 0) + b"x", "none has more than 1000000"),
        (MAGIC + struct.pack(">II", 3, zlib.crc32(b"abc")) + b"abc", "block 1 is damaged"),
    ],
)
def test_a_foreign_or_damaged_file_is_told(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "000001.trace"
    path.write_bytes(content)

    with pytest.raises(TraceError, match=told):
        replay(path)


@pytest.mark.parametrize("key", ["table", "decks", "facts", "shown", "versions", "chance", "is_first", "is_exact"])
def test_a_header_that_lacks_something_is_refused_by_its_name(key: str) -> None:
    trace = read_trace(FAULTY)
    del trace.header[key]

    with pytest.raises(TraceError, match=f"^faulty-tacocat.trace: the header cannot be read: '{key}'$"):
        start_of(trace)


def written(path: Path, header: object, *rows: object) -> Path:
    packed = zlib.compress("".join(f"{json.dumps(row)}\n" for row in ([header], *rows)).encode())
    path.write_bytes(MAGIC + struct.pack(">II", len(packed), zlib.crc32(packed)) + packed)
    return path


@pytest.mark.parametrize(
    "row",
    [
        [0.5, "heard", {"is": "TimePassed", "at_ms": 0.0}, 0],
        [2**63, "end"],
        [5],
        [5, 7],
        [5, 7, "YAY.pad"],
        [5, "nothing"],
        [5, "heard"],
        [5, "heard", {"is": "Nothing"}, 0],
        [5, "heard", "TimePassed", 0],
        [5, "in", "YAY.pad", 7],
        [5, "in", "YAY.pad", "0"],
        [5, "refused", "YAY.pad"],
        [5, "edge", "17"],
        [5, "pin", 17, None],
    ],
)
def test_a_row_that_cannot_be_read_is_told_by_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: list[object]
) -> None:
    path = written(tmp_path / "000001.trace", read_trace(FAULTY).header, row)

    assert main(["replay", str(path)]) == 2
    assert re.match(r"000001.trace: (a row|row 1) (cannot be read|begins with no time)", capsys.readouterr().err)


def test_a_header_that_tells_no_situation_is_told_by_its_file(tmp_path: Path) -> None:
    path = written(tmp_path / "000001.trace", read_trace(FAULTY).header | {"told": {"zones": {}}})

    with pytest.raises(TraceError, match="^000001.trace: the header cannot be read: 'sensed'$"):
        replay(path)


def test_a_block_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    packed = zlib.compress(b"[" + b" " * 40_000_000 + b"]\n")
    path = tmp_path / "000001.trace"
    path.write_bytes(MAGIC + struct.pack(">II", len(packed), zlib.crc32(packed)) + packed)

    with pytest.raises(TraceError, match="unpacks to more than 4000000 bytes"):
        replay(path)


def test_one_flipped_bit_in_the_middle_is_told_as_damage(tmp_path: Path) -> None:
    content = bytearray(FAULTY.read_bytes())
    content[len(content) // 2] ^= 1
    path = tmp_path / "000001.trace"
    path.write_bytes(content)

    with pytest.raises(TraceError, match=r"block \d+ (is damaged|says it has)"):
        replay(path)


@pytest.mark.long
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_trace_that_ends_in_the_middle_is_replayed_up_to_there(tmp_path: Path, share: float) -> None:
    content = FAULTY.read_bytes()
    path = tmp_path / "000001.trace"
    path.write_bytes(content[: int(len(content) * share)])

    replayed = replay(path)

    assert replayed.difference is None
    assert replayed.events > 20
    assert "the program was stopped there" in replayed.remarks[0]


def test_a_program_that_is_killed_leaves_a_trace_that_can_be_replayed(tmp_path: Path) -> None:
    script = f"""
import os, signal
from pathlib import Path
from traces.recorded import recorded_table
with recorded_table(Path({str(tmp_path)!r}), "tacocat") as rig:
    for button in ("YAY.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": str(TESTS)})

    replayed = replay(tmp_path)

    assert killed.returncode == -signal.SIGKILL
    assert (replayed.difference, replayed.facts) == (None, 6)


def test_a_full_disk_ends_the_recording_and_not_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorded_table(tmp_path / "trace", "tacocat") as rig:
        monkeypatch.setattr("tacotable.trace.file.TraceWriter.flush", _no_room)
        rig.tap("YAY.ok")
        rig.wait(5.0)

        assert rig.says("YAY") == "sign.deal"


def _no_room(writer: object) -> None:
    raise OSError(28, "No space left on device")
