"""Cards on the pads of the seats: each is an act at once, or one of several that were announced.

A card that was already ruled on and is told again (its reader came back, it slid a little) is nothing new.

Two pads that lie too near each other tell the same card, which lies on one of them only. It counts at the first in its
turn, and the other asks to take it off. Where both seats were awaited, nobody can know whose it is, so it counts at
neither: what the first pad made of it is taken back, and the other may hold OK to play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, crowd_on, obstacle_to, refuse
from tacotable.games.tacocat import deal
from tacotable.games.tacocat.acts import is_collecting, is_in_game, is_slip, reached, show, submit
from tacotable.games.tacocat.state import game_of, is_crowded, other, target, tells_leaving, ui_of, view_of
from tacotable.state import facts
from tacotable.state.placements import EMPTY, Origin, Placement, Status
from tacotable.state.situation import Situation, Stage, pad_of, seat_of, silence_of

TURNS = ("attack", "answer")  # Phases in which one seat waits for the other.
LAYING_MS = 250.0  # No one reads what is asked now, and lays a card, so soon: it was on its way before.
LEAVING_MS = 500.0  # A reader tells so late that a card left: a press that was refused since then is still to be read.
SHUFFLING_MS = 2_000.0  # Nobody takes a card up, gathers and shuffles all, and deals it so soon.
TOGETHER_MS = 250.0  # So long after the first a pad that overhears may tell a card: readers ask one after the other.
OF_BOTH = ("replace", "duel", "showdown")  # Phases in which both seats may be awaited at once.


def laid(situation: Situation, zone: str, tag: str, *, is_waived: bool = False) -> Iterator[facts.Fact]:
    """Rule on a card that lies on a seat's pad."""
    seat = seat_of(zone)
    if seat not in situation.seats or pad_of(seat) != zone:
        return
    is_used = tag in game_of(situation).spent
    is_awaited = seat in view_of(situation).to_act and seat not in view_of(situation).ready
    if is_crowded(situation, seat) and is_awaited and not is_used and not is_collecting(situation, seat):
        _refuse_crowd(situation, seat, tag)
        return
    yield from _card_laid(situation, seat, tag, is_waived=is_waived)


def lifted(situation: Situation, zone: str, tag: str | None) -> None:
    """Note that a pad is free: what was said about its card is settled."""
    seat, ui = seat_of(zone), ui_of(situation)
    refusal = situation.ui.refusals.get(seat)
    if refusal and refusal.tag is not None and (tag is None or refusal.tag == tag):
        if situation.devices.now_ms - ui.refused_ms.pop(seat, -LEAVING_MS) < LEAVING_MS:
            situation.ui.refusals[seat] = replace(refusal, tag=None)
        else:
            del situation.ui.refusals[seat]


