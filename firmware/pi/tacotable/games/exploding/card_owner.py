"""Whose card it is: a card that one of several people may have laid is asked about, and one press of its owner answers.

A lethal card may be the one that the seat before drew, which then pressed OK as in every turn; and a lethal card that
was just defused brushes the pad on its way into the pile. A Nope that nobody announced is asked for by the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.plays import if_there, submit
from tacotable.games.exploding.reading_kinds import Actor
from tacotable.games.exploding.state import PUBLIC, ZONE, ExplodingSituation, Whose, phase, view_of
from tacotable.state import facts
from tacotable.state.scene import Sign

BRUSHING_MS = 1_000.0  # A card lifted sooner only brushed the pad; one drawn again is often taken up before OK.


def question(situation: ExplodingSituation, card: str, tag: str) -> Whose | None:
    """Return what has to be asked about a lethal card on the pad; None: it is the draw of the seat whose turn it is."""
    player, last = view_of(situation).turn.seat, situation.game.steps[-1] if situation.game.steps else None
    if last is None or situation.game.is_seen:
        return None
    if last.did == ("draw",) and last.seat == player:
        return None  # NOPE says afterwards that it was the last draw
    if last.did == ("draw",):
        return Whose(card, tag, (last.seat, player), last.seat)
    if last.did[0] == "defuse" and tag == situation.game.part.defused_tag:
        return Whose(card, tag, (player,), "", is_passing=True)
    return None


def sign(situation: ExplodingSituation, seat: str) -> Sign | None:
    """Return what a seat, or everyone, is told while a card's owner is asked for; None: no question is open."""
    asked = situation.ui.part.whose
    if asked is None:
        return None
    values = {"seats": asked.seats, "seat": asked.seats[0], "card": asked.card}
    if asked.is_passing:
        return Sign("whose.drawn", values)
    if asked.is_shown:
        return Sign("whose.shown-mine" if seat in asked.seats else "whose.shown", values)
    return Sign("whose.mine" if seat in asked.seats else "whose.lethal", values)


def lifted(situation: ExplodingSituation, tag: str | None) -> None:
    """Note that a card left the pad: one that only brushed it is nobody's draw."""
    ui = situation.ui.part
    has_brushed = situation.devices.now_ms - ui.asked_ms < BRUSHING_MS
    if ui.whose is not None and ui.whose.is_passing and tag in (None, ui.whose.tag) and has_brushed:
        ui.whose = None


def part_of(situation: ExplodingSituation, asked: Whose, seat: str) -> Actor:
    """Return who a seat is while a card's owner is asked for; who is to draw may own to a kitten after all."""
    if seat in asked.seats:
        return Actor.ASKED
    is_to_draw = seat == view_of(situation).turn.seat and not (asked.is_passing or asked.is_shown)
    return Actor.WAITS if is_to_draw else Actor.OTHER


def owned(situation: ExplodingSituation, asked: Whose, seat: str) -> Iterator[facts.Fact]:
    """Count the card as the seat's own: a draw, or a card that was shown on a turn."""
    ui = situation.ui.part
    if not asked.is_shown:
        yield from drawn_by(situation, asked, seat, is_last_draw=seat == asked.drawer)
        return
    ui.whose = None
    situation.sound("press")
    shower = next(iter(view_of(situation).to_act))
    if seat != shower:
        yield facts.TookBack(shower, tag=if_there(situation, asked.tag))
        refuse(situation, PUBLIC, Refusal("refusal.anothers", {"seat": seat}, if_there(situation, asked.tag)))


def disowned(situation: ExplodingSituation, asked: Whose, seat: str) -> Iterator[facts.Fact]:
    """Note that the card is not a seat's own; if everybody says so, a kitten is nobody's draw."""
    rest = tuple(other for other in asked.seats if other != seat)
    if asked.is_shown:
        yield from owned(situation, asked, rest[0])
        return
    situation.ui.part.whose = replace(asked, seats=rest) if rest else None
    situation.sound("press")
    if not (rest or asked.is_passing):
        refuse(situation, PUBLIC, Refusal("refusal.nobodys-draw", tag=if_there(situation, asked.tag)))


