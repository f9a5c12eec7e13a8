"""Going home, a dropped pile, a round given up: changes by hand that another agrees to, or the arbiter decides."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.dialogs import arbiter
from tacotable.state.events import Arbitrated
from tacotable.state.facts import Amended
from tacotable.state.game_state import Stage


def ring_of(*seats: str, game: str = "zh56") -> KittenHands:
    ring = KittenHands(game)
    ring.begin(*seats)
    return ring


def choose(ring: KittenHands, seat: str, item: str) -> None:
    ring.hold(f"{seat}.nope")
    for _ in range(12):
        if f"< {item} >" in ring.text("table"):
            ring.tap(f"{seat}.ok")
            return
        ring.tap(f"{seat}.nope")
    raise AssertionError(f"no item {item}: {ring.text('table')}")


def decide(hands: Hands, what: str) -> None:
    hands.tell(Arbitrated(what, hands.situation.devices.now_ms))


def test_the_last_but_one_who_leaves_ends_the_game() -> None:
    ring = ring_of("1", "2")

    choose(ring, "2", "Go home")
    ring.tap("1.ok")

    assert ring.situation.game.stage is Stage.OVER
    assert public_state(ring.situation)["winner"] == "1"


def test_a_game_that_nobodys_press_ended_shows_who_won_before_a_press_puts_it_away() -> None:
    ring = ring_of("1", "2")
    decide(ring, "leave-game 2")

    ring.wait(1_400)
    ring.tap_at_once("1.ok")
    assert ring.prompt("1") == "sign.victory"

    ring.wait(1_500)
    ring.tap_at_once("1.ok")
    assert ring.prompt("1") == "sign.seated"


def test_a_seat_that_left_is_asked_nothing_and_its_buttons_act_no_more() -> None:
    ring = ring_of("1", "2", "3")
    choose(ring, "2", "Go home")
    ring.tap("3.ok")
    ring.wait(6_000.0)
    acts = len(ring.acts())

    ring.tap("2.ok")
    assert len(ring.acts()) == acts
    ring.tap("1.ok")
    ring.wait(1_000)
    ring.tap("3.ok")

    assert [seat for seat, *_ in ring.acts()[-2:]] == ["1", "3"]


def test_one_who_played_the_card_on_the_pad_takes_it_along() -> None:
    ring = ring_of("1", "2", "3")
    ring.show("attack")
    ring.tap("1.ok")
    assert public_state(ring.situation)["phase"] == "window"

    decide(ring, "leave-game 1")

    assert public_state(ring.situation)["phase"] == "turn"
    assert ring.situation.ui.news[0].sign.code == "sign.left-game"
    ring.lift()
    ring.wait(6_000.0)
    assert "2" in ring.text("table")


@pytest.mark.parametrize("what", ["leave-game 1", "leave-game 2", "pile-mixed"])
def test_the_arbiter_decides_alone(what: str) -> None:
    ring = ring_of("1", "2", "3")

    assert what in arbiter.offered(ring.situation)
    decide(ring, what)

    assert isinstance(ring.log.facts[-1], Amended)
    assert any(entry.code.endswith("-arbiter") for entry in ring.situation.log[-2:])


def test_the_arbiter_gives_a_round_to_either_seat() -> None:
    hands = Hands()
    hands.begin_attack()

    assert {"give-round YAY", "give-round WOW", "deal-again"} <= arbiter.offered(hands.situation).keys()
    decide(hands, "give-round WOW")

    assert public_state(hands.situation)["wins"] == {"YAY": 0, "WOW": 1}


def test_a_change_that_is_not_offered_any_more_changes_nothing() -> None:
    ring = ring_of("1", "2", "3")
    decide(ring, "leave-game 2")
    facts = len(ring.log.facts)

    decide(ring, "leave-game 2")

    assert len(ring.log.facts) == facts
