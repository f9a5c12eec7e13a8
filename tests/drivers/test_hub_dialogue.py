"""The dialogue with a hub, without port and clock: what is sent when, and what follows from what comes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tacotable_drivers.hub.dialogue import Dialogue, HubOutcome, Lost, Quiet, Unfit
from tacotable_drivers.readers.session import Failed, Send
from tacotable_drivers.wire.hub import Message, opened, seal
from tacotable_drivers.wire.hub_messages import Hello, Moved, Snap

CONFIG: Message = {"t": "cfg", "id": 77, "rd": 1, "bt": 1, "led": 1}
BOOT = "9f3a01bc"
CAPABILITIES = {"readers": 3, "sensors": 9, "buttons": 8, "more": 16, "lights": 40}


class Talk:
    """A dialogue and whoever plays the hub's part."""

    def __init__(self) -> None:
        self.dialogue = Dialogue(Random(1))
        self.now = 1_000.0
        self.outcomes: list[HubOutcome] = []
        self.sent: list[Message] = []
        self.take(self.dialogue.start(self.now))

    def take(self, outcomes: list[HubOutcome]) -> list[HubOutcome]:
        """Take note of what is sent; give everything else."""
        wires = [outcome.wire for outcome in outcomes if isinstance(outcome, Send)]
        self.sent = [message for wire in wires if (message := opened(wire[:-1]))]
        self.outcomes = [outcome for outcome in outcomes if not isinstance(outcome, Send)]
        return self.outcomes

    def say(self, **fields: Any) -> list[HubOutcome]:
        return self.take(self.dialogue.received(seal(fields), self.now))

    def answer(self, **fields: Any) -> list[HubOutcome]:
        """Answer the command that was sent last."""
        (command,) = [message for message in self.sent if "n" in message]
        return self.say(a=command["n"], **fields)

    def wait(self, ms: float) -> list[HubOutcome]:
        """Let time pass, with every timer of the dialogue at its time."""
        end, told = self.now + ms, []
        sent: list[Message] = []
        while (due := self.dialogue.wake_at_ms()) is not None and due <= end:
            assert due > self.now - 1e-9
            self.now = due
            told += self.take(self.dialogue.timer(due))
            sent += self.sent
        self.now, self.sent = end, sent
        return told

    def hello(self, session: object = None, boot: str = BOOT, **fields: Any) -> dict[str, Any]:
        said = {"t": "hello", "v": 1, "m": 0, "fw": "1.0.0", "id": "E66118604B1F2A27", "boot": boot}
        return said | {"s": session or "", "cap": CAPABILITIES, "c": 0} | fields

    def snap(self, event: int = 0, **fields: Any) -> dict[str, Any]:
        said = {"t": "snap", "boot": BOOT, "at": 500, "e": event, "c": 77, "l": 0, "rd": [[0, 0, []], 0, 0]}
        return said | {"se": 0, "bt": [0, 0], "xp": 0} | fields

    def meet(self) -> None:
        """Go as far as a hub that has opened the session."""
        self.answer(**self.hello(self.sent[0]["s"]))

    def engage(self, event: int = 0) -> list[HubOutcome]:
        """Go as far as the first truth."""
        self.take(self.dialogue.engage(CONFIG, self.now))
        self.answer(t="ok")
        self.answer(t="pong", boot=BOOT, rx=400, at=400, e=event, c=77, l=0)
        return self.answer(**self.snap(event))


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def engaged(talk: Talk) -> Talk:
    talk.meet()
    talk.engage()
    return talk


def press(number: int, count: int = 1) -> dict[str, Any]:
    return {"t": "in", "n": number, "g": "b", "i": 0, "d": count % 2, "k": count, "at": 600}


# Meeting.


def test_a_newline_and_an_open_are_the_first_words() -> None:
    first = Dialogue(Random(1)).start(0.0)

    assert first[0] == Send(b"\n")
    assert isinstance(first[1], Send)
    assert (opened(first[1].wire[:-1]) or {})["t"] == "open"


def test_a_hub_that_takes_the_session_is_met(talk: Talk) -> None:
    (met,) = talk.answer(**talk.hello(talk.sent[0]["s"]))

    assert isinstance(met, Hello)
    assert talk.dialogue.identity == "E66118604B1F2A27"


def test_a_hub_that_says_hello_unasked_is_asked_at_once(talk: Talk) -> None:
    talk.now += 50

    talk.say(**talk.hello())

    assert [message["t"] for message in talk.sent] == ["open"]


