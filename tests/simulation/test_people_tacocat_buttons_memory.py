"""What a Tacocat player without a pad remembers of its own cards when buttons stick and displays are dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulation.people.tacocat.buttons_player import CarefulButtonsPlayer
from simulation.people.tacocat_person import DECK, SEALED, Person
from tacotable_sim.people.base import Hold, Sign, Tap
from tacotable_sim.people.tacocat.buttons_player import TacocatButtonsPlayer
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import DISCARD, hand_of


def replace(shown: int, item: str) -> Sign:
    return Sign("sign.replace-more" if shown else "sign.replace", {"max": 3, "n": shown, "item": item})


@pytest.fixture
def presser(loop: VirtualLoop) -> Iterator[Person]:
    made = Person(loop, CarefulButtonsPlayer)
    yield made
    made.table.close()


def test_a_card_that_a_press_took_back_from_the_display_goes_back_into_the_hand(presser: Person) -> None:
    presser.player._wanted = 2  # how many it means to replace is its own
    steps = presser.choices(replace(0, "3"))
    assert next(steps) == Hold("YAY.ok")
    presser.sign = replace(1, "3")
    presser.acts(steps)
    assert presser.held() == ["1", "2"]

    presser.sees(replace(0, "item.done"))

    assert presser.held() == ["1", "2", "3"]
    assert presser.table.truth.at(DISCARD) == ()


@pytest.mark.parametrize(("left", "held"), [(3, 3), (2, 2)])
def test_a_card_by_buttons_is_put_down_at_a_second_tie_because_fewer_are_left(
    presser: Person, left: int, held: int
) -> None:
    tied = Sign("sign.duel-again", {"card": "1", "n": 3, "item": "1"})
    assert isinstance(presser.player, CarefulButtonsPlayer)
    presser.player._chosen = DECK[0]  # which card it means to take is its own
    steps = presser.choices(tied)
    next(steps)
    presser.sign = Sign("sign.duel-again", {"card": "1", "n": left, "item": "1"})

    presser.acts(steps)

    assert len(presser.held()) == held


def test_a_plain_player_puts_its_card_down_where_the_last_seal_ties_the_duel(loop: VirtualLoop) -> None:
    person = Person(loop, TacocatButtonsPlayer)  # type: ignore[arg-type]  # a plain player will do here
    steps = person.choices(Sign("sign.duel", {"item": "1"}))
    while next(steps) != Hold("YAY.ok"):
        person.sign = Sign("sign.duel", {"item": "1"})
    person.sign = Sign("sign.duel-again", {"card": "1", "n": 2, "item": "1"})

    person.acts(steps)

    assert len(person.held()) == 2
    person.table.close()


def test_another_card_is_named_where_every_own_one_is_refused(presser: Person) -> None:
    for face in ("1", "2", "3"):
        presser.acts(presser.choices(Sign("sign.show", {"item": face})))
        presser.sees(Sign("rule.no-copy-left", {"seat": "YAY", "card": face}))

    chosen = [next(presser.choices(Sign("sign.show", {"item": item}))) for item in ("1", "6")]

    assert chosen == [Tap("YAY.right"), Tap("YAY.ok")]


def test_a_card_that_a_button_names_by_itself_is_put_down(presser: Person) -> None:
    presser.player.notice(Sign("sign.duel", {"item": "2"}))

    presser.sees(SEALED)

    assert presser.table.truth.at(DISCARD) == (DECK[1],)


def test_a_card_that_a_button_shows_by_itself_is_taken_back_on_the_display(presser: Person) -> None:
    presser.player.notice(replace(0, "3"))

    assert list(presser.choices(replace(1, "3"))) == [Tap("YAY.right")]
    assert list(presser.choices(replace(1, "item.back"))) == [Tap("YAY.ok")]


def test_a_card_that_counted_while_a_display_was_dark_is_known_as_shown(presser: Person) -> None:
    assert isinstance(presser.player, CarefulButtonsPlayer)
    presser.player._wanted = 2  # how many it means to replace is its own
    presser.player._chosen = DECK[2]
    steps = presser.choices(replace(0, "3"))
    presser.sign = None
    next(steps)
    next(steps)
    presser.sign = replace(1, "3")
    presser.acts(steps)

    assert presser.held() == ["1", "2"]
    assert [step for step in presser.choices(replace(1, "item.back")) if step == Tap("YAY.ok")] == []


def test_a_face_down_card_that_a_button_shows_by_itself_is_taken_back_on_the_display(presser: Person) -> None:
    presser.player.notice(replace(0, "item.face-down"))

    assert list(presser.choices(replace(1, "item.face-down"))) == [Tap("YAY.right")]


def test_who_has_no_card_left_waits_for_the_count(presser: Person) -> None:
    for card in DECK[:3]:
        presser.table.place(card.tag, DISCARD)

    assert list(presser.choices(Sign("sign.show", {"item": "1"}))) == []


def test_a_card_that_was_dealt_anew_meanwhile_is_not_put_down_for_an_earlier_press(presser: Person) -> None:
    assert isinstance(presser.player, CarefulButtonsPlayer)
    presser.player._chosen = DECK[2]
    steps = presser.choices(Sign("sign.show", {"item": "3"}))
    next(steps)
    presser.sign = None
    next(steps)
    presser.table.gather()
    presser.table.place(DECK[2].tag, hand_of("YAY"))
    presser.sign = Sign("sign.deal-cover", {"n": 1})

    presser.acts(steps)

    assert presser.held() == ["3"]


def test_a_card_that_was_refused_by_buttons_is_not_named_again_before_others(presser: Person) -> None:
    answer = Sign("sign.answer", {"demand": "3", "left": 1, "item": "3"})
    presser.sees(answer)  # the only one that reaches it
    presser.sees(Sign("rule.no-copy-left", {"seat": "YAY", "card": "3"}))

    assert list(presser.choices(answer)) == [Tap("YAY.right")]
