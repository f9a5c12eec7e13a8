"""The commands and answers of the PN532 that a card table needs: bodies of information frames.

Source: PN532 user manual (NXP UM0701-02), section 7. An answer's code is its command's code plus one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from tacotable_drivers.ports import DriverError


class WireError(DriverError, ValueError):
    """Bytes passed their checksum but do not say what they should."""


class Code(IntEnum):
    """Command codes; section numbers of UM0701-02 beside them."""

    GET_FIRMWARE_VERSION = 0x02  # §7.2.2
    SAM_CONFIGURATION = 0x14  # §7.2.10
    RF_CONFIGURATION = 0x32  # §7.3.1
    IN_LIST_PASSIVE_TARGET = 0x4A  # §7.3.5
    IN_RELEASE = 0x52  # §7.3.11


SAM_NORMAL = bytes([Code.SAM_CONFIGURATION, 0x01, 0x00, 0x00])
"""Normal mode: no security module, no timeout, no IRQ pin."""
GET_FIRMWARE_VERSION = bytes([Code.GET_FIRMWARE_VERSION])
RF_OFF = bytes([Code.RF_CONFIGURATION, 0x01, 0x00])
"""The field (item 01) off. Without it a card left in place answers only every second listing."""
MOST_TARGETS = 2
IN_RELEASE_ALL = bytes([Code.IN_RELEASE, 0x00])


def max_retries(passive: int) -> bytes:
    """Configure how often a listing looks again (0..254, in item 05); 255 is forever: an empty field never answers."""
    return bytes([Code.RF_CONFIGURATION, 0x05, 0xFF, 0x01, passive])


def list_passive_targets(most: int) -> bytes:
    """List at most 1 or 2 ISO 14443 type A tags; the chip cannot list more."""
    if not 1 <= most <= MOST_TARGETS:
        raise ValueError(f"a PN532 lists 1 or 2 tags, not {most}")
    return bytes([Code.IN_LIST_PASSIVE_TARGET, most, 0x00])


def answer(code: Code, rest: bytes = b"") -> bytes:
    """Write the body that answers a command.

    >>> answer(Code.SAM_CONFIGURATION).hex()
    '15'
    """
    return bytes([code + 1]) + rest


def is_answer(body: bytes, code: int) -> bool:
    """Return whether this body answers that command."""
    return body[:1] == bytes([code + 1])


@dataclass(frozen=True, slots=True)
class Firmware:
    """What GetFirmwareVersion answers; the kind of chip `ic` is 32 (hex) for a PN532."""

    ic: int = 0x32
    version: int = 1
    revision: int = 6
    support: int = 0x07

    def encode(self) -> bytes:
        """Write the answer's body."""
        return answer(Code.GET_FIRMWARE_VERSION, bytes([self.ic, self.version, self.revision, self.support]))


def decode_firmware(body: bytes) -> Firmware:
    """Read the answer to GetFirmwareVersion; raises WireError."""
    if not is_answer(body, Code.GET_FIRMWARE_VERSION) or len(body) != 5:
        raise WireError(f"not a firmware version: {body.hex(' ')}")
    return Firmware(*body[1:])


@dataclass(frozen=True, slots=True)
class Target:
    """One type A tag as the chip lists it.

    `sens_res` is ATQA as sent (two bytes), `sel_res` SAK, `uid` 4, 7 or 10 bytes. `ats` is there when SAK has
    bit 20 (ISO 14443-4) and the tag answers to RATS, without its length byte.
    """

    uid: bytes
    sens_res: bytes = b"\x00\x44"
    sel_res: int = 0x00
    ats: bytes = b""

    @property
    def tag(self) -> str:
        """The tag's number as the rest of the table writes it: upper-case hex."""
        return self.uid.hex().upper()

    def encode(self, number: int) -> bytes:
        """Write the target record with its logical number (1 or 2)."""
        record = bytes([number]) + self.sens_res + bytes([self.sel_res, len(self.uid)]) + self.uid
        return record + (bytes([len(self.ats) + 1]) + self.ats if self.sel_res & 0x20 else b"")


def encode_targets(targets: Iterable[Target]) -> bytes:
    """Write the answer to InListPassiveTarget; without targets it says that none was found."""
    records = [target.encode(number) for number, target in enumerate(targets, start=1)]
    return answer(Code.IN_LIST_PASSIVE_TARGET, bytes([len(records)]) + b"".join(records))


def decode_targets(body: bytes) -> tuple[Target, ...]:
    """Read the answer to InListPassiveTarget; raises WireError when a record is cut or something follows."""
    if not is_answer(body, Code.IN_LIST_PASSIVE_TARGET) or len(body) < 2:
        raise WireError(f"not a list of targets: {body.hex(' ')}")
    targets = next(_ways(body[2:], body[1]), None) if body[1] <= MOST_TARGETS else None
    if targets is None:
        raise WireError(f"a target record is cut or odd, or something follows the last one: {body.hex(' ')}")
    return targets


def _ways(rest: bytes, count: int) -> Iterator[tuple[Target, ...]]:
    """Yield each way to read bytes as so many records: with an ATS by its length byte, or without one."""
    if not count:
        yield from [()] * (not rest)
        return
    uid_end = 5 + rest[4] if len(rest) > 4 and rest[4] in (4, 7, 10) else len(rest) + 1
    has_ats = uid_end < len(rest) and rest[3] & 0x20 and rest[uid_end]
    for end in (uid_end + rest[uid_end], uid_end) if has_ats else (uid_end,):
        if end <= len(rest):
            target = Target(rest[5:uid_end], rest[1:3], rest[3], ats=rest[uid_end + 1 : end])
            yield from ((target, *others) for others in _ways(rest[end:], count - 1))
