"""The writer at work: inline on virtual time against the simulated displays, and on a thread of its own."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from patience import PATIENCE_S
from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, PanelError
from tacotable_drivers.registry import SH1106, SSD1306
from tacotable_drivers.screens.bus import InlineScreenBus, ThreadScreenBus
from tacotable_drivers.screens.oled import OledPanel
from tacotable_sim.faults import PanelFault
from tacotable_sim.outputs.panels import Bus, Panel, controller
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

EMPTY = bytes(1_024)
FULL = b"\xff" * 1_024
WHOLE_S = 0.0258
"""A full SSD1306 picture with its set-up at 400 kHz."""


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


class Displays:
    """Two simulated displays of different kinds on one wire, and what the bus told."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.wire = Bus()
        self.told: list[DeviceEvent] = []
        self.panels = {kind.name: Panel(kind.name, controller(kind), self.wire) for kind in (SSD1306, SH1106)}
        self.bus = InlineScreenBus(
            {kind.name: partial(OledPanel, self.panels[kind.name], kind) for kind in (SSD1306, SH1106)},
            self.told.append,
            loop,
            lambda: self.wire.busy_s,
        )
        self.bus.start()


@pytest.fixture
def displays(loop: VirtualLoop) -> Iterator[Displays]:
    displays = Displays(loop)
    yield displays
    displays.bus.close()


def test_pictures_arrive_pixel_by_pixel_on_the_simulated_displays(loop: VirtualLoop, displays: Displays) -> None:
    chance = Random(1)
    for _ in range(30):
        pictures = {name: chance.randbytes(1_024) for name in displays.panels}
        for name, picture in pictures.items():
            displays.bus.show(name, picture)
        loop.run_for(0.2)

        assert {name: panel.picture() for name, panel in displays.panels.items()} == pictures
    assert displays.told == []


def test_counted_bytes_are_those_on_the_wire(loop: VirtualLoop, displays: Displays) -> None:
    for picture in (EMPTY, FULL, b"\x18" * 40 + EMPTY[40:]):
        displays.bus.show("ssd1306", picture)
        loop.run_for(0.2)

    assert displays.bus.traffic()["ssd1306"][0] == displays.wire.bytes_carried


def test_the_wire_takes_its_time_and_the_newest_picture_wins(loop: VirtualLoop, displays: Displays) -> None:
    pictures = [bytes([number]) * 1_024 for number in range(1, 11)]
    for picture in pictures:
        displays.bus.show("ssd1306", picture)
        loop.run_for(WHOLE_S / 5)
    loop.run_for(1.0)

    assert displays.panels["ssd1306"].picture() == pictures[-1]
    assert displays.wire.bytes_carried < 5 * 1_034


def test_a_display_that_is_pulled_and_put_back_shows_its_newest_picture(loop: VirtualLoop, displays: Displays) -> None:
    displays.bus.show("ssd1306", EMPTY)
    loop.run_for(1.0)
    displays.panels["ssd1306"].suffer(PanelFault.GONE, True)
    displays.bus.show("ssd1306", FULL)
    displays.bus.show("sh1106", FULL)
    loop.run_for(12.0)
    displays.panels["ssd1306"].suffer(PanelFault.GONE, False)
    loop.run_for(5.0)

    assert [type(event) for event in displays.told] == [DeviceLost, DeviceFound]
    assert [panel.picture() for panel in displays.panels.values()] == [FULL, FULL]


def test_a_display_that_holds_the_bus_is_lost_and_the_other_goes_on(loop: VirtualLoop, displays: Displays) -> None:
    displays.panels["ssd1306"].suffer(PanelFault.STUCK, True)
    for picture in (EMPTY, FULL):
        displays.bus.show("ssd1306", picture)
        displays.bus.show("sh1106", picture)
        loop.run_for(0.5)

    assert [event.device for event in displays.told if isinstance(event, DeviceLost)] == ["display ssd1306"]
    assert displays.panels["sh1106"].picture() == FULL


