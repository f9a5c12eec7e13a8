"""What hubs tell and show: the driver against the hub's own program, on virtual time."""

from __future__ import annotations

from dataclasses import replace

from drivers.hub_bench import PLAN, SOUTH, SOUTH_PLAN, Bench, HubOnCable, timeless
from tacotable_drivers.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    DeviceFound,
    DeviceLost,
    Look,
    Pattern,
    TagArrived,
    TagLeft,
    TokenSensed,
    ZoneEmpty,
)
from tacotable_sim.time.virtual_time import VirtualLoop

A, B = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
RED, DIM = Look((255, 0, 0), Pattern.SOLID), Look((0, 255, 16), Pattern.SLOW)


def test_at_the_start_all_is_told_once_and_nothing_is_pressed(loop: VirtualLoop, hub: HubOnCable) -> None:
    hub.desk.tags[0] = (A,)
    hub.desk.touch(4, True)
    hub.press(0)
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs()

    told = timeless(bench.run(1.0))

    assert set(told) == {
        TagArrived("YAY.pad", A, 0.0),
        ZoneEmpty("WOW.pad", 0.0),
        *(TokenSensed(space, space == 0, 0.0) for space in range(-4, 5)),
    }
    assert len(told) == 11


def test_a_card_is_told_within_a_tenth_of_a_second_with_the_time_at_which_it_was_first_seen(
    bench: Bench, hub: HubOnCable
) -> None:
    laid_ms = bench.loop.time() * 1_000
    hub.desk.tags[2] = (A,)

    (arrived,) = bench.run(0.2)

    assert timeless([arrived]) == [TagArrived("WOW.pad", A, 0.0)]
    assert 0 <= arrived.at_ms - laid_ms <= 60


def test_a_swap_of_cards_is_a_leaving_and_an_arrival(bench: Bench, hub: HubOnCable) -> None:
    hub.desk.tags[0] = (A,)
    bench.run(0.5)
    hub.desk.tags[0] = (B,)

    assert timeless(bench.run(0.5)) == [TagLeft("YAY.pad", A, 0.0), TagArrived("YAY.pad", B, 0.0)]


def test_a_press_has_the_time_of_the_hubs_clock_within_its_error(bench: Bench, hub: HubOnCable) -> None:
    pressed_ms = bench.loop.time() * 1_000
    hub.press(3)

    (pressed,) = bench.run(0.1)

    assert isinstance(pressed, ButtonPressed)
    assert pressed.button == "YAY.no"
    assert pressed.error_ms < 5
    assert abs(pressed.at_ms - pressed_ms) <= pressed.error_ms + 1


def test_a_button_that_stays_down_is_held_after_800_ms(bench: Bench, hub: HubOnCable) -> None:
    hub.press(0)
    bench.run(0.79)
    held = bench.run(0.1)
    hub.release(0)
    released = bench.run(0.2)

    assert timeless(held) == [ButtonHeld("YAY.ok", 0.0)]
    assert timeless(released) == [ButtonReleased("YAY.ok", held=True, at_ms=0.0)]


def test_a_tap_whose_release_comes_late_is_no_hold(bench: Bench, hub: HubOnCable) -> None:
    hub.press(0)
    bench.run(0.1)
    hub.delay_s = lambda: 0.9
    hub.release(0)

    told = bench.run(1.8)

    assert timeless(told) == [ButtonReleased("YAY.ok", held=False, at_ms=0.0)]


def test_presses_on_two_hubs_are_put_in_order_by_their_times(loop: VirtualLoop, hub: HubOnCable) -> None:
    slow = HubOnCable(loop, SOUTH, start_ms=(1 << 30) - 2_000)  # its clock begins anew meanwhile
    bench = Bench(loop, {"/dev/ttyACM0": hub, "/dev/ttyACM1": slow})
    bench.hubs(PLAN, SOUTH_PLAN)
    bench.run(5.0)
    slow.delay_s = lambda: 0.05
    slow.press(0)
    loop.run_for(0.02)
    hub.press(0)

    first_heard, second_heard = bench.run(0.2)

    assert isinstance(first_heard, ButtonPressed)
    assert isinstance(second_heard, ButtonPressed)
    assert (first_heard.button, second_heard.button) == ("YAY.ok", "1.ok")
    errors_ms = first_heard.error_ms + second_heard.error_ms
    assert second_heard.at_ms + errors_ms < first_heard.at_ms


def test_buttons_of_an_expander_are_buttons(loop: VirtualLoop, hub: HubOnCable) -> None:
    hub.desk.more = 0
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs(replace(PLAN, more={5: "3.ok"}))
    bench.run(1.0)
    hub.desk.more = 1 << 5

    assert timeless(bench.run(0.1)) == [ButtonPressed("3.ok", 0.0)]


