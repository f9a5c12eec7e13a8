"""The doctor on a hub that is not as it should be: an old MicroPython, or none of our program on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers.hub_bench import HubOnCable
from tacotable.diagnostics.device_examination import examine
from tacotable.diagnostics.doctor.finding import Finding, Verdict, warn
from tacotable.diagnostics.faulty_table import sick_table
from tacotable.table.file import read_table
from tacotable_drivers.ports import PortOpener
from tacotable_sim.time.virtual_time import DrivenLoop


class AtPrompt:
    """A Pico with MicroPython at its prompt, as a new one is: it echoes what is typed, with a complaint."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def __call__(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> AtPrompt:
        self._on_bytes = on_bytes
        return self

    def write(self, data: bytes) -> None:
        answer = data.replace(b"\n", b"\r\nTraceback (most recent call last):\r\nSyntaxError: invalid syntax\r\n>>> ")
        for byte in answer:
            self._loop.call_soon(self._on_bytes, bytes([byte]))

    def close(self) -> None:
        pass


def of_hub(make_port: Callable[[DrivenLoop], PortOpener]) -> Finding:
    """Examine a table whose hub is another one; returns what is found of it."""
    table = read_table("tacocat-hub")
    with sick_table(table, ()) as (_, hardware, loop):
        ports = {"/dev/ttyACM0": make_port(loop)}
        findings = loop.run_until_complete(examine(table, replace(hardware, find_hub_ports=lambda: ports)))
    [about] = {each for each in findings if each.subject == "hub hub" and each.told != "it answers"}
    return about


@pytest.mark.parametrize("python", ["1.27.0-preview", "1.9.4"])
def test_a_hub_with_an_old_micropython_is_told(python: str) -> None:
    def hub(loop: DrivenLoop) -> PortOpener:
        on_cable = HubOnCable(loop)
        on_cable.desk.python = python
        return on_cable

    told = f"its MicroPython is {python}: older ones than 1.28 lose what is sent over USB"
    assert of_hub(hub) == warn("hub hub", told, "put a newer image on it, then tacotable hub install (docs/hub.md)")


def test_a_board_at_its_prompt_gets_the_hubs_program() -> None:
    found = of_hub(AtPrompt)

    assert found.verdict is Verdict.FAIL
    assert found.told == (
        "a hub of any number was not found: is its cable in? (MicroPython is at its prompt: plug it in again; a board "
        "without the hub's program: tacotable hub install (/dev/ttyACM0))"
    )
    assert "`tacotable hub install` puts its program on a new board" in found.mend
