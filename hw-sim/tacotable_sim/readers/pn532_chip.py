"""The command set of an emulated PN532: what each command changes and answers. It knows no wire and no clock.

Source: PN532 user manual (NXP UM0701-02), section 7; the sections are named beside the commands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias

from tacotable_drivers.wire.pn532_messages import Code, Firmware, Target, encode_targets
from tacotable_sim.hub.mfrc522_tags import another, is_random
from tacotable_sim.readers import ntag

if TYPE_CHECKING:
    from tacotable_sim.readers.antenna import Antenna

BAUDS = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000)
FOREVER = 0xFF
CIU_RX_MODE = 0x6303
CIU_FIFO_DATA = 0x6339
SENS_REQ = 0x26  # It stays in the FIFO when no tag answered.
_OK = b"\x00"
_TIMED_OUT = b"\x01"
_WRONG_CONTEXT = b"\x27"


@dataclass(frozen=True, slots=True)
class Answer:
    """The chip answers: the body of its frame, and the baud rate it takes once the host has acknowledged."""

    body: bytes
    new_baud: int | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """The chip looks for tags: `tries` times at most, or for ever (None). `wanted` is the one number it takes."""

    most: int
    tries: int | None
    wanted: bytes
    is_type_a: bool


Result: TypeAlias = Answer | Search | None  # None: unknown, or of a wrong length: a syntax error frame.


class Chip:
    """One chip over one antenna.

    A tag that was selected stays selected while the field is on, and then does not answer the next request.
    This is why a card left in place answers only every second listing, unless the field goes off in between. Where
    `holds_selected`, it answers none until then, however often it is asked: which of the two holds is not documented.
    """

    def __init__(self, antenna: Antenna, *, holds_selected: bool = False) -> None:
        self._antenna = antenna
        self._holds_selected = holds_selected
        self._drawn: dict[str, str] = {}  # The number of each phone or bank card since the field returned.
        self.reset()
        self._commands: dict[int, Callable[[bytes], Result]] = {
            0x00: self._diagnose,
            Code.GET_FIRMWARE_VERSION: lambda _: Answer(Firmware().encode()),
            0x04: self._general_status,
            0x06: self._read_register,
            0x08: self._write_register,
            0x10: self._set_baud,
            0x12: lambda _: Answer(b"\x13"),
            Code.SAM_CONFIGURATION: self._configure_sam,
            0x16: self._power_down,
            Code.RF_CONFIGURATION: self._configure_rf,
            0x40: self._exchange,
            0x42: self._communicate,
            0x44: partial(self._let_go, b"\x45"),
            Code.IN_LIST_PASSIVE_TARGET: self._list_targets,
            Code.IN_RELEASE: partial(self._let_go, b"\x53"),
            0x54: self._select,
        }

    def reset(self) -> None:
        """Start with the values after power-up (section 7.3.1 and 7.2.10)."""
        self._passive_retries = FOREVER
        self._has_field = self._is_configured = False
        self._registers = {CIU_RX_MODE: 0x80}
        self.is_asleep = True
        self._forget()

    def _forget(self) -> None:
        self._targets: dict[int, str] = {}
        self._mute: set[str] = set()

    def execute(self, body: bytes) -> Result:
        """Carry out one command: its code and its parameters."""
        command = self._commands.get(body[0])
        return command(body[1:]) if command else None

    def look(self, search: Search) -> tuple[str, ...]:
        """Try once to find tags; the numbers found, at most `search.most`."""
        in_field = tuple(self._drawn.get(tag, tag) for tag in self._antenna.heard())
        mute = self._mute.union(self._targets.values())
        # Of this antenna's frequency (13.56 MHz) are tags with numbers of 4, 7 or 10 bytes.
        there = [tag for tag in in_field if tag not in mute and len(tag) in (8, 14, 20)]
        listening = [tag for tag in there if not search.wanted or bytes.fromhex(tag) == search.wanted]
        self._mute = mute.intersection(in_field) if self._holds_selected else set()
        self._targets = {}
        self._has_field = True
        self._registers[CIU_FIFO_DATA] = SENS_REQ
        if not (search.is_type_a and listening):
            return ()
        self._targets = dict(enumerate(listening[: search.most], start=1))
        self._registers[CIU_FIFO_DATA] = 0x00
        return tuple(self._targets.values())

    def _diagnose(self, parameters: bytes) -> Result:
        """Diagnose (7.2.1): the line test gives everything back; ROM and RAM are well."""
        if parameters[:1] == b"\x00":
            return Answer(b"\x01" + parameters)
        return Answer(b"\x01" + _OK) if parameters in (b"\x01", b"\x02") else None

    def _general_status(self, _: bytes) -> Result:
        """GetGeneralStatus (7.2.3): no error, the field, the targets at 106 kbit/s, no security module."""
        targets = b"".join(bytes([number, 0, 0, 0]) for number in self._targets)
        return Answer(bytes([0x05, 0, self._has_field, len(self._targets)]) + targets + b"\x00")

    def _read_register(self, parameters: bytes) -> Result:
        """ReadRegister (7.2.4): two address bytes each."""
        if not parameters or len(parameters) % 2:
            return None
        addresses = [int.from_bytes(parameters[at : at + 2], "big") for at in range(0, len(parameters), 2)]
        return Answer(b"\x07" + bytes(self._registers.get(address, 0) for address in addresses))

    def _write_register(self, parameters: bytes) -> Result:
        """WriteRegister (7.2.5): two address bytes and a value each."""
        if not parameters or len(parameters) % 3:
            return None
        for at in range(0, len(parameters), 3):
            self._registers[int.from_bytes(parameters[at : at + 2], "big")] = parameters[at + 2]
        return Answer(b"\x09")

    def _set_baud(self, parameters: bytes) -> Result:
        """SetSerialBaudRate (7.2.8): it holds once the host has acknowledged the answer."""
        if len(parameters) != 1 or parameters[0] >= len(BAUDS):
            return None
        return Answer(b"\x11", new_baud=BAUDS[parameters[0]])

    def _configure_sam(self, parameters: bytes) -> Result:
        """SAMConfiguration (7.2.10): modes 1 to 4."""
        if not parameters or parameters[0] not in range(1, 5):
            return None
        self._is_configured = True
        return Answer(b"\x15")

    def _power_down(self, parameters: bytes) -> Result:
        """PowerDown (7.2.11)."""
        if not parameters:
            return None
        self.is_asleep = True
        self._switch_field(on=False)
        return Answer(b"\x17" + _OK)

    def _configure_rf(self, parameters: bytes) -> Result:
        """RFConfiguration (7.3.1): item 1 is the field, item 5 the retries; others change nothing here."""
        if len(parameters) < 2:
            return None
        item, values = parameters[0], parameters[1:]
        if item == 0x01:
            self._switch_field(on=bool(values[0] & 0x01))
        if item == 0x05 and len(values) == 3:
            self._passive_retries = values[2]
        return Answer(b"\x33")

    def _list_targets(self, parameters: bytes) -> Result:
        """InListPassiveTarget (7.3.5): at most two, and only after SAMConfiguration."""
        if len(parameters) < 2 or parameters[0] not in (1, 2) or not self._is_configured:
            return None
        retries = self._passive_retries
        tries = None if retries == FOREVER else retries + 1
        return Search(parameters[0], tries, _plain(parameters[2:]), is_type_a=parameters[1] == 0x00)

    def _exchange(self, parameters: bytes) -> Result:
        """InDataExchange (7.3.8): a tag's NAK is a time-out for the host."""
        tag = self._targets.get(parameters[0]) if parameters else None
        if tag is None:
            return Answer(b"\x41" + _WRONG_CONTEXT)
        told = self._ask_tag(tag, parameters[1:])
        return Answer(b"\x41" + (_OK + told if told and told != ntag.NAK else _TIMED_OUT))

    def _communicate(self, parameters: bytes) -> Result:
        """InCommunicateThru (7.3.9): raw; the host gets the check bytes when register RxMode says so (bit 7)."""
        tag = next(iter(self._targets.values()), None)
        told = self._ask_tag(tag, parameters) if tag else None
        if told is None:
            return Answer(b"\x43" + _TIMED_OUT)
        is_checked = self._registers.get(CIU_RX_MODE, 0) & 0x80
        check = b"" if is_checked or told == ntag.NAK else ntag.crc_a(told)
        return Answer(b"\x43" + _OK + told + check)

    def _select(self, parameters: bytes) -> Result:
        """InSelect (7.3.12)."""
        is_known = bool(parameters) and parameters[0] in self._targets
        return Answer(b"\x55" + (_OK if is_known else _WRONG_CONTEXT))

    def _ask_tag(self, tag: str, command: bytes) -> bytes | None:
        """Return what the tag says, if it is there still and is an NTAG213 (a seven-byte number)."""
        if tag not in self._antenna.heard() or len(tag) != 14:
            return None
        return ntag.reply(bytes.fromhex(tag), command)

    def _let_go(self, answer: bytes, parameters: bytes) -> Result:
        """InDeselect (7.3.10) and InRelease (7.3.11): 0 is every target."""
        number = parameters[0] if parameters else 0
        self._targets = {k: tag for k, tag in self._targets.items() if number not in (0, k)}
        return Answer(answer + _OK)

    def _switch_field(self, *, on: bool) -> None:
        self._has_field = on
        if not on:
            self._forget()
            phones = [tag for tag in self._antenna.heard() if is_random(bytes.fromhex(tag))]
            self._drawn = {tag: another(bytes.fromhex(self._drawn.get(tag, tag))).hex().upper() for tag in phones}


@lru_cache(maxsize=256)
def list_answer(tags: tuple[str, ...]) -> bytes:
    """Write the answer to InListPassiveTarget for these tag numbers."""
    return encode_targets([_target(bytes.fromhex(tag)) for tag in tags])


def _target(uid: bytes) -> Target:
    """Return what a tag says of itself: one of seven bytes is an NTAG213, one of four a MIFARE Classic 1K."""
    if len(uid) == 4:
        return Target(uid, b"\x00\x04", 0x08)
    return Target(uid, b"\x00\x44" if len(uid) == 7 else b"\x00\x84", 0x00)


def _plain(asked: bytes) -> bytes:
    """Remove the cascade tags (88) from the number that a listing asks for."""
    parts = [asked[at : at + 4] for at in range(0, len(asked), 4)]
    return b"".join(part[1:] if len(part) == 4 and part[0] == 0x88 and len(asked) > 4 else part for part in parts)
