"""The clocks of a table: what seats think is measured, what costs nobody does not count, and nobody loses by it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pi.hands import Hands
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.core.restore import misfit
from tacotable.dialogs import clock
from tacotable.history.projection import public_picture
from tacotable.state.facts import Thought
from tacotable.state.situation import Situation
from tacotable.table.file import read_table
from tacotable.table.schema import Clock


def table_with(clock: Clock | None) -> Hands:
    return Hands(msgspec.structs.replace(read_table("tacocat"), clock=clock))


@pytest.fixture
def hands() -> Hands:
    """Give a table with clocks where YAY won the duel and attacks."""
    table = table_with(Clock(bank_min=1, delay_s=5))
    table.begin_attack()
    return table


def spent(hands: Hands) -> int:
    return hands.situation.game.spent_ms.get("YAY", 0)


def told(hands: Hands) -> list[str]:
    return [line.code for line in hands.situation.log if line.code.endswith(("time-used-up", ".thought"))]


def test_an_act_costs_what_is_over_its_delay(hands: Hands) -> None:
    before, thought = spent(hands), hands.situation.game.thought_ms["YAY"]
    hands.wait(20_000)
    hands.lay("YAY", "8")
    hands.tap("YAY.ok")

    lasted = hands.situation.game.thought_ms["YAY"] - thought
    assert lasted > 20_000
    assert spent(hands) - before == lasted - 5_000


def test_a_pause_costs_nobody(hands: Hands) -> None:
    before = spent(hands)
    hands.choose("pause", "YAY.no")
    hands.wait(600_000)
    hands.tap("YAY.ok")
    hands.lay("YAY", "8")
    hands.tap("YAY.ok")

    assert spent(hands) - before < 20_000
    assert told(hands) == []


def test_time_that_is_used_up_is_told_once_and_the_game_goes_on(hands: Hands) -> None:
    hands.wait(50_000)
    assert told(hands) == []
    hands.wait(80_000)
    hands.wait(80_000)

    assert told(hands) == ["log.time-used-up"]
    for language in LANGUAGES:
        line = next(line for line in hands.situation.log if line.code == "log.time-used-up")
        assert "YAY" in Catalog(language).web(line.code, line.values)
    hands.lay("YAY", "8")
    hands.tap("YAY.ok")
    assert hands.situation.game.match is not None
    assert "YAY" not in hands.situation.game.match.public_view.to_act


def test_the_journal_gives_the_same_times_again(hands: Hands) -> None:
    hands.wait(30_000)
    hands.lay("YAY", "8")
    hands.tap("YAY.ok")

    again = Situation(hands.situation.devices.table, hands.faces)
    for fact in hands.log.facts:
        assert not misfit(fact, again)
    assert again.game.spent_ms == hands.situation.game.spent_ms
    assert any(isinstance(fact, Thought) for fact in hands.log.facts)


def test_without_a_clock_nothing_is_measured() -> None:
    table = table_with(None)
    table.begin_attack()
    table.wait(20_000)

    assert not any(isinstance(fact, Thought) for fact in table.log.facts)
    assert table.controller.wake_at_ms() is None or table.situation.game.thought_ms == {}


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("name", ["tacocat", "kittens"])
def test_at_the_end_of_a_game_all_are_told_how_long_they_thought_and_windows_cost_nobody(name: str) -> None:
    described = msgspec.structs.replace(read_table(name), clock=Clock(bank_min=0.5))
    with simulated_table(described, seed=3) as rig:
        finish_game(rig, Random(3), 3 if name == "kittens" else None)
        situation = rig.program.controller.situation

    thought = [line for line in situation.log if line.code == "log.thought"]
    assert [line.seat for line in thought] == list(situation.game.thought_ms)
    assert set(situation.game.thought_ms) == set(situation.game.players)
    assert public_picture(situation)["thought_ms"] == situation.game.thought_ms


def test_what_is_left_is_told_with_the_free_time_of_the_act_and_stands_where_nobody_is_asked(hands: Hands) -> None:
    since_ms = hands.situation.ui.thinking.since_ms
    before = clock.told(hands.situation, since_ms)
    after = clock.told(hands.situation, since_ms + 20_000)

    assert before is not None
    assert after is not None
    left_ms = 60_000 - spent(hands)
    waits_ms = 60_000 - hands.situation.game.spent_ms.get("WOW", 0)
    assert before == {"left_ms": {"YAY": left_ms, "WOW": waits_ms}, "running": ["YAY"], "free_ms": 5_000}
    assert after == {"left_ms": {"YAY": left_ms - 15_000, "WOW": waits_ms}, "running": ["YAY"], "free_ms": 0}
    hands.choose("pause", "YAY.no")
    paused = clock.told(hands.situation, hands.situation.devices.now_ms)
    assert paused is not None
    assert paused["running"] == []


def test_a_seat_is_told_once_that_it_has_a_minute_left() -> None:
    table = table_with(Clock(bank_min=2))
    table.begin_attack()
    table.wait(30_000)
    assert not table.situation.ui.news

    table.wait(35_000)
    assert [told.sign.code for told in table.situation.ui.news] == ["sign.minute-left"]
    table.wait(30_000)
    assert told(table) == []
    assert not table.situation.ui.news


def test_without_a_clock_nothing_is_left_to_tell() -> None:
    table = table_with(None)
    table.begin_attack()

    assert clock.told(table.situation, 0) is None
