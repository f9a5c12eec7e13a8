"""Runs in MicroPython: lets a hub go round with the heap locked, so that taking any memory is an error.

The heap is open only inside the simulated chips, and where the hub ticks off a second. Prints a line for each situation
that went well.
"""

# No types here: only MicroPython runs this, and the made-up board is a few lines.
# mypy: ignore-errors

import micropython
from tacohub.hub import Hub
from tacohub.wire import seal

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip

SEVEN = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
OTHER = b"\x04\xa1\xb2\xc3\xd4\xe5\xf7"
FOUR = b"\xde\xad\xbe\xef"


class Link:
    """A line to a host that has said all it wanted to say, and reads everything."""

    def __init__(self):
        self.to_hub = b""
        self._place = 0

    def read(self):
        if self._place >= len(self.to_hub):
            return -1
        self._place += 1
        return self.to_hub[self._place - 1]

    def is_writable(self):
        return True

    def write(self, data):
        return len(data)


class Bus:
    """The chips' models, which take memory; the heap is open for them."""

    def __init__(self, chips):
        self.is_locked = False
        self._chips = chips
        self._chosen = None

    def choose(self, chip, level):
        self._chosen = None if level else chip
        chip.select(level)

    def write(self, data):
        self._open()
        for byte in data:
            self._chosen.exchange(byte)
        self._lock()

    def write_readinto(self, sent, received):
        self._open()
        for index in range(len(sent)):
            received[index] = self._chosen.exchange(sent[index])
        self._lock()

    def _open(self):
        if self.is_locked:
            micropython.heap_unlock()

    def _lock(self):
        if self.is_locked:
            micropython.heap_lock()


class Select:
    """The select pin of a chip."""

    def __init__(self, bus, chip):
        self._bus = bus
        self._chip = chip

    def __call__(self, level):
        self._bus.choose(self._chip, level)


class Strip:
    """Lights that nobody sees."""

    def show(self, colours):
        pass


class Board:
    """A board with three pads, whose tags are `tags`."""

    identity = "E66118604B1F2A27"
    python = "1.28.0"
    boot = "9f3a01bc"
    start = "power"
    resets = 0

    def __init__(self):
        self.tags = ()
        self._us = 1000
        self.link = Link()
        self.chips = [Mfrc522Chip(self._now, self._heard) for _ in range(3)]
        self.spi = Bus(self.chips)
        self.selects = tuple([Select(self.spi, chip) for chip in self.chips])

    def _heard(self):
        return self.tags

    def _now(self):
        return self._us

    def ticks_us(self):
        self._us += 60
        return self._us

    def ticks_ms(self):
        return self.ticks_us() // 1000

    def levels(self):
        return 0b101

    def watch(self, index, marks):
        pass

    def strip(self, count):
        return Strip()

    def free_bytes(self):
        return 100000

    def collect(self):
        pass

    def feed_watchdog(self):
        pass

    def rest(self):
        pass


def go_round(hub, board, ms):
    """Let the hub go round for a while."""
    ends = board.ticks_ms() + ms
    while board.ticks_ms() < ends:
        hub.step()


def go_round_locked(hub, board, ms):
    """Let the hub go round with the heap locked; give how many scans ended meanwhile."""
    hub.outbox.drop_all()
    hub._dialogue.heard_at = board.ticks_ms()
    scans = [reader.scans for reader in hub._readers.all]
    ends = board.ticks_ms() + ms
    board.spi.is_locked = True
    micropython.heap_lock()
    while board.ticks_ms() < ends:
        hub.step()
    micropython.heap_unlock()
    board.spi.is_locked = False
    return [reader.scans - before for reader, before in zip(hub._readers.all, scans)]  # noqa: B905  # MicroPython's has no strict


def main():
    """Try each situation in which nothing is told."""
    board = Board()
    said = seal('{"t":"open","n":1,"v":1,"s":"abc"}')
    said += seal('{"t":"cfg","n":2,"id":5,"rd":7,"se":511,"bt":255,"led":9,"hold":0}')
    said += seal('{"t":"lights","n":3,"id":5,"l":"%s"}' % ("ff0000w00ff00d0000fff" * 3))
    board.link.to_hub = said
    hub = Hub(board)
    for name, tags in (("empty", ()), ("a tag", (SEVEN,)), ("two tags", (SEVEN, OTHER)), ("a short tag", (FOUR,))):
        board.tags = tags
        go_round(hub, board, 600)
        print(name, min(go_round_locked(hub, board, 600)) > 3)
    for chip in board.chips:
        chip.spoils = lambda bit_count: 0
    go_round(hub, board, 1500)
    print("garbled", hub._readers.all[0].why, min(go_round_locked(hub, board, 600)) > 3)
    for chip in board.chips:
        chip.is_silent = True
    go_round(hub, board, 1500)
    go_round_locked(hub, board, 600)
    print("no reader", hub._readers.all[0].why)


main()
