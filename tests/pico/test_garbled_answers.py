"""A card that lies still is never told as gone because answers are garbled; where none gets through, nobody knows."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from pico.conversation import CONFIG, FOUR, OTHER, SEVEN, Talk, settled
from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip, spoiling

RESTS_S = int(os.environ.get("TACOTABLE_GARBLED_S", "15"))
"""So long a card rests on a pad: two minutes in CI, where a table lets nothing be noticed by chance."""
LONG_MS = 1_000 * RESTS_S // 6
MOVES = RESTS_S // 3
BURST_MS, PAUSE_MS = 400, 1_600
NOISY, THERE = (None, "noisy"), ([SEVEN], None)
WHATEVER_THE_TURNS = pytest.mark.parametrize(("readers", "turn"), [(0b001, 1), (0b001, 0), (0b011, 0), (0b111, 1)])


def resting(readers: int, turn: int) -> Talk:
    """Give a hub that knows of a card on its first reader."""
    talk = settled(CONFIG | {"rd": readers, "turn": turn})
    talk.desk.tags[0] = (SEVEN,)
    assert told(talk, 300) == [THERE]
    return talk


def told(talk: Talk, ms: int) -> list[tuple[Any, Any]]:
    """Let time pass in which the host is there; give what was told of the first reader."""
    begin = len(talk.heard)
    for _ in range(ms // 100):
        talk.ask(t="ping")
    events = [message for message in talk.heard[begin:] if message["t"] == "tags" and message["r"] == 0]
    return [(event["u"], event.get("why")) for event in events]


@pytest.mark.long(keep=6)
@WHATEVER_THE_TURNS
@pytest.mark.parametrize("share", [0.05, 0.1, 0.2, 0.4, 0.7, 0.95])
def test_a_card_is_never_gone_however_many_of_its_answers_are_garbled(readers: int, turn: int, share: float) -> None:
    talk = resting(readers, turn)
    talk.desk.chips[0].spoils = spoiling(Random(f"{readers}/{turn}/{share}"), share)
    during = told(talk, LONG_MS)
    talk.desk.chips[0].spoils = Mfrc522Chip.sound
    after = told(talk, 300)

    assert [each for each in during + after if each not in (NOISY, THERE)] == []
    assert [THERE, *during, *after][-1] == THERE


@pytest.mark.long(keep=2)
@pytest.mark.fault(38)
@pytest.mark.parametrize("share", [0.02, 0.05, 0.1, 0.2, 0.4])
def test_a_card_lies_on_a_hub_with_one_reader_for_long_as_if_nothing_were(share: float) -> None:
    talk = resting(0b001, 1)
    talk.desk.chips[0].spoils = spoiling(Random(str(share)), share)

    assert told(talk, 1_000 * RESTS_S) == []


@pytest.mark.long(keep=4)
@pytest.mark.fault(38)
@pytest.mark.parametrize("readers", [0b001, 0b111])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_cards_that_move_are_told_right_and_within_half_a_second(share: float, readers: int) -> None:
    chance = Random(f"{readers}/{share}")
    talk = settled(CONFIG | {"rd": readers})
    talk.desk.chips[0].spoils = spoiling(chance, share)
    there: list[str] = []
    for _ in range(MOVES):
        before, there = there, chance.choice([tags for tags in ([], [SEVEN], [OTHER], [FOUR]) if tags != there])
        talk.desk.tags[0] = tuple(there)
        events = told(talk, 500)

        assert [each for each in events if each not in ((before, None), ([], None), (there, None))] == []
        assert events[-1] == (there, None)
        assert told(talk, chance.choice([100, 700])) == []


@pytest.mark.long(keep=2)
@WHATEVER_THE_TURNS
def test_a_card_is_never_gone_in_bursts_of_noise(readers: int, turn: int) -> None:
    talk = resting(readers, turn)
    heard = []
    for seed in range(10):
        talk.desk.chips[0].spoils = spoiling(Random(seed), 1.0)
        heard += told(talk, BURST_MS)
        talk.desk.chips[0].spoils = Mfrc522Chip.sound
        heard += told(talk, PAUSE_MS)

    assert heard == []


@WHATEVER_THE_TURNS
def test_a_reader_that_hears_nothing_but_noise_for_a_second_is_noisy_and_then_knows_its_card(
    readers: int, turn: int
) -> None:
    talk = resting(readers, turn)
    talk.desk.chips[0].spoils = spoiling(Random(1), 1.0)
    before = told(talk, 800)
    noisy = told(talk, 300)
    still = told(talk, 3_000)
    talk.desk.chips[0].spoils = Mfrc522Chip.sound

    assert (before, noisy, still) == ([], [NOISY], [])
    assert told(talk, 200) == [THERE]


@WHATEVER_THE_TURNS
def test_a_card_that_is_taken_away_in_the_noise_is_gone(readers: int, turn: int) -> None:
    talk = resting(readers, turn)
    talk.desk.chips[0].spoils = spoiling(Random(1), 0.4)
    talk.run(500)
    talk.desk.tags[0] = ()

    assert told(talk, 300)[-1] == ([], None)


def test_a_field_goes_after_a_garbled_answer_and_a_tag_is_given_five_milliseconds_when_it_is_back() -> None:
    talk = resting(0b011, 0)
    chip, write = talk.desk.chips[0], talk.desk.chips[0].write
    came_at: list[int] = []
    waited_us: list[int] = []

    def noted(register: int, value: int) -> None:
        if register == 0x14 and value & 3 == 3 and chip.read(0x14) & 3 == 0:
            came_at.append(talk.desk.us)
        elif register == 0x0D and value & 0x80 and len(waited_us) < len(came_at):
            waited_us.append(talk.desk.us - came_at[-1])
        write(register, value)

    chip.spoils = spoiling(Random(1), 1.0)
    chip.write = noted  # type: ignore[method-assign]  # only here the register's changes can be seen
    talk.run(500)

    assert len(waited_us) > 10
    assert min(waited_us) >= 5_000
