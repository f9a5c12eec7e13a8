"""Hints and own odds: from what a seat may know, once for each act counted, found beside the loop, in all words."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, cast

import msgspec
import pytest

from pi.worlds import enrolled
from tacotable.app.program import MemoryLog
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs import hints
from tacotable.display.draw import draw
from tacotable.history.games import told
from tacotable.state.events import Counselled, HintAsked, TimePassed
from tacotable.state.facts import Fact, Hinted
from tacotable.state.game_state import Stage
from tacotable.state.role import Role
from tacotable.state.scene import Notice, Sign
from tacotable.storage.journal import Recovered
from tacotable.web.keys import bytes_needed, make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage
from tacotable_engine.companion.answers import companion_of
from tacotable_engine.companion.hints import hint_told, odds_told
from tacotable_engine.match import Match
from tacotable_engine.registry import rulesets

GAMES = [game for game in rulesets() if companion_of(game)]


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Give a table at which two people play Tacocat, as long as the loop runs."""
    table = enrolled("tacocat", "tc38")
    with simulated_table(table, seed=3, journal=MemoryLog()) as made:
        tasks = [made.loop.create_task(player.play()) for player in people_at(made, Random(1), 2)]
        yield made
        for task in tasks:
            task.cancel()
        made.wait(0.0)


def play_until(rig: Rig, stage: Stage) -> None:
    """Let them play until the game is at a stage."""
    rig.loop.run_until(lambda: rig.program.controller.situation.game.stage is stage, within_s=7200.0, what=stage.value)


def facts(rig: Rig) -> tuple[Fact, ...]:
    journal = rig.program.journal
    assert isinstance(journal, MemoryLog)
    return tuple(journal.facts)


def ask(rig: Rig, seat: str) -> None:
    controller = rig.program.controller
    controller.handle(HintAsked(seat, controller.situation.devices.now_ms))


class Shuffle:
    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        return Random(4).sample(cards, len(cards))


def go_on(match: Match, seat: str, chance: Random) -> None:
    """Let a seat do any act."""
    act = chance.choice(match.legal(seat))
    fields = {key: value for key, value in act.items() if key not in ("max", "slots", "of")}
    more: dict[str, dict[str, object]] = {
        "replace": {"cards": []},
        "arrange": {"cards": act.get("of")},
        "defuse": {"slot": 0},
    }
    match.act(seat, {**fields, **more.get(str(act["do"]), {})})


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("mode", ["dealt", "blind"])
@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_hint_has_words_in_each_language_until_a_game_is_over(game: str, mode: str) -> None:
    match = Match.new({"game": game, "seats": ["YAY", "WOW"], "mode": mode, "seed": 4}, Shuffle())
    chance, phases = Random(4), set()
    for _ in range(150):
        public = match.public_view
        if public.winner or not public.to_act:
            break
        seat = public.to_act[0]
        if (public.phase, seat) not in phases:
            phases.add((public.phase, seat))
            steps = hint_told(match.snapshot(), seat, None, Random(0))
            assert len(steps) >= 2
            for code, values in (*steps, *odds_told(match, seat, Random(0))):
                for words in map(Catalog, LANGUAGES):
                    assert code in words.messages, code
                    assert "{" not in words.say(code, values)
        go_on(match, seat, chance)

    assert len(phases) > 2


def test_a_hint_is_the_same_whatever_lies_hidden() -> None:
    first, other = (
        {"game": "tc38", "seats": ["YAY", "WOW"], "mode": "seen", "position": {"phase": "attack", "attacker": "YAY",
         "hands": {"YAY": ["2", "5", "9"], "WOW": hand}, "pile": pile}}
        for hand, pile in ((["1", "6", "8"], ["3", "4"]), (["3", "4", "8"], ["1", "6"]))
    )  # fmt: skip
    told = [hint_told(Match.new(setup, Shuffle()), "YAY", None, Random(0)) for setup in (first, other)]

    assert told[0] == told[1]


@pytest.mark.long(keep=0)
def test_hints_are_counted_once_before_each_act_and_told_when_the_game_is_over(rig: Rig) -> None:
    play_until(rig, Stage.PLAY)
    seat = rig.program.controller.situation.public().to_act[0]  # type: ignore[union-attr]  # a game is on
    for steps in (1, 2, 3, 3):
        ask(rig, seat)
        assert rig.program.controller.situation.ui.hints[seat].steps == steps
    assert [fact for fact in facts(rig) if isinstance(fact, Hinted)] == [Hinted(seat)]
    play_until(rig, Stage.OVER)

    lines = [(line.code, line.values) for line in rig.program.controller.situation.log]
    assert ("log.hints", {"seat": seat, "n": 1}) in lines
    assert told(Recovered(facts(rig), times_ms=(0,) * len(facts(rig))), "game-000001").hints == 1


def test_a_table_file_settles_that_there_are_no_hints(rig: Rig) -> None:
    situation = rig.program.controller.situation
    situation.devices.table = msgspec.structs.replace(situation.devices.table, hints=False)
    play_until(rig, Stage.PLAY)
    for seat in situation.seats:
        ask(rig, seat)

    assert not rig.program.controller.situation.ui.hints
    assert not any(isinstance(fact, Hinted) for fact in facts(rig))


