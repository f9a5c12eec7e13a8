"""What a whole hub says of contacts, and how it talks with its host."""

from __future__ import annotations

import pytest

from pico.conversation import CONFIG, OTHER, SEVEN, Talk, settled
from pico.desk import CLOCK, Desk, Running
from pico.host import Message, opened, seal

# Contacts.


def test_a_press_and_a_release_are_told_with_the_times_of_the_fingers() -> None:
    talk = settled()
    began = talk.desk.ticks_ms()
    talk.desk.touch(9 + 2, True)
    pressed = talk.events("in", 70)
    released_at = talk.desk.ticks_ms()
    talk.desk.touch(9 + 2, False)
    released = talk.events("in", 70)

    assert pressed == [{"t": "in", "n": 4, "g": "b", "i": 2, "d": 1, "k": 1, "at": began}]
    assert released == [{"t": "in", "n": 5, "g": "b", "i": 2, "d": 0, "k": 2, "at": released_at}]


def test_a_sensor_is_told_by_its_place() -> None:
    talk = settled()
    talk.desk.touch(8, True)

    assert [(event["g"], event["i"], event["d"]) for event in talk.events("in", 50)] == [("s", 8, 1)]


def test_a_contact_that_is_not_in_use_says_nothing() -> None:
    talk = settled(CONFIG | {"bt": 0b1})
    talk.desk.touch(9 + 1, True)

    assert talk.events("in", 200) == []


def test_the_expander_s_inputs_are_told_and_its_silence_too() -> None:
    talk = settled(CONFIG | {"xp": 0x0101})
    talk.desk.more = 0
    back = talk.events("fault", 600)
    talk.desk.more = 0x0100
    pressed = talk.events("in", 50)
    talk.desk.more = -1
    lost = talk.events("fault", 50)

    assert [event["why"] for event in back + lost] == [None, "silent"]
    assert [(event["g"], event["i"], event["d"]) for event in pressed] == [("x", 8, 1)]
    assert talk.ask(t="snap")["xp"] is None


# The host.


def test_a_hub_that_nobody_talks_to_says_who_it_is_once_a_second() -> None:
    running = Running()
    running.run(3_500)
    hellos = [opened(line) for line in bytes(running.told).splitlines()]

    assert [hello and hello["t"] for hello in hellos] == ["hello"] * 4
    assert hellos[0] is not None
    assert hellos[0] | {"py": "", "up": 0} == {
        "t": "hello",
        "v": 1,
        "m": 0,
        "fw": "1.2.0",
        "py": "",
        "id": "E66118604B1F2A27",
        "boot": "9f3a01bc",
        "s": "",
        "why": "power",
        "up": 0,
        "cap": {"readers": 3, "sensors": 9, "buttons": 8, "more": 16, "lights": 40},
        "rd": [146, 146, 146],
        "c": 0,
    }


def test_before_a_session_every_command_is_refused() -> None:
    running = Running()
    running.send(seal({"t": "snap", "n": 5}))
    running.run(100)

    said = [opened(line) for line in bytes(running.told).splitlines()]

    assert {"t": "no", "a": 5, "why": "state", "key": "open"} in said


