"""What rows of the matrix do at a table of Tacocat, and what they read of it."""

from __future__ import annotations

from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig import Rig
from tacotable.state.facts import Acted


def begin_attack(rig: Rig) -> None:
    """Lead to YAY's first attack: nothing replaced, the duel is 9 against 5."""
    for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)
    duel = [rig.place("9", "YAY.pad"), rig.place("5", "WOW.pad")]
    for tag in duel:
        rig.lift(tag)


def acts(rig: Rig) -> list[dict[str, object]]:
    """Give the acts that count."""
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    return [fact.act for fact in log.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]


def device_log(rig: Rig) -> list[str]:
    """Give what the log tells of devices."""
    return [entry.code for entry in rig.program.controller.situation.log if entry.kind == "device"]
