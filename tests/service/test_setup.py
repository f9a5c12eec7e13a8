"""`tacotable setup`: whoever plugs, presses and errs gets the table file of the machine in front of them."""

from __future__ import annotations

import asyncio
import io
import os
import socket
import sys
from pathlib import Path
from random import Random
from signal import SIGINT
from subprocess import DEVNULL, PIPE, Popen
from urllib.request import urlopen

import msgspec
import pytest

from service.setup_maker import Maker, Workbench, some_machine
from tacotable.__main__ import main as tacotable
from tacotable.commands.setup import ask_all
from tacotable.commands.setup import main as setup_main
from tacotable.diagnostics.doctor.simulated import SimulatedMachine
from tacotable.diagnostics.setup.dialogue import LOOKS, Seen, Setup
from tacotable.diagnostics.setup.probe import Probe, displays_of, ports_of
from tacotable.diagnostics.setup.questions import SPACES, questions_of
from tacotable.diagnostics.setup.table_text import table_text
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import TableFile, parse_table, read_table
from tacotable.table.kinds import games_of
from tacotable.table.pinout import wiring_of
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

SEEDS = int(os.environ.get("TACOTABLE_SETUPS", "20"))
HUB_SEEDS = max(4, SEEDS // 5)
"""Hubs are simulated by their own program, which takes its time."""


def set_up(truth: dict[str, str], seed: int, *, errors: float, stop_after: int = 0) -> tuple[Setup, Maker, list[str]]:
    """Set a machine up with somebody's hands; `stop_after` answers it is broken off once, and gone on with."""
    table = parse_table(table_text(truth, "mine"), "mine.toml")
    chance = Random(f"{seed}/maker")
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=seed)
        bench, said, kept = Workbench(table, simulated), [], [dict[str, str]()]
        maker = Maker(bench, truth, chance, errors)

        def say(line: str) -> None:
            said.append(line)
            maker.heard.append(line)

        async def sit_down(most: int) -> Setup:
            probe = Probe(bench.places(), loop)
            setup = Setup(kept[-1], probe.drivable)
            typed: asyncio.Queue[str | None] = asyncio.Queue()
            hands = asyncio.ensure_future(maker.at(setup, typed.put_nowait))

            def keep(answers: dict[str, str]) -> None:
                kept.append(dict(answers))
                if most and len(answers) >= most:
                    typed.put_nowait(None)

            asking = asyncio.ensure_future(ask_all(setup, probe, typed, say, keep))  # type: ignore[arg-type]
            await asyncio.wait({asking, hands}, timeout=1_500, return_when=asyncio.FIRST_COMPLETED)
            if hands.done() and setup.question:
                hands.result()
            assert asking.done() or not setup.question, said[-20:]
            hands.cancel()
            probe.close()
            return setup

        async def work() -> Setup:
            setup = await sit_down(stop_after)
            return await sit_down(0) if setup.question else setup

        setup = loop.run_until_complete(work())
        simulated.close()
    return setup, maker, said


def sound_machine(seed: int, hub: str = "no") -> dict[str, str]:
    """Return a machine whose supply and pins suffice."""
    machines = (some_machine(Random(f"{seed}/{number}"), hub) for number in range(100))
    return next(each for each in machines if not wiring_of(parse_table(table_text(each, "m"), "m")).faults)


def written(setup: Setup) -> TableFile:
    return parse_table(table_text(setup.answers, "mine"), "mine.toml")


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_clumsy_hands_end_with_the_table_file_of_their_machine(seed: int) -> None:
    truth = sound_machine(seed)
    machine = parse_table(table_text(truth, "mine"), "mine.toml")

    setup, _, _ = set_up(truth, seed, errors=0.2, stop_after=(0, 5, 12)[seed % 3])

    assert msgspec.to_builtins(written(setup)) == msgspec.to_builtins(machine)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(HUB_SEEDS))
def test_clumsy_hands_find_what_hangs_on_a_hub(seed: int) -> None:
    truth = sound_machine(seed, hub="yes")

    setup, _, _ = set_up(truth, seed, errors=0.2, stop_after=(0, 6, 14)[seed % 3])

    assert msgspec.to_builtins(written(setup)) == msgspec.to_builtins(parse_table(table_text(truth, "mine"), "m"))


