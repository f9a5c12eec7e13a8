"""Serial ports on real pseudo terminals: bytes both ways, a vanishing device, and a port for one program only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import serial

from patience import PATIENCE_S
from tacotable_drivers.ports import BytePort, PortError
from tacotable_drivers.serial_port import GONE, MOST_UNSENT, SerialOpener, hub_ports, may_be_hub


class Terminal:
    """A pseudo terminal: `path` is what the driver opens, `master` is the device's end."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = Path(os.ttyname(self.slave))
        os.set_blocking(self.master, False)

    def vanish(self) -> None:
        for end in ("master", "slave"):
            if getattr(self, end) >= 0:
                os.close(getattr(self, end))
                setattr(self, end, -1)


class Listener:
    def __init__(self) -> None:
        self.received = b""
        self.losses: list[str] = []

    def on_bytes(self, data: bytes) -> None:
        self.received += data

    def on_lost(self, reason: str) -> None:
        self.losses.append(reason)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    for thread in threading.enumerate():
        if thread.name.startswith("closing device"):
            thread.join(PATIENCE_S)  # the next terminal may get the same number
    terminal.vanish()


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def listener() -> Listener:
    return Listener()


def run_until(loop: asyncio.AbstractEventLoop, is_so: Callable[[], bool]) -> None:
    """Let the loop serve the kernel's events until something is so."""

    async def turn() -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(0)

    loop.run_until_complete(turn())


def opener(terminal: Terminal, loop: asyncio.AbstractEventLoop) -> SerialOpener:
    return SerialOpener(terminal.path, 115_200, loop)


