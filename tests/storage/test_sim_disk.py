"""At whatever moment the power goes: no act is lost that was told to be kept, and nothing is found damaged.

Every state that a disk may be left in is looked at, and each of six mistakes that a journal might make is found so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.acts import act, wrong_in
from storage.sim_disk import SimDisk
from tacotable.files import safe_write
from tacotable.storage.journal import Journal, JournalError, folder, game_file, reading

Planting = Callable[[pytest.MonkeyPatch], None]


def small(patch: pytest.MonkeyPatch) -> None:
    """Let files and distances be small, so that many states can be looked at."""
    patch.setattr(game_file, "AHEAD_BLOCKS", 4)
    patch.setattr(game_file, "STEP_BLOCKS", 1)
    patch.setattr(game_file, "MORE_BLOCKS", 8)
    patch.setattr(folder, "RESERVED_BLOCKS", 16)


def play(journal: Journal, told: Callable[[], None], numbers: range) -> None:
    """Play until an act is refused twice: whoever tries again after a fault must not be told that it counts."""
    for number in numbers:
        try:
            journal.append(act(number))
        except JournalError:
            try:
                journal.append(act(number))
            except JournalError:
                return
        told()
        if number % 4 == 3:
            journal.tend()


def states(
    tmp_path: Path, patch: pytest.MonkeyPatch, plant: Planting | None = None, fails_at: int | None = None
) -> SimDisk:
    """Play three games on a simulated disk, the first of them over a restart, the last in the first one's file."""
    small(patch)
    if plant is not None:
        plant(patch)
    games = tmp_path / "games"
    games.mkdir()
    sim = SimDisk(games, patch)
    sim.fails_at = fails_at
    journal = Journal(games, wall_s=lambda: 1.0)
    play(journal, sim.ack, range(9))
    journal.close()
    journal = Journal(games, wall_s=lambda: 1.0)
    play(journal, sim.ack, range(len(journal.recover().facts), 13))
    play(journal, sim.ack, range(50, 54))
    play(journal, sim.ack, range(100, 104))
    patch.undo()
    return sim


def violations(sim: SimDisk, tmp_path: Path, faults: int = 0) -> list[str]:
    """Look at each state that a cut may leave; the later games' acts have numbers of their own."""
    told: list[str] = []
    seen = set()
    for acked, contents in sim.states:
        key = (acked, hash(frozenset(contents.items())))
        if key in seen:
            continue
        seen.add(key)
        left = tmp_path / "left"
        left.mkdir()
        for name, content in contents.items():
            (left / name).write_bytes(content)
        told.extend(wrong_in(left, acked, (*range(13), *range(50, 54), *range(100, 104)), faults))
        for path in left.iterdir():
            path.unlink()
        left.rmdir()
    return told


def test_no_state_that_a_power_cut_may_leave_lacks_an_act(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sim = states(tmp_path, monkeypatch)

    assert sim.acked == 21
    assert len(sim.states) > 350
    assert b'"generation":2' in (tmp_path / "games" / "game-000003.tcw").read_bytes()
    assert violations(sim, tmp_path) == []


def test_a_game_that_outgrows_its_room_is_never_found_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    monkeypatch.setattr(folder, "RESERVED_BLOCKS", 4)
    monkeypatch.setattr(game_file, "MORE_BLOCKS", 1)
    monkeypatch.setattr(game_file, "STEP_BLOCKS", 0)
    games = tmp_path / "games"
    games.mkdir()
    sim = SimDisk(games, monkeypatch)
    journal = Journal(games, wall_s=lambda: 1.0)

    play(journal, sim.ack, range(13))
    journal.close()
    monkeypatch.undo()

    assert sim.acked == 13
    assert violations(sim, tmp_path) == []


def test_keeping_a_damaged_packed_file_aside_puts_no_act_of_the_whole_one_at_risk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    games = tmp_path / "games"
    games.mkdir()
    sim = SimDisk(games, monkeypatch)
    journal = Journal(games, wall_s=lambda: 1.0)
    play(journal, sim.ack, range(9))
    journal.close()
    safe_write.replace_whole(games / "game-000001.tcj", b"?" * 700)

    journal = Journal(games, wall_s=lambda: 1.0)
    play(journal, sim.ack, range(len(journal.recover().facts), 13))
    play(journal, sim.ack, range(50, 54))
    monkeypatch.undo()

    assert {path.name for path in games.glob("game-*")} == {"game-000001.damaged", "game-000001.tcj", "game-000002.tcw"}
    assert sim.acked == 17
    assert violations(sim, tmp_path) == []


def test_after_a_flush_that_failed_nothing_is_told_to_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sim = states(tmp_path, monkeypatch, fails_at=5)

    assert violations(sim, tmp_path, faults=1) == []


def no_flush(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(os, "fdatasync", lambda file: None)
    patch.setattr(SimDisk, "_fdatasync", lambda sim, file: None)


def no_folder_flush(patch: pytest.MonkeyPatch) -> None:
    for module in (safe_write, folder, game_file, reading):
        patch.setattr(module, "sync_folder", lambda path: None)


def told_before_the_flush(patch: pytest.MonkeyPatch) -> None:
    append = game_file.GameFile.append

    def early(self: game_file.GameFile, *parts: object) -> None:
        with pytest.MonkeyPatch.context() as later:
            later.setattr(os, "fdatasync", lambda file: None)
            append(self, *parts)  # type: ignore[arg-type]  # what it was given is handed on

    patch.setattr(game_file.GameFile, "append", early)


def named_before_it_is_whole(patch: pytest.MonkeyPatch) -> None:
    fill = game_file.GameFile._fill

    def late(self: game_file.GameFile, *parts: object) -> None:
        self.path.with_suffix(".new").replace(self.path)
        safe_write.sync_folder(self.path.parent)
        fill(self, *parts)  # type: ignore[arg-type]  # what it was given is handed on
        os.link(self.path, self.path.with_suffix(".new"))

    patch.setattr(game_file.GameFile, "_fill", late)


def goes_on_after_a_fault(patch: pytest.MonkeyPatch) -> None:
    def forgetful(self: game_file.GameFile, error: OSError) -> JournalError:
        return JournalError(str(error))

    patch.setattr(game_file.GameFile, "_latched", forgetful)


def generation_of_the_game_before(patch: pytest.MonkeyPatch) -> None:
    open_spare = game_file.open_spare

    def again(folder: Path, blocks: int) -> tuple[int, int] | None:
        opened = open_spare(folder, blocks)
        return opened and (opened[0], opened[1] - 1)

    patch.setattr(game_file, "open_spare", again)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    ("plant", "fails_at"),
    [
        (no_flush, None),
        (no_folder_flush, None),
        (told_before_the_flush, None),
        (named_before_it_is_whole, None),
        (generation_of_the_game_before, None),
        (goes_on_after_a_fault, 5),
    ],
)
def test_a_planted_mistake_is_found(
    plant: Planting, fails_at: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = states(tmp_path, monkeypatch, plant, fails_at)

    assert violations(sim, tmp_path, faults=1)