FAMILY_AS_SHIPPED = {
    "kind": "family", "seats": "5", "names": "YAY, 2, WOW, 4, 5", "against": "WOW", "board": "pi4", "hub": "no",
    "lamps": "strip", "lights": "strip", "spi": "1", "sensors": "yes", "buzzer": "yes", "seat displays": "sh1106",
    "middle display": "ssd1309", "space displays": "sh1106",
    **{f"press {seat}.ok": f"GPIO {pin}" for seat, pin in (("YAY", 5), ("2", 7), ("WOW", 16), ("4", 9), ("5", 11))},
    **{f"press {name}": f"GPIO {pin}" for name, pin in (
        ("YAY.no", 6), ("2.nope", 8), ("WOW.no", 26), ("4.nope", 10), ("5.nope", 14),
    )},
    **{f"stand {space}": f"GPIO {pin}" for space, pin in zip(SPACES, (4, 17, 27, 22, 23, 24, 25, 13, 15), strict=True)},
    **{f"plug {zone}": f"/dev/serial/by-path/pad-{name}" for zone, name in (
        ("YAY.pad", "yay"), ("WOW.pad", "wow"), ("play", "play"),
    )},
    **{f"reader {zone}": "pn532" for zone in ("YAY.pad", "WOW.pad", "play")},
    **{f"show {name}": f"mux 0x70 channel {n // 2} 0x3{'CD'[n % 2]}" for n, name in enumerate(
        ("YAY", "WOW", *(f"space {space}" for space in SPACES[1:-1])),
    )},
    "show table": "mux 0x70 channel 5 0x3C", "show 2": "none", "show 4": "none", "show 5": "none",
    "lit 12": "buzzer",
}  # fmt: skip


def test_the_shipped_family_table_is_what_its_machine_gives() -> None:
    setup, _, _ = set_up(FAMILY_AS_SHIPPED, 1, errors=0.1)

    found, shipped = written(setup), read_table("family")
    assert (found.seats, found.play, found.buzzer) == (shipped.seats, shipped.play, shipped.buzzer)
    assert found.board is not None
    assert shipped.board is not None
    assert (found.board.sensors, found.board.spaces) == (shipped.board.sensors, shipped.board.spaces)
    assert games_of(found) == games_of(shipped)


def test_whose_seat_is_at_the_board_is_asked_for_again_with_all_that_hangs_on_it() -> None:
    setup = Setup({**FAMILY_AS_SHIPPED, "sure buzzer": "yes"}, [12])

    setup.typed("against")

    assert setup.question is not None
    assert setup.question.key == "against"
    assert "press WOW.no" not in setup.answers


ASKED_FOR_OK = {
    "kind": "pads", "names": "YAY, WOW", "board": "pi4", "hub": "no", "lamps": "none", "lights": "none",
    "sensors": "no", "buzzer": "no", "seat displays": "sh1106", "space displays": "none",
}  # fmt: skip


def look(setup: Setup, *things: str, displays: tuple[str, ...] = ()) -> list[str]:
    """Look often enough at switches that are closed and ports that are there."""
    seen = Seen(
        frozenset(each for each in things if each.startswith("GPIO")),
        frozenset(each for each in things if each.startswith("/dev")),
        displays,
    )
    return [line for _ in range(LOOKS) for line in setup.seen(seen)]


def press(setup: Setup, *switches: str) -> list[str]:
    return [*look(setup), *look(setup, *switches), *look(setup)]


def test_two_buttons_at_once_are_told_and_count_for_nothing() -> None:
    setup = Setup(ASKED_FOR_OK, ())

    said = press(setup, "GPIO 5", "GPIO 6")

    assert said == ["GPIO 5 and GPIO 6: switches closed together. Undo that, and then one alone, please."]
    assert "press YAY.ok" not in setup.answers


