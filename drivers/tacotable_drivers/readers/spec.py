"""What a kind of reader is: one value, from which its driver, its emulator, its currents and its recordings follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from tacotable_drivers.presence import PolledPresence, Presence, TapPresence
from tacotable_drivers.readers.announcing import AnnouncingSession
from tacotable_drivers.spec import SpecError, check_parts, is_count, is_name, is_place
from tacotable_drivers.wire.salted import AnnouncingWire, Salt, SaltedWire

if TYPE_CHECKING:
    from tacotable_drivers.readers.session import Session
    from tacotable_drivers.wire.frames import Frames


class TagFamily(Enum):
    """The tags that a reader can hear: all pads of a table hear one family."""

    EM4100 = ("125 kHz", 10)
    NTAG = ("13.56 MHz", 14)

    def __init__(self, frequency: str, tag_digits: int) -> None:
        self.frequency = frequency
        self.tag_digits = tag_digits
        """Hex digits of a sticker's number."""


@dataclass(frozen=True, slots=True)
class Announcing:
    """The reader says tags by itself: once as they come, or again and again while they are there (`repeats`)."""

    is_polled: ClassVar = False
    frames_a_scan: ClassVar = 0
    hears_sticker: ClassVar = False

    frames: Frames
    repeats: bool

    @property
    def tells_leaving(self) -> bool:
        """Return whether it tells that a tag left."""
        return self.repeats

    def session(self) -> Session:
        """Make the dialogue with one such reader."""
        return AnnouncingSession(self.frames)

    def presence(self, zone: str) -> Presence:
        """Make what its taps mean for a pad."""
        return TapPresence(zone, tells_leaving=self.repeats)

    def salted_wire(self, salt: Salt) -> SaltedWire:
        """Make what salts the bytes that it sends, for a recording."""
        return AnnouncingWire(salt, self.frames)


@dataclass(frozen=True, slots=True)
class Polled:
    """The reader is asked again and again, and so tells when a tag left.

    `frames_a_scan`: how many frames it sends for a scan; `hears_sticker`: whether it hears a sticker beside a card.
    """

    is_polled: ClassVar = True
    tells_leaving: ClassVar = True

    session: Callable[[], Session]
    salted_wire: Callable[[Salt], SaltedWire]
    frames_a_scan: int
    hears_sticker: bool = False

    def presence(self, zone: str) -> Presence:
        """Make what its scans mean for a pad."""
        return PolledPresence(zone)


Manner: TypeAlias = Announcing | Polled


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSpec:
    """A kind of reader on a serial port; raises SpecError where a part is not what it has to be.

    `name` is what table files call it, `ma` the current that it draws at most. `emulator` names what makes it on the
    simulated table, as `module:name`, called with this spec, a clock, an `Antenna` and a source of chance; a real
    table never imports it.
    """

    name: str
    baud: int
    family: TagFamily
    manner: Manner
    ma: int
    emulator: str

    def __post_init__(self) -> None:
        """Check all parts: what installed packages bring is not checked by anybody else."""
        parts = {
            "name has to be small letters, digits and -": is_name(self.name),
            "baud has to be the bits a second of its wire": is_count(self.baud),
            "family has to be a TagFamily": isinstance(self.family, TagFamily),
            "manner has to be Announcing or Polled": isinstance(self.manner, Announcing | Polled),
            "ma has to be the current that it draws at most, in whole mA": is_count(self.ma),
            "emulator has to name what simulates it, as module:name": is_place(self.emulator),
        }
        check_parts(f"reader {self.name!r}", parts)

    @property
    def frames(self) -> Frames:
        """Return its frames; raises SpecError for a polled one."""
        if isinstance(self.manner, Polled):
            raise SpecError(f"reader {self.name!r}: it is polled, and has no frames that it announces")
        return self.manner.frames
