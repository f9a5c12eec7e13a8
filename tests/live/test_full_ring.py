"""Ten seats with two phones each, and 100 spectators of the same table: who sees what, and who is cut off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from live.full_ring import SEATS, Device, Ring, full_ring, until


@pytest.mark.long(keep=0)
def test_twenty_phones_at_ten_seats_and_a_hundred_spectators_see_what_is_theirs(tmp_path: Path) -> None:
    async def run() -> None:
        async with full_ring(tmp_path, each=2, watching=100) as ring:
            await nobody_watches_at_the_table(ring)
            await each_wakes_to_its_own_picture(ring)
            gone = await one_that_leaves_is_cut_off_alone(ring)
            gone += await a_seat_that_forgets_its_phones_cuts_off_both(ring)
            await all_others_are_told_what_is_new(ring, gone)

    asyncio.run(run())


async def nobody_watches_at_the_table(ring: Ring) -> None:
    assert len(ring.devices) == 2 * len(SEATS)
    assert ring.connected_from() == {device.port for device in (ring.host, *ring.devices)}
    pages = [await ring.spectators[0].get(path) for path in ("", "/stage", "/stage.json")]
    assert [page.status_code for page in pages] == [200] * 3
    assert not any(ring.address in page.text for page in pages)


async def each_wakes_to_its_own_picture(ring: Ring) -> None:
    await asyncio.gather(*(device.lose() for device in ring.devices))
    await asyncio.gather(*(device.open() for device in ring.devices))
    await until(lambda: all(device.hands() and "scene" in device.told for device in ring.devices))
    for device in ring.devices:
        own = {seat: hand if seat == device.seat else [""] * len(hand) for seat, hand in ring.hands.items()}
        assert device.told["welcome"]["seat"] == device.seat
        assert device.hands() == own


async def one_that_leaves_is_cut_off_alone(ring: Ring) -> list[Device]:
    """Its other page is, too; the other phone of its seat reads on."""
    phone, *others = sorted(ring.devices, key=lambda device: device.seat != "4")
    page = Device(ring.address, phone.seat, phone.key)
    await page.open()
    await until(page.hands)
    await phone.say(do="leave")
    await until(lambda: phone.is_cut_off and page.is_cut_off)
    await phone.open()
    await until(lambda: phone.is_cut_off)
    assert phone.told["error"]["code"] == "wrong-key"
    assert not any(device.is_cut_off for device in others)
    return [phone]


async def a_seat_that_forgets_its_phones_cuts_off_both(ring: Ring) -> list[Device]:
    ring.forget("7")
    both = [device for device in ring.devices if device.seat == "7"]
    await until(lambda: all(device.is_cut_off for device in both))
    return both


async def all_others_are_told_what_is_new(ring: Ring, gone: list[Device]) -> None:
    await ring.host.say(do="arbiter", what="pause")
    await until(lambda: all(one.picture()["paused"] for one in ring.spectators))
    await until(lambda: all(device.is_paused() for device in ring.devices if device not in gone))
    assert [device.seat for device in ring.devices if device.is_cut_off] == [device.seat for device in gone]
    assert {device.seat for device in gone} == {"4", "7"}
    assert ring.connected_from() == {device.port for device in (ring.host, *ring.devices) if device not in gone}
