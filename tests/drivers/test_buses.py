"""Finding I2C buses behind multiplexers in the kernel's tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable_drivers.ports import PanelError
from tacotable_drivers.screens.buses import bus_of_channel, limit_patience, root_of


@pytest.fixture
def sysfs(tmp_path: Path) -> Path:
    """Make a Pi's tree: bus 1 with a multiplexer at 70 whose channels are the buses 11 and 12."""
    wire = tmp_path / "devices" / "platform" / "soc" / "3f804000.i2c" / "i2c-1"
    devices = tmp_path / "bus" / "i2c" / "devices"
    mux = wire / "1-0070"
    devices.mkdir(parents=True)
    mux.mkdir(parents=True)
    (devices / "i2c-1").symlink_to(wire)
    (devices / "1-0070").symlink_to(mux)
    for channel, bus in ((0, 11), (1, 12)):
        (wire / f"i2c-{bus}").mkdir()
        (mux / f"channel-{channel}").symlink_to(wire / f"i2c-{bus}")
        (devices / f"i2c-{bus}").symlink_to(wire / f"i2c-{bus}")
    return devices


def test_a_channel_is_found_by_its_multiplexer(sysfs: Path) -> None:
    assert [bus_of_channel(0x70, channel, sysfs) for channel in (0, 1)] == [11, 12]


def test_channels_share_the_wire_of_their_root(sysfs: Path) -> None:
    assert [root_of(bus, sysfs) for bus in (1, 11, 12)] == [1, 1, 1]


def test_a_bus_that_the_kernel_does_not_know_is_its_own_root(sysfs: Path) -> None:
    assert root_of(5, sysfs) == 5


def test_a_missing_multiplexer_says_what_to_look_at(sysfs: Path) -> None:
    with pytest.raises(PanelError, match=r"multiplexer 0x71, channel 0: not found; is it wired, and dtoverlay"):
        bus_of_channel(0x71, 0, sysfs)


def test_a_missing_channel_says_so(sysfs: Path) -> None:
    with pytest.raises(PanelError, match="multiplexer 0x70, channel 5: not found"):
        bus_of_channel(0x70, 5, sysfs)


def test_two_multiplexers_of_one_address_need_a_bus_number(sysfs: Path, tmp_path: Path) -> None:
    other = tmp_path / "devices" / "platform" / "i2c-3" / "3-0070"
    (other.parent / "i2c-31").mkdir(parents=True)
    other.mkdir()
    (other / "channel-0").symlink_to(other.parent / "i2c-31")
    (sysfs / "3-0070").symlink_to(other)

    with pytest.raises(PanelError, match="found on 2 buses"):
        bus_of_channel(0x70, 0, sysfs)


def test_a_link_that_leads_to_no_bus_is_refused(sysfs: Path) -> None:
    (sysfs / "1-0070" / "channel-2").symlink_to(sysfs)

    with pytest.raises(PanelError, match="leads to no bus"):
        bus_of_channel(0x70, 2, sysfs)


def test_a_bus_that_is_held_low_is_given_up_after_200_ms(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    asked: list[tuple[int, int]] = []

    limit_patience(1, tmp_path, lambda file, request, argument: asked.append((request, argument)))

    assert asked == [(0x0702, 20)]


def test_a_wire_that_cannot_be_had_says_what_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(PanelError, match="I2C bus 1: No such file or directory; is I2C on"):
        limit_patience(1, tmp_path)
