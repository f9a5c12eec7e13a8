"""The pads of a table as one play pad: what is told of any of them is told of it, with whose pad it is.

A ring has one pad in the middle. Where seats have pads of their own a card is laid on any of them, and the one laid
last is the card that the game is about; those that lie on the others were ruled on before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.games.exploding import pad
from tacotable.games.exploding.state import ZONE, devices_of, game_of
from tacotable.state.device_state import Certainty

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.situation import Situation


def laid(situation: Situation, zone: str, tag: str) -> Iterator[Fact]:
    """Handle a card that lies alone on a pad."""
    _note(situation, zone, tag)
    yield from pad.laid(situation, zone, tag)
    if not situation.devices.table.pads()[zone].tells_leaving:
        _forget(situation, zone)


def lifted(situation: Situation, zone: str, tag: str | None) -> None:
    """Note that a pad is free of a tag; None: it is empty, and it was not known what lay there."""
    lay = devices_of(situation).lying.get(zone)
    if tag is None and lay is None and len(situation.devices.table.pads()) > 1:
        return
    if tag in (None, lay):
        _forget(situation, zone)
    elif lay is not None:
        stacks = devices_of(situation).stacks
        stacks[zone] = tuple(other for other in stacks.get(zone, ()) if other != tag)
    pad.lifted(situation, zone, tag if len(situation.devices.table.pads()) == 1 else tag or lay)


def crowded(situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
    """Handle several cards that lie on a pad at once."""
    _note(situation, zone, tags[-1])
    for tag in pad.new_of_crowd(situation, zone, tags):
        _note(situation, zone, tag)
        situation.devices.zones[zone] = tag
        yield from pad.ruled(situation, tag)


def note_silent(situation: Situation) -> None:
    """Note whether any pad is heard: where all are silent nobody knows what is laid."""
    zones, pads = situation.devices.zones, situation.devices.table.pads()
    if ZONE in pads:
        return  # its own reader says so
    if all(zones.get(zone) is Certainty.UNKNOWN for zone in pads):
        zones[ZONE] = Certainty.UNKNOWN
    elif zones.get(ZONE) is Certainty.UNKNOWN:
        zones[ZONE] = _last(situation)


def _note(situation: Situation, zone: str, tag: str) -> None:
    devices, now_ms = devices_of(situation), situation.devices.now_ms
    # No hand changes cards within one scan: what left in the same moment lies beneath.
    is_above = zone in devices.lying or devices.bare_ms.pop(zone, -1.0) == now_ms
    below = devices.stacks.get(zone, ()) if is_above else ()
    below = below[: below.index(tag)] if tag in below else below  # it is bare again
    devices.stacks[zone] = (*below, tag)
    devices.lying.pop(zone, None)
    devices.lying[zone] = situation.devices.zones[ZONE] = tag


def _forget(situation: Situation, zone: str) -> None:
    devices = devices_of(situation)
    if devices.lying.pop(zone, None) is not None:
        devices.bare_ms[zone] = now_ms = situation.devices.now_ms
        tag, left_ms = devices.left.get(zone, ("", -1.0))
        together = (tag,) if left_ms == now_ms and tag not in devices.stacks.get(zone, ()) else ()
        lay = (*together, *devices.stacks.get(zone, ()))
        game = game_of(situation)
        known = game.spent | {game.lethal_tag}
        devices.stacks[zone] = tuple(tag for tag in lay if tag in known or pad.is_shown(situation, tag))
    situation.devices.zones[ZONE] = _last(situation)


def _last(situation: Situation) -> str | Certainty:
    return next(reversed(devices_of(situation).lying.values()), Certainty.EMPTY)
