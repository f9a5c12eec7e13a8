"""An emulated PN532 on a serial line: it wakes, acknowledges, works for as long as a real one, and answers.

Source: PN532 user manual (NXP UM0701-02), sections 6.2 (frames) and 7.2.11 (waking). RF times are estimates.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from typing import TYPE_CHECKING

from tacotable_drivers.wire import pn532 as wire
from tacotable_sim.cables.cable import wire_time_s
from tacotable_sim.readers.pn532_chip import Answer, Chip, Search, list_answer

if TYPE_CHECKING:
    from random import Random

    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_sim.readers.antenna import Antenna

BAUD = 115_200  # The speed of a chip that has just started (UM0701-02 §6.2).
WAKE_EDGES = 5
DEAF_S = 0.0003  # After the waking edge the oscillator starts; bytes of this time are lost.
ACK_AFTER_S = 0.0002
WORK_S = 0.0005  # A command without radio, from its ACK to its answer.
TRY_S = 0.005  # One request into an empty field.
FOUND_S = 0.006  # Anticollision and selection of one tag.


class Pn532:
    """The emulator; `Emulator` of `cable`. `holds_selected` is the harsher of two readings of the chip (`Chip`)."""

    def __init__(self, clock: AbstractEventLoop, antenna: Antenna, *, holds_selected: bool = False) -> None:
        self.commands = 0
        self.send: Callable[[bytes], None] = lambda data: None
        self._clock = clock
        self._chip = Chip(antenna, holds_selected=holds_selected)
        self._work: TimerHandle | None = None
        self.power(False)

    def power(self, on: bool) -> None:
        """Switch the supply; everything starts anew, asleep."""
        self._is_powered = on
        self._abort()
        self._chip.reset()
        self._decoder = wire.FrameDecoder()
        self.baud = BAUD
        self._next_baud: int | None = None
        self._edges, self._last_answer = 0, b""

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host; the last of them has just ended."""
        if not self._is_powered:
            return
        if self._chip.is_asleep:
            data = self._wake(data)
        for frame in self._decoder.feed(data):
            self._take(frame)

    def _wake(self, data: bytes) -> bytes:
        """Count edges; give the bytes that come after the chip has woken and its oscillator runs."""
        for at in range(len(data)):
            self._edges += wire.rising_edges(data[at : at + 1])
            if self._edges >= WAKE_EDGES:
                self._edges = 0
                self._chip.is_asleep = False
                lost = round(DEAF_S / wire_time_s(1, self.baud))
                return data[at + 1 + lost :]
        return b""

    def _take(self, frame: wire.Frame) -> None:
        match frame:
            case wire.Handshake.ACK:
                self._abort()
                if self._next_baud is not None:
                    self.baud, self._next_baud = self._next_baud, None
            case wire.Handshake.NACK:
                self.send(self._last_answer)
            case wire.Message(wire.Sender.HOST, body):
                self._abort()  # a command that runs is given up
                self.commands += 1
                self._after(ACK_AFTER_S, lambda: self._acknowledge(body))
            case _:
                pass  # the chip's own frames come back only on a shorted cable

    def _acknowledge(self, body: bytes) -> None:
        self.send(wire.ACK)
        result = self._chip.execute(body)
        match result:
            case Answer(answer, new_baud):
                self._next_baud = new_baud
                self._after(WORK_S, lambda: self._answer(wire.encode(wire.Message(wire.Sender.CHIP, answer))))
            case Search(tries=tries):
                self._after(TRY_S, lambda: self._try(result, tries))
            case None:
                self._after(WORK_S, lambda: self._answer(wire.SYNTAX_REFUSAL))

    def _try(self, search: Search, tries: int | None) -> None:
        """Look once; go on until a tag was found or the tries are used up."""
        found = self._chip.look(search)
        left = None if tries is None else tries - 1
        if not found and left != 0:
            self._after(TRY_S, lambda: self._try(search, left))
            return
        frame = wire.encode(wire.Message(wire.Sender.CHIP, list_answer(found)))
        if found:
            self._after(FOUND_S * len(found), lambda: self._answer(frame))
        else:
            self._answer(frame)

    def _answer(self, frame: bytes) -> None:
        self._work = None
        self._last_answer = frame
        self.send(frame)

    def _after(self, delay_s: float, callback: Callable[[], None]) -> None:
        self._work = self._clock.call_later(delay_s, callback)

    def _abort(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = None


def emulate(spec: ReaderSpec, clock: AbstractEventLoop, antenna: Antenna, chance: Random) -> Pn532:
    """Make the emulator as a reader's spec names it."""
    return Pn532(clock, antenna)
