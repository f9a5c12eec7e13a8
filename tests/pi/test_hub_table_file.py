"""Tables whose readers, buttons, sensors and lights hang on hubs: their files, their faults, their wiring."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable.devices.real_hardware import free_ports
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import TableFileError, parse_table, read_table
from tacotable.table.parts import hubs_of
from tacotable.table.pinout import pinout, wiring_of
from tacotable_drivers.hub.plan import HubPlan

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
TACOCAT = (TABLES / "tacocat-hub.toml").read_text(encoding="utf-8")
KITTENS = (TABLES / "kittens-hub.toml").read_text(encoding="utf-8")
ONE_MORE = '[[hubs]]\nname = "two"\nid = "E66118604B1F2A28"\n\n[[seats]]\nname = "YAY"\n'


def faults(text: str) -> str:
    with pytest.raises(TableFileError) as error:
        parse_table(text, "my.toml")
    return str(error.value)


def test_a_table_of_one_hub_has_everything_on_it() -> None:
    assert hubs_of(read_table("tacocat-hub")) == (
        HubPlan(
            name="hub",
            identity=None,
            readers={0: "YAY.pad", 1: "WOW.pad"},
            sensors={0: -4, 1: -3, 2: -2, 3: -1, 4: 0, 5: 1, 6: 2, 7: 3, 8: 4},
            buttons={0: "YAY.ok", 1: "YAY.no", 2: "WOW.ok", 3: "WOW.no"},
            lamps={"YAY.ok": 0, "YAY.no": 1, "WOW.ok": 2, "WOW.no": 3},
            row=(4, 5, 6, 7, 8, 9, 10, 11, 12),
            ma=300,
        ),
    )


def test_ten_seats_have_twenty_buttons_and_lamps_on_one_hub() -> None:
    (plan,) = hubs_of(read_table("kittens-hub"))

    assert (len(plan.buttons), sorted(plan.more)) == (8, [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
    assert sorted(plan.lamps.values()) == list(range(20))
    assert plan.row == tuple(range(20, 32))


def test_the_game_sees_no_difference_between_a_table_with_a_hub_and_one_without() -> None:
    for name in ("tacocat", "kittens"):
        direct, on_hub = read_table(name), read_table(f"{name}-hub")

        assert list(direct.buttons()) == list(on_hub.buttons())
        assert list(direct.pads) == list(on_hub.pads)
        assert [button.has_lamp for button in direct.buttons().values()] == [
            button.has_lamp for button in on_hub.buttons().values()
        ]


def test_the_simulated_table_gets_its_hubs_with_a_made_up_number_each() -> None:
    table = read_table("kittens-hub")
    plan = plan_of(table, faces_of(table, "ek120"))

    (hub,) = plan.hubs
    assert hub.identity is not None
    assert (len(hub.identity), hub.identity[:3]) == (16, "E66")
    assert (plan.buttons, plan.lamps, plan.sensors) == ({}, {}, ())
    assert plan.lights == 0


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            'pad = { hub = "hub", reader = 0 }',
            "my.toml: seats[1].pad: reader 0 of hub 'hub' is that of seats[0].pad, too; give one another place",
        ),
        (
            TACOCAT,
            "button = 1, light = 1",
            "button = 0, light = 0",
            "my.toml: seats[0].no: button 0 of hub 'hub' is that of seats[0].ok, too; give one another place\n"
            "my.toml: seats[0].no: light 0 of hub 'hub' is that of seats[0].ok, too; give one another place",
        ),
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            'pad = { hub = "hut", reader = 1 }',
            "my.toml: seats[1].pad.hub: no hub is called 'hut'; there are hub",
        ),
        (
            TACOCAT,
            'sensors = { hub = "hub" }',
            'sensors = { hub = "hut" }',
            "my.toml: board.sensors.hub: no hub is called 'hut'; there are hub",
        ),
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            "pad = { reader = 1 }",
            "my.toml: seats[1].pad: reader 1 of which hub? add `hub`, or give the kind of the reader and its `port`",
        ),
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            'pad = { reader = "pn532" }',
            "my.toml: seats[1].pad.port: this key is missing; add it",
        ),
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            'pad = { hub = "hub", reader = 1, port = "/dev/a" }',
            "my.toml: seats[1].pad.port: a reader of a hub has no port, the hub is found by its number; take it out",
        ),
        (
            TACOCAT,
            'pad = { hub = "hub", reader = 1 }',
            'pad = { hub = "hub", reader = 3 }',
            "my.toml: seats[1].pad.reader: 3 is out of range; give 0 to 2",
        ),
        (
            TACOCAT,
            "button = 2, light = 2",
            "button = 8, light = 2",
            "my.toml: seats[1].ok.button: 8 is out of range; give 0 to 7; further buttons of a hub are on an MCP23017: "
            "give `more`, 0 to 15",
        ),
        (
            TACOCAT,
            'ok = { hub = "hub", button = 2, light = 2 }',
            'ok = { hub = "hub", light = 2 }',
            "my.toml: seats[1].ok: a button is on one of `pin`, `button` or `more`; there is none",
        ),
        (
            TACOCAT,
            'ok = { hub = "hub", button = 2, light = 2 }',
            "ok = { button = 2 }",
            "my.toml: seats[1].ok.button: this is a place of a hub; add `hub`",
        ),
        (
            TACOCAT,
            'ok = { hub = "hub", button = 2, light = 2 }',
            'ok = { hub = "hub", pin = 5 }',
            "my.toml: seats[1].ok.hub: nothing of this button is on a hub; give its `button`, `more` or `light`, or "
            "take `hub` out",
        ),
        (
            TACOCAT,
            'ok = { hub = "hub", button = 2, light = 2 }',
            'ok = { hub = "hub", button = 2, light = 2, lamp = 5 }',
            "my.toml: seats[1].ok: `lamp` and `light` are both given; a button has one light, take one out",
        ),
        (
            TACOCAT,
            'kind = "hub", hub = "hub", first = 4',
            'kind = "hub", first = 4',
            'my.toml: board.lights.hub: `kind = "hub"` without the name of one; add it',
        ),
        (
            TACOCAT,
            'kind = "hub", hub = "hub", first = 4',
            'kind = "apa102", hub = "hub"',
            'my.toml: board.lights.hub: lights on a hub have `kind = "hub"`; give that, or take `hub` out',
        ),
        (
            TACOCAT,
            "first = 4",
            "first = 3",
            "my.toml: board.lights: light 3 of hub 'hub' is that of seats[1].no, too; give one another place",
        ),
        (
            KITTENS,
            "first = 20, countdown = 12",
            "first = 38, countdown = 3",
            "my.toml: play.lights: a hub has lights 0 to 39, this would be 40; begin earlier",
        ),
        (
            TACOCAT,
            'name = "hub"\n',
            'name = "hub"\nid = "E661"\n',
            "my.toml: hubs[0].id: 'E661' cannot be used: a hub's number is 16 of the digits 0-9 and "
            "capital letters A-F, or 'first found'; tacotable hub talk tells it",
        ),
        (
            TACOCAT,
            '[[seats]]\nname = "YAY"\n',
            ONE_MORE,
            "my.toml: hubs: with more than one hub each needs the `id` of its chip; plug in one after the other, "
            "tacotable hub talk tells it",
        ),
        (
            TACOCAT.replace('name = "hub"\n', 'name = "hub"\nid = "E66118604B1F2A28"\n'),
            '[[seats]]\nname = "YAY"\n',
            ONE_MORE,
            "my.toml: hubs: 2 hubs have the id E66118604B1F2A28; each chip has its own",
        ),
        (
            TACOCAT,
            '[[seats]]\nname = "YAY"\n',
            ONE_MORE.replace("two", "hub"),
            "my.toml: hubs: 2 hubs are called 'hub'; give each its own name",
        ),
    ],
)
def test_a_fault_names_the_key_and_what_to_do(text: str, old: str, new: str, fault: str) -> None:
    assert text.count(old) == 1

    assert fault in faults(text.replace(old, new))


def test_a_table_without_hubs_knows_none() -> None:
    text = TACOCAT[: TACOCAT.index("[[hubs]]")] + TACOCAT[TACOCAT.index("[[seats]]") :]

    assert "my.toml: seats[0].pad.hub: no hub is called 'hub'; there are no [[hubs]]" in faults(text)


def test_a_button_on_a_pin_may_have_its_light_on_a_hub() -> None:
    text = TACOCAT.replace('ok = { hub = "hub", button = 2, light = 2 }', 'ok = { hub = "hub", pin = 5, light = 2 }')
    table = parse_table(text, "my.toml")

    (plan,) = hubs_of(table)

    assert plan.lamps["WOW.ok"] == 2
    assert "WOW.ok" not in plan.buttons.values()
    assert [wire.pin for wire in wiring_of(table).wires if wire.job == "button WOW.ok, to ground"] == [5]


def test_a_hub_is_not_looked_for_where_a_reader_of_the_table_hangs(tmp_path: Path) -> None:
    for name in ("ttyACM0", "ttyACM1"):
        (tmp_path / name).touch()
    by_path = tmp_path / "pad-wow"
    text = TACOCAT.replace('pad = { hub = "hub", reader = 1 }', f'pad = {{ reader = "pn532", port = "{by_path}" }}')
    table = parse_table(text, "my.toml")
    before = free_ports(table, tmp_path)
    by_path.symlink_to(tmp_path / "ttyACM1")

    assert before == [tmp_path / "ttyACM0", tmp_path / "ttyACM1"]
    assert free_ports(table, tmp_path) == [tmp_path / "ttyACM0"]


# Wiring.


def test_the_pinout_tells_each_pin_of_the_pico() -> None:
    lines = pinout(read_table("tacocat-hub")).splitlines()

    assert "              hub hub: a Pico (first found), any USB port          USB, 5 V supply" in lines
    assert "  GP0      1  sensor -4, to ground                                 3.3 V, pulled up" in lines
    assert "  GP9     12  button YAY.ok, to ground                             3.3 V, pulled up" in lines
    assert " GP17     22  reader YAY.pad: SDA of MFRC522 0                     3.3 V out" in lines
    assert " GP20     26  reader WOW.pad: SDA of MFRC522 1                     3.3 V out" in lines
    assert (
        " GP22     29  330 ohm, then data of 13 WS2812                      "
        "3.3 V out; a level shifter to 5 V (74AHCT125)" in lines
    )
    assert "5 V of USB: up to 420 mA of 500 mA; 3.3 V: up to 146 mA of 300 mA" in lines


def test_the_pinout_tells_each_pin_of_the_expander() -> None:
    lines = pinout(read_table("kittens-hub")).splitlines()

    assert "hub hub: its expander, an MCP23017 with A0 to A2 on ground" in lines
    assert " GPA0     21  button 5.ok, to ground                               3.3 V, pulled up" in lines
    assert " GPB0      1  button 8.nope, to ground                             3.3 V, pulled up" in lines
    assert " GP28     34  button 4.nope, to ground                             3.3 V, pulled up" in lines


def test_lights_that_take_more_than_usb_gives_are_a_fault_until_they_are_fed_by_themselves() -> None:
    bright = KITTENS.replace("brightness = 8 ", "brightness = 31 ").replace("ma = 300", "ma = 900")
    own = bright.replace('name = "hub"\n', 'name = "hub"\nsupply = "own"\n')

    assert wiring_of(parse_table(bright, "my.toml")).faults == (
        "hub 'hub', 5 V: up to 1093 mA, but USB gives 500. Lower its `ma` by 593, or feed its lights by themselves "
        'and give `supply = "own"`.',
    )
    assert wiring_of(parse_table(own, "my.toml")).faults == ()


def test_an_input_that_newer_expanders_do_not_have_is_a_hint() -> None:
    table = parse_table(KITTENS.replace("more = 12", "more = 15"), "my.toml")

    assert (
        "hub 'hub': `more = 15` (10.nope) is a pin that newer MCP23017 have as an output only; take another."
        in wiring_of(table).hints
    )


def test_lights_between_others_that_show_nothing_are_a_hint() -> None:
    six_seats = KITTENS[: KITTENS.index('[[seats]]\nname = "7"')]
    told = "hub 'hub': of its 32 lights 12, 13, 14, 15, 16, 17, 18, 19 show nothing; number the others without gaps."

    assert told in wiring_of(parse_table(six_seats, "my.toml")).hints
    assert not [hint for hint in wiring_of(parse_table(KITTENS, "my.toml")).hints if "show nothing" in hint]


def test_a_hub_on_which_nothing_hangs_is_a_hint() -> None:
    text = TACOCAT.replace('name = "hub"\n', 'name = "hub"\nid = "E66118604B1F2A27"\n').replace(
        '[[seats]]\nname = "YAY"\n', ONE_MORE
    )

    assert (
        "hub 'two': nothing hangs on it; take it out of [[hubs]], or name it as `hub` elsewhere."
        in wiring_of(parse_table(text, "my.toml")).hints
    )
