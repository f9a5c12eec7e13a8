"""The Pi's pins over gpiozero: switches, outputs and a buzzer.

The only module that imports gpiozero. The pin factory is chosen by name, never guessed: gpiozero would silently
fall back to a worse one. As everywhere with gpiozero, GPIOZERO_PIN_FACTORY in the environment chooses another.
Callbacks run in the backend's own thread, so they may only pass the news on; no bounce time is set, because backends
differ in what it means (`debounce` does it for all of them).

An edge comes with the factory's ticks. Those of lgpio (lgGpio.c and lgPthAlerts.c of 0.2) are the kernel's own, taken
in its interrupt: lg asks for no other event clock than the usual one of GPIO character devices, CLOCK_MONOTONIC, and
gpiozero's `ticks()` is `time.monotonic()`, the same. Those of RPi.GPIO are of the time when its callback runs.

lgpio makes named pipes (.lgd-nfy*) in LG_WD, which is a new folder unless it is set.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from gpiozero import DigitalOutputDevice, GPIOPinInUse, GPIOZeroError, InputDevice, PWMOutputDevice

from tacotable_drivers import hardware_pwm
from tacotable_drivers.device_files import denial
from tacotable_drivers.gpio_chips import DEVICES, header_chip
from tacotable_drivers.ports import Contact, FaultKind, InputWiring, OnEdge, Output, PinError, Sounder

T = TypeVar("T")

FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
NO_PIN = "no pin can be had"  # What each refusal begins with; the reason of the chip and the fix follow.
CHOICE, PIPES = "GPIOZERO_PIN_FACTORY", "LG_WD"
_HINTS = {
    "lgpio": "install the system's python3-lgpio, and make the environment with --system-site-packages",
    "rpigpio": "install the system's python3-rpi-lgpio (or RPi.GPIO on an old board, never both)",
    "mock": "it comes with gpiozero",
}
BY_CHIP = "; the buzzer by the chip's PWM"
BY_PROGRAM = "; the buzzer by a thread, so tones are rough on a busy machine (docs/build.md, Parts)"
MOST_AGE_S = 5.0  # An edge that seems to be older is of another clock.
_RPI_GPIO_OWNERS = ("rpi-lgpio", "RPi.GPIO")
"""Both distributions own the module RPi.GPIO; with both installed, the later one wins silently."""


def open_pins(
    factory: str | object,
    inputs: Mapping[int, InputWiring] | None = None,
    *,
    sysfs: Path = hardware_pwm.SYSFS,
    now_s: Callable[[], float] = time.monotonic,
) -> GpioPins:
    """Return the pins of a named factory (`FACTORIES`), or of one that is passed in.

    `inputs` are the pins whose switches are wired in another way than to ground with a pull-up. A named factory other
    than "mock" leaves the buzzer to the chip's PWM where that drives its pin.
    """
    if not isinstance(factory, str):
        return GpioPins(lambda: factory, type(factory).__name__, inputs or {}, now_s)
    name = os.environ.get(CHOICE, factory)
    start = partial(start_factory, name)
    return GpioPins(start, name, inputs or {}, now_s, is_ours=True, sysfs=None if name == "mock" else sysfs)


def start_factory(name: str, find_chip: Callable[[], int | None] = header_chip) -> object:
    """Start a pin factory by its name; raises PinError.

    `find_chip` finds lgpio's chip; gpiozero guesses its number where it is not found.
    """
    if name not in FACTORIES:
        where = f"{CHOICE}: " if CHOICE in os.environ else ""
        raise PinError(f"{where}no pin factory is called '{name}'; there are {', '.join(FACTORIES)}")
    if name == "lgpio":
        folder = _folder_of_pipes()
        if not os.access(folder, os.W_OK):
            raise PinError(f"lgpio needs a folder for its pipes, and {folder.resolve()} cannot be written; set LG_WD")
    module, cls = FACTORIES[name]
    try:
        options = {"chip": find_chip()} if name == "lgpio" else {}
        if name == "mock":
            options["pin_class"] = importlib.import_module(module).MockPWMPin
        return getattr(importlib.import_module(module), cls)(**options)
    except _errors(ImportError) as error:
        hint = _HINTS[name] if isinstance(error, ImportError) else _why_no_chip()
        raise PinError(f"pin factory '{name}' does not start: {error}; {hint}") from error


def _why_no_chip() -> str:
    chips = sorted(DEVICES.glob("gpiochip*"))
    return next((told for chip in chips if (told := denial(chip, "gpio"))), "is this a Pi?")


def _folder_of_pipes() -> Path:
    """Return the folder that lgpio makes its pipes in: that of LG_WD, else one of this process alone, gone at its end.

    Two programs in one folder would read one pipe, and a pipe that root left there is in every other user's way.
    """
    if PIPES not in os.environ:
        try:
            os.environ[PIPES] = tempfile.mkdtemp(prefix="tacotable-pipes-")
        except OSError as error:
            raise PinError(f"lgpio needs a folder for its pipes: {error.strerror}; make room, or set LG_WD") from error
        atexit.register(shutil.rmtree, os.environ[PIPES], ignore_errors=True)
    return Path(os.environ[PIPES])


def _errors(*more: type[Exception]) -> tuple[type[Exception], ...]:
    """Return what gpiozero and its backends raise; lgpio's own error is known once gpiozero has loaded lgpio."""
    own = getattr(sys.modules.get("lgpio"), "error", None)
    common = (GPIOZeroError, OSError, RuntimeError, ValueError, *more)
    return (*common, own) if isinstance(own, type) and issubclass(own, Exception) else common


