"""A claim ends by time while hands do something: whichever is told first, the table answers and the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from pi.kitten_hands import KittenHands
from tacotable.state.device_state import Certainty
from tacotable.state.situation import PUBLIC_SCREEN
from tacotable_drivers.ports import TagArrived, TagsCrowded

Deed = Callable[[KittenHands], None]
CLAIM_MS = 5_000.0
"""So long a claim stops the countdown."""
AROUND_MS = (-1.0, 0.0, 1.0, 5.0, 20.0)
"""Moments before and after the end of a claim at which the timer has not told it yet."""


def put(hands: KittenHands, face: str) -> None:
    """Lay another card, after taking off the one that is on the pad."""
    hands.lift()
    hands.tell(TagArrived("play", hands.take(face), hands._now_ms))


def put_on_top(hands: KittenHands, face: str) -> None:
    there = hands.situation.devices.zones.get("play", Certainty.EMPTY)
    assert isinstance(there, str)
    hands.tell(TagsCrowded("play", (there, hands.take(face)), hands._now_ms))


CLAIMS: Mapping[str, tuple[Deed, ...]] = {
    "a Nope of no seat": (partial(put, face="nope"),),
    "a press": (partial(KittenHands.press, button="2.nope"),),
    "a tie": (partial(KittenHands.press, button="2.nope"), partial(KittenHands.press, button="3.nope")),
}
DEEDS: tuple[Deed, ...] = (
    *(partial(put, face=face) for face in ("nope", "attack", "cat-1")),
    *(partial(put_on_top, face=face) for face in ("nope", "attack")),
    *(partial(KittenHands.press, button=button) for button in ("2.nope", "3.nope", "2.ok", "1.nope")),
    KittenHands.lift,
)


@pytest.mark.parametrize("claim", CLAIMS)
def test_whatever_is_done_as_a_claim_ends_is_answered_to_a_seat_or_to_all(claim: str) -> None:
    for deed in DEEDS:
        for late_ms in AROUND_MS:
            hands = KittenHands()
            hands.begin("1", "2", "3")
            hands.show("skip")
            hands.tap("1.ok")
            hands.wait(1_000)
            for begin in CLAIMS[claim]:
                begin(hands)
            hands.wait(CLAIM_MS - 100)
            hands._now_ms += 100 + late_ms

            deed(hands)

            assert hands.situation.ui.refusals.keys() <= {PUBLIC_SCREEN, *hands.situation.seats}
            hands.wait(20_000)
            assert hands.phase() != "window"
