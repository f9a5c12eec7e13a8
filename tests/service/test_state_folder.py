"""Which folder of games is meant where none is given: all commands of one user mean the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.table.file import state_to_read, state_to_write

OTHER_USER = os.geteuid() + 1


def test_the_service_writes_and_reads_its_own_folder(tmp_path: Path) -> None:
    own = tmp_path / "state"

    assert state_to_write(tmp_path, own) == tmp_path
    assert state_to_read(tmp_path, own) == tmp_path


def test_another_user_writes_beside_and_reads_what_it_wrote(tmp_path: Path) -> None:
    """Root, too: the service could not read what root wrote among its files."""
    own = tmp_path / "state"
    own.mkdir()

    assert state_to_write(tmp_path, own, OTHER_USER) == own
    assert state_to_read(tmp_path, own, OTHER_USER) == own


def test_another_user_who_wrote_nothing_reads_the_games_of_the_service(tmp_path: Path) -> None:
    assert state_to_read(tmp_path, tmp_path / "state", OTHER_USER) == tmp_path


def test_where_no_service_is_installed_a_table_by_hand_writes_here(tmp_path: Path) -> None:
    assert state_to_write(tmp_path / "none", tmp_path / "state") == tmp_path / "state"


def test_history_shows_the_games_of_a_table_that_ran_by_hand_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    monkeypatch.chdir(tmp_path)

    assert main(["history"]) == 0
    assert capsys.readouterr().out == "state: there is no game in it\n"


def test_games_that_may_not_be_read_are_read_as_the_user_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(folder: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("tacotable.history.games.games", forbidden)

    assert main(["history", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path}: Permission denied; the games of the service are read as its user: "
        "sudo -u tacotable tacotable history\n"
    )
