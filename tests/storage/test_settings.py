"""Languages and the volume are in the newest file, which alone a start reads, whenever the power goes."""

from __future__ import annotations

import shutil
from pathlib import Path

from storage.acts import BEGAN, journal_of
from tacotable.app.program import open_journal
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Chose, Closed, Dealt, Fact, Restarted
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table


def test_a_power_cut_just_behind_the_beginning_of_a_game_leaves_languages_and_volume(tmp_path: Path) -> None:
    journal_of(tmp_path / "table", Chose("WOW", language="zh-TW"), Chose("WOW", volume=0), BEGAN)
    shutil.copytree(tmp_path / "table", tmp_path / "left")
    table = read_table("tacocat")

    log, restored = open_journal(tmp_path / "left", table, faces_of(table, table.game))

    assert restored.situation is not None
    assert restored.situation.game.languages == {"YAY": "en", "WOW": "zh-TW"}
    assert restored.situation.game.volume == 0
    assert isinstance(log, Journal)
    log.close()


def test_a_game_begins_with_the_settings_of_the_file_before_it(tmp_path: Path) -> None:
    journal_of(tmp_path, Chose("YAY", language="en", volume=1), Chose("YAY", language="zh-TW"), BEGAN, Closed()).close()
    journal = Journal(tmp_path)
    journal.recover()

    journal.append(BEGAN)
    journal.close()

    assert Journal(tmp_path).recover().facts == (Chose("YAY", volume=1), Chose("YAY", language="zh-TW"), BEGAN)


def test_settings_of_another_table_do_not_come_into_a_game(tmp_path: Path) -> None:
    journal_of(tmp_path, Chose("1", language="zh-TW"), BEGAN, Closed()).close()
    table = read_table("tacocat")
    log, restored = open_journal(tmp_path, table, faces_of(table, table.game))
    assert restored.recovered.facts == ()

    log.append(BEGAN)

    assert isinstance(log, Journal)
    log.close()
    assert Journal(tmp_path).recover().facts == (BEGAN,)


def test_a_setting_chosen_at_once_behind_a_kept_game_leaves_it_kept(tmp_path: Path) -> None:
    facts: tuple[Fact, ...] = (BEGAN, Dealt("YAY"))
    journal = journal_of(
        tmp_path, *facts, Restarted("save", 2), Closed(), Chose("YAY", volume=1), Chose("YAY", volume=2)
    )

    journal.tend()

    assert [(name, count) for name, _, count in journal.kept()] == [("game-000001", 6)]
    assert journal.read_kept("game-000001").facts == facts
    journal.close()


def test_a_game_thrown_away_is_gone_where_settings_and_another_game_follow_at_once(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, BEGAN, Restarted("discard", 1), Closed(), *[Chose("YAY", volume=1)] * 3, BEGAN)

    journal.tend()
    journal.close()

    assert [path.name for path in tmp_path.glob("game-*")] == ["game-000002.tcw"]