def test_another_major_version_is_refused_with_the_hub_s_own() -> None:
    talk = Talk()

    answer = talk.ask(t="open", v=2, s="00000000")

    assert answer | {"a": 0} == {"t": "no", "a": 0, "why": "version", "v": 1}


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ({"t": "dance"}, {"why": "type"}),
        ({"t": "cfg"}, {"why": "field", "key": "id"}),
        ({"t": "cfg", "id": 1, "led": 41}, {"why": "field", "key": "led"}),
        ({"t": "cfg", "id": 1, "rd": True}, {"why": "field", "key": "rd"}),
        ({"t": "cfg", "id": 1, "gone": 0}, {"why": "field", "key": "gone"}),
        ({"t": "lights", "id": 1, "l": "ff0000s"}, {"why": "field", "key": "l"}),
        ({"t": "lights", "id": 0, "l": "ff0000sff0000s"}, {"why": "field", "key": "id"}),
        ({"t": "lights", "id": 1, "l": "ff0000sff0000s", "z": 2000}, {"why": "field", "key": "z"}),
        ({"t": "restart", "boot": "00000000", "to": "hub"}, {"why": "field", "key": "boot"}),
        ({"t": "restart", "boot": "9f3a01bc", "to": "moon"}, {"why": "field", "key": "to"}),
        ({"t": "open", "v": 1, "s": 'quo"te'}, {"why": "field", "key": "s"}),
    ],
)
def test_what_cannot_be_done_is_refused_by_name_and_changes_nothing(command: Message, refusal: Message) -> None:
    talk = settled()
    before = talk.ask(t="snap")

    answer = talk.ask(**command)

    assert answer | {"a": 0} == {"t": "no", "a": 0} | refusal
    after = talk.ask(t="snap")
    assert after | {"a": 0, "at": 0} == before | {"a": 0, "at": 0}
    assert talk.running.hub.restart_to == ""


def test_a_hub_that_was_not_configured_takes_no_lights() -> None:
    assert Talk(config=None).ask(t="lights", id=1, l="")["key"] == "cfg"


def test_the_configuration_in_force_changes_nothing_when_it_comes_again() -> None:
    talk = settled()
    talk.desk.tags[0] = (SEVEN,)
    talk.run(200)

    before = talk.ask(t="snap")["rd"]

    talk.ask(**CONFIG)
    talk.run(500)

    assert talk.ask(t="snap")["rd"] == before


def test_a_snapshot_tells_everything() -> None:
    talk = settled()
    talk.desk.tags[0] = (SEVEN, OTHER)
    talk.desk.touch(4, True)
    talk.desk.touch(9, True)
    talk.run(300)
    talk.ask(t="lights", id=9, l="ff0000s00ff00w")

    snap = talk.ask(t="snap")

    assert [state[2] for state in snap["rd"]] == [[SEVEN, OTHER], [], []]
    assert (snap["se"], snap["bt"], snap["xp"]) == ([16, 0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0, 0], 0)
    assert (snap["boot"], snap["c"], snap["l"], snap["e"]) == ("9f3a01bc", 77, 9, 6)


def test_a_ping_is_answered_with_times_for_the_clock() -> None:
    talk = settled()
    now = talk.desk.ticks_ms()

    pong = talk.ask(t="ping")

    assert now <= pong["rx"] <= pong["at"] <= now + 5
    assert (pong["boot"], pong["c"], pong["l"]) == ("9f3a01bc", 77, 0)


def test_lights_go_dark_when_the_host_is_silent_for_the_time_it_said() -> None:
    talk = settled(CONFIG | {"hold": 2_000})
    talk.ask(t="lights", id=9, l="ff0000s00ff00s")
    strip = talk.desk.strips[-1]
    talk.run(1_800)
    kept = strip.pictures[-1]
    talk.run(1_300)

    assert (kept.hex(), strip.pictures[-1].hex()) == ("ff000000ff00", "000000000000")
    assert talk.ask(t="snap")["l"] == 0


def test_while_its_host_is_silent_the_hub_says_hello_with_the_session_and_keeps_its_events() -> None:
    talk = settled()
    talk.run(4_000)
    talk.acknowledges = False
    talk.desk.touch(9, True)

    said = talk.run(3_000)

    assert [(message["t"], message["s"]) for message in said] == [("hello", "5e7c0a11")] * 3
    assert [message for message in talk.heard if message["t"] == "in"] == []
    talk.acknowledges = True
    talk.ask(t="ping")
    talk.run(300)
    assert [message["k"] for message in talk.heard if message["t"] == "in"] == [1]


def test_a_host_that_stalls_goes_on_where_it_was() -> None:
    talk = settled()
    talk.desk.link.is_stalled = True
    for _ in range(3):
        talk.desk.touch(9, True)
        talk.run(60)
        talk.desk.touch(9, False)
        talk.run(60)
    talk.run(20_000)
    talk.desk.link.is_stalled = False

    talk.run(2_000)
    told = {event["n"]: (event["d"], event["k"]) for event in talk.heard if event["t"] == "in"}

    assert told == {4: (1, 1), 5: (0, 2), 6: (1, 3), 7: (0, 4), 8: (1, 5), 9: (0, 6)}
    assert talk.desk.link.waits == 0


