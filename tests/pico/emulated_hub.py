"""The hub's program on an emulated RP2040, in the MicroPython image of a real Pico: started once for many tests.

The image is not part of this repository: TACOTABLE_MICROPYTHON_UF2 names it. One emulated second takes some twenty of
ours.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import littlefs

from patience import left_of, until
from pico.host import Message, opened, seal
from tacotable_sim.hub.mfrc522_world import World

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "firmware" / "pico"
IMAGE = os.environ.get("TACOTABLE_MICROPYTHON_UF2", "")
BLOCK, BLOCKS = 4096, 352
"""The file system of a Pico's flash."""
PATIENCE_S = 1_200.0
"""An emulated second takes up to a minute and a half on a busy machine."""
CARDS = tuple(bytes.fromhex(f"04A1B2C3D4E5{number:02X}") for number in range(8))


def write_flash(path: Path) -> None:
    """Put the hub's program on a flash image."""
    context = littlefs.UserContext(buffsize=BLOCK * BLOCKS)
    flash: Any = littlefs.LittleFS(
        context=context, block_size=BLOCK, block_count=BLOCKS, prog_size=256, disk_version=0x00020000
    )
    flash.mkdir("tacohub")
    for source in [PROGRAM / "main.py", *sorted(PROGRAM.glob("tacohub/*.py"))]:
        with flash.open(str(source.relative_to(PROGRAM)), "wb") as file:
            file.write(source.read_bytes())
    flash.unmount()
    path.write_bytes(context.buffer)


class EmulatedHub:
    """The emulator as a child process, with the hub's USB port as a terminal; each event is acknowledged."""

    def __init__(self, folder: Path) -> None:
        self.world = World()
        self.hello: Message = {}
        self.told: dict[int, list[str] | None] = {}
        self._path = folder / "world"
        self._number = 0
        self.change_world()
        flash = folder / "flash.img"
        write_flash(flash)
        emulator = str(Path(sys.executable).parent / "rp2040py")
        board = f"{ROOT / 'tests' / 'pico' / 'emulated_board.py'}:BOARD"
        command = [emulator, "micropython", "--pty", "--image", IMAGE, "--littlefs", str(flash), "--board-spec", board]
        self._log = (folder / "emulator.log").open("wb+")
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env=os.environ | {"TACOHUB_WORLD": str(self._path)},
        )
        self._line = self._open_line()
        self._buffer = bytearray()

    def _told(self) -> str:
        """Return what the emulator said so far."""
        return Path(self._log.name).read_text(encoding="utf-8", errors="replace")

    def _open_line(self) -> int:
        for _ in left_of(PATIENCE_S):
            found = re.search(r"listening on (\S+)", self._told())
            if found:
                line = os.open(found[1], os.O_RDWR | os.O_NOCTTY)
                tty.setraw(line)
                return line
            assert self._child.poll() is None, self._told()
            select.select([], [], [], 0.1)
        raise AssertionError("the emulator opened no terminal")

    def change_world(self) -> None:
        """Let the hub feel what `world` says now."""
        self.world.count_up()
        new = self._path.with_name("world.new")
        new.write_bytes(self.world.bytes)
        new.replace(self._path)

    def lay(self, reader: int, *cards: bytes) -> None:
        """Put exactly these cards on a reader."""
        self.world.lay(reader, cards)
        self.change_world()

    def lights(self) -> bytes:
        """Return the pixels decoded from the lights' waveform."""
        return self._path.with_name("world.lights").read_bytes()

    def since_change_ms(self) -> float:
        """Return how much emulated time has passed since the chip's surroundings changed last, to about 5 ms."""
        number, seen_us = map(int, self._path.with_name("world.seen").read_text().split())
        assert number == self.world.number()
        return (int(self._path.with_name("world.clock").read_text()) - seen_us) / 1_000

    def until_stuck(self) -> None:
        """Wait until the hub waits for the end of a byte that has none."""
        until(self._path.with_name("world.stuck").exists, "what makes the hub wait", PATIENCE_S)

    def until(self, kind: str, **fields: object) -> Message:
        """Return the next message of a kind with these fields."""
        for _ in left_of(PATIENCE_S):
            line, newline, rest = bytes(self._buffer).partition(b"\n")
            if not newline:
                assert self._child.poll() is None, self._told()
                if select.select([self._line], [], [], 1.0)[0]:
                    self._buffer += os.read(self._line, 4096)
                continue
            self._buffer = bytearray(rest)
            message = opened(line.rstrip(b"\r"))
            if message is None:
                continue
            if message["t"] in ("tags", "in", "fault"):
                self.write(seal({"t": "ack", "e": message["n"]}))
            if message["t"] == "tags":
                self.told[message["r"]] = message["u"]
            if message["t"] == kind and fields.items() <= message.items():
                return message
        raise AssertionError(f"the hub said no {kind} {fields}")

    def until_told(self, reader: int, *cards: bytes) -> None:
        """Wait until the hub says that exactly these cards lie on a reader."""
        while self.told.get(reader) != [card.hex().upper() for card in cards]:
            self.until("tags")

    def write(self, data: bytes) -> None:
        """Send bytes to the hub."""
        os.write(self._line, data)

    def ask(self, answer: str, **fields: object) -> Message:
        """Send a command; return its answer."""
        self._number += 1
        self.write(b"\n" + seal(fields | {"n": self._number}))
        return self.until(answer, a=self._number)

    def begin(self) -> None:
        """Wait for the hub's greeting, open a session, and configure three readers, two buttons and two lights."""
        self.hello = self.until("hello")
        self.ask("hello", t="open", v=1, s="5e7c0a11")
        self.ask("ok", t="cfg", id=7, rd=7, bt=3, led=2)

    def close(self) -> None:
        """End the emulator."""
        self._child.kill()
        self._child.wait()
        self._log.close()
        os.close(self._line)


def begun(folder: Path) -> Iterator[EmulatedHub]:
    """Start a hub with a session and a configuration, and end it behind the tests."""
    emulated = EmulatedHub(folder)
    try:
        emulated.begin()
        yield emulated
    finally:
        emulated.close()


def clear(hub: EmulatedHub) -> None:
    """Take all cards off, and let every contact go."""
    lying = [reader for reader in range(3) if hub.world.tags(reader)]
    for reader in lying:
        hub.world.lay(reader, ())
    hub.world.close(0)
    hub.change_world()
    for reader in lying:
        hub.until_told(reader)
