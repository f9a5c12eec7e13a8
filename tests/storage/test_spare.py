"""A game goes into the file of one that is over: what the earlier one left there is never read, and nothing is lost."""

from __future__ import annotations

import os
import shutil
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from storage.acts import BEGAN, PROGRAM, act, journal_of
from storage.amount import IS_MOST
from storage.test_damage import flipped
from storage.test_quiet_moments import full
from tacotable.state.facts import Closed, Dealt, Fact
from tacotable.storage.journal import Journal, NoRoomError, read_game
from tacotable.storage.journal.game_file import SPARE
from tacotable.storage.journal.record import (
    BLOCK,
    Header,
    Kind,
    RecordError,
    as_block,
    crc_of,
    generation_in,
    write_header,
    write_record,
)
from tacotable.storage.journal.scan import Ending, scan_stream

LONG: tuple[Fact, ...] = (BEGAN, *(act(number) for number in range(1, 30)))
SHORT: tuple[Fact, ...] = (BEGAN, *(act(number) for number in range(31, 41)))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be small, so that all of their bytes can be looked at."""
    monkeypatch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 36)
    monkeypatch.setattr("tacotable.storage.journal.folder.SMALL_BLOCKS", 8)
    monkeypatch.setattr("tacotable.storage.journal.game_file.MORE_BLOCKS", 4)
    monkeypatch.setattr("tacotable.storage.journal.game_file.STEP_BLOCKS", 1)


def after_a_game(folder: Path, *facts: Fact) -> Journal:
    """Play a game to its end and beyond the quiet moment behind it: its file is spare now."""
    journal = journal_of(folder, *facts, Closed())
    journal.tend()
    assert sorted(path.name for path in folder.iterdir()) == ["game-000001.tcj", SPARE]
    return journal


def reused(folder: Path) -> Path:
    """Play a short game in the file of a longer one; returns it."""
    journal = after_a_game(folder, *LONG)
    for fact in SHORT:
        journal.append(fact)
    journal.close()
    return folder / "game-000002.tcw"


def read(content: bytes) -> tuple[int, Ending]:
    """Return how many facts of the short game can be read, all of them as they were, and how the file ends."""
    try:
        scan = scan_stream(BytesIO(content), PROGRAM)
    except RecordError:
        return 0, Ending.DAMAGED
    payloads = [record.payload for record in scan.records if record.kind is Kind.FACT]
    assert payloads == [msgspec.json.encode(fact) for fact in SHORT[: len(payloads)]]
    return len(payloads), scan.how


def block(content: bytes, number: int) -> bytes:
    return content[number * BLOCK : (number + 1) * BLOCK]


def with_block(content: bytes, number: int, put: bytes) -> bytes:
    return content[: number * BLOCK] + put + content[(number + 1) * BLOCK :]


def test_a_game_goes_into_the_file_of_the_one_before(tmp_path: Path) -> None:
    path = reused(tmp_path)

    game = Journal(tmp_path).recover()

    assert (game.path, game.facts, game.damage, game.is_torn) == (path, SHORT, None, False)
    assert game.header.generation == 2
    assert generation_in(block(path.read_bytes(), len(SHORT) + 2), len(SHORT) + 2) == 1
    assert not (tmp_path / SPARE).exists()
    assert read_game(tmp_path / "game-000001.tcj", PROGRAM).facts == (*LONG, Closed())


def lengths_of_writes(patch: pytest.MonkeyPatch) -> list[int]:
    """Return a list in which each write to a file is noted from now on."""
    lengths: list[int] = []
    write = os.pwrite

    def noting(file: int, content: bytes, offset: int) -> int:
        lengths.append(len(content))
        return write(file, content, offset)

    patch.setattr(os, "pwrite", noting)
    return lengths


@pytest.mark.parametrize("has_spare", [False, True])
def test_a_beginning_writes_three_blocks_at_most(
    has_spare: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = after_a_game(tmp_path, *LONG) if has_spare else Journal(tmp_path)
    written = lengths_of_writes(monkeypatch)

    journal.append(BEGAN)

    assert sum(written) <= 3 * BLOCK
    journal.close()


def test_in_a_file_that_was_written_before_an_act_is_one_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = after_a_game(tmp_path, *LONG)
    journal.append(SHORT[0])
    written = lengths_of_writes(monkeypatch)

    for fact in SHORT[1:]:
        journal.append(fact)

    assert written == [BLOCK] * len(SHORT[1:])
    journal.close()


@pytest.mark.usefixtures("small")
def test_a_game_behind_which_an_earlier_one_stands_is_damaged_wherever_it_is_cut(tmp_path: Path) -> None:
    content = reused(tmp_path).read_bytes()
    assert read(content) == (len(SHORT), Ending.WHOLE)

    for cut in range(0, len(content), 1 if IS_MOST else 97):
        facts, how = read(content[:cut])

        assert how is Ending.DAMAGED
        assert facts >= min(cut // BLOCK - 1, len(SHORT))


@pytest.mark.usefixtures("small")
def test_each_flipped_bit_before_and_behind_the_end_is_told(tmp_path: Path) -> None:
    content = reused(tmp_path).read_bytes()

    for bit in range(0, len(content) * 8, 97 if IS_MOST else 997):
        facts, how = read(flipped(content, bit))

        assert how is not Ending.WHOLE
        assert facts == len(SHORT) or (how is Ending.DAMAGED and facts == max(bit // 8 // BLOCK - 1, 0))


@pytest.mark.usefixtures("small")
def test_a_power_cut_in_a_record_that_goes_over_an_old_one_leaves_all_that_was_told(tmp_path: Path) -> None:
    """In sectors of 512 bytes, each of which is the new one or the old one."""
    content = reused(tmp_path).read_bytes()
    at = len(SHORT) + 2
    before = scan_stream(BytesIO(content), PROGRAM)
    crc = list(before.records)[-1].crc
    for length in (40, 700, 4_000):
        new = as_block(write_record(Kind.FACT, at, 0, b"n" * length, crc, 2))
        for old in (block(content, at), as_block(write_record(Kind.FACT, at, 0, b"o" * 3_000, 7, 1))):
            for kept in range(255):
                parts = ((old if kept >> sector & 1 else new)[sector * 512 : sector * 512 + 512] for sector in range(8))
                torn = b"".join(parts)
                if torn != new:
                    facts, how = read(with_block(content, at, torn))

                    assert facts == len(SHORT)
                    assert how is (Ending.WHOLE if torn == old else Ending.TORN)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("lost", ["zeros", "an earlier game"])
def test_a_record_behind_a_gap_is_damage(lost: str, tmp_path: Path) -> None:
    content = reused(tmp_path).read_bytes()
    old = as_block(write_record(Kind.FACT, 5, 0, b"{}", 7, 1))

    damaged = with_block(content, 5, bytes(BLOCK) if lost == "zeros" else old)

    assert read(damaged) == (4, Ending.DAMAGED)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("facts", [1, len(SHORT)])
def test_an_older_header_over_a_newer_game_is_damage_and_no_empty_game(facts: int, tmp_path: Path) -> None:
    journal = after_a_game(tmp_path, *LONG)
    header = block((tmp_path / SPARE).read_bytes(), 0)
    for fact in SHORT[:facts]:
        journal.append(fact)

    mixed = with_block((tmp_path / "game-000002.tcw").read_bytes(), 0, header)

    assert read(mixed) == (0, Ending.DAMAGED)
    journal.close()


def test_the_spare_file_of_another_table_is_as_good(tmp_path: Path) -> None:
    """Somebody copied a state folder: the other's games do not come into this one's."""
    journal = after_a_game(tmp_path / "here", *SHORT)
    other = reused(tmp_path / "other")
    shutil.copy(other, tmp_path / "here" / SPARE)

    journal.append(BEGAN)
    journal.close()

    game = Journal(tmp_path / "here").recover()
    assert (game.facts, game.damage, game.header.generation) == ((BEGAN,), None, 3)


def format_2(facts: tuple[Fact, ...], blocks: int = 2_048) -> bytes:
    """Return a file as version 0.1.0 wrote it while a game was on: chained records, and zeros behind them."""
    record = write_header(Header(program="0.1.0", game="game-000001", ruleset="tc38", reserved=blocks * BLOCK), 0)
    content = as_block(record)
    for number, fact in enumerate(facts, 1):
        record = write_record(Kind.FACT, number, number, msgspec.json.encode(fact), crc_of(record))
        content += as_block(record)
    return content.ljust(blocks * BLOCK, b"\0")


BAD = ["noise", "cut short", "of format 2", "with a torn record", "with a second name", "with a torn header"]


@pytest.mark.parametrize("how", BAD)
def test_a_spare_file_that_is_not_good_is_not_written_into(how: str, tmp_path: Path) -> None:
    journal = after_a_game(tmp_path, *LONG)
    spare, second = tmp_path / SPARE, tmp_path / "backup"
    content = spare.read_bytes()
    bad = {
        "noise": b"?" * len(content),
        "cut short": content + b"?",
        "of format 2": format_2(LONG),
        "with a torn record": flipped(content, 20 * BLOCK * 8 + 99),
        "with a second name": content,
        "with a torn header": flipped(content, 99),
    }[how]
    spare.write_bytes(bad)
    os.link(spare, second)
    if how != "with a second name":
        second.unlink()

    journal.append(BEGAN)
    journal.close()

    game = Journal(tmp_path).recover()
    assert (game.facts, game.damage, game.header.generation) == ((BEGAN,), None, 1)
    assert not spare.exists()
    assert not second.exists() or second.read_bytes() == content


def test_what_a_beginning_left_that_the_power_cut_off_does_not_come_into_the_next(tmp_path: Path) -> None:
    """The file was written and had no name of a game yet."""
    journal = after_a_game(tmp_path, *LONG)
    journal.append(SHORT[0])
    journal.append(SHORT[1])
    journal.close()
    (tmp_path / "game-000002.tcw").rename(tmp_path / SPARE)

    again = Journal(tmp_path)
    again.append(BEGAN)
    again.close()

    game = Journal(tmp_path).recover()
    assert (game.facts, game.damage, game.header.generation) == ((BEGAN,), None, 3)


def test_on_a_full_disk_a_game_begins_in_the_spare_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = after_a_game(tmp_path, *LONG)
    monkeypatch.setattr(os, "posix_fallocate", lambda file, offset, length: full(tmp_path))

    journal.append(BEGAN)
    journal.close()

    assert Journal(tmp_path).recover().facts == (BEGAN,)


def test_the_spare_file_counts_as_room_for_a_game(tmp_path: Path) -> None:
    after_a_game(tmp_path, *LONG).close()

    journal = Journal(tmp_path, free=lambda folder: 9 * 2**20)
    journal.append(BEGAN)

    with pytest.raises(NoRoomError, match="9 MiB are free, and a game begins with 16"):
        journal.append(BEGAN)
    journal.close()


def test_settings_between_two_games_leave_the_spare_file_to_the_game(tmp_path: Path) -> None:
    journal = after_a_game(tmp_path, *LONG)
    size = (tmp_path / SPARE).stat().st_size

    journal.append(Dealt("YAY"))
    journal.tend()

    assert (tmp_path / SPARE).stat().st_size == size
    journal.append(BEGAN)
    journal.tend()
    journal.close()
    assert (tmp_path / "game-000003.tcw").stat().st_size == size


def test_a_start_behind_a_power_cut_between_the_packed_and_the_spare_file_tells_nothing(tmp_path: Path) -> None:
    journal_of(tmp_path, *LONG, Closed()).close()
    path = tmp_path / "game-000001.tcw"
    content = path.read_bytes()
    journal = Journal(tmp_path)
    journal.recover()
    journal.tend()
    (tmp_path / SPARE).unlink()
    path.write_bytes(content)

    again = Journal(tmp_path)

    assert again.passed_over() == ()
    assert again.recover().facts == (*LONG, Closed())
    again.tend()
    assert [each.name for each in tmp_path.iterdir()] == ["game-000001.tcj"]


@pytest.mark.parametrize("ending", [(), (Closed(),)], ids=["in play", "over"])
def test_who_goes_on_behind_a_game_of_format_2_has_all_of_it(ending: tuple[Fact, ...], tmp_path: Path) -> None:
    (tmp_path / "game-000001.tcw").write_bytes(format_2((*LONG, *ending)))
    journal = Journal(tmp_path)
    assert journal.recover().facts == (*LONG, *ending)

    journal.append(Dealt("WOW"))
    journal.close()

    game = Journal(tmp_path).recover()
    assert (game.facts, game.damage, game.header.generation) == ((*LONG, *ending, Dealt("WOW")), None, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["game-000001.tcw"]


def test_a_damaged_game_of_format_2_is_told_and_kept_aside_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game-000001.tcw"
    content = flipped(format_2(LONG), 12 * BLOCK * 8 + 400)
    path.write_bytes(content)
    journal = Journal(tmp_path)
    game = journal.recover()

    journal.append(Dealt("WOW"))
    journal.close()

    assert (game.facts, game.damage) == (LONG[:11], "game-000001.tcw: act 12 is damaged: its checksum is wrong")
    assert path.with_suffix(".damaged").read_bytes() == content
    assert read_game(path, PROGRAM).facts == (*LONG[:11], Dealt("WOW"))


def test_a_game_of_format_2_that_is_over_is_packed(tmp_path: Path) -> None:
    path = tmp_path / "game-000001.tcw"
    path.write_bytes(format_2((*LONG, Closed())))
    journal = Journal(tmp_path)
    journal.recover()

    journal.tend()
    journal.append(BEGAN)
    journal.close()

    assert read_game(path.with_suffix(".tcj"), PROGRAM).facts == (*LONG, Closed())
    assert Journal(tmp_path).recover().facts == (BEGAN,)
