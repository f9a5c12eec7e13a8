"""A table where cards or the token stand wrong is guided back, one move at a time, or taken as it is."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.facts import Acted
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    made = Hands("tacocat")
    made.begin_attack()
    return made


def steps(hands: Hands) -> object:
    """Give the repair that a page shows."""
    return hands.situation.family.page_scene(hands.situation)["repair"]


def acted(hands: Hands) -> list[dict[str, object]]:
    return [fact.act for fact in hands.log.facts if isinstance(fact, Acted) and fact.ruling == "accepted"]


def bump(hands: Hands) -> None:
    hands.tell(ports.TokenSensed(0, False, 0))


def test_a_table_that_agrees_needs_no_repair(hands: Hands) -> None:
    hands.lay("YAY", "8")

    assert steps(hands) == []


def test_a_refused_card_goes_before_the_token(hands: Hands) -> None:
    hands.lay("WOW", "10")
    bump(hands)
    assert steps(hands) == [{"do": "lift", "zone": "WOW.pad"}, {"do": "stand", "space": 0}]
    assert hands.says("WOW") == "rule.attack-turn"

    hands.clear("WOW")

    assert steps(hands) == [{"do": "stand", "space": 0}]
    assert hands.says("WOW") == "sign.token-back"


def test_a_waiting_seat_asks_for_the_token_only_when_no_card_has_to_go_first(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.lay("YAY", "7")
    bump(hands)
    assert steps(hands) == [{"do": "lift", "zone": "YAY.pad"}, {"do": "stand", "space": 0}]

    hands.clear("YAY")

    assert hands.says("YAY") == "sign.token-back"
    hands.move_token(0)
    assert hands.says("YAY") == "sign.wait-answer"


def test_a_plan_follows_each_touch(hands: Hands) -> None:
    bump(hands)
    hands.lay("WOW", "10")
    hands.move_token(2)
    assert steps(hands) == [{"do": "lift", "zone": "WOW.pad"}, {"do": "stand", "space": 0}]

    hands.move_token(0)

    assert steps(hands) == [{"do": "lift", "zone": "WOW.pad"}]


def test_a_silent_reader_asks_for_no_move(hands: Hands) -> None:
    hands.lay("WOW", "10")

    hands.tell(ports.ZoneUnknown("WOW.pad", 0))

    assert steps(hands) == []


def test_a_token_that_two_spaces_feel_is_not_asked_for(hands: Hands) -> None:
    hands.tell(ports.TokenSensed(2, True, 0))

    assert steps(hands) == []


def test_a_token_bumped_at_the_deal_is_asked_for_at_the_seat_that_has_dealt() -> None:
    hands = Hands("tacocat")
    hands.tap("YAY.ok")
    hands.move_token(0)
    hands.tap("YAY.ok")

    bump(hands)

    assert hands.says("YAY") == "sign.token-back"
    assert hands.says("WOW") == "sign.deal"


def test_ok_held_says_that_the_token_stands_where_the_game_says(hands: Hands) -> None:
    bump(hands)
    before = len(hands.log.facts)

    hands.hold("WOW.ok")

    assert steps(hands) == []
    assert hands.scene.lights[4].meaning == "light.here"
    assert hands.says("WOW") == "sign.wait-attack"
    assert len(hands.log.facts) == before


def test_a_token_taken_as_it_is_is_asked_for_again_when_its_sensors_change(hands: Hands) -> None:
    bump(hands)
    hands.hold("WOW.ok")

    hands.tell(ports.TokenSensed(3, True, 0))

    assert hands.scene.lights[7].meaning == "light.wrong"
    assert steps(hands) == [{"do": "stand", "space": 0}]


def test_ok_held_lets_a_card_that_lies_there_count(hands: Hands) -> None:
    hands.lay("WOW", "10")
    hands.lay("YAY", "8")
    assert hands.text("WOW") == "NOT COUNTED / Take it off, or / hold OK: counts"

    hands.hold("WOW.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "10"}
    assert steps(hands) == []


def test_a_card_that_may_not_be_laid_is_refused_also_when_ok_is_held(hands: Hands) -> None:
    hands.lay("WOW", "10")

    hands.hold("WOW.ok")

    assert hands.says("WOW") == "rule.attack-turn"
    assert acted(hands)[-1]["do"] == "duel"


def test_at_a_ring_ok_held_lets_a_card_that_lies_there_count() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.show("skip")
    hands.tap("1.nope")
    assert hands.prompt("1") == "refusal.lay-again"
    assert steps(hands) == [{"do": "lift", "zone": "play"}]

    hands.hold("1.ok")

    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"


def test_a_bumped_table_is_repaired_through_the_bytes() -> None:
    with simulated_table("tacocat") as rig:
        _begin_attack(rig)
        rig.place("8", "YAY.pad")
        rig.move_token(2)
        stray = rig.place("7", "YAY.pad")
        assert rig.says("YAY") == "rule.answer-turn"

        rig.lift(stray, "draw")
        assert rig.says("YAY") == "sign.token-back"
        assert _lit(rig) == {"0": "light.missing", "2": "light.wrong"}
        rig.move_token(0)

        assert rig.says("YAY") == "sign.wait-answer"
        assert rig.says("WOW") == "sign.answer"
        assert _lit(rig) == {"0": "light.here"}


def _begin_attack(rig: Rig) -> None:
    """Begin, replace none, and let YAY win the duel."""
    rig.tap("YAY.ok")
    for button in ("YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)
    for seat, face in (("YAY", "9"), ("WOW", "5")):
        rig.lift(rig.place(face, f"{seat}.pad"))


def _lit(rig: Rig) -> dict[str, str]:
    situation = rig.program.controller.situation
    names = situation.family.light_names(situation.devices.table)
    lights = dict(zip(names, rig.program.controller.scene.lights, strict=True))
    return {name: light.meaning for name, light in lights.items() if light.meaning != "light.off"}