def test_configuration_clock_and_truth_are_asked_in_this_order(talk: Talk) -> None:
    talk.meet()
    talk.take(talk.dialogue.engage(CONFIG, talk.now))
    order = [talk.sent[0]["t"]]
    talk.answer(t="ok")
    order.append(talk.sent[0]["t"])
    talk.answer(t="pong", boot=BOOT, rx=400, at=400, e=0, c=77, l=0)
    order.append(talk.sent[0]["t"])

    assert order == ["cfg", "ping", "snap"]


def test_the_first_snapshot_is_the_truth(talk: Talk) -> None:
    talk.meet()

    truth, quiet = talk.engage()

    assert isinstance(truth, Snap)
    assert quiet == Quiet(500)


def test_another_hub_at_the_same_port_ends_the_talk(engaged: Talk) -> None:
    (failed,) = engaged.say(**engaged.hello(id="E66118604B1F2A28", boot="00000001"))

    assert isinstance(failed, Failed)
    assert "E66118604B1F2A28" in failed.reason


# Commands.


def test_a_command_is_sent_again_each_300_ms_until_it_is_answered(engaged: Talk) -> None:
    engaged.take(engaged.dialogue.light("ff0000s", engaged.now))
    (first,) = engaged.sent
    engaged.wait(650)
    again = list(engaged.sent)

    assert again == [first, first]


def test_of_many_pictures_only_the_newest_goes_out_behind_the_one_under_way(engaged: Talk) -> None:
    for colour in range(50):
        engaged.take(engaged.dialogue.light(f"0000{colour:02x}s", engaged.now))
        if colour == 0:
            first = engaged.sent
    engaged.sent = first
    engaged.answer(t="ok")

    assert [message["l"] for message in engaged.sent] == ["000031s"]


def test_the_same_picture_is_not_sent_twice(engaged: Talk) -> None:
    engaged.take(engaged.dialogue.light("ff0000s", engaged.now))
    engaged.answer(t="ok")
    engaged.take(engaged.dialogue.light("ff0000s", engaged.now))

    assert engaged.sent == []


def test_a_hub_whose_lights_went_dark_is_told_them_again(engaged: Talk) -> None:
    engaged.take(engaged.dialogue.light("ff0000s", engaged.now))
    engaged.answer(t="ok")
    engaged.wait(1_000)
    engaged.sent = engaged.sent[-1:]
    engaged.answer(t="pong", boot=BOOT, rx=1_400, at=1_400, e=0, c=77, l=0)

    assert [message["t"] for message in engaged.sent] == ["lights"]


def test_a_hub_that_talks_and_answers_nothing_is_lost_within_three_seconds(engaged: Talk) -> None:
    told: list[HubOutcome] = []
    for _ in range(6):
        told += engaged.wait(500)
        told += engaged.say(t="tags", n=1, r=0, k=1, at=700, u=[])

    assert Lost("it talks but answers nothing; press its reset button") in told


def test_a_ping_goes_out_each_second(engaged: Talk) -> None:
    pings = 0
    for _ in range(5):
        engaged.wait(1_000)
        pings += [message["t"] for message in engaged.sent].count("ping")
        engaged.sent = engaged.sent[-1:]
        engaged.answer(t="pong", boot=BOOT, rx=1_400, at=1_400, e=0, c=77, l=0)

    assert pings == 5


def test_a_clock_that_is_not_known_well_is_asked_more_often_but_not_for_ever(talk: Talk) -> None:
    talk.meet()
    talk.take(talk.dialogue.engage(CONFIG, talk.now))
    talk.answer(t="ok")
    pings = 0
    for _ in range(40):
        talk.now += 40
        talk.answer(t="pong", boot=BOOT, rx=400, at=400, e=0, c=77, l=0)
        if talk.sent and talk.sent[0]["t"] == "snap":
            talk.answer(**talk.snap())
        talk.wait(100)
        if not talk.sent:
            break
        pings += 1

    assert pings == 10


# Events.


def test_events_are_taken_in_order_and_acknowledged(engaged: Talk) -> None:
    told = engaged.say(**press(1))

    assert told == [Moved(1, "b", 0, 1, 600)]
    assert engaged.sent == [{"t": "ack", "e": 1}]


def test_an_event_that_is_told_again_is_acknowledged_again_and_not_taken(engaged: Talk) -> None:
    engaged.say(**press(1))

    assert engaged.say(**press(1)) == []
    assert engaged.sent == [{"t": "ack", "e": 1}]


def test_after_a_gap_everything_is_asked(engaged: Talk) -> None:
    assert engaged.say(**press(3)) == []
    assert [message["t"] for message in engaged.sent] == ["snap"]


