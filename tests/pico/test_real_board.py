"""A real Pico with the hub's program on it, its buttons and lights left alone; a person lays a card when asked to.

Needs a board: `TACOTABLE_HUB_PORT=/dev/ttyACM0 pytest -s tests/pico/test_real_board.py`
"""

from __future__ import annotations

import os
import time

import pytest
import serial

from pico.host import Message, opened, seal

PORT = os.environ.get("TACOTABLE_HUB_PORT", "")
PATIENCE_S = 30.0


class Board:
    """A hub on a serial port."""

    def __init__(self, path: str) -> None:
        self._port = serial.Serial(path, timeout=0.2)
        self._port.write(b"\n")

    def until(self, kind: str, **fields: object) -> Message:
        """Give the next message of a kind with these fields."""
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            message = opened(self._port.readline().strip())
            if message is not None and message["t"] == kind and fields.items() <= message.items():
                return message
        raise AssertionError(f"the hub said no {kind} {fields}")

    def ask(self, number: int, answer: str, **fields: object) -> Message:
        """Send a command; give its answer."""
        self._port.write(seal(fields | {"n": number}))
        return self.until(answer, a=number)

    def acknowledge(self, event: int) -> None:
        """Take events up to this one."""
        self._port.write(seal({"t": "ack", "e": event}))

    def close(self) -> None:
        """Leave the hub alone."""
        self._port.close()


@pytest.fixture
def board() -> Board:
    board = Board(PORT)
    board.ask(1, "hello", t="open", v=1, s="5e7c0a11")
    return board


def test_a_real_hub_knows_its_readers_and_its_loop_is_short(board: Board) -> None:
    hello = board.ask(2, "hello", t="open", v=1, s="5e7c0a11")
    readers = [index for index, version in enumerate(hello["rd"]) if version not in (0, 255)]
    board.ask(3, "ok", t="cfg", id=1, rd=sum(1 << index for index in readers))
    time.sleep(5.0)

    health = board.ask(4, "health", t="health")

    assert readers, "no reader answers: look at its 3.3 V, ground, and the wires of firmware/pico/README.md"
    assert health["loop"][0] < 5_000
    assert all(reader == 0 or reader[2] == 0 for reader in health["rd"])


def test_a_real_reader_reads_a_card(board: Board) -> None:
    board.ask(3, "ok", t="cfg", id=2, rd=1)
    board.until("tags", r=0, u=[])
    print("\nlay a card on reader 0")

    card = board.until("tags", r=0)

    assert len(card["u"]) == 1
