"""Commands say in one line what keeps them from their work, and end with the status 2."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running, way_to_pages
from tacotable.commands.play_arguments import ONLY_AUTO
from tacotable.commands.run import make_parser, options_of
from tacotable.state.scene import Choice
from tacotable.table.file import read_table
from tacotable_drivers import pins
from tacotable_engine.errors import RulesetError

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
SCENARIO = Path(__file__).parents[1] / "hil/attack-and-answer.rig.toml"


def status_and_error(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(str(end.code))
    return status, capsys.readouterr().err


@pytest.fixture
def own_table(tmp_path: Path) -> str:
    file = tmp_path / "my.toml"
    file.write_text((TABLES / "tacocat.toml").read_text("utf-8"), "utf-8")
    return str(file)


def test_the_bare_command_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    status, error = status_and_error([], capsys)

    assert status == 2
    assert "check        look a table file over" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--port", "99999"], "a port is a whole number from 0 (any free one) to 65535; this is '99999'"),
        (["run", "--port", "-1"], "--port"),
        (["play", "--games", "0"], "the number of games is a whole number, at least 1; this is '0'"),
        (["run", "--record", "--games", "3"], "--games, --record: this is about simulated players; add --auto"),
        (
            ["run", "--game", "zh56", "--players", "6"],
            "this game is for 2 to 5 players at this table",
        ),
        (
            ["run", "--table", "tacocat", "--game", "ek120", "--players", "3"],
            "this game is for 2 players at",
        ),
        (
            ["run", "--table", "my.toml", "--players", "2"],
            "--players: this is about the simulated table",
        ),
        (["play", "--table", "kittens", "--game", "tc38"], "table 'kittens' plays ek120, min72, zh56, not tc38"),
        (["play", "--table", "kittens", "--game", "zh56", "--players", "6"], "this game is for 2 to 5 players at this"),
        (["play", "--players", "11"], "the number of players is a whole number from 2 to 10; this is '11'"),
        (["run", "--auto", "--pace"], "--pace: there is no page, no journal and no real time with --auto"),
        (["run", "--table", "my.toml", "--seed", "2"], "--seed: this is about the simulated table; add --simulate"),
        (["run", "--resume", "3"], "--resume: a simulated table keeps no games of its own accord; add --state"),
        (
            ["run", "--table", "buttons", "--hub"],
            "--hub: of the shipped tables tacocat, kittens, family can have a reader hub",
        ),
        (["play", "--table", "my.toml", "--hub"], "not 'my.toml'; a file says it itself ([[hubs]])"),
        (["run", "--port", "0", "--host", "no-such-host.invalid"], "no-such-host.invalid: no such host is known here"),
        (["run", "--port", "0", "--host", "192.0.2.1"], "this machine does not have that address"),
        (["run", "--table", "nosuch.toml"], "nosuch.toml: No such file or directory"),
        (["play", "--table", "nosuch.toml"], "nosuch.toml: No such file or directory"),
        (["screens", "pictures", "--table", "nosuch.toml"], "nosuch.toml: No such file or directory"),
        (["screens", "/dev/null/x"], "/dev/null/x: Not a directory; give a folder that can be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, error = status_and_error(arguments, capsys)

    assert status == 2
    assert message in error
    assert "Traceback" not in error


def test_a_port_that_is_taken_says_how_to_get_another(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, error = status_and_error(["run", "--port", port], capsys)

    assert status == 2
    assert "another program has that port: give another --port, or --port 0 for a free one" in error


def test_a_rig_of_a_real_table_without_pins_says_what_to_install(
    own_table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(pins.FACTORIES, "lgpio", ("gpiozero.pins.no_such_backend", "NoFactory"))

    status, error = status_and_error(["rig", str(SCENARIO), "--rig", "real", "--table", own_table], capsys)

    assert status == 2
    assert "pin factory 'lgpio' does not start" in error
    assert "python3-lgpio" in error
    assert len(error.splitlines()) == 1


def test_a_folder_of_journals_in_use_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0", "--state", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        first.stdout.readline()
        status, error = status_and_error(["run", "--port", "0", "--state", str(tmp_path)], capsys)
        first.terminate()

    assert status == 2
    assert error == (f"{tmp_path}: another program writes its journal here; stop that one, or give another --state\n")


def test_the_table_of_a_file_can_be_simulated_with_its_page(own_table: str) -> None:
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0", "--table", own_table, "--simulate"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        first_line = running.stdout.readline()
        running.terminate()

    assert first_line == f"Tacotable: table '{read_table(own_table).name}', SIMULATED\n"


def test_the_ring_starts_with_a_page_for_each_of_its_ten_seats() -> None:
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0", "--table", "kittens"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = list(takewhile(lambda line: not line.startswith("Stop"), running.stdout))
        running.terminate()

    assert lines[0] == "Tacotable: table 'kittens', SIMULATED\n"
    assert [line.split()[2] for line in lines if line.startswith("The seat")] == [str(n) for n in range(1, 11)]


def test_the_links_of_pages_stand_below_each_other_and_secret_ones_are_marked() -> None:
    command = [sys.executable, "-m", "tacotable", "run", "--port", "0"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines = list(takewhile(lambda line: not line.startswith("Stop"), running.stdout))
        running.terminate()

    links = [line.rstrip() for line in lines if "http://" in line]
    assert {line.index("http://") for line in links} == {26}
    assert [line.partition("  (")[2] for line in links] == [
        "",
        "",
        "",
        "keep it from the players)",
        "keep it from the other seats)",
        "keep it from the other seats)",
    ]


def test_the_help_of_record_says_what_it_does_beside_running(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["record", "--help"])

    told = " ".join(capsys.readouterr().out.split())
    assert "runs a table as `tacotable run` does, and keeps every byte, edge and decision in a folder." in told


def test_a_start_says_how_a_phone_joins_a_seat() -> None:
    assert way_to_pages(read_table("kittens")).endswith("hold NOPE, then choose 'My page'.")
    assert way_to_pages(read_table("tacocat")).endswith("hold NO, then choose 'My page'.")


@pytest.mark.parametrize("command", ["check", "pinout"])
def test_the_shipped_ring_is_found_good(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, error = status_and_error([command, "kittens"], capsys)

    assert (status, error) == (0, "")


def test_whoever_reads_the_output_may_leave() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        ended = subprocess.run(
            [sys.executable, "-m", "tacotable", "pinout"], stdout=nobody, stderr=subprocess.PIPE, check=False
        )

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_whoever_reads_what_is_wrong_may_leave() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        command = [sys.executable, "-m", "tacotable", "pinout", "nowhere.toml"]
        assert subprocess.run(command, stderr=nobody, check=False).returncode == 0


def test_without_standard_error_what_is_wrong_is_said_on_standard_output() -> None:
    command = ["sh", "-c", f"exec {sys.executable} -m tacotable pinout nowhere.toml 2>&-"]

    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)

    assert ended.returncode == 2
    assert ended.stdout.startswith("nowhere.toml: No such file")


def test_run_opens_the_table_on_the_game_that_was_asked_for() -> None:
    options = options_of(make_parser().parse_args(["--table", "kittens", "--game", "zh56", "--port", "0"]))

    assert asyncio.run(_lobby_of(options)) == ("zh56", "item.zh56")


@pytest.mark.parametrize(("game", "players"), [("tc38", 2), ("ek120", 10), ("zh56", 5)])
def test_run_begins_a_game_for_as_many_as_are_named(game: str, players: int) -> None:
    options = options_of(make_parser().parse_args(["--game", game, "--players", str(players), "--port", "0"]))

    async def begun() -> tuple[str, int]:
        started: list[Program] = []
        async with running(options, started.append):
            situation = started[0].controller.situation
            return situation.ruleset, len(situation.game.players)

    assert asyncio.run(begun()) == (game, players)


def test_run_asks_first_what_shall_become_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    arguments = ["--state", str(tmp_path), "--players", "2", "--port", "0"]

    async def asked() -> bool:
        started: list[Program] = []
        async with running(options_of(make_parser().parse_args(arguments)), started.append):
            return started[0].controller.situation.ui.restart is not None

    assert [asyncio.run(asked()) for _ in range(2)] == [False, True]


def test_the_help_says_of_each_option_that_needs_auto_that_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    options = {action.dest: action for action in make_parser()._actions}
    for name in ONLY_AUTO:
        value = {"games": ["2"], "robots": ["easy"]}.get(name, [])

        status, error = status_and_error(["run", f"--{name}", *value], capsys)

        assert (status, str(options[name].help)[:13]) == (2, "with --auto: ")
        assert f"--{name}: this is about simulated players; add --auto" in error


def test_run_names_the_games_of_a_table_that_does_not_play_the_one_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, error = status_and_error(["run", "--table", "kittens", "--game", "tc38", "--port", "0"], capsys)

    assert status == 2
    assert error == "table 'kittens' plays ek120, min72, zh56, not tc38; give one of these\n"


async def _lobby_of(options: RunOptions) -> tuple[str, str]:
    """Start a table; return the game that its lobby shows, and the choice on the public display."""
    started: list[Program] = []
    async with running(options, started.append):
        screen = started[0].controller.scene.screens["table"]
        assert isinstance(screen, Choice)
        return started[0].controller.situation.ui.lobby_game, screen.item


@pytest.mark.parametrize("command", ["check", "pinout", "run"])
def test_a_wrong_file_of_rules_is_said_in_a_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise RulesetError("xx56.toml: sets.name: an object is not a string")

    monkeypatch.setattr(f"tacotable.commands.{command}.main", refuse)

    status, error = status_and_error([command], capsys)

    assert status == 2
    assert error == "xx56.toml: sets.name: an object is not a string\n"
