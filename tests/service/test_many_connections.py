"""A running service without a free file descriptor, and with more connections than it takes: game and beats go on."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from patience import PATIENCE_S, left_of, until
from service.descriptors import most_descriptors
from service.manager import Manager, manager
from service.starved_table import MOST
from tacotable.storage.journal import Journal

STARVED_S = 5.0
TAP_S, HELD_S = 0.2, 1.5
LEAST_BEATS = 3
"""The manager of these tests asks for ten a second; on a machine with other work they are fewer."""


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Manager]:
    with manager(tmp_path) as listening:
        yield listening


class Player:
    """Somebody at the page of a simulated table, who has all its buttons."""

    def __init__(self, page: ClientConnection, key: str) -> None:
        self._page = page
        page.send(json.dumps({"hello": {"key": key, "language": "en", "after": 0}}))

    def begin(self) -> None:
        """Begin a game, and say that Tacocat stands where it has to."""
        self.tap("YAY.ok")
        self.tap("YAY.ok", HELD_S)

    def tap(self, button: str, for_s: float = TAP_S) -> None:
        """Press a button for a moment."""
        self._do("press", button, for_s)
        self._do("release", button, TAP_S)

    def _do(self, what: str, button: str, for_s: float) -> None:
        """Do something, and read for a time what comes of it."""
        self._page.send(json.dumps({"do": what, "button": button}))
        with suppress(TimeoutError):
            for left_s in left_of(for_s):
                self._page.recv(left_s)


@contextmanager
def playing(process: subprocess.Popen[str], port: int) -> Iterator[Player]:
    """Open the page that a simulated table prints at its start."""
    assert process.stdout is not None
    found = (re.search(r"Open this page to play: .*#key=(\w+)", line) for line in process.stdout)
    key = next(each[1] for each in found if each)
    with connect(f"ws://127.0.0.1:{port}/live", origin=Origin(f"http://127.0.0.1:{port}")) as page:
        yield Player(page, key)


def open_descriptors(process: subprocess.Popen[str]) -> int:
    """Give how many descriptors a process has; it may be starting or ending some."""
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


@contextmanager
def starved(process: subprocess.Popen[str]) -> Iterator[None]:
    """Leave a table without a free descriptor while the block runs."""
    process.send_signal(signal.SIGUSR1)
    until(lambda: open_descriptors(process) == MOST, "a table without a free descriptor")
    yield
    assert open_descriptors(process) == MOST
    process.send_signal(signal.SIGUSR2)


def page_status(port: int) -> int:
    """Ask for the page; gives the status of the answer."""
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    page.request("GET", "/", headers={"host": f"127.0.0.1:{port}"})
    status = page.getresponse().status
    page.close()
    return status


def finish(process: subprocess.Popen[str]) -> str:
    """Stop a service as systemd does; gives what it printed."""
    process.send_signal(signal.SIGTERM)
    printed, _ = process.communicate(timeout=PATIENCE_S)
    return printed


def kept(state: Path) -> int:
    """Give how many facts the journal of the newest game holds."""
    return len(Journal(state).recover().facts)


def test_game_and_beats_go_on_while_for_five_seconds_no_descriptor_is_free(systemd: Manager, tmp_path: Path) -> None:
    state = tmp_path / "state"
    process = systemd.start("run", "--table", "buttons", "--state", str(state), script="-m service.starved_table")
    with playing(process, systemd.port) as player:
        player.begin()
        before, told = kept(state), list[str]()

        def goes_on() -> bool:
            player.tap("YAY.ok")
            player.tap("WOW.ok")
            told.extend(systemd.hear_all())
            return kept(state) > before and told.count("WATCHDOG=1") >= LEAST_BEATS

        with starved(process), ExitStack() as waiting:
            for _ in range(20):
                waiting.enter_context(socket.create_connection(("127.0.0.1", systemd.port)))
            for _ in left_of(STARVED_S):
                goes_on()
            until(goes_on, "an act and a sign of life")
        answer = page_status(systemd.port)
    printed = finish(process)

    assert answer == 200
    assert printed.count("No file descriptor is free for another connection of the page: 1 of 256 are") == 1
    assert "Traceback" not in printed
    assert len(printed) < 2_000


def test_1100_idle_connections_leave_beats_page_and_log_alone(systemd: Manager) -> None:
    process = systemd.start(*("run", "--table", "buttons"), before=("prlimit", "--nofile=1024"))
    systemd.hear_until("READY=1")
    with most_descriptors(2_048), ExitStack() as idle:
        for _ in range(1_100):
            idle.enter_context(socket.create_connection(("127.0.0.1", systemd.port), PATIENCE_S))
        systemd.hear_all()
        beats = [systemd.hear() for _ in range(LEAST_BEATS)]
        answer = page_status(systemd.port)
        taken = open_descriptors(process)
    printed = finish(process)

    assert beats == ["WATCHDOG=1"] * LEAST_BEATS
    assert answer == 200
    assert taken < 200
    assert "Traceback" not in printed
    assert len(printed) < 2_000
