"""What lies on and touches a hub's simulated board, as a small file that two processes share.

The simulated table writes it; the hub's program, running in its own interpreter, reads it at every look. A serial
number at both ends lets the reader see whether it caught the writer in the middle. This module runs in MicroPython too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip

SIZE = 96
READERS = 3
_CLOSED = 4  # 4 bytes
_MORE = 8  # 2 bytes
_HAS_MORE = 10
_READERS_AT = 12
_READER_SIZE = 26  # fault, dips, count, one spare byte, two tags of 1 + 10 bytes
_TAG_SIZE = 11
_END = 92

WELL = 0
SILENT = 1
DEAF = 2
CORRUPT = 3
STUCK = 4  # Its bus stands still in the middle of a byte; only the emulated chip can suffer that.


class World:
    """The bytes of the file, with names."""

    def __init__(self) -> None:
        self.bytes = bytearray(SIZE)

    def is_whole(self) -> bool:
        """Return whether the writer had finished."""
        return self.bytes[0:4] == self.bytes[_END : _END + 4]

    def number(self) -> int:
        """Return the number of this state."""
        return int.from_bytes(self.bytes[0:4], "little")

    def count_up(self) -> None:
        """Mark the next state, at both ends."""
        number = self.number() + 1 & 0xFFFFFFFF
        self.bytes[0:4] = self.bytes[_END : _END + 4] = number.to_bytes(4, "little")

    def closed(self) -> int:
        """Return the mask of the closed contacts: bits 0..8 sensors, 9..16 buttons."""
        data = self.bytes
        return data[_CLOSED] | data[_CLOSED + 1] << 8 | data[_CLOSED + 2] << 16

    def close(self, mask: int) -> None:
        """Close exactly these contacts."""
        self.bytes[_CLOSED : _CLOSED + 4] = mask.to_bytes(4, "little")

    def more(self) -> int:
        """Return the mask of the closed inputs of the expander, -1 when there is none."""
        return self.bytes[_MORE] | self.bytes[_MORE + 1] << 8 if self.bytes[_HAS_MORE] else -1

    def close_more(self, mask: int) -> None:
        """Close exactly these inputs of the expander; -1 disconnects it."""
        self.bytes[_HAS_MORE] = 0 if mask < 0 else 1
        self.bytes[_MORE : _MORE + 2] = max(mask, 0).to_bytes(2, "little")

    def fault(self, reader: int) -> int:
        """Return what is wrong with a reader: WELL, SILENT, DEAF, CORRUPT or STUCK."""
        return self.bytes[_READERS_AT + reader * _READER_SIZE]

    def break_reader(self, reader: int, fault: int) -> None:
        """Break a reader in one way."""
        self.bytes[_READERS_AT + reader * _READER_SIZE] = fault

    def afflict(self, reader: int, chip: "Mfrc522Chip", spoils: "Callable[[int], int]") -> None:
        """Apply its fault to a reader's chip; `spoils` says how answers become corrupt."""
        fault = self.fault(reader)
        chip.is_silent = fault == SILENT
        chip.is_deaf = fault == DEAF
        chip.spoils = spoils if fault == CORRUPT else chip.sound

    def dips(self, reader: int) -> int:
        """Count the dips of a reader's supply, 0..255 and round again."""
        return self.bytes[_READERS_AT + reader * _READER_SIZE + 1]

    def dip(self, reader: int) -> None:
        """Dip a reader's supply once."""
        place = _READERS_AT + reader * _READER_SIZE + 1
        self.bytes[place] = self.bytes[place] + 1 & 255

    def tags(self, reader: int) -> tuple[bytes, ...]:
        """Return the numbers of the tags that a reader's antenna hears, at most two."""
        start = _READERS_AT + reader * _READER_SIZE
        found = []
        for index in range(self.bytes[start + 2]):
            place = start + 4 + index * _TAG_SIZE
            found.append(bytes(self.bytes[place + 1 : place + 1 + self.bytes[place]]))
        return tuple(found)

    def lay(self, reader: int, uids: tuple[bytes, ...]) -> None:
        """Put exactly these tags, at most two, into the field of a reader's antenna."""
        start = _READERS_AT + reader * _READER_SIZE
        self.bytes[start + 2] = len(uids)
        for index, uid in enumerate(uids):
            place = start + 4 + index * _TAG_SIZE
            self.bytes[place] = len(uid)
            self.bytes[place + 1 : place + 1 + len(uid)] = uid