def test_a_hint_that_is_found_when_its_act_is_done_is_dropped(rig: Rig) -> None:
    controller = rig.program.controller
    rig.program.counsel._wanted = ("", 0, False, False)  # it thinks of something else for as long as the test wants
    play_until(rig, Stage.PLAY)
    match, seat = controller.situation.game.match, controller.situation.public().to_act[0]  # type: ignore[union-attr]
    assert match is not None
    ask(rig, seat)
    for number, found in ((match.next_number - 1, 0), (match.next_number, 1)):
        controller.handle(Counselled(seat, number, (("hint.may-show", {}),), controller.situation.devices.now_ms))

        assert len(controller.situation.ui.hints[seat].signs) == found


def test_behind_a_search_that_failed_others_find_their_hints(rig: Rig) -> None:
    counsel, controller = rig.program.counsel, rig.program.controller
    play_until(rig, Stage.PLAY)
    failed: asyncio.Future[tuple[()]] = rig.loop.create_future()
    failed.set_exception(ValueError("nothing was found"))
    counsel._wanted = ("WOW", 0, False, False)
    with pytest.raises(ValueError, match="nothing"):
        counsel._tell(counsel._wanted, failed.result)

    seat = controller.situation.public().to_act[0]  # type: ignore[union-attr]
    ask(rig, seat)
    assert controller.situation.ui.hints[seat].signs


def test_a_seat_reads_its_own_odds_on_its_own_display_by_its_own_choice(rig: Rig) -> None:
    controller = rig.program.controller
    play_until(rig, Stage.PLAY)
    hints.turn_odds(controller.situation, "YAY")
    controller.handle(TimePassed(controller.situation.devices.now_ms))

    told = {seat: controller.scene.counsel[seat].odds for seat in controller.situation.seats}
    assert told["WOW"] is None
    assert told["YAY"] is not None
    assert told["YAY"].code == "own.odds-round"
    drawn = draw(Notice(Sign("sign.duel"), odds=told["YAY"]), "en")
    assert len(drawn.turns) == 2
    assert "%" in drawn.text


def test_a_seat_turns_its_odds_on_and_off_on_its_own_page_alone(rig: Rig) -> None:
    controller = rig.program.controller
    seats = controller.situation.seats
    page = TablePage(controller, make_keys(seats, Random(1).randbytes(bytes_needed(seats)), is_simulated=False))
    roles = {"YAY": Role("seat", "YAY"), "WOW": Role("seat", "WOW"), "": Role("spectator"), "arbiter": Role("arbiter")}

    def told() -> dict[str, object]:
        scenes = {name: page.scene(role, "en").get("counsel") for name, role in roles.items()}
        return {name: cast("dict[str, Any]", each or {}).get("YAY") for name, each in scenes.items()}

    assert not any(told().values())  # nothing is known before the deal
    play_until(rig, Stage.PLAY)
    for turn in ("on", "off"):
        for other in ("WOW", "", "arbiter"):
            with pytest.raises(PageError, match="page asks for its hints and its odds"):
                page.do(roles[other], {"do": "odds", "seat": "YAY"})
        page.do(roles["YAY"], {"do": "odds", "seat": "YAY"})
        seen = told()
        own = cast("dict[str, Any]", seen.pop("YAY"))

        assert own["turn"] == turn
        assert ("%" in own["odds"]) == (turn == "on")
        assert not any(seen.values())
    assert page.scene(roles[""], "en")["odds"] == {"on": False, "text": ""}


def hidden(match: Match) -> Match:
    """Give the same match at a table that reads no hand."""
    made = match.unseen(Shuffle())
    made.state = made.state._replace(hands=tuple(("?",) * len(hand) for hand in made.state.hands))
    return made


def claimed(match: Match, may: str, values: Mapping[str, object]) -> Iterator[list[dict[str, object]]]:
    """Yield for each card that a hint lists the acts that it means, one of which has to be legal."""
    public, cards = match.public_view, cast("list[str]", values["hand"])
    if may.startswith("hint.may-answer-"):
        yield [{"do": "answer", "card": values["card"], "as": "sacrifice"}]
        demands = cast("Sequence[str]", getattr(public, "demands", ()))
        for card in cards:
            reached = [demand for demand in demands if int(card) >= int(demand)]
            yield [{"do": "answer", "card": card, "demand": demand} for demand in reached]
    elif may.endswith("-of"):
        do = may.removeprefix("hint.may-").removesuffix("-of")
        plays = [act for act in match.legal(public.to_act[0]) if do == "draw-play"]
        for card in cards:
            played = [act for act in plays if card in cast("list[str]", act.get("cards", []))]
            yield played or [{"do": do, "cards": [card]} if do == "attack" else {"do": do, "card": card}]


@pytest.mark.long(keep=5)
@pytest.mark.parametrize("seed", range(int(os.environ.get("TACOTABLE_HINT_GAMES", "3"))))
@pytest.mark.parametrize("options", [{}, {"strict_groups": True}], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_each_card_that_a_hint_lists_may_be_laid_by_what_the_referee_says(
    game: str, options: Mapping[str, object], seed: int
) -> None:
    setup = {"game": game, "seats": ["YAY", "WOW"], "mode": "dealt", "seed": seed, "options": options}
    match, chance, listed = Match.new(setup, Shuffle()), Random(seed), 0
    for _ in range(400):
        public = match.public_view
        if public.winner or not public.to_act:
            break
        for seat in public.to_act:
            hand = cast("dict[str, list[str]]", match.view(seat)["hands"])[seat]
            chance.shuffle(hand)  # as hands hold it
            (may, values), *_ = hint_told(hidden(match), seat, hand, Random(0), lambda: True)
            for claims in claimed(match, may, values):
                listed += 1
                assert any(match.why_not(seat, act) is None for act in claims), (may, values, hand, match.position())
        go_on(match, seat, chance)

    assert listed > 10
