"""Placing, lifting and pressing at random over a line that drops, doubles, changes and adds bytes, and stands still."""

from __future__ import annotations

import os

import pytest

from pico.rig import CARDS, Rig

MESSAGES = int(os.environ.get("TACOTABLE_SOAK_MESSAGES", "3000"))
"""100000 takes some minutes; that many are run before a release."""


def play(rig: Rig, messages: int, *, with_resets: bool) -> int:
    """Let hands, faults and resets do as chance wants; give how many lines got through.

    After a reset hands rest until the hub is known again, as displays ask them to; they never do for anything else.
    """
    passed = 0
    before = rig.messages()
    next_reset = 1_000
    while passed < messages:
        for reader in range(3):
            if rig.chance.random() < 0.06:
                count = rig.chance.choice([0, 1, 1, 2])
                rig.lay(reader, tuple(rig.chance.sample(CARDS, count)))
        is_resting = with_resets and not rig.is_known()
        for contact in range(17):
            if rig.chance.random() < 0.15 and not is_resting:
                rig.touch(contact)
        rig.run(40)
        now = rig.messages()
        passed += max(0, now - before)
        if with_resets and passed >= next_reset:
            next_reset += 1_000
            rig.reset()
        before = rig.messages()
    return passed


def get_known(rig: Rig) -> None:
    """Let the first session come about, whatever the line does to it."""
    while not rig.is_known():
        rig.run(100)


def check(rig: Rig) -> None:
    rig.calm()
    told = {(event["r"], tag) for event in rig.host.told if event["t"] == "tags" for tag in event["u"] or ()}
    sensed = rig.hub.hub._contacts.counts

    assert {reader: tuple(sorted(tags)) for reader, tags in enumerate(rig.hub.desk.tags)} == rig.host.tags
    assert [(reader, tag) for reader, tag in told if tag not in rig.lain[reader]] == []
    for index in range(9):
        assert rig.host.counts[f"{rig.hub.desk.boot} s{index}"] == sensed[index]
    for index in range(8):
        assert rig.host.counts[f"{rig.hub.desk.boot} b{index}"] == sensed[9 + index]
    assert rig.waits + rig.hub.desk.link.waits == 0


def pressed_and_told(rig: Rig) -> list[tuple[int, int]]:
    """Give how often each button was pressed, and how often the host heard so."""
    return [(times, rig.host.presses.get(button, 0)) for button, times in sorted(rig.pressed.items())]


@pytest.mark.long
def test_host_and_hub_agree_after_noise_and_standstills_and_no_press_is_lost() -> None:
    rig = Rig(seed=1)
    get_known(rig)
    play(rig, MESSAGES, with_resets=False)
    check(rig)

    assert rig.to_hub.faults + rig.to_host.faults > MESSAGES / 50
    assert [told - pressed for pressed, told in pressed_and_told(rig)] == [0] * 8


@pytest.mark.long
def test_host_and_hub_agree_after_resets_too_and_only_what_they_cut_off_is_lost() -> None:
    rig = Rig(seed=2)
    get_known(rig)
    play(rig, MESSAGES, with_resets=True)
    check(rig)

    assert rig.starts > 2
    lost = [pressed - told for pressed, told in pressed_and_told(rig)]
    assert lost == [rig.taken[f"b{button}"] for button in range(8)]
