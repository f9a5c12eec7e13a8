"""The hub's program in a real MicroPython, as a child process on a pseudo terminal, with a simulated board below it.

The board's chips live in the child; what lies on and touches the board is written into a file that both share. When the
program starts anew (the child ends with the status of a reset) it is started again on the same terminal, as a board is.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import tty
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from patience import PATIENCE_S, left_of
from pico.host import Message, opened, seal
from tacotable_sim.hub.mfrc522_world import World
from tacotable_sim.hub.program import start_program
from tacotable_sim.hub.runners import RESET_STATUS

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "firmware" / "pico"
MICROPYTHON = Path(sys.executable).parent / "micropython"
RESEND_S = 0.3


class HubProcess:
    """One hub. `world` is what it feels; `write_world` lets it feel a change."""

    def __init__(self, folder: Path, identity: str = "E66118604B1F2A27") -> None:
        self.world = World()
        self.status: int | None = None
        self._path = folder / f"world-{identity}"
        self._identity = identity
        self._kept = "0"
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.write_world()
        self._buffer = bytearray()
        self._child = self._start("1")

    def _start(self, cause: str) -> subprocess.Popen[bytes]:
        return start_program(self._slave, self._path, self._identity, kept=self._kept, cause=cause)

    def write_world(self) -> None:
        """Let the hub feel what `world` says now."""
        self.world.count_up()
        with self._path.open("r+b" if self._path.exists() else "wb") as file:
            file.write(self.world.bytes)

    def written(self) -> int:
        """Give the number of the state that was written last."""
        return int.from_bytes(self.world.bytes[0:4], "little")

    def felt(self) -> int:
        """Give the number of the state that the hub has felt last; this machine may be slow."""
        path = self._path.with_name(self._path.name + ".felt")
        return int.from_bytes(path.read_bytes()[:4], "little") if path.exists() else 0

    def lights(self) -> bytes:
        """Give what is on the lights' wire: green, red, blue of each."""
        return self._path.with_name(self._path.name + ".lights").read_bytes()

    # The line.

    def send(self, data: bytes) -> None:
        """Write bytes to the hub."""
        while data:
            select.select([], [self._master], [], 1.0)
            data = data[os.write(self._master, data) :]

    def receive(self, timeout_s: float) -> bytes:
        """Give the bytes that have come, waiting for the first for so long; starts the hub anew if it wants that."""
        self._follow_restart()
        ready, _, _ = select.select([self._master], [], [], timeout_s)
        return os.read(self._master, 65_536) if ready else b""

    def listen(self, is_enough: Callable[[list[Message]], bool]) -> list[Message]:
        """Give what the hub says until that is enough; fails when it never is."""
        said = self._listen(is_enough, PATIENCE_S)
        assert is_enough(said), f"the hub said only {said}"
        return said

    def _listen(self, is_enough: Callable[[list[Message]], bool], within_s: float) -> list[Message]:
        said: list[Message] = []
        for _ in left_of(within_s):
            if is_enough(said):
                break
            self._buffer += self.receive(0.05)
            *lines, rest = bytes(self._buffer).split(b"\n")
            self._buffer = bytearray(rest)
            said += [message for line in lines if (message := opened(line)) is not None]
        return said

    def ask(self, number: int, **fields: object) -> Message:
        """Send a command, again every 300 ms as a host does; give its answer."""
        for _ in left_of(PATIENCE_S):
            self.send(b"\n" + seal(fields | {"n": number}))
            said = self._listen(lambda said: any(message.get("a") == number for message in said), RESEND_S)
            if answers := [message for message in said if message.get("a") == number]:
                return answers[0]
        raise AssertionError(f"no answer to {fields}")

    # The board.

    def _follow_restart(self) -> None:
        status = self._child.poll()
        if status == RESET_STATUS:
            kept = self._path.with_name(self._path.name + ".kept")
            self._kept = kept.read_text(encoding="utf-8")
            self._child = self._start("3")
        elif status is not None:
            self.status = status

    def wait_for_the_end(self) -> None:
        """Wait until the program has ended for good: it is at the prompt then, and `status` is 0."""
        for _ in left_of(PATIENCE_S):
            if self.status is not None:
                return
            self.receive(0.05)
        raise AssertionError("the program goes on")

    def press_reset(self) -> None:
        """Start the program anew, with what the board has kept."""
        self._kept = self._path.with_name(self._path.name + ".kept").read_text(encoding="utf-8")
        self.status = None
        self._child = self._start("3")

    def cut_power(self) -> None:
        """Let the hub lose its power for a moment: it keeps nothing."""
        self._child.kill()
        self._child.wait()
        self._kept = "0"
        self._child = self._start("1")

    def pause(self) -> None:
        """Let the whole board stand still, as one that hangs."""
        self._child.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        self._child.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the program."""
        self._child.kill()
        self._child.wait()
        os.close(self._slave)
        os.close(self._master)

    def __enter__(self) -> HubProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
