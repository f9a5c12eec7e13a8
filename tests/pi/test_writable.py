"""A table whose folder cannot be written starts, says NOT SAVED everywhere, and plays on if people agree."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from pi.hands import Hands
from tacotable.app.preparing import why_not_writable
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.app.watchdog import status_of
from tacotable.dialogs import arbiter
from tacotable.files.write_fault import WriteFault
from tacotable.state.events import Arbitrated
from tacotable.state.game_state import Stage
from tacotable.state.role import Role
from tacotable.state.scene import Notice, SpaceScreen
from tacotable.storage.crash_counter import MOST, CrashCounter
from tacotable.storage.journal import JournalError
from tacotable.table.file import SHIPPED, read_table
from tacotable.trace.content import header_of, take_up
from tacotable.web.keys import make_keys
from tacotable.web.page import TablePage
from tacotable_drivers import ports

FOREIGN = 65534
"""A user whose files the root of a user namespace may not touch."""
SPOIL = {
    "read-only": 'mount -o remount,ro "$0"',
    "full": 'dd if=/dev/zero of="$0/big" bs=4k 2>/dev/null || true',
    "owner": "true",
}
"""What happens to a disk before the table starts, as commands; "$0" is the state folder."""
TABLES = ("tacocat", "kittens", "buttons")


def play(folder: Path, table: str, *, is_prepared: bool) -> dict[str, Any]:
    """Start a table on a folder, look at it, and hold OK at its first seat; runs in a process of its own."""
    seen: dict[str, Any] = {}

    def look(program: Program) -> None:
        controller, seat = program.controller, program.controller.situation.seats[0]
        if is_prepared:
            return
        notices = [screen for screen in controller.scene.screens.values() if isinstance(screen, Notice)]
        seen["signs"] = sorted({screen.sign.code for screen in notices})
        of_spaces = [screen for screen in controller.scene.screens.values() if isinstance(screen, SpaceScreen)]
        seen["all"] = len(notices) == len(controller.scene.screens) - len(of_spaces)
        for at, event in enumerate((ports.ButtonPressed, ports.ButtonHeld)):
            controller.handle(event(f"{seat}.ok", 10_000.0 + at))
        controller.handle(ports.ButtonReleased(f"{seat}.ok", True, 10_002.0))
        seen["signs_after"] = [each.sign.code for each in controller.scene.screens.values() if isinstance(each, Notice)]
        controller.handle(ports.ButtonPressed(f"{seat}.ok", 20_000.0))
        controller.handle(ports.ButtonReleased(f"{seat}.ok", False, 20_001.0))
        seen["status"] = status_of(program)

    async def run() -> None:
        async with running(RunOptions(read_table(table), state=folder), look) as lines:
            seen["lines"] = [line for line in lines if "NOT SAVED" in line]

    asyncio.run(run())
    return seen


def in_namespace(folder: Path, *commands: str) -> list[dict[str, Any]]:
    """Play at each table on a disk that these commands make; returns what was seen."""
    code = "import sys; from pi.test_writable import play_all; play_all(*sys.argv[1:])"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHON": sys.executable, "CODE": code}
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec", "\n".join(commands), str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def play_all(folder: str, is_prepared: str = "") -> None:
    for table in TABLES:
        print(json.dumps(play(Path(folder, table), table, is_prepared=bool(is_prepared))))


PLAY = '"$PYTHON" -c "$CODE" "$0"'
CAN = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], capture_output=True, check=False)


@pytest.mark.skipif(CAN.returncode != 0 or os.geteuid() != 0, reason="disks are made by root with unshare(1)")
@pytest.mark.parametrize("is_later", [False, True], ids=["the first start", "a later evening"])
@pytest.mark.parametrize("cause", SPOIL)
def test_on_a_disk_that_takes_nothing_every_table_starts_and_plays_on_when_ok_is_held(
    cause: str, is_later: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    disk = [] if cause == "owner" else ['mount -t tmpfs -o size=400k none "$0"']
    earlier = [f"{PLAY} earlier >/dev/null", 'find "$0" -type f -exec touch -d "20 hours ago" {} +'] if is_later else []
    if cause == "owner":
        if is_later:
            in_namespace(folder, *earlier)
        for path in (folder, *folder.rglob("*")):
            os.chown(path, FOREIGN, FOREIGN)
        folder.chmod(0o700 if is_later else 0o755)
        earlier = []

    told = in_namespace(folder, *disk, *earlier, SPOIL[cause], PLAY)

    assert len(told) == len(TABLES)
    for seen in told:
        assert (seen["signs"], seen["all"]) == ([f"sign.unsaved-{cause}"], True)
        assert f"sign.unsaved-{cause}" not in seen["signs_after"]
        assert seen["status"]["storage_fault"]
        assert seen["status"]["plays_unsaved"] is True
        assert len(seen["lines"]) == 1


@pytest.mark.parametrize("cause", WriteFault)
@pytest.mark.parametrize("table", SHIPPED)
def test_ok_held_at_any_seat_plays_on_in_memory_and_the_page_says_so(table: str, cause: WriteFault) -> None:
    described = read_table(table)
    for seat in described.seat_names:
        hands = Hands(table)
        page = TablePage(hands.controller, make_keys(described.seat_names, bytes(200), is_simulated=True))
        hands.controller.fail_storage(JournalError("the disk takes nothing", cause))
        hands.tap(f"{seat}.ok")
        waited = hands.situation.devices.waits_for_storage

        if seat in hands.situation.seats:
            hands.hold(f"{seat}.ok")
            assert not hands.situation.devices.waits_for_storage
        faults = cast("list[dict[str, str]]", page.scene(Role("spectator"), "en")["faults"])

        assert waited
        assert hands.log.facts == []
        assert [fault["device"] for fault in faults] == ["storage"]


def test_a_card_that_was_laid_when_the_disk_failed_is_laid_again_and_counts() -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    facts = len(hands.log.facts)
    hands.clear("YAY")
    hands.controller.fail_storage(JournalError("the disk takes nothing"))
    hands.lay("YAY", "8")
    acts = len(hands.controller.durable)

    hands.hold("WOW.ok")
    hands.wait(1_000)
    assert len(hands.controller.durable) == acts
    hands.lay("YAY", "7")

    assert len(hands.controller.durable) > acts
    assert len(hands.log.facts) == facts


def test_an_events_table_plays_unsaved_only_if_the_organiser_agrees() -> None:
    described = msgspec.structs.replace(read_table("tacocat"), desk_arbiter=True)
    hands = Hands(described)
    hands.controller.fail_storage(JournalError("the disk takes nothing"))

    for seat in described.seat_names:
        hands.hold(f"{seat}.ok")
    offered = list(arbiter.offered(hands.situation))
    before = hands.says("YAY")
    hands.tell(Arbitrated("play-unsaved", 99_000.0, "Ana", "no card left"))
    after = hands.says("YAY")
    hands.hold("YAY.ok")

    assert (offered, before) == (["play-unsaved"], "sign.unsaved-failed")
    assert after != before
    assert hands.situation.game.stage is not Stage.LOBBY


def test_the_sixth_short_start_is_a_safe_one_on_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    state, spare = tmp_path / "state", tmp_path / "run"
    state.write_bytes(b"")  # no file can be made below it, by root neither

    starts = [CrashCounter(state, spare).begin() for _ in range(MOST + 2)]
    others = CrashCounter(tmp_path / "other", spare).begin()

    assert starts == [*[False] * MOST, True, False]
    assert others is False


def test_a_folder_that_can_be_written_has_no_fault(tmp_path: Path) -> None:
    assert why_not_writable(tmp_path / "state") is None


def test_a_trace_of_a_table_that_can_keep_nothing_goes_on_as_one() -> None:
    recorded, again = Hands("tacocat"), Hands("tacocat")
    recorded.controller.fail_storage(JournalError("not to be written"))
    header = header_of(recorded.controller, 1, is_first=True, is_exact=True)

    take_up(again.controller, header)
    again.controller.start()
    again.tap("YAY.ok")

    assert again.says("YAY") == "sign.unsaved-failed"
    assert again.log.facts == []
    again.hold("YAY.ok")
    assert again.says("YAY") != "sign.unsaved-failed"
    assert again.log.facts == []