def test_a_wrong_press_between_two_right_ones_is_not_taken() -> None:
    setup = Setup(ASKED_FOR_OK, ())

    said = [line for pin in (5, 6, 5, 5) for line in press(setup, f"GPIO {pin}")]

    assert said[1] == "GPIO 6 now, GPIO 5 before: press the same one twice."
    assert setup.answers["press YAY.ok"] == "GPIO 5"


def test_a_button_that_was_taken_for_another_is_its_own_again() -> None:
    setup = Setup({**ASKED_FOR_OK, "press YAY.ok": "GPIO 6"}, ())

    first, second = press(setup, "GPIO 6"), press(setup, "GPIO 6")

    assert first[0].startswith("GPIO 6 is YAY.ok already.")
    assert second == ["YAY.no: GPIO 6"]
    assert setup.question
    assert setup.question.key == "press YAY.ok"


def test_a_button_that_is_down_from_the_start_is_a_doubt_and_no_answer() -> None:
    setup = Setup(ASKED_FOR_OK, ())

    look(setup, "GPIO 9")
    look(setup, "GPIO 9", "GPIO 5")
    look(setup, "GPIO 9")

    assert setup.doubts(Seen(frozenset({"GPIO 9"}))) == [
        "GPIO 9 is closed now: a switch that is stuck, or wired to 3.3 V?"
    ]
    assert press(setup, "GPIO 5")[-1] == "YAY.ok: GPIO 5"


def test_a_letter_on_two_displays_is_told_to_be_one_address() -> None:
    presses = {f"press {name}": f"GPIO {pin}" for pin, name in enumerate(("YAY.ok", "YAY.no", "WOW.ok", "WOW.no"), 5)}
    pads = {
        key: what for zone in ("YAY.pad", "WOW.pad") for key, what in ((f"plug {zone}", zone), (f"reader {zone}", ""))
    }
    setup = Setup({**ASKED_FOR_OK, **presses, **pads}, ())
    look(setup, displays=("bus 1 0x3C",))

    first, second = setup.typed("a"), setup.typed("A")

    assert first == ["YAY: bus 1 0x3C"]
    assert "two displays of one address?" in second[0]


def test_back_and_a_name_at_the_end_ask_again() -> None:
    setup = Setup(ASKED_FOR_OK, ())
    setup.typed("back")
    assert setup.question
    assert setup.question.key == "space displays"

    setup = Setup({**ASKED_FOR_OK, "kind": "buttons"}, ())
    assert setup.question
    assert setup.question.key == "press YAY.left"


ON_A_HUB = {
    "kind": "pads", "names": "YAY, WOW", "board": "pi4", "hub": "yes", "lamps": "hub", "lights": "hub",
    "sensors": "hub", "buzzer": "no", "seat displays": "none", "space displays": "none",
}  # fmt: skip


def test_what_hangs_on_a_hub_is_in_the_file_with_its_place() -> None:
    found = {"YAY.ok": "hub button 3", "YAY.no": "GPIO 5", "WOW.ok": "hub more 12", "WOW.no": "hub button 0"}
    presses = {f"press {name}": place for name, place in found.items()}
    plugs = {"plug YAY.pad": "hub reader 2", "plug WOW.pad": "hub reader 0"}

    text = table_text({**ON_A_HUB, **presses, **plugs}, "mine")
    table = parse_table(text, "mine.toml")

    assert 'ok = { hub = "hub", button = 3, light = 0 }\nno = { hub = "hub", pin = 5, light = 1 }' in text
    assert 'ok = { hub = "hub", more = 12, light = 2 }' in text
    assert [pad.reader for pad in table.pads.values()] == [2, 0]
    assert 'sensors = { hub = "hub" }\nlights = { kind = "hub", hub = "hub", first = 4 }' in text


def test_a_hub_that_does_not_answer_is_told_and_its_return_too() -> None:
    setup = Setup(ON_A_HUB, ())

    told = [line for hub in ("", "no hub", "no hub", "The hub answers again.") for line in fares(setup, hub)]

    assert setup.wanted.hub
    assert told == ["no hub", "The hub answers again."]


def fares(setup: Setup, hub: str) -> list[str]:
    return [line for _ in range(LOOKS) for line in setup.seen(Seen(hub=hub))]


