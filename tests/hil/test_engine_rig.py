"""The rig without devices reports what drivers report, whatever hands do with the cards on a pad."""

from __future__ import annotations

from itertools import combinations, product
from typing import get_args

from tacotable.rig.engine import EngineRig
from tacotable.state.events import Event
from tacotable.table.file import read_table
from tacotable_drivers.ports import ZoneEvent
from tacotable_drivers.presence import PolledPresence
from tacotable_sim.truth import BOX, DRAW

PAD, READER = "YAY.pad", "reader YAY.pad"
SCANS = 5
"""After so many scans a driver has reported all that changed."""
MOMENTS = 2
"""So many moments follow one another in every way."""


def test_the_engine_rig_reports_what_drivers_report_of_up_to_three_cards_on_a_pad() -> None:
    rig, driver = EngineRig(read_table("tacocat"), is_enrolled=True), PolledPresence(PAD)
    cards = [card.tag for card in rig._truth.at(DRAW)[:3]]
    hands = [moved for count in range(len(cards) + 1) for moved in combinations(cards, count)]
    reported, expected = list[Event](), list[Event]()
    rig.controller.before_each(reported.append)
    for _ in range(SCANS):
        driver.saw((), 0.0)

    for moment in product(product(hands, (False, True)), repeat=MOMENTS):
        for moved, is_cable_out in moment:
            reported.clear()
            expected.clear()
            if is_cable_out:
                rig.set_fault(READER, "unplug", on=True)
                expected += driver.lost(0.0)
            with rig.at_once():
                for tag in moved:
                    rig.move(tag, BOX if rig._truth.where(tag) == PAD else PAD)
            if is_cable_out:
                rig.set_fault(READER, "unplug", on=False)
            for _ in range(SCANS):
                expected += driver.saw([card.tag for card in rig._truth.at(PAD)], 0.0)

            told = [event for event in reported if isinstance(event, get_args(ZoneEvent))]
            assert [repr(event).partition("at_ms")[0] for event in told] == [
                repr(event).partition("at_ms")[0] for event in expected
            ]
