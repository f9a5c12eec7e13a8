"""What systemd is told, byte by byte; source: sd_notify(3), sd_watchdog_enabled(3), sd_listen_fds(3)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.descriptors import no_free_descriptor
from tacotable.service.notify import Notifier, notifier_of, watchdog_s
from tacotable.web.addresses import inherited_sockets


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def test_ready_status_alive_and_stopping_are_one_datagram_each(heard: socket.socket) -> None:
    notifier = notifier_of({"NOTIFY_SOCKET": heard.getsockname()})

    notifier.ready()
    notifier.status("table 'tacocat'\nREADY=1")
    notifier.alive()
    notifier.stopping()

    told = [heard.recv(100) for _ in range(4)]
    assert told == [b"READY=1", b"STATUS=table 'tacocat' READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_socket_without_a_file_is_named_by_an_at_sign() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0tacotable-test-{os.getpid()}")

        notifier = Notifier(f"@tacotable-test-{os.getpid()}")
        notifier.ready()
        notifier.stopping()

        assert listener.recv(100) == b"READY=1"


def test_a_manager_that_does_not_listen_stops_no_game(tmp_path: Path) -> None:
    notifier = Notifier(str(tmp_path / "nobody"))

    notifier.ready()
    notifier.alive()
    notifier.stopping()


def test_signs_of_life_need_no_free_descriptor(heard: socket.socket) -> None:
    notifier = notifier_of({"NOTIFY_SOCKET": heard.getsockname()})
    notifier.ready()

    with no_free_descriptor():
        notifier.alive()
    notifier.stopping()

    assert [heard.recv(100) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]


def test_a_first_message_without_a_free_descriptor_is_lost_and_the_next_one_comes(heard: socket.socket) -> None:
    notifier = notifier_of({"NOTIFY_SOCKET": heard.getsockname()})

    with no_free_descriptor():
        notifier.ready()
    notifier.alive()
    notifier.stopping()

    assert heard.recv(100) == b"WATCHDOG=1"


def test_a_full_queue_holds_nothing_up(heard: socket.socket) -> None:
    notifier = notifier_of({"NOTIFY_SOCKET": heard.getsockname()})

    for _ in range(10_000):
        notifier.alive()
    notifier.stopping()

    assert heard.recv(100) == b"WATCHDOG=1"


def test_without_a_manager_nobody_is_told() -> None:
    assert notifier_of({}).address == ""


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_for_the_process_that_it_names(environment: dict[str, str], seconds: float | None) -> None:
    assert watchdog_s(environment, 7) == seconds


def test_sockets_of_another_process_are_left_alone() -> None:
    assert inherited_sockets({"LISTEN_PID": "8", "LISTEN_FDS": "1"}, 7) == []
    assert inherited_sockets({"LISTEN_FDS": "1"}, 7) == []


def test_a_passed_socket_is_taken_and_passed_on_to_no_child() -> None:
    with socket.create_server(("127.0.0.1", 0)) as given:
        port = given.getsockname()[1]
        number = os.dup(given.fileno())

        [taken] = inherited_sockets({"LISTEN_PID": "7", "LISTEN_FDS": "1"}, 7, first=number)

        with taken:
            assert taken.getsockname()[1] == port
            assert not taken.get_inheritable()
            assert not taken.getblocking()