def test_many_events_in_one_chunk_are_acknowledged_by_one_line(engaged: Talk) -> None:
    chunk = b"".join(seal(press(number, number)) for number in range(1, 41))

    told = engaged.take(engaged.dialogue.received(chunk, engaged.now))

    assert len(told) == 40
    assert engaged.sent == [{"t": "ack", "e": 40}]


def test_events_before_the_first_snapshot_are_void(talk: Talk) -> None:
    talk.meet()

    assert talk.say(**press(1)) == []


def test_a_pong_that_knows_a_newer_event_asks_for_everything(engaged: Talk) -> None:
    engaged.wait(1_000)
    engaged.sent = engaged.sent[-1:]

    told = engaged.answer(t="pong", boot=BOOT, rx=1_400, at=1_400, e=2, c=77, l=0)

    assert told == []
    assert [message["t"] for message in engaged.sent] == ["snap"]


def test_a_snapshot_after_an_overflow_is_believed_unasked(engaged: Talk) -> None:
    truth, _ = engaged.say(**engaged.snap(60))

    assert isinstance(truth, Snap)
    assert engaged.say(**press(61))


def test_an_old_snapshot_that_comes_twice_is_not_believed_again(engaged: Talk) -> None:
    engaged.say(**engaged.snap(60))
    engaged.say(**press(61))

    assert engaged.say(**engaged.snap(60)) == []


# Loss and return.


def test_a_silent_hub_is_lost_after_two_seconds_and_told_once(engaged: Talk) -> None:
    assert [type(told) for told in engaged.wait(1_999)] == []
    assert [type(told) for told in engaged.wait(2)] == [Lost]
    assert engaged.wait(20_000) == []


def test_while_it_is_silent_the_same_session_is_asked_for(engaged: Talk) -> None:
    engaged.wait(6_000)
    sessions = {message["s"] for message in engaged.sent if message["t"] == "open"}

    assert len(sessions) == 1


def test_a_new_start_of_the_hub_is_a_loss_and_a_new_session(engaged: Talk) -> None:
    (lost,) = engaged.say(**engaged.hello(boot="00000002"))

    assert isinstance(lost, Lost)
    assert [message["t"] for message in engaged.sent] == ["open"]


def test_a_new_start_is_noticed_by_a_pong_as_well(engaged: Talk) -> None:
    engaged.wait(1_000)
    engaged.sent = engaged.sent[-1:]

    (lost,) = engaged.answer(t="pong", boot="00000002", rx=5, at=5, e=0, c=0, l=0)

    assert isinstance(lost, Lost)


def test_after_a_new_start_the_hub_is_told_all_again(engaged: Talk) -> None:
    engaged.say(**engaged.hello(boot="00000002"))
    engaged.answer(**engaged.hello(engaged.sent[0]["s"], boot="00000002"))

    assert engaged.sent == [CONFIG | {"n": engaged.sent[0]["n"]}]


def test_a_hub_that_tells_but_never_answers_is_lost(engaged: Talk) -> None:
    told: list[HubOutcome] = []
    for number in range(1, 16):
        told += engaged.wait(500)
        told += engaged.say(**press(number, number))

    assert [type(outcome) for outcome in told if not isinstance(outcome, Moved)] == [Lost]


# Versions.


def test_another_protocol_is_told_once_with_both_versions_and_the_mend(talk: Talk) -> None:
    (unfit,) = talk.say(t="hello", v=2, m=0, fw="2.0.1", id="E66118604B1F2A27")

    assert unfit == Unfit(
        "E66118604B1F2A27",
        "hub E66118604B1F2A27 speaks protocol 2 (its program is 2.0.1), this program speaks protocol 1: put "
        "this release's program on it: tacotable hub update",
    )
    assert talk.say(t="hello", v=2, m=0, fw="2.0.1", id="E66118604B1F2A27") == []
    assert talk.dialogue.wake_at_ms() is None


def test_a_hub_that_was_updated_meanwhile_is_asked(talk: Talk) -> None:
    talk.say(t="hello", v=2, m=0, fw="2.0.1", id="E66118604B1F2A27")

    talk.say(**talk.hello())

    assert [message["t"] for message in talk.sent] == ["open"]


def test_a_later_minor_version_is_no_obstacle(talk: Talk) -> None:
    (met,) = talk.answer(**talk.hello(talk.sent[0]["s"], m=7, extra=[1]))

    assert isinstance(met, Hello)


def test_a_refused_configuration_is_told_with_its_key(talk: Talk) -> None:
    talk.meet()
    talk.take(talk.dialogue.engage(CONFIG, talk.now))

    (unfit,) = talk.answer(t="no", why="field", key="led")

    assert isinstance(unfit, Unfit)
    assert "(cfg: field led)" in unfit.reason