def crowded(situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[facts.Fact]:
    """Handle several cards on a seat's pad: used ones do not count, and cards of a collection are all shown.

    Otherwise nobody knows which one is meant, nor whether more lie beneath: all are to be taken off.
    """
    seat, game = seat_of(zone), game_of(situation)
    new = [tag for tag in tags if tag not in game.spent and not has_counted(situation, zone, tag)]
    if len(new) == 1 or is_collecting(situation, seat):
        for tag in new:
            yield from _card_laid(situation, seat, tag)
    elif new:
        _refuse_crowd(situation, seat, tags[-1])


def _refuse_crowd(situation: Situation, seat: str, tag: str) -> None:
    """Ask for all cards to be taken off."""
    for one in situation.devices.pads[pad_of(seat)].read:
        if one.status is Status.NEW:
            situation.devices.mark(one.tag, Status.REFUSED, pad_of(seat))
    refuse(situation, seat, crowd_on(situation, pad_of(seat), tag))


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


def _card_laid(situation: Situation, seat: str, tag: str, *, is_waived: bool = False) -> Iterator[facts.Fact]:
    """Rule on a card; one that was ruled on already is the same card, told again."""
    game = game_of(situation)
    placement = situation.devices.placement(tag, pad_of(seat)) or Placement(tag, situation.devices.now_ms)
    if _is_known(situation, seat, placement):
        is_sealed = seat in view_of(situation).ready  # it may be turned over once when all have seen it
        situation.devices.mark(tag, Status.ACCEPTED, pad_of(seat), None if is_sealed else Origin.SAME)
        refusal = situation.ui.refusals.get(seat)
        if refusal and refusal.tag not in (None, tag):
            del situation.ui.refusals[seat]  # the card that was refused beside it is gone
        return
    if placement.status is not Status.NEW or placement.origin is Origin.UNCOVERED:
        situation.devices.mark(tag, Status.REFUSED, pad_of(seat))
        say_lay_again(situation, seat)
        return
    situation.ui.refusals.pop(seat, None)
    situation.devices.mark(tag, Status.REFUSED, pad_of(seat))  # until a fact says otherwise
    if situation.game.stage is Stage.PLAY and pad_of(seat) in silence_of(situation).named:
        # Buttons stood in for the reader: nobody knows whether they have named this card.
        situation.ui.cursors.pop(seat, None)
        refuse(situation, seat, Refusal("refusal.pad-back", tag=tag))
        return
    if not deal.is_dealing(situation) and game.held.get(tag, seat) != seat:
        refuse(situation, seat, Refusal("refusal.not-from-hand", {"owner": seat}, tag))
    elif undone := _undone_across(situation, seat, tag):
        yield undone
        questions.ask_to_lift(situation, pad_of(other(situation, seat)), tag)
        say_lay_again(situation, seat)
    elif (why_not := obstacle_to(situation, tag)) and not (is_waived and why_not.code == "refusal.spent"):
        refuse(situation, seat, why_not)
    elif _is_no_act_by_itself(situation, seat, tag):
        say_lay_again(situation, seat)
        situation.sound("refused")
    else:
        yield from _ruled(situation, seat, situation.devices.faces[tag], tag)


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


def _ruled(situation: Situation, seat: str, card: str, tag: str) -> Iterator[facts.Fact]:
    """Handle a card for what it is now: dealt, an act by itself, or one of several."""
    if not is_in_game(situation, seat, card):
        refuse(situation, seat, Refusal("refusal.not-in-game", {"card": card}, tag))
    elif deal.is_dealing(situation):
        yield from deal.dealt(situation, seat, card, tag)
    elif is_slip(situation, seat, card):
        values = {"card": card, "demand": reached(situation, seat, card)}
        refuse(situation, seat, Refusal("refusal.sure-sacrifice", values, tag))
    elif is_collecting(situation, seat):
        yield from show(situation, seat, card, tag)
    else:
        yield from submit(situation, seat, (card,), (tag,))


def _is_no_act_by_itself(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether nobody meant a card here and now (it came before its turn): lay it again, or count it by hand."""
    view, now_ms, game = view_of(situation), situation.devices.now_ms, game_of(situation)
    pad = situation.devices.pads.get(pad_of(seat), EMPTY)
    gone = {one.tag: one.status for one in pad.gone if one.origin is not Origin.FOUND}
    is_awaited = seat in view.to_act and seat not in view.ready
    is_bared = is_awaited and pad.gone_ms == now_ms and any(game.spent.get(one) == seat for one in gone if one != tag)
    is_turn = view.phase in TURNS and seat in view.to_act
    is_on_its_way = is_turn and now_ms - ui_of(situation).asked_ms.get(seat, -LAYING_MS) < LAYING_MS
    # A reader that hears a card anew, which still lies there from the round before, deals no card.
    is_left_over = gone.get(tag) is Status.ACCEPTED and tag not in game.held and now_ms - pad.gone_ms < SHUFFLING_MS
    return is_bared or is_on_its_way or is_left_over or _is_overheard(situation, seat, tag)


def _is_overheard(situation: Situation, seat: str, tag: str) -> bool:
    """Return whether the pad across tells this card too, and did not have it taken back."""
    across = other(situation, seat)
    refusal = situation.ui.refusals.get(across)
    is_taken_back = refusal is not None and (refusal.code, refusal.tag) == ("refusal.taken-back", tag)
    return situation.zone(across) == tag and not is_taken_back


def _undone_across(situation: Situation, seat: str, tag: str) -> facts.Fact | None:
    """Return what undoes a card that counted across a moment ago, and that this seat might have laid as well."""
    across, view = other(situation, seat), view_of(situation)
    top = situation.devices.pads.get(pad_of(across), EMPTY).top
    is_lately = top is not None and situation.devices.now_ms - top.since_ms < TOGETHER_MS
    is_now = is_lately and _is_overheard(situation, seat, tag)
    if not is_now or view.phase not in OF_BOTH or seat not in view.to_act:
        return None
    if situation.entry(across).tags[-1:] == (tag,):
        return facts.TookBack(across, all=False, tag=tag)
    last = situation.game.steps[-1] if situation.game.steps else None
    is_last_act = last is not None and last.seat == across and game_of(situation).spent.get(tag) == across
    return facts.Undone(across, questions.TWO_PADS, situation.lying()) if is_last_act else None
