"""What the service manager is told: ready, a line of status, a sign of life, stopping (sd_notify(3)).

Four datagrams need no library: `systemd-python` compiles against headers that a Pi lacks, `sdnotify` is of 2017.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends to the socket of the service manager; where none is named, or none listens, the game goes on alike."""

    def __init__(self, address: str = "") -> None:
        self.address = "\0" + address[1:] if address.startswith("@") else address
        self._sender: socket.socket | None = None

    def ready(self) -> None:
        """Send that the table is playable."""
        self._send("READY=1")

    def status(self, line: str) -> None:
        """Send the line that `systemctl status` shows."""
        self._send("STATUS=" + " ".join(line.split()))

    def alive(self) -> None:
        """Send that the main loop turns."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Send that the table is being left; that is the last."""
        self._send("STOPPING=1")
        if self._sender is not None:
            self._sender.close()
            self._sender = None

    def _send(self, message: str) -> None:
        if not self.address:  # the program was started by a person
            return
        with contextlib.suppress(OSError):  # nobody hears it, and nobody can be told so
            if self._sender is None:  # one for all, so that no sign of life needs a free file descriptor
                self._sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._sender.setblocking(False)  # a full queue must not hold up the main loop
            self._sender.sendto(message.encode(), self.address)


def notifier_of(environment: Mapping[str, str] = os.environ) -> Notifier:
    """Return the notifier of the manager that started this process."""
    address = environment.get("NOTIFY_SOCKET", "")
    return Notifier(address if address[:1] in ("/", "@") else "")


def watchdog_s(environment: Mapping[str, str] = os.environ, pid: int | None = None) -> float | None:
    """Return the longest wait for a sign of life, in seconds; None where nobody waits (sd_watchdog_enabled(3)).

    >>> watchdog_s({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 7)
    10.0
    """
    period, owner = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    is_ours = not owner or owner == str(os.getpid() if pid is None else pid)
    return int(period) / 1e6 if is_ours and period.isdecimal() and int(period) else None
