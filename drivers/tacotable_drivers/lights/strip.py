"""An APA102 strip on SPI, through luma.led_matrix; the only module that imports it.

After the last light's frame the strip needs one more clock for every two lights (APA102 data sheet, "Data
format"): luma sends a byte, 8 clocks, enough for 16 lights. SK9822 lights, sold under the same name, latch only
with 32 further zero bits; four more bytes serve both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from luma.core.error import Error as LumaError
from luma.core.interface.serial import noop, spi
from luma.led_matrix.device import apa102
from PIL import Image

from tacotable_drivers.device_files import denial
from tacotable_drivers.ports import BLACK, RGB, Interface, LightsError, in_order

SPI_HZ = 1_000_000
LATCH = bytes(4)
BRIGHTEST = 31
USUAL_ORDER = "bgr"
"""How luma puts colours on the wire (APA102 data sheet, "Data format"); some copies of the chip take them otherwise."""
_HINT = "is SPI switched on (dtparam=spi=on), and python3-spidev installed?"


def open_spi(port: int = 0, device: int = 0) -> Interface:
    """Open a SPI device of the Pi without any reset or data pin; raises LightsError."""
    try:
        interface: Interface = spi(
            gpio=noop(), port=port, device=device, bus_speed_hz=SPI_HZ, gpio_DC=None, gpio_RST=None
        )
    except (LumaError, OSError, ImportError) as error:
        hint = denial(Path(f"/dev/spidev{port}.{device}"), "spi") or _HINT
        raise LightsError(f"SPI {port}.{device}: {error}; {hint}") from error
    return interface


class _Latched:
    """A wire that comes and goes, with the latch for SK9822 lights behind each transfer; without it nothing is sent."""

    def __init__(self) -> None:
        self.wire: Interface = noop()

    def command(self, *command: int) -> None:
        self.wire.command(*command)

    def data(self, data: Sequence[int]) -> None:
        self.wire.data([*data, *LATCH])

    def cleanup(self) -> None:
        """Release the wire, and forget it."""
        wire, self.wire = self.wire, noop()
        wire.cleanup()


class _Device(apa102):  # type: ignore[misc]  # luma is not typed
    """luma's device with all 32 steps of brightness; its own `contrast` has 16."""

    def dim(self, brightness: int) -> None:
        """Set the brightness (0..31) for what is sent next."""
        self._brightness = brightness


class Apa102Strip:
    """`count` lights on the wire that `open_wire` gives; it raises LightsError. `brightness` is 1..31 for all.

    `order` is that in which their chips take red, green and blue. One strip serves however often its wire is lost: luma
    keeps each device until the process ends.
    """

    def __init__(
        self, open_wire: Callable[[], Interface], count: int, brightness: int = 8, order: str = USUAL_ORDER
    ) -> None:
        self._open_wire = open_wire
        self._order = order
        self._count = count
        self._wire = _Latched()
        self._device = _Device(self._wire, cascaded=count)
        self._device.persist = True  # else luma would draw once more when the process ends, after `close`
        self._device.dim(min(brightness, BRIGHTEST))

    def open(self) -> Apa102Strip:
        """Open the wire and darken the lights; raises LightsError, and then releases the wire."""
        self._wire.wire = self._open_wire()
        try:
            self.send([BLACK] * self._count)
        except LightsError:
            self.close()
            raise
        return self

    def send(self, colours: Sequence[RGB]) -> None:
        """Send the colours of all lights; raises LightsError."""
        image = Image.new("RGBA", (self._count, 1))
        image.putdata([(*in_order(rgb, USUAL_ORDER, self._order), 0xFF) for rgb in colours])
        try:
            self._device.display(image)
        except (LumaError, OSError) as error:
            raise LightsError(f"the strip takes no bytes: {error}; {_HINT}") from error

    def close(self) -> None:
        """Darken the lights, and release the wire; a strip that takes no bytes any more is not darkened."""
        with suppress(LightsError):
            self.send([BLACK] * self._count)
        self._wire.cleanup()