def test_bytes_go_both_ways(terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    os.write(terminal.master, b"\x00\x00\xff")
    run_until(loop, lambda: len(listener.received) == 3)
    os.write(terminal.master, b"\x00\xff\x00")
    run_until(loop, lambda: len(listener.received) == 6)
    port.write(b"\x55\x11\x13\x0a\x0d")
    port.close()

    assert listener.received == b"\x00\x00\xff\x00\xff\x00"
    assert os.read(terminal.master, 100) == b"\x55\x11\x13\x0a\x0d"
    assert listener.losses == []


def test_what_came_before_the_port_was_opened_is_dropped(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    os.write(terminal.master, b"old")
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    os.write(terminal.master, b"new")
    run_until(loop, lambda: bool(listener.received))
    port.close()

    assert listener.received == b"new"


def test_a_second_opener_is_refused(terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
    open_port = opener(terminal, loop)
    port = open_port(listener.on_bytes, listener.on_lost)

    with pytest.raises(PortError, match="another program has it open; stop that one first"):
        open_port(listener.on_bytes, listener.on_lost)
    port.close()


def test_a_closed_port_can_be_opened_again(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    open_port = opener(terminal, loop)
    port = open_port(listener.on_bytes, listener.on_lost)
    port.close()
    port.close()
    again = open_port(listener.on_bytes, listener.on_lost)
    os.write(terminal.master, b"x")
    run_until(loop, lambda: listener.received == b"x")
    again.close()

    assert listener.losses == []


def test_a_missing_port_says_what_to_look_at(loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
    missing = SerialOpener(Path("/dev/no-such-reader"), 9_600, loop)

    with pytest.raises(PortError, match=r"^/dev/no-such-reader: no such port; is its cable in\?$"):
        missing(listener.on_bytes, listener.on_lost)


def test_a_path_that_is_no_terminal_is_refused(
    tmp_path: Path, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(PortError, match="is its cable in"):
        SerialOpener(tmp_path / "file", 9_600, loop)(listener.on_bytes, listener.on_lost)


def test_a_device_that_vanishes_while_listening_is_lost_once(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    terminal.vanish()
    run_until(loop, lambda: bool(listener.losses))

    assert listener.losses == [GONE]
    with pytest.raises(PortError, match="the device is gone"):
        port.write(b"x")
    port.close()
    assert listener.losses == [GONE]


def test_a_write_to_a_vanished_device_raises_and_closes(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    terminal.vanish()

    with pytest.raises(PortError, match="the device is gone"):
        port.write(b"x")
    assert listener.losses == []


def test_a_device_that_takes_no_bytes_never_blocks_the_loop(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)

    with pytest.raises(PortError, match="it takes no bytes"):
        flood(port)


def flood(port: BytePort) -> None:
    for _ in range(1_000):
        port.write(bytes(MOST_UNSENT))


class Adapter:
    """An adapter that hangs until it is mended; then its ports can be closed. It `holds` so many bytes of theirs."""

    def __init__(self, holds: int = 0) -> None:
        self.holds = holds
        self.is_mended = threading.Event()
        self.did: list[str] = []
        self.closers: list[threading.Thread] = []

    def opener(self, terminal: Terminal, loop: asyncio.AbstractEventLoop) -> SerialOpener:
        return SerialOpener(terminal.path, 115_200, loop, partial(HungPort, self))


class HungPort(serial.Serial):
    def __init__(self, adapter: Adapter, path: str, baud: int, *, timeout: float, exclusive: bool) -> None:
        self.adapter = adapter
        super().__init__(path, baud, timeout=timeout, exclusive=exclusive)

    @property
    def out_waiting(self) -> int:
        return self.adapter.holds

    def reset_output_buffer(self) -> None:
        self.adapter.did.append("drop")

    def close(self) -> None:
        if self.is_open:
            self.adapter.closers.append(threading.current_thread())
            self.adapter.is_mended.wait(PATIENCE_S)
            self.adapter.did.append("close")
        super().close()


def is_opened(open_port: SerialOpener, listener: Listener, ports: list[BytePort]) -> bool:
    with contextlib.suppress(PortError):
        ports.append(open_port(listener.on_bytes, listener.on_lost))
    return bool(ports)


def test_a_port_that_takes_no_bytes_is_closed_aside_and_can_be_opened_when_it_is(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    adapter = Adapter()
    open_port = adapter.opener(terminal, loop)
    port = open_port(listener.on_bytes, listener.on_lost)
    with pytest.raises(PortError, match="it takes no bytes"):
        flood(port)

    for _ in range(3):
        with pytest.raises(
            PortError, match=r"^/dev/pts/\d+: still being closed: its last bytes are on their way; is the"
        ):
            open_port(listener.on_bytes, listener.on_lost)
    adapter.is_mended.set()
    again: list[BytePort] = []
    run_until(loop, lambda: is_opened(open_port, listener, again))
    again[0].close()

    assert adapter.did == ["drop", "close", "close"]
    assert [closer.daemon for closer in adapter.closers] == [True, False]
    assert adapter.closers[1] is threading.main_thread()


def test_a_port_whose_last_bytes_the_kernel_still_holds_is_closed_aside_and_they_are_not_dropped(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    adapter = Adapter(holds=7)
    port = adapter.opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    port.write(b"goodbye")
    port.close()
    adapter.is_mended.set()
    run_until(loop, lambda: adapter.did == ["close"])

    assert adapter.closers[0].daemon


def test_a_port_that_is_being_closed_is_not_opened_by_another_name_either(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener, tmp_path: Path
) -> None:
    adapter = Adapter(holds=7)
    adapter.opener(terminal, loop)(listener.on_bytes, listener.on_lost).close()
    (tmp_path / "by-id").symlink_to(terminal.path)

    with pytest.raises(PortError, match="by-id: still being closed"):
        SerialOpener(tmp_path / "by-id", 115_200, loop)(listener.on_bytes, listener.on_lost)
    adapter.is_mended.set()
    run_until(loop, lambda: adapter.did == ["close"])


def test_what_the_kernel_did_not_take_is_sent_later_and_in_order(
    terminal: Terminal, loop: asyncio.AbstractEventLoop, listener: Listener
) -> None:
    port = opener(terminal, loop)(listener.on_bytes, listener.on_lost)
    filled = fill(terminal)
    port.write(b"first ")
    port.write(b"second")
    arrived = bytearray()
    loop.add_reader(terminal.master, lambda: arrived.extend(os.read(terminal.master, 4_096)))
    run_until(loop, lambda: len(arrived) == filled + 12)
    loop.remove_reader(terminal.master)
    port.close()

    assert arrived[filled:] == b"first second"


def fill(terminal: Terminal) -> int:
    """Fill the kernel's buffer, so that it takes nothing more; tell how much went in."""
    descriptor = os.open(terminal.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    filled = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            filled += os.write(descriptor, bytes(64))
    with contextlib.suppress(BlockingIOError):
        while True:
            filled += os.write(descriptor, b"x")
    os.close(descriptor)
    return filled


def test_a_hub_is_looked_for_at_boards_with_micropython_and_at_nothing_else(tmp_path: Path) -> None:
    behind = {"ttyACM0": (0x2E8A, 0x0005), "ttyACM1": (0x10C4, 0xEA60), "ttyACM2": (0x2341, 0x0043), "ttyACM7": None}
    for name in (*behind, "ttyUSB1", "ttyS0", "ttyAMA0"):
        (tmp_path / name).touch()

    found = hub_ports(tmp_path, lambda port: behind[port.name])

    assert found == [tmp_path / "ttyACM0", tmp_path / "ttyACM7"]  # of the last one nobody tells what it is


@pytest.mark.parametrize(
    ("numbers", "can"),
    [
        ((0x2E8A, 0x0005), True),  # MicroPython on a Pico and a Pico 2
        ((0x2E8A, 0x1002), True),  # a board of another maker with the same chip
        ((0xF055, 0x9802), True),  # MicroPython's own
        ((0x2E8A, 0x000C), False),  # a debug probe
        ((0x1A86, 0x7523), False),  # a CH340 adapter, as at a PN532
        ((0x2341, 0x0043), False),  # an Arduino, which a look would reset
    ],
)
def test_which_usb_devices_can_be_a_hub(numbers: tuple[int, int], can: bool) -> None:
    assert may_be_hub(numbers) is can
