"""What was played is told from the journals alone, and nobody reads there what was hidden from them."""

from __future__ import annotations

import json
import sqlite3
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

from tacotable.__main__ import main as tacotable
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.history.games import EVERYONE, again, lines, played_in
from tacotable.state.facts import Acted, Began, Closed, Dealt, Fact, Named, Resigned, Restarted, TokenPlaced
from tacotable.state.role import Role
from tacotable.storage.journal import Journal
from tacotable.web.safe_page import safe_page

BOARD = {"numbers": [4, 6, 9, 7, 9, 6, 4], "arrows": ["wow", "wow", "wow", "both", "yay", "yay", "yay"]}


@cache
def played(table: str) -> tuple[Fact, ...]:
    log = MemoryLog()
    with simulated_table(table, seed=3, journal=log) as rig:
        finish_game(rig, Random(3))
    return tuple(log.facts)


def kept(folder: Path, *games: tuple[Fact, ...]) -> None:
    journal = Journal(folder, wall_s=lambda: 1_763_000_000.0)
    for facts in games:
        for fact in facts:
            journal.append(fact)
    journal.append(Closed())
    journal.tend()
    journal.close()


def begun(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    first = next(number for number, fact in enumerate(facts) if isinstance(fact, Began))
    return facts[first:]


@pytest.mark.long(keep=0)
def test_games_are_told_with_their_players_and_winners(tmp_path: Path) -> None:
    tacocat, kittens = begun(played("tacocat")), begun(played("kittens"))
    kept(tmp_path, tacocat, kittens, (*tacocat[:30], Restarted("save", 30)))

    told = list(played_in(tmp_path))

    assert [(game.name, game.ruleset, game.how) for game in told] == [
        ("game-000001", "tc38", "over"),
        ("game-000002", "ek120", "over"),
        ("game-000003", "tc38", "kept"),
    ]
    assert told[0].winner in told[0].seats == ("YAY", "WOW")
    assert told[0].began == "2025-11-13 02:13"


def test_the_list_is_printed_and_the_index_can_be_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, begun(played("tacocat")))

    status = tacotable(["history", "--state", str(tmp_path)])

    assert status == 0
    assert capsys.readouterr().out.startswith("game-000001  2025-11-13 02:13  tc38   ")
    with sqlite3.connect(tmp_path / "history.sqlite") as index:
        assert index.execute("select count(*) from seats").fetchone() == (2,)
    index.close()


def test_people_are_counted_wherever_they_sat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = begun(played("tacocat"))
    kept(
        tmp_path,
        (game[0], Named({"YAY": "Anna", "WOW": "Ben"}), *game[1:]),
        (game[0], Named({"WOW": "Anna"}), *game[1:]),
    )

    tacotable(["history", "--state", str(tmp_path)])

    told = capsys.readouterr().out
    assert "YAY (Anna) WOW (Ben)" in told
    assert "YAY WOW (Anna)" in told
    assert {line.split(" won ")[0] for line in told.splitlines()[2:]} == {"tc38: Anna", "tc38: Ben", "tc38: YAY"}
    assert "tc38: Anna won 1 of 2" in told


def test_a_spoilt_index_is_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, begun(played("tacocat")))
    (tmp_path / "history.sqlite").write_bytes(b"no data base at all" * 100)
    (tmp_path / "history.sqlite-journal").write_bytes(b"half a change to it" * 100)

    status = tacotable(["history", "--state", str(tmp_path)])

    told = capsys.readouterr()
    assert (status, told.err) == (0, "")
    assert "tc38: YAY won " in told.out


def test_an_index_that_cannot_be_made_is_told_and_the_list_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, begun(played("tacocat")))
    (tmp_path / "history.sqlite").mkdir()

    status = tacotable(["history", "--state", str(tmp_path)])

    told = capsys.readouterr()
    assert status == 0
    assert told.out.startswith("game-000001")
    assert f"{tmp_path}/history.sqlite: Is a directory; the list above is from the journals, and whole" in told.err


@pytest.mark.long(keep=0)
def test_an_export_holds_for_everyone_what_everyone_knew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = begun(played("kittens"))
    kept(tmp_path, facts)
    situation = again(facts).situation
    assert situation is not None
    hidden = [entry for entry in situation.log if entry.owner is not None]

    tacotable(["history", "--state", str(tmp_path), "--export", "game-000001"])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert told == [dict(line) for line in lines(situation, EVERYONE)]
    assert len(told) == len(situation.log)
    for entry in hidden:
        assert told[entry.number - 1]["rule"] is None


@pytest.mark.long(keep=0)
def test_a_seat_reads_its_own_hidden_lines_and_no_others(tmp_path: Path) -> None:
    situation = again(begun(played("kittens"))).situation
    assert situation is not None
    for seat in situation.seats:
        told = list(lines(situation, Role("seat", seat)))

        others = [entry for entry in situation.log if entry.owner not in (None, seat)]
        assert all(told[entry.number - 1]["rule"] is None for entry in others)


