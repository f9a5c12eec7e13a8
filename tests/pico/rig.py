"""A hub and a host with a lossy line between them, and hands that lay, lift and press; one seed, one story."""

from __future__ import annotations

from random import Random
from typing import Any

from tacohub.hub import BUTTONS, SENSORS

from pico.desk import Desk, Running
from pico.host import Host, presses
from pico.lossy import LossyLine

CONFIG: dict[str, Any] = {"t": "cfg", "id": 77, "rd": 7, "se": 511, "bt": 255, "led": 4, "hold": 0}
CARDS = (*tuple(f"04{number:02X}A5{255 - number:02X}C3D4E5" for number in range(40)), "DEADBEEF", "0BADF00D")
SHORTEST_TOUCH_MS = 60


class Rig:
    """One hub, which may start anew, and its host. Time goes on in steps of a millisecond."""

    def __init__(self, seed: int, every: int = 500) -> None:
        self.chance = Random(seed)
        self.starts = 0
        self.hub = self._start_hub(5_000.0)
        self.now_ms = 5_000.0
        self.to_hub = LossyLine(self.chance, every)
        self.to_host = LossyLine(self.chance, every)
        self.host = Host(self._send, CONFIG, self.chance)
        self.pressed: dict[str, int] = {}
        """How often each button was really pressed."""
        self.taken: dict[str, int] = {}
        """Presses that the hub had felt and not got through to the host when its power went: they are lost."""
        self.lain: list[set[str]] = [set(), set(), set()]
        """Every tag that ever lay on each reader."""
        self.waits = 0
        self._held_back = bytearray()
        self._busy_until: dict[int, float] = {}

    def _start_hub(self, now_ms: float) -> Running:
        self.starts += 1
        return Running(Desk(boot=f"{self.starts:08x}", start_ms=int(now_ms)), round_us=400)

    def _send(self, data: bytes) -> None:
        self._held_back += data

    def is_known(self) -> bool:
        """Tell whether the host has believed a snapshot of this start of the hub: until then displays say "wait"."""
        return self.host.boot == self.hub.desk.boot and self.host.event is not None

    # Hands.

    def lay(self, reader: int, tags: tuple[str, ...]) -> None:
        self.hub.desk.tags[reader] = tags
        self.lain[reader].update(tags)

    def touch(self, contact: int) -> None:
        """Press or release, never faster than a finger does."""
        if self.now_ms < self._busy_until.get(contact, 0.0):
            return
        self._busy_until[contact] = self.now_ms + SHORTEST_TOUCH_MS
        is_press = not self.hub.desk.closed >> contact & 1
        self.hub.desk.touch(contact, is_press)
        if contact >= SENSORS:
            name = f"b{contact - SENSORS}"
            self.pressed[name] = self.pressed.get(name, 0) + is_press

    def reset(self) -> None:
        """Let the hub's power dip: it forgets everything, hands and cards stay where they are."""
        old = self.hub
        for button in range(BUTTONS):
            name = f"b{button}"
            felt = old.hub._contacts.counts[SENSORS + button]
            told = self.host.counts.get(f"{old.desk.boot} {name}", felt)
            self.taken[name] = self.taken.get(name, 0) + presses(told, felt)
        self.waits += old.desk.link.waits
        self.hub = self._start_hub(self.now_ms)
        self.hub.desk.tags = old.desk.tags
        self.hub.desk.closed = old.desk.closed

    # Time.

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms):
            self.now_ms += 1
            if not self.to_hub.is_stalled(self.now_ms, 1.0) and self._held_back:
                self.hub.send(self.to_hub.spoil(bytes(self._held_back)))
                self._held_back.clear()
            self.hub.desk.link.is_stalled = self.to_host.is_stalled(self.now_ms, 1.0)
            self.hub.run(self.now_ms - self.hub.desk.us / 1000)
            if self.hub.told:
                self.host.receive(self.to_host.spoil(bytes(self.hub.told)), self.now_ms)
                self.hub.told.clear()
            self.host.tick(self.now_ms)

    def messages(self) -> int:
        """How many lines have got through, both ways."""
        return self.host.lines_taken + self.hub.hub._dialogue.taken

    def calm(self) -> None:
        """Let no more faults come, and give everything the time to settle."""
        self.to_hub.is_faulty = self.to_host.is_faulty = False
        self.run(6_000)
        self.host.want_snap()
        self.run(500)
