"""The pins of a Pi that is not there: gpiozero's mock factory with the outside world wired to it.

A button or a sensor is a switch to ground, where its wiring says nothing else: it pulls its pin low, and otherwise the
pin's own pull resistor decides. So a driver that forgets the pull-up sees nothing here either. Everything runs on the
loop's clock.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from tacotable_sim.cables.switches import Switches

if TYPE_CHECKING:
    from tacotable_drivers.ports import InputWiring


class TablePin(MockPWMPin):  # type: ignore[misc]  # gpiozero is not typed
    """A pin to which something outside is wired."""

    @property
    def number(self) -> int:
        """The GPIO number."""
        return int(self.info.name.removeprefix("GPIO"))

    def settle(self) -> None:
        """Update the level to that of the switch and the pull resistor; with another pull it is anybody's guess."""
        wiring: InputWiring | None = self.factory.inputs.get(self.number)
        is_high, pull = (wiring.is_high, wiring.pull or "floating") if wiring else (False, "up")
        is_closed = self.factory.switches.is_closed(self.number)
        if self.function != "input" or not (is_closed or self.pull == pull):
            return
        if is_closed == is_high:
            self.drive_high()
        else:
            self.drive_low()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.settle()  # a closed switch is stronger than the resistor

    def _change_state(self, value: float) -> bool:
        has_changed = bool(super()._change_state(value))
        if has_changed:
            self._last_change = self.factory.ticks()
            if self.function == "output":
                self.factory.on_output(self.number)
        return has_changed


class PinWorld(MockFactory):  # type: ignore[misc]  # gpiozero is not typed
    """The pin factory, and what fingers do and eyes see there. `on_output(number)`: the program drove a pin anew."""

    def __init__(
        self,
        clock: AbstractEventLoop,
        chance: Random,
        on_output: Callable[[int], None],
        inputs: Mapping[int, InputWiring] | None = None,
    ) -> None:
        super().__init__(pin_class=TablePin)
        self.inputs = inputs or {}
        self.on_output = on_output
        self.switches = Switches(clock, chance, lambda number: self.pin(number).settle())  # By pin.
        self._clock = clock
        self._by_name: dict[Any, TablePin] = {}  # gpiozero would search the board's headers each time.

    def pin(self, name: Any, pin_class: type[TablePin] | None = None, **more: Any) -> TablePin:
        """Return a pin by its number or one of its names."""
        if name not in self._by_name:
            self._by_name[name] = super().pin(name, pin_class, **more)
        return self._by_name[name]

    def reset(self) -> None:
        """Forget all pins and who uses them."""
        super().reset()
        self._by_name.clear()

    def ticks(self) -> float:
        """Return the loop's time, in seconds."""
        return self._clock.time()

    def level(self, number: int) -> float:
        """Return how much of the time an output is high: 0 is dark, 1 full on."""
        pin = self.pin(number)
        return float(pin.state) if pin.function == "output" else 0.0

    def tone_hz(self, number: int) -> float:
        """Return the pitch that a buzzer on this pin sounds now; 0 is silence."""
        pin = self.pin(number)
        sounds = pin.function == "output" and pin.frequency is not None and 0 < pin.state < 1
        return float(pin.frequency) if sounds else 0.0