def test_a_silent_expander_is_lost_and_found_once_and_its_held_button_is_no_press(
    loop: VirtualLoop, hub: HubOnCable
) -> None:
    hub.desk.more = 0
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    bench.hubs(replace(PLAN, more={5: "3.ok"}))
    bench.run(1.0)
    hub.desk.more = -1
    lost = bench.run(3.0)
    hub.desk.more = 0
    found = bench.run(1.0)

    assert [(type(event), getattr(event, "device", "")) for event in lost] == [(DeviceLost, "expander north")]
    assert timeless(found) == [DeviceFound("expander north", 0.0)]


def test_how_a_hub_fares_is_asked_every_ten_seconds(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    hubs = bench.hubs()
    bench.run(5.0)
    early = hubs.counters()["north"].reader_faults
    bench.run(7.0)
    later = hubs.counters()["north"].reader_faults

    assert early == {}
    assert list(later.values()) == [0, 0]


def test_lines_that_either_side_drops_are_counted_by_the_side_that_drops_them(
    loop: VirtualLoop, hub: HubOnCable
) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    hubs = bench.hubs()
    bench.run(1.0)
    for _ in range(20):
        hubs.try_lines()
        bench.run(0.05)
    sound = hubs.counters()["north"]
    to_hub, to_host = [b"xx\nyy\n"], [b"zz\n"]
    hub.to_hub = lambda data: (to_hub.pop() if to_hub else b"") + data
    hub.to_host = lambda data: (to_host.pop() if to_host else b"") + data
    hubs.try_lines()
    bench.run(0.5)
    told = hubs.counters()["north"]

    assert sound.lines_taken > 60
    assert (sound.lines_dropped, sound.lines_unheard) == (0, 0)
    assert (told.lines_dropped, told.lines_unheard) == (1, 2)


def shown(hub: HubOnCable) -> list[tuple[int, int, int]]:
    data = hub.desk.strips[-1].pictures[-1]
    return [(data[place], data[place + 1], data[place + 2]) for place in range(0, len(data), 3)]


def test_lamps_and_lights_are_shown_on_the_chain(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    hubs = bench.hubs()
    bench.run(1.0)
    hubs.show({"YAY.no": RED}, [DIM] + [Look((0, 0, 0), Pattern.OFF)] * 8)
    bench.run(0.05)
    frames = []
    for _ in range(20):
        bench.run(0.05)
        frames.append((shown(hub)[1], shown(hub)[2]))

    assert {red for red, _ in frames} == {(255, 0, 0)}
    assert [dim for _, dim in frames].count((0, 255, 16)) == 10  # half of each second
    assert shown(hub)[0] == (0, 0, 0)


def test_rhythms_of_two_hubs_flash_together(loop: VirtualLoop, hub: HubOnCable) -> None:
    south = HubOnCable(loop, SOUTH, start_ms=777_777)
    bench = Bench(loop, {"/dev/ttyACM0": hub, "/dev/ttyACM1": south})
    hubs = bench.hubs(PLAN, replace(SOUTH_PLAN, lamps={"1.ok": 0}, brightness=31))
    bench.run(1.0)
    hubs.show({"YAY.ok": DIM, "1.ok": DIM}, ())
    bench.run(0.1)
    together = 0
    for _ in range(200):
        bench.run(0.01)
        together += shown(hub)[0] == shown(south)[0]

    assert together >= 196  # but for a few ms at each of four edges


def test_a_hub_that_starts_anew_is_told_its_lights_again(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    hubs = bench.hubs()
    bench.run(1.0)
    hubs.show({"YAY.ok": RED}, ())
    bench.run(0.1)
    hub.reset()
    bench.run(1.5)

    assert shown(hub)[0] == (255, 0, 0)


def test_at_the_end_the_lights_are_dark(loop: VirtualLoop, hub: HubOnCable) -> None:
    bench = Bench(loop, {"/dev/ttyACM0": hub})
    hubs = bench.hubs()
    bench.run(1.0)
    hubs.show({"YAY.ok": RED}, ())
    bench.run(0.1)
    hubs.close()
    told = bench.run(0.1)

    assert set(shown(hub)) == {(0, 0, 0)}
    assert told == []


def test_a_hub_whose_program_was_stopped_is_lost_with_the_command_that_starts_it(bench: Bench, hub: HubOnCable) -> None:
    bench.run(0.5)
    hub.to_host = lambda data: b"KeyboardInterrupt:\r\n>>> "  # Ctrl-C came from another program

    lost = [each.reason for each in bench.run(3.0) if isinstance(each, DeviceLost) and each.device == "hub north"]

    assert lost == [
        "on /dev/ttyACM0: MicroPython is at its prompt: plug it in again; a board without the hub's program: "
        "tacotable hub install (retrying)"
    ]