def test_the_whole_record_is_given_for_the_asking_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = begun(played("tacocat"))
    kept(tmp_path, facts)
    situation = again(facts).situation
    assert situation is not None
    assert situation.game.match is not None

    tacotable(["history", "--state", str(tmp_path), "--export", "game-000001", "--text", "--everything"])

    assert capsys.readouterr().out == f"{situation.game.match.record()}\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--export", "../../etc/passwd"], "there is no game '../../etc/passwd'; `tacotable history --state "),
        (["--export", "game-000001", "--seat", "MOO"], "there is no seat 'MOO'; give one of YAY, WOW"),
    ],
)
def test_what_is_not_there_is_said(
    arguments: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, begun(played("tacocat")))

    status = tacotable(["history", "--state", str(tmp_path), *arguments])

    assert status == 2
    assert reason in capsys.readouterr().err


SEALED = (
    Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind", "board": BOARD, "options": {}}),
    TokenPlaced(0),
    Dealt("YAY"),
    Dealt("WOW"),
    Acted("YAY", {"do": "replace", "cards": []}, "accepted", ""),
    Acted("WOW", {"do": "replace", "cards": []}, "accepted", ""),
    Acted("YAY", {"do": "duel", "card": "8"}, "accepted", ""),
)
"""A game in which YAY has laid its duel card in secret."""


@pytest.mark.parametrize("ending", [(Resigned("YAY"),), (Resigned("YAY"), Closed())], ids=["shown", "put away"])
def test_who_won_by_a_resignation_won_as_the_displays_said(ending: tuple[Fact, ...], tmp_path: Path) -> None:
    kept(tmp_path, (*SEALED, *ending), begun(played("tacocat")))

    told = next(played_in(tmp_path))

    assert (told.how, told.winner) == ("over", "WOW")


def test_beside_a_record_it_is_told_who_won_by_a_resignation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, (*SEALED, Resigned("YAY")))

    tacotable(["history", "--state", str(tmp_path), "--export", "game-000001", "--text", "--everything"])

    told = capsys.readouterr()
    assert '[Result "*"]' in told.out
    assert told.err.startswith("game-000001: WOW won, because the game was given up")


def test_a_game_that_was_stopped_has_no_winner(tmp_path: Path) -> None:
    kept(tmp_path, SEALED)

    told = next(played_in(tmp_path))

    assert (told.how, told.winner) == ("put-away", "")


@pytest.mark.parametrize(
    ("who", "line"),
    [
        ([], "YAY has chosen in secret."),
        (["--seat", "WOW"], "YAY has chosen in secret."),
        (["--seat", "YAY"], "YAY has chosen in secret. [duel 8]"),
    ],
)
def test_a_sealed_duel_card_is_told_to_its_own_seat(
    who: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, SEALED)

    tacotable(["history", "--state", str(tmp_path), "--export", "game-000001", "--text", *who])

    assert capsys.readouterr().out.splitlines()[-1] == line


def test_an_export_of_everything_holds_the_sealed_duel_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, SEALED)

    tacotable(["history", "--state", str(tmp_path), "--export", "game-000001", "--everything"])

    assert json.loads(capsys.readouterr().out.splitlines()[-1])["did"] == {"do": "duel", "card": "8"}


def test_an_empty_folder_says_so_and_stays_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = tacotable(["history", "--state", str(tmp_path)])

    assert status == 0
    assert capsys.readouterr().out == f"{tmp_path}: there is no game in it\n"
    assert not list(tmp_path.iterdir())


def test_telling_changes_no_journal(tmp_path: Path) -> None:
    kept(tmp_path, begun(played("tacocat")))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    list(played_in(tmp_path))

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_page_of_safe_mode_says_why_and_what_to_do_and_gives_the_games(tmp_path: Path) -> None:
    kept(tmp_path, begun(played("tacocat")))
    page = TestClient(safe_page(tmp_path, hosts=["testserver"]))

    front, game = page.get("/").text, page.get("/games/game-000001")

    assert "started 5 times in a row and ended each time within 60 s" in front
    assert "run `tacotable doctor`" in front
    assert "/games/game-000001  2025-11-13 02:13  tc38  YAY WOW" in front
    assert json.loads(game.text.splitlines()[0])["n"] == 1
    assert page.get("/games/..%2Fkeys").status_code == 404


def test_the_page_of_safe_mode_answers_to_its_own_names_only(tmp_path: Path) -> None:
    page = TestClient(safe_page(tmp_path, hosts=["table.local:80"]))

    assert page.get("/").status_code == 421


def misruled(facts: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], int]:
    """Let the eleventh accepted act be one that was refused then; gives its number among the facts, too."""
    number = [number for number, fact in enumerate(facts) if getattr(fact, "ruling", "") == "accepted"][10]
    other = msgspec.structs.replace(facts[number], ruling="illegal")
    return (*facts[:number], other, *facts[number + 1 :]), number + 1


