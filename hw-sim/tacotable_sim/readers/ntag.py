"""The memory and the commands of an NTAG213 sticker (NXP data sheet NTAG213/215/216, sections 8.5 and 10)."""

from __future__ import annotations

PAGES = 45
GET_VERSION = 0x60
READ = 0x30
VERSION = bytes.fromhex("00 04 04 02 01 00 0F 03")  # NXP NTAG, 50 pF, 1.0, 144 bytes, 14443-3 (10.1).
NAK = b"\x00"  # Four bits 0: the argument or the command is invalid (section 9.3).
_CASCADE = 0x88


def crc_a(sent: bytes) -> bytes:
    """Return the two check bytes of ISO 14443-3 type A.

    >>> crc_a(bytes.fromhex("00 00")).hex(" ")
    'a0 1e'
    """
    crc = 0x6363
    for byte in sent:
        mixed = (byte ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc.to_bytes(2, "little")


def memory(uid: bytes, user: bytes = b"\x03\x00\xfe") -> bytes:
    """Return the 180 bytes of a sticker with a 7-byte number; `user` starts at page 4 (here: an empty NDEF).

    Pages 0 to 2 hold the number with its two check bytes, page 3 says that NDEF may follow (section 8.5).
    """
    check_0 = _CASCADE ^ uid[0] ^ uid[1] ^ uid[2]
    check_1 = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    head = uid[:3] + bytes([check_0]) + uid[3:] + bytes([check_1, 0x48, 0x00, 0x00])
    capability = bytes.fromhex("E1 10 12 00")
    tail = bytes.fromhex("00 00 00 BD  04 00 00 FF  00 05 00 00  00 00 00 00  00 00 00 00")
    room = PAGES * 4 - len(head) - len(capability) - len(tail)
    return head + capability + user.ljust(room, b"\x00") + tail


def reply(uid: bytes, command: bytes) -> bytes:
    """Answer a command as the sticker does, without check bytes."""
    if command == bytes([GET_VERSION]):
        return VERSION
    if len(command) == 2 and command[0] == READ and command[1] < PAGES:
        start = command[1] * 4
        return (memory(uid) * 2)[start : start + 16]  # reading past the last page goes on at page 0
    return NAK