def test_a_card_on_a_reader_of_the_hub_answers_for_its_plug_and_two_at_once_do_not() -> None:
    names = ("YAY.ok", "YAY.no", "WOW.ok", "WOW.no")
    setup = Setup({**ON_A_HUB, **{f"press {name}": f"hub button {n}" for n, name in enumerate(names)}}, ())

    said = []
    for cards in ((), ("hub reader 0", "hub reader 1"), (), ("hub reader 1",)):
        said += [line for _ in range(LOOKS) for line in setup.seen(Seen(cards=frozenset(cards)))]

    assert said[0].startswith("hub reader 0 and hub reader 1: came together.")
    assert said[1] == "YAY.pad: hub reader 1"
    assert setup.question
    assert setup.question.key == "plug WOW.pad"  # which reader it is, is not asked


def test_what_may_be_typed_at_a_hub_is_told_with_its_places() -> None:
    setup = Setup(ON_A_HUB, ())
    assert setup.typed("OK")[0].endswith("or type its pin, GPIO 4 to GPIO 27, hub button 0, hub more 0")
    assert Setup(ASKED_FOR_OK, ()).typed("OK")[0].endswith("or type its pin, GPIO 4 to GPIO 27")

    names = ("YAY.ok", "YAY.no", "WOW.ok", "WOW.no")
    setup = Setup({**ON_A_HUB, **{f"press {name}": f"hub button {n}" for n, name in enumerate(names)}}, ())
    assert setup.typed("left")[0].endswith("or type it: /dev/serial/by-path/..., hub reader 0")


def test_a_place_at_a_hub_is_refused_where_none_is_asked_for() -> None:
    assert Setup(ASKED_FOR_OK, ()).typed("hub button 0")[0].startswith("'hub button 0' is no pin for it;")

    names = ("YAY.ok", "YAY.no", "WOW.ok", "WOW.no")
    presses = {f"press {name}": f"hub button {n}" for n, name in enumerate(names)}
    setup = Setup({**ON_A_HUB, "sensors": "yes", **presses}, ())
    assert setup.question
    assert setup.question.key == "stand -4"
    assert setup.typed("hub more 3")[0].endswith("or type its pin, GPIO 4 to GPIO 27")

    looks = [Seen(), Seen(closed=frozenset({"hub button 7"})), Seen()]
    assert [said for look in looks for _ in range(LOOKS) for said in setup.seen(look)] == []
    assert setup.typed("GPIO 5") == ["-4: GPIO 5"]


def test_the_place_of_a_display_that_is_not_plugged_in_may_be_typed() -> None:
    kept = {"kind": "ring", "seats": "2", "names": "1, 2", "board": "pi4", "hub": "yes", "lamps": "hub"}
    places = {f"press {name}": f"hub button {n}" for n, name in enumerate(("1.ok", "1.nope", "2.ok", "2.nope"))}
    more = {"countdown": "0", "buzzer": "no", "seat displays": "ssd1309", "plug play": "hub reader 0"}
    setup = Setup({**kept, **more, **places, "show 1": "none", "show 2": "none"}, ())

    assert setup.typed("A")[0].endswith("Or type its place: mux 0x70 channel 3 0x3C")
    setup.typed("bus 1 0x3C")
    assert setup.answers["show table"] == "bus 1 0x3C"


def test_no_question_names_a_way_that_cannot_be_taken() -> None:
    def lamps(kept: dict[str, str]) -> str:
        return next(question.asked for question in questions_of(kept, (), "pi4") if question.key == "lamps")

    assert lamps(ASKED_FOR_OK) == "Have the buttons lamps: none, or on pins of their own?"
    assert lamps(ON_A_HUB) == "Have the buttons lamps: none, on pins of their own, or on the chain of the hub?"