def test_a_game_that_these_rules_play_only_in_part_is_told_so_and_left_out_of_the_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = begun(played("tacocat"))
    facts, number = misruled(whole)
    kept(tmp_path, facts, whole)

    status = tacotable(["history", "--state", str(tmp_path)])

    told = list(played_in(tmp_path))
    assert [(game.how, game.is_whole) for game in told] == [(f"unreadable from entry {number}", False), ("over", True)]
    lines = capsys.readouterr().out.splitlines()
    assert status == 0
    assert lines[0].startswith("game-000001")
    assert f": unreadable from entry {number}; " in lines[0]
    assert lines[-1] == "left out of these numbers: 1 of 2 games, which cannot be told to their end"


def test_an_export_of_a_part_says_where_it_ends_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts, number = misruled(begun(played("tacocat")))
    kept(tmp_path, facts)

    status = tacotable(["history", "--state", str(tmp_path), "--export", "game-000001"])

    told = capsys.readouterr()
    beginning = again(facts[: number - 1]).situation
    assert status == 1
    assert beginning is not None
    assert len(told.out.splitlines()) == len(beginning.log)
    assert told.err.startswith(
        f"game-000001: this is only its beginning; entry {number} cannot be played: the rules of this version rule"
    )


def test_an_export_of_a_damaged_game_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, SEALED)
    path = tmp_path / "game-000001.tcj"
    path.write_bytes(path.read_bytes()[:-90])

    status = tacotable(["history", "--state", str(tmp_path), "--export", "game-000001"])

    told = capsys.readouterr()
    assert status == 1
    assert json.loads(told.out.splitlines()[0])["n"] == 1
    assert told.err.startswith("game-000001: this is only its beginning; game-000001.tcj: act 7 is damaged")


def test_a_file_whose_header_cannot_be_read_is_told_as_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, SEALED)
    path = tmp_path / "game-000001.tcj"
    path.write_bytes(b"?" + path.read_bytes()[1:])

    status = tacotable(["history", "--state", str(tmp_path), "--export", "game-000001"])

    told = capsys.readouterr().err
    assert status == 2
    assert "'game-000001' cannot be read; game-000001.tcj: the header is damaged: its checksum is wrong" in told
    assert [(game.name, game.how) for game in played_in(tmp_path)] == [("game-000001", "damaged")]


def test_a_damaged_game_is_listed_with_its_first_damaged_entry_and_no_numbers_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, SEALED)
    path = tmp_path / "game-000001.tcj"
    path.write_bytes(path.read_bytes()[:-90])

    tacotable(["history", "--state", str(tmp_path)])

    assert capsys.readouterr().out == (
        "game-000001  2025-11-13 02:13  tc38   YAY WOW: damaged from entry 7; 0 refused by the rules, 0 disputes\n"
    )


def test_a_game_of_which_nothing_can_be_read_is_listed_without_holes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game-000001.tcj").write_bytes(b"?" * 700)

    tacotable(["history", "--state", str(tmp_path)])

    assert capsys.readouterr().out == "game-000001: damaged\n"


@pytest.mark.parametrize("told", ["1", "game-000001"])
def test_a_game_is_exported_by_its_number_or_its_name(
    told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, SEALED)

    status = tacotable(["history", "--state", str(tmp_path), "--export", told])

    assert status == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["n"] == 1


def test_the_language_of_an_export_is_refused_without_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tacotable(["history", "--state", str(tmp_path), "--language", "zh-TW"])

    assert "--language are about one game; add --export GAME" in capsys.readouterr().err


def test_the_help_says_which_refusals_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tacotable(["history", "--help"])

    assert "are acts that the rules refused" in " ".join(capsys.readouterr().out.split())


def test_the_page_of_safe_mode_says_which_games_lack_their_end(tmp_path: Path) -> None:
    facts, number = misruled(begun(played("tacocat")))
    kept(tmp_path, facts)
    page = TestClient(safe_page(tmp_path, hosts=["testserver"]))

    front, game = page.get("/").text, page.get("/games/game-000001").text

    assert f"/games/game-000001  2025-11-13 02:13  tc38  YAY WOW  (unreadable from entry {number})" in front
    assert json.loads(game.splitlines()[-1]) == {
        "missing": "this is only the beginning; `tacotable history --export game-000001` says why"
    }


def test_who_went_on_with_a_game_half_thrown_away_reads_all_of_it(tmp_path: Path) -> None:
    went_on = (*SEALED, Restarted("discard", 7), Restarted("resume", 8), Resigned("YAY"))
    kept(tmp_path, went_on)

    told = next(played_in(tmp_path))

    assert (told.how, told.winner) == ("over", "WOW")


def test_a_game_half_thrown_away_is_open(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for fact in (*SEALED, Restarted("discard", 7)):
        journal.append(fact)
    journal.close()

    assert [game.how for game in played_in(tmp_path)] == ["open"]
