"""Whoever helps is called by each question that waits for people, at each table, in each of its games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest

from pi.kitten_hands import KittenHands
from pi.test_questions_on_every_table import ANSWERS, EVERYWHERE, MOMENTS, SHEETS, EveryHands, at
from tacotable.catalog import Catalog
from tacotable.files.write_fault import WriteFault
from tacotable.state.events import Arbitrated
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Restart
from tacotable.web.desk_arbiter import DeskArbiter
from tacotable.web.model import PageError
from tacotable_live.director.archive import Archive
from tacotable_live.director.decisions import Asked
from tacotable_live.director.hub import Director
from tacotable_live.director.watching import Watched
from tacotable_live.mqtt.table_state import state_of
from tacotable_live.stream.messages import Asks, Hello


def desk_of(hands: KittenHands, *, may_decide: bool = True) -> DeskArbiter:
    return DeskArbiter(hands.controller, lambda key: None, lambda: hands.now_ms, may_decide=may_decide)


def asked_at(hands: KittenHands) -> dict[str, object]:
    """Return what the line of a table, which lets nobody decide from elsewhere, reads at its page."""
    asked = desk_of(hands, may_decide=False).answer(None)[1]
    return msgspec.json.decode(msgspec.json.encode(asked), type=dict[str, object])


def needs_host(hands: KittenHands) -> object:
    """Return whether "Needs the host" of Home Assistant is on."""
    watched = Watched("t1", asked=msgspec.convert(asked_at(hands), Asked))
    return state_of(watched, Catalog("en"))["help"]


@EVERYWHERE
def test_every_question_of_a_seat_calls_until_it_is_answered(table: str, game: str) -> None:
    for moment in MOMENTS:
        for kind in at(table, game, moment).offered():
            hands = at(table, game, moment)
            assert not needs_host(hands)
            hands.ask(kind)

            assert needs_host(hands), (moment, kind)
            ANSWERS["decline"](hands)
            assert not needs_host(hands), (moment, kind)


def lose_storage(hands: EveryHands) -> None:
    hands.situation.devices.unsaved, hands.situation.devices.waits_for_storage = WriteFault.FULL, True


CALLS: Mapping[str, Callable[[EveryHands], object]] = {"storage": lose_storage} | {
    name: sheet for name, sheet in SHEETS.items() if name not in ("nothing", "refusals", "phones", "devices", "pause")
}


@EVERYWHERE
def test_a_game_that_was_found_and_a_disk_that_keeps_nothing_call(table: str, game: str) -> None:
    for name, happen in CALLS.items():
        hands = EveryHands(table, game)
        happen(hands)

        assert needs_host(hands), name


@EVERYWHERE
def test_a_pause_from_elsewhere_is_accepted_in_play_whatever_is_asked_and_refused_else(table: str, game: str) -> None:
    for moment in MOMENTS:
        for kind in ("", *at(table, game, moment).offered()):
            hands = at(table, game, moment)
            if kind:
                hands.ask(kind)
            desk = desk_of(hands)
            pause = {"what": "pause", "who": "Home Assistant", "why": "asked for there"}
            if hands.situation.game.stage not in (Stage.MOVE, Stage.DEAL, Stage.PLAY):
                with pytest.raises(PageError) as refused:
                    desk.decide(pause)
                assert refused.value.code == "no-play"
                continue

            desk.decide(pause)
            desk.decide(pause)  # a second press changes nothing, and is no fault

            assert hands.situation.game.is_paused
            assert hands.situation.ui.question is None
            assert needs_host(hands)
            hands.tell(Arbitrated("go-on", hands.now_ms))
            assert not needs_host(hands), (moment, kind)


def test_a_lethal_card_of_one_of_two_seats_calls_until_its_owner_is_found() -> None:
    hands = KittenHands("ek120")
    hands.begin("1", "2")
    hands.tap("1.ok")
    hands.show("exploding-kitten")
    assert needs_host(hands)

    hands.tap("1.ok")

    assert not needs_host(hands)


def test_wall_and_desk_show_at_once_that_a_table_calls_and_no_more_when_its_line_ends(tmp_path: Path) -> None:
    hands = EveryHands("tacocat", "tc38")
    hands.situation.ui.restart = Restart(9)
    asked = asked_at(hands)

    async def test() -> None:
        archive = Archive(tmp_path / "archive.sqlite")
        director = Director(archive, delay_s=30)
        hello = Hello("A", "epoch", director.add_table("A"), {})
        director.greet(hello)
        director.joined("A")
        await director.hear(hello, Asks(asked, {}))
        assert [views["A"].needs_help for views in (director.now, director.shown)] == [True, True]
        assert director.decisions.queue() == []  # it lets nobody decide from there

        director.left("A")
        assert [views["A"].needs_help for views in (director.now, director.shown)] == [False, False]
        archive.close()

    asyncio.run(test())
