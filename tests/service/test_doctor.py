"""The doctor on the simulated table and Pi: it names each fault that is switched on, and says its mend."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tacotable.__main__ import main
from tacotable.devices.build import Devices, Hardware
from tacotable.devices.health import health_book
from tacotable.diagnostics.device_examination import DEVICES, examine, lost_mend, refused_pins
from tacotable.diagnostics.doctor.bus_checks import bus_findings
from tacotable.diagnostics.doctor.examine import look_over
from tacotable.diagnostics.doctor.finding import Finding, Verdict, fail, ok, together, unchecked, warn
from tacotable.diagnostics.doctor.machine import MODEL
from tacotable.diagnostics.doctor.machine_checks import machine_findings
from tacotable.diagnostics.doctor.simulated import FAULTS, FORBIDDEN, SimulatedMachine
from tacotable.diagnostics.doctor.table_checks import line_of
from tacotable.diagnostics.faulty_table import sick_table
from tacotable.service.running_time import running_time
from tacotable.service.status_file import write_status
from tacotable.table.file import SHIPPED, TableFile, parse_table, read_table
from tacotable_drivers import pins
from tacotable_drivers.device_files import NEW_SESSION, Access
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import FaultKind
from tacotable_drivers.serial_port import UsbNumbers

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
NOWHERE = Path("/nowhere")
HANDS = {"ghost", "neighbour", "dead", "deaf"}
"""Faults that show only to hands: the self-test finds these."""


def found(table: str, *faults: str) -> list[Finding]:
    return look_over(table, NOWHERE, faults, is_simulated=True)


LOOKED_AT = ok("devices", "they were looked at")


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be on a machine whose pins cannot be had, whichever machine this is."""
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setitem(pins.FACTORIES, "lgpio", ("gpiozero.pins.no_such_backend", "NoFactory"))


