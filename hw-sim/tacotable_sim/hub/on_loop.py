"""The reader hub's own program, run by this interpreter on the table's loop: for whole games in virtual time.

The sources are those that a Pico runs, with the chips' models below them; what is not here is MicroPython itself
(`mfrc522_hub` has that, in real time).
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from tacotable_sim.hub.board import SimulatedBoard
from tacotable_sim.hub.contacts import MORE_AT, HubContacts
from tacotable_sim.hub.mfrc522_world import World
from tacotable_sim.hub.program import load_hub

if TYPE_CHECKING:
    from tacohub.hub import Hub

    from tacotable_sim.readers.antenna import Field

USB_BAUD = 10_000_000
"""USB has no such speed; with ten bits a byte this is its megabyte a second."""
ROUND_S = 0.0005
"""One round of the program on a Pico, beside what the readers' bus takes."""
REST_S = 0.001
STARTING_S = 0.25
"""From power to the program's first round: MicroPython boots, and the sources are compiled."""


class HubOnLoop:
    """One hub; `Emulator` of `wire`. `hears` gives the tags of each antenna, `spoils` is what a corrupt reader suffers.

    `on_lights` is told of new pictures.
    """

    def __init__(
        self,
        clock: AbstractEventLoop,
        identity: str,
        hears: Sequence[Field],
        contacts: HubContacts,
        chance: Random,
        spoils: Callable[[int], int],
        on_lights: Callable[[], None] = lambda: None,
    ) -> None:
        self.baud = USB_BAUD
        self.identity = identity
        self.world = World()
        """What the program feels; faults of readers can be put in here."""
        self.rounds = 0
        self.overruns = 0
        """Writes of more than its USB port had room for; on a real board each would have waited for the host."""
        self._clock = clock
        self._hears = hears
        self._contacts = contacts
        self._chance = chance
        self._spoils = spoils
        self._on_lights = on_lights
        self._send: Callable[[bytes], None] = lambda data: None
        self._make_hub = load_hub()
        self._board: SimulatedBoard | None = None
        self._hub: Hub | None = None
        self._timer: TimerHandle | None = None
        self._is_stalled = False
        self._colours = b""
        contacts.on_edge = self._feel_edge

    def connect(self, send: Callable[[bytes], None]) -> None:
        """Connect the cable."""
        self._send = send

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        if self._board is not None:
            self._board.link.to_hub.extend(data)
            self._wake()

    def power(self, on: bool) -> None:
        """Start the program, or cut its power: lights go dark with it."""
        if on == (self._board is not None):
            return
        if on:
            self._start("power", resets=0)
        else:
            self._stop()
            self._show(bytes(len(self._colours)))

    def stall(self, on: bool) -> None:
        """Stall the host's side, or release it: while stalled it accepts nothing."""
        self._is_stalled = on
        if self._board is not None:
            self._board.link.is_stalled = on

    def mark(self) -> int:
        """Return a number which `felt` will have reached when the program has felt the table as it is now."""
        return self.rounds + 1

    def felt(self) -> int:
        """Return how far the program has come."""
        return self.rounds

    def pixels(self) -> list[tuple[int, int, int]]:
        """Return what the lights show: red, green, blue of each."""
        data = self._colours
        return [(data[place], data[place + 1], data[place + 2]) for place in range(0, len(data), 3)]

    def _start(self, why: str, resets: int) -> None:
        boot = f"{self._chance.getrandbits(32):08x}"
        hears = [self._ears(field) for field in self._hears]
        self._board = SimulatedBoard(
            self._now_us,
            self.identity,
            boot,
            self.world,
            hears,
            self._contacts,
            self._spoils,
            self._send_on,
            self._show,
            start=why,
            resets=resets,
        )
        self._board.link.is_stalled = self._is_stalled
        self._timer = self._clock.call_later(STARTING_S, self._begin)

    def _begin(self) -> None:
        if self._board is not None:
            self._board.begin_round()
            self._hub = self._make_hub(self._board)
            self._go_round()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._board = self._hub = self._timer = None

    def _go_round(self) -> None:
        board, hub = self._board, self._hub
        if board is None or hub is None:
            return
        if self.world.more() >= 0:
            self.world.close_more(self._contacts.more())
        self.rounds += 1
        board.begin_round()
        hub.step()
        self.overruns += board.link.take_overruns()
        board.link.flush()
        if hub.is_time_to_restart():
            self._stop()
            if hub.restart_to == "hub":
                self._start("soft", board.resets + 1)
            return
        spent_s = board.spi.spent_us / 1e6
        self._timer = self._clock.call_later(spent_s + (REST_S if board.is_resting else ROUND_S), self._go_round)

    def _wake(self) -> None:
        """End a rest: an interrupt came."""
        if self._board is not None and self._board.is_resting and self._timer is not None:
            self._board.is_resting = False
            self._timer.cancel()
            self._timer = self._clock.call_later(0, self._go_round)

    def _feel_edge(self, place: int) -> None:
        if self._board is not None and place < MORE_AT:
            self._board.feel_edge(place)
            self._wake()

    def _send_on(self, data: bytes) -> None:
        self._send(data)

    def _show(self, colours: bytes) -> None:
        self._colours = colours
        self._on_lights()

    def _now_us(self) -> int:
        return int(self._clock.time() * 1e6)

    @staticmethod
    def _ears(field: Field) -> Callable[[], tuple[bytes, ...]]:
        return lambda: tuple(bytes.fromhex(tag) for tag in field()[:2])
