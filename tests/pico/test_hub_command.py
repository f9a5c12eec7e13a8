"""`tacotable hub`: this release's program is copied to a board, and hubs are talked to, by the own environment."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from pico.hub_process import MICROPYTHON, PROGRAM, HubProcess
from tacotable.commands import hub as command
from tacotable.commands.hub import main
from tacotable.diagnostics import hub_program
from tacotable_drivers.wire.hub_messages import PROGRAM as VERSION

INSIDE = Path(__file__).with_name("inside")
needs_micropython = pytest.mark.skipif(not MICROPYTHON.exists(), reason="no MicroPython here: it is for x86-64 Linux")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Give the port of a board with MicroPython and nothing else, and the folder that is its flash."""
    flash = tmp_path / "flash"
    flash.mkdir()
    ours, its = pty.openpty()
    tty.setraw(its)
    child = subprocess.Popen([MICROPYTHON, INSIDE / "prompt.py"], cwd=flash, stdin=ours, stdout=ours)
    yield os.ttyname(its), flash
    child.kill()
    child.wait()
    os.close(ours)
    os.close(its)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py")}


@needs_micropython
def test_the_program_is_copied_to_a_new_board_byte_for_byte(
    board: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    port, flash = board

    status = main(["install", "--port", port])

    wanted = {name: text for name, text in files(PROGRAM).items() if name == "main.py" or name.startswith("tacohub/")}
    assert (status, capsys.readouterr().out) == (0, f"{port}: program {VERSION} is on it\n")
    assert files(flash) == wanted
    assert not list(flash.rglob("__pycache__"))


@needs_micropython
def test_a_board_at_which_no_hub_answers_is_not_brought_up_to_date(
    board: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    port, flash = board

    assert main(["update", "--port", port]) == 0
    assert capsys.readouterr().out == f"{port}: no hub's program answers; let alone\n"
    assert files(flash) == {}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[str]:
    """Give the port of a hub that runs its program in MicroPython."""
    hub, is_over = HubProcess(tmp_path), threading.Event()
    ours, its = pty.openpty()
    tty.setraw(its)
    os.set_blocking(ours, False)

    def carry() -> None:
        while not is_over.is_set():
            if data := hub.receive(0.02):
                os.write(ours, data)
            try:
                hub.send(os.read(ours, 4_096))
            except BlockingIOError:
                continue

    carrier = threading.Thread(target=carry)
    carrier.start()
    yield os.ttyname(its)
    is_over.set()
    carrier.join()
    hub.close()
    os.close(ours)
    os.close(its)


@needs_micropython
def test_a_hub_of_this_release_says_so_and_is_let_alone(running: str, capfd: pytest.CaptureFixture[str]) -> None:
    updated = main(["update", "--port", running])
    told = capfd.readouterr().out
    talked = main(["talk", "--port", running])

    assert (updated, told) == (0, f"{running}: it has program {VERSION} already\n")
    assert (talked, json.loads(capfd.readouterr().out)["fw"]) == (0, VERSION)


def test_a_hub_that_runs_is_brought_to_the_prompt_first_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    pauses: list[float] = []
    away = [1, 1, 0]  # mpremote finds the port gone twice, while the board starts anew

    def python(*words: str, folder: str | None = None, is_shown: bool = False) -> subprocess.CompletedProcess[str]:
        del folder, is_shown
        done.append(words[-1] if words[0].endswith("talk.py") else words[1])
        status = away.pop(0) if words[1] == "mpremote" else 0
        return subprocess.CompletedProcess(words, status, '{"t":"hello","fw":"0.9.0"}', "")

    monkeypatch.setattr(hub_program, "_python", python)
    hub_program.install("/dev/ttyACM0", pause=pauses.append)

    assert done == ["hello", "repl", "mpremote", "mpremote", "mpremote"]
    assert pauses == [2.0, 2.0, 2.0]


def test_a_board_that_stays_away_is_told_with_the_way_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def python(*words: str, folder: str | None = None, is_shown: bool = False) -> subprocess.CompletedProcess[str]:
        del folder, is_shown
        told = "no hub answers; is this the right port" if words[0].endswith("talk.py") else "failed to access it"
        return subprocess.CompletedProcess(words, 1, "", told)

    monkeypatch.setattr(hub_program, "_python", python)
    with pytest.raises(hub_program.HubCommandError, match="failed to access it; hold buttons 0 and 1 of the hub"):
        hub_program.install("/dev/ttyACM0", pause=lambda seconds: None)


def test_the_programs_number_is_that_of_its_sources() -> None:
    assert f'PROGRAM = "{VERSION}"' in (PROGRAM / "tacohub" / "answers.py").read_text("utf-8")


def test_without_a_board_the_command_says_what_to_plug_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hub_program, "hub_ports", list)

    assert [main(["install"]), main(["update"]), main(["talk"])] == [1, 1, 1]
    assert "no board with MicroPython is plugged in" in capsys.readouterr().err


def test_of_several_boards_one_must_be_named_but_all_are_brought_up_to_date(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hub_program, "hub_ports", lambda: [Path("/dev/ttyACM0"), Path("/dev/ttyACM1")])
    monkeypatch.setattr(command, "program_on", lambda port: VERSION)

    assert main(["install"]) == 1
    assert "several boards are plugged in: /dev/ttyACM0, /dev/ttyACM1; say which by --port" in capsys.readouterr().err
    assert main(["update"]) == 0
    assert capsys.readouterr().out.count("already") == 2


def test_a_port_that_is_not_there_is_told_with_what_to_try(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--port", "/dev/no-such-port"]) == 1
    assert "Is the hub plugged in" in capsys.readouterr().err
