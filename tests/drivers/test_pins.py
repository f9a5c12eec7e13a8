"""Pins over gpiozero's own backends, with stand-ins for the libraries that need a Pi."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero.pins.local
import pytest

from drivers.test_hardware_pwm import Sysfs, told
from tacotable_drivers.gpio_chips import header_chip, label_of
from tacotable_drivers.pins import describe, open_pins, rpi_gpio_owners, start_factory
from tacotable_drivers.ports import InputWiring, PinError, Pins

PI_4 = 0xC03114


class LgpioError(Exception):
    pass


class FakeLgpio(ModuleType):
    """lgpio's chip: levels, alerts and PWM, as gpiozero's factory uses them."""

    no_bounce_time = 0
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = LgpioError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.levels: dict[int, int] = {}
        self.modes: dict[int, int] = {}
        self.pwm: dict[int, tuple[float, float]] = {}
        self.alerts: dict[int, Callable[..., None]] = {}
        self.busy: set[int] = set()
        self.pulls: dict[int, str | None] = {}
        self.bounce_times: set[int] = set()
        self.opened: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        self.opened.append(chip)
        return 7

    def gpiochip_close(self, handle: int) -> None:
        self.opened.clear()

    def gpio_claim_input(self, handle: int, number: int, flags: int = 0) -> None:
        if number in self.busy:
            raise LgpioError("'GPIO busy'")
        self.modes[number] = 1 << 8 | flags
        self.pulls.setdefault(number, {self.SET_PULL_UP: "up", self.SET_PULL_DOWN: "down"}.get(flags))
        if flags == self.SET_PULL_UP:
            self.levels.setdefault(number, 1)

    def gpio_claim_output(self, handle: int, number: int, level: int = 0, flags: int = 0) -> None:
        self.modes[number] = 1 << 9 | 1 << 1
        self.levels[number] = level

    def gpio_claim_alert(self, handle: int, number: int, edges: int, flags: int = 0) -> None:
        self.modes[number] = 1 << 10 | flags
        self.pulls[number] = {self.SET_PULL_UP: "up", self.SET_PULL_DOWN: "down"}.get(flags)

    def gpio_free(self, handle: int, number: int) -> None:
        self.modes.pop(number, None)

    def gpio_get_mode(self, handle: int, number: int) -> int:
        return self.modes.get(number, 0)

    def gpio_read(self, handle: int, number: int) -> int:
        return self.levels.get(number, 0)

    def gpio_write(self, handle: int, number: int, level: bool) -> None:
        self.levels[number] = int(level)

    def gpio_set_debounce_micros(self, handle: int, number: int, micros: int) -> None:
        self.bounce_times.add(micros)

    def tx_pwm(self, handle: int, number: int, hz: float, duty: float) -> None:
        self.pwm[number] = (hz, duty)

    def callback(self, handle: int, number: int, edges: int, tell: Callable[..., None]) -> FakeLgpio:
        self.alerts[number] = tell
        return self

    def cancel(self) -> None:
        pass

    def drive(self, number: int, level: int, at_ns: int = 1_000_000) -> None:
        """Let the outside world change an input; the kernel says when."""
        self.levels[number] = level
        self.alerts[number](0, number, level, at_ns)


class FakeRpiGpio(ModuleType):
    """The module RPi.GPIO, as gpiozero's factory uses it."""

    no_bounce_time = -666  # RPi.GPIO's own mark
    BCM, IN, OUT, I2C, SPI, HARD_PWM, SERIAL, UNKNOWN = 11, 1, 0, 42, 41, 43, 40, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.levels: dict[int, int] = {}
        self.functions: dict[int, int] = {}
        self.alerts: dict[int, Callable[[int], None]] = {}
        self.pwm: dict[int, tuple[float, float]] = {}
        self.busy: set[int] = set()
        self.pulls: dict[int, str | None] = {}
        self.bounce_times: set[int] = set()

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, flag: bool) -> None:
        pass

    def setup(self, number: int, function: int, pull: int = 20, initial: int = -1) -> None:
        if number in self.busy:
            raise RuntimeError("Failed to add edge detection")
        self.functions[number] = function
        self.pulls[number] = {self.PUD_UP: "up", self.PUD_DOWN: "down"}.get(pull)
        if pull == self.PUD_UP:
            self.levels.setdefault(number, 1)
        if initial >= 0:
            self.levels[number] = initial

    def cleanup(self, number: int | None = None) -> None:
        self.functions.pop(number or 0, None)

    def gpio_function(self, number: int) -> int:
        return self.functions[number]

    def input(self, number: int) -> int:
        return self.levels.get(number, 0)

    def output(self, number: int, level: int) -> None:
        self.levels[number] = int(level)

    def add_event_detect(self, number: int, edges: int, callback: Callable[[int], None], bouncetime: int) -> None:
        self.alerts[number] = callback
        self.bounce_times.add(bouncetime)

    def remove_event_detect(self, number: int) -> None:
        self.alerts.pop(number, None)

    def PWM(self, number: int, hz: float) -> FakePwm:  # noqa: N802  # RPi.GPIO's name
        return FakePwm(self, number, hz)

    def drive(self, number: int, level: int) -> None:
        """Let the outside world change an input."""
        self.levels[number] = level
        self.alerts[number](number)


