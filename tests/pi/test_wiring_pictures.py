"""`tacotable wiring` names both ends of each wire that the pinout has, and draws what is checked in."""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tacotable.__main__ import main
from tacotable.table.file import SHIPPED, parse_table, read_table
from tacotable.table.parts import hubs_of
from tacotable.table.pinout import HEADER, wiring_of
from tacotable.table.pinout_hub import ALL_READERS, EXPANDER, expander_wires, pico_wires
from tacotable.wiring.folder import labels_page, pictures_of
from tacotable.wiring.hole_plan import plates_of
from tacotable.wiring.parts_list import parts_list, total
from tacotable.wiring.plans import light_wires, plans_of, strip_order

sys.path.append(str(Path(__file__).resolve().parents[2]))  # what draws for the pages lies beside them, in no package

from docs.wiring.__main__ import HERE, files_of_all

TABLES = Path(__file__).parents[2] / "firmware/pi/tacotable/tables"
PLUG = re.compile(r'<div class="plug"><b>(.*?)</b>(.*?)</div>')
each_table = pytest.mark.parametrize("name", SHIPPED)


def links_of(name: str) -> list[tuple[str, ...]]:
    return [link for plan in plans_of(read_table(name)) for link in plan.links()]


@each_table
def test_each_wire_of_the_pinout_is_in_the_plans_with_its_other_end(name: str) -> None:
    table = read_table(name)
    told = {(to, at) for _, _, to, at, _ in links_of(name)}
    pins = {("Pi", str(HEADER[wire.pin])) for wire in wiring_of(table).wires if wire.pin is not None}
    picos = {(f"hub {plan.name}", str(wire.position)) for plan in hubs_of(table) for wire in pico_wires(plan)}
    chips = {(f"expander {plan.name}", str(wire.position)) for plan in hubs_of(table) for wire in expander_wires(plan)}

    assert pins | picos | chips <= told


@each_table
def test_a_pin_is_drawn_at_the_part_that_the_pinout_names(name: str) -> None:
    table = read_table(name)
    parts = {(to, at): part for part, _, to, at, _ in links_of(name)}
    told = [("Pi", HEADER[w.pin], w.part) for w in wiring_of(table).wires if w.pin is not None]
    told += [(f"hub {p.name}", w.position, w.part) for p in hubs_of(table) for w in pico_wires(p)]
    own = [
        part for part in told if part[2].split()[0] in ("button", "sensor", "light", "buzzer") or "reader " in part[2]
    ]
    own = [part for part in own if part[2] not in (ALL_READERS, EXPANDER)]

    assert own
    assert [parts[board, str(at)] for board, at, _ in own] == [part for _, _, part in own]


@each_table
def test_every_part_has_its_ground_and_none_is_fed_with_5_v_where_it_takes_less(name: str) -> None:
    links = links_of(name)
    grounded = {part for part, _, to, at, _ in links if "GND" in (to, at)}
    parts = {
        part for part, *_ in links if part.split()[0] in ("button", "sensor", "display", "buzzer", "level", "strip")
    }

    assert parts <= grounded
    assert not [link for link in links if link[0].split()[0] in ("display", "sensor") and link[2] == "5 V"]


def test_the_level_shifter_of_a_strip_is_switched_on() -> None:
    assert {("level shifter", pin, "GND", "", "") for pin in ("1/OE (1)", "2/OE (4)", "3/OE (10)", "4/OE (13)")} <= {
        *links_of("tacocat")
    }


@each_table
def test_what_a_hub_feeds_is_never_on_a_rail_of_the_pi(name: str) -> None:
    plans = plans_of(read_table(name))
    own = [link for plan in plans if plan.title.startswith("The Pico") for link in plan.links()]

    assert not [link for link in own if link[2] in ("3.3 V", "5 V")]
    assert {"3.3 V of hub", "5 V of hub"} <= {to for _, _, to, _, _ in own} or not own