@pytest.fixture
def no_devices(no_pins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at nothing but the pins, which cannot be had: no other device of this machine is touched."""

    async def examine(table: TableFile, hardware: Hardware) -> list[Finding]:
        return [*refused_pins(hardware.pins), LOOKED_AT]

    monkeypatch.setattr("tacotable.diagnostics.doctor.examine.examine", examine)


@pytest.fixture(scope="module")
def sound() -> list[Finding]:
    return found("tacocat")


@pytest.fixture(scope="module")
def sound_hub() -> list[Finding]:
    return found("tacocat-hub")


def switches(table: str) -> list[tuple[str, str]]:
    with sick_table(read_table(table), ()) as (simulated, _, _):
        names = simulated.switchboard.names()
    alike = {f"display space {space:+d}" for space in (-3, -2, -1, 1, 2, 3)} | {
        f"sensor {n:+d}" for n in (-4, -3, -2, 2, 4)
    }
    return [
        (device, fault)
        for device, faults in names.items()
        for fault in faults
        if fault not in HANDS and device not in alike
    ]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("table", SHIPPED)
def test_a_sound_table_has_nothing_that_keeps_it_from_working(table: str) -> None:
    assert [finding for finding in found(table) if finding.verdict is Verdict.FAIL] == []


@pytest.mark.long(keep=8)
@pytest.mark.parametrize(("device", "fault"), switches("tacocat"))
def test_each_fault_of_a_device_is_named_with_its_mend(device: str, fault: str, sound: list[Finding]) -> None:
    new = [finding for finding in found("tacocat", f"{device}={fault}") if finding not in sound]

    if (device, fault) == ("sensor 0", "stuck"):
        assert not new  # Tacocat stands there: what a person is asked is in every report
        return
    [finding] = new
    assert finding.verdict in (Verdict.FAIL, Verdict.WARN)
    assert finding.mend
    if device.startswith("sensor"):
        assert finding.subject == "sensors"
        assert device.removeprefix("sensor ") in finding.told
    else:
        assert finding.subject.endswith(device)


@pytest.mark.long(keep=6)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in ("old-hub", "no-usb-numbers")])
def test_each_fault_of_the_machine_is_named_with_its_mend(fault: str, sound: list[Finding]) -> None:
    new = [finding for finding in found("tacocat", f"machine={fault}") if finding not in sound]
    ill = [finding for finding in new if finding.verdict in (Verdict.FAIL, Verdict.WARN)]

    assert ill
    assert all(finding.mend for finding in ill)
    assert all(finding.verdict is not Verdict.OK for finding in new)


@pytest.mark.long
@pytest.mark.parametrize(
    ("device", "fault"),
    [
        ("hub hub", "unplug"),
        ("hub hub", "reset"),
        ("hub hub", "stall-in"),
        ("hub hub", "stall-out"),
        ("hub hub", "noise"),
        ("hub hub", "drop"),
        ("hub hub", "double"),
        ("hub hub", "flip"),
        ("reader YAY.pad", "silence"),
        ("reader YAY.pad", "dip"),
        ("reader YAY.pad", "flicker"),
        ("YAY.ok", "stuck"),
    ],
)
def test_each_fault_at_a_hub_is_named_with_its_mend(device: str, fault: str, sound_hub: list[Finding]) -> None:
    new = [finding for finding in found("tacocat-hub", f"{device}={fault}") if finding not in sound_hub]
    ill = [finding for finding in new if finding.verdict in (Verdict.FAIL, Verdict.WARN)]

    assert any(finding.subject.endswith(device) for finding in ill)
    assert all(finding.mend for finding in ill)


def test_a_silent_expander_is_named_and_what_hangs_on_it_is_unknown() -> None:
    verdicts = {finding.subject: finding for finding in found("kittens-hub", "expander hub=gone")}

    assert verdicts["expander hub"].verdict is Verdict.FAIL
    assert verdicts["expander hub"].mend.startswith("see its supply, SDA on GP26 and SCL on GP27")
    assert verdicts["button 10.nope"].told == "unknown: see expander hub"
    assert verdicts["button 1.ok"].told == "it answers nothing by itself; whether it works needs hands and eyes"


@pytest.mark.parametrize("table", SHIPPED)
def test_every_device_that_can_be_lost_has_a_mend(table: str) -> None:
    with sick_table(read_table(table), ()) as (_, hardware, loop):
        devices = Devices(read_table(table), hardware, lambda event: None, loop)
        names = [health.device for health in health_book(read_table(table), devices, loop).report()]

    assert names
    assert all(DEVICES[name.partition(" ")[0]]["mend"] for name in names)


def test_a_bad_cable_of_a_hub_is_told_by_what_either_side_dropped() -> None:
    told, mend = told_of(found("tacocat-hub", "hub hub=flip"), "hub hub")

    assert re.fullmatch(r"[1-9]\d* lines came spoiled, [1-9]\d* reached it spoiled \(sent again\)", told)
    assert mend.startswith("another USB cable, 3 m at most")


def test_a_hub_that_talks_but_takes_nothing_is_told_so() -> None:
    told, _ = told_of(found("tacocat-hub", "hub hub=stall-in"), "hub hub")

    assert re.search(r"hub \w+ on hub cable 1 talks but takes nothing: press its reset button", told)


def test_a_reader_of_a_hub_whose_supply_dips_is_told_so() -> None:
    told, mend = told_of(found("tacocat-hub", "reader YAY.pad=dip"), "reader YAY.pad")

    assert told.endswith("times: its supply dips")
    assert mend.startswith("10 µF across its 3.3 V and ground")


def told_of(findings: list[Finding], subject: str) -> tuple[str, str]:
    [finding] = [each for each in findings if each.subject == subject and each.verdict is not Verdict.OK]
    return finding.told, finding.mend


def test_a_bus_that_is_held_low_is_told_apart_from_a_missing_display() -> None:
    stuck = told_of(found("tacocat", "display YAY=stuck"), "display YAY")
    gone = told_of(found("tacocat", "display YAY=gone"), "display YAY")

    assert "timed out" in stuck[0]
    assert stuck[1].startswith("the bus is held low")
    assert gone[1].startswith("see its four wires and its address")


def test_undervoltage_says_what_to_buy() -> None:
    assert told_of(found("tacocat", "machine=undervoltage"), "supply") == (
        "undervoltage now",
        "take a supply that gives 5.1 V at the current of `tacotable pinout`, and a short cable",
    )


def test_a_full_disk_lets_no_game_begin() -> None:
    assert told_of(found("tacocat", "machine=disk-full"), "disk") == (
        "3 MiB are free for /nowhere",
        "no game can begin: remove what is not needed (sudo journalctl --vacuum-size=16M)",
    )


def test_only_what_answered_is_called_well(sound: list[Finding]) -> None:
    told = {finding.subject: (finding.verdict, finding.told) for finding in sound}
    is_free = (Verdict.UNCHECKED, "its pin is free; whether it works needs hands and eyes")

    assert told["reader YAY.pad"] == (Verdict.OK, "it answers")
    assert told["display WOW"] == (Verdict.OK, "it takes pictures")
    assert {told[name] for name in ("button YAY.ok", "sensor +4", "buzzer", "lamp YAY.ok")} == {is_free}
    assert told["lights"] == (
        Verdict.UNCHECKED,
        "it answers nothing by itself; whether it works needs hands and eyes",
    )
    assert told["cards"] == (Verdict.UNCHECKED, "whether they are read through the table's top needs hands")


@pytest.mark.parametrize("reader", ["rdm6300", "id12la"])
def test_a_reader_that_only_announces_is_asked_for_a_card_and_not_called_well(reader: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text((TABLES / "tacocat.toml").read_text("utf-8").replace("pn532", reader), "utf-8")

    assert unchecked(
        "reader YAY.pad",
        "it says nothing until a card is shown to it, so nothing is known of it",
        "show it a card: tacotable selftest",
    ) in found(str(file))


CONFIG = "/boot/firmware/config.txt"
HDMI = "there is no /dev/i2c-1 (/dev/i2c-20, /dev/i2c-21: other buses, as HDMI has them)"
I2C, MUX, SPI = "dtparam=i2c_arm=on", "dtoverlay=i2c-mux,pca9548,addr=0x70", "dtparam=spi=on"
AT_START = "reboot: the kernel looks for it at its start only"
DISPLAYS = "display YAY, WOW, space -3, space -2, space -1, space 0, space +1, space +2, space +3"
ON_PINS = "button YAY.ok, YAY.no, WOW.ok, WOW.no; sensor -4, -3, -2, -1, 0, +1, +2, +3, +4; buzzer"
LAMPS = "lamp YAY.ok, YAY.no, WOW.ok, WOW.no"
PLANTED = {
    "no-i2c": (
        (
            "i2c bus 1",
            f"{HDMI}: {CONFIG} has no line {I2C}",
            f"add this line under [all] to {CONFIG}: {I2C}; then reboot",
        ),
        DISPLAYS,
    ),
    "i2c-not-yet": (("i2c bus 1", f"{HDMI}, although {CONFIG} has the line {I2C}", "reboot"), DISPLAYS),
    "no-i2c-dev": (
        (
            "i2c bus 1",
            f"{HDMI}, although the device tree has it switched on",
            "sudo modprobe i2c-dev, and write i2c-dev into /etc/modules; the installer does both",
        ),
        DISPLAYS,
    ),
    "no-mux": (
        (
            "multiplexer 0x70",
            f"the kernel knows of none: {CONFIG} has no line {MUX}",
            f"add this line under [all] to {CONFIG}: {MUX}; then wire it, and {AT_START}",
        ),
        DISPLAYS,
    ),
    "mux-silent": (
        (
            "multiplexer 0x70",
            "no chip answered when the kernel looked for it",
            f"see its supply, SDA, SCL, RST up to 3.3 V, and A0 to A2; then {AT_START}",
        ),
        DISPLAYS,
    ),
    "no-spi": (
        (
            "spi",
            f"there is no /dev/spidev0.0: {CONFIG} has no line {SPI}",
            f"add this line under [all] to {CONFIG}: {SPI}; then reboot",
        ),
        "lights",
    ),
    "no-group-i2c": (
        ("group i2c", "this user may not use /dev/i2c-1 (root:i2c 0660)", "sudo adduser $USER i2c, then log in anew"),
        DISPLAYS,
    ),
    "no-group-spi": (
        (
            "group spi",
            "this user may not use /dev/spidev0.0 (root:spi 0660)",
            "sudo adduser $USER spi, then log in anew",
        ),
        "lights",
    ),
    "no-group-gpio": (
        (
            "group gpio",
            "this user may not use /dev/gpiochip0 (root:gpio 0660)",
            "sudo adduser $USER gpio, then log in anew",
        ),
        f"{ON_PINS}; {LAMPS}",
    ),
    "no-group-dialout": (
        (
            "group dialout",
            "this user may not use /dev/serial/by-path/pad-yay (root:dialout 0660), "
            "/dev/serial/by-path/pad-wow (root:dialout 0660)",
            "sudo adduser $USER dialout, then log in anew",
        ),
        "reader YAY.pad, WOW.pad",
    ),
    "no-pin-library": (
        (
            "pin library",
            "the library of pins = 'lgpio' is missing",
            "sudo apt install python3-lgpio; the environment must have been made with --system-site-packages",
        ),
        f"{ON_PINS}; {LAMPS}",
    ),
}
"""For each planted fault of the Pi the one finding that fails, and the devices of which nothing is known then."""


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_of_the_pi_is_told_once_with_its_mend_and_what_follows_from_it_in_a_line(fault: str) -> None:
    cause, behind = PLANTED[fault]

    told = together(found("tacocat", f"machine={fault}"))

    assert [finding for finding in told if finding.verdict is Verdict.FAIL] == [fail(*cause)]
    assert unchecked(behind, f"unknown: see {cause[0]}") in told


def test_a_line_under_a_section_of_another_board_is_told_to_be_moved() -> None:
    told, mend = told_of(found("tacocat", "machine=i2c-elsewhere"), "i2c bus 1")

    assert told == f"{HDMI}: in {CONFIG} the line {I2C} stands under [cm5]"
    assert mend == "move it under [all]; then reboot"


def test_where_nobody_tells_what_is_behind_a_port_that_is_said() -> None:
    assert unchecked(
        "ports /dev/ttyACM0", "nobody tells which USB devices they are, so each is asked whether it is a hub"
    ) in found("tacocat-hub", "machine=no-usb-numbers")


class WithModem(SimulatedMachine):
    """A Pi on which a modem hangs, too, that this user may not use: it is no business of the table."""

    def listed(self, pattern: str) -> tuple[str, ...]:
        return (*super().listed(pattern), *(["/dev/ttyACM7"] if pattern == "/dev/ttyACM*" else []))

    def usb_numbers(self, port: str) -> UsbNumbers:
        return (0x12D1, 0x1506) if port == "/dev/ttyACM7" else super().usb_numbers(port)

    def may_use(self, path: str) -> bool:
        return path != "/dev/ttyACM7"


def test_ports_at_which_no_hub_can_be_are_not_looked_at() -> None:
    table = read_table("tacocat-hub")

    findings = list(bus_findings(WithModem(table), table))

    assert [finding for finding in findings if "ttyACM7" in finding.told + finding.subject] == []


def test_devices_that_another_program_has_are_one_finding() -> None:
    [program] = [
        each for each in together(found("tacocat", "machine=second-program")) if "another program" in each.told
    ]

    assert program.subject == f"reader YAY.pad, WOW.pad; {ON_PINS}; {LAMPS}"
    assert program.mend.startswith("stop that program: sudo systemctl stop tacotable.socket tacotable.service")


def test_a_hub_with_the_program_of_another_release_is_told_with_the_command_that_mends_it() -> None:
    assert told_of(found("tacocat-hub", "machine=old-hub"), "hub hub") == (
        "its program is 0.9.0, this release has 1.2.0",
        "tacotable hub update",
    )


def test_a_hub_that_another_program_has_is_told_so() -> None:
    assert told_of(found("tacocat-hub", "machine=second-program"), "hub hub")[0] == "another program has it"


def test_an_unplugged_reader_is_told_once_with_its_mend_and_nobody_says_that_it_is_tried_again() -> None:
    assert told_of(found("tacocat", "reader YAY.pad=unplug"), "reader YAY.pad") == (
        "on the simulated cable: no such port; is its cable in?",
        "see its cable, its supply of 5 V and a PN532's switches (HSU); `tacotable selftest` reads a card on it",
    )


def test_the_bus_that_the_table_names_is_looked_for_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = (TABLES / "tacocat.toml").read_text("utf-8")
    file.write_text(text.replace("mux = 0x70, channel = 0", "bus = 3", 1), "utf-8")

    sound = {finding.subject: finding.verdict for finding in found(str(file))}
    told, mend = told_of(found(str(file), "machine=no-i2c"), "i2c bus 3")
    _, not_yet = told_of(found(str(file), "machine=i2c-not-yet"), "i2c bus 3")

    assert (sound["i2c bus 1"], sound["i2c bus 3"]) == (Verdict.OK, Verdict.OK)
    assert told.startswith("there is no /dev/i2c-3 (/dev/i2c-20, /dev/i2c-21: other buses")
    assert mend == f"add this line under [all] to {CONFIG}: dtoverlay=i2c3; then reboot"
    assert not_yet == "reboot"


def test_every_multiplexer_of_a_table_is_looked_for_with_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = (TABLES / "tacocat.toml").read_text("utf-8")
    file.write_text(text.replace("address = 0x3C, mux = 0x70, channel = 4", "address = 0x3C, mux = 0x71, channel = 4"))

    sound = {finding.subject: finding.verdict for finding in found(str(file))}
    told = {finding.subject: finding.mend for finding in found(str(file), "machine=no-mux")}

    assert sound["multiplexer 0x70"] is sound["multiplexer 0x71"] is Verdict.OK
    for mux in ("0x70", "0x71"):  # two of them must not keep a channel open
        assert f"dtoverlay=i2c-mux,pca9548,addr={mux},disconnect_on_idle" in told[f"multiplexer {mux}"]


def test_ports_are_told_with_the_numbers_of_their_usb_devices(sound: list[Finding]) -> None:
    assert ok("port of YAY.pad", "/dev/serial/by-path/pad-yay (1a86:7523)") in sound


def test_a_fault_of_the_table_file_is_told_with_its_line(tmp_path: Path) -> None:
    text = (TABLES / "tacocat.toml").read_text("utf-8")
    file = tmp_path / "my.toml"
    file.write_text(text.replace("ok = { pin = 16, lamp = 26 }", "ok = { pin = 99, lamp = 26 }"), "utf-8")
    line = 1 + file.read_text("utf-8").splitlines().index("ok = { pin = 99, lamp = 26 }")

    findings = found(str(file))

    assert findings[0].subject == "table file"
    assert findings[0].told.startswith(f"{file}: line {line}: seats[1].ok.pin: ")


def test_lines_are_found_by_tables_and_keys() -> None:
    text = 'name = "t"\n\n[board]\nsensors = [1]\n\n[[board.spaces]]\nnumber = 4\n\n[[board.spaces]]\nnumber = 6\n'

    keys = ("name", "board.sensors", "board.spaces[1].number", "board.spaces[0]", "play.pad")
    assert [line_of(text, key) for key in keys] == [1, 4, 10, 6, None]


def test_status_and_json_are_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    good = main(["doctor", "--simulated", "--table", "tacocat", "--json"])
    plain = json.loads(capsys.readouterr().out)
    bad = main(["doctor", "--simulated", "--table", "tacocat", "--fault", "reader YAY.pad=unplug"])
    printed = capsys.readouterr().out

    assert (good, bad) == (0, 1)
    assert {"subject": "display WOW", "verdict": "ok", "told": "it takes pictures", "mend": ""} in plain
    assert "fail      reader YAY.pad: on the simulated cable" in printed


def test_a_fault_that_does_not_exist_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--simulated", "--table", "tacocat", "--fault", "reader YAY.pad=cold"]) == 2
    assert "'reader YAY.pad' has no fault 'cold'" in capsys.readouterr().err


def test_what_hangs_on_a_hub_that_is_not_heard_is_unknown() -> None:
    verdicts = {finding.subject: finding for finding in found("tacocat-hub", "hub hub=unplug")}

    assert verdicts["hub hub"].verdict is Verdict.FAIL
    for device in ("reader YAY.pad", "reader WOW.pad", "button YAY.ok", "button WOW.no"):
        assert verdicts[device].verdict is Verdict.UNCHECKED
        assert verdicts[device].told == "unknown: see hub hub"
    assert verdicts["display YAY"].verdict is Verdict.OK


def test_a_simulated_table_is_the_usual_one_where_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["doctor", "--simulated"])

    assert status == 0
    assert "table file: 'tacocat'" in capsys.readouterr().out


@pytest.mark.parametrize("fault", ["machine=foo", "blah", "reader YAY.pad=cold"])
@pytest.mark.parametrize("table", ["tacocat", "no-such-table"])
def test_no_unknown_fault_is_passed_over(fault: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--simulated", "--table", table, "--fault", fault]) == 2
    assert capsys.readouterr().err


def test_the_fault_of_the_help_can_be_switched_on() -> None:
    for table in ("tacocat", "tacocat-hub"):
        assert any(finding.verdict is Verdict.FAIL for finding in found(table, "reader YAY.pad=silence"))


def at_stage(folder: Path, stage: str) -> list[Finding]:
    """Look over a real table whose running program keeps its status at a stage."""
    status = folder / "status.json"
    write_status(status, {"stage": stage, "written": running_time().now_s(), "devices": []})
    return look_over("buttons", NOWHERE, is_simulated=False, status=status)


def test_devices_are_looked_at_in_safe_mode_because_nothing_uses_them(tmp_path: Path, no_devices: None) -> None:
    findings = at_stage(tmp_path, "safe mode")

    assert LOOKED_AT in findings
    assert told_of(findings, "table") == (
        "it is in safe mode: no device is used",
        "mend what fails here, then start it anew: sudo systemctl restart tacotable",
    )


def test_devices_of_a_table_that_plays_are_left_alone(tmp_path: Path) -> None:
    assert told_of(at_stage(tmp_path, "lobby"), "devices")[0] == "the table runs and uses them"


@pytest.mark.parametrize("stage", ["safe mode", "lobby"])
def test_a_port_that_a_running_table_has_is_not_asked_for(stage: str, tmp_path: Path, no_devices: None) -> None:
    assert [finding for finding in at_stage(tmp_path, stage) if finding.subject == "page"] == []


NO_PINS = fail(
    "pins",
    "pin factory 'lgpio' does not start: No module named 'gpiozero.pins.no_such_backend'",
    "install the system's python3-lgpio, and make the environment with --system-site-packages",
)


def test_pins_that_cannot_be_had_are_named_once_with_their_mend_and_the_rest_is_looked_at(no_pins: None) -> None:
    table = read_table("tacocat-hub")
    with sick_table(table, ()) as (_, hardware, loop):
        refused = replace(hardware, pins=open_pins(table.pins, now_s=loop.time))
        findings = loop.run_until_complete(examine(table, refused))

    assert [finding for finding in findings if finding.verdict is Verdict.FAIL] == [NO_PINS]
    assert unchecked("buzzer", "unknown: see pins") in findings
    assert ok("display YAY", "it takes pictures") in findings


def test_the_mend_of_a_device_without_its_pin_is_that_of_the_pins() -> None:
    reason = "buzzer: no pin can be had: lgpio needs a folder for its pipes, and / cannot be written; set LG_WD"

    assert lost_mend("buzzer", reason, FaultKind.NO_PINS) == "set LG_WD"


@pytest.mark.parametrize("group", FORBIDDEN)
def test_a_member_of_a_group_is_told_of_the_rule_that_lacks_or_of_a_new_session_and_not_to_join(group: str) -> None:
    rule = f"no udev rule gives it to {group}: sudo cp systemd/70-tacotable.rules /etc/udev/rules.d, then reboot"
    without_rule = [
        finding for finding in found("tacocat", "machine=no-udev-rules") if finding.subject == f"group {group}"
    ]

    assert ["(root:root 0600)" in finding.told and finding.mend == rule for finding in without_rule] == [True]
    assert Access("root", group, 0o660).fix(group, is_member=True) == NEW_SESSION
    assert Access("root", group, 0o600).fix(group, is_member=True) == rule


def test_nothing_is_found_wrong_without_a_mend() -> None:
    with pytest.raises(ValueError, match="say the mend"):
        fail("disk", "full", "")


class Pi5(SimulatedMachine):
    """A machine that says it is another board."""

    def text(self, path: str) -> str | None:
        return "Raspberry Pi 5 Model B Rev 1.0\0" if path == MODEL else super().text(path)


def findings_on_a_pi_5(tmp_path: Path, old: str, new: str) -> list[Finding]:
    text = (TABLES / "tacocat.toml").read_text(encoding="utf-8")
    assert old in text
    table = parse_table(text.replace(old, new, 1), "my.toml")
    return list(machine_findings(Pi5(table), table, tmp_path))


def test_another_board_than_the_table_file_names_is_told(tmp_path: Path) -> None:
    told = "power.board is pi4, so `pinout` counts another board's currents and buses"

    assert warn("board", told, 'give board = "pi5" in [power]') in findings_on_a_pi_5(tmp_path, "volume", "volume")


@pytest.mark.parametrize("board", ['board = "pi5"', ""])
def test_the_right_board_and_none_are_not_told(tmp_path: Path, board: str) -> None:
    found = findings_on_a_pi_5(tmp_path, 'board = "pi4"', board)

    assert [finding.verdict for finding in found if finding.subject == "board"] == [Verdict.OK]


def test_pins_that_are_not_there_are_told_and_need_no_library(tmp_path: Path) -> None:
    found = findings_on_a_pi_5(tmp_path, '"lgpio"', '"mock"')

    assert [finding.verdict for finding in found if finding.subject == "pin library"] == [Verdict.WARN]


class NoPins(SimulatedMachine):
    """A machine that has no pins, and no library for them."""

    def has_module(self, name: str) -> bool:
        return name != "lgpio" and super().has_module(name)

    def listed(self, pattern: str) -> tuple[str, ...]:
        return () if "gpiochip" in pattern else super().listed(pattern)


def test_a_table_with_all_on_a_hub_needs_no_pins_and_no_library(tmp_path: Path, no_pins: None) -> None:
    text = (TABLES / "kittens-hub.toml").read_text(encoding="utf-8")
    table = parse_table(text.replace("[buzzer]\npin = 13\n", ""), "my.toml")
    on_pi = list(machine_findings(NoPins(table), table, tmp_path))
    with sick_table(table, ()) as (_, hardware, loop):
        refused = replace(hardware, pins=open_pins(table.pins, now_s=loop.time))
        examined = loop.run_until_complete(examine(table, refused))

    assert [finding for finding in (*on_pi, *examined) if finding.verdict is Verdict.FAIL] == []