def test_what_yes_means_is_told_where_a_lamp_was_not_found() -> None:
    places = ("press YAY.ok", "press YAY.no", "press WOW.ok", "press WOW.no")
    pressed = {name: f"GPIO {number}" for number, name in enumerate(places, 5)}
    plugged = {f"plug {seat}.pad": f"/dev/{seat}" for seat in ("YAY", "WOW")}
    readers = {f"reader {seat}.pad": "pn532" for seat in ("YAY", "WOW")}
    kept = {**ASKED_FOR_OK, "seat displays": "none", "buzzer": "yes"}
    setup = Setup({**kept, **pressed, **plugged, **readers, "lit 17": "nothing"}, (17,))

    assert setup.question
    assert setup.question.asked == "Not found: buzzer. See its wires. Look again? no: go on without"


class Kernel(SimulatedMachine):
    """A machine with these paths alone."""

    def __init__(self, *paths: str) -> None:
        super().__init__(read_table("tacocat"))
        self._paths = list(paths)


def test_a_hub_is_no_port_of_a_reader_and_sockets_have_names_that_stay() -> None:
    ports = ("/dev/ttyACM0", "/dev/ttyUSB0")

    assert ports_of(Kernel(*ports)) == ["/dev/ttyUSB0"]
    assert ports_of(Kernel(*ports, "/dev/serial/by-path/usb-1")) == ["/dev/serial/by-path/usb-1"]


def test_a_display_before_the_multiplexer_is_heard_behind_it_and_told_once() -> None:
    channels = (f"/sys/bus/i2c/devices/1-0070/channel-{number}" for number in range(2))
    machine = Kernel("/dev/i2c-1", "/dev/i2c-20", *channels)
    answering = {"bus 1 0x3C", "mux 0x70 channel 0 0x3C", "mux 0x70 channel 1 0x3C", "mux 0x70 channel 1 0x3D"}

    assert displays_of(machine, answering.__contains__) == ["bus 1 0x3C", "mux 0x70 channel 1 0x3D"]


def test_answers_are_kept_where_the_input_ends_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("sys.stdin", io.StringIO("ring\n3\n"))
    file = tmp_path / "mine.toml"

    assert setup_main([str(file)]) == 1

    assert "What was answered is in" in capsys.readouterr().out
    assert msgspec.json.decode((tmp_path / "mine.toml.answers").read_bytes()) == {"kind": "ring", "seats": "3"}
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert setup_main([str(file)]) == 1
    assert "Names of the seats" in capsys.readouterr().out


def told_by(link: str, line: str | None) -> dict[str, object]:
    """Answer on the page of a link, and return what it tells."""
    address, _, key = link.partition("/#key=")
    asked = {"key": key, **({} if line is None else {"line": line, "about": told_by(link, None)["asked"]})}
    with urlopen(f"{address}/asked", msgspec.json.encode(asked), timeout=60) as answer:  # noqa: S310  # our own page
        told: dict[str, object] = msgspec.json.decode(answer.read())
    return told


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def test_a_page_asks_too_and_what_was_answered_there_is_kept(tmp_path: Path) -> None:
    file, environment = tmp_path / "mine.toml", {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "PYTHONUNBUFFERED": "1"}
    command, links = [sys.executable, "-m", "tacotable", "setup", str(file), "--page", "--port", free_port()], set()
    for line, expected in (("ring", "How many seats?"), ("2", "Names of the seats")):
        with Popen(command, stdin=DEVNULL, stdout=PIPE, text=True, env=environment) as running:
            assert running.stdout
            link = next(words.split()[-1] for words in running.stdout if "/#key=" in words)
            links.add(link)
            told_by(link, line)
            while not str(told_by(link, None)["asked"]).startswith(expected):
                assert running.poll() is None
            running.send_signal(SIGINT)
            assert running.wait(60) == 1

    assert msgspec.json.decode((tmp_path / "mine.toml.answers").read_bytes()) == {"kind": "ring", "seats": "2"}
    assert len(links) == 1


def test_the_page_says_how_the_set_up_ended(tmp_path: Path) -> None:
    file, environment = tmp_path / "mine.toml", {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "PYTHONUNBUFFERED": "1"}
    (tmp_path / "mine.toml.answers").write_bytes(msgspec.json.encode(asked_all().answers))
    command = [sys.executable, "-m", "tacotable", "setup", str(file), "--page", "--port", "0"]
    with Popen(command, stdin=DEVNULL, stdout=PIPE, text=True, env=environment) as running:
        assert running.stdout
        link = next(words.split()[-1] for words in running.stdout if "/#key=" in words)
        told_by(link, "")
        while "Next: tacotable selftest" not in str(told_by(link, None)["said"]):
            assert running.poll() is None

        assert running.wait(60) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]


