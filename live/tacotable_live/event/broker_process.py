"""A Mosquitto of one's own with the shipped configuration, that can be killed and started again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from random import SystemRandom

from tacotable.errors import SetupError

SHIPPED = files("tacotable_live.mqtt") / "mosquitto"
START_S = 60.0
PORTS = range(20_000, 32_000)


def found(program: str) -> str | None:
    """Return where a program of Mosquitto is; Debian puts it where only root looks."""
    return shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


def free_port() -> int:
    """Return a port that is free now, and none that the system gives to outgoing connections.

    A client that tries again and again to reach a port of those would at last be given the same, and reach itself.
    """
    for port in SystemRandom().sample(PORTS, len(PORTS)):
        with suppress(OSError), closing(socket.socket()) as taken:
            taken.bind(("127.0.0.1", port))
            return port
    raise SetupError("no port is free on this machine")


class Mosquitto:
    """A broker for this machine alone; the password of each user is its name."""

    def __init__(self, folder: Path, users: Iterable[str]) -> None:
        """Write its files; raises SetupError where there is no Mosquitto."""
        self._program, maker = found("mosquitto"), found("mosquitto_passwd")
        if self._program is None or maker is None:
            raise SetupError("this needs a broker: apt-get install mosquitto")
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._configuration, self._log = folder / "mosquitto.conf", folder / "log"
        (passwords := folder / "tacotable.passwd").write_text("".join(f"{user}:{user}\n" for user in users))
        subprocess.run([maker, "-U", passwords], check=True)
        (folder / "tacotable.acl").write_bytes((SHIPPED / "acl").read_bytes())
        shipped = (SHIPPED / "mosquitto.conf").read_text("utf-8").replace("/etc/mosquitto", str(folder))
        own = "user root\n" if os.getuid() == 0 else ""  # as another user it could not read these files
        self._configuration.write_text(shipped.replace("listener 1883", f"{own}listener {self.port} 127.0.0.1", 1))
        for path in folder.iterdir():
            path.chmod(0o600)
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Return where it listens."""
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [str(self._program), "-c", str(self._configuration)]
        with self._log.open("ab") as log:
            self._child = subprocess.Popen(command, stdout=log, stderr=log)
        for _ in range(int(START_S / 0.02)):
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port))):
                return
            time.sleep(0.02)
        raise SetupError(
            f"mosquitto does not start with {self._configuration}: {self._log.read_text('utf-8', 'replace')[-300:]!r}"
        )

    def kill(self) -> None:
        """Kill it as a power cut does."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None
