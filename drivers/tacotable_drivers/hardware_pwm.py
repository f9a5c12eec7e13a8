"""The Pi's own PWM as the kernel offers it in sysfs: tones that stay clean however busy the program is.

Which pins it drives is decided by an overlay (`pwm` or `pwm-2chan`), and told by the device tree: the node of the chip
names its group of pins. A channel of a chip is a folder whose files take numbers (Documentation/driver-api/pwm.rst).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import iter_unpack

from tacotable_drivers.ports import PinError

SYSFS = Path("/sys")
CHANNELS = {
    2: {12: 0, 18: 0, 13: 1, 19: 1},  # BCM2835 to BCM2711, peripherals' manual, "PWM"
    4: {12: 0, 13: 1, 14: 2, 15: 3, 18: 2, 19: 3},  # RP1 of a Pi 5, peripherals' manual, "Function selects"
}
"""The channel of each pin, by how many a chip has."""
_LOOKS, _LOOK_S = 20, 0.05
"""udev gives a new channel to the group gpio a moment after it was made."""


def open_channel(number: int, sysfs: Path = SYSFS, sleep: Callable[[float], object] = time.sleep) -> Channel | None:
    """Return the channel that drives a pin; None where there is none, or none that this user may write to."""
    try:
        for chip in sorted((sysfs / "class/pwm").glob("pwmchip*")):
            channel = CHANNELS.get(int((chip / "npwm").read_text()), {}).get(number)
            if channel is not None and number in _pins_of(chip, sysfs):
                return _open(chip, channel, sleep)
    except (OSError, ValueError, PinError):
        return None
    return None


def _pins_of(chip: Path, sysfs: Path) -> Iterator[int]:
    """Return the pins that an overlay has given to a chip."""
    groups = (chip / "device/of_node/pinctrl-0").read_bytes()
    for pins in (sysfs / "firmware/devicetree/base").glob("**/gpio@*/*/brcm,pins"):
        handle = pins.with_name("phandle")
        if handle.exists() and (handle.read_bytes(),) in iter_unpack("4s", groups):
            yield from (pin for (pin,) in iter_unpack(">I", pins.read_bytes()))


def _open(chip: Path, number: int, sleep: Callable[[float], object]) -> Channel | None:
    folder = chip / f"pwm{number}"
    is_new = not folder.exists()
    if is_new:
        (chip / "export").write_text(str(number))
    for _ in range(_LOOKS if is_new else 1):
        if os.access(folder / "period", os.W_OK):
            return Channel(folder)
        sleep(_LOOK_S)
    return None


class Channel:
    """One channel, silent at first; a `Sounder`. It stays exported, so that the next start finds it writable."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not int((folder / "period").read_text()):
            self._write(period=1_000_000)  # before there is a period nothing else is taken
        self._write(duty_cycle=0, enable=0)

    def sound(self, hz: int, volume: float) -> None:
        """Sound until told otherwise; raises PinError."""
        self._write(duty_cycle=0)  # the kernel refuses a period that is shorter than what of it is high
        if not hz:
            self._write(enable=0)
            return
        period_ns = 1_000_000_000 // hz
        high_ns = int(period_ns * min(max(volume, 0.0), 1.0) / 2)  # a piezo is loudest at half the time high
        self._write(period=period_ns, duty_cycle=high_ns, enable=1)

    def close(self) -> None:
        """Fall silent."""
        self.sound(0, 0.0)

    def _write(self, **values: int) -> None:
        for name, value in values.items():
            try:
                (self._folder / name).write_text(str(value))
            except OSError as error:
                raise PinError(f"{self._folder / name}: {error}; is the overlay of the PWM still loaded?") from error
