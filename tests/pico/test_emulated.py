"""The hub's program in the MicroPython image of a real Pico, on an emulated RP2040: its SPI, pins, PIO and USB.

Needs an image, which is not part of this repository:
`TACOTABLE_MICROPYTHON_UF2=/path/to/RPI_PICO-....uf2 pytest tests/pico/test_emulated.py`
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pico.host import Message, opened, seal
from tacotable_sim.hub.mfrc522_world import World

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "firmware" / "pico"
IMAGE = os.environ.get("TACOTABLE_MICROPYTHON_UF2", "")
BLOCK, BLOCKS = 4096, 352
"""The file system of a Pico's flash."""
BOOT_S = 180.0
"""An emulated second takes up to a minute and a half."""
SEVEN = "04A1B2C3D4E5F6"


def write_flash(path: Path) -> None:
    """Put the hub's program on a flash image."""
    littlefs: Any = pytest.importorskip("littlefs", reason="needs littlefs-python: pip install 'rp2040py[fs]'")
    context = littlefs.UserContext(buffsize=BLOCK * BLOCKS)
    flash = littlefs.LittleFS(
        context=context, block_size=BLOCK, block_count=BLOCKS, prog_size=256, disk_version=0x00020000
    )
    flash.mkdir("tacohub")
    for source in [PROGRAM / "main.py", *sorted(PROGRAM.glob("tacohub/*.py"))]:
        with flash.open(str(source.relative_to(PROGRAM)), "wb") as file:
            file.write(source.read_bytes())
    flash.unmount()
    path.write_bytes(context.buffer)


class EmulatedHub:
    """The emulator as a child process, with the hub's USB port as a terminal."""

    def __init__(self, folder: Path) -> None:
        self.world = World()
        self._path = folder / "world"
        self.write_world()
        flash = folder / "flash.img"
        write_flash(flash)
        emulator = str(Path(sys.executable).parent / "rp2040py")
        board = f"{ROOT / 'tests' / 'pico' / 'emulated_board.py'}:BOARD"
        command = [emulator, "micropython", "--pty", "--image", IMAGE, "--littlefs", str(flash), "--board-spec", board]
        self._log = (folder / "emulator.log").open("wb+")
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env=os.environ | {"TACOHUB_WORLD": str(self._path)},
        )
        self._line = self._open_line(folder / "emulator.log")
        self._buffer = bytearray()

    def _open_line(self, log: Path) -> int:
        ends = time.monotonic() + BOOT_S
        while time.monotonic() < ends:
            found = re.search(r"listening on (\S+)", log.read_text(encoding="utf-8", errors="replace"))
            if found:
                line = os.open(found[1], os.O_RDWR | os.O_NOCTTY)
                tty.setraw(line)
                return line
            assert self._child.poll() is None, log.read_text(encoding="utf-8", errors="replace")
            select.select([], [], [], 0.1)
        raise AssertionError("the emulator opened no terminal")

    def write_world(self) -> None:
        """Let the hub feel what `world` says now."""
        self.world.count_up()
        self._path.write_bytes(self.world.bytes)

    def lights(self) -> bytes:
        """Give the pixels decoded from the lights' waveform."""
        return self._path.with_name("world.lights").read_bytes()

    def until(self, kind: str, **fields: object) -> Message:
        """Give the next message of a kind with these fields."""
        ends = time.monotonic() + BOOT_S
        while time.monotonic() < ends:
            line, newline, rest = bytes(self._buffer).partition(b"\n")
            if not newline:
                select.select([self._line], [], [], 1.0)
                self._buffer += os.read(self._line, 4096)
                continue
            self._buffer = bytearray(rest)
            message = opened(line.rstrip(b"\r"))
            if message is not None and message["t"] == kind and fields.items() <= message.items():
                return message
        raise AssertionError(f"the hub said no {kind} {fields}")

    def ask(self, number: int, answer: str, **fields: object) -> Message:
        """Send a command; give its answer."""
        os.write(self._line, b"\n" + seal(fields | {"n": number}))
        return self.until(answer, a=number)

    def close(self) -> None:
        """End the emulator."""
        self._child.kill()
        self._child.wait()
        self._log.close()
        os.close(self._line)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[EmulatedHub]:
    emulated = EmulatedHub(tmp_path)
    yield emulated
    emulated.close()


def test_an_emulated_pico_reads_a_card_feels_a_button_and_lights_up(hub: EmulatedHub) -> None:
    hello = hub.until("hello")
    hub.ask(1, "hello", t="open", v=1, s="5e7c0a11")
    hub.ask(2, "ok", t="cfg", id=7, rd=1, bt=1, led=2)
    hub.ask(3, "ok", t="lights", id=9, l="ff0010s00ff00s")
    hub.world.lay(0, (bytes.fromhex(SEVEN),))
    hub.world.close(1 << 9)
    hub.write_world()
    card = hub.until("tags", r=0, u=[SEVEN])
    snap = hub.ask(4, "snap", t="snap")

    assert hello["rd"] == [0x92, 0x92, 0x92]
    assert card["k"] >= 1
    assert snap["bt"] == [1, 1]
    assert hub.lights() == bytes.fromhex("ff0010 00ff00")