class FakePwm:
    def __init__(self, gpio: FakeRpiGpio, number: int, hz: float) -> None:
        self.gpio, self.number = gpio, number
        gpio.pwm[number] = (hz, 0.0)

    def start(self, duty: float) -> None:
        self.ChangeDutyCycle(duty)

    def stop(self) -> None:
        self.gpio.pwm.pop(self.number, None)

    def ChangeDutyCycle(self, duty: float) -> None:  # noqa: N802  # RPi.GPIO's name
        self.gpio.pwm[self.number] = (self.gpio.pwm[self.number][0], duty)

    def ChangeFrequency(self, hz: float) -> None:  # noqa: N802  # RPi.GPIO's name
        self.gpio.pwm[self.number] = (hz, self.gpio.pwm[self.number][1])


@pytest.fixture(params=["lgpio", "rpigpio"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Give a Pi 4 with one of the two libraries, which are stand-ins."""
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: PI_4)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.delitem(sys.modules, f"gpiozero.pins.{request.param}", raising=False)
    fake: Any = FakeLgpio() if request.param == "lgpio" else FakeRpiGpio()
    if request.param == "lgpio":
        monkeypatch.setitem(sys.modules, "lgpio", fake)
    else:
        package = ModuleType("RPi")
        package.GPIO = fake  # type: ignore[attr-defined]  # a stand-in package is made of attributes
        monkeypatch.setitem(sys.modules, "RPi", package)
        monkeypatch.setitem(sys.modules, "RPi.GPIO", fake)
    fake.factory_name = request.param
    yield fake
    sys.modules.pop(f"gpiozero.pins.{request.param}", None)


@pytest.fixture
def pins(backend: Any) -> Iterator[Pins]:
    pins = open_pins(backend.factory_name)
    yield pins
    pins.close()


def test_a_switch_to_ground_is_closed_when_its_pin_is_low(backend: Any, pins: Pins) -> None:
    contact = pins.contact(17, lambda age_s: None)
    seen = []
    for level in (1, 0, 1):
        backend.drive(17, level)
        seen.append(contact.is_closed)
    contact.close()

    assert seen == [False, True, False]


@pytest.mark.parametrize("wiring", [InputWiring(True, "down"), InputWiring(True, None), InputWiring(True, "up")])
def test_a_switch_that_is_active_high_is_closed_when_its_pin_is_high(backend: Any, wiring: InputWiring) -> None:
    pins = open_pins(backend.factory_name, {17: wiring})
    contact = pins.contact(17, lambda age_s: None)
    seen = []
    for level in (1, 0, 1):
        backend.drive(17, level)
        seen.append(contact.is_closed)
    contact.close()
    pins.close()

    assert seen == [True, False, True]


@pytest.mark.parametrize("pull", ["up", "down", None])
def test_a_pin_is_pulled_as_its_switch_is_wired(backend: Any, pull: Any) -> None:
    pins = open_pins(backend.factory_name, {17: InputWiring(False, pull)})
    pins.contact(17, lambda age_s: None).close()
    pins.close()

    assert backend.pulls[17] == pull


def test_each_edge_is_told_and_none_after_close(backend: Any, pins: Pins) -> None:
    edges: list[str] = []
    contact = pins.contact(17, lambda age_s: edges.append("edge"))
    backend.drive(17, 0)
    backend.drive(17, 1)
    contact.close()

    assert edges == ["edge", "edge"]


@pytest.mark.parametrize("backend", ["lgpio"], indirect=True)
def test_lgpio_tells_how_long_ago_the_kernel_saw_an_edge(backend: Any, pins: Pins) -> None:
    ages_s: list[float] = []
    contact = pins.contact(17, ages_s.append)
    edge_ns = time.monotonic_ns() - 40_000_000
    backend.drive(17, 0, edge_ns)
    after_ns = time.monotonic_ns()
    contact.close()

    assert 0.04 <= ages_s[0] <= (after_ns - edge_ns) / 1e9


@pytest.mark.parametrize("backend", ["lgpio"], indirect=True)
@pytest.mark.parametrize("edge_ns", [0, 1_763_000_000_000_000_000], ids=["before the machine started", "since 1970"])
def test_an_edge_by_another_clock_is_an_edge_of_now(backend: Any, pins: Pins, edge_ns: int) -> None:
    ages_s: list[float] = []
    contact = pins.contact(17, ages_s.append)
    backend.drive(17, 0, edge_ns)
    contact.close()

    assert ages_s == [0.0]


def test_no_backend_is_asked_to_debounce(backend: Any, pins: Pins) -> None:
    contact = pins.contact(17, lambda age_s: None)
    contact.close()

    assert backend.bounce_times == {backend.no_bounce_time}


def test_an_output_is_dark_at_first_and_dark_when_closed(backend: Any, pins: Pins) -> None:
    lamp = pins.output(22)

    assert backend.levels[22] == 0
    lamp.set(True)
    assert backend.levels[22] == 1
    lamp.set(False)
    assert backend.levels[22] == 0
    lamp.set(True)
    lamp.close()
    assert backend.levels[22] == 0


def test_a_buzzer_sounds_with_pitch_and_volume(backend: Any, pins: Pins) -> None:
    buzzer = pins.sounder(18)
    buzzer.sound(880, 0.5)

    assert backend.pwm[18] == (880, 25)  # half the volume is a quarter of the time high
    buzzer.sound(1_047, 1.0)
    assert backend.pwm[18] == (1_047, 50)
    buzzer.sound(0, 1.0)
    assert backend.pwm[18][1] == 0
    buzzer.close()


def test_the_buzzer_is_left_to_the_chip_where_that_drives_its_pin_and_it_is_said(backend: Any, tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path / "sys", 2, (18, 19))
    channel = sysfs.make_channel(0)
    pins = open_pins(backend.factory_name, sysfs=sysfs.root)
    by_chip, told_of_chip = pins.sounder(18), pins.backend()
    by_program, told_of_program = pins.sounder(12), pins.backend()
    by_chip.sound(880, 0.5)
    by_program.sound(440, 0.5)

    assert told(channel) == (1_136_363, 284_090, 1)
    assert backend.pwm == {12: (440, 25)}
    assert told_of_chip.endswith("; the buzzer by the chip's PWM")
    assert "; the buzzer by a thread, so tones are rough on a busy machine" in told_of_program
    by_program.close()
    pins.close()


def test_a_busy_pin_says_which_and_what_to_look_at(backend: Any, pins: Pins) -> None:
    backend.busy.add(17)

    with pytest.raises(PinError, match=r"^pin GPIO17: .+; is it in use by something else"):
        pins.contact(17, lambda age_s: None)


def test_a_pin_that_is_used_twice_is_refused(pins: Pins) -> None:
    contact = pins.contact(17, lambda age_s: None)

    with pytest.raises(PinError, match="GPIO17"):
        pins.output(17)
    contact.close()


def test_a_pin_that_was_given_back_can_be_had_again(pins: Pins) -> None:
    pins.contact(17, lambda age_s: None).close()

    pins.output(17).close()


def test_the_backend_tells_its_name(backend: Any, pins: Pins) -> None:
    assert pins.backend().startswith(f"pins by {backend.factory_name}; ")


def test_a_factory_may_be_passed_in_and_stays_open() -> None:
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    pins = open_pins(factory)
    number_17 = factory.pin(17)
    pins.close()

    assert factory.pin(17) is number_17
    assert pins.backend().startswith("pins by MockFactory")
    factory.reset()


def test_the_mock_factory_can_be_named() -> None:
    pins = open_pins("mock")
    pins.sounder(18).sound(440, 1.0)
    pins.close()

    assert pins.backend().startswith("pins by mock")


def test_the_environment_chooses_the_factory_as_everywhere_with_gpiozero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    pins = open_pins("lgpio")
    pins.close()

    assert pins.backend().startswith("pins by mock")


def test_an_unknown_factory_of_the_environment_says_where_it_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")

    with pytest.raises(PinError, match="GPIOZERO_PIN_FACTORY: no pin factory is called 'native'; there are lgpio, "):
        open_pins("lgpio").output(17)


def test_an_unknown_factory_is_refused() -> None:
    with pytest.raises(PinError, match="no pin factory is called 'pigpio'; there are lgpio, rpigpio, mock"):
        start_factory("pigpio")


def test_a_library_that_is_not_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)

    with pytest.raises(PinError, match="install the system's python3-lgpio"):
        start_factory("lgpio")


@pytest.mark.parametrize("backend", ["lgpio"], indirect=True)
@pytest.mark.parametrize(("labels", "opened"), [
    ({10: "gpio-brcmstb", 11: "pinctrl-rp1", 12: "pinctrl-rp1"}, 11),
    ({0: "pinctrl-bcm2711"}, 0),
    ({3: "pinctrl-bcm2835"}, 3),
    ({0: "", 4: ""}, 0),  # forbidden: as gpiozero guesses
    ({}, 0),
])  # fmt: skip
def test_the_chip_of_the_header_is_opened_whatever_its_number(
    backend: Any, labels: dict[int, str], opened: int, tmp_path: Path
) -> None:
    for number in labels:
        (tmp_path / f"gpiochip{number}").touch()
    factory: Any = start_factory("lgpio", lambda: header_chip(tmp_path, lambda chip: labels[int(chip.name[8:])]))

    assert backend.opened == [opened]
    factory.close()


def test_a_file_that_is_no_chip_has_no_label(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()

    assert [label_of(tmp_path / name) for name in ("gpiochip0", "gpiochip1")] == ["", ""]


PIPES = """
import os, stat, sys
sys.modules["lgpio"] = None
from tacotable_drivers.pins import start_factory
from tacotable_drivers.ports import PinError
for _ in range(2):
    try:
        start_factory("lgpio")
    except PinError as error:
        print(error)
folder = os.environ["LG_WD"]
print(folder, oct(stat.S_IMODE(os.stat(folder).st_mode)), sep="\\n")
"""


def test_each_program_has_a_folder_of_its_own_for_pipes_and_leaves_none(tmp_path: Path) -> None:
    (tmp_path / ".lgd-nfy0").touch(0o600)  # as root left it
    told = [
        subprocess.run(
            [sys.executable, "-c", PIPES], env={"TMPDIR": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True
        ).stdout.split("\n")
        for _ in range(2)
    ]

    folders = [Path(lines[2]) for lines in told]
    assert folders[0] != folders[1]
    for lines, folder in zip(told, folders, strict=True):
        assert "python3-lgpio" in lines[0] == lines[1]
        assert (folder.parent, lines[3]) == (tmp_path, "0o700")
        assert not folder.exists()


def test_a_folder_for_pipes_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))

    with pytest.raises(PinError, match="for its pipes: No such file or directory; make room, or set LG_WD"):
        start_factory("lgpio")


def test_lgpio_without_a_folder_for_its_pipes_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path / "missing"))

    with pytest.raises(PinError, match="set LG_WD"):
        start_factory("lgpio")


def distribution(folder: Path, name: str, version: str) -> None:
    path = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    path.mkdir()
    (path / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def test_the_owner_of_the_module_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    distribution(tmp_path, "rpi-lgpio", "0.6")
    monkeypatch.syspath_prepend(tmp_path)

    assert rpi_gpio_owners() == ("rpi-lgpio 0.6",)
    assert describe("rpigpio", rpi_gpio_owners()) == "pins by rpigpio; RPi.GPIO is provided by rpi-lgpio 0.6"


def test_two_owners_of_one_module_are_warned_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    distribution(tmp_path, "rpi-lgpio", "0.6")
    distribution(tmp_path, "RPi.GPIO", "0.7.1")
    monkeypatch.syspath_prepend(tmp_path)

    assert describe("lgpio", rpi_gpio_owners()) == (
        "pins by lgpio; WARNING: rpi-lgpio 0.6 and RPi.GPIO 0.7.1 both own RPi.GPIO; uninstall both, install one"
    )


def test_no_owner_is_told_as_it_is() -> None:
    assert describe("lgpio", ()) == "pins by lgpio; RPi.GPIO is not installed"