def may_claim(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether a press of a seat that is not asked claims a card that was shown on the pad of all."""
    shower = next(iter(view_of(situation).to_act), "")
    entry = situation.entry(shower)
    if situation.game.is_seen or seat == shower or not entry.cards or entry.is_announced:
        return False
    return situation.devices.placement(entry.tags[-1], ZONE) is not None


def claimed(situation: ExplodingSituation, seat: str) -> None:
    """Ask whose the card is that was shown on the pad of all, and that another seat claims by its press."""
    shower = view_of(situation).to_act[0]
    entry = situation.entry(shower)
    situation.ui.part.whose = Whose(entry.cards[-1], entry.tags[-1], (shower, seat), "", is_shown=True)
    situation.sound("asked")


def drawn_by(
    situation: ExplodingSituation, asked: Whose, seat: str, *, is_last_draw: bool, drew: tuple[str, ...] = ()
) -> Iterator[facts.Fact]:
    """Count the card as the draw of a seat: the one that was told last, or a new one; `drew`: who drew behind it."""
    ui = situation.ui.part
    ui.owned, ui.whose = None if is_last_draw and asked.seats == (seat,) else asked, None
    if is_last_draw:
        lying = {ZONE: asked.tag} if if_there(situation, asked.tag) else {}
        yield facts.Undone(seat, questions.WHOSE, lying, drew)
    yield from submit(situation, seat, {"do": "draw", "card": asked.card}, (asked.tag,))


def drawn_earlier(situation: ExplodingSituation, asked: Whose, seat: str) -> Iterator[facts.Fact]:
    """Count the card as the last draw of a seat, where others have only drawn since; theirs are told again then."""
    steps = situation.game.steps
    since = [*takewhile(lambda step: (step.seat, step.did) != (seat, ("draw",)), reversed(steps))]
    if len(since) == len(steps):
        refuse(situation, seat, Refusal("refusal.drawn-long-ago"))
    elif situation.game.robots or any(step.did != ("draw",) for step in since):
        refuse(situation, seat, Refusal("refusal.drawn-earlier", {"n": len(since)}))
    else:
        drew: tuple[str, ...] = ()
        for step in since:
            drew = (step.seat, *drew)
            yield facts.Undone(seat, questions.WHOSE, drew=drew)
        yield from drawn_by(situation, replace(asked, seats=()), seat, is_last_draw=True, drew=drew)


def tell_draws_again(situation: ExplodingSituation) -> Iterator[facts.Fact]:
    """Tell the draws again behind an earlier lethal card that is defused now, or was the end of its player."""
    while seats := situation.game.part.drew_since:
        is_next = phase(situation) == "turn" and seats[0] == view_of(situation).turn.seat
        if not is_next or situation.ui.news or situation.ui.question is not None:
            return
        yield from submit(situation, seats[0], {"do": "draw"})


def other_drawer(situation: ExplodingSituation) -> str:
    """Return who may say that the card was its own, which another owned to; empty where something was done with it."""
    kept, (owner, *_) = situation.ui.part.owned if situation.game.steps else None, (*view_of(situation).to_act, "")
    is_open = phase(situation) == "defuse" and not situation.entry(owner).cards
    if kept is None or not is_open or kept.tag != situation.game.part.lethal_tag or owner not in kept.seats:
        return ""
    return next((seat for seat in kept.seats if seat != owner), "")


def disputed(situation: ExplodingSituation) -> Iterator[facts.Fact]:
    """Ask once more whose the card is, with all as it was before the answer."""
    ui, (owner, *_) = situation.ui.part, view_of(situation).to_act
    kept, ui.owned = ui.owned, None
    if kept is None:
        return
    lying = {ZONE: kept.tag} if if_there(situation, kept.tag) else {}
    yield facts.Undone(owner, questions.WHOSE, lying)
    if owner == kept.drawer:
        before = situation.game.steps[-1:]
        yield from submit(situation, owner, {"do": "draw"})  # what it told then counts again
        if situation.game.steps[-1:] == before:
            # It drew no other card: by count there was none in the pile.
            situation.ui.refusals.clear()
            yield from submit(situation, owner, {"do": "draw", "card": kept.card}, (kept.tag,))
            return
    situation.ui.part.whose = kept
    situation.sound("asked")


def note_last_draw(situation: ExplodingSituation, seat: str, card: str, tag: str) -> None:
    """Note that a kitten on the pad of all may be the one that its seat drew last, and pressed OK for."""
    last = situation.game.steps[-1] if situation.game.steps else None
    is_possible = last is not None and last.did == ("draw",) and last.seat == seat and not situation.game.is_seen
    situation.ui.part.owned = Whose(card, tag, (seat,), seat) if is_possible else None


def may_be_last_draw(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether the kitten that a seat is to defuse may be the one that it drew last."""
    kept = situation.ui.part.owned if situation.game.steps else None
    return kept is not None and kept.seats == (seat,) == (kept.drawer,) and kept.tag == situation.game.part.lethal_tag


def drew_last(situation: ExplodingSituation, seat: str) -> Iterator[facts.Fact]:
    """Count the kitten as the last draw of its seat in place of a new one."""
    ui = situation.ui.part
    if (kept := ui.owned) is None:
        return
    lying = {ZONE: kept.tag} if if_there(situation, kept.tag) else {}
    yield facts.Undone(seat, questions.WHOSE, lying)
    yield from drawn_by(situation, kept, seat, is_last_draw=True)
    situation.ui.part.owned = None