def test_where_no_pin_can_be_had_it_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")

    assert tacotable(["setup", str(tmp_path / "mine.toml")]) == 2
    told = capsys.readouterr().err
    assert told.count("no pin can be had") == 1
    assert "on a machine without pins, GPIOZERO_PIN_FACTORY=mock before the command" in told


def test_a_typed_answer_is_taken_as_it_is_meant_and_an_impossible_pin_never() -> None:
    setup = Setup({}, ())
    for line in ("RING", "3", "", "PI5", "n", "N"):
        setup.typed(line)
    assert setup.answers == {
        "kind": "ring", "seats": "3", "names": "1, 2, 3", "board": "pi5", "hub": "no", "lamps": "none",
    }  # fmt: skip
    assert setup.question
    assert setup.question.prompt.endswith("(0 to 60) [12]")

    setup = Setup(ASKED_FOR_OK, ())
    assert setup.typed("99")[0].startswith("'GPIO 99' is no pin for it; ")
    assert setup.typed("gpio 5") == ["YAY.ok: GPIO 5"]
    assert setup.typed("6") == ["YAY.no: GPIO 6"]


def asked_all() -> Setup:
    presses = {f"press {name}": f"GPIO {pin}" for pin, name in enumerate(("YAY.ok", "YAY.no", "WOW.ok", "WOW.no"), 5)}
    plugs = {f"plug {seat}.pad": f"/dev/serial/by-path/{seat}" for seat in ("YAY", "WOW")}
    readers = {f"reader {seat}.pad": "pn532" for seat in ("YAY", "WOW")}
    return Setup({**ASKED_FOR_OK, "seat displays": "none", **presses, **plugs, **readers}, ())


def test_back_leaves_what_is_asked_again_as_it_was() -> None:
    setup = asked_all()
    kept = dict(setup.answers)
    setup.typed("OK of YAY")
    assert setup.question
    assert setup.question.key == "press YAY.ok"

    assert setup.typed("back") == ["As it was: YAY.ok GPIO 5"]

    assert setup.answers == kept
    assert setup.question.key == "done"
    assert setup.typed("back") == ["Taken back: WOW.pad pn532"]
    assert Setup({}, ()).typed("back") == ["There is no answer to take back."]
    assert "there are kind, names, board" in asked_all().typed("sensor")[0]


def test_back_behind_a_second_question_leaves_the_whole_answer_as_it_was() -> None:
    setup = asked_all()
    kept = dict(setup.answers)
    setup.typed("YAY.pad")
    setup.typed("/dev/serial/by-path/other")
    assert setup.question
    assert setup.question.key == "reader YAY.pad"

    assert setup.typed("back") == ["As it was: YAY.pad /dev/serial/by-path/YAY, YAY.pad pn532"]

    assert setup.answers == kept
    assert setup.question.key == "done"


def test_back_leaves_a_button_to_whom_it_was_taken_from() -> None:
    setup = Setup({**ASKED_FOR_OK, "press YAY.ok": "GPIO 6"}, ())
    press(setup, "GPIO 6")
    press(setup, "GPIO 6")
    assert setup.answers["press YAY.no"] == "GPIO 6"

    assert setup.typed("back") == ["As it was: YAY.ok GPIO 6"]

    assert setup.answers == {**ASKED_FOR_OK, "press YAY.ok": "GPIO 6"}


def test_names_asked_again_by_mistake_are_as_they_were() -> None:
    setup = asked_all()
    kept = dict(setup.answers)

    setup.typed("names")
    setup.typed("back")

    assert setup.answers == kept
    assert "there are kind, names" in setup.typed("seats")[0]


class NoParts:
    """A machine at which nothing is plugged in."""

    def want(self, wanted: object) -> None:
        """Do nothing."""

    def look(self) -> Seen:
        return Seen()


