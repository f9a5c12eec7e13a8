"""Ailing: which devices do not work, told on the displays: in the menu with the mend, and where buttons are dead.

A person at the table needs no page for it: an item of the menu counts the lost devices, and its pages say what each
needs. A seat whose buttons all hang on a lost hub cannot open a menu, so its display says so by itself.
"""

from __future__ import annotations

from dataclasses import replace

from tacotable.state.game_state import Stage
from tacotable.state.scene import Notice, Reason, Scene, Sign
from tacotable.state.situation import Situation, seat_part
from tacotable_drivers.ports import FaultKind

ITEM = "devices"  # The item of the menu.
KINDS = (  # The first word of each device's name, in the order in which they are told.
    *("reader", "display", "button", "sensor", "lights", "buzzer", "lamp", "light"),
    *("hub", "expander", "supply", "cooling"),
)
CAUSES = {  # The faults of which the mend is another one than the usual one of that kind of device.
    "reader": (FaultKind.DEAF, FaultKind.NOISE, FaultKind.OTHER_KIND),
    "display": (FaultKind.HELD,),
    "button": (FaultKind.STUCK,),
}


def screen(situation: Situation, _: str, page: int) -> Reason:
    """Show a page of what is lost, a device after the other, while any is; the pages begin again after the last."""
    first, *more = signs(situation)
    return Reason(first, "", page, "ailing.title", tuple(more))


def signs(situation: Situation) -> list[Sign]:
    """Return a sign for each lost device."""
    order = {kind: place for place, kind in enumerate(KINDS)}
    devices = sorted(situation.devices.lost, key=lambda name: (order.get(name.partition(" ")[0], len(KINDS)), name))
    told = []
    for device in devices:
        kind, fault = device.partition(" ")[0], situation.devices.lost[device].fault
        code = f"ailing.{kind}-{fault}" if fault in CAUSES.get(kind, ()) else f"ailing.{kind}"
        told.append(Sign(code if kind in KINDS else "ailing.other", {"device": situation.told_device(device)}))
    return told


def with_dead_buttons(scene: Scene, situation: Situation) -> Scene:
    """Return the scene in which seats without a working button are told why; the scene itself while there is none."""
    seats = situation.seats if situation.devices.lost else ()  # nearly always nothing is
    signs = {seat: sign for seat in seats if (sign := _cut_off(situation, seat))}
    if not signs:
        return scene
    told = signs | ({situation.public_screen: sign} if (sign := _for_all(situation, signs)) else {})
    shown = scene.with_screens({name: Notice(sign) for name, sign in told.items()})
    return replace(shown, prompts={**scene.prompts, **signs})


def _cut_off(situation: Situation, seat: str) -> Sign | None:
    """Return on which lost part all buttons of a seat hang, a hub before its expander; None: one may be pressed."""
    lost, parts = situation.devices.lost, list[str]()
    for button in seat_part(situation, seat).buttons().values():
        behind = () if button.hub is None else ("hub",) if button.more is None else ("hub", "expander")
        parts.append(next((f"{part} {button.hub}" for part in behind if f"{part} {button.hub}" in lost), ""))
    kind, _, name = parts[0].partition(" ")
    return Sign(f"ailing.sign-{kind}", {"hub": name}, is_alert=True) if all(parts) else None


def _for_all(situation: Situation, signs: dict[str, Sign]) -> Sign | None:
    """Return what everyone reads: a player who cannot press holds up the game, in the lobby only all seats together."""
    waiting = situation.seats if situation.game.stage is Stage.LOBBY else situation.game.players
    dead = [seat for seat in waiting if seat in signs]
    is_held_up = len(dead) == len(waiting) if situation.game.stage is Stage.LOBBY else bool(dead)
    return signs[dead[0]] if is_held_up and dead else None