def test_lights_with_a_supply_of_their_own_are_not_fed_by_the_hub() -> None:
    text = (TABLES / "kittens-hub.toml").read_text("utf-8").replace('name = "hub"', 'name = "hub"\nsupply = "own"', 1)
    plans = plans_of(parse_table(text, "my.toml"))
    links = [link[:3] for plan in plans for link in plan.links()]

    assert ("strip of hub", "5 V", "5 V") in links
    assert ("supply", "+", "5 V") in links
    assert "40" not in {at for plan in plans for _, _, to, at, _ in plan.links() if to == "hub hub"}


def test_a_wire_between_two_parts_is_told_once_on_the_page(tmp_path: Path) -> None:
    assert main(["wiring", "tacocat", "--out", str(tmp_path)]) == 0

    page = (tmp_path / "index.html").read_text("utf-8")
    assert "<td>adapter YAY.pad</td><td>TXD</td><td>reader YAY.pad</td><td>RX</td>" in page
    assert "<td>reader YAY.pad</td><td>RX</td><td>adapter YAY.pad</td>" not in page


@pytest.mark.parametrize("name", ["tacocat", "family", "tacocat-hub", "family-hub"])
def test_the_reset_of_a_multiplexer_is_a_button_with_two_ends(name: str) -> None:
    reset = "reset of multiplexer 0x70"

    assert {link for link in links_of(name) if reset in link} == {
        (reset, "switch", "multiplexer 0x70", "RST", ""),
        (reset, "switch, other leg", "GND", "", ""),
    }
    assert ("multiplexer 0x70", "RST", "3.3 V", "", "10 kΩ") in links_of(name)


def test_displays_hang_on_their_channels() -> None:
    assert ("display space +3 (0x3c)", "SDA", "multiplexer 0x70", "SD4", "") in links_of("tacocat")


def test_the_lights_of_a_strip_are_told_in_their_order() -> None:
    assert strip_order(read_table("kittens"))[0][1][18:22] == ("10.ok", "10.nope", "countdown 1", "countdown 2")
    assert strip_order(read_table("tacocat-hub"))[0][1][:5] == ("YAY.ok", "YAY.no", "WOW.ok", "WOW.no", "space -4")


def test_parts_are_counted() -> None:
    table = read_table("tacocat")
    items = {item.part: item.count for item in parts_list(table, plans_of(table))}

    assert items["hall switch for 3.3 V (DRV5023, TO-92)"] == 9
    assert items["PN532 board"] == items["USB-serial adapter, 3.3 V logic (CP2102)"] == 2
    assert items["APA102 strip of 9 lights"] == 1
    assert (items["150 Ω"], items["82 Ω"]) == (2, 2)
    assert total(parts_list(table, plans_of(table)))[1] < 600


def test_the_resistors_of_a_reader_on_the_header_are_counted_by_their_names() -> None:
    text, hub = (TABLES / "kittens-hub.toml").read_text("utf-8"), '{ hub = "hub", reader = 0 }'
    table = parse_table(text.replace(hub, '{ reader = "rdm6300", port = "/dev/serial0" }'), "my.toml")
    items = {item.part: item.count for item in parts_list(table, plans_of(table))}

    assert (items["1 kΩ"], items["2 kΩ"], items["4.7 kΩ"]) == (1, 1, 2)


@each_table
def test_clamps_of_five_in_a_chain_take_all_wires_of_their_rail(name: str) -> None:
    plans = plans_of(read_table(name))
    wires = Counter(end for link in links_of(name) for end in (link[2], link[0].removeprefix("rail ")))
    bought = {item.part.rpartition(" at ")[2]: item.count for item in parts_list(read_table(name), plans)}
    rails = [end for end in wires if end.split()[0] in ("GND", "3.3", "5") and "rail" not in end]

    assert rails
    for rail in rails:
        assert 5 * bought[rail] - 2 * (bought[rail] - 1) >= wires[rail]  # a link takes a place in two of them


def test_kittens_have_clamps_for_each_of_their_rails() -> None:
    items = {item.part: item.count for item in parts_list(read_table("kittens"), plans_of(read_table("kittens")))}

    clamp = "lever clamp for 5 wires, in a chain, or a bar"
    assert {part.removeprefix(clamp): count for part, count in items.items() if part.startswith(clamp)} == {
        ": 35 wires meet at GND": 11,
        ": 3 wires meet at 3.3 V": 1,
        ": 3 wires meet at 5 V": 1,
    }


