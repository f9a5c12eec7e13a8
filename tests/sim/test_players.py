"""Players: they wait for signs, use their hands at a human pace, and see nothing that is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tacotable_sim.people.base import (
    Cover,
    Draw,
    Eyes,
    Hold,
    MoveToken,
    Pace,
    Pause,
    Place,
    ReadingPlayer,
    Sign,
    Step,
    Tap,
    perform,
)
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import Card, hand_of

FIRST = "04A1B2C3D4E500"


class Displays:
    """What the displays say, as a test wants it."""

    def __init__(self) -> None:
        self.signs: dict[str, Sign] = {}

    def __call__(self, name: str) -> Sign | None:
        return self.signs.get(name)

    def say(self, name: str, message: str) -> None:
        self.signs[name] = Sign(message, {})


@pytest.fixture
def displays() -> Displays:
    return Displays()


@pytest.fixture
def eyes(table: SimulatedTable, displays: Displays) -> Eyes:
    return Eyes(table, "YAY", displays)


async def perform_all(table: SimulatedTable, eyes: Eyes, script: Sequence[Step]) -> None:
    chance = Random(3)
    for step in script:
        await perform(step, table, eyes, Pace(), chance)


def run(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes, *script: Step) -> None:
    loop.run_until_complete(perform_all(table, eyes, script))


def test_steps_are_taken_in_order(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    run(table, loop, eyes, Draw(), Place(FIRST, "pad:YAY"), Cover(2), MoveToken(-1))

    assert [card.tag for card in table.truth.at("pad:YAY")] == [FIRST]
    assert table.truth.tiles == {2}
    assert table.truth.token == -1


def test_steps_take_as_long_as_hands_do(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    run(table, loop, eyes, Draw(), Place(FIRST, "pad:YAY"), Cover(1), Place(FIRST, "discard"))

    assert 4 * 0.3 <= loop.time() <= 4 * 0.9


def test_a_card_can_be_laid_face_down_and_turned_over(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    run(table, loop, eyes, Draw(), Place(FIRST, "pad:YAY", face_up=False))
    hidden = table.truth.is_face_up(FIRST)
    table.turn(FIRST, face_up=True)

    assert (hidden, table.truth.is_face_up(FIRST)) == (False, True)


def test_the_token_is_in_the_air_while_it_is_carried(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    carried = loop.create_task(perform_all(table, eyes, [MoveToken(2)]))
    loop.run_for(0.1)
    on_the_way = table.truth.token
    loop.run_until_complete(carried)

    assert (on_the_way, table.truth.token) == (None, 2)


def test_a_tap_is_short_and_a_hold_is_long(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    run(table, loop, eyes, Tap("YAY.ok"))
    tapped = loop.time()
    run(table, loop, eyes, Hold("YAY.ok"))

    assert 0.08 <= tapped <= 0.2
    assert 1.4 <= loop.time() - tapped <= 1.8


def test_a_player_who_leaves_takes_the_finger_from_the_button(
    table: SimulatedTable, loop: VirtualLoop, eyes: Eyes
) -> None:
    player = loop.create_task(perform_all(table, eyes, [Hold("YAY.ok")]))
    loop.run_for(0.5)
    player.cancel()
    loop.run_for(0.1)

    assert not table.truth.is_down("YAY.ok")


def test_a_pause_is_as_long_as_it_says(table: SimulatedTable, loop: VirtualLoop, eyes: Eyes) -> None:
    run(table, loop, eyes, Pause(12))

    assert loop.time() == 12


def test_a_player_sees_its_own_hand_and_only_the_size_of_others(table: SimulatedTable, eyes: Eyes) -> None:
    table.deal(2)

    assert [card.face for card in eyes.hand()] == ["1", "3"]
    assert eyes.hand_sizes() == {"YAY": 2, "WOW": 2}


def test_what_a_player_sees_does_not_depend_on_hidden_cards(table: SimulatedTable, eyes: Eyes) -> None:
    table.deal(2)
    table.place(table.truth.at(hand_of("WOW"))[0].tag, "pad:WOW", face_up=False)
    before = (eyes.hand_sizes(), eyes.draw_size(), eyes.look())
    hidden = [card.tag for card in table.truth.at("draw")]
    table.truth.arrange("draw", hidden[::-1])
    table.place(table.lift("pad:WOW").tag, hand_of("WOW"))
    table.place(table.truth.at(hand_of("WOW"))[0].tag, "pad:WOW", face_up=False)

    assert (eyes.hand_sizes(), eyes.draw_size(), eyes.look()) == before


def test_a_player_reads_only_the_displays_that_it_may(eyes: Eyes, displays: Displays) -> None:
    displays.say("WOW", "prompt.replace")

    assert eyes.sign("WOW") is None
    assert list(eyes.look().pictures) == ["YAY"]


class Drawer(ReadingPlayer):
    """Draws a card whenever its display asks for one."""

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        return [Draw()] if sign.message == "prompt.draw" else []

    def is_over(self, sign: Sign) -> bool:
        return sign.message == "prompt.over"


def test_a_reading_player_answers_its_display_until_it_is_over(
    table: SimulatedTable, loop: VirtualLoop, eyes: Eyes, displays: Displays
) -> None:
    loop.call_later(3, displays.say, "YAY", "prompt.draw")
    loop.call_later(6, displays.say, "YAY", "prompt.over")
    loop.run_until_complete(Drawer(table, eyes, chance=Random(1)).play())

    assert len(eyes.hand()) == 1
    assert 6 < loop.time() < 7


def test_a_reading_player_leaves_when_it_is_over_while_it_thinks_whatever_is_begun_then(
    table: SimulatedTable, loop: VirtualLoop, eyes: Eyes, displays: Displays
) -> None:
    displays.say("YAY", "prompt.draw")
    loop.call_later(0.2, displays.say, "YAY", "prompt.over")
    loop.call_later(2, displays.say, "YAY", "prompt.draw")
    loop.create_task(Drawer(table, eyes, chance=Random(1)).play())
    loop.run_for(9)

    assert eyes.hand() == ()


def test_a_reading_player_tries_again_when_nothing_changes_for_long(
    table: SimulatedTable, loop: VirtualLoop, eyes: Eyes, displays: Displays
) -> None:
    displays.say("YAY", "prompt.draw")
    loop.create_task(Drawer(table, eyes, chance=Random(1), patience_s=5).play())
    loop.run_for(16)

    assert len(eyes.hand()) == 3
