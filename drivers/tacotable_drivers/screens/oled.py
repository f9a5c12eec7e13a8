"""Panels on I2C, of whatever controller and size their spec says; the only module that imports luma's I2C.

luma tells how each controller is set up; the pictures are sent by ourselves, because luma sends the whole picture
each time. A panel is dark until its first picture and after `close`. Sources: SSD1306 rev 1.1 §10.1, SH1106 V2.3
"Commands".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c

from tacotable_drivers.device_files import denial
from tacotable_drivers.ports import FaultKind, Interface, PanelError
from tacotable_drivers.screens.difference import TRANSFER_BYTES, Window, as_hung, difference, whole
from tacotable_drivers.spec import SpecError, imported

if TYPE_CHECKING:
    from tacotable_drivers.screens.spec import PanelSpec

DISPLAY_OFF = 0xAE
DISPLAY_ON = 0xAF
NOTHING_TO_DO = 0xE3
"""A command that changes nothing (SSD1306 rev 1.1 §9, SH1106 V2.3 "Commands")."""
PART_COLUMNS = 16
"""What is renewed at a time; of most panels every part in ten minutes is one in ten seconds."""
CONTRAST = 0x81
DIMMED = ((CONTRAST, 0x00), (0xD9, 0x11), (0xDB, 0x00))
"""Lowest contrast, shortest pre-charge and lowest deselect level: contrast alone takes away little of the light.

SSD1306 rev 1.1 §10.1.7, §10.1.17, §10.1.18; SH1106 V2.3 "Commands" has the same three.
"""


def open_i2c(bus: int, address: int) -> Interface:
    """Open a panel's place on an I2C bus of the kernel; raises PanelError."""
    try:
        interface: Interface = i2c(port=bus, address=address)
    except (LumaError, OSError) as error:
        hint = denial(Path(f"/dev/i2c-{bus}"), "i2c") or "is I2C switched on?"
        raise PanelError(f"I2C bus {bus}: {error}; {hint}") from error
    return interface


def is_there(interface: Interface) -> bool:
    """Return whether somebody answers at a place, and release it."""
    try:
        interface.command(NOTHING_TO_DO)
    except (LumaError, OSError):
        return False
    finally:
        interface.cleanup()
    return True


class _Listener:
    """An interface that keeps the commands it is sent before the first picture."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []
        self._is_listening = True

    def command(self, *command: int) -> None:
        if self._is_listening:
            self.commands.append(command)

    def data(self, data: Sequence[int]) -> None:
        if self._is_listening:
            self.commands.pop()  # it says where luma's own first picture goes
        self._is_listening = False

    def cleanup(self) -> None:
        pass


@cache
def set_up(spec: PanelSpec) -> tuple[tuple[int, ...], ...]:
    """Return luma's commands that set a kind of panel up and leave it off; raises SpecError.

    luma's device is made once for each kind and never touches a bus: each one registers itself to draw at the
    end of the process.
    """
    listener = _Listener()
    what = f"display {spec.name!r}"
    try:
        device = imported(what, spec.device)(listener, width=spec.width, height=spec.height)
    except (LumaError, TypeError, AttributeError) as error:
        raise SpecError(f"{what}: {spec.device} takes no panel of {spec.width} x {spec.height}: {error}") from error
    device.persist = True
    return tuple(listener.commands)


class OledPanel:
    """One panel. `bytes_sent` counts as on the wire; `full_pictures` counts pictures that were sent whole.

    `rotate` is how it hangs, in degrees to the right, `contrast` (0..255) in place of its kind's own.
    """

    def __init__(self, interface: Interface, spec: PanelSpec, *, rotate: int = 0, contrast: int | None = None) -> None:
        self.bytes_sent = self.full_pictures = 0
        self._interface = interface
        self._spec = spec
        self._rotate = rotate
        self._contrast = () if contrast is None else ((CONTRAST, contrast),)
        self._is_dim = False
        self._size = spec.width * spec.height // 8
        self._shown: bytes | None = None
        """What a panel that is set up shows; None: the next picture is sent whole, after a new set-up."""
        self._next_part = 0
        self._parts = [
            Window(column, min(column + PART_COLUMNS, spec.width) - 1, page, page)
            for page in range(spec.height // 8)
            for column in range(0, spec.width, PART_COLUMNS)
        ]
        self.parts = len(self._parts)

    def show(self, picture: bytes) -> None:
        """Show a picture, sending what differs from the one before; raises PanelError."""
        if len(picture) != self._size:
            raise ValueError(f"a picture has {self._size} bytes, not {len(picture)}")
        if self._shown is None:
            self.show_whole(picture)
            return
        picture = as_hung(picture, self._spec.width, self._rotate)
        self._send(difference(self._shown, picture, self._spec.addressing.price, self._spec.width), picture)
        self._shown = picture

    def show_whole(self, picture: bytes) -> None:
        """Show a picture, sending all of it (a glitch on the bus would stay otherwise); raises PanelError.

        The set-up is sent with it: a panel whose power dipped between two pictures has lost it, and tells nobody.
        """
        picture = as_hung(picture, self._spec.width, self._rotate)
        self._send_set_up(whole(self._spec.addressing.price, self._spec.width, self._spec.height // 8), picture)
        self.full_pictures += 1
        self._shown = picture
        self._next_part = 0

    def dim(self, is_dim: bool) -> None:
        """Show everything darkly from now on, or as brightly as before; raises PanelError."""
        if is_dim == self._is_dim:
            return
        self._is_dim = is_dim
        if self._shown is not None:
            self._send_set_up([], self._shown)

    def renew_part(self) -> None:
        """Send the next part of what is shown again, and the set-up before the first of each page; raises PanelError.

        A panel that lost its power for a moment is dark, and would write columns in their wrong order until then.
        """
        if self._shown is None:
            return
        part, self._next_part = self._next_part, (self._next_part + 1) % len(self._parts)
        if self._parts[part].first_column == 0:
            self._send_set_up([self._parts[part]], self._shown)
        else:
            self._send([self._parts[part]], self._shown)

    def _send_set_up(self, windows: list[Window], picture: bytes) -> None:
        """Send the set-up, parts of a picture, and the command that switches the panel on."""
        for command in set_up(self._spec):
            # A panel that shows something is not switched off, so that it does not blink.
            kept = command[1:] if self._shown is not None and command[0] == DISPLAY_OFF else command
            if kept:
                self._command(*kept)
        for command in DIMMED if self._is_dim else self._contrast:
            self._command(*command)
        self._send(windows, picture)
        self._command(DISPLAY_ON)

    def close(self) -> None:
        """Switch the display off and give the bus back; raises nothing."""
        try:
            self._command(DISPLAY_OFF)
        except PanelError:
            return  # a panel that is gone is dark
        finally:
            self._shown = None
            self._interface.cleanup()

    def _send(self, windows: list[Window], picture: bytes) -> None:
        for window in windows:
            self._command(*self._spec.addressing.command(window))
            self._transfer(self._interface.data, list(window.cut(picture, self._spec.width)))

    def _command(self, *command: int) -> None:
        self._transfer(lambda sent: self._interface.command(*sent), command)

    def _transfer(self, send: Callable[[Sequence[int]], None], payload: Sequence[int]) -> None:
        try:
            send(payload)
        except (LumaError, OSError) as error:
            self._shown = None
            fault = FaultKind.HELD if isinstance(error, TimeoutError) else FaultKind.FAILED
            raise PanelError(f"no answer ({error}); are its four wires in, and is its address right?", fault) from error
        self.bytes_sent += len(payload) + TRANSFER_BYTES
