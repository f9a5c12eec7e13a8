"""Perception: what devices tell becomes facts. Pads are read here, buttons in `gestures`.

A card on a pad is an act at once, or one of several that were announced. A card that was already ruled on and is
told again (its reader came back, it slid a little) is nothing new. Every surprise is answered with a refusal
that says the next thing to do; nothing on a pad is ever an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from tacotable import facts
from tacotable.refusing import obstacle_to, refresh, refuse, say_lay_again
from tacotable.situation import Certainty, Refusal, Situation, Stage, pad_of, seat_of, seat_part
from tacotable.tacocat import gestures
from tacotable.tacocat.acts import act_with, is_collecting, is_in_game, submit
from tacotable_drivers import ports

QUIET_MS = 500.0
"""So long after a tap changed what is asked, taps do not count: both seats answer a question, or one twice."""


def perceive(situation: Situation, event: ports.DeviceEvent) -> Iterator[facts.Fact]:
    """Give the facts that follow from a device's event, one by one: the caller applies each before the next."""
    asked = (situation.stage, situation.is_paused)
    yield from _perceive(event, situation)
    yield from _settle(situation)
    refresh(situation)
    if isinstance(event, ports.ButtonReleased) and asked != (situation.stage, situation.is_paused):
        situation.quiet_until_ms = event.at_ms + QUIET_MS


def _settle(situation: Situation) -> Iterator[facts.Fact]:
    """Notice that the token has reached the space where the game wants it."""
    if situation.stage is Stage.MOVE and not situation.is_paused and situation.sensed == {situation.target()}:
        yield facts.TokenPlaced(situation.target())


@singledispatch
def _perceive(event: ports.DeviceEvent, situation: Situation) -> Iterator[facts.Fact]:
    raise TypeError(f"no such event: {event!r}")


@_perceive.register
def _(event: ports.TagArrived, situation: Situation) -> Iterator[facts.Fact]:
    seat = seat_of(event.zone)
    if seat not in situation.seats or pad_of(seat) != event.zone:
        return
    situation.zones[event.zone] = event.tag
    yield from _card_laid(situation, seat, event.tag)
    if not _tells_leaving(situation, seat):
        # An ID-12LA tells a card once and never that it left: what lies on its pad now is not kept.
        situation.zones[event.zone] = Certainty.EMPTY
        situation.ruled.pop(seat, None)


@_perceive.register
def _(event: ports.TagLeft, situation: Situation) -> Iterator[facts.Fact]:
    situation.zones[event.zone] = Certainty.EMPTY
    _lifted(situation, seat_of(event.zone), event.tag)
    yield from ()


@_perceive.register
def _(event: ports.TagsCrowded, situation: Situation) -> Iterator[facts.Fact]:
    situation.zones[event.zone] = event.tags[-1]
    refuse(situation, seat_of(event.zone), Refusal("refusal.crowded", tag=event.tags[-1]))
    yield from ()


@_perceive.register
def _(event: ports.ZoneUnknown, situation: Situation) -> Iterator[facts.Fact]:
    situation.zones[event.zone] = Certainty.UNKNOWN
    yield from ()


@_perceive.register
def _(event: ports.ZoneEmpty, situation: Situation) -> Iterator[facts.Fact]:
    situation.zones[event.zone] = Certainty.EMPTY
    _lifted(situation, seat_of(event.zone), None)
    yield from ()


@_perceive.register
def _(event: ports.DeviceLost, situation: Situation) -> Iterator[facts.Fact]:
    if event.device not in situation.lost:
        situation.note("device", "log.lost", {"device": event.device, "reason": event.reason})
        situation.sound("lost")
    situation.lost[event.device] = event.reason
    yield from ()


@_perceive.register
def _(event: ports.DeviceFound, situation: Situation) -> Iterator[facts.Fact]:
    if situation.lost.pop(event.device, None) is not None:
        situation.note("device", "log.found", {"device": event.device})
        situation.sound("found")
    yield from ()


@_perceive.register
def _(event: ports.TokenSensed, situation: Situation) -> Iterator[facts.Fact]:
    changed = {event.space}
    situation.sensed = situation.sensed | changed if event.present else situation.sensed - changed
    if event.present:
        situation.is_token_by_hand = False
    yield from ()


@_perceive.register
def _(event: ports.ButtonPressed, situation: Situation) -> Iterator[facts.Fact]:
    # A press may become a hold: it counts when it is released, or held long enough.
    del event, situation
    yield from ()


@_perceive.register
def _(event: ports.ButtonHeld, situation: Situation) -> Iterator[facts.Fact]:
    yield from gestures.held(situation, event.button)


@_perceive.register
def _(event: ports.ButtonReleased, situation: Situation) -> Iterator[facts.Fact]:
    if not event.held and event.at_ms >= situation.quiet_until_ms:
        yield from gestures.tapped(situation, event.button)


def _card_laid(situation: Situation, seat: str, tag: str) -> Iterator[facts.Fact]:
    """Rule on a card that lies on a seat's pad; one that was ruled on already is the same card, told again."""
    if (crowd := situation.refusals.get(seat)) and crowd.code == "refusal.crowded":
        del situation.refusals[seat]  # one tag is told, so the other is gone
    if situation.last_tag.get(seat) == tag or tag in situation.entry(seat).tags:
        return
    if situation.ruled.get(seat) == tag:
        say_lay_again(situation, seat)
        return
    situation.refusals.pop(seat, None)
    situation.ruled[seat] = tag
    if obstacle := obstacle_to(situation, tag):
        refuse(situation, seat, obstacle)
        return
    card = situation.faces[tag]
    if not is_collecting(situation, seat):
        yield from submit(situation, seat, (card,), (tag,))
        return
    if not is_in_game(situation, seat, card):
        refuse(situation, seat, Refusal("refusal.not-in-game", {"card": card}, tag))
        return
    act = act_with(situation, seat, (*situation.entry(seat).cards, card))
    refused = situation.match.why_not(seat, act) if situation.match and act["do"] == "replace" else None
    if refused:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))
    else:
        yield facts.Shown(seat, card, tag)


def _tells_leaving(situation: Situation, seat: str) -> bool:
    pad = seat_part(situation, seat).pad
    return pad is not None and pad.reader != "id12la"


def _lifted(situation: Situation, seat: str, tag: str | None) -> None:
    """Take note that a pad is free: what was said about its card is settled."""
    if tag is None or situation.ruled.get(seat) == tag:
        situation.ruled.pop(seat, None)
    if tag is not None and situation.last_tag.get(seat) == tag and not situation.may_be_turned.get(seat):
        del situation.last_tag[seat]
    refusal = situation.refusals.get(seat)
    if refusal and refusal.tag is not None and (tag is None or refusal.tag == tag):
        del situation.refusals[seat]
