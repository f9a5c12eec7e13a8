"""Pads too near each other: a card that two pads tell in one moment is nobody's until one of them is free."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.core.restore import misfit
from tacotable.state.situation import Situation
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    """Give a table on which nobody replaced a card, before the duel."""
    table = Hands("tacocat")
    table.begin()
    table.tap("YAY.ok")
    table.tap("WOW.ok")
    return table


def overhear(hands: Hands, seat: str, tag: str) -> None:
    """Let a pad tell a card that lies on the other one, a scan later."""
    hands.wait(11.0)
    hands.tell(ports.TagArrived(f"{seat}.pad", tag, hands.situation.devices.now_ms))


def test_a_duel_card_that_both_pads_tell_is_taken_back_where_it_counted(hands: Hands) -> None:
    tag = hands.lay("YAY", "9")

    overhear(hands, "WOW", tag)

    assert public_state(hands.situation)["ready"] == []
    assert (hands.says("YAY"), hands.says("WOW")) == ("refusal.taken-back", "refusal.lay-again")
    assert hands.situation.log[-1].code == "log.taken-back-two-pads"


def test_a_duel_card_that_both_pads_told_counts_where_it_is_laid_again(hands: Hands) -> None:
    tag = hands.lay("YAY", "9")
    overhear(hands, "WOW", tag)
    hands.clear("WOW")
    hands.clear("YAY")

    hands.wait(1_000.0)
    hands.tell(ports.TagArrived("WOW.pad", tag, hands.situation.devices.now_ms))

    assert public_state(hands.situation)["ready"] == ["WOW"]


def test_who_holds_ok_plays_a_card_that_was_taken_back_at_the_other_pad(hands: Hands) -> None:
    overhear(hands, "WOW", hands.lay("YAY", "9"))

    hands.hold("WOW.ok")

    assert public_state(hands.situation)["ready"] == ["WOW"]


def test_the_journal_gives_a_duel_that_was_taken_back_because_of_two_pads(hands: Hands) -> None:
    overhear(hands, "WOW", hands.lay("YAY", "9"))

    replay = Situation(hands.situation.devices.table, hands.situation.devices.faces)
    misfits = [misfit(fact, replay) for fact in hands.log.facts]

    assert set(misfits) == {None}
    assert public_state(replay)["ready"] == []


def test_a_duel_card_that_the_other_pad_overhears_after_both_are_laid_stands(hands: Hands) -> None:
    hands.lay("WOW", "5")

    overhear(hands, "WOW", hands.lay("YAY", "9"))

    assert public_state(hands.situation)["phase"] == "attack"


def test_a_card_that_is_overheard_long_after_it_counted_stays_where_it_lies(hands: Hands) -> None:
    tag = hands.lay("YAY", "9")
    hands.wait(5_000.0)

    overhear(hands, "WOW", tag)

    assert public_state(hands.situation)["ready"] == ["YAY"]


def test_a_card_that_both_pads_tell_while_both_replace_is_shown_by_nobody() -> None:
    hands = Hands("tacocat")
    hands.begin()

    overhear(hands, "WOW", hands.lay("YAY", "4"))

    assert [hands.situation.entry(seat).cards for seat in ("YAY", "WOW")] == [(), ()]
    assert (hands.says("YAY"), hands.says("WOW")) == ("refusal.taken-back", "refusal.lay-again")


def test_a_card_that_is_refused_at_its_pad_is_no_attack_of_the_pad_that_overhears_it(hands: Hands) -> None:
    hands.lay("YAY", "5")
    hands.lay("WOW", "9")
    hands.clear("WOW")
    tag = hands.lay("YAY", "2")

    overhear(hands, "WOW", tag)

    assert public_state(hands.situation)["phase"] == "attack"
    assert (hands.says("YAY"), hands.says("WOW")) == ("rule.attack-turn", "refusal.lay-again")