def rpi_gpio_owners() -> tuple[str, ...]:
    """Name the installed distributions that provide the module RPi.GPIO, with their versions."""
    owners = []
    for name in _RPI_GPIO_OWNERS:
        with contextlib.suppress(metadata.PackageNotFoundError):
            owners.append(f"{name} {metadata.version(name)}")
    return tuple(owners)


def describe(factory: str, owners: tuple[str, ...]) -> str:
    """Return what drives the pins, and warn of two owners of one module.

    >>> describe("lgpio", ("rpi-lgpio 0.6",))
    'pins by lgpio; RPi.GPIO is provided by rpi-lgpio 0.6'
    """
    if not owners:
        return f"pins by {factory}; RPi.GPIO is not installed"
    if len(owners) > 1:
        return f"pins by {factory}; WARNING: {' and '.join(owners)} both own RPi.GPIO; uninstall both, install one"
    return f"pins by {factory}; RPi.GPIO is provided by {owners[0]}"


@dataclass(eq=False)
class GpioPins:
    """Pins of one gpiozero factory, which `start` starts when the first pin is asked for; it raises PinError.

    A factory that does not start may do so later, so it is tried again when a pin is asked for; one attempt serves all
    devices that ask within a second. A factory that is not ours is closed by its owner.
    """

    start: Callable[[], Any]
    name: str
    inputs: Mapping[int, InputWiring]
    now_s: Callable[[], float]
    is_ours: bool = False
    sysfs: Path | None = None

    def __post_init__(self) -> None:
        self._factory: Any = None
        self._error: PinError | None = None
        self._again_s = -inf
        self._tones = ""

    @property
    def error(self) -> PinError | None:
        """Why no pin can be had; None if they can."""
        if self._factory is None and self.now_s() >= self._again_s:
            self._again_s = self.now_s() + 1.0
            try:
                self._factory, self._error = self.start(), None
            except PinError as error:
                self._error = PinError(str(error))  # without its frames, which hold what was half opened
        return self._error

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        """Watch a switch."""
        wiring, factory = self.inputs.get(number, InputWiring()), self._started()
        return _try(number, lambda: _Contact(factory, number, wiring, on_edge))

    def output(self, number: int) -> Output:
        """Drive something that is off at first."""
        factory = self._started()
        return _Output(number, _try(number, lambda: DigitalOutputDevice(number, pin_factory=factory)))

    def sounder(self, number: int) -> Sounder:
        """Drive a buzzer that is silent at first."""
        factory = self._started()
        channel = hardware_pwm.open_channel(number, self.sysfs) if self.sysfs else None
        self._tones = BY_CHIP if channel else BY_PROGRAM
        if channel:
            return channel
        return _Sounder(number, _try(number, lambda: PWMOutputDevice(number, frequency=1_000, pin_factory=factory)))

    def backend(self) -> str:
        """Return what drives the pins, or why nothing does."""
        if self.error:
            return f"WARNING: {NO_PIN}: {self.error}"
        return describe(self.name, rpi_gpio_owners()) + self._tones

    def close(self) -> None:
        """Release the chip."""
        if self.is_ours and self._factory is not None:
            with contextlib.suppress(*_errors()):
                self._factory.close()

    def _started(self) -> Any:
        if self.error:
            raise PinError(f"{NO_PIN}: {self.error}", FaultKind.NO_PINS)
        return self._factory


