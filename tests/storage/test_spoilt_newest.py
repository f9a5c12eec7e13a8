"""A newest file of which nothing can be read takes no open game from people, is told, and is kept aside."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from pi.hands import Hands
from storage.acts import PROGRAM, journal_of
from storage.sim_disk import SimDisk
from tacotable.app.program import Program, open_journal
from tacotable.app.run import RunOptions, running
from tacotable.catalog import Catalog
from tacotable.core.restore import Restored
from tacotable.files.safe_write import replace_whole
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Chose, Closed, Fact, Restarted
from tacotable.state.interaction import ANEW, RESUME
from tacotable.storage.journal import Journal, JournalError
from tacotable.storage.journal.reading import pack
from tacotable.storage.journal.record import BLOCK
from tacotable.table.file import read_table

HEADER = "the header is damaged: it is cut short"


def attack() -> tuple[Fact, ...]:
    hands = Hands("tacocat")
    hands.begin_attack()
    hands.lay("YAY", "8")
    return tuple(hands.log.facts)


def put(folder: Path, *facts: Fact, number: int = 1, is_packed: bool = False) -> None:
    """Leave a game in a folder."""
    (folder / "written").mkdir()
    journal_of(folder / "written", *facts).close()
    written = folder / "written" / "game-000001.tcw"
    if is_packed:
        assert pack(written, PROGRAM)
        written = written.with_suffix(".tcj")
    written.rename(folder / f"game-{number:06d}{written.suffix}")
    shutil.rmtree(folder / "written")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("game-"))


def opened(folder: Path, kept: str | None = None) -> tuple[Journal, Restored]:
    table = read_table("tacocat")
    journal, restored = open_journal(folder, table, faces_of(table, table.game), kept)
    assert isinstance(journal, Journal)
    return journal, restored


def answered(folder: Path, choice: str) -> None:
    """Start, answer, and stop, as a table does."""
    journal, restored = opened(folder)
    journal.tend()
    journal.append(Restarted(choice, len(restored.recovered.facts), restored.recovered.damage or ""))
    if choice in ("save", "discard"):
        journal.append(Closed())
    journal.tend()
    journal.close()


def a_folder(path: Path) -> None:
    path.mkdir()


def no_first_fact(path: Path) -> None:
    """Leave a game whose header is whole and whose first fact is not."""
    put(path.parent, *attack(), number=60)
    written = path.with_name("game-000060.tcw")
    content = bytearray(written.read_bytes())
    content[BLOCK] ^= 1
    written.unlink()
    path.write_bytes(content)


SPOILT: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "packed": ("game-000099.tcj", lambda path: path.write_bytes(b"?" * 700), HEADER),
    "working": ("game-000099.tcw", lambda path: path.write_bytes(b""), HEADER),
    "no fact": ("game-000099.tcw", no_first_fact, "act 1 is damaged: its checksum is wrong"),
    "a folder": ("game-000099.tcj", a_folder, "this is a folder, and no game; move it away"),
}


@pytest.fixture(params=SPOILT)
def spoilt(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """Give a folder with a newest file that is spoilt, and how that is told."""
    name, spoil, why = SPOILT[request.param]
    spoil(tmp_path / name)
    return tmp_path, f"{name}: {why}"


@pytest.mark.parametrize("is_packed", [False, True], ids=["working", "packed"])
def test_an_open_game_behind_a_spoilt_file_is_taken_up_whole(is_packed: bool, spoilt: tuple[Path, str]) -> None:
    folder, told = spoilt
    put(folder, *attack(), is_packed=is_packed)

    journal, restored = opened(folder)
    journal.close()
    answered(folder, RESUME)

    assert (restored.recovered.facts, restored.recovered.damage, restored.is_older) == (attack(), None, True)
    assert restored.warnings == (told,)
    assert (folder / "game-000099.damaged").exists()
    journal, again = opened(folder)
    journal.close()
    assert again.recovered.facts == (*attack(), Restarted(RESUME, len(attack())))
    assert (again.warnings, again.is_older) == ((), False)


def test_before_the_answer_nothing_changes(spoilt: tuple[Path, str]) -> None:
    folder, _ = spoilt
    put(folder, *attack())
    before = names(folder)
    journal, _ = opened(folder)

    journal.tend()
    journal.close()

    assert names(folder) == before


def test_an_older_game_that_is_kept_may_be_taken_up(spoilt: tuple[Path, str]) -> None:
    folder, _ = spoilt
    put(folder, *attack())

    answered(folder, "save")

    journal, restored = opened(folder, "1")
    journal.close()
    assert restored.recovered.facts == attack()


def test_an_older_game_that_is_thrown_away_leaves_the_spoilt_file(spoilt: tuple[Path, str]) -> None:
    folder, _ = spoilt
    put(folder, *attack())

    answered(folder, "discard")

    assert names(folder) == ["game-000099.damaged", "game-000100.tcw"]


def test_without_an_open_game_behind_it_a_spoilt_file_is_asked_about(spoilt: tuple[Path, str]) -> None:
    folder, told = spoilt
    put(folder, *attack(), Closed())

    journal, restored = opened(folder)
    journal.close()
    answered(folder, ANEW)

    assert restored.recovered.damage == told
    journal, again = opened(folder)
    journal.close()
    assert (again.is_waiting, again.warnings) == (False, ())


def test_several_spoilt_files_are_all_told(tmp_path: Path) -> None:
    put(tmp_path, *attack())
    for number in (97, 98, 99):
        (tmp_path / f"game-0000{number}.tcj").write_bytes(b"")

    journal, restored = opened(tmp_path)
    journal.append(Restarted(RESUME, len(attack())))
    journal.close()

    assert restored.warnings == tuple(f"game-0000{number}.tcj: {HEADER}" for number in (99, 98, 97))
    assert names(tmp_path) == [
        "game-000001.tcw",
        "game-000097.damaged",
        "game-000098.damaged",
        "game-000099.damaged",
    ]


def test_settings_behind_which_the_file_is_spoilt_are_no_game(tmp_path: Path) -> None:
    put(tmp_path, *attack())
    put(tmp_path, Chose("YAY", volume=1), Closed(), number=2)
    content = bytearray((tmp_path / "game-000002.tcw").read_bytes())
    content[2 * BLOCK] ^= 1
    (tmp_path / "game-000002.tcw").write_bytes(content)

    journal, restored = opened(tmp_path)
    journal.close()

    assert restored.recovered.facts == attack()


def test_a_kept_game_is_not_taken_up_over_a_spoilt_file_and_the_way_that_is_named_works(
    spoilt: tuple[Path, str],
) -> None:
    folder, told = spoilt
    put(folder, *attack(), Restarted("save", len(attack())), Closed(), is_packed=True)

    with pytest.raises(JournalError, match=re.escape(f"{told}; start without --resume and take 'Begin anew' at")):
        opened(folder, "1")
    answered(folder, ANEW)
    journal, restored = opened(folder, "1")
    journal.close()

    assert restored.recovered.facts == attack()


def test_an_open_game_behind_a_spoilt_file_is_named_when_a_kept_one_is_asked_for(spoilt: tuple[Path, str]) -> None:
    folder, _ = spoilt
    put(folder, *attack())

    with pytest.raises(JournalError, match="game-000001.tcw: this game is not over; start without --resume"):
        opened(folder, "1")

    journal, restored = opened(folder)
    journal.close()
    assert restored.is_waiting


def asked_at_a_start(folder: Path) -> tuple[str, list[str]]:
    """Start the simulated table over a folder, and stop it; gives what it asks, and the codes of its log."""

    async def start() -> tuple[str, list[str]]:
        started: list[Program] = []
        async with running(RunOptions(read_table("tacocat"), state=folder), started.append) as lines:
            situation, scene = started[0].controller.situation, started[0].controller.scene
            warned = [line for line in lines if line.startswith("WARNING")]
            return str(scene.screens["YAY"]), [*warned, *(entry.code for entry in situation.log)]

    return asyncio.run(start())


def test_the_table_asks_about_the_older_game_and_says_so(tmp_path: Path) -> None:
    put(tmp_path, *attack())
    (tmp_path / "game-000099.tcj").write_bytes(b"")

    screen, told = asked_at_a_start(tmp_path)

    assert "restart.older" in screen
    assert "restart.resume" in screen
    assert told[0] == f"WARNING: game-000099.tcj: {HEADER}"
    assert "log.journal-spoilt" in told


@pytest.mark.parametrize(("language", "said"), [("en", "is kept aside; the log says why"), ("zh-TW", "已另外保留")])
def test_the_question_about_an_older_game_is_a_whole_sentence(language: str, said: str) -> None:
    question = Catalog(language).say("restart.older", {"n": 8})

    assert said in question


@pytest.mark.long
@pytest.mark.parametrize("is_packed", [False, True], ids=["working", "packed"])
def test_whenever_the_power_goes_the_older_game_is_found_whole(
    is_packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacotable.storage.journal.folder.RESERVED_BLOCKS", 16)
    folder, left = tmp_path / "games", tmp_path / "left"
    folder.mkdir()
    sim = SimDisk(folder, monkeypatch)
    journal_of(folder, *attack()).close()
    if is_packed:
        pack(folder / "game-000001.tcw", PROGRAM)
    replace_whole(folder / "game-000099.tcj", b"?" * 700)
    begins_at = len(sim.states)
    answered(folder, RESUME)
    monkeypatch.undo()

    found = []
    for _, files in sim.states[begins_at:]:
        left.mkdir()
        for name, content in files.items():
            (left / name).write_bytes(content)
        journal, restored = opened(left)
        journal.close()
        found.append((restored.recovered.facts[: len(attack())], restored.recovered.damage))
        rmtree(left)

    assert len(found) > 10
    assert all(each == (attack(), None) for each in found)
