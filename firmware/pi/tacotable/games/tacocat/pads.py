"""Cards on the pads of the seats: each is an act at once, or one of several that were announced.

A card that was already ruled on and is told again (its reader came back, it slid a little) is nothing new.

Two pads that lie too near each other tell the same card, which lies on one of them only. It counts at the first in its
turn, and the other asks to take it off. Where both seats were awaited, nobody can know whose it is, so it counts at
neither: what the first pad made of it is taken back, and the other may hold OK to play it.
"""

from __future__ import annotations

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal
from tacotable.games.tacocat import deal
from tacotable.games.tacocat.state import game_of, other, target, tells_leaving, ui_of, view_of
from tacotable.state import facts
from tacotable.state.guards import Guard
from tacotable.state.placements import EMPTY, Origin, Placement, Status
from tacotable.state.situation import Situation, Stage, pad_of, seat_of

TURNS = ("attack", "answer")  # Phases in which one seat waits for the other.
OF_BOTH = ("replace", "duel", "showdown")  # Phases in which both seats may be awaited at once.


def obstacle(situation: Situation, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now: Tacocat moves first, cards are dealt first, or it was used."""
    if situation.game.stage is Stage.MOVE:
        return Refusal("refusal.move-first", {"space": target(situation)}, tag)
    if situation.game.stage is Stage.DEAL:
        return Refusal("refusal.deal-first", tag=tag)
    if deal.is_dealing(situation) or _lies_where_dealt(situation, tag):
        return deal.obstacle(situation, tag)
    is_shown = any(tag in situation.entry(seat).tags for seat in situation.seats)
    return Refusal("refusal.spent", tag=tag) if is_shown or tag in game_of(situation).spent else None


def _lies_where_dealt(situation: Situation, tag: str) -> bool:
    """Return whether a card still lies on the pad where it was dealt: it goes into a hand before it is played."""
    game = game_of(situation)
    placement = situation.devices.placement(tag, pad_of(game.held.get(tag, "")))
    is_of_deal = placement is not None and placement.status is Status.ACCEPTED and tag not in game.spent
    return is_of_deal and tag in game.held and tells_leaving(situation, game.held[tag])


def say_lay_again(situation: Situation, seat: str) -> None:
    """Ask for a card that lies there without being an act: take it off, and lay it again if it is meant."""
    top = situation.devices.pads.get(pad_of(seat), EMPTY).top
    if seat not in situation.ui.refusals and top is not None and top.status is Status.REFUSED:
        situation.ui.refusals[seat] = Refusal("refusal.lay-again", tag=top.tag, moment=situation.moment())


def has_counted(situation: Situation, zone: str, tag: str) -> bool:
    """Return whether a card is on the pad since it counted."""
    placement, seat = situation.devices.placement(tag, zone), seat_of(zone)
    return tag in situation.entry(seat).tags or (placement is not None and _is_known(situation, seat, placement))


def _is_known(situation: Situation, seat: str, placement: Placement) -> bool:
    """Return whether a card counted already: it is still there, is bare again, or was only turned over."""
    game, tag, pad = game_of(situation), placement.tag, situation.devices.pads.get(pad_of(seat), EMPTY)
    if placement.status is Status.ACCEPTED or tag in situation.entry(seat).tags:
        return True
    is_used = game.spent.get(tag) == seat
    if placement.origin in (Origin.UNCOVERED, Origin.FOUND):
        return is_used or _is_last_dealt(situation, seat, tag)
    # One that lies face down may be turned over; one that was shown to all only once.
    turned = [one for one in pad.gone if one.tag == tag and one.status is Status.ACCEPTED]
    is_first = any(one.origin is not Origin.SAME for one in turned)
    may_turn = seat in ui_of(situation).secret and (seat in view_of(situation).ready or is_first)
    return bool(turned) and may_turn and is_used


def _is_last_dealt(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether a card is the one that was dealt to a seat last, which has done nothing since."""
    did = [step.did[0] for step in situation.game.steps if step.seat == seat]
    dealt = [each for each, owner in game_of(situation).held.items() if owner == seat]
    return dealt[-1:] == [tag] and did[-1:] in ([], ["deal"])


def is_unmeant(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether no hand meant a card here and now: it is laid again, or OK held counts it."""
    view, now_ms, game = view_of(situation), situation.devices.now_ms, game_of(situation)
    pad = situation.devices.pads.get(pad_of(seat), EMPTY)
    gone = {one.tag: one.status for one in pad.gone if one.origin is not Origin.FOUND}
    is_asked = seat in view.to_act
    is_bared = is_asked and pad.gone_ms == now_ms and any(game.spent.get(one) == seat for one in gone if one != tag)
    asked_ms = ui_of(situation).asked_ms.get(seat, -Guard.LAYING.ms)
    is_on_its_way = is_asked and view.phase in TURNS and now_ms - asked_ms < Guard.LAYING.ms
    # A reader that reports a card again, which is still there from the round before, deals no card.
    is_left_over = gone.get(tag) is Status.ACCEPTED and tag not in game.held
    is_left_over = is_left_over and now_ms - pad.gone_ms < Guard.SHUFFLING.ms
    return is_bared or is_on_its_way or is_left_over or _is_overheard(situation, seat, tag)


def _is_overheard(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether the pad across reports this card too, and did not have it taken back."""
    across = other(situation, seat)
    message = situation.ui.refusals.get(across)
    is_taken_back = message is not None and message.kind.is_taken_back and message.tag == tag
    return situation.zone(across) == tag and not is_taken_back


def is_of_both(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether a card counted across a moment ago, and this seat might have laid it as well."""
    across, view = other(situation, seat), view_of(situation)
    top = situation.devices.pads.get(pad_of(across), EMPTY).top
    if top is None or situation.devices.now_ms - top.since_ms >= Guard.TOGETHER.ms:
        return False
    may_be_of_both = view.phase in OF_BOTH and seat in view.to_act and _is_overheard(situation, seat, tag)
    return may_be_of_both and (situation.entry(across).tags[-1:] == (tag,) or _is_last_act(situation, across, tag))


def _is_last_act(situation: Situation, seat: str, tag: str) -> bool:
    last = situation.game.steps[-1] if situation.game.steps else None
    return last is not None and last.seat == seat and game_of(situation).spent.get(tag) == seat


def undoing(situation: Situation, across: str, tag: str) -> facts.Fact:
    """Return the fact that undoes a card which counted on a pad."""
    if situation.entry(across).tags[-1:] == (tag,):
        return facts.TookBack(across, all=False, tag=tag)
    return facts.Undone(across, questions.TWO_PADS, situation.lying())
