"""What can go wrong with each device, and whether it does now. Faults act on bytes and edges: a program must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import TypeAlias

from tacotable_sim.errors import UnknownNameError

Apply: TypeAlias = Callable[[bool], None]


class ReaderFault(StrEnum):
    """What can be wrong with a reader or its cable.

    At a hub's reader "corrupt" is a wrong bit in the tags' answers on the air, not on the hub's line.
    """

    UNPLUG = "unplug"  # The cable is out.
    SILENCE = "silence"  # It answers nothing and hears nothing.
    GARBAGE = "garbage"  # It sends noise without end, and nothing else.
    CORRUPT = "corrupt"  # In every other answer one bit is wrong.
    TRUNCATE = "truncate"  # Every other answer breaks off.
    DUPLICATE = "duplicate"  # It says everything twice.
    FLICKER = "flicker"  # Tags come and go 20 times a second, as at the edge of its range.
    GHOST = "ghost"  # The tags that it heard last stay for ever.
    NEIGHBOUR = "neighbour"  # It hears the tags of the next pad too.
    DEAF = "deaf"  # Its chip works, and its antenna hears nobody.


class HubFault(StrEnum):
    """What can be wrong with a reader hub or its cable; what spoils bytes does so both ways."""

    UNPLUG = "unplug"  # The cable is out.
    SWAP = "swap"  # Its plug and the next hub's are in each other's place.
    RESET = "reset"  # Its reset pin is held; let go, it starts anew. The cable stays in.
    STALL_IN = "stall-in"  # The host's bytes are held back on their way.
    STALL_OUT = "stall-out"  # The host's side takes none of its bytes.
    NOISE = "noise"  # Foreign bytes come in between.
    DROP = "drop"  # A byte is lost now and then.
    DOUBLE = "double"  # A byte comes twice now and then.
    FLIP = "flip"  # A bit is wrong now and then.


class PanelFault(StrEnum):
    """What can be wrong with a display."""

    GONE = "gone"  # Nobody acknowledges its address.
    SLOW = "slow"  # Its transfers take a hundred times as long.
    STUCK = "stuck"  # It holds the bus's clock low until the kernel gives up.


class ContactFault(StrEnum):
    """What can be wrong with a button or a board sensor."""

    STUCK = "stuck"  # It is closed always: a finger or the token seems to be there.
    DEAD = "dead"  # It never closes.


class PartFault(StrEnum):
    """What can be wrong with other parts: a hub's reader, its expander, a lamp, a light, and the Pi while it plays."""

    DIP = "dip"  # The reader's supply dips every few seconds: it forgets how it was set up.
    GONE = "gone"  # Nobody acknowledges the address of the expander.
    DEAD = "dead"  # The light gives none.
    UNDERVOLTAGE = "undervoltage"  # The Pi's supply gives too little.
    HOT = "hot"  # The Pi slows down because it is too hot.


def jams(jam: Callable[[bool | None], None]) -> dict[str, Apply]:
    """Return the switches of the faults of a contact; when both are on, it stays closed.

    `jam` breaks the contact so that it stays closed or open; None mends it.
    """
    jammed: dict[bool, bool] = {}

    def switch(closed: bool, on: bool) -> None:
        jammed[closed] = on
        jam(next((state for state in (True, False) if jammed.get(state)), None))

    return {ContactFault.STUCK: partial(switch, True), ContactFault.DEAD: partial(switch, False)}


class Switchboard:
    """All faults of a table, by device. They are off at first."""

    def __init__(self) -> None:
        self._faults: dict[str, Mapping[str, Apply]] = {}
        self._active: set[tuple[str, str]] = set()

    def connect(self, device: str, faults: Mapping[str, Apply]) -> None:
        """Add a device with its faults, each with what switches it."""
        if device in self._faults:
            raise UnknownNameError(f"two devices are called {device!r}; give each its own name")
        self._faults[device] = faults

    def names(self) -> dict[str, tuple[str, ...]]:
        """Return the faults of each device."""
        return {device: tuple(map(str, faults)) for device, faults in self._faults.items()}

    def active(self) -> frozenset[tuple[str, str]]:
        """Return the faults that are on, each with its device first."""
        return frozenset(self._active)

    def set(self, device: str, fault: str, on: bool) -> None:
        """Switch a fault; switching it to where it is already does nothing. Raises UnknownNameError."""
        if device not in self._faults:
            raise UnknownNameError(f"no device is called {device!r}; there are {', '.join(self._faults)}")
        if fault not in self._faults[device]:
            raise UnknownNameError(f"{device!r} has no fault {fault!r}; it has {', '.join(self._faults[device])}")
        key = (device, str(fault))
        if on == (key in self._active):
            return
        (self._active.add if on else self._active.discard)(key)
        self._faults[device][fault](on)
