"""Hubs lost, back and found by asking: the driver against the hub's own program, on virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from zlib import crc32

import pytest

from drivers.hub_bench import NORTH, PLAN, SOUTH, SOUTH_PLAN, Bench, HubOnCable, kinds, spoiler, timeless
from tacotable_drivers.ports import (
    ButtonPressed,
    ButtonReleased,
    BytePort,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    PortError,
    TagArrived,
    TagLeft,
    ZoneEmpty,
    ZoneUnknown,
)
from tacotable_sim.time.virtual_time import VirtualLoop

A, B = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"


BREAKS: dict[str, tuple[Callable[[HubOnCable], None], Callable[[HubOnCable], None]]] = {
    "its power dips": (HubOnCable.reset, lambda hub: None),
    "its cable is pulled": (HubOnCable.unplug, HubOnCable.plug),
    "its line falls silent": (
        lambda hub: setattr(hub, "is_silenced", True),
        lambda hub: setattr(hub, "is_silenced", False),
    ),
}


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("how", BREAKS)
@pytest.mark.parametrize("after_ms", [0, 1, 7, 40, 300, 950])
def test_a_loss_is_noticed_within_two_seconds_and_over_within_three_without_an_act(
    bench: Bench, hub: HubOnCable, how: str, after_ms: int
) -> None:
    hub.desk.tags[0] = (A,)
    hub.press(0)
    bench.run(0.4)
    bench.run(after_ms / 1_000)
    break_it, mend_it = BREAKS[how]
    break_it(hub)
    lost = bench.run(2.0)
    mend_it(hub)
    found = bench.run(3.0)

    told = timeless([*lost, *found])
    lost_and_found = [event for event in told if isinstance(event, DeviceLost | DeviceFound)]
    assert [(type(event), event.device) for event in lost_and_found] == [
        (DeviceLost, "hub north"),
        (DeviceFound, "hub north"),
    ]
    assert any(isinstance(event, DeviceLost) for event in lost)
    assert told.count(ZoneUnknown("YAY.pad", 0.0)) == told.count(ZoneUnknown("WOW.pad", 0.0)) == 1
    assert told.count(TagArrived("YAY.pad", A, 0.0)) == told.count(ZoneEmpty("WOW.pad", 0.0)) == 1
    assert not any(isinstance(event, ButtonPressed | ButtonReleased | TagLeft) for event in told)


def test_a_press_while_no_line_got_through_is_told_afterwards(bench: Bench, hub: HubOnCable) -> None:
    hub.is_silenced = True
    bench.run(3.0)
    hub.press(0)
    bench.run(0.1)
    hub.release(0)
    bench.run(0.1)
    hub.is_silenced = False

    told = timeless(bench.run(2.0))

    assert [event for event in told if isinstance(event, ButtonPressed | ButtonReleased)] == [
        ButtonPressed("YAY.ok", 0.0),
        ButtonReleased("YAY.ok", held=False, at_ms=0.0),
    ]


def test_a_dead_reader_is_told_and_does_not_touch_the_other(bench: Bench, hub: HubOnCable) -> None:
    hub.desk.chips[0].is_silent = True
    lost = bench.run(2.0)
    hub.desk.tags[2] = (A,)
    arrived = bench.run(0.5)
    hub.desk.chips[0].is_silent = False
    found = bench.run(1.5)

    assert kinds(lost) == [ZoneUnknown, DeviceLost]
    assert timeless(arrived) == [TagArrived("WOW.pad", A, 0.0)]
    assert timeless(found) == [DeviceFound("reader YAY.pad", 0.0), ZoneEmpty("YAY.pad", 0.0)]


def test_on_a_bad_cable_no_press_is_lost_and_no_card_is_wrong(bench: Bench, hub: HubOnCable) -> None:
    chance = Random(5)
    hub.to_host, hub.to_hub = spoiler(chance, 300), spoiler(chance, 300)
    told: list[DeviceEvent] = []
    for number in range(100):
        hub.press(number % 2 * 3)
        hub.desk.tags[0] = (A,) if number % 3 else (B,)
        told += bench.run(0.15)
        hub.release(number % 2 * 3)
        told += bench.run(0.15)
    hub.to_host = hub.to_hub = lambda data: data
    told += bench.run(3.0)

    assert kinds(told).count(ButtonPressed) == 100
    assert {event.tag for event in told if isinstance(event, TagArrived)} == {A, B}
    assert [event for event in told if isinstance(event, TagArrived | TagLeft)][-1].tag == hub.desk.tags[0][0]


def test_a_hub_that_comes_late_is_found_and_its_absence_told_once(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop)
    bench.hubs()
    missing = bench.run(30.0)
    bench.ports["/dev/ttyACM7"] = hub
    found = bench.run(3.0)

    assert kinds(missing) == [ZoneUnknown, ZoneUnknown, DeviceLost]
    assert isinstance(missing[-1], DeviceLost)
    assert missing[-1].reason == (f"{NORTH} was not found: is its cable in? (no port of a hub is there; looking on)")
    assert timeless(found)[0] == DeviceFound("hub north", 0.0)


def test_swapped_cables_mean_nothing(loop: VirtualLoop, hub: HubOnCable) -> None:
    south = HubOnCable(loop, SOUTH)
    bench = Bench(loop, {"/dev/ttyACM0": hub, "/dev/ttyACM1": south})
    bench.hubs(PLAN, SOUTH_PLAN)
    bench.run(1.0)
    hub.unplug()
    south.unplug()
    bench.run(0.7)
    bench.ports = {"/dev/ttyACM0": south, "/dev/ttyACM1": hub}
    hub.plug()
    south.plug()
    bench.run(3.0)
    south.desk.tags[0] = (A,)
    hub.desk.tags[0] = (B,)

    assert set(timeless(bench.run(0.5))) == {TagArrived("play", A, 0.0), TagArrived("YAY.pad", B, 0.0)}


def test_a_hub_that_moved_before_its_loss_was_noticed_is_heard_at_its_new_port(
    loop: VirtualLoop, hub: HubOnCable
) -> None:
    south = HubOnCable(loop, SOUTH)
    bench = Bench(loop, {"/dev/ttyACM0": hub, "/dev/ttyACM1": south})
    bench.hubs(PLAN, SOUTH_PLAN)
    bench.run(1.0)
    south.is_silenced = True
    bench.run(2.5)  # from now on ports are looked for
    hub.is_silenced = True
    moved = HubOnCable(loop)
    bench.ports["/dev/ttyACM2"] = moved
    bench.run(1.5)
    moved.desk.tags[0] = (A,)

    assert TagArrived("YAY.pad", A, 0.0) in timeless(bench.run(0.5))


def test_a_table_of_one_hub_takes_the_one_that_is_there(loop: VirtualLoop) -> None:
    bench = Bench(loop, {"/dev/ttyUSB3": HubOnCable(loop, "E000000000000001")})
    hubs = bench.hubs(replace(PLAN, identity=None))
    bench.run(1.0)

    counters = hubs.counters()["north"]

    assert (counters.identity, counters.where) == ("E000000000000001", "/dev/ttyUSB3")


def test_a_spare_takes_the_place_of_a_broken_hub(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs(replace(PLAN, identity=None))
    bench.run(1.0)
    hub.unplug()
    bench.run(1.0)
    spare = HubOnCable(loop, SOUTH)
    bench.ports = {"/dev/ttyACM0": spare}
    bench.run(2.0)
    spare.desk.tags[0] = (A,)

    assert timeless(bench.run(0.5)) == [TagArrived("YAY.pad", A, 0.0)]


def test_the_loss_of_a_hub_names_its_port_and_leaves_the_hub_to_the_device(bench: Bench, hub: HubOnCable) -> None:
    hub.is_silenced = True

    lost = bench.run(12.0)[-1]

    assert isinstance(lost, DeviceLost)
    assert lost.device == "hub north"
    assert lost.reason.startswith("on /dev/ttyACM0: ")
    assert lost.reason.endswith(" (retrying)")


def test_a_hub_of_another_table_is_named_in_the_loss(loop: VirtualLoop) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": HubOnCable(loop, SOUTH)})
    bench.hubs()

    lost = bench.run(5.0)[-1]

    assert isinstance(lost, DeviceLost)
    assert lost.reason == (
        f"{NORTH} was not found: is its cable in? (hub {SOUTH} on /dev/ttyACM0 is not in the table "
        "file: give it as `id`; looking on)"
    )


def test_a_hub_that_takes_no_farewell_is_closed_with_the_others_and_nothing_is_told(
    loop: VirtualLoop, hub: HubOnCable
) -> None:
    south = HubOnCable(loop, SOUTH)
    bench = Bench(loop, {"/dev/ttyACM0": hub, "/dev/ttyACM1": south})
    hubs = bench.hubs(PLAN, SOUTH_PLAN)
    bench.run(1.0)
    hub.takes_nothing = True
    bench.since()

    hubs.close()
    loop.run_for(10.0)

    assert bench.told == []
    assert (hub.is_open, south.is_open) == (False, False)


class Mute:
    """A port at which nobody is a hub: it may babble, and it takes everything."""

    def __init__(self, loop: VirtualLoop, says: bytes = b"") -> None:
        self._loop = loop
        self._says = says
        self.opened = 0
        self.bytes_told = 0

    def __call__(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        self.opened += 1
        port = _MutePort()

        def babble() -> None:
            if port.is_open and self._says:
                self.bytes_told += len(self._says)
                on_bytes(self._says)
                self._loop.call_later(0.001, babble)

        self._loop.call_later(0.001, babble)
        return port


class _MutePort:
    def __init__(self) -> None:
        self.is_open = True

    def write(self, data: bytes) -> None:
        del data

    def close(self) -> None:
        self.is_open = False


def test_a_port_without_a_hub_is_let_alone_for_a_while(loop: VirtualLoop) -> None:
    mute = Mute(loop)
    bench = Bench(loop, {"/dev/ttyUSB0": mute})
    bench.hubs()
    told = bench.run(60.0)

    assert kinds(told) == [ZoneUnknown, ZoneUnknown, DeviceLost]
    assert 10 <= mute.opened <= 16  # open for two seconds, shut for two


@pytest.mark.long
@pytest.mark.parametrize("says", [b"x" * 4_096, b'{"t":"ping","n":7}*924f9a25\n' * 100], ids=["noise", "lines"])
def test_a_sender_without_end_cannot_keep_the_program_busy(loop: VirtualLoop, hub: HubOnCable, says: bytes) -> None:
    flood = Mute(loop, says)
    south = HubOnCable(loop, SOUTH)
    bench = Bench(loop, {"/dev/ttyUSB0": flood, "/dev/ttyACM0": hub, "/dev/ttyACM1": south})
    bench.hubs(PLAN, replace(SOUTH_PLAN, identity="E000000000000009"))
    bench.run(10.0)
    hub.press(0)

    assert timeless(bench.run(0.1)) == [ButtonPressed("YAY.ok", 0.0)]
    assert flood.bytes_told < 10 * 300_000


def test_a_port_that_cannot_be_opened_is_told_with_its_reason(loop: VirtualLoop) -> None:
    def refuse(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        raise PortError("/dev/ttyACM0: no permission: /dev/ttyACM0 is root:root 0600")

    bench = Bench(loop, {"/dev/ttyACM0": refuse})
    bench.hubs()

    lost = bench.run(3.0)[-1]

    assert isinstance(lost, DeviceLost)
    assert "/dev/ttyACM0: no permission: /dev/ttyACM0 is root:root 0600" in lost.reason


def test_what_a_hub_cannot_do_is_told_with_both_versions_and_the_mend(loop: VirtualLoop, hub: HubOnCable) -> None:
    hub.to_host = saying(b'"more":16', b'"more":0')
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs(replace(PLAN, more={3: "1.ok"}))

    reasons = [event.reason for event in bench.run(10.0) if isinstance(event, DeviceLost)]

    assert reasons == [
        f"hub {NORTH} (program 1.2.0, protocol 1.0) has no 'more' inputs, but the table uses input 3 of them: put "
        "this release's program on it: tacotable hub update"
    ]


def test_another_protocol_is_told_with_both_versions_and_the_mend(loop: VirtualLoop, hub: HubOnCable) -> None:
    hub.to_host = saying(b'"v":1,', b'"v":2,')
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs()

    reasons = [event.reason for event in bench.run(30.0) if isinstance(event, DeviceLost)]

    assert reasons == [
        f"hub {NORTH} speaks protocol 2 (its program is 1.2.0), this program speaks protocol 1: put "
        "this release's program on it: tacotable hub update"
    ]


def saying(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Give a cable that changes what whole lines say, and seals them anew."""
    waiting = bytearray()

    def change(data: bytes) -> bytes:
        waiting.extend(data)
        *lines, rest = bytes(waiting).split(b"\n")
        waiting[:] = rest
        bodies = [line[:-9].replace(old, new) for line in lines]
        return b"".join(b"%s*%08x\n" % (body, crc32(body)) for body in bodies)

    return change
