"""A socket is known by each of its names: Debian 13 links each port twice, Debian 12 once, other systems never."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tacotable.diagnostics.doctor.bus_checks import bus_findings
from tacotable.diagnostics.doctor.simulated import SimulatedMachine
from tacotable.diagnostics.setup.dialogue import LOOKS, Seen, Setup
from tacotable.diagnostics.setup.probe import ports_of
from tacotable.diagnostics.setup.questions import NONE, PADS
from tacotable.table.file import TableFileError, parse_table, read_table
from tacotable_drivers.serial_port import UsbNumbers

TACOCAT = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/tacocat.toml").read_text("utf-8")
PI_4 = "platform-fd500000.pcie-pci-0000:01:00.0"
HUB = "/dev/ttyACM0"


def by_path(socket: str, usb: str = "usb", number: int = 0) -> str:
    return f"/dev/serial/by-path/{PI_4}-{usb}-0:{socket}:1.0-port{number}"


LINKS = {"Debian 12": ("usb",), "Debian 13": ("usb", "usbv2"), "no links": ()}
"""What udev writes into the names of the links of a port: systemd 252, systemd 257, and a system without its rules."""


class Linked(SimulatedMachine):
    """A machine with a hub and readers, and the links that its udev makes for each."""

    def __init__(self, system: str, *sockets: str) -> None:
        super().__init__(read_table("tacocat"))
        devices = {socket: f"/dev/ttyUSB{number}" for number, socket in enumerate(sockets)}
        kinds = LINKS[system]
        self.links = {by_path(socket, kind): device for socket, device in devices.items() for kind in kinds}
        self.links |= dict.fromkeys((f"/dev/serial/by-path/{PI_4}-{kind}-0:1.1:1.0" for kind in kinds), HUB)
        self._paths = sorted([*devices.values(), *self.links, HUB])

    def device_of(self, port: str) -> str:
        return self.links.get(port, port)

    def usb_numbers(self, port: str) -> UsbNumbers:
        return super().usb_numbers(self.device_of(port))


ALL_TYPED = {
    "kind": PADS, "names": "YAY, WOW", "board": "pi4", "hub": "no", "lamps": NONE, "lights": NONE, "sensors": "no",
    "buzzer": "no", "seat displays": NONE, "space displays": NONE,
    "press YAY.ok": "GPIO 5", "press YAY.no": "GPIO 6", "press WOW.ok": "GPIO 12", "press WOW.no": "GPIO 13",
}  # fmt: skip
"""All answers of a small table but those about its readers."""


def seen(setup: Setup, machine: Linked) -> list[str]:
    ports = frozenset(ports_of(machine))
    return [line for _ in range(LOOKS) for line in setup.seen(Seen(ports=ports))]


@pytest.mark.parametrize(("system", "first"), [*zip(LINKS, [by_path("1.3")] * 2 + ["/dev/ttyUSB0"], strict=True)])
def test_a_reader_is_taken_at_its_first_plug(system: str, first: str) -> None:
    setup = Setup(ALL_TYPED, ())
    assert seen(setup, Linked(system)) == []

    said = seen(setup, Linked(system, "1.3"))

    assert said[0] == f"YAY.pad: {first}"
    assert setup.answers["plug YAY.pad"] == first


@pytest.mark.parametrize("name", ["/dev/ttyUSB0", by_path("1.3", "usbv2"), "/dev/tacotable/usb-1.3"])
def test_a_socket_that_was_typed_by_another_name_is_known_when_it_comes(name: str) -> None:
    machine = Linked("Debian 13", "1.3")
    machine.links["/dev/tacotable/usb-1.3"] = "/dev/ttyUSB0"
    setup = Setup({**ALL_TYPED, "plug YAY.pad": name, "reader YAY.pad": "pn532"}, (), device_of=machine.device_of)

    assert seen(setup, Linked("Debian 13")) == []
    assert seen(setup, machine)[0].startswith(f"{by_path('1.3')} is YAY.pad already.")
    assert setup.typed(by_path("1.3", "usbv2")) == [f"WOW.pad: {by_path('1.3', 'usbv2')}"]  # once more: it is meant
    assert "plug YAY.pad" not in setup.answers
    assert setup.doubts(Seen(ports=frozenset(ports_of(machine)))) == []


def test_the_trial_says_whose_a_socket_is_by_any_name() -> None:
    machine = Linked("Debian 13", "1.3", "1.4")
    plugs = {"plug YAY.pad": by_path("1.3", "usbv2"), "plug WOW.pad": "/dev/ttyUSB1"}
    readers = {"reader YAY.pad": "pn532", "reader WOW.pad": "pn532"}
    setup = Setup({**ALL_TYPED, **plugs, **readers}, (), device_of=machine.device_of)
    seen(setup, Linked("Debian 13"))

    assert seen(setup, Linked("Debian 13", "1.3")) == [f"{by_path('1.3')} is YAY.pad."]
    assert seen(setup, machine) == [f"{by_path('1.4')} is WOW.pad."]


def faults_with(ports: Mapping[str, str]) -> str:
    text = TACOCAT
    for pad, port in ports.items():
        text = text.replace(f"/dev/serial/by-path/{pad}", port)
    try:
        parse_table(text, "my.toml")
    except TableFileError as error:
        return str(error)
    return ""


def test_a_table_file_gives_no_two_pads_one_socket_by_two_names(tmp_path: Path) -> None:
    device = tmp_path / "ttyUSB0"
    device.touch()
    names = [device, *(tmp_path / name for name in ("usb-0:1.3-port0", "usbv2-0:1.3-port0", "by-id"))]
    for name in names[1:]:
        name.symlink_to(device)
    not_there = [by_path("1.3"), by_path("1.3", "usbv2")]  # on a computer that is not the table's
    pairs = [(a, b) for group in ([*map(str, names)], not_there) for a in group for b in group]

    assert [faults_with({"pad-yay": a, "pad-wow": b}) for a, b in pairs] == [
        f"my.toml: seats[1].pad.port: {b} is the port of seats[0].pad, too; each reader has its own "
        "(ls /dev/serial/by-path)"
        for _, b in pairs
    ]
    assert faults_with({"pad-yay": by_path("1.3"), "pad-wow": by_path("1.4", "usbv2")}) == ""
    assert faults_with({"pad-yay": by_path("1.3"), "pad-wow": by_path("1.3", "usbv3")}) == ""  # another root hub
    assert faults_with({"pad-yay": by_path("1.3"), "pad-wow": by_path("1.3", number=1)}) == ""  # two ports in one


def test_the_doctor_names_each_socket_once() -> None:
    machine = Linked("Debian 13", "1.3")
    [told] = {finding.mend for finding in bus_findings(machine, read_table("tacocat")) if "port of" in finding.subject}

    hub, reader = f"/dev/serial/by-path/{PI_4}-usb-0:1.1:1.0", by_path("1.3")
    assert told == f"plug the reader in, and write its port; there is {hub} (2e8a:0005), {reader} (1a86:7523)"