def test_after_more_events_than_the_queue_holds_a_snapshot_comes_unasked() -> None:
    talk = settled()
    talk.acknowledges = False
    for press in range(60):
        talk.desk.touch(9, press % 2 == 0)
        talk.run(40)
        talk.running.send(seal({"t": "ping", "n": 1 + press}))

    snaps = [message for message in talk.run(500) + talk.heard if message["t"] == "snap"]

    assert [("a" in snap, snap["bt"][1] >= 45) for snap in snaps] == [(False, True)]
    assert snaps[0]["e"] >= 48


def test_a_new_session_drops_what_was_queued_and_the_same_one_does_not() -> None:
    talk = settled()
    talk.acknowledges = False
    talk.desk.touch(9, True)
    talk.run(50)
    talk.ask(t="open", v=1, s="5e7c0a11")
    same = talk.events("in", 1_000)
    talk.ask(t="open", v=1, s="0000000a")
    other = talk.events("in", 2_000)

    assert [event["k"] for event in same][:1] == [1]
    assert other == []


def test_ctrl_c_bytes_half_lines_and_garbage_do_no_harm() -> None:
    talk = settled()
    line = seal({"t": "ping", "n": 1})
    for rubbish in (b"\x03" * 50, line[:10], b"\xff\x00\x03" * 300 + b"\n", line[:10] + b"\n", b"{" * 400 + b"\n"):
        talk.running.send(rubbish)
    talk.running.send(b"\n")
    talk.run(50)

    assert talk.ask(t="ping")["t"] == "pong"
    assert talk.ask(t="health")["lines"][1] >= 3


@pytest.mark.parametrize(
    ("held_ms", "has_host", "goes_to"), [(5_100, False, "repl"), (4_500, False, ""), (5_100, True, "")]
)
def test_two_held_buttons_lead_to_the_prompt_only_where_no_host_comes(
    held_ms: int, has_host: bool, goes_to: str
) -> None:
    desk = Desk()
    desk.closed = 0b11 << 9
    running = Running(desk)
    if has_host:
        running.send(seal({"t": "open", "v": 1, "s": "5e7c0a11", "n": 1}))
    running.run(held_ms)
    desk.closed = 0
    running.run(2_000)

    assert running.hub.restart_to == goes_to


def test_a_restart_goes_dark_answers_and_only_then_happens() -> None:
    talk = settled()
    talk.ask(t="lights", id=9, l="ff0000s00ff00s")

    answer = talk.ask(t="restart", boot="9f3a01bc", to="loader")

    assert answer["t"] == "ok"
    assert talk.desk.strips[-1].pictures[-1] == bytes(6)
    assert (talk.running.hub.restart_to, talk.running.hub.is_time_to_restart()) == ("loader", True)


def test_times_and_scans_go_on_across_the_turn_of_the_clock() -> None:
    talk = Talk(Desk(start_ms=CLOCK - 1_000))
    talk.run(1_500)
    talk.desk.tags[1] = (SEVEN,)
    talk.desk.touch(9, True)
    said = talk.run(300)

    assert [(event["u"], event["at"] < 1_000) for event in said if event["t"] == "tags"] == [([SEVEN], True)]
    assert [event["at"] < 1_000 for event in said if event["t"] == "in"] == [True]


def test_health_tells_what_a_status_page_wants() -> None:
    talk = settled()

    health = talk.ask(t="health")

    assert {key: type(value) for key, value in health.items()} == {
        "t": str,
        "a": int,
        "boot": str,
        "at": int,
        "why": str,
        "resets": int,
        "loop": list,
        "mem": list,
        "lines": list,
        "resent": int,
        "full": int,
        "wr": int,
        "rd": list,
    }
    assert [reader[0] for reader in health["rd"]] == [146, 146, 146]
