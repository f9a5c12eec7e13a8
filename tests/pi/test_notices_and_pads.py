"""Cards on pads that a game does not use, notices that end, and what is left of a game that was put away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.test_questions_on_every_table import EVERYWHERE, MOMENTS, at
from tacotable.app.program import MemoryLog
from tacotable.core.controller import Controller
from tacotable.dialogs.menu_items import offered
from tacotable.games.tacocat.game import Tacocat
from tacotable.games.tacocat.state import TacocatSituation
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Acted, Fact
from tacotable.state.situation import Family, Situation
from tacotable.table.file import read_table
from tacotable_drivers import ports


@EVERYWHERE
def test_any_card_on_any_pad_of_the_table_is_no_fault(table: str, game: str) -> None:
    for moment in MOMENTS:
        for zone in at(table, game, moment).situation.devices.whole.pads:
            hands = at(table, game, moment)
            tags = tuple(islice(hands.faces, 2))
            events = (
                ports.ZoneEmpty(zone, hands.now_ms + 100),
                ports.TagArrived(zone, tags[0], hands.now_ms + 200),
                ports.TagsCrowded(zone, tags, hands.now_ms + 300),
                ports.TagLeft(zone, tags[0], hands.now_ms + 400),
                ports.ZoneUnknown(zone, hands.now_ms + 500),
                ports.TagsCrowded(zone, tags, hands.now_ms + 600),
                ports.ZoneEmpty(zone, hands.now_ms + 700),
            )
            for event in events:
                hands.tell(event)  # a fault of the program would be raised


def test_a_game_that_was_put_away_has_no_players() -> None:
    hands = KittenHands()
    hands.begin()
    hands.choose("put-away", "1.nope")
    hands.tap("1.ok")
    hands.wait(1_500)
    hands.tap("2.ok")

    game = hands.situation.game

    assert (game.match, game.players, game.robots, game.is_seen) == (None, (), (), False)
    assert "guide-off" not in {*offered(hands.situation, "1")}


class Failing(Tacocat):
    """A game whose program fails at each press that goes down."""

    def pressed(
        self, situation: TacocatSituation, seat: str, role: str, at_ms: float, error_ms: float
    ) -> Iterator[Fact]:
        raise ZeroDivisionError


def test_a_notice_of_a_fault_ends_with_the_next_event() -> None:
    table, told = read_table("tacocat"), list[Exception]()
    family = cast("Family[Situation]", Failing())
    situation = Situation(table, faces_of(table, "tc38"), lambda game: family)
    controller = Controller(
        situation, MemoryLog(), lambda scene, on_lit: on_lit(), clock=lambda: 0.0, on_fault=told.append
    )
    controller.start()
    before = controller.scene.prompts["YAY"]

    controller.handle(ports.ButtonPressed("YAY.ok", 100.0))
    assert (len(told), controller.scene.prompts["YAY"].code) == (1, "sign.internal-fault")
    controller.handle(ports.ButtonReleased("YAY.ok", True, 900.0))

    assert controller.scene.prompts["YAY"] == before


def test_ok_held_counts_a_card_that_its_reader_reports_beside_a_used_one() -> None:
    hands = Hands()
    for zone in ("YAY.pad", "WOW.pad"):
        hands.tell(ports.ZoneEmpty(zone, 0.0))
    hands.begin_attack()
    used, card = str(hands.situation.zone("YAY")), hands.take("8")
    at_ms = hands.situation.devices.now_ms + 3_000
    hands.tell(ports.TagLeft("YAY.pad", used, at_ms))
    hands.tell(ports.TagArrived("YAY.pad", card, at_ms))
    hands.tell(ports.TagsCrowded("YAY.pad", (card, used), at_ms + 400))
    hands.wait(4_000)
    count = len(hands.log.facts)

    hands.hold("YAY.ok")

    assert [fact.tags for fact in hands.log.facts[count:] if isinstance(fact, Acted)] == [(card,)]