def asked_and_said(setup: Setup, *lines: tuple[float, str], haste_s: float = 0) -> list[str]:
    """Type lines, each so many seconds behind the one before; returns what was said."""
    said: list[str] = []
    with virtual_loop() as loop:
        typed: asyncio.Queue[str | None] = asyncio.Queue()

        async def type_all() -> None:
            for wait_s, line in lines:
                await asyncio.sleep(wait_s)
                typed.put_nowait(line)
            await asyncio.sleep(1)
            typed.put_nowait(None)

        async def both() -> None:
            hands = asyncio.ensure_future(type_all())
            await ask_all(setup, NoParts(), typed, said.append, lambda answers: None, haste_s)  # type: ignore[arg-type]
            await hands

        loop.run_until_complete(both())
    return said


def test_the_question_is_printed_again_behind_each_back() -> None:
    setup = Setup({"names": "YAY, WOW"}, ())

    said = asked_and_said(setup, (1, "back"), (1, "back"))

    assert [line.partition("?")[0] for line in said] == [
        "Which table", "Taken back: names YAY, WOW", "Which table", "There is no answer to take back.", "Which table",
    ]  # fmt: skip


def test_enter_pressed_twice_in_haste_answers_no_question_that_nobody_read() -> None:
    haste = (1, "ring"), (1, ""), (0, "\n"), (0.1, "\n"), (1, "3, 2, 1, 0")
    setup, piped = Setup({}, ()), Setup({}, ())

    said = asked_and_said(setup, *haste, haste_s=0.5)
    asked_and_said(piped, *haste)

    assert setup.answers == {"kind": "ring", "seats": "4", "names": "3, 2, 1, 0"}
    assert said.count("Enter: typed before this was asked, it answers nothing") == 2
    assert piped.answers == {"kind": "ring", "seats": "4", "names": "1, 2, 3, 4", "board": "pi4"}


def test_a_terminal_types_ahead_for_no_question(tmp_path: Path) -> None:
    file, environment = tmp_path / "mine.toml", {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "PYTHONUNBUFFERED": "1"}
    hands, terminal = os.openpty()
    os.write(hands, b"ring\n2\n")
    command = [sys.executable, "-m", "tacotable", "setup", str(file)]
    with Popen(command, stdin=terminal, stdout=PIPE, text=True, env=environment) as running:
        assert running.stdout
        assert any(words.startswith("2: typed before this was asked") for words in running.stdout)
        running.send_signal(SIGINT)
        assert running.wait(60) == 1
    os.close(hands)
    os.close(terminal)

    assert not (tmp_path / "mine.toml.answers").exists()


def test_addresses_and_names_mind_no_case() -> None:
    kept = {**asked_all().answers, "seat displays": "sh1106"}
    setup = Setup(kept, ())
    assert [setup.typed(place) for place in ("MUX 0x70 Channel 3 0x3c", "Bus 1 0X3d")] == [
        ["YAY: mux 0x70 channel 3 0x3C"], ["WOW: bus 1 0x3D"],
    ]  # fmt: skip

    for name in ("ok of yay", "yay.OK", "Press yay.ok"):
        setup.typed(name)
        assert setup.question
        assert setup.question.key == "press YAY.ok"
        setup.typed("back")
    assert Setup(ON_A_HUB, ()).typed("Hub Button 0") == ["YAY.ok: hub button 0"]


ON_A_STRIP = {**ASKED_FOR_OK, "lights": "strip"}


def test_a_pin_that_a_strip_needs_is_refused_at_once() -> None:
    setup = Setup(ON_A_STRIP, ())
    for said in (setup.typed("10"), press(setup, "GPIO 8"), setup.typed("GPIO 11")):
        assert said[0].endswith("belongs to the SPI of the strip of lights. Take another pin.")
    assert setup.typed("12") == ["YAY.ok: GPIO 12"]

    ring = {"kind": "ring", "seats": "2", "names": "1, 2", "board": "pi4", "hub": "no", "countdown": "12"}
    ring |= {"lamps": "pins", "buzzer": "no", "seat displays": "ssd1309"}
    assert Setup(ring, ()).typed("8") == ["1.ok: GPIO 8"]  # the file frees it
    assert Setup({**ring, "countdown": "0"}, ()).typed("10") == ["1.ok: GPIO 10"]
    assert Setup({**FAMILY_AS_SHIPPED, "press YAY.ok": "GPIO 19"}, ()).typed("back")


