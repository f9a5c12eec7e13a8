"""The program under a service manager: it is ready, gives signs of life, serves the socket it was handed, and ends."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE_S, until
from service.manager import Manager, manager
from tacotable.__main__ import main as tacotable
from tacotable.commands.status import main as status
from tacotable.diagnostics.doctor.examine import running_stage
from tacotable.service.status_file import found, place_of

RUN = ("run", "--table", "buttons")


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Manager]:
    with manager(tmp_path) as listening:
        yield listening


def finish(process: subprocess.Popen[str]) -> str:
    """Stop a service as systemd does; gives what it printed."""
    process.send_signal(signal.SIGTERM)
    printed, _ = process.communicate(timeout=PATIENCE_S)
    return printed


def page_of(host: str, port: int, named: str) -> int:
    """Ask for the page under a name; gives the status of the answer."""
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    connection.request("GET", "/", headers={"host": f"{named}:{port}"})
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_service_is_ready_alive_and_told_when_it_stops(systemd: Manager, tmp_path: Path) -> None:
    process = systemd.start(*RUN, "--state", str(tmp_path / "state"))

    told = systemd.hear_until("READY=1")
    alive = systemd.hear_until("WATCHDOG=1")
    printed = finish(process)
    last = systemd.hear_until("STOPPING=1")

    assert told[0].startswith("STATUS=table 'buttons', tc38, lobby; ")
    assert told[0].endswith("devices work")
    assert alive == ["WATCHDOG=1"]
    assert last[-1] == "STOPPING=1"
    assert process.returncode == 0
    assert "The table is dark. Good night." in printed
    assert not (tmp_path / "status.json").exists()


def test_a_program_that_stands_still_gives_no_sign_of_life(systemd: Manager) -> None:
    process = systemd.start(*RUN)
    systemd.hear_until("READY=1")

    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    systemd.hear_all()  # those that were on their way
    while_still = systemd.hear_for(1.0)  # more than three times the period of 0.3 s
    process.send_signal(signal.SIGCONT)

    assert while_still == ""
    assert systemd.hear_until("WATCHDOG=1")
    finish(process)


def test_the_page_is_served_on_the_passed_socket_under_every_address(tmp_path: Path) -> None:
    with manager(tmp_path, socket.AF_INET6) as systemd:
        process = systemd.start(*RUN)
        systemd.hear_until("READY=1")

        answers = {
            "127.0.0.1": page_of("127.0.0.1", systemd.port, "127.0.0.1"),
            "house": page_of("127.0.0.1", systemd.port, f"{socket.gethostname().partition('.')[0].lower()}.local"),
            "evil": page_of("127.0.0.1", systemd.port, "evil.example"),
        }
        printed = finish(process)

    assert answers == {"127.0.0.1": 200, "house": 200, "evil": 421}
    assert ".local:" in printed


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("unshare") is None,
    reason="a network namespace is made by root with unshare(1): run as root to test that no other network is needed",
)
def test_the_page_needs_no_network_but_the_passed_socket(systemd: Manager) -> None:
    process = systemd.start(*RUN, before=("unshare", "--net"))
    systemd.hear_until("READY=1")

    answer = page_of("127.0.0.1", systemd.port, "127.0.0.1")
    finish(process)

    assert answer == 200


def test_the_whole_program_with_its_simulated_table_takes_at_most_80_mb(systemd: Manager, tmp_path: Path) -> None:
    process = systemd.start("run", "--table", "tacocat", "--state", str(tmp_path / "state"))
    systemd.hear_until("READY=1")
    systemd.hear_until("WATCHDOG=1")

    lines = Path(f"/proc/{process.pid}/status").read_text("ascii").splitlines()
    most_kib = int(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
    finish(process)

    assert 20_000 < most_kib < 80_000


def test_status_is_read_beside_the_page(systemd: Manager, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "status.json")
    process = systemd.start(*RUN)
    systemd.hear_until("READY=1")

    code = status(["--file", file, "--json"])
    told = json.loads(capsys.readouterr().out)
    mode = (tmp_path / "status.json").stat().st_mode & 0o777
    finish(process)

    assert code == 0
    assert told["table"] == "buttons"
    assert {device["device"] for device in told["devices"]} >= {"button YAY.ok", "display WOW", "buzzer"}
    assert mode == 0o644
    assert tacotable(["status", "--file", file]) == 2
    assert "no table runs; start it: sudo systemctl start tacotable, or tacotable run" in capsys.readouterr().err


def test_a_table_that_was_started_by_hand_has_a_status_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    command = [sys.executable, "-m", "tacotable", *RUN, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while "Stop with Ctrl-C" not in process.stdout.readline():
            assert process.poll() is None
        # The status is written once the page is served, a moment after the lines are printed.
        until(lambda: list((tmp_path / "tacotable").glob("*.json")), "the status")
        code = status([])
        told = capsys.readouterr().out.splitlines()
        looked_at = running_stage(found(), now_s=0.0)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)

    assert code == 0
    assert told[0].startswith("tacotable 0.1.0, simulated table 'buttons', tc38, lobby, up ")
    assert looked_at is None  # a simulated table has no device that the doctor could disturb
    assert list((tmp_path / "tacotable").iterdir()) == []


def test_the_status_of_a_program_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "tacotable"
    folder.mkdir()
    for pid in (os.getpid(), 4_194_999):  # no process has a number so high
        (folder / f"{pid}.json").touch()

    assert found({"XDG_RUNTIME_DIR": str(tmp_path)}) == folder / f"{os.getpid()}.json"


def test_a_folder_that_is_somebody_elses_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "tacotable").symlink_to(tmp_path / "elsewhere")

    assert place_of({"XDG_RUNTIME_DIR": str(tmp_path)}) is None


def test_the_safe_mode_of_a_faulty_table_file_is_a_running_service_with_a_page(
    systemd: Manager, tmp_path: Path
) -> None:
    (tmp_path / "starts").write_text("5\n", "ascii")
    (tmp_path / "table.toml").write_text("nonsense = 1\n", "utf-8")
    process = systemd.start("run", "--table", str(tmp_path / "table.toml"), "--state", str(tmp_path))

    told = systemd.hear_until("READY=1")
    page = page_of("127.0.0.1", systemd.port, "localhost")
    finish(process)

    assert told[0].startswith("STATUS=SAFE MODE")
    assert page == 200
    assert process.returncode == 0


def test_the_safe_mode_is_ready_and_alive_and_tells_the_way_out(
    systemd: Manager, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "starts").write_text("5\n", "ascii")
    process = systemd.start(*RUN, "--state", str(tmp_path))

    told = systemd.hear_until("READY=1")
    alive = systemd.hear_until("WATCHDOG=1")
    code = status(["--file", str(tmp_path / "status.json")])
    error = capsys.readouterr().err
    printed = finish(process)

    assert code == 1
    assert "Run `tacotable doctor`, mend what it names, then: sudo systemctl restart tacotable" in error
    assert told[0] == "STATUS=SAFE MODE: no device is used; tacotable doctor tells why"
    assert alive == ["WATCHDOG=1"]
    assert process.returncode == 0
    assert "SAFE MODE" in printed
