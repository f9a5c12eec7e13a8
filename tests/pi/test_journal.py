"""The journal keeps every fact that was written, and tells a torn end from damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.facts import Acted, Began, Closed, Dealt, Fact, Shown, TokenPlaced
from tacotable.journal import Journal, JournalError

FACTS: tuple[Fact, ...] = (
    Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind"}),
    TokenPlaced(0),
    Dealt("YAY"),
    Dealt("WOW"),
    Shown("YAY", "5", "04A1"),
    Acted("YAY", {"do": "replace", "cards": ["5"]}, "accepted", "", ("04A1",)),
)


def written(folder: Path) -> Path:
    journal = Journal(folder)
    for fact in FACTS:
        journal.append(fact)
    journal.close()
    return folder / "game-000001.jsonl"


def test_facts_come_back_in_their_order(tmp_path: Path) -> None:
    written(tmp_path)

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == FACTS
    assert recovered.damage is None


def test_an_empty_folder_gives_nothing(tmp_path: Path) -> None:
    assert Journal(tmp_path / "new").recover().facts == ()


def test_a_file_cut_at_any_byte_gives_the_longest_whole_beginning(tmp_path: Path) -> None:
    whole = written(tmp_path).read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]

    for cut in range(len(whole)):
        (tmp_path / "game-000001.jsonl").write_bytes(whole[:cut])
        journal = Journal(tmp_path)
        recovered = journal.recover()
        journal.close()

        assert recovered.facts == FACTS[: sum(end <= cut for end in ends)]
        assert recovered.damage is None


def test_writing_goes_on_behind_a_cut_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(Dealt("YAY"))
    journal.close()

    assert Journal(tmp_path).recover().facts == (*FACTS[:-1], Dealt("YAY"))


def test_damage_in_the_middle_is_told_and_the_file_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"v":1,"n":3,"fa\x00ct"}\n', *lines[3:]]))

    recovered = Journal(tmp_path).recover()

    assert recovered.facts == FACTS[:2]
    assert recovered.damage == "game-000001.jsonl: line 3 is damaged"
    assert (tmp_path / "game-000001.damaged").exists()


def test_a_missing_line_in_the_middle_is_damage(tmp_path: Path) -> None:
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))

    assert Journal(tmp_path).recover().damage == "game-000001.jsonl: line 3 is not fact 3 of format 1"


def test_each_game_has_its_own_file(tmp_path: Path) -> None:
    written(tmp_path)
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(Closed())
    journal.append(FACTS[0])
    journal.close()

    assert Journal(tmp_path).recover().facts == FACTS[:1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-000001.jsonl", "game-000002.jsonl"]


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(JournalError, match="give a folder that can be written with --state"):
        Journal(tmp_path / "file" / "state")