def _try(number: int, action: Callable[[], T]) -> T:
    """Do something with a pin; raises PinError that names it."""
    try:
        return action()
    except _errors() as error:
        hint = "is it in use by something else, and may this user use it?"
        is_busy = isinstance(error, GPIOPinInUse) or "busy" in str(error)  # lgpio.error: 'GPIO busy'
        fault = FaultKind.BUSY if is_busy else FaultKind.FAILED
        raise PinError(f"pin GPIO{number}: {error}; {hint}", fault) from error


_PULL_UP = {"up": True, "down": False, None: None}
"""gpiozero's word for a pull; from it follows which level it calls active, so that the level itself is asked here."""


class _Contact:
    def __init__(self, factory: Any, number: int, wiring: InputWiring, on_edge: OnEdge) -> None:
        self._number = number
        self._is_high = wiring.is_high
        self._factory = factory
        self._on_edge = on_edge
        pull_up, active_state = _PULL_UP[wiring.pull], None if wiring.pull else True
        self._device = InputDevice(number, pull_up=pull_up, active_state=active_state, pin_factory=factory)
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._changed  # gpiozero keeps no more than a weak reference to it

    def _changed(self, ticks: float, state: float) -> None:
        """Tell an edge with its age; a clock that disagrees tells nothing of it."""
        del state  # the pin is read on the loop: a spark that is over by then is no press
        age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
        self._on_edge(age_s if 0 <= age_s <= MOST_AGE_S else 0.0)

    @property
    def is_closed(self) -> bool:
        return _try(self._number, lambda: bool(self._device.pin.state) == self._is_high)

    def close(self) -> None:
        with contextlib.suppress(*_errors(AttributeError)):  # a device that is closed has no pin
            self._device.pin.when_changed = None
        self._device.close()


class _Driven:
    """A pin that is driven by one of gpiozero's output devices."""

    def __init__(self, number: int, device: Any) -> None:
        self._number = number
        self._device = device

    def close(self) -> None:
        """Switch it off, then give it back; a backend that is gone cannot be switched any more."""
        with contextlib.suppress(*_errors()):
            self._device.off()
        with contextlib.suppress(*_errors()):
            self._device.close()


class _Output(_Driven):
    def set(self, is_on: bool) -> None:
        _try(self._number, self._device.on if is_on else self._device.off)


class _Sounder(_Driven):
    def sound(self, hz: int, volume: float) -> None:
        def drive() -> None:
            if hz:
                self._device.frequency = hz
            self._device.value = min(max(volume, 0.0), 1.0) / 2 if hz else 0  # a piezo is loudest at half the time high

        _try(self._number, drive)