def test_a_closed_bus_is_dark_for_good(loop: VirtualLoop, displays: Displays) -> None:
    for name in displays.panels:
        displays.bus.show(name, FULL)
    loop.run_for(1.0)
    displays.bus.close()
    displays.bus.show("ssd1306", FULL)
    loop.run_for(60.0)

    assert [panel.controller.is_on for panel in displays.panels.values()] == [False, False]


def test_panels_leave_nothing_to_draw_when_the_process_ends(loop: VirtualLoop, displays: Displays) -> None:
    displays.bus.show("ssd1306", FULL)
    displays.bus.show("sh1106", FULL)
    loop.run_for(1.0)
    before = atexit._ncallbacks()
    for fault in (True, False) * 5:
        displays.panels["ssd1306"].suffer(PanelFault.GONE, fault)
        loop.run_for(31.0)

    assert atexit._ncallbacks() == before


# On a thread.


class SlowPanel:
    """A panel that waits for leave before each transfer."""

    parts = 64

    def __init__(self) -> None:
        self.bytes_sent = 0
        self.full_pictures = 0
        self.shown: list[bytes] = []
        self.threads: set[str] = set()
        self.leave = threading.Semaphore(0)
        self.began = threading.Semaphore(0)
        self.is_gone = False
        self.is_dark = False
        self.is_dim = False

    def show(self, picture: bytes) -> None:
        self.began.release()
        assert self.leave.acquire(timeout=PATIENCE_S)
        self.threads.add(threading.current_thread().name)
        if self.is_gone:
            raise PanelError("no answer")
        self.shown.append(picture)

    show_whole = show

    def renew_part(self) -> None:
        """Nothing is renewed so soon."""

    def dim(self, is_dim: bool) -> None:
        self.is_dim = is_dim

    def close(self) -> None:
        self.is_dark = True


async def until(condition: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await condition.wait()


def test_the_loop_never_waits_for_a_slow_display() -> None:
    panel = SlowPanel()

    async def play() -> None:
        bus = ThreadScreenBus({"a": lambda: panel}, lambda event: None, asyncio.get_running_loop())
        bus.start()
        bus.show("a", b"1")
        assert panel.began.acquire(timeout=PATIENCE_S)
        bus.show("a", b"2")
        bus.show("a", b"3")
        panel.leave.release()
        assert panel.began.acquire(timeout=PATIENCE_S)
        panel.leave.release()
        bus.close()

    asyncio.run(play())

    assert panel.shown == [b"1", b"3"]
    assert panel.threads == {"displays"}
    assert panel.is_dark


@pytest.mark.parametrize("is_dim", [True, False])
def test_a_display_is_dimmed_by_the_thread_before_its_next_picture(is_dim: bool) -> None:
    panel = SlowPanel()
    dimmed: list[bool] = []

    async def play() -> None:
        bus = ThreadScreenBus({"a": lambda: panel}, lambda event: None, asyncio.get_running_loop())
        bus.start()
        bus.show("a", b"1")
        assert panel.began.acquire(timeout=PATIENCE_S)
        bus.dim(is_dim)
        panel.leave.release()
        assert panel.began.acquire(timeout=PATIENCE_S)
        dimmed.append(panel.is_dim)
        panel.leave.release()
        bus.close()

    asyncio.run(play())

    assert (dimmed, panel.shown) == ([is_dim], [b"1", b"1"])


def test_a_loss_is_told_on_the_loop() -> None:
    panel = SlowPanel()
    panel.is_gone = True
    told: list[tuple[DeviceEvent, str]] = []

    async def play() -> None:
        happened = asyncio.Event()

        def sink(event: DeviceEvent) -> None:
            told.append((event, threading.current_thread().name))
            happened.set()

        bus = ThreadScreenBus({"a": lambda: panel}, sink, asyncio.get_running_loop())
        bus.start()
        bus.show("a", b"1")
        panel.leave.release()
        await until(happened)
        assert list(bus.traffic()) == ["a"]
        bus.close()

    asyncio.run(play())

    assert [(type(event), thread) for event, thread in told] == [(DeviceLost, "MainThread")]


def test_a_bus_that_was_never_started_can_be_closed() -> None:
    async def play() -> None:
        ThreadScreenBus({"a": SlowPanel}, lambda event: None, asyncio.get_running_loop()).close()

    asyncio.run(play())
