"""The Pi itself while a table plays: undervoltage and heat, as sysfs tells them, each told once with its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost
from tacotable_drivers.vitals import COOLING, SUPPLY, Vitals, board_ailments
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as made:
        yield made


def told(events: list[DeviceEvent]) -> list[str]:
    return [f"{type(event).__name__} {event.device}" for event in events if isinstance(event, DeviceLost | DeviceFound)]


def test_a_supply_that_dips_again_and_again_is_told_once_and_its_end_once(loop: VirtualLoop) -> None:
    ill: set[str] = set()
    events: list[DeviceEvent] = []
    vitals = Vitals(lambda: ill, events.append, loop)
    vitals.start()

    for _ in range(5):
        ill.add(SUPPLY)
        loop.run_for(4.0)
        ill.clear()
        loop.run_for(4.0)
    while_it_dips = told(events)
    loop.run_for(20.0)
    vitals.close()

    assert while_it_dips == ["DeviceLost supply"]
    assert told(events) == ["DeviceLost supply", "DeviceFound supply"]


def test_where_nobody_can_tell_nothing_is_looked_at(loop: VirtualLoop) -> None:
    vitals = Vitals(None, lambda event: None, loop)
    vitals.start()

    assert vitals.devices == ()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "ascii")


@pytest.fixture
def sys(tmp_path: Path) -> Path:
    """Make the part of sysfs that a Pi has: another sensor, that of the supply, the zone of the chip."""
    write(tmp_path / "class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path / "class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    write(tmp_path / "class/thermal/thermal_zone0/temp", "52100\n")
    return tmp_path


def test_undervoltage_and_heat_are_read_from_sysfs(sys: Path) -> None:
    look = board_ailments(sys)
    assert look is not None
    well = look()
    write(sys / "class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    weak = look()
    write(sys / "class/thermal/thermal_zone0/temp", "80000\n")

    assert (well, weak, look()) == (set(), {SUPPLY}, {SUPPLY, COOLING})


def test_heat_is_over_when_the_board_is_five_degrees_cooler(sys: Path) -> None:
    look = board_ailments(sys)
    assert look is not None
    seen = []
    for heat in ("79900", "80100", "78000", "75000", "74900", "79900"):
        write(sys / "class/thermal/thermal_zone0/temp", heat)
        seen.append(COOLING in look())

    assert seen == [False, True, True, True, False, False]


@pytest.mark.parametrize(
    ("bits", "ill"),
    [("0", set()), ("1", {SUPPLY}), ("50005", {SUPPLY}), ("4", {COOLING}), ("8", {COOLING}), ("50000", set())],
)
def test_what_the_firmware_says_now_counts_and_what_was_does_not(bits: str, ill: set[str], sys: Path) -> None:
    write(sys / "devices/platform/soc/soc:firmware/get_throttled", bits)
    look = board_ailments(sys)

    assert look is not None
    assert look() == ill


def test_a_machine_that_is_no_pi_tells_nothing(tmp_path: Path) -> None:
    write(tmp_path / "class/thermal/thermal_zone0/temp", "90000\n")

    assert board_ailments(tmp_path) is None


def test_a_sensor_that_goes_away_tells_nothing(sys: Path) -> None:
    look = board_ailments(sys)
    assert look is not None
    (sys / "class/hwmon/hwmon1/in0_lcrit_alarm").unlink()
    (sys / "class/thermal/thermal_zone0/temp").unlink()

    assert look() == set()