@each_table
def test_holes_lie_inside_their_plates_and_apart(name: str) -> None:
    for plate in plates_of(read_table(name)):
        boxes = [
            (hole.x - hole.wide / 2, hole.y - tall / 2, hole.x + hole.wide / 2, hole.y + tall / 2)
            for hole in plate.holes
            for tall in [hole.tall or hole.wide]
        ]
        assert all(left > 0 and low > 0 and right < plate.wide and top < plate.tall for left, low, right, top in boxes)
        overlaps = [
            (one, other)
            for index, one in enumerate(boxes)
            for other in boxes[:index]
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        ]
        assert overlaps == []


def test_a_plate_is_drawn_at_its_full_size() -> None:
    root = ElementTree.fromstring(pictures_of(read_table("tacocat"))["Holes, seat"])  # noqa: S314  # our own
    wide = float(root.attrib["width"].removesuffix("pt")) / 72 * 25.4

    assert 175 <= wide <= 195  # the plate is 175 mm wide, with room around it


def test_the_pictures_in_the_documentation_are_those_of_the_tables() -> None:
    drawn = files_of_all()

    assert {*HERE.glob("*/*.svg")} == {path for path in drawn if path.suffix == ".svg"}
    differing = [path.name for path, text in drawn.items() if path.read_text("utf-8") != text]
    assert differing == [], "if the new ones are meant: .venv/bin/python -m docs.wiring"


def test_the_folder_has_pages_that_need_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", "tacocat-hub", "--out", str(tmp_path / "out")]) == 0

    page = (tmp_path / "out/index.html").read_text("utf-8")
    labels = (tmp_path / "out/labels.html").read_text("utf-8")
    assert capsys.readouterr().err == ""
    assert page.count("<svg") >= 6
    (_, lights), *_ = strip_order(read_table("tacocat-hub"))
    assert page.count("<td>DOUT, 5 V, GND</td>") == len(lights) - 1
    assert "src=" not in page + labels
    assert "href=" not in page + labels
    assert labels.count("button YAY.ok") == 2  # one for each end of its cable


@each_table
def test_the_labels_have_each_wire_at_both_its_ends(name: str) -> None:
    plans = plans_of(read_table(name))
    labels = defaultdict[str, set[str]](set)
    lights = [*light_wires(read_table(name))]
    for part, lines in PLUG.findall(labels_page(read_table(name), plans, lights, "http://here")):
        labels[part].update(lines.split("<br>"))

    chained = {end for one, _, other, _, _ in lights for end in (one, other)}
    assert set(labels) == {box.name for plan in plans for box in plan.boxes} | chained
    for part, terminal, to, at, through in (*links_of(name), *lights):
        between = f" ({through})" if through else ""
        assert f"{terminal} ↔ {to} {at}".rstrip() + between in labels[part]
        if to in labels and to not in {plan.board.name for plan in plans}:
            assert f"{at} ↔ {part} {terminal}{between}" in labels[to]


def test_the_cable_between_two_lights_has_a_label_for_each_of_its_ends(tmp_path: Path) -> None:
    assert main(["wiring", "kittens", "--out", str(tmp_path)]) == 0

    labels = PLUG.findall((tmp_path / "labels.html").read_text("utf-8"))
    second = [lines for part, lines in labels if part == "light 2 of strip (1.nope)"]
    into = "DI, CI, 5 V, GND ↔ light 1 of strip (1.ok) DO, CO, 5 V, GND (where it is cut)"
    onward = "DO, CO, 5 V, GND ↔ light 3 of strip (2.ok) DI, CI, 5 V, GND (where it is cut)"
    assert second == [f"{into}<br>{onward}"] * 2


def test_the_folder_is_named_after_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("attic.toml").write_text((TABLES / "buttons.toml").read_text("utf-8"), "utf-8")

    assert main(["wiring", "attic.toml"]) == 0

    assert {path.name for path in tmp_path.iterdir()} == {"attic.toml", "attic-wiring"}


def test_a_file_that_cannot_be_used_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err
