"""Journals, kept games and traces of each version open to the position that they gave then, or are refused by name."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import msgspec
import pytest

from recordings.kept import Kept, read_set, sets

REFUSED: dict[str, str] = {}
"""Those that a version cannot open any more, with a part of the sentence that says so."""
ALL = list(chain.from_iterable(map(read_set, sets())))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("[0-9g]*"))}


@pytest.mark.long(keep=24)
@pytest.mark.parametrize("kept", ALL, ids=lambda kept: f"{kept.setting}-{kept.sort}-{kept.name}".replace(" ", "-"))
def test_what_an_earlier_version_kept_opens_to_the_same_position_or_is_refused_and_stays(
    kept: Kept, tmp_path: Path
) -> None:
    kept.unpack(tmp_path)
    before = contents(tmp_path)

    position = kept.opened(tmp_path)

    if kept.name in REFUSED:
        assert position.startswith("refused: ")
        assert REFUSED[kept.name] in position
        assert contents(tmp_path) == before
    else:
        assert position == kept.position


def test_a_set_has_every_sort_of_every_kind_of_table() -> None:
    assert len(ALL) >= 50
    assert {kept.sort for kept in ALL} == {"unfinished", "kept", "over", "trace"}
    assert {kept.setting.game for kept in ALL if kept.setting.game} == {"tc38", "tc36", "ek120", "min72", "zh56"}
    assert {"blind", "seen"} <= {kept.setting.mode for kept in ALL}
    assert not [kept for kept in ALL if kept.position.startswith("refused")]


def test_a_journal_with_a_fact_of_another_version_is_refused_by_name_and_stays(tmp_path: Path) -> None:
    kept = next(kept for kept in ALL if kept.sort == "unfinished" and '"stage": "play"' in kept.position)
    spoilt = [
        msgspec.structs.replace(file, content=file.content.replace(b'"fact":"began"', b'"fact":"bogus"'))
        for file in kept.files
    ]
    msgspec.structs.replace(kept, files=spoilt).unpack(tmp_path)
    before = contents(tmp_path)

    position = kept.opened(tmp_path)

    assert position.startswith("refused: game-000001")
    assert contents(tmp_path) == before
