"""The chip's PWM in a folder laid out as the kernel's: which channel drives a pin, and what is written to it."""

from __future__ import annotations

from pathlib import Path
from struct import pack

import pytest

from tacotable_drivers.hardware_pwm import Channel, open_channel
from tacotable_drivers.ports import PinError


class Sysfs:
    """A folder with what the kernel and an overlay put into sysfs; udev may come later."""

    def __init__(self, root: Path, channels: int, pins: tuple[int, ...], gpio: str = "soc/gpio@7e200000") -> None:
        self.root = root
        self.chip = root / "class/pwm/pwmchip0"
        self.slept: list[float] = []
        node, group = self.chip / "device/of_node", root / "firmware/devicetree/base" / gpio / "pwm_pins"
        other = group.with_name("i2c1")
        for folder in (node, group, other):
            folder.mkdir(parents=True)
        (self.chip / "npwm").write_text(f"{channels}\n")
        (self.chip / "export").write_text("")
        (node / "pinctrl-0").write_bytes(pack(">I", 0x51))
        (group / "phandle").write_bytes(pack(">I", 0x51))
        (group / "brcm,pins").write_bytes(pack(f">{len(pins)}I", *pins))
        (other / "phandle").write_bytes(pack(">I", 0x52))
        (other / "brcm,pins").write_bytes(pack(">2I", 12, 13))

    def make_channel(self, number: int, **values: int) -> Path:
        """Let udev have made a channel."""
        folder = self.chip / f"pwm{number}"
        folder.mkdir()
        for name, value in ({"period": 0, "duty_cycle": 0, "enable": 0} | values).items():
            (folder / name).write_text(f"{value}\n")
        return folder

    def sleep(self, seconds: float) -> None:
        """Make the channel that was asked for, after a while."""
        self.slept.append(seconds)
        if len(self.slept) == 3:
            self.make_channel(int((self.chip / "export").read_text()))


def told(folder: Path) -> tuple[int, int, int]:
    period, high, is_on = (int((folder / name).read_text()) for name in ("period", "duty_cycle", "enable"))
    return period, high, is_on


@pytest.mark.parametrize(
    ("channels", "pins", "pin", "channel"),
    [(2, (18, 19), 18, 0), (2, (18, 19), 19, 1), (2, (12, 13), 13, 1), (4, (18, 19), 18, 2), (4, (18, 19), 19, 3)],
)
def test_a_pin_of_the_overlay_has_its_channel_once_udev_has_given_it_away(
    tmp_path: Path, channels: int, pins: tuple[int, ...], pin: int, channel: int
) -> None:
    gpio = "soc/gpio@7e200000" if channels == 2 else "axi/pcie@1000120000/rp1/gpio@d0000"
    sysfs = Sysfs(tmp_path, channels, pins, gpio)

    sounder = open_channel(pin, tmp_path, sysfs.sleep)

    assert isinstance(sounder, Channel)
    assert (sysfs.chip / "export").read_text() == str(channel)
    assert told(sysfs.chip / f"pwm{channel}") == (1_000_000, 0, 0)


@pytest.mark.parametrize("pin", [12, 13, 17])
def test_a_pin_that_the_overlay_does_not_drive_has_none(tmp_path: Path, pin: int) -> None:
    sysfs = Sysfs(tmp_path, 2, (18, 19))

    assert open_channel(pin, tmp_path, sysfs.sleep) is None
    assert (sysfs.chip / "export").read_text() == ""


def test_without_an_overlay_there_is_none(tmp_path: Path) -> None:
    assert open_channel(18, tmp_path) is None


def test_a_channel_that_this_user_never_gets_is_none(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path, 2, (18, 19))
    slept: list[float] = []

    assert open_channel(18, sysfs.root, slept.append) is None
    assert sum(slept) == pytest.approx(1.0)


def test_a_tone_is_a_period_of_which_half_the_volume_is_high(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path, 2, (18, 19))
    folder = sysfs.make_channel(0)
    sounder = open_channel(18, tmp_path, sysfs.sleep)
    assert sounder is not None
    heard = []
    for hz, volume in ((880, 0.5), (2_000, 1.0), (0, 1.0), (440, 2.0)):
        sounder.sound(hz, volume)
        heard.append(told(folder))
    sounder.close()

    assert heard == [(1_136_363, 284_090, 1), (500_000, 250_000, 1), (500_000, 0, 0), (2_272_727, 1_136_363, 1)]
    assert told(folder) == (2_272_727, 0, 0)
    assert sysfs.slept == []


def test_a_channel_that_an_earlier_start_left_sounding_is_silent(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path, 2, (18, 19))
    folder = sysfs.make_channel(0, period=1_136_363, duty_cycle=284_090, enable=1)

    open_channel(18, tmp_path, sysfs.sleep)

    assert told(folder) == (1_136_363, 0, 0)


def test_an_overlay_that_is_gone_is_told(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path, 2, (18, 19))
    folder = sysfs.make_channel(0)
    sounder = open_channel(18, tmp_path, sysfs.sleep)
    assert sounder is not None
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()

    with pytest.raises(PinError, match="is the overlay of the PWM still loaded"):
        sounder.sound(880, 0.5)
