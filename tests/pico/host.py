"""A host that keeps to the protocol's page and does nothing else: the receiver that the tests of the hub measure by."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

RESEND_MS = 300
SILENCE_MS = 2_000
PING_MS = 1_000
OPEN_MS = 1_000
NUMBERS = 65_535
Message = dict[str, Any]


def seal(message: Message) -> bytes:
    r"""Give the line of a message.

    >>> seal({"t": "ping", "n": 7})
    b'{"t":"ping","n":7}*924f9a25\n'
    """
    text = json.dumps(message, separators=(",", ":"))
    return f"{text}*{zlib.crc32(text.encode()):08x}\n".encode()


def opened(line: bytes) -> Message | None:
    """Give what a line says, None where it must be dropped."""
    body, star, digits = line[:-9], line[-9:-8], line[-8:]
    if len(line) > 511 or star != b"*" or digits != b"%08x" % zlib.crc32(body):
        return None
    try:
        message = json.loads(body)
    except ValueError:
        return None
    return message if isinstance(message, dict) and isinstance(message.get("t"), str) else None


def is_newer(number: int, than: int) -> bool:
    """Tell whether a number comes after another one."""
    return 0 < (number - than) % NUMBERS < 32_768


def presses(before: int, after: int) -> int:
    """Tell how often a contact closed between two values of its counter."""
    return ((after - before) % 256 + (before + 1) % 2) // 2


@dataclass
class Host:
    """One host at one hub. `tags[r]` is None while nobody knows."""

    send: Callable[[bytes], None]
    config: Message
    chance: Random
    boot: str = ""
    tags: dict[int, tuple[str, ...] | None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """Change counters of contacts, by group and place: "b3"."""
    presses: dict[str, int] = field(default_factory=dict)
    told: list[Message] = field(default_factory=list)
    """Events in the order in which they were taken."""
    lines_taken: int = 0
    lines_dropped: int = 0
    losses: int = 0
    snaps: int = 0

    def __post_init__(self) -> None:
        self._buffer = bytearray()
        self._number = self.chance.randrange(1, NUMBERS)
        self._wanted: list[Message] = []
        self._pending: Message | None = None
        self._sent_at = self._opened_at = self._pinged_at = self._heard_at = -1e9
        self._session = ""
        self.event: int | None = None
        """The last event taken; None until a snapshot tells where to begin."""

    def receive(self, data: bytes, now_ms: float) -> None:
        """Take bytes from the hub."""
        self._buffer += data
        *lines, rest = bytes(self._buffer).split(b"\n")
        self._buffer = bytearray(rest[-600:])
        for line in lines:
            self._take(line.rstrip(b"\r"), now_ms)

    def tick(self, now_ms: float) -> None:
        """Do what is due."""
        if self._session and now_ms - self._heard_at >= SILENCE_MS:
            self._lose()
        if not self._session and now_ms - self._opened_at >= OPEN_MS:
            self._open(now_ms)
        if self._pending is not None and now_ms - self._sent_at >= RESEND_MS:
            self._send_pending(now_ms)
        if self.is_open and now_ms - self._pinged_at >= PING_MS:
            self._pinged_at = now_ms
            self._want({"t": "ping"})
        self._send_next(now_ms)

    @property
    def is_open(self) -> bool:
        """Whether the hub has taken this session."""
        return bool(self._session) and self.boot != ""

    def want_snap(self) -> None:
        """Ask for the truth."""
        self._want({"t": "snap"})

    def light(self, number: int, text: str) -> None:
        """Show a picture."""
        self._want({"t": "lights", "id": number, "l": text})

    # Commands.

    def _want(self, message: Message) -> None:
        if all(wanted["t"] != message["t"] for wanted in self._wanted):
            self._wanted.append(message)

    def _open(self, now_ms: float) -> None:
        self._opened_at = now_ms
        self._session = f"{self.chance.getrandbits(32):08x}"
        self.boot = ""
        self.event = None
        self._heard_at = now_ms
        self._pending = None
        self._wanted = [{"t": "open", "v": 1, "s": self._session}]
        self.send(b"\n")

    def _lose(self) -> None:
        self.losses += 1
        self._session = ""
        self._pending = None
        self._wanted = []
        self.tags = dict.fromkeys(self.tags)

    def _send_next(self, now_ms: float) -> None:
        if self._pending is None and self._wanted:
            self._number = self._number % NUMBERS + 1
            self._pending = self._wanted.pop(0) | {"n": self._number}
            self._send_pending(now_ms)

    def _send_pending(self, now_ms: float) -> None:
        assert self._pending is not None
        self._sent_at = now_ms
        self.send(seal(self._pending | self._acknowledgement()))

    def _acknowledgement(self) -> Message:
        return {"e": self.event} if self.event else {}

    # What the hub says.

    def _take(self, line: bytes, now_ms: float) -> None:
        message = opened(line)
        if message is None:
            self.lines_dropped += bool(line)
            return
        self.lines_taken += 1
        self._heard_at = now_ms
        if message.get("boot", self.boot) != self.boot and message["t"] != "hello":
            self._open(now_ms)
            return
        if self._pending is not None and message.get("a") == self._pending["n"]:
            self._pending = None
        if message["t"] == "hello":
            self._meet(message, now_ms)
        elif message["t"] == "snap":
            self._believe(message)
        elif message["t"] == "pong" and self.event is not None and is_newer(message["e"], self.event):
            self.want_snap()
        elif "n" in message and self.event is not None:
            self._event(message, now_ms)

    def _meet(self, message: Message, now_ms: float) -> None:
        if message["s"] != self._session:
            if now_ms - self._opened_at > RESEND_MS:
                self._open(now_ms)
            return
        if self.boot == message["boot"]:
            return
        self.boot = message["boot"]
        self._want(self.config)
        self.want_snap()

    def _believe(self, message: Message) -> None:
        if not self.is_open:
            return
        self.snaps += 1
        self.event = message["e"]
        for reader, state in enumerate(message["rd"]):
            if state != 0:
                self._lies(reader, state[2])
        for group, key, used in (("s", "se", self.config["se"]), ("b", "bt", self.config["bt"])):
            state = message[key]
            if state == 0:
                continue
            places = [place for place in range(16) if used >> place & 1]
            for place, count in zip(places, state[1:], strict=True):
                self._count(f"{group}{place}", count)
        self.send(seal({"t": "ack"} | self._acknowledgement()))

    def _event(self, message: Message, now_ms: float) -> None:
        assert self.event is not None
        if message["n"] == self.event % NUMBERS + 1:
            self.event = message["n"]
            self.told.append(message)
            if message["t"] == "tags":
                self._lies(message["r"], message["u"])
            elif message["t"] == "in":
                self._count(f"{message['g']}{message['i']}", message["k"])
        elif is_newer(message["n"], self.event):
            self.want_snap()
            return
        self.send(seal({"t": "ack", "e": self.event}))

    def _lies(self, reader: int, tags: list[str] | None) -> None:
        self.tags[reader] = None if tags is None else tuple(tags)

    def _count(self, contact: str, count: int) -> None:
        """Take a counter; the first one of a start of the hub is where counting begins."""
        key = f"{self.boot} {contact}"
        before = self.counts.get(key)
        if before is not None:
            self.presses[contact] = self.presses.get(contact, 0) + presses(before, count)
        self.counts[key] = count
