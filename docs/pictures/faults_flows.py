"""Flows of faults: what displays tell of devices that do not work, and what to do."""

from __future__ import annotations

from docs.pictures.stage import Flow, Stage
from docs.pictures.tacocat_flows import both, tacocat_flow


def _menu(stage: Stage) -> None:
    """Let a reader fail and a button stick, and look both up in the menu."""
    stage.rig.table.switchboard.set("reader WOW.pad", "unplug", True)
    stage.rig.table.switchboard.set("WOW.no", "stuck", True)
    stage.wait(11)
    stage.hold("YAY.no")
    stage.moment("item", "YAY")
    for name in ("first", "second", "third"):
        stage.tap("YAY.ok")
        stage.moment(name, "YAY")


def _hub(stage: Stage) -> None:
    """Pull the cable of the hub that all buttons hang on, and put it back."""
    stage.wait(2)
    stage.rig.table.switchboard.set("hub hub", "unplug", True)
    stage.wait(2)
    both(stage, "gone")
    stage.rig.table.switchboard.set("hub hub", "unplug", False)
    stage.wait(4)
    both(stage, "back")


FLOWS = (
    tacocat_flow("menu", "Look up what does not work", _menu),
    Flow("hub", "A hub is not heard", _hub, game="tc38", table="tacocat-hub", seats=2),
)