def test_pins_of_a_strip_that_is_told_later_are_asked_again() -> None:
    setup = Setup({**asked_all().answers, "press YAY.no": "GPIO 9", "lit 12": "nothing"}, ())
    kept = dict(setup.answers)

    setup.typed("lights")
    setup.typed("strip")

    assert setup.question
    assert setup.question.key == "press YAY.no"
    setup.typed("back")
    assert setup.answers == kept


def test_a_lamp_that_was_not_found_may_be_on_a_pin_of_the_strip() -> None:
    answers = {**asked_all().answers, "lights": "strip", "buzzer": "yes", "lit 12": "nothing"}

    setup = Setup(answers, (7, 8, 10, 12))

    assert setup.question
    assert setup.question.asked.startswith(
        "Not found: buzzer. See its wires, none of GPIO 10, GPIO 11, GPIO 7, GPIO 8, GPIO 9, which the strip takes."
    )


def test_a_port_by_its_turn_is_hinted_at_where_it_is_typed() -> None:
    setup = asked_all()
    setup.typed("yay.pad")

    assert setup.typed("/dev/ttyUSB0") == [
        "YAY.pad: /dev/ttyUSB0",
        "hint: /dev/ttyUSB0 is the name of whatever was plugged in first; give that of its socket "
        "(ls /dev/serial/by-path).",
    ]


def test_what_hands_wrote_into_a_file_outlives_all_that_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    file, kept = tmp_path / "mine.toml", tmp_path / "mine.toml.answers"
    kept.write_bytes(msgspec.json.encode({**asked_all().answers, "press YAY.ok": "GPIO 99"}))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 1
    mended = f"{file.read_text()}# by hand\n"
    file.write_text(mended)

    for number, (pin, lost) in enumerate(((98, "| # by hand\n"), (97, "pin = 98 }\n")), 1):
        kept.write_bytes(msgspec.json.encode({**asked_all().answers, "press YAY.ok": f"GPIO {pin}"}))
        os.utime(file, ns=(0, 0))
        monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
        assert setup_main([str(file)]) == 1
        told = capsys.readouterr().out
        assert f"what was there is mine.toml.old-{number}, and only there is: ok = {{ pin = " in told
        assert lost in told

    assert (tmp_path / "mine.toml.old-1").read_text() == mended
    assert "pin = 98" in (tmp_path / "mine.toml.old-2").read_text()


def test_a_file_that_people_mended_is_looked_over_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    file, kept = tmp_path / "mine.toml", tmp_path / "mine.toml.answers"
    bad = {**asked_all().answers, "press YAY.ok": "GPIO 99"}
    kept.write_bytes(msgspec.json.encode(bad))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 1
    assert "It is not good yet. Mend" in capsys.readouterr().out
    file.write_text(f"{file.read_text()}# by hand\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 1
    os.utime(file, ns=(0, kept.stat().st_mtime_ns))  # clocks of files tick slowly
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 1
    assert file.read_text().endswith("# by hand\n")
    mended = file.read_text().replace("pin = 99", "pin = 12")
    file.write_text(mended)

    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 0

    assert file.read_text() == mended
    assert not kept.exists()
    assert "Next: tacotable selftest" in capsys.readouterr().out


def test_what_was_answered_before_it_was_broken_off_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    file, kept = tmp_path / "mine.toml", tmp_path / "mine.toml.answers"
    kept.write_bytes(msgspec.json.encode({**asked_all().answers, "press YAY.ok": "GPIO 99"}))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 1
    kept.write_bytes(msgspec.json.encode({**asked_all().answers, "press YAY.ok": "GPIO 12"}))
    os.utime(file, ns=(0, 0))

    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert setup_main([str(file)]) == 0

    assert "pin = 12" in file.read_text()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("mine")

    assert tacotable(["setup", str(file)]) == 2
    assert file.read_text() == "mine"
