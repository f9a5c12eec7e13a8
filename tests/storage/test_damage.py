"""Whatever happens to the bytes of a game: what is read is its longest whole beginning, and damage is told as such."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from storage.acts import PROGRAM, act
from storage.amount import IS_ALL, IS_MOST
from tacotable.state.facts import Dealt, Fact
from tacotable.storage.journal import Journal, JournalError, Recovered, game_file, read_game
from tacotable.storage.journal.reading import pack
from tacotable.storage.journal.record import (
    BLOCK,
    HEAD_BYTES,
    LINK_BYTES,
    Header,
    Kind,
    Record,
    RecordError,
    read_record,
    write_header,
)
from tacotable.storage.journal.scan import Ending, Scan, scan_stream

ACTS = [act(number) for number in range(40)]
PAYLOADS = [msgspec.json.encode(fact) for fact in ACTS]


@pytest.fixture(scope="module")
def working(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the bytes of a sealed game of 40 acts, in a file just large enough."""
    folder = tmp_path_factory.mktemp("game")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 44)
        return written(folder).read_bytes()


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the bytes of the same game, packed."""
    folder = tmp_path_factory.mktemp("packed")
    game_file_path = written(folder)
    assert pack(game_file_path, PROGRAM)
    return game_file_path.with_suffix(".tcj").read_bytes()


def written(folder: Path) -> Path:
    journal = Journal(folder, wall_s=lambda: 1_700_000_000.0)
    for fact in ACTS:
        journal.append(fact)
    journal.close()
    return folder / "game-000001.tcw"


def scanned(content: bytes) -> tuple[list[Record], Scan | None]:
    """Read what can be read; None: not even the header."""
    try:
        scan = scan_stream(BytesIO(content), PROGRAM)
    except RecordError:
        return [], None
    return [record for record in scan.records if record.kind is Kind.FACT], scan


def ending(scan: Scan | None) -> Ending:
    return scan.how if scan else Ending.DAMAGED


def facts_of(records: list[Record]) -> list[Fact]:
    return [msgspec.json.decode(record.payload, type=Fact) for record in records]


def test_a_game_cut_at_any_byte_gives_its_longest_whole_beginning(working: bytes) -> None:
    """Cut in each byte of records (at a desk each fifth) and in some zeros behind them; with all, in each byte."""
    whole = facts_of(scanned(working)[0])
    assert whole == ACTS

    for cut in range(len(working)):
        is_behind = cut % BLOCK > written_bytes(working, cut // BLOCK)
        if not IS_ALL and cut % 211 and (is_behind or (cut % 5 and not IS_MOST)):
            continue
        records, scan = scanned(working[:cut])

        ends = [
            number * BLOCK + HEAD_BYTES + LINK_BYTES + len(record.payload) for number, record in enumerate(records, 1)
        ]
        assert all(end <= cut for end in ends)
        assert payloads_of(records) == PAYLOADS[: len(records)]
        assert len(records) >= min((cut - BLOCK) // BLOCK, 40)
        assert ending(scan) is Ending.DAMAGED


def test_a_packed_game_cut_at_any_byte_gives_its_longest_whole_beginning(packed: bytes) -> None:
    for cut in range(len(packed)):
        records, scan = scanned(packed[:cut])

        assert payloads_of(records) == PAYLOADS[: len(records)]
        assert ending(scan) is Ending.DAMAGED


def test_every_flipped_bit_of_a_packed_game_is_damage(packed: bytes) -> None:
    for bit in range(0, len(packed) * 8, 1 if IS_MOST else 7):
        records, scan = scanned(flipped(packed, bit))

        assert ending(scan) is Ending.DAMAGED
        assert payloads_of(records) == PAYLOADS[: len(records)]


def test_every_flipped_bit_of_a_block_makes_it_unreadable(working: bytes) -> None:
    """Bits of the whole file, the zeros behind each record and behind the seal, too.

    A block is read by its own bytes, its place and the record before alone, and reading ends at the first one that
    cannot be read (`scan`): so no flipped bit passes, and no act is read wrongly.
    """
    seed = 0
    for number in range(len(working) // BLOCK):
        block = working[number * BLOCK : (number + 1) * BLOCK]

        read_anyway = [bit for bit in bits_of(number) if is_read(flipped(block, bit), number, seed, min(number, 1))]

        assert read_anyway == [], number
        seed = read_record(block, number, seed, min(number, 1)).crc if any(block) else seed


def bits_of(number: int) -> range:
    """Return the bits of a block that are flipped: without more asked for, one in seven, others in each block."""
    return range(BLOCK * 8) if IS_MOST else range(number % 7, BLOCK * 8, 7)


def is_read(block: bytes, number: int, before: int, generation: int) -> bool:
    try:
        read_record(block, number, before, generation)
    except RecordError:
        return False
    return True


def test_every_flipped_bit_of_a_sealed_game_is_told_and_no_act_is_read_wrongly(working: bytes) -> None:
    """Through the whole reader: every bit when asked for, else one in 997, which meets every block and part of it."""
    sealed_at = 41 * BLOCK

    for bit in range(0, len(working) * 8, 1 if IS_ALL else 997):
        records, scan = scanned(flipped(working, bit))

        assert payloads_of(records) == PAYLOADS[: len(records)]
        if bit // 8 < sealed_at:
            assert ending(scan) is Ending.DAMAGED
        else:
            assert ending(scan) is not Ending.WHOLE
            assert len(records) == 40


def written_bytes(content: bytes, block: int) -> int:
    """Give how many bytes of a block its record fills."""
    return len(content[block * BLOCK : (block + 1) * BLOCK].rstrip(b"\0"))


def payloads_of(records: list[Record]) -> list[bytes]:
    return [record.payload for record in records]


def flipped(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_a_torn_last_record_is_the_normal_end_of_a_game_that_was_cut_off(tmp_path: Path) -> None:
    path = in_play(tmp_path, 6)
    tear(path, 6)

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == tuple(ACTS[:5])
    assert (recovered.damage, recovered.is_torn) == (None, True)


def test_a_last_record_that_was_sealed_is_not_torn_but_damaged(tmp_path: Path) -> None:
    path = written(tmp_path)
    tear(path, 40)

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == tuple(ACTS[:39])
    assert recovered.damage == "game-000001.tcw: act 40 is damaged: its checksum is wrong"


def test_play_goes_on_over_a_torn_end(tmp_path: Path) -> None:
    tear(in_play(tmp_path, 6), 6)
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(Dealt("YAY"))
    journal.close()

    again = Journal(tmp_path).recover()
    assert again.facts == (*ACTS[:5], Dealt("YAY"))
    assert not again.is_torn


def test_who_goes_on_behind_damage_keeps_the_whole_file_aside(tmp_path: Path) -> None:
    path = written(tmp_path)
    tear(path, 20)
    before = path.read_bytes()
    journal = Journal(tmp_path)
    recovered = journal.recover()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game-000001.tcw"]

    journal.append(Dealt("WOW"))
    journal.close()

    assert recovered.damage is not None
    assert (tmp_path / "game-000001.damaged").read_bytes() == before
    again = read_game(path, PROGRAM)
    assert again.facts == (*ACTS[:19], Dealt("WOW"))
    assert again.header.mended_from == "game-000001.damaged"


def test_an_earlier_damaged_file_stays(tmp_path: Path) -> None:
    tear(written(tmp_path), 20)
    (tmp_path / "game-000001.damaged").write_bytes(b"kept before")
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(Dealt("WOW"))
    journal.close()

    assert (tmp_path / "game-000001.damaged").read_bytes() == b"kept before"
    assert (tmp_path / "game-000001.damaged-2").exists()


def test_a_damaged_header_gives_no_acts_and_is_told(tmp_path: Path) -> None:
    tear(written(tmp_path), 0)

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == ()
    assert recovered.damage == "game-000001.tcw: the header is damaged: its checksum is wrong"


def test_a_journal_of_another_format_is_refused_with_both_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacotable.storage.journal.record.FORMATS", (9, 9))
    header = write_header(Header(program="7.3.1", reserved=BLOCK), 0)
    monkeypatch.undo()
    (tmp_path / "game-000001.tcw").write_bytes(header.ljust(BLOCK, b"\0"))

    with pytest.raises(
        JournalError, match=r"it is of format 9, written by Tacotable 7\.3\.1, and this is Tacotable 0\."
    ):
        Journal(tmp_path).recover()


def test_a_write_that_the_kernel_takes_in_parts_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, content, offset: write(file, content[:1_000], offset))
    monkeypatch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 44)

    path = written(tmp_path)

    monkeypatch.undo()
    assert read_game(path, PROGRAM).facts == tuple(ACTS)


def test_a_game_longer_than_its_room_takes_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 8)
    monkeypatch.setattr(game_file, "MORE_BLOCKS", 8)

    path = written(tmp_path)

    assert read_game(path, PROGRAM).facts == tuple(ACTS)


def small_steps(patch: pytest.MonkeyPatch) -> None:
    """Let a file begin with room for seven records, and grow by little."""
    patch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 8)
    patch.setattr(game_file, "MORE_BLOCKS", 1)
    patch.setattr(game_file, "AHEAD_BLOCKS", 4)
    patch.setattr(game_file, "STEP_BLOCKS", 1)


@pytest.mark.parametrize("more", [0, 100], ids=["behind a record", "inside a record"])
def test_a_game_that_outgrew_its_room_and_was_cut_is_damaged(
    more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_steps(monkeypatch)
    whole = written(tmp_path).read_bytes()
    assert scanned(whole)[1] is not None
    assert ending(scanned(whole)[1]) is Ending.WHOLE

    for blocks in range(9, 42):
        records, scan = scanned(whole[: blocks * BLOCK + more])

        assert payloads_of(records) == PAYLOADS[: blocks - 1]
        assert ending(scan) is Ending.DAMAGED, blocks


def test_behind_the_last_record_there_are_zeros_at_any_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_steps(monkeypatch)
    journal = Journal(tmp_path)

    for number, fact in enumerate(ACTS, 1):
        journal.append(fact)
        behind = (tmp_path / "game-000001.tcw").read_bytes()[(number + 1) * BLOCK :]
        assert len(behind) >= BLOCK, number
        assert not any(behind), number

    journal.close()


def test_after_a_failed_flush_the_file_is_not_touched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.append(ACTS[0])
    flushes = []

    def fail(file: int) -> None:
        flushes.append(file)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", fail)
    for _ in range(3):
        with pytest.raises(JournalError, match="Input/output error; the journal could not be written"):
            journal.append(ACTS[1])
    journal.close()

    assert len(flushes) == 1


def in_play(folder: Path, acts: int) -> Path:
    """Write a game that is cut off by a power cut: nothing sealed it."""
    journal = Journal(folder)
    for fact in ACTS[:acts]:
        journal.append(fact)
    return folder / "game-000001.tcw"


def tear(path: Path, block: int) -> None:
    """Lose the second sector of a record, and a byte of the first."""
    with path.open("r+b") as file:
        file.seek(block * BLOCK + HEAD_BYTES + 20)
        file.write(b"\xff\xff")


def test_what_was_recovered_can_be_cut_by_the_rules() -> None:
    recovered = Recovered(tuple(ACTS[:3]), times_ms=(1, 2, 3))

    cut = recovered.cut(1, "no such act")

    assert cut.facts == (ACTS[0],)
    assert cut.damage == ": fact 2 cannot be taken up: no such act"
