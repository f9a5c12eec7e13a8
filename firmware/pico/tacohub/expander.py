"""Sixteen more contacts on an MCP23017, looked at every few milliseconds.

Source: MCP23017 data sheet, §3.5, registers of IOCON.BANK = 0.
"""

from tacohub.clock import difference, plus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.ports import Registers

ADDRESS = 0x20
_IODIR = 0x00
_GPPU = 0x0C
_GPIO = 0x12
PERIOD_MS = 4
RETRY_MS = 500
_MISSES = 3


class Expander:
    """The chip; `levels` is the mask of what touches now. `is_answering` is believed for a few failed looks."""

    def __init__(self, registers: "Registers", mask: int) -> None:
        self.levels = 0
        self.is_answering = False
        self._registers = registers
        self._mask = mask
        self._pair = bytearray(2)
        self._is_set_up = False
        self._misses = _MISSES
        self._due_at = -1

    def look(self, now: int) -> bool:
        """Read the chip if it is time; True when it has just fallen silent or come back."""
        if self._due_at >= 0 and difference(now, self._due_at) < 0:
            return False
        try:
            self._read()
        except OSError:
            return self._miss(now)
        self._due_at = plus(now, PERIOD_MS)
        self._misses = 0
        was_answering, self.is_answering = self.is_answering, True
        return not was_answering

    def _read(self) -> None:
        if not self._is_set_up:
            self._registers.write(_IODIR, b"\xff\xff")
            self._registers.write(_GPPU, b"\xff\xff")
            self._is_set_up = True
        self._registers.read_into(_GPIO, self._pair)
        self.levels = ~(self._pair[0] | self._pair[1] << 8) & self._mask

    def _miss(self, now: int) -> bool:
        """Count a failed look; a chip that was gone may have lost its pull-ups, so it is set up again."""
        self._is_set_up = False
        self._misses += 1
        self._due_at = plus(now, PERIOD_MS if self._misses < _MISSES else RETRY_MS)
        if self._misses < _MISSES:
            return False
        was_answering, self.is_answering = self.is_answering, False
        return was_answering
